/* SPDX-License-Identifier: MIT */
/* XML by GLib's parser: UTF-8 alone, no entities of a document's own. */
#ifndef KB_MARKUP_H
#define KB_MARKUP_H

#include "interchange/formats.h"

/* All of the text; a mark of the byte order is skipped. Errors of the parser's own are prefixed by
 * the path and become KB_ERROR_INPUT; those that its functions set stay as they are. */
gboolean kb_markup_parse (const GMarkupParser *parser, gpointer data, const char *path,
                          const char *text, gsize length, GError **error);
/* Of what a parser passes through: the encoding that an XML declaration names where that is not
 * UTF-8; a new string, or NULL. */
char *kb_markup_foreign_encoding (const char *text, gsize length);
/* "PATH: line 12: WHAT", where the parser is now; FALSE. */
gboolean kb_markup_fail (GMarkupParseContext *context, const char *path, GError **error,
                         const char *format, ...) G_GNUC_PRINTF (4, 5);

#endif

/* SPDX-License-Identifier: MIT */
/* Reads XML with GLib's parser: UTF-8 only, no entities defined by a document. */
#ifndef KB_MARKUP_H
#define KB_MARKUP_H

#include "interchange/formats.h"

/* Parses the whole text; skips a byte order mark. The parser's own errors get the path as prefix
 * and become KB_ERROR_INPUT; errors of its callbacks stay unchanged. */
gboolean kb_markup_parse (const GMarkupParser *parser, gpointer data, const char *path,
                          const char *text, gsize length, GError **error);
/* The encoding named by an XML declaration if it is not UTF-8; a new string, or NULL. For the
 * passthrough text of a parser. */
char *kb_markup_foreign_encoding (const char *text, gsize length);
/* "PATH: line 12" at the parser's position; a new string. */
char *kb_markup_place (GMarkupParseContext *context, const char *path);
#define kb_markup_fail(context, path, error, ...)                                                  \
  kb_import_fail_at (error, kb_markup_place (context, path), __VA_ARGS__)

#endif

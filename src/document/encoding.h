/* SPDX-License-Identifier: MIT */
/* Encodes painted pixels as PNG files ahead of a save, which then only writes them: large ones take
 * longer than a window may block. Flow: kb_encoding_new, kb_encoding_step in any thread until it is
 * done, kb_document_take_encoding, kb_document_save. */
#ifndef KB_ENCODING_H
#define KB_ENCODING_H

#include "document/document.h"

typedef struct KbEncoding KbEncoding;

/* The paintings that a save, or one under another name, would encode now; NULL if fewer than
 * `least` pixels. Pixels are shared, not copied. */
KbEncoding *kb_encoding_new (const KbDocument *document, gboolean elsewhere, guint64 least);
/* Encodes one more picture; FALSE: none is left. The save handles pictures that cannot be encoded,
 * and reports why. */
gboolean kb_encoding_step (KbEncoding *encoding);
/* From 0 to 1. */
double kb_encoding_done (const KbEncoding *encoding);
void kb_encoding_free (KbEncoding *encoding);

/* Takes it: the next save uses the paintings that are unchanged. */
void kb_document_take_encoding (KbDocument *document, KbEncoding *encoding);

#endif

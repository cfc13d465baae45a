/* SPDX-License-Identifier: MIT */
/* Painted pixels as PNG files before a save, which then has only to write them: large ones take
 * longer than a window may wait.
 *
 * Flow: kb_encoding_new -> kb_encoding_step in any thread until it is done ->
 * kb_document_take_encoding -> kb_document_save. */
#ifndef KB_ENCODING_H
#define KB_ENCODING_H

#include "document/document.h"

typedef struct KbEncoding KbEncoding;

/* What a save, or one elsewhere under another name, would encode now; NULL where that is less than
 * `least` pixels. Pixels are shared, not copied. */
KbEncoding *kb_encoding_new (const KbDocument *document, gboolean elsewhere, guint64 least);
/* One picture more; FALSE: there is none. A picture that cannot be encoded is left to the save,
 * which tells why. */
gboolean kb_encoding_step (KbEncoding *encoding);
/* From 0 to 1. */
double kb_encoding_done (const KbEncoding *encoding);
void kb_encoding_free (KbEncoding *encoding);

/* Takes it: the next save uses what is still as it was. */
void kb_document_take_encoding (KbDocument *document, KbEncoding *encoding);

#endif

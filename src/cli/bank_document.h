/* SPDX-License-Identifier: MIT */
/* A bank as a document, for drawing and checking. */
#ifndef KB_CLI_BANK_DOCUMENT_H
#define KB_CLI_BANK_DOCUMENT_H

#include "bank/content.h"
#include "document/document.h"

typedef struct {
  KbDocument *document;
  char *folder;      /* temporary; contains the pictures */
} KbBankDocument;

/* `bytes` is a valid binary bank and `path` its name in messages. `pages` is the folder with its
 * page files, or NULL if only masks, tracks and levels are needed. Close it in any case. */
gboolean kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                                const char *pages, GError **error);
void kb_bank_document_close (KbBankDocument *unpacked);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbBankDocument, kb_bank_document_close)

/* Puts the levels of a bank into a document. */

/* Puts the layers of a bank's level, except its walls, into a document. */

/* The grounds and heightmaps of a bank's level in the form a designer makes. */

#endif

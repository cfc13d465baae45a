/* SPDX-License-Identifier: MIT */
/* A bank as a document, for drawing and checking. */
#ifndef KB_CLI_BANK_DOCUMENT_H
#define KB_CLI_BANK_DOCUMENT_H

#include "document/document.h"

typedef struct {
  KbDocument *document;
  char *folder;      /* temporary; contains the pictures */
} KbBankDocument;

/* `bytes` is a valid binary bank and `path` its name in messages. `pages` is the folder with its
 * page files; NULL if only masks, tracks and levels are needed. Close it in any case. */
gboolean kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                                const char *pages, GError **error);
void kb_bank_document_close (KbBankDocument *unpacked);

#endif

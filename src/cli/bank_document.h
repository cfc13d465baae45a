/* SPDX-License-Identifier: MIT */
/* A bank as a document, to be drawn and checked. */
#ifndef KB_CLI_BANK_DOCUMENT_H
#define KB_CLI_BANK_DOCUMENT_H

#include "document/document.h"

typedef struct {
  KbDocument *document;
  char *folder;      /* temporary; holds the pictures */
} KbBankDocument;

/* `bytes` is a binary bank that opens, `path` is for messages, `beside` the folder where pages
 * beside the bank are; NULL: only masks, tracks and levels are wanted, which need no page. Close it
 * in any case. */
gboolean kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                                const char *beside, GError **error);
void kb_bank_document_close (KbBankDocument *unpacked);

#endif

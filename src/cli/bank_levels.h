/* SPDX-License-Identifier: MIT */
/* The levels of a bank, put into a document. */
#ifndef KB_CLI_BANK_LEVELS_H
#define KB_CLI_BANK_LEVELS_H

#include "bank/content.h"
#include "document/document.h"

/* Classes are there already; with `sprites` what entities show too, else they show nothing. Edges
 * of areas that follow each other become rings, and what was divided asks for the partition that it
 * has. */
gboolean kb_bank_put_level (KbDocument *document, const KbBankContent *content,
                            const KbBankLevel *level, gboolean sprites, GError **error);

#endif

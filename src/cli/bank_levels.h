/* SPDX-License-Identifier: MIT */
/* Puts the levels of a bank into a document. */
#ifndef KB_CLI_BANK_LEVELS_H
#define KB_CLI_BANK_LEVELS_H

#include "bank/content.h"
#include "document/document.h"

/* The document already has the classes and, with `sprites`, the sprites that entities show; else
 * these show nothing. Consecutive edges of areas become rings, and a level with a partition asks
 * for the same kind again. */
gboolean kb_bank_put_level (KbDocument *document, const KbBankContent *content,
                            const KbBankLevel *level, gboolean sprites, GError **error);

#endif

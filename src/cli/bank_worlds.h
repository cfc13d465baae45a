/* SPDX-License-Identifier: MIT */
/* What a bank's level has beside its walls, put into a document. */
#ifndef KB_CLI_BANK_WORLDS_H
#define KB_CLI_BANK_WORLDS_H

#include "bank/content.h"
#include "document/document.h"

/* Adds "tilesets", "layers", "mazes", "grounds" and "heightmaps" to a level that is to be inserted;
 * with `sprites` those that layers show are there, else there are no layers, and no heightmaps,
 * whose pictures the document gets. Afterwards what is painted, and what is solid of tiles: the
 * level is the document's last one. */
gboolean kb_bank_add_worlds (KbDocument *document, json_t *level, const KbBankContent *content,
                             const KbBankLevel *from, gboolean sprites, GError **error);
gboolean kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content,
                               const KbBankLevel *from, GError **error);

#endif

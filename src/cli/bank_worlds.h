/* SPDX-License-Identifier: MIT */
/* Puts the layers of a bank's level, except its walls, into a document. */
#ifndef KB_CLI_BANK_WORLDS_H
#define KB_CLI_BANK_WORLDS_H

#include "bank/content.h"
#include "document/document.h"

/* Adds "tilesets", "layers", "mazes", "grounds" and "heightmaps" to a level before it is inserted.
 * Without `sprites` there are no layers, and no heightmaps, whose pictures are added to the
 * document. Then kb_bank_paint_worlds paints the cells and makes tiles solid; the level must be the
 * document's last. */
gboolean kb_bank_add_worlds (KbDocument *document, json_t *level, const KbBankContent *content,
                             const KbBankLevel *from, gboolean sprites, GError **error);
gboolean kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content,
                               const KbBankLevel *from, GError **error);

#endif

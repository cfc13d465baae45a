/* SPDX-License-Identifier: MIT */
/* The layers of tiles and the mazes of a bank's level, put into a document. */
#ifndef KB_CLI_BANK_WORLDS_H
#define KB_CLI_BANK_WORLDS_H

#include "bank/content.h"
#include "document/document.h"

/* Adds "tilesets", "layers" and "mazes" to a level that is to be inserted; with `sprites` those that layers show are there, else there
 * are no layers. Grounds, of which a bank has only the curves, and heightmaps stay behind. Afterwards what is painted, and what is solid of
 * tiles: the level is the document's last one. */
void kb_bank_add_worlds (json_t *level, const KbBankContent *content, const KbBankLevel *from, gboolean sprites);
gboolean kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content, const KbBankLevel *from, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Tile layers that are derived from another one of their level, by rules. A rule is a square
 * pattern of 1, 3, 5 or 7 cells each way, and tiles to put where it fits. Each cell of the source
 * gets a tile of the first rule that fits around it, or none. Cells outside the source are empty.
 * A layer without rules keeps its tiles.
 * The result is stored as any other tiles, so exporters and games need to know no rules. */

/* A number of the pattern: 0 fits anything, KB_RULE_TILE any tile, -KB_RULE_TILE an empty cell. Any
 * other is a tile, its tileset * 65536 + its frame, or minus that for anything else. A tile that is
 * of one terrain all over stands for all of these. Among several tiles, and by the chance of a
 * rule, a hash of the cell decides: the same each time. A flip is the pattern mirrored, with its
 * tiles. Method: those of LDtk's automatic layers. */
#ifndef KB_OPERATIONS_LEVEL_RULES_H
#define KB_OPERATIONS_LEVEL_RULES_H

#include "document/edits/edit.h"

/* From now on each step of the document ends with what its changes ask of derived layers; the
 * present state counts as derived. Call it once. Cost of a step: the changed blocks of 32 x 32
 * cells times the rules; after a change of rules everything. */
void kb_rules_keep (KbDocument *document);

#endif

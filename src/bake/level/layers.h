/* SPDX-License-Identifier: MIT */
/* What the levels of a project have beside walls, as a bank has it. */
#ifndef KB_BAKE_LAYERS_H
#define KB_BAKE_LAYERS_H

#include <gio/gio.h>

#include "bank/content.h"
#include "document/document.h"

/* Puts the layers of tiles, mazes, grounds and heightmaps of a level into one of a content, whose
 * sprites are there already. `classes`: of a class's id, its place in the bank. Cost: linear in the
 * cells, points and samples. Errors: with the path of the thing; KB_ERROR_INPUT for a cell that
 * names a tile which there is not, a tile whose heights do not fit the cells, a heightmap whose
 * picture is missing or not grey, and what the packers refuse. */
gboolean kb_bake_worlds (const KbDocument *document, const KbBankContent *content,
                         const KbLevel *level, GHashTable *classes, KbBankLevel *to,
                         GCancellable *cancellable, GError **error);

/* One ground or heightmap alone, as they are in a bank. Errors: what the packers refuse. */
GBytes *kb_ground_bytes (const KbGroundLine *ground, guint class_index, GError **error);
GBytes *kb_heightmap_bytes (const KbHeightmap *map, const KbGrey *grey, GError **error);

#endif

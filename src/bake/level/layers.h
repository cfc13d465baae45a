/* SPDX-License-Identifier: MIT */
/* Converts the layers of a project's levels, except walls, to those of a bank. */
#ifndef KB_BAKE_LAYERS_H
#define KB_BAKE_LAYERS_H

#include <gio/gio.h>

#include "bank/content.h"
#include "document/document.h"

/* Adds the tile layers, mazes, grounds and heightmaps of a level to one of a content that already
 * has its sprites. `classes` maps a class's ID to its index in the bank. Cost: linear in the cells,
 * points and samples. Errors have the item's path. KB_ERROR_INPUT: a missing tile, heights of a
 * tile that do not fit the cells, a heightmap without a grey picture, a refusal of the packers. */
gboolean kb_bake_worlds (const KbDocument *document, const KbBankContent *content,
                         const KbLevel *level, GHashTable *classes, KbBankLevel *to,
                         GCancellable *cancellable, GError **error);

/* A single ground or heightmap in the form of a bank. Errors: those of the packers. */
GBytes *kb_ground_bytes (const KbGroundLine *ground, guint class_index, GError **error);
GBytes *kb_heightmap_bytes (const KbHeightmap *map, const KbGrey *grey, GError **error);

#endif

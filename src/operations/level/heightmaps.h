/* SPDX-License-Identifier: MIT */
/* Heightmaps of a level: where they are, and new ones within an open step. */
#ifndef KB_OPERATIONS_LEVEL_HEIGHTMAPS_H
#define KB_OPERATIONS_LEVEL_HEIGHTMAPS_H

#include "document/edits/edit.h"
#include "document/shapes/shape.h"

/* From its first sample to its last, in pixels of the level. */
KbBounds kb_heightmap_place (const KbNode *map);
/* A position at which a new map hides no other: a step of the grid to the right of the last, at its
 * height; else (0, 0). */
KbVec kb_heightmap_free_place (const KbLevel *level);
/* Makes a heightmap from a grey PNG of 8 or 16 bits, at least 2 x 2, which is copied into the
 * project unchanged. The map is named after the file. It has altitudes from 0 to 100, and 4 pixels
 * between samples. Returns its id, or 0 and an error that names the file. */
KbId kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin,
                       GError **error);

#endif

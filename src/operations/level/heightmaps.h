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
 * project. See kb_grey_import. The map is named after the file. It has altitudes from 0 to 100, and
 * 4 pixels between samples. `alpha`: an alpha channel is left out. Returns its id, or 0 and an
 * error that names the file. */
KbId kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin,
                       gboolean *alpha, GError **error);

typedef struct {
  gint width, height;     /* samples, 2 to KB_MAX_PAINTED_SAMPLES */
  gint cell;              /* pixels from one to the next */
  gint low, high, base;   /* altitudes; base: of all samples */
} KbHeightmapWish;

/* A flat heightmap with painted samples, without a file. Returns its id, or 0 and an error. */
KbId kb_heightmap_add_new (KbDocument *document, KbId level, const KbHeightmapWish *wish,
                           KbVec origin, GError **error);
/* Makes the samples of an imported map painted ones, so that they can be sculpted: one step. Does
 * nothing if they are. FALSE and an error if its picture cannot be read or is too large. */
gboolean kb_heightmap_make_painted (KbDocument *document, KbId map, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The number of tiles on a level's layers, by class. */
#ifndef KB_TILE_COUNTS_H
#define KB_TILE_COUNTS_H

#include "document/model.h"

typedef struct {
  /* Cells with a tile; of these, cells whose tile does not exist */
  guint64 all, missing;
  /* By index in the project: solid tiles, except those that collide by their shapes */
  guint64 by_class[KB_MAX_CLASSES];
} KbTileCounts;

/* Cost: the cells. */
KbTileCounts kb_tile_counts (const KbProject *project, const KbLevel *level);
/* "12 tiles"; a new string. */
char *kb_tile_count_text (guint64 count);

#endif

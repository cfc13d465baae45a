/* SPDX-License-Identifier: MIT */
/* How many tiles of a level's layers are of which class. */
#ifndef KB_TILE_COUNTS_H
#define KB_TILE_COUNTS_H

#include "document/model.h"

typedef struct {
  /* Cells with a tile; of these, those that name one that is not there */
  guint64 all, missing;
  /* By their place in the project: those that stop a move, but by shapes */
  guint64 by_class[KB_MAX_CLASSES];
} KbTileCounts;

/* Cost: the cells. */
KbTileCounts kb_tile_counts (const KbProject *project, const KbLevel *level);
/* "12 tiles"; a new string. */
char *kb_tile_count_text (guint64 count);

#endif

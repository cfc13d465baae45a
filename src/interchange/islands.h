/* SPDX-License-Identifier: MIT */
/* Islands of opaque pixels in a sheet. */
#ifndef KB_ISLANDS_H
#define KB_ISLANDS_H

#include "document/picture.h"

typedef struct {
  gint x, y, width, height;
  guint64 pixels;      /* opaque pixels of the island */
  gboolean shared;     /* its box also contains pixels of other islands */
  guint root;          /* for kb_island_map_picture */
} KbIsland;

typedef struct {
  GArray *islands;     /* KbIsland in reading order */
  guint n_small;       /* islands with fewer than `minimum` pixels */
  GArray *runs;
  guint *row_start;
} KbIslandMap;

/* Max number of unbroken rows of opaque pixels in the whole picture. */
#define KB_MAX_ISLAND_RUNS 4194304u

/* Time: linear in pixels, times gap + 1 in row runs. Memory: by runs and islands, not pixels. NULL
 * if there are more than KB_MAX_ISLAND_RUNS. */
KbIslandMap *kb_island_map_new (const KbPicture *picture, gint gap, gint minimum);
/* The island alone, without the rest of its box. */
KbPicture *kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture,
                                  const KbIsland *island);
void kb_island_map_free (KbIslandMap *map);

#endif

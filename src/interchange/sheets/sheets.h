/* SPDX-License-Identifier: MIT */
/* What the importers of sprites share. */
#ifndef KB_INTERCHANGE_SHEETS_SHEETS_H
#define KB_INTERCHANGE_SHEETS_SHEETS_H

#include "document/pixels/picture.h"
#include "interchange/formats.h"
#include "interchange/readers/readers.h"

/* The two halves of the Aseprite sheet reader. */

/* Reads the tags and slices of `meta`, after the frames and their durations in ms. */
gboolean kb_aseprite_read_tags (KbImport *import, const json_t *meta, const gint *durations,
                                const KbJsonPlace *place, GError **error);
gboolean kb_aseprite_read_slices (KbImport *import, const json_t *meta, const KbJsonPlace *place,
                                  GError **error);

/* Islands of opaque pixels in a sheet. */

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
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbIslandMap, kb_island_map_free)

#endif

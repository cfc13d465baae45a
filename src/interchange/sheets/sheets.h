/* SPDX-License-Identifier: MIT */
/* What the importers of sprites share. */
#ifndef KB_INTERCHANGE_SHEETS_SHEETS_H
#define KB_INTERCHANGE_SHEETS_SHEETS_H

#include "document/pixels/picture.h"
#include "interchange/formats.h"
#include "interchange/readers/readers.h"

/* A frame of a packed sheet. */
typedef struct {
  const char *name;
  KbJsonRect part;         /* in the sheet: its upper left corner there, and its upright size */
  gint turned;             /* 1: stored turned clockwise by a quarter, -1: the other way */
  gint offset_x, offset_y; /* of the upright picture in the frame */
  gint width, height;      /* of the frame */
} KbAtlasFrame;
/* "hero 3.aseprite" -> "hero 3", a new string. */
char *kb_atlas_frame_name (const char *text);
/* Turned parts become pictures of their own. NULL, and why in `fault`, a new string. */
KbImportFrame *kb_atlas_add (KbImport *import, gint picture, const KbAtlasFrame *from,
                             char **fault);
/* The pixel at a position in the frame, or the nearest one. */
void kb_atlas_set_pivot (KbImportFrame *frame, double x, double y);

/* The parts of the Aseprite sheet reader. */

/* Reads the tags and slices of `meta`, after the frames and their durations in ms. */
gboolean kb_aseprite_read_tags (KbImport *import, const json_t *meta, const gint *durations,
                                const KbJsonPlace *place, GError **error);
gboolean kb_aseprite_read_slices (KbImport *import, const json_t *meta, const KbJsonPlace *place,
                                  GError **error);
/* The user data of a tag, slice or cel. NULL: none. New reference. */
json_t *kb_aseprite_values (const json_t *item);
/* The user data of the cels of all layers: values of their frames, and events. */
void kb_aseprite_read_cels (KbImport *import, const json_t *meta);

/* Islands of opaque pixels in a sheet. */

/* A row [x0, x1) of opaque pixels. `keep`, of a root: -1 for no frame, 1 for one even if small. */
typedef struct { gint y, x0, x1; guint parent; gint keep; } KbRun;

typedef struct {
  gint x, y, width, height;
  guint64 pixels;      /* opaque pixels of the island */
  gboolean shared;     /* its box also contains pixels of other islands */
  guint row;           /* islands side by side, from 0 */
  guint root;          /* for kb_island_map_picture */
} KbIsland;

typedef struct {
  GArray *islands;     /* KbIsland in reading order */
  guint n_small;       /* islands with fewer than `minimum` pixels */
  gint width, height, gap, minimum;
  GArray *runs;        /* KbRun, row by row; a root is the first run of its island */
  guint *row_start;    /* the first run of each row, and an end */
} KbIslandMap;

/* Max number of unbroken rows of opaque pixels in the whole picture. */
#define KB_MAX_ISLAND_RUNS 4194304u

/* Time: linear in pixels, times gap + 1 in row runs. Memory: by runs and islands, not pixels.
 * Pixels with less than `alpha` (0 means 1) are in no island. NULL if there are more than
 * KB_MAX_ISLAND_RUNS. */
KbIslandMap *kb_island_map_new (const KbPicture *picture, gint alpha, gint gap, gint minimum);
/* Applies changes such as "drop 12,40; merge 10,10 30,12": see island_edits.c. Returns the changes
 * that found no island, as new strings. Free them with g_strfreev. NULL and an error if one cannot
 * be understood. The islands are then no longer valid. */
char **kb_island_map_edit (KbIslandMap *map, const char *changes, GError **error);
/* The island alone, without the rest of its box. */
KbPicture *kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture,
                                  const KbIsland *island);
void kb_island_map_free (KbIslandMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbIslandMap, kb_island_map_free)

/* For island_edits.c. */
guint kb_runs_root (KbRun *runs, guint i);
void kb_runs_join (KbRun *runs, guint a, guint b);
/* Joins runs that are at most `gap` apart. */
void kb_runs_join_near (KbRun *runs, const guint *row_start, gint height, gint gap);
/* Finds the islands of the runs. The second orders them and finds those that share their box. */
void kb_island_map_collect (KbIslandMap *map);
void kb_island_map_order (KbIslandMap *map);

#endif

/* SPDX-License-Identifier: MIT */
/* The tiles of a layer or a chunk of Tiled's, in all ways in which they are written. */
#ifndef KB_TILED_DATA_H
#define KB_TILED_DATA_H

#include "interchange/tiled_tree.h"

/* Of a global number of a tile. */
#define KB_TILED_FLIP_X 0x80000000u
#define KB_TILED_FLIP_Y 0x40000000u
#define KB_TILED_DIAGONAL 0x20000000u
#define KB_TILED_HEXAGON 0x10000000u     /* turned by 120 degrees: of hexagonal maps */
#define KB_TILED_GID 0x0fffffffu

/* Rows [row, row + n) of global numbers with their bits, which may be changed, and are there for
 * the call alone. FALSE and an error: no more are wanted. */
typedef gboolean (*KbTiledTake) (gpointer user, guint row, guint n, guint32 *tiles, GError **error);

/* All rows, from the top, each once; some at a time, so that what is packed is never unpacked as a
 * whole. `data` says how they are written, `node` has them: it, or one of its chunks. More or fewer
 * than width * height are an error, which may be found when all are taken. */
gboolean kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, guint width,
                              guint height, KbTiledTake take, gpointer user, GError **error);

/* Whether there are any, apart from chunks. */
gboolean kb_tiled_has_tiles (const KbTiledNode *data);
/* Adds the cells of all layers below, by their sizes, to `n`; those without a size have the map's.
 * More than `most` are an error. */
gboolean kb_tiled_count_cells (const KbTiledNode *parent, gint width, gint height, gsize most,
                               gsize *n, GError **error);

#endif

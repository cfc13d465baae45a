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

/* `n` global numbers with their bits; free with g_free. `data` says how they are written, `node` has them: it, or one of its
 * chunks. More or fewer than n are an error, found without ever taking more memory than n of them do. */
guint32 *kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, gsize n, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Reads the tiles of a layer or chunk of Tiled's, in all its encodings. */
#ifndef KB_TILED_DATA_H
#define KB_TILED_DATA_H

#include "interchange/tiled_tree.h"

/* Bits of a tile's global number. */
#define KB_TILED_FLIP_X 0x80000000u
#define KB_TILED_FLIP_Y 0x40000000u
#define KB_TILED_DIAGONAL 0x20000000u
#define KB_TILED_HEXAGON 0x10000000u     /* turned by 120 degrees: hexagonal maps */
#define KB_TILED_GID 0x0fffffffu

/* Gets rows [row, row + n) of global numbers with their flip bits; may change them, and must copy
 * them. FALSE and an error stop the reading. */
typedef gboolean (*KbTiledTake) (gpointer user, guint row, guint n, guint32 *tiles, GError **error);

/* Passes on all rows once, from the top, a few at a time, so that packed data is never unpacked as
 * a whole. `data` has the encoding, `node` the tiles: it is `data` or one of its chunks. A count
 * other than width * height is an error, perhaps found only after the last row. */
gboolean kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, guint width,
                              guint height, KbTiledTake take, gpointer user, GError **error);

/* Are there any tiles, apart from chunks? */
gboolean kb_tiled_has_tiles (const KbTiledNode *data);
/* Adds the number of cells of all layers below to `n`; layers without a size have the map's. More
 * than `most` are an error. */
gboolean kb_tiled_count_cells (const KbTiledNode *parent, gint width, gint height, gsize most,
                               gsize *n, GError **error);

#endif

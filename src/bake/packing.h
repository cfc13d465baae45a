/* SPDX-License-Identifier: MIT */
/* The library's packers (kickbox/pack.h) with heap memory and GLib's errors. Errors:
 * KB_ERROR_INPUT, which names the faulty element: "points[3]: expected ...". */
#ifndef KB_BAKE_PACKING_H
#define KB_BAKE_PACKING_H

#include "document/document.h"
#include "runtime/kickbox/pack.h"

GBytes *kb_pack_maze (const kbx_maze_plan *plan, GError **error);
GBytes *kb_pack_ground (const kbx_ground_plan *plan, GError **error);
GBytes *kb_pack_heightmap (const kbx_heightmap_plan *plan, GError **error);
GBytes *kb_pack_tiles (const kbx_tiles_plan *plan, GError **error);
/* Also G_IO_ERROR_CANCELLED. */
GBytes *kb_pack_walls (const kbx_walls_plan *plan, GError **error);

#endif

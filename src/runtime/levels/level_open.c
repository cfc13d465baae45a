/* SPDX-License-Identifier: MIT */
/* Opening a level, and what it says of itself. */
#include "runtime/about.h"
#include "runtime/levels/level_check.h"
#include "runtime/verify.h"

/* ---- what it says of itself ---- */

KBX_INTERNAL void
kbx_about_walls (kbx_about *about, kbx_handle walls)
{
  const uint8_t *p = kbx_walls_bytes (walls);
  if (p == NULL)
    return;
  about->found = true;
  about->walls = kbx_load_u32 (p + 4);
  about->partition = (kbx_partition) kbx_load_u32 (p + 8);
  about->areas = kbx_load_u32 (p + 24);
}

KBX_API kbx_wall
kbx_walls_wall (kbx_handle walls, uint32_t index)
{
  kbx_wall wall;
  kbx_level_view v;
  const uint8_t *p = kbx_walls_bytes (walls);
  memset (&wall, 0, sizeof wall);
  if (p == NULL || index >= kbx_load_u32 (p + 4))
    return wall;
  kbx_read_level (p, &v);
  p = v.walls + (size_t) index * KBX_LEVEL_WALL;
  wall.segment = kbx_load_segment (p);
  wall.class_index = kbx_tag_class (kbx_load_u32 (p + 16));
  wall.one_way = kbx_tag_one_way (kbx_load_u32 (p + 16));
  return wall;
}

/* SPDX-License-Identifier: MIT */
/* Opening a level, and what it says of itself. */
#include "runtime/levels/level_check.h"
#include "runtime/verify.h"

/* ---- what it says of itself ---- */

KBX_API kbx_walls_about
kbx_walls_info (kbx_layer walls)
{
  const uint8_t *p = kbx_walls_bytes (walls);
  kbx_walls_about about;
  about.partition = p == NULL ? KBX_PARTITION_NONE : (kbx_partition) kbx_load_u32 (p + 8);
  about.wall_count = p == NULL ? 0 : kbx_load_u32 (p + 4);
  about.area_count = p == NULL ? 0 : kbx_load_u32 (p + 24);
  return about;
}

KBX_API kbx_wall
kbx_walls_wall (kbx_layer walls, uint32_t index)
{
  kbx_wall wall;
  kbx_level_view v;
  const uint8_t *p;
  memset (&wall, 0, sizeof wall);
  if (index >= kbx_walls_info (walls).wall_count)
    return wall;
  kbx_read_level (kbx_walls_bytes (walls), &v);
  p = v.walls + (size_t) index * KBX_LEVEL_WALL;
  wall.segment = kbx_load_segment (p);
  wall.class_index = kbx_tag_class (kbx_load_u32 (p + 16));
  wall.one_way = kbx_tag_one_way (kbx_load_u32 (p + 16));
  return wall;
}

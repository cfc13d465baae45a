/* SPDX-License-Identifier: MIT */
/* Opening a level, and what it says of itself. */
#include "runtime/levels/level_check.h"
#include "runtime/verify.h"

/* ---- what it says of itself ---- */

static uint32_t
kbx_level_number (kbx_level level, uint32_t at)
{
  return kbx_walls_bytes (level) == NULL ? 0 : kbx_load_u32 (kbx_walls_bytes (level) + at);
}

KBX_API uint32_t kbx_level_wall_count (kbx_level level) { return kbx_level_number (level, 4); }
KBX_API kbx_partition kbx_level_partition (kbx_level level) { return (kbx_partition) kbx_level_number (level, 8); }
KBX_API uint32_t kbx_level_area_count (kbx_level level) { return kbx_level_number (level, 24); }

KBX_API kbx_wall
kbx_level_wall (kbx_level level, uint32_t index)
{
  kbx_wall wall;
  kbx_level_view v;
  const uint8_t *p;
  memset (&wall, 0, sizeof wall);
  if (index >= kbx_level_wall_count (level))
    return wall;
  kbx_read_level (kbx_walls_bytes (level), &v);
  p = v.walls + (size_t) index * KBX_LEVEL_WALL;
  wall.segment = kbx_load_segment (p);
  wall.class_index = kbx_tag_class (kbx_load_u32 (p + 16));
  wall.one_way = kbx_tag_one_way (kbx_load_u32 (p + 16));
  return wall;
}

KBX_API kbx_wall_filter
kbx_all_walls (void)
{
  kbx_wall_filter filter;
  filter.classes = KBX_ALL_CLASSES;
  filter.removed = NULL;
  return filter;
}

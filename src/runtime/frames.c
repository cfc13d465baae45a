/* SPDX-License-Identifier: MIT */
/* Frames: size, hot spot, picture and where it is drawn, action points. */
#include "runtime/space.h"

static inline bool
kbx_frame_exists (kbx_frame frame)
{
  return kbx_is_frame (frame);
}

/* The record, all zeros for a null handle: then there is no picture, shape or point, and the size is 0. */
static inline kbx_fram_record
kbx_frame_record (kbx_frame frame)
{
  kbx_fram_record record;
  if (kbx_frame_exists (frame))
    return kbx_read_fram (frame.bank, frame.index);
  memset (&record, 0, sizeof record);
  return record;
}

KBX_API uint32_t
kbx_frame_index (kbx_frame frame)
{
  kbx_sprite sprite = kbx_parent (frame);
  return sprite.bank != NULL ? frame.index - kbx_read_sprt (sprite.bank, sprite.index).first_frame : KBX_NONE;
}

KBX_API kbx_size
kbx_frame_size (kbx_frame frame)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_size size;
  size.w = record.w;
  size.h = record.h;
  return size;
}

KBX_API kbx_hot_spot
kbx_frame_hot_spot (kbx_frame frame)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_hot_spot spot;
  spot.found = (record.flags & KBX_FRAME_HAS_HOT_SPOT) != 0;
  spot.p.x = record.hot_x;
  spot.p.y = record.hot_y;
  return spot;
}

KBX_API kbx_pose
kbx_frame_own_pose (kbx_frame frame)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_pose pose;
  pose.x = record.hot_x;
  pose.y = record.hot_y;
  pose.flip_x = false;
  pose.flip_y = false;
  return pose;
}

KBX_API kbx_box
kbx_frame_area (kbx_frame frame, kbx_pose pose)
{
  kbx_fram_record record = kbx_frame_record (frame);
  if (!kbx_frame_exists (frame))
    return kbx_empty_box ();
  return kbx_map_box (kbx_map_to_world (&record, pose), 0, 0, record.w, record.h);
}

KBX_API kbx_box
kbx_frame_trim (kbx_frame frame)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_box box;
  box.x0 = record.trim_x;
  box.y0 = record.trim_y;
  box.x1 = record.trim_x + record.atlas_w;
  box.y1 = record.trim_y + record.atlas_h;
  return box;
}

KBX_API kbx_placement
kbx_frame_placement (kbx_frame frame, kbx_pose pose)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_box trim = kbx_frame_trim (frame);
  kbx_placement placement;

  memset (&placement, 0, sizeof placement);
  if (!(record.flags & KBX_FRAME_HAS_PICTURE))
    return placement;
  placement.found = true;
  placement.page = record.page;
  placement.source.x0 = record.atlas_x;
  placement.source.y0 = record.atlas_y;
  placement.source.x1 = record.atlas_x + record.atlas_w;
  placement.source.y1 = record.atlas_y + record.atlas_h;
  placement.target = kbx_map_box (kbx_map_to_world (&record, pose), trim.x0, trim.y0, trim.x1, trim.y1);
  placement.flip_x = pose.flip_x;
  placement.flip_y = pose.flip_y;
  return placement;
}

/* ---- action points ---- */

KBX_API kbx_action_point
kbx_frame_action_point_at (kbx_frame frame, kbx_pose pose, uint32_t i)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_action_point point;
  kbx_poin_record r;
  kbx_map map;

  memset (&point, 0, sizeof point);
  if (i >= record.point_count)
    return point;
  r = kbx_read_poin (frame.bank, record.first_point + i);
  map = kbx_map_to_world (&record, pose);
  point.found = true;
  point.p = kbx_map_point (map, r.x, r.y);
  point.has_direction = r.dx != 0.0f || r.dy != 0.0f;
  point.direction = kbx_map_direction (map, r.dx, r.dy);
  return point;
}

KBX_API kbx_action_point
kbx_frame_action_point (kbx_frame frame, kbx_pose pose, const char *name)
{
  kbx_handle point = kbx_find (frame, KBX_ACTION, name);
  return kbx_frame_action_point_at (frame, pose, point.bank != NULL ? point.index - kbx_read_fram (frame.bank, frame.index).first_point : KBX_NONE);
}

/* SPDX-License-Identifier: MIT */
/* Frames: size, hot spot, the picture and its position, action points. */
#include "runtime/bank/about.h"
#include "runtime/masks/zone_lists.h"
#include "runtime/frames/turned_hits.h"

KBX_ASIDE bool
kbx_stance_of (kbx_stance *s, const kbx_fram_record *frame, const kbx_place *place)
{
  kbx_pose pose;
  s->upright = kbx_upright (place, &pose);
  if (s->upright)
    s->map = kbx_map_to_world (frame, pose);
  else if (kbx_place_valid (place))
    s->spin = kbx_spin_of (frame->hot_x, frame->hot_y, place);
  else
    return false;
  return true;
}

/* The record; all zeros for a null handle, so no picture, shape or point, and size 0. */
static inline kbx_fram_record
kbx_frame_record (kbx_handle frame)
{
  if (kbx_is_frame (frame))
    return kbx_read_fram (frame.bank, frame.index);
  return KBX_LITERAL (kbx_fram_record) KBX_ZEROS;
}

/* The picture's box in the frame. */
static kbx_box
kbx_frame_trim (const kbx_fram_record *record)
{
  return KBX_LITERAL (kbx_box){ record->trim_x, record->trim_y, record->trim_x + record->atlas_w,
                                record->trim_y + record->atlas_h };
}

KBX_INTERNAL void
kbx_about_frame (kbx_about *about, kbx_handle frame)
{
  const kbx_fram_record record = kbx_frame_record (frame);
  const kbx_handle sprite = kbx_parent (frame);
  if (sprite.bank == NULL)
    return;
  about->found = true;
  about->index = frame.index - kbx_read_sprt (sprite.bank, sprite.index).first_frame;
  about->size.w = record.w;
  about->size.h = record.h;
  about->has_hot_spot = (record.flags & KBX_FRAME_HAS_HOT_SPOT) != 0;
  about->hot_spot.x = record.hot_x;
  about->hot_spot.y = record.hot_y;
  about->bounds = kbx_frame_trim (&record);
  about->classes = record.classes;
  if (record.painting == 0)
    return;
  about->mask = kbx_packed_handle (KBX_MASK, kbx_zone_picture (frame.bank, record.painting));
  about->mask_at.x = record.painting_x;
  about->mask_at.y = record.painting_y;
  about->zones = kbx_load_set ((const uint8_t *) about->mask.data + 8);
}

KBX_API kbx_box
kbx_frame_area (kbx_handle frame, kbx_place place)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_stance stance;
  if (!kbx_is_frame (frame) || !kbx_stance_of (&stance, &record, &place))
    return kbx_empty_box ();
  return kbx_stance_box (&stance, 0, 0, record.w, record.h);
}

/* The corners of a box of the frame, clockwise from the top left. */
static void
kbx_stance_corners (const kbx_stance *stance, kbx_box box, kbx_vec corners[4])
{
  for (uint32_t k = 0; k < 4; k++)
    {
      const int64_t x = k == 1 || k == 2 ? box.x1 : box.x0, y = k < 2 ? box.y0 : box.y1;
      corners[k] = kbx_stance_vec (stance, x * KBX_GRID, y * KBX_GRID);
    }
}

KBX_API kbx_picture
kbx_frame_picture (kbx_handle frame, kbx_place place)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_box trim = kbx_frame_trim (&record);
  kbx_stance stance;

  kbx_picture picture;
  memset (&picture, 0, sizeof picture);
  if (!(record.flags & KBX_FRAME_HAS_PICTURE) || !kbx_stance_of (&stance, &record, &place))
    return picture;
  picture.found = true;
  picture.page = record.page;
  picture.source.x0 = record.atlas_x;
  picture.source.y0 = record.atlas_y;
  picture.source.x1 = record.atlas_x + record.atlas_w;
  picture.source.y1 = record.atlas_y + record.atlas_h;
  picture.target = kbx_stance_box (&stance, trim.x0, trim.y0, trim.x1, trim.y1);
  kbx_stance_corners (&stance, trim, picture.corners);
  picture.flip_x = place.flip_x;
  picture.flip_y = place.flip_y;
  return picture;
}

/* ---- action points ---- */

KBX_API kbx_action_point
kbx_frame_action_at (kbx_handle frame, kbx_place place, uint32_t i)
{
  kbx_fram_record record = kbx_frame_record (frame);
  kbx_stance s;

  kbx_action_point point;
  memset (&point, 0, sizeof point);
  if (i >= record.point_count || !kbx_stance_of (&s, &record, &place))
    return point;
  const kbx_poin_record r = kbx_read_poin (frame.bank, record.first_point + i);
  point.found = true;
  if (s.upright)
    {
      point.pixel = kbx_map_point (s.map, r.x, r.y);
      point.p = kbx_pixel_middle (point.pixel.x, point.pixel.y);
    }
  else
    {
      point.p = kbx_spin_point (&s.spin, r.x + 0.5, r.y + 0.5);
      point.pixel.x = kbx_clamp (kbx_floor (point.p.x));
      point.pixel.y = kbx_clamp (kbx_floor (point.p.y));
    }
  point.has_direction = r.dx != 0.0f || r.dy != 0.0f;
  point.direction = kbx_stance_direction (&s, r.dx, r.dy);
  return point;
}

KBX_INTERNAL uint32_t
kbx_find_action (kbx_handle frame, const char *name)
{
  const kbx_handle action = kbx_find (frame, KBX_ACTION, name);
  return action.bank != NULL ? action.index - kbx_read_fram (frame.bank, frame.index).first_point
                             : KBX_NONE;
}

KBX_API kbx_action_point
kbx_frame_action (kbx_handle frame, kbx_place place, const char *name)
{
  return kbx_frame_action_at (frame, place, kbx_find_action (frame, name));
}

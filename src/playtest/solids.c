/* SPDX-License-Identifier: MIT */
/* Queries all layers of a level. */
#include "playtest/places.h"
#include "playtest/solids.h"

static bool
is_straight (kbx_handle tiles)
{
  const kbx_about info = kbx_info (tiles);
  return info.axis_i.y == 0 && info.axis_j.x == 0;
}

static bool
are_of_one_frame (kbx_handle a, kbx_handle b)
{
  const kbx_about p = kbx_info (a), q = kbx_info (b);
  return p.cell.w == q.cell.w && p.cell.h == q.cell.h && p.origin.x == q.origin.x
         && p.origin.y == q.origin.y && p.axis_i.x == q.axis_i.x && p.axis_i.y == q.axis_i.y
         && p.axis_j.x == q.axis_j.x && p.axis_j.y == q.axis_j.y;
}

kbx_handle
kb_solids_layer (const KbSolids *solids, uint32_t i)
{
  const kbx_handle tiles = kbx_item (kbx_bank_item (solids->bank, KBX_LEVEL, solids->level),
                                     KBX_TILES, i),
                   frame = solids->frame;
  return (frame.data ? are_of_one_frame (tiles, frame) : is_straight (tiles)) ? tiles
                                                                              : (kbx_handle) { 0 };
}

kbx_handle
kb_bank_level_isometric (const kbx_bank *bank, uint32_t level)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t i = 0; i < kbx_count (handle, KBX_TILES); i++)
    if (!is_straight (kbx_item (handle, KBX_TILES, i)))
      return kbx_item (handle, KBX_TILES, i);
  return (kbx_handle) { NULL };
}

/* The level with its lifts, and a filter of its layers; layers after the first 63 are left out. */
static kbx_handle
level_of (const KbSolids *solids, kbx_filter *filter, KbLiftLayers *memory)
{
  const kbx_handle level = kbx_bank_item (solids->bank, KBX_LEVEL, solids->level);
  *filter = kbx_all_solid ();
  filter->layers = 0;
  for (uint32_t i = 0; i < kbx_count (level, KBX_TILES) && i < 63; i++)
    if (kb_solids_layer (solids, i).data)
      filter->layers |= UINT64_C (2) << i;
  return !solids->lifts ? level
                        : kb_lifts_level (solids->lifts, solids->step, solids->without, level,
                                          filter, memory);
}

bool
kb_solids_free (const KbSolids *solids, kbx_box box)
{
  KbLiftLayers memory;
  kbx_filter filter;
  const kbx_handle level = level_of (solids, &filter, &memory);
  return kbx_level_touching (level, kbx_shape_box (box), &filter, NULL, 0) == 0;
}

kbx_hit
kb_solids_cast (const KbSolids *solids, kbx_shape mover, kbx_vec move)
{
  KbLiftLayers memory;
  kbx_filter filter;
  const kbx_handle level = level_of (solids, &filter, &memory);
  return kbx_level_cast (level, mover, move, &filter);
}

kbx_vec
kb_solids_push (KbPlay *play, const KbSolids *solids, kbx_box body, bool stands)
{
  const KbSolids fixed = { solids->bank, solids->level, solids->frame, NULL, 0, 0 };
  const kbx_shape foot = kbx_shape_box (kbx_box_moved (body, (kbx_point) { 0, 1 }));
  kbx_filter filter;
  const kbx_handle level = level_of (&fixed, &filter, NULL);
  return kb_lifts_push (play, solids->lifts, level, &filter, kbx_shape_box (body),
                        stands ? &foot : NULL);
}

KbSolidsMove
kb_solids_move (const KbSolids *solids, kbx_box box, kbx_point move, kbx_motion motion,
                bool drop_through)
{
  KbLiftLayers memory;
  kbx_hit touches[16];
  kbx_filter filter;
  const kbx_handle level = level_of (solids, &filter, &memory);
  filter.drop_through = drop_through;
  motion.manner = KBX_WALK;
  const kbx_move moved =
    kbx_level_move (level, kbx_shape_box (box), (kbx_vec) { (float) move.x, (float) move.y },
                    motion, &filter, touches, 16);
  KbSolidsMove done = { .moved = { (int32_t) moved.moved.x, (int32_t) moved.moved.y },
                        .left = moved.on_left,
                        .right = moved.on_right,
                        .ceiling = moved.on_ceiling,
                        .floor = moved.on_floor,
                        .layer = KBX_NONE,
                        .class_index = KBX_NONE };
  for (uint32_t i = 0; i < moved.touched && i < 16 && moved.on_floor; i++)
    if (touches[i].normal.y < 0)
      {
        done.layer = touches[i].layer - 1;
        done.cell = touches[i].cell;
        done.class_index = touches[i].class_index;
      }
  return done;
}

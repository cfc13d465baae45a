/* SPDX-License-Identifier: MIT */
/* The layers of a level, asked one after the other. */
#include <stdlib.h>

#include "playtest/solids.h"
#include "playtest/stand.h"

static bool
is_straight (kbx_tiles tiles)
{
  const kbx_tiles_info info = kbx_tiles_describe (tiles);
  return info.axis_i.y == 0 && info.axis_j.x == 0;
}

static bool
are_of_one_frame (kbx_tiles a, kbx_tiles b)
{
  const kbx_tiles_info p = kbx_tiles_describe (a), q = kbx_tiles_describe (b);
  return p.cell.w == q.cell.w && p.cell.h == q.cell.h && p.origin.x == q.origin.x && p.origin.y == q.origin.y
         && p.axis_i.x == q.axis_i.x && p.axis_i.y == q.axis_i.y && p.axis_j.x == q.axis_j.x && p.axis_j.y == q.axis_j.y;
}

kbx_tiles
kb_solids_layer (const KbSolids *solids, uint32_t i)
{
  const kbx_tiles tiles = kbx_item (kbx_bank_item (solids->bank, KBX_LEVEL, solids->level), KBX_TILES, i), frame = solids->frame;
  return (frame.data ? are_of_one_frame (tiles, frame) : is_straight (tiles)) ? tiles : (kbx_tiles) { 0 };
}

kbx_tiles
kb_bank_level_isometric (const kbx_bank *bank, uint32_t level)
{
  const kbx_level handle = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t i = 0; i < kbx_count (handle, KBX_TILES); i++)
    if (!is_straight (kbx_item (handle, KBX_TILES, i)))
      return kbx_item (handle, KBX_TILES, i);
  return (kbx_tiles) { NULL };
}

static uint32_t
count_layers (const KbSolids *solids)
{
  return kbx_count (kbx_bank_item (solids->bank, KBX_LEVEL, solids->level), KBX_TILES);
}

bool
kb_solids_free (const KbSolids *solids, kbx_box box)
{
  for (uint32_t i = 0; i < count_layers (solids); i++)
    if (kbx_tiles_solid_in_box (kb_solids_layer (solids, i), box, KBX_ALL_CLASSES))
      return false;
  return true;
}

/* A pixel to one side, or nothing. */
static bool
move_aside (const KbSolids *solids, kbx_box *box, int32_t x, kbx_tiles_walk walk)
{
  int32_t y = 0;
  bool follows = false;   /* a layer has told how it stands, or rises */
  for (uint32_t i = 0; i < count_layers (solids); i++)
    {
      kbx_tiles_move move = kbx_tiles_move_box (kb_solids_layer (solids, i), *box, (kbx_point) { x, 0 }, walk);
      if (move.moved.x == 0)
        return false;
      if (!move.floor.hit && move.moved.y == 0)
        continue;
      y = !follows || move.moved.y < y ? move.moved.y : y;
      follows = true;
    }
  const kbx_box to = kb_box_moved (*box, (kbx_point) { x, y });
  if (!kb_solids_free (solids, to))
    return false;
  *box = to;
  return true;
}

/* As far as each lets it; what it then stands on is that of the first layer that stopped it. */
static void
move_upright (const KbSolids *solids, kbx_box *box, int32_t y, kbx_tiles_walk walk, KbSolidsMove *done)
{
  int32_t most = y;
  for (uint32_t i = 0; i < count_layers (solids); i++)
    {
      kbx_tiles_move move = kbx_tiles_move_box (kb_solids_layer (solids, i), *box, (kbx_point) { 0, y }, walk);
      const bool nearer = abs (move.moved.y) < abs (most) || (done->layer == KBX_NONE && move.moved.y == most);
      if (abs (move.moved.y) < abs (most))
        {
          most = move.moved.y;
          done->floor = done->ceiling = false;
          done->layer = KBX_NONE;
        }
      if (!nearer)
        continue;
      done->ceiling = done->ceiling || move.ceiling.hit;
      if (!move.floor.hit)
        continue;
      done->floor = true;
      done->layer = i;
      done->cell = move.floor.cell;
      done->class_index = move.floor.class_index;
    }
  *box = kb_box_moved (*box, (kbx_point) { 0, most });
}

KbSolidsMove
kb_solids_move (const KbSolids *solids, kbx_box box, kbx_point move, kbx_tiles_walk walk)
{
  KbSolidsMove done = { .layer = KBX_NONE, .class_index = KBX_NONE };
  const int32_t x = move.x < 0 ? -1 : 1;
  const kbx_box from = box;
  kbx_tiles_walk aside = walk;
  aside.step_down = move.y < 0 ? 0 : walk.step_down;
  for (int32_t left = abs (move.x); left > 0 && !(done.left || done.right); left--)
    if (!move_aside (solids, &box, x, aside))
      *(x < 0 ? &done.left : &done.right) = true;
  move_upright (solids, &box, move.y, walk, &done);
  done.moved = (kbx_point) { box.x0 - from.x0, box.y0 - from.y0 };
  return done;
}

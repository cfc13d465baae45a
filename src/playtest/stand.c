/* SPDX-License-Identifier: MIT */
/* Bodies of sprites, and free positions for them. */
#include <math.h>

#include "playtest/actor.h"
#include "playtest/places.h"
#include "playtest/scene.h"

static kbx_handle
first_frame (const kbx_bank *bank, uint32_t sprite)
{
  return kb_animation_frame (bank, sprite,
                             kb_find_animation (bank, sprite, "idle|stand|wait", true), 0);
}

bool
kb_sprite_stands (const kbx_bank *bank, uint32_t sprite)
{
  return kbx_count (kbx_bank_item (bank, KBX_SPRITE, sprite), KBX_ANIMATION) > 0
         && kbx_info (first_frame (bank, sprite)).has_hot_spot;
}

kbx_box
kb_body_box (const kbx_bank *bank, uint32_t sprite, kbx_box otherwise)
{
  const kbx_handle frame = first_frame (bank, sprite);
  const kbx_place place = kbx_at (0, 0);
  const uint32_t body = kbx_bank_find (bank, KBX_CLASS, "body").index;
  kbx_box box = kbx_frame_area (frame, place);
  if (sprite == KBX_NONE || !frame.bank)
    return otherwise;
  for (uint32_t i = kbx_count (frame, KBX_SHAPE); i-- > 0;)
    {
      const kbx_placed_shape shape = kbx_frame_shape (frame, place, i);
      if (shape.class_index == body)
        box = shape.bounds;
    }
  return box.x1 > box.x0 && box.y1 > box.y0 ? box : otherwise;
}

kbx_box
kb_box_in_cell (kbx_size cell, kbx_point p)
{
  const int32_t side = (int32_t) (cell.w < cell.h ? cell.w : cell.h) / 2,
                half = side > 1 ? side / 2 : 0;
  return (kbx_box) { p.x - half, p.y - half, p.x - half + (side > 1 ? side : 1),
                    p.y - half + (side > 1 ? side : 1) };
}

int32_t
kb_whole (float *rest, float way)
{
  const float sum = *rest + way, pixels = truncf (sum);
  *rest = sum - pixels;
  return (int32_t) pixels;
}

kbx_vec
kb_after_move (kbx_vec from, kbx_move move)
{
  return (kbx_vec) { floorf ((from.x + move.moved.x) * 256 + 0.5f) / 256,
                    floorf ((from.y + move.moved.y) * 256 + 0.5f) / 256 };
}

static int32_t
stand_squared (kbx_point p)
{
  return p.x * p.x + p.y * p.y;
}

bool
kb_find_free (KbIsFree is_free, const KbPlay *play, int32_t step, kbx_point *by)
{
  enum { STAND_FAR = 32, FAR_STEP = 64 };
  bool found = false;
  for (int32_t far = 0; far <= STAND_FAR && !found; far++)
    for (int32_t j = -far; j <= far; j++)
      for (int32_t i = -far; i <= far; i += j == -far || j == far ? 1 : 2 * far)
        {
          const kbx_point off = { i * step, j * step };
          if ((found && stand_squared (off) >= stand_squared (*by)) || !is_free (play, off))
            continue;
          *by = off;
          found = true;
        }
  return found || (step < FAR_STEP && kb_find_free (is_free, play, 4 * step, by));
}

void
kb_make_free (KbPlay *play, KbIsFree is_free, const char *format, kbx_vec *at)
{
  kbx_point by = { 0, 0 };
  if (!kb_find_free (is_free, play, 4, &by) || (by.x == 0 && by.y == 0))
    return;
  kb_play_say (play, format, (double) at->x, (double) at->y);
  *at = (kbx_vec) { at->x + (float) by.x, at->y + (float) by.y };
}

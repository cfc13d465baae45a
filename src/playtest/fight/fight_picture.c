/* SPDX-License-Identifier: MIT */
/* Draws a fight: the stage, both fighters, overlapping pixels, hits. */
#include <stdio.h>

#include "playtest/fight/fight.h"
#include "playtest/fight/fight_private.h"

static uint64_t
struck_shapes (const KbPlay *play, uint32_t f, const KbHit *hits, uint32_t n_hits)
{
  const KbFight *state = play->state;
  kbx_handle frame = kb_fight_posed (play, f).frame;
  const kbx_class_set classes = state->fighters[f].flash_left ? state->fighters[f].flash : 0;
  uint64_t struck = 0;
  for (uint32_t i = 0; i < 64 && i < kbx_count (frame, KBX_SHAPE); i++)
    if (kbx_class_bit (kbx_info (kbx_item (frame, KBX_SHAPE, i)).class_index) & classes)
      struck |= UINT64_C (1) << i;
  for (uint32_t i = 0; i < n_hits; i++)
    {
      const bool of_f = hits[i].kind == (f == ROLE_A ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES);
      const uint32_t shape = f == ROLE_A ? hits[i].shape_a : hits[i].shape_b;
      if (of_f && shape < 64)
        struck |= UINT64_C (1) << shape;
    }
  return struck;
}

/* "kick 4 of 7, active" above the head. */
static void
draw_name (const KbPlay *play, KbPlayPicture *picture, uint32_t f)
{
  const KbFight *state = play->state;
  const KbActor *actor = &state->fighters[f].actor;
  const KbActorShown shown = kb_actor_shown (actor, play->bank);
  const kbx_class_set hitting = kb_phases_hitting (kb_fight_rules (play));
  kbx_handle animation = kbx_item (kbx_bank_item (play->bank, KBX_SPRITE, actor->sprite),
                                   KBX_ANIMATION, actor->animation);
  const KbPhases phases = kb_phases_of (animation, hitting);
  const char *phase = kb_phase_name (kb_phase_of_step (animation, hitting, &phases, shown.step));
  const kbx_vec at = { actor->at.x, (float) state->stage.y0 - 6 };
  char text[60];
  if (shown.step == KBX_NONE)
    return;
  /* Translators: as "kick 4 of 7, active (held)". The first two, and the last three, may be empty:
   * an animation, a space, a step, the number of steps, a comma, a phase, "(held)". */
  snprintf (text, sizeof text, kb_play_word (N_("%s%s%u of %u%s%s%s")), kbx_name (animation),
            *kbx_name (animation) ? " " : "", shown.step + 1,
            kb_animation_length (play->bank, actor->sprite, actor->animation), *phase ? ", " : "",
            *phase ? kb_play_word (phase) : "",
            actor->frozen == KBX_NONE ? "" : kb_play_word (N_(" (held)")));
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0, at, text);
}

/* Draws the pixels that overlap, a box for each run in a row. For very large pictures, only the
 * area where they may overlap. */
static void
draw_pixels (KbPlayPicture *picture, KbPosed a, KbPosed b)
{
  const kbx_box both =
    kb_shared_box (kbx_frame_area (a.frame, a.pose), kbx_frame_area (b.frame, b.pose));
  const uint32_t colour = 0xff3b6fff;
  if (both.x1 <= both.x0 || both.y1 <= both.y0
      || !kbx_pixels_overlap (a.frame, a.pose, b.frame, b.pose))
    return;
  if ((int64_t) (both.x1 - both.x0) * (both.y1 - both.y0) > 1 << 16)
    {
      kb_picture_add_box (picture, KB_SHOW_PIXELS, colour, kbx_bounds (kbx_shape_box (both)));
      return;
    }
  for (int32_t y = both.y0; y < both.y1; y++)
    for (int32_t x = both.x0, from = x; x <= both.x1; x++)
      {
        const kbx_point at = { x, y };
        if (x < both.x1 && kbx_pixel_at (a.frame, a.pose, at) && kbx_pixel_at (b.frame, b.pose, at))
          continue;
        if (x > from)
          kb_picture_add_box (
            picture, KB_SHOW_PIXELS, colour,
            (kbx_rect) { { (float) from, (float) y }, { (float) x, (float) (y + 1) } });
        from = x + 1;
      }
}

static void
draw_hits (KbPlayPicture *picture, const KbHit *hits, uint32_t n_hits)
{
  for (uint32_t i = 0; i < n_hits; i++)
    {
      const kbx_vec at = { (float) hits[i].at.x + 0.5f, (float) hits[i].at.y + 0.5f };
      if (hits[i].kind == KB_HIT_A_STRIKES || hits[i].kind == KB_HIT_B_STRIKES)
        kb_picture_add_circle (picture, KB_SHOW_CONTACTS, 0, (kbx_circle) { at, 4 })->flash = true;
      else if (hits[i].kind == KB_HIT_SHAPES)
        kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_CONTACTS, 0, &at, 1);
    }
}

void
kb_fight_draw (const KbPlay *play, KbPlayPicture *picture)
{
  const KbFight *state = play->state;
  const KbPosed a = kb_fight_posed (play, ROLE_A), b = kb_fight_posed (play, ROLE_B);
  const float left = (float) state->stage.x0, right = (float) state->stage.x1;
  KbHit hits[MOST_HITS];
  uint32_t n_hits = kb_find_hits (a, b, kb_fight_rules (play), hits, MOST_HITS);
  n_hits = n_hits < MOST_HITS ? n_hits : MOST_HITS;
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { left, 0 }, (kbx_vec) { right, 0 });
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { left, 0 },
                       (kbx_vec) { left, (float) state->stage.y0 });
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { right, 0 },
                       (kbx_vec) { right, (float) state->stage.y0 });
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_draw (&state->fighters[f].actor, play->bank, picture,
                   struck_shapes (play, f, hits, n_hits));
  draw_pixels (picture, a, b);
  draw_hits (picture, hits, n_hits);
  for (uint32_t f = 0; f < FIGHTERS; f++)
    draw_name (play, picture, f);
}

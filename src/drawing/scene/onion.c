/* SPDX-License-Identifier: MIT */
/* The order of playback. */
#include "drawing/drawing.h"

/* Step number `at` of an endless playback of `n` steps, or -1 after its end. */
static int
step_of_walk (KbLoop loop, int n, int at)
{
  int round = 2 * n - 2;

  switch (loop)
    {
    case KB_LOOP_LOOP:
      return ((at % n) + n) % n;
    case KB_LOOP_PING_PONG:
      if (n < 2)
        return at == 0 ? 0 : -1;
      at = ((at % round) + round) % round;
      return at < n ? at : round - at;
    default:
      return at >= 0 && at < n ? at : -1;
    }
}

guint
kb_onion_frames (const KbSprite *sprite, const KbAnimation *animation, KbId frame, int step,
                 int direction, guint n, KbId *found)
{
  int count, place = -1;
  guint n_found = 0;

  if (animation && step >= 0 && step < (int) kb_count (animation->steps) &&
      kb_step_at (animation, (guint) step)->frame_id == frame)
    place = step;
  KB_EACH_WHILE (animation && place < 0, const KbStep, animated, animation->steps)
    if (animated->frame_id == frame)
      place = (int) animated_at;
  gboolean in_animation = place >= 0;
  KB_EACH_WHILE (place < 0, const KbFrame, known, sprite->frames)
    if (known->node.id == frame)
      place = (int) known_at;
  if (place < 0)
    return 0;

  count = (int) (in_animation ? kb_count (animation->steps) : kb_count (sprite->frames));
  for (int i = 1; i <= (int) n && i < count; i++)
    {
      int at =
        step_of_walk (in_animation ? animation->loop : KB_LOOP_ONCE, count, place + direction * i);

      if (at < 0)
        break;
      KbId id = in_animation ? kb_step_at (animation, (guint) at)->frame_id
                             : kb_frame_at (sprite, (guint) at)->node.id;
      gboolean known = id == frame;
      for (guint k = 0; k < n_found; k++)
        known = known || found[k] == id;
      if (!known)
        found[n_found++] = id;
    }
  return n_found;
}

/* SPDX-License-Identifier: MIT */
/* Animations: their steps, and the step shown at a given time. */
#include "runtime/bank/about.h"
#include "runtime/bank/records.h"

static bool
kbx_animation_exists (kbx_handle animation)
{
  return animation.kind == KBX_ANIMATION
         && kbx_within (animation.bank, KBX_SECTION_ANIM, animation.index);
}

KBX_INTERNAL void
kbx_about_animation (kbx_about *about, kbx_handle animation)
{
  if (!kbx_animation_exists (animation))
    return;
  const kbx_anim_record r = kbx_read_anim (animation.bank, animation.index);
  about->found = true;
  about->loop = (kbx_loop) r.loop;
  about->steps = r.step_count;
  about->duration_ms = r.duration_ms;
}

/* The end of step i, from the start of the run. */
static inline uint32_t
kbx_step_end (const kbx_bank *bank, const kbx_anim_record *animation, uint32_t i)
{
  return kbx_read_step (bank, animation->first_step + i).end_ms;
}

static kbx_step
kbx_no_step (void)
{
  kbx_step step = KBX_ZEROS;
  step.index = KBX_NONE;
  return step;
}

/* Reads step i, which must exist. */
static kbx_step
kbx_read_a_step (const kbx_bank *bank, const kbx_anim_record *animation, uint32_t i)
{
  const kbx_step_record r = kbx_read_step (bank, animation->first_step + i);
  const uint32_t start_ms = i > 0 ? kbx_step_end (bank, animation, i - 1) : 0;
  return KBX_LITERAL (kbx_step){ kbx_quick_handle (bank, KBX_FRAME, r.frame), i, start_ms,
                                 r.end_ms - start_ms, false };
}

KBX_API kbx_step
kbx_animation_step (kbx_handle animation, uint32_t i)
{
  if (!kbx_animation_exists (animation))
    return kbx_no_step ();
  kbx_anim_record record = kbx_read_anim (animation.bank, animation.index);
  return i < record.step_count ? kbx_read_a_step (animation.bank, &record, i) : kbx_no_step ();
}

/* The first step that ends after ms, which is below the duration. */
static uint32_t
kbx_step_at (const kbx_bank *bank, const kbx_anim_record *animation, uint32_t ms)
{
  uint32_t low = 0, high = animation->step_count - 1;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (kbx_step_end (bank, animation, middle) > ms)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* ms within [0, period), also for negative ms. */
static inline uint64_t
kbx_wrap (int64_t ms, uint64_t period)
{
  int64_t rest = ms % (int64_t) period;
  return (uint64_t) (rest < 0 ? rest + (int64_t) period : rest);
}

/* One period of a ping-pong is all steps forwards, then back without the two ends. */
static uint32_t
kbx_ping_pong_at (const kbx_bank *bank, const kbx_anim_record *animation, int64_t ms)
{
  uint32_t last = animation->step_count - 1;
  uint64_t whole = animation->duration_ms, first_ms, inner_end, rest;

  if (last < 2)
    return kbx_step_at (bank, animation, (uint32_t) kbx_wrap (ms, whole));
  first_ms = kbx_step_end (bank, animation, 0);
  inner_end = kbx_step_end (bank, animation, last - 1);
  rest = kbx_wrap (ms, whole + inner_end - first_ms);
  if (rest < whole)
    return kbx_step_at (bank, animation, (uint32_t) rest);
  /* Millisecond k of the way back shows the same as k milliseconds before the end of the inner
   * steps */
  return kbx_step_at (bank, animation, (uint32_t) (inner_end - 1 - (rest - whole)));
}

KBX_API kbx_step
kbx_animation_at (kbx_handle animation, int64_t ms)
{
  kbx_step step = kbx_no_step ();
  uint32_t i = 0;
  bool finished = false;

  step.finished = true;
  if (!kbx_animation_exists (animation))
    return step;
  kbx_anim_record record = kbx_read_anim (animation.bank, animation.index);
  if (record.step_count == 0)
    return step;
  switch ((kbx_loop) record.loop)
    {
    case KBX_LOOP_ONCE:
    case KBX_LOOP_HOLD_LAST:
      ms = ms < 0 ? 0 : ms;
      finished = ms >= (int64_t) record.duration_ms;
      if (finished && record.loop == KBX_LOOP_ONCE)
        return step;
      i = finished ? record.step_count - 1 : kbx_step_at (animation.bank, &record, (uint32_t) ms);
      break;
    case KBX_LOOP_FOREVER:
      if (record.duration_ms > 0)
        i = kbx_step_at (animation.bank, &record, (uint32_t) kbx_wrap (ms, record.duration_ms));
      break;
    case KBX_LOOP_PING_PONG:
    default: /* no other mode exists */
      if (record.duration_ms > 0)
        i = kbx_ping_pong_at (animation.bank, &record, ms);
      break;
    }
  step = kbx_read_a_step (animation.bank, &record, i);
  step.finished = finished;
  return step;
}

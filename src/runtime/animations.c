/* SPDX-License-Identifier: MIT */
/* Animations: their steps, and which one shows at a given time. */
#include "runtime/records.h"

KBX_API kbx_animation_about
kbx_animation_info (kbx_animation animation)
{
  kbx_animation_about about = { false, KBX_LOOP_ONCE, 0, 0 };
  kbx_anim_record r;
  if (animation.kind != KBX_ANIMATION || !kbx_within (animation.bank, KBX_SECTION_ANIM, animation.index))
    return about;
  r = kbx_read_anim (animation.bank, animation.index);
  about.found = true;
  about.loop = (kbx_loop) r.loop;
  about.step_count = r.step_count;
  about.duration_ms = r.duration_ms;
  return about;
}

/* When step i ends, counted from the start of the run. */
static inline uint32_t
kbx_step_end (const kbx_bank *bank, const kbx_anim_record *animation, uint32_t i)
{
  return kbx_read_step (bank, animation->first_step + i).end_ms;
}

KBX_API kbx_step
kbx_animation_step (kbx_animation animation, uint32_t i)
{
  kbx_anim_record record;
  kbx_step_record r;
  kbx_step step;

  memset (&step, 0, sizeof step);
  if (i >= kbx_animation_info (animation).step_count)
    return step;
  record = kbx_read_anim (animation.bank, animation.index);
  r = kbx_read_step (animation.bank, record.first_step + i);
  step.found = true;
  step.frame = kbx_quick_handle (animation.bank, KBX_FRAME, r.frame);
  step.start_ms = i > 0 ? kbx_step_end (animation.bank, &record, i - 1) : 0;
  step.duration_ms = r.end_ms - step.start_ms;
  return step;
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

/* One turn of a ping-pong is all steps forwards, then back without the two ends. */
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
  /* Millisecond k of the way back shows what the millisecond k before the end of the inner steps showed. */
  return kbx_step_at (bank, animation, (uint32_t) (inner_end - 1 - (rest - whole)));
}

KBX_API kbx_moment
kbx_animation_at (kbx_animation animation, int64_t ms)
{
  kbx_anim_record record;
  kbx_moment moment;
  uint32_t step = 0;

  memset (&moment, 0, sizeof moment);
  moment.step = KBX_NONE;
  moment.finished = true;
  if (kbx_animation_info (animation).step_count == 0)
    return moment;

  record = kbx_read_anim (animation.bank, animation.index);
  moment.finished = false;
  switch ((kbx_loop) record.loop)
    {
    case KBX_LOOP_ONCE:
    case KBX_LOOP_HOLD_LAST:
      ms = ms < 0 ? 0 : ms;
      moment.finished = ms >= (int64_t) record.duration_ms;
      if (moment.finished && record.loop == KBX_LOOP_ONCE)
        return moment;
      step = moment.finished ? record.step_count - 1 : kbx_step_at (animation.bank, &record, (uint32_t) ms);
      break;
    case KBX_LOOP_FOREVER:
      if (record.duration_ms > 0)
        step = kbx_step_at (animation.bank, &record, (uint32_t) kbx_wrap (ms, record.duration_ms));
      break;
    case KBX_LOOP_PING_PONG:
    default: /* there is no other */
      if (record.duration_ms > 0)
        step = kbx_ping_pong_at (animation.bank, &record, ms);
      break;
    }
  moment.step = step;
  moment.frame = kbx_quick_handle (animation.bank, KBX_FRAME, kbx_read_step (animation.bank, record.first_step + step).frame);
  return moment;
}

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

/* ---- events ---- */

/* The events of one round: those of all steps, in order. In a ping-pong those of the inner steps
 * follow, the last first. Times are from the start of the round. */
typedef struct {
  const kbx_bank *bank;
  kbx_anim_record animation;
  bool repeats, back;
  uint32_t first, forth;       /* its events in EVNT, and their number */
  uint32_t inner_first, inner; /* those of the way back */
  int64_t period, turn;        /* a step that ends at t begins at turn - t going back */
} kbx_timeline;

/* The first event of step i, or the end of them all. */
static uint32_t
kbx_first_event (const kbx_timeline *r, uint32_t i)
{
  const uint32_t count = r->animation.step_count;
  if (count == 0)
    return 0;
  const kbx_step_record step =
    kbx_read_step (r->bank, r->animation.first_step + (i < count ? i : count - 1));
  return step.first_event + (i < count ? 0 : step.event_count);
}

static kbx_timeline
kbx_timeline_of (kbx_handle animation)
{
  kbx_timeline r = KBX_ZEROS;
  r.bank = animation.bank;
  r.animation = kbx_read_anim (animation.bank, animation.index);
  const uint32_t count = r.animation.step_count;
  r.period = r.animation.duration_ms;
  r.repeats = r.period > 0
              && (r.animation.loop == KBX_LOOP_FOREVER || r.animation.loop == KBX_LOOP_PING_PONG);
  r.back = r.repeats && r.animation.loop == KBX_LOOP_PING_PONG && count > 2;
  r.first = kbx_first_event (&r, 0);
  r.forth = kbx_first_event (&r, count) - r.first;
  if (!r.back)
    return r;
  const int64_t inner_end = kbx_step_end (r.bank, &r.animation, count - 2);
  r.turn = r.period + inner_end;
  r.period = r.turn - kbx_step_end (r.bank, &r.animation, 0);
  r.inner_first = kbx_first_event (&r, 1);
  r.inner = kbx_first_event (&r, count - 1) - r.inner_first;
  return r;
}

/* How many steps end before ms. */
static uint32_t
kbx_steps_before (const kbx_timeline *r, int64_t ms)
{
  uint32_t low = 0, high = r->animation.step_count;
  while (low < high)
    {
      const uint32_t middle = low + (high - low) / 2;
      if ((int64_t) kbx_step_end (r->bank, &r->animation, middle) < ms)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* How many events of a round are not after ms. Step i begins at the end of step i - 1. */
static int64_t
kbx_events_until (const kbx_timeline *r, int64_t ms)
{
  const uint32_t begun = ms < 0 ? 0 : kbx_steps_before (r, ms + 1) + 1;
  const uint32_t inner_end = r->inner_first + r->inner;
  int64_t count = kbx_first_event (r, begun) - r->first;
  if (r->back && ms >= (int64_t) r->animation.duration_ms)
    {
      const uint32_t from = kbx_first_event (r, kbx_steps_before (r, r->turn - ms));
      count += from < r->inner_first ? r->inner : from < inner_end ? inner_end - from : 0;
    }
  return count;
}

/* How many events are in the rounds from `base` on and not after ms; negative before them. */
static int64_t
kbx_events_since (const kbx_timeline *r, int64_t base, int64_t ms)
{
  if (!r->repeats)
    return kbx_events_until (r, ms);
  const int64_t rest = (int64_t) kbx_wrap (ms, (uint64_t) r->period);
  const int64_t most = INT64_C (1) << 33, rounds = (ms - rest) / r->period - base;
  const int64_t near = rounds < -most ? -most : rounds > most ? most : rounds;
  return near * ((int64_t) r->forth + r->inner) + kbx_events_until (r, rest);
}

/* Event i of the rounds since the base. */
static kbx_handle
kbx_event_of (const kbx_timeline *r, int64_t i)
{
  const uint32_t at = (uint32_t) kbx_wrap (i, (uint64_t) r->forth + r->inner);
  const uint32_t going_back = r->inner_first + r->inner - 1 - (at - r->forth);
  return kbx_quick_handle (r->bank, KBX_EVENT, at < r->forth ? r->first + at : going_back);
}

KBX_API uint32_t
kbx_animation_events (kbx_handle animation, int64_t from_ms, int64_t to_ms, kbx_handle *events,
                      uint32_t capacity)
{
  const int64_t far = INT64_C (1) << 61;
  if (!kbx_animation_exists (animation))
    return 0;
  const kbx_timeline r = kbx_timeline_of (animation);
  const bool reverse = to_ms < from_ms;
  from_ms = from_ms < -far ? -far : from_ms > far ? far : from_ms;
  to_ms = to_ms < -far ? -far : to_ms > far ? far : to_ms;
  const int64_t base =
    r.repeats ? (from_ms - (int64_t) kbx_wrap (from_ms, (uint64_t) r.period)) / r.period : 0;
  const int64_t from = kbx_events_since (&r, base, from_ms - reverse),
                to = kbx_events_since (&r, base, to_ms - reverse);
  const int64_t count = reverse ? from - to : to - from;
  for (int64_t i = 0; events != NULL && i < count && i < (int64_t) capacity; i++)
    events[i] = kbx_event_of (&r, reverse ? from - 1 - i : from + i);
  return count > (int64_t) UINT32_MAX ? UINT32_MAX : (uint32_t) count;
}

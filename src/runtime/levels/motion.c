/* SPDX-License-Identifier: MIT */
/* Moves through whole levels, from stop to stop: stops, slides or bounces. */
#include "runtime/levels/motion.h"

/* Removes the component of v against the normal, and reflects `coefficient` of it. */
static kbx_wide_vec
kbx_move_turned (kbx_wide_vec v, kbx_vec normal, double coefficient)
{
  const kbx_wide_vec n = kbx_wide (normal);
  const double into = kbx_dot (v, n);
  return into < 0
           ? kbx_wide_minus (v, kbx_wide_times (n, (1 + coefficient) * into / kbx_dot (n, n)))
           : v;
}

/* The end of the rest of the move after a touch. A slide keeps one step of the grid away, so that
 * rounding does not lead back into it. Boxes and rectangles may touch sides that are along an
 * axis. */
static kbx_wide_vec
kbx_move_target (const kbx_probe *p, kbx_wide_vec rest, kbx_vec normal, bool slides)
{
  const bool flush = p->kind >= KBX_SHAPE_RECT && (normal.x == 0 || normal.y == 0);
  const double off = slides && !flush ? 1 / kbx_probe_unit (p) : 0;
  return kbx_stop_near (p, kbx_wide_make (rest.x + normal.x * off, rest.y + normal.y * off));
}

/* Is it the touch before? Each side of a tile is a touch of its own. */
static bool
kbx_touch_same (const kbx_hit *a, const kbx_hit *b)
{
  return a->layer == b->layer && a->index == b->index && a->cell.x == b->cell.x
         && a->cell.y == b->cell.y
         && (a->kind != KBX_TILES || (a->normal.x == b->normal.x && a->normal.y == b->normal.y));
}

KBX_INTERNAL void
kbx_move_touched (kbx_move *move, const kbx_hit *hit)
{
  move->hit = true;
  move->started_inside = move->started_inside || hit->started_inside;
  move->fraction = hit->fraction;
  move->point = hit->point;
  move->normal = hit->normal;
  move->kind = hit->kind;
  move->layer = hit->layer;
  move->index = hit->index;
  move->class_index = hit->class_index;
  move->cell = hit->cell;
}

KBX_INTERNAL void
kbx_moving_touch (kbx_moving *m, const kbx_first_met *first)
{
  const kbx_hit hit = kbx_quest_hit (first);
  const uint32_t i = m->answer.touched;
  kbx_move_touched (&m->answer, &hit);
  if (i > 0 && kbx_touch_same (&m->last, &hit))
    return;
  if (m->touches != NULL && i < m->capacity)
    m->touches[i] = hit;
  m->last = hit;
  m->answer.touched++;
}

static void
kbx_moving_side (kbx_move *a)
{
  const bool level = fabs (a->normal.x) <= fabs (a->normal.y);
  a->on_floor |= level && a->normal.y < 0;
  a->on_ceiling |= level && a->normal.y > 0;
  a->on_left |= !level && a->normal.x > 0;
  a->on_right |= !level && a->normal.x < 0;
}

/* Moves from touch to touch. */
static void
kbx_moving_run (kbx_moving *m, kbx_wide_vec to, const kbx_motion *motion)
{
  const bool slides = motion->manner == KBX_SLIDE;
  const double coefficient = slides ? 0 : motion->bounce;
  const kbx_wide_vec asked = kbx_wide (m->answer.velocity), whole = to;
  kbx_wide_vec velocity = asked;
  uint32_t touches = 0;
  for (; touches < KBX_MOVE_TOUCHES; touches++)
    {
      kbx_first_met first;
      const kbx_wide_vec way = kbx_quest_trace (&m->quest, to, &first);
      kbx_wide_vec rest = kbx_wide_minus (to, way);
      m->answer.status = first.met.status;
      kbx_moving_go (m, way);
      if (!first.met.hit)
        break;
      kbx_moving_touch (m, &first);
      kbx_moving_side (&m->answer);
      velocity = first.met.inside || motion->manner == KBX_STOP
                   ? kbx_wide_make (0, 0)
                   : kbx_move_turned (velocity, m->answer.normal, coefficient);
      rest = kbx_move_turned (rest, m->answer.normal, coefficient);
      if (slides && kbx_dot (velocity, asked) <= 0)
        velocity = kbx_wide_make (0, 0);
      if (first.met.inside || motion->manner == KBX_STOP || (slides && kbx_dot (rest, whole) <= 0))
        break;
      to = kbx_move_target (&m->quest.probe, rest, m->answer.normal, slides);
      if (to.x == 0 && to.y == 0)
        break;
    }
  m->answer.cut = touches == KBX_MOVE_TOUCHES;
  m->answer.velocity = kbx_narrow (velocity);
}

KBX_INTERNAL kbx_move
kbx_move_none (kbx_vec velocity)
{
  kbx_move answer = KBX_ZEROS;
  answer.status = KBX_ERROR_ARGUMENT;
  answer.fraction = 1;
  answer.index = answer.class_index = KBX_NONE;
  answer.velocity = velocity;
  return answer;
}

/* A remainder of up to half a step of the grid is kept for the next move. A blocked one is
 * dropped. */
static float
kbx_move_rest (double meant, double moved, double unit)
{
  const double rest = meant - moved;
  return rest >= -0.5 / unit && rest <= 0.5 / unit ? (float) rest : 0.0f;
}

static bool
kbx_motion_valid (const kbx_motion *motion, kbx_vec move)
{
  return kbx_move_valid (move) && kbx_vec_valid (motion->rest) && kbx_size_valid (motion->bounce)
         && kbx_size_valid (motion->step_up) && kbx_size_valid (motion->step_down)
         && (uint32_t) motion->manner <= KBX_WALK;
}

/* The distance moved, as floats. Above 2^24 steps the exact end may not be a float. Then the mover
 * goes to a free position nearby that is one, or back to the start. */
static kbx_vec
kbx_moving_end (kbx_moving *m)
{
  const kbx_wide_vec moved = m->moved;
  kbx_vec end = kbx_narrow (moved);
  for (int i = 0; i < 4 && !(end.x == moved.x && end.y == moved.y); i++)
    {
      end = KBX_LITERAL (kbx_vec){ kbx_narrow_outwards (moved.x, i & 1 ? moved.x : -moved.x),
                                   kbx_narrow_outwards (moved.y, i & 2 ? moved.y : -moved.y) };
      m->quest.probe.any = true;
      if (kbx_stop_good (&m->quest, kbx_wide_minus (kbx_wide (end), moved), KBX_NONE))
        return end;
    }
  return end.x == moved.x && end.y == moved.y ? end : kbx_narrow (kbx_wide_make (0, 0));
}

static void
kbx_moving_all (kbx_moving *m, kbx_wide_vec to, const kbx_motion *motion)
{
  m->answer.status = KBX_OK;
  m->quest.probe.move = to;
  if (motion->manner == KBX_WALK)
    kbx_moving_walk (m, to, motion);
  else
    kbx_moving_run (m, to, motion);
}

/* Rounds a rectangle's size down. A size halfway between two steps of the grid may be rounded up
 * although the last move, elsewhere, rounded it down. False if nothing changes. */
static bool
kbx_moving_shrink (kbx_probe *p, kbx_rect rect)
{
  const double w = (double) rect.max.x - rect.min.x, h = (double) rect.max.y - rect.min.y;
  const kbx_wide_vec was = p->hi;
  p->hi = kbx_wide_make (p->lo.x + (double) kbx_floor (w * KBX_GRID) / KBX_GRID,
                         p->lo.y + (double) kbx_floor (h * KBX_GRID) / KBX_GRID);
  return (p->hi.x < was.x || p->hi.y < was.y) && p->lo.x < p->hi.x && p->lo.y < p->hi.y;
}

KBX_API kbx_move
kbx_level_move (kbx_handle level, kbx_shape mover, kbx_vec move, kbx_motion motion,
                const kbx_filter *filter, kbx_hit *touches, uint32_t capacity)
{
  kbx_moving m;
  kbx_probe *p = &m.quest.probe;
  kbx_wide_vec meant, to;
  m.answer = kbx_move_none (move);
  m.touches = touches;
  m.capacity = capacity;
  if (!kbx_quest_begin (&m.quest, &level, mover, filter) || !kbx_quest_moves (&m.quest)
      || !kbx_motion_valid (&motion, move))
    return m.answer;
  p->ends = true;
  const double unit = kbx_probe_unit (p);
  meant = kbx_wide_make (p->lo.x + move.x + motion.rest.x, p->lo.y + move.y + motion.rest.y);
  m.moved = kbx_wide_way (p->lo, kbx_wide_near (p->lo, unit));
  p->hi = kbx_wide_near (p->hi, unit);
  p->lo = kbx_wide_near (p->lo, unit);
  const kbx_wide_vec from = p->lo;
  meant = kbx_wide_minus (meant, from);
  p->move = to = kbx_wide_minus (
    kbx_wide_near (kbx_wide_make (p->lo.x + meant.x, p->lo.y + meant.y), unit), p->lo);
  if (p->kind != KBX_SHAPE_BOX && !kbx_probe_within (p, KBX_LEVEL_LIMIT))
    return m.answer;
  kbx_moving_all (&m, to, &motion);
  if (m.answer.started_inside && p->kind == KBX_SHAPE_RECT && kbx_moving_shrink (p, mover.as.rect))
    {
      m.answer = kbx_move_none (move);
      kbx_moving_all (&m, to, &motion);
    }
  if (m.answer.status == KBX_OK
      && !(m.answer.started_inside && p->lo.x == from.x && p->lo.y == from.y))
    {
      m.answer.moved = kbx_moving_end (&m);
      m.answer.rest.x = kbx_move_rest (from.x + meant.x, p->lo.x, unit);
      m.answer.rest.y = kbx_move_rest (from.y + meant.y, p->lo.y, unit);
    }
  return m.answer;
}

KBX_API kbx_move
kbx_level_unstick (kbx_handle level, kbx_shape mover, float reach, const kbx_filter *filter)
{
  kbx_move answer = kbx_move_none (kbx_narrow (kbx_wide_make (0, 0)));
  kbx_quest quest;
  kbx_wide_vec out;
  if (!kbx_quest_begin (&quest, &level, mover, filter) || !kbx_quest_moves (&quest)
      || !kbx_size_valid (reach))
    return answer;
  quest.probe.lo = kbx_wide_near (quest.probe.lo, kbx_probe_unit (&quest.probe));
  quest.probe.hi = kbx_wide_near (quest.probe.hi, kbx_probe_unit (&quest.probe));
  const kbx_first_met first = kbx_quest_run (&quest, KBX_NONE);
  answer.status = first.met.status;
  answer.started_inside = first.met.inside;
  if (!first.met.inside)
    return answer;
  answer.hit = !kbx_quest_unstick (&quest, reach, &out);
  if (!answer.hit)
    answer.moved = kbx_narrow (out);
  return answer;
}

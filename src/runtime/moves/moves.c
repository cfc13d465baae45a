/* SPDX-License-Identifier: MIT */
/* The first of two touches, the foot of a rectangle, paddles, and reactions to a cast: stopping,
 * bouncing and sliding. */
#include "runtime/moves/rays.h"

/* ---- touches at one fraction ---- */

/* How much closer b is than a to the mover's middle. */
static double
kbx_touch_nearer (const kbx_ray *a, const kbx_ray *b, const kbx_course *course)
{
  const kbx_wide_vec way = kbx_wide_times (course->move, a->t),
                     middle = kbx_wide_make (course->middle.x + way.x, course->middle.y + way.y),
                     to_a = kbx_wide_minus (a->at, middle), to_b = kbx_wide_minus (b->at, middle);
  return kbx_dot (to_a, to_a) - kbx_dot (to_b, to_b);
}

/* Directions of one line differ by rounding. */
#define KBX_SAME_DIRECTION 1e-12

/* What it started inside of, then faces before ends, since the end of a wall is none where another
 * continues it. Then the normal that is more against the move, nearer to the x axis, more to the
 * right, further down. Then the touch nearer to the middle, further down, more to the right. So it
 * does not matter how a surface is cut, or in which order its parts are. */
KBX_INTERNAL int
kbx_compare_touches (const kbx_ray *a, const kbx_ray *b, const kbx_course *course)
{
  const double far = fabs (course->move.x) + fabs (course->move.y);
  const double firsts[][2] = {
    { (double) a->inside - b->inside, 0 },
    { (double) b->end - a->end, 0 },
    { kbx_dot (b->normal, course->move) - kbx_dot (a->normal, course->move),
      far * KBX_SAME_DIRECTION },
    { fabs (a->normal.x) - fabs (b->normal.x), KBX_SAME_DIRECTION },
    { a->normal.x - b->normal.x, KBX_SAME_DIRECTION },
    { a->normal.y - b->normal.y, KBX_SAME_DIRECTION },
    { -kbx_touch_nearer (a, b, course), 0 },
    { a->at.y - b->at.y, 0 },
    { a->at.x - b->at.x, 0 },
  };
  for (int i = 0; i < (a->inside && b->inside ? 0 : 9); i++)
    if (fabs (firsts[i][0]) > firsts[i][1])
      return firsts[i][0] > 0 ? 1 : -1;
  return 0;
}

/* ---- after a sweep ---- */

KBX_API kbx_vec
kbx_stop (kbx_vec from, kbx_vec move, kbx_hit hit, float skin)
{
  kbx_wide_vec v = kbx_wide (move), n = kbx_wide (hit.normal);
  double share = kbx_share_before (hit.fraction, -kbx_dot (v, n), skin);

  if (hit.status != KBX_OK || !kbx_vec_valid (from) || !kbx_vec_valid (move)
      || !kbx_size_valid (skin))
    return from;
  if (!hit.hit)
    return kbx_vec_moved (from, v);
  if (share <= 0)
    return from;
  from.x = kbx_narrow_outwards (from.x + v.x * share, n.x);
  from.y = kbx_narrow_outwards (from.y + v.y * share, n.y);
  return from;
}

KBX_API kbx_vec
kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient)
{
  kbx_wide_vec v = kbx_wide (move), n = kbx_wide (normal);
  double into = kbx_dot (v, n), part;

  if (!kbx_vec_valid (move) || !kbx_vec_valid (normal) || !kbx_size_valid (coefficient)
      || into >= 0)
    return move;
  part = (1.0 + coefficient) * into / kbx_dot (n, n);
  return kbx_narrow (kbx_wide_minus (v, kbx_wide_times (n, part)));
}

KBX_API kbx_vec
kbx_foot (kbx_rect rect)
{
  if (!kbx_rect_valid (rect))
    return kbx_narrow (kbx_wide_make (0, 0));
  return kbx_narrow (kbx_wide_make (kbx_rect_middle (rect).x, rect.max.y));
}

/* ---- paddles ---- */

/* The ball and its move, mirrored and rotated so that it moves towards greater x to the line, and y
 * is along the line. */
typedef struct { double gap, to_line, along, low, high; } kbx_approach;

static kbx_approach
kbx_find_approach (kbx_rect ball, kbx_vec move, float line, kbx_side facing)
{
  const bool sideways = facing == KBX_LEFT || facing == KBX_RIGHT,
             mirrored = facing == KBX_RIGHT || facing == KBX_BOTTOM;
  double front =
    mirrored ? (sideways ? ball.min.x : ball.min.y) : (sideways ? ball.max.x : ball.max.y);
  double to_line = sideways ? move.x : move.y;
  return KBX_LITERAL (kbx_approach){ mirrored ? front - line : line - front,
                                     mirrored ? -to_line : to_line, sideways ? move.y : move.x,
                                     sideways ? ball.min.y : ball.min.x,
                                     sideways ? ball.max.y : ball.max.x };
}

/* -1 to 1: the ball's centre, between the positions where it just touches either end. */
static double
kbx_position_on_face (double low, double high, double from, double to)
{
  double reach = (to - from) + (high - low),
         where = reach > 0 ? ((low - from) + (high - to)) / reach : 0;
  return where < -1 ? -1 : kbx_at_most_one (where);
}

static bool
kbx_face_valid (kbx_segment face, kbx_side facing)
{
  const bool sideways = facing == KBX_LEFT || facing == KBX_RIGHT;
  return (sideways || facing == KBX_TOP || facing == KBX_BOTTOM) && kbx_vecs_valid (face.a, face.b)
         && (sideways ? face.a.x == face.b.x && face.a.y <= face.b.y
                      : face.a.y == face.b.y && face.a.x <= face.b.x);
}

KBX_API kbx_hit
kbx_paddle_cast (kbx_rect ball, kbx_vec move, kbx_segment face, kbx_side facing, float *where)
{
  const bool sideways = facing == KBX_LEFT || facing == KBX_RIGHT,
             reversed = facing == KBX_LEFT || facing == KBX_TOP;
  const float line = sideways ? face.a.x : face.a.y, from = sideways ? face.a.y : face.a.x,
              to = sideways ? face.b.y : face.b.x;
  const float out = reversed ? -1.0f : 1.0f;
  kbx_hit answer = kbx_sweep_bad ();

  if (where != NULL)
    *where = 0;
  if (!kbx_rect_valid (ball) || !kbx_vec_valid (move) || !kbx_face_valid (face, facing))
    return answer;
  answer.status = KBX_OK;
  answer.fraction = 1;
  const kbx_approach a = kbx_find_approach (ball, move, line, facing);
  if (a.to_line <= 0 || a.gap < 0 || a.gap > a.to_line)
    return answer;
  const double t = a.gap / a.to_line;
  const double slid = a.along * t;
  const double middle = (a.low + a.high) / 2 + slid;
  answer.fraction = (float) (t + 0.0); /* -0 becomes 0 */
  if (where != NULL)
    *where = (float) kbx_position_on_face (a.low + slid, a.high + slid, from, to);
  answer.point.x = sideways ? line : (float) middle;
  answer.point.y = sideways ? (float) middle : line;
  /* low + slid <= to and from <= high + slid, times to_line. */
  answer.hit = kbx_compare_products (to - a.low, a.to_line, a.along, a.gap) >= 0 &&
               kbx_compare_products (a.high - from, a.to_line, -a.along, a.gap) >= 0;
  if (answer.hit && sideways)
    answer.normal.x = out;
  else if (answer.hit)
    answer.normal.y = out;
  return answer;
}

/* SPDX-License-Identifier: MIT */
/* After a cast: where to stop, bouncing and sliding; the foot of a rectangle; paddles. */
#include "runtime/rays.h"

/* ---- after a sweep ---- */

KBX_API kbx_vec
kbx_stop (kbx_vec from, kbx_vec move, kbx_hit hit, float skin)
{
  kbx_wide_vec v = kbx_wide (move), n = kbx_wide (hit.normal);
  double share = kbx_share_before (hit.fraction, -kbx_dot (v, n), skin);
  kbx_vec stop;

  if (hit.status != KBX_OK || !kbx_vec_valid (from) || !kbx_vec_valid (move) || !kbx_size_valid (skin))
    return from;
  if (!hit.hit)
    return kbx_vec_moved (from, v);
  if (share <= 0)
    return from;
  stop.x = kbx_narrow_outwards (from.x + v.x * share, n.x);
  stop.y = kbx_narrow_outwards (from.y + v.y * share, n.y);
  return stop;
}

KBX_API kbx_vec
kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient)
{
  kbx_wide_vec v = kbx_wide (move), n = kbx_wide (normal);
  double into = kbx_dot (v, n), part;

  if (!kbx_vec_valid (move) || !kbx_vec_valid (normal) || !kbx_size_valid (coefficient) || into >= 0)
    return move;
  part = (1.0 + coefficient) * into / kbx_dot (n, n);
  return kbx_narrow (kbx_wide_minus (v, kbx_wide_times (n, part)));
}

KBX_API kbx_vec
kbx_slide (kbx_vec move, kbx_vec normal)
{
  return kbx_bounce (move, normal, 0);
}

KBX_API kbx_vec
kbx_foot (kbx_rect rect)
{
  if (!kbx_rect_valid (rect))
    return kbx_narrow (kbx_wide_make (0, 0));
  return kbx_narrow (kbx_wide_make (kbx_rect_middle (rect).x, rect.max.y));
}

/* ---- paddles ---- */

/* The ball and its move, seen so that the ball goes towards greater numbers to the line and y runs along it. */
typedef struct { double gap, to_line, along, low, high; } kbx_approach;

static kbx_approach
kbx_find_approach (kbx_rect ball, kbx_vec move, kbx_paddle paddle)
{
  bool sideways = paddle.facing == KBX_FACING_LEFT || paddle.facing == KBX_FACING_RIGHT;
  bool mirrored = paddle.facing == KBX_FACING_RIGHT || paddle.facing == KBX_FACING_DOWN;
  double front = mirrored ? (sideways ? ball.min.x : ball.min.y) : (sideways ? ball.max.x : ball.max.y);
  double to_line = sideways ? move.x : move.y;
  kbx_approach a;

  a.gap = mirrored ? front - paddle.line : paddle.line - front;
  a.to_line = mirrored ? -to_line : to_line;
  a.along = sideways ? move.y : move.x;
  a.low = sideways ? ball.min.y : ball.min.x;
  a.high = sideways ? ball.max.y : ball.max.x;
  return a;
}

/* -1 to 1: the ball's middle, from where it just touches the one end to where it just touches the other. */
static double
kbx_place_on_paddle (double low, double high, double from, double to)
{
  double reach = (to - from) + (high - low), where = reach > 0 ? ((low - from) + (high - to)) / reach : 0;
  return where < -1 ? -1 : kbx_at_most_one (where);
}

static bool
kbx_paddle_valid (kbx_paddle p)
{
  return (uint32_t) p.facing <= KBX_FACING_DOWN && kbx_coordinate_valid (p.line) &&
         kbx_coordinate_valid (p.from) && kbx_coordinate_valid (p.to) && p.from <= p.to;
}

KBX_API kbx_paddle_hit
kbx_paddle_cast (kbx_rect ball, kbx_vec move, kbx_paddle paddle)
{
  static const float normals[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
  kbx_approach a;
  kbx_paddle_hit answer;
  double t, slid, middle;

  memset (&answer, 0, sizeof answer);
  answer.status = KBX_ERROR_ARGUMENT;
  if (!kbx_rect_valid (ball) || !kbx_vec_valid (move) || !kbx_paddle_valid (paddle))
    return answer;
  answer.status = KBX_OK;
  answer.fraction = 1;
  a = kbx_find_approach (ball, move, paddle);
  if (a.to_line <= 0 || a.gap < 0 || a.gap > a.to_line)
    return answer;
  t = a.gap / a.to_line;
  slid = a.along * t;
  middle = (a.low + a.high) / 2 + slid;
  answer.reached = true;
  answer.fraction = (float) (t + 0.0); /* -0 becomes 0 */
  answer.where = (float) kbx_place_on_paddle (a.low + slid, a.high + slid, paddle.from, paddle.to);
  answer.point.x = paddle.facing <= KBX_FACING_RIGHT ? paddle.line : (float) middle;
  answer.point.y = paddle.facing <= KBX_FACING_RIGHT ? (float) middle : paddle.line;
  /* low + slid <= to and from <= high + slid, times to_line. */
  answer.hit = kbx_compare_products (paddle.to - a.low, a.to_line, a.along, a.gap) >= 0 &&
               kbx_compare_products (a.high - paddle.from, a.to_line, -a.along, a.gap) >= 0;
  if (answer.hit)
    {
      answer.normal.x = normals[paddle.facing][0];
      answer.normal.y = normals[paddle.facing][1];
    }
  return answer;
}

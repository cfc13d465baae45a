/* SPDX-License-Identifier: MIT */
/* Circles that move on a track. Interpolated clearance falls by at most one per pixel of each axis
 * (see track.h), so large clearance allows one large step (sphere tracing, Hart 1996). Near the
 * touch, the path goes from cell to cell; in each, the clearance along it is a quadratic. */
#include "runtime/levels/motion.h"
#include "runtime/tracks/track.h"

/* Above any fraction of a move. */
#define KBX_NEVER 8.0
/* The clearance, in sixteenths, from which stepping over cells is worthwhile. */
#define KBX_WORTH_A_STEP 32.0

/* The first s >= 0 after which c + b * s + a * s * s is below 0; c is not. */
static double
kbx_first_below (double a, double b, double c)
{
  double d = b * b - 4 * a * c;
  if (c <= 0 && (b < 0 || (b == 0 && a < 0)))
    return 0;
  if (a >= 0 && (b >= 0 || d <= 0))
    return KBX_NEVER;
  return b > 0 ? (b + sqrt (d)) / (-2 * a) : 2 * c / (sqrt (d) - b);
}

static kbx_wide_vec
kbx_way_at (kbx_wide_vec from, kbx_wide_vec move, double t)
{
  return kbx_wide_make (from.x + move.x * t, from.y + move.y * t);
}

/* When the path leaves cells whose first corner is at `at`. */
static double
kbx_leaves (double from, double move, int64_t at)
{
  return move > 0   ? ((double) (at + 1) - from) / move
         : move < 0 ? ((double) at - from) / move
                    : KBX_NEVER;
}

/* The first position with less clearance than `radius`, in sixteenths; `from` is counted from the
 * first pixel's centre. */
static kbx_ray
kbx_field_ray (const kbx_field *f, kbx_wide_vec from, kbx_wide_vec move, double radius)
{
  double t = 0, steepest = KBX_TRACK_UNIT * (fabs (move.x) + fabs (move.y));
  kbx_cell cell = kbx_field_cell_of (f, from);
  double left = kbx_cell_value (&cell, from) - radius;
  kbx_wide_vec p = from, slope;
  if (left < 0)
    return kbx_ray_inside (kbx_field_normal (f, from));
  while (steepest > 0)
    {
      if (left >= KBX_WORTH_A_STEP)
        {
          if (t == 1)
            break;
          t = kbx_at_most_one (t + left / steepest);
          p = kbx_way_at (from, move, t);
          cell = kbx_field_cell_of (f, p);
        }
      else
        {
          const double tx = kbx_leaves (from.x, move.x, cell.i),
                       ty = kbx_leaves (from.y, move.y, cell.j), next = tx < ty ? tx : ty;
          const double s =
            t
            + kbx_first_below (cell.c * move.x * move.y,
                               kbx_dot (kbx_cell_gradient (&cell, p), move), left > 0 ? left : 0);
          if (s <= 1 && s <= next)
            {
              p = kbx_way_at (from, move, s);
              slope = kbx_cell_gradient (&cell, p);
              if (kbx_dot (slope, move) >= 0)
                slope = kbx_wide_turned (move);
              return kbx_ray_hit (s, kbx_wide_times (move, s), kbx_unit (slope));
            }
          if (next >= 1)
            break;
          t = next > t ? next : t;
          p = kbx_way_at (from, move, t);
          cell = kbx_field_cell (f, cell.i + (tx == next) * (move.x > 0 ? 1 : -1),
                                 cell.j + (ty == next) * (move.y > 0 ? 1 : -1));
        }
      left = kbx_cell_value (&cell, p) - radius;
      /* Only invalid bytes fall so fast. Stops, so as not to follow the path outside the picture,
       * where nothing changes. */
      if (left <= -KBX_TRACK_UNIT)
        return kbx_ray_hit (t, kbx_wide_times (move, t), kbx_unit (kbx_wide_turned (move)));
    }
  return kbx_ray_miss ();
}

static bool
kbx_track_takes (kbx_handle track, kbx_circle mover, kbx_vec move)
{
  return kbx_bytes_of (track, KBX_TRACK) != NULL && kbx_circle_valid (mover) && kbx_vec_valid (move)
         && mover.radius <= kbx_track_most (track);
}

KBX_API kbx_hit
kbx_track_cast (kbx_handle track, kbx_circle mover, kbx_vec move)
{
  if (!kbx_track_takes (track, mover, move))
    return kbx_sweep_bad ();
  kbx_field f = kbx_read_field (track);
  kbx_ray ray = kbx_field_ray (&f, kbx_on_field (mover.centre), kbx_wide (move),
                               (double) mover.radius * KBX_TRACK_UNIT);
  if (ray.hit && !ray.inside)
    ray.at = kbx_wide_minus (ray.at, kbx_wide_times (ray.normal, mover.radius));
  kbx_hit sweep = kbx_sweep_answer (mover.centre, ray);
  if (ray.hit)
    {
      sweep.fraction = kbx_narrow_outwards (ray.t, -1);
      sweep.kind = KBX_TRACK;
    }
  return sweep;
}

/* ---- moving ---- */

/* Moves along the normals until the clearance is `wanted`, if possible; never to a position with
 * less. `far`: also from where only a search finds the road. */
static kbx_vec
kbx_field_part (const kbx_field *f, kbx_vec from, double wanted, bool far)
{
  double have = kbx_field_value (f, kbx_on_field (from));
  for (int i = 0; i < 16 && have < wanted; i++)
    {
      kbx_wide_vec out =
        far ? kbx_field_normal (f, kbx_on_field (from)) : kbx_field_slope (f, kbx_on_field (from));
      kbx_vec to = kbx_vec_moved (from, kbx_wide_times (out, (wanted - have) / KBX_TRACK_UNIT));
      double there = kbx_field_value (f, kbx_on_field (to));
      if (there <= have)
        return from;
      from = to;
      have = there;
    }
  return from;
}

/* Moves off the edge to where the circle fits, up to rounding to float. Returns the start if there
 * is no such position. */
static kbx_vec
kbx_field_push_back (const kbx_field *f, kbx_circle mover, double wanted)
{
  const kbx_vec to = kbx_field_part (f, mover.centre, wanted, true);
  const double rounding = KBX_TRACK_UNIT * (fabs (to.x) + fabs (to.y) + 1) / (1 << 23);
  return kbx_field_value (f, kbx_on_field (to)) + rounding < (double) mover.radius * KBX_TRACK_UNIT
           ? mover.centre
           : to;
}

#define KBX_TRACK_TOUCHES 16u

KBX_API kbx_move
kbx_track_move (kbx_handle track, kbx_circle mover, kbx_vec move, kbx_motion motion, float skin)
{
  const kbx_vec start = mover.centre;
  const double wanted = ((double) mover.radius + skin) * KBX_TRACK_UNIT;
  const float bounce = motion.manner == KBX_BOUNCE ? motion.bounce : 0;
  kbx_move answer = kbx_move_none (kbx_narrow (kbx_wide_make (0, 0)));
  kbx_vec rest = move;
  mover.centre = kbx_vec_moved (start, kbx_wide (motion.rest));
  if (!kbx_vecs_valid (start, motion.rest) || !kbx_track_takes (track, mover, move)
      || (uint32_t) motion.manner > KBX_BOUNCE || !kbx_size_valid (motion.bounce)
      || !kbx_size_valid (skin))
    return answer;
  kbx_field f = kbx_read_field (track);
  answer.status = KBX_OK;
  answer.velocity = move;
  if (kbx_road_touches (track, mover))
    mover.centre = kbx_field_push_back (&f, mover, wanted);
  while (answer.touched < KBX_TRACK_TOUCHES)
    {
      kbx_hit sweep = kbx_track_cast (track, mover, rest);
      kbx_vec stop = kbx_stop (mover.centre, rest, sweep, skin);
      kbx_wide_vec left =
        kbx_wide_minus (kbx_from_to (stop, mover.centre), kbx_wide_turned (kbx_wide (rest)));
      mover.centre = stop;
      if (!sweep.hit)
        break;
      answer.touched++;
      kbx_move_touched (&answer, &sweep);
      if (motion.manner == KBX_STOP || sweep.started_inside)
        {
          memset (&answer.velocity, 0, sizeof answer.velocity);
          break;
        }
      mover.centre = kbx_field_part (&f, stop, wanted, false);
      rest = kbx_bounce (kbx_narrow (left), sweep.normal, bounce);
      answer.velocity = kbx_bounce (answer.velocity, sweep.normal, bounce);
    }
  answer.moved = kbx_narrow (kbx_from_to (start, mover.centre));
  answer.rest =
    kbx_narrow (kbx_from_to (kbx_vec_moved (start, kbx_wide (answer.moved)), mover.centre));
  return answer;
}

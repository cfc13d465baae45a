/* SPDX-License-Identifier: MIT */
/* Ground that is as high as a function of x: opening it, its height and slope, and where what falls lands on it. */
#include "runtime/blob.h"
#include "runtime/verify.h"
#include "runtime/grounds/ground.h"

KBX_API kbx_ground_about
kbx_ground_look (kbx_ground ground)
{
  kbx_ground_about about;
  kbx_ground_view v;
  memset (&about, 0, sizeof about);
  if (kbx_bytes_of (ground, KBX_GROUND) == NULL)
    return about;
  v = kbx_read_ground (kbx_bytes_of (ground, KBX_GROUND));
  about.class_index = kbx_load_u32 (kbx_bytes_of (ground, KBX_GROUND) + 4);
  about.point_count = v.count;
  about.left = (float) v.left;
  about.right = (float) v.right;
  about.slope_limit = kbx_narrow_far (v.limit);
  return about;
}

/* ---- places ---- */

/* Where the ground is at x; false beyond it. */
static bool
kbx_ground_meet (kbx_ground ground, float x, kbx_ground_view *v, kbx_ground_piece *piece)
{
  if (kbx_bytes_of (ground, KBX_GROUND) == NULL || !kbx_float_within (x, KBX_WORLD_LIMIT))
    return false;
  *v = kbx_read_ground (kbx_bytes_of (ground, KBX_GROUND));
  if (x < v->left || x > v->right)
    return false;
  *piece = kbx_read_ground_piece (v, kbx_ground_find (v, x));
  return true;
}

static kbx_wide_vec
kbx_slope_normal (double slope)
{
  return kbx_unit (kbx_wide_make (slope, -1));
}

static inline bool
kbx_slope_too_steep (const kbx_ground_view *v, double slope)
{
  return v->limit > 0 && (slope < 0 ? -slope : slope) > v->limit;
}

KBX_API kbx_ground_place
kbx_ground_at (kbx_ground ground, float x)
{
  kbx_ground_place place;
  kbx_ground_view v;
  kbx_ground_piece piece;
  memset (&place, 0, sizeof place);
  place.y = INFINITY;
  place.found = kbx_ground_meet (ground, x, &v, &piece);
  if (place.found)
    {
      const double slope = kbx_piece_slope (&piece, x - piece.x);
      place.y = kbx_narrow_far (kbx_piece_height (&piece, x - piece.x));
      place.slope = kbx_narrow_far (slope);
      place.normal = kbx_narrow (kbx_slope_normal (slope));
      place.too_steep = kbx_slope_too_steep (&v, slope);
    }
  return place;
}

KBX_API float
kbx_ground_height (kbx_ground ground, float x)
{
  kbx_ground_view v;
  kbx_ground_piece piece;
  return kbx_ground_meet (ground, x, &v, &piece) ? kbx_narrow_far (kbx_piece_height (&piece, x - piece.x)) : INFINITY;
}

KBX_API float
kbx_ground_slope (kbx_ground ground, float x)
{
  kbx_ground_view v;
  kbx_ground_piece piece;
  return kbx_ground_meet (ground, x, &v, &piece) ? kbx_narrow_far (kbx_piece_slope (&piece, x - piece.x)) : 0;
}

KBX_API bool
kbx_ground_too_steep (kbx_ground ground, float x)
{
  kbx_ground_view v;
  kbx_ground_piece piece;
  return kbx_ground_meet (ground, x, &v, &piece) && kbx_slope_too_steep (&v, kbx_piece_slope (&piece, x - piece.x));
}

KBX_API bool
kbx_ground_touches (kbx_ground ground, kbx_vec foot)
{
  kbx_ground_view v;
  kbx_ground_piece piece;
  return kbx_float_within (foot.y, KBX_WORLD_LIMIT) && kbx_ground_meet (ground, foot.x, &v, &piece) &&
         foot.y >= kbx_narrow_far (kbx_piece_height (&piece, foot.x - piece.x));
}

/* ---- landing ---- */

/* One who stands is stopped by what rises by more than this, in pixels: less is rounding. */
#define KBX_GROUND_RISE (1.0 / 4096)

/* A foot that moves. */
typedef struct {
  kbx_wide_vec from, move;
  double lift;   /* of one who stands: what his height lost when it was rounded to float */
  double enough; /* how deep in the ground counts */
} kbx_fall;

/* How deep the foot is in the ground there; negative above it. */
static inline double
kbx_fall_depth (const kbx_fall *f, const kbx_ground_piece *piece, double t)
{
  KBX_STEPS (1);
  return f->from.y + t * f->move.y - kbx_piece_height (piece, f->from.x + t * f->move.x - piece->x) + f->lift;
}

/* Where, later than *from and sooner than `to`, the depth turns round on this piece: at most twice, in order. Returns how often. */
static int
kbx_fall_turns (const kbx_fall *f, const kbx_ground_piece *piece, double from, double to, double turns[2])
{
  const double c = piece->c, d = 3 * piece->d, b = f->move.x != 0 ? piece->b - f->move.y / f->move.x : 0, square = c * c - d * b;
  double q, roots[2];
  int n = 0, kept = 0;
  if (f->move.x == 0 || square <= 0)
    return 0;
  q = c < 0 ? sqrt (square) - c : -sqrt (square) - c;
  if (d != 0)
    roots[n++] = q / d;
  roots[n++] = b / q;
  for (int i = 0; i < n; i++)
    {
      const double t = (roots[i] + piece->x - f->from.x) / f->move.x;
      if (t > from && t < to)
        turns[kept++] = t;
    }
  if (kept == 2 && turns[0] > turns[1])
    {
      q = turns[0];
      turns[0] = turns[1];
      turns[1] = q;
    }
  return kept;
}

/* The first touch on a piece from fraction `from` to `to`, or a negative number. Between two turns the depth only rises or only
 * falls; so where it has come from above the ground to below, there is one root, which is halved in. */
static double
kbx_fall_onto (const kbx_fall *f, const kbx_ground_piece *piece, double from, double to)
{
  double ends[3];
  const int turns = kbx_fall_turns (f, piece, from, to, ends);
  ends[turns] = to;
  for (int i = 0; i <= turns; i++)
    {
      double low = i > 0 ? ends[i - 1] : from, high = ends[i];
      if (i == 0 && kbx_fall_depth (f, piece, low) >= 0 && f->enough == 0)
        return low;
      if (kbx_fall_depth (f, piece, high) < f->enough)
        continue;
      if (kbx_fall_depth (f, piece, low) >= 0)
        return low;
      for (int half = 0; half < 40; half++)
        {
          const double middle = (low + high) / 2;
          if (kbx_fall_depth (f, piece, middle) < 0)
            low = middle;
          else
            high = middle;
        }
      return low;
    }
  return -1;
}

static inline double
kbx_within_move (double t)
{
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The first touch of the whole move, or a negative number. */
static double
kbx_fall_run (const kbx_fall *f, const kbx_ground_view *v)
{
  const double x0 = f->from.x, way = f->move.x, x1 = x0 + way;
  const double begin = x0 < v->left ? v->left : x0 > v->right ? v->right : x0;
  double t = way != 0 ? kbx_within_move ((begin - x0) / way) : 0;
  uint32_t i;
  if ((x0 < v->left && x1 < v->left) || (x0 > v->right && x1 > v->right))
    return -1;
  i = kbx_ground_find (v, begin);
  i -= i + 1 == v->count;
  for (;;)
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (v, i);
      const double next = kbx_ground_x (v, i + 1), end = way < 0 ? piece.x : next;
      const bool last = way == 0 || (way > 0 ? x1 <= next : x1 >= piece.x);
      const double until = last ? 1 : kbx_within_move ((end - x0) / way), met = kbx_fall_onto (f, &piece, t, until);
      if (met >= 0 || last || (way > 0 ? i + 2 == v->count : i == 0))
        return met;
      t = until;
      i = way > 0 ? i + 1 : i - 1;
    }
}

/* Found at fraction t: the foot, put on the ground there. */
static kbx_hit
kbx_fall_answer (kbx_ground ground, const kbx_ground_view *v, const kbx_fall *f, double t)
{
  const double x = f->from.x + t * f->move.x;
  const float on = (float) (x < v->left ? v->left : x > v->right ? v->right : x);
  const kbx_ground_place place = kbx_ground_at (ground, on);
  kbx_hit sweep = kbx_sweep_world (kbx_ray_miss ());
  sweep.hit = true;
  sweep.fraction = (float) t;
  sweep.point.x = on;
  sweep.point.y = place.y;
  sweep.normal = place.normal;
  return sweep;
}

KBX_API kbx_hit
kbx_ground_land (kbx_ground ground, kbx_vec foot, kbx_vec move)
{
  kbx_ground_view v;
  kbx_fall fall;
  kbx_hit sweep;
  double t;
  if (kbx_bytes_of (ground, KBX_GROUND) == NULL || !kbx_vec_valid (foot) || !kbx_vec_valid (move))
    return kbx_sweep_bad ();
  v = kbx_read_ground (kbx_bytes_of (ground, KBX_GROUND));
  fall.from = kbx_wide (foot);
  fall.move = kbx_wide (move);
  fall.lift = fall.enough = 0;
  if (kbx_ground_touches (ground, foot))
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (&v, kbx_ground_find (&v, foot.x));
      const double height = kbx_piece_height (&piece, foot.x - piece.x);
      if (foot.y > kbx_narrow_far (height))
        {
          sweep = kbx_fall_answer (ground, &v, &fall, 0);
          sweep.started_inside = true;
          sweep.point = foot;
          return sweep;
        }
      fall.lift = height - foot.y;
      fall.enough = KBX_GROUND_RISE;
    }
  t = kbx_fall_run (&fall, &v);
  return t < 0 ? kbx_sweep_world (kbx_ray_miss ()) : kbx_fall_answer (ground, &v, &fall, t);
}

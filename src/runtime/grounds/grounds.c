/* SPDX-License-Identifier: MIT */
/* Ground whose height is a function of x: opening it, its height and slope, and where falling
 * things land. */
#include "runtime/bank/about.h"
#include "runtime/bank/blob.h"
#include "runtime/bank/verify.h"
#include "runtime/grounds/ground.h"
#include "runtime/levels/layers.h"

KBX_INTERNAL void
kbx_about_ground (kbx_about *about, kbx_handle ground)
{
  const uint8_t *p = kbx_bytes_of (ground, KBX_GROUND);
  if (p == NULL)
    return;
  const kbx_ground_view v = kbx_read_ground (p);
  about->found = true;
  about->class_index = kbx_load_u32 (p + 4);
  about->points = v.count;
  about->left = (float) v.left;
  about->right = (float) v.right;
  about->slope_limit = kbx_narrow_far (v.limit);
}

/* ---- positions ---- */

/* The piece at x; false outside the ground. */
static bool
kbx_ground_piece_at (kbx_handle ground, float x, kbx_ground_view *v, kbx_ground_piece *piece)
{
  if (kbx_bytes_of (ground, KBX_GROUND) == NULL || !kbx_float_within (x, KBX_WORLD_LIMIT))
    return false;
  *v = kbx_read_ground (kbx_bytes_of (ground, KBX_GROUND));
  if (x < v->left || x > v->right)
    return false;
  *piece = kbx_read_ground_piece (v, kbx_ground_find (v, x));
  return true;
}

KBX_API kbx_ground_place
kbx_ground_at (kbx_handle ground, float x)
{
  kbx_ground_view v;
  kbx_ground_piece piece;
  kbx_ground_place place = {
    kbx_ground_piece_at (ground, x, &v, &piece), INFINITY, 0, { 0, 0 }, false
  };
  if (place.found)
    {
      const double slope = kbx_piece_slope (&piece, x - piece.x);
      place.y = kbx_narrow_far (kbx_piece_height (&piece, x - piece.x));
      place.slope = kbx_narrow_far (slope);
      place.normal = kbx_narrow (kbx_unit (kbx_wide_make (slope, -1)));
      place.too_steep = v.limit > 0 && (slope < 0 ? -slope : slope) > v.limit;
    }
  return place;
}

/* ---- landing ---- */

/* Rises above this, in pixels, stop a standing foot: smaller ones are rounding. Level ground has
 * none. */
#define KBX_GROUND_RISE (1.0 / 4096)
#define KBX_GROUND_LEVEL 1e-9

/* A moving foot. */
typedef struct {
  kbx_wide_vec from, move;
  double lift;   /* for standing: the height lost when it was rounded to float */
  double enough; /* the depth in the ground that counts as touching */
} kbx_fall;

/* How deep the foot is in the ground there; negative above it. */
static inline double
kbx_fall_depth (const kbx_fall *f, const kbx_ground_piece *piece, double t)
{
  KBX_STEPS (1);
  return f->from.y + t * f->move.y - kbx_piece_height (piece, f->from.x + t * f->move.x - piece->x)
         + f->lift;
}

/* The fractions between *from and `to` at which the depth turns on this piece: at most two, in
 * order. Returns their number. */
static int
kbx_fall_turns (const kbx_fall *f, const kbx_ground_piece *piece, double from, double to,
                double turns[2])
{
  const double c = piece->c, d = 3 * piece->d,
               b = f->move.x != 0 ? piece->b - f->move.y / f->move.x : 0, square = c * c - d * b;
  double roots[2];
  int n = 0, kept = 0;
  if (f->move.x == 0 || square <= 0)
    return 0;
  double q = c < 0 ? sqrt (square) - c : -sqrt (square) - c;
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

/* The touch on a straight piece, between two fractions. */
static double
kbx_fall_straight (const kbx_fall *f, const kbx_ground_piece *piece, double low, double high)
{
  const double above = piece->a + piece->b * (f->from.x - piece->x) - f->from.y - f->lift,
               t = above / (f->move.y - piece->b * f->move.x);
  return t < low ? low : t > high ? high : t;
}

/* The first touch on a piece from fraction `from` to `to`, or a negative number. Between two turns
 * the depth is monotonic. If it goes from above the ground to below, bisection finds the one
 * root. */
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
      if (piece->c == 0 && piece->d == 0)
        return kbx_fall_straight (f, piece, low, high);
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

/* A standing foot's height was rounded to float, which `lift` corrects. False below that float. */
static bool
kbx_fall_stand (kbx_fall *f, const kbx_ground_view *v, kbx_wide_vec foot)
{
  const kbx_ground_piece piece = kbx_read_ground_piece (v, kbx_ground_find (v, foot.x));
  const double height = kbx_piece_height (&piece, foot.x - piece.x);
  const float on = kbx_narrow_far (height);
  if (foot.y == on)
    {
      f->lift = height - foot.y;
      f->enough = piece.b == 0 && piece.c == 0 && piece.d == 0 ? KBX_GROUND_LEVEL : KBX_GROUND_RISE;
    }
  return foot.y <= on;
}

/* Prepares a moving foot, or returns false inside the ground. */
static bool
kbx_fall_begin (kbx_fall *f, const kbx_ground_view *v, kbx_wide_vec foot, kbx_wide_vec move)
{
  *f = KBX_LITERAL (kbx_fall){ foot, move, 0, 0 };
  return foot.x < v->left || foot.x > v->right || kbx_fall_stand (f, v, foot);
}

static inline double
kbx_within_move (double t)
{
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The first touch of the whole move, or a negative number. A foot that arrives at an end of the
 * ground, and stands there, goes on. */
static double
kbx_fall_run (kbx_fall *f, const kbx_ground_view *v)
{
  const double x0 = f->from.x, way = f->move.x, x1 = x0 + way;
  const double begin = x0 < v->left ? v->left : x0 > v->right ? v->right : x0;
  double t = way != 0 ? kbx_within_move ((begin - x0) / way) : 0;
  if ((x0 < v->left && x1 < v->left) || (x0 > v->right && x1 > v->right))
    return -1;
  if (begin != x0)
    kbx_fall_stand (f, v, kbx_wide_make (begin, f->from.y + t * f->move.y));
  uint32_t i = kbx_ground_find (v, begin);
  i -= i + 1 == v->count;
  for (;;)
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (v, i);
      const double next = kbx_ground_x (v, i + 1), end = way < 0 ? piece.x : next;
      const bool last = way == 0 || (way > 0 ? x1 <= next : x1 >= piece.x);
      const double until = last ? 1 : kbx_within_move ((end - x0) / way),
                   met = kbx_fall_onto (f, &piece, t, until);
      if (met >= 0 || last || (way > 0 ? i + 2 == v->count : i == 0))
        return met;
      t = until;
      i = way > 0 ? i + 1 : i - 1;
    }
}

static kbx_wide_vec
kbx_probe_foot (const kbx_probe *probe)
{
  return kbx_wide_make ((probe->lo.x + probe->hi.x) / 2, probe->kind == KBX_SHAPE_CIRCLE
                                                           ? probe->hi.y + probe->radius
                                                           : probe->hi.y);
}

/* A ground stops the foot of a mover: the middle of a box's lower side, the lowest point of a
 * circle. */
KBX_INTERNAL void
kbx_ground_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  const uint32_t class_index = kbx_load_u32 (bytes + 4);
  const kbx_ground_view v = kbx_read_ground (bytes);
  kbx_wide_vec foot = kbx_probe_foot (probe);
  kbx_fall fall;
  if (kbx_far_off (foot.x, KBX_WORLD_LIMIT) || kbx_far_off (foot.y, KBX_WORLD_LIMIT)
      || kbx_far_off (probe->move.x, KBX_WORLD_LIMIT)
      || kbx_far_off (probe->move.y, KBX_WORLD_LIMIT))
    {
      met->status = KBX_ERROR_ARGUMENT;
      return;
    }
  if ((probe->classes >> class_index & 1) == 0)
    return;
  met->inside = !kbx_fall_begin (&fall, &v, foot, probe->move);
  met->t = met->inside ? 0 : kbx_fall_run (&fall, &v);
  const kbx_wide_vec end = kbx_wide_make (foot.x + probe->move.x, foot.y + probe->move.y);
  if (met->t >= 1 && probe->kind >= KBX_SHAPE_RECT
      && kbx_fall_begin (&fall, &v, end, probe->move)) /* it ends flush */
    met->t = -1;
  if (met->t < 0 && probe->ends && !kbx_fall_begin (&fall, &v, end, probe->move))
    met->t = 1;
  met->hit = met->t >= 0;
  if (!met->hit)
    return;
  foot.x += met->t * probe->move.x;
  foot.x = foot.x < v.left ? v.left : foot.x > v.right ? v.right : foot.x;
  kbx_ground_place place = kbx_ground_at (kbx_packed_handle (KBX_GROUND, bytes), (float) foot.x);
  met->at = kbx_wide_make ((float) foot.x, met->inside ? foot.y : place.y);
  met->normal = kbx_wide (place.normal);
  met->steep = place.too_steep;
  met->index = kbx_ground_find (&v, foot.x);
  met->class_index = class_index;
  if (probe->kind >= KBX_SHAPE_RECT && !met->inside)
    kbx_met_stop (met, probe);
}

KBX_INTERNAL void
kbx_ground_touched (const uint8_t *bytes, const kbx_probe *probe, kbx_found *found)
{
  const uint32_t class_index = kbx_load_u32 (bytes + 4);
  const kbx_ground_view v = kbx_read_ground (bytes);
  const kbx_wide_vec foot = kbx_probe_foot (probe);
  const kbx_point cell = { 0, 0 };
  kbx_fall fall;
  if ((probe->classes >> class_index & 1) != 0 && !kbx_far_off (foot.x, KBX_WORLD_LIMIT)
      && !kbx_far_off (foot.y, KBX_WORLD_LIMIT)
      && (!kbx_fall_begin (&fall, &v, foot, foot) || fall.enough > 0))
    kbx_found_add (found, kbx_ground_find (&v, foot.x), class_index, cell);
}

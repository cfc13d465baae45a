/* SPDX-License-Identifier: MIT */
/* Splines through the points of a ground: first the slope at each point of a run, then the cubic
 * pieces between them. */
#include "runtime/grounds/ground.h"
#include "runtime/pack/packing.h"

#include <math.h>

/* A run: points from..to of the ground, to > from. */
typedef struct {
  const kbx_ground_plan *plan;
  uint32_t from, to;
  double *slopes, *upper; /* of its points; results */
} kbx_ground_run;

static double
kbx_run_width (const kbx_ground_run *r, uint32_t i)
{
  return r->plan->points[i + 1].x - r->plan->points[i].x;
}

static double
kbx_run_chord (const kbx_ground_run *r, uint32_t i)
{
  return (r->plan->points[i + 1].y - r->plan->points[i].y) / kbx_run_width (r, i);
}

/* ---- natural and clamped ---- */

/* The slopes for which the second derivatives agree at inner points: a tridiagonal system, solved
 * from the left (Thomas). It is diagonally dominant, so it needs no pivots. `ends` are the end
 * slopes, or NULL for natural ends. */
static void
kbx_solve_slopes (kbx_ground_run *r, const double *ends)
{
  const uint32_t n = r->to - r->from + 1;
  double *upper = r->upper, *slopes = r->slopes;
  upper[0] = ends ? 0 : 0.5;
  slopes[0] = ends ? ends[0] : 1.5 * kbx_run_chord (r, r->from);
  for (uint32_t k = 1; k + 1 < n; k++)
    {
      const uint32_t i = r->from + k;
      const double before = kbx_run_width (r, i - 1), after = kbx_run_width (r, i),
                   pivot = 2 * (before + after) - after * upper[k - 1];
      upper[k] = before / pivot;
      slopes[k] = (3 * (after * kbx_run_chord (r, i - 1) + before * kbx_run_chord (r, i))
                   - after * slopes[k - 1])
                  / pivot;
    }
  slopes[n - 1] =
    ends ? ends[1] : (3 * kbx_run_chord (r, r->to - 1) - slopes[n - 2]) / (2 - upper[n - 2]);
  for (uint32_t k = n - 1; k-- > 0;)
    slopes[k] -= upper[k] * slopes[k + 1];
}

/* The slope at an end: the ground's, or that of the adjacent straight piece. */
static void
kbx_clamp_run (kbx_ground_run *r)
{
  const double ends[2] = { r->from > 0 ? kbx_run_chord (r, r->from - 1) : r->plan->start_slope,
                           r->to + 1 < r->plan->count ? kbx_run_chord (r, r->to)
                                                      : r->plan->end_slope };
  kbx_solve_slopes (r, ends);
}

/* ---- monotone ---- */

static int kbx_sign_of (double v) { return (v > 0) - (v < 0); }

/* A parabola through three points, limited where it would overshoot. */
static double
kbx_end_slope (double h0, double h1, double m0, double m1)
{
  const double slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
  if (kbx_sign_of (slope) != kbx_sign_of (m0))
    return 0;
  return kbx_sign_of (m0) != kbx_sign_of (m1) && fabs (slope) > 3 * fabs (m0) ? 3 * m0 : slope;
}

static void
kbx_keep_monotone (kbx_ground_run *r)
{
  const uint32_t n = r->to - r->from + 1, a = r->from, b = r->to;
  if (n == 2)
    {
      r->slopes[0] = r->slopes[1] = kbx_run_chord (r, a);
      return;
    }
  for (uint32_t k = 1; k + 1 < n; k++)
    {
      const double h0 = kbx_run_width (r, a + k - 1), h1 = kbx_run_width (r, a + k),
                   m0 = kbx_run_chord (r, a + k - 1), m1 = kbx_run_chord (r, a + k);
      const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
      r->slopes[k] = kbx_sign_of (m0) * kbx_sign_of (m1) > 0 ? (w0 + w1) / (w0 / m0 + w1 / m1) : 0;
    }
  r->slopes[0] = kbx_end_slope (kbx_run_width (r, a), kbx_run_width (r, a + 1),
                                kbx_run_chord (r, a), kbx_run_chord (r, a + 1));
  r->slopes[n - 1] = kbx_end_slope (kbx_run_width (r, b - 1), kbx_run_width (r, b - 2),
                                    kbx_run_chord (r, b - 1), kbx_run_chord (r, b - 2));
}

/* ---- pieces ---- */

static void
kbx_put_piece (uint8_t *p, double a, double b, double c, double d)
{
  kbx_store_f64 (p, a);
  kbx_store_f64 (p + 8, b);
  kbx_store_f64 (p + 16, c);
  kbx_store_f64 (p + 24, d);
}

/* Returns the slope at its end. */
static double
kbx_put_run (kbx_ground_run *r, uint8_t *pieces)
{
  if (r->plan->spline == KBX_SPLINE_MONOTONE)
    kbx_keep_monotone (r);
  else if (r->plan->spline == KBX_SPLINE_CLAMPED)
    kbx_clamp_run (r);
  else
    kbx_solve_slopes (r, NULL);
  for (uint32_t i = r->from; i < r->to; i++)
    {
      const double h = kbx_run_width (r, i), m = kbx_run_chord (r, i), s0 = r->slopes[i - r->from],
                   s1 = r->slopes[i - r->from + 1];
      kbx_put_piece (pieces + (size_t) i * KBX_GROUND_PIECE, r->plan->points[i].y, s0,
                     (3 * m - 2 * s0 - s1) / h, (s0 + s1 - 2 * m) / (h * h));
    }
  return r->slopes[r->to - r->from];
}

static void
kbx_put_pieces (kbx_ground_run *run, uint8_t *pieces)
{
  const kbx_ground_plan *plan = run->plan;
  double slope = 0;
  for (uint32_t i = 0; i + 1 < plan->count; i = run->to)
    {
      run->from = run->to = i;
      while (run->to + 1 < plan->count && !plan->points[run->to].flat)
        run->to++;
      if (run->to > i)
        {
          slope = kbx_put_run (run, pieces);
          continue;
        }
      slope = kbx_run_chord (run, i);
      kbx_put_piece (pieces + (size_t) i * KBX_GROUND_PIECE, plan->points[i].y, slope, 0, 0);
      run->to = i + 1;
    }
  kbx_put_piece (pieces + (size_t) (plan->count - 1) * KBX_GROUND_PIECE,
                 plan->points[plan->count - 1].y, slope, 0, 0);
}

static bool
kbx_check_points (const kbx_ground_plan *plan, kbx_error *error)
{
  for (uint32_t i = 0; i < plan->count; i++)
    {
      const kbx_ground_point *p = &plan->points[i];
      const char *message = NULL;
      if (!kbx_double_within (p->x, KBX_LEVEL_LIMIT) || !kbx_double_within (p->y, KBX_LEVEL_LIMIT))
        message = KBX_N_ ("expected a place within 65536 pixels");
      else if ((double) (int32_t) (p->x * KBX_GRID) != p->x * KBX_GRID)
        message = KBX_N_ ("expected an x on the grid of 1/256 pixel");
      else if (i > 0 && p->x <= plan->points[i - 1].x)
        message = KBX_N_ ("expected an x right of that of the point before");
      if (message != NULL)
        {
          kbx_pack_refuse (error, KBX_ERROR_VALUE, "poin", i, message);
          return false;
        }
    }
  return true;
}

size_t
kbx_ground_pack (const kbx_ground_plan *plan, void *work, size_t work_size, void *bytes,
                 size_t capacity, kbx_error *error)
{
  uint8_t *p = (uint8_t *) bytes, *pieces;
  kbx_work room = kbx_work_of (work, work_size);
  kbx_ground_run run;
  kbx_trouble trouble;
  if (plan == NULL || plan->points == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no points");
  if (plan->count < 2 || plan->count > KBX_GROUND_POINTS
      || (uint32_t) plan->spline > KBX_SPLINE_MONOTONE)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected 2 to 65536 points, and a kind of spline");
  if (!kbx_check_points (plan, error))
    return 0;
  run.plan = plan;
  run.slopes = (double *) kbx_work_take (&room, plan->count, sizeof *run.slopes);
  run.upper = (double *) kbx_work_take (&room, plan->count, sizeof *run.upper);
  if (run.upper == NULL)
    return kbx_pack_no_room (error);
  const size_t size = KBX_GROUND_SIZE (plan->count);
  if (bytes == NULL || size > capacity)
    return kbx_pack_done (error, size);
  memset (p, 0, KBX_GROUND_HEADER);
  kbx_store_u32 (p, (uint32_t) size);
  kbx_store_u32 (p + 4, plan->class_index);
  kbx_store_u32 (p + 8, plan->count);
  kbx_store_f64 (p + 16, plan->slope_limit);
  for (uint32_t i = 0; i < plan->count; i++)
    kbx_store_f64 (p + KBX_GROUND_HEADER + 8 * (size_t) i, plan->points[i].x);
  pieces = p + KBX_GROUND_HEADER + 8 * (size_t) plan->count;
  kbx_put_pieces (&run, pieces);
  if (kbx_check_ground (&trouble, p, size) == KBX_OK)
    return kbx_pack_done (error, size);
  if (trouble.offset < KBX_GROUND_HEADER)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, trouble.message);
  return kbx_pack_refuse (error, KBX_ERROR_VALUE, "poin",
                          (trouble.offset - (uint64_t) (pieces - p)) / KBX_GROUND_PIECE,
                          trouble.message);
}

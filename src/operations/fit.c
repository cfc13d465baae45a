/* SPDX-License-Identifier: MIT */
/* Fits geometry to weighted pixels. Tries sides, sizes and angles one after the other, each over
 * its whole range, until nothing improves. A change must gain more than its cost: about a tenth of
 * the pixels along the moved side. */
#include <math.h>
#include <stdlib.h>

#include "operations/private.h"

#define MOVING 0.06     /* cost of each pixel of movement, per pixel along the side */
#define RESIZING 0.08   /* the same for a size */
#define LEAST_SIZE 0.5  /* of a box's side */
#define CIRCLE_CORNERS 24
#define MOST_CORNERS 512

typedef struct {
  double *sums;         /* [y][x + 1]: sum of the weights of row y up to x */
  gint width, height;
  const KbGeometry *start;
  KbBounds home;
} Fit;

/* One change of a kind of shape: the amount added to each number per step. */
typedef struct { double by[5]; double step; } FitMove;

/* One row for each kind of shape. */
typedef struct {
  guint (*corners) (const double *v, guint n, KbVec *corners);
  FitMove moves[8];   /* ends with a step of 0 */
} KindFit;

static guint
circle_corners (const double *v, guint n, KbVec *corners)
{
  for (guint i = 0; i < CIRCLE_CORNERS; i++)
    {
      double angle = i * 2 * G_PI / CIRCLE_CORNERS;
      corners[i] = (KbVec) { v[0] + v[2] * cos (angle), v[1] + v[2] * sin (angle) };
    }
  return CIRCLE_CORNERS;
}

static guint
oriented_corners (const double *v, guint n, KbVec *corners)
{
  double c = cos (v[4] * G_PI / 180), s = sin (v[4] * G_PI / 180);
  static const gint8 sides[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };

  for (guint i = 0; i < 4; i++)
    {
      double x = sides[i][0] * v[2] / 2, y = sides[i][1] * v[3] / 2;
      corners[i] = (KbVec) { v[0] + x * c - y * s, v[1] + x * s + y * c };
    }
  return 4;
}

static guint
box_corners (const double *v, guint n, KbVec *corners)
{
  return oriented_corners (
    (double[]) { v[0] + v[2] / 2, v[1] + v[3] / 2, v[2], v[3], 0 }, 5, corners);
}

static guint
polygon_corners (const double *v, guint n, KbVec *corners)
{
  guint count = MIN (n / 2, MOST_CORNERS);

  for (guint i = 0; i < count; i++)
    corners[i] = (KbVec) { v[2 * i], v[2 * i + 1] };
  return count;
}

/* As many corners as a circle, half of them around each end. */
static guint
capsule_corners (const double *v, guint n, KbVec *corners)
{
  double from = atan2 (v[3] - v[1], v[2] - v[0]) + G_PI / 2;

  for (guint i = 0; i < CIRCLE_CORNERS; i++)
    {
      const guint half = CIRCLE_CORNERS / 2, end = i / half;
      double angle = from + (end + (double) (i % half) / (half - 1)) * G_PI;
      corners[i] =
        (KbVec) { v[2 * end] + v[4] * cos (angle), v[2 * end + 1] + v[4] * sin (angle) };
    }
  return CIRCLE_CORNERS;
}

static const KindFit fit_kinds[KB_N_SHAPE_TYPES] = {
  [KB_SHAPE_BOX] = { box_corners,
                     { { { 1, 0, 0, 0 }, 1 },
                       { { 0, 1, 0, 0 }, 1 },
                       { { 1, 0, -1, 0 }, 1 },
                       { { 0, 0, 1, 0 }, 1 },
                       { { 0, 1, 0, -1 }, 1 },
                       { { 0, 0, 0, 1 }, 1 } } },
  [KB_SHAPE_CIRCLE] = { circle_corners,
                        { { { 1, 0, 0 }, 0.5 }, { { 0, 1, 0 }, 0.5 }, { { 0, 0, 1 }, 0.5 } } },
  [KB_SHAPE_ORIENTED] = { oriented_corners,
                          { { { 1, 0, 0, 0, 0 }, 0.5 },
                            { { 0, 1, 0, 0, 0 }, 0.5 },
                            { { 0, 0, 0, 0, 1 }, 3 },
                            { { 0, 0, 1, 0, 0 }, 0.5 },
                            { { 0, 0, 0, 1, 0 }, 0.5 } } },
  /* Polygons are only moved: (x, y). */
  [KB_SHAPE_POLYGON] = { polygon_corners, { { { 1, 0 }, 0.5 }, { { 0, 1 }, 0.5 } } },
  [KB_SHAPE_CAPSULE] = { capsule_corners,
                         { { { 1, 0, 1, 0, 0 }, 0.5 },
                           { { 0, 1, 0, 1, 0 }, 0.5 },
                           { { 1, 0, 0, 0, 0 }, 0.5 },
                           { { 0, 1, 0, 0, 0 }, 0.5 },
                           { { 0, 0, 1, 0, 0 }, 0.5 },
                           { { 0, 0, 0, 1, 0 }, 0.5 },
                           { { 0, 0, 0, 0, 1 }, 0.5 } } },
};

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Sums the pixels whose centres are inside the shape, from the crossings of each row's centre
 * line. */
static double
sum_inside (const Fit *fit, const KbGeometry *g)
{
  KbVec corners[MOST_CORNERS];
  double crossings[MOST_CORNERS], sum = 0;
  guint n = fit_kinds[g->type].corners (g->v, g->n, corners);
  if (n == 0)
    return 0;
  double top = corners[0].y, bottom = corners[0].y;
  for (guint i = 1; i < n; i++)
    top = MIN (top, corners[i].y), bottom = MAX (bottom, corners[i].y);
  for (gint y = (gint) MAX (floor (top), 0); y < MIN (ceil (bottom), fit->height); y++)
    {
      guint m = 0;
      for (guint i = 0; i < n; i++)
        {
          const KbVec *a = &corners[i], *b = &corners[i + 1 == n ? 0 : i + 1];
          if ((a->y > y + 0.5) != (b->y > y + 0.5))
            crossings[m++] = a->x + (b->x - a->x) * (y + 0.5 - a->y) / (b->y - a->y);
        }
      if (m > 2)
        qsort (crossings, m, sizeof *crossings, ascending);
      else if (m == 2 && crossings[0] > crossings[1])
        {
          double held = crossings[0];
          crossings[0] = crossings[1], crossings[1] = held;
        }
      const double *sums = fit->sums + (gsize) y * (fit->width + 1);
      for (guint i = 0; i + 1 < m; i += 2)
        {
          gint x0 = (gint) CLAMP (ceil (crossings[i] - 0.5), 0, fit->width);
          gint x1 = (gint) CLAMP (ceil (crossings[i + 1] - 0.5), 0, fit->width);
          sum += sums[MAX (x0, x1)] - sums[x0];
        }
    }
  return sum;
}

static double
score (const Fit *fit, const KbGeometry *g)
{
  const KbBounds *home = &fit->home;
  KbBounds now = kb_geometry_kind (g->type)->bounds (g);
  double w = home->x1 - home->x0, h = home->y1 - home->y0;
  gboolean is_sliver = LEAST_SIZE * w > now.x1 - now.x0 || LEAST_SIZE * h > now.y1 - now.y0;
  if (kb_geometry_fault (g) || (is_sliver && g->type == KB_SHAPE_BOX))
    return -G_MAXDOUBLE;
  double cost;
  if (kb_geometry_lengths (g) < g->n)
    {
      const double *v = g->v, *o = fit->start->v;
      cost = MOVING * (h * fabs (v[0] - o[0]) + w * fabs (v[1] - o[1])
                       + 2 * o[3] * fabs (v[2] - o[2]) + 2 * o[2] * fabs (v[3] - o[3])
                       + fabs (v[4] - o[4]) / 180 * G_PI * MAX (o[2], o[3]));
    }
  else
    cost = MOVING * (h * (fabs (now.x0 - home->x0) + fabs (now.x1 - home->x1))
                     + w * (fabs (now.y0 - home->y0) + fabs (now.y1 - home->y1)))
           + RESIZING * (h * fabs (now.x1 - now.x0 - w) + w * fabs (now.y1 - now.y0 - h));
  return sum_inside (fit, g) - cost;
}

static void
make_move (const KbGeometry *from, const FitMove *move, double amount, KbGeometry *to)
{
  kb_geometry_copy (to, from);
  if (kb_geometry_has_corners (from))
    kb_geometry_kind (from->type)->translate (to, move->by[0] * amount, move->by[1] * amount);
  else
    for (guint i = 0; i < from->n; i++)
      to->v[i] += move->by[i] * amount;
}

/* Sums the weights, clamped to the range. Returns their sum. */
static double
fill_sums (Fit *fit, const float *weights, float low, float high)
{
  double all = 0;
  for (gint y = 0; y < fit->height; y++)
    {
      const float *row = weights + (gsize) y * fit->width;
      double *sums = fit->sums + (gsize) y * (fit->width + 1);
      for (gint x = 0; x < fit->width; x++)
        {
          double weight = CLAMP (row[x], low, high);
          sums[x + 1] = sums[x] + weight;
          all += weight;
        }
    }
  return all;
}

void
kb_fit_geometry (KbGeometry *geometry, const float *weights, gint width, gint height, gint reach)
{
  Fit fit = { .sums = g_new0 (double, (gsize) (width + 1) * height),
              .width = width,
              .height = height };
  g_auto (KbGeometry) start = { 0 }, best = { 0 }, trial = { 0 };
  kb_geometry_copy (&start, geometry);
  fit.start = &start;
  fit.home = kb_geometry_kind (start.type)->bounds (&start);
  fill_sums (&fit, weights, -G_MAXFLOAT, G_MAXFLOAT);
  double now = score (&fit, geometry);
  gboolean better = TRUE;
  for (guint round = 0; better && round < 8; round++)
    {
      better = FALSE;
      for (const FitMove *move = fit_kinds[start.type].moves; move->step > 0; move++)
        {
          double top = now;
          for (gint i = -reach; i <= reach; i++)
            {
              make_move (geometry, move, i * move->step, &trial);
              double value = i ? score (&fit, &trial) : -G_MAXDOUBLE;
              if (value > top + 1e-6)
                {
                  top = value;
                  kb_geometry_copy (&best, &trial);
                }
            }
          if (top > now)
            {
              now = top, better = TRUE;
              kb_geometry_copy (geometry, &best);
            }
        }
    }
  g_free (fit.sums);
}

double
kb_fit_share (const KbGeometry *geometry, const float *weights, gint width, gint height)
{
  Fit fit = { .sums = g_new0 (double, (gsize) (width + 1) * height),
              .width = width,
              .height = height };
  double all = fill_sums (&fit, weights, 0, G_MAXFLOAT), inside = sum_inside (&fit, geometry);
  fill_sums (&fit, weights, -G_MAXFLOAT, 0);
  double excess = -sum_inside (&fit, geometry);
  g_free (fit.sums);
  return all + excess > 0 ? inside / (all + excess) : 0;
}

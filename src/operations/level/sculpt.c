/* SPDX-License-Identifier: MIT */
/* Brushes on painted heightmaps. */
#include "operations/level/sculpt.h"

#include <math.h>

#define TOP 65535.0
#define SCULPT_STEP 4096.0        /* raised by a dab of full strength */
#define SLIDES 4           /* passes of erosion per dab */
#define SLIDE 0.2          /* of a height difference, with four neighbours: stable */
#define OCTAVES 3

/* Samples around a dab, within the map. */
typedef struct {
  gint x, y, width, height;
  float *z, *weight, *other;   /* other: room for results */
  const KbSculptBrush *brush;
} Patch;

/* The effect at a distance: 1 in the core, 0 from the radius on, smooth in between. */
static double
weight_at (const KbSculptBrush *brush, double distance)
{
  double radius = brush->size / 2, out = radius - distance, fade = brush->falloff * radius;
  if (out <= 0)
    return 0;
  if (out >= fade)
    return 1;
  double t = out / fade;
  return t * t * (3 - 2 * t);
}

/* ---- samples ---- */

static gboolean
patch_new (Patch *patch, const KbZonesPainter *painter, const KbSculptBrush *brush, gint x0,
           gint y0, gint x1, gint y1)
{
  const KbZones *zones = kb_zones_painter_zones ((KbZonesPainter *) painter);
  x0 = MAX (x0, 0);
  y0 = MAX (y0, 0);
  x1 = MIN (x1, (gint) kb_zones_width (zones) / 2);
  y1 = MIN (y1, (gint) kb_zones_height (zones));
  if (x0 >= x1 || y0 >= y1)
    return FALSE;
  *patch = (Patch) { .x = x0, .y = y0, .width = x1 - x0, .height = y1 - y0, .brush = brush };
  gsize n = (gsize) patch->width * (gsize) patch->height;
  g_autofree guint8 *bytes = g_malloc (n * 2);
  patch->z = g_new (float, n * 3);
  patch->weight = patch->z + n;
  patch->other = patch->weight + n;
  kb_zones_painter_copy (painter, x0 * 2, y0, (guint) patch->width * 2, (guint) patch->height,
                         bytes, (gsize) patch->width * 2);
  for (gsize i = 0; i < n; i++)
    patch->z[i] = (float) (bytes[2 * i] | bytes[2 * i + 1] << 8);
  return TRUE;
}

static void
patch_put (Patch *patch, KbZonesPainter *painter)
{
  gsize n = (gsize) patch->width * (gsize) patch->height;
  g_autofree guint8 *bytes = g_malloc (n * 4);
  guint8 *keep = bytes + n * 2;
  for (gsize i = 0; i < n; i++)
    {
      guint value = (guint) floor (CLAMP (patch->z[i], 0, TOP) + 0.5);
      bytes[2 * i] = value & 255;
      bytes[2 * i + 1] = value >> 8;
      keep[2 * i] = keep[2 * i + 1] = patch->weight[i] == 0;
    }
  kb_zones_painter_copy_in (painter, patch->x * 2, patch->y, (guint) patch->width * 2,
                            (guint) patch->height, bytes, keep, (gsize) patch->width * 2);
  g_free (patch->z);
}

/* ---- brushes: each changes z by the weights ---- */

static void
move_all (Patch *patch, double by)
{
  gsize n = (gsize) patch->width * (gsize) patch->height;
  for (gsize i = 0; i < n; i++)
    patch->z[i] += (float) (by * patch->weight[i]);
}

static void
raise_samples (Patch *patch)
{
  move_all (patch, SCULPT_STEP * patch->brush->strength);
}

static void
lower_samples (Patch *patch)
{
  move_all (patch, -SCULPT_STEP * patch->brush->strength);
}

static void
move_towards (Patch *patch, const float *targets, double target)
{
  gsize n = (gsize) patch->width * (gsize) patch->height;
  for (gsize i = 0; i < n; i++)
    patch->z[i] += (float) (patch->brush->strength * patch->weight[i]
                            * ((targets ? targets[i] : target) - patch->z[i]));
}

static void
flatten_samples (Patch *patch)
{
  move_towards (patch, NULL, patch->brush->target);
}

static gint
smooth_reach (const KbSculptBrush *brush)
{
  return (gint) MAX (1, brush->size / 16);
}

/* Means of 2 * reach + 1 values of a row or column, the outer ones repeated. */
static void
average (const float *from, float *to, gint n, gsize stride, gint reach)
{
  double sum = 0;
  for (gint i = -reach; i <= reach; i++)
    sum += from[(gsize) CLAMP (i, 0, n - 1) * stride];
  for (gint i = 0; i < n; i++)
    {
      to[(gsize) i * stride] = (float) (sum / (2 * reach + 1));
      sum += from[(gsize) MIN (i + reach + 1, n - 1) * stride]
             - from[(gsize) MAX (i - reach, 0) * stride];
    }
}

static void
smooth_samples (Patch *patch)
{
  gint reach = smooth_reach (patch->brush);
  gsize width = (gsize) patch->width;
  g_autofree float *rows = g_new (float, width * (gsize) patch->height);
  for (gint y = 0; y < patch->height; y++)
    average (patch->z + (gsize) y * width, rows + (gsize) y * width, patch->width, 1, reach);
  for (gint x = 0; x < patch->width; x++)
    average (rows + x, patch->other + x, patch->height, width, reach);
  move_towards (patch, patch->other, 0);
}

/* From -1 to 1, the same for the same corner and seed. */
static double
corner (gint i, gint j, guint32 seed)
{
  guint32 h = (guint32) i * 0x9e3779b1u ^ (guint32) j * 0x85ebca77u ^ seed * 0xc2b2ae3du;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return (h ^ h >> 15) / 2147483647.5 - 1;
}

static double
noise_at (double x, double y, guint32 seed)
{
  gint i = (gint) floor (x), j = (gint) floor (y);
  double u = x - i, v = y - j;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  return (corner (i, j, seed) * (1 - u) + corner (i + 1, j, seed) * u) * (1 - v)
         + (corner (i, j + 1, seed) * (1 - u) + corner (i + 1, j + 1, seed) * u) * v;
}

static void
add_noise (Patch *patch)
{
  for (gint y = 0; y < patch->height; y++)
    for (gint x = 0; x < patch->width; x++)
      {
        gsize i = (gsize) y * (gsize) patch->width + (gsize) x;
        double wide = MAX (patch->brush->size / 4, 2), share = 0.5, sum = 0;
        for (guint k = 0; patch->weight[i] > 0 && k < OCTAVES; k++, wide /= 2, share /= 2)
          sum += share
                 * noise_at ((patch->x + x) / wide, (patch->y + y) / wide, patch->brush->seed + k);
        patch->z[i] += (float) (SCULPT_STEP * patch->brush->strength * patch->weight[i] * sum);
      }
}

/* Slides from the higher of two neighbours to the lower, if their step is higher than `holds`. */
static void
slide (Patch *patch, gsize i, gsize k, double holds)
{
  double step = patch->z[i] - patch->z[k], over = fabs (step) - holds;
  if (over <= 0)
    return;
  double moved = SLIDE * patch->brush->strength * MIN (patch->weight[i], patch->weight[k]) * over;
  patch->other[i] -= (float) (step > 0 ? moved : -moved);
  patch->other[k] += (float) (step > 0 ? moved : -moved);
}

static void
visit_neighbours (Patch *patch, double holds, double *sum, double *n)
{
  gsize width = (gsize) patch->width;
  const gsize to[] = { 1, width };
  for (gint y = 0; y < patch->height; y++)
    for (gint x = 0; x < patch->width; x++)
      for (guint d = 0; d < 2; d++)
        {
          gsize i = (gsize) y * width + (gsize) x;
          if (patch->weight[i] == 0 || (d == 0 ? x + 1 == patch->width : y + 1 == patch->height)
              || patch->weight[i + to[d]] == 0)
            continue;
          if (sum)
            {
              *sum += fabs (patch->z[i] - patch->z[i + to[d]]);
              *n += 1;
            }
          else
            slide (patch, i, i + to[d], holds);
        }
}

static void
erode_samples (Patch *patch)
{
  gsize n = (gsize) patch->width * (gsize) patch->height;
  double sum = 0, pairs = 0;
  visit_neighbours (patch, 0, &sum, &pairs);
  for (guint pass = 0; pass < SLIDES && pairs > 0; pass++)
    {
      for (gsize i = 0; i < n; i++)
        patch->other[i] = 0;
      visit_neighbours (patch, sum / pairs, NULL, NULL);
      for (gsize i = 0; i < n; i++)
        patch->z[i] += patch->other[i];
    }
}

static void (*const brushes[KB_N_SCULPTS]) (Patch *patch) = {
  [KB_SCULPT_RAISE] = raise_samples, [KB_SCULPT_LOWER] = lower_samples,
  [KB_SCULPT_SMOOTH] = smooth_samples, [KB_SCULPT_FLATTEN] = flatten_samples,
  [KB_SCULPT_NOISE] = add_noise, [KB_SCULPT_ERODE] = erode_samples,
};

void
kb_sculpt_dab (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec at)
{
  double reach = brush->size / 2 + smooth_reach (brush);
  Patch patch;
  if (!patch_new (&patch, painter, brush, (gint) floor (at.x - reach), (gint) floor (at.y - reach),
                  (gint) ceil (at.x + reach) + 1, (gint) ceil (at.y + reach) + 1))
    return;
  for (gint y = 0; y < patch.height; y++)
    for (gint x = 0; x < patch.width; x++)
      patch.weight[(gsize) y * (gsize) patch.width + (gsize) x] =
        (float) weight_at (brush, hypot (patch.x + x - at.x, patch.y + y - at.y));
  brushes[brush->mode](&patch);
  patch_put (&patch, painter);
}

KbVec
kb_sculpt_line (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec last, KbVec to)
{
  double spacing = MAX (brush->size / 4, 1), dx = to.x - last.x, dy = to.y - last.y,
         length = hypot (dx, dy);
  guint n = (guint) MIN (length / spacing, 100000);
  KbVec from = last;
  for (guint i = 1; i <= n; i++)
    {
      last = (KbVec) { from.x + dx * spacing * i / length, from.y + dy * spacing * i / length };
      kb_sculpt_dab (painter, brush, last);
    }
  return last;
}

guint16
kb_sculpt_at (const KbZonesPainter *painter, KbVec at)
{
  const KbZones *zones = kb_zones_painter_zones ((KbZonesPainter *) painter);
  gint x = (gint) floor (CLAMP (at.x + 0.5, 0, kb_zones_width (zones) / 2 - 1)),
       y = (gint) floor (CLAMP (at.y + 0.5, 0, kb_zones_height (zones) - 1));
  return (guint16) (kb_zones_painter_at (painter, x * 2, y)
                    | kb_zones_painter_at (painter, x * 2 + 1, y) << 8);
}

/* ---- ramps ---- */

typedef struct {
  KbVec a, along;          /* along: per length squared */
  double length, from, to;
} Ramp;

static void
slope_patch (Patch *patch, const Ramp *ramp)
{
  for (gint y = 0; y < patch->height; y++)
    for (gint x = 0; x < patch->width; x++)
      {
        gsize i = (gsize) y * (gsize) patch->width + (gsize) x;
        double dx = patch->x + x - ramp->a.x, dy = patch->y + y - ramp->a.y,
               t = dx * ramp->along.x + dy * ramp->along.y,
               off = fabs (dx * ramp->along.y - dy * ramp->along.x) * ramp->length;
        patch->weight[i] = (float) (t >= 0 && t <= 1 ? weight_at (patch->brush, off) : 0);
        patch->z[i] +=
          (float) (patch->weight[i] * (ramp->from + (ramp->to - ramp->from) * t - patch->z[i]));
      }
}

static double
distance_to (const Ramp *ramp, KbVec b, KbVec p)
{
  double t = (p.x - ramp->a.x) * ramp->along.x + (p.y - ramp->a.y) * ramp->along.y;
  t = CLAMP (t, 0, 1);
  return hypot (p.x - ramp->a.x - (b.x - ramp->a.x) * t, p.y - ramp->a.y - (b.y - ramp->a.y) * t);
}

void
kb_sculpt_ramp (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec a, KbVec b)
{
  double dx = b.x - a.x, dy = b.y - a.y, length = hypot (dx, dy), half = brush->size / 2;
  if (length == 0)
    return;
  const Ramp ramp = { a, { dx / (length * length), dy / (length * length) }, length,
                      kb_sculpt_at (painter, a), kb_sculpt_at (painter, b) };
  const KbZones *zones = kb_zones_painter_zones (painter);
  gint side = KB_ZONES_TILE, x0 = (gint) floor (MAX (MIN (a.x, b.x) - half, 0)) / side * side,
       y0 = (gint) floor (MAX (MIN (a.y, b.y) - half, 0)) / side * side,
       x1 = (gint) MIN (MAX (a.x, b.x) + half + 1, kb_zones_width (zones) / 2),
       y1 = (gint) MIN (MAX (a.y, b.y) + half + 1, kb_zones_height (zones));
  for (gint y = y0; y < y1; y += side)
    for (gint x = x0; x < x1; x += side)
      {
        Patch patch;
        if (distance_to (&ramp, b, (KbVec) { x + side / 2.0, y + side / 2.0 }) > half + side
            || !patch_new (&patch, painter, brush, x, y, x + side, y + side))
          continue;
        slope_patch (&patch, &ramp);
        patch_put (&patch, painter);
      }
}

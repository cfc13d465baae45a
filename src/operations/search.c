/* SPDX-License-Identifier: MIT */
/* Where the pixels of one picture are in another.
 *
 * Costs: for each shift, how much each pixel of the second picture differs from the first's pixel
 * that the shift brings there: premultiplied colour and alpha, cut off where it is certain that they
 * are not the same, averaged over a small square (details) and, with blurred pictures, over a larger
 * one (a limb that has turned). A region goes where the mean of its pixels' costs is least. (To let
 * all regions explain the other picture together was tried, and found no better.) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "operations/private.h"

/* Found by trying: halving or doubling any of these changes the overlap with shapes made by hand by
 * about a hundredth at most. */
#define DETAIL 1            /* pixels around a pixel that are compared with it */
#define BLUR 3              /* and in the blurred pictures */
#define BLURRED_SHARE 0.35  /* of the cost */
#define UNEXPLAINED 90      /* the cost of a pixel that nothing is like */
#define DISTANCE 0.004      /* of UNEXPLAINED, for each pixel that a region moves */
#define REACH 6             /* how far pixels may move apart from their region */
#define STRETCH 0.2         /* the cost of that, times its square */
#define CLEAR 35            /* a difference of costs that leaves no doubt */
#define EMPTY 0.15          /* the weight of a transparent pixel, less than nothing */
#define FOUND 0.5           /* regions found to this share keep their pixels from the lost */
#define TAKEN 0.6           /* the weight of those pixels, less than nothing */
#define EMPTY_LEFT 0.5
#define OTHERS_SHARE 0.25   /* what a colour's use outside a region counts against it */
#define DISTANCE_LEFT 0.01  /* in the region's pixels, for each pixel that it moves */

static guint
n_shifts (const KbSearch *s)
{
  return (guint) ((2 * s->radius + 1) * (2 * s->radius + 1));
}

static KbShift
shift_at (const KbSearch *s, guint i)
{
  gint side = 2 * s->radius + 1;
  return (KbShift) { (gint) i % side - s->radius, (gint) i / side - s->radius };
}

static guint
shift_index (const KbSearch *s, KbShift d)
{
  return (guint) ((d.y + s->radius) * (2 * s->radius + 1) + d.x + s->radius);
}

static const guint8 *
costs_of (const KbSearch *s, KbShift d)
{
  return s->cost + (gsize) shift_index (s, d) * (gsize) s->width * s->height;
}

void
kb_search_init (KbSearch *s, gint width, gint height, gint radius)
{
  gsize n = (gsize) width * height;
  *s = (KbSearch) { .width = width, .height = height, .radius = radius };
  s->from = g_malloc0 (4 * n);
  s->to = g_malloc0 (4 * n);
  s->cost = g_malloc (n * n_shifts (s));
}

void
kb_search_clear (KbSearch *s)
{
  g_free (s->from);
  g_free (s->to);
  g_free (s->cost);
}

/* Averages of squares of (2 r + 1)^2 values, edges repeated; `stride` values apart. */
static void
blur_line (const guint16 *from, guint16 *to, gint n, gint step, gint r)
{
  guint32 sum = 0, scale = 65536 / (guint32) (2 * r + 1);
  for (gint i = -r; i <= r; i++)
    sum += from[CLAMP (i, 0, n - 1) * step];
  for (gint i = 0; i < n; i++)
    {
      to[i * step] = (guint16) ((sum * scale + 32768) >> 16);
      sum += from[MIN (i + r + 1, n - 1) * step];
      sum -= from[MAX (i - r, 0) * step];
    }
}

static void
blur (guint16 *values, guint16 *spare, gint width, gint height, gint r)
{
  for (gint y = 0; y < height; y++)
    blur_line (values + (gsize) y * width, spare + (gsize) y * width, width, 1, r);
  /* Down the columns a row at a time, so that the sums are vectors. */
  g_autofree guint32 *sums = g_new0 (guint32, width);
  guint32 scale = 65536 / (guint32) (2 * r + 1);
  for (gint i = -r; i <= r; i++)
    for (gint x = 0; x < width; x++)
      sums[x] += spare[(gsize) CLAMP (i, 0, height - 1) * width + x];
  for (gint y = 0; y < height; y++)
    {
      const guint16 *next = spare + (gsize) MIN (y + r + 1, height - 1) * width;
      const guint16 *last = spare + (gsize) MAX (y - r, 0) * width;
      guint16 *to = values + (gsize) y * width;
      for (gint x = 0; x < width; x++)
        {
          to[x] = (guint16) ((sums[x] * scale + 32768) >> 16);
          sums[x] += (guint32) next[x] - last[x];
        }
    }
}

static guint8 *
blurred (const guint8 *rgba, gint width, gint height, gint r)
{
  gsize n = (gsize) width * height;
  guint8 *result = g_malloc (4 * n);
  g_autofree guint16 *values = g_new (guint16, n), *spare = g_new (guint16, n);
  for (gint c = 0; c < 4; c++)
    {
      for (gsize i = 0; i < n; i++)
        values[i] = rgba[4 * i + c];
      blur (values, spare, width, height, r);
      for (gsize i = 0; i < n; i++)
        result[4 * i + c] = (guint8) values[i];
    }
  return result;
}

/* Differences of one row; outside of the first picture there is nothing. */
static void
compare_row (const guint8 *from, const guint8 *to, gint n, guint gain, guint16 *values)
{
  for (gint i = 0; i < n; i++)
    {
      gint r = abs (from[4 * i] - to[4 * i]), g = abs (from[4 * i + 1] - to[4 * i + 1]);
      gint b = abs (from[4 * i + 2] - to[4 * i + 2]), a = abs (from[4 * i + 3] - to[4 * i + 3]);
      guint sum = ((guint) (2 * (r + g + b) + 3 * a) * gain) / 6;
      values[i] = (guint16) MIN (sum, KB_COST_MOST);
    }
}

static void
compare (const guint8 *from, const guint8 *to, gint width, gint height, KbShift d, guint gain, guint16 *values)
{
  static const guint8 nothing[4];
  gint x0 = CLAMP (d.x, 0, width), x1 = CLAMP (width + d.x, 0, width);
  for (gint y = 0; y < height; y++)
    {
      guint16 *row = values + (gsize) y * width;
      const guint8 *target = to + 4 * (gsize) y * width;
      gboolean inside = y - d.y >= 0 && y - d.y < height;
      if (inside)
        compare_row (from + 4 * ((gsize) (y - d.y) * width + (x0 - d.x)), target + 4 * x0, x1 - x0, gain, row + x0);
      for (gint x = 0; x < width; x++)
        if (!inside || x < x0 || x >= x1)
          compare_row (nothing, target + 4 * x, 1, gain, row + x);
    }
}

void
kb_search_compare (KbSearch *s)
{
  gsize n = (gsize) s->width * s->height;
  g_autofree guint8 *from = blurred (s->from, s->width, s->height, BLUR);
  g_autofree guint8 *to = blurred (s->to, s->width, s->height, BLUR);
  g_autofree guint16 *fine = g_new (guint16, n), *coarse = g_new (guint16, n), *spare = g_new (guint16, n);
  guint mix = (guint) (256 * BLURRED_SHARE);
  for (guint i = 0; i < n_shifts (s); i++)
    {
      KbShift d = shift_at (s, i);
      guint8 *cost = s->cost + n * i;
      compare (s->from, s->to, s->width, s->height, d, 1, fine);
      blur (fine, spare, s->width, s->height, DETAIL);
      compare (from, to, s->width, s->height, d, 2, coarse);
      for (gsize p = 0; p < n; p++)
        cost[p] = (guint8) ((fine[p] * (256 - mix) + coarse[p] * mix) >> 8);
    }
}

/* --- Regions ---------------------------------------------------------------------------------- */

static gboolean
is_seen (const guint8 *rgba, gsize p)
{
  return rgba[4 * p + 3] > 0;
}

/* The rectangle of `to` that a shifted region falls on. */
static KbRegion
shifted (const KbSearch *s, const KbRegion *region, KbShift d)
{
  return (KbRegion) { MAX (region->x0 + d.x, 0), MAX (region->y0 + d.y, 0),
                      MIN (region->x1 + d.x, s->width), MIN (region->y1 + d.y, s->height), region->in };
}

/* Mean cost of the seen pixels of the region, moved; what falls off the canvas is not found. */
static double
own_cost (const KbSearch *s, const KbRegion *region, KbShift d, guint seen)
{
  KbRegion to = shifted (s, region, d);
  const guint8 *cost = costs_of (s, d);
  guint64 sum = 0;
  guint met = 0;
  for (gint y = to.y0; y < to.y1; y++)
    for (gint x = to.x0; x < to.x1; x++)
      {
        gsize p = (gsize) y * s->width + x, q = (gsize) (y - d.y) * s->width + (x - d.x);
        if (!region->in[q])
          continue;
        gboolean was = is_seen (s->from, q);
        met += was;
        if (was || is_seen (s->to, p))
          sum += MIN (cost[p], UNEXPLAINED);
      }
  sum += (guint64) UNEXPLAINED * (seen > met ? seen - met : 0);
  return (double) sum / MAX (seen, 1) / UNEXPLAINED;
}

static double
distance_cost (KbShift d)
{
  return DISTANCE * sqrt (d.x * d.x + d.y * d.y);
}

static guint
count_seen (const KbSearch *s, const KbRegion *region)
{
  guint n = 0;
  for (gint y = MAX (region->y0, 0); y < MIN (region->y1, s->height); y++)
    for (gint x = MAX (region->x0, 0); x < MIN (region->x1, s->width); x++)
      {
        gsize p = (gsize) y * s->width + x;
        n += region->in[p] && is_seen (s->from, p);
      }
  return n;
}

void
kb_search_region (const KbSearch *s, const KbRegion *region, KbShift *shift, double *found)
{
  guint seen = count_seen (s, region);
  double best = G_MAXDOUBLE, own = 1;
  for (guint k = 0; k < n_shifts (s); k++)
    {
      KbShift d = shift_at (s, k);
      double mean = own_cost (s, region, d, seen), cost = mean + distance_cost (d);
      if (cost < best)
        best = cost, own = mean, *shift = d;
    }
  *found = seen ? CLAMP (1 - own, 0, 1) : 0;
}

/* Lowers `least` to cost + a penalty for being off the region's shift, at the pixels that the
 * region's pixels (those for which `but` has none) reach. */
static void
lower (const KbSearch *s, const KbRegion *region, const guint8 *but, KbShift about, gint reach, float *least)
{
  for (gint dy = MAX (about.y - reach, -s->radius); dy <= MIN (about.y + reach, s->radius); dy++)
    for (gint dx = MAX (about.x - reach, -s->radius); dx <= MIN (about.x + reach, s->radius); dx++)
      {
        KbShift d = { dx, dy };
        KbRegion to = shifted (s, region, d);
        const guint8 *cost = costs_of (s, d);
        float off = (float) (STRETCH * ((dx - about.x) * (dx - about.x) + (dy - about.y) * (dy - about.y)));
        for (gint y = to.y0; y < to.y1; y++)
          for (gint x = to.x0; x < to.x1; x++)
            {
              gsize p = (gsize) y * s->width + x, q = (gsize) (y - dy) * s->width + (x - dx);
              if (region->in[q] && !(but && but[q]) && cost[p] + off < least[p])
                least[p] = cost[p] + off;
            }
      }
}

void
kb_search_belonging (const KbSearch *s, const KbRegion *regions, guint n, const KbShift *shifts, guint i, float *belongs)
{
  gsize pixels = (gsize) s->width * s->height;
  g_autofree float *in = g_new (float, pixels), *out = g_new (float, pixels);
  g_autofree guint8 *all = g_malloc (pixels);
  memset (all, 1, pixels);
  for (gsize p = 0; p < pixels; p++)
    in[p] = out[p] = 2 * KB_COST_MOST;
  gint reach = REACH;
  KbRegion whole = { 0, 0, s->width, s->height, all };
  lower (s, &regions[i], NULL, shifts[i], reach, in);
  lower (s, &whole, regions[i].in, shifts[i], reach, out);
  for (guint j = 0; j < n; j++)
    if (j != i)
      lower (s, &regions[j], regions[i].in, shifts[j], 3, out);
  for (gsize p = 0; p < pixels; p++)
    belongs[p] = is_seen (s->to, p) ? (float) CLAMP ((out[p] - in[p]) / CLEAR, -1, 1)
                                    : (float) -EMPTY;
}

/* --- Colours ---------------------------------------------------------------------------------- */

#define COLOURS 4096

static guint
colour_of (const guint8 *rgba, gsize p)
{
  return (guint) (rgba[4 * p] >> 4) << 8 | (guint) (rgba[4 * p + 1] >> 4) << 4 | (guint) (rgba[4 * p + 2] >> 4);
}

void
kb_search_leftover (const KbSearch *s, const KbRegion *regions, guint n, const KbShift *shifts, const double *found, guint i,
                    float *weights)
{
  gsize pixels = (gsize) s->width * s->height;
  g_autofree guint *in = g_new0 (guint, COLOURS), *out = g_new0 (guint, COLOURS);
  for (gsize p = 0; p < pixels; p++)
    if (is_seen (s->from, p))
      (regions[i].in[p] ? in : out)[colour_of (s->from, p)]++;
  for (gsize p = 0; p < pixels; p++)
    {
      guint colour = colour_of (s->to, p);
      double a = in[colour], b = out[colour] * OTHERS_SHARE;
      weights[p] = is_seen (s->to, p) ? (float) ((a - b) / (a + b + 1)) : (float) -EMPTY_LEFT;
    }
  for (guint j = 0; j < n; j++)
    {
      if (j == i || found[j] < FOUND)
        continue;
      KbRegion to = shifted (s, &regions[j], shifts[j]);
      const guint8 *cost = costs_of (s, shifts[j]);
      for (gint y = to.y0; y < to.y1; y++)
        for (gint x = to.x0; x < to.x1; x++)
          {
            gsize p = (gsize) y * s->width + x, q = (gsize) (y - shifts[j].y) * s->width + (x - shifts[j].x);
            if (regions[j].in[q] && !regions[i].in[q] && is_seen (s->to, p) && cost[p] < UNEXPLAINED / 2)
              weights[p] = (float) -TAKEN;
          }
    }
}

void
kb_search_place (const KbSearch *s, const KbRegion *region, const float *weights, KbShift *shift)
{
  double best = -G_MAXDOUBLE;
  guint seen = count_seen (s, region);
  for (guint k = 0; k < n_shifts (s); k++)
    {
      KbShift d = shift_at (s, k);
      KbRegion to = shifted (s, region, d);
      double sum = 0;
      for (gint y = to.y0; y < to.y1; y++)
        for (gint x = to.x0; x < to.x1; x++)
          if (region->in[(gsize) (y - d.y) * s->width + (x - d.x)])
            sum += weights[(gsize) y * s->width + x];
      sum -= seen * DISTANCE_LEFT * sqrt (d.x * d.x + d.y * d.y);
      if (sum > best)
        best = sum, *shift = d;
    }
}

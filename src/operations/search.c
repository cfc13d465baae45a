/* SPDX-License-Identifier: MIT */
/* Finds the pixels of one picture in another. Costs: for each shift, the difference between each
 * pixel of the second picture and its counterpart in the first. It compares premultiplied colour
 * and alpha, and is cut off once clearly different. It is averaged over a small square (details)
 * and, in blurred pictures, a larger one (a limb that has turned). A region moves to the minimum
 * mean cost. (Letting all regions explain the picture together was no better.) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "operations/private.h"

/* Found by trial: halving or doubling any of these changes the overlap with hand-made shapes by
 * about a hundredth at most. */
#define BLUR 3              /* pixels around a pixel that make its blurred colour */
#define BLURRED_SHARE 0.35  /* of the cost */
#define UNEXPLAINED 90      /* the cost of a pixel without a counterpart */
#define DISTANCE 0.004      /* of UNEXPLAINED, per pixel that a region moves */
#define REACH 6             /* how far pixels may move relative to their region */
#define STRETCH 0.2         /* the cost of that, times its square */
#define CLEAR 35            /* a difference of costs that leaves no doubt */
#define EMPTY 0.15          /* the negative weight of a transparent pixel */
#define FOUND 0.5           /* regions found to this share keep their pixels from lost regions */
#define TAKEN 0.6           /* the negative weight of those pixels */
#define EMPTY_LEFT 0.5
#define OTHERS_SHARE 0.25   /* weight of a colour's use outside a region */
#define DISTANCE_LEFT 0.01  /* in the region's pixels, per pixel that it moves */

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

/* Averages of 2 r + 1 values of a row, edges repeated. */
static void
blur_row (const guint16 *from, guint16 *to, gint n, gint r)
{
  guint32 sum = 0, scale = 65536 / (guint32) (2 * r + 1);
  for (gint i = -r; i <= r; i++)
    sum += from[CLAMP (i, 0, n - 1)];
  for (gint i = 0; i < n; i++)
    {
      to[i] = (guint16) ((sum * scale + 32768) >> 16);
      sum += from[MIN (i + r + 1, n - 1)];
      sum -= from[MAX (i - r, 0)];
    }
}

static void
blur (guint16 *values, guint16 *spare, gint width, gint height, gint r)
{
  for (gint y = 0; y < height; y++)
    blur_row (values + (gsize) y * width, spare + (gsize) y * width, width, r);
  /* Down the columns a row at a time, so that the sums are vectors */
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

/* A picture by channels, so that comparing is a plain vector loop, with an empty border of the
 * maximum shift. The channels are scaled so that the sum of their differences is the cost. Each
 * colour counts a third and alpha a half, times `gain`. */
typedef struct {
  gint stride;
  guint8 *channels[4];   /* the first pixel of the picture within the border */
  guint8 *memory;
} Layers;

static Layers
layers_of (const guint8 *rgba, gint width, gint height, gint border, guint gain)
{
  gsize size = (gsize) (width + 2 * border) * (height + 2 * border);
  Layers layers = { .stride = width + 2 * border, .memory = g_malloc0 (4 * size) };
  for (guint c = 0; c < 4; c++)
    {
      layers.channels[c] = layers.memory + c * size + (gsize) border * layers.stride + border;
      for (gint y = 0; y < height; y++)
        for (gint x = 0; x < width; x++)
          layers.channels[c][(gsize) y * layers.stride + x]
            = (guint8) (rgba[4 * ((gsize) y * width + x) + c] * gain / (c == 3 ? 2 : 3));
    }
  return layers;
}

static guint16
difference (guint8 a, guint8 b)
{
  return (guint16) (MAX (a, b) - MIN (a, b));
}

/* Costs of single pixels; `values` has rows of `stride`. */
static void
compare (const Layers *from, const Layers *to, gint width, gint height, KbShift d, guint16 *values,
         gint stride)
{
  for (gint y = 0; y < height; y++)
    {
      const guint8 *f[4], *t[4];
      guint16 *restrict row = values + (gsize) y * stride;
      for (guint c = 0; c < 4; c++)
        {
          f[c] = from->channels[c] + (gssize) (y - d.y) * from->stride - d.x;
          t[c] = to->channels[c] + (gssize) y * to->stride;
        }
      for (gint x = 0; x < width; x++)
        {
          guint16 sum = (guint16) (difference (f[0][x], t[0][x]) + difference (f[1][x], t[1][x])
                                   + difference (f[2][x], t[2][x]) + difference (f[3][x], t[3][x]));
          row[x] = MIN (sum, KB_COST_MOST);
        }
    }
}

/* The mean of the 3 x 3 costs around each pixel, mixed with the blurred picture's. `fine` has an
 * empty border of one pixel. 28 / 256 is about a ninth; no sum exceeds 16 bits. */
static void
mix (const guint16 *restrict fine, const guint16 *restrict coarse, gint width, gint height,
     guint8 *restrict cost)
{
  const gint stride = width + 2;
  const guint16 share = (guint16) (256 * BLURRED_SHARE);
  for (gint y = 0; y < height; y++)
    {
      const guint16 *a = fine + (gsize) y * stride, *b = a + stride, *c = b + stride;
      for (gint x = 0; x < width; x++)
        {
          guint16 sum = (guint16) (a[x] + a[x + 1] + a[x + 2] + b[x] + b[x + 1] + b[x + 2] + c[x]
                                   + c[x + 1] + c[x + 2]);
          guint16 mean = (guint16) (sum * 28) >> 8;
          cost[(gsize) y * width + x] =
            (guint8) ((guint16) (mean * (256 - share) + coarse[(gsize) y * width + x] * share)
                      >> 8);
        }
    }
}

static gboolean
is_near (const KbSearch *s, KbShift d)
{
  return d.x * d.x + d.y * d.y <= s->radius * (s->radius + 1);
}

void
kb_search_compare (KbSearch *s)
{
  gint width = s->width, height = s->height, border = s->radius;
  gsize n = (gsize) width * height;
  g_autofree guint8 *from = blurred (s->from, width, height, BLUR),
                    *to = blurred (s->to, width, height, BLUR);
  Layers layers[4] = { layers_of (s->from, width, height, border, 1),
                       layers_of (s->to, width, height, border, 1),
                       layers_of (from, width, height, border, 2),
                       layers_of (to, width, height, border, 2) };
  g_autofree guint16 *fine = g_new0 (guint16, (gsize) (width + 2) * (height + 2)),
                     *coarse = g_new (guint16, n);
  for (guint i = 0; i < n_shifts (s); i++)
    {
      KbShift d = shift_at (s, i);
      if (!is_near (s, d))
        {
          memset (s->cost + n * i, KB_COST_MOST, n);
          continue;
        }
      compare (&layers[0], &layers[1], width, height, d, fine + width + 3, width + 2);
      compare (&layers[2], &layers[3], width, height, d, coarse, width);
      mix (fine, coarse, width, height, s->cost + n * i);
    }
  for (guint i = 0; i < 4; i++)
    g_free (layers[i].memory);
}

/* --- Regions ---------------------------------------------------------------------------------- */

static gboolean
is_seen (const guint8 *rgba, gsize p)
{
  return rgba[4 * p + 3] > 0;
}

/* The rectangle of `to` under a shifted region. */
static KbRegion
shifted (const KbSearch *s, const KbRegion *region, KbShift d)
{
  return (KbRegion) { MAX (region->x0 + d.x, 0), MAX (region->y0 + d.y, 0),
                     MIN (region->x1 + d.x, s->width), MIN (region->y1 + d.y, s->height),
                     .in = region->in };
}

/* The mean cost of the region's visible pixels, moved; pixels off the canvas are not found. */
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
kb_search_region (const KbSearch *s, KbRegion *region)
{
  guint seen = count_seen (s, region);
  double best = G_MAXDOUBLE, own = 1;
  for (guint k = 0; k < n_shifts (s); k++)
    {
      KbShift d = shift_at (s, k);
      if (!is_near (s, d))
        continue;
      double mean = own_cost (s, region, d, seen),
             cost = mean + DISTANCE * sqrt (d.x * d.x + d.y * d.y);
      if (cost < best)
        best = cost, own = mean, region->shift = d;
    }
  region->found = seen ? CLAMP (1 - own, 0, 1) : 0;
}

/* Costs with a fraction, for fine stretching penalties. */
#define FRACTION 8

/* Lowers `least` to the cost plus a penalty for deviating from the region's shift, at the pixels
 * within reach of the rectangle; `blocked`, 0 or 255: excluded. */
static void
lower (const KbSearch *s, const KbRegion *region, const guint8 *blocked, KbShift about, gint reach,
       guint16 *least)
{
  for (gint dy = MAX (about.y - reach, -s->radius); dy <= MIN (about.y + reach, s->radius); dy++)
    for (gint dx = MAX (about.x - reach, -s->radius); dx <= MIN (about.x + reach, s->radius); dx++)
      {
        KbShift d = { dx, dy };
        KbRegion to = shifted (s, region, d);
        const guint16 off =
          (guint16) (FRACTION * STRETCH
                     * ((dx - about.x) * (dx - about.x) + (dy - about.y) * (dy - about.y)));
        for (gint y = to.y0; y < to.y1; y++)
          {
            const guint8 *restrict cost = costs_of (s, d) + (gsize) y * s->width;
            const guint8 *restrict not = blocked + (gssize) (y - dy) * s->width - dx;
            guint16 *restrict row = least + (gsize) y * s->width;
            for (gint x = to.x0; x < to.x1; x++)
              {
                guint16 value = (guint16) ((cost[x] * FRACTION + off) | not[x] | not[x] << 8);
                row[x] = MIN (row[x], value);
              }
          }
      }
}

void
kb_search_belonging (const KbSearch *s, const KbRegion *regions, guint n, guint i, float *belongs)
{
  gsize pixels = (gsize) s->width * s->height;
  g_autofree guint16 *in = g_new (guint16, pixels), *out = g_new (guint16, pixels);
  g_autofree guint8 *blocked = g_malloc (pixels);
  const KbRegion *mine = &regions[i], whole = { .x1 = s->width, .y1 = s->height };
  for (gsize p = 0; p < pixels; p++)
    {
      in[p] = out[p] = 2 * KB_COST_MOST * FRACTION;
      blocked[p] = mine->in[p] ? 0 : 255;
    }
  lower (s, mine, blocked, mine->shift, REACH, in);
  for (gsize p = 0; p < pixels; p++)
    blocked[p] = mine->in[p] ? 255 : 0;
  lower (s, &whole, blocked, mine->shift, REACH, out);
  for (guint j = 0; j < n; j++)
    if (j != i)
      {
        for (gsize p = 0; p < pixels; p++)
          blocked[p] = regions[j].in[p] && !mine->in[p] ? 0 : 255;
        lower (s, &regions[j], blocked, regions[j].shift, REACH / 2, out);
      }
  for (gsize p = 0; p < pixels; p++)
    belongs[p] = is_seen (s->to, p)
                   ? (float) CLAMP ((out[p] - in[p]) / (double) (CLEAR * FRACTION), -1, 1)
                   : (float) -EMPTY;
}

/* --- Colours ---------------------------------------------------------------------------------- */

#define COLOURS 4096

static guint
colour_of (const guint8 *rgba, gsize p)
{
  return (guint) (rgba[4 * p] >> 4) << 8 | (guint) (rgba[4 * p + 1] >> 4) << 4
         | (guint) (rgba[4 * p + 2] >> 4);
}

void
kb_search_leftover (const KbSearch *s, const KbRegion *regions, guint n, guint i, float *weights)
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
      const KbShift d = regions[j].shift;
      if (j == i || regions[j].found < FOUND)
        continue;
      KbRegion to = shifted (s, &regions[j], d);
      const guint8 *cost = costs_of (s, d);
      for (gint y = to.y0; y < to.y1; y++)
        for (gint x = to.x0; x < to.x1; x++)
          {
            gsize p = (gsize) y * s->width + x, q = (gsize) (y - d.y) * s->width + (x - d.x);
            if (regions[j].in[q] && !regions[i].in[q] && is_seen (s->to, p)
                && cost[p] < UNEXPLAINED / 2)
              weights[p] = (float) -TAKEN;
          }
    }
}

void
kb_search_place (const KbSearch *s, KbRegion *region, const float *weights)
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
        best = sum, region->shift = d;
    }
}

/* SPDX-License-Identifier: MIT */
/* Aligns two frames and finds the items of one on the other. propagate.c explains the method. */
#include "operations/carry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "operations/private.h"

/* ---- align ---- */

/* Aligns two whole frames: the shift at which most of their visible pixels are alike. Every shift
 * is tried on pictures of at most COARSE pixels a side. The best one is then refined as the
 * pictures grow to full size. */

#define COARSE 32
#define REFINED 2       /* how far each refinement moves, in its pixels */
#define UNLIKE 90       /* a larger align_difference of two pixels counts as this */
/* Of a picture that is not found at all, per pixel of the full size. */
#define ALIGN_DISTANCE 0.003

typedef struct {
  gint width, height, factor;
  guint8 *from, *to;    /* premultiplied */
} Canvas;

static guint
align_difference (const guint8 *a, const guint8 *b)
{
  guint colour = (guint) (abs (a[0] - b[0]) + abs (a[1] - b[1]) + abs (a[2] - b[2])) / 3;
  return MIN (colour + (guint) abs (a[3] - b[3]) / 2, UNLIKE);
}

/* The sum of the differences, if the first picture's pixels are moved by the shift; or some value
 * above `most`. */
static double
cost_of (const Canvas *canvas, KbShift d, guint seen, double most)
{
  static const guint8 nothing[4] = { 0 };
  guint met = 0;
  guint64 sum = 0;
  double far = ALIGN_DISTANCE * canvas->factor * sqrt (d.x * d.x + d.y * d.y) * UNLIKE * seen;
  for (gint y = 0; y < canvas->height && (double) sum + far <= most; y++)
    for (gint x = 0; x < canvas->width; x++)
      {
        gint u = x - d.x, v = y - d.y;
        gboolean is_in = u >= 0 && v >= 0 && u < canvas->width && v < canvas->height;
        const guint8 *a = is_in ? canvas->from + 4 * (v * canvas->width + u) : nothing;
        const guint8 *b = canvas->to + 4 * (y * canvas->width + x);
        met += a[3] > 0;
        if (a[3] || b[3])
          sum += align_difference (a, b);
      }
  return (double) sum + far + UNLIKE * (seen - met);
}

/* The best shift within so many pixels of another one. */
static KbShift
best_shift (const Canvas *canvas, KbShift about, gint reach_x, gint reach_y)
{
  KbShift best = about;
  double least = G_MAXDOUBLE;
  guint seen = 0;
  for (gint i = 0; i < canvas->width * canvas->height; i++)
    seen += canvas->from[4 * i + 3] > 0;
  for (gint y = about.y - reach_y; y <= about.y + reach_y; y++)
    for (gint x = about.x - reach_x; x <= about.x + reach_x; x++)
      {
        double cost = cost_of (canvas, (KbShift) { x, y }, seen, least);
        if (cost < least)
          least = cost, best = (KbShift) { x, y };
      }
  return best;
}

/* Draws a rectangle of a frame at reduced size: each pixel is the mean of a square of `factor`
 * pixels a side, premultiplied. */
static void
kb_carry_draw (const KbPicture *picture, gint left, gint top, gint factor, gint width, gint height,
               guint8 *to)
{
  for (gint cy = 0; cy < height; cy++)
    for (gint cx = 0; cx < width; cx++)
      {
        guint32 sum[4] = { 0 };
        for (gint y = top + cy * factor; y < top + (cy + 1) * factor; y++)
          for (gint x = left + cx * factor; x < left + (cx + 1) * factor; x++)
            if (x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height)
              {
                const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);
                for (guint c = 0; c < 3; c++)
                  sum[c] += (guint32) p[c] * p[3];
                sum[3] += p[3];
              }
        guint8 *pixel = to + 4 * ((gsize) cy * width + cx);
        guint32 area = (guint32) (factor * factor);
        for (guint c = 0; c < 3; c++)
          pixel[c] = (guint8) (sum[c] / 255 / area);
        pixel[3] = (guint8) ((sum[3] + area - 1) / area);
      }
}

/* The shift of the second frame's figure, to be added to `offset`. Both are compared in
 * the rectangle `seen` of the first one's pixels. */
static KbShift
kb_align (const KbCarryFrame *from, const KbCarryFrame *to, const KbBox *seen, KbShift offset)
{
  gint factor = 1;
  while (MAX (seen->w, seen->h) > COARSE * factor)
    factor *= 2;
  KbShift shift = { 0, 0 };
  for (gboolean first = TRUE; factor; factor /= 2, first = FALSE)
    {
      Canvas canvas = { (seen->w + factor - 1) / factor, (seen->h + factor - 1) / factor, factor };
      g_autofree guint8 *a = g_new (guint8, 4 * (gsize) canvas.width * canvas.height),
                        *b = g_new (guint8, 4 * (gsize) canvas.width * canvas.height);
      canvas.from = a, canvas.to = b;
      kb_carry_draw (from->picture, seen->x, seen->y, factor, canvas.width, canvas.height, a);
      kb_carry_draw (to->picture, seen->x + offset.x, seen->y + offset.y, factor, canvas.width,
                     canvas.height, b);
      shift = (KbShift) { 2 * shift.x, 2 * shift.y };
      shift = best_shift (&canvas, shift, first ? canvas.width - 1 : REFINED,
                          first ? canvas.height - 1 : REFINED);
    }
  return shift;
}

/* ---- search ---- */

/* Finds the pixels of one picture in another. Costs: for each shift, the difference between each
 * pixel of the second picture and its counterpart in the first. It compares premultiplied colour
 * and alpha, and is cut off once clearly different. It is averaged over a small square (details)
 * and, in blurred pictures, a larger one (a limb that has turned). A region moves to the minimum
 * mean cost. (Letting all regions explain the picture together was no better.) */

/* Found by trial: halving or doubling any of these changes the overlap with hand-made shapes by
 * about a hundredth at most. */
#define BLUR 3              /* pixels around a pixel that make its blurred colour */
#define BLURRED_SHARE 0.35  /* of the cost */
#define UNEXPLAINED 90      /* the cost of a pixel without a counterpart */
#define CARRY_DISTANCE 0.004      /* of UNEXPLAINED, per pixel that a region moves */
#define CARRY_REACH 6             /* how far pixels may move relative to their region */
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

static const guint8 *
costs_of (const KbSearch *s, KbShift d)
{
  return s->cost
         + (gsize) ((d.y + s->radius) * (2 * s->radius + 1) + d.x + s->radius) * (gsize) s->width
             * s->height;
}

static void
kb_search_init (KbSearch *s, gint width, gint height, gint radius)
{
  gsize n = (gsize) width * height;
  *s = (KbSearch) { .width = width, .height = height, .radius = radius };
  s->from = g_malloc0 (4 * n);
  s->to = g_malloc0 (4 * n);
  s->cost = g_malloc (n * n_shifts (s));
}

static void
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
carry_difference (guint8 a, guint8 b)
{
  return (guint16) (MAX (a, b) - MIN (a, b));
}

/* Costs of single pixels; `values` has rows of `stride`. */
static void
compare_layers (const Layers *from, const Layers *to, gint width, gint height, KbShift d,
                guint16 *values, gint stride)
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
          guint16 sum =
            (guint16) (carry_difference (f[0][x], t[0][x]) + carry_difference (f[1][x], t[1][x])
                       + carry_difference (f[2][x], t[2][x]) + carry_difference (f[3][x], t[3][x]));
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

/* Computes the costs, given from and to. */
static void
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
      compare_layers (&layers[0], &layers[1], width, height, d, fine + width + 3, width + 2);
      compare_layers (&layers[2], &layers[3], width, height, d, coarse, width);
      mix (fine, coarse, width, height, s->cost + n * i);
    }
  for (guint i = 0; i < 4; i++)
    g_free (layers[i].memory);
}

/* --- Regions ---------------------------------------------------------------------------------- */

static gboolean
search_is_seen (const guint8 *rgba, gsize p)
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
        gboolean was = search_is_seen (s->from, q);
        met += was;
        if (was || search_is_seen (s->to, p))
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
        n += region->in[p] && search_is_seen (s->from, p);
      }
  return n;
}

/* Sets the region's best shift, and `found`. */
static void
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
             cost = mean + CARRY_DISTANCE * sqrt (d.x * d.x + d.y * d.y);
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

/* For each pixel of `to`: whether it belongs to region i (1) or not (-1). Near 0: undecided. */
static void
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
  lower (s, mine, blocked, mine->shift, CARRY_REACH, in);
  for (gsize p = 0; p < pixels; p++)
    blocked[p] = mine->in[p] ? 255 : 0;
  lower (s, &whole, blocked, mine->shift, CARRY_REACH, out);
  for (guint j = 0; j < n; j++)
    if (j != i)
      {
        for (gsize p = 0; p < pixels; p++)
          blocked[p] = regions[j].in[p] && !mine->in[p] ? 0 : 255;
        lower (s, &regions[j], blocked, regions[j].shift, CARRY_REACH / 2, out);
      }
  for (gsize p = 0; p < pixels; p++)
    belongs[p] = search_is_seen (s->to, p)
                   ? (float) CLAMP ((out[p] - in[p]) / (double) (CLEAR * FRACTION), -1, 1)
                   : (float) -EMPTY;
}

/* --- Colours ---------------------------------------------------------------------------------- */

#define CARRY_COLOURS 4096

static guint
colour_of (const guint8 *rgba, gsize p)
{
  return (guint) (rgba[4 * p] >> 4) << 8 | (guint) (rgba[4 * p + 1] >> 4) << 4
         | (guint) (rgba[4 * p + 2] >> 4);
}

/* The same by colours alone, for a region that was not found: pixels of its colours in no found
 * region have weights up to 1. */
static void
kb_search_leftover (const KbSearch *s, const KbRegion *regions, guint n, guint i, float *weights)
{
  gsize pixels = (gsize) s->width * s->height;
  g_autofree guint *in = g_new0 (guint, CARRY_COLOURS), *out = g_new0 (guint, CARRY_COLOURS);
  for (gsize p = 0; p < pixels; p++)
    if (search_is_seen (s->from, p))
      (regions[i].in[p] ? in : out)[colour_of (s->from, p)]++;
  for (gsize p = 0; p < pixels; p++)
    {
      guint colour = colour_of (s->to, p);
      double a = in[colour], b = out[colour] * OTHERS_SHARE;
      weights[p] =
        search_is_seen (s->to, p) ? (float) ((a - b) / (a + b + 1)) : (float) -EMPTY_LEFT;
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
            if (regions[j].in[q] && !regions[i].in[q] && search_is_seen (s->to, p)
                && cost[p] < UNEXPLAINED / 2)
              weights[p] = (float) -TAKEN;
          }
    }
}

/* Sets the shift at which a region has the most weight. */
static void
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

/* ---- carry ---- */

#define LEAST_SEEN 12                           /* minimum pixels for a search */
#define POINT_REACH 5                           /* pixels around a point that move with it */
#define MOST_CANVAS (160 * 160)                 /* larger canvases are reduced */
#define MOST_WINDOW (256 * 256)                 /* maximum pixels for refining one item */
#define MOST_COSTS ((gint64) 24 * 1024 * 1024)  /* maximum bytes of costs */
#define DOUBTFUL 0.8                            /* a smaller found share also compares colours */
/* With a smaller found share only colours decide where to search */
#define LOST 0.2
#define MARGIN 4                                /* empty pixels around the searched area */
/* The radius of the search follows from the longer side of the figure. */
#define SIDE_TO_RADIUS 7
#define LEAST_RADIUS 5

KbCarried *
kb_carried_copy (const KbCarried *items, guint n)
{
  KbCarried *copy = g_memdup2 (items, sizeof *items * n);
  for (guint i = 0; i < n; i++)
    {
      copy[i].geometry = (KbGeometry) { 0 };
      kb_geometry_copy (&copy[i].geometry, &items[i].geometry);
    }
  return copy;
}

static void
move_item (KbCarried *item, double dx, double dy)
{
  kb_geometry_kind (item->geometry.type)->translate (&item->geometry, dx, dy);
}

static void
to_canvas (KbGeometry *geometry, gint left, gint top, gint factor)
{
  kb_geometry_kind (geometry->type)->translate (geometry, -left, -top);
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] /= factor;
}

static void
from_canvas (KbGeometry *geometry, gint left, gint top, gint factor)
{
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] *= factor;
  kb_geometry_kind (geometry->type)->translate (geometry, left, top);
  kb_geometry_kind (geometry->type)->snap (geometry);
}

/* The pixels whose centres are inside the geometry, or all within `grown` pixels of its box.
 * Returns how many are visible. */
static guint
draw_region (const KbSearch *search, const KbGeometry *geometry, gint grown, KbRegion *region)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  KbBounds bounds = kind->bounds (geometry);
  guint seen = 0;
  region->x0 = (gint) CLAMP (floor (bounds.x0) - grown, 0, search->width);
  region->y0 = (gint) CLAMP (floor (bounds.y0) - grown, 0, search->height);
  region->x1 = (gint) CLAMP (ceil (bounds.x1) + grown, region->x0, search->width);
  region->y1 = (gint) CLAMP (ceil (bounds.y1) + grown, region->y0, search->height);
  memset (region->in, 0, (gsize) search->width * search->height);
  for (gint y = region->y0; y < region->y1; y++)
    for (gint x = region->x0; x < region->x1; x++)
      if (grown || kind->contains (geometry, (KbVec) { x + 0.5, y + 0.5 }))
        {
          gsize p = (gsize) y * search->width + x;
          region->in[p] = 1;
          seen += search->from[4 * p + 3] > 0;
        }
  return seen;
}

/* Draws the region, enlarged until it has enough pixels to be found. */
static void
grow_region (const KbSearch *search, const KbGeometry *geometry, gboolean is_point,
             KbRegion *region)
{
  gint grown = is_point ? POINT_REACH : 0;
  guint seen = draw_region (search, geometry, grown, region);
  for (; seen < LEAST_SEEN && grown <= 16; grown = MAX (2 * grown, 2))
    seen = draw_region (search, geometry, MAX (2 * grown, 2), region);
  region->grown = grown > 0;
}

static KbShift
offset_of (const KbCarryFrame *from, const KbCarryFrame *to)
{
  if (!from->hot_spot.set || !to->hot_spot.set)
    return (KbShift) { 0, 0 };
  return (KbShift) { to->hot_spot.x - from->hot_spot.x, to->hot_spot.y - from->hot_spot.y };
}

/* After a search at reduced size: refines one item at full size, in a window around it. */
static void
refine_item (const KbCarryFrame *from, const KbCarryFrame *to, KbShift offset,
           const KbCarried *before, gint factor, gboolean fits, KbCarried *item)
{
  KbBounds a = kb_geometry_kind (before->geometry.type)->bounds (&before->geometry);
  KbBounds b = kb_geometry_kind (item->geometry.type)->bounds (&item->geometry);
  gint margin = 2 * factor + 4 + (fits ? 0 : POINT_REACH);
  gint dx = (gint) floor ((b.x0 + b.x1 - a.x0 - a.x1) / 2 + 0.5),
       dy = (gint) floor ((b.y0 + b.y1 - a.y0 - a.y1) / 2 + 0.5);
  gint left = (gint) floor (MIN (a.x0, b.x0 - dx)) - margin,
       top = (gint) floor (MIN (a.y0, b.y0 - dy)) - margin;
  gint width = (gint) ceil (MAX (a.x1, b.x1 - dx)) + margin - left,
       height = (gint) ceil (MAX (a.y1, b.y1 - dy)) + margin - top;
  if ((gint64) width * height > MOST_WINDOW)
    return;
  KbSearch search;
  kb_search_init (&search, width, height, MIN (factor + 1, 6));
  kb_carry_draw (from->picture, left, top, 1, width, height, search.from);
  kb_carry_draw (to->picture, left + dx + offset.x, top + dy + offset.y, 1, width, height,
                 search.to);
  kb_search_compare (&search);
  g_autofree guint8 *in = g_malloc0 ((gsize) width * height);
  g_autofree float *belongs = g_new (float, (gsize) width * height);
  KbRegion region = { .in = in };
  g_auto (KbGeometry) there = { 0 };
  kb_geometry_copy (&there, &before->geometry);
  to_canvas (&there, left, top, 1);
  if (fits && draw_region (&search, &there, 0, &region) >= LEAST_SEEN)
    {
      kb_search_belonging (&search, &region, 1, 0, belongs);
      to_canvas (&item->geometry, left + dx, top + dy, 1);
      kb_fit_geometry (&item->geometry, belongs, width, height, 2 * factor);
      from_canvas (&item->geometry, left + dx, top + dy, 1);
    }
  else if (!fits)
    {
      grow_region (&search, &there, before->kind != &kb_shape_kind, &region);
      kb_search_region (&search, &region);
      move_item (item, region.shift.x, region.shift.y);
    }
  kb_search_clear (&search);
}

/* Enlarges a box, in pixels of the first frame, to contain a picture's opaque pixels. */
static void
include_opaque (const KbPicture *picture, KbShift offset, KbBox *box)
{
  KbBox whole = { 0, 0, (gint) picture->width, (gint) picture->height }, seen;
  if (!kb_shrink_box (picture, 1, &whole, &seen))
    return;
  seen.x -= offset.x, seen.y -= offset.y;
  gint x1 = seen.x + seen.w, y1 = seen.y + seen.h;
  if (box->w > 0)
    {
      x1 = MAX (x1, box->x + box->w), y1 = MAX (y1, box->y + box->h);
      seen.x = MIN (seen.x, box->x), seen.y = MIN (seen.y, box->y);
    }
  *box = (KbBox) { seen.x, seen.y, x1 - seen.x, y1 - seen.y };
}

/* Two aligned frames, the searched part of both at reduced size, and the results for each item. */
typedef struct {
  KbSearch search;
  KbShift offset;              /* from pixels of the first frame to pixels of the second */
  /* A pixel of the search covers `factor` pixels a side, from left + x * factor on */
  gint left, top, factor;
  gint radius;                 /* of the search, in pixels of the frames */
  guint n_shapes;              /* the items are shapes first, then points */
  guint8 *masks;               /* of the regions */
  KbRegion *regions;           /* of the items */
  float *belongs, *leftover;   /* of the current item, for each pixel */
} Pair;

/* FALSE when both frames are empty: there is nothing to search. */
static gboolean
pair_frames (Pair *pair, gint wanted_radius, const KbCarryFrame *from, const KbCarryFrame *to)
{
  KbBox seen = { 0 };
  include_opaque (from->picture, (KbShift) { 0, 0 }, &seen);
  include_opaque (to->picture, pair->offset, &seen);
  if (seen.w == 0)
    return FALSE;
  KbShift shift = kb_align (from, to, &seen, pair->offset);
  pair->offset.x += shift.x, pair->offset.y += shift.y;
  seen.w = 0;
  include_opaque (from->picture, (KbShift) { 0, 0 }, &seen);
  include_opaque (to->picture, pair->offset, &seen);
  gint width = seen.w + 2 * MARGIN, height = seen.h + 2 * MARGIN, factor = 1, radius;
  pair->radius =
    wanted_radius ? wanted_radius : MAX (MAX (seen.w, seen.h) / SIDE_TO_RADIUS, LEAST_RADIUS);
  for (;; factor++)
    {
      gint64 area = (gint64) ((width + factor - 1) / factor) * ((height + factor - 1) / factor);
      radius = (pair->radius + factor - 1) / factor;
      if (area <= MOST_CANVAS && area * (2 * radius + 1) * (2 * radius + 1) <= MOST_COSTS)
        break;
    }
  pair->left = seen.x - MARGIN;
  pair->top = seen.y - MARGIN;
  pair->factor = factor;
  kb_search_init (&pair->search, (width + factor - 1) / factor, (height + factor - 1) / factor,
                  radius);
  const KbSearch *search = &pair->search;
  kb_carry_draw (from->picture, pair->left, pair->top, factor, search->width, search->height,
                 search->from);
  kb_carry_draw (to->picture, pair->left + pair->offset.x, pair->top + pair->offset.y, factor,
                 search->width, search->height, search->to);
  kb_search_compare (&pair->search);
  return TRUE;
}

/* Searches for each item. Afterwards the items are in pixels of the search. */
static void
pair_items (Pair *pair, KbCarried *items, guint n)
{
  gsize pixels = (gsize) pair->search.width * pair->search.height;
  pair->masks = g_malloc0 (pixels * MAX (n, 1));
  pair->regions = g_new0 (KbRegion, MAX (n, 1));
  pair->belongs = g_new (float, pixels);
  pair->leftover = g_new (float, pixels);
  while (pair->n_shapes < n && items[pair->n_shapes].kind == &kb_shape_kind)
    pair->n_shapes++;
  for (guint i = 0; i < n; i++)
    {
      KbRegion *region = &pair->regions[i];
      region->in = pair->masks + pixels * i;
      to_canvas (&items[i].geometry, pair->left, pair->top, pair->factor);
      grow_region (&pair->search, &items[i].geometry, i >= pair->n_shapes, region);
      kb_search_region (&pair->search, region);
    }
}

static void
pair_clear (Pair *pair)
{
  g_free (pair->masks);
  g_free (pair->regions);
  g_free (pair->belongs);
  g_free (pair->leftover);
  kb_search_clear (&pair->search);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* Weighs in `belongs` which pixels belong to shape i. The less of the shape was found, the more
 * weight unexplained pixels of its colours get. */
static void
weigh_pixels (Pair *pair, guint i)
{
  const KbSearch *search = &pair->search;
  double share = CLAMP (1 - pair->regions[i].found / DOUBTFUL, 0, 1);
  if (share > 0)
    kb_search_leftover (search, pair->regions, pair->n_shapes, i, pair->leftover);
  if (pair->regions[i].found < LOST)
    kb_search_place (search, &pair->regions[i], pair->leftover);
  kb_search_belonging (search, pair->regions, pair->n_shapes, i, pair->belongs);
  for (gsize p = 0, pixels = (gsize) search->width * search->height; share > 0 && p < pixels; p++)
    pair->belongs[p] += (float) share * (pair->leftover[p] - pair->belongs[p]);
}

/* Whether anything can be seen inside the geometry. */
static gboolean
is_seen (const KbPicture *picture, const KbGeometry *geometry)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  KbBounds bounds = kind->bounds (geometry);
  for (gint y = (gint) MAX (floor (bounds.y0), 0); y < MIN (bounds.y1, picture->height); y++)
    for (gint x = (gint) MAX (floor (bounds.x0), 0); x < MIN (bounds.x1, picture->width); x++)
      if (kb_is_opaque (picture, 1, (guint) x, (guint) y)
          && kind->contains (geometry, (KbVec) { x + 0.5, y + 0.5 }))
        return TRUE;
  return FALSE;
}

/* Carries a shape, or a point with too little around it. `before` is in pixels of the first
 * frame. */
static void
carry_region (Pair *pair, guint i, const KbCarryFrame *from, const KbCarryFrame *to,
              const KbCarried *before, gboolean fit_size, KbCarried *item)
{
  const KbRegion *region = &pair->regions[i];
  const KbSearch *search = &pair->search;
  gboolean fits = i < pair->n_shapes && !region->grown && fit_size;
  if (fits)
    weigh_pixels (pair, i);
  move_item (item, region->shift.x, region->shift.y);
  if (fits)
    {
      kb_fit_geometry (&item->geometry, pair->belongs, search->width, search->height,
                       search->radius);
      item->share =
        kb_fit_share (&item->geometry, pair->belongs, search->width, search->height);
    }
  from_canvas (&item->geometry, pair->left, pair->top, pair->factor);
  if (pair->factor > 1)
    refine_item (from, to, pair->offset, before, pair->factor, fits, item);
  move_item (item, pair->offset.x, pair->offset.y);
  item->found = region->found * before->found;
  if (fits && !is_seen (to->picture, &item->geometry))
    item->found = item->share = 0;
}

/* FALSE if there is too little around the point. */
static gboolean
carry_point (const Pair *pair, const KbCarryFrame *from, const KbCarryFrame *to,
             const KbCarried *before, KbCarried *item)
{
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_copy (&geometry, &before->geometry);
  double found = kb_carry_point (from, to, pair->offset, 2 * pair->radius + 2, &geometry,
                                 &item->direction);   /* ends move most */
  if (found < 0)
    return FALSE;
  kb_geometry_copy (&item->geometry, &geometry);
  item->found = found * before->found;
  return TRUE;
}

KbCarried *
kb_carry (const KbPropagateOptions *options, const KbCarryFrame *from, const KbCarryFrame *to,
          const KbCarried *items, guint n)
{
  KbCarried *result = kb_carried_copy (items, n);
  g_auto (Pair) pair = { .offset = offset_of (from, to) };
  if (!pair_frames (&pair, options->radius, from, to))
    {
      for (guint i = 0; i < n; i++)
        {
          move_item (&result[i], pair.offset.x, pair.offset.y);
          result[i].found = result[i].share = 0;
        }
      return result;
    }
  pair_items (&pair, result, n);
  for (guint i = 0; i < n; i++)
    {
      result[i].share = -1;
      if (i < pair.n_shapes || !carry_point (&pair, from, to, &items[i], &result[i]))
        carry_region (&pair, i, from, to, &items[i], options->fit_size, &result[i]);
    }
  if (options->fit_size)
    kb_carry_claim (from->picture, to->picture, items, pair.radius, result, pair.n_shapes);
  return result;
}

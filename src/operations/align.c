/* SPDX-License-Identifier: MIT */
/* Aligns two whole frames: the shift at which most of their visible pixels are alike. Every shift
 * is tried on pictures of at most COARSE pixels a side. The best one is then refined as the
 * pictures grow to full size. */
#include <math.h>
#include <stdlib.h>

#include "operations/carry.h"

#define COARSE 32
#define REFINED 2       /* how far each refinement moves, in its pixels */
#define UNLIKE 90       /* a larger difference of two pixels counts as this */
#define DISTANCE 0.003  /* of a picture that is not found at all, per pixel of the full size */

typedef struct {
  gint width, height, factor;
  guint8 *from, *to;    /* premultiplied */
} Canvas;

static guint
difference (const guint8 *a, const guint8 *b)
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
  double far = DISTANCE * canvas->factor * sqrt (d.x * d.x + d.y * d.y) * UNLIKE * seen;
  for (gint y = 0; y < canvas->height && (double) sum + far <= most; y++)
    for (gint x = 0; x < canvas->width; x++)
      {
        gint u = x - d.x, v = y - d.y;
        gboolean is_in = u >= 0 && v >= 0 && u < canvas->width && v < canvas->height;
        const guint8 *a = is_in ? canvas->from + 4 * (v * canvas->width + u) : nothing;
        const guint8 *b = canvas->to + 4 * (y * canvas->width + x);
        met += a[3] > 0;
        if (a[3] || b[3])
          sum += difference (a, b);
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

KbShift
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

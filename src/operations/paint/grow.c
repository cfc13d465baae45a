/* SPDX-License-Identifier: MIT */
/* Sets grown and shrunk by a disc. The nearest pixel of the set to a new one has a side on the
 * edge, so only edge pixels spread. Each row of them spreads along itself, farther and farther, and
 * is added to the rows above and below at the matching distance. */
#include <math.h>

#include "operations/paint/private.h"

gboolean
kb_set_edge_row (const KbPixelSet *set, guint y, guint64 *edge)
{
  const guint64 *row = kb_set_row (set, y);
  const guint64 *above = y > 0 ? row - set->words : NULL,
                *below = y + 1 < set->height ? row + set->words : NULL;
  guint64 any = 0;
  for (guint i = 0; i < set->words; i++)
    {
      guint64 word = row[i];
      /* Outside the picture is treated as inside the set */
      guint64 all = word | ~kb_set_valid (set, i);
      guint64 right = all >> 1 | (i + 1 < set->words ? row[i + 1] : 1) << 63;
      guint64 left = all << 1 | (i > 0 ? row[i - 1] >> 63 : 1);
      edge[i] =
        word
        & ~(left & right & (above ? above[i] : G_MAXUINT64) & (below ? below[i] : G_MAXUINT64));
      any |= edge[i];
    }
  return any != 0;
}

/* Spreads each pixel to both sides by s, 1 to 63, in `n` words. */
static void
spread (const guint64 *from, guint64 *to, guint n, guint s)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 before = i > 0 ? from[i - 1] : 0, after = i + 1 < n ? from[i + 1] : 0;
      to[i] = from[i] | from[i] << s | before >> (64 - s) | from[i] >> s | after << (64 - s);
    }
}

static void
add_row (const KbPixelSet *set, gint64 y, guint first, const guint64 *bits, guint n)
{
  if (y < 0 || y >= set->height)
    return;
  guint64 *row = kb_set_row (set, (guint) y) + first;
  for (guint i = 0; i < n; i++)
    row[i] |= bits[i];
}

/* Spreads the words first to last - 1 of a row of edge pixels over a disc of n. */
static void
add_disc (KbPixelSet *to, guint y, const guint64 *edge, guint first, guint last, guint n,
          const guint *reach, guint64 *work)
{
  guint pad = n / 64 + 1, left = first > pad ? first - pad : 0, right = MIN (last + pad, to->words),
        have = 0;
  guint64 *bits = work, *other = work + to->words;
  memset (bits, 0, (right - left) * sizeof *bits);
  memcpy (bits + (first - left), edge + first, (last - first) * sizeof *bits);
  for (guint away = n + 1; away-- > 0;)
    {
      while (have < reach[away])
        {
          /* A pixel at the picture's edge spreads by `have` to one side only: moving by one more
           * leaves no gap */
          guint s = MIN (MIN (reach[away] - have, have + 1), 63);
          spread (bits, other, right - left, s);
          guint64 *was = bits;
          bits = other;
          other = was;
          have += s;
        }
      add_row (to, (gint64) y - away, left, bits, right - left);
      add_row (to, (gint64) y + away, left, bits, right - left);
    }
}

gboolean
kb_pixel_set_grow (KbPixelSet *set, guint n, KbProgress progress, gpointer data)
{
  n = MIN (n, KB_MAX_BRUSH);
  if (n == 0)
    return TRUE;
  g_autoptr (KbPixelSet) result = kb_pixel_set_new (set->width, set->height);
  g_autofree guint64 *edge = g_new (guint64, set->words),
                     *work = g_new (guint64, 2 * (gsize) set->words);
  guint reach[KB_MAX_BRUSH + 1], pad = n / 64 + 1;
  for (guint away = 0; away <= n; away++)
    reach[away] = (guint) sqrt ((double) n * n - (double) away * away);
  for (guint y = 0; y < set->height; y++)
    {
      if (y % 64 == 0 && !kb_paint_goes_on (progress, data, y, set->height))
        return FALSE;
      if (!kb_set_edge_row (set, y, edge))
        continue;
      /* Stretches of words, far enough apart not to affect each other */
      for (guint i = 0; i < set->words;)
        if (!edge[i])
          i++;
        else
          {
            guint first = i, last = i + 1;
            for (; i < set->words && i < last + 2 * pad; i++)
              if (edge[i])
                last = i + 1;
            add_disc (result, y, edge, first, last, n, reach, work);
            i = MAX (i, last);
          }
    }
  if (!kb_paint_goes_on (progress, data, set->height, set->height))
    return FALSE;
  for (guint y = 0; y < set->height; y++)
    for (guint i = 0; i < set->words; i++)
      kb_set_row (set, y)[i] |= kb_set_row (result, y)[i] & kb_set_valid (set, i);
  return TRUE;
}

gboolean
kb_pixel_set_shrink (KbPixelSet *set, guint n, KbProgress progress, gpointer data)
{
  kb_pixel_set_invert (set);
  gboolean ok = kb_pixel_set_grow (set, n, progress, data);
  kb_pixel_set_invert (set);
  return ok;
}

/* --- Smoothing -------------------------------------------------------------------------------- */

/* Adds `by` for each pixel of a row to the counts of its columns, from `left` on. */
static void
count_row (const KbPixelSet *set, gint y, gint left, guint *counts, guint by)
{
  gint x0, x1 = 0;
  while (kb_pixel_set_next_run (set, y, x1, &x0, &x1))
    for (gint x = x0; x < x1; x++)
      counts[x - left] += by;
}

/* Sets the runs of a row whose windows are more than half full. `counts`: of its window's rows. */
static void
smooth_row (KbPixelSet *to, guint y, const KbBox *box, const guint *counts, gint n, guint rows)
{
  guint count = 0;
  gint begin = -1;
  for (gint x = box->x; x < MIN (box->x + n, box->x + box->w); x++)
    count += counts[x - box->x];
  for (gint x = box->x; x < box->x + box->w; x++)
    {
      gint x0 = MAX (x - n, 0), x1 = MIN (x + n + 1, (gint) to->width);
      count += x + n < box->x + box->w ? counts[x + n - box->x] : 0;
      count -= x - n > box->x ? counts[x - n - 1 - box->x] : 0;
      gboolean in = 2 * count > rows * (guint) (x1 - x0);
      if (in && begin < 0)
        begin = x;
      if (!in && begin >= 0)
        kb_set_run (to, y, (guint) begin, (guint) x, TRUE);
      begin = in ? begin : -1;
    }
  if (begin >= 0)
    kb_set_run (to, y, (guint) begin, (guint) (box->x + box->w), TRUE);
}

gboolean
kb_pixel_set_smooth (KbPixelSet *set, guint n, KbProgress progress, gpointer data)
{
  const gint by = (gint) CLAMP (n, 1, KB_MAX_BRUSH);
  KbBox box;
  if (!kb_pixel_set_box (set, &box))
    return TRUE;
  gint left = MAX (box.x - by, 0), top = MAX (box.y - by, 0);
  gint right = MIN (box.x + box.w + by, (gint) set->width),
       bottom = MIN (box.y + box.h + by, (gint) set->height);
  box = (KbBox) { left, top, right - left, bottom - top };
  g_autoptr (KbPixelSet) to = kb_pixel_set_new (set->width, set->height);
  g_autofree guint *counts = g_new0 (guint, (gsize) box.w);
  for (gint y = top - by; y < top + by; y++)
    count_row (set, y, left, counts, 1);
  for (gint y = top; y < bottom; y++)
    {
      count_row (set, y + by, left, counts, 1);
      count_row (set, y - by - 1, left, counts, G_MAXUINT);
      smooth_row (to, (guint) y, &box, counts, by,
                  (guint) (MIN (y + by + 1, (gint) set->height) - MAX (y - by, 0)));
      if (y % 64 == 0 && !kb_paint_goes_on (progress, data, (guint) (y - top), (guint) box.h))
        return FALSE;
    }
  kb_pixel_set_combine (set, set, KB_SET_SUBTRACT);
  kb_pixel_set_combine (set, to, KB_SET_ADD);
  return TRUE;
}

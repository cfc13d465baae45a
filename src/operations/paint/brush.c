/* SPDX-License-Identifier: MIT */
/* Dabs of a brush, and lines of them. */
#include <math.h>

#include "operations/paint/private.h"

/* --- Rows ------------------------------------------------------------------------------------- */

KbRows
kb_rows_new (gint y, guint n)
{
  KbRows rows = { .y = y, .n = n, .x0 = g_new (gint, n), .x1 = g_new (gint, n) };
  for (guint i = 0; i < n; i++)
    {
      rows.x0[i] = G_MAXINT;
      rows.x1[i] = G_MININT;
    }
  return rows;
}

void
kb_rows_clear (KbRows *rows)
{
  g_free (rows->x0);
  g_free (rows->x1);
}

static guint64
root (guint64 n)
{
  guint64 r = (guint64) sqrt ((double) n);
  while (r * r > n)
    r--;
  while ((r + 1) * (r + 1) <= n)
    r++;
  return r;
}

/* In half pixels from the centre: u = 2 x + 1 - w and v = 2 row + 1 - h; inside if u^2 h^2 + v^2
 * w^2 <= w^2 h^2. */
gboolean
kb_ellipse_row (guint w, guint h, guint row, gint *x0, gint *x1)
{
  gint64 v = 2 * (gint64) row + 1 - h;
  gint u = (gint) root ((guint64) w * w * (guint64) ((gint64) h * h - v * v) / ((guint64) h * h));
  if ((u ^ (gint) (w - 1)) & 1)
    u--;
  *x0 = ((gint) w - 1 - u) / 2;
  *x1 = ((gint) w + 1 + u) / 2;
  return u >= 0;
}

/* --- Brushes ---------------------------------------------------------------------------------- */

static gint
diameter (const KbBrush *brush)
{
  return CLAMP ((gint) MIN (brush->diameter, KB_MAX_BRUSH), 1, KB_MAX_BRUSH);
}

void
kb_brush_place (const KbBrush *brush, double pointer_x, double pointer_y, gint *x, gint *y)
{
  double half = diameter (brush) % 2 ? 0 : 0.5;
  *x = (gint) floor (CLAMP (pointer_x, -KB_PAINT_FAR, KB_PAINT_FAR) + half);
  *y = (gint) floor (CLAMP (pointer_y, -KB_PAINT_FAR, KB_PAINT_FAR) + half);
}

gboolean
kb_brush_row (const KbBrush *brush, gint y, gint *x0, gint *x1)
{
  gint d = diameter (brush), row = y + d / 2;
  *x0 = 0;
  *x1 = d;
  if (row < 0 || row >= d
      || (brush->form == KB_BRUSH_ROUND
          && !kb_ellipse_row ((guint) d, (guint) d, (guint) row, x0, x1)))
    return FALSE;
  *x0 -= d / 2;
  *x1 -= d / 2;
  return TRUE;
}

/* The dab at (0, 0). */
static KbRows
brush_rows (const KbBrush *brush)
{
  gint d = diameter (brush);
  KbRows rows = kb_rows_new (-(d / 2), (guint) d);
  for (gint i = 0; i < d; i++)
    kb_brush_row (brush, rows.y + i, &rows.x0[i], &rows.x1[i]);
  return rows;
}

/* Adds a corner, and drops the previous one if the edge goes straight on there. */
static void
add_corner (GArray *corners, gint x, gint y)
{
  KbCorner corner = { x, y };
  if (corners->len >= 2)
    {
      const KbCorner *p = &g_array_index (corners, KbCorner, corners->len - 2), *q = p + 1;
      if ((p->x == q->x && q->x == x) || (p->y == q->y && q->y == y))
        g_array_set_size (corners, corners->len - 1);
    }
  g_array_append_val (corners, corner);
}

GArray *
kb_brush_outline (const KbBrush *brush)
{
  g_auto (KbRows) rows = brush_rows (brush);
  GArray *corners = g_array_new (FALSE, FALSE, sizeof (KbCorner));
  add_corner (corners, rows.x0[0], rows.y);
  for (guint i = 0; i < rows.n; i++)
    {
      if (i == 0 || rows.x1[i] != rows.x1[i - 1])
        add_corner (corners, rows.x1[i], rows.y + (gint) i);
      add_corner (corners, rows.x1[i], rows.y + (gint) i + 1);
    }
  for (guint i = rows.n; i-- > 0;)
    {
      if (i == rows.n - 1 || rows.x0[i] != rows.x0[i + 1])
        add_corner (corners, rows.x0[i], rows.y + (gint) i + 1);
      add_corner (corners, rows.x0[i], rows.y + (gint) i);
    }
  g_array_set_size (corners, corners->len - 1); /* the first one again */
  return corners;
}

/* --- Dabs and lines --------------------------------------------------------------------------- */

void
kb_paint_dab (const KbInk *ink, const KbBrush *brush, gint x, gint y)
{
  kb_paint_line (ink, brush, x, y, x, y);
}

/* k * d / n to the nearest, halves up. */
static gint
step (gint64 k, gint64 d, gint64 n)
{
  gint64 twice = 2 * k * d + n;
  return n == 0 ? 0 : (gint) (twice >= 0 ? twice / (2 * n) : -((-twice + 2 * n - 1) / (2 * n)));
}

/* Narrows the steps first to last to those whose dab, of up to `reach` pixels per direction, can
 * touch [0, size). The coordinate moves by at most a pixel per step. */
static void
narrow (gint64 from, gint64 d, gint64 n, gint64 size, gint64 reach, gint64 *first, gint64 *last)
{
  gint64 low = -reach - from, high = size + reach - from;   /* wanted: low <= k d / n <= high */
  if (d < 0)
    {
      gint64 was = low;
      low = -high;
      high = -was;
      d = -d;
    }
  if (d == 0)
    {
      if (low > 0 || high < 0)
        *last = -1;
      return;
    }
  if (low > 0)
    *first = MAX (*first, low * n / d);
  *last = high < 0 ? -1 : MIN (*last, high * n / d + 1);
}

void
kb_paint_line (const KbInk *ink, const KbBrush *brush, gint x0, gint y0, gint x1, gint y1)
{
  guint width, height;
  kb_ink_size (ink, &width, &height);
  x0 = kb_paint_near (x0);
  y0 = kb_paint_near (y0);
  gint64 dx = kb_paint_near (x1) - x0, dy = kb_paint_near (y1) - y0, n = MAX (ABS (dx), ABS (dy)),
         first = 0, last = n;
  gint reach = diameter (brush) + 1;
  narrow (x0, dx, n, width, reach, &first, &last);
  narrow (y0, dy, n, height, reach, &first, &last);
  if (first > last)
    return;
  g_auto (KbRows) dab = brush_rows (brush);
  gint from = y0 + step (first, dy, n), to = y0 + step (last, dy, n), top = MIN (from, to) + dab.y;
  g_auto (KbRows) rows = kb_rows_new (top, (guint) (MAX (from, to) + dab.y + (gint) dab.n - top));
  for (gint64 k = first; k <= last; k++)
    {
      gint x = x0 + step (k, dx, n), row = y0 + step (k, dy, n) + dab.y - top;
      for (guint i = 0; i < dab.n; i++)
        {
          rows.x0[row + (gint) i] = MIN (rows.x0[row + (gint) i], x + dab.x0[i]);
          rows.x1[row + (gint) i] = MAX (rows.x1[row + (gint) i], x + dab.x1[i]);
        }
    }
  /* A row's dabs form one run: neighbouring dabs have neighbouring columns in each common row */
  for (guint i = 0; i < rows.n; i++)
    kb_ink_span (ink, rows.y + (gint) i, rows.x0[i], rows.x1[i]);
}

/* SPDX-License-Identifier: MIT */
/* Boxes and ellipses, filled or as outlines. */
#include <math.h>

#include "operations/paint/private.h"

#define MOST_SIDE 32768

static gboolean
box_is_good (const KbBox *box)
{
  return box->w >= 1 && box->h >= 1 && box->w <= MOST_SIDE && box->h <= MOST_SIDE;
}

void
kb_paint_box (const KbInk *ink, const KbBox *box, guint width)
{
  if (!box_is_good (box))
    return;
  gint x0 = kb_paint_near (box->x), y0 = kb_paint_near (box->y), x1 = x0 + box->w, y1 = y0 + box->h;
  gint edge = (gint) MIN (width, KB_MAX_BRUSH);
  gboolean filled = edge == 0 || 2 * edge >= MIN (box->w, box->h);
  guint w, h;
  kb_ink_size (ink, &w, &h);
  for (gint y = MAX (y0, 0); y < MIN (y1, (gint) h); y++)
    if (filled || y < y0 + edge || y >= y1 - edge)
      kb_ink_span (ink, y, x0, x1);
    else
      {
        kb_ink_span (ink, y, x0, x0 + edge);
        kb_ink_span (ink, y, x1 - edge, x1);
      }
}

/* A row after shrinking by `edge`: each nearby row pushes the run's ends in, the nearer the
 * farther. */
static gboolean
inner_row (const KbRows *rows, guint row, guint edge, const gint *away, gint *x0, gint *x1)
{
  if (row < edge || row + edge >= rows->n)
    return FALSE;
  *x0 = G_MININT;
  *x1 = G_MAXINT;
  for (guint i = 0; i <= 2 * edge; i++)
    {
      guint other = row - edge + i;
      if (rows->x0[other] >= rows->x1[other])
        return FALSE;
      *x0 = MAX (*x0, rows->x0[other] + away[i]);
      *x1 = MIN (*x1, rows->x1[other] - away[i]);
    }
  return *x0 < *x1;
}

void
kb_paint_ellipse (const KbInk *ink, const KbBox *box, guint width)
{
  if (!box_is_good (box))
    return;
  gint left = kb_paint_near (box->x), top = kb_paint_near (box->y), away[2 * KB_MAX_BRUSH + 1];
  guint edge = MIN (width, KB_MAX_BRUSH), w, h;
  for (gint i = 0; i <= (gint) (2 * edge); i++)
    away[i] = (gint) sqrt ((double) edge * edge - (double) (i - (gint) edge) * (i - (gint) edge));
  g_auto (KbRows) rows = kb_rows_new (top, (guint) box->h);
  for (guint i = 0; i < rows.n; i++)
    if (!kb_ellipse_row ((guint) box->w, (guint) box->h, i, &rows.x0[i], &rows.x1[i]))
      rows.x0[i] = rows.x1[i] = 0;
  kb_ink_size (ink, &w, &h);
  for (gint y = MAX (top, 0); y < MIN (top + box->h, (gint) h); y++)
    {
      guint i = (guint) (y - top);
      gint x0 = left + rows.x0[i], x1 = left + rows.x1[i], in0, in1;
      if (edge > 0 && inner_row (&rows, i, edge, away, &in0, &in1))
        {
          kb_ink_span (ink, y, x0, left + in0);
          x0 = left + in1;
        }
      kb_ink_span (ink, y, x0, x1);
    }
}

/* SPDX-License-Identifier: MIT */
/* Previews of edits on a level. */
#include "drawing/levels/level_marks.h"

#include <math.h>

#define RING 6.0       /* canvas pixels */
#define LEVEL_PREVIEWS_HEAD 9.0

/* Dark below, coloured above. */
static void
stroke_outlined (cairo_t *cr, const KbStyle *style, guint32 colour, double width)
{
  kb_stroke_preserve (cr, width + 2, style->shade, 0.8);
  kb_stroke (cr, width, colour, 1);
}

static void
path_shaft (cairo_t *cr, KbVec p, KbVec q)
{
  kb_line (cr, p.x, p.y, q.x, q.y);
}

void
kb_draw_level_snap (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                    KbLevelSnapKind kind)
{
  KbVec p = kb_view_to_canvas (view, at);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  if (kind == KB_SNAPPED_END)
    cairo_arc (cr, p.x, p.y, RING, 0, 2 * G_PI);
  else if (kind == KB_SNAPPED_WALL)
    for (int side = -1; side <= 1; side += 2)
      {
        kb_line (cr, p.x - 5, p.y - 5 * side, p.x + 5, p.y + 5 * side);
      }
  else if (kind == KB_SNAPPED_GRID)
    cairo_rectangle (cr, p.x - 3, p.y - 3, 6, 6);
  else
    cairo_arc (cr, p.x, p.y, 2, 0, 2 * G_PI);
  stroke_outlined (cr, style, style->accent, 1.5);
}

void
kb_draw_level_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const KbVec *ends,
                     guint n)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    {
      KbVec p = kb_view_to_canvas (view, ends[2 * i]),
            q = kb_view_to_canvas (view, ends[2 * i + 1]);

      path_shaft (cr, p, q);
    }
  stroke_outlined (cr, style, style->accent, 1.5);
}

/* The head only. */
static void
path_head (cairo_t *cr, KbVec p, KbVec q)
{
  double length = hypot (q.x - p.x, q.y - p.y), x = length > 0 ? (q.x - p.x) / length : 0;
  double y = length > 0 ? (q.y - p.y) / length : 0;

  cairo_new_path (cr);
  for (int side = -1; side <= 1 && length > 0; side += 2)
    {
      kb_line (cr, q.x, q.y, q.x - LEVEL_PREVIEWS_HEAD * (x + 0.5 * side * y),
               q.y - LEVEL_PREVIEWS_HEAD * (y - 0.5 * side * x));
    }
}

/* Faint and dashed: the caller draws the reached part solid below it. */
void
kb_draw_level_arrow (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to)
{
  static const double dashes[] = { 5, 5 };
  KbVec p = kb_view_to_canvas (view, from), q = kb_view_to_canvas (view, to);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_set_colour (cr, style->accent, 0.65);
  cairo_set_line_width (cr, 1.5);
  path_head (cr, p, q);
  cairo_stroke (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  path_shaft (cr, p, q);
  cairo_stroke (cr);
}

void
kb_draw_level_measure (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to)
{
  KbVec p = kb_view_to_canvas (view, from), q = kb_view_to_canvas (view, to);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  path_head (cr, p, q);
  path_shaft (cr, p, q);
  stroke_outlined (cr, style, 0xffffffff, 1.5);
}

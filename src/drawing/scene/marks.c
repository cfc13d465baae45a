/* SPDX-License-Identifier: MIT */
/* Outlines, handles, crosses and arrows. */
#include "drawing/scene/marks.h"

#include <math.h>


/* Line widths in canvas pixels: a dark line, a light one over it and the colour on top, visible on
 * dark and light pictures. The fill is faint, so that the picture keeps its colours. The widths of
 * a mark are all even or all odd, so that one position makes all of them sharp. */
static const struct {
  double line, light, shade, fill, light_alpha, shade_alpha;
} marks_all[KB_N_MARKS] = {
  [KB_MARK_PLAIN] = { 1, 0, 3, 0.09, 0, 1 },
  [KB_MARK_HOVERED] = { 2, 0, 4, 0.14, 0, 1 },
  [KB_MARK_SELECTED] = { 2, 4, 6, 0.16, 0.8, 1 },
  [KB_MARK_WRONG] = { 2, 0, 4, 0.10, 0, 1 },
  [KB_MARK_INHERITED] = { 1, 0, 3, 0.04, 0, 0.5 },
};

void
kb_stroke_marked (cairo_t *cr, const KbView *view, const KbStyle *style, guint32 colour,
                  KbMark mark)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_miter_limit (cr, 4);
  if (mark == KB_MARK_INHERITED)
    cairo_set_dash (cr, (const double[]) { 5, 4 }, 2, 0);
  kb_stroke_preserve (cr, marks_all[mark].shade, style->shade, marks_all[mark].shade_alpha);
  if (marks_all[mark].light > 0)
    kb_stroke_preserve (cr, marks_all[mark].light, 0xffffffff, marks_all[mark].light_alpha);
  kb_stroke (cr, marks_all[mark].line,
             mark == KB_MARK_WRONG ? style->wrong : kb_colour_on_dark (colour), 1);
}

void
kb_draw_geometry (cairo_t *cr, const KbView *view, const KbStyle *style, const KbGeometry *geometry,
                  guint32 colour, KbMark mark)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  /* Filling boxes on whole device pixels is several times faster. */
  kb_path_geometry (cr, view, geometry, 2);
  kb_set_colour (cr, mark == KB_MARK_WRONG ? style->wrong : colour, marks_all[mark].fill);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (cr);
  kb_path_geometry (cr, view, geometry, marks_all[mark].line);
  kb_stroke_marked (cr, view, style, colour, mark);
}

void
kb_draw_handle (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, gboolean round,
                gboolean hovered)
{
  KbVec p = kb_view_to_canvas (view, at);
  double r = KB_HANDLE_SIZE / 2 + (hovered ? 1 : 0);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  p.x = kb_view_sharp (view, p.x);
  p.y = kb_view_sharp (view, p.y);
  for (int layer = 0; layer < 3; layer++)
    {
      double grow = 1.0 - layer;

      if (round)
        {
          cairo_new_sub_path (cr);
          cairo_arc (cr, p.x, p.y, r + grow, 0, 2 * G_PI);
        }
      else
        cairo_rectangle (cr, p.x - r - grow, p.y - r - grow, 2 * (r + grow), 2 * (r + grow));
      if (layer == 0)
        kb_set_colour (cr, style->shade, 0.8);
      else if (layer == 1)
        kb_set_colour (cr, style->accent, 1);
      else
        kb_set_colour (cr, hovered ? style->accent : 0xffffffff, 1);
      cairo_fill (cr);
    }
}

gboolean
kb_handle_rotates (const KbGeometry *geometry, guint index)
{
  return index && index == kb_geometry_kind (geometry->type)->rotation_handle;
}

void
kb_draw_handles (cairo_t *cr, const KbView *view, const KbStyle *style, const KbGeometry *geometry,
                 int hovered)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  guint n = kind->n_handles (geometry);
  gboolean round = kb_geometry_has_corners (geometry);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  if (kind->rotation_handle)
    {
      KbVec from = kb_view_to_canvas (view, kind->handle (geometry, 1, view->scale));
      KbVec to =
        kb_view_to_canvas (view, kind->handle (geometry, kind->rotation_handle, view->scale));

      cairo_new_path (cr);
      kb_line (cr, from.x, from.y, to.x, to.y);
      kb_stroke_marked (cr, view, style, style->accent, KB_MARK_PLAIN);
    }
  for (guint i = 0; i < n; i++)
    if (kb_handle_shown (view, geometry, i))
      kb_draw_handle (cr, view, style, kind->handle (geometry, i, view->scale),
                      round || kb_handle_rotates (geometry, i), hovered == (int) i);
}

int
kb_handle_at (const KbView *view, const KbGeometry *geometry, KbVec canvas, double reach)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  guint n = kind->n_handles (geometry);
  KbBounds bounds = kind->bounds (geometry);
  double side = MIN (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0) * view->scale, best;
  int found = -1;

  /* The inside of a small shape stays free for moving it. */
  if (!kb_geometry_has_corners (geometry)
      && kind->contains (geometry, kb_view_to_picture (view, canvas)))
    reach = MIN (reach, MAX (2, side / 4));
  best = reach * reach;

  for (guint i = 0; i < n; i++)
    {
      if (!kb_handle_shown (view, geometry, i))
        continue;
      KbVec p = kb_view_to_canvas (view, kind->handle (geometry, i, view->scale));
      double d = (p.x - canvas.x) * (p.x - canvas.x) + (p.y - canvas.y) * (p.y - canvas.y);
      if (d <= best)
        {
          best = d;
          found = i;
        }
    }
  return found;
}

static KbVec
pixel_centre (const KbView *view, gint x, gint y)
{
  KbVec p = kb_view_to_canvas (view, (KbVec) { x + 0.5, y + 0.5 });

  return (KbVec) { kb_view_sharp (view, p.x), kb_view_sharp (view, p.y) };
}

/* Full size from 400% on; two thirds at 100% and below. */
static double
mark_size (const KbView *view, double size)
{
  return size * CLAMP (0.55 + view->scale * 0.1125, 0.66, 1);
}

double
kb_arrow_length (const KbView *view)
{
  return mark_size (view, 34);
}

/* A cross with a free centre, so that the pixel itself is visible. */
void
kb_draw_hot_spot (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                  KbMark mark)
{
  KbVec centre = kb_view_to_canvas (view, (KbVec) { x + 0.5, y + 0.5 });
  KbVec p = { kb_view_edge (view, centre.x), kb_view_edge (view, centre.y) };
  double gap = view->scale >= 10 ? 3 : 0, arm = mark_size (view, mark == KB_MARK_PLAIN ? 12 : 14);
  static const gint8 sides[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < 4; i++)
    {
      kb_line (cr, p.x + gap * sides[i][0], p.y + gap * sides[i][1], p.x + arm * sides[i][0],
               p.y + arm * sides[i][1]);
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  kb_stroke_preserve (cr, mark == KB_MARK_PLAIN ? 6 : 7, style->shade, 1);
  /* Light between dark and colour: red alone is hard to see on orange and brown. */
  kb_stroke_preserve (cr, mark == KB_MARK_PLAIN ? 4 : 5, 0xffffffff, 1);
  kb_stroke (cr, mark == KB_MARK_PLAIN ? 2 : 3, style->hot_spot, 1);
  if (mark == KB_MARK_SELECTED)
    {
      cairo_arc (cr, p.x, p.y, 8, 0, 2 * G_PI);
      kb_stroke_marked (cr, view, style, 0xffffffff, KB_MARK_PLAIN);
    }
}

void
kb_draw_action_point (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                      KbAngle direction, KbMark mark)
{
  KbVec p = pixel_centre (view, x, y);
  double r = mark_size (view, mark == KB_MARK_PLAIN ? 5 : 6);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (direction.set)
    {
      double a = direction.degrees * G_PI / 180, c = cos (a), s = sin (a);
      double tip = kb_arrow_length (view), head = mark_size (view, 6);

      kb_line (cr, p.x + c * r, p.y + s * r, p.x + c * tip, p.y + s * tip);
      cairo_move_to (cr, p.x + c * (tip - head) - s * head * 0.7,
                     p.y + s * (tip - head) + c * head * 0.7);
      cairo_line_to (cr, p.x + c * tip, p.y + s * tip);
      cairo_line_to (cr, p.x + c * (tip - head) + s * head * 0.7,
                     p.y + s * (tip - head) - c * head * 0.7);
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, p.x, p.y, r, 0, 2 * G_PI);
  kb_stroke_preserve (cr, mark == KB_MARK_PLAIN ? 4.5 : 5.5, style->shade, 1);
  kb_stroke (cr, mark == KB_MARK_PLAIN ? 2 : 3, style->point, 1);
  /* The centre, on the placed pixel. */
  cairo_arc (cr, p.x, p.y, 1.5, 0, 2 * G_PI);
  kb_fill (cr, mark == KB_MARK_SELECTED ? 0xffffffff : style->point, 1);
  if (mark == KB_MARK_SELECTED)
    {
      cairo_arc (cr, p.x, p.y, r + 4, 0, 2 * G_PI);
      kb_stroke_marked (cr, view, style, 0xffffffff, KB_MARK_PLAIN);
    }
}

void
kb_draw_pixel (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { x, y });
  KbVec b = kb_view_to_canvas (view, (KbVec) { x + 1, y + 1 });

  if (view->scale < 4)
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  a = (KbVec) { kb_view_line (view, a.x, 1), kb_view_line (view, a.y, 1) };
  b = (KbVec) { kb_view_line (view, b.x, 1), kb_view_line (view, b.y, 1) };
  cairo_rectangle (cr, a.x, a.y, b.x - a.x, b.y - a.y);
  kb_stroke_preserve (cr, 3, style->shade, 0.7);
  kb_stroke (cr, 1, 0xffffffff, 0.9);
}

void
kb_draw_rubber_band (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to)
{
  double x0 = kb_view_sharp (view, MIN (from.x, to.x)),
         y0 = kb_view_sharp (view, MIN (from.y, to.y));
  double x1 = kb_view_sharp (view, MAX (from.x, to.x)),
         y1 = kb_view_sharp (view, MAX (from.y, to.y));

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_rectangle (cr, x0, y0, x1 - x0, y1 - y0);
  kb_fill_preserve (cr, style->accent, 0.12);
  kb_stroke_marked (cr, view, style, style->accent, KB_MARK_PLAIN);
}

void
kb_draw_guide (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to)
{
  gboolean upright = fabs (from.x - to.x) < fabs (from.y - to.y);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  if (upright)
    {
      kb_line (cr, kb_view_line (view, from.x, 1), MAX (from.y, -4), kb_view_line (view, from.x, 1),
               MIN (to.y, view->height + 4));
    }
  else
    {
      kb_line (cr, MAX (from.x, -4), kb_view_line (view, from.y, 1), MIN (to.x, view->width + 4),
               kb_view_line (view, from.y, 1));
    }
  kb_stroke_preserve (cr, 3, style->shade, 0.7);
  cairo_set_dash (cr, (double[]) { 5, 2 }, 2, 0);
  kb_stroke (cr, 1, style->guide, 1);
}

void
kb_draw_cursor (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y)
{
  KbVec centre = kb_view_to_canvas (view, (KbVec) { x + 0.5, y + 0.5 });
  double half = MAX (view->scale / 2, 3) + 1.5, tick = 7;
  KbVec p = { kb_view_sharp (view, centre.x), kb_view_sharp (view, centre.y) };
  static const gint8 sides[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_rectangle (cr, p.x - half, p.y - half, 2 * half, 2 * half);
  for (guint i = 0; i < 4; i++)
    {
      kb_line (cr, p.x + half * sides[i][0], p.y + half * sides[i][1],
               p.x + (half + tick) * sides[i][0], p.y + (half + tick) * sides[i][1]);
    }
  kb_stroke_preserve (cr, 5, style->shade, 1);
  kb_stroke_preserve (cr, 3, 0xffffffff, 1);
  kb_stroke (cr, 1.5, style->accent, 1);
}

/* SPDX-License-Identifier: MIT */
/* Rulers. */
#include "drawing/drawing.h"

#include <math.h>

#include "drawing/scene/labels.h"

#define MAJOR_DISTANCE 56.0   /* minimum canvas pixels between numbers */
#define MINOR_DISTANCE 5.0

/* The smallest of 1, 2, 5, 10, ... that keeps `distance` canvas pixels between marks. (Powers of
 * two would suit some; decimal is easier to read.) */
static gint
step_for (double scale, double distance)
{
  static const gint8 factors[] = { 1, 2, 5 };

  for (gint power = 1; power <= 100000; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      if (power * factors[i] * scale >= distance)
        return power * factors[i];
  return 1000000;
}

/* The top ruler, or the left one with rotated numbers. */
static void
draw_ruler (cairo_t *cr, const KbView *view, const KbStyle *style, gboolean vertical, gint size,
            gboolean has_pixel, gint pixel)
{
  double length = vertical ? view->height : view->width, r = KB_RULER_SIZE;
  KbBounds seen = kb_view_visible (view);
  KbVec zero = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  double origin = vertical ? zero.y : zero.x;
  gint major = step_for (view->scale, MAJOR_DISTANCE),
       minor = step_for (view->scale, MINOR_DISTANCE);
  gint from = (gint) floor ((vertical ? seen.y0 : seen.x0)),
       to = (gint) ceil (vertical ? seen.y1 : seen.x1);

  /* A rectangle on either ruler: starts at `a` along it and `b` across it. */
#define RECTANGLE(a, b, w, h) \
  (vertical ? cairo_rectangle (cr, (b), (a), (h), (w)) : cairo_rectangle (cr, (a), (b), (w), (h)))

  kb_set_colour (cr, style->ruler, 1);
  RECTANGLE (0, 0, length, r);
  cairo_fill (cr);
  kb_set_colour (cr, style->checker[0], 1);
  RECTANGLE (kb_view_edge (view, origin), 0, kb_view_edge (view, size * view->scale), r);
  cairo_fill (cr);
  if (has_pixel)
    {
      kb_set_colour (cr, style->accent, 0.7);
      RECTANGLE (kb_view_edge (view, origin + pixel * view->scale), 0, MAX (1, view->scale), r);
      cairo_fill (cr);
    }

  while (major % minor)
    minor = step_for (view->scale, minor * view->scale + 0.001);
  kb_set_colour (cr, style->ruler_line, 1);
  for (gint i = (gint) floor ((double) from / minor) * minor; i <= to; i += minor)
    {
      double tick = i % major == 0 ? r : (major >= 10 * minor && i % (5 * minor) == 0) ? 7 : 4;

      RECTANGLE (kb_view_sharp (view, origin + i * view->scale) - 0.5, r - tick, 1, tick);
    }
  cairo_fill (cr);
  RECTANGLE (0, r - 1, length, 1);
  cairo_fill (cr);
#undef RECTANGLE

  for (gint i = (gint) floor ((double) from / major) * major; i <= to; i += major)
    {
      char text[16];
      double at = origin + i * view->scale;

      g_snprintf (text, sizeof text, "%d", i);
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      if (vertical)
        {
          cairo_translate (cr, 9, at + kb_text_advance (cr, text, 9.5, FALSE) + 3);
          cairo_rotate (cr, -G_PI / 2);
        }
      kb_draw_text (cr, vertical ? 0 : at + 3, vertical ? 0 : 9, text, style->ruler_text, 9.5,
                    FALSE);
    }
}

void
kb_draw_rulers (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height,
                gboolean has_pixel, gint pixel_x, gint pixel_y)
{
  double r = KB_RULER_SIZE;

  for (int vertical = 0; vertical < 2; vertical++)
    {
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      if (vertical)
        cairo_rectangle (cr, 0, r, r, view->height - r);
      else
        cairo_rectangle (cr, r, 0, view->width - r, r);
      cairo_clip (cr);
      draw_ruler (cr, view, style, vertical, vertical ? height : width, has_pixel,
                  vertical ? pixel_y : pixel_x);
    }
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_rectangle (cr, 0, 0, r, r);
  kb_fill (cr, style->ruler, 1);
  kb_set_colour (cr, style->ruler_line, 1);
  cairo_rectangle (cr, r - 1, 0, 1, r);
  cairo_rectangle (cr, 0, r - 1, r, 1);
  cairo_fill (cr);
}

/* SPDX-License-Identifier: MIT */
/* Axes and surfaces. */
#include "drawing/pixel_rows.h"

#include <math.h>

#include "drawing/style.h"

#define TINY 1e-9
#define COARSE 3   /* device pixels: the side of a pixel in a coarse view */

KbPixelAxis
kb_pixel_axis (double origin, double scale, double device_scale, int seen, guint length)
{
  KbPixelAxis axis = { -origin / scale, 1 / (scale * device_scale), 0, 0, length };
  axis.first = (int) MAX (0, floor (-axis.start / axis.step - 0.5));
  axis.last = (int) MIN (seen * device_scale, ceil ((length - axis.start) / axis.step + 0.5));
  return axis;
}

gint
kb_pixel_axis_at (const KbPixelAxis *axis, int i, double part)
{
  return (gint) floor ((i + part) * axis->step + axis->start + TINY);
}

gboolean
kb_pixel_axis_is_small (const KbPixelAxis *axis)
{
  return axis->step > 1 + TINY;
}

gint *
kb_pixel_axis_places (const KbPixelAxis *axis, gint low, gint high)
{
  gboolean small = kb_pixel_axis_is_small (axis);
  int n = axis->last - axis->first, per = small ? 2 : 1;
  gint *places = g_new (gint, (gsize) n * (gsize) per);

  for (int k = 0; k < n; k++)
    for (int part = 0; part < per; part++)
      places[k * per + part] = CLAMP (
        kb_pixel_axis_at (axis, axis->first + k, small ? 0.25 + 0.5 * part : 0.5), low, high);
  return places;
}

guint32
kb_premultiplied (guint32 colour, double opacity)
{
  guint alpha = (guint) floor ((colour & 0xff) * CLAMP (opacity, 0, 1) + 0.5);
  guint r = ((colour >> 24) * alpha + 127) / 255, g = ((colour >> 16 & 0xff) * alpha + 127) / 255;
  guint b = ((colour >> 8 & 0xff) * alpha + 127) / 255;
  return alpha << 24 | r << 16 | g << 8 | b;
}

/* Clips the axis to `from` .. `to`, in canvas pixels. */
static void
clip_axis (KbPixelAxis *axis, double from, double to, double device_scale)
{
  axis->first = MAX (axis->first, (int) floor (from * device_scale));
  axis->last = MIN (axis->last, (int) ceil (to * device_scale));
}

void
kb_draw_pixel_rows (cairo_t *cr, const KbView *view, guint width, guint height, KbPixelRows draw,
                    gpointer data)
{
  double device_scale = MAX (view->device_scale, 1) / (view->coarse ? COARSE : 1);
  /* Uses the picture's exact edges, between device pixels: the picture below is drawn from the same
   * position. */
  KbVec low = kb_view_to_canvas (view, (KbVec) { 0, 0 }),
        high = kb_view_to_canvas (view, (KbVec) { width, height });
  KbPixelAxis across = kb_pixel_axis (low.x, view->scale, device_scale, view->width, width);
  KbPixelAxis down = kb_pixel_axis (low.y, view->scale, device_scale, view->height, height);
  double x0, y0, x1, y1;

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  clip_axis (&across, x0, x1, device_scale);
  clip_axis (&down, y0, y1, device_scale);
  if (across.first >= across.last || down.first >= down.last)
    return;
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, across.last - across.first, down.last - down.first);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      draw (&across, &down, cairo_image_surface_get_data (surface),
            (gsize) cairo_image_surface_get_stride (surface), data);
      cairo_surface_mark_dirty (surface);
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      /* The outermost device pixels are only partly covered. */
      kb_clip (cr, kb_view_edge (view, low.x), kb_view_edge (view, low.y),
               kb_view_edge (view, high.x) - kb_view_edge (view, low.x),
               kb_view_edge (view, high.y) - kb_view_edge (view, low.y));
      cairo_surface_set_device_scale (surface, device_scale, device_scale);
      kb_paint_surface (cr, surface, across.first / device_scale, down.first / device_scale, 1);
    }
}

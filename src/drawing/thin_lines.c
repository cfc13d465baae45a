/* SPDX-License-Identifier: MIT */
/* Xiaolin Wu's lines: at each step along the longer axis two pixels share the coverage. Positions
 * are fixed-point numbers with 16 fractional bits. */
#include "drawing/surfaces.h"

#include <math.h>
#include <stdlib.h>

#define ONE 65536
#define MOST_WIDE 4

struct KbThinLines {
  cairo_surface_t *surface;
  guint32 *pixels;
  gint stride;            /* in pixels */
  gint width, height;     /* device pixels */
  /* The picture's corner in device pixels of the surface; device pixels per picture pixel */
  double x, y, scale;
  double left, top;       /* position of the surface, canvas pixels */
  gint wide;              /* device pixels */
};

KbThinLines *
kb_thin_lines_new (cairo_t *cr, const KbView *view)
{
  double device = MAX (view->device_scale, 1), x0, y0, x1, y1;
  KbVec zero = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  x0 = floor (MAX (x0, 0) * device), y0 = floor (MAX (y0, 0) * device);
  x1 = ceil (MIN (x1, view->width) * device), y1 = ceil (MIN (y1, view->height) * device);
  if (x1 <= x0 || y1 <= y0)
    return NULL;
  KbThinLines *lines =
    KB_NEW (KbThinLines, .width = (gint) (x1 - x0), .height = (gint) (y1 - y0), .left = x0 / device,
            .top = y0 / device, .x = zero.x * device - x0, .y = zero.y * device - y0,
            .scale = view->scale * device, .wide = CLAMP ((gint) device, 1, MOST_WIDE));
  lines->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, lines->width, lines->height);
  if (cairo_surface_status (lines->surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (lines->surface);
      g_free (lines);
      return NULL;
    }
  cairo_surface_set_device_scale (lines->surface, device, device);
  cairo_surface_flush (lines->surface);
  lines->pixels = (guint32 *) (void *) cairo_image_surface_get_data (lines->surface);
  lines->stride = cairo_image_surface_get_stride (lines->surface) / 4;
  return lines;
}

/* Blends by coverage, of 255. */
static inline void
blend_covered (guint32 *pixel, guint32 rgb, guint cover)
{
  guint32 below = *pixel, rest = 255 - cover;
  if (cover == 0)
    return;
  guint32 rb = ((rgb & 0xff00ff) * cover + (below & 0xff00ff) * rest + 0x800080) >> 8 & 0xff00ff;
  guint32 ag = (((rgb >> 8 & 0xff) | 0xff0000) * cover + (below >> 8 & 0xff00ff) * rest + 0x800080)
               & 0xff00ff00;
  *pixel = rb | ag;
}

/* Along the longer axis from `from` to `to`; `across`: the position on the other axis at `from`;
 * `slope`: its change per step. */
static void
run (const KbThinLines *lines, gboolean upright, gint from, gint to, gint64 across, gint64 slope,
     guint32 rgb)
{
  gint n_across = upright ? lines->width : lines->height;
  gsize along_step = upright ? (gsize) lines->stride : 1,
        across_step = upright ? 1 : (gsize) lines->stride;
  for (gint i = from; i <= to; i++, across += slope)
    {
      gint at = (gint) (across >> 16);
      guint part = (guint) (across >> 8) & 255;
      guint32 *pixel = lines->pixels + (gsize) i * along_step;
      for (gint k = 0; k <= lines->wide; k++)
        if (at + k >= 0 && at + k < n_across)
          blend_covered (pixel + (gsize) (at + k) * across_step, rgb,
                         k == 0             ? 255 - part
                         : k == lines->wide ? part
                                            : 255);
    }
}

void
kb_thin_lines_add (KbThinLines *lines, KbVec a, KbVec b, guint32 colour)
{
  double far = lines->wide + 1, half = (lines->wide - 1) / 2.0;
  KbVec p = { lines->x + a.x * lines->scale, lines->y + a.y * lines->scale };
  KbVec q = { lines->x + b.x * lines->scale, lines->y + b.y * lines->scale };
  if (MAX (p.x, q.x) < -far || MIN (p.x, q.x) > lines->width + far || MAX (p.y, q.y) < -far
      || MIN (p.y, q.y) > lines->height + far)
    return;
  gboolean upright = fabs (q.y - p.y) > fabs (q.x - p.x);
  double u0 = upright ? p.y : p.x, v0 = upright ? p.x : p.y, u1 = upright ? q.y : q.x,
         v1 = upright ? q.x : q.y;
  double n = upright ? lines->height : lines->width;
  if (u0 > u1)
    {
      double u = u0, v = v0;
      u0 = u1, v0 = v1, u1 = u, v1 = v;
    }
  double slope = u1 > u0 ? (v1 - v0) / (u1 - u0) : 0;
  double from = CLAMP (floor (u0), 0, n - 1), to = CLAMP (floor (u1), 0, n - 1);
  /* At pixel centres. The line's middle is between the two pixels that share it. */
  double across = v0 + slope * (from + 0.5 - u0) - 0.5 - half;
  if (u1 < 0 || u0 > n)
    return;
  run (lines, upright, (gint) from, (gint) to, (gint64) floor (across * ONE),
       (gint64) (slope * ONE), colour >> 8);
}

void
kb_thin_lines_end (KbThinLines *lines, cairo_t *cr)
{
  cairo_surface_mark_dirty (lines->surface);
  cairo_save (cr);
  kb_paint_surface (cr, lines->surface, lines->left, lines->top, 1);
  cairo_restore (cr);
  cairo_surface_destroy (lines->surface);
  g_free (lines);
}

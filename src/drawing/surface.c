/* SPDX-License-Identifier: MIT */
/* Draws a picture at any scale: hard pixels when enlarged, reduced copies when zoomed out. */
#include <math.h>

#include "drawing/levels/layers.h"
#include "drawing/pixel_rows.h"
#include "drawing/scene/private.h"

/* Another surface with the same pixels: what cairo caches in a source is not thread-safe. A
 * recording surface would have to copy the pixels. */
static cairo_surface_t *
same_pixels (cairo_t *cr, cairo_surface_t *surface)
{
  if (cairo_surface_get_type (cairo_get_target (cr)) != CAIRO_SURFACE_TYPE_IMAGE)
    return cairo_surface_reference (surface);
  return cairo_image_surface_create_for_data (
    cairo_image_surface_get_data (surface), cairo_image_surface_get_format (surface),
    cairo_image_surface_get_width (surface), cairo_image_surface_get_height (surface),
    cairo_image_surface_get_stride (surface));
}

typedef struct {
  const guint8 *pixels;
  gsize stride;
  guint32 opaque;           /* alpha for surfaces without any */
} SurfaceSource;

static void
draw_source_rows (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels, gsize stride,
                  gpointer data)
{
  const SurfaceSource *source = data;
  int n = across->last - across->first;
  g_autofree gint *columns = kb_pixel_axis_places (across, 0, (gint) across->length - 1);
  for (int i = down->first; i < down->last; i++)
    {
      gint y = CLAMP (kb_pixel_axis_at (down, i, 0.5), 0, (gint) down->length - 1);
      const guint32 *from =
        (const guint32 *) (const void *) (source->pixels + source->stride * (gsize) y);
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (i - down->first));
      for (int k = 0; k < n; k++)
        to[k] = from[columns[k]] | source->opaque;
    }
}

/* At fractional zooms cairo rounds to 1/65536. Device pixels centred exactly on an edge would then
 * differ from kb_draw_painting, and zones would be off by one. */
static gboolean
draw_between_zooms (cairo_t *cr, const KbView *view, cairo_surface_t *surface)
{
  double zoom = view->scale * MAX (view->device_scale, 1);
  cairo_format_t format = cairo_image_surface_get_format (surface);
  if (!(zoom > 1) || zoom == floor (zoom)
      || (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24))
    return FALSE;
  cairo_surface_flush (surface);
  SurfaceSource source = { cairo_image_surface_get_data (surface),
                           (gsize) cairo_image_surface_get_stride (surface),
                           format == CAIRO_FORMAT_RGB24 ? 0xff000000u : 0 };
  kb_draw_pixel_rows (cr, view, (guint) cairo_image_surface_get_width (surface),
                      (guint) cairo_image_surface_get_height (surface), draw_source_rows, &source);
  return TRUE;
}

void
kb_draw_surface (cairo_t *cr, const KbView *view, cairo_surface_t *surface, double x, double y,
                 double alpha)
{
  KbVec o = kb_view_to_canvas (view, (KbVec) { x, y });

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return;
  if (x == 0 && y == 0 && alpha >= 1 && draw_between_zooms (cr, view, surface))
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, o.x, o.y);
  cairo_scale (cr, view->scale, view->scale);
  /* The rectangle limits the drawn area. */
  kb_clip (cr, 0, 0, cairo_image_surface_get_width (surface),
           cairo_image_surface_get_height (surface));
  g_autoptr (cairo_surface_t) alias = same_pixels (cr, surface);
  cairo_set_source_surface (cr, alias, 0, 0);
  cairo_pattern_t *pattern = cairo_get_source (cr);
  cairo_pattern_set_filter (pattern,
                            view->coarse || view->scale * MAX (view->device_scale, 1) >= 1
                              ? CAIRO_FILTER_NEAREST
                              : CAIRO_FILTER_BILINEAR);
  if (alpha < 1)
    cairo_paint_with_alpha (cr, alpha);
  else
    cairo_paint (cr);
}

guint
kb_surface_level (const KbView *view)
{
  double scale = view->scale * MAX (view->device_scale, 1);
  guint level = 0;

  while (scale <= 0.5 && level < 8)
    {
      scale *= 2;
      level++;
    }
  return level;
}

void
kb_draw_picture (cairo_t *cr, const KbView *view, KbSurfaces *surfaces, KbPicture *picture,
                 guint32 tint, double x, double y, double alpha)
{
  KbView reduced = *view;
  guint level = kb_surface_level (view);

  reduced.scale *= 1 << level;
  kb_draw_surface (cr, &reduced, kb_surfaces_get_reduced (surfaces, picture, tint, level),
                   x / (1 << level), y / (1 << level), alpha);
}

/* SPDX-License-Identifier: MIT */
/* Draws bands of an image in several threads. */
#include "drawing/surfaces.h"

#include <math.h>

#define MOST_THREADS 4
/* several per thread, so that a crowded band does not delay the rest */
#define PATHS_BANDS 3
#define PATHS_PIXELS (3 << 20)     /* minimum; for fewer pixels starting threads does not pay */

typedef struct {
  KbBandDraw draw;
  gpointer data;
  guint8 *pixels;
  cairo_format_t format;
  int width, height, stride;
  double scale_x, scale_y, offset_x, offset_y;   /* of the surface */
  cairo_matrix_t matrix;
  cairo_rectangle_t clip;                        /* in whole device pixels */
  int n_bands;
  gint next;                                     /* atomic: the next band to draw */
} Bands;

/* Draws on a separate surface with the same pixels and size, so that all coordinates are the same
 * to the last bit. */
static void
draw_band (const Bands *bands, double from, double to)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create_for_data (
    bands->pixels, bands->format, bands->width, bands->height, bands->stride);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  kb_clip (cr, bands->clip.x, from, bands->clip.width, to - from);
  cairo_surface_set_device_scale (surface, bands->scale_x, bands->scale_y);
  cairo_surface_set_device_offset (surface, bands->offset_x, bands->offset_y);
  cairo_set_matrix (cr, &bands->matrix);
  bands->draw (cr, bands->data);
  cairo_surface_flush (surface);
}

static gpointer
draw_bands (gpointer data)
{
  Bands *bands = data;
  int i;

  while ((i = g_atomic_int_add (&bands->next, 1)) < bands->n_bands)
    draw_band (bands, bands->clip.y + floor (bands->clip.height * i / bands->n_bands),
               bands->clip.y + floor (bands->clip.height * (i + 1) / bands->n_bands));
  return NULL;
}

/* FALSE when the clip is not a single rectangle of whole device pixels. */
static gboolean
find_clip (cairo_t *cr, Bands *bands)
{
  cairo_rectangle_list_t *list = cairo_copy_clip_rectangle_list (cr);
  gboolean ok = list->status == CAIRO_STATUS_SUCCESS && list->num_rectangles == 1;

  if (ok)
    {
      double x0 = list->rectangles[0].x, y0 = list->rectangles[0].y;
      double x1 = x0 + list->rectangles[0].width, y1 = y0 + list->rectangles[0].height;

      cairo_user_to_device (cr, &x0, &y0);
      cairo_user_to_device (cr, &x1, &y1);
      x0 = x0 * bands->scale_x + bands->offset_x;
      y0 = y0 * bands->scale_y + bands->offset_y;
      x1 = x1 * bands->scale_x + bands->offset_x;
      y1 = y1 * bands->scale_y + bands->offset_y;
      ok = fabs (x0 - round (x0)) + fabs (y0 - round (y0)) + fabs (x1 - round (x1))
             + fabs (y1 - round (y1))
           < 1e-6;
      bands->clip = (cairo_rectangle_t) { round (x0), round (y0), round (x1) - round (x0),
                                         round (y1) - round (y0) };
    }
  cairo_rectangle_list_destroy (list);
  return ok;
}

void
kb_draw_by_threads (cairo_t *cr, int per_thread, double least, KbBandDraw draw, gpointer data)
{
  cairo_surface_t *target = cairo_get_target (cr);
  int n_threads = (int) MIN (g_get_num_processors (), MOST_THREADS);
  GThread *threads[MOST_THREADS];
  Bands bands = { .draw = draw, .data = data };

  if (n_threads > 1 && cairo_get_group_target (cr) == target
      && cairo_surface_get_type (target) == CAIRO_SURFACE_TYPE_IMAGE)
    {
      cairo_surface_flush (target);
      bands.pixels = cairo_image_surface_get_data (target);
      bands.format = cairo_image_surface_get_format (target);
      bands.width = cairo_image_surface_get_width (target);
      bands.height = cairo_image_surface_get_height (target);
      bands.stride = cairo_image_surface_get_stride (target);
      cairo_surface_get_device_scale (target, &bands.scale_x, &bands.scale_y);
      cairo_surface_get_device_offset (target, &bands.offset_x, &bands.offset_y);
      cairo_get_matrix (cr, &bands.matrix);
      bands.n_bands = n_threads * per_thread;
    }
  if (!bands.pixels || !find_clip (cr, &bands) || bands.clip.width * bands.clip.height < least)
    {
      draw (cr, data);
      return;
    }
  for (int i = 1; i < n_threads; i++)
    threads[i] = g_thread_try_new ("draw", draw_bands, &bands, NULL);
  draw_bands (&bands);
  for (int i = 1; i < n_threads; i++)
    if (threads[i])
      g_thread_join (threads[i]);
  cairo_surface_mark_dirty (target);
}

void
kb_draw_in_bands (cairo_t *cr, KbBandDraw draw, gpointer data)
{
  kb_draw_by_threads (cr, PATHS_BANDS, PATHS_PIXELS, draw, data);
}

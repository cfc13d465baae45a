/* SPDX-License-Identifier: MIT */
/* Pixels of image surfaces, and a picture to draw. */
#ifndef PIXELS_H
#define PIXELS_H

#include <cairo.h>
#include <string.h>

#include "document/pixels/picture.h"

static inline guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface) + (gsize) cairo_image_surface_get_stride (surface) * y;
  return ((const guint32 *) (const void *) data)[x] & 0xffffff;
}

static inline guint8 *
pixels (cairo_surface_t *surface, gsize *size)
{
  cairo_surface_flush (surface);
  *size = (gsize) cairo_image_surface_get_stride (surface) * cairo_image_surface_get_height (surface);
  return g_memdup2 (cairo_image_surface_get_data (surface), *size);
}

/* A picture of w x h whose pixels all differ; the last column is transparent. */
static inline KbPicture *
sample_picture (guint w, guint h)
{
  KbPicture *picture = kb_picture_new (w, h);

  for (guint y = 0; y < h; y++)
    for (guint x = 0; x < w; x++)
      {
        guint8 *p = picture->rgba + 4 * (y * w + x);

        p[0] = 40 + 20 * x;
        p[1] = 30 + 15 * y;
        p[2] = 200 - 9 * (x + y);
        p[3] = x + 1 == w ? 0 : 255;
      }
  return picture;
}

#endif

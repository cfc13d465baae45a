/* SPDX-License-Identifier: MIT */
/* Draws solid pixels one by one. */
#include "drawing/surfaces.h"

#define SOLID_ALPHA 0xd0u
#define OTHER 0xa0000000u     /* half black, premultiplied */

static guint32
solid_colour (const KbStyle *style)
{
  guint32 r = style->accent >> 24, g = style->accent >> 16 & 0xff, b = style->accent >> 8 & 0xff;
  return SOLID_ALPHA << 24 | (r * SOLID_ALPHA / 255) << 16 | (g * SOLID_ALPHA / 255) << 8
         | b * SOLID_ALPHA / 255;
}

cairo_surface_t *
kb_solid_surface (KbDocument *document, const KbFrame *frame, const KbStyle *style, guint64 *n)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, NULL);
  g_autoptr (cairo_surface_t) surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, frame->width, frame->height);
  const KbSprite *sprite = kb_node_sprite ((KbNode *) &frame->node);
  const guint32 solid = solid_colour (style);
  guint64 count = 0;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return NULL;
  guint8 *data = cairo_image_surface_get_data (surface);
  for (guint y = 0; y < (guint) frame->height; y++)
    {
      guint32 *row =
        (guint32 *) (void *) (data + (gsize) cairo_image_surface_get_stride (surface) * y);
      for (guint x = 0; x < (guint) frame->width; x++)
        {
          const guint8 *pixel = picture && x < picture->width && y < picture->height
                                  ? kb_picture_pixel (picture, x, y)
                                  : NULL;
          gboolean is_solid = pixel && pixel[3] > 0 && kb_sprite_is_solid (sprite, pixel);
          row[x] = is_solid ? solid : OTHER;
          count += is_solid;
        }
    }
  cairo_surface_mark_dirty (surface);
  if (n)
    *n = count;
  return g_steal_pointer (&surface);
}

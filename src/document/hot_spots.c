/* SPDX-License-Identifier: MIT */
/* Presets of hot spots. */
#include "document/hot_spots.h"

#define MIN_ALPHA 8   /* of an opaque pixel */

const char *const kb_hot_spot_presets[] = {
  "none", "top-left", "top", "top-right", "left", "centre", "right", "bottom-left", "bottom",
  "bottom-right", "opaque-top-left", "opaque-top", "opaque-top-right", "opaque-left",
  "opaque-centre", "opaque-right", "opaque-bottom-left", "opaque-bottom", "opaque-bottom-right",
  NULL
};

gboolean
kb_hot_spot_read (const char *name, gint *preset)
{
  for (gint i = 0; name && kb_hot_spot_presets[i]; i++)
    if (g_str_equal (name, kb_hot_spot_presets[i]))
      {
        *preset = i;
        return TRUE;
      }
  return FALSE;
}

/* The pixel at the start, in the middle or at the end of [from, to). */
static gint
point_along (gint from, gint to, gint which)
{
  return which == 0 ? from : which == 1 ? from + (to - from) / 2 : to - 1;
}

KbPixel
kb_hot_spot_place (gint preset, const KbPicture *picture, gint width, gint height)
{
  gint point = (preset - 1) % KB_HOT_SPOT_POINTS, x0 = width, y0 = height, x1 = 0, y1 = 0;
  for (gint y = 0; preset > KB_HOT_SPOT_POINTS && picture && y < height; y++)
    for (gint x = 0; x < width; x++)
      if (kb_picture_pixel (picture, (guint) x, (guint) y)[3] >= MIN_ALPHA)
        {
          x0 = MIN (x0, x);
          x1 = MAX (x1, x + 1);
          y0 = MIN (y0, y);
          y1 = y + 1;
        }
  if (x0 >= x1)
    {
      x0 = y0 = 0;
      x1 = width;
      y1 = height;
    }
  return (KbPixel) { point_along (x0, x1, point % 3), point_along (y0, y1, point / 3), TRUE };
}

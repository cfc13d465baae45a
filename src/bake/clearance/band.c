/* SPDX-License-Identifier: MIT */
/* Bands of a clearance: comparisons with whole numbers. */
#include "bake/clearance/band.h"

#include <math.h>
#include <string.h>

/* That of the radius in 1/16 pixel, if it is none itself the next one. */
gint
kb_band_end (double radius)
{
  return (gint) ceil (CLAMP (radius, 0, KB_CLEARANCE_MOST) * KB_CLEARANCE_UNITS);
}

guint
kb_band_row (const gint16 *clearance, guint width, double radius, KbBandSpan *spans, guint capacity)
{
  gint end = kb_band_end (radius);
  guint n = 0;
  for (guint x = 0; x < width;)
    {
      while (x < width && !(clearance[x] > 0 && clearance[x] < end))
        x++;
      guint first = x;
      while (x < width && clearance[x] > 0 && clearance[x] < end)
        x++;
      if (x > first && n++ < capacity)
        spans[n - 1] = (KbBandSpan) { (gint) first, (gint) x };
    }
  return n;
}

void
kb_band_mask (const gint16 *clearance, guint width, guint height, gsize stride, double radius, guint8 value, guint8 *mask,
              gsize mask_stride)
{
  gint end = kb_band_end (radius);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        gint16 c = clearance[y * stride + x];
        mask[y * mask_stride + x] = c > 0 && c < end ? value : mask[y * mask_stride + x];
      }
}

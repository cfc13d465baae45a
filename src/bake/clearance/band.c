/* SPDX-License-Identifier: MIT */
/* Bands of a clearance: comparisons with whole numbers. */
#include "bake/clearance/band.h"

#include <math.h>
#include <string.h>

/* The least number that is no longer in the band: that of a radius in 1/16 pixel, if it is none itself the next one. */
static gint
end_of_band (double radius)
{
  return (gint) ceil (CLAMP (radius, 0, KB_CLEARANCE_MOST) * KB_CLEARANCE_UNITS);
}

guint
kb_band_row (const gint16 *clearance, guint width, double radius, KbBandSpan *spans, guint capacity)
{
  gint end = end_of_band (radius);
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
  gint end = end_of_band (radius);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        gint16 c = clearance[y * stride + x];
        mask[y * mask_stride + x] = c > 0 && c < end ? value : mask[y * mask_stride + x];
      }
}

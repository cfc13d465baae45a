/* SPDX-License-Identifier: MIT */
/* The samples of device pixels, computed once per drawing. */
#include "drawing/tiles/tiles_private.h"

#include <math.h>

KbTilesAxis
kb_tiles_axis (double origin, const KbView *view, double from, double to)
{
  double device_scale = MAX (view->device_scale, 1);
  KbTilesAxis axis = { .pixels = kb_pixel_axis (origin, view->scale, device_scale, 0, 0),
                       .zoom = view->scale * device_scale };
  axis.pixels.first = (int) floor (from * device_scale);
  axis.pixels.last = (int) ceil (to * device_scale);
  axis.n = MAX (axis.pixels.last - axis.pixels.first, 0);
  return axis;
}

void
kb_tiles_axis_fill (KbTilesAxis *axis, guint level)
{
  gboolean small = kb_pixel_axis_is_small (&axis->pixels);
  gint one = 1 << level;
  axis->centres = g_new (gint, (gsize) axis->n);
  axis->pairs = small ? g_new (gint, 2 * (gsize) axis->n) : NULL;
  for (int k = 0; k < axis->n; k++)
    axis->centres[k] = kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.5);
  /* Clamp against rounding, so that samples never exceed the distance that tables of means allow
   * for. */
  for (int k = 0; small && k < axis->n; k++)
    {
      gint centre = axis->centres[k];
      axis->pairs[2 * k] = CLAMP (kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.25),
                                  centre - one, centre);
      axis->pairs[2 * k + 1] = CLAMP (
        kb_pixel_axis_at (&axis->pixels, axis->pixels.first + k, 0.75), centre, centre + one);
    }
}

void
kb_tiles_axis_index (KbTilesAxis *axis)
{
  gint low = axis->centres[0];
  axis->firsts = g_new (int, (gsize) (axis->centres[axis->n - 1] - low) + 1);
  for (int k = 0, at = 0; k < axis->n; k++)
    while (at <= axis->centres[k] - low)
      axis->firsts[at++] = k;
}

void
kb_tiles_axis_clear (KbTilesAxis *axis)
{
  g_free (axis->centres);
  g_free (axis->pairs);
  g_free (axis->firsts);
}

KbApart
kb_tiles_axes_apart (const KbTilesAxis *across, const KbTilesAxis *down, guint level)
{
  const KbTilesAxis *const both[2] = { across, down };
  KbApart apart = { G_MAXINT, 0 };
  for (guint n = 0; n < 2; n++)
    for (int k = 0; k < both[n]->n; k++)
      {
        gint distance = both[n]->pairs[2 * k + 1] - both[n]->pairs[2 * k], last = (1 << level) - 1;
        apart.least = MIN (apart.least, distance >> level);
        apart.most = MAX (apart.most, (distance + last) >> level);
      }
  return apart;
}

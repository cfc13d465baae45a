/* SPDX-License-Identifier: MIT */
/* One axis of the view, as sampled for tiles. */
#ifndef KB_TILES_AXIS_H
#define KB_TILES_AXIS_H

#include "drawing/pixel_rows.h"
#include "drawing/tile_means.h"

typedef struct {
  KbPixelAxis pixels;         /* of the level; first and last: device pixels within the clip */
  int n;                      /* number of these; below they are counted from 0 */
  double zoom;                /* device pixels per pixel */
  gint *centres;              /* the pixel of the level at each centre */
  gint *pairs;                /* when reduced, two samples each, at 1/4 and 3/4; else NULL */
  /* The first device pixel at or after each pixel of the level, beginning with that of the first,
   * or n; NULL: not computed */
  int *firsts;
} KbTilesAxis;

/* In canvas pixels: the level's origin and the drawn part of the canvas. `level`: when reduced, a
 * sample represents 2^level pixels or more. kb_tiles_axis_clear frees the contents. */
KbTilesAxis kb_tiles_axis (double origin, const KbView *view, double from, double to);
void kb_tiles_axis_fill (KbTilesAxis *axis, guint level);
void kb_tiles_axis_clear (KbTilesAxis *axis);

/* The distance between the two samples of any device pixel, in pixels at the level. */
KbApart kb_tiles_axes_apart (const KbTilesAxis *across, const KbTilesAxis *down, guint level);

/* Prepares kb_tiles_axis_first_at. */
void kb_tiles_axis_index (KbTilesAxis *axis);
/* The first device pixel whose centre is at or after the beginning of a pixel of the level. */
static inline int
kb_tiles_axis_first_at (const KbTilesAxis *axis, gint at)
{
  gint low = axis->centres[0], high = axis->centres[axis->n - 1];
  return at <= low ? 0 : at > high ? axis->n : axis->firsts[at - low];
}

#endif

/* SPDX-License-Identifier: MIT */
/* One axis of the view, as tiles are looked at along it. */
#ifndef KB_TILES_AXIS_H
#define KB_TILES_AXIS_H

#include "drawing/pixel_rows.h"
#include "drawing/tile_means.h"

typedef struct {
  KbPixelAxis pixels;         /* of the level; first and last: the device pixels within the clip */
  int n;                      /* of these; below they are counted from 0 */
  double zoom;                /* device pixels a pixel */
  gint *centres;              /* which pixels of the level they are */
  gint *pairs;                /* small ones, two each: at one and at three quarters; else NULL */
  /* The first at or beyond a pixel of the level, from that of the first on, as far as n; NULL: not
   * made */
  int *firsts;
} KbTilesAxis;

/* In canvas pixels: where the level begins, and what of the canvas is drawn. `level`: small ones
 * stand for 2^level pixels or more. kb_tiles_axis_clear frees what it holds. */
KbTilesAxis kb_tiles_axis (double origin, const KbView *view, double from, double to);
void kb_tiles_axis_fill (KbTilesAxis *axis, guint level);
void kb_tiles_axis_clear (KbTilesAxis *axis);

/* How far the two places of any device pixel are from each other, in pixels at the level. */
KbApart kb_tiles_axes_apart (const KbTilesAxis *across, const KbTilesAxis *down, guint level);

/* For kb_tiles_axis_first_at. */
void kb_tiles_axis_index (KbTilesAxis *axis);
/* The first device pixel whose centre is at or beyond the beginning of a pixel of the level. */
static inline int
kb_tiles_axis_first_at (const KbTilesAxis *axis, gint at)
{
  gint low = axis->centres[0], high = axis->centres[axis->n - 1];
  return at <= low ? 0 : at > high ? axis->n : axis->firsts[at - low];
}

#endif

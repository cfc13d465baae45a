/* SPDX-License-Identifier: MIT */
/* Where the picture lies on a canvas. Canvas pixels are the toolkit's (logical) pixels from the
 * canvas's top left corner; picture pixels are the frame's, pixel i covers [i, i + 1). */
#ifndef KB_VIEW_H
#define KB_VIEW_H

#include "document/shape.h"

#define KB_VIEW_MIN_SCALE (1.0 / 32)
/* The least for levels: the largest isometric map is seen whole */
#define KB_VIEW_LEVEL_SCALE (1.0 / 512)
#define KB_VIEW_MAX_SCALE 128.0

typedef struct {
  double x, y;           /* canvas position of the picture's top left corner */
  double scale;          /* canvas pixels per picture pixel */
  double device_scale;   /* device pixels per canvas pixel (2 on a HiDPI screen); 0 counts as 1 */
  int width, height;     /* of the canvas, in canvas pixels */
  /* What rulers cover at the top and at the left; fitting and labels stay out of it */
  double inset;
  double least;          /* scale that zooming and fitting go down to; 0: KB_VIEW_MIN_SCALE */
} KbView;

KbVec kb_view_to_canvas (const KbView *view, KbVec picture);
KbVec kb_view_to_picture (const KbView *view, KbVec canvas);
/* The picture pixel under a canvas position; may lie outside the frame. */
void kb_view_pixel_at (const KbView *view, KbVec canvas, gint *x, gint *y);
/* The part of the picture that the canvas shows. */
KbBounds kb_view_visible (const KbView *view);

/* Sets the scale, clamped; what is at `about` (canvas pixels) stays there. */
void kb_view_zoom (KbView *view, double scale, KbVec about);
/* To the next scale of the ladder (.. 50%, 100%, 200%, 300% ..), `steps` times; negative is out. */
void kb_view_zoom_steps (KbView *view, int steps, KbVec about);
void kb_view_pan (KbView *view, double dx, double dy);
/* Shows all of `bounds` (picture pixels) with a margin in canvas pixels, centred; above 100% in
 * whole factors, so that pixels are squares of one size. */
void kb_view_fit (KbView *view, KbBounds bounds, double margin);
/* Puts the middle of `bounds` in the middle of the canvas at the present scale. */
void kb_view_centre (KbView *view, KbBounds bounds);

/* A canvas coordinate moved to the middle of a device pixel, for lines one device pixel wide that
 * are sharp; and to a border between two, for wider even ones and filled rectangles. */
double kb_view_sharp (const KbView *view, double canvas);
double kb_view_edge (const KbView *view, double canvas);
/* The one of these that makes a line of `width` canvas pixels sharp. */
double kb_view_line (const KbView *view, double canvas, double width);

#endif

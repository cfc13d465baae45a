/* SPDX-License-Identifier: MIT */
/* The picture's position and scale on a canvas. Canvas pixels are the toolkit's (logical) pixels
 * from the canvas's top left corner. Picture pixel i covers [i, i + 1). */
#ifndef KB_VIEW_H
#define KB_VIEW_H

#include "document/shapes/shape.h"

#define KB_VIEW_MIN_SCALE (1.0 / 32)
/* The minimum for levels: the largest isometric map fits */
#define KB_VIEW_LEVEL_SCALE (1.0 / 512)
#define KB_VIEW_MAX_SCALE 128.0

typedef struct {
  double x, y;           /* canvas position of the picture's top left corner */
  double scale;          /* canvas pixels per picture pixel */
  double device_scale;   /* device pixels per canvas pixel (2 on a HiDPI screen); 0 counts as 1 */
  int width, height;     /* of the canvas, in canvas pixels */
  /* Covered by rulers at the top and left; not used for fitting and labels */
  double inset;
  double least;          /* minimum scale for zooming and fitting; 0: KB_VIEW_MIN_SCALE */
  gboolean coarse;       /* pictures are drawn fast, with larger pixels, as long as it moves */
} KbView;

KbVec kb_view_to_canvas (const KbView *view, KbVec picture);
KbVec kb_view_to_picture (const KbView *view, KbVec canvas);
/* The picture pixel under a canvas position, may be outside the frame. */
void kb_view_pixel_at (const KbView *view, KbVec canvas, gint *x, gint *y);
/* The visible part of the picture. */
KbBounds kb_view_visible (const KbView *view);

/* Sets the clamped scale; keeps the content at `about` (canvas pixels) in place. */
void kb_view_zoom (KbView *view, double scale, KbVec about);
/* Moves `steps` along the scale ladder (.. 50%, 100%, 200%, 300% ..); negative is out. */
void kb_view_zoom_steps (KbView *view, int steps, KbVec about);
void kb_view_pan (KbView *view, double dx, double dy);
/* Shows all of `bounds` (picture pixels), centred, with a margin in canvas pixels. Above 100% uses
 * whole factors, so that pixels are squares of one size. */
void kb_view_fit (KbView *view, KbBounds bounds, double margin);
/* The same; but a scale in eighths, if that shows the bounds much larger than a whole one. */
void kb_view_fill (KbView *view, KbBounds bounds, double margin);
/* Centres the canvas on `bounds` without changing the scale. */
void kb_view_centre (KbView *view, KbBounds bounds);

/* Sharp: moves a canvas coordinate to the centre of a device pixel, for lines one device pixel
 * wide. Edge: to the border between two, for wider even lines and filled rectangles. */
double kb_view_sharp (const KbView *view, double canvas);
double kb_view_edge (const KbView *view, double canvas);
/* Whichever makes a line of `width` canvas pixels sharp. */
double kb_view_line (const KbView *view, double canvas, double width);

#endif

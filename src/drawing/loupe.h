/* SPDX-License-Identifier: MIT */
/* A magnified view of the pixels around one: for placing things exactly while zoomed out. */
#ifndef KB_LOUPE_H
#define KB_LOUPE_H

#include "drawing/scene.h"

#define KB_LOUPE_PIXELS 15     /* of the picture, across, where it is zoomed out; odd */
#define KB_LOUPE_SCALE 9.0     /* canvas pixels a pixel there */

/* It magnifies twice where there is room: larger pixels, and fewer of them, where pixels are large
 * already; and fewer in a small canvas. */
typedef struct { gint pixels; double scale; } KbLoupeSize;
KbLoupeSize kb_loupe_size (const KbView *view);

/* Draws the scene around pixel (x, y) in a square; the pixel itself is outlined. Labels and handles
 * are left out, and so are numbers: those are beside the pointer and below the canvas. */
void kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at);
/* The square in which it is drawn: in the corner of the canvas that is farthest from the pointer
 * `at` (canvas pixels), off the frame of `width` by `height` pixels where there is room. */
KbBounds kb_loupe_place (const KbView *view, KbVec at, gint width, gint height);

#endif

/* SPDX-License-Identifier: MIT */
/* A magnified view of the pixels around one: for placing things exactly while zoomed out. */
#ifndef KB_LOUPE_H
#define KB_LOUPE_H

#include "drawing/scene.h"

/* pixels of the picture shown in each direction when zoomed out; odd */
#define KB_LOUPE_PIXELS 15
#define KB_LOUPE_SCALE 9.0     /* canvas pixels per pixel there */

/* Magnifies twice if there is room: fewer and larger pixels when pixels are large already; fewer in
 * a small canvas. */
typedef struct { gint pixels; double scale; } KbLoupeSize;
KbLoupeSize kb_loupe_size (const KbView *view);

/* Draws the scene around pixel (x, y) in a square and outlines the pixel. Without labels, handles
 * and numbers, which appear at the pointer and below the canvas. */
void kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at);
/* The square of the loupe: in the corner of the canvas farthest from the pointer `at` (canvas
 * pixels). If there is room, it avoids the frame of `width` by `height` pixels. */
KbBounds kb_loupe_place (const KbView *view, KbVec at, gint width, gint height);

#endif

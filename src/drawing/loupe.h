/* SPDX-License-Identifier: MIT */
/* A magnified view of the pixels around one: for placing things exactly while zoomed out. */
#ifndef KB_LOUPE_H
#define KB_LOUPE_H

#include "drawing/scene.h"

#define KB_LOUPE_PIXELS 15     /* of the picture, across, where it is zoomed out; odd */
#define KB_LOUPE_SCALE 9.0     /* canvas pixels a pixel there */

/* It magnifies twice at least: larger pixels, and fewer of them, where pixels are large already. */
typedef struct { gint pixels; double scale; } KbLoupeSize;
KbLoupeSize kb_loupe_size (const KbView *view);

/* Draws the scene around pixel (x, y) in a square beside `at` (canvas pixels), above and to the right
 * of it or where there is room on the canvas; the pixel itself is outlined, its place and colour are
 * written below. Labels and handles are left out. */
void kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at);
/* The square in which it is drawn. */
KbBounds kb_loupe_place (const KbView *view, KbVec at);

#endif

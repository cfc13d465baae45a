/* SPDX-License-Identifier: MIT */
/* A magnified view of the pixels around one: for placing things exactly while zoomed out. */
#ifndef KB_LOUPE_H
#define KB_LOUPE_H

#include "drawing/scene.h"

#define KB_LOUPE_PIXELS 15     /* of the picture, across; odd */
#define KB_LOUPE_SCALE 9.0     /* canvas pixels a pixel */

/* Draws the scene around pixel (x, y) in a square beside `at` (canvas pixels), above and to the right
 * of it or where there is room on the canvas; the pixel itself is outlined, its place and colour are
 * written below. Labels and handles are left out. */
void kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at);
/* The square in which it is drawn. */
KbBounds kb_loupe_place (const KbView *view, KbVec at);

#endif

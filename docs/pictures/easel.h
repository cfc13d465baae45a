/* SPDX-License-Identifier: MIT */
/* Draws shapes of the world with cairo, in one style for all of the guide's pictures of the runtime.
 *
 * What is asked with has thin outlines: the first thing is blue, the second amber. What the library answered is
 * crimson (hits, overlaps, points) and green (normals); what was not hit is grey. Coordinates are pixels of the world,
 * lengths of pens are pixels of the picture. A coloured line lies on a thin dark one. */
#ifndef PICTURES_EASEL_H
#define PICTURES_EASEL_H

#include "runtime/kickbox.h"
#include "support/shape_of.h"

#include <cairo.h>

#define EASEL_WIDTH 640
#define EASEL_HEIGHT 400
#define EASEL_ZOOM 8.0 /* so the world of a picture is 80 x 50 */

typedef enum { INK_FIRST, INK_SECOND, INK_ANSWER, INK_NORMAL, INK_MISS, INK_TEXT } easel_ink;
typedef enum { EASEL_LEFT, EASEL_MIDDLE, EASEL_RIGHT } easel_side;

/* Any of the closed shapes. */
typedef struct {
  enum { EASEL_RECT, EASEL_CIRCLE, EASEL_OBB, EASEL_POLYGON, EASEL_SEGMENT } kind;
  kbx_rect rect;
  kbx_circle circle;
  kbx_obb obb;
  kbx_polygon polygon;
  kbx_segment segment;
} easel_shape;

easel_shape easel_rect (float x0, float y0, float x1, float y1);
easel_shape easel_circle (float x, float y, float radius);
easel_shape easel_obb (float x, float y, float w, float h, double degrees);
easel_shape easel_polygon (const kbx_vec *corners, uint32_t count);
easel_shape easel_segment (float ax, float ay, float bx, float by);

/* The same for the library: a polygon that is convex as one. */
kbx_shape easel_form (easel_shape shape);

/* The same shape elsewhere. A polygon's corners stay where they are: not for those. */
easel_shape easel_moved (easel_shape shape, kbx_vec move);

/* Paper and a faint grid, `step` pixels of the world apart. */
void easel_begin (cairo_t *cr, double step);

void easel_set (cairo_t *cr, easel_ink ink, double alpha);
void easel_path (cairo_t *cr, easel_shape shape);
void easel_line (cairo_t *cr, easel_ink ink, double width);             /* strokes the path */
void easel_outline (cairo_t *cr, easel_shape shape, easel_ink ink);
void easel_fill (cairo_t *cr, easel_shape shape, easel_ink ink, double alpha);
void easel_ghost (cairo_t *cr, easel_shape shape, easel_ink ink);       /* dashed: where it was or would have been */
void easel_dashes (cairo_t *cr, kbx_vec a, kbx_vec b, easel_ink ink);
void easel_draw (cairo_t *cr, easel_shape shape, easel_ink ink);        /* filled faintly, and its outline */

void easel_shared (cairo_t *cr, easel_shape first, easel_shape second); /* what both cover, in crimson */

/* Two shapes, and in crimson what they share when the library says that they overlap. */
void easel_pair (cairo_t *cr, easel_shape first, easel_shape second, bool overlap);

void easel_dot (cairo_t *cr, kbx_vec p, easel_ink ink);
void easel_ring (cairo_t *cr, kbx_vec p, easel_ink ink);                /* an open dot */
void easel_arrow (cairo_t *cr, kbx_vec from, kbx_vec way, easel_ink ink);
void easel_normal (cairo_t *cr, kbx_vec at, kbx_vec normal);            /* a unit vector, drawn 5 pixels long */

/* Pictures are in English, and after this in French. */
void easel_speak_french (void);
/* A text in their language. A text without words in it is its own; one that french.c lacks ends the program. */
const char *easel_word (const char *english) __attribute__((format_arg (1)));

/* Text whose line begins, is centred or ends at x; y is that of its base line. Translates the format, but not its
 * arguments. */
void easel_text (cairo_t *cr, double x, double y, easel_side side, const char *format, ...)
  __attribute__((format (printf, 5, 6)));

kbx_vec easel_vec (double x, double y);
kbx_vec easel_along (kbx_vec from, kbx_vec move, double fraction);

#endif

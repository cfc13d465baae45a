/* SPDX-License-Identifier: MIT */
/* The marks on a frame, one function each; for the scene and the tools. Positions are picture
 * coordinates; line widths and marks are canvas pixels, the same at every zoom. */
#ifndef KB_MARKS_H
#define KB_MARKS_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef enum {
  KB_MARK_PLAIN,
  KB_MARK_HOVERED,
  KB_MARK_SELECTED,
  KB_MARK_WRONG,
  KB_MARK_INHERITED,   /* dashed */
  KB_N_MARKS
} KbMark;

#define KB_HANDLE_SIZE 7.0   /* canvas pixels, odd */

/* The outline as the current path, in canvas pixels. Boxes are on whole device pixels, sharp for
 * lines of that width. */
void kb_path_geometry (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width);
/* Faint fill, thin dark line, coloured line over it: see kb_stroke_marked. */
void kb_draw_geometry (cairo_t *cr, const KbView *view, const KbStyle *style,
                       const KbGeometry *geometry, guint32 colour, KbMark mark);
/* Strokes the current path (canvas pixels) dark, then light if selected, then coloured; clears it.
 * The colour is lightened to be visible on the dark line. */
void kb_stroke_marked (cairo_t *cr, const KbView *view, const KbStyle *style, guint32 colour,
                       KbMark mark);

/* A square handle, or a round one (rotation, corners of polygons). */
void kb_draw_handle (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                     gboolean round, gboolean hovered);
/* All handles of a shape; `hovered` is an index or -1. On a box that is small on the canvas
 * overlapping handles are left out: see kb_handle_shown. */
void kb_draw_handles (cairo_t *cr, const KbView *view, const KbStyle *style,
                      const KbGeometry *geometry, int hovered);
/* Whether it is the rotation handle: the one on the stalk above handle 1. */
gboolean kb_handle_rotates (const KbGeometry *geometry, guint index);
gboolean kb_handle_shown (const KbView *view, const KbGeometry *geometry, guint index);
/* The nearest handle within reach of a canvas position, or -1; on a tie the later one. */
#define KB_HANDLE_REACH 7.0   /* canvas pixels */
int kb_handle_at (const KbView *view, const KbGeometry *geometry, KbVec canvas, double reach);

/* (x, y) is the pixel; the mark is at its centre. */
void kb_draw_hot_spot (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                       KbMark mark);
void kb_draw_action_point (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                           KbAngle direction, KbMark mark);
/* Outlines one pixel, from 400% on. */
void kb_draw_pixel (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y);

/* The length of an action point's arrow in canvas pixels. Marks are smaller at small scales. */
double kb_arrow_length (const KbView *view);

/* A thin upright or level line between two canvas positions, for snapping. */
void kb_draw_guide (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to);
/* The keyboard's cursor at pixel (x, y), visible at any zoom. */
void kb_draw_cursor (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y);

/* The rectangle of a selecting drag; canvas pixels. */
void kb_draw_rubber_band (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                          KbVec to);

#endif

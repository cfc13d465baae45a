/* SPDX-License-Identifier: MIT */
/* The marks on a frame, one function each: what the scene and the tools draw with. Positions are
 * picture coordinates; line widths and marks are in canvas pixels, the same at every zoom. */
#ifndef KB_MARKS_H
#define KB_MARKS_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef enum { KB_MARK_PLAIN, KB_MARK_HOVERED, KB_MARK_SELECTED, KB_MARK_WRONG, KB_N_MARKS } KbMark;

#define KB_HANDLE_SIZE 7.0   /* canvas pixels, odd */

/* The outline as the current path, in canvas pixels; boxes lie on whole device pixels, sharp for
 * lines of that width. */
void kb_path_geometry (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width);
/* Quiet fill, thin dark line, coloured line over it: see kb_stroke_marked. */
void kb_draw_geometry (cairo_t *cr, const KbView *view, const KbStyle *style,
                       const KbGeometry *geometry, guint32 colour, KbMark mark);
/* Strokes the current path (canvas pixels) dark first, then light where it is selected, then
 * coloured; clears it. The colour is made light enough to be seen on the dark line. */
void kb_stroke_marked (cairo_t *cr, const KbView *view, const KbStyle *style, guint32 colour,
                       KbMark mark);

/* A square handle, or a round one (rotation, corners of polygons). */
void kb_draw_handle (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                     gboolean round, gboolean hovered);
/* All handles of a shape; `hovered` is an index or -1. Those of a box that is small on the canvas
 * are left out where they would cover each other: see kb_handle_shown. */
void kb_draw_handles (cairo_t *cr, const KbView *view, const KbStyle *style,
                      const KbGeometry *geometry, int hovered);
/* Whether it turns the shape: the one on the stalk above handle 1. */
gboolean kb_handle_rotates (const KbGeometry *geometry, guint index);
gboolean kb_handle_shown (const KbView *view, const KbGeometry *geometry, guint index);
/* The handle within reach of a canvas position, or -1; the nearest one, the later in a tie. */
int kb_handle_at (const KbView *view, const KbGeometry *geometry, KbVec canvas);

/* (x, y) is the pixel; the mark is at its centre. */
void kb_draw_hot_spot (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                       KbMark mark);
void kb_draw_action_point (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y,
                           KbAngle direction, KbMark mark);
/* Outlines one pixel, from 400% on. */
void kb_draw_pixel (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y);

/* Length in canvas pixels of the arrow of an action point. Marks are smaller where the picture
 * is. */
double kb_arrow_length (const KbView *view);

/* A thin upright or level line between two canvas positions: what something lies on. */
void kb_draw_guide (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from, KbVec to);
/* Where the keyboard is: pixel (x, y), seen at any zoom. */
void kb_draw_cursor (cairo_t *cr, const KbView *view, const KbStyle *style, gint x, gint y);

/* A rectangle being dragged for selecting; canvas pixels. */
void kb_draw_rubber_band (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                          KbVec to);

#endif

/* SPDX-License-Identifier: MIT */
/* The lines of a track: curves with their control points, check points. Positions are picture
 * coordinates; line widths and marks are canvas pixels, the same at every zoom. */
#ifndef KB_TRACK_MARKS_H
#define KB_TRACK_MARKS_H

#include "drawing/scene/marks.h"
#include "operations/track/course.h"

/* The middle of the road and, unless plain, both edges. */
void kb_draw_course (cairo_t *cr, const KbView *view, const KbStyle *style, const KbCourse *course,
                     guint32 colour, KbMark mark);
/* Where the centre of a car of that radius may go: a thin line. */
void kb_draw_course_beside (cairo_t *cr, const KbView *view, const KbStyle *style,
                            const KbCourse *course, double radius, guint32 colour);
/* Fills the whole road with one colour. */
void kb_draw_course_road (cairo_t *cr, const KbView *view, const KbCourse *course, guint32 colour,
                          double alpha);

/* The draggable parts of a point. */
typedef enum {
  KB_HOLD_POINT,
  KB_HOLD_BEFORE,
  KB_HOLD_AFTER,
  KB_HOLD_LEFT,
  KB_HOLD_RIGHT,
  KB_N_HOLDS
} KbCourseHold;
KbVec kb_course_hold (const KbCourse *course, guint index, KbCourseHold hold);
/* FALSE for a handle of zero length, and for one end of a road that is too narrow on the canvas. */
gboolean kb_course_hold_shown (const KbView *view, const KbCourse *course, guint index,
                               KbCourseHold hold);
/* `hovered`: KB_N_HOLDS for none. Plain points are only a dot. */
void kb_draw_course_point (cairo_t *cr, const KbView *view, const KbStyle *style,
                           const KbCourse *course, guint index, KbMark mark, KbCourseHold hovered);

/* "truck · 14 px", as a new string. */
char *kb_band_title (const KbBand *band);

typedef struct {
  KbVec a, b;
  const char *name;      /* may be NULL */
  KbId id;
  KbMark mark;
} KbGateMark;
/* The gates of a track, all plain; array of KbGateMark. */
GArray *kb_gate_marks (const KbTrack *track);
/* Segments with a forward arrow, and their numbers, counted from `first`, if they do not overlap;
 * number 0 is the start line. */
void kb_draw_gates (cairo_t *cr, const KbView *view, const KbStyle *style, guint first,
                    const KbGateMark *gates, guint n);

#endif

/* SPDX-License-Identifier: MIT */
/* Snapping: what is dragged goes to the edges and middles of the frame, of other shapes and of the
 * hot spot's pixel when it comes near, and guides show where it lies on them.
 *
 * Flow: a gesture gathers the lines (kb_snap_gather), asks for each motion where to go, computes
 * its result, and tells where that came to lie (kb_snap_show): guides are shown for what is really
 * equal, never for what is only near. Whole pixels stay whole: a line at half a pixel takes no
 * box's edge. From KB_SNAP_EXACT on, where pixels can be told apart, lines pull nothing away from
 * the pixel (or half pixel) that one points at: the grid is the snapping there, and guides tell of
 * the rest. */
#ifndef KB_TOOLS_SNAP_H
#define KB_TOOLS_SNAP_H

#include "tools/context.h"

#define KB_SNAP_REACH 5.0    /* canvas pixels */
#define KB_SNAP_EXACT 4.0    /* scale */
/* The same for hot spots and action points, whose one pixel the loupe shows */
#define KB_SNAP_EXACT_POINT 3.0

typedef enum { KB_SIDE_LOW = -1, KB_SIDE_MIDDLE = 0, KB_SIDE_HIGH = 1 } KbSide;

/* One line x = at (axis 0) or y = at (axis 1), lying along something from `from` to `to`. */
typedef struct {
  double at, from, to;
  KbSide side;               /* of the thing it belongs to */
} KbSnapLine;

/* A line to be shown, over all that lies on it. */
typedef struct {
  guint axis;
  double at, from, to;
} KbGuide;

/* Which parts of a thing go with a gesture, for one axis. */
enum { KB_PART_LOW = 1 << 0, KB_PART_MIDDLE = 1 << 1, KB_PART_HIGH = 1 << 2, KB_PART_ALL = 7 };

/* --- Pure: for tests, too --- */

/* The shift nearest to `by` that puts one of the references onto a line, among those that differ by
 * less than or exactly `reach` and are multiples of `step`; of equally near ones the first line's.
 * FALSE when there is none; *by is left alone. O(lines x references). */
gboolean kb_snap_shift (const GArray *lines, const double *references, guint n, double reach,
                        double step, double *by);
/* The same for one pixel [at, at + 1): low edges of things take its low edge, high ones its high
 * one, middles its middle. */
gboolean kb_snap_pixel_shift (const GArray *lines, double at, double reach, double *by);

/* --- With a canvas --- */

/* How near a line has to be, in picture pixels, for what goes in steps. */
double kb_snap_reach (const KbToolContext *context, double step);
/* Whether snapping is on and not suspended: by Control, and by Alt for tools that use Control. */
gboolean kb_snap_on (const KbToolContext *context);
/* Collects the lines of the present frame: those the context's `snap_to` asks for, without hidden
 * classes and, with `but_selected`, without what is selected. */
void kb_snap_gather (KbToolContext *context, gboolean but_selected);
/* A shift of `bounds` in whole pixels; where nothing is near, rounded. `axes`: bit 0 x, bit 1 y. */
void kb_snap_move (const KbToolContext *context, KbBounds bounds, guint axes, double *dx,
                   double *dy);
/* A place in steps from (0, 0); axes without a line near are left alone. */
void kb_snap_place (const KbToolContext *context, guint axes, double step, KbVec *p);
/* The context's pixel, below KB_SNAP_EXACT_POINT. */
void kb_snap_pixel (KbToolContext *context);
/* The nearest radius, in halves of a pixel, with which a circle touches a line. */
double kb_snap_radius (const KbToolContext *context, KbVec centre, double radius);

/* Adds guides for the parts of `bounds` that lie on lines. */
void kb_snap_show (KbToolContext *context, KbBounds bounds, guint x_parts, guint y_parts);
/* The same for the context's pixel: KB_SIDEs as in kb_snap_pixel_shift. */
void kb_snap_show_pixel (KbToolContext *context);
void kb_snap_clear_guides (KbToolContext *context);
void kb_snap_draw (const KbToolContext *context, cairo_t *cr);

#endif

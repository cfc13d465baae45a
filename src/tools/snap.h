/* SPDX-License-Identifier: MIT */
/* Snapping: dragged things snap to edges and middles of the frame, of other shapes and of the hot
 * spot's pixel.
 *
 * Flow: kb_snap_gather collects the lines; for each motion the gesture asks where to snap, computes
 * its result and calls kb_snap_show. Guides appear only for exact matches. Edges of boxes stay on
 * whole pixels and ignore lines at half a pixel. */
#ifndef KB_TOOLS_SNAP_H
#define KB_TOOLS_SNAP_H

#include "tools/context.h"

#define KB_SNAP_REACH 5.0    /* canvas pixels */
/* Scale from which single pixels are visible: then lines pull nothing off the pointed pixel (or
 * half pixel), and only guides appear */
#define KB_SNAP_EXACT 4.0
/* The same for hot spots and action points, whose pixel the loupe shows */
#define KB_SNAP_EXACT_POINT 3.0

typedef enum { KB_SIDE_LOW = -1, KB_SIDE_MIDDLE = 0, KB_SIDE_HIGH = 1 } KbSide;

/* A line x = at (axis 0) or y = at (axis 1), along something that reaches from `from` to `to`. */
typedef struct {
  double at, from, to;
  KbSide side;               /* of the thing it belongs to */
} KbSnapLine;

/* A visible line along everything on it. */
typedef struct {
  guint axis;
  double at, from, to;
} KbGuide;

/* The parts of a thing that a gesture moves, for one axis. */
enum { KB_PART_LOW = 1 << 0, KB_PART_MIDDLE = 1 << 1, KB_PART_HIGH = 1 << 2, KB_PART_ALL = 7 };

/* --- Without a canvas; also for tests --- */

/* The shift nearest to `by` that puts one of the references onto a line. It is a multiple of `step`
 * and differs from `by` by at most `reach`; on a tie the first line wins. FALSE, and *by unchanged,
 * when there is none. O(lines x references). */
gboolean kb_snap_shift (const GArray *lines, const double *references, guint n, double reach,
                        double step, double *by);
/* The same for one pixel [at, at + 1): its low edge snaps to low edges, its high edge to high ones,
 * its middle to middles. */
gboolean kb_snap_pixel_shift (const GArray *lines, double at, double reach, double *by);

/* --- With a canvas --- */

/* The snapping distance in picture pixels, for things that move in steps. */
double kb_snap_reach (const KbToolContext *context, double step);
/* Whether snapping is on and not suspended: by Control, or by Alt for tools that use Control. */
gboolean kb_snap_on (const KbToolContext *context);
/* Collects the current frame's lines that `snap_to` selects, without hidden classes. With
 * `but_selected`, also without the selection. */
void kb_snap_gather (KbToolContext *context, gboolean but_selected);
/* A position in steps from (0, 0); axes without a near line are unchanged. */
void kb_snap_place (const KbToolContext *context, guint axes, double step, KbVec *p);
/* Snaps the context's pixel, below KB_SNAP_EXACT_POINT. */
void kb_snap_pixel (KbToolContext *context);
/* The nearest radius, in half pixels, for which the circle touches a line. */
double kb_snap_radius (const KbToolContext *context, KbVec centre, double radius);

/* Adds guides for the parts of `bounds` that are on lines. */
void kb_snap_show (KbToolContext *context, KbBounds bounds, guint x_parts, guint y_parts);
/* The same for the context's pixel: KB_SIDEs as in kb_snap_pixel_shift. */
void kb_snap_show_pixel (KbToolContext *context);

#endif

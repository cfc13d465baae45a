/* SPDX-License-Identifier: MIT */
/* The heightmaps, mazes and grounds of a level, at rest. */
#ifndef KB_DRAWING_LEVELS_LEVEL_WORLDS_H
#define KB_DRAWING_LEVELS_LEVEL_WORLDS_H

#include "document/model.h"
#include "drawing/levels/level_heights.h"
#include "drawing/levels/level_marks.h"
#include "drawing/scene/marks.h"
#include "operations/level/mazes.h"

/* Mazes of a level: walls along the edges of cells, and parts that cannot be reached. */

/* `painter`: a current stroke on its edges, drawn instead of them; NULL: none. Marked, the outline
 * is drawn too. Cost: the visible cells; for cells smaller than two canvas pixels, the device
 * pixels. */
void kb_draw_maze (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze,
                   const KbZonesPainter *painter, guint32 colour, KbMark mark);
/* The outline of all its cells, for the active maze. */
void kb_draw_maze_outline (cairo_t *cr, const KbView *view, const KbStyle *style,
                           const KbMaze *maze);
/* Tints and hatches unreachable cells, each part in a colour of its own. */
void kb_draw_maze_parts (cairo_t *cr, const KbView *view, const KbMaze *maze,
                         const KbMazeCheck *check);

/* The bounds of all its cells, in pixels of the level. */
KbBounds kb_maze_place (const KbMaze *maze);

/* Grounds of a level: the curve as a game sees it, its steep parts, its points. */

/* Evaluates a ground with the runtime. Does not keep a reference to it. */
typedef struct KbGroundCurve KbGroundCurve;

/* NULL and an error if it is invalid in a bank: fewer than two points, or x not ascending. Cost:
 * linear. */
KbGroundCurve *kb_ground_curve_new (const KbGroundLine *ground, GError **error);
void kb_ground_curve_free (KbGroundCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGroundCurve, kb_ground_curve_free)

typedef struct {
  double y, slope;       /* pixels of the level; slope: dy / dx, positive is down to the right */
  gboolean too_steep;
} KbGroundPlace;

/* FALSE outside its ends. */
gboolean kb_ground_curve_at (const KbGroundCurve *curve, double x, KbGroundPlace *place);

/* The steepest slope between two x, in either direction, and the share that is too steep (0 to 1).
 * Samples every pixel, on long ranges at 4096 positions. */
typedef struct { double steepest, at, too_steep; } KbGroundFacts;
KbGroundFacts kb_ground_curve_facts (const KbGroundCurve *curve);

/* Draws the line in the colour of its class with a faint fill below. Parts that are too steep are
 * dashed in the error colour, with ticks. Points that begin a straight piece are square, others
 * round. All are drawn if it is marked. An invalid ground is drawn as straight lines in the error
 * colour. Cost: the visible part. */
void kb_draw_ground_line (cairo_t *cr, const KbView *view, const KbStyle *style,
                          const KbGroundLine *ground, guint32 colour, KbMark mark);

/* The bounds of its points. */
KbBounds kb_ground_bounds (const KbGroundLine *ground);

#endif

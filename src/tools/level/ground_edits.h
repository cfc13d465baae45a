/* SPDX-License-Identifier: MIT */
/* Grounds of a level: hit tests, and edits of their points. Each edit is one undo step. */
#ifndef KB_TOOLS_LEVEL_GROUND_EDITS_H
#define KB_TOOLS_LEVEL_GROUND_EDITS_H

#include "tools/context.h"

#define KB_NO_GROUND_POINT G_MAXUINT

typedef struct {
  KbId ground;           /* 0: none */
  guint point;           /* KB_NO_GROUND_POINT: the curve between points */
  KbVec at;              /* the point or the position on the curve, on the grid of 1/256 */
} KbGroundPart;

/* Points win over curves and the active ground over others; hidden and locked grounds are
 * skipped. */
KbGroundPart kb_ground_part_at (KbToolContext *context, KbVec canvas);

/* A position for point `index`, or for a new point there, at least `least` pixels in x from its
 * neighbours. Closer ones would bend the curve into a cliff. The middle if the neighbours leave
 * less room. A point that is closer already may stay so. */
KbVec kb_ground_between (const KbGroundLine *ground, guint index, gboolean insert, double least,
                         KbVec at);
/* The same for a typed position: a pixel from the neighbours. */
KbVec kb_ground_point_between (const KbGroundPoint *point, KbVec at);

gboolean kb_ground_move_point (KbToolContext *context, KbId ground, guint index, KbVec to);
/* Selects the new point. */
gboolean kb_ground_insert_point (KbToolContext *context, KbId ground, guint index, KbVec at);
/* The id, or 0 on failure. n is 2 or more, x ascends. */
KbId kb_ground_add (KbToolContext *context, const KbVec *points, guint n);

/* KbIds from left to right. Free with g_array_unref. NULL, reported: the ground is hidden or
 * locked. */
GArray *kb_ground_free_points (KbToolContext *context, const KbGroundLine *ground);
/* For selected points of grounds; FALSE: none is selected, and nothing changes. */
gboolean kb_ground_selection_delete (KbToolContext *context);
gboolean kb_ground_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid);
/* Makes the pieces after the selected points straight; curved again if all are straight. */
gboolean kb_ground_selection_toggle_flat (KbToolContext *context);

#endif

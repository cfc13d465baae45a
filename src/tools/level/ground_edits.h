/* SPDX-License-Identifier: MIT */
/* Grounds of a level: what of one is under the pointer, and changes of its points. Each change is
 * one undo step. */
#ifndef KB_TOOLS_LEVEL_GROUND_EDITS_H
#define KB_TOOLS_LEVEL_GROUND_EDITS_H

#include "tools/context.h"

#define KB_NO_GROUND_POINT G_MAXUINT

typedef struct {
  KbId ground;           /* 0: nothing */
  guint point;           /* KB_NO_GROUND_POINT: its curve */
  KbVec at;              /* the point, or the place of the curve, on the grid of 1/256 */
} KbGroundPart;

/* Points come first, the chosen ground before others; what is hidden or locked is not taken. */
KbGroundPart kb_ground_part_at (KbToolContext *context, KbVec canvas);

/* A place for point `index`, or for one that is to come there, at least `least` pixels right and
 * left of its neighbours: nearer ones would make a cliff of the curve. Where they leave less, in
 * their middle; a point that is nearer to one already may stay as near. */
KbVec kb_ground_between (const KbGroundLine *ground, guint index, gboolean insert, double least,
                         KbVec at);
/* For a point of a ground whose place is typed: a pixel away from its neighbours. */
KbVec kb_ground_point_between (const KbGroundPoint *point, KbVec at);
/* Where a point with that x comes to be; KB_NO_GROUND_POINT: there is one at this x. */
guint kb_ground_place_for (const KbGroundLine *ground, double x);

/* With the points as they are but for one, which is moved there, or inserted: for previews. What it
 * points to is its own; clear it. */
KbGroundLine kb_ground_with (const KbGroundLine *ground, guint index, gboolean insert, KbVec at);
void kb_ground_with_clear (KbGroundLine *ground);

gboolean kb_ground_move_point (KbToolContext *context, KbId ground, guint index, KbVec to);
/* The new point is selected. */
gboolean kb_ground_insert_point (KbToolContext *context, KbId ground, guint index, KbVec at);
/* Its id; 0 where it could not be. n is 2 or more, x ascends. */
KbId kb_ground_add (KbToolContext *context, const KbVec *points, guint n);

/* Of KbId, from left to right; free with g_array_unref. NULL, which is told: it is hidden or
 * locked. */
GArray *kb_ground_free_points (KbToolContext *context, const KbGroundLine *ground);
/* Of points of grounds that are selected; FALSE: none is, and nothing is done. */
gboolean kb_ground_selection_delete (KbToolContext *context);
gboolean kb_ground_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid);
/* Straight to the next where any is not, else none is any more. */
gboolean kb_ground_selection_toggle_flat (KbToolContext *context);

#endif

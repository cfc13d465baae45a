/* SPDX-License-Identifier: MIT */
/* Commands on the selection of a level; selection.h calls them when one is shown. Each that changes
 * the document is one undo step. Attached parts move along (operations/level/change.h). */
#ifndef KB_TOOLS_LEVEL_SELECTED_H
#define KB_TOOLS_LEVEL_SELECTED_H

#include "operations/level/change.h"
#include "tools/context.h"

/* The selected parts that may be changed. They point into `ids`, which is freed later. */
KbLevelParts kb_level_selected_parts (const KbToolContext *context, GArray **ids);

/* Selects exactly `ids` and `places` (either may be NULL), at once. */
void kb_level_select (KbToolContext *context, const GArray *ids, const GArray *places);

/* Moves ends, and everything that ends there, all at once. */
gboolean kb_level_move_ends (KbToolContext *context, const KbVec *from, const KbVec *to, guint n);
/* Rows of subject.h. Turning is about the middle; multiples of six steps are exact. With `grid`
 * nudges are steps of the grid. Members are entities, areas and walls, or the points of the active
 * ground. */
GArray *kb_level_members (KbToolContext *context, KbId class_id);
char *kb_level_selection_count (const KbToolContext *context);
GArray *kb_ground_members (KbToolContext *context, KbId class_id);
void kb_level_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid);
void kb_level_selection_delete (KbToolContext *context);
void kb_level_selection_turn (KbToolContext *context, gint steps);
void kb_level_selection_mirror (KbToolContext *context, gboolean upright);
void kb_level_selection_duplicate (KbToolContext *context, gint dx, gint dy);
void kb_level_selection_give_class (KbToolContext *context, KbId class_id);
/* Reverses the direction of walls. */
void kb_level_selection_flip (KbToolContext *context);
/* Makes the selected walls one-way, or two-way if all are one-way. */
void kb_level_selection_toggle_one_way (KbToolContext *context);
/* Joins the selected ends in their middle; anything between them is deleted. */
void kb_level_selection_join (KbToolContext *context);
/* Makes areas of the smallest regions that the selected walls close. */
void kb_level_selection_make_areas (KbToolContext *context);
/* Shifted copies become the selection. */
void kb_level_duplicate_by (KbToolContext *context, KbVec by);

#endif

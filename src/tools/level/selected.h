/* SPDX-License-Identifier: MIT */
/* What can be done with what is selected on a level: selection.h does it where one is shown. Each
 * that changes the document is one undo step; what is attached goes along
 * (operations/level/change.h). */
#ifndef KB_TOOLS_LEVEL_SELECTED_H
#define KB_TOOLS_LEVEL_SELECTED_H

#include "operations/level/change.h"
#include "tools/context.h"

/* Those of the selection that may be changed; `ids` is what they point into, to be freed later. */
KbLevelParts kb_level_selected_parts (const KbToolContext *context, GArray **ids);
/* What `format` says of the only selected thing, or of several; a new string. */
char *kb_level_label (const KbToolContext *context, const char *format);

/* Everything of `ids` and `places` (either may be NULL), and nothing else, at once. */
void kb_level_select (KbToolContext *context, const GArray *ids, const GArray *places);
void kb_level_toggle_place (KbToolContext *context, KbVec place);

/* Ends, and all that ends there, come to places, all at once. */
gboolean kb_level_move_ends (KbToolContext *context, const KbVec *from, const KbVec *to, guint n);
/* Rows of subject.h. Turning is about the middle; six steps are exact. With `grid` nudges go by its
 * steps. Members are entities, areas and walls, or the points of the active ground. */
GArray *kb_level_members (KbToolContext *context, KbId class_id);
GArray *kb_ground_members (KbToolContext *context, KbId class_id);
void kb_level_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid);
void kb_level_selection_delete (KbToolContext *context);
void kb_level_selection_turn (KbToolContext *context, gint steps);
void kb_level_selection_mirror (KbToolContext *context, gboolean upright);
void kb_level_selection_duplicate (KbToolContext *context, gint dx, gint dy);
void kb_level_selection_give_class (KbToolContext *context, KbId class_id);
/* Walls run the other way. */
void kb_level_selection_flip (KbToolContext *context);
/* Of walls: TRUE where any was not, else none is any more. */
void kb_level_selection_toggle_one_way (KbToolContext *context);
/* The selected ends come together in their middle; what lies between them goes. */
void kb_level_selection_join (KbToolContext *context);
/* Areas of the smallest regions that the selected walls close. */
void kb_level_selection_make_areas (KbToolContext *context);
/* Copies, shifted, become the selection. */
void kb_level_duplicate_by (KbToolContext *context, KbVec by);
/* "Wall 3, from x 1, y 2 to x 3, y 4"; a new string, NULL: it is none of these. */
char *kb_speak_level_part (const KbToolContext *context, KbId id);
/* "yard, level of 12 walls ..." */
char *kb_speak_level (const KbToolContext *context);

#endif

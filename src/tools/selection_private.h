/* SPDX-License-Identifier: MIT */
/* Shared by selection.c, selection_edits.c, by_key.c, clipboard.c and subjects.c. */
#ifndef KB_TOOLS_SELECTION_PRIVATE_H
#define KB_TOOLS_SELECTION_PRIVATE_H

#include "tools/selection.h"

/* The members that may be changed; reports when there are none. Array of KbId. */
GArray *kb_selection_free_members (const KbToolContext *context);
/* A step's label: "Delete %s" with the kind of the only member, or with the counts; a new
 * string. */
char *kb_selection_label (const KbToolContext *context, const char *one);
/* Replaces the whole selection at once. Either may be NULL or the current array. */
void kb_selection_replace (KbToolContext *context, const GArray *ids, const GArray *places);
/* Commands of selection.h for parts of any kind. */
void kb_parts_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_parts_delete (KbToolContext *context);

/* The commands of selection.h on a frame; see subject.h. */
char *kb_frame_selection_count (const KbToolContext *context);
GArray *kb_frame_members (KbToolContext *context, KbId class_id);
void kb_frame_selection_step (KbToolContext *context, gint by);
void kb_frame_selection_resize (KbToolContext *context, gint dx, gint dy);
void kb_frame_selection_turn (KbToolContext *context, gint steps);
void kb_frame_selection_mirror (KbToolContext *context, gboolean vertical_line);
void kb_frame_selection_duplicate (KbToolContext *context, gint dx, gint dy);
void kb_frame_selection_give_class (KbToolContext *context, KbId class_id);
char *kb_frame_selection_copy (const KbToolContext *context);
gboolean kb_frame_selection_paste (KbToolContext *context, const char *text, GError **error);

/* Ends the step; on failure cancels it and reports the error, which is freed. */
void kb_selection_finish (KbToolContext *context, gboolean done, GError *error);
/* The same for a step that made a node, which is then selected. FALSE: `made` is 0, it failed. */
gboolean kb_selection_finish_new (KbToolContext *context, KbId made, GError *error);

#endif

/* SPDX-License-Identifier: MIT */
/* Commands on selected points, curves and gates; selection.h calls them when a track is shown. */
#ifndef KB_TOOLS_TRACK_SELECTED_H
#define KB_TOOLS_TRACK_SELECTED_H

#include "tools/context.h"

/* Rows of subject.h. Members are points in order, curve by curve, then gates; they have no class.
 * Widening widens the road at the selected points. */
GArray *kb_track_members (KbToolContext *context, KbId class_id);
void kb_track_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_track_selection_widen (KbToolContext *context, gint dx, gint dy);
char *kb_track_selection_count (const KbToolContext *context);

/* Reverses the direction of curves and the crossing direction of gates. */
void kb_track_selection_reverse (KbToolContext *context);
/* Sets the handles for a smooth curve through the selected points. */
void kb_track_selection_smooth (KbToolContext *context);
/* Moves selected gates earlier or later in their order. */
void kb_track_selection_move (KbToolContext *context, gint by);

#endif

/* SPDX-License-Identifier: MIT */
/* What can be done with selected points, curves and gates of a track: selection.h does it where a
 * track is shown. */
#ifndef KB_TOOLS_TRACK_SELECTED_H
#define KB_TOOLS_TRACK_SELECTED_H

#include "tools/context.h"

/* "Point 2 of curve 1, x 30, y 12, width 24"; "Check point 1, from 3, 4 to 5, 6"; a new string,
 * NULL: it is none of these. */
char *kb_speak_track_part (const KbToolContext *context, KbId id);
/* What `format` says of the only selected thing, or of several; a new string. */
char *kb_track_label (const KbToolContext *context, const char *format);

/* Rows of subject.h. Members are points in their order, curve by curve, then gates; they have no
 * class. Widening makes the road wider at the selected points. */
GArray *kb_track_members (KbToolContext *context, KbId class_id);
void kb_track_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_track_selection_widen (KbToolContext *context, gint dx, gint dy);
void kb_track_selection_delete (KbToolContext *context);

/* Gates are crossed the other way; curves go the other way. */
void kb_track_selection_reverse (KbToolContext *context);
/* Handles for a curve that goes smoothly through the selected points. */
void kb_track_selection_smooth (KbToolContext *context);
/* Selected gates come earlier or later in their order. */
void kb_track_selection_move (KbToolContext *context, gint by);

#endif

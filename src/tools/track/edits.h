/* SPDX-License-Identifier: MIT */
/* Changes of curves and gates as edits of the document. Within a step that is open. */
#ifndef KB_TOOLS_TRACK_EDITS_H
#define KB_TOOLS_TRACK_EDITS_H

#include "operations/track/course.h"
#include "tools/context.h"

json_t *kb_track_vec_json (KbVec v);
/* A new curve, its surface that of the course; 0 and an error on failure. */
KbId kb_track_insert_curve (KbToolContext *context, const KbCourse *course, GError **error);
/* A point in a segment; its id. The middle of the road stays where it is. */
KbId kb_track_insert_point (KbToolContext *context, KbId curve, guint segment, double u,
                            GError **error);
/* Its neighbours' handles grow; the last two points take the curve with them. */
gboolean kb_track_remove_point (KbToolContext *context, KbId point, GError **error);
KbId kb_track_insert_gate (KbToolContext *context, KbVec a, KbVec b, GError **error);
/* Ends the step, or takes it back and tells why; takes the error. */
void kb_track_finish (KbToolContext *context, gboolean done, GError *error);

#endif

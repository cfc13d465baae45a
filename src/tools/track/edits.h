/* SPDX-License-Identifier: MIT */
/* Edits of curves and gates. All require an open step. */
#ifndef KB_TOOLS_TRACK_EDITS_H
#define KB_TOOLS_TRACK_EDITS_H

#include "document/part.h"
#include "operations/track/course.h"
#include "tools/context.h"

/* Inserts a curve with the surface of the course; 0 and an error on failure. */
KbId kb_track_insert_curve (KbToolContext *context, const KbCourse *course, GError **error);
/* Inserts a point in a segment and returns its id. The middle of the road does not change. */
KbId kb_track_insert_point (KbToolContext *context, KbId curve, guint segment, double u,
                            GError **error);
/* The neighbours' handles grow; of the last two points either removes the curve. */
gboolean kb_track_remove_point (KbToolContext *context, KbId point, GError **error);
KbId kb_track_insert_gate (KbToolContext *context, KbVec a, KbVec b, GError **error);

#endif

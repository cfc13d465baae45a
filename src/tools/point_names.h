/* SPDX-License-Identifier: MIT */
/* Names of action points: a point is one thing of its sprite, which most frames show at a place of
 * their own. */
#ifndef KB_TOOLS_POINT_NAMES_H
#define KB_TOOLS_POINT_NAMES_H

#include "tools/context.h"

typedef struct {
  guint renamed;   /* frames of the sprite on which the point has the new name now */
  /* Frames that had a point of the new name already: there both stay as they were */
  guint left;
} KbPointsRenamed;

/* Renames the point on its frame and, in the same undo step, on all frames of the sprite that have
 * one of its old name, those kept aside by an import included; the tool goes on with the new name.
 * FALSE, an error and no change where the name is none or the point's own frame has it. Both counts
 * 0: it has this name. O(frames x points). */
gboolean kb_point_rename (KbToolContext *context, KbId point, const char *name,
                          KbPointsRenamed *told, GError **error);

/* Once a point's name was set: the name that the tool places goes along when it was this point's,
 * or when no frame of the sprite has it any more. */
void kb_point_names_follow (KbToolContext *context, KbId point);

#endif

/* SPDX-License-Identifier: MIT */
/* Names of action points. Points of one name belong together across the frames of a sprite, each at
 * its own position. */
#ifndef KB_TOOLS_POINT_NAMES_H
#define KB_TOOLS_POINT_NAMES_H

#include "tools/context.h"

typedef struct {
  guint renamed;   /* frames of the sprite whose point now has the new name */
  /* Frames that already had a point of the new name: both points there stay as they were */
  guint left;
} KbPointsRenamed;

/* Renames the point, in one undo step, on all frames of the sprite that have the old name,
 * including those that an import set aside. The tool continues with the new name. FALSE, an error
 * and no change where the name is invalid or already on the point's own frame. Both counts 0: the
 * name is the same. O(frames x points). */
gboolean kb_point_rename (KbToolContext *context, KbId point, const char *name,
                          KbPointsRenamed *result, GError **error);

/* Call after a point was renamed. The name that the tool places follows if it was this point's, or
 * if no frame of the sprite has it any more. */
void kb_point_names_follow (KbToolContext *context, KbId point);

#endif

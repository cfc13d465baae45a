/* SPDX-License-Identifier: MIT */
/* Names of action points, and the class of what is made next. */
#ifndef KB_TOOLS_NAMES_H
#define KB_TOOLS_NAMES_H

#include "tools/context.h"
#include "tools/tools.h"

/* Names of action points. Points of one name belong together across the frames of a sprite, each at
 * its own position. */

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

/* Chooses the class of the next shape, wall, area or entity. Each kind keeps its own last class,
 * since walls and the entities between them rarely share one. context->next.class_id is the class
 * for the current tool. */

/* Call when the tool changes. Sets context->next.class_id to the class last used for the new tool's
 * kind. Else to that of the last such node on the level, then on another level. Else to the class
 * named like the kind ("floor" for areas). Otherwise the class stays, also if the user chose it
 * (context->next.class_wished) with a tool that makes nothing. */
void kb_made_classes_switch (KbToolContext *context, const KbTool *from, const KbTool *to);
/* The class for something made without its tool; like kb_tool_context_class. */
KbId kb_made_class (KbToolContext *context, const KbKind *kind, GError **error);
/* kb_tile_set_collision with the class for it, which is created in the same step if the project has
 * none. */
gboolean kb_made_class_stops (KbToolContext *context, const KbId *frames, guint n,
                              const char *collision, GError **error);
/* The user gave the selection this class: its kinds use it from now on. */
void kb_made_classes_given (KbToolContext *context, KbId class_id);

#endif

/* SPDX-License-Identifier: MIT */
/* Chooses the class of the next shape, wall, area or entity. Each kind keeps its own last class,
 * since walls and the entities between them rarely share one. context->next.class_id is the class
 * for the current tool. */
#ifndef KB_TOOLS_MADE_CLASSES_H
#define KB_TOOLS_MADE_CLASSES_H

#include "tools/tools.h"

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

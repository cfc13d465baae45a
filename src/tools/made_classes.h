/* SPDX-License-Identifier: MIT */
/* Which class the next shape, wall, area or entity gets: each kind has the one that it had last,
 * since walls are seldom of the class of what is spawned between them. context->next.class_id is
 * that of the chosen tool. */
#ifndef KB_TOOLS_MADE_CLASSES_H
#define KB_TOOLS_MADE_CLASSES_H

#include "tools/tools.h"

/* The tool changes. context->next.class_id becomes the first of these that there is: the class of
 * what the new tool's kind was last made with; the class of the last of that kind on the level,
 * else on another level; the class that is named like the kind ("floor" of areas). It stays where
 * there is none of them. It also stays where the user chose it (context->next.class_wished) while
 * he had a tool that makes nothing. */
void kb_made_classes_switch (KbToolContext *context, const KbTool *from, const KbTool *to);
/* The class for what is made without its tool; as kb_tool_context_class. */
KbId kb_made_class (KbToolContext *context, const KbKind *kind, GError **error);
/* kb_tile_set_collision with the class for that; where the project has none yet, it is made in the
 * same step. */
gboolean kb_made_class_stops (KbToolContext *context, const KbId *frames, guint n,
                              const char *collision, GError **error);
/* Somebody gave what is selected the class: those kinds get it from now on. */
void kb_made_classes_given (KbToolContext *context, KbId class_id);

#endif

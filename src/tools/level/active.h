/* SPDX-License-Identifier: MIT */
/* Which tile layer, maze, ground or heightmap of a level its tools work on:
 * context->shown.layer_id, one for all of these kinds. */
#ifndef KB_TOOLS_LEVEL_ACTIVE_H
#define KB_TOOLS_LEVEL_ACTIVE_H

#include "tools/context.h"

/* What was worked on before another layer was chosen: one of the level's, or 0; and with which
 * tool. */
typedef struct {
  KbId level, layer;
  const KbTool *tool;
} KbLayerBefore;

/* The list of a level that has such nodes; NULL: none of these kinds. */
const KbList *kb_level_layer_list (const KbKind *kind);
/* Cancels a gesture, clears the selection, takes a tool that fits and tells the host when it
 * changes; 0 for none: walls, areas and entities are worked on. */
void kb_tool_context_set_layer (KbToolContext *context, KbId layer_id);
/* The chosen one is no longer in the tree: that is chosen on which one was before, with its tool;
 * walls where that is gone too. */
void kb_tool_context_layer_gone (KbToolContext *context);
/* Of that kind: the chosen one, else the last that the level has (it is in front); NULL: it has
 * none. `kind` NULL: the chosen one, of whichever kind. For use at once. */
KbNode *kb_tool_context_layer (const KbToolContext *context, const KbKind *kind);

/* Nothing of it is to be changed: it is locked or hidden, or its class is. */
gboolean kb_level_layer_is_locked (const KbToolContext *context, const KbNode *layer);

#endif

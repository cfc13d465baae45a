/* SPDX-License-Identifier: MIT */
/* The active tile layer, maze, ground or heightmap of a level: context->shown.layer_id, one for all
 * of these kinds. */
#ifndef KB_TOOLS_LEVEL_ACTIVE_H
#define KB_TOOLS_LEVEL_ACTIVE_H

#include "tools/context.h"

/* What was active before another layer was chosen: a layer of the level, or 0; and the tool
 * used. */
typedef struct {
  KbId level, layer;
  const KbTool *tool;
} KbLayerBefore;

/* The level's list for nodes of that kind; NULL: not a layer kind. */
const KbList *kb_level_layer_list (const KbKind *kind);
/* Makes the layer active. On a change cancels a gesture, clears the selection, selects a tool that
 * fits and notifies the host. 0: no layer; walls, areas and entities are edited. */
void kb_tool_context_set_layer (KbToolContext *context, KbId layer_id);
/* Call when the active layer was deleted: the previously active one becomes active, with its tool;
 * without one, walls. */
void kb_tool_context_layer_gone (KbToolContext *context);
/* The active layer if it is of that kind, else the front one of the kind; NULL: the level has none.
 * With `kind` NULL the active layer, whatever its kind. Do not keep the pointer. */
KbNode *kb_tool_context_layer (const KbToolContext *context, const KbKind *kind);

/* The layer must not change: it, or its class, is locked or hidden. */
gboolean kb_level_layer_is_locked (const KbToolContext *context, const KbNode *layer);

#endif

/* SPDX-License-Identifier: MIT */
/* The active layer. */
#include "tools/level/private.h"

#include <glib/gi18n.h>

#include "document/part.h"
#include "tools/private.h"
#include "tools/subject.h"

const KbList *
kb_level_layer_list (const KbKind *kind)
{
  for (const KbSubject *subject = kb_subjects; subject->verbs; subject++)
    for (const KbList *list = kb_level_kind.lists; list->name; list++)
      if (list->item == kind && subject->layer == kind)
        return list;
  return NULL;
}

/* A layer occurs only once, at its latest position. */
static void
forget_before (KbToolContext *context, KbId layer_id)
{
  for (guint i = context->level.layers_before->len; i-- > 0;)
    {
      const KbLayerBefore *before = &g_array_index (context->level.layers_before, KbLayerBefore, i);
      if (before->level == context->shown.level_id && before->layer == layer_id)
        g_array_remove_index (context->level.layers_before, i);
    }
}

/* No layer and a tool for another kind: a ground is about to be drawn. This state is not kept. */
static void
keep_before (KbToolContext *context)
{
  const KbLayerBefore now = { context->shown.level_id, context->shown.layer_id,
                              context->gesture.tool };

  if (!now.layer && now.tool->works_on && kb_level_layer_list (now.tool->works_on))
    return;
  forget_before (context, now.layer);
  g_array_append_val (context->level.layers_before, now);
}

void
kb_tool_context_set_layer (KbToolContext *context, KbId layer_id)
{
  if (context->shown.layer_id == layer_id)
    return;
  kb_tools_settle (context);
  if (!context->shown.layer_id || kb_document_node (context->document, context->shown.layer_id))
    keep_before (context);
  else
    forget_before (context, context->shown.layer_id);
  forget_before (context, layer_id);
  context->shown.layer_id = layer_id;
  kb_selection_clear (context);
  kb_tools_settle_on_level (context);
  kb_tool_context_changed (context, KB_TOOLS_SELECTION);
  kb_tool_context_changed (context, KB_TOOLS_NEXT);
  kb_tool_context_redraw (context);
}

KbNode *
kb_tool_context_layer (const KbToolContext *context, const KbKind *kind)
{
  const KbLevel *level = kb_tool_context_level (context);
  KbNode *chosen = level && context->shown.layer_id
                     ? kb_document_node (context->document, context->shown.layer_id)
                     : NULL;
  const KbList *list = kind ? kb_level_layer_list (kind) : NULL;
  const GPtrArray *nodes = level && list ? kb_node_list (&level->node, list) : NULL;

  if (chosen && chosen->parent == &level->node && kb_level_layer_list (chosen->kind)
      && (!kind || chosen->kind == kind))
    return chosen;
  return nodes && nodes->len ? g_ptr_array_index (nodes, nodes->len - 1) : NULL;
}

gboolean
kb_level_layer_is_locked (const KbToolContext *context, const KbNode *layer)
{
  return kb_layer_in_set (layer, context->hidden) || kb_layer_in_set (layer, context->locked)
         || !kb_tool_context_is_open (context, kb_part_class (layer));
}

gboolean
kb_level_layer_refuses (KbToolContext *context, const KbNode *layer)
{
  gboolean locked = kb_layer_in_set (layer, context->locked),
           hidden = kb_layer_in_set (layer, context->hidden);

  if (locked || hidden)
    kb_tool_context_status (context,
                            locked ? _("The layer is locked: unlock it in its row")
                                   : _("The layer is hidden: show it with the eye in its row"));
  return locked || hidden;
}

/* SPDX-License-Identifier: MIT */
/* Edits of layers and tilesets. */
#include "editor/level/layer_edits.h"

#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/lists/lists.h"
#include "editor/widgets/toasts.h"
#include "operations/level/stack.h"
#include "operations/level/tilesets.h"
#include "operations/operations.h"
#include "tools/level/private.h"
#include "tools/tiles/work.h"

static KbNode *
layer_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = document && id ? kb_document_node (document, id) : NULL;
  return node && kb_level_layer_list (node->kind) ? node : NULL;
}

/* ---- the list ---- */

void
kb_layer_ask_name (KbWindow *window, KbId id)
{
  const KbNode *node = layer_of (kb_window_get_state (window), id);
  g_autofree char *title = node ? kb_node_title (node) : NULL;
  if (node)
    kb_dialog_name (window, _("Rename Layer"), _("Rename"), title,
                    (KbNameFor) { node->parent->id, kb_level_layer_list (node->kind)->name, id },
                    NULL);
}

void
kb_layer_duplicate (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!layer_of (state, id))
    return;
  KbId copy = kb_node_duplicate (kb_editor_state_get_document (state), id, &error);
  if (kb_editor_state_report (state, copy != 0, &error))
    kb_editor_state_choose_layer (state, copy);
}

void
kb_layer_delete (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *node = layer_of (state, id);
  g_autofree char *title = node ? kb_node_title (node) : NULL;
  g_autoptr (GError) error = NULL;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!node)
    return;
  if (kb_editor_state_report (
        state, kb_stack_remove (kb_editor_state_get_document (state), id, &error), &error))
    kb_window_toast_undo (window, _("Deleted the layer “%s”"), title);
}

void
kb_layer_move (KbEditorState *state, KbId id, int by)
{
  KbNode *node = layer_of (state, id);
  g_autoptr (GError) error = NULL;
  guint place;
  if (!node || !kb_node_place (node, &place))
    return;
  const GPtrArray *list = kb_node_list (node->parent, kb_level_layer_list (node->kind));
  const int to = (int) place + by;
  gboolean moved = FALSE;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (kb_node_look (node))
    moved = kb_stack_step (kb_editor_state_get_document (state), id, by, &error);
  else if (to >= 0 && to < (int) list->len)
    moved = kb_document_move (kb_editor_state_get_document (state), id, (guint) to, &error);
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else if (!moved)
    kb_editor_state_say (state, "%s",
                         by > 0 ? _("This is already the front layer of its kind")
                                : _("This is already the back layer of its kind"));
}

gboolean
kb_layer_can_move_beside (KbEditorState *state, KbId id, KbId other, gboolean in_front)
{
  const KbNode *node = layer_of (state, id), *to = layer_of (state, other);
  guint place;
  return node && to
         && (kb_stack_can_move (node, to)
             || (!kb_node_look (node)
                 && kb_layer_place_beside ((const KbLevel *) node->parent, id, other, in_front,
                                           &place)));
}

void
kb_layer_move_beside (KbEditorState *state, KbId id, KbId other, gboolean in_front)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbNode *node = layer_of (state, id), *to = layer_of (state, other);
  g_autoptr (GError) error = NULL;
  guint place;
  if (!kb_layer_can_move_beside (state, id, other, in_front))
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_node_look (node))
    {
      kb_layer_place_beside ((const KbLevel *) node->parent, id, other, in_front, &place);
      kb_document_move (document, id, place, &error);
    }
  else if (!in_front && kb_node_is (to, &kb_group_kind))
    kb_stack_move_into (document, id, other, &error);
  else
    kb_stack_move_beside (document, id, other, in_front, &error);
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

/* ---- groups ---- */

void
kb_layer_group (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *level = KB_NODE (kb_editor_state_get_level (state)), *node = layer_of (state, id);
  g_autoptr (GError) error = NULL;
  if (!level)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  KbId group = kb_stack_group (kb_editor_state_get_document (state),
                               node && kb_node_look (node) ? id : level->id, &error);
  if (kb_editor_state_report (state, group != 0, &error))
    kb_editor_state_choose_layer (state, group);
}

void
kb_layer_ungroup (KbWindow *window, KbId id)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *node = layer_of (state, id);
  g_autoptr (GError) error = NULL;
  if (!node)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  const KbNode *group = kb_node_is (node, &kb_group_kind) ? node
                                                          : (const KbNode *) kb_node_group (node);
  if (!group)
    kb_editor_state_say (state, "%s", _("The layer is in no group"));
  else if (!kb_stack_ungroup (kb_editor_state_get_document (state), group->id, &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

GPtrArray *
kb_layer_list (const KbLevel *level)
{
  GPtrArray *nodes = kb_level_layers_in_order (level);
  g_ptr_array_insert (nodes, 0, (gpointer) level);
  return nodes;
}

/* ---- marks ---- */

void
kb_layer_set_mark (KbEditorState *state, KbId id, KbToolMark mark, gboolean on)
{
  if (!kb_tool_context_mark (kb_editor_state_get_tools (state), id, mark, on))
    return;
  if (on)   /* what is hidden or locked must not stay selected */
    kb_selection_clear (kb_editor_state_get_tools (state));
  kb_editor_state_touch (state, KB_CHANGE_VALUES | KB_CHANGE_TOOL);
}

/* ---- tilesets ---- */

void
kb_tileset_import (KbWindow *window)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (window));
  if (level)
    kb_dialog_import_tileset (window, level->node.id);
}

/* SPDX-License-Identifier: MIT */
/* Shows a node: its asset, its frame, its position on the canvas, its layer. */
#include "document/part.h"
#include "editor/state/editor_state_private.h"
#include "tools/level/private.h"
#include "tools/subject.h"

void
kb_editor_state_take_tool (KbEditorState *self, const KbTool *tool)
{
  KbId layer = self->tools->shown.layer_id;
  if (self->tools->shown.level_id && !kb_tools_take (self->tools, tool))
    {
      /* So that the button just pressed is drawn released */
      kb_editor_state_touch (self, KB_CHANGE_TOOL);
      return;
    }
  kb_editor_state_choose_tool (self, tool);
  if (self->tools->shown.layer_id != layer)
    kb_editor_state_touch (self, KB_CHANGE_SELECTION);
}

static void
bring_into_sight (KbEditorState *self, KbBounds is)
{
  KbBounds seen = kb_view_visible (&self->tools->view);
  if (is.x1 < seen.x0 || is.y1 < seen.y0 || is.x0 > seen.x1 || is.y0 > seen.y1)
    kb_view_centre (&self->tools->view, is);
  kb_editor_state_touch (self, KB_CHANGE_VIEW);
}

/* Shows all of it; zooms out if it is larger than the canvas. */
static void
bring_whole_into_sight (KbEditorState *self, KbBounds is)
{
  KbView *view = &self->tools->view;
  KbBounds seen = kb_view_visible (view);
  if (is.x0 >= seen.x0 && is.y0 >= seen.y0 && is.x1 <= seen.x1 && is.y1 <= seen.y1)
    return;
  if (is.x1 - is.x0 <= seen.x1 - seen.x0 && is.y1 - is.y0 <= seen.y1 - seen.y0)
    kb_view_centre (view, is);
  else
    kb_view_fit (view, is, MIN (view->width, view->height) / 24);
  kb_editor_state_touch (self, KB_CHANGE_VIEW);
}

void
kb_editor_state_show (KbEditorState *self, KbNode *node)
{
  const KbFrame *frame = kb_node_frame (node);
  const KbNode *layer = node;
  KbBounds is;
  for (const KbNode *asset = node; asset; asset = asset->parent)
    kb_editor_state_set_asset (self, asset->id);
  if (frame && frame != kb_editor_state_get_frame (self))
    kb_editor_state_set_frame (self, frame->node.id);
  while (layer && !kb_level_layer_list (layer->kind))
    layer = layer->parent;
  if (layer && layer->id != self->tools->shown.layer_id)
    kb_editor_state_choose_layer (self, layer->id);
  if (kb_part_bounds (node, &is))
    bring_into_sight (self, is);
}

/* Scrolls to it and selects the tool for it. */
static void
reveal_on_track (KbEditorState *self, const KbNode *node)
{
  const KbCurve *curve = kb_node_as (node, &kb_curve_kind);
  KbBounds is;
  if (kb_node_is (node, &kb_band_kind))
    kb_editor_state_set_band (self, node->id);
  if (!kb_part_bounds (curve && kb_count (curve->points) ? KB_NODE (kb_curve_point_at (curve, 0))
                                                         : node,
                       &is))
    return;
  kb_editor_state_choose_tool (self, kb_tool_by_id ("track-select"));
  kb_editor_state_select (self, node->id);
  bring_into_sight (self, is);
}

static void
reveal_on_level (KbEditorState *self, const KbNode *node)
{
  KbBounds is;
  const KbNode *layer = node;
  while (layer && !kb_level_layer_list (layer->kind))
    layer = layer->parent;
  if (layer)
    kb_editor_state_choose_layer (self, layer->id);
  const KbSubject *subject = kb_subject (self->tools);
  if (layer == node && subject->bounds)
    bring_whole_into_sight (self, subject->bounds (node));
  if (!kb_part_bounds (node, &is))
    return;
  if (!layer)
    kb_editor_state_take_tool (self, kb_tool_by_id ("level-select"));
  kb_editor_state_select (self, node->id);
  bring_into_sight (self, is);
}

/* What is chosen in a list. */
static const struct {
  const KbKind *kind;
  void (*set) (KbEditorState *self, KbId id);
} chosen[] = {
  { &kb_zone_kind, kb_editor_state_set_zone },
  { &kb_surface_kind, kb_editor_state_set_zone },
  { &kb_class_kind, kb_editor_state_set_class },
  { &kb_animation_kind, kb_editor_state_set_animation },
};

void
kb_editor_state_reveal (KbEditorState *self, KbId id)
{
  KbNode *node = self->document ? kb_document_node (self->document, id) : NULL;
  if (!node)
    return;
  for (KbNode *asset = node; asset; asset = asset->parent)
    kb_editor_state_set_asset (self, asset->id);
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    if (chosen[i].kind == node->kind)
      chosen[i].set (self, node->id);
  const KbField *of_frame = kb_kind_field_of_type (node->kind, KB_TYPE_FRAME);
  if (of_frame)
    node = kb_document_node (self->document, G_STRUCT_MEMBER (KbId, node, of_frame->offset));
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (node && kb_node_track (node))
    reveal_on_track (self, node);
  if (node && kb_node_level (node))
    reveal_on_level (self, node);
  if (!frame)
    return;
  kb_editor_state_set_frame (self, frame->node.id);
  gboolean selectable = kb_node_is (node, &kb_shape_kind) || kb_node_is (node, &kb_point_kind);
  kb_editor_state_select (self, selectable ? id : 0);
}

static guint
count_steps (KbEditorState *self)
{
  guint position;
  g_strfreev (kb_document_history (self->document, &position));
  return position;
}

void
kb_editor_state_remember (KbEditorState *self)
{
  guint n;
  const KbId *selected = kb_editor_state_get_selection (self, &n);
  g_array_set_size (self->remembered, 0);
  g_array_append_val (self->remembered, self->frame);
  g_array_append_vals (self->remembered, selected, n);
  self->remembered_steps = count_steps (self);
}

gboolean
kb_editor_state_go_back (KbEditorState *self)
{
  const KbId *ids = (KbId *) (void *) self->remembered->data;
  if (!self->remembered->len || !kb_document_node (self->document, ids[0])
      || count_steps (self) != self->remembered_steps)
    return FALSE;
  kb_editor_state_reveal (self, ids[0]);
  kb_selection_clear (self->tools);
  for (guint i = 1; i < self->remembered->len; i++)
    if (kb_document_node (self->document, ids[i]))
      kb_selection_add (self->tools, ids[i]);
  kb_editor_state_touch (self, KB_CHANGE_SELECTION);
  return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Points in their own order; shapes from front to back. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>

#include "document/shapes/shape.h"
#include "editor/lists/columns.h"

static GPtrArray *
list_points (KbEditorState *state)
{
  KbFrame *frame = kb_editor_state_get_frame (state);
  GPtrArray *items = kb_items_new ();
  if (frame)
    KB_EACH (const KbPoint, point, frame->points)
      {
        KbItem *item = kb_items_add (items, point->node.id);
        g_autofree char *degrees = kb_number_text (point->direction.degrees);
        item->name = g_strdup (point->name);
        item->colour = kb_style (TRUE)->point | 0xff;
        item->count = point->direction.set
                        ? g_strdup_printf ("%d, %d → %s°", point->at.x, point->at.y, degrees)
                        : g_strdup_printf ("%d, %d", point->at.x, point->at.y);
        item->spoken = g_strdup_printf ("%s, %s", item->name, item->count);
      }
  return items;
}

/* Front to back: the shape drawn last is clicked first. */
static GPtrArray *
list_shapes (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  GPtrArray *items = kb_items_new ();
  if (!frame)
    return items;
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_editor_state_get_sprite (state));
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
  KB_EACH_BACK (const KbShape, shape, shapes)
    {
      gboolean own = !kb_shape_is_inherited (shape, frame);
      g_autofree char *source = kb_node_title (shape->node.parent);
      KbItem *item = kb_items_add (items, shape->node.id);
      item->name = kb_shape_title (document, shape);
      item->colour = kb_class_colour (document, shape->class_id) | 0xff;
      item->flags = own ? 0 : KB_ITEM_HIDDEN;
      item->count = own ? kb_geometry_size_text (&shape->geometry)
                        : g_strdup_printf (_("of %s"), source);
      item->spoken = g_strdup_printf ("%s, %s", item->name, item->count);
    }
  return items;
}

/* A shape that the frame takes over is edited on its own frame. */
static void
choose_shape (KbEditorState *state, KbId id)
{
  const KbNode *shape = kb_document_node (kb_editor_state_get_document (state), id);
  KbFrame *frame = kb_editor_state_get_frame (state);
  if (shape && frame && shape->parent != &frame->node)
    kb_editor_state_reveal (state, id);
  else
    kb_editor_state_select (state, id);
}

static gboolean
frame_lists_is_selected (KbEditorState *state, KbId id)
{
  return kb_selection_has (kb_editor_state_get_tools (state), id);
}

static const KbItemColumn frame_lists_columns[] = {
  { &kb_column_swatch },
  { &kb_column_name },
  { &kb_column_count },
  { NULL },
};

enum {
  FRAME_LISTS_CHANGES = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
                        | KB_CHANGE_LISTS | KB_CHANGE_SELECTION
};

const KbItemListSpec kb_point_list = {
  .title = N_("Action points"),
  .empty = N_("Press A and click where a blow lands or a hand holds."),
  .columns = frame_lists_columns,
  .changes = FRAME_LISTS_CHANGES,
  .items = list_points,
  .is_chosen = frame_lists_is_selected,
  .choose = kb_editor_state_select,
  .multiple = TRUE,
  .look = KB_LOOK_BOXED,
};

const KbItemListSpec kb_shape_list = {
  .title = N_("Shapes"),
  .empty = N_("Press B and drag a box over what can be hit."),
  .columns = frame_lists_columns,
  .changes = FRAME_LISTS_CHANGES,
  .items = list_shapes,
  .is_chosen = frame_lists_is_selected,
  .choose = choose_shape,
  .multiple = TRUE,
  .look = KB_LOOK_BOXED,
};

/* SPDX-License-Identifier: MIT */
/* The order and the groups of tile and image layers. */
#include "operations/level/stack.h"

#include <glib/gi18n.h>

/* Whether the node is the group, or anywhere in it. */
static gboolean
is_in (const KbNode *node, const KbNode *group)
{
  while (node && node != group)
    node = (const KbNode *) kb_node_group (node);
  return node != NULL;
}

GPtrArray *
kb_level_stack_rows (const KbLevel *level)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  GPtrArray *rows = g_ptr_array_new ();
  KB_EACH_BACK (const KbNode, layer, stack)
    {
      const guint at = rows->len;
      for (const KbNode *node = layer; node && !g_ptr_array_find (rows, node, NULL);
           node = (const KbNode *) kb_node_group (node))
        g_ptr_array_insert (rows, (gint) at, (gpointer) node);
    }
  KB_EACH_BACK (KbLayerGroup, group, level->groups)
    if (!g_ptr_array_find (rows, group, NULL))
      g_ptr_array_insert (rows, 0, group);
  return rows;
}

/* ---- order ---- */

/* Gives the layers the order of the stack: that of the list of tile layers, and for image layers
 * what they are above. */
static gboolean
write_stack (KbDocument *document, const GPtrArray *stack, GError **error)
{
  guint n_layers = 0, n_images = 0;
  gint above = 0;
  KB_EACH (const KbNode, node, stack)
    {
      const KbImageLayer *image = kb_node_as (node, &kb_image_kind);
      if (image && image->above != above
          && !kb_document_set (document, node->id, "above", json_integer (above), error))
        return FALSE;
      if (!kb_document_move (document, node->id, image ? n_images++ : n_layers++, error))
        return FALSE;
      if (!image)
        above = ((const KbLayer *) node)->lasting_id;
    }
  return TRUE;
}

/* Takes the layers that the node is, or contains, out of the stack. */
static GPtrArray *
take_out (GPtrArray *stack, const KbNode *node)
{
  GPtrArray *taken = g_ptr_array_new ();
  for (guint i = 0; i < stack->len;)
    if (is_in (g_ptr_array_index (stack, i), node))
      g_ptr_array_add (taken, g_ptr_array_remove_index (stack, i));
    else
      i++;
  return taken;
}

/* The gap of the stack before all layers of the other, or after them; the end for none. */
static guint
gap_beside (const GPtrArray *stack, const KbNode *other, gboolean in_front)
{
  guint gap = stack->len;
  KB_EACH (void, item, stack)
    if (is_in (item, other))
      {
        gap = in_front ? item_at + 1 : item_at;
        if (!in_front)
          break;
      }
  return gap;
}

/* In front of the other or behind it, in that group. */
static gboolean
move_to (KbDocument *document, const KbNode *node, const KbNode *other, gboolean in_front,
         const KbLayerGroup *group, GError **error)
{
  g_autoptr (GPtrArray) stack = kb_level_stack ((const KbLevel *) node->parent);
  g_autoptr (GPtrArray) taken = take_out (stack, node);
  const guint gap = gap_beside (stack, other, in_front);
  KB_EACH (void, item, taken)
    g_ptr_array_insert (stack, (gint) (gap + item_at), item);
  kb_document_begin (document, _("Move layer"));
  gboolean done = (kb_node_group (node) == group
                   || kb_document_set (document, node->id, "group",
                                       json_integer (group ? group->lasting_id : 0), error))
                  && write_stack (document, stack, error);
  return kb_document_finish (document, done);
}

gboolean
kb_stack_can_move (const KbNode *node, const KbNode *other)
{
  return node && other && kb_node_look (node) && kb_node_look (other)
         && node->parent == other->parent && !is_in (other, node);
}

gboolean
kb_stack_move_beside (KbDocument *document, KbId id, KbId other_id, gboolean in_front,
                      GError **error)
{
  const KbNode *node = kb_document_node (document, id),
               *other = kb_document_node (document, other_id);
  if (!kb_stack_can_move (node, other))
    return kb_fail (error, KB_ERROR_USAGE, "%s", _("the layer cannot be there"));
  return move_to (document, node, other, in_front, kb_node_group (other), error);
}

gboolean
kb_stack_move_into (KbDocument *document, KbId id, KbId group, GError **error)
{
  const KbNode *node = kb_document_node (document, id), *into = kb_document_node (document, group);
  if (!kb_stack_can_move (node, into) || !kb_node_is (into, &kb_group_kind))
    return kb_fail (error, KB_ERROR_USAGE, "%s", _("the layer cannot be there"));
  return move_to (document, node, into, TRUE, (const KbLayerGroup *) into, error);
}

gboolean
kb_stack_step (KbDocument *document, KbId id, int by, GError **error)
{
  const KbNode *node = kb_document_node (document, id), *other = NULL;
  const KbLayerGroup *group = node ? kb_node_group (node) : NULL;
  if (!node || !kb_node_look (node))
    return FALSE;
  g_autoptr (GPtrArray) stack = kb_level_stack ((const KbLevel *) node->parent);
  const guint gap = gap_beside (stack, node, by > 0), at = by > 0 ? gap : gap - 1;
  if (at < stack->len)
    other = kb_node_within_group (g_ptr_array_index (stack, at), group);
  return (other || group)
         && kb_stack_move_beside (document, id, other ? other->id : group->node.id, by > 0, error);
}

/* ---- groups ---- */


KbId
kb_stack_group (KbDocument *document, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  const KbLayerLook *look = node ? kb_node_look (node) : NULL;
  const KbId level = look ? node->parent->id : id;
  g_autofree char *name = kb_document_free_name (document, level, "groups", _("group"));
  kb_document_begin (document, _("Group layer"));
  KbId group = kb_document_insert (
    document, level, "groups", -1,
    json_pack ("{ss si}", "name", name, "group", look ? look->group : 0), error);
  const KbLayerGroup *made =
    group ? (const KbLayerGroup *) kb_document_node (document, group) : NULL;
  gboolean done = made
                  && (!look
                      || kb_document_set (document, id, "group", json_integer (made->lasting_id),
                                          error));
  return kb_document_finish (document, done) ? group : 0;
}

static gboolean
leave (KbDocument *document, const GPtrArray *list, const KbLayerGroup *group, GError **error)
{
  KB_EACH (const KbNode, node, list)
    if (kb_node_look (node)->group == group->lasting_id
        && !kb_document_set (document, node->id, "group", json_integer (group->look.group),
                             error))
      return FALSE;
  return TRUE;
}

gboolean
kb_stack_ungroup (KbDocument *document, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  const KbLayerGroup *group = node ? kb_node_as (node, &kb_group_kind) : NULL;
  if (!group)
    return kb_fail (error, KB_ERROR_USAGE, "%s", _("this is not a group of layers"));
  const KbLevel *level = (const KbLevel *) node->parent;
  kb_document_begin (document, _("Ungroup layers"));
  gboolean done = leave (document, level->layers, group, error)
                  && leave (document, level->images, group, error)
                  && leave (document, level->groups, group, error)
                  && kb_document_remove (document, id, error);
  return kb_document_finish (document, done);
}

static gboolean
remove_all (KbDocument *document, const GPtrArray *nodes, GError **error)
{
  KB_EACH_BACK (const KbNode, node, nodes)
    if (!kb_document_remove (document, KB_NODE (node)->id, error))
      return FALSE;
  return TRUE;
}

gboolean
kb_stack_remove (KbDocument *document, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  const KbLevel *level = node ? (const KbLevel *) node->parent : NULL;
  if (!node || !kb_node_look (node))
    return kb_document_remove (document, id, error);
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  g_autoptr (GPtrArray) taken = take_out (stack, node), groups = g_ptr_array_new ();
  KB_EACH (KbLayerGroup, group, level->groups)
    if (is_in (&group->node, node))
      g_ptr_array_add (groups, group);
  kb_document_begin (document, _("Delete layer"));
  gboolean done = write_stack (document, stack, error) && remove_all (document, taken, error)
                  && remove_all (document, groups, error);
  return kb_document_finish (document, done);
}

/* SPDX-License-Identifier: MIT */
/* Hit tests, marks, and the rows of the parts of levels. */
#include "tools/level/parts.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "tools/selection.h"
#include "tools/subject.h"

#define MARKED_SINGLY 256     /* more visible walls than this are marked with one stroke */

gboolean
kb_level_can_pick (const KbToolContext *context, KbId id)
{
  const KbNode *node = kb_document_node (context->document, id);

  return node && kb_tool_context_is_open (context, node->parent->id)
         && kb_tool_context_is_open (context, kb_part_class (node));
}

static gboolean
level_parts_can_pick (const KbLevelItem *item, int end, gpointer data)
{
  return kb_level_can_pick (data, item->id);
}

KbLevelPart
kb_level_part_at (KbToolContext *context, KbVec canvas)
{
  static const struct { KbLevelPartType type; guint items; gboolean ends; } order[] = {
    { KB_LEVEL_AN_ENTITY, KB_ITEM_ENTITY, FALSE }, { KB_LEVEL_AN_END, KB_ITEM_LINES, TRUE },
      { KB_LEVEL_A_WALL, KB_ITEM_WALL, FALSE },
  };
  const KbLevelIndex *index = kb_tool_context_level_index (context);
  KbVec p = kb_view_to_picture (&context->view, canvas);
  double reach = KB_LEVEL_REACH / context->view.scale;
  g_autoptr (GArray) areas = NULL;
  KbLevelHit hit;

  for (guint i = 0; index && i < G_N_ELEMENTS (order); i++)
    if ((order[i].ends ? kb_level_index_nearest_end : kb_level_index_nearest) (
          index, p, reach, order[i].items, level_parts_can_pick, context, &hit))
      return (KbLevelPart) { order[i].type, hit.item.id, kb_vec_to_grid (hit.at) };
  areas = index ? kb_level_index_areas_at (index, p) : NULL;
  if (areas)
    KB_EACH_ID (id, areas)
      if (kb_level_can_pick (context, id))
        return (KbLevelPart) { KB_LEVEL_AN_AREA, id, kb_vec_to_grid (p) };
  return (KbLevelPart) { .type = KB_LEVEL_NOTHING, .at = kb_vec_to_grid (p) };
}

GArray *
kb_level_things_at (KbToolContext *context, KbVec canvas)
{
  static const guint order[] = { KB_ITEM_ENTITY, KB_ITEM_WALL };
  const KbLevelIndex *index = kb_tool_context_level_index (context);
  KbVec p = kb_view_to_picture (&context->view, canvas);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autoptr (GArray) areas = index ? kb_level_index_areas_at (index, p) : NULL;

  for (guint i = 0; index && i < G_N_ELEMENTS (order); i++)
    {
      g_autoptr (GArray) hits =
        kb_level_index_near (index, p, KB_LEVEL_REACH / context->view.scale, order[i]);

      KB_EACH_IN (const KbLevelHit, hit, hits)
        if (kb_level_can_pick (context, hit->item.id))
          g_array_append_val (ids, hit->item.id);
    }
  if (areas)
    KB_EACH_ID (id, areas)
      if (kb_level_can_pick (context, id))
        g_array_append_val (ids, id);
  return ids;
}

/* ---- the selection ---- */

gboolean
kb_level_is_selected (KbToolContext *context, KbId id)
{
  if (!context->selection.set || context->selection.set_serial != context->selection.serial)
    {
      g_clear_pointer (&context->selection.set, g_hash_table_unref);
      context->selection.set = g_hash_table_new (NULL, NULL);
      KB_EACH_ID (selected, context->selection.ids)
        g_hash_table_add (context->selection.set, GUINT_TO_POINTER (selected));
      context->selection.set_serial = context->selection.serial;
    }
  return g_hash_table_contains (context->selection.set, GUINT_TO_POINTER (id));
}

/* ---- marks ---- */

typedef struct {
  KbToolContext *context;
  GHashTable *seen;
  GArray *ids;           /* KbId: selected and visible */
} Sight;

static void
add_visible (const KbLevelItem *item, gpointer data)
{
  Sight *sight = data;

  if (kb_level_is_selected (sight->context, item->id)
      && g_hash_table_add (sight->seen, GUINT_TO_POINTER (item->id)))
    g_array_append_val (sight->ids, item->id);
}

/* Selected and visible things; walks the smaller of the two sets. */
static GArray *
selected_in_sight (KbToolContext *context)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Sight sight = { context, seen, g_array_new (FALSE, FALSE, sizeof (KbId)) };

  if (context->selection.ids->len <= MARKED_SINGLY)
    g_array_append_vals (sight.ids, context->selection.ids->data, context->selection.ids->len);
  else
    kb_level_index_visit (kb_tool_context_level_index (context), kb_view_visible (&context->view),
                          KB_ITEM_ALL, add_visible, &sight);
  return sight.ids;
}

static void
draw_one (const KbToolContext *context, cairo_t *cr, const KbNode *node, KbMark mark)
{
  if (kb_part (node)->draw)
    kb_part (node)->draw (context, cr, node,
                          kb_class_colour (context->document, kb_part_class (node)), mark);
}

void
kb_level_draw (KbToolContext *context, cairo_t *cr)
{
  g_autoptr (GArray) ids = selected_in_sight (context),
                     lines = g_array_new (FALSE, FALSE, sizeof (KbVec));
  const KbNode *hovered = context->pointer.hover.id
                            ? kb_document_node (context->document, context->pointer.hover.id)
                            : NULL;

  KB_EACH_ID (id, ids)
    {
      const KbNode *node = kb_document_node (context->document, id);
      const KbWall *wall = (const KbWall *) node;

      if (kb_node_is (node, &kb_wall_kind) && ids->len > MARKED_SINGLY)
        g_array_append_vals (lines, (const KbVec[]) { wall->a, wall->b }, 2);
      else if (node)
        draw_one (context, cr, node, KB_MARK_SELECTED);
    }
  if (lines->len)
    kb_draw_level_lines (cr, &context->view, context->style,
                         (const KbVec *) (const void *) lines->data, lines->len / 2);
  if (hovered && !kb_level_is_selected (context, context->pointer.hover.id)
      && !context->gesture.pressed && !context->pointer.hover.is_place)
    draw_one (context, cr, hovered, KB_MARK_HOVERED);
  KB_EACH_IN (const KbVec, place, context->selection.places)
    kb_draw_handle (cr, &context->view, context->style, *place, FALSE, TRUE);
  if (context->pointer.hover.is_place && !context->gesture.pressed)
    kb_draw_handle (cr, &context->view, context->style, context->pointer.hover.place, TRUE, TRUE);
}

/* ---- the rows of the parts ---- */

static char *
speak_wall (const KbToolContext *context, const KbNode *node)
{
  const KbWall *wall = (const KbWall *) node;
  g_autofree char *title = kb_node_title (node), *a = kb_place_text (wall->a),
                  *b = kb_place_text (wall->b);

  return g_strdup_printf (wall->one_way ? _("%s, one-way, from %s to %s") : _("%s, from %s to %s"),
                          title, a, b);
}

static void
draw_level_parts_wall (const KbToolContext *context, cairo_t *cr, const KbNode *node,
                       guint32 colour, KbMark mark)
{
  kb_draw_wall (cr, &context->view, context->style, (const KbWall *) node, colour, mark);
}

static char *
speak_area (const KbToolContext *context, const KbNode *node)
{
  guint n = kb_rings_points (&((const KbArea *) node)->rings);
  g_autofree char *title = kb_node_title (node);

  return g_strdup_printf (g_dngettext (NULL, "%s, %u corner", "%s, %u corners", n), title, n);
}

static void
draw_area (const KbToolContext *context, cairo_t *cr, const KbNode *node, guint32 colour,
           KbMark mark)
{
  kb_draw_area (cr, &context->view, context->style, (const KbArea *) node, colour, mark);
}

static char *
speak_entity (const KbToolContext *context, const KbNode *node)
{
  g_autofree char *title = kb_node_title (node),
                  *at = kb_place_text (((const KbEntity *) node)->at);

  return g_strdup_printf ("%s, %s", title, at);
}

static void
draw_entity (const KbToolContext *context, cairo_t *cr, const KbNode *node, guint32 colour,
             KbMark mark)
{
  kb_draw_entity (cr, &context->view, context->style, (const KbEntity *) node, colour, mark);
}

const KbPart kb_level_part_rows[] = {
  { &kb_wall_kind, NULL, speak_wall, NULL, draw_level_parts_wall },
  { &kb_area_kind, NULL, speak_area, NULL, draw_area },
  { &kb_entity_kind, NULL, speak_entity, NULL, draw_entity },
  { NULL },
};

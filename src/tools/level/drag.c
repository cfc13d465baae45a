/* SPDX-License-Identifier: MIT */
/* One drag. */
#include "tools/level/private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/style.h"
#include "operations/level/lines.h"
#include "tools/level/selected.h"
#include "tools/private.h"

/* Maximum lines to draw during a drag: as many as fit between two redraws */
#define MOST_DRAWN 20000

/* A line to draw, whose ends move or stay. */
typedef struct {
  KbVec a, b;
  gboolean moves_a, moves_b;
} LevelDragLine;

/* ---- lines to draw ---- */

static void
add_line (const KbLevelItem *item, KbLevelDrag *drag)
{
  LevelDragLine line = { item->a, item->b, g_hash_table_contains (drag->moving, &item->a),
                         g_hash_table_contains (drag->moving, &item->b) };

  if (drag->lines->len < MOST_DRAWN)
    g_array_append_val (drag->lines, line);
}

/* Collects every line that ends at one of the positions, once: if both ends move, at its first. */
static void
gather_level_drag_lines (KbToolContext *context, KbLevelDrag *drag)
{
  const KbLevelIndex *index = kb_tool_context_level_index (context);
  g_autoptr (GArray) ids = NULL;
  KbLevelParts parts = kb_level_selected_parts (context, &ids);
  g_autoptr (GArray) places = kb_level_parts_places (index, &parts, &drag->moving);

  drag->lines = g_array_new (FALSE, FALSE, sizeof (LevelDragLine));
  drag->entities = g_array_new (FALSE, FALSE, sizeof (KbVec));
  KB_EACH_IN_WHILE (drag->lines->len < MOST_DRAWN, const KbVec, place, places)
    {
      g_autoptr (GArray) there = kb_level_index_attached (index, *place, KB_ITEM_LINES);

      KB_EACH_IN (const KbLevelItem, item, there)
        {
          gboolean later =
            item->b.x < item->a.x || (item->b.x == item->a.x && item->b.y < item->a.y);

          if (!later || !g_hash_table_contains (drag->moving, &item->b))
            add_line (item, drag);
        }
    }
  for (guint i = 0; i < parts.n_ids && drag->entities->len < MOST_DRAWN; i++)
    {
      const KbNode *node = kb_document_node (context->document, parts.ids[i]);

      if (kb_node_is (node, &kb_entity_kind))
        g_array_append_val (drag->entities, ((const KbEntity *) node)->at);
    }
}

/* ---- the drag ---- */

static KbVec
nearest_end (const KbToolContext *context, KbLevelPart part)
{
  const KbNode *node = kb_document_node (context->document, part.id);
  const KbWall *wall = (const KbWall *) node;

  if (node && part.type == KB_LEVEL_AN_ENTITY)
    return ((const KbEntity *) node)->at;
  if (!node || part.type != KB_LEVEL_A_WALL)
    return part.at;
  return hypot (wall->a.x - part.at.x, wall->a.y - part.at.y)
             <= hypot (wall->b.x - part.at.x, wall->b.y - part.at.y)
           ? wall->a
           : wall->b;
}

void
kb_level_drag_begin (KbToolContext *context, KbLevelDrag *drag, KbLevelPart part)
{
  gboolean step = drag->step;

  *drag = (KbLevelDrag){
    .active = TRUE, .step = step, .pressed = context->pointer.canvas, .from = context->pointer.at
  };
  drag->held = nearest_end (context, part);
  drag->to.at = drag->held;
}

void
kb_level_drag_update (KbToolContext *context, KbLevelDrag *drag)
{
  KbVec by = { context->pointer.at.x - drag->from.x, context->pointer.at.y - drag->from.y };
  gboolean places = context->selection.places->len > 0;

  if (!drag->active)
    return;
  if (!drag->moved && !kb_pointer_left (&context->pointer, drag->pressed))
    return;
  if (!drag->moved)
    gather_level_drag_lines (context, drag);
  drag->moved = TRUE;
  drag->copying = drag->copying || (context->pointer.modifiers & KB_MOD_ALT && !places);
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    *(fabs (by.x) > fabs (by.y) ? &by.y : &by.x) = 0;
  KbLevelSnapOptions options = { .moving = drag->copying ? NULL : drag->moving };
  drag->to =
    kb_level_snap_to (context, (KbVec) { drag->held.x + by.x, drag->held.y + by.y }, &options);
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    *(by.x == 0 ? &drag->to.at.x : &drag->to.at.y) = by.x == 0 ? drag->held.x : drag->held.y;
}

static void
let_level_drag_go (KbLevelDrag *drag)
{
  g_clear_pointer (&drag->moving, g_hash_table_unref);
  g_clear_pointer (&drag->lines, g_array_unref);
  g_clear_pointer (&drag->entities, g_array_unref);
  drag->active = drag->moved = drag->copying = drag->step = FALSE;
}

static gboolean
move_selection (KbToolContext *context, KbLevelDrag *drag, KbVec by, GError **error)
{
  KbLevelTransform shift = kb_level_shift (by);
  g_autoptr (GArray) ids = NULL;
  KbLevelParts parts = kb_level_selected_parts (context, &ids);
  gboolean done = kb_level_transform (kb_tool_context_level_index (context), &parts, &shift, error);

  if (done && drag->to.kind == KB_SNAPPED_WALL && g_hash_table_contains (drag->moving, &drag->held))
    done = kb_level_split_at (kb_tool_context_level_index (context), drag->to.at, error);
  if (done)
    KB_EACH_IN (KbVec, place, context->selection.places)
      *place =
        kb_level_transformed (&shift, *place);
  return done;
}

gboolean
kb_level_drag_end (KbToolContext *context, KbLevelDrag *drag)
{
  KbVec by = { drag->to.at.x - drag->held.x, drag->to.at.y - drag->held.y };
  gboolean moved = drag->active && drag->moved && (by.x != 0 || by.y != 0), done = TRUE;
  GError *error = NULL;

  if (moved && drag->copying)
    kb_level_duplicate_by (context, by);
  else if (moved)
    {
      if (!drag->step)
        kb_selection_begin (context, _("Move %s"), FALSE);
      done = move_selection (context, drag, by, &error);
      kb_selection_finish (context, done, error);
    }
  else if (drag->active && drag->step)
    kb_document_end (context->document);
  moved = drag->moved;
  let_level_drag_go (drag);
  return moved;
}

void
kb_level_drag_cancel (KbToolContext *context, KbLevelDrag *drag)
{
  if (drag->active && drag->step)
    kb_document_cancel (context->document);
  let_level_drag_go (drag);
}

void
kb_level_drag_draw (KbToolContext *context, const KbLevelDrag *drag, cairo_t *cr)
{
  KbVec by = { drag->to.at.x - drag->held.x, drag->to.at.y - drag->held.y };
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (KbVec));

  if (!drag->active || !drag->moved)
    return;
  KB_EACH_IN (const LevelDragLine, line, drag->lines)
    {
      KbVec a = { line->a.x + (line->moves_a ? by.x : 0), line->a.y + (line->moves_a ? by.y : 0) };
      KbVec b = { line->b.x + (line->moves_b ? by.x : 0), line->b.y + (line->moves_b ? by.y : 0) };

      if (drag->copying && (!line->moves_a || !line->moves_b))
        continue;
      g_array_append_val (ends, a);
      g_array_append_val (ends, b);
    }
  kb_draw_level_lines (cr, &context->view, context->style,
                       (const KbVec *) (const void *) ends->data, ends->len / 2);
  KB_EACH_IN (const KbVec, at, drag->entities)
    kb_draw_handle (cr, &context->view, context->style, (KbVec){ at->x + by.x, at->y + by.y }, TRUE,
                    TRUE);
  kb_draw_level_snap (cr, &context->view, context->style, drag->to.at, drag->to.kind);
  g_autofree char *x = kb_number_text (drag->to.at.x), *y = kb_number_text (drag->to.at.y);
  g_autofree char *dx = kb_number_text (by.x), *dy = kb_number_text (by.y),
                  *text = g_strdup_printf (_("%s, %s   by %s, %s"), x, y, dx, dy);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
}

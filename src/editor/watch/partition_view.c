/* SPDX-License-Identifier: MIT */
/* Draws the leaf under the pointer with its walls, and a test move with the nodes that it visits
 * and the walls that it tests. */
#include "editor/watch/level_canvas.h"

#include <glib/gi18n.h>

#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"

#define MAX_MARKED 400     /* max walls to mark */

typedef struct {
  KbEditorState *state;
  cairo_t *cr;
  const KbStyle *style;
  const KbView *view;
  const KbBuilt *built;
  GBytes *bytes;
} PartitionViewData;

/* A wall of the partition in the current level, or NULL if it was deleted. */
static const KbWall *
wall_of (const PartitionViewData *v, guint index)
{
  const KbLevel *level = kb_editor_state_get_level (v->state);
  if (index >= v->built->form->plan.wall_count
      || kb_level_watch_is_old (kb_level_watch_of (v->state)))
    return NULL;
  guint at = v->built->form->walls[index];
  return at < kb_count (level->walls) ? kb_wall_at (level, at) : NULL;
}

static void
mark_wall (const PartitionViewData *v, const KbWall *wall)
{
  kb_draw_wall (v->cr, v->view, v->style, wall,
                kb_class_colour (kb_editor_state_get_document (v->state), wall->class_id),
                KB_MARK_HOVERED);
}

/* ---- the leaf ---- */

static guint
leaf_at (const PartitionViewData *v, KbVec p)
{
  kbx_handle level;
  if (kbx_open (&level, KBX_WALLS, g_bytes_get_data (v->bytes, NULL), g_bytes_get_size (v->bytes),
                NULL)
      != KBX_OK)
    return KBX_NONE;
  uint32_t leaf;
  kbx_level_at (level, (kbx_vec) { (float) p.x, (float) p.y }, &leaf);
  return leaf;
}

static void
draw_leaf (const PartitionViewData *v, KbVec p)
{
  KbBounds seen = kb_view_visible (v->view);
  guint leaf = leaf_at (v, p);
  g_autoptr (KbPartitionParts) parts =
    leaf == KBX_NONE ? NULL : kb_partition_parts (v->bytes, seen.x0, seen.y0, seen.x1, seen.y1);
  KB_EACH_IN_WHILE (parts, const KbPartitionLeaf, found, parts->leaves)
    {
      if (found->leaf != leaf)
        continue;
      cairo_new_path (v->cr);
      for (guint k = 0; k < found->n; k++)
        {
          KbVec at =
            kb_view_to_canvas (v->view, g_array_index (parts->corners, KbVec, found->corners + k));
          cairo_line_to (v->cr, at.x, at.y);
        }
      cairo_close_path (v->cr);
      kb_set_colour (v->cr, v->style->accent, 0.22);
      cairo_fill_preserve (v->cr);
      kb_stroke_marked (v->cr, v->view, v->style, v->style->accent, KB_MARK_PLAIN);
    }
  g_autoptr (GArray) walls = kb_partition_leaf_walls (v->bytes, leaf);
  for (guint i = 0; i < MIN (walls->len, MAX_MARKED); i++)
    {
      const KbWall *wall = wall_of (v, g_array_index (walls, guint32, i));
      if (wall)
        mark_wall (v, wall);
    }
}

/* ---- the move ---- */

/* Marks the walls of the leaves on the path and returns them in the order of the visits. */
static GArray *
walls_on_path (const PartitionViewData *v, const GArray *visits)
{
  g_autoptr (GHashTable) met = g_hash_table_new (NULL, NULL);
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (kbx_segment));
  KB_EACH_IN_WHILE (edges->len < MAX_MARKED, const KbPartitionVisit, visit, visits)
    {
      g_autoptr (GArray) walls =
        kb_partition_leaf_walls (v->bytes, visit->leaf ? visit->node : KBX_NONE);
      KB_EACH_IN_WHILE (edges->len < MAX_MARKED, const guint32, index, walls)
        {
          const KbWall *wall = wall_of (v, *index);
          if (!wall || !g_hash_table_add (met, (gpointer) wall))
            continue;
          mark_wall (v, wall);
          g_array_append_val (edges, v->built->form->of_walls[*index].segment);
        }
    }
  return edges;
}

static kbx_vec
float_of (KbVec p)
{
  return (kbx_vec) { (float) p.x, (float) p.y };
}

/* Where the move of a point from a to b ends. FALSE if the library refuses it. */
static gboolean
find_end (const PartitionViewData *v, KbVec a, KbVec b, kbx_handle *level, kbx_move *move,
          kbx_vec *end)
{
  kbx_vec from = float_of (a), to = float_of (b);
  if (kbx_open (level, KBX_WALLS, g_bytes_get_data (v->bytes, NULL), g_bytes_get_size (v->bytes),
                NULL)
      != KBX_OK)
    return FALSE;
  *move = kbx_level_move (*level, kbx_shape_point (from),
                          (kbx_vec) { to.x - from.x, to.y - from.y }, (kbx_motion) { KBX_STOP },
                          NULL, NULL, 0);
  *end = move->hit ? (kbx_vec) { from.x + move->moved.x, from.y + move->moved.y } : to;
  return move->status == KBX_OK;
}

static void
draw_probe (const PartitionViewData *v, KbVec a, KbVec b)
{
  kbx_vec from = float_of (a), to = float_of (b), end;
  kbx_handle level;
  kbx_move move;
  uint32_t blocks = 0;
  if (!find_end (v, a, b, &level, &move, &end))
    return;
  const uint32_t nodes =
    kbx_walls_nodes (level, from, (kbx_vec) { to.x - from.x, to.y - from.y }, NULL, 0, &blocks);
  g_autoptr (GArray) visits = kb_partition_visits (v->bytes, from, end, end),
                     walls = walls_on_path (v, visits);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  kb_draw_way (v->cr, v->view, v->style, v->bytes, &(KbWay) { from, to, end, walls }, places);
  const KbWall *hit = move.hit ? wall_of (v, move.index) : NULL;
  KbVec at = kb_view_to_canvas (v->view, (KbVec) { end.x, end.y });
  kb_draw_handle (v->cr, v->view, v->style, (KbVec) { end.x, end.y }, TRUE, hit != NULL);
  g_autofree char *title = hit ? kb_node_title (KB_NODE (hit)) : g_strdup (_("no wall"));
  g_autofree char *text = g_strdup_printf (_("%s · nodes %u · walls %u"), title, nodes,
                                           MIN (blocks * 4, kbx_info (level).walls));
  kb_draw_note_apart (v->cr, v->view, v->style, at, text, v->style->accent, places);
}

GArray *
kb_partition_view_lit (KbEditorState *state)
{
  GArray *lit = g_array_new (FALSE, FALSE, sizeof (guint));
  KbLevelWatch *watch = kb_level_watch_of (state);
  const KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbBuilt *built = watch ? kb_level_watch_built (watch) : NULL;
  const PartitionViewData v = { .bytes = built ? built->bytes[built->chosen] : NULL };
  KbVec from, to;
  kbx_handle level;
  kbx_move move;
  kbx_vec end;
  if (built && kb_level_watch_probe (watch, &from, &to))
    {
      g_autoptr (GArray) visits =
        find_end (&v, from, to, &level, &move, &end)
          ? kb_partition_visits (v.bytes, float_of (from), end, end)
          : NULL;
      KB_EACH_IN_WHILE (visits, const KbPartitionVisit, visit, visits)
        if (visit->leaf)
          g_array_append_val (lit, visit->node);
    }
  else if (built && kb_level_watch_views (watch) & KB_PARTITION_LEAF && tools->pointer.over)
    g_array_append_vals (lit, &(guint) { leaf_at (&v, tools->pointer.at) }, 1);
  return lit;
}

void
kb_partition_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style)
{
  KbLevelWatch *watch = kb_level_watch_of (state);
  const KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbBuilt *built = watch ? kb_level_watch_built (watch) : NULL;
  KbVec from, to;
  if (!built)
    return;
  PartitionViewData v = { state, cr, style, &tools->view, built, built->bytes[built->chosen] };
  cairo_save (cr);
  if (kb_level_watch_views (watch) & KB_PARTITION_LEAF && tools->pointer.over)
    draw_leaf (&v, tools->pointer.at);
  if (kb_level_watch_probe (watch, &from, &to))
    draw_probe (&v, from, to);
  cairo_restore (cr);
}

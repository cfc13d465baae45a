/* SPDX-License-Identifier: MIT */
/* Hit tests and edits of grounds. */
#include "tools/level/ground_edits.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_worlds.h"
#include "operations/level/change.h"
#include "operations/level/mazes.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"

/* ---- hit tests ---- */

static gboolean
can_pick (const KbToolContext *context, const KbGroundLine *ground)
{
  return !kb_level_layer_is_locked (context, &ground->node);
}

static void
hit_points (const KbToolContext *context, const KbGroundLine *ground, KbVec canvas,
            double *reach, KbGroundPart *part)
{
  KB_EACH (const KbGroundPoint, point, ground->points)
    {
      KbVec at = point->at, p = kb_view_to_canvas (&context->view, at);
      double distance = hypot (p.x - canvas.x, p.y - canvas.y);

      if (distance < *reach)
        {
          *reach = distance;
          *part = (KbGroundPart){ ground->node.id, point_at, at };
        }
    }
}

static void
hit_curve (const KbToolContext *context, const KbGroundLine *ground, KbVec canvas,
           double *reach, KbGroundPart *part)
{
  KbVec p = kb_view_to_picture (&context->view, canvas);
  KbBounds bounds = kb_ground_bounds (ground);
  KbGroundPlace place;

  if (p.x < bounds.x0 || p.x > bounds.x1)
    return;
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new (ground, NULL);
  if (!curve || !kb_ground_curve_at (curve, p.x, &place))
    return;
  double distance =
    fabs (place.y - p.y) * context->view.scale / sqrt (1 + place.slope * place.slope);
  if (distance < *reach)
    {
      *reach = distance;
      *part = (KbGroundPart) { ground->node.id, KB_NO_GROUND_POINT,
                              kb_vec_to_grid ((KbVec) { p.x, place.y }) };
    }
}

KbGroundPart
kb_ground_part_at (KbToolContext *context, KbVec canvas)
{
  const KbLevel *level = kb_tool_context_level (context);
  const KbNode *chosen = kb_tool_context_layer (context, &kb_ground_kind);
  KbGroundPart part = { 0, KB_NO_GROUND_POINT, { 0, 0 } };

  for (guint pass = 0; level && pass < 2 && !part.ground; pass++)
    {
      double reach = KB_LEVEL_REACH;
      void (*hit) (const KbToolContext *, const KbGroundLine *, KbVec, double *, KbGroundPart *) =
        pass ? hit_curve : hit_points;

      if (chosen && can_pick (context, (const KbGroundLine *) chosen))
        hit (context, (const KbGroundLine *) chosen, canvas, &reach, &part);
      KB_EACH_BACK (const KbGroundLine, ground, level->grounds)
        if (can_pick (context, ground))
          hit (context, ground, canvas, &reach, &part);
    }
  return part;
}

/* ---- positions ---- */

static double
x_of (const KbGroundLine *ground, guint index)
{
  return kb_ground_point_at (ground, index)->at.x;
}

static guint
index_of (const KbGroundPoint *point)
{
  const KbGroundLine *ground = (const KbGroundLine *) point->node.parent;
  guint index = 0;

  while (index < kb_count (ground->points) && kb_ground_point_at (ground, index) != point)
    index++;
  return index;
}

KbVec
kb_ground_between (const KbGroundLine *ground, guint index, gboolean insert, double least, KbVec at)
{
  double low = -G_MAXDOUBLE, high = G_MAXDOUBLE;
  guint next = insert ? index : index + 1;

  if (index > 0)
    low = x_of (ground, index - 1)
          + (insert ? least : MIN (least, x_of (ground, index) - x_of (ground, index - 1)));
  if (next < kb_count (ground->points))
    high = x_of (ground, next)
           - (insert ? least : MIN (least, x_of (ground, next) - x_of (ground, index)));
  if (low > high)
    low = high = (x_of (ground, index - 1) + x_of (ground, next)) / 2;
  at.x = CLAMP (at.x, low, high);
  return kb_vec_to_grid (at);
}

KbVec
kb_ground_point_between (const KbGroundPoint *point, KbVec at)
{
  return kb_ground_between ((const KbGroundLine *) point->node.parent, index_of (point), FALSE, 1,
                            at);
}

/* ---- edits ---- */

static const KbGroundLine *
ground_of (const KbToolContext *context, KbId id)
{
  return kb_document_find (context->document, id, &kb_ground_kind);
}

static gboolean
set_at (KbToolContext *context, const KbGroundPoint *point, KbVec to, GError **error)
{
  return kb_document_set (context->document, point->node.id, "at", kb_vec_json (to), error);
}

gboolean
kb_ground_move_point (KbToolContext *context, KbId id, guint index, KbVec to)
{
  const KbGroundLine *ground = ground_of (context, id);
  GError *error = NULL;

  if (!ground || index >= kb_count (ground->points))
    return FALSE;
  kb_document_begin (context->document, _("Move point of the ground"));
  gboolean done = set_at (context, kb_ground_point_at (ground, index), to, &error);
  kb_selection_finish (context, done, error);
  return done;
}

gboolean
kb_ground_insert_point (KbToolContext *context, KbId id, guint index, KbVec at)
{
  GError *error = NULL;

  if (!ground_of (context, id))
    return FALSE;
  kb_document_begin (context->document, _("Insert point in the ground"));
  KbId made = kb_document_insert (context->document, id, "points", (int) index,
                                  json_pack ("{so}", "at", kb_vec_json (at)), &error);
  return kb_selection_finish_new (context, made, error);
}

KbId
kb_ground_add (KbToolContext *context, const KbVec *points, guint n)
{
  const KbLevel *level = kb_tool_context_level (context);
  g_autofree char *name = kb_level_free_name (level, "grounds", "ground");
  json_auto_t *list = json_array ();
  GError *error = NULL;
  KbId class_id, id = 0;

  for (guint i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("{so}", "at", kb_vec_json (points[i])));
  kb_document_begin (context->document, _("Draw ground"));
  class_id = kb_tool_context_class (context, &kb_ground_kind, &error);
  if (class_id)
    id = kb_document_insert (
      context->document, level->node.id, "grounds", -1,
      json_pack ("{ss ss sO}", "name", name, "class",
                 ((const KbClass *) kb_document_node (context->document, class_id))->name, "points",
                 list),
      &error);
  kb_selection_finish (context, id != 0, error);
  return id;
}

/* ---- the selection ---- */

/* The selected points of grounds, or NULL if nothing, or anything else, is selected. */
static GPtrArray *
selected_points (const KbToolContext *context)
{
  g_autoptr (GPtrArray) points = g_ptr_array_new ();

  KB_EACH_ID (id, context->selection.ids)
    {
      KbNode *node = kb_document_node (context->document, id);

      if (!kb_node_is (node, &kb_ground_point_kind))
        return NULL;
      g_ptr_array_add (points, node);
    }
  return points->len ? g_steal_pointer (&points) : NULL;
}

static gboolean
is_locked (KbToolContext *context, const GPtrArray *points)
{
  KB_EACH (KbGroundPoint, point, points)
    if (!can_pick (context, (const KbGroundLine *) point->node.parent))
      {
        kb_tool_context_status (context, _("The ground is locked or hidden"));
        return TRUE;
      }
  return FALSE;
}

GArray *
kb_ground_free_points (KbToolContext *context, const KbGroundLine *ground)
{
  if (is_locked (context, ground->points))
    return NULL;
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  KB_EACH (const KbGroundPoint, point, ground->points)
    g_array_append_val (ids, point->node.id);
  return ids;
}

/* A ground left with fewer than two points is deleted. */
static gboolean
delete_point (KbToolContext *context, KbId id, GError **error)
{
  const KbNode *point = kb_document_node (context->document, id);

  if (!point)
    return TRUE;
  return kb_document_remove (
    context->document,
    kb_count (((const KbGroundLine *) point->parent)->points) <= 2 ? point->parent->id : id, error);
}

gboolean
kb_ground_selection_delete (KbToolContext *context)
{
  g_autoptr (GPtrArray) points = selected_points (context);
  GError *error = NULL;
  gboolean done = TRUE;

  if (!points)
    return FALSE;
  if (is_locked (context, points))
    return TRUE;
  g_autoptr (GArray) ids = g_array_copy (context->selection.ids);
  kb_selection_clear (context);
  kb_document_begin (context->document, g_dngettext (NULL, "Delete point of the ground",
                                                     "Delete points of the ground", ids->len));
  KB_EACH_ID_WHILE (done, id, ids)
    done = delete_point (context, id, &error);
  kb_selection_finish (context, done, error);
  return TRUE;
}

/* Whether the point, moved right by that much, keeps `step` from unselected neighbours. A point
 * that is closer already must not come closer. */
static gboolean
stays_apart (const KbToolContext *context, const KbGroundPoint *point, double by, double step)
{
  const KbGroundLine *ground = (const KbGroundLine *) point->node.parent;
  guint index = index_of (point);

  for (guint side = 0; side < 2; side++)
    {
      guint other = side ? index + 1 : index - 1;   /* wraps for the first point */
      double gap =
        other < kb_count (ground->points) ? fabs (x_of (ground, other) - point->at.x) : G_MAXDOUBLE;

      if (gap < G_MAXDOUBLE
          && !kb_selection_has (context, kb_ground_point_at (ground, other)->node.id)
          && gap + (side ? -by : by) < MIN (gap, step))
        return FALSE;
    }
  return TRUE;
}

gboolean
kb_ground_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid)
{
  g_autoptr (GPtrArray) points = selected_points (context);
  const KbLevel *level = kb_tool_context_level (context);
  double step = grid ? level->grid : 1;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!points)
    return FALSE;
  if (is_locked (context, points))
    return TRUE;
  KB_EACH (void, item, points)
    if (!stays_apart (context, item, dx * step, step))
      {
        kb_tool_context_status (context, _("A point cannot pass the next one"));
        return TRUE;
      }
  kb_document_begin_merging (context->document, _("Nudge points of the ground"), 0);
  KB_EACH_WHILE (done, const KbGroundPoint, point, points)
    {
      done = set_at (context, point,
                     kb_vec_to_grid ((KbVec) { point->at.x + dx * step, point->at.y + dy * step }),
                     &error);
    }
  kb_selection_finish (context, done, error);
  return TRUE;
}

gboolean
kb_ground_selection_toggle_flat (KbToolContext *context)
{
  g_autoptr (GPtrArray) points = selected_points (context);
  GError *error = NULL;
  gboolean done = TRUE, flat = FALSE;

  if (!points)
    return FALSE;
  if (is_locked (context, points))
    return TRUE;
  KB_EACH (const KbGroundPoint, point, points)
    flat = flat || !point->flat;
  kb_document_begin (context->document,
                     flat ? _("Straight piece of the ground") : _("Curved piece of the ground"));
  KB_EACH_WHILE (done, const KbNode, point, points)
    done = kb_document_set (context->document, point->id, "flat", json_boolean (flat), &error);
  kb_selection_finish (context, done, error);
  return TRUE;
}

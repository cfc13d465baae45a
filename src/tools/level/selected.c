/* SPDX-License-Identifier: MIT */
/* Edits of the selection. */
#include "tools/level/selected.h"

#include <glib/gi18n.h>
#include <math.h>

#include "operations/level/lines.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/names.h"
#include "tools/private.h"

KbLevelParts
kb_level_selected_parts (const KbToolContext *context, GArray **ids)
{
  GArray *free = g_array_sized_new (FALSE, FALSE, sizeof (KbId), context->selection.ids->len);

  KB_EACH_ID (id, context->selection.ids)
    if (kb_level_can_pick (context, id))
      g_array_append_val (free, id);
  if (free->len == 0 && context->selection.places->len == 0 && context->selection.ids->len > 0)
    kb_tool_context_status ((KbToolContext *) context, _("The class is locked or hidden"));
  *ids = free;
  return (KbLevelParts) { (const KbId *) (const void *) free->data, free->len,
                         (const KbVec *) (const void *) context->selection.places->data,
                         context->selection.places->len };
}

char *
kb_level_selection_count (const KbToolContext *context)
{
  guint n = kb_selection_count (context);

  return n == 1 ? g_strdup (_("end of walls"))
                : g_strdup_printf (g_dngettext (NULL, "%u thing", "%u things", n), n);
}

/* ---- the selection ---- */

void
kb_level_select (KbToolContext *context, const GArray *ids, const GArray *places)
{
  kb_selection_replace (context, ids, places);
}

GArray *
kb_level_members (KbToolContext *context, KbId class_id)
{
  const KbLevel *level = kb_tool_context_level (context);
  const GPtrArray *lists[] = { level->entities, level->areas, level->walls };
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    KB_EACH (const KbNode, node, lists[l])
      if (kb_level_can_pick (context, node->id) && (!class_id || kb_part_class (node) == class_id))
        g_array_append_val (ids, node->id);
  return ids;
}

GArray *
kb_ground_members (KbToolContext *context, KbId class_id)
{
  const KbNode *ground = kb_tool_context_layer (context, &kb_ground_kind);

  return !class_id || kb_part_class (ground) == class_id
           ? kb_ground_free_points (context, (const KbGroundLine *) ground)
           : g_array_new (FALSE, FALSE, sizeof (KbId));
}

/* ---- moving ---- */

/* Requires an open step. Selected positions stay selected at their new coordinates. */
static gboolean
transform (KbToolContext *context, const KbLevelTransform *t, GError **error)
{
  g_autoptr (GArray) ids = NULL;
  KbLevelParts parts = kb_level_selected_parts (context, &ids);
  gboolean done = kb_level_transform (kb_tool_context_level_index (context), &parts, t, error);

  if (done)
    KB_EACH_IN (KbVec, place, context->selection.places)
      *place =
        kb_level_transformed (t, *place);
  return done;
}

static void
transform_all (KbToolContext *context, const char *format, gboolean merge,
               const KbLevelTransform *t)
{
  GError *error = NULL;

  kb_selection_begin (context, format, merge);
  gboolean done = transform (context, t, &error);
  kb_selection_finish (context, done, error);
}

void
kb_level_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean grid)
{
  double step = grid ? kb_tool_context_level (context)->grid : 1;
  KbLevelTransform shift = kb_level_shift ((KbVec) { dx * step, dy * step });

  if (!kb_ground_selection_nudge (context, dx, dy, grid))
    transform_all (context, _("Nudge %s"), TRUE, &shift);
}

static gboolean
bounds (const KbToolContext *context, KbBounds *box)
{
  g_autoptr (GArray) ids = NULL;
  KbLevelParts parts = kb_level_selected_parts (context, &ids);

  return kb_level_parts_bounds (kb_tool_context_level_index ((KbToolContext *) context), &parts,
                                box);
}

gboolean
kb_level_move_ends (KbToolContext *context, const KbVec *from, const KbVec *to, guint n)
{
  g_autoptr (GArray) places = g_array_copy (context->selection.places);
  GError *error = NULL;

  kb_document_begin (context->document, _("Move end of walls"));
  gboolean done = kb_level_move_places (kb_tool_context_level_index (context), from, to, n, &error);
  KB_EACH_IN_WHILE (done, const KbVec, point, places)
    for (guint k = 0; k < n; k++)
      if (kb_vec_equal (*point, from[k]))
        {
          g_array_index (context->selection.places, KbVec, point_at) = kb_vec_to_grid (to[k]);
          break;
        }
  kb_selection_finish (context, done, error);
  return done;
}

/* May be halfway between two lines of the grid: mirroring about it keeps things on the grid and is
 * its own inverse. */
static KbVec
exact_middle (KbBounds box)
{
  return (KbVec) { (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2 };
}

static KbVec
middle (KbBounds box)
{
  return kb_vec_to_grid (exact_middle (box));
}

/* The centre for turning a box. A quarter turn keeps to the grid only if both coordinates of the
 * centre are on the grid, or both halfway. Otherwise this returns a point half a step off the
 * middle. A turn R about the middle plus d shifts the box by d - R d. The choice of d makes four
 * turns, or a turn and its inverse, cancel out. */
static KbVec
turning_point (KbBounds box, int steps)
{
  const double half = 0.5 / 256;
  KbVec exact = exact_middle (box), on_grid = middle (box);
  int quarter = (steps % 24 + 24) % 24;
  gboolean between = (exact.x == on_grid.x) != (exact.y == on_grid.y);

  if (quarter % 6)
    return on_grid;
  if (!between || quarter == 12)
    return exact;
  if (quarter == 6)
    return (KbVec) { exact.x + (exact.x == on_grid.x ? -half : half), exact.y };
  return (KbVec) { exact.x, exact.y + (exact.x == on_grid.x ? half : -half) };
}

void
kb_level_selection_turn (KbToolContext *context, gint steps)
{
  KbBounds box;

  if (!bounds (context, &box))
    return;
  KbLevelTransform turn = kb_level_turn (turning_point (box, steps), steps);
  transform_all (context, _("Rotate %s"), FALSE, &turn);
}

void
kb_level_selection_mirror (KbToolContext *context, gboolean upright)
{
  KbBounds box;

  if (!bounds (context, &box))
    return;
  KbLevelTransform mirror = kb_level_mirror (exact_middle (box), upright);
  transform_all (context, _("Mirror %s"), FALSE, &mirror);
}

void
kb_level_selection_join (KbToolContext *context)
{
  KbBounds box;

  if (context->selection.places->len < 2)
    {
      kb_tool_context_status (context, _("First select two ends of walls with Shift and click"));
      return;
    }
  bounds (context, &box);
  KbVec at = middle (box);
  g_autoptr (GArray) places = g_array_copy (context->selection.places),
                     one = g_array_new (FALSE, FALSE, sizeof (KbVec));
  g_array_append_val (one, at);
  kb_level_select (context, NULL, places);
  KbLevelTransform onto = kb_level_onto (at);
  transform_all (context, _("Join %s"), FALSE, &onto);
  if (context->selection.places->len
      && kb_vec_equal (g_array_index (context->selection.places, KbVec, 0), at))
    kb_level_select (context, NULL, one);
}

/* ---- other commands ---- */

typedef gboolean (*Run) (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
                         gconstpointer data, GError **error);

static gboolean
change_level_selected (KbToolContext *context, const char *format, Run run, gconstpointer data)
{
  g_autoptr (GArray) ids = NULL;
  KbLevelParts parts = kb_level_selected_parts (context, &ids);
  GError *error = NULL;
  gboolean done = FALSE;

  if (parts.n_ids + parts.n_places)
    {
      kb_selection_begin (context, format, FALSE);
      done = run (context, kb_tool_context_level_index (context), &parts, data, &error);
      kb_selection_finish (context, done, error);
    }
  return done;
}

static gboolean
delete_parts (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
              gconstpointer data, GError **error)
{
  g_autofree KbVec *places = g_memdup2 (parts->places, parts->n_places * sizeof *places);
  KbLevelParts kept = *parts;

  /* Clear first: each deleted node would otherwise be searched for in the whole selection. */
  kept.places = places;
  kb_selection_clear (context);
  return kb_level_delete (index, &kept, error);
}

void
kb_level_selection_delete (KbToolContext *context)
{
  g_autoptr (GArray) ids = g_array_copy (context->selection.ids),
                     places = g_array_copy (context->selection.places);

  if (kb_ground_selection_delete (context))
    return;
  if (!change_level_selected (context, _("Delete %s"), delete_parts, NULL))
    kb_level_select (context, ids, places);
}

static gboolean
flip (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts, gconstpointer data,
      GError **error)
{
  return kb_level_flip (index, parts, error);
}

void
kb_level_selection_flip (KbToolContext *context)
{
  change_level_selected (context, _("Reverse %s"), flip, NULL);
}

static gboolean
set_one_way (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
             gconstpointer data, GError **error)
{
  gboolean wanted = FALSE;

  for (guint i = 0; i < parts->n_ids && !wanted; i++)
    {
      const KbWall *wall = kb_document_find (context->document, parts->ids[i], &kb_wall_kind);

      wanted = wall && !wall->one_way;
    }
  return kb_level_set_walls (index, parts, "one_way", (guint32) wanted, error);
}

void
kb_level_selection_toggle_one_way (KbToolContext *context)
{
  change_level_selected (context, _("Change side of %s"), set_one_way, NULL);
}

static gboolean
give_level_selected_class (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
                           gconstpointer data, GError **error)
{
  const KbClass *class = kb_document_find (context->document, *(const KbId *) data, &kb_class_kind);
  gboolean done = class && kb_level_set_walls (index, parts, "class", class->node.id, error);

  for (guint i = 0; i < parts->n_ids && done; i++)
    done = kb_document_find (context->document, parts->ids[i], &kb_wall_kind)
           || kb_document_set (context->document, parts->ids[i], "class",
                               json_string (class->name), error);
  return done;
}

void
kb_level_selection_give_class (KbToolContext *context, KbId class_id)
{
  if (change_level_selected (context, _("Change class of %s"), give_level_selected_class,
                             &class_id))
    kb_made_classes_given (context, class_id);
}

static gboolean
make_areas (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
            gconstpointer data, GError **error)
{
  KbId class_id = kb_made_class (context, &kb_area_kind, error);
  gboolean done = class_id != 0;
  GArray *made = (GArray *) data;

  for (guint i = 0; i < parts->n_ids && done; i++)
    {
      g_auto (KbRings) rings = { 0 };
      KbId id = 0;

      if (kb_level_region_of_wall (index, parts->ids[i], G_MAXUINT, &rings)
          && !kb_level_find_area (index, &rings))
        done = (id = kb_level_add_area (index, &rings, class_id, error)) != 0;
      if (id)
        g_array_append_val (made, id);
    }
  return done;
}

void
kb_level_selection_make_areas (KbToolContext *context)
{
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));

  if (!change_level_selected (context, _("Make area of %s"), make_areas, made))
    return;
  if (made->len)
    kb_level_select (context, made, NULL);
  else
    kb_tool_context_status (context, _("The selected walls enclose no region without an area"));
}

static gboolean
duplicate (KbToolContext *context, KbLevelIndex *index, const KbLevelParts *parts,
           gconstpointer data, GError **error)
{
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  gboolean done = kb_level_duplicate (index, parts, *(const KbVec *) data, made, error);

  if (done)
    kb_level_select (context, made, NULL);
  return done;
}

void
kb_level_duplicate_by (KbToolContext *context, KbVec by)
{
  if (context->selection.ids->len)
    change_level_selected (context, _("Duplicate %s"), duplicate, &by);
}

void
kb_level_selection_duplicate (KbToolContext *context, gint dx, gint dy)
{
  kb_level_duplicate_by (context, (KbVec) { dx, dy });
}

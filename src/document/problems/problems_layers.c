/* SPDX-License-Identifier: MIT */
/* The checks of tiles, and of a level's tile layers, mazes and grounds. */
#include <glib/gi18n.h>
#include <inttypes.h>

#include "document/edits/cells.h"
#include "document/problems/problem_finder.h"

/* --- Tiles ------------------------------------------------------------------------------------ */

/* --- Grids ------------------------------------------------------------------------------------ */

static gboolean
is_zero (KbVec v)
{
  return v.x == 0 && v.y == 0;
}

/* On the grid of 1/256 each product is below 2^40: exact. */
static void
check_axes (GPtrArray *problems, const KbLayer *layer)
{
  KbVec i = layer->axis_i, j = layer->axis_j;
  if (is_zero (i) && is_zero (j))
    return;
  if (is_zero (i) || is_zero (j))
    kb_report (problems, "layer-axes", KB_PROBLEM_ERROR, &layer->node,
               _("the layer '%s' has an %s, but its %s is missing or [0, 0]; expected both, or "
                  "neither where it is straight"),
               layer->name, is_zero (i) ? "axis_j" : "axis_i", is_zero (i) ? "axis_i" : "axis_j");
  else if (i.x * j.y - i.y * j.x == 0)
    kb_report (
      problems, "layer-axes", KB_PROBLEM_ERROR, &layer->node,
      _(
        "the axes of the layer '%s' lie on one line: no place on the screen has a cell of its own"),
      layer->name);
}

/* Half a cell, and the slanted sides, must be whole pixels. */
static void
check_stagger (GPtrArray *problems, const KbLayer *layer)
{
  const gboolean columns = layer->stagger >= KB_STAGGER_ODD_COLUMNS;
  const gint wide = columns ? layer->cell.y : layer->cell.x,
             deep = columns ? layer->cell.x : layer->cell.y;
  if (layer->stagger == KB_STAGGER_NONE)
    return;
  if (!kb_layer_is_straight (layer))
    kb_report (problems, "layer-stagger", KB_PROBLEM_ERROR, &layer->node,
               _("the layer '%s' has axes and is staggered; expected one of them"), layer->name);
  else if (wide % 2 || layer->hex_side > deep || (deep - layer->hex_side) % 2)
    kb_report (problems, "layer-stagger", KB_PROBLEM_ERROR, &layer->node,
               columns ? _("cells of the layer '%s' do not fit together; expected an even height, "
                           "and a width that exceeds the side by an even number")
                       : _("cells of the layer '%s' do not fit together; expected an even width, "
                           "and a height that exceeds the side by an even number"),
               layer->name);
}

static void
check_rules (const KbProject *project, GPtrArray *problems, const KbLayer *layer)
{
  const KbLevel *level = (const KbLevel *) layer->node.parent;
  if (layer->source && !kb_layer_depth (layer))
    kb_report (problems, "layer-source", KB_PROBLEM_ERROR, &layer->node,
               _("the layer '%s' is derived from one that is missing, or from itself"),
               layer->name);
  KB_EACH (const KbRule, rule, layer->rules)
    {
      if (!kb_rule_side (rule->pattern.n))
        kb_report (problems, "rule-pattern", KB_PROBLEM_ERROR, &rule->node,
                   _("the pattern of a rule has %u cells, expected 1, 9, 25 or 49"),
                   rule->pattern.n);
      for (guint i = 0; i < rule->tiles.n; i++)
        {
          const KbCell cell = kb_cell_unpack ((guint32) rule->tiles.v[i]);
          const KbSprite *sprite =
            kb_level_tileset_sprite (project, level, (gint) cell.tileset);
          if (sprite && kb_sprite_find_frame (sprite, (gint) cell.frame))
            continue;
          kb_report (problems, "rule-tile", KB_PROBLEM_ERROR, &rule->node,
                     _("a rule puts a tile that is missing: %u of tileset %u"), cell.frame,
                     cell.tileset);
          break;
        }
    }
}

void
kb_check_layer (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  kb_check_item_renumbered (problems, node, finder->document->renumbered);
  check_axes (problems, (const KbLayer *) node);
  check_stagger (problems, (const KbLayer *) node);
  kb_check_painting (problems, node);
  check_rules (finder->document->project, problems, (const KbLayer *) node);
}

/* --- Ground ----------------------------------------------------------------------------------- */

/* Any point except the first, after its predecessor. */
static void
check_ground_point (GPtrArray *problems, const KbGroundPoint *before, const KbGroundPoint *point)
{
  if (point->at.x == before->at.x)
    kb_report (problems, "ground-order", KB_PROBLEM_ERROR, &point->node,
               _("the point has the x of the one before it, %.10g"), point->at.x);
  else if (point->at.x < before->at.x)
    kb_report (problems, "ground-order", KB_PROBLEM_ERROR, &point->node,
               _("the point lies left of the one before it; along a ground x has to ascend"));
}

void
kb_check_ground (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbGroundLine *ground = (const KbGroundLine *) node;
  if (ground->points->len < 2)
    kb_report (problems, "ground-points", KB_PROBLEM_ERROR, node,
               _("the ground '%s' has fewer than two points"), ground->name);
  for (guint i = 1; i < ground->points->len; i++)
    check_ground_point (problems, kb_ground_point_at (ground, i - 1),
                        kb_ground_point_at (ground, i));
}

/* --- A single node ---------------------------------------------------------------------------- */

/* The first pair of points whose x does not ascend, among those with `only` (NULL: all). */
static void
check_order (GPtrArray *problems, const KbGroundLine *ground, const KbGroundPoint *only)
{
  for (guint i = 1; i < ground->points->len && problems->len == 0; i++)
    {
      const KbGroundPoint *before = kb_ground_point_at (ground, i - 1),
                          *point = kb_ground_point_at (ground, i);
      if (!only || only == before || only == point)
        check_ground_point (problems, before, point);
    }
}

gboolean
kb_document_check_lie (const KbDocument *document, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (kb_problem_free);
  if (kb_node_is (node, &kb_layer_kind))
    check_axes (problems, (const KbLayer *) node);
  else if (kb_node_is (node, &kb_ground_kind))
    check_order (problems, (const KbGroundLine *) node, NULL);
  else if (kb_node_is (node, &kb_ground_point_kind))
    check_order (problems, (const KbGroundLine *) node->parent, (const KbGroundPoint *) node);
  if (problems->len == 0)
    return TRUE;
  const KbProblem *problem = g_ptr_array_index (problems, 0);
  KbPlace place = { .node = kb_document_node (document, problem->node) };
  return kb_place_error (error, &place, NULL, "%s", problem->message);
}

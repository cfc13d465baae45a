/* SPDX-License-Identifier: MIT */
/* Snapping. */
#include "tools/level/private.h"

#include <math.h>

#include "tools/level/parts.h"

#define WALL_REACH 6.0    /* canvas pixels */

typedef struct {
  const KbToolContext *context;
  GHashTable *moving;
} Filter;

static gboolean
moves (const Filter *filter, const KbVec *place)
{
  return filter->moving && g_hash_table_contains (filter->moving, place);
}

static gboolean
counts (const KbLevelItem *item, int end, gpointer data)
{
  const Filter *filter = data;

  if (end >= 0 ? moves (filter, end ? &item->b : &item->a)
               : moves (filter, &item->a) || moves (filter, &item->b))
    return FALSE;
  /* Things snap to locked parts too, but not to hidden ones, which are invisible. */
  const KbNode *node = kb_document_node (filter->context->document, item->id);
  return node && !kb_id_in_set (node->parent->id, filter->context->hidden)
         && !kb_id_in_set (kb_part_class (node), filter->context->hidden);
}

static double
grid_of (const KbToolContext *context)
{
  const KbLevel *level = kb_tool_context_level (context);

  return level && level->grid > 0 ? level->grid : 1;
}

static double
to_grid (double x, double grid)
{
  return floor (x / grid + 0.5) * grid;
}

/* To multiples of the level's grid. */
static KbVec
on_grid (const KbToolContext *context, KbVec p)
{
  double grid = grid_of (context);

  return kb_vec_to_grid ((KbVec) { to_grid (p.x, grid), to_grid (p.y, grid) });
}

/* Of the nine grid positions around `p`, the one whose direction from `from` is closest to `angle`;
 * on a tie the nearest to `p`. `off`: maximum deviation. */
static gboolean
grid_at_angle (const KbToolContext *context, KbVec from, KbVec p, double angle, double off,
               KbVec *found)
{
  double grid = grid_of (context), near = 2.5 * grid;
  gboolean any = FALSE;

  for (int i = 0; i < 9; i++)
    {
      KbVec at = on_grid (context, (KbVec) { p.x + (i % 3 - 1) * grid, p.y + (i / 3 - 1) * grid });
      double turn = fabs (remainder (atan2 (at.y - from.y, at.x - from.x) - angle, 2 * G_PI));
      double distance = hypot (at.x - p.x, at.y - p.y);

      if (kb_vec_equal (at, from) || turn > off + 1e-9
          || (any && turn > off - 1e-9 && distance >= near))
        continue;
      any = TRUE;
      near = distance;
      off = MIN (off, turn);
      *found = at;
    }
  return any;
}

KbVec
kb_level_at_angle (const KbToolContext *context, KbVec from, KbVec p)
{
  double dx = p.x - from.x, dy = p.y - from.y, grid = grid_of (context);
  int step = (int) floor (atan2 (dy, dx) / (G_PI / 12) + 0.5);
  double c = cos (step * G_PI / 12), s = sin (step * G_PI / 12), along = dx * c + dy * s;
  KbVec at = { from.x + along * c, from.y + along * s };

  /* Level, upright and at 45 degrees: exactly. */
  if (step % 6 == 0)
    return kb_vec_to_grid (step % 12 == 0 ? (KbVec) { to_grid (p.x, grid), from.y }
                                         : (KbVec) { from.x, to_grid (p.y, grid) });
  if (grid_at_angle (context, from, at, step * G_PI / 12,
                     step % 3 == 0 ? 0 : KB_LEVEL_ANGLE_OFF * G_PI / 180, &at))
    return at;
  if (step % 3 == 0)
    {
      double side = to_grid (fabs (along) * G_SQRT2 / 2, grid);

      return kb_vec_to_grid (
        (KbVec) { from.x + (c > 0 ? side : -side), from.y + (s > 0 ? side : -side) });
    }
  return kb_vec_to_grid (at);
}

/* On level and upright walls also on the grid, if that is on the wall. */
static KbVec
on_wall (const KbToolContext *context, const KbLevelHit *hit)
{
  KbVec a = hit->item.a, b = hit->item.b, p = kb_vec_to_grid (hit->at), g = on_grid (context, p);

  if (a.y == b.y)
    return g.x >= MIN (a.x, b.x) && g.x <= MAX (a.x, b.x) ? (KbVec) { g.x, a.y }
                                                          : (KbVec) { p.x, a.y };
  if (a.x == b.x)
    return g.y >= MIN (a.y, b.y) && g.y <= MAX (a.y, b.y) ? (KbVec) { a.x, g.y }
                                                          : (KbVec) { a.x, p.y };
  return p;
}

static KbVec
level_snap_limited (KbVec p)
{
  return (KbVec) { CLAMP (p.x, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT),
                  CLAMP (p.y, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT) };
}

static gboolean
nearest_other (const KbLevelSnapOptions *options, KbVec p, double *reach, KbVec *at)
{
  gboolean found = FALSE;

  for (guint i = 0; i < options->n_others; i++)
    {
      double distance = hypot (options->others[i].x - p.x, options->others[i].y - p.y);

      if (distance > *reach)
        continue;
      *reach = distance;
      *at = options->others[i];
      found = TRUE;
    }
  return found;
}

KbLevelSnapped
kb_level_snap_to (KbToolContext *context, KbVec p, const KbLevelSnapOptions *options)
{
  const KbLevelIndex *index = kb_tool_context_level_index (context);
  Filter filter = { context, options->moving };
  double reach = KB_LEVEL_REACH / context->view.scale;
  gboolean angle = options->from && context->pointer.modifiers & KB_MOD_SHIFT, found;
  KbVec at;
  KbLevelHit hit;

  p = level_snap_limited (p);
  if (!index || !context->options.snap.on || context->pointer.modifiers & KB_MOD_CONTROL)
    return (KbLevelSnapped){ angle
                               ? level_snap_limited (kb_level_at_angle (context, *options->from, p))
                               : kb_vec_to_grid (p),
                             KB_SNAPPED_NOT, 0 };
  found = nearest_other (options, p, &reach, &at);
  if (kb_level_index_nearest_end (index, p, reach, KB_ITEM_LINES, counts, &filter, &hit))
    return (KbLevelSnapped) { hit.at, KB_SNAPPED_END, 0 };
  if (found)
    return (KbLevelSnapped) { at, KB_SNAPPED_END, 0 };
  if (angle)
    return (KbLevelSnapped) { level_snap_limited (kb_level_at_angle (context, *options->from, p)),
                             KB_SNAPPED_ANGLE, 0 };
  if (kb_level_index_nearest (index, p, WALL_REACH / context->view.scale, KB_ITEM_WALL, counts,
                              &filter, &hit)
      || kb_level_index_nearest (index, p, WALL_REACH / context->view.scale, KB_ITEM_EDGE, counts,
                                 &filter, &hit))
    return (KbLevelSnapped) { on_wall (context, &hit), KB_SNAPPED_WALL, hit.item.id };
  return (KbLevelSnapped) { level_snap_limited (on_grid (context, p)), KB_SNAPPED_GRID, 0 };
}

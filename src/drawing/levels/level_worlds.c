/* SPDX-License-Identifier: MIT */
/* Draws a level's heightmaps, mazes and grounds. */
#include "drawing/levels/level_worlds.h"

#include "operations/level/heightmaps.h"

static gboolean
is_hidden (const KbLevelLook *look, KbId id)
{
  return look->hidden_layers && g_hash_table_contains (look->hidden_layers, GUINT_TO_POINTER (id));
}

void
kb_draw_level_heightmaps (cairo_t *cr, const KbLevel *level, const KbView *view,
                          const KbLevelLook *look)
{
  if (look->heights)
    KB_EACH (const KbHeightmap, heightmap, level->heightmaps)
      if (!is_hidden (look, heightmap->node.id))
        kb_draw_heightmap (cr, view, look->style, look->heights, look->document, heightmap);
}

void
kb_draw_level_mazes (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds seen = kb_view_visible (view);
  KB_EACH (const KbMaze, maze, level->mazes)
    {
      const KbMazeCheck *check =
        look->maze_checks
          ? g_hash_table_lookup (look->maze_checks, GUINT_TO_POINTER (maze->node.id))
          : NULL;
      if (is_hidden (look, maze->node.id) || kb_level_look_hides (look, maze->class_id)
          || !kb_bounds_meet (kb_maze_place (maze), seen))
        continue;
      if (check && check->width == maze->width && check->height == maze->height)
        kb_draw_maze_parts (cr, view, maze, check);
      if (look->without != maze->node.id)
        kb_draw_maze (cr, view, look->style, maze, NULL,
                      kb_class_colour (look->document, maze->class_id), KB_MARK_PLAIN);
    }
}

void
kb_draw_level_grounds (cairo_t *cr, const KbLevel *level, const KbView *view,
                       const KbLevelLook *look)
{
  KB_EACH (const KbGroundLine, ground, level->grounds)
    if (!kb_level_look_hides (look, ground->class_id) && !is_hidden (look, ground->node.id)
        && look->without != ground->node.id)
      kb_draw_ground_line (cr, view, look->style, ground,
                           kb_class_colour (look->document, ground->class_id), KB_MARK_PLAIN);
}

static KbBounds
both (KbBounds a, KbBounds b)
{
  return (KbBounds) { MIN (a.x0, b.x0), MIN (a.y0, b.y0), MAX (a.x1, b.x1), MAX (a.y1, b.y1) };
}

KbBounds
kb_level_worlds_bounds (const KbLevel *level)
{
  KbBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  KB_EACH (const KbMaze, maze, level->mazes)
    bounds = both (bounds, kb_maze_place (maze));
  KB_EACH (const KbGroundLine, ground, level->grounds)
    bounds = both (bounds, kb_ground_bounds (ground));
  KB_EACH (KbHeightmap, heightmap, level->heightmaps)
    bounds = both (bounds, kb_heightmap_place (&heightmap->node));
  return bounds;
}

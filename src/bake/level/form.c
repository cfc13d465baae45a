/* SPDX-License-Identifier: MIT */
/* Converts a document's level to the builders' input and settings. */
#include "bake/level/levels.h"

#include "bake/convert.h"

/* Coordinates of a document are on the grid. */
static kbx_segment
segment_of (KbVec a, KbVec b)
{
  return (kbx_segment) { { (float) a.x, (float) a.y }, { (float) b.x, (float) b.y } };
}

/* Returns the number of walls. */
static guint
add_walls (KbLevelForm *form, const KbLevel *level, GHashTable *classes)
{
  guint n = 0;
  form->walls = g_new (guint, level->walls->len + 1);
  form->of_walls = g_new (kbx_wall, level->walls->len + 1);
  KB_EACH (const KbWall, wall, level->walls)
    {
      if (wall->a.x == wall->b.x && wall->a.y == wall->b.y)
        continue;
      form->walls[n] = wall_at;
      form->of_walls[n++] = (kbx_wall) { segment_of (wall->a, wall->b),
                                        kb_class_place (classes, wall->class_id), wall->one_way };
    }
  return n;
}

/* Each ring is closed: from its last point to its first. */
static void
add_areas (KbLevelForm *form, const KbLevel *level)
{
  guint all = 0;
  KB_EACH (KbArea, area, level->areas)
    all += kb_rings_points (&area->rings);
  form->of_areas = g_new0 (kbx_area_plan, level->areas->len + 1);
  form->of_edges = g_new (kbx_segment, all + 1);
  kbx_segment *put = form->of_edges;
  KB_EACH (const KbArea, drawn, level->areas)
    {
      const KbRings *rings = &drawn->rings;
      form->of_areas[drawn_at] = (kbx_area_plan){ put, kb_rings_points (rings) };
      for (guint r = 0; r < rings->n; r++)
        for (guint k = kb_rings_start (rings, r); k < rings->ends[r]; k++)
          *put++ =
            segment_of (rings->points[k],
                        rings->points[k + 1 < rings->ends[r] ? k + 1 : kb_rings_start (rings, r)]);
    }
}

KbLevelForm *
kb_level_form_new (const KbProject *project, const KbLevel *level)
{
  KbLevelForm *form = g_new0 (KbLevelForm, 1);
  g_autoptr (GHashTable) classes = kb_class_places (project);
  const guint n_walls = add_walls (form, level, classes);
  add_areas (form, level);
  form->plan = (kbx_walls_plan){
    .walls = form->of_walls,
    .wall_count = n_walls,
    .areas = form->of_areas,
    .area_count = level->areas->len,
    .partition = level->partition == KB_PARTITION_AUTO
                   ? KBX_PARTITION_CHOSEN
                   : (kbx_partition) (level->partition - KB_PARTITION_NONE),
    .leaf_walls = (guint) level->leaf_walls,
    .max_depth = (guint) level->depth,
    .split_cost = level->split_cost,
    .cell = level->cell,
    .cell_height = level->cell_height,
    .columns = (guint) level->columns,
    .rows = (guint) level->rows,
  };
  return form;
}

void
kb_level_form_free (KbLevelForm *form)
{
  if (!form)
    return;
  g_free (form->walls);
  g_free (form->of_walls);
  g_free (form->of_areas);
  g_free (form->of_edges);
  g_free (form);
}

const char *
kb_partition_name (kbx_partition kind)
{
  static const char *const names[] = { "none", "grid", "quadtree", "bsp" };
  return (guint) kind < G_N_ELEMENTS (names) ? names[kind] : "none";
}

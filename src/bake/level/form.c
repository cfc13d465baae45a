/* SPDX-License-Identifier: MIT */
/* From a document's level to the builders' input and settings. */
#include "bake/level/form.h"

#define KB_LEVEL_UNITS 256   /* a pixel */

static KbPartitionEdge
edge_of (KbVec a, KbVec b)
{
  return (KbPartitionEdge) { (gint32) (a.x * KB_LEVEL_UNITS), (gint32) (a.y * KB_LEVEL_UNITS), (gint32) (b.x * KB_LEVEL_UNITS),
                              (gint32) (b.y * KB_LEVEL_UNITS) };
}

static guint
class_index (GHashTable *classes, KbId id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (classes, GUINT_TO_POINTER (id)));
}

static void
take_walls (KbLevelForm *form, const KbLevel *level, GHashTable *classes)
{
  guint n = 0;
  form->walls = g_new (guint, level->walls->len + 1);
  form->of_walls = g_new (KbPartitionWall, level->walls->len + 1);
  for (guint i = 0; i < level->walls->len; i++)
    {
      const KbWall *wall = kb_wall_at (level, i);
      if (wall->a.x == wall->b.x && wall->a.y == wall->b.y)
        continue;
      form->walls[n] = i;
      form->of_walls[n++] = (KbPartitionWall) { edge_of (wall->a, wall->b), class_index (classes, wall->class_id), wall->one_way };
    }
  form->input.walls = form->of_walls;
  form->input.n_walls = n;
}

/* Each ring goes round: from its last point to its first too. */
static void
take_areas (KbLevelForm *form, const KbLevel *level)
{
  guint all = 0;
  for (guint i = 0; i < level->areas->len; i++)
    all += kb_rings_points (&kb_area_at (level, i)->rings);
  form->of_areas = g_new0 (KbPartitionArea, level->areas->len + 1);
  form->of_edges = g_new (KbPartitionEdge, all + 1);
  KbPartitionEdge *put = form->of_edges;
  for (guint i = 0; i < level->areas->len; i++)
    {
      const KbRings *rings = &kb_area_at (level, i)->rings;
      form->of_areas[i] = (KbPartitionArea) { put, kb_rings_points (rings) };
      for (guint r = 0; r < rings->n; r++)
        for (guint k = kb_rings_start (rings, r); k < rings->ends[r]; k++)
          *put++ = edge_of (rings->points[k], rings->points[k + 1 < rings->ends[r] ? k + 1 : kb_rings_start (rings, r)]);
    }
  form->input.areas = form->of_areas;
  form->input.n_areas = level->areas->len;
}

KbLevelForm *
kb_level_form_new (const KbProject *project, const KbLevel *level)
{
  KbLevelForm *form = g_new0 (KbLevelForm, 1);
  g_autoptr (GHashTable) classes = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < project->classes->len; i++)
    g_hash_table_insert (classes, GUINT_TO_POINTER (kb_class_at (project, i)->node.id), GUINT_TO_POINTER (i));
  take_walls (form, level, classes);
  take_areas (form, level);
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

KbPartitionSettings
kb_level_settings (const KbLevel *level, kbx_partition kind)
{
  gboolean tree = kind == KBX_PARTITION_QUADTREE || kind == KBX_PARTITION_BSP;
  return (KbPartitionSettings) { .kind = kind, .leaf_walls = tree ? (guint) level->leaf_walls : 0,
                                 .max_depth = tree ? (guint) level->depth : 0, .cell = kind == KBX_PARTITION_GRID ? level->cell : 0,
                                 .split_cost = kind == KBX_PARTITION_BSP ? level->split_cost : 0 };
}

GBytes *
kb_level_build (const KbLevel *level, const KbLevelForm *form, const KbWatch *watch, GError **error)
{
  const KbWatch quiet = { .cancellable = watch ? watch->cancellable : NULL };
  KbPartitionSettings settings[4];
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    settings[kind] = kb_level_settings (level, (kbx_partition) kind);
  if (level->partition == KB_PARTITION_AUTO)
    return kb_partition_choose (&form->input, settings, watch, NULL, error);
  return kb_partition_build (&form->input, &settings[level->partition - KB_PARTITION_NONE], &quiet, NULL, error);
}

const char *
kb_partition_name (kbx_partition kind)
{
  static const char *const names[] = { "none", "grid", "quadtree", "bsp" };
  return (guint) kind < G_N_ELEMENTS (names) ? names[kind] : "none";
}

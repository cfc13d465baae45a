/* SPDX-License-Identifier: MIT */
/* kickbox info: levels, and what their walls cost in each partition. */
#include "cli/info_levels.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "bake/level/form.h"
#include "drawing/partition_numbers.h"

#define LEAST_COLUMN 6    /* characters */

/* ---- what both tell ---- */

static json_t *
pair (double x, double y)
{
  return json_pack ("[f, f]", x, y);
}

/* Of walls alone: left, top, right, bottom; null without any. */
typedef struct {
  double x0, y0, x1, y1;
  gboolean any;
} Bounds;

static void
take_in (Bounds *bounds, double x, double y)
{
  if (!bounds->any)
    *bounds = (Bounds) { x, y, x, y, TRUE };
  *bounds = (Bounds) { MIN (bounds->x0, x), MIN (bounds->y0, y), MAX (bounds->x1, x), MAX (bounds->y1, y), TRUE };
}

static json_t *
bounds_json (const Bounds *bounds)
{
  return bounds->any ? json_pack ("[f, f, f, f]", bounds->x0, bounds->y0, bounds->x1, bounds->y1) : json_null ();
}

/* What the kind has not, a dash in the text, is null. */
static void
clear_missing (json_t *partition, const KbPartitionStats *stats)
{
  /* As the rows of partition_numbers.h. */
  static const char *const keys[KB_PARTITION_NUMBERS] = {
    "bytes", "nodes", "depth_mean", "depth_max", "splits", "balance", "walls_mean", "walls_p99", "cost",
  };
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    {
      g_autofree char *text = kb_partition_number_text (row, stats);
      if (!text)
        json_object_set_new (partition, keys[row], json_null ());
    }
}

/* Takes the bytes. */
static void
add_partition (json_t *partitions, GBytes *bytes, KbPartitionStats *stats)
{
  if (!bytes)
    return;
  kb_partition_measure (bytes, stats);
  json_t *partition = json_pack ("{s:s, s:I, s:I, s:I, s:f, s:f, s:I, s:I, s:f, s:I, s:f}",
                                 "kind", kb_partition_name (stats->kind), "nodes", (json_int_t) stats->nodes,
                                 "leaves", (json_int_t) stats->leaves, "depth_max", (json_int_t) stats->depth_max,
                                 "depth_mean", stats->depth_mean, "balance", stats->balance,
                                 "splits", (json_int_t) stats->splits, "bytes", (json_int_t) stats->bytes,
                                 "walls_mean", stats->walls_mean, "walls_p99", (json_int_t) stats->walls_p99, "cost", stats->cost);
  clear_missing (partition, stats);
  json_array_append_new (partitions, partition);
  g_bytes_unref (bytes);
}

static json_t *
level_json (const char *name, gsize walls, const Bounds *bounds, const char *chosen, json_t *partitions, json_t *areas,
            json_t *entities)
{
  return json_pack ("{s:s, s:I, s:o, s:s, s:o, s:o, s:o}", "name", name, "walls", (json_int_t) walls,
                    "bounds", bounds_json (bounds),
                    "partition", chosen, "partitions", partitions, "areas", areas, "entities", entities);
}

static json_t *
entity_json (const char *name, const char *class_name, double x, double y, const char *sprite)
{
  json_t *entity = json_pack ("{s:s?, s:s, s:o}", "name", name && *name ? name : NULL, "class", class_name, "at", pair (x, y));
  if (sprite)
    json_object_set_new (entity, "sprite", json_string (sprite));
  return entity;
}

/* ---- projects ---- */

static const char *
class_name (const KbProject *project, KbId id)
{
  for (guint i = 0; i < project->classes->len; i++)
    if (kb_class_at (project, i)->node.id == id)
      return kb_class_at (project, i)->name;
  return "";
}

static json_t *
project_level (const KbProject *project, const KbLevel *level)
{
  json_t *areas = json_array (), *entities = json_array (), *partitions = json_array ();
  g_autoptr (KbLevelForm) form = kb_level_form_new (project, level);
  KbPartitionStats stats[4] = { { 0 } };
  Bounds bounds = { 0 };
  for (guint i = 0; i < level->walls->len; i++)
    {
      const KbWall *wall = kb_wall_at (level, i);
      take_in (&bounds, wall->a.x, wall->a.y);
      take_in (&bounds, wall->b.x, wall->b.y);
    }
  for (guint i = 0; i < level->areas->len; i++)
    json_array_append_new (areas, json_pack ("{s:s, s:s}", "name", kb_area_at (level, i)->name,
                                             "class", class_name (project, kb_area_at (level, i)->class_id)));
  for (guint i = 0; i < level->entities->len; i++)
    {
      const KbEntity *entity = kb_entity_at (level, i);
      json_array_append_new (entities, entity_json (entity->name, class_name (project, entity->class_id), entity->at.x,
                                                    entity->at.y, entity->sprite));
    }
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      KbPartitionSettings settings = kb_level_settings (level, (kbx_partition) kind);
      add_partition (partitions, kb_partition_build (&form->input, &settings, NULL, &stats[kind], NULL), &stats[kind]);
    }
  kbx_partition chosen = level->partition == KB_PARTITION_AUTO ? kb_partition_best (stats, form->input.n_walls)
                                                               : (kbx_partition) (level->partition - KB_PARTITION_NONE);
  json_t *told = level_json (level->name, level->walls->len, &bounds, kb_partition_name (chosen), partitions, areas, entities);
  kb_info_worlds_of_project (told, level);
  return told;
}

json_t *
kb_info_levels_of_project (const KbProject *project)
{
  json_t *levels = json_array ();
  for (guint i = 0; i < project->levels->len; i++)
    json_array_append_new (levels, project_level (project, kb_level_at (project, i)));
  return levels;
}

/* ---- banks ---- */

static json_t *
bank_level (const kbx_bank *bank, uint32_t index)
{
  kbx_level level = kbx_bank_item (bank, KBX_LEVEL, index);
  json_t *areas = json_array (), *entities = json_array (), *partitions = json_array ();
  Bounds bounds = { 0 };
  for (uint32_t i = 0; i < kbx_level_wall_count (level); i++)
    {
      kbx_segment wall = kbx_level_wall (level, i).segment;
      take_in (&bounds, wall.a.x, wall.a.y);
      take_in (&bounds, wall.b.x, wall.b.y);
    }
  for (uint32_t i = 0; i < kbx_level_area_count (level); i++)
    {
      kbx_handle area = kbx_item (level, KBX_AREA, i);
      json_array_append_new (areas, json_pack ("{s:s, s:s}", "name", kbx_name (area),
                                               "class", kbx_name (kbx_bank_item (bank, KBX_CLASS, kbx_class_of (area)))));
    }
  for (uint32_t i = 0; i < kbx_count (level, KBX_ENTITY); i++)
    {
      kbx_entity_about entity = kbx_entity_info (kbx_item (level, KBX_ENTITY, i));
      const char *sprite = entity.frame.bank ? kbx_name (kbx_parent (entity.frame)) : NULL;
      json_array_append_new (entities, entity_json (entity.name, kbx_name (kbx_bank_item (bank, KBX_CLASS, entity.class_index)), entity.at.x,
                                                    entity.at.y, sprite));
    }
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      /* The bank's own is told as it is, whatever it was built with. */
      gboolean own = kbx_level_partition (level) == (kbx_partition) kind;
      const KbPartitionSettings settings = { .kind = (kbx_partition) kind };
      KbPartitionStats stats;
      if (own)
        kb_partition_tell (level, &stats);
      GBytes *bytes = own ? g_bytes_new_static (level.data, stats.bytes) : kb_partition_again (level, &settings, &stats, NULL);
      add_partition (partitions, bytes, &stats);
    }
  json_t *told = level_json (kbx_name (level), kbx_level_wall_count (level), &bounds,
                             kb_partition_name (kbx_level_partition (level)), partitions, areas, entities);
  kb_info_worlds_of_bank (told, bank, index);
  return told;
}

json_t *
kb_info_levels_of_bank (const kbx_bank *bank)
{
  json_t *levels = json_array ();
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_LEVEL); i++)
    json_array_append_new (levels, bank_level (bank, i));
  return levels;
}

/* ---- for people ---- */

static double
number (const json_t *object, const char *key)
{
  return json_number_value (json_object_get (object, key));
}

static KbPartitionStats
stats_of (const json_t *partition)
{
  const char *name = json_string_value (json_object_get (partition, "kind"));
  KbPartitionStats stats = { .nodes = (guint) number (partition, "nodes"), .leaves = (guint) number (partition, "leaves"),
                             .depth_max = (guint) number (partition, "depth_max"), .depth_mean = number (partition, "depth_mean"),
                             .splits = (guint) number (partition, "splits"), .balance = number (partition, "balance"),
                             .bytes = (gsize) number (partition, "bytes"), .walls_mean = number (partition, "walls_mean"),
                             .walls_p99 = (guint) number (partition, "walls_p99"), .cost = number (partition, "cost") };
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    if (g_strcmp0 (name, kb_partition_name ((kbx_partition) kind)) == 0)
      stats.kind = (kbx_partition) kind;
  return stats;
}

/* To the right, below the name of its column. */
static void
print_cell (const char *text, guint row)
{
  int width = (int) MAX (g_utf8_strlen (kb_partition_number_label (row), -1), LEAST_COLUMN), length = (int) g_utf8_strlen (text, -1);
  printf ("%*s%s", MAX (width - length, 0) + 2, "", text);
}

static void
print_partitions (const json_t *partitions, const char *chosen)
{
  size_t i;
  json_t *partition;
  printf ("  %-10s", "partition");
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    print_cell (kb_partition_number_label (row), row);
  printf ("\n");
  json_array_foreach ((json_t *) partitions, i, partition)
    {
      KbPartitionStats stats = stats_of (partition);
      const char *kind = kb_partition_name (stats.kind);
      printf ("%s %-9s", g_str_equal (kind, chosen) ? " *" : "  ", kind);
      for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
        {
          g_autofree char *text = kb_partition_number_text (row, &stats);
          print_cell (text ? text : KB_NO_NUMBER, row);
        }
      printf ("\n");
    }
}

void
kb_info_print_level (const json_t *level)
{
  const json_t *bounds = json_object_get (level, "bounds"), *partitions = json_object_get (level, "partitions");
  const char *chosen = json_string_value (json_object_get (level, "partition"));
  gulong walls = (gulong) number (level, "walls"), areas = json_array_size (json_object_get (level, "areas"));
  gulong entities = json_array_size (json_object_get (level, "entities"));
  printf ("\n%s: level, ", json_string_value (json_object_get (level, "name")));
  printf (ngettext ("%lu wall, ", "%lu walls, ", walls), walls);
  printf (ngettext ("%lu area, ", "%lu areas, ", areas), areas);
  printf (ngettext ("%lu entity\n", "%lu entities\n", entities), entities);
  if (json_is_array (bounds))
    printf ("  from %g, %g to %g, %g\n", json_number_value (json_array_get (bounds, 0)),
            json_number_value (json_array_get (bounds, 1)), json_number_value (json_array_get (bounds, 2)), json_number_value (json_array_get (bounds, 3)));
  print_partitions (partitions, chosen);
  kb_info_print_worlds (level);
}

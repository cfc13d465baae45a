/* SPDX-License-Identifier: MIT */
/* kickbox info: levels, and the cost of their walls in each partition. */
#include "cli/info.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "bake/level/levels.h"
#include "cli/command.h"
#include "document/values.h"
#include "drawing/levels/level_partition.h"

#define LEAST_COLUMN 6    /* characters */

/* ---- projects and banks ---- */

/* The bounds of walls only: left, top, right, bottom; null without any. */
typedef struct {
  double x0, y0, x1, y1;
  gboolean any;
} Bounds;

static void
include_point (Bounds *bounds, double x, double y)
{
  if (!bounds->any)
    *bounds = (Bounds) { x, y, x, y, TRUE };
  *bounds = (Bounds) { MIN (bounds->x0, x), MIN (bounds->y0, y), MAX (bounds->x1, x),
                      MAX (bounds->y1, y), TRUE };
}

static json_t *
bounds_json (const Bounds *bounds)
{
  return bounds->any ? json_pack ("[f, f, f, f]", bounds->x0, bounds->y0, bounds->x1, bounds->y1)
                     : json_null ();
}

/* Sets values that the kind lacks, a dash in the text, to null. */
static void
clear_missing (json_t *partition, const KbPartitionStats *stats)
{
  /* As the rows of level_partition.h. */
  static const char *const keys[KB_PARTITION_NUMBERS] = {
    "bytes",   "nodes",      "depth_mean", "depth_max", "splits",
    "balance", "walls_mean", "walls_p99",  "cost",
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
  const kbx_handle level = { .data = g_bytes_get_data (bytes, NULL), .kind = KBX_WALLS };
  kb_partition_measure (bytes, stats);
  json_t *partition =
    json_pack ("{s:s, s:I, s:I, s:I, s:f, s:f, s:I, s:I, s:f, s:I, s:f}", "kind",
               kb_partition_name (stats->kind), "nodes", (json_int_t) stats->nodes, "leaves",
               (json_int_t) stats->leaves, "depth_max", (json_int_t) stats->depth_max, "depth_mean",
               stats->depth_mean, "balance", stats->balance, "splits", (json_int_t) stats->splits,
               "bytes", (json_int_t) stats->bytes, "walls_mean", stats->walls_mean, "walls_p99",
               (json_int_t) stats->walls_p99, "cost", stats->cost);
  if (stats->columns > 0)
    {
      const kbx_rect area = kbx_info (level).area;
      json_object_update_new (
        partition, json_pack ("{s:i, s:i, s:[f, f, f, f]}", "columns", (int) stats->columns, "rows",
                              (int) stats->rows, "area", (double) area.min.x, (double) area.min.y,
                              (double) area.max.x, (double) area.max.y));
    }
  clear_missing (partition, stats);
  json_array_append_new (partitions, partition);
  g_bytes_unref (bytes);
}

/* Builds and measures each partition. The bank's own is described as stored, whatever built it. */
static json_t *
partitions_of_bank (const KbBankLevel *from, KbPartitionStats stats[4], kbx_partition *chosen)
{
  json_t *partitions = json_array ();
  kbx_handle level;
  /* Checked when the bank was read */
  kbx_open (&level, KBX_WALLS, from->bytes, from->size, NULL);
  *chosen = kbx_info (level).partition;
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      gboolean own = *chosen == (kbx_partition) kind;
      if (own)
        kb_partition_report (level, &stats[kind]);
      GBytes *bytes = own ? g_bytes_new_static (level.data, stats[kind].bytes)
                          : kb_partition_again (level, (kbx_partition) kind, NULL);
      add_partition (partitions, bytes, &stats[kind]);
    }
  return partitions;
}

static json_t *
partitions_of_project (const KbLevel *level, KbPartitionStats stats[4], kbx_partition *chosen)
{
  json_t *partitions = json_array ();
  g_autoptr (KbLevelForm) form = kb_level_form_new ((const KbProject *) level->node.parent, level);
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      const kbx_walls_plan plan = kb_level_plan (form, (kbx_partition) kind);
      add_partition (partitions, kb_partition_build (&plan, NULL, &stats[kind], NULL),
                     &stats[kind]);
    }
  *chosen = level->partition == KB_PARTITION_AUTO
              ? kb_partition_best (stats, form->plan.wall_count)
              : (kbx_partition) (level->partition - KB_PARTITION_NONE);
  return partitions;
}

/* Returns the number of walls. */
static guint
measure_walls (KbInfoItem level, Bounds *bounds)
{
  const KbLevel *drawn = (const KbLevel *) level.node;
  const kbx_handle baked = { .data = drawn ? NULL : ((const KbBankLevel *) level.item)->bytes,
                             .kind = KBX_WALLS };
  const guint n = drawn ? drawn->walls->len : kbx_info (baked).walls;
  for (guint i = 0; i < n; i++)
    {
      const kbx_segment wall =
        drawn ? (kbx_segment) { { 0, 0 }, { 0, 0 } } : kbx_walls_wall (baked, i).segment;
      const KbVec a = drawn ? kb_wall_at (drawn, i)->a : (KbVec) { wall.a.x, wall.a.y };
      const KbVec b = drawn ? kb_wall_at (drawn, i)->b : (KbVec) { wall.b.x, wall.b.y };
      include_point (bounds, a.x, a.y);
      include_point (bounds, b.x, b.y);
    }
  return n;
}

static void
add_value (json_t *values, const char *key, const char *text, KbValueType type)
{
  gboolean literal = type == KB_VALUE_NUMBER || type == KB_VALUE_BOOLEAN;
  g_autofree char *usual = literal ? kb_value_usual (text, type) : NULL;
  json_object_set_new (values, key,
                       usual ? json_loads (usual, JSON_DECODE_ANY, NULL) : json_string (text));
}

/* The values that a game finds by key. */
static json_t *
values_json (KbInfoItem entity)
{
  const KbBankEntity *stored = entity.item;
  json_t *values = json_object ();
  for (guint i = 0; !entity.node && i < stored->n_values; i++)
    add_value (values, stored->values[i].key, stored->values[i].value,
               (KbValueType) stored->values[i].type);
  KB_EACH_MEMBER (key, value, entity.node ? kb_node_values (entity.node) : NULL)
    add_value (values, key, json_string_value (value),
               kb_value_type (entity.node, key, json_string_value (value)));
  return values;
}

static json_t *
entity_json (KbInfoItem entity)
{
  json_auto_t *name = kb_info_get (entity, "name"), *sprite = kb_info_get (entity, "sprite"),
              *values = values_json (entity);
  return json_pack ("{s:s?, s:o, s:o, s:O*, s:s*}", "name",
                    kb_text_or_null (json_string_value (name)), "class",
                    kb_info_get (entity, "class"), "at",
                    json_pack ("[f, f]", kb_info_number (entity, "at", 0),
                               kb_info_number (entity, "at", 1)),
                    "values", json_object_size (values) > 0 ? values : NULL, "sprite",
                    json_string_value (sprite));
}

static json_t *
area_json (KbInfoItem area)
{
  return json_pack ("{s:o, s:o}", "name", kb_info_get (area, "name"), "class",
                    kb_info_get (area, "class"));
}

json_t *
kb_info_level (KbInfoItem level)
{
  KbPartitionStats stats[4] = { { 0 } };
  kbx_partition chosen;
  Bounds bounds = { 0 };
  const guint walls = measure_walls (level, &bounds);
  json_t *partitions = level.node
                         ? partitions_of_project ((const KbLevel *) level.node, stats, &chosen)
                         : partitions_of_bank (level.item, stats, &chosen);
  json_t *json = json_pack ("{s:o, s:i, s:o, s:s, s:o, s:o, s:o}", "name",
                            kb_info_get (level, "name"), "walls", (int) walls, "bounds",
                            bounds_json (&bounds), "partition", kb_partition_name (chosen),
                            "partitions", partitions, "areas",
                            kb_info_list (level, "areas", area_json), "entities",
                            kb_info_list (level, "entities", entity_json));
  if (level.node)
    kb_info_worlds_of_project (json, (const KbLevel *) level.node);
  else
    kb_info_worlds_of_bank (json, level.item);
  return json;
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
  KbPartitionStats stats = { .nodes = (guint) number (partition, "nodes"),
                             .leaves = (guint) number (partition, "leaves"),
                             .columns = (guint) number (partition, "columns"),
                             .rows = (guint) number (partition, "rows"),
                             .depth_max = (guint) number (partition, "depth_max"),
                             .depth_mean = number (partition, "depth_mean"),
                             .splits = (guint) number (partition, "splits"),
                             .balance = number (partition, "balance"),
                             .bytes = (gsize) number (partition, "bytes"),
                             .walls_mean = number (partition, "walls_mean"),
                             .walls_p99 = (guint) number (partition, "walls_p99"),
                             .cost = number (partition, "cost") };
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    if (g_strcmp0 (name, kb_partition_name ((kbx_partition) kind)) == 0)
      stats.kind = (kbx_partition) kind;
  return stats;
}

/* Right-aligned below its column's name. */
static void
print_cell (const char *text, guint row)
{
  int width = (int) MAX (g_utf8_strlen (kb_partition_number_label (row), -1), LEAST_COLUMN),
      length = (int) g_utf8_strlen (text, -1);
  printf ("%*s%s", MAX (width - length, 0) + 2, "", text);
}

static void
print_partitions (const json_t *partitions, const char *chosen)
{
  printf ("  %-10s", _("partition"));
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    print_cell (kb_partition_number_label (row), row);
  printf ("\n");
  KB_EACH_JSON (partition, partitions)
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

/* Areas and entities: name, class, position, sprite. */
static void
print_places (const json_t *list, const char *kind)
{
  KB_EACH_JSON (item, list)
    {
      const json_t *at = json_object_get (item, "at");
      const char *name = json_string_value (json_object_get (item, "name")),
                 *of = json_string_value (json_object_get (item, "class"));
      const char *sprite = json_string_value (json_object_get (item, "sprite"));
      printf ("  %s%s%s: %s", kind, name && *name ? " " : "", name ? name : "",
              of ? of : _("no class"));
      if (at)
        printf (_(" at %.14g, %.14g"), json_number_value (json_array_get (at, 0)),
                json_number_value (json_array_get (at, 1)));
      printf (sprite ? _(", shows %s\n") : "\n", sprite);
    }
}

void
kb_info_print_level (const json_t *level)
{
  const json_t *bounds = json_object_get (level, "bounds"),
               *partitions = json_object_get (level, "partitions");
  const char *chosen = json_string_value (json_object_get (level, "partition"));
  gulong walls = (gulong) number (level, "walls"),
         areas = json_array_size (json_object_get (level, "areas"));
  gulong entities = json_array_size (json_object_get (level, "entities"));
  printf (_("\n%s: level, "), json_string_value (json_object_get (level, "name")));
  printf (ngettext ("%lu wall, ", "%lu walls, ", walls), walls);
  printf (ngettext ("%lu area, ", "%lu areas, ", areas), areas);
  printf (ngettext ("%lu entity\n", "%lu entities\n", entities), entities);
  if (json_is_array (bounds))
    printf (_("  from %g, %g to %g, %g\n"), json_number_value (json_array_get (bounds, 0)),
            json_number_value (json_array_get (bounds, 1)),
            json_number_value (json_array_get (bounds, 2)),
            json_number_value (json_array_get (bounds, 3)));
  if (walls > 0)
    print_partitions (partitions, chosen);
  kb_info_print_worlds (level);
  print_places (json_object_get (level, "areas"), _("area"));
  print_places (json_object_get (level, "entities"), _("entity"));
}

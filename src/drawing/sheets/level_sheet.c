/* SPDX-License-Identifier: MIT */
/* A picture of a level, and one for each kind of partition. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#include "bake/level/levels.h"
#include "document/edits/cells.h"
#include "document/heightmap.h"
#include "drawing/levels/level_heights.h"
#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"
#include "drawing/sheets/sheet.h"
#include "drawing/style.h"
#include "drawing/tiles/tiles.h"

/* ---- tile counts ---- */

/* Counts equal tiles together, then looks up their classes. */

/* The number of cells with each tile of a layer, by KB_CELL_TILE: guint64 by guint32. */
static GHashTable *
count_tiles (const KbLayer *layer)
{
  GHashTable *counts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  const KbZones *zones = layer->cells.zones;
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  guint64 *count = NULL;
  guint32 last = 0;
  for (gint j = 0; zones && j < layer->height; j++)
    {
      kb_cells_copy (zones, 0, j, (guint) layer->width, 1, row, (gsize) layer->width);
      for (gint i = 0; i < layer->width; i++)
        if (!kb_cell_is_empty (row[i]))
          {
            if (!count || (row[i] & KB_CELL_TILE) != last)
              count =
                g_hash_table_lookup (counts, GUINT_TO_POINTER (last = row[i] & KB_CELL_TILE));
            if (!count)
              g_hash_table_insert (counts, GUINT_TO_POINTER (last), count = g_new0 (guint64, 1));
            (*count)++;
          }
    }
  return counts;
}

static const KbFrame *
frame_of_tile (const KbProject *project, const KbLevel *level, guint32 tile)
{
  const KbSprite *sprite =
    kb_level_tileset_sprite (project, level, (gint) (tile >> KB_CELL_TILESET_SHIFT));
  return sprite && tile & KB_CELL_FRAME
           ? kb_sprite_find_frame (sprite, (gint) (tile & KB_CELL_FRAME))
           : NULL;
}

static void
add_layer (KbTileCounts *to, const KbProject *project, const KbLevel *level, const KbLayer *layer)
{
  g_autoptr (GHashTable) counts = count_tiles (layer);
  GHashTableIter iter;
  gpointer tile, count;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &tile, &count))
    {
      const KbFrame *frame = frame_of_tile (project, level, GPOINTER_TO_UINT (tile));
      KbId class_id = 0;
      to->all += *(guint64 *) count;
      to->missing += frame ? 0 : *(guint64 *) count;
      if (!frame || kb_layer_collision (layer, frame, &class_id) == KB_COLLISION_SHAPES)
        continue;
      for (guint c = 0; c < kb_count (project->classes); c++)
        to->by_class[c] += kb_class_at (project, c)->node.id == class_id ? *(guint64 *) count : 0;
    }
}

/* Cost: the cells. */
static KbTileCounts
kb_tile_counts (const KbProject *project, const KbLevel *level)
{
  KbTileCounts result = { 0 };
  KB_EACH (const KbLayer, layer, level->layers)
    add_layer (&result, project, level, layer);
  return result;
}

/* "12 tiles", as a new string. */
static char *
kb_tile_count_text (guint64 count)
{
  return g_strdup_printf (
    ngettext ("%" PRIu64 " tile", "%" PRIu64 " tiles", (gulong) count), count);
}

/* ---- level sheet ---- */

#define AROUND 16.0    /* pixels around the content, for marks and names */
#define TREE_LEAF 10.0   /* width of a leaf, pixels of the sheet, if there is room */
#define TREE_LEAST 320.0
#define TREE_MOST 1600.0
#define TREE_HEIGHT 960.0
#define PLAIN (KB_LEVEL_PICTURE | KB_LEVEL_LAYERS | KB_LEVEL_HEIGHTMAPS)

typedef struct {
  KbDocument *document;
  const KbLevel *level;
  KbBounds bounds;      /* whole pixels */
  GBytes *partition;    /* NULL: none is shown */
  GArray *visits;       /* KbPartitionVisit: on the way to where a walker starts; or NULL */
  gboolean collision;   /* only tiles with their solid parts */
  gboolean plain;       /* pictures only, without marks and names */
  const GPtrArray *problems; /* KbProblem *; NULL: no marks */
} LevelSheet;

static guint
parts_of (const LevelSheet *sheet)
{
  if (sheet->partition)
    return KB_LEVEL_WALLS;
  if (sheet->collision)
    return KB_LEVEL_LAYERS | KB_LEVEL_COLLISION;
  return sheet->plain ? PLAIN : KB_LEVEL_ALL;
}

/* Not of an empty level. */
static void
draw_way_to_start (cairo_t *cr, const KbView *view, const KbStyle *style, const LevelSheet *sheet)
{
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (kbx_segment)),
                     places = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  const KbPartitionVisit *first = (const KbPartitionVisit *) (gpointer) sheet->visits->data;
  const kbx_vec at = { (float) first->a.x, (float) first->a.y };
  kb_draw_way (cr, view, style, sheet->partition, &(KbWay) { at, at, at, walls }, places);
}

static void
draw_level_sheet (cairo_t *cr, const KbView *view, const KbStyle *style, gpointer data)
{
  const LevelSheet *sheet = data;
  KbView shifted = *view;
  g_autoptr (KbSurfaces) surfaces = kb_surfaces_new (0);
  g_autoptr (KbHeights) heights = kb_heights_new ();
  KbLevelLook look = { .document = sheet->document,
                       .style = style,
                       .surfaces = surfaces,
                       .heights = heights,
                       .parts = parts_of (sheet) };
  shifted.x -= sheet->bounds.x0 * view->scale;
  shifted.y -= sheet->bounds.y0 * view->scale;
  if (sheet->partition)
    kb_draw_partition (cr, &shifted, style, sheet->partition,
                       &(KbPartitionLook) { TRUE, TRUE });
  kb_draw_level (cr, sheet->level, &shifted, &look);
  if (sheet->visits)
    draw_way_to_start (cr, &shifted, style, sheet);
  kb_draw_level_faults (cr, sheet->document, sheet->level->node.id, &shifted, style,
                        sheet->problems);
}

static double
tree_width (const LevelSheet *sheet)
{
  const double width = sheet->partition ? kb_partition_tree_width (sheet->partition, TREE_LEAF) : 0;
  return width > 0 ? CLAMP (width, TREE_LEAST, TREE_MOST) : 0;
}

static void
draw_tree (cairo_t *cr, double height, const KbStyle *style, gpointer data)
{
  const LevelSheet *sheet = data;
  g_autoptr (GArray) lit = g_array_new (FALSE, FALSE, sizeof (guint));
  KB_EACH_IN_WHILE (sheet->visits, const KbPartitionVisit, visit, sheet->visits)
    if (visit->leaf)
      g_array_append_val (lit, visit->node);
  kb_draw_partition_tree (cr, tree_width (sheet), MIN (height, TREE_HEIGHT), style,
                          sheet->partition, lit);
}

/* Counts the problems of each severity. */
static void
add_faults (GArray *legend, const GPtrArray *problems, const KbSheetOptions *options)
{
  guint counts[2] = { 0 };
  KB_EACH (const KbProblem, problem, problems)
    counts[problem->severity == KB_PROBLEM_ERROR]++;
  if (counts[TRUE])
    kb_plan_legend_add (legend, kb_fault_colour (kb_style (!options->light), KB_PROBLEM_ERROR),
                        g_strdup (ngettext ("error", "errors", counts[TRUE])),
                        g_strdup_printf ("%u", counts[TRUE]));
  if (counts[FALSE])
    kb_plan_legend_add (legend, kb_fault_colour (kb_style (!options->light), KB_PROBLEM_WARNING),
                        g_strdup (ngettext ("warning", "warnings", counts[FALSE])),
                        g_strdup_printf ("%u", counts[FALSE]));
}

/* Counts the items of a list with that class. */
static guint
count_class (const GPtrArray *items, KbId class_id)
{
  guint n = 0;
  KB_EACH (const KbNode, node, items)
    {
      const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
      n += *(const KbId *) (const void *) ((const char *) node + field->offset) == class_id;
    }
  return n;
}

/* Each class of the level, with the counts of its walls, areas, entities, mazes, grounds and
 * tiles. */
static void
add_classes (GArray *legend, const KbProject *project, const KbLevel *level,
             const KbTileCounts *tiles)
{
  const struct { const GPtrArray *items; const char *one, *many; } lists[] = {
    { level->walls, KB_PLURAL ("%u wall", "%u walls") },
    { level->areas, KB_PLURAL ("%u area", "%u areas") },
    { level->entities, KB_PLURAL ("%u entity", "%u entities") },
    { level->mazes, KB_PLURAL ("%u maze", "%u mazes") },
    { level->grounds, KB_PLURAL ("%u ground", "%u grounds") },
  };
  KB_EACH (const KbClass, class, project->classes)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
        {
          guint n = count_class (lists[i].items, class->node.id);
          if (n == 0)
            continue;
          g_string_append (text, text->len ? " · " : "");
          g_string_append_printf (text, g_dngettext (NULL, lists[i].one, lists[i].many, n), n);
        }
      g_autofree char *tiles_text =
        tiles->by_class[class_at] ? kb_tile_count_text (tiles->by_class[class_at]) : NULL;
      if (tiles_text)
        g_string_append_printf (text, "%s%s", text->len ? " · " : "", tiles_text);
      if (text->len)
        kb_plan_legend_add (legend, class->colour, g_strdup (class->name), g_strdup (text->str));
    }
}

static void
add_missing (GArray *legend, const KbTileCounts *tiles, const KbStyle *style)
{
  if (tiles->missing)
    kb_plan_legend_add (legend, style->wrong, g_strdup (_("no such tile")),
                        kb_tile_count_text (tiles->missing));
}

static GArray *
legend_of_collision (const KbProject *project, const KbLevel *level, const KbStyle *style)
{
  GArray *legend = kb_plan_legend_new ();
  KbTileCounts tiles = kb_tile_counts (project, level);
  guint64 solid = 0;
  KB_EACH (const KbClass, class, project->classes)
    {
      solid += tiles.by_class[class_at];
      if (tiles.by_class[class_at])
        kb_plan_legend_add (legend, class->colour, g_strdup (class->name),
                            kb_tile_count_text (tiles.by_class[class_at]));
    }
  if (tiles.all > solid + tiles.missing)
    kb_plan_legend_add (legend, 0, g_strdup (_("nothing")),
                        kb_tile_count_text (tiles.all - solid - tiles.missing));
  add_missing (legend, &tiles, style);
  return legend;
}

static GArray *
legend_of_partition (const KbPartitionStats *stats)
{
  GArray *legend = kb_plan_legend_new ();
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    {
      char *text = kb_partition_number_text (row, stats);
      kb_plan_legend_add (legend, 0x9a9996ff, g_strdup (kb_partition_number_label (row)),
                          text ? text : g_strdup (KB_NO_NUMBER));
    }
  const guint depths[2] = { 0, MAX (stats->depth_max, 1) - 1 };   /* lines are above leaves */
  for (guint i = 0; stats->kind != KBX_PARTITION_GRID && i < MIN (stats->depth_max, 2); i++)
    kb_plan_legend_add (legend, kb_depth_colour (depths[i]), g_strdup (_("lines of depth")),
                        g_strdup_printf ("%u", depths[i]));
  return legend;
}

static LevelSheet
sheet_of (KbDocument *document, KbId id, const KbSheetOptions *options)
{
  LevelSheet sheet = { .document = document,
                       .level = (const KbLevel *) kb_document_node (document, id),
                       .plain = options->plain };
  const double around = sheet.plain ? 0 : AROUND;
  KbBounds bounds = kb_level_bounds (sheet.level);
  KbBounds over = kb_level_overhang (document, sheet.level);
  sheet.bounds =
    (KbBounds) { floor (bounds.x0 - over.x0 - around), floor (bounds.y0 - over.y0 - around),
                ceil (bounds.x1 + over.x1 + around), ceil (bounds.y1 + over.y1 + around) };
  sheet.bounds.x1 = MAX (sheet.bounds.x1, sheet.bounds.x0 + 1);   /* a level of one entity */
  sheet.bounds.y1 = MAX (sheet.bounds.y1, sheet.bounds.y0 + 1);
  return sheet;
}

static KbPicture *
draw_sheet (LevelSheet *sheet, const char *name, GArray *legend, const KbSheetOptions *options,
            GError **error)
{
  g_autoptr (GPtrArray) problems = kb_document_level_problems (sheet->document, sheet->level);
  sheet->problems = sheet->plain ? NULL : problems;
  add_faults (legend, problems, options);
  const KbPlan plan = { name,
                        (gint) (sheet->bounds.x1 - sheet->bounds.x0),
                        (gint) (sheet->bounds.y1 - sheet->bounds.y0),
                        legend,
                        draw_level_sheet,
                        sheet,
                        tree_width (sheet),
                        draw_tree,
                        sheet->plain };
  return kb_draw_plan (&plan, options, error);
}

/* The altitudes by colour, for each heightmap. */
static void
kb_plan_legend_add_altitudes (GArray *legend, const KbLevel *level)
{
  KB_EACH (const KbHeightmap, map, level->heightmaps)
    for (guint i = 0; i < 5; i++)
      {
        double share = 1 - i / 4.0;
        g_autofree char *altitude = kb_number_text (map->low + (map->high - map->low) * share);
        kb_plan_legend_add (legend, kb_height_colour (share), g_strdup (map->name),
                            g_strdup_printf (_("altitude %s"), altitude));
      }
}

KbPicture *
kb_draw_level_sheet (KbDocument *document, KbId id, const KbSheetOptions *options, GError **error)
{
  LevelSheet sheet = sheet_of (document, id, options);
  g_autoptr (GArray) legend = kb_plan_legend_new ();
  g_autoptr (GError) local = NULL;
  KbTileCounts tiles = kb_tile_counts (kb_document_project (document), sheet.level);
  add_classes (legend, kb_document_project (document), sheet.level, &tiles);
  add_missing (legend, &tiles, kb_style (!options->light));
  kb_plan_legend_add_altitudes (legend, sheet.level);
  /* Keeps the picture cached for drawing */
  KbPicture *behind = kb_document_level_picture (document, sheet.level, &local);
  g_clear_pointer (&behind, kb_picture_unref);
  if (local || !kb_document_read_heightmaps (document, sheet.level, &local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return draw_sheet (&sheet, sheet.level->name, legend, options, error);
}

KbPicture *
kb_draw_level_collision_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                               GError **error)
{
  LevelSheet sheet = sheet_of (document, id, options);
  g_autoptr (GArray) legend =
    legend_of_collision (kb_document_project (document), sheet.level, kb_style (!options->light));
  g_autofree char *title = g_strdup_printf (_("%s: %s"), sheet.level->name, _("collision"));
  sheet.collision = TRUE;
  return draw_sheet (&sheet, title, legend, options, error);
}

/* The visits on the way to the leaf of the entity "start", or of a player; NULL: there is none. */
static GArray *
way_to_start (const KbLevel *level, GBytes *partition)
{
  KB_EACH (const KbEntity, entity, level->entities)
    {
      const kbx_vec at = { (float) entity->at.x, (float) entity->at.y };
      if (entity->name
          && (g_str_equal (entity->name, "start") || g_str_has_prefix (entity->name, "player")))
        return kb_partition_visits (partition, at, at, at);
    }
  return NULL;
}

static KbPicture *
draw_partition_sheet (KbDocument *document, KbId id, kbx_partition kind,
                      const KbSheetOptions *options, GError **error)
{
  static const char *const names[] = { N_("all walls"), N_("grid"), N_("quadtree"), N_("BSP") };
  LevelSheet sheet = sheet_of (document, id, options);
  g_autoptr (KbLevelForm) form = kb_level_form_new (kb_document_project (document), sheet.level);
  const kbx_walls_plan plan = kb_level_plan (form, kind);
  KbPartitionStats stats;
  g_autoptr (GBytes) bytes = kb_partition_build (&plan, NULL, &stats, error);
  if (!bytes)
    return NULL;
  kb_partition_measure (bytes, &stats);
  g_autoptr (GArray) visits = sheet.plain ? NULL : way_to_start (sheet.level, bytes);
  sheet.partition = bytes;
  sheet.visits = visits && visits->len > 0 ? visits : NULL;
  g_autoptr (GArray) legend = legend_of_partition (&stats);
  g_autofree char *title = g_strdup_printf (_("%s: %s"), sheet.level->name, _(names[kind]));
  return draw_sheet (&sheet, title, legend, options, error);
}

KbPicture *
kb_draw_level_grid_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                          GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_GRID, options, error);
}

KbPicture *
kb_draw_level_quadtree_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                              GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_QUADTREE, options, error);
}

KbPicture *
kb_draw_level_bsp_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                         GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_BSP, options, error);
}

/* SPDX-License-Identifier: MIT */
/* kickbox render: contact sheets of annotated frames, masks with their zones, tracks with their
 * bands, levels with their partitions. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "bake/level/levels.h"
#include "bake/outputs.h"
#include "cli/bank_document.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/edits/cells.h"
#include "document/files/files.h"
#include "document/heightmap.h"
#include "document/names.h"
#include "drawing/levels/level_heights.h"
#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"
#include "drawing/sheets/sheet.h"
#include "drawing/style.h"
#include "drawing/tiles/tiles.h"
#include "interchange/importers.h"
#include "interchange/layers/moving.h"

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

/* The same for a level, with the parts that it has. */
static KbPicture *
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

/* The solid parts of its tiles, over them, in the colours of their classes. Below, the number of
 * tiles for each class. */
static KbPicture *
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

/* Its walls over a partition: coloured leaves, lines by depth; below, the partition's costs. Built
 * with the level's settings. */
static KbPicture *
kb_draw_level_grid_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                          GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_GRID, options, error);
}

static KbPicture *
kb_draw_level_quadtree_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                              GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_QUADTREE, options, error);
}

static KbPicture *
kb_draw_level_bsp_sheet (KbDocument *document, KbId id, const KbSheetOptions *options,
                         GError **error)
{
  return draw_partition_sheet (document, id, KBX_PARTITION_BSP, options, error);
}

static char *render_output, *render_scale, *animation_names, **only;
static gboolean light, render_plain;

static const GOptionEntry render_options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &render_output, N_("The folder for the pictures"),
    "DIR" },
  { "only", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &only,
    N_("Only these, and tilesets, too: levels, a name, or 'levels/ca*'; may be given again"),
    "WHAT" },
  { "scale", 0, 0, G_OPTION_ARG_FILENAME, &render_scale,
    N_("Times to enlarge, 1 to 32; chosen when left out"),
    "N" },
  { "animations", 0, 0, G_OPTION_ARG_FILENAME, &animation_names,
    N_("Each animation as a moving picture instead"), "gif|apng" },
  { "plain", 0, 0, G_OPTION_ARG_NONE, &render_plain,
    N_("Pictures alone, without annotations, names and legends"), NULL },
  { "light", 0, 0, G_OPTION_ARG_NONE, &light, N_("On a light ground"), NULL },
  G_OPTION_ENTRY_NULL
};

/* The kinds of assets drawn, each in a folder of its own. Sprites came first and have none. */
typedef struct {
  const char *folder;     /* with a slash at its end, or "" */
  const char *shows;      /* for the help */
  gsize list;             /* in KbProject: a GPtrArray * of nodes */
  KbPicture *(*draw) (KbDocument *document, KbId id, const KbSheetOptions *render_options,
    GError **error);
  gboolean (*has) (const KbNode *node);   /* whether there is anything to draw, or NULL: always */
} Kind;

static gboolean
has_tiles (const KbNode *level)
{
  return kb_count (((const KbLevel *) level)->layers) > 0;
}

static gboolean
has_walls (const KbNode *level)
{
  return kb_count (((const KbLevel *) level)->walls) > 0;
}

static const Kind render_kinds[] = {
  { "", N_("a sprite, each animation a row"), G_STRUCT_OFFSET (KbProject, sprites),
    kb_draw_contact_sheet },
  { "masks/", N_("a mask: its zones over the picture, their names and pixels below"),
    G_STRUCT_OFFSET (KbProject, masks), kb_draw_mask_sheet },
  { "tracks/", N_("a track with its surfaces, bands, curves and check points"),
    G_STRUCT_OFFSET (KbProject, tracks), kb_draw_track_sheet },
  { "levels/", N_("a level"), G_STRUCT_OFFSET (KbProject, levels), kb_draw_level_sheet },
  { "levels/collision/", N_("what stops a move, of a level with tiles"),
    G_STRUCT_OFFSET (KbProject, levels), kb_draw_level_collision_sheet, has_tiles },
  { "levels/grid/", N_("a level with walls, partitioned by a grid"),
    G_STRUCT_OFFSET (KbProject, levels), kb_draw_level_grid_sheet, has_walls },
  { "levels/quadtree/", N_("the same by a quadtree"), G_STRUCT_OFFSET (KbProject, levels),
    kb_draw_level_quadtree_sheet, has_walls },
  { "levels/bsp/", N_("the same by a BSP tree"), G_STRUCT_OFFSET (KbProject, levels),
    kb_draw_level_bsp_sheet, has_walls },
};

static char *
list_kinds (void)
{
  GString *help = g_string_new (_("Draws PNG pictures and prints their names:\n\n"));
  for (guint i = 0; i < G_N_ELEMENTS (render_kinds); i++)
    g_string_append_printf (help, "  DIR/%sNAME.png\n      %s\n", render_kinds[i].folder,
                            _(render_kinds[i].shows));
  g_string_append (help,
                   _("  DIR/SPRITE/NAME.gif, .png\n      with --animations: an animation\n"));
  g_string_append (help,
                   _("  DIR/FRAME.png\n      each frame of FILE, a drawing of a paint program "
                     "or an animated picture\n\n"));
  return g_string_free (help, FALSE);
}

static gboolean
is_called (const KbNode *node, const char *wanted)
{
  const char *name = G_STRUCT_MEMBER (const char *, node,
                                      kb_kind_field (node->kind, "name")->offset);
  g_autofree char *path = g_strdup_printf ("%s/%s", node->kind->folder, name);
  return strcmp (wanted, node->kind->folder) == 0 || g_pattern_match_simple (wanted, name)
         || g_pattern_match_simple (wanted, path);
}

/* Sheets of tilesets are large, and levels show the tiles: they are drawn if they are asked for. */
static gboolean
is_wanted (const KbNode *node)
{
  const KbSprite *sprite = kb_node_as (node, &kb_sprite_kind);
  gboolean wanted = !only && !(sprite && kb_sprite_is_tileset (sprite));
  for (guint i = 0; only && only[i]; i++)
    wanted |= is_called (node, only[i]);
  return wanted;
}

/* Is there something for each --only? */
static gboolean
check_only (const KbDocument *document, GError **error)
{
  for (guint i = 0; only && only[i]; i++)
    {
      gboolean found = FALSE;
      for (guint k = 0; k < G_N_ELEMENTS (render_kinds); k++)
        {
          const GPtrArray *all =
            G_STRUCT_MEMBER (GPtrArray *, kb_document_project (document), render_kinds[k].list);
          KB_EACH (const KbNode, node, all)
            found |= is_called (node, only[i]);
        }
      if (!found)
        return kb_fail (error, KB_ERROR_INPUT, _("kickbox render: --only: nothing is called '%s'"),
                        only[i]);
    }
  return TRUE;
}

/* Borrowed nodes; free the list. */
static GPtrArray *
nodes_of (const KbDocument *document, const Kind *kind)
{
  const GPtrArray *all = G_STRUCT_MEMBER (GPtrArray *, kb_document_project (document), kind->list);
  GPtrArray *nodes = g_ptr_array_new ();
  KB_EACH (KbNode, node, all)
    if (is_wanted (node) && (!kind->has || kind->has (node)))
      g_ptr_array_add (nodes, node);
  return nodes;
}

/* A name that files may have; one that was changed gets a number, so that two stay different. */
static char *
file_name (const KbNode *node, const char *missing, const char *ending)
{
  const char *own =
    G_STRUCT_MEMBER (const char *, node, kb_kind_field (node->kind, "name")->offset);
  g_autofree char *usable = kb_name_make_usable (own, missing);
  return strcmp (usable, own) == 0 ? g_strconcat (own, ending, NULL)
                                   : g_strdup_printf ("%s-%u%s", usable, node->id, ending);
}

static char *
sheet_path (const Kind *kind, const KbNode *node)
{
  g_autofree char *name = file_name (node, "picture", ".png");
  return g_build_filename (render_output, kind->folder, name, NULL);
}

/* DIR/SPRITE/ANIMATION.gif or .png */
static char *
animation_path (const KbAnimation *animation)
{
  g_autofree char *folder = file_name (animation->node.parent, "sprite", ""),
                  *file = file_name (&animation->node, "animation",
                                     g_str_equal (animation_names, "gif") ? ".gif" : ".png");
  return g_build_filename (render_output, folder, file, NULL);
}

/* Something was left out: the exit status is that of wrong input. */
static gboolean render_in_part;

static void
report_undrawn (const KbDocument *document, const char *path, const char *message, gboolean partly)
{
  g_autofree char *place = kb_document_placed (document, path);
  kb_cli_error (KB_EXIT_INPUT,
                partly ? _("%s: %s; not all of it is drawn") : _("%s: %s; it is not drawn"),
                place, message);
  render_in_part = TRUE;
}

gboolean
kb_cli_write_sheet (const char *path, const KbPicture *picture, GError **error)
{
  g_autoptr (GBytes) png = kb_picture_encode (picture, error);
  g_autoptr (GBytes) marked = png ? kb_mark_png (png, KB_MARK_SHEET) : NULL;
  return marked && kb_check_mark (path, KB_MARK_SHEET, error)
         && kb_outputs_write (path, marked, error);
}

/* Reports one that cannot be drawn and continues with the others. */
static gboolean
write_sheet (KbDocument *document, const Kind *kind, const KbNode *node,
             const KbSheetOptions *sheet, GError **error)
{
  g_autoptr (GError) fault = NULL;
  const KbPainted *painted = kb_node_painted (node, NULL);
  if (painted && painted->fault)   /* report_passed_over names it */
    return TRUE;
  g_autoptr (KbPicture) picture = kind->draw (document, node->id, sheet, &fault);
  if (!picture && fault->code == KB_ERROR_INPUT)
    {
      g_autofree char *place = kb_node_path (node);
      report_undrawn (document, place, fault->message, FALSE);
      return TRUE;
    }
  if (!picture)
    g_propagate_error (error, g_steal_pointer (&fault));
  g_autofree char *path = sheet_path (kind, node);
  if (!picture || !kb_cli_write_sheet (path, picture, error))
    return FALSE;
  printf ("%s\n", path);
  return TRUE;
}

/* Draws nothing if an output cannot be written. */
static gboolean
check_places (const KbDocument *document, const Kind *kind, GError **error)
{
  g_autoptr (GPtrArray) nodes = nodes_of (document, kind);
  KB_EACH (KbNode, node, nodes)
    {
      g_autofree char *path = sheet_path (kind, node);
      if (!kb_check_mark (path, KB_MARK_SHEET, error)
          || !kb_cli_check_output (document, "render", path, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
render_kind (KbDocument *document, const Kind *kind, const KbSheetOptions *sheet, GError **error)
{
  g_autoptr (GPtrArray) nodes = nodes_of (document, kind);
  KB_EACH (KbNode, node, nodes)
    if (!write_sheet (document, kind, node, sheet, error))
      return FALSE;
  return TRUE;
}

/* NULL without an error: there is nothing to show. */
static GBytes *
draw_animation (KbDocument *document, const KbAnimation *animation, gboolean as_gif,
                const KbSheetOptions *look, GError **error)
{
  g_autofree KbAnimationSheet *sheet = kb_animation_sheet_new (document, animation, look);
  const KbMoving moving = {
    .n_steps = kb_animation_sheet_steps (sheet),
    .loops = animation->loop == KB_LOOP_LOOP || animation->loop == KB_LOOP_PING_PONG,
    .draw = kb_animation_sheet_draw,
    .data = sheet,
    .comment = KB_EXPORT_MARK,
  };
  if (moving.n_steps == 0)
    return NULL;
  if (as_gif)
    return kb_moving_gif (&moving, error);
  g_autoptr (GBytes) png = kb_moving_apng (&moving, error);
  return png ? kb_mark_png (png, KB_MARK_SHEET) : NULL;
}

/* All, or none. */
static gboolean
render_animations (KbDocument *document, const KbSheetOptions *sheet, GError **error)
{
  const gboolean as_gif = g_str_equal (animation_names, "gif");
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  g_autoptr (GPtrArray) sprites = nodes_of (document, render_kinds);
  KB_EACH (const KbSprite, sprite, sprites)
    KB_EACH (const KbAnimation, animation, sprite->animations)
      {
        g_autoptr (GError) local = NULL;
        g_autofree char *path = animation_path (animation);
        if (!(as_gif ? kb_check_bank_place (path, error)
                     : kb_check_mark (path, KB_MARK_SHEET, error))
            || !kb_cli_check_output (document, "render", path, error))
          return FALSE;
        g_autoptr (GBytes) bytes = draw_animation (document, animation, as_gif, sheet, &local);
        if (!local && (!bytes || kb_outputs_add (outputs, path, bytes, &local)))
          {
            if (bytes)
              g_ptr_array_add (paths, g_steal_pointer (&path));
            continue;
          }
        g_autofree char *place = kb_node_path (&animation->node);
        g_set_error (error, local->domain, local->code, "%s: %s", place, local->message);
        return FALSE;
      }
  if (!kb_outputs_commit (outputs, error))
    return FALSE;
  KB_EACH (const char, path, paths)
    printf ("%s\n", path);
  return paths->len > 0
         || kb_fail (error, KB_ERROR_INPUT, _("kickbox render: there are no animations to draw"));
}

/* If a maze's file has another size, its existing edges are drawn. */
static gboolean
is_maze_cut (const KbDocument *document, const KbProblem *problem)
{
  const KbNode *node = kb_document_node (document, problem->node);
  return g_str_equal (problem->check, "painting-size") && kb_node_is (node, &kb_maze_kind);
}

/* Whether the drawing silently omits the part with the problem. */
static gboolean
is_passed_over (const KbDocument *document, const KbProblem *problem)
{
  static const char *const checks[] = { "bad-painting", "layer-axes", "ground-points",
                                        "ground-order", NULL };
  const KbNode *node = kb_document_node (document, problem->node);
  return g_strv_contains (checks, problem->check)
         || (g_str_equal (problem->check, "painting-size") && kb_node_is (node, &kb_layer_kind))
         || is_maze_cut (document, problem);
}

/* Reports what cannot be drawn. The rest is drawn. */
static void
report_passed_over (const KbDocument *document)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  KB_EACH (const KbProblem, problem, problems)
    if (is_passed_over (document, problem))
      report_undrawn (document, problem->path, problem->message, is_maze_cut (document, problem));
}

static gboolean
render (KbDocument *document, gint times, GError **error)
{
  const KbSheetOptions sheet = { .light = light, .plain = render_plain, .scale = (guint) times };
  if (!check_only (document, error))
    return FALSE;
  if (animation_names)
    return render_animations (document, &sheet, error);
  for (guint i = 0; i < G_N_ELEMENTS (render_kinds); i++)
    if (!check_places (document, render_kinds + i, error))
      return FALSE;
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KbFolder) folder = kb_folder_make (render_output, made, error);
  if (!folder)
    return FALSE;
  report_passed_over (document);
  gboolean ok = TRUE;
  for (guint i = 0; ok && i < G_N_ELEMENTS (render_kinds); i++)
    ok = render_kind (document, render_kinds + i, &sheet, error);
  for (guint i = made->len; !ok && i-- > 0;)
    g_rmdir (g_ptr_array_index (made, i));   /* if empty */
  return ok;
}

/* ---- drawings in layers ---- */

static const KbImporter *
find_layered (const char *path)
{
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_SPRITE, i)); i++)
    if (importer->layered && kb_importer_recognises (importer, path))
      return importer;
  return NULL;
}

static gboolean
add_frame (KbOutputs *outputs, const KbImport *import, guint i, GPtrArray *paths, GError **error)
{
  const KbImportFrame *frame = kb_import_frame (import, i);
  g_autoptr (KbPicture) picture = kb_import_frame_picture (import, frame);
  g_autoptr (GBytes) png = picture ? kb_picture_encode (picture, error) : NULL;
  if (!picture)
    return kb_import_fail_memory (error, import->files[0]);
  if (!png)
    {
      g_prefix_error (error, "%s: ", import->files[0]);
      return FALSE;
    }
  g_autofree char *usable = kb_name_make_usable (frame->name, "frame"),
                  *name = g_strconcat (usable, ".png", NULL),
                  *path = g_build_filename (render_output, name, NULL);
  g_autoptr (GBytes) marked = kb_mark_png (png, KB_MARK_SHEET);
  const gboolean ok =
    kb_check_mark (path, KB_MARK_SHEET, error) && kb_outputs_add (outputs, path, marked, error);
  g_ptr_array_add (paths, g_steal_pointer (&path));
  return ok;
}

/* The same lines as of `kickbox import`. */
static void
report_losses (const KbImport *import)
{
  KB_EACH (const KbMessage, message, import->messages)
    {
      g_autofree char *text = kb_message_text (message);
      kb_cli_error (KB_EXIT_DONE, "%s: %s", import->files[0], text);
    }
}

/* Each frame in its whole size, all or none. */
static gboolean
render_frames (const char *file, const KbImporter *importer, GError **error)
{
  const char *const files[] = { file, NULL };
  const KbImportOptions as = { .format = (char *) importer->name };
  g_autoptr (KbImport) import = kb_import_read (files, &as, error);
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  g_autoptr (KbFolder) folder = import ? kb_folder_make (render_output, made, error) : NULL;
  gboolean ok = folder != NULL;
  for (guint i = 0; ok && i < import->frames->len; i++)
    ok = add_frame (outputs, import, i, paths, error);
  ok = ok && kb_outputs_commit (outputs, error);
  if (ok)
    {
      KB_EACH (const char, path, paths)
        printf ("%s\n", (const char *) path);
      report_losses (import);
    }
  for (guint i = made->len; !ok && i-- > 0;)
    g_rmdir (g_ptr_array_index (made, i));   /* if empty */
  return ok;
}

static int
run_render (char **arguments)
{
  if (!render_output || !*render_output)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox render: the folder for the pictures is missing; "
                                        "expected: kickbox render PROJECT|BANK|FILE -o DIR"));
  g_auto (KbInput) input = { NULL };
  GError *error = NULL;
  gboolean ok;
  gint times = 0;   /* the option's value */
  if (animation_names && !g_str_equal (animation_names, "gif")
      && !g_str_equal (animation_names, "apng"))
    return kb_cli_error (KB_EXIT_USAGE,
                         _("kickbox render: --animations: '%s' is not one of gif, apng"),
                         animation_names);
  const KbImporter *layered = find_layered (arguments[0]);
  if (layered && (render_scale || render_plain || light || animation_names || only))
    return kb_cli_error (
      KB_EXIT_USAGE,
      _("kickbox render: --only, --scale, --animations, --plain and --light: not with %s"),
      _(layered->noun));
  kb_cli_shown_as (arguments[0], FALSE);
  if (layered)
    return render_frames (arguments[0], layered, &error) ? KB_EXIT_DONE : kb_cli_fail (error);
  if (!kb_cli_read_number ("render", "scale", render_scale, 1, 32, &times, &error)
      || !kb_input_open (&input, arguments[0], FALSE, &error))
    return kb_cli_fail (error);
  if (input.document)
    ok = kb_cli_check_output_folder (input.document, "render", render_output, &error)
         && render (input.document, times, &error);
  else
    {
      g_auto (KbBankDocument) unpacked = { NULL };
      g_autofree char *folder = g_path_get_dirname (arguments[0]);
      ok = kb_bank_document_open (&unpacked, input.bytes, arguments[0], folder, &error)
           && render (unpacked.document, times, &error);
    }
  return !ok ? kb_cli_fail (error) : render_in_part ? KB_EXIT_INPUT : KB_EXIT_DONE;
}

const KbCommand kb_command_render = {
  "render",
  N_("Draw contact sheets of annotated frames, masks, tracks and levels"),
  "PROJECT|BANK|FILE -o DIR",
  N_("A side over 2048 pixels is shown at 1/2, 1/3 ... What cannot be drawn is reported on "
     "standard\n"
  "error, the rest is drawn, and the exit status is then 1. What an import of FILE would leave\n"
  "out is reported there, too, but is no failure: the exit status stays 0. DIR is made if need\n"
  "be; in it only pictures that were made by this command are replaced."),
  1,
  1,
  render_options,
  run_render,
  list_kinds
};

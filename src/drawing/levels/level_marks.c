/* SPDX-License-Identifier: MIT */
/* Levels and their parts, one function each. */
#include "drawing/levels/level_marks.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "drawing/levels/level_worlds.h"
#include "drawing/scene/private.h"
#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"
#include "operations/level/heightmaps.h"

/* ---- heightmaps, mazes and grounds ---- */

static void
draw_heightmaps (cairo_t *cr, const KbLevel *level, const KbView *view,
                          const KbLevelLook *look)
{
  if (look->heights)
    KB_EACH (const KbHeightmap, heightmap, level->heightmaps)
      if (!kb_id_in_set (heightmap->node.id, look->hidden))
        kb_draw_heightmap (cr, view, look->style, look->heights, look->document, heightmap);
}

static void
draw_mazes (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds seen = kb_view_visible (view);
  KB_EACH (const KbMaze, maze, level->mazes)
    {
      const KbMazeCheck *check =
        look->maze_checks
          ? g_hash_table_lookup (look->maze_checks, GUINT_TO_POINTER (maze->node.id))
          : NULL;
      if (kb_id_in_set (maze->node.id, look->hidden) || kb_id_in_set (maze->class_id, look->hidden)
          || !kb_bounds_meet (kb_maze_place (maze), seen))
        continue;
      if (check && check->width == maze->width && check->height == maze->height)
        kb_draw_maze_parts (cr, view, maze, check);
      if (look->without != maze->node.id)
        kb_draw_maze (cr, view, look->style, maze, NULL,
                      kb_class_colour (look->document, maze->class_id), KB_MARK_PLAIN);
    }
}

static void
draw_grounds (cairo_t *cr, const KbLevel *level, const KbView *view,
                       const KbLevelLook *look)
{
  KB_EACH (const KbGroundLine, ground, level->grounds)
    if (!kb_id_in_set (ground->class_id, look->hidden)
        && !kb_id_in_set (ground->node.id, look->hidden)
        && look->without != ground->node.id)
      kb_draw_ground_line (cr, view, look->style, ground,
                           kb_class_colour (look->document, ground->class_id), KB_MARK_PLAIN);
}

/* ---- level stack ---- */

/* Draws the tile and image layers of a level with their opacity, tint, blend mode and parallax. */

static const cairo_operator_t operators[KB_BLENDS] = {
  [KB_BLEND_NORMAL] = CAIRO_OPERATOR_OVER,
  [KB_BLEND_ADD] = CAIRO_OPERATOR_ADD,
  [KB_BLEND_MULTIPLY] = CAIRO_OPERATOR_MULTIPLY,
  [KB_BLEND_SCREEN] = CAIRO_OPERATOR_SCREEN,
  [KB_BLEND_OVERLAY] = CAIRO_OPERATOR_OVERLAY,
  [KB_BLEND_DARKEN] = CAIRO_OPERATOR_DARKEN,
  [KB_BLEND_LIGHTEN] = CAIRO_OPERATOR_LIGHTEN,
  [KB_BLEND_COLOUR_DODGE] = CAIRO_OPERATOR_COLOR_DODGE,
  [KB_BLEND_COLOUR_BURN] = CAIRO_OPERATOR_COLOR_BURN,
  [KB_BLEND_HARD_LIGHT] = CAIRO_OPERATOR_HARD_LIGHT,
  [KB_BLEND_SOFT_LIGHT] = CAIRO_OPERATOR_SOFT_LIGHT,
  [KB_BLEND_DIFFERENCE] = CAIRO_OPERATOR_DIFFERENCE,
  [KB_BLEND_EXCLUSION] = CAIRO_OPERATOR_EXCLUSION,
};

/* ---- image layers ---- */

/* The part of an axis that the picture covers, in pixels of the level. */
static void
span_of (double at, double length, gboolean repeats, double seen0, double seen1, double *from,
         double *to)
{
  *from = repeats ? seen0 : at;
  *to = repeats ? seen1 : at + length;
}

static void
draw_image (cairo_t *cr, const KbImageLayer *image, const KbView *view, const KbLevelLook *look,
            double opacity)
{
  const KbFrame *frame = kb_image_frame (kb_document_project (look->document), image);
  g_autoptr (KbPicture) picture =
    frame && look->surfaces ? kb_document_frame_picture (look->document, frame, NULL) : NULL;
  if (!picture)
    return;
  const KbBounds seen = kb_view_visible (view);
  const guint level = kb_surface_level (view);
  cairo_surface_t *surface = kb_surfaces_get_reduced (look->surfaces, picture, 0, level);
  double x0, x1, y0, y1;
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return;
  span_of (image->at.x, frame->width, image->repeat_x, seen.x0, seen.x1, &x0, &x1);
  span_of (image->at.y, frame->height, image->repeat_y, seen.y0, seen.y1, &y0, &y1);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, view->x, view->y);
  cairo_scale (cr, view->scale, view->scale);
  kb_clip (cr, x0, y0, x1 - x0, y1 - y0);
  cairo_translate (cr, image->at.x, image->at.y);
  cairo_scale (cr, (double) frame->width / cairo_image_surface_get_width (surface),
               (double) frame->height / cairo_image_surface_get_height (surface));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            view->scale * MAX (view->device_scale, 1) >= 1 ? CAIRO_FILTER_NEAREST
                                                                           : CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cr, opacity);
}

/* ---- looks ---- */

/* Multiplies premultiplied pixels by the colour and its alpha. */
static void
tint_pixels (cairo_surface_t *group, guint32 tint)
{
  cairo_surface_t *image = cairo_surface_map_to_image (group, NULL);
  const int width = cairo_image_surface_get_width (image),
            height = cairo_image_surface_get_height (image);
  const gsize stride = (gsize) cairo_image_surface_get_stride (image);
  guint8 *data = cairo_image_surface_get_data (image);
  const guint32 alpha = tint & 0xff;
  const guint32 by[4] = { (tint >> 8 & 0xff) * alpha, (tint >> 16 & 0xff) * alpha,
                          (tint >> 24) * alpha, 255 * alpha };
  for (int y = 0; data && y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 *pixel = (guint32 *) (void *) (data + stride * (gsize) y) + x, result = 0;
        for (guint k = 0; *pixel && k < 4; k++)
          result |= ((*pixel >> 8 * k & 0xff) * by[k] + 32512) / 65025 << 8 * k;
        *pixel = result;
      }
  cairo_surface_mark_dirty (image);
  cairo_surface_unmap_image (group, image);
}

static void
draw_content (cairo_t *cr, const KbNode *node, const KbView *view, const KbLevelLook *look,
              const KbLevel *level, double opacity)
{
  const KbTilesLook tiles = { .document = look->document,
                              .level = level,
                              .style = look->style,
                              .surfaces = look->surfaces,
                              .time = look->time };
  const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
  if (layer)
    kb_draw_tile_layer (cr, view, layer, look->stroke, opacity, &tiles);
  else
    draw_image (cr, (const KbImageLayer *) node, view, look, opacity);
}

/* Draws it into a surface of its own first if it is tinted or blended. */
static void
draw_looking (cairo_t *cr, const KbNode *node, const KbView *view, const KbLevelLook *look,
              const KbLevel *level, const KbLayerLook *full)
{
  if (!full->tint && !full->blend)
    {
      draw_content (cr, node, view, look, level, full->opacity / 100.0);
      return;
    }
  cairo_push_group (cr);
  draw_content (cr, node, view, look, level, 1);
  cairo_pattern_t *group = cairo_pop_group (cr);
  cairo_surface_t *surface;
  if (full->tint && cairo_pattern_get_surface (group, &surface) == CAIRO_STATUS_SUCCESS)
    tint_pixels (surface, full->tint);
  cairo_save (cr);
  cairo_set_source (cr, group);
  cairo_set_operator (cr, operators[full->blend]);
  cairo_paint_with_alpha (cr, full->opacity / 100.0);
  cairo_restore (cr);
  cairo_pattern_destroy (group);
}

/* A layer with parallax 0 stays where it is while the view moves. */
static KbView
moved_view (const KbView *view, const KbLayerLook *full)
{
  const KbVec centre = kb_view_to_picture (view, (KbVec) { view->width / 2.0, view->height / 2.0 });
  KbView moved = *view;
  moved.x += rint (centre.x * (1 - full->parallax_x)) * view->scale;
  moved.y += rint (centre.y * (1 - full->parallax_y)) * view->scale;
  return moved;
}

/* Its tile and image layers, from back to front. A look that tints or blends needs a surface as
 * large as the clip. */
static void
kb_draw_level_stack (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  KB_EACH (const KbNode, node, stack)
    {
      const KbLayerLook full = kb_node_full_look (node);
      const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
      const KbView moved =
        look->parallax && node->id != look->still ? moved_view (view, &full) : *view;
      const KbTilesLook solid = { look->document, level, look->style, look->surfaces, look->time,
                                  .collision = TRUE };
      if (kb_layer_in_set (node, look->hidden))
        continue;
      if (look->parts & KB_LEVEL_LAYERS)
        draw_looking (cr, node, &moved, look, level, &full);
      if (layer && look->parts & KB_LEVEL_COLLISION)
        kb_draw_tile_layer (cr, view, layer, look->stroke, 1, &solid);
    }
}

/* ---- level names ---- */

/* Names next to areas and entities, and the legend shown when there is no room for them. */

#define EXTENT 110.0          /* maximum width of a name, canvas pixels */
#define MARKS_MOST 100              /* maximum names of entities */
#define ROOM (220.0 * 110.0)  /* canvas area needed for the name of one entity */
#define MOST_AREAS 24         /* maximum named areas, the largest ones: */
#define LEAST_WIDTH 80.0      /* minimum width of an area, canvas pixels */
#define LEAST_HEIGHT 30.0

#define ROW 17.0              /* height of a row of the legend */
#define SWATCH 9.0
#define MARKS_PAD 8.0
#define FROM_CORNER 10.0
#define MARKS_FONT 11.0
#define MOST_ROWS 12

/* ---- the legend ---- */

static void
add_class (GHashTable *found, KbId id, KbId *last)
{
  if (id != *last)
    g_hash_table_add (found, GUINT_TO_POINTER (*last = id));
}

GArray *
kb_level_classes (const KbLevel *level, const KbLevelLook *look)
{
  const KbProject *project = kb_document_project (look->document);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n = kb_count (level->walls);
  const KbLevelLine *lines = look->lines ? kb_level_lines_get (look->lines, &n) : NULL;
  KbId last = 0;
  for (guint i = 0; i < n; i++)
    add_class (found, lines ? lines[i].class_id : kb_wall_at (level, i)->class_id, &last);
  KB_EACH (const KbArea, area, level->areas)
    add_class (found, area->class_id, &last);
  KB_EACH (const KbEntity, entity, level->entities)
    add_class (found, entity->class_id, &last);
  KB_EACH (KbClass, class, project->classes)
    {
      KbId id = class->node.id;
      if (g_hash_table_contains (found, GUINT_TO_POINTER (id)) && !kb_id_in_set (id, look->hidden))
        g_array_append_val (classes, id);
    }
  return classes;
}

typedef struct {
  GArray *classes;       /* KbId */
  guint rows;            /* with too many classes the last row counts the rest */
  KbBounds box;          /* canvas pixels */
} Key;

/* Text of a row, as a new string. */
static char *
row_text (const Key *key, const KbLevelLook *look, guint row)
{
  guint left = key->classes->len - row;
  if (row + 1 == key->rows && left > 1)
    return g_strdup_printf (g_dngettext (NULL, "%u more", "%u more", left), left);
  const char *name = kb_class_name (look->document, g_array_index (key->classes, KbId, row));
  return g_utf8_strlen (name, -1) > 20
           ? g_strdup_printf ("%.*s…", (int) (g_utf8_offset_to_pointer (name, 19) - name), name)
           : g_strdup (name);
}

/* In the lower left corner, at most a third as high as the canvas. */
static Key
lay_out (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  Key key = { .classes = kb_level_classes (level, look) };
  double width = 0;
  key.rows =
    MIN (key.classes->len, (guint) CLAMP ((view->height - view->inset) / 3 / ROW, 0, MOST_ROWS));
  for (guint i = 0; i < key.rows; i++)
    {
      g_autofree char *text = row_text (&key, look, i);
      width = MAX (width, kb_text_advance (cr, text, MARKS_FONT, FALSE));
    }
  key.box =
    (KbBounds) { view->inset + FROM_CORNER, view->height - FROM_CORNER - key.rows * ROW - MARKS_PAD,
                ceil (view->inset + FROM_CORNER + 3 * MARKS_PAD + SWATCH + width),
                view->height - FROM_CORNER };
  return key;
}

static void
draw_key (cairo_t *cr, const Key *key, const KbLevelLook *look)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_path_rounded (cr, key->box, 6);
  kb_fill (cr, look->style->pill, 1);
  for (guint i = 0; i < key->rows; i++)
    {
      g_autofree char *text = row_text (key, look, i);
      double x = key->box.x0 + MARKS_PAD, y = key->box.y0 + MARKS_PAD / 2 + i * ROW;
      if (i + 1 < key->rows || key->rows == key->classes->len)
        {
          cairo_rectangle (cr, x, y + (ROW - SWATCH) / 2, SWATCH, SWATCH);
          kb_set_colour (
            cr, kb_class_colour (look->document, g_array_index (key->classes, KbId, i)), 1);
          cairo_fill (cr);
        }
      kb_draw_text (cr, x + SWATCH + MARKS_PAD, y + ROW / 2 + MARKS_FONT * 0.36, text,
                    look->style->pill_text, MARKS_FONT, FALSE);
    }
}

/* ---- names ---- */

static void
add_label (KbLabels *labels, const KbView *view, const KbLevelLook *look, const KbNode *node,
           const char *name, KbId class_id, KbBounds place)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  kb_labels_add (labels, &(KbLabel) { .text = name ? name
                                                   : kb_class_name (look->document, class_id),
                                     .colour = kb_class_colour (look->document, class_id),
                                     .id = node->id,
                                     .around = { a.x, a.y, b.x, b.y },
                                     .extent = EXTENT,
                                     .margin = 8 });
}

static gboolean
is_seen (const KbEntity *entity, const KbLevelLook *look, KbBounds sight)
{
  return !kb_id_in_set (entity->class_id, look->hidden)
         && kb_bounds_meet ((KbBounds) { entity->at.x, entity->at.y, entity->at.x, entity->at.y },
                            sight);
}

static gboolean
have_room (const KbLevel *level, const KbView *view, const KbLevelLook *look, KbBounds sight)
{
  guint n = 0;
  KB_EACH (const KbEntity, entity, level->entities)
    n += is_seen (entity, look, sight);
  return n <= MIN (MARKS_MOST, (double) view->width * view->height / ROOM);
}

static void
add_entities (KbLabels *labels, const KbLevel *level, const KbView *view, const KbLevelLook *look,
              KbBounds sight)
{
  double half = kb_entity_half (view) / view->scale;
  KB_EACH (const KbEntity, entity, level->entities)
    {
      if (!is_seen (entity, look, sight))
        continue;
      add_label (labels, view, look, &entity->node, entity->name, entity->class_id,
                 (KbBounds) { entity->at.x - half, entity->at.y - half, entity->at.x + half,
                             entity->at.y + half });
      kb_labels_avoid (labels, kb_entity_arrow_bounds (view, entity));
    }
}

typedef struct {
  const KbArea *area;
  KbBounds place;
  double size;
} Named;

static gboolean
is_large (const KbView *view, KbBounds place)
{
  return (place.x1 - place.x0) * view->scale >= LEAST_WIDTH
         && (place.y1 - place.y0) * view->scale >= LEAST_HEIGHT;
}

static KbBounds
visible_part (KbBounds place, KbBounds sight)
{
  return (KbBounds) { MAX (place.x0, sight.x0), MAX (place.y0, sight.y0),
                      MIN (place.x1, sight.x1), MIN (place.y1, sight.y1) };
}

static int
larger_first (gconstpointer one, gconstpointer other)
{
  const Named *a = one, *b = other;
  if (a->size != b->size)
    return a->size > b->size ? -1 : 1;
  return a->area->node.id < b->area->node.id ? -1 : 1;
}

/* FALSE: not all are named. */
static gboolean
add_areas (KbLabels *labels, const KbLevel *level, const KbView *view, const KbLevelLook *look,
           KbBounds sight)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (Named));
  guint n = 0;
  KB_EACH (const KbArea, one_area, level->areas)
    {
      Named one = { one_area, kb_area_bounds (one_area), 0 };
      if (kb_id_in_set (one.area->class_id, look->hidden) || !kb_bounds_meet (one.place, sight))
        continue;
      const gboolean large = is_large (view, one.place);
      if (large && !is_large (view, visible_part (one.place, sight)))
        continue;
      one.size = (one.place.x1 - one.place.x0) * (one.place.y1 - one.place.y0);
      n++;
      if (large)
        g_array_append_val (named, one);
    }
  g_array_sort (named, larger_first);
  KB_EACH_IN_WHILE (one_at < MOST_AREAS, const Named, one, named)
    add_label (labels, view, look, &one->area->node, one->area->name, one->area->class_id,
               one->place);
  return n <= MIN (named->len, MOST_AREAS);
}

/* Names areas that are large enough, and entities unless there are too many in view. If some are
 * left out, look->parts with KB_LEVEL_KEY shows a legend of the classes in a corner. */
static void
kb_draw_level_names (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (KbLabels) labels = kb_labels_new (view, look->style);
  KbBounds sight = kb_view_visible (view);
  gboolean room = have_room (level, view, look, sight), all = TRUE;
  if (look->memory)
    kb_labels_set_memory (labels, look->memory, FALSE);
  if (room && look->parts & KB_LEVEL_LABELS)
    add_entities (labels, level, view, look, sight);
  all = add_areas (labels, level, view, look, sight) && room;
  Key key = { .classes = NULL };
  if (!all && look->parts & KB_LEVEL_KEY)
    {
      key = lay_out (cr, level, view, look);
      kb_labels_keep_off (labels, key.box);
    }
  kb_labels_draw (labels, cr);
  if (key.rows)
    draw_key (cr, &key, look);
  g_clear_pointer (&key.classes, g_array_unref);
}

/* ---- level marks ---- */

#define MANY 3000         /* visible walls; from this number on, thin lines */
#define BATCH 512         /* walls per stroke */
#define WALL_SHARE 8.0    /* maximum width of a wall in pixels of the level, for small scales */
#define TICK 5.0          /* length in canvas pixels, and the distance to the next: */
#define MARKS_TICKS_APART 14.0
/* Maximum half size of an entity's mark in pixels of the level, for small scales */
#define ENTITY_SHARE 16.0
/* Canvas pixels; marks smaller than 1.5 times this have no arrow head */
#define ENTITY_LEAST 2.0
#define MARKS_ARROW (4.4 * KB_ENTITY_HALF)

/* ---- bounds ---- */

static const KbBounds nowhere = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

static void
extend_bounds (KbBounds *bounds, double x, double y)
{
  *bounds = (KbBounds) { MIN (bounds->x0, x), MIN (bounds->y0, y), MAX (bounds->x1, x),
                        MAX (bounds->y1, y) };
}

KbBounds
kb_area_bounds (const KbArea *area)
{
  KbBounds bounds = nowhere;
  for (guint i = 0; i < kb_rings_points (&area->rings); i++)
    extend_bounds (&bounds, area->rings.points[i].x, area->rings.points[i].y);
  return bounds;
}

static KbBounds
join (KbBounds a, KbBounds b)
{
  return (KbBounds) { MIN (a.x0, b.x0), MIN (a.y0, b.y0), MAX (a.x1, b.x1), MAX (a.y1, b.y1) };
}

KbBounds
kb_level_bounds (const KbLevel *level)
{
  KbBounds bounds = nowhere;
  KB_EACH (const KbWall, wall, level->walls)
    {
      extend_bounds (&bounds, wall->a.x, wall->a.y);
      extend_bounds (&bounds, wall->b.x, wall->b.y);
    }
  KB_EACH (const KbArea, area, level->areas)
    bounds = join (bounds, kb_area_bounds (area));
  KB_EACH (const KbEntity, entity, level->entities)
    extend_bounds (&bounds, entity->at.x, entity->at.y);
  KB_EACH (const KbLayer, layer, level->layers)
    {
      KbBounds cells;
      if (kb_layer_screen_bounds (layer, &cells))
        bounds = join (bounds, cells);
    }
  KB_EACH (const KbImageLayer, image, level->images)
    {
      const KbFrame *frame = kb_image_frame ((const KbProject *) level->node.parent, image);
      extend_bounds (&bounds, image->at.x, image->at.y);
      if (frame)
        extend_bounds (&bounds, image->at.x + frame->width, image->at.y + frame->height);
    }
  if (level->picture.file)
    {
      extend_bounds (&bounds, level->picture_at.x, level->picture_at.y);
      extend_bounds (&bounds, level->picture_at.x + level->picture.width,
                     level->picture_at.y + level->picture.height);
    }
  KB_EACH (const KbMaze, maze, level->mazes)
    bounds = join (bounds, kb_maze_place (maze));
  KB_EACH (const KbGroundLine, ground, level->grounds)
    bounds = join (bounds, kb_ground_bounds (ground));
  KB_EACH (KbHeightmap, heightmap, level->heightmaps)
    bounds = join (bounds, kb_heightmap_place (&heightmap->node));
  if (bounds.x1 < bounds.x0)
    KB_EACH (const KbLayer, empty, level->layers)
      {
        KbTileGrid grid = kb_tile_grid_of (empty);
        const KbCellBox cells = { empty->first.x, empty->first.y, empty->width, empty->height };
        bounds = join (bounds, kb_tile_grid_bounds (&grid, cells));
      }
  return bounds.x1 < bounds.x0 ? (KbBounds) { -128, -128, 128, 128 } : bounds;
}

/* Unit vector from the wall to its left, where det(AB, AP) > 0: the side a one-way wall stops. (0,
 * 0) for zero length. */
static KbVec
left_of (const KbWall *wall)
{
  double x = wall->b.x - wall->a.x, y = wall->b.y - wall->a.y, length = hypot (x, y);
  return length > 0 ? (KbVec) { -y / length, x / length } : (KbVec) { 0, 0 };
}

gboolean
kb_bounds_meet (KbBounds a, KbBounds b)
{
  return a.x1 >= b.x0 && a.x0 <= b.x1 && a.y1 >= b.y0 && a.y0 <= b.y1;
}

/* The visible part of the level, with a margin for marks. */
static KbBounds
level_marks_in_sight (const KbView *view)
{
  KbBounds seen = kb_view_visible (view);
  double margin = MARKS_ARROW / view->scale;
  return (KbBounds) { seen.x0 - margin, seen.y0 - margin, seen.x1 + margin, seen.y1 + margin };
}

/* ---- walls ---- */

static void
path_wall (cairo_t *cr, const KbView *view, const KbWall *wall)
{
  KbVec p = kb_view_to_canvas (view, wall->a), q = kb_view_to_canvas (view, wall->b);
  kb_line (cr, p.x, p.y, q.x, q.y);
}

/* Short ticks on the side that stops, as many as fit. */
static void
level_marks_path_ticks (cairo_t *cr, const KbView *view, const KbWall *wall)
{
  KbVec p = kb_view_to_canvas (view, wall->a), q = kb_view_to_canvas (view, wall->b),
        left = left_of (wall);
  double length = hypot (q.x - p.x, q.y - p.y);
  guint n = (guint) CLAMP (length / MARKS_TICKS_APART, 1, 4096);
  for (guint i = 0; wall->one_way && length >= TICK && i < n; i++)
    {
      double t = (i + 0.5) / n, x = p.x + (q.x - p.x) * t, y = p.y + (q.y - p.y) * t;
      kb_line (cr, x, y, x + left.x * TICK, y + left.y * TICK);
    }
}

void
kb_draw_wall (cairo_t *cr, const KbView *view, const KbStyle *style, const KbWall *wall,
              guint32 colour, KbMark mark)
{
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  path_wall (cr, view, wall);
  level_marks_path_ticks (cr, view, wall);
  kb_stroke_marked (cr, view, style, colour, mark);
  cairo_restore (cr);
  for (guint i = 0; mark == KB_MARK_SELECTED && i < 2; i++)
    kb_draw_handle (cr, view, style, i ? wall->b : wall->a, TRUE, FALSE);
}

/* Array of KbLevelLine. */
static GArray *
lines_in_sight (const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  GArray *seen = g_array_new (FALSE, FALSE, sizeof (KbLevelLine));
  KbBounds sight = level_marks_in_sight (view);
  float x0 = (float) sight.x0, y0 = (float) sight.y0, x1 = (float) sight.x1, y1 = (float) sight.y1;
  guint n = kb_count (level->walls);
  const KbLevelLine *lines = look->lines ? kb_level_lines_get (look->lines, &n) : NULL;
  gboolean hides = look->hidden && g_hash_table_size (look->hidden) > 0;
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = lines ? NULL : kb_wall_at (level, i);
      KbLevelLine line =
        lines ? lines[i] : (KbLevelLine) { (float) wall->a.x, (float) wall->a.y, (float) wall->b.x,
                                          (float) wall->b.y, wall->node.id,     wall->class_id };
      if (MAX (line.ax, line.bx) >= x0 && MIN (line.ax, line.bx) <= x1
          && MAX (line.ay, line.by) >= y0 && MIN (line.ay, line.by) <= y1
          && !(hides && kb_id_in_set (line.class_id, look->hidden)))
        g_array_append_val (seen, line);
    }
  return seen;
}

static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const KbLevelLine *v = a, *w = b;
  if (v->class_id != w->class_id)
    return v->class_id > w->class_id ? 1 : -1;
  return (v->id > w->id) - (v->id < w->id);
}

static void
draw_many_walls (cairo_t *cr, const GArray *seen, const KbView *view, const KbLevelLook *look)
{
  KbThinLines *lines = kb_thin_lines_new (cr, view);
  KbId known = 0;
  guint32 colour = kb_class_colour (look->document, 0);
  if (lines)
    KB_EACH_IN (const KbLevelLine, line, seen)
      {
        if (line->class_id != known)
          colour = kb_class_colour (look->document, known = line->class_id);
        kb_thin_lines_add (lines, (KbVec) { line->ax, line->ay }, (KbVec) { line->bx, line->by },
                           colour);
      }
  if (lines)
    kb_thin_lines_end (lines, cr);
}

static void
draw_walls (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (GArray) seen = lines_in_sight (level, view, look);
  if (seen->len > MANY)
    {
      draw_many_walls (cr, seen, view, look);
      return;
    }
  g_array_sort (seen, compare_classes);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < seen->len;)
      {
        KbId class_id = g_array_index (seen, KbLevelLine, i).class_id;
        cairo_new_path (cr);
        for (guint n = 0; n < BATCH && i < seen->len
                          && g_array_index (seen, KbLevelLine, i).class_id == class_id;
             n++, i++)
          {
            const KbWall *wall = (const KbWall *) kb_document_node (
              look->document, g_array_index (seen, KbLevelLine, i).id);
            if (!wall)
              continue;
            path_wall (cr, view, wall);
            level_marks_path_ticks (cr, view, wall);
          }
        cairo_set_line_width (cr, (pass == 0 ? 2 : 1) * CLAMP (WALL_SHARE * view->scale, 1, 2));
        kb_set_colour (
          cr, pass == 0 ? look->style->shade : kb_class_colour (look->document, class_id), 1);
        cairo_stroke (cr);
      }
}

/* ---- areas ---- */

void
kb_draw_area (cairo_t *cr, const KbView *view, const KbStyle *style, const KbArea *area,
              guint32 colour, KbMark mark)
{
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < area->rings.n; i++)
    {
      cairo_new_sub_path (cr);
      for (guint k = kb_rings_start (&area->rings, i); k < area->rings.ends[i]; k++)
        {
          KbVec p = kb_view_to_canvas (view, area->rings.points[k]);
          cairo_line_to (cr, p.x, p.y);
        }
      cairo_close_path (cr);
    }
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  kb_fill_preserve (cr, colour, mark == KB_MARK_PLAIN ? 0.22 : 0.34);
  if (mark != KB_MARK_PLAIN)
    kb_stroke_marked (cr, view, style, colour, mark);
  cairo_new_path (cr);
}

static void
draw_areas (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds sight = level_marks_in_sight (view);
  /* From the last to the first: where areas overlap, the first one wins. */
  KB_EACH_BACK (const KbArea, area, level->areas)
    if (!kb_id_in_set (area->class_id, look->hidden)
        && kb_bounds_meet (kb_area_bounds (area), sight))
      kb_draw_area (cr, view, look->style, area, kb_class_colour (look->document, area->class_id),
                    KB_MARK_PLAIN);
}

/* ---- entities ---- */

double
kb_entity_half (const KbView *view)
{
  return CLAMP (ENTITY_SHARE * view->scale, ENTITY_LEAST, KB_ENTITY_HALF);
}

/* Thinner than other marks; clears the path. */
static void
stroke_small (cairo_t *cr, const KbStyle *style, guint32 colour, double half)
{
  double width = half / KB_ENTITY_HALF;
  kb_stroke_preserve (cr, 2.5 * width, style->shade, 1);
  kb_stroke (cr, 1.5 * width, colour, 1);
}

static void
path_direction (cairo_t *cr, KbVec at, KbVec direction, double half)
{
  double length = hypot (direction.x, direction.y), arrow = MARKS_ARROW / KB_ENTITY_HALF * half,
         head = half / KB_ENTITY_HALF;
  KbVec way = { direction.x / length, direction.y / length },
        tip = { at.x + arrow * way.x, at.y + arrow * way.y };
  kb_line (cr, at.x + half * way.x, at.y + half * way.y, tip.x, tip.y);
  for (int side = -1; side <= 1 && half > 1.5 * ENTITY_LEAST; side += 2)
    {
      kb_line (cr, tip.x, tip.y, tip.x - head * (6 * way.x - side * 4 * way.y),
               tip.y - head * (6 * way.y + side * 4 * way.x));
    }
}

/* On the canvas. A point if there is no direction. */
KbBounds
kb_entity_arrow_bounds (const KbView *view, const KbEntity *entity)
{
  KbVec p = kb_view_to_canvas (view, entity->at);
  double length = hypot (entity->direction.x, entity->direction.y), x = 0, y = 0,
         arrow = MARKS_ARROW / KB_ENTITY_HALF * kb_entity_half (view);
  if (length > 0)
    x = entity->direction.x / length * arrow, y = entity->direction.y / length * arrow;
  return (KbBounds) { p.x + MIN (x, 0) - 4, p.y + MIN (y, 0) - 4, p.x + MAX (x, 0) + 4,
                     p.y + MAX (y, 0) + 4 };
}

void
kb_draw_entity (cairo_t *cr, const KbView *view, const KbStyle *style, const KbEntity *entity,
                guint32 colour, KbMark mark)
{
  KbVec p = kb_view_to_canvas (view, entity->at);
  double half = mark == KB_MARK_PLAIN ? kb_entity_half (view) : KB_ENTITY_HALF;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  if (entity->direction.x != 0 || entity->direction.y != 0)
    {
      path_direction (cr, p, entity->direction, half);
      if (half < KB_ENTITY_HALF)
        stroke_small (cr, style, colour, half);
      else
        kb_stroke_marked (cr, view, style, colour, mark);
    }
  cairo_move_to (cr, p.x, p.y - half);
  cairo_line_to (cr, p.x + half, p.y);
  cairo_line_to (cr, p.x, p.y + half);
  cairo_line_to (cr, p.x - half, p.y);
  cairo_close_path (cr);
  kb_fill_preserve (cr, colour, 1);
  if (half < KB_ENTITY_HALF)
    stroke_small (cr, style, 0xffffffff, half);
  else
    kb_stroke_marked (cr, view, style, mark == KB_MARK_PLAIN ? 0xffffffff : colour, mark);
}

/* Its sprite with the hot spot at its position, flipped about the centre of that pixel. */
static void
draw_sprite (cairo_t *cr, const KbEntity *entity, const KbView *view, const KbLevelLook *look)
{
  const KbSprite *sprite =
    entity->sprite && look->surfaces
      ? kb_project_find_sprite (kb_document_project (look->document), entity->sprite)
      : NULL;
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, entity->frame) : NULL;
  g_autoptr (KbPicture) picture =
    frame && frame->picture.file ? kb_document_frame_picture (look->document, frame, NULL) : NULL;
  if (!picture)
    return;
  KbVec p = kb_view_to_canvas (view, (KbVec) { floor (entity->at.x), floor (entity->at.y) });
  KbView at = *view;
  double flip_x = entity->flip & KB_FLIP_X ? -1 : 1, flip_y = entity->flip & KB_FLIP_Y ? -1 : 1;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, p.x, p.y);
  cairo_scale (cr, flip_x, flip_y);
  cairo_translate (cr, flip_x < 0 ? -view->scale : 0, flip_y < 0 ? -view->scale : 0);
  at.x = at.y = 0;
  kb_draw_picture (cr, &at, look->surfaces, picture, 0, -frame->hot_spot.x, -frame->hot_spot.y, 1);
}

static void
draw_entities (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds sight = level_marks_in_sight (view);
  KB_EACH (const KbEntity, entity, level->entities)
    {
      KbBounds place = { entity->at.x, entity->at.y, entity->at.x, entity->at.y };
      if (kb_id_in_set (entity->class_id, look->hidden))
        continue;
      draw_sprite (cr, entity, view, look);
      if (kb_bounds_meet (place, sight))
        kb_draw_entity (cr, view, look->style, entity,
                        kb_class_colour (look->document, entity->class_id), KB_MARK_PLAIN);
    }
}

/* ---- the whole level ---- */

/* The parts of the layer Walls, whose ID is the level's. */
#define OF_WALLS                                                                                   \
  (KB_LEVEL_AREAS | KB_LEVEL_WALLS | KB_LEVEL_ENTITIES | KB_LEVEL_LABELS | KB_LEVEL_KEY           \
   | KB_LEVEL_AREA_NAMES)

static void
draw_behind (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (KbPicture) picture =
    look->surfaces ? kb_document_level_picture (look->document, level, NULL) : NULL;
  if (picture)
    kb_draw_picture (cr, view, look->surfaces, picture, 0, level->picture_at.x, level->picture_at.y,
                     level->opacity / 100.0);
}

void
kb_draw_level (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  static const struct {
    guint part;
    void (*draw) (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look);
  } parts[] = {
    { KB_LEVEL_PICTURE, draw_behind }, { KB_LEVEL_HEIGHTMAPS, draw_heightmaps },
      { KB_LEVEL_LAYERS | KB_LEVEL_COLLISION, kb_draw_level_stack },
    { KB_LEVEL_AREAS, draw_areas }, { KB_LEVEL_MAZES, draw_mazes }, { KB_LEVEL_GROUNDS,
      draw_grounds },
    { KB_LEVEL_WALLS, draw_walls },
    { KB_LEVEL_ENTITIES, draw_entities }, { KB_LEVEL_LABELS | KB_LEVEL_AREA_NAMES,
      kb_draw_level_names },
  };
  const guint shown =
    look->parts & ~(guint) (kb_id_in_set (level->node.id, look->hidden) ? OF_WALLS : 0);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (shown & parts[i].part)
      parts[i].draw (cr, level, view, look);
}

/* SPDX-License-Identifier: MIT */
/* Builds everything by edits, as a script would; frames show parts of the bank's pages. */
#include "cli/bank_document.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "bake/convert.h"
#include "bake/level/levels.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/colour.h"
#include "document/edits/cells.h"
#include "document/edits/edit.h"
#include "document/files/files.h"
#include "document/pixels/zones.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/kickbox.h"
#include "runtime/tiles/tiles.h"

#define STRAIGHT 16       /* straight pieces that replace a curved one */

/* ---- grounds ---- */

static const char *const splines[] = { [KBX_SPLINE_NATURAL] = "natural",
                                       [KBX_SPLINE_CLAMPED] = "clamped",
                                       [KBX_SPLINE_MONOTONE] = "monotone" };

/* The points; `flat`: straight pieces are known as such. */
static void
read_knots (const kbx_ground_view *view, gboolean flat, kbx_ground_point *knots)
{
  for (uint32_t i = 0; i < view->count; i++)
    {
      kbx_ground_piece piece = kbx_read_ground_piece (view, i);
      knots[i] = (kbx_ground_point) { piece.x, piece.a,
                                     flat && i + 1 < view->count && piece.c == 0 && piece.d == 0 };
    }
}

static gboolean
makes (const kbx_ground_plan *form, const KbBankWorld *from)
{
  g_autoptr (GBytes) bytes = kb_pack_ground (form, NULL);
  return bytes && g_bytes_get_size (bytes) == from->size
         && memcmp (g_bytes_get_data (bytes, NULL), from->bytes, from->size) == 0;
}

/* Finds points and a spline that give the curve. Returns FALSE if there are none. */
static gboolean
find_form (const KbBankWorld *from, const kbx_ground_view *view, kbx_ground_point *knots,
           kbx_ground_plan *form)
{
  *form = (kbx_ground_plan) { KBX_SPLINE_NATURAL,
                             kbx_read_ground_piece (view, 0).b,
                             kbx_read_ground_piece (view, view->count - 1).b,
                             view->limit,
                             kbx_load_u32 (from->bytes + 4),
                             knots,
                             view->count };
  for (gint flat = 0; flat < 2; flat++)
    {
      read_knots (view, flat, knots);
      for (gint spline = KBX_SPLINE_NATURAL; spline <= KBX_SPLINE_MONOTONE; spline++)
        {
          form->spline = (kbx_spline) spline;
          if (makes (form, from))
            return TRUE;
        }
    }
  return FALSE;
}

static void
add_point (json_t *points, double x, double y, gboolean flat)
{
  json_array_append_new (points, json_pack ("{s:[f, f], s:b}", "at", x, y, "flat", flat));
}

/* Straight pieces between points on the grid of 1/256 pixel. */
static void
add_places (json_t *points, const kbx_ground_view *view)
{
  for (uint32_t i = 0; i < view->count; i++)
    {
      kbx_ground_piece piece = kbx_read_ground_piece (view, i);
      double width = i + 1 < view->count ? kbx_ground_x (view, i + 1) - piece.x : 0, last = -1;
      guint n =
        (piece.c == 0 && piece.d == 0) || view->count > KBX_GROUND_POINTS / STRAIGHT ? 1 : STRAIGHT;
      for (guint k = 0; k < n; k++)
        {
          double u = floor (width * k / n * 256) / 256;
          if (u > last)
            add_point (points, piece.x + u, kb_to_grid (kbx_piece_height (&piece, u)),
                       TRUE);
          last = u;
        }
    }
}

/* The "grounds" of a level. A bank stores only the curve. If points and a kind of spline give the
 * very same bytes, the ground gets those; else as many straight pieces as approximate it. */
static json_t *
kb_bank_ground_json (const KbBankContent *content, const KbBankWorld *from)
{
  const kbx_ground_view view = kbx_read_ground (from->bytes);
  g_autofree kbx_ground_point *knots = g_new (kbx_ground_point, view.count);
  json_t *points = json_array ();
  kbx_ground_plan form;
  if (find_form (from, &view, knots, &form))
    for (guint i = 0; i < form.count; i++)
      add_point (points, knots[i].x, knots[i].y, knots[i].flat);
  else
    add_places (points, &view);
  const gboolean clamped = form.spline == KBX_SPLINE_CLAMPED;
  return json_pack ("{s:s, s:s, s:s, s:f, s:o, s:o*, s:o*}", "name", from->name, "class",
                    content->classes[form.class_index].name, "spline", splines[form.spline],
                    "slope_limit", form.slope_limit, "points", points, "start_slope",
                    clamped ? json_real (form.start_slope) : NULL, "end_slope",
                    clamped ? json_real (form.end_slope) : NULL);
}

/* ---- bank levels ---- */

/* Converts a bank's level back to a designer's drawing. */

/* ---- bank worlds ---- */

/* Converts a bank's layers and mazes back to a designer's painting, and adds a level's other
 * layers. */

/* ---- descriptions ---- */

static json_t *
pair (gint x, gint y)
{
  return json_pack ("[i, i]", x, y);
}

/* The sprite's tileset at the offset. A new one if there is none yet and the limit allows. */
static void
add_tileset (json_t *tilesets, const char *sprite, kbx_point offset)
{
  json_auto_t *set =
    json_pack ("{s:s, s:o}", "sprite", sprite, "offset", pair (offset.x, offset.y));
  json_t *item;
  size_t i;
  json_array_foreach (tilesets, i, item)
    if (strcmp (json_string_value (json_object_get (item, "sprite")), sprite) == 0
        && json_equal (json_object_get (item, "offset"), json_object_get (set, "offset")))
      break;
  json_object_set_new (set, "number", json_integer ((json_int_t) i + 1));
  if (i == json_array_size (tilesets) && i < KB_MAX_TILESETS)
    json_array_append (tilesets, set);
}

static void
add_tilesets (json_t *tilesets, const KbBankWorld *from)
{
  kbx_tiles_view view;
  kbx_read_tiles (from->bytes, &view);
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      add_tileset (tilesets, from->sprites[kbx_load_u32 (entry + 8)],
                   kbx_tiles_offset (&view, entry));
    }
}

static json_t *
vec_json (kbx_vec v)
{
  return json_pack ("[f, f]", (double) v.x, (double) v.y);
}

static json_t *
layer_json (const KbBankWorld *from, guint id)
{
  const kbx_about info = kbx_info ((kbx_handle) { .data = from->bytes, .kind = KBX_TILES });
  const gboolean has_stagger = info.stagger != 0;
  const gboolean has_axes = !has_stagger
                            && (info.axis_i.x != (float) info.cell.w || info.axis_i.y != 0
                                || info.axis_j.x != 0 || info.axis_j.y != (float) info.cell.h);
  return json_pack (
    "{s:i, s:s, s:o, s:o, s:o, s:i, s:i, s:f, s:i, s:s*, s:o*, s:o*, s:o*}", "id", (int) id,
    "name", from->name, "cell", pair ((gint) info.cell.w, (gint) info.cell.h), "origin",
    pair (info.origin.x, info.origin.y), "first", pair (info.first.x, info.first.y), "width",
    (int) info.columns, "height", (int) info.rows, "lift", (double) info.lift, "opacity",
    (int) from->opacity, "stagger",
    has_stagger ? kb_kind_field (&kb_layer_kind, "stagger")->choices[info.stagger] : NULL,
    "hex_side", has_stagger ? json_integer ((json_int_t) info.hex_side) : NULL, "axis_i",
    has_axes ? vec_json (info.axis_i) : NULL, "axis_j", has_axes ? vec_json (info.axis_j) : NULL);
}

static json_t *
maze_json (const KbBankContent *content, const KbBankWorld *from, guint id)
{
  const kbx_about about = kbx_info ((kbx_handle) { .data = from->bytes, .kind = KBX_MAZE });
  return json_pack ("{s:i, s:s, s:s, s:o, s:o, s:o, s:i, s:i}", "id", (int) id, "name", from->name,
                    "class", content->classes[about.class_index].name, "cell",
                    pair ((gint) about.cell.w, (gint) about.cell.h), "origin",
                    pair (about.origin.x, about.origin.y), "first",
                    pair (about.first.x, about.first.y), "width", (int) about.columns, "height",
                    (int) about.rows);
}

/* The looks of the layers, and the images. */
static void
add_drawn (json_t *images, json_t *layers, const KbBankLevel *from)
{
  json_int_t above = 0;
  for (guint i = 0; i < from->n_drawn; i++)
    {
      const KbBankDrawn *drawn = &from->drawn[i];
      json_t *layer = drawn->tiles ? json_array_get (layers, drawn->tiles - 1)
                                   : json_pack ("{s:s, s:s, s:i, s:[f, f], s:b, s:b, s:I}", "name",
                                                drawn->name, "sprite", drawn->sprite, "frame",
                                                (int) drawn->frame + 1, "at", drawn->x / 256.0,
                                                drawn->y / 256.0, "repeat_x", drawn->repeat_x,
                                                "repeat_y", drawn->repeat_y, "above", above);
      json_object_update_new (
        layer, json_pack ("{s:i, s:s*, s:s, s:f, s:f}", "opacity", (int) drawn->opacity, "tint",
                          drawn->tint != 0xffffffff ? kb_colour_text (drawn->tint).text : NULL,
                          "blend", kb_blend_names[drawn->blend], "parallax_x",
                          drawn->parallax_x / 25600.0, "parallax_y",
                          drawn->parallax_y / 25600.0));
      if (drawn->tiles)
        above = drawn->tiles;   /* layers are numbered from 1 */
      else
        json_array_append_new (images, layer);
    }
}

/* The "heightmaps". The samples become a picture of the document, 16-bit grey. Returns NULL and an
 * error if it cannot be written. */
static json_t *
kb_bank_heightmap_json (KbDocument *document, const KbBankWorld *from, GError **error)
{
  const kbx_heightmap_view view = kbx_read_heightmap (from->bytes);
  g_autofree guint16 *samples = g_new (guint16, (gsize) view.columns * (gsize) view.rows);
  for (gint j = 0; j < view.rows; j++)
    for (gint i = 0; i < view.columns; i++)
      samples[(gsize) j * (gsize) view.columns + (gsize) i] = (guint16) kbx_sample (&view, i, j);
  const KbGrey grey = { (guint) view.columns, (guint) view.rows, 16, samples };
  g_autoptr (GBytes) png = kb_grey_encode (&grey, error);
  g_autofree char *file = png ? kb_document_add_png (document, from->name, png, error) : NULL;
  if (!file)
    return NULL;
  return json_pack ("{s:s, s:{s:s, s:[i, i, i, i]}, s:[f, f], s:f, s:f, s:f}", "name", from->name,
                    "picture", "file", file, "rect", 0, 0, (int) view.columns, (int) view.rows,
                    "origin", view.at.x, view.at.y, "cell", view.cell, "low", view.low, "high",
                    (double) kbx_load_f32 (from->bytes + 28));
}

/* Adds "tilesets", "layers", "mazes", "grounds" and "heightmaps" to a level before it is inserted.
 * Without `sprites` there are no layers, and no heightmaps, whose pictures are added to the
 * document. Then kb_bank_paint_worlds paints the cells and makes tiles solid. The level must be the
 * document's last. */
static gboolean
kb_bank_add_worlds (KbDocument *document, json_t *level, const KbBankContent *content,
                    const KbBankLevel *from, gboolean sprites, GError **error)
{
  json_t *tilesets = json_array (), *layers = json_array (), *mazes = json_array (),
         *grounds = json_array (), *heightmaps = json_array (), *images = json_array ();
  gboolean ok = TRUE;
  json_object_update_new (
    level, json_pack ("{s:o, s:o, s:o, s:o, s:o, s:o}", "tilesets", tilesets, "layers", layers,
                      "mazes", mazes, "grounds", grounds, "heightmaps", heightmaps, "images",
                      images));
  for (guint i = 0; sprites && i < from->n_worlds[KB_BANK_LAYER]; i++)
    {
      const KbBankWorld *layer = &from->worlds[KB_BANK_LAYER][i];
      add_tilesets (tilesets, layer);
      json_array_append_new (layers, layer_json (layer, i + 1));
    }
  for (guint i = 0; i < from->n_worlds[KB_BANK_MAZE]; i++)
    json_array_append_new (mazes, maze_json (content, &from->worlds[KB_BANK_MAZE][i], i + 1));
  if (sprites)
    add_drawn (images, layers, from);
  for (guint i = 0; i < from->n_worlds[KB_BANK_GROUND]; i++)
    json_array_append_new (grounds,
                           kb_bank_ground_json (content, &from->worlds[KB_BANK_GROUND][i]));
  for (guint i = 0; ok && sprites && i < from->n_worlds[KB_BANK_HEIGHTMAP]; i++)
    {
      json_t *heightmap =
        kb_bank_heightmap_json (document, &from->worlds[KB_BANK_HEIGHTMAP][i], error);
      ok = heightmap != NULL && json_array_append_new (heightmaps, heightmap) == 0;
    }
  return ok;
}

static guint
number_of (const KbLevel *level, const char *sprite, kbx_point offset)
{
  KB_EACH (const KbTileset, set, level->tilesets)
    if (set->offset.x == offset.x && set->offset.y == offset.y && strcmp (set->sprite, sprite) == 0)
      return (guint) set->number;
  return 0;
}

/* ---- solid tiles ---- */

static json_t *
heights_json (const KbBankWorld *from, guint tile)
{
  json_t *heights = json_array ();
  for (guint i = 0; i < kb_bank_tile_heights (from, tile); i++)
    json_array_append_new (heights, json_integer (kb_bank_tile_height (from, tile, i)));
  return heights;
}

/* Gives the frames that a layer shows the collision of their tiles. */
static gboolean
set_collisions (KbDocument *document, const KbBankContent *content, const KbBankWorld *from,
                GError **error)
{
  kbx_tiles_view view;
  gboolean ok = TRUE;
  kbx_read_tiles (from->bytes, &view);
  for (guint i = 1; ok && i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document),
                                                       from->sprites[kbx_load_u32 (entry + 8)]);
      const guint place = kbx_load_u32 (entry + 12);
      const KbFrame *frame =
        sprite && place < sprite->frames->len ? kb_frame_at (sprite, place) : NULL;
      if (!frame || entry[0] == KBX_TILE_NOT_SOLID || frame->collision != KB_COLLISION_SHAPES)
        continue;
      ok = kb_document_set (document, frame->node.id, "collision",
                            json_string (kb_bank_tile_collision (from, i)), error)
           && (entry[0] < KBX_TILE_HEIGHTS_LEFT
               || kb_document_set (document, frame->node.id, "heights", heights_json (from, i),
                                   error))
           && (entry[1] >= content->n_classes
               || kb_document_set (document, frame->node.id, "collision_class",
                                   json_string (content->classes[entry[1]].name), error));
    }
  return ok;
}

/* ---- cells ---- */

/* Frames of such a document are numbered from 1. */
static guint32
cell_of (const kbx_tiles_view *view, const guint *numbers, guint index)
{
  const uint8_t *entry = kbx_tiles_entry (view, index);
  const guint frame = kbx_load_u32 (entry + 12);
  if (numbers[index] == 0 || frame >= KB_MAX_TILE_FRAME)
    return 0;
  const KbCell cell = { frame + 1,
                        numbers[index],
                        entry[2] & KBX_TILES_FLIP_X,
                        (entry[2] & KBX_TILES_FLIP_Y) != 0,
                        (entry[2] & KBX_TILES_TRANSPOSED) != 0,
                        entry[3] };
  return kb_cell_pack (&cell);
}

static gboolean
paint_layer (KbDocument *document, const KbLevel *level, const KbLayer *layer,
             const KbBankWorld *from, GError **error)
{
  kbx_tiles_view view;
  kbx_read_tiles (from->bytes, &view);
  KbZonesPainter *painter = kb_document_painter (document, layer->node.id, "cells", error);
  g_autofree guint *numbers = g_new0 (guint, view.tile_count);
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  if (!painter)
    return FALSE;
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      numbers[i] =
        number_of (level, from->sprites[kbx_load_u32 (entry + 8)], kbx_tiles_offset (&view, entry));
    }
  for (gint j = 0; j < layer->height; j++)
    {
      for (gint i = 0; i < layer->width; i++)
        row[i] = cell_of (&view, numbers, kbx_tiles_index (&view, i, j));
      kb_cells_painter_copy_in (painter, 0, j, (guint) layer->width, 1, row, NULL,
                                (gsize) layer->width);
    }
  return kb_document_paint_end (document, layer->node.id, "cells", painter, NULL, error);
}

static gboolean
paint_maze (KbDocument *document, const KbMaze *maze, const KbBankWorld *from, GError **error)
{
  const kbx_handle walls = { .data = from->bytes, .kind = KBX_MAZE };
  const gint w = maze->width, h = maze->height;
  g_autofree guint8 *edges = g_malloc0 (((gsize) w + 1) * ((gsize) h + 1));
  for (gint j = 0; j <= h; j++)
    for (gint i = 0; i <= w; i++)
      {
        /* Right and lower edges of the last cells are left and top edges of the next ones. */
        const uint32_t of =
          kbx_maze_walls (walls, (kbx_point) { maze->first.x + i, maze->first.y + j });
        edges[(gsize) j * ((gsize) w + 1) + (gsize) i] =
          (guint8) ((of & KBX_LEFT ? KB_EDGE_LEFT : 0) | (of & KBX_TOP ? KB_EDGE_TOP : 0));
      }
  g_autoptr (KbZones) zones =
    kb_zones_from_pixels ((guint) w + 1, (guint) h + 1, edges, (gsize) w + 1);
  return kb_document_set_zones (document, maze->node.id, "edges", zones, error);
}

static gboolean
kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content, const KbBankLevel *from,
                      GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbLevel *level = kb_level_at (project, project->levels->len - 1);
  KB_EACH (const KbLayer, layer, level->layers)
    if (!set_collisions (document, content, &from->worlds[KB_BANK_LAYER][layer_at], error)
        || !paint_layer (document, level, layer, &from->worlds[KB_BANK_LAYER][layer_at], error))
      return FALSE;
  KB_EACH (const KbMaze, maze, level->mazes)
    if (!paint_maze (document, maze, &from->worlds[KB_BANK_MAZE][maze_at], error))
      return FALSE;
  return TRUE;
}

/* ---- bank levels ---- */

static json_t *
units (gint32 x, gint32 y)
{
  return json_pack ("[f, f]", x / 256.0, y / 256.0);
}

static json_t *
walls_json (const KbBankContent *content, kbx_handle level)
{
  json_t *walls = json_array ();
  const uint32_t n = kbx_info (level).walls;
  for (uint32_t i = 0; i < n; i++)
    {
      kbx_wall wall = kbx_walls_wall (level, i);
      json_array_append_new (
        walls, json_pack ("{s:[f, f], s:[f, f], s:s, s:b}", "a", (double) wall.segment.a.x,
                          (double) wall.segment.a.y, "b", (double) wall.segment.b.x,
                          (double) wall.segment.b.y, "class",
                          content->classes[wall.class_index].name, "one_way", wall.one_way));
    }
  return walls;
}

static json_t *
rings_json (kbx_handle level, uint32_t area)
{
  g_autoptr (GArray) edges = kb_partition_area_edges (level, area);
  json_t *rings = json_array (), *ring = NULL;
  KB_EACH_IN (const kbx_segment, e, edges)
    {
      if (!ring)
        json_array_append_new (rings, ring = json_array ());
      json_array_append_new (ring, units ((gint32) (e->a.x * 256), (gint32) (e->a.y * 256)));
      if (e_at + 1 == edges->len || e[1].a.x != e->b.x || e[1].a.y != e->b.y)
        ring = NULL;
    }
  return rings;
}

static json_t *
areas_json (const KbBankContent *content, const KbBankLevel *from, kbx_handle level)
{
  json_t *areas = json_array ();
  for (uint32_t i = 0; i < from->n_areas; i++)
    {
      g_autofree char *name =
        *from->areas[i].name ? g_strdup (from->areas[i].name) : g_strdup_printf ("area %u", i);
      json_array_append_new (areas, json_pack ("{s:s, s:s, s:o}", "name", name, "class",
                                               content->classes[from->areas[i].class_index].name,
                                               "rings", rings_json (level, i)));
    }
  return areas;
}

static json_t *
entity_json (const KbBankContent *content, const KbBankEntity *from, gboolean sprites)
{
  static const char *const flips[4] = { "none", "x", "y", "xy" };
  const gboolean has_sprite = from->sprite && sprites,
                 has_direction = from->dx != 0 || from->dy != 0;
  json_t *values = json_object ();
  for (uint32_t i = 0; i < from->n_values; i++)
    json_object_set_new (values, from->values[i].key, json_string (from->values[i].value));
  /* Frames of such a document are numbered from 1 */
  return json_pack (
    "{s:s, s:o, s:o, s:s*, s:o*, s:s*, s:o*, s:s*}", "class",
    content->classes[from->class_index].name, "at", units (from->x, from->y), "values", values,
    "name", kb_text_or_null (from->name), "direction",
    has_direction ? json_pack ("[f, f]", (double) from->dx, (double) from->dy) : NULL, "sprite",
    has_sprite ? from->sprite : NULL, "frame", has_sprite ? json_integer (from->frame + 1) : NULL,
    "flip", has_sprite ? flips[from->flip_x + 2 * from->flip_y] : NULL);
}

/* The document already has the classes and, with `sprites`, the sprites that entities show; else
 * these show nothing. Consecutive edges of areas become rings, and a level with a partition asks
 * for the same kind again. */
static gboolean
kb_bank_put_level (KbDocument *document, const KbBankContent *content, const KbBankLevel *from,
                   gboolean sprites, GError **error)
{
  kbx_handle level;
  /* Checked when the bank was read */
  kbx_open (&level, KBX_WALLS, from->bytes, from->size, NULL);
  json_t *entities = json_array ();
  for (uint32_t i = 0; i < from->n_entities; i++)
    json_array_append_new (entities, entity_json (content, &from->entities[i], sprites));
  json_auto_t *json =
    json_pack ("{s:s, s:s, s:o, s:o, s:o}", "name", from->name, "partition",
               kb_partition_name (kbx_info (level).partition), "walls", walls_json (content, level),
               "areas", areas_json (content, from, level), "entities", entities);
  return kb_bank_add_worlds (document, json, content, from, sprites, error)
         && kb_document_insert (document, kb_document_project (document)->node.id, "levels", -1,
                                g_steal_pointer (&json), error)
              != 0
         && kb_bank_paint_worlds (document, content, from, error);
}

/* ---- bank document ---- */

static const char *const loop_names[] = { "once", "loop", "ping-pong", "hold-last" };

static json_t *
bank_document_grid (kb_fixed x)
{
  return json_real (x / 256.0);
}

static double
degrees (float x, float y)
{
  return atan2 (y, x) * 180 / G_PI;
}

static json_t *
box_json (const KbBankShape *shape)
{
  return json_pack ("{s:[i, i, i, i]}", "box", shape->x, shape->y, shape->w, shape->h);
}

static json_t *
circle_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o]}", "circle", bank_document_grid (shape->cx),
                    bank_document_grid (shape->cy), bank_document_grid (shape->r));
}

static json_t *
oriented_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o, o, f]}", "oriented", bank_document_grid (shape->cx),
                    bank_document_grid (shape->cy), bank_document_grid (shape->ow),
                    bank_document_grid (shape->oh), degrees (shape->ux, shape->uy));
}

static json_t *
polygon_json (const KbBankShape *shape)
{
  json_t *corners = json_array ();
  for (uint32_t i = 0; i < shape->outline.n_vertices; i++)
    json_array_append_new (corners,
                           json_pack ("[o, o]", bank_document_grid (shape->outline.vertices[i].x),
                                      bank_document_grid (shape->outline.vertices[i].y)));
  return json_pack ("{s:o}", "polygon", corners);
}

static json_t *
capsule_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o, o, o]}", "capsule", bank_document_grid (shape->ax),
                    bank_document_grid (shape->ay), bank_document_grid (shape->cx),
                    bank_document_grid (shape->cy), bank_document_grid (shape->r));
}

static json_t *(*const geometry_json[]) (const KbBankShape *shape) = {
  [KB_BANK_BOX] = box_json, [KB_BANK_CIRCLE] = circle_json, [KB_BANK_ORIENTED] = oriented_json,
  [KB_BANK_POLYGON] = polygon_json, [KB_BANK_CAPSULE] = capsule_json,
};

static json_t *
shape_json (const KbBankContent *content, const KbBankShape *shape)
{
  return json_pack ("{s:s, s:o, s:s*}", "class", content->classes[shape->class_index].name,
                    "geometry", geometry_json[shape->kind] (shape), "name",
                    kb_text_or_null (shape->name));
}

static json_t *
frame_json (const KbBankContent *content, const KbBankFrame *frame, char **files, gint id)
{
  json_t *points = json_array (), *shapes = json_array ();
  for (uint32_t i = 0; i < frame->n_points; i++)
    {
      const KbBankPoint *point = frame->points + i;
      const gboolean has_direction = point->dx != 0 || point->dy != 0;
      json_array_append_new (
        points, json_pack ("{s:s, s:[i, i], s:o*}", "name", point->name, "at", point->x, point->y,
                           "direction",
                           has_direction ? json_real (degrees (point->dx, point->dy)) : NULL));
    }
  for (uint32_t i = 0; i < frame->n_shapes; i++)
    json_array_append_new (shapes, shape_json (content, frame->shapes + i));
  json_t *hot_spot =
    frame->has_hot_spot ? json_pack ("[i, i]", frame->hot_x, frame->hot_y) : NULL;
  json_t *picture =
    frame->has_picture && files[frame->page]
      ? json_pack ("{s:s, s:[i, i, i, i], s:[i, i]}", "file", files[frame->page], "rect",
                   (int) frame->atlas_x, (int) frame->atlas_y, (int) frame->atlas_w,
                   (int) frame->atlas_h, "offset", frame->trim_x, frame->trim_y)
      : NULL;
  return json_pack ("{s:i, s:i, s:i, s:o, s:o, s:s*, s:o*, s:o*}", "id", id, "width",
                    (int) frame->w, "height", (int) frame->h, "points", points, "shapes", shapes,
                    "name", kb_text_or_null (frame->name), "hot_spot", hot_spot, "picture",
                    picture);
}

static json_t *
zones_json (const KbBankZone *zones, uint32_t n)
{
  json_t *list = json_array ();
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list,
                           json_pack ("{s:s, s:s, s:i}", "name", zones[i].name, "colour",
                                      kb_colour_text (zones[i].colour).text, "value",
                                      (int) zones[i].value));
  return list;
}

static json_t *
sprite_json (const KbBankContent *content, const KbBankSprite *sprite, char **files)
{
  json_t *frames = json_array (), *animations = json_array ();
  for (uint32_t i = 0; i < sprite->n_frames; i++)
    json_array_append_new (frames, frame_json (content, sprite->frames + i, files, (gint) i + 1));
  for (uint32_t i = 0; i < sprite->n_animations; i++)
    {
      const KbBankAnimation *animation = sprite->animations + i;
      json_t *steps = json_array ();
      for (uint32_t k = 0; k < animation->n_steps; k++)
        json_array_append_new (
          steps, json_pack ("{s:i, s:i}", "frame", (int) animation->steps[k].frame + 1, "duration",
                            (int) MIN (animation->steps[k].ms, KB_MAX_DURATION)));
      json_array_append_new (animations,
                             json_pack ("{s:s, s:s, s:o}", "name", animation->name, "loop",
                                        loop_names[animation->loop], "steps", steps));
    }
  return json_pack ("{s:s, s:o, s:o, s:o}", "name", sprite->name, "frames", frames, "animations",
                    animations, "zones", zones_json (sprite->zones, sprite->n_zones));
}

/* --- Paintings --- */

typedef guint8 (*ValueAt) (gconstpointer data, kbx_point at);

/* Fills a row of tiles at a time. */
static KbZones *
zones_of (uint32_t w, uint32_t h, ValueAt value_at, gconstpointer data)
{
  g_autofree guint8 *band = g_malloc ((gsize) w * KB_ZONES_TILE);
  KbZones *zones = kb_zones_new (w, h, 0);
  for (uint32_t y = 0; y < h; y++)
    {
      guint8 *row = band + (gsize) (y % KB_ZONES_TILE) * w;
      for (uint32_t x = 0; x < w; x++)
        row[x] = value_at (data, (kbx_point) { (int32_t) x, (int32_t) y });
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == h - 1)
        zones = kb_zones_set_band (zones, y / KB_ZONES_TILE, band, w);
    }
  return zones;
}

/* Checked when the bank was read; else the mask is empty. */
static kbx_handle
mask_of (const KbBankPainting *painting)
{
  kbx_handle mask;
  kbx_open (&mask, KBX_MASK, painting->bytes, painting->size, NULL);
  return mask;
}

typedef struct {
  kbx_handle mask;
  int32_t x, y;      /* position of its corner */
} PlacedMask;

static guint8
placed_value (gconstpointer data, kbx_point at)
{
  const PlacedMask *placed = data;
  return kbx_zone_at (placed->mask, kbx_at (0, 0),
                      (kbx_point) { at.x - placed->x, at.y - placed->y });
}

/* The painting with its corner at (x, y) of a picture of w x h. */
static KbZones *
unpack (const KbBankPainting *painting, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
  const PlacedMask placed = { mask_of (painting), (int32_t) x, (int32_t) y };
  return zones_of (w, h, placed_value, &placed);
}

/* Banks have no picture behind a mask: only the zones are shown, opaque. */
static gboolean
put_mask (KbBankDocument *unpacked, const KbBankMask *from, GError **error)
{
  const kbx_size size = kbx_info (mask_of (&from->painting)).size;
  json_t *json =
    json_pack ("{s:s, s:i, s:i, s:i, s:o}", "name", from->name, "width", (int) size.w, "height",
               (int) size.h, "opacity", 100, "zones", zones_json (from->zones, from->n_zones));
  KbId id =
    kb_document_insert (unpacked->document, kb_document_project (unpacked->document)->node.id,
                        "masks", -1, json, error);
  g_autoptr (KbZones) zones = id ? unpack (&from->painting, 0, 0, size.w, size.h) : NULL;
  return zones && kb_document_set_zones (unpacked->document, id, "pixels", zones, error);
}

static gboolean
put_sprite (KbBankDocument *unpacked, const KbBankContent *content, const KbBankSprite *from,
            char **files, GError **error)
{
  KbId id =
    kb_document_insert (unpacked->document, kb_document_project (unpacked->document)->node.id,
                        "sprites", -1, sprite_json (content, from, files), error);
  const KbSprite *sprite = id ? (const KbSprite *) kb_document_node (unpacked->document, id) : NULL;
  gboolean ok = sprite != NULL;
  for (uint32_t i = 0; ok && i < from->n_frames; i++)
    {
      const KbBankFrame *frame = from->frames + i;
      g_autoptr (KbZones) zones =
        frame->painting.bytes
          ? unpack (&frame->painting, frame->painting_x, frame->painting_y, frame->w, frame->h)
          : NULL;
      ok = !zones
           || kb_document_set_zones (unpacked->document, kb_frame_at (sprite, i)->node.id, "pixels",
                                     zones, error);
    }
  return ok;
}

/* --- Tracks --- */

static json_t *
surfaces_json (const KbBankTrack *track)
{
  json_t *list = zones_json (track->surfaces, track->n_surfaces);
  for (uint32_t i = 0; i < track->n_surfaces; i++)
    json_object_set_new (json_array_get (list, i), "ground",
                         json_string (track->surfaces[i].road ? "road" : "off"));
  return list;
}

static json_t *
track_json (const KbBankTrack *track, kbx_size size, float most)
{
  json_t *gates = json_array (), *bands = json_array ();
  for (uint32_t i = 0; i < track->n_gates; i++)
    {
      const KbBankGate *gate = track->gates + i;
      json_array_append_new (
        gates, json_pack ("{s:[o, o], s:[o, o], s:s*}", "a", bank_document_grid (gate->a.x),
                          bank_document_grid (gate->a.y), "b", bank_document_grid (gate->b.x),
                          bank_document_grid (gate->b.y), "name", kb_text_or_null (gate->name)));
    }
  for (uint32_t i = 0; i < track->n_bands; i++)
    {
      const KbBankBand *band = track->bands + i;
      /* 16 is the smallest radius in a document; smaller bands are empty either way */
      json_array_append_new (bands, json_pack ("{s:i, s:s, s:o, s:s*}", "id", (int) i + 1, "colour",
                                               kb_colour_text (band->colour).text, "radius",
                                               bank_document_grid (MAX (band->radius, 16)), "name",
                                               kb_text_or_null (band->name)));
    }
  return json_pack ("{s:s, s:i, s:i, s:i, s:i, s:o, s:o, s:o}", "name", track->name, "width",
                    (int) size.w, "height", (int) size.h, "opacity", 100, "cut_off",
                    (int) MAX (most, 1.0f), "surfaces", surfaces_json (track), "gates", gates,
                    "bands", bands);
}

typedef struct {
  kbx_handle mask;
  kbx_handle track;
  float radius;
  gboolean known; /* not above the cut-off */
} BandPixels;

/* Only pixels that the clearance does not imply are painted. Above the cut-off it implies
 * nothing. */
static guint8
hand_value (gconstpointer data, kbx_point at)
{
  const BandPixels *band = data;
  float clearance =
    kbx_track_clearance (band->track, (kbx_vec) { (float) at.x + 0.5f, (float) at.y + 0.5f });
  gboolean in = kbx_zone_at (band->mask, kbx_at (0, 0), at) != 0,
           computed = clearance > 0 && clearance < band->radius;
  return band->known && in == computed ? 0 : in ? KB_BAND_IS : KB_BAND_IS_NOT;
}

/* Banks have no curves: their pixels are painted. */
static gboolean
put_track (KbBankDocument *unpacked, const KbBankTrack *from, GError **error)
{
  kbx_handle clearance;
  kbx_open (&clearance, KBX_TRACK, from->clearance, from->clearance_size, NULL);
  const kbx_size size = kbx_info (clearance).size;
  KbId id = kb_document_insert (unpacked->document,
                                kb_document_project (unpacked->document)->node.id, "tracks", -1,
                                track_json (from, size, kbx_info (clearance).max_clearance), error);
  const KbTrack *track = id ? (const KbTrack *) kb_document_node (unpacked->document, id) : NULL;
  g_autoptr (KbZones) surfaces = track ? unpack (&from->painting, 0, 0, size.w, size.h) : NULL;
  gboolean ok =
    surfaces && kb_document_set_zones (unpacked->document, id, "pixels", surfaces, error);
  for (uint32_t i = 0; ok && i < from->n_bands; i++)
    {
      const float radius = (float) from->bands[i].radius / 256;
      const BandPixels pixels = { mask_of (&from->bands[i].painting), clearance, radius,
                                  radius <= kbx_info (clearance).max_clearance };
      g_autoptr (KbZones) zones =
        from->bands[i].painted ? zones_of (size.w, size.h, hand_value, &pixels) : NULL;
      ok = !zones
           || kb_document_set_zones (unpacked->document, kb_band_at (track, i)->node.id, "pixels",
                                     zones, error);
    }
  return ok;
}

/* --- Pages --- */

/* The picture of a page; *picture is NULL for a page that was left out. */
static gboolean
read_page (const KbBankPage *page, const char *path, const char *pages, KbPicture **picture,
           GError **error)
{
  *picture = NULL;
  if (page->encoding == KB_BANK_PAGE_NONE)
    return TRUE;
  if (page->encoding == KB_BANK_PAGE_BESIDE)
    {
      g_autofree char *file = g_build_filename (pages, page->name, NULL);
      *picture = kb_picture_read (pages, file, error);
    }
  else if (page->encoding == KB_BANK_PAGE_PNG)
    *picture = kb_picture_decode (page->data, page->size, path, error);
  else if ((*picture = kb_picture_new (page->w, page->h)))
    memcpy ((*picture)->rgba, page->data, page->size);
  else
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: a page of %u x %u pixels is too large"),
                 path,
                 page->w, page->h);
  return *picture != NULL;
}

static gboolean
put_pages (KbBankDocument *unpacked, const KbBankContent *content, const char *path,
           const char *pages, char **files, GError **error)
{
  for (uint32_t i = 0; i < content->n_pages; i++)
    {
      g_autoptr (KbPicture) picture = NULL;
      if (!read_page (content->pages + i, path, pages, &picture, error))
        return FALSE;
      if (picture
          && !(files[i] = kb_document_add_picture (unpacked->document, "page", picture, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_classes (KbBankDocument *unpacked, const KbBankContent *content, GError **error)
{
  KbId root = kb_document_project (unpacked->document)->node.id;
  gboolean ok = TRUE;
  for (uint32_t i = 0; ok && i < content->n_classes; i++)
    ok = kb_document_insert (unpacked->document, root, "classes", -1,
                             json_pack ("{s:s, s:s}", "name", content->classes[i].name, "colour",
                                        kb_colour_text (content->classes[i].colour).text),
                             error)
         != 0;
  return ok;
}

static gboolean
put_sprites (KbBankDocument *unpacked, const KbBankContent *content, const char *path,
             const char *pages, GError **error)
{
  g_autofree char **files = g_new0 (char *, content->n_pages + 1);
  gboolean ok = put_pages (unpacked, content, path, pages, files, error);
  for (uint32_t i = 0; ok && i < content->n_sprites; i++)
    ok = put_sprite (unpacked, content, content->sprites + i, files, error);
  for (uint32_t i = 0; i < content->n_pages; i++)
    g_free (files[i]);
  return ok;
}

static gboolean
fill (KbBankDocument *unpacked, const KbBankContent *content, const char *path, const char *pages,
      GError **error)
{
  gboolean ok = put_classes (unpacked, content, error)
                && (!pages || put_sprites (unpacked, content, path, pages, error));
  for (uint32_t i = 0; ok && i < content->n_masks; i++)
    ok = put_mask (unpacked, content->masks + i, error);
  for (uint32_t i = 0; ok && i < content->n_tracks; i++)
    ok = put_track (unpacked, content->tracks + i, error);
  for (uint32_t i = 0; ok && i < content->n_levels; i++)
    ok =
      kb_bank_put_level (unpacked->document, content, content->levels + i, pages != NULL, error);
  return ok;
}

gboolean
kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                       const char *pages, GError **error)
{
  *unpacked = (KbBankDocument) { NULL };
  KbBankContent content = { NULL };
  KbBankError reason = { .place = "" };
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  if (!kb_bank_read (&content, data, size, &reason))
    return kb_fail (error, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT, "%s: %s%s%s",
                    path, reason.place, reason.place[0] ? ": " : "", reason.message);
  GError *local = NULL;
  /* Without pictures nothing is written to disk */
  unpacked->folder = pages ? g_dir_make_tmp ("kickbox-XXXXXX", &local) : NULL;
  gboolean ok = unpacked->folder || !pages;
  if (ok)
    {
      unpacked->document = kb_document_new (unpacked->folder ? unpacked->folder : "/", "bank");
      ok = fill (unpacked, &content, path, pages, &local);
    }
  kb_bank_content_clear (&content);
  if (!ok)
    {
      int code = local->domain == KB_ERROR ? local->code : KB_ERROR_MACHINE;
      gboolean named = g_str_has_prefix (local->message, path) || local->domain != KB_ERROR;
      g_set_error (error, KB_ERROR, code, "%s%s%s", named ? "" : path, named ? "" : ": ",
                   local->message);
      g_error_free (local);
    }
  return ok;
}

void
kb_bank_document_close (KbBankDocument *unpacked)
{
  g_clear_pointer (&unpacked->document, kb_document_free);
  if (unpacked->folder)
    kb_cli_remove_folder (unpacked->folder);
  g_clear_pointer (&unpacked->folder, g_free);
}

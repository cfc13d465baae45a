/* SPDX-License-Identifier: MIT */
/* Tilesets of Tiled, and what their text shares with maps. */
#include "exporters/export_tiled.h"

#include <math.h>
#include <string.h>

#include "document/each.h"
#include "runtime/tiles/tiles.h"

/* ---- text ---- */

void
kb_tiled_add_text (GString *text, const char *name, const char *value)
{
  g_autofree char *safe = value ? g_markup_escape_text (value, -1) : NULL;
  if (safe)
    g_string_append_printf (text, " %s=\"%s\"", name, safe);
}

void
kb_tiled_add_number (GString *text, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  kb_tiled_add_text (text, name, g_ascii_formatd (digits, sizeof digits, "%.15g", value + 0.0));
}

/* ---- properties ---- */

/* The number of an object that a reference names, or 0. */
static json_int_t
object_of (const KbTiledText *file, const json_t *value, gboolean is_area)
{
  const json_t *index = json_object_get (value, "index");
  const json_int_t first = is_area ? file->areas : file->entities;
  return index ? first + json_integer_value (index) : 0;
}

/* Tiled's type of a value that is an object, and its text; to be freed. */
static char *
typed_text (const KbTiledText *file, const json_t *value, const char **type)
{
  static const char *const kinds[] = { "colour", "file", "enum", "animation", "area", "entity" };
  static const char *const types[] = { "color", "file", NULL, NULL, "object", "object" };
  const json_t *point = json_object_get (value, "point");
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *text = json_string_value (json_object_get (value, kinds[i]));
      if (!text)
        continue;
      const gboolean is_object = i >= 4 && file->is_map;
      *type = i < 4 || is_object ? types[i] : NULL;
      return is_object
               ? g_strdup_printf ("%" JSON_INTEGER_FORMAT, object_of (file, value, i == 4))
             : i == 0 && strlen (text) == strlen ("#rrggbbaa")
               ? g_strdup_printf ("#%.2s%.6s", text + 7, text + 1)
               : g_strdup (text);
    }
  return g_strdup_printf (
    "%s,%s", g_ascii_dtostr (x, sizeof x, json_number_value (json_array_get (point, 0))),
    g_ascii_dtostr (y, sizeof y, json_number_value (json_array_get (point, 1))));
}

void
kb_tiled_add_values (KbTiledText *file, const json_t *values)
{
  if (json_object_size (values))
    g_string_append (file->text, "<properties>\n");
  KB_EACH_MEMBER (key, value, values)
    {
      const char *type = json_is_boolean (value) ? "bool" : json_is_number (value) ? "float" : NULL;
      g_autofree char *text =
        json_is_object (value) ? typed_text (file, value, &type)
        : json_is_string (value) ? g_strdup (json_string_value (value))
                                 : json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
      g_string_append (file->text, " <property");
      kb_tiled_add_text (file->text, "name", key);
      kb_tiled_add_text (file->text, "type", type);
      kb_tiled_add_text (file->text, "value", text);
      g_string_append (file->text, "/>\n");
    }
  if (json_object_size (values))
    g_string_append (file->text, "</properties>\n");
}

/* ---- objects ---- */

void
kb_tiled_start_object (KbTiledText *file, const json_t *item, const char *name, double x, double y)
{
  g_string_append_printf (file->text, "<object id=\"%" JSON_INTEGER_FORMAT "\"",
                          file->next_object++);
  kb_tiled_add_text (file->text, "name",
                     name ? name : json_string_value (json_object_get (item, "name")));
  kb_tiled_add_text (file->text, "type", json_string_value (json_object_get (item, "class")));
  kb_tiled_add_number (file->text, "x", x);
  kb_tiled_add_number (file->text, "y", y);
}

void
kb_tiled_end_object (KbTiledText *file, const json_t *item, const char *inside,
                     const json_t *corners)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  const json_t *first = json_array_get (corners, 0);
  g_string_append (file->text, ">\n");
  kb_tiled_add_values (file, json_object_get (item, "values"));
  if (inside)
    g_string_append_printf (file->text, "<%s", inside);
  KB_EACH_JSON (corner, corners)
    g_string_append_printf (
      file->text, "%s%s,%s", corner_at ? " " : " points=\"",
      g_ascii_formatd (x, sizeof x, "%.15g",
                       json_number_value (json_array_get (corner, 0))
                         - json_number_value (json_array_get (first, 0)) + 0.0),
      g_ascii_formatd (y, sizeof y, "%.15g",
                       json_number_value (json_array_get (corner, 1))
                         - json_number_value (json_array_get (first, 1)) + 0.0));
  g_string_append_printf (file->text, "%s%s</object>\n", first ? "\"" : "", inside ? "/>\n" : "");
}

/* ---- shapes of a frame ---- */

/* An upright or turned rectangle by its top left, its x axis (ux, uy), a vector of length 1, and
 * its size. */
static void
add_rectangle (KbTiledText *file, const json_t *shape, const char *inside, double x, double y,
               double ux, double uy, double w, double h)
{
  kb_tiled_start_object (file, shape, NULL, x, y);
  kb_tiled_add_number (file->text, "width", w);
  kb_tiled_add_number (file->text, "height", h);
  if (uy != 0 || ux < 0)
    kb_tiled_add_number (file->text, "rotation", atan2 (uy, ux) * 180 / G_PI);
  kb_tiled_end_object (file, shape, inside, NULL);
}

static void
read_numbers (const json_t *list, double *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    numbers[i] = json_number_value (json_array_get (list, i));
}

static void
add_shape (KbTiledText *file, const json_t *shape)
{
  double n[5], u[2], size[2];
  const json_t *list;
  if ((list = json_object_get (shape, "box")))
    {
      read_numbers (list, n, 4);
      add_rectangle (file, shape, NULL, n[0], n[1], 1, 0, n[2], n[3]);
    }
  else if ((list = json_object_get (shape, "circle")))
    {
      read_numbers (list, n, 3);
      add_rectangle (file, shape, "ellipse", n[0] - n[2], n[1] - n[2], 1, 0, 2 * n[2], 2 * n[2]);
    }
  else if ((list = json_object_get (shape, "capsule")))
    {
      read_numbers (list, n, 5);
      const double length = hypot (n[2] - n[0], n[3] - n[1]), r = n[4],
                   ux = length > 0 ? (n[2] - n[0]) / length : 1,
                   uy = length > 0 ? (n[3] - n[1]) / length : 0;
      add_rectangle (file, shape, "capsule", n[0] - r * (ux - uy), n[1] - r * (uy + ux), ux, uy,
                     length + 2 * r, 2 * r);
    }
  else if ((list = json_object_get (shape, "oriented")))
    {
      read_numbers (json_object_get (list, "centre"), n, 2);
      read_numbers (json_object_get (list, "axis"), u, 2);
      read_numbers (json_object_get (list, "size"), size, 2);
      add_rectangle (file, shape, NULL, n[0] - (u[0] * size[0] - u[1] * size[1]) / 2,
                     n[1] - (u[1] * size[0] + u[0] * size[1]) / 2, u[0], u[1], size[0], size[1]);
    }
  else
    {
      list = json_object_get (shape, "polygon");
      read_numbers (json_array_get (list, 0), n, 2);
      kb_tiled_start_object (file, shape, NULL, n[0], n[1]);
      kb_tiled_end_object (file, shape, "polygon", list);
    }
}

static void
add_point (KbTiledText *file, const json_t *item, const char *name, const json_t *at)
{
  double n[2];
  read_numbers (at, n, 2);
  kb_tiled_start_object (file, item, name, n[0], n[1]);
  kb_tiled_end_object (file, item, "point", NULL);
}

static void
add_marks (KbTiledText *file, const json_t *frame)
{
  const json_t *hot_spot = json_object_get (frame, "hot_spot"),
               *shapes = json_object_get (frame, "shapes"),
               *points = json_object_get (frame, "action_points");
  if (!json_is_array (hot_spot) && !json_array_size (shapes) && !json_array_size (points))
    return;
  g_string_append (file->text, "<objectgroup draworder=\"index\">\n");
  KB_EACH_JSON (shape, shapes)
    add_shape (file, shape);
  if (json_is_array (hot_spot))
    add_point (file, NULL, "hot spot", hot_spot);
  KB_EACH_JSON (point, points)
    add_point (file, point, NULL, json_object_get (point, "at"));
  g_string_append (file->text, "</objectgroup>\n");
}

/* ---- tiles ---- */

typedef struct {
  GString *text;
  const KbBankSprite *sprite;
  guint frame;
} Tile;

/* Tiled's animations belong to a tile. A tile of ours plays the first one that begins with it. */
static void
add_animation (G_GNUC_UNUSED const KbExport *of, gpointer to, const KbExportRun *run)
{
  Tile *tile = to;
  if (run->sprite != tile->sprite || !run->loops || run->animation->steps[0].frame != tile->frame)
    return;
  g_string_append (tile->text, "<animation>\n");
  for (guint i = 0; i < run->n_steps; i++)
    g_string_append_printf (tile->text, " <frame tileid=\"%u\" duration=\"%u\"/>\n",
                            kb_export_step (run, i)->frame, kb_export_step (run, i)->ms);
  g_string_append (tile->text, "</animation>\n");
  tile->sprite = NULL;
}

static void
add_collisions (const KbExport *of, const char *sprite, const KbBankWorld *layer, json_t *values)
{
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      const char *collision = kb_bank_tile_collision (layer, i);
      if (!collision || strcmp (layer->sprites[kbx_load_u32 (entry + 8)], sprite) != 0)
        continue;
      json_t *of_frame = json_array_get (values, kbx_load_u32 (entry + 12));
      json_object_set_new (of_frame, "collision", json_string (collision));
      if (entry[1] < of->content->n_classes)
        json_object_set_new (of_frame, "collision_class",
                             json_string (of->content->classes[entry[1]].name));
      json_auto_t *heights = json_array ();
      for (guint k = 0; k < kb_bank_tile_heights (layer, i); k++)
        json_array_append_new (heights, json_integer (kb_bank_tile_height (layer, i, k)));
      g_autofree char *text = json_dumps (heights, 0);
      if (json_array_size (heights))
        json_object_set_new (of_frame, "heights", json_string (text));
    }
}

json_t *
kb_export_tile_values (const KbExport *of, guint sprite)
{
  json_t *values = json_array ();
  KB_EACH_JSON (frame, json_object_get (json_array_get (of->sprites, sprite), "frames"))
    {
      json_t *own = json_object_get (frame, "values");
      json_array_append_new (values, own ? json_copy (own) : json_object ());
    }
  for (guint i = 0; i < of->content->n_levels; i++)
    for (guint k = 0; k < of->content->levels[i].n_worlds[KB_BANK_LAYER]; k++)
      add_collisions (of, of->content->sprites[sprite].name,
                      of->content->levels[i].worlds[KB_BANK_LAYER] + k, values);
  return values;
}

kbx_point
kb_tiled_offset (const KbBankContent *content, const char *sprite)
{
  for (guint i = 0; i < content->n_levels; i++)
    for (guint k = 0; k < content->levels[i].n_worlds[KB_BANK_LAYER]; k++)
      {
        const KbBankWorld *layer = content->levels[i].worlds[KB_BANK_LAYER] + k;
        kbx_tiles_view view;
        kbx_read_tiles (layer->bytes, &view);
        for (guint n = 1; n < view.tile_count; n++)
          {
            const uint8_t *entry = kbx_tiles_entry (&view, n);
            if (strcmp (layer->sprites[kbx_load_u32 (entry + 8)], sprite) == 0)
              return kbx_tiles_offset (&view, entry);
          }
      }
  return (kbx_point) { 0, 0 };
}

static void
add_picture (KbTiledText *file, guint page)
{
  g_string_append (file->text, "<image");
  kb_tiled_add_number (file->text, "width", file->of->content->pages[page].w);
  kb_tiled_add_number (file->text, "height", file->of->content->pages[page].h);
  kb_tiled_add_text (file->text, "source", kb_export_page_name (file->of, page));
  g_string_append (file->text, "/>\n");
}

static void
add_tile (KbTiledText *file, const KbBankSprite *sprite, guint i, gboolean is_sheet,
          const json_t *json, const json_t *values)
{
  const KbBankFrame *frame = sprite->frames + i;
  Tile tile = { file->text, sprite, i };
  g_string_append_printf (file->text, "<tile id=\"%u\">\n", i);
  kb_tiled_add_values (file, values);
  if (!is_sheet)
    add_picture (file, frame->page);
  add_marks (file, json);
  kb_export_each_animation (file->of, add_animation, &tile);
  g_string_append (file->text, "</tile>\n");
}

void
kb_tiled_add_set (KbTiledText *file, guint index)
{
  const KbExport *of = file->of;
  const KbBankSprite *sprite = of->content->sprites + index;
  const json_t *json = json_array_get (of->sprites, index),
               *frames = json_object_get (json, "frames");
  json_auto_t *values = kb_export_tile_values (of, index);
  const kbx_point offset = kb_tiled_offset (of->content, sprite->name);
  const KbBankPage *page = NULL;
  guint w = 0, h = 0;
  for (guint i = 0; i < sprite->n_frames; i++)
    {
      page = of->content->pages + sprite->frames[i].page;
      w = MAX (w, sprite->frames[i].w);
      h = MAX (h, sprite->frames[i].h);
    }
  const gboolean is_sheet = page && (page->w > w || page->h > h);
  g_string_append (file->text, "<tileset version=\"1.10\" objectalignment=\"topleft\"");
  kb_tiled_add_text (file->text, "name", sprite->name);
  kb_tiled_add_number (file->text, "tilewidth", w);
  kb_tiled_add_number (file->text, "tileheight", h);
  kb_tiled_add_number (file->text, "tilecount",
                       is_sheet ? page->w / w * (page->h / h) : sprite->n_frames);
  kb_tiled_add_number (file->text, "columns", is_sheet ? page->w / w : 0);
  g_string_append_printf (file->text, ">\n<tileoffset x=\"%d\" y=\"%d\"/>\n", offset.x, offset.y);
  if (is_sheet)
    add_picture (file, (guint) (page - of->content->pages));
  kb_tiled_add_values (file, json_object_get (json, "values"));
  for (guint i = 0; i < sprite->n_frames; i++)
    add_tile (file, sprite, i, is_sheet, json_array_get (frames, i), json_array_get (values, i));
  g_string_append (file->text, "</tileset>\n");
}

/* SPDX-License-Identifier: MIT */
/* LDtk's int grids as tiles, for what stops moves. A layer's values are a tileset of plain tiles;
 * its cells are a hidden layer of them. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/cells.h"
#include "interchange/formats.h"
#include "interchange/levels/ldtk.h"

/* Names of values that do not stop moves in a layer whose name says that its values do. */
static const char *const passable[] = { "ladder", "vine", "water", "lava", "air", "empty", "none",
                                        "void", "background", "trigger", "spawn", "door", "spike",
                                        "hazard", "path" };

#define SUFFIX " values"                 /* no identifier of LDtk has a space */
#define MAX_PIXELS (4096 * 4096)         /* of all tiles */

char *
kb_ldtk_layer_of_values (const char *part)
{
  return part && g_str_has_suffix (part, SUFFIX)
           ? g_strndup (part, strlen (part) - strlen (SUFFIX))
           : NULL;
}

char *
kb_ldtk_values_name (const char *layer)
{
  return g_strconcat (layer, SUFFIX, NULL);
}

/* Does a value stop moves, by its name or that of its layer? */
static gboolean
is_solid (const char *layer, const char *value)
{
  g_autofree char *lower = g_utf8_strdown (value, -1);
  gboolean passes = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (passable); i++)
    passes |= strstr (lower, passable[i]) != NULL;
  return kb_level_name_is_solid (value) || (!passes && kb_level_name_is_solid (layer));
}

/* Values that are too many for one picture get no tiles. */
gboolean
kb_ldtk_draw_values (KbImport *import, json_t *definition, const KbJsonPlace *place, GError **error)
{
  const json_t *values = json_object_get (definition, "intGridValues");
  KbLdtkLayer layer = { .definition = definition, .width = 1 };
  if (!kb_json_int (definition, "gridSize", 1, KB_MAX_CELL_SIDE, &layer.grid, place, error))
    return FALSE;
  const gsize side = (gsize) layer.grid,
              room = MIN (KB_MAX_PICTURE_SIDE / side, MAX_PIXELS / (side * side)),
              n = MIN (json_array_size (values), room);
  if (!n)
    return kb_json_fail (error, place, "intGridValues", _("expected at least one value"));
  KbPicture *picture = kb_picture_new ((guint) side, (guint) (n * side));
  g_autofree char *part = kb_ldtk_values_name (kb_ldtk_text (definition, "identifier"));
  const gint sheet = kb_import_take_picture (import, part, picture);
  for (gsize i = 0; i < n; i++)
    {
      const json_t *item = json_array_get (values, i);
      const gint value = (gint) json_integer_value (json_object_get (item, "value"));
      guint32 rgba = 0;
      g_autofree char *name = kb_ldtk_value_name (&layer, NULL, value, &rgba);
      KbImportFrame *frame = kb_import_add_frame (import, name, sheet, 0, (gint) i * layer.grid,
                                                  layer.grid, layer.grid);
      kb_ldtk_fill_cell (picture, &layer, i, rgba >> 8);
      const gboolean solid = frame->name && is_solid (part, name);
      frame->collision = json_string (solid ? "full" : "shapes");
      frame->collision_class = solid ? json_string (frame->name) : NULL;
    }
  import->name = kb_import_asset_name (part, "values");
  import->lasting_names = TRUE;
  return TRUE;
}

gboolean
kb_ldtk_read_values (gpointer ldtk, json_t *definition, const KbJsonPlace *place, GError **error)
{
  const char *name = kb_ldtk_text (definition, "identifier");
  g_autofree char *part = kb_ldtk_values_name (name ? name : "");
  json_object_del (definition, "number");
  return !name || !json_array_size (json_object_get (definition, "intGridValues"))
         || kb_ldtk_draw_values (kb_ldtk_add_set (ldtk, definition, part), definition, place,
                                 error);
}

GHashTable *
kb_ldtk_value_cells (KbLdtk *ldtk, const json_t *definition)
{
  const json_t *values = json_object_get (definition, "intGridValues");
  const guint set = (guint) json_integer_value (json_object_get (definition, "number")),
              tileset = set ? kb_file_level_use_tileset (ldtk->level, set - 1) : 0;
  if (!tileset)
    return NULL;
  const KbImport *import =
    ((KbFileTileset *) g_ptr_array_index (ldtk->file->tilesets, set - 1))->import;
  GHashTable *tiles = g_hash_table_new (NULL, NULL);
  for (gsize i = import->frames->len; i-- > 0;)
    {
      const json_t *item = json_array_get (values, i), *value = json_object_get (item, "value");
      const KbCell cell = { .frame = (guint) i + 1, .tileset = tileset };
      g_hash_table_insert (tiles, GINT_TO_POINTER ((gint) json_integer_value (value)),
                           GUINT_TO_POINTER (kb_cell_pack (&cell)));
    }
  return tiles;
}

void
kb_ldtk_read_value_tiles (KbLdtkLayer *layer)
{
  const json_t *cells = json_object_get (layer->json, "intGridCsv");
  KbFileLevel *level = layer->ldtk->level;
  const gsize n =
    json_object_get (layer->definition, "number") ? json_array_size (cells) : 0;
  g_autoptr (GHashTable) tiles = n && level->layers->len < KB_LDTK_MAX_LAYERS
                                   ? kb_ldtk_value_cells (layer->ldtk, layer->definition)
                                   : NULL;
  kb_ldtk_lose (layer->ldtk, _("int grids as tiles, in levels with too many layers or tilesets"),
                n && !tiles);
  if (!tiles)
    return;
  guint32 *packed = g_new0 (guint32, n);
  for (gsize i = 0; i < n; i++)
    {
      const gint value = (gint) json_integer_value (json_array_get (cells, i));
      packed[i] = GPOINTER_TO_UINT (g_hash_table_lookup (tiles, GINT_TO_POINTER (value)));
      kb_ldtk_lose (layer->ldtk, _("cells of int grids whose values have no tile"),
                    value && !packed[i]);
    }
  g_autofree char *name = kb_ldtk_values_name (layer->name);
  KbFileLayer *made = kb_file_level_add_layer (level, name);
  made->cell = (KbPixel) { .x = layer->grid, .y = layer->grid };
  made->origin = (KbPixel) { .x = layer->x, .y = layer->y };
  made->look.opacity = 0;
  made->width = layer->width;
  made->height = layer->height;
  kb_file_layer_add_piece (made, 0, 0, (guint) layer->width, (guint) layer->height, packed);
}

/* SPDX-License-Identifier: MIT */
/* LDtk's int grids as tiles, for what stops moves. A layer's values are a tileset of plain tiles;
 * its cells are a hidden layer of them. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "document/edits/cells.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/levels/ldtk.h"
#include "interchange/sheets/mask_private.h"
#include "interchange/sheets/sheets.h"

/* ---- ldtk mask ---- */

/* An int grid of LDtk as a mask, as large as its level. Each value is a zone of its name, colour
 * and number. `part` of the options is LEVEL/LAYER. */

#define MASK_MAX_PIXELS KB_MAX_EASY_PIXELS    /* as of blank pictures */

static gboolean
note_grids (gpointer data, json_t *level, G_GNUC_UNUSED const KbJsonPlace *place,
            G_GNUC_UNUSED GError **error)
{
  const KbLdtk *ldtk = data;
  KB_EACH_JSON (layer, json_object_get (level, "layerInstances"))
    {
      const char *name = kb_ldtk_text (layer, "__identifier");
      g_autofree char *part = g_strdup_printf ("%s/%s", ldtk->name, name ? name : "layer");
      if (json_array_size (json_object_get (layer, "intGridCsv")))
        json_object_set_new (ldtk->grids, part,
                             json_pack ("{sOsO}", "level", level, "layer", layer));
    }
  return TRUE;
}

/* FALSE: nothing of the cell is in the picture. */
static gboolean
kb_ldtk_fill_cell (KbPicture *picture, const KbLdtkLayer *layer, gsize cell, guint32 rgb)
{
  const gsize columns = (gsize) layer->width;
  const guint8 colour[] = { rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255 };
  const gint left = layer->x + (gint) (cell % columns) * layer->grid,
             top = layer->y + (gint) (cell / columns) * layer->grid, x0 = MAX (left, 0),
             x1 = MIN (left + layer->grid, (gint) picture->width), y0 = MAX (top, 0),
             y1 = MIN (top + layer->grid, (gint) picture->height);
  for (gint y = y0; y < y1; y++)
    for (gint x = x0; x < x1; x++)
      memcpy (picture->rgba + 4 * ((gsize) y * picture->width + (gsize) x), colour, 4);
  return x0 < x1 && y0 < y1;
}

/* The colour of a value in the picture + 1, from the table or a new rule. 0: there are too many. */
static guint32
find_colour (KbMaskImport *import, const KbLdtkLayer *layer, GHashTable *colours, gint value)
{
  guint32 colour = GPOINTER_TO_UINT (g_hash_table_lookup (colours, GINT_TO_POINTER (value))),
          rgba = 0;
  if (colour || import->options.rules->len == KB_MAX_ZONES)
    return colour;
  char *name = kb_ldtk_value_name (layer, NULL, value, &rgba);
  const KbMaskRule rule = { .rgb = rgba >> 8,
                            .name = name,
                            .value = value > 0 && value <= KB_MAX_ZONES ? (guint8) value : 0 };
  colour = kb_mask_add_rule (import->options.rules, rule) + 1;
  g_hash_table_insert (colours, GINT_TO_POINTER (value), GUINT_TO_POINTER (colour));
  return colour;
}

/* The values of the definition come first, so that all levels have the same zones. */
static gboolean
paint_values (KbMaskImport *import, const KbLdtkLayer *layer, gint width, gint height,
              GError **error)
{
  const json_t *cells = json_object_get (layer->json, "intGridCsv"),
               *values = json_object_get (layer->definition, "intGridValues");
  g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);
  const gsize n = json_array_size (values);
  import->picture = kb_picture_new ((guint) width, (guint) height);
  for (gsize i = 0; i < n + json_array_size (cells); i++)
    {
      const json_t *item = json_array_get (i < n ? values : cells, i < n ? i : i - n);
      const gint value =
        (gint) json_integer_value (i < n ? json_object_get (item, "value") : item);
      const guint32 colour = value ? find_colour (import, layer, colours, value) : 0;
      if (value && !colour)
        return kb_import_fail (error, import->path,
                               _("it has more than %d values; at most so many can be zones"),
                               KB_MAX_ZONES);
      kb_messages_lose (import->messages, _("cells outside their level"),
                        i >= n && value
                          && !kb_ldtk_fill_cell (import->picture, layer, i - n, colour - 1));
    }
  return TRUE;
}

static gboolean
read_ldtk_values_grid (KbMaskImport *import, KbLdtk *ldtk, const char *part, const json_t *found,
                       GError **error)
{
  const KbJsonPlace root = { NULL, import->path, FALSE, 0 }, place = { &root, part, FALSE, 0 };
  const json_t *level = json_object_get (found, "level");
  KbLdtkLayer layer = { .ldtk = ldtk, .json = json_object_get (found, "layer") };
  gint width, height;
  if (!kb_ldtk_read_layer (&layer, &place, error)
      || !kb_json_int (level, "pxWid", 1, KB_MAX_ZONES_SIDE, &width, &place, error)
      || !kb_json_int (level, "pxHei", 1, KB_MAX_ZONES_SIDE, &height, &place, error))
    return FALSE;
  if ((guint64) width * (guint64) height > MASK_MAX_PIXELS)
    return kb_json_fail (error, &place, NULL, _("expected at most %u pixels, got %d x %d"),
                         MASK_MAX_PIXELS, width, height);
  return paint_values (import, &layer, width, height, error);
}

static gboolean
read_zones (KbMaskImport *import, const char *data, gsize size, GError **error)
{
  const char *const files[] = { import->path, NULL };
  g_auto (KbImportOptions) options = { .part = g_strdup (import->options.part),
                                       .first_part = import->options.first_part };
  g_autoptr (KbImport) chooser = kb_import_new (&kb_importer_ldtk_mask, files, &options);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  json_auto_t *grids = json_object ();
  KbLevelFile file = { .path = import->path, .faults = faults };
  KbLdtk ldtk = { .file = &file, .read_level = note_grids, .grids = grids };
  json_auto_t *project = kb_ldtk_load (&ldtk, data, size, error);
  const KbJsonPlace root = { NULL, import->path, FALSE, 0 };
  const char *part;
  if (!project || !kb_ldtk_read_levels (&ldtk, project, &root, error))
    return FALSE;
  KB_EACH (const GError, fault, faults)
    kb_messages_add (import->messages, "%s", fault->message);
  if (import->options.track || !json_object_size (grids))
    return kb_import_fail (error, import->path,
                           import->options.track ? _("an int grid becomes a mask, not a track")
                                                 : _("there is no int grid in it"));
  const json_t *found = kb_import_choose_part (chooser, grids, &part, error);
  import->parts = g_steal_pointer (&chooser->parts);
  if (found)
    {
      g_free (import->options.part);
      import->options.part = g_strdup (part);
    }
  return found && read_ldtk_values_grid (import, &ldtk, part, found, error);
}

/* A project becomes levels, unless a mask is asked for. */
static KbFit
recognise_mask (const KbImportHead *head)
{
  return kb_ldtk_begins (head->start) ? KB_FIT_POSSIBLE : KB_FIT_NEVER;
}

const KbImporter kb_importer_ldtk_mask = {
  .name = "ldtk",
  .label = N_("Int grid of LDtk"),
  .noun = N_("a project of LDtk"),
  .makes = KB_IMPORT_MASK,
  .patterns = (const char *const[]) { "*.ldtk", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "part", "keep-picture", "resize", "fresh", NULL },
  .max_bytes = (gsize) 1 << 30,
  .recognise = recognise_mask,
  .read_zones = read_zones,
  .read_picture = kb_mask_import_read,
};

/* ---- ldtk values ---- */

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
      kb_marks_set_collision (frame, solid ? "full" : "shapes", frame->name);
    }
  import->name = kb_import_asset_name (part, "values");
  import->lasting_names = TRUE;
  return TRUE;
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

char *
kb_ldtk_value_name (const KbLdtkLayer *layer, const char *owner, gint value, guint32 *rgba)
{
  json_auto_t *number = json_integer (value);
  const json_t *known = kb_ldtk_find (layer->definition, "intGridValues", "value", number);
  const char *name = kb_ldtk_text (known, "identifier");
  kb_colour_read (kb_ldtk_text (known, "color"), rgba);
  return name && *name ? g_strdup (name)
         : owner       ? g_strdup_printf ("%s %d", owner, value)
                       : g_strdup_printf ("%d", value);
}

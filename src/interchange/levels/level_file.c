/* SPDX-License-Identifier: MIT */
/* Reads levels; helpers for importers. */
#include "interchange/levels/level_file.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/names.h"
#include "document/part.h"
#include "document/values.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sources.h"

#define LEVEL_FILE_MOST_BYTES ((gsize) 1 << 30)
#define LONGEST_ENDING 3   /* as in "blockers", but not "wallpaper" */

/* --- Reading ---------------------------------------------------------------------------------- */

/* A class or a group. */
static void
free_named (gpointer data)
{
  g_free (*(char **) data);
  g_free (data);
}

static void
free_piece (gpointer data)
{
  g_free (((KbFilePiece *) data)->cells);
  g_free (data);
}

static void
clear_wall (gpointer data)
{
  json_decref (((KbFileWall *) data)->values);
}

static void
free_level_file_layer (gpointer data)
{
  KbFileLayer *layer = data;
  g_free (layer->name);
  json_decref (layer->values);
  json_decref (layer->rules);
  g_ptr_array_unref (layer->pieces);
  g_free (layer);
}

static void
free_image (gpointer data)
{
  KbFileImage *image = data;
  g_free (image->name);
  g_free (image->stem);
  g_free (image->above);
  json_decref (image->values);
  kb_picture_unref (image->picture);
  g_free (image);
}

static void
free_tileset (gpointer data)
{
  kb_import_free (((KbFileTileset *) data)->import);
  g_free (data);
}

static void
free_level (gpointer data)
{
  KbFileLevel *level = data;
  g_free (level->name);
  g_free (level->path);
  g_free (level->sum);
  json_decref (level->values);
  g_array_unref (level->walls);
  json_decref (level->areas);
  json_decref (level->entities);
  g_ptr_array_unref (level->images);
  g_ptr_array_unref (level->groups);
  g_ptr_array_unref (level->layers);
  g_array_unref (level->tilesets);
  g_ptr_array_unref (level->messages);
  g_free (level);
}

/* Does a piece show a tile that stops moves? */
static gboolean
piece_stops (const KbLevelFile *file, const KbFileLevel *level, const KbFilePiece *piece)
{
  for (gsize i = 0; piece->cells && i < (gsize) piece->width * piece->height; i++)
    {
      const KbCell cell = kb_cell_unpack (piece->cells[i]);
      if (!cell.tileset || !cell.frame)
        continue;
      const guint set = g_array_index (level->tilesets, guint, cell.tileset - 1);
      const KbImport *import = ((KbFileTileset *) g_ptr_array_index (file->tilesets, set))->import;
      const KbImportFrame *frame = kb_import_frame (import, cell.frame - 1);
      const char *collision = json_string_value (frame->collision);
      if (collision && strcmp (collision, "shapes") != 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
layer_stops (const KbLevelFile *file, const KbFileLevel *level, const KbFileLayer *layer)
{
  KB_EACH (const KbFilePiece, piece, layer->pieces)
    if (layer->solid || piece_stops (file, level, piece))
      return TRUE;
  return FALSE;
}

static gboolean
level_stops (const KbLevelFile *file, const KbFileLevel *level)
{
  KB_EACH (const KbFileLayer, layer, level->layers)
    if (layer_stops (file, level, layer))
      return TRUE;
  return level->walls->len > 0;
}

/* The names of an object, as a new string. */
static char *
join_names (const json_t *names)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  KB_EACH_MEMBER (name, value, names)
    g_ptr_array_add (all, (gpointer) name);
  g_ptr_array_add (all, NULL);
  return g_strjoinv (", ", (char **) all->pdata);
}

/* Says which layers stop moves as a whole, which let all pass beside others that do not, and in
 * which levels nothing stops a move. */
static void
say_solid (const KbLevelFile *file)
{
  json_auto_t *solid = json_object (), *passed = json_object (), *open = json_object ();
  KB_EACH (const KbFileLevel, level, file->levels)
    {
      const gboolean stops = level_stops (file, level);
      KB_EACH (const KbFileLayer, layer, level->layers)
        if (layer->solid || (stops && !layer_stops (file, level, layer)))
          json_object_set_new (layer->solid ? solid : passed, layer->name, json_true ());
      if (!stops)
        json_object_set_new (open, level->name, json_true ());
    }
  g_autofree char *layers = join_names (solid), *others = join_names (passed),
                  *levels = join_names (open);
  if (*layers)
    kb_messages_add (file->messages, _("layers whose tiles all stop moves: %s"), layers);
  if (*others)
    kb_messages_add (file->messages, _("layers whose tiles stop nothing: %s"), others);
  if (*levels && file->levels->len == 1)
    kb_messages_add (file->messages, "%s", _("nothing in this level stops a move"));
  else if (*levels)
    kb_messages_add (file->messages,
                     /* The names of levels. */
                     _("nothing stops a move in %s"), levels);
}

/* `sum`: of the file's bytes before unpacking. */
static KbLevelFile *
parse_level_file (const char *path, const char *data, gsize size, const char *sum, const char *map,
                  json_t *solid, GError **error)
{
  const KbImporter *importer = kb_importer_of_data (KB_IMPORT_LEVEL, path, data, size, error);
  if (!importer)
    return NULL;
  if (map && !kb_importer_takes (importer, "map"))
    return kb_fail_null (error, KB_ERROR_USAGE,
                         _("%s: this file is one level, there are no maps to choose from"), path);
  KbLevelFile *file =
    KB_NEW (KbLevelFile, .path = g_strdup (path), .importer = importer, .sum = g_strdup (sum),
            .map = g_strdup (map), .solid = solid ? json_incref (solid) : json_array (),
            .named = json_object (), .levels = g_ptr_array_new_with_free_func (free_level),
            .level_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
            .classes = g_ptr_array_new_with_free_func (free_named),
            .class_numbers = g_hash_table_new (g_str_hash, g_str_equal),
            .tilesets = g_ptr_array_new_with_free_func (free_tileset),
            .others = g_ptr_array_new_with_free_func (g_free),
            .value_types = json_object (), .messages = kb_messages_new (),
            .faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free));
  if (!importer->read_level (file, data, size, map, error))
    g_clear_pointer (&file, kb_level_file_free);
  if (file)
    say_solid (file);
  KB_EACH_WHILE (file != NULL, const KbFileTileset, set, file->tilesets)
    KB_EACH (const KbMessage, message, set->import->messages)
      kb_messages_lose (file->messages, message->what, message->n);
  if (file)
    kb_level_file_note_outside (file);
  return file;
}

static KbLevelFile *
read_level_file (const char *path, const char *map, json_t *solid, GError **error)
{
  g_autofree char *data = NULL, *sum = NULL;
  gsize size;
  return kb_import_read_unpacked (path, LEVEL_FILE_MOST_BYTES, &data, &size, &sum, error)
           ? parse_level_file (path, data, size, sum, map, solid, error)
           : NULL;
}

KbLevelFile *
kb_level_file_read (const char *path, const char *map, GError **error)
{
  return read_level_file (path, map, NULL, error);
}

KbLevelFile *
kb_level_file_parse (const char *path, const char *data, gsize size, const char *map,
                     GError **error)
{
  g_autofree char *sum = kb_import_sum_of (data, size);
  return parse_level_file (path, data, size, sum, map, NULL, error);
}

void
kb_level_file_free (KbLevelFile *file)
{
  if (!file)
    return;
  g_free (file->path);
  g_free (file->map);
  g_free (file->sum);
  g_ptr_array_unref (file->levels);
  g_hash_table_unref (file->level_names);
  g_hash_table_unref (file->class_numbers);
  g_ptr_array_unref (file->classes);
  g_ptr_array_unref (file->tilesets);
  g_ptr_array_unref (file->others);
  json_decref (file->value_types);
  json_decref (file->solid);
  json_decref (file->named);
  g_ptr_array_unref (file->messages);
  g_ptr_array_unref (file->faults);
  g_free (file);
}

/* --- For importers ---------------------------------------------------------------------------- */

KbFileLevel *
kb_level_file_add (KbLevelFile *file, const char *name)
{
  g_autofree char *clean = kb_import_clean_name (name),
                  *usable = kb_name_make_usable (clean ? clean : "", "level");
  KbFileLevel *level = KB_NEW (
    KbFileLevel, .name = kb_name_take (file->level_names, usable, TRUE),
    .walls = g_array_new (FALSE, FALSE, sizeof (KbFileWall)), .areas = json_array (),
    .entities = json_array (), .layers = g_ptr_array_new_with_free_func (free_level_file_layer),
    .images = g_ptr_array_new_with_free_func (free_image),
    .groups = g_ptr_array_new_with_free_func (free_named),
    .tilesets = g_array_new (FALSE, FALSE, sizeof (guint)), .messages = kb_messages_new ());
  g_array_set_clear_func (level->walls, clear_wall);
  g_ptr_array_add (file->levels, level);
  if (clean && !g_str_equal (clean, level->name))
    kb_messages_add (file->messages, _("the level '%s' is called '%s' here"), clean, level->name);
  return level;
}

void
kb_level_file_fault (KbLevelFile *file, GError *error)
{
  g_ptr_array_add (file->faults, error);
}

gboolean
kb_level_file_has_levels (const KbLevelFile *file, GError **error)
{
  if (file->levels->len == 0 && file->faults->len)
    g_propagate_error (error, g_error_copy (g_ptr_array_index (file->faults, 0)));
  return file->levels->len > 0;
}

guint
kb_level_file_class (KbLevelFile *file, const char *name, guint32 rgba)
{
  g_autofree char *clean = kb_import_clean_name (name);
  if (!clean)
    clean = g_strdup ("wall");
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (file->class_numbers, clean));
  if (!number)
    {
      number = file->classes->len + 1;
      g_hash_table_insert (file->class_numbers, clean, GUINT_TO_POINTER (number));
      g_ptr_array_add (file->classes, KB_NEW (KbFileClass, g_steal_pointer (&clean), rgba));
    }
  return number - 1;
}

/* Does the word before that place say the opposite: "no collision", "Unblocked", "above walls"? */
static gboolean
is_denied (const char *text, const char *at)
{
  static const char *const words[] = { "no", "non", "not", "un", "above", "over", NULL };
  const char *end = at, *start;
  while (end > text && strchr (" -_", end[-1]))
    end--;
  for (start = end; start > text && g_ascii_isalpha (start[-1]);)
    start--;
  g_autofree char *word = g_strndup (start, (gsize) (end - start));
  return g_strv_contains (words, word);
}

/* Walls that are only seen. */
static gboolean
is_scenery (const char *text)
{
  static const char *const words[] = { "background", "backdrop", "bg", "deco", "shadow" };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (text, words[i]))
      return TRUE;
  return FALSE;
}

gboolean
kb_level_name_is_solid (const char *name)
{
  static const struct { const char *text; gboolean is_seen; } words[] = {
    { "collision", FALSE }, { "collide", FALSE }, { "collidable", FALSE }, { "solid", FALSE },
    { "wall", TRUE },       { "block", TRUE },    { "barrier", TRUE },
  };
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
  g_autofree char *lower = g_utf8_strdown (name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *found = strstr (lower, words[i].text);
      if (found && strspn (found + strlen (words[i].text), letters) <= LONGEST_ENDING)
        return !is_denied (lower, found) && !(words[i].is_seen && is_scenery (lower));
    }
  return FALSE;
}

gboolean
kb_level_file_chooses (KbLevelFile *file, const char *name)
{
  json_object_set_new (file->named, name, json_true ());
  return kb_value_choice (file->solid, name) < json_array_size (file->solid);
}

void
kb_file_layer_choose (KbLevelFile *file, KbFileLayer *layer, const char *name)
{
  layer->chosen = kb_level_file_chooses (file, name);
  if (layer->chosen)
    layer->solid = kb_level_file_class (file, name, 0) + 1;
}

gboolean
kb_level_file_set_solid (KbLevelFile *file, const char *const *names, GError **error)
{
  json_auto_t *solid = json_array ();
  g_autofree char *list = join_names (file->named);
  gboolean ok = TRUE;
  for (guint i = 0; names && names[i]; i++)
    if (json_object_get (file->named, names[i]))
      json_array_append_new (solid, json_string (names[i]));
    else if (ok)
      ok = kb_import_fail (error, file->path,
                           _("no layer, class or value is called '%s'; there are: %s"), names[i],
                           list);
  if (!json_array_size (solid))
    return ok;
  KbLevelFile *again = read_level_file (file->path, file->map, solid, ok ? error : NULL);
  if (!again)
    return FALSE;
  const KbLevelFile before = *file;
  *file = *again;
  *again = before;
  kb_level_file_free (again);
  return ok;
}

char **
kb_level_file_solid_names (const KbLevelFile *file)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  KB_EACH (const KbFileLevel, level, file->levels)
    if (level_stops (file, level))
      return NULL;
  KB_EACH_MEMBER (name, value, file->named)
    g_strv_builder_add (names, name);
  return g_strv_builder_end (names);
}

void
kb_file_level_add_wall (KbFileLevel *level, KbVec a, KbVec b, guint class_index)
{
  KbFileWall wall = { a, b, class_index, FALSE, NULL };
  g_array_append_val (level->walls, wall);
}

json_t *
kb_file_level_add_area (KbFileLevel *level, const char *name, guint class_index)
{
  g_autofree char *clean = kb_import_clean_name (name);
  if (!clean)
    clean = g_strdup_printf ("area %zu", json_array_size (level->areas) + 1);
  json_t *area = json_pack ("{sssis[]}", "name", clean, "class", (int) class_index, "rings");
  json_array_append_new (level->areas, area);
  return area;
}

void
kb_file_area_add_ring (json_t *area, const KbVec *points, guint n)
{
  json_t *ring = json_array ();
  for (guint i = 0; i < n; i++)
    json_array_append_new (ring, kb_vec_json (points[i]));
  json_array_append_new (json_object_get (area, "rings"), ring);
}

KbVec
kb_file_direction (double degrees)
{
  static const KbVec eighths[] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                   { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
  const double turn = fmod (fmod (degrees, 360) + 360, 360), angle = turn * G_PI / 180;
  return fmod (turn, 45) == 0
           ? eighths[(guint) (turn / 45) % 8]
           : kb_vec_to_grid ((KbVec) { cos (angle), sin (angle) });
}

json_t *
kb_file_level_add_entity (KbFileLevel *level, const char *name, guint class_index, KbVec at,
                          KbVec direction, json_t *values)
{
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL;
  gboolean turned = direction.x != 0 || direction.y != 0;
  json_t *entity = json_pack ("{ss?sisososo?}", "name", clean, "class", (int) class_index, "at",
                              kb_vec_json (at), "direction",
                              turned ? kb_vec_json (direction) : json_null (), "values", values);
  json_array_append_new (level->entities, entity);
  return entity;
}

/* The items begin with their name, a char *. */
static char *
name_among (const GPtrArray *items, const char *wanted, const char *missing)
{
  g_autofree char *clean = kb_import_clean_name (wanted);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH (char *, own, items)
    g_free (kb_name_take (taken, *own, FALSE));
  return kb_name_take (taken, clean ? clean : missing, FALSE);
}

static const KbLayerLook level_file_plain = { .opacity = 100, .parallax_x = 1, .parallax_y = 1 };

KbFileImage *
kb_file_level_add_image (KbFileLevel *level, const char *name, KbPicture *picture, const char *stem)
{
  KbFileImage *image =
    KB_NEW (KbFileImage, .name = name_among (level->images, name, "image"), .picture = picture,
            .stem = g_strdup (stem), .look = level_file_plain);
  g_ptr_array_add (level->images, image);
  return image;
}

KbFileGroup *
kb_file_level_add_group (KbFileLevel *level, const char *name)
{
  KbFileGroup *group =
    KB_NEW (KbFileGroup, name_among (level->groups, name, "group"), level_file_plain);
  g_ptr_array_add (level->groups, group);
  return group;
}

KbFileLayer *
kb_file_level_add_layer (KbFileLevel *level, const char *name)
{
  KbFileLayer *layer =
    KB_NEW (KbFileLayer, .name = name_among (level->layers, name, "tiles"),
            .look = level_file_plain, .pieces = g_ptr_array_new_with_free_func (free_piece));
  g_ptr_array_add (level->layers, layer);
  return layer;
}

void
kb_file_layer_add_piece (KbFileLayer *layer, gint i, gint j, guint width, guint height,
                         guint32 *cells)
{
  g_ptr_array_add (layer->pieces, KB_NEW (KbFilePiece, i, j, width, height, cells));
}

guint
kb_level_file_add_tileset (KbLevelFile *file, KbImport *import)
{
  g_ptr_array_add (file->tilesets, KB_NEW (KbFileTileset, import));
  return file->tilesets->len - 1;
}

char *
kb_level_file_counts (guint layers, guint64 tiles, guint tilesets, guint walls, guint areas,
                      guint entities)
{
  GString *text = g_string_new (NULL);
  if (layers)
    {
      g_string_append_printf (
        text, ngettext ("%u tile layer with ", "%u tile layers with ", layers), layers);
      g_string_append_printf (
        text, ngettext ("%" PRIu64 " tile of ", "%" PRIu64 " tiles of ", tiles), tiles);
      g_string_append_printf (text, ngettext ("%u tileset, ", "%u tilesets, ", tilesets), tilesets);
    }
  g_string_append_printf (text, ngettext ("%u wall, ", "%u walls, ", walls), walls);
  g_string_append_printf (text, ngettext ("%u area, ", "%u areas, ", areas), areas);
  g_string_append_printf (text, ngettext ("%u entity", "%u entities", entities), entities);
  return g_string_free (text, FALSE);
}

guint
kb_file_level_use_tileset (KbFileLevel *level, guint tileset)
{
  for (guint i = 0; i < level->tilesets->len; i++)
    if (g_array_index (level->tilesets, guint, i) == tileset)
      return i + 1;
  if (level->tilesets->len == KB_MAX_TILESETS)
    return 0;
  g_array_append_val (level->tilesets, tileset);
  return level->tilesets->len;
}

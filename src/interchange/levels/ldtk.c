/* SPDX-License-Identifier: MIT */
/* LDtk's projects: every level of all worlds becomes a level, at (0, 0). Levels may be in files of
 * their own. */
#include "interchange/levels/ldtk.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#define LDTK_MAX_BYTES ((gsize) 1 << 30)
#define ORIGIN "kickbox_origin"   /* a field of levels of ours: the rectangle's position */

gboolean
kb_ldtk_each (const json_t *object, const char *list, const KbJsonPlace *place, KbLdtkVisit visit,
              gpointer data, GError **error)
{
  const KbJsonPlace here = { place, list, FALSE, 0 };
  KB_EACH_JSON (item, json_object_get (object, list))
    {
      const KbJsonPlace at = { &here, NULL, FALSE, item_at };
      if (!visit (data, item, &at, error))
        return FALSE;
    }
  return TRUE;
}

char *
kb_ldtk_file_of (const char *project, const char *name)
{
  g_autofree char *path = g_canonicalize_filename (project, NULL),
                  *folder = g_path_get_dirname (path);
  return g_canonicalize_filename (name, folder);
}

json_t *
kb_ldtk_find (const json_t *object, const char *list, const char *member, const json_t *value)
{
  KB_EACH_JSON (item, json_object_get (object, list))
    if (json_equal (json_object_get (item, member), value))
      return item;
  return NULL;
}

const char *
kb_ldtk_text (const json_t *object, const char *member)
{
  return json_string_value (json_object_get (object, member));
}

/* --- Levels ----------------------------------------------------------------------------------- */

/* LDtk's factor is the part of the camera's motion that the layer follows. */
static void
read_look (KbLdtkLayer *layer)
{
  const double x = json_number_value (json_object_get (layer->definition, "parallaxFactorX")),
               y = json_number_value (json_object_get (layer->definition, "parallaxFactorY")),
               opacity = json_is_false (json_object_get (layer->json, "visible"))
                           ? 0
                           : json_number_value (json_object_get (layer->json, "__opacity"));
  layer->look = (KbLayerLook) {
    .opacity = (gint) floor (CLAMP (opacity, 0, 1) * 100 + 0.5),
    .parallax_x = 1 - CLAMP (x, -1, 1),
    .parallax_y = 1 - CLAMP (y, -1, 1),
  };
  kb_ldtk_lose (layer->ldtk, _("scales of layers with parallax"),
                (x != 0 || y != 0)
                  && json_is_true (json_object_get (layer->definition, "parallaxScaling")));
  kb_ldtk_lose (layer->ldtk, _("opacities of layers of entities"),
                layer->look.opacity != 100
                  && json_array_size (json_object_get (layer->json, "entityInstances")) > 0);
}

gboolean
kb_ldtk_read_layer (KbLdtkLayer *layer, const KbJsonPlace *place, GError **error)
{
  const json_t *json = layer->json;
  const char *name = kb_ldtk_text (json, "__identifier");
  const gsize n = json_array_size (json_object_get (json, "intGridCsv"));
  layer->name = name ? name : "layer";
  layer->definition = kb_ldtk_find (layer->ldtk->definitions, "layers", "uid",
                                    json_object_get (json, "layerDefUid"));
  if (!kb_json_int (json, "__gridSize", 1, KB_MAX_CELL_SIDE, &layer->grid, place, error)
      || !kb_json_int (json, "__cWid", 0, KB_MAX_CELLS, &layer->width, place, error)
      || !kb_json_int (json, "__cHei", 0, KB_MAX_CELLS, &layer->height, place, error)
      || !kb_json_int (json, "__pxTotalOffsetX", -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT, &layer->x, place,
                       error)
      || !kb_json_int (json, "__pxTotalOffsetY", -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT, &layer->y, place,
                       error))
    return FALSE;
  layer->x += layer->ldtk->origin.x;
  layer->y += layer->ldtk->origin.y;
  if (MAX (layer->width, layer->height) * layer->grid + MAX (ABS (layer->x), ABS (layer->y))
      > KB_LEVEL_LIMIT)
    return kb_json_fail (error, place, NULL, _("it is larger than a level, %d pixels each way"),
                         KB_LEVEL_LIMIT);
  return !n || n == (gsize) layer->width * (gsize) layer->height
         || kb_json_fail (error, place, "intGridCsv", _("expected %d x %d cells, got %u"),
                          layer->width, layer->height, (guint) n);
}

enum { EAST, SOUTH, WEST, NORTH };

typedef struct {
  const KbLdtkLayer *layer;
  const json_t *cells;
  guint8 *walked;          /* the upper borders of cells */
  gint value;
} Grid;

static gint
value_at (const Grid *grid, gint i, gint j)
{
  const gsize width = (gsize) grid->layer->width;
  return i < 0 || j < 0 || (gsize) i >= width || j >= grid->layer->height
           ? 0
           : (gint) json_integer_value (
               json_array_get (grid->cells, (gsize) j * width + (gsize) i));
}

/* Does the cell to the right of the way ahead have the value? Its left neighbour is the same to the
 * right of the way that turns left. */
static gboolean
is_inside (const Grid *grid, gint i, gint j, guint way)
{
  return value_at (grid, i - (way == SOUTH || way == WEST), j - (way == WEST || way == NORTH))
         == grid->value;
}

/* One outline, from the upper left corner of a cell on. */
static void
add_ring (const Grid *grid, json_t *area, gint first_i, gint first_j)
{
  static const gint across[] = { 1, 0, -1, 0 }, down[] = { 0, 1, 0, -1 };
  const KbLdtkLayer *layer = grid->layer;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  gint i = first_i, j = first_j;
  guint way = EAST, turn;
  do
    {
      if (way == EAST)
        grid->walked[(gsize) j * (gsize) layer->width + (gsize) i] = TRUE;
      i += across[way];
      j += down[way];
      turn = !is_inside (grid, i, j, way) ? 1 : is_inside (grid, i, j, (way + 3) % 4) ? 3 : 0;
      way = (way + turn) % 4;
      const KbVec point = { layer->x + i * layer->grid, layer->y + j * layer->grid };
      if (turn)
        g_array_append_val (points, point);
    }
  while (i != first_i || j != first_j || way != EAST);
  kb_file_area_add_ring (area, (const KbVec *) (gconstpointer) points->data, points->len);
}

/* The class has the value's name and colour. */
static json_t *
add_area (const KbLdtkLayer *layer, gint value)
{
  guint32 rgba = 0;
  g_autofree char *name = kb_ldtk_value_name (layer, layer->name, value, &rgba);
  return kb_file_level_add_area (layer->ldtk->level, name,
                                 kb_level_file_class (layer->ldtk->file, name, rgba));
}

static void
kb_ldtk_read_int_grid (KbLdtkLayer *layer)
{
  const json_t *cells = json_object_get (layer->json, "intGridCsv");
  const gsize n = json_array_size (cells);
  g_autofree guint8 *walked = g_new0 (guint8, n + 1);
  g_autoptr (GHashTable) areas = g_hash_table_new (NULL, NULL);
  Grid grid = { layer, cells, walked, 0 };
  for (gint cell = 0; cell < (gint) n; cell++)
    {
      const gint i = cell % layer->width, j = cell / layer->width;
      const gpointer key = GINT_TO_POINTER (grid.value = value_at (&grid, i, j));
      if (!grid.value || walked[cell] || value_at (&grid, i, j - 1) == grid.value)
        continue;
      if (!g_hash_table_contains (areas, key))
        g_hash_table_insert (areas, key, add_area (layer, grid.value));
      add_ring (&grid, g_hash_table_lookup (areas, key), i, j);
    }
}

static void
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
  kb_file_layer_choose (layer->ldtk->file, made, layer->name);
  kb_file_layer_add_piece (made, 0, 0, (guint) layer->width, (guint) layer->height, packed);
}

static gboolean
read_ldtk_layer (KbLdtk *ldtk, const json_t *json, const KbJsonPlace *place, GError **error)
{
  KbLdtkLayer layer = { .ldtk = ldtk, .json = json };
  if (!kb_ldtk_read_layer (&layer, place, error))
    return FALSE;
  read_look (&layer);
  kb_ldtk_read_int_grid (&layer);
  if (!kb_ldtk_read_tiles (&layer, place, error))
    return FALSE;
  kb_ldtk_read_value_tiles (&layer);
  return kb_ldtk_each (json, "entityInstances", place, kb_ldtk_read_entity, &layer, error);
}

/* The last layer of the list is the lowest. */
static gboolean
read_content (gpointer data, json_t *json, const KbJsonPlace *place, GError **error)
{
  KbLdtk *ldtk = data;
  static const char *const names[] = { "worldX", "world_x", "worldY", "world_y",
                                       "worldDepth", "world_depth", "pxWid", "width",
                                       "pxHei", "height", NULL };
  const char *origin = json_string_value (kb_ldtk_field (json, ORIGIN));
  const KbJsonPlace list = { place, "layerInstances", FALSE, 0 };
  const json_t *layers = kb_json_member (json, "layerInstances", JSON_ARRAY, place, error);
  ldtk->origin = (KbPixel) { 0 };
  const gboolean is_ours =
    origin && sscanf (origin, "%8d, %8d", &ldtk->origin.x, &ldtk->origin.y) == 2;
  KbLdtkLayer whole = { .ldtk = ldtk, .grid = 1, .x = ldtk->origin.x, .y = ldtk->origin.y,
                        .own = is_ours ? (const char *const[]) { ORIGIN, NULL } : NULL };
  if (!layers)
    return FALSE;
  ldtk->level = kb_level_file_add (ldtk->file, ldtk->name);
  ldtk->level->values =
    kb_ldtk_values (&whole, json, names + (is_ours ? G_N_ELEMENTS (names) - 1 : 0), "");
  kb_ldtk_lose (ldtk, _("background pictures"), kb_ldtk_text (json, "bgRelPath") != NULL);
  kb_ldtk_lose (ldtk, _("background colours"), kb_ldtk_text (json, "bgColor") != NULL);
  for (gsize i = json_array_size (layers); i-- > 0;)
    {
      const KbJsonPlace item = { &list, NULL, FALSE, i };
      if (!read_ldtk_layer (ldtk, json_array_get (layers, i), &item, error))
        return FALSE;
    }
  return TRUE;
}

/* A level in a file of its own that cannot be read is left out. */
static gboolean
read_level (gpointer data, json_t *level, const KbJsonPlace *place, GError **error)
{
  KbLdtk *ldtk = data;
  const json_t *identifier = kb_json_member (level, "identifier", JSON_STRING, place, error);
  const char *file = kb_ldtk_text (level, "externalRelPath");
  g_autofree char *path = kb_ldtk_file_of (ldtk->file->path, file ? file : ""), *text = NULL,
                  *sum = NULL,
                  *name = identifier ? kb_name_take (ldtk->names, json_string_value (identifier),
                                                     TRUE)
                                     : NULL;
  const KbJsonPlace root = { NULL, path, FALSE, 0 };
  gsize size = 0;
  GError *fault = NULL;
  if (!name || (ldtk->only && strcmp (name, ldtk->only) != 0))
    return name != NULL;
  ldtk->name = name;
  if (!file)
    return ldtk->read_level (ldtk, level, place, error);
  json_auto_t *json = kb_import_read_unpacked (path, LDTK_MAX_BYTES, &text, &size, &sum, &fault)
                        ? kb_json_load (path, text, size, ldtk->file->messages, &fault)
                        : NULL;
  if (fault)
    kb_level_file_fault (ldtk->file, fault);
  const GPtrArray *levels = ldtk->file->levels;   /* NULL: a mask is read */
  const guint n = levels ? levels->len : 0;
  const gboolean ok = fault || ldtk->read_level (ldtk, json, &root, error);
  if (levels && levels->len > n)
    {
      KbFileLevel *made = g_ptr_array_index (levels, n);
      made->path = g_steal_pointer (&path);
      made->sum = g_steal_pointer (&sum);
    }
  return ok;
}

/* --- Projects --------------------------------------------------------------------------------- */

static gboolean
read_world (gpointer ldtk, json_t *world, const KbJsonPlace *place, GError **error)
{
  return kb_ldtk_each (world, "levels", place, read_level, ldtk, error);
}

/* For kb_ldtk_each. Adds the tileset of a layer's values, if it is an int grid. */
static gboolean
kb_ldtk_read_values (gpointer data, json_t *definition, const KbJsonPlace *place, GError **error)
{
  KbLdtk *ldtk = data;
  const char *name = kb_ldtk_text (definition, "identifier");
  g_autofree char *part = kb_ldtk_values_name (name ? name : "");
  json_object_del (definition, "number");
  if (!name || !json_array_size (json_object_get (definition, "intGridValues")))
    return TRUE;
  KbImport *import = kb_ldtk_add_set (ldtk, definition, part);
  if (!kb_ldtk_draw_values (import, definition, place, error))
    return FALSE;
  KB_EACH (KbImportFrame, frame, import->frames)
    {
      if (frame->name && kb_level_file_chooses (ldtk->file, frame->name))
        kb_marks_set_collision (frame, "full", frame->name);
      if (!frame->collision_class
          && kb_value_choice (ldtk->file->solid, name) == json_array_size (ldtk->file->solid))
        kb_messages_lose_at (ldtk->file->messages, g_strdup (name),
                             _("values of int grids that stop nothing"),
                             frame->name);
    }
  return TRUE;
}

static gboolean
read_layer_definition (gpointer data, json_t *layer, const KbJsonPlace *place, GError **error)
{
  KbLdtk *ldtk = data;
  ldtk->name = kb_ldtk_text (layer, "identifier");
  return kb_ldtk_count_rules (ldtk, layer, place, error)
         && kb_ldtk_read_values (ldtk, layer, place, error);
}

/* Old versions, and other programs, leave out the header. */
gboolean
kb_ldtk_begins (const char *start)
{
  return strstr (start, "\"LDtk Project JSON\"")
         || (strstr (start, "\"jsonVersion\":") && strstr (start, "\"defaultGridSize\":"));
}

json_t *
kb_ldtk_load (KbLdtk *ldtk, const char *data, gsize size, GError **error)
{
  const KbJsonPlace root = { NULL, ldtk->file->path, FALSE, 0 };
  json_auto_t *project = kb_json_load (ldtk->file->path, data, size, ldtk->file->messages, error);
  const json_t *version =
    project ? kb_json_member (project, "jsonVersion", JSON_STRING, &root, error) : NULL;
  ldtk->definitions = json_object_get (project, "defs");
  if (version && g_str_has_prefix (json_string_value (version), "1."))
    return json_incref (project);
  if (version)
    kb_json_fail (error, &root, "jsonVersion",
                  _("expected a project of LDtk 1, got version '%.20s'; open and save it in "
                    "LDtk 1"),
                  json_string_value (version));
  return NULL;
}

gboolean
kb_ldtk_read_levels (KbLdtk *ldtk, const json_t *project, const KbJsonPlace *root, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ldtk->names = names;
  return kb_ldtk_each (project, "levels", root, read_level, ldtk, error)
         && kb_ldtk_each (project, "worlds", root, read_world, ldtk, error);
}

#define MAX_CHOICES 1024

static gboolean
kb_ldtk_read_enum (gpointer ldtk, json_t *item, G_GNUC_UNUSED const KbJsonPlace *place,
                   G_GNUC_UNUSED GError **error)
{
  const json_t *values = json_object_get (item, "values");
  const char *name = kb_ldtk_text (item, "identifier");
  json_t *choices = json_array ();
  for (gsize i = 0; i < MIN (json_array_size (values), MAX_CHOICES); i++)
    {
      const json_t *value = json_array_get (values, i);
      const char *id = kb_ldtk_text (value, "id");
      if (id && *id && kb_value_choice (choices, id) == json_array_size (choices))
        json_array_append_new (choices, json_string (id));
      kb_ldtk_lose (ldtk, _("icons of enums"), json_is_object (json_object_get (value,
                                                                                 "tileRect")));
    }
  json_object_set_new (((KbLdtk *) ldtk)->enums, name ? name : "", choices);
  return TRUE;
}

/* Once all levels are read. */
static void
kb_ldtk_link_entities (KbLdtk *ldtk)
{
  KB_EACH_JSON (link, ldtk->links)
    {
      const char *key = json_string_value (json_array_get (link, 1)),
                 *level = json_string_value (json_array_get (link, 2)),
                 *iid = kb_ldtk_text (json_array_get (link, 0), key);
      json_t *found = json_object_get (ldtk->entities, iid), *ref = json_object_get (found, "ref");
      const char *other = kb_ldtk_text (found, "level");
      g_autofree char *text =
        g_strdup_printf ("%s/%d", other ? other : "", (int) json_integer_value (ref));
      kb_ldtk_lose (ldtk, _("references to entities outside the imported levels"), !found);
      if (found)
        json_object_set (json_object_get (found, "entity"), "ref", ref);
      json_object_set_new (json_array_get (link, 0), key,
                           json_string (!found                         ? ""
                                        : g_strcmp0 (other, level) == 0 ? strrchr (text, '/') + 1
                                                                        : text));
    }
}

static gboolean
read_project (KbLdtk *ldtk, const json_t *project, GError **error)
{
  const char *path = ldtk->file->path;
  const KbJsonPlace root = { NULL, path, FALSE, 0 }, defs = { &root, "defs", FALSE, 0 };
  kb_ldtk_lose (ldtk, _("entries of the table of contents"),
                json_array_size (json_object_get (project, "toc")));
  kb_ldtk_lose (ldtk, _("custom commands"),
                json_array_size (json_object_get (project, "customCommands")));
  if (!kb_ldtk_each (ldtk->definitions, "enums", &defs, kb_ldtk_read_enum, ldtk, error)
      || !kb_ldtk_each (ldtk->definitions, "externalEnums", &defs, kb_ldtk_read_enum, ldtk, error)
      || !kb_ldtk_each (ldtk->definitions, "layers", &defs, read_layer_definition, ldtk, error)
      || !kb_ldtk_each (ldtk->definitions, "tilesets", &defs, kb_ldtk_read_set, ldtk, error)
      || !kb_ldtk_read_levels (ldtk, project, &root, error))
    return FALSE;
  kb_ldtk_link_entities (ldtk);
  if (!ldtk->file->levels->len && !ldtk->file->faults->len)
    return ldtk->only
             ? kb_import_fail (error, path, _("there is no level '%s' in it"), ldtk->only)
             : kb_import_fail (error, path, _("there are no levels in it"));
  return kb_level_file_has_levels (ldtk->file, error);
}

static gboolean
read_ldtk (KbLevelFile *file, const char *data, gsize size, const char *map, GError **error)
{
  json_auto_t *enums = json_object (), *entities = json_object (), *links = json_array ();
  KbLdtk ldtk = { .file = file,
                  .read_level = read_content,
                  .only = map,
                  .enums = enums,
                  .entities = entities,
                  .links = links };
  json_auto_t *project = kb_ldtk_load (&ldtk, data, size, error);
  return project && read_project (&ldtk, project, error);
}

static KbFit
recognise_ldtk (const KbImportHead *head)
{
  return kb_ldtk_begins (head->start) ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_ldtk = {
  .name = "ldtk",
  .label = N_("Levels of LDtk"),
  .noun = N_("a project of LDtk"),
  .makes = KB_IMPORT_LEVEL,
  .patterns = (const char *const[]) { "*.ldtk", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "map", "solid", "fresh", NULL },
  .recognise = recognise_ldtk,
  .read_level = read_ldtk,
};

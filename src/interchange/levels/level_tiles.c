/* SPDX-License-Identifier: MIT */
/* Updates or makes the sprites of a file's tilesets, and converts cells to the document's
 * numbers. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/names.h"
#include "interchange/apply_private.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/levels/level_parts.h"

/* ---- level sprites ---- */

/* Finds the sprites of a file's tilesets, by origin, name, pictures and cut. */

/* The cut of a sheet, from its first cells. A step is 0 if there is only one column or row. */
typedef struct {
  gboolean named;          /* separate pictures, which have no cut */
  gboolean cells;          /* x, y and the steps are known: the picture exists */
  gint x, y, width, height, step_x, step_y;
} Cut;

typedef struct {
  const KbSprite *sprite;
  Cut cut;
  GHashTable *paths;       /* absolute, of its sources -> their checksums, "" if there was no
                            * file */
  GHashTable *sums;
  GHashTable *names;       /* of the source's frames */
  guint n_frames;
  gboolean used;           /* assigned to a tileset */
} Known;

typedef struct {
  KbDocument *document;
  const KbLevelFile *file;
  const char *name;
  GPtrArray *all;          /* Known */
  GHashTable *by_file;     /* file, format and part -> GPtrArray of Known */
  GHashTable *by_name;     /* without an appended number -> the same */
  /* Sprite name -> GPtrArray of names of other levels, or NULL until needed */
  GHashTable *elsewhere;
} Finder;

/* --- Cuts ------------------------------------------------------------------------------------- */

static void
note_cell (Cut *cut, gint x, gint y, gint width, gint height)
{
  if (!cut->cells)
    *cut = (Cut) { cut->named, TRUE, x, y, width, height, 0, 0 };
  if (!cut->step_x && y == cut->y && x > cut->x)
    cut->step_x = x - cut->x;
  if (!cut->step_y && x == cut->x && y > cut->y)
    cut->step_y = y - cut->y;
}

static Cut
cut_of (const KbImport *import)
{
  Cut cut = { 0 };
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      cut.named |= frame->name != NULL;
      if (frame_at == 0)
        cut = (Cut) { cut.named, FALSE, 0, 0, frame->width, frame->height, 0, 0 };
      if (!frame->name && frame->picture >= 0)
        note_cell (&cut, frame->x, frame->y, frame->picture_width, frame->picture_height);
    }
  return cut;
}

static gboolean
agree (gint a, gint b)
{
  return !a || !b || a == b;
}

static gboolean
same_cut (const Cut *a, const Cut *b)
{
  if (a->named || b->named)
    return a->named == b->named;
  return a->width == b->width && a->height == b->height
         && (!a->cells || !b->cells
             || (a->x == b->x && a->y == b->y && agree (a->step_x, b->step_x)
                 && agree (a->step_y, b->step_y)));
}

/* --- Known sprites ---------------------------------------------------------------------------- */

static void
free_known (gpointer data)
{
  Known *known = data;
  g_clear_pointer (&known->paths, g_hash_table_unref);
  g_clear_pointer (&known->sums, g_hash_table_unref);
  g_clear_pointer (&known->names, g_hash_table_unref);
  g_free (known);
}

/* Notes a frame of the record that was still in the source. */
static void
note_frame (Known *known, const json_t *frame, gboolean first)
{
  const json_t *cell = json_object_get (frame, "cell");
  const char *name = json_string_value (json_object_get (frame, "name"));
  gint at[5];
  if (first)
    {
      const KbFrame *own = kb_sprite_find_frame (
        known->sprite, (gint) json_integer_value (json_object_get (frame, "id")));
      known->cut.width = own ? own->width : 0;
      known->cut.height = own ? own->height : 0;
    }
  for (gsize i = 0; cell && i < G_N_ELEMENTS (at); i++)
    at[i] = (gint) json_integer_value (json_array_get (cell, i));
  if (cell)
    note_cell (&known->cut, at[1], at[2], at[3], at[4]);
  known->cut.named |= name != NULL;
  if (name)
    g_hash_table_add (known->names, (gpointer) name);
  known->n_frames++;
}

/* Reads the record when it is first needed. */
static void
study (Known *known, const char *folder)
{
  if (known->paths)
    return;
  const json_t *sources = json_object_get (known->sprite->import, "sources"),
               *frames = json_object_get (known->sprite->import, "frames");
  g_autoptr (GHashTable) lost = kb_steps_lost_ids (known->sprite);
  known->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  known->sums = g_hash_table_new (g_str_hash, g_str_equal);
  known->names = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH_JSON (item, sources)
    {
      const char *file = json_string_value (json_object_get (item, "file"));
      const char *sum = json_string_value (json_object_get (item, "sha256"));
      if (file)
        g_hash_table_insert (known->paths, g_canonicalize_filename (file, folder),
                             (gpointer) (sum ? sum : ""));
      if (sum)
        g_hash_table_add (known->sums, (gpointer) sum);
    }
  KB_EACH_JSON (entry, frames)
    {
      json_int_t id = json_integer_value (json_object_get (entry, "id"));
      if (id > 0 && id < G_MAXINT && !g_hash_table_contains (lost, GINT_TO_POINTER ((gint) id)))
        note_frame (known, entry, known->n_frames == 0);
    }
}

/* The number of pictures that are source files of the sprite, or copies of one. */
static guint
count_pictures (const Known *known, const KbImport *import, guint *n_all)
{
  guint n = 0;
  *n_all = 0;
  KB_EACH (const KbImportSource, source, import->sources)
    {
      if (strcmp (source->path, import->files[0]) == 0)
        continue;
      ++*n_all;
      n += g_hash_table_contains (known->paths, source->path)
           || (source->sum && g_hash_table_contains (known->sums, source->sum));
    }
  return n;
}

static gboolean
same_names (const Known *known, const KbImport *import)
{
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      const char *name = frame->name;
      if (name && !g_hash_table_contains (known->names, name))
        return FALSE;
    }
  return known->n_frames == import->frames->len;
}

/* Is another file's tileset the same: one sheet with one cut, or the same separate pictures? */
static gboolean
is_same_art (const Known *known, const KbImport *import, const Cut *cut)
{
  guint n_all, n = count_pictures (known, import, &n_all);
  return n > 0 && same_cut (&known->cut, cut)
         && (!cut->named || (n == n_all && same_names (known, import)));
}

/* --- Indices ---------------------------------------------------------------------------------- */

/* Removes an appended number: " 2" after a name, "#2" after a part. */
static char *
base_of (const char *text, char mark)
{
  gsize length = text ? strlen (text) : 0, end = length;
  while (end > 0 && g_ascii_isdigit (text[end - 1]))
    end--;
  return g_strndup (text ? text : "",
                    end > 1 && end < length && text[end - 1] == mark ? end - 1 : length);
}

static char *
file_key (const char *path, const char *format, const char *part)
{
  g_autofree char *base = base_of (part, '#');
  return g_strjoin ("\n", path, format ? format : "", part ? "part" : "whole", base, NULL);
}

/* Steals the key. */
static void
index_under (GHashTable *index, char *key, Known *known)
{
  GPtrArray *list = g_hash_table_lookup (index, key);
  if (!list)
    g_hash_table_insert (index, g_strdup (key), list = g_ptr_array_new ());
  g_ptr_array_add (list, known);
  g_free (key);
}

static void
index_sprites (Finder *finder)
{
  const KbProject *project = kb_document_project (finder->document);
  const char *folder = kb_document_folder (finder->document);
  KB_EACH (const KbSprite, sprite, project->sprites)
    {
      Known *known = KB_NEW (Known, .sprite = sprite);
      const json_t *record = known->sprite->import;
      const char *first = json_string_value (json_array_get (json_object_get (record, "files"), 0));
      g_autofree char *path = first ? g_canonicalize_filename (first, folder) : NULL;
      g_ptr_array_add (finder->all, known);
      if (path)
        index_under (finder->by_file,
                     file_key (path, json_string_value (json_object_get (record, "format")),
                               json_string_value (json_object_get (record, "part"))),
                     known);
      index_under (finder->by_name, g_strdup (known->sprite->name), known);
      g_autofree char *base = base_of (known->sprite->name, ' ');
      if (strcmp (base, known->sprite->name) != 0)
        index_under (finder->by_name, g_steal_pointer (&base), known);
    }
}

/* --- Other levels ----------------------------------------------------------------------------- */

static gboolean
is_of_the_file (const Finder *finder, const char *level)
{
  KB_EACH (const KbFileLevel, made, finder->file->levels)
    if (strcmp (finder->name ? finder->name : made->name, level) == 0)
      return TRUE;
  return FALSE;
}

static void
note_level (GHashTable *elsewhere, const char *sprite, const KbLevel *level)
{
  GPtrArray *levels = g_hash_table_lookup (elsewhere, sprite);
  if (!levels)
    g_hash_table_insert (elsewhere, (gpointer) sprite, levels = g_ptr_array_new ());
  if (!levels->len || g_ptr_array_index (levels, levels->len - 1) != level->name)
    g_ptr_array_add (levels, level->name);
}

/* The names of other levels that list or show the sprite, or NULL. */
static const GPtrArray *
levels_elsewhere (Finder *finder, const char *sprite)
{
  const KbProject *project = kb_document_project (finder->document);
  if (finder->elsewhere)
    return g_hash_table_lookup (finder->elsewhere, sprite);
  finder->elsewhere =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  KB_EACH (const KbLevel, level, project->levels)
    {
      if (is_of_the_file (finder, level->name))
        continue;
      KB_EACH (const KbTileset, tileset, level->tilesets)
        note_level (finder->elsewhere, tileset->sprite, level);
      KB_EACH (const KbEntity, entity, level->entities)
        if (entity->sprite)
          note_level (finder->elsewhere, entity->sprite, level);
    }
  return g_hash_table_lookup (finder->elsewhere, sprite);
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* In the order of preference. From the same file: the same part; the same tiles; the same picture
 * with another cut; anything. From other files: the same art. */
typedef enum { SAME_PART, SAME_TILES, SAME_PICTURE, SAME_FILE, SAME_ART, N_WAYS } LevelTilesWay;

static gboolean
fits (Finder *finder, LevelTilesWay way, Known *known, const KbImport *import, const Cut *cut)
{
  guint n_all;
  study (known, kb_document_folder (finder->document));
  if (way == SAME_PART
      && g_strcmp0 (json_string_value (json_object_get (known->sprite->import, "part")),
                    import->options.part)
           != 0)
    return FALSE;
  if (way != SAME_PICTURE && way != SAME_FILE)
    return is_same_art (known, import, cut)
           || (way == SAME_PART && !count_pictures (known, import, &n_all) && !n_all);
  if (way == SAME_PICTURE && !count_pictures (known, import, &n_all))
    return FALSE;
  /* All levels of a tileset file follow it */
  gboolean follows = way == SAME_PICTURE || !import->options.part;
  return (follows && same_cut (&known->cut, cut))
         || !levels_elsewhere (finder, known->sprite->name);
}

static Known *
find_known_tileset (Finder *finder, LevelTilesWay way, const KbImport *import, const Cut *cut)
{
  g_autofree char *key = way == SAME_ART
                           ? g_strdup (import->name)
                           : file_key (import->files[0], import->importer->name,
                                       import->options.part);
  const GPtrArray *list =
    g_hash_table_lookup (way == SAME_ART ? finder->by_name : finder->by_file, key);
  KB_EACH_WHILE (list, Known, known, list)
    if (!known->used && fits (finder, way, known, import, cut))
      return known;
  return NULL;
}

/* Reports why a sprite of the same file was not used. */
static void
report_kept (Finder *finder, const KbImport *import)
{
  g_autofree char *key = file_key (import->files[0], import->importer->name, import->options.part);
  const GPtrArray *list = g_hash_table_lookup (finder->by_file, key);
  KB_EACH_WHILE (list, const Known, known, list)
    {
      const GPtrArray *levels = known->used ? NULL : levels_elsewhere (finder, known->sprite->name);
      g_autofree char *names = levels ? kb_apply_level_names (levels) : NULL;
      if (!names)
        continue;
      kb_messages_add (finder->file->messages,
                             _("%s: its tiles have another cut or picture now; the sprite stays "
                                "as it was for other levels (%s), and these tiles are a new one"),
                             known->sprite->name, names);
      return;
    }
}

/* A sprite that is now cut differently stays unchanged while other levels list or show it; the
 * file's messages report that. `name`: the name for the only level; NULL: its own. */
static KbId *
kb_level_sprites_find (KbDocument *document, const KbLevelFile *file, const char *name)
{
  guint n = file->tilesets->len;
  KbId *found = g_new0 (KbId, n + 1);
  g_autofree Cut *cuts = g_new0 (Cut, n + 1);
  Finder finder = {
    document,
    file,
    name,
    g_ptr_array_new_with_free_func (free_known),
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref),
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref),
    NULL
  };
  index_sprites (&finder);
  /* All tilesets try the best kind of match first, so none takes another's sprite. */
  for (LevelTilesWay way = 0; way < N_WAYS; way++)
    for (guint i = 0; i < n; i++)
      {
        const KbImport *import =
          ((const KbFileTileset *) g_ptr_array_index (file->tilesets, i))->import;
        if (way == 0)
          cuts[i] = cut_of (import);
        Known *known = found[i] ? NULL : find_known_tileset (&finder, way, import, &cuts[i]);
        if (!known)
          continue;
        known->used = TRUE;
        found[i] = known->sprite->node.id;
      }
  for (guint i = 0; i < n; i++)
    if (!found[i])
      report_kept (&finder,
                   ((const KbFileTileset *) g_ptr_array_index (file->tilesets, i))->import);
  g_hash_table_unref (finder.by_file);
  g_hash_table_unref (finder.by_name);
  g_clear_pointer (&finder.elsewhere, g_hash_table_unref);
  g_ptr_array_unref (finder.all);
  return found;
}

/* Did it come from this tileset, with all files unchanged? Then its record is complete. */
static gboolean
kb_level_sprite_is_current (const KbSprite *sprite, const KbImport *import, const char *folder)
{
  const json_t *record = sprite->import;
  const char *first = json_string_value (json_array_get (json_object_get (record, "files"), 0));
  g_autofree char *path = first ? g_canonicalize_filename (first, folder) : NULL;
  if (g_strcmp0 (path, import->files[0]) != 0
      || g_strcmp0 (json_string_value (json_object_get (record, "format")), import->importer->name)
           != 0
      || g_strcmp0 (json_string_value (json_object_get (record, "part")), import->options.part)
           != 0)
    return FALSE;
  Known known = { .sprite = sprite };
  gboolean current = TRUE;
  study (&known, folder);
  KB_EACH_WHILE (current, const KbImportSource, source, import->sources)
    {
      const char *sum = g_hash_table_lookup (known.paths, source->path);
      current = sum && strcmp (sum, source->sum ? source->sum : "") == 0;
    }
  g_hash_table_unref (known.paths);
  g_hash_table_unref (known.sums);
  g_hash_table_unref (known.names);
  return current;
}

/* ---- level tiles ---- */

/* A tileset of the file. */
typedef struct {
  KbId sprite;
  gint *ids;               /* permanent id of each frame of the import */
} LevelTilesSet;

struct KbLevelTiles {
  KbDocument *document;
  const KbLevelFile *file;
  GArray *sets;            /* Set */
  GHashTable *taken;       /* names of sprites: see kb_name_take */
};

/* --- Sprites ---------------------------------------------------------------------------------- */

static GHashTable *
lasting_ids (const KbSprite *sprite)
{
  GHashTable *there = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFrame, frame, sprite->frames)
    g_hash_table_add (there, GINT_TO_POINTER (frame->lasting_id));
  return there;
}

/* FALSE if the sprite lacks frames of its record. */
static gboolean
take_ids (LevelTilesSet *set, const KbSprite *sprite, const KbImport *import)
{
  const json_t *frames = json_object_get (sprite->import, "frames");
  if (json_array_size (frames) < import->frames->len)
    return FALSE;
  /* Made only if the frames' order differs from the source's */
  g_autoptr (GHashTable) there = NULL;
  g_free (set->ids);
  set->ids = g_new0 (gint, import->frames->len + 1);
  for (guint i = 0; i < import->frames->len; i++)
    {
      json_int_t id = json_integer_value (json_object_get (json_array_get (frames, i), "id"));
      if (id < 1 || id >= G_MAXINT)
        return FALSE;
      gboolean in_place =
        i < sprite->frames->len && kb_frame_at (sprite, i)->lasting_id == (gint) id;
      if (!in_place && !there)
        there = lasting_ids (sprite);
      if (!in_place && !g_hash_table_contains (there, GINT_TO_POINTER ((gint) id)))
        return FALSE;
      set->ids[i] = (gint) id;
    }
  set->sprite = sprite->node.id;
  return TRUE;
}

static gboolean
put_sprite (const KbLevelTiles *tiles, const KbImport *import, KbId id, LevelTilesSet *set,
            GError **error)
{
  const KbSprite *sprite = id ? (const KbSprite *) kb_document_node (tiles->document, id) : NULL;
  g_auto (KbImportReport) report = { 0 };
  if (sprite && kb_level_sprite_is_current (sprite, import, kb_document_folder (tiles->document))
      && take_ids (set, sprite, import))
    return TRUE;
  g_autofree char *name = sprite ? g_strdup (sprite->name)
                                  : kb_name_take (tiles->taken, import->name, TRUE);
  if (!kb_import_apply (tiles->document, import, name, &report, error))
    return FALSE;
  for (guint i = import->messages->len; !report.created && i < report.messages->len; i++)
    kb_messages_add (tiles->file->messages, "%s: %s", name,
                     ((const KbMessage *) g_ptr_array_index (report.messages, i))->what);
  sprite = (const KbSprite *) kb_document_node (tiles->document, report.sprite);
  return take_ids (set, sprite, import)
         || kb_import_fail (error, import->files[0],
                            _("the frames of '%s' are not as they were put in"), name);
}

static void
clear_set (gpointer data)
{
  g_free (((LevelTilesSet *) data)->ids);
}

KbLevelTiles *
kb_level_tiles_new (KbDocument *document, const KbLevelFile *file, const char *name,
                    GHashTable *replaced, GError **error)
{
  KbLevelTiles *tiles =
    KB_NEW (KbLevelTiles, document, file, g_array_new (FALSE, TRUE, sizeof (LevelTilesSet)),
            g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL));
  KB_EACH (const KbSprite, sprite, kb_document_project (document)->sprites)
    g_free (kb_name_take (tiles->taken, sprite->name, TRUE));
  g_array_set_clear_func (tiles->sets, clear_set);
  g_array_set_size (tiles->sets, file->tilesets->len);
  g_autofree KbId *sprites = kb_level_sprites_find (document, file, name);
  g_autoptr (GHashTable) placed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  KB_EACH (const KbFileTileset, set, file->tilesets)
    {
      set->import->replaced = replaced;
      set->import->placed = placed;
      gboolean ok = put_sprite (tiles, set->import, sprites[set_at],
                                &g_array_index (tiles->sets, LevelTilesSet, set_at), error);
      set->import->replaced = set->import->placed = NULL;
      if (ok)
        continue;
      kb_level_tiles_free (tiles);
      return NULL;
    }
  return tiles;
}

void
kb_level_tiles_free (KbLevelTiles *tiles)
{
  if (!tiles)
    return;
  g_array_unref (tiles->sets);
  g_hash_table_unref (tiles->taken);
  g_free (tiles);
}

static const KbSprite *
sprite_of (const KbLevelTiles *tiles, guint tileset)
{
  return (const KbSprite *) kb_document_node (
    tiles->document, g_array_index (tiles->sets, LevelTilesSet, tileset).sprite);
}

const char *
kb_level_tiles_sprite (const KbLevelTiles *tiles, guint tileset)
{
  return sprite_of (tiles, tileset)->name;
}

const KbFrame *
kb_level_tiles_frame (const KbLevelTiles *tiles, guint tileset, guint index)
{
  return kb_sprite_find_frame (sprite_of (tiles, tileset),
                               g_array_index (tiles->sets, LevelTilesSet, tileset).ids[index]);
}

/* --- Cells ------------------------------------------------------------------------------------ */

/* The numbers in the level for a tileset's cells of the file. */
typedef struct {
  guint number;            /* of the tileset */
  const gint *ids;
} Numbers;

static const KbTileset *
find_tileset (const KbLevel *level, const char *sprite)
{
  KB_EACH (const KbTileset, tileset, level->tilesets)
    if (strcmp (tileset->sprite, sprite) == 0)
      return tileset;
  return NULL;
}

/* An existing tileset keeps its offset, which may be the designer's. */
static gboolean
put_offset (const KbLevelTiles *tiles, const KbFileTileset *made, const KbTileset *tileset,
            GError **error)
{
  const KbPixel *from = &made->offset, *to = &tileset->offset;
  if (!from->set || (to->x == from->x && to->y == from->y))
    return TRUE;
  if (!to->set)
    return kb_document_set (tiles->document, tileset->node.id, "offset",
                            json_pack ("[ii]", from->x, from->y), error);
  kb_messages_add (
    tiles->file->messages,
    _("%s: its tiles are drawn at (%d, %d) here, and stay so; the file has (%d, %d)"),
    tileset->sprite, to->x, to->y, from->x, from->y);
  return TRUE;
}

/* Finds the level's tilesets for the cells, and adds missing ones. */
static gboolean
make_numbers (const KbLevelTiles *tiles, const KbFileLevel *made, KbId id, Numbers *numbers,
              GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (tiles->document, id);
  for (guint i = 0; i < made->tilesets->len; i++)
    {
      guint set = g_array_index (made->tilesets, guint, i);
      const char *sprite = kb_level_tiles_sprite (tiles, set);
      if (!find_tileset (level, sprite)
          && !kb_document_insert (tiles->document, id, "tilesets", -1,
                                  json_pack ("{ss}", "sprite", sprite), error))
        return FALSE;
      const KbFileTileset *from = g_ptr_array_index (tiles->file->tilesets, set);
      if (!put_offset (tiles, from, find_tileset (level, sprite), error))
        return FALSE;
      numbers[i + 1] = (Numbers) { (guint) find_tileset (level, sprite)->number,
                                  g_array_index (tiles->sets, LevelTilesSet, set).ids };
      const KbImport *import = from->import;
      for (guint f = 0; f < import->frames->len; f++)
        if (numbers[i + 1].ids[f] > KB_MAX_TILE_FRAME)
          return kb_import_fail (
            error, tiles->file->path,
            _("a frame of '%s' has the number %d; only those up to %d can be tiles"), sprite,
            numbers[i + 1].ids[f], KB_MAX_TILE_FRAME);
    }
  return TRUE;
}

static guint32
numbered (const Numbers *numbers, guint32 cell)
{
  const Numbers *set = &numbers[cell >> KB_CELL_TILESET_SHIFT & 31u];
  return kb_cell_is_empty (cell) ? 0
         : (cell & ~KB_CELL_TILE) | set->number << KB_CELL_TILESET_SHIFT
             | (guint32) set->ids[(cell & KB_CELL_FRAME) - 1];
}

static void
paint_piece (KbZonesPainter *painter, const KbFileLayer *layer, const KbFilePiece *piece,
             const Numbers *numbers)
{
  g_autofree guint32 *row = g_new (guint32, piece->width);
  if (!piece->cells)
    kb_cells_painter_box (painter, piece->i - layer->i, piece->j - layer->j, (gint) piece->width,
                          (gint) piece->height, 0);
  for (guint y = 0; piece->cells && y < piece->height; y++)
    {
      const guint32 *cells = piece->cells + (gsize) y * piece->width;
      for (guint x = 0; x < piece->width; x++)
        row[x] = numbered (numbers, cells[x]);
      kb_cells_painter_copy_in (painter, piece->i - layer->i, piece->j - layer->j + (gint) y,
                                piece->width, 1, row, NULL, piece->width);
    }
}

/* Paints the whole layer; unchanged cells stay. */
static gboolean
paint_cells (const KbLevelTiles *tiles, const KbFileLayer *layer, KbId id,
             const Numbers *numbers, GError **error)
{
  KbZonesPainter *painter = kb_document_painter (tiles->document, id, "cells", error);
  if (!painter)
    return FALSE;
  kb_cells_painter_box (painter, 0, 0, layer->width, layer->height, 0);
  KB_EACH (const KbFilePiece, piece, layer->pieces)
    paint_piece (painter, layer, piece, numbers);
  return kb_document_paint_end (tiles->document, id, "cells", painter, NULL, error);
}

/* --- Layers ----------------------------------------------------------------------------------- */

static json_t *
axis_json (const KbFileLayer *layer, KbVec axis)
{
  gboolean straight = layer->axis_i.x == 0 && layer->axis_i.y == 0;
  return straight ? json_null () : json_pack ("[ff]", axis.x, axis.y);
}

static json_t *
layer_json (const KbFileLayer *layer, const KbFileLevel *made, const KbNode *level)
{
  const KbField *stagger = kb_kind_field (&kb_layer_kind, "stagger");
  json_t *fields = json_pack ("{ss s[ii] s[ii] so so ss si}", "name", layer->name, "cell",
                              layer->cell.x, layer->cell.y, "origin", layer->origin.x,
                              layer->origin.y, "axis_i", axis_json (layer, layer->axis_i), "axis_j",
                              axis_json (layer, layer->axis_j), "stagger",
                              stagger->choices[layer->stagger], "hex_side", layer->hex_side);
  kb_file_look_set (fields, made, (const KbLevel *) level, &layer->look);
  if (layer->values)
    json_object_set (fields, "values", layer->values);
  return fields;
}

/* Tiles of the file in a rule's list; negative if they must not be there. */
static void
number_tiles (json_t *list, const Numbers *numbers)
{
  KB_EACH_JSON (item, list)
    {
      const gint value = (gint) json_integer_value (item), tile = ABS (value),
                 here = tile > KB_RULE_TILE ? (gint) numbered (numbers, (guint32) tile) : tile;
      json_integer_set (item, value < 0 ? -here : here);
    }
}

static void
set_solid (const KbLevelTiles *tiles, const KbFileLayer *layer, json_t *fields)
{
  const KbFileClass *solid =
    layer->solid ? g_ptr_array_index (tiles->file->classes, layer->solid - 1) : NULL;
  json_object_set_new (fields, "solid", solid ? json_string (solid->name) : json_null ());
}

static KbId
insert_layer (const KbLevelTiles *tiles, const KbFileLayer *layer, const KbFileLevel *made,
              KbId level, const Numbers *numbers, GError **error)
{
  json_t *rules = json_deep_copy (layer->rules);
  KB_EACH_JSON (rule, rules)
    {
      number_tiles (json_object_get (rule, "pattern"), numbers);
      number_tiles (json_object_get (rule, "tiles"), numbers);
    }
  json_t *value = layer_json (layer, made, kb_document_node (tiles->document, level));
  /* The lift is for new layers; later it is the designer's. */
  json_object_update_new (
    value, json_pack ("{s[ii] si si so* so*}", "first", layer->i, layer->j, "width",
                      (int) layer->width, "height", (int) layer->height, "rules", rules, "lift",
                      layer->axis_i.y != 0 ? json_real (fabs (layer->axis_i.y)) : NULL));
  set_solid (tiles, layer, value);
  return kb_document_insert (tiles->document, level, "layers", -1, value, error);
}

static KbId
update_layer (const KbLevelTiles *tiles, const KbFileLayer *layer, const KbFileLevel *made, KbId id,
              GError **error)
{
  json_auto_t *fields =
    layer_json (layer, made, kb_document_node (tiles->document, id)->parent);
  /* The designer's, unless the user says it now. */
  if (layer->chosen)
    set_solid (tiles, layer, fields);
  return kb_file_fields_put (tiles->document, id, fields, error)
             && kb_document_set_bounds (tiles->document, id, layer->i, layer->j, layer->width,
                                        layer->height, error)
           ? id
           : 0;
}

static const KbFileLayer *
find_made (const KbFileLevel *made, const char *name)
{
  KB_EACH (const KbFileLayer, layer, made->layers)
    if (strcmp (layer->name, name) == 0)
      return g_ptr_array_index (made->layers, layer_at);
  return NULL;
}

/* The checksum of what the file decides, as a new string. */
static char *
level_tiles_sum_of (const KbLayer *layer)
{
  static const char *const fields[] = { "cell",   "origin", "first",  "width",
                                        "height", "axis_i", "axis_j", "opacity",
                                        "stagger", "hex_side", "tint", "blend",
                                        "parallax_x", "parallax_y" };
  enum { STAGGERED = 8, LATER = 10 };   /* older records have no defaults of fields from here on */
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      json_auto_t *value = kb_node_get (&layer->node, kb_kind_field (layer->node.kind, fields[i]));
      g_autofree char *text = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
      if (i < STAGGERED || (i < LATER ? layer->stagger != 0 : !json_is_null (value)))
        g_checksum_update (sum, (const guchar *) (text ? text : ""), -1);
    }
  const KbZones *zones = layer->cells.zones;
  guint n = zones ? kb_zones_columns (zones) * kb_zones_rows (zones) : 0;
  for (guint i = 0; i < n; i++)
    if (kb_zones_tile_value (zones, i) != 0)
      {
        guint8 pixels[KB_ZONES_TILE * KB_ZONES_TILE];
        guint columns = kb_zones_columns (zones);
        kb_zones_copy (zones, (gint) (i % columns) * KB_ZONES_TILE,
                       (gint) (i / columns) * KB_ZONES_TILE, KB_ZONES_TILE, KB_ZONES_TILE, pixels,
                       KB_ZONES_TILE);
        g_checksum_update (sum, (const guchar *) &i, sizeof i);
        g_checksum_update (sum, pixels, sizeof pixels);
      }
  return g_strndup (g_checksum_get_string (sum), 32);
}

/* Is the layer unchanged since the import in the record? */
static gboolean
is_as_given (const KbLevel *level, const KbLayer *layer)
{
  const json_t *given = json_object_get (json_object_get (level->import, "given"), "layers");
  KB_EACH_JSON (item, given)
    {
      if (g_strcmp0 (json_string_value (json_object_get (item, "name")), layer->name) != 0)
        continue;
      g_autofree char *sum = level_tiles_sum_of (layer);
      return g_strcmp0 (json_string_value (json_object_get (item, "sha256")), sum) == 0;
    }
  return FALSE;
}

void
kb_level_tiles_replaced (const KbLevel *level, const KbFileLevel *made, GHashTable *replaced)
{
  KB_EACH (const KbLayer, layer, level->layers)
    if (find_made (made, layer->name) || is_as_given (level, layer))
      g_hash_table_add (replaced, GUINT_TO_POINTER (layer->node.id));
}

static gboolean
remove_gone (const KbLevelTiles *tiles, const KbFileLevel *made, const KbLevel *level,
             GError **error)
{
  KB_EACH_BACK (const KbLayer, layer, level->layers)
    if (!find_made (made, layer->name) && is_as_given (level, layer)
        && !kb_document_remove (tiles->document, layer->node.id, error))
      return FALSE;
  return TRUE;
}

gboolean
kb_level_tiles_put (const KbLevelTiles *tiles, const KbFileLevel *made, KbId level, GError **error)
{
  Numbers numbers[KB_MAX_TILESETS + 1] = { { 0, NULL } };
  if (!remove_gone (tiles, made, (const KbLevel *) kb_document_node (tiles->document, level), error)
      || !make_numbers (tiles, made, level, numbers, error))
    return FALSE;
  KB_EACH (const KbFileLayer, layer, made->layers)
    {
      const KbLayer *old = kb_level_find_layer (
        (const KbLevel *) kb_document_node (tiles->document, level), layer->name);
      KbId id = old ? update_layer (tiles, layer, made, old->node.id, error)
                    : insert_layer (tiles, layer, made, level, numbers, error);
      if (!id || !paint_cells (tiles, layer, id, numbers, error))
        return FALSE;
    }
  return TRUE;
}

/* --- The record ------------------------------------------------------------------------------- */

json_t *
kb_level_tiles_record (const KbLevel *level, const KbFileLevel *made)
{
  json_t *given = made->layers->len ? json_array () : NULL;
  KB_EACH_WHILE (given, const KbFileLayer, file_layer, made->layers)
    {
      const char *name = file_layer->name;
      const KbLayer *layer = kb_level_find_layer (level, name);
      g_autofree char *sum = layer ? level_tiles_sum_of (layer) : NULL;
      if (sum)
        json_array_append_new (given, json_pack ("{ssss}", "name", name, "sha256", sum));
    }
  return given;
}

gboolean
kb_level_tiles_are_by_hand (const KbLevel *level, const KbFileLevel *made)
{
  KB_EACH (const KbLayer, layer, level->layers)
    if (find_made (made, layer->name) && !is_as_given (level, layer))
      return TRUE;
  return FALSE;
}

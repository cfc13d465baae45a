/* SPDX-License-Identifier: MIT */
/* Finds the sprites of a file's tilesets, by origin, name, pictures and cut. */
#include "interchange/levels/level_parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "interchange/apply_private.h"
#include "interchange/importers.h"

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
      Known *known = g_new0 (Known, 1);
      known->sprite = sprite;
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
typedef enum { SAME_PART, SAME_TILES, SAME_PICTURE, SAME_FILE, SAME_ART, N_WAYS } Way;

static gboolean
fits (Finder *finder, Way way, Known *known, const KbImport *import, const Cut *cut)
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
find (Finder *finder, Way way, const KbImport *import, const Cut *cut)
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

KbId *
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
  for (Way way = 0; way < N_WAYS; way++)
    for (guint i = 0; i < n; i++)
      {
        const KbImport *import =
          ((const KbFileTileset *) g_ptr_array_index (file->tilesets, i))->import;
        if (way == 0)
          cuts[i] = cut_of (import);
        Known *known = found[i] ? NULL : find (&finder, way, import, &cuts[i]);
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

gboolean
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

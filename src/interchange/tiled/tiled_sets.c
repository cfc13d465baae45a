/* SPDX-License-Identifier: MIT */
/* The tilesets of a Tiled map, embedded or in separate files, and the lookup of global numbers. */
#include <glib/gi18n.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/tiled/tiled.h"
#include "interchange/tiled/tiled_tree.h"

#define MOST_SETS 4096
#define MOST_TILES (1 << 20)   /* in all sets: a few bytes may claim very many */

typedef struct {
  guint first;             /* global number */
  guint number;            /* in the file */
  GHashTable *frames;      /* tile number -> frame's index + 1 */
  KbVec hold;              /* anchor of its tiles as objects */
} TiledSetsSet;

struct KbTiledSets {
  KbLevelFile *file;
  GArray *sets;            /* Set */
  /* guint: indices of sets, ordered by first number; of equal ones the first comes last */
  GArray *order;
  GHashTable *known;       /* path of an external set -> its index in sets + 1 */
  GHashTable *parts;       /* names of embedded sets -> uses so far */
  KbPictureLoader loader;  /* loads a picture of several sets once */
  guint n_tiles;
};

static void
clear_tiled_sets_set (gpointer data)
{
  TiledSetsSet *set = data;
  g_clear_pointer (&set->frames, g_hash_table_unref);
}

KbTiledSets *
kb_tiled_sets_new (KbLevelFile *file)
{
  KbTiledSets *self =
    KB_NEW (KbTiledSets, .file = file, .sets = g_array_new (FALSE, FALSE, sizeof (TiledSetsSet)),
            .order = g_array_new (FALSE, FALSE, sizeof (guint)),
            .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
            .parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
            .loader = kb_picture_files);
  g_array_set_clear_func (self->sets, clear_tiled_sets_set);
  self->loader.shared = kb_shared_pictures_new ();
  return self;
}

void
kb_tiled_sets_free (KbTiledSets *self)
{
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->parts);
  g_hash_table_unref (self->loader.shared);
  g_array_unref (self->sets);
  g_array_unref (self->order);
  g_free (self);
}

/* The tree of an external set, or NULL and an error that also names the position in the map. */
static KbTiledNode *
read_external (const KbTiledNode *node, const char *path, GPtrArray *messages, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autoptr (KbTiledNode) root = kb_tiled_read (path, messages, &fault);
  if (root && kb_tiled_expect (root, "tileset", &fault))
    return g_steal_pointer (&root);
  return kb_null (kb_tiled_fail (node, "source", error, "%s", fault->message));
}

/* "topleft", "center", "bottom" and so on. By default at the bottom: left, or in isometric maps in
 * the middle. */
static KbVec
hold_of (const KbTiledNode *node, gboolean isometric)
{
  const char *said = kb_tiled_get_filled (node, "objectalignment");
  if (!said || strcmp (said, "unspecified") == 0)
    return (KbVec) { isometric ? 0.5 : 0, 1 };
  return (KbVec) { strstr (said, "left") ? 0 : strstr (said, "right") ? 1 : 0.5,
                   strstr (said, "top") ? 0 : strstr (said, "bottom") ? 1 : 0.5 };
}

static gboolean
fill_set (KbTiledSets *self, TiledSetsSet *set, const KbTiledNode *node, const char *path,
          const KbTiledObjects *map, gboolean embedded, GError **error)
{
  const char *const files[] = { path, NULL };
  const char *name = embedded ? kb_tiled_get (node, "name") : NULL;
  g_auto (KbImportOptions) options = { .part = name ? kb_tiled_part (self->parts, name) : NULL };
  g_auto (KbTiledTileset)
    read = { .import = kb_import_new (&kb_importer_tiled_set, files, &options),
             .cell = { .x = map->tile_width, .y = map->tile_height },
             .slanted = map->isometric || map->stagger != KB_STAGGER_NONE };
  set->number = kb_level_file_add_tileset (self->file, read.import);
  if (embedded)
    kb_import_note_read_source (read.import, read.import->files[0], self->file->sum);
  else
    kb_import_note_source (read.import, read.import->files[0]);
  const gboolean ok =
    kb_tiled_tileset_read (&read, node, &self->loader, error)
    && ((self->n_tiles += read.import->frames->len) <= MOST_TILES
        || kb_tiled_fail (node, NULL, error, _("the tilesets have more than %d tiles"),
                          MOST_TILES));
  if (ok)
    {
      kb_tiled_lost_report (read.lost, read.import->name, self->file->messages);
      set->frames = g_hash_table_ref (read.frames);
      ((KbFileTileset *) g_ptr_array_index (self->file->tilesets, set->number))->offset =
        read.offset;
    }
  if (ok && !read.import->frames->len)
    {
      kb_messages_add (self->file->messages, _("%s: the tileset has no tiles and is left out"),
                       read.import->name);
      g_ptr_array_set_size (self->file->tilesets, (gint) set->number);
    }
  return ok;
}

/* The number of sets that begin at or before a global number. */
static guint
count_before (const KbTiledSets *self, guint32 first)
{
  guint low = 0, high = self->order->len;
  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (self->sets, TiledSetsSet, g_array_index (self->order, guint, middle)).first
          < first)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
kb_tiled_sets_read (KbTiledSets *self, const KbTiledNode *node, const KbTiledObjects *map,
                    GError **error)
{
  const char *source = kb_tiled_get (node, "source");
  gint first;
  if (!kb_tiled_int (node, "firstgid", 1, KB_TILED_GID, NULL, &first, error))
    return FALSE;
  if (self->sets->len == MOST_SETS)
    return kb_tiled_fail (node, NULL, error, _("there are more than %d tilesets"), MOST_SETS);
  g_autofree char *path = source ? kb_tiled_file_of (node, source) : g_strdup (self->file->path);
  guint same = source ? GPOINTER_TO_UINT (g_hash_table_lookup (self->known, path)) : 0;
  TiledSetsSet set =
    same ? g_array_index (self->sets, TiledSetsSet, same - 1) : (TiledSetsSet){ 0 };
  set.first = (guint) first;
  if (same)
    g_hash_table_ref (set.frames);
  else
    {
      KbTiledNode *root = source ? read_external (node, path, self->file->messages, error) : NULL;
      const KbTiledNode *own = root ? root : node;
      if (root) /* so that it lives as long as the map */
        g_ptr_array_add (node->children, root);
      if ((source && !root) || !fill_set (self, &set, own, path, map, !source, error))
        return FALSE;
      set.hold = hold_of (own, map->isometric);
    }
  guint place = self->sets->len;
  g_array_insert_val (self->order, count_before (self, set.first), place);
  g_array_append_val (self->sets, set);
  if (source && !same)
    g_hash_table_insert (self->known, g_strdup (path), GUINT_TO_POINTER (self->sets->len));
  return TRUE;
}

gint
kb_tiled_sets_find (const KbTiledSets *self, guint32 gid, guint *frame, KbVec *hold)
{
  guint n = count_before (self, gid + 1);
  const TiledSetsSet *best =
    n ? &g_array_index (self->sets, TiledSetsSet, g_array_index (self->order, guint, n - 1)) : NULL;
  guint index =
    best
      ? GPOINTER_TO_UINT (g_hash_table_lookup (best->frames, GUINT_TO_POINTER (gid - best->first)))
      : 0;
  *frame = index - 1;
  if (hold)
    *hold = index ? best->hold : (KbVec) { 0, 0 };
  return index ? (gint) best->number : -1;
}

const KbTiledNode *
kb_tiled_sets_tile (const KbTiledSets *self, const char *gid)
{
  guint frame;
  const gint set = kb_tiled_sets_find (
    self, (guint32) g_ascii_strtoull (gid, NULL, 10) & KB_TILED_GID, &frame, NULL);
  return set < 0
           ? NULL
           : kb_import_frame (
               ((KbFileTileset *) g_ptr_array_index (self->file->tilesets, (guint) set))->import,
               frame)
               ->source;
}

guint
kb_tiled_sets_first (const KbTiledSets *self, const char *path)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, path));
  return known ? g_array_index (self->sets, TiledSetsSet, known - 1).first : 0;
}

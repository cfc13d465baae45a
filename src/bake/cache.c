/* SPDX-License-Identifier: MIT */
/* One file per entry, named by its key: a hash, then the data. */
#include "bake/work.h"

#include <string.h>
#include <utime.h>

#include <glib/gstdio.h>

#define MOST (256 * 1024 * 1024)

struct KbCache {
  char *folder;
  gint written;   /* atomic: something was stored */
};

KbCache *
kb_cache_open (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "kickbox", "bake", NULL);
  KbCache *cache = g_mkdir_with_parents (folder, 0700) == 0 ? g_new0 (KbCache, 1) : NULL;
  if (cache)
    cache->folder = g_steal_pointer (&folder);
  return cache;
}

static char *
entry_path (const KbCache *cache, KbHash key)
{
  char name[33];
  kb_hash_text (key, name);
  return g_build_filename (cache->folder, name, NULL);
}

/* Precedes an entry's data, as its checksum; in native byte order, since the cache stays on the
 * machine. */
static KbHash
seal (KbHash key, const void *data, gsize size)
{
  const gint64 numbers[] = { (gint64) size, (gint64) key.a, (gint64) key.b };
  return kb_hash_numbers (kb_hash_of (data, size), numbers, G_N_ELEMENTS (numbers));
}

/* Read, not mapped: later changes of the file cannot affect checked data. */
GBytes *
kb_cache_get (KbCache *cache, KbHash key)
{
  g_autofree char *path = cache ? entry_path (cache, key) : NULL, *contents = NULL;
  gsize size;
  if (!path || !g_file_get_contents (path, &contents, &size, NULL) || size < sizeof (KbHash))
    return NULL;
  const KbHash good = seal (key, contents + sizeof good, size - sizeof good);
  if (memcmp (contents, &good, sizeof good) != 0)
    return NULL;
  g_utime (path, NULL);
  g_autoptr (GBytes) whole = g_bytes_new_take (g_steal_pointer (&contents), size);
  return g_bytes_new_from_bytes (whole, sizeof good, size - sizeof good);
}

void
kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size)
{
  if (!cache)
    return;
  const KbHash head = seal (key, data, size);
  g_autofree char *path = entry_path (cache, key);
  g_autofree guint8 *contents = g_malloc (sizeof head + size);
  memcpy (contents, &head, sizeof head);
  memcpy (contents + sizeof head, data, size);
  g_file_set_contents (path, (const char *) contents, (gssize) (sizeof head + size), NULL);
  g_atomic_int_set (&cache->written, TRUE);
}

typedef struct { char *path; goffset size; gint64 used; } Entry;

static void
entry_clear (gpointer entry)
{
  g_free (((Entry *) entry)->path);
}

static gint
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;
  return x->used < y->used ? -1 : x->used > y->used;
}

static void
shrink (KbCache *cache)
{
  g_autoptr (GDir) folder = g_dir_open (cache->folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (entries, entry_clear);
  goffset sum = 0;
  const char *name;
  while (folder && (name = g_dir_read_name (folder)))
    {
      GStatBuf info;
      Entry entry = { g_build_filename (cache->folder, name, NULL), 0, 0 };
      if (g_stat (entry.path, &info) == 0)
        {
          entry.size = info.st_size;
          entry.used = info.st_mtime;
        }
      sum += entry.size;
      g_array_append_val (entries, entry);
    }
  if (sum <= MOST)
    return;
  g_array_sort (entries, compare_entries);
  KB_EACH_IN_WHILE (sum > MOST / 4 * 3, Entry, entry, entries)
    {
      sum -= entry->size;
      g_unlink (entry->path);
    }
}

void
kb_cache_free (KbCache *cache)
{
  if (!cache)
    return;
  if (g_atomic_int_get (&cache->written))
    shrink (cache);
  g_free (cache->folder);
  g_free (cache);
}

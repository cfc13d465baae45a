/* SPDX-License-Identifier: MIT */
/* One file an entry, named by its key: a head of 24 bytes, then the data. */
#include "bake/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define MAGIC "KBCACHE1"
#define HEAD 24
#define MOST (256 * 1024 * 1024)

struct KbCache {
  char *folder;
  gint written;   /* atomic: anything was put */
};

KbCache *
kb_cache_open (void)
{
  char *folder = g_build_filename (g_get_user_cache_dir (), "kickbox", "bake", NULL);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_free (folder);
      return NULL;
    }
  KbCache *cache = g_new0 (KbCache, 1);
  cache->folder = folder;
  return cache;
}

static char *
entry_path (const KbCache *cache, KbHash key)
{
  char name[33];
  kb_hash_text (key, name);
  return g_build_filename (cache->folder, name, NULL);
}

/* The head says what the data must hash to. */
static void
make_head (guint8 head[HEAD], const void *data, gsize size)
{
  KbHash hash = kb_hash_of (data, size);
  guint64 words[2] = { GUINT64_TO_LE (hash.a), GUINT64_TO_LE (hash.b) };
  memcpy (head, MAGIC, 8);
  memcpy (head + 8, words, 16);
}

/* The whole of an entry's file, NULL when it cannot be had. It is read, not mapped: whatever happens to the
 * file afterwards, what was checked is what is used. */
static guint8 *
read_entry (const char *path, gsize *size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  guint8 *data = NULL;
  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_size >= HEAD
      && info.st_size <= G_MAXINT32 && (data = g_try_malloc ((gsize) info.st_size)))
    {
      gsize at = 0;
      gssize n = 1;
      *size = (gsize) info.st_size;
      while (at < *size && ((n = read (fd, data + at, *size - at)) > 0 || (n < 0 && errno == EINTR)))
        at += n > 0 ? (gsize) n : 0;
      if (at < *size)
        g_clear_pointer (&data, g_free);
      /* When it was used is told to the hour. */
      else if (ABS (g_get_real_time () / G_USEC_PER_SEC - info.st_mtime) > 3600)
        futimens (fd, NULL);
    }
  if (fd >= 0)
    close (fd);
  return data;
}

GBytes *
kb_cache_get (KbCache *cache, KbHash key)
{
  if (!cache)
    return NULL;
  g_autofree char *path = entry_path (cache, key);
  gsize size;
  guint8 head[HEAD], *data = read_entry (path, &size);
  if (!data)
    return NULL;
  make_head (head, data + HEAD, size - HEAD);
  if (memcmp (data, head, HEAD) != 0)
    {
      g_free (data);
      g_unlink (path);
      return NULL;
    }
  g_autoptr (GBytes) whole = g_bytes_new_take (data, size);
  return g_bytes_new_from_bytes (whole, HEAD, size - HEAD);
}

static gboolean
write_all (int fd, const guint8 *data, gsize size)
{
  while (size)
    {
      gssize n = write (fd, data, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      size -= (gsize) n;
    }
  return TRUE;
}

void
kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size)
{
  if (!cache)
    return;
  g_autofree char *path = entry_path (cache, key);
  g_autofree char *fresh = g_strconcat (path, ".XXXXXX", NULL);
  guint8 head[HEAD];
  make_head (head, data, size);
  int fd = g_mkstemp_full (fresh, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  gboolean ok = write_all (fd, head, HEAD) && write_all (fd, data, size);
  if (close (fd) != 0 || !ok || g_rename (fresh, path) != 0)
    g_unlink (fresh);
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
  for (guint i = 0; i < entries->len && sum > MOST / 4 * 3; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);
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

/* SPDX-License-Identifier: MIT */
/* One file an entry, named by its key: a head, then the data. */
#include "bake/cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "document/files.h"

#define MAGIC "KBCACHE2"
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

/* Says what the data must be; in the machine's own order, for the cache stays there. */
typedef struct {
  char magic[8];
  guint64 note;
  KbHash hash;          /* of the data, its size, the note and the key */
} Head;

static Head
make_head (KbHash key, const void *data, gsize size, guint64 note)
{
  gint64 numbers[] = { (gint64) size, (gint64) note, (gint64) key.a, (gint64) key.b };
  Head head = { MAGIC, note, kb_hash_numbers (kb_hash_of (data, size), numbers, G_N_ELEMENTS (numbers)) };
  return head;
}

gboolean
kb_cache_size (KbCache *cache, KbHash key, gsize *size)
{
  struct stat info;
  g_autofree char *path = cache ? entry_path (cache, key) : NULL;
  if (!path || stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size < (goffset) sizeof (Head)
      || info.st_size > G_MAXINT32)
    return FALSE;
  *size = (gsize) info.st_size - sizeof (Head);
  return TRUE;
}

/* Read, not mapped: whatever happens to the file afterwards, what was checked is what is used. */
static gboolean
read_all (int fd, Head *head, guint8 *data, gsize size)
{
  gsize at = 0;
  struct iovec parts[] = { { head, sizeof *head }, { data, size } };
  gssize n = readv (fd, parts, 2);
  if (n < (gssize) sizeof *head)
    return FALSE;
  for (at = (gsize) n - sizeof *head; at < size; at += (gsize) n)
    if ((n = read (fd, data + at, size - at)) <= 0)
      return FALSE;
  return read (fd, &(char) { 0 }, 1) == 0;
}

gboolean
kb_cache_read (KbCache *cache, KbHash key, void *data, gsize size, guint64 *note)
{
  g_autofree char *path = cache ? entry_path (cache, key) : NULL;
  int fd = path ? open (path, O_RDONLY | O_CLOEXEC) : -1;
  struct stat info;
  if (fd < 0)
    return FALSE;
  Head head, good;
  gboolean ok = read_all (fd, &head, data, size);
  if (ok)
    {
      good = make_head (key, data, size, head.note);
      ok = memcmp (&head, &good, sizeof head) == 0;
      *note = head.note;
    }
  /* When it was used is told to the hour. */
  if (ok && fstat (fd, &info) == 0 && ABS (g_get_real_time () / G_USEC_PER_SEC - info.st_mtime) > 3600)
    futimens (fd, NULL);
  close (fd);
  return ok;
}

GBytes *
kb_cache_get (KbCache *cache, KbHash key)
{
  gsize size;
  guint64 note;
  guint8 *data = kb_cache_size (cache, key, &size) ? g_try_malloc (MAX (size, 1)) : NULL;
  if (data && kb_cache_read (cache, key, data, size, &note))
    return g_bytes_new_take (data, size);
  g_free (data);
  return NULL;
}

void
kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size, guint64 note)
{
  if (!cache)
    return;
  g_autofree char *path = entry_path (cache, key);
  g_autofree char *fresh = g_strconcat (path, ".XXXXXX", NULL);
  const Head head = make_head (key, data, size, note);
  int fd = g_mkstemp_full (fresh, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  gboolean ok = kb_file_write_all (fd, &head, sizeof head) && kb_file_write_all (fd, data, size);
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

/* SPDX-License-Identifier: MIT */
/* Unpacks zip files in memory, with libarchive. */
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_UNPACKED ((gsize) 512 << 20)      /* bytes of all entries together */
#define ZIP_BLOCK 16384
#define ZIP_START 128

gboolean
kb_zip_begins (const char *start, gsize size, const char *text)
{
  const gsize n = strlen (text);
  for (gsize at = 4; at + n <= MIN (size, ZIP_START); at++)
    if (memcmp (start + at, text, n) == 0)
      return memcmp (start, "PK\3\4", 4) == 0;
  return FALSE;
}

const GByteArray *
kb_zip_find (GHashTable *entries, const char *path, const char *name, GError **error)
{
  const GByteArray *data = g_hash_table_lookup (entries, name);
  if (!data)
    kb_import_fail (error, path, _("there is no '%s' in the file"), name);
  return data;
}

#if KB_HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>

static gboolean
fail_zip_size (const char *place, GError **error)
{
  return kb_import_fail (error, place, _("the file has over %u MB unpacked"),
                         (guint) (MAX_UNPACKED >> 20));
}

/* By the size that the file states, or 0. */
static gboolean
count_entry (struct archive_entry *entry, const char *place, gsize *left, GError **error)
{
  const gsize size = (gsize) MAX (archive_entry_size (entry), 0);
  if (size > *left)
    return fail_zip_size (place, error);
  *left -= size;
  return TRUE;
}

static gboolean
unpack_entry (struct archive *archive, const char *place, GByteArray *to, gsize *left,
              GError **error)
{
  guint8 block[ZIP_BLOCK];
  la_ssize_t n;
  while ((n = archive_read_data (archive, block, ZIP_BLOCK)) > 0 && (gsize) n <= *left)
    {
      g_byte_array_append (to, block, (guint) n);
      *left -= (gsize) n;
    }
  /* So that text ends, and an empty entry is not NULL. */
  g_byte_array_append (to, (const guint8 *) "", 1);
  g_byte_array_set_size (to, to->len - 1);
  if (n > 0)
    return fail_zip_size (place, error);
  return n == 0
         || kb_import_fail (error, place, _("this is damaged, or packed in an unknown way"));
}

GHashTable *
kb_zip_read (const char *path, const char *data, gsize size, KbZipKey key_of, GError **error)
{
  GHashTable *entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) g_byte_array_unref);
  struct archive_entry *entry;
  /* libarchive gives no names outside the locale's characters. */
  const locale_t utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0),
                 before = uselocale (utf8);
  gboolean ok = TRUE;
  int status = ARCHIVE_FATAL;
  /* Counts the sizes that the file states before it unpacks anything. */
  for (int pass = 0; ok && pass < 2; pass++)
    {
      struct archive *archive = archive_read_new ();
      gsize left = MAX_UNPACKED;
      archive_read_support_format_zip_seekable (archive);
      archive_read_open_memory (archive, data, size);
      /* libarchive ends the program where a name cannot be converted and this is still ENOMEM. */
      errno = 0;
      while (ok
             && ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK
                 || status == ARCHIVE_WARN))
        {
          const char *name = archive_entry_pathname (entry), *key = name ? key_of (name) : NULL;
          if (!key)
            continue;
          g_autofree char *place = g_strdup_printf ("%s: %s", path, key);
          GByteArray *content = pass ? g_byte_array_new () : NULL;
          if (content)
            g_hash_table_replace (entries, g_strdup (key), content);
          ok = content ? unpack_entry (archive, place, content, &left, error)
                       : count_entry (entry, place, &left, error);
        }
      archive_read_free (archive);
    }
  uselocale (before);
  if (utf8)
    freelocale (utf8);
  if (ok && status != ARCHIVE_EOF)
    ok = kb_import_fail (error, path, _("the zip file is damaged or cut off"));
  if (!ok)
    g_clear_pointer (&entries, g_hash_table_unref);
  return entries;
}
#else
GHashTable *
kb_zip_read (const char *path, const char *data, gsize size, KbZipKey key_of, GError **error)
{
  return kb_fail_null (error, KB_ERROR_MACHINE,
                       _("%s: this Kickbox was built without libarchive, which unpacks the file"),
                       path);
}
#endif

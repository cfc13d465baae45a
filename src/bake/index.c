/* SPDX-License-Identifier: MIT */
/* A head with the counts, the files, the frames, their bitmaps. */
#include "bake/index.h"

#include "document/files.h"

#include <string.h>

#define INDEX_VERSION 5

gint64 kb_stamp_grain = 2 * G_USEC_PER_SEC;

typedef struct { guint64 files, frames, bits; } Head;

struct KbIndex {
  GBytes *bytes;           /* or NULL */
  GHashTable *files;       /* KbHash -> KbKnownFile in bytes */
  GHashTable *frames;      /* KbHash -> KbKnownFrame in bytes */
  const guint8 *bits;      /* in bytes */
  gsize bits_size;
};

static KbHash
index_key (const KbDocument *document)
{
  const char *file = kb_document_file (document);
  gint64 version = INDEX_VERSION;
  return kb_hash_numbers (kb_hash_of (file, strlen (file)), &version, 1);
}

KbIndex *
kb_index_read (const KbDocument *document, KbCache *cache)
{
  KbIndex *index = g_new0 (KbIndex, 1);
  index->files = g_hash_table_new (kb_hash_key, kb_hash_key_equal);
  index->frames = g_hash_table_new (kb_hash_key, kb_hash_key_equal);
  index->bytes = kb_cache_get (cache, index_key (document));
  gsize size = 0;
  const guint8 *data = index->bytes ? g_bytes_get_data (index->bytes, &size) : NULL;
  Head head = { 0, 0, 0 };
  if (size < sizeof head)
    return index;
  memcpy (&head, data, sizeof head);
  if (head.files > size / sizeof (KbKnownFile) || head.frames > size / sizeof (KbKnownFrame)
      || head.bits > size
      || size != sizeof head + head.files * sizeof (KbKnownFile) + head.frames * sizeof (KbKnownFrame) + head.bits)
    return index;
  KbKnownFile *files = (gpointer) (data + sizeof head);
  KbKnownFrame *frames = (gpointer) (files + head.files);
  index->bits = (const guint8 *) (frames + head.frames);
  index->bits_size = head.bits;
  for (guint64 i = 0; i < head.files; i++)
    g_hash_table_insert (index->files, &files[i].name, files + i);
  for (guint64 i = 0; i < head.frames; i++)
    g_hash_table_insert (index->frames, &frames[i].key, frames + i);
  return index;
}

void
kb_index_free (KbIndex *index)
{
  g_hash_table_unref (index->files);
  g_hash_table_unref (index->frames);
  g_clear_pointer (&index->bytes, g_bytes_unref);
  g_free (index);
}

const KbKnownFile *
kb_index_file (const KbIndex *index, KbHash name)
{
  return g_hash_table_lookup (index->files, &name);
}

const KbKnownFrame *
kb_index_frame (const KbIndex *index, KbHash key)
{
  return g_hash_table_lookup (index->frames, &key);
}

gboolean
kb_index_bits (const KbIndex *index, const KbKnownFrame *frame, const guint8 **bits)
{
  const guint32 size = frame->part.bits_size;
  const gboolean there = frame->bits_at <= index->bits_size && size <= index->bits_size - frame->bits_at;
  *bits = size > 0 && there ? index->bits + frame->bits_at : NULL;
  return size == 0 || there;
}

void
kb_index_write (const KbIndex *index, const KbDocument *document, KbCache *cache, const KbKnownFile *files,
                guint n_files, const KbKnownFrame *frames, guint n_frames, const GByteArray *bits)
{
  const Head head = { n_files, n_frames, bits->len };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) &head, sizeof head);
  g_byte_array_append (bytes, (const guint8 *) files, n_files * sizeof *files);
  g_byte_array_append (bytes, (const guint8 *) frames, n_frames * sizeof *frames);
  g_byte_array_append (bytes, bits->data, bits->len);
  if (!index->bytes || bytes->len != g_bytes_get_size (index->bytes)
      || memcmp (bytes->data, g_bytes_get_data (index->bytes, NULL), bytes->len) != 0)
    kb_cache_put (cache, index_key (document), bytes->data, bytes->len, 0);
}

gboolean
kb_stamp_read (KbStamp *stamp, const char *folder, const char *path)
{
  struct stat info;
  if (!kb_file_stat (folder, path, &info))
    return FALSE;
  *stamp = (KbStamp) { { (gint64) info.st_dev, (gint64) info.st_ino, info.st_size, info.st_mtim.tv_sec,
                         info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec } };
  return TRUE;
}

gboolean
kb_stamp_equal (const KbStamp *a, const KbStamp *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

gboolean
kb_stamp_settled (const KbStamp *stamp, gint64 now)
{
  gint64 changed = stamp->part[3] * G_USEC_PER_SEC + stamp->part[4] / 1000;
  gint64 touched = stamp->part[5] * G_USEC_PER_SEC + stamp->part[6] / 1000;
  return MAX (changed, touched) < now - kb_stamp_grain;
}

/* SPDX-License-Identifier: MIT */
/* gzip, in blocks. Zlib verifies the checksums. */
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <string.h>
#include <zlib.h>

#include "document/files/files.h"
#include "interchange/formats.h"

#define PACKED_BLOCK ((gsize) 1 << 16)
/* Of unpacked data: what is larger is at most a hundred times as large as the packed file */
#define USUAL_BYTES ((gsize) 64 << 20)
#define GZIP (15 + 16)       /* inflateInit2's: the largest window, with gzip's header */

typedef enum { WHOLE, LARGE, DAMAGED, CUT } Outcome;

static gboolean
is_packed (const char *data, gsize size)
{
  return size >= 3 && memcmp (data, "\x1f\x8b\x08", 3) == 0;
}

/* Unpacks into `out`, which has room for limit + 1 bytes. Only counts if it is NULL. */
static Outcome
unpack_data (const char *data, gsize size, char *out, gsize limit, gsize *n)
{
  g_autofree char *block = out ? NULL : g_malloc (PACKED_BLOCK);
  z_stream stream = { .next_in = (Bytef *) data, .avail_in = (uInt) size };
  int status = inflateInit2 (&stream, GZIP);
  *n = 0;
  while (status == Z_OK && *n <= limit)
    {
      const gsize room = MIN (limit + 1 - *n, PACKED_BLOCK);
      stream.next_out = (Bytef *) (out ? out + *n : block);
      stream.avail_out = (uInt) room;
      status = inflate (&stream, Z_NO_FLUSH);
      *n += room - stream.avail_out;
      /* Another member follows. */
      if (status == Z_STREAM_END && is_packed ((const char *) stream.next_in, stream.avail_in))
        status = inflateReset (&stream);
    }
  inflateEnd (&stream);
  if (*n > limit)
    return LARGE;
  return status == Z_STREAM_END && stream.avail_in == 0 ? WHOLE
         : status == Z_BUF_ERROR                        ? CUT
                                                        : DAMAGED;
}

static gboolean
fail_packed (Outcome outcome, const char *path, gsize limit, GError **error)
{
  if (outcome == LARGE)
    return kb_import_fail (
      error, path,
      _("what is packed in the file is too large (at most %zu bytes)"), limit);
  return kb_import_fail (error, path,
                         outcome == CUT ? _("the packed file is cut off")
                                        : _("the packed file is damaged"));
}

gboolean
kb_import_read_unpacked (const char *path, gsize limit, char **text, gsize *length, char **sum,
                         GError **error)
{
  g_autofree char *data = NULL;
  gsize size, n;
  if (!kb_file_read (NULL, path, limit, &data, &size, error))
    return FALSE;
  if (is_packed (data, size))
    {
      limit = MIN (limit, MAX (USUAL_BYTES, 100 * size));
      Outcome outcome = unpack_data (data, size, NULL, limit, &n);
      char *plain = outcome == WHOLE ? g_try_malloc (n + 1) : NULL;
      if (outcome != WHOLE)
        return fail_packed (outcome, path, limit, error);
      if (!plain)
        return kb_import_fail_memory (error, path);
      unpack_data (data, size, plain, n, length);
      plain[n] = '\0';
      *text = plain;
    }
  if (sum)
    *sum = kb_import_sum_of (data, size);
  if (!is_packed (data, size))
    {
      *length = size;
      *text = g_steal_pointer (&data);
    }
  return TRUE;
}

gsize
kb_unpack_head (char *head, gsize size, gsize room)
{
  gsize n;
  if (!is_packed (head, size))
    return size;
  g_autofree char *plain = g_malloc (room + 1);
  unpack_data (head, size, plain, room, &n);
  n = MIN (n, room);
  memcpy (head, plain, n);
  head[n] = '\0';
  return n;
}

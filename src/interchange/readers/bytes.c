/* SPDX-License-Identifier: MIT */
/* Binary data within bounds, and zlib streams of a known size. */
#include "interchange/readers/readers.h"

#include <string.h>
#include <zlib.h>

const guint8 *
kb_bytes_take (KbBytes *bytes, gsize n)
{
  if (n > bytes->size - bytes->at)
    {
      bytes->at = bytes->size;
      bytes->ended = TRUE;
      return NULL;
    }
  const guint8 *result = bytes->data + bytes->at;
  bytes->at += n;
  return result;
}

guint64
kb_bytes_number (KbBytes *bytes, guint n)
{
  const guint8 *from = kb_bytes_take (bytes, n);
  guint64 value = 0;
  for (guint i = 0; from && i < n; i++)
    value |= (guint64) from[i] << 8 * (bytes->big ? n - 1 - i : i);
  return value;
}

guint
kb_bytes_u8 (KbBytes *bytes)
{
  return (guint) kb_bytes_number (bytes, 1);
}

guint
kb_bytes_u16 (KbBytes *bytes)
{
  return (guint) kb_bytes_number (bytes, 2);
}

guint32
kb_bytes_u32 (KbBytes *bytes)
{
  return (guint32) kb_bytes_number (bytes, 4);
}

gint
kb_bytes_s16 (KbBytes *bytes)
{
  return (gint16) kb_bytes_number (bytes, 2);
}

gint
kb_bytes_s32 (KbBytes *bytes)
{
  return (gint32) kb_bytes_number (bytes, 4);
}

double
kb_bytes_float (KbBytes *bytes)
{
  const guint32 bits = kb_bytes_u32 (bytes);
  float value;
  memcpy (&value, &bits, sizeof value);
  return (double) value;
}

double
kb_bytes_double (KbBytes *bytes)
{
  const guint64 bits = kb_bytes_number (bytes, 8);
  double value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

char *
kb_bytes_text (KbBytes *bytes, gsize n)
{
  const guint8 *from = kb_bytes_take (bytes, n);
  return from ? g_utf8_make_valid ((const char *) from, (gssize) n) : g_strdup ("");
}

KbBytes
kb_bytes_part (KbBytes *bytes, gsize n)
{
  KbBytes part = { .big = bytes->big, .origin = bytes->origin + bytes->at };
  const guint8 *start = kb_bytes_take (bytes, n);
  part.data = start ? start : bytes->data;
  part.size = start ? n : 0;
  return part;
}

gsize
kb_bytes_place (const KbBytes *bytes)
{
  return bytes->origin + bytes->at;
}

gboolean
kb_bytes_inflate (KbBytes *bytes, guint8 *out, gsize n)
{
  z_stream stream = { .next_in = (Bytef *) bytes->data + bytes->at,
                      .avail_in = (uInt) MIN (bytes->size - bytes->at, G_MAXUINT32) };
  gsize done = 0;
  int status = n ? inflateInit (&stream) : Z_STREAM_END;
  while (status == Z_OK && done < n)
    {
      const gsize room = MIN (n - done, (gsize) 1 << 30);
      stream.next_out = out + done;
      stream.avail_out = (uInt) room;
      status = inflate (&stream, done + room == n ? Z_FINISH : Z_NO_FLUSH);
      done += room - stream.avail_out;
    }
  if (n)
    inflateEnd (&stream);
  bytes->at = bytes->size - stream.avail_in;
  return done == n;
}

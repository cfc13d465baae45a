/* SPDX-License-Identifier: MIT */
/* The channels of Photoshop's drawings: unpacks them, and puts them into pictures. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

enum { RAW, RLE, ZIP, ZIP_OF_DIFFERENCES };

/* A row of runs: PackBits. */
static gboolean
unpack_row (KbBytes *bytes, guint8 *out, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      const guint code = kb_bytes_u8 (bytes), length = code < 128 ? code + 1 : 257 - code;
      if (code == 128)
        continue;
      const guint8 *from = kb_bytes_take (bytes, code < 128 ? length : 1);
      if (!from || length > n - at)
        return FALSE;
      if (code < 128)
        memcpy (out + at, from, length);
      else
        memset (out + at, *from, length);
      at += length;
    }
  return TRUE;
}

/* Each sample of a row is the difference from the one before. */
static void
add_differences (guint8 *row, gsize width, guint bytes)
{
  for (gsize i = bytes; i < width * bytes; i += bytes)
    {
      const guint sum = bytes == 1 ? row[i] + row[i - 1]
                                   : (row[i] << 8) + row[i + 1] + (row[i - 2] << 8) + row[i - 1];
      row[i] = (guint8) (bytes == 1 ? sum : sum >> 8);
      row[i + bytes - 1] = (guint8) sum;
    }
}

guint8 *
kb_psd_read_plane (const KbPsd *file, KbBytes *bytes, gint64 width, gint64 rows, gint64 used,
                   GError **error)
{
  const guint packing = kb_bytes_u16 (bytes), count = file->large ? 4 : 2;
  const gsize row = (gsize) width * file->bytes, size = row * (gsize) used;
  KbBytes counts = kb_bytes_part (bytes, packing == RLE ? (gsize) rows * count : 0);
  /* Nothing that zlib packed is over 1,032 times as large. */
  gboolean ok = packing <= ZIP_OF_DIFFERENCES && width <= KB_MAX_PICTURE_SIDE && used <= G_MAXINT32
                && size <= 2u * KB_MAX_LAYERED_PIXELS && size / 1032 <= bytes->size
                && (!bytes->ended || !size);
  g_autofree guint8 *data = g_malloc0 (ok ? size + 1 : 1);
  const guint8 *raw = ok && packing == RAW ? kb_bytes_take (bytes, size) : NULL;
  if (raw)
    memcpy (data, raw, size);
  used = row ? used : 0;      /* a mask may have any number of empty rows */
  for (gint64 y = 0; ok && packing == RLE && y < used; y++)
    {
      KbBytes part = kb_bytes_part (bytes, (gsize) kb_bytes_number (&counts, count));
      ok = unpack_row (&part, data + (gsize) y * row, row);
    }
  if (!ok || (packing == RAW && !raw) || (packing >= ZIP && !kb_bytes_inflate (bytes, data, size)))
    {
      kb_bytes_fail (bytes, file->path, error, _("a channel is cut off or damaged"));
      return NULL;
    }
  for (gint64 y = 0; packing == ZIP_OF_DIFFERENCES && y < used; y++)
    add_differences (data + (gsize) y * row, (gsize) width, file->bytes);
  for (gsize i = 0; file->bytes == 2 && i < size / 2; i++)
    data[i] = (guint8) (((data[2 * i] << 8 | data[2 * i + 1]) * 255u + 32767) / 65535);
  return g_steal_pointer (&data);
}

void
kb_psd_put_plane (const KbPsd *file, KbPicture *picture, const guint8 *plane, gint channel)
{
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    {
      guint8 *to = picture->rgba + 4 * i;
      if (channel == KB_PSD_ALPHA)
        to[3] = plane[i];
      else if (file->mode == KB_PSD_INDEXED)
        memcpy (to, file->palette[plane[i]], 4);
      else if (file->mode == KB_PSD_GREY)
        memset (to, plane[i], 3);
      else
        to[channel] = plane[i];
    }
}

KbPicture *
kb_psd_new_picture (const KbPsd *file, const KbBytes *bytes, gint64 width, gint64 height,
                    GError **error)
{
  KbPicture *picture = kb_layered_picture (file->layered, width, height);
  if (picture)
    memset (picture->rgba, 255, 4 * (gsize) (width * height));
  else
    kb_bytes_fail (bytes, file->path, error,
                   _("an image of %" PRId64 " x %" PRId64
                     " pixels is too large"), width, height);
  return picture;
}

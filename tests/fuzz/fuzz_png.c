/* SPDX-License-Identifier: MIT */
/* Decodes the input as a PNG, or as any picture of an artist, as one that is painted with zones, as altitudes, and with a merge's
 * conflict; what can be read is written and read again, the same. */
#include "document/pixels/picture.h"
#include "document/pixels/zones_files.h"
#include "tests/fuzz/input.h"
#include "tests/support/looks.h"

static void
decode (const uint8_t *data, size_t size)
{
  KbPicture *picture = kb_picture_decode (data, size, "input.png", NULL);
  if (!picture)
    return;
  fuzz_accept ();
  if ((guint64) picture->width * picture->height < 1 << 20)
    {
      GBytes *bytes = kb_picture_encode (picture, NULL);
      KbPicture *again = bytes ? kb_picture_decode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "again.png", NULL) : NULL;
      if (!again || !kit_pictures_equal (picture, again))
        abort ();
      kb_picture_unref (again);
      g_bytes_unref (bytes);
    }
  kb_picture_unref (picture);
}

static void
decode_zones (const uint8_t *data, size_t size)
{
  KbZonesPalette palette;
  KbZones *zones = kb_zones_decode (data, size, "input.png", &palette, NULL);
  if (!zones)
    return;
  if ((guint64) kb_zones_width (zones) * kb_zones_height (zones) < 1 << 20)
    {
      GBytes *bytes = kb_zones_encode (zones, &palette, NULL);
      KbZones *again = bytes ? kb_zones_decode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "again.png", NULL, NULL) : NULL;
      if (!again || !kb_zones_equal (zones, again))
        abort ();
      kb_zones_unref (again);
      g_bytes_unref (bytes);
    }
  kb_zones_unref (zones);
}

/* As a file of an artist, which may also be a BMP or JPEG. */
static void
decode_any (const uint8_t *data, size_t size)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "any", NULL);
  guint width, height;
  gboolean alpha;
  put_file (fuzz_folder (), "any", data, size);
  g_autoptr (KbPicture) picture = kb_picture_read_any (path, NULL);
  if (picture)
    fuzz_accept ();
  g_autoptr (GBytes) grey = kb_grey_import (path, &width, &height, &alpha, NULL);
  g_assert_true (!picture || !grey || (width == picture->width && height == picture->height));
}

/* Altitudes of 16 bits, as a file too. */
static void
decode_grey (const uint8_t *data, size_t size)
{
  g_autoptr (KbGrey) grey = kb_grey_decode (data, size, "input.png", NULL);
  if (!grey || (guint64) grey->width * grey->height >= 1 << 16)
    return;
  g_autoptr (GBytes) bytes = kb_grey_encode (grey, NULL);
  g_autofree char *path = g_build_filename (fuzz_folder (), "grey.png", NULL);
  guint width, height;
  gboolean alpha;
  put_file (fuzz_folder (), "grey.png", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GBytes) taken = kb_grey_import (path, &width, &height, &alpha, NULL);
  g_assert_true (width == grey->width && height == grey->height && !alpha && g_bytes_equal (taken, bytes));
  g_assert_null (kb_grey_fault (NULL, path));
  g_autoptr (KbGrey) again = kb_grey_read (NULL, path, NULL);
  const gsize n_bytes = (gsize) width * height * 2;
  g_assert_cmpmem (grey->samples, n_bytes, again->samples, n_bytes);
  g_assert_null (kb_grey_crop (grey, 1, 0, width, height));
  kb_grey_free (kb_grey_crop (grey, 0, (gint) height / 2, width, height - height / 2));
}

/* With the conflict of a merge. What can be read of it is applied, and written again. */
static void
decode_conflict (const uint8_t *data, size_t size, gboolean grey)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "painted.png", NULL);
  KbZonesPalette palette = { .grey = grey };
  json_auto_t *conflict = NULL, *later = NULL;
  put_file (fuzz_folder (), "painted.png", data, size);
  g_autoptr (KbZones) zones = kb_zones_read (NULL, path, NULL, &palette, NULL, &conflict, NULL);
  if (!zones || !conflict || (guint64) kb_zones_width (zones) * kb_zones_height (zones) >= 1 << 20)
    return;
  kb_zones_unref (kb_zones_with_other (zones, conflict, NULL));
  palette.conflict = conflict;
  palette.grey = grey;
  g_autoptr (GBytes) bytes = kb_zones_encode (zones, &palette, NULL);
  put_file (fuzz_folder (), "painted.png", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (KbZones) again = kb_zones_read (NULL, path, NULL, &palette, NULL, &later, NULL);
  g_assert_true (again && later && kb_zones_equal (zones, again));
}

static guint32
read_be32 (const uint8_t *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

/* Makes the checksums right, so that damage reaches what they protect. */
static void
mend_checksums (uint8_t *data, size_t size)
{
  for (size_t at = 8; at + 12 <= size;)
    {
      guint32 length = read_be32 (data + at), crc = 0xffffffffu;
      if (length > size - at - 12)
        return;
      for (size_t i = at + 4; i < at + 8 + length; i++)
        {
          crc ^= data[i];
          for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
      at += 12 + (size_t) length;
      for (int i = 0; i < 4; i++)
        data[at - 4 + (size_t) i] = (uint8_t) (~crc >> (24 - 8 * i));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  decode (data, size);
  decode_any (data, size);
  decode_zones (data, size);
  decode_grey (data, size);
  decode_conflict (data, size, FALSE);
  decode_conflict (data, size, TRUE);
  uint8_t *copy = g_memdup2 (data, size);
  mend_checksums (copy, size);
  decode (copy, size);
  decode_zones (copy, size);
  decode_grey (copy, size);
  decode_conflict (copy, size, FALSE);
  decode_conflict (copy, size, TRUE);
  g_free (copy);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* PNG files to grey pictures. */
#include "document/pixels/picture.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/document.h"
#include "document/pixels/png_private.h"

static const KbPngLimits grey_limits = { KB_MAX_PICTURE_SIDE, KB_MAX_PICTURE_PIXELS,
                                         KB_MAX_EASY_PIXELS };

static KbGrey *
grey_new (guint width, guint height, guint depth)
{
  guint16 *samples = g_try_malloc_n ((gsize) width * height, sizeof *samples);
  KbGrey *grey = samples ? g_new (KbGrey, 1) : NULL;
  if (grey)
    *grey = (KbGrey) { width, height, depth, samples };
  return grey;
}

void
kb_grey_free (KbGrey *grey)
{
  if (!grey)
    return;
  g_free (grey->samples);
  g_free (grey);
}

typedef struct {
  KbGrey *grey;
  gboolean coloured;     /* some red, green and blue are not equal */
} GreyReading;

static gboolean
read_grey (KbPngSource *source, const KbPngHeader *header, gpointer to)
{
  GreyReading *reading = to;
  png_set_expand_16 (source->png);
  /* Removes the alpha that the call above makes of a transparent colour, too. */
  png_set_strip_alpha (source->png);
  if (header->colour_type & PNG_COLOR_MASK_COLOR)
    png_set_rgb_to_gray_fixed (source->png, PNG_ERROR_ACTION_NONE, PNG_RGB_TO_GRAY_DEFAULT,
                               PNG_RGB_TO_GRAY_DEFAULT);
  int passes = kb_png_start_rows (source, header, 2);
  reading->grey = grey_new (header->width, header->height, header->depth);
  if (!reading->grey)
    return FALSE;
  kb_png_read_rows (source, header, passes, reading->grey->samples);
  /* In the file the high byte comes first */
  for (gsize i = 0; i < (gsize) header->width * header->height; i++)
    reading->grey->samples[i] = GUINT16_FROM_BE (reading->grey->samples[i]);
  reading->coloured = png_get_rgb_to_gray_status (source->png) != 0;
  return TRUE;
}

/* The reason why its samples cannot be altitudes; NULL: none. */
static const char *
fault_of (const KbPngHeader *header)
{
  return header->colour_type == PNG_COLOR_TYPE_GRAY         ? NULL
         : header->colour_type == PNG_COLOR_TYPE_GRAY_ALPHA ? N_("has an alpha channel")
                                                            : N_("has colours");
}

static gboolean
fail (GError **error, const char *name, const char *fault)
{
  return kb_png_fail (error, name, 25,
                      _("this picture %s; expected a grey PNG of 8 or 16 bits without alpha, "
                         "whose samples are altitudes"),
                      fault);
}

static KbGrey *
decode_grey (const guint8 *data, gsize size, const char *name, KbPngHeader *header, GError **error)
{
  GreyReading reading = { NULL };
  if (kb_png_check (data, size, name, &grey_limits, header, error)
      && kb_png_decode (data, size, name, header, read_grey, &reading, error)
      && (!reading.coloured || fail (error, name, _("has colours"))))
    return reading.grey;
  kb_grey_free (reading.grey);
  return NULL;
}

KbGrey *
kb_grey_decode (const guint8 *data, gsize size, const char *name, GError **error)
{
  KbPngHeader header;
  const gboolean ok = kb_png_read_header (data, size, name, &grey_limits, &header, error);
  const char *fault = ok ? fault_of (&header) : NULL;
  if (fault)
    fail (error, name, _(fault));
  return ok && !fault ? decode_grey (data, size, name, &header, error) : NULL;
}

KbGrey *
kb_grey_read (const char *root, const char *path, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &grey_limits, &size, error);
  return data ? kb_grey_decode ((const guint8 *) data, size, path, error) : NULL;
}

/* From a file that is not PNG. */
static GBytes *
import_other (const char *path, guint *width, guint *height, GError **error)
{
  g_autoptr (KbPicture) picture = kb_picture_read_any (path, error);
  g_autoptr (KbGrey) grey = picture ? grey_new (picture->width, picture->height, 8) : NULL;
  if (!grey)
    return NULL;
  gboolean coloured = FALSE;
  for (gsize i = 0; i < (gsize) grey->width * grey->height; i++)
    {
      const guint8 *rgba = picture->rgba + 4 * i;
      coloured |= rgba[0] != rgba[1] || rgba[1] != rgba[2];
      grey->samples[i] = rgba[0] * 257;
    }
  *width = grey->width;
  *height = grey->height;
  return !coloured
             || kb_fail (error, KB_ERROR_INPUT,
                         _("%s: this picture has colours; expected a grey one, whose samples are "
                           "altitudes"), path)
           ? kb_grey_encode (grey, error)
           : NULL;
}

GBytes *
kb_grey_import (const char *path, guint *width, guint *height, gboolean *alpha, GError **error)
{
  gsize size;
  *alpha = FALSE;
  if (kb_picture_is_other (path))
    return import_other (path, width, height, error);
  char *data = kb_png_read_file (NULL, path, &grey_limits, &size, error);
  g_autoptr (GBytes) png = data ? g_bytes_new_take (data, size) : NULL;
  KbPngHeader header;
  g_autoptr (KbGrey) grey =
    data ? decode_grey ((const guint8 *) data, size, path, &header, error) : NULL;
  if (!grey)
    return NULL;
  *width = grey->width;
  *height = grey->height;
  *alpha = (header.colour_type & PNG_COLOR_MASK_ALPHA) != 0;
  return fault_of (&header) ? kb_grey_encode (grey, error) : g_steal_pointer (&png);
}

const char *
kb_grey_fault (const char *root, const char *path)
{
  KbPngHeader header;
  return kb_png_read_file_header (root, path, &grey_limits, &header, NULL) ? fault_of (&header)
                                                                           : NULL;
}

KbGrey *
kb_grey_crop (const KbGrey *grey, gint x, gint y, guint width, guint height)
{
  if (x < 0 || y < 0 || width == 0 || height == 0 || (guint) x > grey->width
      || (guint) y > grey->height || width > grey->width - (guint) x
      || height > grey->height - (guint) y)
    return NULL;
  KbGrey *part = grey_new (width, height, grey->depth);
  for (guint j = 0; part && j < height; j++)
    memcpy (part->samples + (gsize) j * width,
            grey->samples + ((gsize) y + j) * grey->width + (guint) x, (gsize) width * 2);
  return part;
}

static void
write_grey (KbPngSink *sink, gconstpointer from)
{
  const KbGrey *grey = from;
  kb_png_start_writing (sink, grey->width, grey->height, 16, PNG_COLOR_TYPE_GRAY);
  png_write_info (sink->png, sink->info);
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  png_set_swap (sink->png);
#endif
  for (guint y = 0; y < grey->height; y++)
    png_write_row (sink->png, (png_const_bytep) (grey->samples + (gsize) y * grey->width));
}

GBytes *
kb_grey_encode (const KbGrey *grey, GError **error)
{
  return kb_png_encode (write_grey, grey, error);
}

/* --- Painted samples -------------------------------------------------------------------------- */

static gpointer
no_memory (GError **error)
{
  return kb_fail_null (error, KB_ERROR_MACHINE, _("there is not enough memory for a heightmap"));
}

KbGrey *
kb_grey_from_zones (const KbZones *zones, GError **error)
{
  guint width = kb_zones_width (zones) / 2, height = kb_zones_height (zones);
  KbGrey *grey = width ? grey_new (width, height, 16) : NULL;
  if (!grey)
    return no_memory (error);
  kb_zones_copy (zones, 0, 0, width * 2, height, (guint8 *) grey->samples, (gsize) width * 2);
  for (gsize i = 0; i < (gsize) width * height; i++)
    grey->samples[i] = GUINT16_FROM_LE (grey->samples[i]);
  return grey;
}

KbZones *
kb_grey_to_zones (const KbGrey *grey, GError **error)
{
  if (MAX (grey->width * 2, grey->height) > KB_MAX_ZONES_SIDE)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("a heightmap of %u x %u samples is too large to be sculpted; at most %d "
                           "each way"),
                         grey->width, grey->height, KB_MAX_ZONES_SIDE / 2);
  g_autofree guint16 *rows = g_try_malloc_n ((gsize) grey->width * KB_ZONES_TILE, sizeof *rows);
  if (!rows)
    return no_memory (error);
  KbZones *zones = kb_zones_new (grey->width * 2, grey->height, 0);
  for (guint y = 0; y < grey->height; y += KB_ZONES_TILE)
    {
      gsize n = (gsize) grey->width * MIN (KB_ZONES_TILE, grey->height - y);
      for (gsize i = 0; i < n; i++)
        rows[i] = GUINT16_TO_LE (grey->samples[(gsize) y * grey->width + i]);
      zones = kb_zones_set_band (zones, y / KB_ZONES_TILE, (const guint8 *) rows,
                                 (gsize) grey->width * 2);
    }
  return zones;
}

/* SPDX-License-Identifier: MIT */
/* PNGs of every kind, with libpng's plainest calls. */
#include "tests/support/png_writer.h"

guint
png_channels (int colour_type)
{
  return colour_type == PNG_COLOR_TYPE_RGB ? 3 : colour_type == PNG_COLOR_TYPE_RGB_ALPHA ? 4
         : colour_type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2 : 1;
}

static void
on_write (png_structp png, png_bytep data, png_size_t n)
{
  g_byte_array_append (png_get_io_ptr (png), data, n);
}

static void
on_flush (png_structp png)
{
}

static void
pack_row (const PngSpec *spec, guint y, guint8 *row)
{
  guint n = spec->width * png_channels (spec->colour_type);
  const guint16 *from = spec->samples + (gsize) y * n;
  for (guint i = 0; i < n; i++)
    if (spec->depth == 16)
      {
        row[2 * i] = from[i] >> 8;
        row[2 * i + 1] = from[i] & 255;
      }
    else if (spec->depth == 8)
      row[i] = (guint8) from[i];
    else
      {
        guint at = i * (guint) spec->depth, shift = 8 - (guint) spec->depth - at % 8;
        row[at / 8] = (guint8) ((row[at / 8] & ~(((1u << spec->depth) - 1) << shift)) | (guint) from[i] << shift);
      }
}

GByteArray *
png_write (const PngSpec *spec)
{
  GByteArray *bytes = g_byte_array_new ();
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  if (setjmp (png_jmpbuf (png)))
    g_error ("libpng refuses the picture");
  png_set_write_fn (png, bytes, on_write, on_flush);
  png_set_IHDR (png, info, spec->width, spec->height, spec->depth, spec->colour_type, spec->interlace,
                PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  if (spec->palette)
    png_set_PLTE (png, info, spec->palette, spec->n_palette);
  if (spec->alphas || spec->transparent)
    png_set_tRNS (png, info, spec->alphas, spec->n_alphas, spec->transparent);
  png_write_info (png, info);
  gsize stride = png_get_rowbytes (png, info);
  guint8 *data = g_malloc0 (stride * spec->height);
  guint8 **rows = g_new (guint8 *, spec->height);
  for (guint y = 0; y < spec->height; y++)
    {
      rows[y] = data + y * stride;
      pack_row (spec, y, rows[y]);
    }
  png_write_image (png, rows);
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);
  g_free (rows);
  g_free (data);
  return bytes;
}

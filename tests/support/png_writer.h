/* SPDX-License-Identifier: MIT */
/* Writes PNGs of every kind from samples, for tests: nothing of it is shared with the program. */
#ifndef KB_TEST_PNG_WRITER_H
#define KB_TEST_PNG_WRITER_H

#include <glib.h>
#include <png.h>

typedef struct {
  int colour_type, depth, interlace;
  guint width, height;
  const guint16 *samples;          /* channels of each pixel, row by row; of `depth` bits */
  const png_color *palette;
  int n_palette;
  const guint8 *alphas;            /* of the palette; or NULL */
  int n_alphas;
  const png_color_16 *transparent; /* or NULL */
} PngSpec;

guint png_channels (int colour_type);
/* The file, to be freed with g_byte_array_unref. */
GByteArray *png_write (const PngSpec *spec);

#endif

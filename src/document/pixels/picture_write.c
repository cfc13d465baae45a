/* SPDX-License-Identifier: MIT */
/* Pictures to PNG. The smallest plain form is chosen from the pixels alone (palette, RGB or RGBA),
 * so the same pixels give the same bytes. Reading them restores every pixel, even the colour of
 * transparent ones. */
#include "document/document.h"
#include "document/pixels/picture.h"
#include "document/pixels/png_private.h"

#include <glib/gi18n.h>
#include <string.h>

#define HASH_SIZE 1024   /* a power of two, four times the palette */

typedef struct {
  guint n;
  guint32 colours[256];              /* 0xRRGGBBAA, those with transparency first */
  guint32 keys[HASH_SIZE];
  gint16 slots[HASH_SIZE];           /* index + 1; 0 is free */
} Palette;

static guint32
pixel_value (const guint8 *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

static guint
palette_slot (const Palette *palette, guint32 value)
{
  guint slot = value * 2654435761u >> 22;
  while (palette->slots[slot] && palette->keys[slot] != value)
    slot = (slot + 1) % HASH_SIZE;
  return slot;
}

static int
compare_colours (const void *a, const void *b)
{
  guint32 u = *(const guint32 *) a, v = *(const guint32 *) b;
  guint au = u & 255, av = v & 255;
  return au != av ? (au < av ? -1 : 1) : u < v ? -1 : u > v;
}

/* Empty for more than 256 colours. Sorted, so that the order of pixels does not matter. */
static void
palette_collect (Palette *palette, const KbPicture *picture)
{
  gsize n = (gsize) picture->width * picture->height;
  memset (palette, 0, sizeof *palette);
  for (gsize i = 0; i < n; i++)
    {
      guint32 value = pixel_value (picture->rgba + 4 * i);
      guint slot = palette_slot (palette, value);
      if (palette->slots[slot])
        continue;
      if (palette->n == 256)
        {
          palette->n = 0;
          return;
        }
      palette->keys[slot] = value;
      palette->slots[slot] = 1;
      palette->colours[palette->n++] = value;
    }
  qsort (palette->colours, palette->n, sizeof palette->colours[0], compare_colours);
  for (guint i = 0; i < palette->n; i++)
    palette->slots[palette_slot (palette, palette->colours[i])] = i + 1;
}

static gboolean
is_opaque (const KbPicture *picture)
{
  gsize n = (gsize) picture->width * picture->height;
  for (gsize i = 0; i < n; i++)
    if (picture->rgba[4 * i + 3] != 255)
      return FALSE;
  return TRUE;
}

static void
on_picture_write_error (png_structp png, png_const_charp message)
{
  KbPngSink *sink = png_get_error_ptr (png);
  g_strlcpy (sink->message, message, sizeof sink->message);
  png_longjmp (png, 1);
}

static void
on_picture_write_warning (png_structp png, png_const_charp message)
{
}

static void
on_write (png_structp png, png_bytep data, png_size_t n)
{
  KbPngSink *sink = png_get_io_ptr (png);
  if (n > G_MAXINT32 - sink->bytes->len)
    png_error (png, _("the file would be too large"));
  g_byte_array_append (sink->bytes, data, n);
}

static void
on_flush (png_structp png)
{
}

void
kb_png_start_writing (KbPngSink *sink, guint width, guint height, int depth, int colour_type)
{
  png_set_user_limits (sink->png, KB_MAX_PICTURE_SIDE, KB_MAX_PICTURE_SIDE);
  png_set_write_fn (sink->png, sink, on_write, on_flush);
  /* Filters are for photographs: sprites are smaller without them, and ready in half the time. */
  const gboolean alpha = colour_type == PNG_COLOR_TYPE_RGB_ALPHA;
  png_set_compression_level (sink->png, alpha ? 4 : 6);
  png_set_filter (sink->png, PNG_FILTER_TYPE_BASE,
                  alpha || colour_type == PNG_COLOR_TYPE_PALETTE ? PNG_FILTER_NONE
                                                                 : PNG_ALL_FILTERS);
  png_set_IHDR (sink->png, sink->info, width, height, depth, colour_type, PNG_INTERLACE_NONE,
                PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
}

/* Has no variables of its own, since a longjmp would lose changes of them. */
static gboolean
write_guarded (KbPngSink *sink, KbPngWrite write, gconstpointer from)
{
  if (setjmp (png_jmpbuf (sink->png)))
    return FALSE;
  write (sink, from);
  png_write_end (sink->png, NULL);
  return TRUE;
}

GBytes *
kb_png_encode (KbPngWrite write, gconstpointer from, GError **error)
{
  KbPngSink sink = { .bytes = g_byte_array_new () };
  sink.png = png_create_write_struct (PNG_LIBPNG_VER_STRING, &sink, on_picture_write_error,
                                      on_picture_write_warning);
  sink.info = sink.png ? png_create_info_struct (sink.png) : NULL;
  gboolean ok = sink.info && write_guarded (&sink, write, from);
  png_destroy_write_struct (&sink.png, &sink.info);
  if (ok)
    return g_byte_array_free_to_bytes (sink.bytes);
  g_byte_array_unref (sink.bytes);
  return kb_fail_null (error, KB_ERROR_MACHINE, _("the PNG file could not be made: %s"),
                       sink.message[0] ? sink.message : _("not enough memory"));
}

/* --- Pictures --------------------------------------------------------------------------------- */

typedef struct {
  const KbPicture *picture;
  guint8 *row;
  Palette palette;
} PictureWriteSource;

static void
write_palette (KbPngSink *sink, const Palette *palette)
{
  png_color colours[256] = { { 0 } };
  png_byte alphas[256] = { 0 };
  int n_alphas = 0;
  for (guint i = 0; i < palette->n; i++)
    {
      guint32 value = palette->colours[i];
      colours[i] = (png_color) { value >> 24, value >> 16 & 255, value >> 8 & 255 };
      alphas[i] = value & 255;
      if (alphas[i] != 255)
        n_alphas = i + 1;
    }
  png_set_PLTE (sink->png, sink->info, colours, palette->n);
  if (n_alphas)
    png_set_tRNS (sink->png, sink->info, alphas, n_alphas, NULL);
}

static void
pack_row (const PictureWriteSource *source, const guint8 *rgba, int colour_type)
{
  guint8 *to = source->row;
  guint width = source->picture->width;
  const Palette *palette = &source->palette;
  switch (colour_type)
    {
    case PNG_COLOR_TYPE_PALETTE:
      for (guint x = 0; x < width; x++)
        to[x] = palette->slots[palette_slot (palette, pixel_value (rgba + 4 * x))] - 1;
      break;
    case PNG_COLOR_TYPE_RGB:
      for (guint x = 0; x < width; x++)
        memcpy (to + 3 * x, rgba + 4 * x, 3);
      break;
    default:
      memcpy (to, rgba, 4 * (gsize) width);
    }
}

static void
write_picture_rows (KbPngSink *sink, gconstpointer from)
{
  const PictureWriteSource *source = from;
  const KbPicture *picture = source->picture;
  int colour_type = source->palette.n      ? PNG_COLOR_TYPE_PALETTE
                    : is_opaque (picture) ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
  kb_png_start_writing (sink, picture->width, picture->height, 8, colour_type);
  if (colour_type == PNG_COLOR_TYPE_PALETTE)
    write_palette (sink, &source->palette);
  png_write_info (sink->png, sink->info);
  for (guint y = 0; y < picture->height; y++)
    {
      pack_row (source, picture->rgba + (gsize) y * picture->width * 4, colour_type);
      png_write_row (sink->png, source->row);
    }
}

GBytes *
kb_picture_encode (const KbPicture *picture, GError **error)
{
  guint64 pixels = (guint64) picture->width * picture->height;
  if (pixels == 0)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("a picture without pixels cannot be a PNG file"));
  g_autofree PictureWriteSource *source = g_try_new (PictureWriteSource, 1);
  g_autofree guint8 *row = g_try_malloc (4 * (gsize) picture->width);
  if (!source || !row)
    return kb_fail_null (error, KB_ERROR_MACHINE,
                         _("there is not enough memory to write a PNG file"));
  source->picture = picture;
  source->row = row;
  palette_collect (&source->palette, picture);
  GBytes *bytes = kb_png_encode (write_picture_rows, source, error);
  if (bytes && pixels > KB_MAX_EASY_PIXELS
      && g_bytes_get_size (bytes) < pixels / KB_MOST_PIXELS_A_BYTE + 1024)
    {
      g_clear_pointer (&bytes, g_bytes_unref);
      kb_input_error (
        error, _("a picture of %u x %u pixels that is nearly blank cannot be kept; cut it up"),
        picture->width, picture->height);
    }
  return bytes;
}

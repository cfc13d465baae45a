/* SPDX-License-Identifier: MIT */
/* PNG files to pictures. The chunks are checked before libpng reads them: the size against the
 * limits and the possible content of the compressed data. So a small file never uses much memory.
 * Colour profiles and gamma are ignored: pixels stay as the artist drew them. */
#include "document/document.h"
#include "document/files/files.h"
#include "document/pixels/picture.h"
#include "document/pixels/png_private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define HEADER_SIZE 33                        /* signature, IHDR */
#define MAX_FILE_SIZE (1024u * 1024 * 1024)
#define SRGB_GAMMA 45455                      /* of gAMA: 1 / 2.2 */
#define MAX_DEFLATE_RATIO 1032                /* by RFC 1951's coding: 258 bytes in 2 bits */

static const guint8 png_signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

static const struct { const char *bytes; gsize size; const char *name; } other_formats[] = {
  { "\xff\xd8\xff", 3, "JPEG" }, { "GIF8", 4, "GIF" }, { "RIFF", 4, "WebP" }, { "BM", 2, "BMP" },
  { "II*", 3, "TIFF" }, { "MM\0*", 4, "TIFF" }, { "<svg", 4, "SVG" }, { "<!DOCTYPE h", 11, "HTML" },
  { "<!doctype h", 11, "HTML" }, { "<html", 5, "HTML" }, { "<?xml", 5, "XML" },
};

static const KbPngLimits picture_limits = { KB_MAX_PICTURE_SIDE, KB_MAX_PICTURE_PIXELS,
                                            KB_MAX_EASY_PIXELS };

static guint32
read_be32 (const guint8 *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

gboolean
kb_png_fail (GError **error, const char *name, gsize offset, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return kb_fail (error, KB_ERROR_INPUT, _("%s: byte %zu: %s"), name, offset, what);
}

gboolean
kb_png_read_header (const guint8 *data, gsize size, const char *name, const KbPngLimits *limits,
                    KbPngHeader *header, GError **error)
{
  if (size == 0)
    return kb_png_fail (error, name, 0, _("the file is empty, expected a PNG picture"));
  if (memcmp (data, png_signature, MIN (size, 8)) != 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (other_formats); i++)
        if (size >= other_formats[i].size
            && memcmp (data, other_formats[i].bytes, other_formats[i].size) == 0)
          return kb_png_fail (error, name, 0, _("the file is %s, expected a PNG picture"),
                              other_formats[i].name);
      return kb_png_fail (error, name, 0, _("this is not a PNG picture"));
    }
  if (size < HEADER_SIZE)
    return kb_png_fail (error, name, size, _("the file ends within the PNG header"));
  if (read_be32 (data + 8) != 13 || memcmp (data + 12, "IHDR", 4) != 0)
    return kb_png_fail (error, name, 8, _("expected the PNG header IHDR"));
  *header =
    (KbPngHeader) { read_be32 (data + 16), read_be32 (data + 20), data[24], data[25], data[28] };
  if (header->width == 0 || header->height == 0)
    return kb_png_fail (error, name, 16, _("the picture has no pixels (%u x %u)"), header->width,
                        header->height);
  if (header->width > limits->side || header->height > limits->side
      || (guint64) header->width * header->height > limits->pixels)
    return kb_png_fail (
      error, name, 16,
      _("the picture is too large (%u x %u pixels; at most %u a side and %" PRIu64
         " in all)"),
      header->width, header->height, limits->side, limits->pixels);
  return TRUE;
}

/* Bytes of filtered rows in the unpacked data. */
static guint64
unpacked_size (const KbPngHeader *header)
{
  static const guint8 channels[8] = { 1, 1, 3, 1, 2, 1, 4, 1 };
  static const guint8 pass_start[7][2] = { { 0, 0 }, { 4, 0 }, { 0, 4 }, { 2, 0 },
                                           { 0, 2 }, { 1, 0 }, { 0, 1 } };
  static const guint8 pass_step[7][2] = { { 8, 8 }, { 8, 8 }, { 4, 8 }, { 4, 4 },
                                          { 2, 4 }, { 2, 2 }, { 1, 2 } };
  guint64 bits = (guint64) channels[header->colour_type & 7] * header->depth, total = 0;

  if (!header->interlace)
    return header->height * (1 + (header->width * bits + 7) / 8);
  for (int pass = 0; pass < 7; pass++)
    {
      guint64 w =
        (header->width + pass_step[pass][0] - 1u - pass_start[pass][0]) / pass_step[pass][0];
      guint64 h =
        (header->height + pass_step[pass][1] - 1u - pass_start[pass][1]) / pass_step[pass][1];
      if (w && h)
        total += h * (1 + (w * bits + 7) / 8);
    }
  return total;
}

/* The chunks must fill the file up to IEND, and the packed data must be able to contain the
 * rows. */
static gboolean
check_chunks (const guint8 *data, gsize size, const char *name, const KbPngLimits *limits,
              KbPngHeader *header, GError **error)
{
  guint64 packed = 0;
  for (gsize at = 8;;)
    {
      if (size - at < 12)
        return kb_png_fail (error, name, size, _("the file ends early, expected more PNG chunks"));
      guint32 length = read_be32 (data + at);
      if (length > size - at - 12)
        return kb_png_fail (error, name, at,
                            _("a chunk of %u bytes reaches past the end of the file"), length);
      if (memcmp (data + at + 4, "IDAT", 4) == 0)
        packed += length;
      if (memcmp (data + at + 4, "IEND", 4) == 0)
        break;
      header->has_profile |=
        memcmp (data + at + 4, "iCCP", 4) == 0 || memcmp (data + at + 4, "cICP", 4) == 0
        || (memcmp (data + at + 4, "gAMA", 4) == 0 && read_be32 (data + at + 8) != SRGB_GAMMA);
      at += 12 + (gsize) length;
    }
  guint64 unpacked = unpacked_size (header);
  if (packed == 0)
    return kb_png_fail (error, name, HEADER_SIZE, _("the picture has no data"));
  if (unpacked / MAX_DEFLATE_RATIO > packed)
    return kb_png_fail (error, name, 16,
                 _("%" PRIu64 " bytes of data cannot hold a picture of %u x %u pixels"),
                 packed, header->width, header->height);
  guint64 pixels = (guint64) header->width * header->height;
  if (pixels > limits->easy && packed < pixels / KB_MOST_PIXELS_A_BYTE)
    return kb_png_fail (error, name, 16,
                 _("%u x %u pixels from %" PRIu64 " bytes would unpack to far too much"),
                 header->width, header->height, packed);
  return TRUE;
}

gboolean
kb_png_check (const guint8 *data, gsize size, const char *name, const KbPngLimits *limits,
              KbPngHeader *header, GError **error)
{
  return kb_png_read_header (data, size, name, limits, header, error)
         && check_chunks (data, size, name, limits, header, error);
}

/* --- Setting up libpng ------------------------------------------------------------------------ */

static void
on_error (png_structp png, png_const_charp message)
{
  KbPngSource *source = png_get_error_ptr (png);
  g_strlcpy (source->message, message, sizeof source->message);
  source->problem = source->message;
  png_longjmp (png, 1);
}

static void
on_warning (png_structp png, png_const_charp message)
{
}

static void
on_read (png_structp png, png_bytep to, png_size_t n)
{
  KbPngSource *source = png_get_io_ptr (png);
  if (n > source->size - source->at)
    png_error (png, _("the file ends early"));
  memcpy (to, source->data + source->at, n);
  source->at += n;
}

static void
start_reading (KbPngSource *source)
{
  png_structp png = source->png;
  png_set_user_limits (png, KB_MAX_PICTURE_SIDE, KB_MAX_PICTURE_SIDE);
  png_set_chunk_malloc_max (png, 1 << 20);
  /* Any wrong checksum means a damaged file; else tRNS would be silently dropped */
  png_set_crc_action (png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  /* Skips texts, profiles and the like unread; tRNS is not one of them */
  png_set_keep_unknown_chunks (png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_read_fn (png, source, on_read);
  png_read_info (png, source->info);
}

/* Has no variables of its own, since a longjmp would lose changes of them. */
static gboolean
read_guarded (KbPngSource *source, const KbPngHeader *header, KbPngRead read, gpointer to)
{
  if (setjmp (png_jmpbuf (source->png)))
    return FALSE;
  start_reading (source);
  if (!read (source, header, to))
    return FALSE;
  png_read_end (source->png, NULL);
  return TRUE;
}

gboolean
kb_png_decode (const guint8 *data, gsize size, const char *name, const KbPngHeader *header,
               KbPngRead read, gpointer to, GError **error)
{
  KbPngSource source = { .data = data, .size = size };
  source.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &source, on_error, on_warning);
  source.info = source.png ? png_create_info_struct (source.png) : NULL;
  gboolean ok = source.info && read_guarded (&source, header, read, to);
  png_destroy_read_struct (&source.png, &source.info, NULL);
  if (ok)
    return TRUE;
  if (source.problem && source.in_rows)
    return kb_png_fail (error, name, source.at, _("the PNG data is broken in row %u: %s"),
                        source.row, source.problem);
  if (source.problem)
    return kb_png_fail (error, name, source.at, _("the PNG file is broken: %s"), source.problem);
  return kb_fail (error, KB_ERROR_MACHINE, _("%s: there is not enough memory for %u x %u pixels"),
                  name, header->width, header->height);
}

int
kb_png_start_rows (KbPngSource *source, const KbPngHeader *header, guint pixel_bytes)
{
  int passes = png_set_interlace_handling (source->png);
  png_read_update_info (source->png, source->info);
  if (png_get_rowbytes (source->png, source->info) != (gsize) header->width * pixel_bytes
      || png_get_image_height (source->png, source->info) != header->height)
    png_error (source->png, _("the rows have an unexpected form"));
  return passes;
}

void
kb_png_read_rows (KbPngSource *source, const KbPngHeader *header, int passes, gpointer rows)
{
  gsize stride = png_get_rowbytes (source->png, source->info);
  source->in_rows = TRUE;
  for (int pass = 0; pass < passes; pass++)
    for (source->row = 0; source->row < header->height; source->row++)
      png_read_row (source->png, (guint8 *) rows + source->row * stride, NULL);
}

/* --- Pictures --------------------------------------------------------------------------------- */

static gboolean
read_picture_rows (KbPngSource *source, const KbPngHeader *header, gpointer to)
{
  KbPicture **picture = to;
  png_set_expand (source->png);
  png_set_scale_16 (source->png);
  png_set_gray_to_rgb (source->png);
  png_set_add_alpha (source->png, 0xff, PNG_FILLER_AFTER);
  int passes = kb_png_start_rows (source, header, 4);
  *picture = kb_picture_new (header->width, header->height);
  if (*picture)
    kb_png_read_rows (source, header, passes, (*picture)->rgba);
  return *picture != NULL;
}

KbPicture *
kb_picture_decode (const guint8 *data, gsize size, const char *name, GError **error)
{
  KbPngHeader header;
  KbPicture *picture = NULL;
  if (kb_png_check (data, size, name, &picture_limits, &header, error)
      && !kb_png_decode (data, size, name, &header, read_picture_rows, &picture, error))
    g_clear_pointer (&picture, kb_picture_unref);
  if (picture)
    {
      picture->has_profile = header.has_profile;
      picture->was_deep = header.depth > 8;
    }
  return picture;
}

gboolean
kb_png_read_file_header (const char *root, const char *path, const KbPngLimits *limits,
                         KbPngHeader *header, GError **error)
{
  guint8 data[HEADER_SIZE];
  gssize n = kb_file_read_start (root, path, data, sizeof data, error);
  return n >= 0 && kb_png_read_header (data, (gsize) n, path, limits, header, error);
}

char *
kb_png_read_file (const char *root, const char *path, const KbPngLimits *limits, gsize *size,
                  GError **error)
{
  KbPngHeader header;
  char *data = NULL;
  if (kb_png_read_file_header (root, path, limits, &header, error))
    kb_file_read (root, path, MAX_FILE_SIZE, &data, size, error);
  return data;
}

gboolean
kb_picture_check (const char *root, const char *path, guint *width, guint *height, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &picture_limits, &size, error);
  KbPngHeader header;
  if (!data || !kb_png_check ((const guint8 *) data, size, path, &picture_limits, &header, error))
    return FALSE;
  *width = header.width;
  *height = header.height;
  return TRUE;
}

KbPicture *
kb_picture_read (const char *root, const char *path, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &picture_limits, &size, error);
  return data ? kb_picture_decode ((const guint8 *) data, size, path, error) : NULL;
}

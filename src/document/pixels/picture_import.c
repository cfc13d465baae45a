/* SPDX-License-Identifier: MIT */
/* Pictures of artists in other formats than PNG: the table of readers, BMP, and JPEG by libjpeg. A
 * project has only PNG: what is read here is written as one. Damaged files are refused whole. */
#include "document/document.h"
#include "document/files/files.h"
#include "document/pixels/picture.h"
#include "document/pixels/png_private.h"

#include <glib/gi18n.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define MAX_FILE_SIZE (1024u * 1024 * 1024)
#define EASY_PIXELS (1u << 20)   /* larger pictures have a byte for each 128 pixels */

/* A new picture, or NULL and an error if no file of `size` bytes should have that many pixels. */
static KbPicture *
new_picture (guint64 width, guint64 height, gsize size, const char *name, GError **error)
{
  if (!width || !height || MAX (width, height) > KB_MAX_PICTURE_SIDE
      || width * height > KB_MAX_PICTURE_PIXELS
      || (width * height > EASY_PIXELS && size < width * height / KB_MOST_PIXELS_A_BYTE))
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: a picture of %u x %u pixels is too large for its %zu bytes, or in "
                           "all"),
                         name, (guint) width, (guint) height, size);
  return kb_picture_new ((guint) width, (guint) height);
}

/* ---- BMP ---- */

enum { BMP_HEAD = 54, BMP_MASKS = 3, BMP_ALPHA_MASKS = 6 };

typedef struct {
  guint depth, n_colours;      /* of the palette, 4 bytes each. 0: pixels are colours */
  const guint8 *palette;
  guint32 masks[4];
} Bmp;

static guint32
read_le (const guint8 *from, guint n)
{
  return n ? read_le (from + 1, n - 1) << 8 | *from : 0;
}

static guint8
masked (guint32 pixel, guint32 mask)
{
  const guint shift = mask ? (guint) g_bit_nth_lsf (mask, -1) : 0;
  return mask ? (guint8) ((guint64) ((pixel & mask) >> shift) * 255 / (mask >> shift)) : 255;
}

/* FALSE: a pixel's colour is not in the palette. */
static gboolean
read_row (const Bmp *bmp, const guint8 *row, guint width, guint8 *rgba)
{
  for (guint x = 0; x < width; x++)
    {
      const guint bit = x * bmp->depth, part = bmp->depth % 8;
      guint32 pixel = read_le (row + bit / 8, MAX (bmp->depth / 8, 1));
      if (part)
        pixel = pixel >> (8 - part - bit % 8) & ((1u << part) - 1);
      if (bmp->depth <= 8 && pixel >= bmp->n_colours)
        return FALSE;
      for (guint i = 0; i < 4; i++)
        rgba[4 * x + i] = i < 3 && bmp->n_colours ? bmp->palette[4 * pixel + 2 - i]
                                                  : masked (pixel, bmp->masks[i]);
    }
  return TRUE;
}

static KbPicture *
fail_bmp (const char *name, GError **error)
{
  return kb_fail_null (error, KB_ERROR_INPUT,
                       _("%s: the BMP is damaged, cut off or of a kind that is not read"), name);
}

static KbPicture *
decode_bmp (const guint8 *data, gsize size, const char *name, GError **error)
{
  static const char depths[] = { 1, 4, 8, 16, 24, 32, 0 };
  static const guint32 usual[2][4] = { { 0xff0000, 0xff00, 0xff }, { 0x7c00, 0x3e0, 0x1f } };
  guint8 head[BMP_HEAD + 16] = { 0 };
  memcpy (head, data, MIN (size, sizeof head));
  const guint64 start = read_le (head + 10, 4), palette = 14 + (guint64) read_le (head + 14, 4),
                width = read_le (head + 18, 4);
  const gint64 high = (gint32) read_le (head + 22, 4);
  const guint64 height = (guint64) ABS (high);
  const guint depth = read_le (head + 28, 2), coding = read_le (head + 30, 4);
  const gboolean has_masks = coding == BMP_MASKS || coding == BMP_ALPHA_MASKS;
  if (palette < BMP_HEAD || palette > start || start > size || !depth
      || depth > 32 || !strchr (depths, (gint) depth)
      || (coding && !(has_masks && depth > 8)))
    return fail_bmp (name, error);
  g_autoptr (KbPicture) picture = new_picture (width, height, size, name, error);
  if (!picture)
    return NULL;
  Bmp bmp = { depth, depth > 8 ? 0 : (guint) MIN (1u << depth, (start - palette) / 4),
              data + palette };
  for (guint i = 0; i < 4; i++)
    bmp.masks[i] = !has_masks ? usual[depth == 16][i]
                   : i < 3 || palette > BMP_HEAD + 12 || coding == BMP_ALPHA_MASKS
                     ? read_le (head + BMP_HEAD + 4 * i, 4)
                     : 0;
  const guint64 stride = (width * depth + 31) / 32 * 4;
  gboolean ok = height * stride <= size - start;
  for (guint y = 0; ok && y < height; y++)
    ok = read_row (&bmp, data + start + y * stride, (guint) width,
                   picture->rgba + 4 * width * (high < 0 ? y : height - 1 - y));
  return ok ? g_steal_pointer (&picture) : fail_bmp (name, error);
}

/* ---- JPEG ---- */

#if KB_HAVE_JPEG
#include <jpeglib.h>
#include <jerror.h>

typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf at;
  KbPicture *picture;
  char message[JMSG_LENGTH_MAX];
} Jpeg;

static void
on_jpeg_error (j_common_ptr info)
{
  Jpeg *jpeg = info->client_data;
  info->err->format_message (info, jpeg->message);
  longjmp (jpeg->at, 1);
}

/* A warning says that some of the picture was made up. */
static void
on_jpeg_message (j_common_ptr info, int level)
{
  if (level < 0 && info->err->msg_code != JWRN_EXTRANEOUS_DATA)
    on_jpeg_error (info);
}

/* Has no variables of its own that change after setjmp. */
static gboolean
read_jpeg (Jpeg *jpeg, const guint8 *data, gsize size, const char *name, GError **error)
{
  j_decompress_ptr info = &jpeg->info;
  if (setjmp (jpeg->at))
    return FALSE;
  jpeg_create_decompress (info);
  jpeg_mem_src (info, (unsigned char *) data, size);
  jpeg_save_markers (info, JPEG_APP0 + 2, 12);
  jpeg_read_header (info, TRUE);
  jpeg->picture = new_picture (info->image_width, info->image_height, size, name, error);
  if (!jpeg->picture)
    return FALSE;
  jpeg->picture->has_profile = info->marker_list != NULL;
  info->out_color_space = JCS_RGB;
  jpeg_start_decompress (info);
  while (info->output_scanline < info->output_height)
    {
      guint8 *row = jpeg->picture->rgba + (gsize) 4 * info->output_width * info->output_scanline;
      jpeg_read_scanlines (info, &row, 1);
      for (gsize x = info->output_width; x-- > 0;)
        {
          memmove (row + 4 * x, row + 3 * x, 3);
          row[4 * x + 3] = 255;
        }
    }
  jpeg_finish_decompress (info);
  return TRUE;
}

static KbPicture *
decode_jpeg (const guint8 *data, gsize size, const char *name, GError **error)
{
  g_autofree Jpeg *jpeg = g_new0 (Jpeg, 1);
  jpeg->info.err = jpeg_std_error (&jpeg->errors);
  jpeg->errors.error_exit = on_jpeg_error;
  jpeg->errors.emit_message = on_jpeg_message;
  jpeg->info.client_data = jpeg;
  const gboolean ok = read_jpeg (jpeg, data, size, name, error);
  jpeg_destroy_decompress (&jpeg->info);
  if (!ok)
    g_clear_pointer (&jpeg->picture, kb_picture_unref);
  if (!ok && *jpeg->message)
    kb_fail (error, KB_ERROR_INPUT, _("%s: the JPEG cannot be read: %s"), name, jpeg->message);
  return jpeg->picture;
}

#else

static KbPicture *
decode_jpeg (const guint8 *data, gsize size, const char *name, GError **error)
{
  return kb_fail_null (error, KB_ERROR_INPUT, _("%s: this Kickbox was built without %s"), name,
                       "libjpeg");
}

#endif

/* ---- the table ---- */

static const struct {
  const char *magic;
  gsize size;
  KbPicture *(*decode) (const guint8 *data, gsize size, const char *name, GError **error);
} readers[] = {
  { "\x89PNG\r\n\x1a\n", 8, kb_picture_decode },
  { "\xff\xd8\xff", 3, decode_jpeg },
  { "BM", 2, decode_bmp },
};

static guint
find_reader (const void *start, gsize size)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (readers)
         && (size < readers[i].size || memcmp (start, readers[i].magic, readers[i].size) != 0))
    i++;
  return i;
}

gboolean
kb_picture_is_readable (const void *start, gsize size)
{
  return find_reader (start, size) < G_N_ELEMENTS (readers);
}

/* 0 is PNG, and also of what no reader knows: its own reader says what is wrong. */
static guint
reader_of (const char *path)
{
  char start[8];
  const gssize n = kb_file_read_start (NULL, path, start, sizeof start, NULL);
  return find_reader (start, (gsize) MAX (n, 0)) % G_N_ELEMENTS (readers);
}

gboolean
kb_picture_is_other (const char *path)
{
  return reader_of (path) != 0;
}

KbPicture *
kb_picture_read_any (const char *path, GError **error)
{
  const guint reader = reader_of (path);
  if (!reader)
    return kb_picture_read (NULL, path, error);
  g_autofree char *data = NULL;
  gsize size;
  return kb_file_read (NULL, path, MAX_FILE_SIZE, &data, &size, error)
           ? readers[reader].decode ((const guint8 *) data, size, path, error)
           : NULL;
}

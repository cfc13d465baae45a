/* SPDX-License-Identifier: MIT */
/* PNG files to grey pictures. */
#include "document/grey.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/document.h"
#include "document/picture.h"
#include "document/png_private.h"

static const KbPngLimits limits = { KB_MAX_PICTURE_SIDE, KB_MAX_PICTURE_PIXELS,
                                    KB_MAX_EASY_PIXELS };

/* All variables that change between setjmp and longjmp are here, since locals would be lost. */
typedef struct {
  KbPngSource source;
  png_structp png;
  png_infop info;
  KbGrey *grey;
} Work;

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

static gboolean
decode_rows (Work *work, const KbPngHeader *header)
{
  if (setjmp (png_jmpbuf (work->png)))
    return FALSE;
  png_structp png = work->png;
  kb_png_start_reading (png, work->info, &work->source);
  png_set_expand_16 (png);
  /* Removes the alpha that the call above makes of a transparent colour. */
  png_set_strip_alpha (png);
  int passes = png_set_interlace_handling (png);
  png_read_update_info (png, work->info);
  if (png_get_rowbytes (png, work->info) != (gsize) header->width * 2
      || png_get_image_height (png, work->info) != header->height)
    png_error (png, "the rows have an unexpected form");
  work->grey = grey_new (header->width, header->height, header->depth);
  if (!work->grey)
    {
      work->source.problem = NULL;
      return FALSE;
    }
  for (int pass = 0; pass < passes; pass++)
    for (work->source.row = 0; work->source.row < header->height; work->source.row++)
      png_read_row (
        png, (png_bytep) (work->grey->samples + (gsize) work->source.row * header->width), NULL);
  png_read_end (png, NULL);
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
check (const guint8 *data, gsize size, const char *name, KbPngHeader *header, GError **error)
{
  if (!kb_png_read_header (data, size, name, &limits, header, error))
    return FALSE;
  const char *fault = fault_of (header);
  if (fault)
    return kb_png_fail (error, name, 25,
                        _("this picture %s; expected a grey PNG of 8 or 16 bits without alpha, "
                           "whose samples are altitudes"),
                        _(fault));
  return kb_png_check (data, size, name, &limits, header, error);
}

KbGrey *
kb_grey_decode (const guint8 *data, gsize size, const char *name, GError **error)
{
  KbPngHeader header;
  if (!check (data, size, name, &header, error))
    return NULL;
  Work work = { .source = { .data = data, .size = size } };
  work.png = kb_png_reader_new (&work.source);
  work.info = work.png ? png_create_info_struct (work.png) : NULL;
  gboolean ok = work.info && decode_rows (&work, &header);
  png_destroy_read_struct (&work.png, &work.info, NULL);
  if (ok)
    {
      /* In the file the high byte comes first */
      for (gsize i = 0; i < (gsize) header.width * header.height; i++)
        work.grey->samples[i] = GUINT16_FROM_BE (work.grey->samples[i]);
      return work.grey;
    }
  kb_png_source_error (&work.source, name, &header, work.grey != NULL, error);
  kb_grey_free (work.grey);
  return NULL;
}

KbGrey *
kb_grey_read (const char *root, const char *path, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &limits, &size, error);
  return data ? kb_grey_decode ((const guint8 *) data, size, path, error) : NULL;
}

gboolean
kb_grey_check (const char *root, const char *path, guint *width, guint *height, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &limits, &size, error);
  KbPngHeader header;
  if (!data || !check ((const guint8 *) data, size, path, &header, error))
    return FALSE;
  *width = header.width;
  *height = header.height;
  return TRUE;
}

const char *
kb_grey_fault (const char *root, const char *path)
{
  KbPngHeader header;
  return kb_png_read_file_header (root, path, &limits, &header, NULL) ? fault_of (&header) : NULL;
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

/* All variables that change between setjmp and longjmp are here, since locals would be lost. */
typedef struct {
  KbPngSink sink;
  png_structp png;
  png_infop info;
} Writer;

static gboolean
encode_rows (Writer *writer, const KbGrey *grey)
{
  if (setjmp (png_jmpbuf (writer->png)))
    return FALSE;
  png_structp png = writer->png;
  kb_png_start_writing (png, writer->info, &writer->sink, grey->width, grey->height,
                        PNG_COLOR_TYPE_GRAY);
  png_set_IHDR (png, writer->info, grey->width, grey->height, 16, PNG_COLOR_TYPE_GRAY,
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info (png, writer->info);
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  png_set_swap (png);
#endif
  for (guint y = 0; y < grey->height; y++)
    png_write_row (png, (png_const_bytep) (grey->samples + (gsize) y * grey->width));
  png_write_end (png, NULL);
  return TRUE;
}

GBytes *
kb_grey_encode (const KbGrey *grey, GError **error)
{
  Writer writer = { .sink = { .bytes = g_byte_array_new () } };
  writer.png = kb_png_writer_new (&writer.sink);
  writer.info = writer.png ? png_create_info_struct (writer.png) : NULL;
  gboolean ok = writer.info && encode_rows (&writer, grey);
  if (writer.png)
    png_destroy_write_struct (&writer.png, &writer.info);
  if (ok)
    return g_byte_array_free_to_bytes (writer.sink.bytes);
  kb_png_sink_error (&writer.sink, error);
  g_byte_array_unref (writer.sink.bytes);
  return NULL;
}

/* SPDX-License-Identifier: MIT */
/* PNG code shared by pictures (picture_read.c, picture_write.c) and paintings (zones_png.c): checks
 * before libpng reads a file, and setting up libpng. Functions that take a png_structp may leave by
 * png_longjmp. */
#ifndef KB_PNG_PRIVATE_H
#define KB_PNG_PRIVATE_H

#include <glib.h>
#include <png.h>

typedef struct {
  guint width, height, depth, colour_type, interlace;
} KbPngHeader;

typedef struct {
  guint side;            /* maximum pixels per side, */
  guint64 pixels;        /* in total, */
  guint64 easy;          /* and in pictures with little data, see picture.h */
} KbPngLimits;

/* "NAME: byte OFFSET: TEXT", KB_ERROR_INPUT; returns FALSE. */
gboolean kb_png_fail (GError **error, const char *name, gsize offset, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
gboolean kb_png_read_header (const guint8 *data, gsize size, const char *name,
                             const KbPngLimits *limits, KbPngHeader *header, GError **error);
/* Checks the header, and that the chunks fill the file up to IEND. The packed data must be able to
 * contain the rows, and not be far too small for them. */
gboolean kb_png_check (const guint8 *data, gsize size, const char *name, const KbPngLimits *limits,
                       KbPngHeader *header, GError **error);
/* Files: `root` as in files.h. */
gboolean kb_png_read_file_header (const char *root, const char *path, const KbPngLimits *limits,
                                  KbPngHeader *header, GError **error);
/* A whole file with a valid header; free with g_free. NULL and an error. */
char *kb_png_read_file (const char *root, const char *path, const KbPngLimits *limits, gsize *size,
                        GError **error);

/* All variables that change between setjmp and longjmp are here, since locals would be lost. */
typedef struct {
  const guint8 *data;
  gsize size, at;
  guint row;
  const char *problem;   /* libpng's message; NULL and FALSE: memory ran out */
  char message[160];
} KbPngSource;

png_structp kb_png_reader_new (KbPngSource *source);
/* Up to the first chunk of rows. */
void kb_png_start_reading (png_structp png, png_infop info, KbPngSource *source);
/* Sets the error for a source whose rows could not be read; `in_rows`: reading had begun. */
gboolean kb_png_source_error (const KbPngSource *source, const char *name,
                              const KbPngHeader *header, gboolean in_rows, GError **error);

typedef struct {
  GByteArray *bytes;
  char message[160];
} KbPngSink;

png_structp kb_png_writer_new (KbPngSink *sink);
/* 8 bits per channel, not interlaced; palette pictures without filters. The info is not written
 * yet. */
void kb_png_start_writing (png_structp png, png_infop info, KbPngSink *sink, guint width,
                           guint height, int colour_type);
gboolean kb_png_sink_error (const KbPngSink *sink, GError **error);

#endif

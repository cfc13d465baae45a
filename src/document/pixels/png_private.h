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
  gboolean has_profile;    /* colours other than sRGB's; known after kb_png_check */
} KbPngHeader;

typedef struct {
  guint side;            /* maximum pixels per side, */
  guint64 pixels;        /* in total, */
  guint64 easy;          /* and in pictures with little data, see picture.h */
} KbPngLimits;

/* Sets "NAME: byte OFFSET: TEXT", KB_ERROR_INPUT. Returns FALSE. */
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
/* Returns a whole file with a valid header, or NULL and an error. Free it with g_free. */
char *kb_png_read_file (const char *root, const char *path, const KbPngLimits *limits, gsize *size,
                        GError **error);

/* A file that libpng reads. */
typedef struct {
  png_structp png;
  png_infop info;
  const guint8 *data;
  gsize size, at;
  guint row;
  gboolean in_rows;      /* reading them has begun */
  const char *problem;   /* libpng's message; NULL and FALSE: memory ran out */
  char message[160];
} KbPngSource;

/* Reads the rows into `to`. Returns FALSE if memory runs out. May leave by png_longjmp, so `to`
 * must contain whatever has to be freed. */
typedef gboolean (*KbPngRead) (KbPngSource *source, const KbPngHeader *header, gpointer to);

/* Calls `read` for a file that kb_png_check accepts. */
gboolean kb_png_decode (const guint8 *data, gsize size, const char *name,
                        const KbPngHeader *header, KbPngRead read, gpointer to, GError **error);
/* For `read`, after the transformations: the number of passes over rows of that size. */
int kb_png_start_rows (KbPngSource *source, const KbPngHeader *header, guint pixel_bytes);
void kb_png_read_rows (KbPngSource *source, const KbPngHeader *header, int passes, gpointer rows);

/* A file that libpng writes. */
typedef struct {
  png_structp png;
  png_infop info;
  GByteArray *bytes;
  char message[160];
} KbPngSink;

/* Writes all up to the last row. Begins with kb_png_start_writing. May leave by png_longjmp. */
typedef void (*KbPngWrite) (KbPngSink *sink, gconstpointer from);

GBytes *kb_png_encode (KbPngWrite write, gconstpointer from, GError **error);
/* Begins a picture that is not interlaced. Palette pictures have no filters. The info is not
 * written yet. */
void kb_png_start_writing (KbPngSink *sink, guint width, guint height, int depth, int colour_type);

#endif

/* SPDX-License-Identifier: MIT */
/* A picture in memory: 8-bit RGBA, straight alpha, rows without padding, top row first. Shared by
 * reference, and never changed once others may have it. */
#ifndef KB_DOCUMENT_PIXELS_PICTURE_H
#define KB_DOCUMENT_PIXELS_PICTURE_H

#include <glib.h>

#include "document/pixels/zones.h"

/* Larger pictures are refused before memory is allocated. */
#define KB_MAX_PICTURE_SIDE 32768
#define KB_MAX_PICTURE_PIXELS (128u * 1024 * 1024)
/* Pictures above this size are refused if a byte of PNG data stands for too many pixels: they are
 * blank areas or bombs. */
#define KB_MAX_EASY_PIXELS (8192u * 8192u)
#define KB_MOST_PIXELS_A_BYTE 128

typedef struct {
  gatomicrefcount references;
  guint width, height;
  guint8 *rgba;
  gboolean has_profile, was_deep;   /* of a file: not sRGB; of over 8 bits a colour */
} KbPicture;

/* The picture is transparent black. Returns NULL only if the size is above the limits. */
KbPicture *kb_picture_new (guint width, guint height);
KbPicture *kb_picture_ref (KbPicture *picture);
void kb_picture_unref (KbPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPicture, kb_picture_unref)

/* Reads PNG files of every colour type and depth, interlaced, with tRNS. Errors: KB_ERROR_INPUT
 * with the file name. Sizes are checked before allocation, and rows are decoded as they come, so a
 * small file cannot use much memory. `root` is as in files.h. `name` is only for messages. */
KbPicture *kb_picture_read (const char *root, const char *path, GError **error);
KbPicture *kb_picture_decode (const guint8 *data, gsize size, const char *name, GError **error);
/* The same of a file that is anywhere, also BMP and JPEG: picture_import.c. */
KbPicture *kb_picture_read_any (const char *path, GError **error);
/* Is it one of these? */
gboolean kb_picture_is_other (const char *path);
/* Does a file that begins so go to one of its readers? */
gboolean kb_picture_is_readable (const void *start, gsize size);
/* The size of a complete file: checks its chunks without unpacking pixels. */
gboolean kb_picture_check (const char *root, const char *path, guint *width, guint *height,
                           GError **error);

/* A PNG of the picture: the same pixels give the same bytes. */
GBytes *kb_picture_encode (const KbPicture *picture, GError **error);

/* A new picture of the rectangle. Parts outside are transparent. */
KbPicture *kb_picture_crop (const KbPicture *picture, gint x, gint y, guint width, guint height);
/* Copies `from` to (x, y) of `to`, replacing. Parts outside are dropped. */
void kb_picture_paste (KbPicture *to, const KbPicture *from, gint x, gint y);
/* A copy in which every opaque pixel of the colour 0xRRGGBB is transparent black. */
KbPicture *kb_picture_with_colour_key (const KbPicture *picture, guint32 rgb);
/* The box of the pixels with alpha > 0. Returns FALSE if there are none. */
gboolean kb_picture_opaque_box (const KbPicture *picture, gint *x, gint *y, gint *width,
                                gint *height);

/* Calls `work` (item, data) for `n` items of `size` bytes each, on all processors at once. Free the
 * pool to wait for them; with one processor all is done before, and it is NULL. */
GThreadPool *kb_work_start (GFunc work, gpointer items, gsize size, guint n, gpointer data);
/* The same, and waits. */
void kb_work_on_all (GFunc work, gpointer items, gsize size, guint n, gpointer data);

static inline const guint8 *
kb_picture_pixel (const KbPicture *picture, guint x, guint y)
{
  return picture->rgba + 4 * ((gsize) y * picture->width + x);
}

/* A grey picture in memory, the source of heightmaps: 16 bits per sample, rows without padding, top
 * row first. */

typedef struct {
  guint width, height;
  guint depth;           /* bits per sample in the file */
  /* 0 black to 65535 white; fewer bits are scaled to the nearest value, 8 bits by 257 */
  guint16 *samples;
} KbGrey;

void kb_grey_free (KbGrey *grey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGrey, kb_grey_free)

/* Reads a PNG with grey samples of 1 to 16 bits, interlaced or not. A transparent grey is
 * ignored. Errors: KB_ERROR_INPUT with the file name, also for colours and an alpha channel.
 * Sizes are checked before allocation, as for pictures. `root` is as in files.h. `name` is only
 * for messages. */
KbGrey *kb_grey_read (const char *root, const char *path, GError **error);
KbGrey *kb_grey_decode (const guint8 *data, gsize size, const char *name, GError **error);
/* The same from a file that is anywhere, as a PNG: the file itself, or a new one without alpha if
 * it has equal red, green and blue. `alpha`: it had an alpha channel. */
GBytes *kb_grey_import (const char *path, guint *width, guint *height, gboolean *alpha,
                        GError **error);
/* From the file's header: a property that altitudes cannot have, "has colours", for translation.
 * Returns NULL if there is none, or for other files than PNG. */
const char *kb_grey_fault (const char *root, const char *path);

/* Encodes a 16-bit PNG file. Errors: KB_ERROR_MACHINE, no memory. */
GBytes *kb_grey_encode (const KbGrey *grey, GError **error);

/* A new picture of a rectangle within it, or NULL. */
KbGrey *kb_grey_crop (const KbGrey *grey, gint x, gint y, guint width, guint height);
/* Painted samples: two pixels each, low byte first. Errors: not enough memory; too large. */
KbGrey *kb_grey_from_zones (const KbZones *zones, GError **error);
KbZones *kb_grey_to_zones (const KbGrey *grey, GError **error);

#endif

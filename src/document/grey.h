/* SPDX-License-Identifier: MIT */
/* A grey picture in memory, the source of heightmaps: 16 bits per sample, rows without padding, top
 * row first. */
#ifndef KB_GREY_H
#define KB_GREY_H

#include <glib.h>

typedef struct {
  guint width, height;
  guint depth;           /* bits per sample in the file */
  /* 0 black to 65535 white; fewer bits are scaled to the nearest value, 8 bits by 257 */
  guint16 *samples;
} KbGrey;

void kb_grey_free (KbGrey *grey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGrey, kb_grey_free)

/* Reads a PNG with grey samples of 1 to 16 bits, interlaced or not; a transparent grey is ignored.
 * Errors: KB_ERROR_INPUT with the file name, also for colours and an alpha channel; sizes are
 * checked before allocation, as for pictures. `root`: as in files.h; `name` is only for
 * messages. */
KbGrey *kb_grey_read (const char *root, const char *path, GError **error);
KbGrey *kb_grey_decode (const guint8 *data, gsize size, const char *name, GError **error);
/* Only the size, of a complete grey file: its pixels are not unpacked. */
gboolean kb_grey_check (const char *root, const char *path, guint *width, guint *height,
                        GError **error);
/* From the file's header: a property that altitudes cannot have, "has colours", for translation;
 * NULL: none, or not a PNG. */
const char *kb_grey_fault (const char *root, const char *path);

/* Encodes a 16-bit PNG file. Errors: KB_ERROR_MACHINE, no memory. */
GBytes *kb_grey_encode (const KbGrey *grey, GError **error);

/* A new picture of a rectangle within it; else NULL. */
KbGrey *kb_grey_crop (const KbGrey *grey, gint x, gint y, guint width, guint height);

#endif

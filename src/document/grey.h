/* SPDX-License-Identifier: MIT */
/* A grey picture in memory, 16 bits a sample, rows without padding, top row first: what heightmaps
 * are made of. */
#ifndef KB_GREY_H
#define KB_GREY_H

#include <glib.h>

typedef struct {
  guint width, height;
  guint depth;           /* bits of a sample in the file */
  /* 0 black to 65535 white; of fewer bits the nearest, of 8 bits so each times 257 */
  guint16 *samples;
} KbGrey;

void kb_grey_free (KbGrey *grey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGrey, kb_grey_free)

/* PNG of grey samples of 1 to 16 bits, interlaced or not; one that is said to be transparent is as
 * the others. Errors: KB_ERROR_INPUT with the file name, for colours and an alpha channel too;
 * sizes are checked before anything is allocated, as those of pictures are. `root`: as in files.h;
 * `name` is only for messages. */
KbGrey *kb_grey_read (const char *root, const char *path, GError **error);
KbGrey *kb_grey_decode (const guint8 *data, gsize size, const char *name, GError **error);
/* Only the size, of a file that is whole and grey: its pixels are not unpacked. */
gboolean kb_grey_check (const char *root, const char *path, guint *width, guint *height,
                        GError **error);
/* By the file's header: what it has that altitudes have not, "has colours", to be translated; NULL:
 * nothing, or no PNG. */
const char *kb_grey_fault (const char *root, const char *path);

/* As a PNG file of 16 bits. Errors: KB_ERROR_MACHINE, no memory. */
GBytes *kb_grey_encode (const KbGrey *grey, GError **error);

/* A new one of a rectangle, which has to lie within; else NULL. */
KbGrey *kb_grey_crop (const KbGrey *grey, gint x, gint y, guint width, guint height);

#endif

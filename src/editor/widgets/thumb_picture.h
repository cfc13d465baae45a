/* SPDX-License-Identifier: MIT */
/* Slow pictures of thumbnails: large frames are read and scaled down in a thread. */
#ifndef KB_THUMB_PICTURE_H
#define KB_THUMB_PICTURE_H

#include <cairo.h>
#include <gio/gio.h>

#include "document/document.h"

/* Canvas pixels, and device pixels for each of them. */
typedef struct { int width, height, scale; } KbThumbSize;

/* Whether making it takes too long between two redraws. */
gboolean kb_thumb_picture_is_slow (const KbFrame *frame);
/* A text that identifies the picture's source, as a new string. */
char *kb_thumb_picture_key (const KbDocument *document, const KbFrame *frame, KbThumbSize size);
/* Makes it in a thread: the document may change or be freed meanwhile. `done` is called in the
 * caller's thread. */
void kb_thumb_picture_make (const KbDocument *document, const KbFrame *frame, KbThumbSize size,
                            GObject *owner, GAsyncReadyCallback done, gpointer data);
/* A new reference. An empty picture if the frame's cannot be read. `key` gets a new string. */
cairo_surface_t *kb_thumb_picture_finish (GAsyncResult *result, char **key);

#endif

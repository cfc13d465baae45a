/* SPDX-License-Identifier: MIT */
/* The pictures of thumbnails that take long: those of large frames are read and made small by a
 * thread. */
#ifndef KB_THUMB_PICTURE_H
#define KB_THUMB_PICTURE_H

#include <cairo.h>
#include <gio/gio.h>

#include "document/document.h"

/* Pixels of the canvas, and device pixels for each. */
typedef struct { int width, height, scale; } KbThumbSize;

/* Longer than one can wait for between two redraws. */
gboolean kb_thumb_picture_is_slow (const KbFrame *frame);
/* What the picture is made from, as text; a new string. */
char *kb_thumb_picture_key (const KbDocument *document, const KbFrame *frame, KbThumbSize size);
/* Makes it in a thread: the document may change or go meanwhile. `done` is called in this one. */
void kb_thumb_picture_make (const KbDocument *document, const KbFrame *frame, KbThumbSize size,
                            GObject *owner, GAsyncReadyCallback done, gpointer data);
/* A new reference, of an empty picture when the frame's cannot be read; `key` is a new string. */
cairo_surface_t *kb_thumb_picture_finish (GAsyncResult *result, char **key);

#endif

/* SPDX-License-Identifier: MIT */
/* Small pictures of frames, drawn a few at a time when idle. Flow: a KbThumb asks for its frame's
 * texture -> not there yet: queued -> "ready" (frame id) -> the thumb draws it. Edits of a frame
 * drop its textures. */
#ifndef KB_THUMBNAILS_H
#define KB_THUMBNAILS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

typedef enum { KB_THUMB_LIST, KB_THUMB_FILM, KB_N_THUMBS } KbThumbKind;

#define KB_TYPE_THUMBNAILS (kb_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (KbThumbnails, kb_thumbnails, KB, THUMBNAILS, GObject)

KbThumbnails *kb_thumbnails_new (KbEditorState *state);

/* The widget. */
#define KB_TYPE_THUMB (kb_thumb_get_type ())
G_DECLARE_FINAL_TYPE (KbThumb, kb_thumb, KB, THUMB, GtkWidget)

GtkWidget *kb_thumb_new (KbThumbnails *thumbnails, KbThumbKind kind);
/* For a widget from a template; once. */
void kb_thumb_set_source (KbThumb *self, KbThumbnails *thumbnails, KbThumbKind kind);
void kb_thumb_set_frame (KbThumb *self, KbId frame);

#endif

/* SPDX-License-Identifier: MIT */
/* The canvas: draws the current frame with src/drawing, turns events into calls of src/tools.
 * The view (zoom and place) is that of the state's tool context; one is kept for each sprite. */
#ifndef KB_CANVAS_H
#define KB_CANVAS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_CANVAS (kb_canvas_get_type ())
G_DECLARE_FINAL_TYPE (KbCanvas, kb_canvas, KB, CANVAS, GtkWidget)

void kb_canvas_set_state (KbCanvas *self, KbEditorState *state);
/* A widget that lies over the canvas for as long: labels keep out of its place. */
void kb_canvas_set_cover (KbCanvas *self, GtkWidget *cover);
/* The whole frame; it stays fitted until somebody zooms or pans. */
void kb_canvas_zoom_fit (KbCanvas *self);
void kb_canvas_zoom_to (KbCanvas *self, double scale);
/* Along the ladder of scales, about the middle. */
void kb_canvas_zoom_steps (KbCanvas *self, int steps);

#endif

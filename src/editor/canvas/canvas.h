/* SPDX-License-Identifier: MIT */
/* The canvas: draws the current frame with src/drawing, and passes events to src/tools. The view
 * (zoom and position) is in the state's tool context; each asset has its own. */
#ifndef KB_CANVAS_H
#define KB_CANVAS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_CANVAS (kb_canvas_get_type ())
G_DECLARE_FINAL_TYPE (KbCanvas, kb_canvas, KB, CANVAS, GtkWidget)

void kb_canvas_set_state (KbCanvas *self, KbEditorState *state);
/* A widget over the canvas that labels must avoid; it lives as long. */
void kb_canvas_set_cover (KbCanvas *self, GtkWidget *cover);
/* Fits the whole frame, and keeps it fitted until the user zooms or pans. */
void kb_canvas_zoom_fit (KbCanvas *self);
void kb_canvas_zoom_to (KbCanvas *self, double scale);
/* Steps of the usual scales, about the centre. */
void kb_canvas_zoom_steps (KbCanvas *self, int steps);

#endif

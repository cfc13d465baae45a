/* SPDX-License-Identifier: MIT */
/* The canvas: draws the current frame with src/drawing, and passes events to src/tools. The view
 * (zoom and position) is in the state's tool context. Each asset has its own. */
#ifndef KB_EDITOR_CANVAS_CANVAS_H
#define KB_EDITOR_CANVAS_CANVAS_H

#include <gtk/gtk.h>

#include "editor/state/editor_state.h"
#include "tools/options.h"

#define KB_TYPE_CANVAS (kb_canvas_get_type ())
G_DECLARE_FINAL_TYPE (KbCanvas, kb_canvas, KB, CANVAS, GtkWidget)

void kb_canvas_set_state (KbCanvas *self, KbEditorState *state);
/* A widget over the canvas that labels must avoid. It lives as long. */
void kb_canvas_set_cover (KbCanvas *self, GtkWidget *cover);
/* Fits the whole frame, and keeps it fitted until the user zooms or pans. */
void kb_canvas_zoom_fit (KbCanvas *self);
/* Fits what is selected, or everything when nothing is. */
void kb_canvas_zoom_selection (KbCanvas *self);
void kb_canvas_zoom_to (KbCanvas *self, double scale);
/* Steps of the usual scales, about the centre. */
void kb_canvas_zoom_steps (KbCanvas *self, int steps);

/* The tools' options (tools/options.h) in a popover at the end of the tool bar. */

/* The button that opens it. */
GtkWidget *kb_tool_options_button_new (KbEditorState *state);
/* A switch, number or slider for the option. It follows the option while it is shown if it is
 * `live`, else only when it appears. */
GtkWidget *kb_tool_option_control_new (KbEditorState *state, const KbToolOption *option,
                                       gboolean live);
/* Changes an option and emits "changed". */
void kb_tool_options_set (KbEditorState *state, const KbToolOption *option, double value);
/* Focuses the control of this option, and opens its popover. The state's data has the controls,
 * with the option's id as key. */
void kb_tool_options_show (KbEditorState *state, const KbToolOption *option);

/* The slider for the tolerance of the outline tool, visible while that is current. Next to the
 * picture, so that the outline stays in sight. */
GtkWidget *kb_tool_tolerance_new (KbEditorState *state);

/* The floating tool bar, built from the tools table. */

#define KB_TYPE_TOOL_PALETTE (kb_tool_palette_get_type ())
G_DECLARE_FINAL_TYPE (KbToolPalette, kb_tool_palette, KB, TOOL_PALETTE, GtkGrid)

void kb_tool_palette_set_state (KbToolPalette *self, KbEditorState *state);
/* One column of buttons, or two in low windows. */
void kb_tool_palette_set_columns (KbToolPalette *self, int columns);

#endif

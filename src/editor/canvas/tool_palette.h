/* SPDX-License-Identifier: MIT */
/* The floating tool bar, built from the tools table. */
#ifndef KB_TOOL_PALETTE_H
#define KB_TOOL_PALETTE_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_TOOL_PALETTE (kb_tool_palette_get_type ())
G_DECLARE_FINAL_TYPE (KbToolPalette, kb_tool_palette, KB, TOOL_PALETTE, GtkBox)

void kb_tool_palette_set_state (KbToolPalette *self, KbEditorState *state);

#endif

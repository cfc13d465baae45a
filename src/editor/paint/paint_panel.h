/* SPDX-License-Identifier: MIT */
/* The side panel while zones are painted: options of the tools, edits of the zone, and the size and
 * opacity of a mask. */
#ifndef KB_PAINT_PANEL_H
#define KB_PAINT_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_PAINT_PANEL (kb_paint_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPaintPanel, kb_paint_panel, KB, PAINT_PANEL, AdwBin)

/* Call once, after construction. */
void kb_paint_panel_set_state (KbPaintPanel *self, KbEditorState *state);

#endif

/* SPDX-License-Identifier: MIT */
/* At the right while zones are painted: how the tools paint, what can be done to a zone, and of a
 * mask its size and how strongly it is shown. */
#ifndef KB_PAINT_PANEL_H
#define KB_PAINT_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_PAINT_PANEL (kb_paint_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPaintPanel, kb_paint_panel, KB, PAINT_PANEL, AdwBin)

/* Once, after construction. */
void kb_paint_panel_set_state (KbPaintPanel *self, KbEditorState *state);

#endif

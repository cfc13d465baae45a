/* SPDX-License-Identifier: MIT */
/* The zones of what is painted: the one in hand, names, colours, how many pixels. */
#ifndef KB_ZONES_PANEL_H
#define KB_ZONES_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_ZONES_PANEL (kb_zones_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbZonesPanel, kb_zones_panel, KB, ZONES_PANEL, AdwBin)

/* Once, after construction. */
void kb_zones_panel_set_state (KbZonesPanel *self, KbEditorState *state);

#endif

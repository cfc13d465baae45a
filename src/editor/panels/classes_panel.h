/* SPDX-License-Identifier: MIT */
/* The list of the project's classes: colour, name, number key; a menu to change each. */
#ifndef KB_CLASSES_PANEL_H
#define KB_CLASSES_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_CLASSES_PANEL (kb_classes_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbClassesPanel, kb_classes_panel, KB, CLASSES_PANEL, AdwBin)

void kb_classes_panel_set_state (KbClassesPanel *self, KbEditorState *state);

#endif

/* SPDX-License-Identifier: MIT */
/* The inspector: the current frame, its points and shapes, and the fields of the selection. */
#ifndef KB_INSPECTOR_H
#define KB_INSPECTOR_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_INSPECTOR (kb_inspector_get_type ())
G_DECLARE_FINAL_TYPE (KbInspector, kb_inspector, KB, INSPECTOR, AdwBin)

void kb_inspector_set_state (KbInspector *self, KbEditorState *state);

#endif

/* SPDX-License-Identifier: MIT */
/* The probe of the editor's canvas: asks about the current asset, including unsaved edits. */
#ifndef KB_CANVAS_PROBER_H
#define KB_CANVAS_PROBER_H

#include "editor/editor_state.h"
#include "editor/play/prober.h"

/* Lives as long as the state. */
KbProber *kb_prober_new_of (KbEditorState *state, GtkWidget *canvas);
KbProber *kb_prober_of (KbEditorState *state);   /* NULL before that */

#endif

/* SPDX-License-Identifier: MIT */
/* The probe of the editor's canvas: of what is worked on, as it is, unsaved edits included. */
#ifndef KB_CANVAS_PROBER_H
#define KB_CANVAS_PROBER_H

#include "editor/editor_state.h"
#include "editor/play/prober.h"

/* Lives as long as the state. */
KbProber *kb_prober_new_of (KbEditorState *state, GtkWidget *canvas);
KbProber *kb_prober_of (KbEditorState *state);   /* NULL: none yet */

#endif

/* SPDX-License-Identifier: MIT */
/* What a bar of the filmstrip offers: the animation's name, typed in place, its loop mode, deleting
 * it. */
#ifndef KB_ANIMATION_POPOVER_H
#define KB_ANIMATION_POPOVER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* For the current animation; points at a place of `parent`, which it is put under. */
void kb_animation_popover_show (GtkWidget *parent, KbEditorState *state, const GdkRectangle *at);

#endif

/* SPDX-License-Identifier: MIT */
/* The popover of a bar of the filmstrip: the animation's name, edited in place, its loop mode,
 * Delete. */
#ifndef KB_ANIMATION_POPOVER_H
#define KB_ANIMATION_POPOVER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* For the current animation; a child of `parent` that points at this rectangle of it. */
void kb_animation_popover_show (GtkWidget *parent, KbEditorState *state, const GdkRectangle *at);

#endif

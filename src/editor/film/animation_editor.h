/* SPDX-License-Identifier: MIT */
/* A popover that edits the current animation: its name, and its steps with their durations and
 * order. */
#ifndef KB_ANIMATION_EDITOR_H
#define KB_ANIMATION_EDITOR_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_ANIMATION_EDITOR (kb_animation_editor_get_type ())
G_DECLARE_FINAL_TYPE (KbAnimationEditor, kb_animation_editor, KB, ANIMATION_EDITOR, GtkBox)

GtkWidget *kb_animation_editor_new_popover (KbEditorState *state);

#endif

/* SPDX-License-Identifier: MIT */
/* Editing animations. */
#ifndef KB_EDITOR_FILM_ANIMATIONS_H
#define KB_EDITOR_FILM_ANIMATIONS_H

#include <gtk/gtk.h>

#include "editor/state/editor_state.h"
#include "editor/state/window.h"

/* Edits of animations and their steps, one undo step each. */

/* Makes it current; shows its first frame unless it already shows the current one. */
void kb_animation_choose (KbEditorState *state, KbId animation);
/* Makes an animation of the frames selected in the filmstrip; of a single frame and all following
 * ones that are in no animation. Named after the frames. FALSE on failure. */
gboolean kb_animation_new (KbEditorState *state);
/* Deletes the current animation. */
void kb_animation_delete (KbEditorState *state);
void kb_animation_set_loop (KbEditorState *state, KbLoop loop);
/* Adds the selected frames after the last step that shows one of them, else at the end. */
void kb_animation_add_frames (KbEditorState *state);
/* The animation shows the run of frames [first, last] of the sprite; change it to [new_first,
 * new_last], which overlaps or touches it. Steps of frames that leave are deleted. Frames that join
 * get steps in the sprite's order, with the duration of their neighbour. */
void kb_animation_set_range (KbEditorState *state, KbId animation, guint first, guint last,
                             guint new_first, guint new_last);
/* The current animation begins, or ends, with the current frame. */
void kb_animation_move_end (KbWindow *window, int start);
/* Asks where, and saves the current animation with its marks as a GIF or an APNG. */
void kb_animation_save_picture (KbWindow *window);

/* The first step that shows the frame, or NULL. */
KbStep *kb_animation_find_step (const KbAnimation *animation, KbId frame);

/* A popover that edits the current animation: its name, and its steps with their durations and
 * order. */

#define KB_TYPE_ANIMATION_EDITOR (kb_animation_editor_get_type ())
G_DECLARE_FINAL_TYPE (KbAnimationEditor, kb_animation_editor, KB, ANIMATION_EDITOR, GtkBox)

GtkWidget *kb_animation_editor_new_popover (KbEditorState *state);

/* The popover of a bar of the filmstrip: the animation's name, edited in place, its loop mode,
 * Delete. */

/* For the current animation. A child of `parent` that points at this rectangle of it. */
void kb_animation_popover_show (GtkWidget *parent, KbEditorState *state, const GdkRectangle *at);

#endif

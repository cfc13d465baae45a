/* SPDX-License-Identifier: MIT */
/* What the panels do to animations and their steps, an undo step each. */
#ifndef KB_ANIMATION_EDITS_H
#define KB_ANIMATION_EDITS_H

#include "editor/window.h"


/* Makes it current; a frame that it does not show gives way to its first one. */
void kb_animation_choose (KbEditorState *state, KbId animation);
/* Of the frames chosen in the filmstrip; one frame alone gives an animation of all that follow it
 * and are in none yet. Its name is what the frames' names have in common. FALSE: told why. */
gboolean kb_animation_new (KbEditorState *state);
void kb_animation_ask_name (KbWindow *window);
/* The current one. */
void kb_animation_delete (KbEditorState *state);
void kb_animation_set_loop (KbEditorState *state, KbLoop loop);
/* Adds the chosen frames after the last step that shows one of them, else at the end. */
void kb_animation_add_frames (KbEditorState *state);
void kb_animation_set_step (KbEditorState *state, KbId step, const char *field, int value);
void kb_animation_remove_step (KbEditorState *state, KbId step);
void kb_animation_move_step (KbEditorState *state, KbId step, int by);
/* The run of frames [first, last] of the sprite that the animation shows becomes [new_first,
 * new_last], which has a frame in common with it or lies beside it: steps of frames that leave go,
 * frames that come get steps, in the sprite's order, as long as the one beside them. */
void kb_animation_set_range (KbEditorState *state, KbId animation, guint first, guint last,
                             guint new_first, guint new_last);
/* The current animation begins, or ends, with the current frame. */
void kb_animation_start_here (KbWindow *window);
void kb_animation_end_here (KbWindow *window);
/* Every step of the animation. */
void kb_animation_set_all_durations (KbEditorState *state, int duration);

/* The first step of the animation that shows the frame; NULL when none does. */
KbStep *kb_animation_find_step (const KbAnimation *animation, KbId frame);

#endif

/* SPDX-License-Identifier: MIT */
/* Actions on whole frames and on many frames, one undo step each: insert, delete, move, copy
 * annotations, flip, trim, crop, extend, scale.
 *
 * "The selected frames" are those selected in the filmstrip. "The items" are the selected shapes
 * and points or, without a selection, all of the current frame. Impossible actions change nothing
 * and show the reason. */
#ifndef KB_FRAME_ACTIONS_H
#define KB_FRAME_ACTIONS_H

#include "editor/state/actions.h"
#include "operations/operations.h"

extern const KbAction kb_frame_actions[];
extern const KbAction kb_many_actions[];

/* Shows how many are selected, if several. If all are, how to select the shapes on the canvas
 * instead. */
void kb_frames_say_selected (KbEditorState *state);
void kb_frames_insert_empty (KbWindow *window);
void kb_frames_duplicate (KbWindow *window);
void kb_frames_delete (KbWindow *window);
void kb_frames_move_by (KbWindow *window, int later);   /* 0: earlier */
/* Moves the selected frames, in their order, before the frame at `place`, or to the end at the
 * number of frames. Animations keep their steps. Those in the sprite's order are put into its new
 * order. */
void kb_frames_move_to (KbEditorState *state, guint place);
/* Sets the duration of the current animation's steps that show the selected frames; of another
 * animation's for frames it does not show. FALSE when no step shows any. */
gboolean kb_frames_set_duration (KbEditorState *state, int milliseconds);

void kb_frames_flip (KbWindow *window, int x);          /* 0: upside down */
/* Each to its own pixels, or all to the bounds of all their pixels. */
void kb_frames_trim (KbWindow *window, int together);
gboolean kb_frames_crop (KbEditorState *state, const KbBox *box);
gboolean kb_frames_extend (KbEditorState *state, int left, int top, int right, int bottom);
gboolean kb_frames_scale (KbEditorState *state, int factor);
/* Presets of document/hot_spots.h. */
gboolean kb_frames_place_hot_spots (KbEditorState *state, int preset);

/* ---- annotations on many frames ---- */
/* The clipboard text to paste: without its hot spot when copies keep their position from the
 * corner. A new string. */
char *kb_batch_clipboard_text (KbWindow *window, const char *text);

/* The items; array of KbId, free with g_array_unref. `shapes_only` leaves out points and hot spot
 * if there are shapes. */
GArray *kb_batch_items (KbEditorState *state, gboolean shapes_only);
/* The current animation if it shows the current frame, else NULL. "Following" refers to its
 * frames. */
KbAnimation *kb_batch_animation (KbEditorState *state);
/* Its frames but `source`, each once; with `following` those after its first step. Array of
 * KbId. */
GArray *kb_batch_others (const KbAnimation *animation, KbId source, gboolean following);

#endif

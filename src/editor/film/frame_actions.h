/* SPDX-License-Identifier: MIT */
/* What a person does to whole frames and over many of them, an undo step each: frames come, go and
 * move; annotations go to other frames and away from them; frames are flipped, trimmed, cropped,
 * extended, scaled.
 *
 * "The selected frames" are those chosen in the filmstrip; "the items" are the selected shapes and
 * points, and where nothing is selected all of the current frame. Everything that cannot be done is
 * told as a sentence, and nothing is changed then. */
#ifndef KB_FRAME_ACTIONS_H
#define KB_FRAME_ACTIONS_H

#include "editor/window.h"
#include "operations/operations.h"

/* ---- frames ---- */
void kb_frames_select_all (KbWindow *window);
/* How many are selected, when several are; when all are, how to select the shapes of the canvas
 * instead. */
void kb_frames_say_selected (KbEditorState *state);
void kb_frames_insert_empty (KbWindow *window);
void kb_frames_duplicate (KbWindow *window);
void kb_frames_move_earlier (KbWindow *window);
void kb_frames_move_later (KbWindow *window);
/* The selected frames, in their order, before the frame at `place` (the number of frames: at the
 * end). Animations keep their steps; those that showed the frames in the sprite's order do so in
 * the new one. */
void kb_frames_move_to (KbEditorState *state, guint place);
/* The steps of the current animation that show the selected frames; of other animations for frames
 * that it does not show. FALSE when none has a step. */
gboolean kb_frames_set_duration (KbEditorState *state, int milliseconds);

void kb_frames_flip_x (KbWindow *window);
void kb_frames_flip_y (KbWindow *window);
void kb_frames_trim (KbWindow *window);            /* each to its own pixels */
void kb_frames_trim_together (KbWindow *window);   /* all to the box of all their pixels */
gboolean kb_frames_crop (KbEditorState *state, const KbBox *box);
gboolean kb_frames_extend (KbEditorState *state, int left, int top, int right, int bottom);
gboolean kb_frames_scale (KbEditorState *state, int factor);

/* ---- annotations on many frames ---- */
void kb_batch_apply_following (KbWindow *window);
void kb_batch_apply_selected (KbWindow *window);
void kb_batch_apply_all (KbWindow *window);
void kb_batch_delete_following (KbWindow *window);
void kb_batch_delete_selected (KbWindow *window);  /* the current frame too */
void kb_batch_delete_all (KbWindow *window);
void kb_batch_between (KbWindow *window);
/* Copies are placed by the frame's corner, else by its hot spot; remembered. */
gboolean kb_batch_get_corner (KbWindow *window);
void kb_batch_set_corner (KbWindow *window, gboolean on);
/* What was copied, as it is to be pasted: without the hot spot it came from where the corner
 * counts. A new string. */
char *kb_batch_clipboard_text (KbWindow *window, const char *text);

/* The items; array of KbId, free with g_array_unref. `shapes_only` leaves points and hot spot out
 * where there are shapes. */
GArray *kb_batch_items (KbEditorState *state, gboolean shapes_only);
/* The chosen animation when it shows the current frame, else NULL: its frames are what follows. */
KbAnimation *kb_batch_animation (KbEditorState *state);
/* Its frames behind the first step of `source`, each once. Array of KbId. */
GArray *kb_batch_rest (const KbAnimation *animation, KbId source);

#endif

/* SPDX-License-Identifier: MIT */
/* The selection on a canvas and the commands on it. Members on a frame are ids of shapes and action
 * points, and the frame's own id for its hot spot. Deleted nodes are dropped.
 *
 * Functions that change the document make one undo step each. On failure, shown as the host's
 * status, the document is unchanged. Shapes of locked and hidden classes do not change. */
#ifndef KB_SELECTION_H
#define KB_SELECTION_H

#include "tools/context.h"

gboolean kb_selection_has (const KbToolContext *context, KbId id);
guint kb_selection_count (const KbToolContext *context);
/* The only selected shape, or NULL when none or more than one is selected. */
KbShape *kb_selection_single_shape (const KbToolContext *context);

void kb_selection_clear (KbToolContext *context);
void kb_selection_set (KbToolContext *context, KbId id);      /* 0 clears */
void kb_selection_add (KbToolContext *context, KbId id);
void kb_selection_toggle (KbToolContext *context, KbId id);
/* Shapes and points except those of hidden or locked classes. */
void kb_selection_set_all (KbToolContext *context);
/* FALSE, reported: nothing on this layer can be selected. */
gboolean kb_selection_set_class (KbToolContext *context, KbId class_id);
/* If nothing on the layer can be selected, copied or deleted, reports what to do instead and
 * returns TRUE. */
gboolean kb_selection_explain (KbToolContext *context);

/* A shape whose class is locked or hidden: it can be selected by name but not changed. */
gboolean kb_selection_is_locked (const KbToolContext *context, KbId id);

/* Things at a canvas position, topmost first: hot spot and points (within reach), then shapes; no
 * hidden or locked classes. Array of KbId, free with g_array_unref. */
GArray *kb_things_at (const KbToolContext *context, KbVec canvas);

/* Moves by pixels, with `far` by eight; on levels by steps of the grid. Consecutive calls merge
 * into one undo step. */
void kb_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
/* Grows boxes and circles by whole pixels at the right and bottom (rotated boxes and circles about
 * their middle), down to one pixel. For a single polygon moves the chosen corner. Consecutive calls
 * merge into one undo step. */
void kb_selection_resize (KbToolContext *context, gint dx, gint dy);
/* Turns boxes to the next multiple of 15 degrees, each about its middle; clockwise for `steps` >
 * 0. */
void kb_selection_turn (KbToolContext *context, gint steps);
/* Selects the next (or previous) thing of the frame, front to back, then points and hot spot. On a
 * level the active layer decides; on tile layers the next tile becomes the stamp. */
void kb_selection_step (KbToolContext *context, gint by);
void kb_selection_delete (KbToolContext *context);
/* The chosen corner of the only selected shape, a polygon; -1: none. Changing the selection clears
 * it. */
int kb_selection_corner (const KbToolContext *context);
void kb_selection_set_corner (KbToolContext *context, int corner);
/* Removes a corner of the only selected shape if a polygon remains; reports if not. */
void kb_selection_remove_corner (KbToolContext *context, guint corner);
/* The Delete key: the chosen or hovered corner of a polygon, else the selection. */
void kb_selection_delete_part (KbToolContext *context);
/* Shifted copies become the selection; points get free names. The hot spot is left out. */
void kb_selection_duplicate (KbToolContext *context, gint dx, gint dy);
/* Towards the front (+1 by one, G_MAXINT all the way) or back (negative) among the frame's
 * shapes. */
void kb_selection_raise (KbToolContext *context, gint by);
void kb_selection_give_class (KbToolContext *context, KbId class_id);
/* Mirrors about the centre of the hot spot's pixel, or the middle of a frame without one. */
void kb_selection_mirror (KbToolContext *context, gboolean vertical_line);

/* The selection as JSON text for a clipboard, or NULL when nothing is selected. A new string. */
char *kb_selection_copy (const KbToolContext *context);
/* Whether the text is a copied selection. */
gboolean kb_selection_can_paste (const char *text);
/* Pastes onto the context's frame and selects the result. Aligned by the hot spots if both frames
 * have one, else by the frames' corners. A point moves an existing point of its name. Shapes that
 * would cover an equal one are shifted by four pixels. Missing classes are added. */
gboolean kb_selection_paste (KbToolContext *context, const char *text, GError **error);

#endif

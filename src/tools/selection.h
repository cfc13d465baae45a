/* SPDX-License-Identifier: MIT */
/* What is selected on the frame, and what can be done with it. Members are ids of shapes and action
 * points, and the frame's own id, which stands for its hot spot. Nodes that go are dropped.
 *
 * The functions that change the document make one undo step each; on failure (reported as the
 * host's status) the document is as it was. Shapes of locked and hidden classes are left alone. */
#ifndef KB_SELECTION_H
#define KB_SELECTION_H

#include "tools/context.h"

gboolean kb_selection_has (const KbToolContext *context, KbId id);
guint kb_selection_count (const KbToolContext *context);
/* The only selected shape; NULL when there is none or more is selected. */
KbShape *kb_selection_single_shape (const KbToolContext *context);

void kb_selection_clear (KbToolContext *context);
void kb_selection_set (KbToolContext *context, KbId id);      /* 0 clears */
void kb_selection_add (KbToolContext *context, KbId id);
void kb_selection_toggle (KbToolContext *context, KbId id);
/* Shapes and points; not those of hidden or locked classes. */
void kb_selection_set_all (KbToolContext *context);
/* FALSE, reported: nothing on this layer can be selected. */
gboolean kb_selection_set_class (KbToolContext *context, KbId class_id);
/* Where nothing on the layer can be selected, copied or deleted: reports what to do instead. Else
 * FALSE. */
gboolean kb_selection_explain (KbToolContext *context);

/* A shape whose class is locked or hidden: it can be selected by name, but not be changed. */
gboolean kb_selection_is_locked (const KbToolContext *context, KbId id);

/* What is at a place of the canvas, topmost first: hot spot and points (within reach), then shapes;
 * hidden and locked classes are left out. Array of KbId, free with g_array_unref. */
GArray *kb_things_at (const KbToolContext *context, KbVec canvas);

/* Shifts by pixels, or `far`: by eight, on levels by steps of the grid. Steps that follow each
 * other merge. */
void kb_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
/* Makes boxes and circles larger by whole pixels at the right and at the bottom (slanted ones and
 * circles about their middle), never less than a pixel; of one polygon the chosen corner is moved.
 * Steps that follow each other merge. */
void kb_selection_resize (KbToolContext *context, gint dx, gint dy);
/* Turns boxes clockwise (`steps` > 0) or back to the next multiple of 15 degrees, each about its
 * middle. */
void kb_selection_turn (KbToolContext *context, gint steps);
/* Selects the next thing of the frame, front to back, then its points and its hot spot; or the one
 * before. Of a level what is worked on says which: on tile layers the next tile comes to the
 * hand. */
void kb_selection_step (KbToolContext *context, gint by);
void kb_selection_delete (KbToolContext *context);
/* The corner of the only selected shape, a polygon, that is chosen; -1: none. Another selection
 * forgets it. */
int kb_selection_corner (const KbToolContext *context);
void kb_selection_set_corner (KbToolContext *context, int corner);
/* Takes a corner of the only selected shape away, where a polygon is left; says so where none
 * is. */
void kb_selection_remove_corner (KbToolContext *context, guint corner);
/* What the key Delete means: a polygon's corner that is chosen or under the pointer, else the
 * selection. */
void kb_selection_delete_part (KbToolContext *context);
/* Copies, shifted, become the selection; points get free names. The hot spot is left out. */
void kb_selection_duplicate (KbToolContext *context, gint dx, gint dy);
/* To the front (+1 one up, G_MAXINT all the way) or back (negative) among the frame's shapes. */
void kb_selection_raise (KbToolContext *context, gint by);
void kb_selection_give_class (KbToolContext *context, KbId class_id);
/* Mirrors about the centre of the hot spot's pixel, or the middle of the frame when there is
 * none. */
void kb_selection_mirror (KbToolContext *context, gboolean vertical_line);

/* The selection as JSON text for a clipboard; NULL when nothing is selected. A new string. */
char *kb_selection_copy (const KbToolContext *context);
/* Whether the text is such a selection. */
gboolean kb_selection_can_paste (const char *text);
/* Puts it on the context's frame and selects it, placed by the hot spots where both frames have
 * one, else by the frames' corners. Points move where the frame has one of the name; shapes that
 * are there already are pasted four pixels further; missing classes are added. */
gboolean kb_selection_paste (KbToolContext *context, const char *text, GError **error);

#endif

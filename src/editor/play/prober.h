/* SPDX-License-Identifier: MIT */
/* The probe: while its key is held, the pointer over the canvas asks the runtime what a game would ask it, and the answer is
 * drawn there and written on a card, which stays until Escape or the next question.
 *
 * Flow: hold -> the document is baked in memory -> the pointer asks as it moves, a drag asks about a move, with Shift about a
 * circle -> query/probe.h makes the line that `kickbox query` takes, and asks it. After an edit the last question is asked again. */
#ifndef KB_PROBER_H
#define KB_PROBER_H

#include <adwaita.h>

#include "editor/editor_state.h"

typedef struct KbProber KbProber;

/* Lives as long as the state; its card is to be put over the canvas. */
KbProber *kb_prober_new (KbEditorState *state, GtkWidget *canvas);
KbProber *kb_prober_of (KbEditorState *state);   /* NULL: none yet */
GtkWidget *kb_prober_card (KbProber *self);

void kb_prober_hold (KbProber *self, gboolean held);
gboolean kb_prober_is_held (KbProber *self);
/* While it is held nothing else gets the pointer. In canvas pixels; a press is the beginning of a drag. */
void kb_prober_press (KbProber *self, KbVec at, gboolean circle);
void kb_prober_motion (KbProber *self, KbVec at);
void kb_prober_release (KbProber *self);
/* Takes the answer away; FALSE: there was none. */
gboolean kb_prober_dismiss (KbProber *self);

void kb_prober_draw (KbProber *self, cairo_t *cr, const KbStyle *style);

#endif

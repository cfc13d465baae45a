/* SPDX-License-Identifier: MIT */
/* The probe: while its key is held, the pointer over the canvas asks the runtime what a game would
 * ask. The answer is drawn there and written on a card, until Escape or the next question.
 *
 * Flow: hold -> bake in memory -> ask at each motion: about a point, in a drag about a move, with
 * Shift about a circle. query/probe.h makes and answers the line for `kickbox query`. Edits repeat
 * the last question. */
#ifndef KB_PROBER_H
#define KB_PROBER_H

#include <adwaita.h>

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/view.h"
#include "editor/state/editor_state.h"
#include "query/probe.h"

typedef struct KbProber KbProber;

/* The environment of a prober. Each function gets the user data. */
typedef struct {
  const KbView *(*view) (gpointer user);
  /* NULL until there is one; then call kb_prober_ask */
  const kbx_bank *(*bank) (gpointer user);
  /* Fills in the subject; `probe` has its gesture and positions. FALSE if there is nothing to
   * probe. */
  gboolean (*fill) (gpointer user, const kbx_bank *bank, KbProbe *probe);
  KbId (*subject) (gpointer user);              /* an answer is drawn only over its own subject */
  const KbLevel *(*level) (gpointer user);      /* NULL for other assets */
  /* A button of the card was clicked; `said`: a message, or NULL */
  void (*leave) (gpointer user, const char *said);
} KbProberPlace;

/* Everything is borrowed. The caller puts the card over the canvas. */
KbProber *kb_prober_new (const KbProberPlace *place, gpointer user, GtkWidget *canvas);
void kb_prober_free (KbProber *self);
GtkWidget *kb_prober_card (KbProber *self);

/* Presses or releases the key. `pointer`: its position on the canvas, or NULL if elsewhere. */
void kb_prober_hold (KbProber *self, gboolean held, const KbVec *pointer);
gboolean kb_prober_is_held (KbProber *self);
/* While the key is held, pointer events go only here. In canvas pixels. A press begins a drag. */
void kb_prober_press (KbProber *self, KbVec at, gboolean circle);
void kb_prober_motion (KbProber *self, KbVec at);
void kb_prober_release (KbProber *self);
gboolean kb_prober_is_dragging (const KbProber *self);
/* Repeats the last question, if there is one, with the current bank; or shows why that is
 * impossible. */
void kb_prober_ask (KbProber *self);
void kb_prober_report (KbProber *self, const char *problem);
/* Removes the answer, or FALSE if there was none. */
gboolean kb_prober_dismiss (KbProber *self);
gboolean kb_prober_has_question (const KbProber *self);

void kb_prober_draw (KbProber *self, cairo_t *cr, const KbStyle *style);

/* The probe of the editor's canvas: asks about the current asset, including unsaved edits. */

/* Lives as long as the state. */
KbProber *kb_prober_new_of (KbEditorState *state, GtkWidget *canvas);
KbProber *kb_prober_of (KbEditorState *state);   /* NULL before that */

#endif

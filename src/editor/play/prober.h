/* SPDX-License-Identifier: MIT */
/* The probe: while its key is held, the pointer over the canvas asks the runtime what a game would
 * ask it, and the answer is drawn there and written on a card, which stays until Escape or the next
 * question.
 *
 * Flow: hold -> the document is baked in memory -> the pointer asks as it moves, a drag asks about
 * a move, with Shift about a circle -> query/probe.h makes the line that `kickbox query` takes, and
 * asks it. After an edit the last question is asked again. */
#ifndef KB_PROBER_H
#define KB_PROBER_H

#include <adwaita.h>

#include "drawing/style.h"
#include "drawing/view.h"
#include "document/document.h"
#include "query/probe.h"

typedef struct KbProber KbProber;

/* Where it probes; each with the user data. */
typedef struct {
  const KbView *(*view) (gpointer user);
  /* NULL: none yet; kb_prober_ask when there is one */
  const kbx_bank *(*bank) (gpointer user);
  /* What is asked about: a probe that has its gesture and its places. FALSE: nothing. */
  gboolean (*fill) (gpointer user, const kbx_bank *bank, KbProbe *probe);
  KbId (*subject) (gpointer user);              /* an answer is drawn only where it was asked */
  const KbLevel *(*level) (gpointer user);      /* NULL: it is none */
  /* A button of the card was used; `said`: NULL or what for */
  void (*leave) (gpointer user, const char *said);
} KbProberPlace;

/* All borrowed. Its card is to be put over the canvas. */
KbProber *kb_prober_new (const KbProberPlace *place, gpointer user, GtkWidget *canvas);
void kb_prober_free (KbProber *self);
GtkWidget *kb_prober_card (KbProber *self);

/* The key; `pointer`: where it is on the canvas, NULL: elsewhere. */
void kb_prober_hold (KbProber *self, gboolean held, const KbVec *pointer);
gboolean kb_prober_is_held (KbProber *self);
/* While it is held nothing else gets the pointer. In canvas pixels; a press is the beginning of a
 * drag. */
void kb_prober_press (KbProber *self, KbVec at, gboolean circle);
void kb_prober_motion (KbProber *self, KbVec at);
void kb_prober_release (KbProber *self);
gboolean kb_prober_is_dragging (const KbProber *self);
/* Asks the last question again, if there is one, of what there is now; or tells why that cannot
 * be. */
void kb_prober_ask (KbProber *self);
void kb_prober_tell (KbProber *self, const char *problem);
/* Takes the answer away; FALSE: there was none. */
gboolean kb_prober_dismiss (KbProber *self);
gboolean kb_prober_has_question (const KbProber *self);

void kb_prober_draw (KbProber *self, cairo_t *cr, const KbStyle *style);

#endif

/* SPDX-License-Identifier: MIT */
/* Where a scene is seen and played: draws it, takes its keys and the pointer, runs its clock. */
#ifndef KB_PLAY_CANVAS_H
#define KB_PLAY_CANVAS_H

#include <gtk/gtk.h>

#include "document/document.h"
#include "drawing/play.h"
#include "editor/play/play_run.h"
#include "editor/play/prober.h"

#define KB_TYPE_PLAY_CANVAS (kb_play_canvas_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayCanvas, kb_play_canvas, KB, PLAY_CANVAS, GtkWidget)

/* Signals: "stepped", after one or more steps; "key" (guint keyval) -> gboolean, a key that the
 * scene has no use for. The run is borrowed. */
KbPlayCanvas *kb_play_canvas_new (KbPlayRun *run);

/* What is drawn from now on; both borrowed. A NULL bank: nothing. */
void kb_play_canvas_show (KbPlayCanvas *self, KbDocument *document, const kbx_bank *bank);
/* The run has begun anew or went on without the canvas: all of it is seen again where it was
 * fitted. */
void kb_play_canvas_update (KbPlayCanvas *self);

void kb_play_canvas_set_hidden (KbPlayCanvas *self, guint32 layers);
/* The view goes with what moves. */
void kb_play_canvas_set_follow (KbPlayCanvas *self, gboolean follow);
void kb_play_canvas_zoom_fit (KbPlayCanvas *self);
void kb_play_canvas_zoom_steps (KbPlayCanvas *self, int steps);
/* Of what is played; the canvas's. */
KbProber *kb_play_canvas_prober (KbPlayCanvas *self);

#endif

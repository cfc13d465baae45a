/* SPDX-License-Identifier: MIT */
/* Shows and plays a scene: draws it, handles keys and pointer, and runs its clock. */
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
 * scene does not use. The run is borrowed. */
KbPlayCanvas *kb_play_canvas_new (KbPlayRun *run);

/* Sets what to draw; both are borrowed. A NULL bank: nothing. */
void kb_play_canvas_show (KbPlayCanvas *self, KbDocument *document, const kbx_bank *bank);
/* Call after the run was restarted or stepped from outside: fits the view again if it was
 * fitted. */
void kb_play_canvas_update (KbPlayCanvas *self);

void kb_play_canvas_set_hidden (KbPlayCanvas *self, guint32 layers);
/* Whether the view follows the moving body. */
void kb_play_canvas_set_follow (KbPlayCanvas *self, gboolean follow);
void kb_play_canvas_zoom_fit (KbPlayCanvas *self);
void kb_play_canvas_zoom_steps (KbPlayCanvas *self, int steps);
/* The probe of the scene; owned by the canvas. */
KbProber *kb_play_canvas_prober (KbPlayCanvas *self);

#endif

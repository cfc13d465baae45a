/* SPDX-License-Identifier: MIT */
/* Beside a scene: what of it is shown, its keys, what it tells, what has happened. */
#ifndef KB_PLAY_PANEL_H
#define KB_PLAY_PANEL_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

#define KB_PLAY_PANEL_WIDTH 300

typedef void (*KbPlayPanelChanged) (gpointer data);

/* `changed`: other layers are shown; kb_play_panel_hidden tells which are not. */
GtkWidget *kb_play_panel_new (KbPlayPanelChanged changed, gpointer data);
void kb_play_panel_set_scene (GtkWidget *panel, const KbPlayScene *scene);
guint32 kb_play_panel_hidden (GtkWidget *panel);
/* So high is it: a low one leaves the log a few lines, that the rest needs no scrolling. */
void kb_play_panel_set_height (GtkWidget *panel, int height);
/* The i-th of the layers, in their order. */
void kb_play_panel_toggle (GtkWidget *panel, guint i);
/* Values and log as they are now; cheap where they are the same. */
void kb_play_panel_update (GtkWidget *panel, const KbPlay *play);

#endif

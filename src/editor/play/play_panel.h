/* SPDX-License-Identifier: MIT */
/* The panel next to a scene: layers to show, keys, values, log. */
#ifndef KB_PLAY_PANEL_H
#define KB_PLAY_PANEL_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

#define KB_PLAY_PANEL_WIDTH 300

typedef void (*KbPlayPanelChanged) (gpointer data);

/* Calls `changed` after a change of layers; kb_play_panel_hidden returns the hidden ones. */
GtkWidget *kb_play_panel_new (KbPlayPanelChanged changed, gpointer data);
void kb_play_panel_set_scene (GtkWidget *panel, const KbPlayScene *scene);
guint32 kb_play_panel_hidden (GtkWidget *panel);
/* The panel's height. In a low panel the log shrinks to a few lines, so that the rest need not
 * scroll. */
void kb_play_panel_set_height (GtkWidget *panel, int height);
/* Toggles the i-th layer in the list. */
void kb_play_panel_toggle (GtkWidget *panel, guint i);
/* Updates values and log; cheap if they are unchanged. */
void kb_play_panel_update (GtkWidget *panel, const KbPlay *play);

#endif

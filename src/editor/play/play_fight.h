/* SPDX-License-Identifier: MIT */
/* Each frame of one fighter's animation against each of the other's, as a matrix with the phases of
 * both. */
#ifndef KB_PLAY_FIGHT_H
#define KB_PLAY_FIGHT_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

/* `chosen` is called to show both fighters at these steps of their animations. */
GtkWidget *kb_play_fight_new (void (*chosen) (guint row, guint column, gpointer data),
                              gpointer data);
/* Updates it from the run; hidden for other scenes. Cost: some microseconds a cell, if anything has
 * moved. */
void kb_play_fight_update (GtkWidget *fight, const KbPlay *play, const kbx_bank *bank);
/* Width and height of the scene and the matrix together. The matrix below the scene gets a height
 * that depends only on these. */
void kb_play_fight_set_room (GtkWidget *fight, int width, int height);
/* Sets both fighters to these steps at once, without a step of the run; the next step records
 * it. */
void kb_play_fight_scrub (KbPlayRun *run, guint row, guint column);

#endif

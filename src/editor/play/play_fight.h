/* SPDX-License-Identifier: MIT */
/* Of a fight: each frame of one fighter's animation against each of the other's, as a picture with
 * the phases of both. */
#ifndef KB_PLAY_FIGHT_H
#define KB_PLAY_FIGHT_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

/* `chosen`: both fighters are to be shown in these steps of their animations. */
GtkWidget *kb_play_fight_new (void (*chosen) (guint row, guint column, gpointer data),
                              gpointer data);
/* As the run is now; hidden for other scenes. Cost: some microseconds a cell, where anything has
 * moved. */
void kb_play_fight_update (GtkWidget *fight, const KbPlay *play, const kbx_bank *bank);
/* It lies below the scene, which is so wide and high with it: its height depends on that alone, not
 * on what is played. */
void kb_play_fight_set_room (GtkWidget *fight, int width, int height);
/* Freezes the fighters in these steps, at once, without a step of the run; the next one records
 * it. */
void kb_play_fight_scrub (KbPlayRun *run, guint row, guint column);

#endif

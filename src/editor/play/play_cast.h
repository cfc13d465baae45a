/* SPDX-License-Identifier: MIT */
/* What is played, and by whom: a drop-down of the scenes and one for each role. */
#ifndef KB_PLAY_CAST_H
#define KB_PLAY_CAST_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

typedef void (*KbPlayCastChanged) (gpointer data);

/* The scenes, those that the bank has nothing for with what they lack. Another is asked for:
 * `changed`, and kb_play_scenes_get tells which. */
GtkWidget *kb_play_scenes_new (KbPlayCastChanged changed, gpointer data);
/* `now` NULL: none is chosen. */
void kb_play_scenes_show (GtkWidget *scenes, const kbx_bank *bank, const KbPlayScene *now);
const KbPlayScene *kb_play_scenes_get (GtkWidget *scenes);

/* The roles of the run's scene. `changed`: somebody else is to play; kb_play_cast_get tells who. */
GtkWidget *kb_play_cast_new (KbPlayCastChanged changed, gpointer data);
void kb_play_cast_show (GtkWidget *cast, const kbx_bank *bank, const KbPlayRun *run);
/* Names, for each role; of the widgets, until the next kb_play_cast_show. */
void kb_play_cast_get (GtkWidget *cast, const char *names[KB_PLAY_MOST_ROLES]);

#endif

/* SPDX-License-Identifier: MIT */
/* Drop-downs for the scene and for each of its roles. */
#ifndef KB_PLAY_CAST_H
#define KB_PLAY_CAST_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

typedef void (*KbPlayCastChanged) (gpointer data);

/* A drop-down of the scenes; those that cannot be played show what they lack. Calls `changed` after
 * a choice, which kb_play_scenes_get returns. */
GtkWidget *kb_play_scenes_new (KbPlayCastChanged changed, gpointer data);
/* `now` NULL: none is selected. */
void kb_play_scenes_show (GtkWidget *scenes, const kbx_bank *bank, const KbPlayScene *now);
const KbPlayScene *kb_play_scenes_get (GtkWidget *scenes);

/* The roles of the run's scene. Calls `changed` after a choice; kb_play_cast_get returns the
 * cast. */
GtkWidget *kb_play_cast_new (KbPlayCastChanged changed, gpointer data);
void kb_play_cast_show (GtkWidget *cast, const kbx_bank *bank, const KbPlayRun *run);
/* A name for each role; valid until the next kb_play_cast_show. */
void kb_play_cast_get (GtkWidget *cast, const char *names[KB_PLAY_MOST_ROLES]);

#endif

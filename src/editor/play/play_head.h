/* SPDX-License-Identifier: MIT */
/* The header bar of the playtest's window: transport, scene, speed, menu. Its buttons run the
 * window's actions "play.…". */
#ifndef KB_PLAY_HEAD_H
#define KB_PLAY_HEAD_H

#include <adwaita.h>

typedef struct {
  GtkWidget *pause, *speed;    /* borrowed */
} KbPlayHead;

GtkWidget *kb_play_head_bar (KbPlayHead *head, GtkWidget *scenes);
/* The row below the header bar. Calls `changed` after a change of speed. */
GtkWidget *kb_play_head_tools (KbPlayHead *head, GtkWidget *cast, void (*changed) (gpointer data),
                               gpointer data);
void kb_play_head_show_paused (KbPlayHead *head, gboolean paused);
/* 1: real time. */
double kb_play_head_speed (const KbPlayHead *head);

#endif

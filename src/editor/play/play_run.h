/* SPDX-License-Identifier: MIT */
/* A run of a scene by the clock: paused, slowed down, stepped, recorded and replayed. No toolkit:
 * the time is the caller's.
 *
 * Every run is recorded from its start, so that it can be saved or replayed at any moment; a press
 * that is shorter than a step still counts for one. */
#ifndef KB_PLAY_RUN_H
#define KB_PLAY_RUN_H

#include <glib.h>

#include "editor/play/play_bank.h"
#include "playtest/play.h"
#include "playtest/tape.h"

typedef struct KbPlayRun KbPlayRun;

KbPlayRun *kb_play_run_new (void);
void kb_play_run_free (KbPlayRun *run);

/* Another scene, or another cast; names as kb_play_new has them. FALSE and why: then the run is as
 * it was. The bank is borrowed until another takes its place. */
gboolean kb_play_run_start (KbPlayRun *run, const KbPlayScene *scene, const kbx_bank *bank,
                            const char *const *cast, KbPlayWhy *why);
/* NULL before the first start, and after kb_play_run_stop. */
KbPlay *kb_play_run_play (const KbPlayRun *run);
void kb_play_run_stop (KbPlayRun *run);
/* Who plays a role, by its name in the bank; NULL: nobody. */
const char *kb_play_run_cast_name (const KbPlayRun *run, guint role);
/* As kb_play_change_bank, from the bank that is played to another of the same document: who was
 * renamed plays on. */
gboolean kb_play_run_change_bank (KbPlayRun *run, const KbPlayBank *old, const KbPlayBank *bank,
                                  KbPlayWhy *why);

/* What is held from now on. A key that goes down ends a replay: the player takes over. */
void kb_play_run_hold (KbPlayRun *run, const KbPlayInput *input);

/* Goes on by the time that has passed; returns how many steps that were. What would be more than a
 * quarter of a second is left out. */
guint kb_play_run_tick (KbPlayRun *run, double ms);
void kb_play_run_step (KbPlayRun *run);
/* For the next step alone: these keys too, and the pointer there. A replay ends. */
void kb_play_run_add (KbPlayRun *run, guint64 keys, kbx_vec pointer);
/* From the start: with the player's keys, or with all that was held in the run until now. */
void kb_play_run_restart (KbPlayRun *run);
void kb_play_run_replay (KbPlayRun *run);

gboolean kb_play_run_is_paused (const KbPlayRun *run);
void kb_play_run_pause (KbPlayRun *run, gboolean paused);
/* 1: as a game runs; 0.1: a tenth of that. */
void kb_play_run_set_speed (KbPlayRun *run, double speed);
/* Steps that the replay has still to do; 0: there is none. */
guint kb_play_run_left (const KbPlayRun *run);

/* The run until now as text (tape.h), with the command that plays it in a remark; a new string. A
 * step that something was added to is done first, so that the text has it; a replay has it too. */
char *kb_play_run_text (KbPlayRun *run);
/* Replays a text from the start. FALSE and an error with line and column: then the run is as it
 * was. */
gboolean kb_play_run_read (KbPlayRun *run, const char *text, gsize length, GError **error);

#endif

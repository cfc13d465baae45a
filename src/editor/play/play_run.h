/* SPDX-License-Identifier: MIT */
/* A run of a scene by the clock: paused, slowed down, stepped, recorded and replayed. No toolkit:
 * the caller supplies the time. Each run is recorded from its start and can be saved or replayed at
 * any time. A press shorter than a step still counts. */
#ifndef KB_PLAY_RUN_H
#define KB_PLAY_RUN_H

#include <glib.h>

#include "editor/watch/play_bank.h"
#include "playtest/play.h"
#include "playtest/tape.h"

typedef struct KbPlayRun KbPlayRun;

KbPlayRun *kb_play_run_new (void);
void kb_play_run_free (KbPlayRun *run);

/* Starts another scene or cast; names as in kb_play_new. On failure, returns FALSE with the reason
 * and keeps the old run. The bank is borrowed until it is replaced. */
gboolean kb_play_run_start (KbPlayRun *run, const KbPlayScene *scene, const kbx_bank *bank,
                            const char *const *cast, KbPlayWhy *why);
/* NULL before the first start, and after kb_play_run_stop. */
KbPlay *kb_play_run_play (const KbPlayRun *run);
void kb_play_run_stop (KbPlayRun *run);
/* The name in the bank of who plays a role, or NULL for nobody. */
const char *kb_play_run_cast_name (const KbPlayRun *run, guint role);
/* Like kb_play_change_bank, from the current bank to another one of the same document; renamed
 * assets stay in the cast. */
gboolean kb_play_run_change_bank (KbPlayRun *run, const KbPlayBank *old, const KbPlayBank *bank,
                                  KbPlayWhy *why);

/* Sets the held input. Pressing a key ends a replay: the player takes over. */
void kb_play_run_hold (KbPlayRun *run, const KbPlayInput *input);

/* Advances by the elapsed time, at most a quarter of a second. Returns the number of steps. */
guint kb_play_run_tick (KbPlayRun *run, double ms);
void kb_play_run_step (KbPlayRun *run);
/* Extra keys and a pointer for the next step only. Ends a replay. */
void kb_play_run_add (KbPlayRun *run, guint64 keys, kbx_vec pointer);
/* Starts again at a position of the world; NULL: at the scene's own start. */
void kb_play_run_start_at (KbPlayRun *run, const kbx_vec *from);
/* Starts again: with the player's keys, or replaying the input of the run so far. */
void kb_play_run_restart (KbPlayRun *run);
void kb_play_run_replay (KbPlayRun *run);

gboolean kb_play_run_is_paused (const KbPlayRun *run);
void kb_play_run_pause (KbPlayRun *run, gboolean paused);
/* 1: real time; 0.1: a tenth of it. */
void kb_play_run_set_speed (KbPlayRun *run, double speed);
/* Remaining steps of the replay; 0: none. */
guint kb_play_run_left (const KbPlayRun *run);

/* The run so far as text (tape.h), as a new string. Steps once before if keys were added, so that
 * the text has them. Works during a replay too. Its first line is the command that plays it, with
 * `project` and, until kb_play_run_text_for, FILE for the file. */
char *kb_play_run_text (KbPlayRun *run, const char *project);
/* The text with the name of the file in its command, as a new string. */
char *kb_play_run_text_for (const char *text, const char *file);
/* Replays a text from the start. On errors returns FALSE with line and column, and keeps the
 * run. */
gboolean kb_play_run_read (KbPlayRun *run, const char *text, gsize length, GError **error);

#endif

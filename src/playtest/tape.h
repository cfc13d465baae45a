/* SPDX-License-Identifier: MIT */
/* Recorded input as text: lines "STEP KEY... [@X,Y] [press]" for each step in which it changes,
 * such as "30 right jump". A line holds until the next one. The pointer stays where a line put it.
 * Steps ascend from 0. Keys are the scene's names; `press` is the pointer's button. "#" begins a
 * comment. One before the first step that is only a scene's name, or has "--scene NAME" in it,
 * states the scene it was recorded for. */
#ifndef KB_TAPE_H
#define KB_TAPE_H

#include "playtest/play.h"

/* Steps are below this: 46 hours. */
#define KB_TAPE_MOST_STEPS 10000000u

typedef struct {
  uint32_t step;
  KbPlayInput input;
} KbTapeChange;

/* All zero: nothing is ever held. */
typedef struct {
  KbTapeChange *changes;
  uint32_t n_changes, room;
} KbTape;

void kb_tape_free (KbTape *tape);   /* frees its contents */

/* Reads text of `length` bytes. On failure returns false, the reason, line and column from 1, and
 * an empty tape. Cost: linear. */
bool kb_tape_read (KbTape *tape, const KbPlayScene *scene, const char *text, size_t length,
                   uint32_t *line, uint32_t *column, KbPlayWhy *why);
/* Reads "12,-7.5". */
bool kb_tape_read_point (const char *text, size_t length, kbx_vec *point);
/* Returns a new string, freed with free; reading it gives the same tape. */
char *kb_tape_write (const KbTape *tape, const KbPlayScene *scene);

/* Adds the input held from `step` on, if it differs; steps ascend. Steps above KB_TAPE_MOST_STEPS
 * are ignored. */
void kb_tape_record (KbTape *tape, uint32_t step, const KbPlayInput *input);
/* The input held in a step. Cost: logarithmic. */
KbPlayInput kb_tape_at (const KbTape *tape, uint32_t step);

#endif

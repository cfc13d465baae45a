/* SPDX-License-Identifier: MIT */
/* Recorded input, as text: a line for each step in which it changes, "STEP KEY... [@X,Y] [press]".
 *
 *   # the runner jumps over the gap
 *   0 right
 *   30 right jump
 *   34 right
 *   90
 *
 * What a line says is held until the next one; the pointer stays where a line has put it. Steps
 * ascend, the first is 0. Keys are the scene's names; `press` is the pointer's button. From # on a
 * line is a remark. One before the first step that is a scene's name alone, or has "--scene NAME"
 * in it, tells for which scene it was recorded. */
#ifndef KB_TAPE_H
#define KB_TAPE_H

#include "playtest/play.h"

/* Steps are below it: 46 hours. */
#define KB_TAPE_MOST_STEPS 10000000u

typedef struct {
  uint32_t step;
  KbPlayInput input;
} KbTapeChange;

/* All zero: nothing is held, ever. */
typedef struct {
  KbTapeChange *changes;
  uint32_t n_changes, room;
} KbTape;

void kb_tape_free (KbTape *tape);   /* what is in it */

/* Reads text of `length` bytes. False, with why and the line and column from 1, and an empty tape.
 * Cost: linear. */
bool kb_tape_read (KbTape *tape, const KbPlayScene *scene, const char *text, size_t length,
                   uint32_t *line, uint32_t *column, KbPlayWhy *why);
/* A new string, to be freed with free: reading it gives the tape. */
char *kb_tape_write (const KbTape *tape, const KbPlayScene *scene);

/* Adds what is held from `step` on, if it differs; steps ascend. Beyond KB_TAPE_MOST_STEPS nothing
 * is added. */
void kb_tape_record (KbTape *tape, uint32_t step, const KbPlayInput *input);
/* What is held in a step. Cost: logarithmic. */
KbPlayInput kb_tape_at (const KbTape *tape, uint32_t step);

#endif

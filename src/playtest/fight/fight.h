/* SPDX-License-Identifier: MIT */
/* Access to a run of the fight for the matrix and the phases: where the fighters are. */
#ifndef KB_PLAYTEST_FIGHT_FIGHT_H
#define KB_PLAYTEST_FIGHT_FIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "playtest/actor.h"
#include "playtest/fight/hits.h"
#include "playtest/play.h"

extern const KbPlayScene kb_scene_fight;

/* The hit rules of a run of that scene. */
KbHitRules kb_fight_rules (const KbPlay *play);
/* Fighter 0 (a) or 1 (b) of a run of that scene, or NULL for another scene or number. Valid until
 * the next step. */
const KbActor *kb_fight_actor (const KbPlay *play, uint32_t fighter);
/* Freezes both fighters at these steps of their animations, at most the last, without a step. For a
 * run that repeats, give the next step the key "hold" with the pointer at (step_a, step_b), which
 * does the same. */
void kb_fight_hold (KbPlay *play, uint32_t step_a, uint32_t step_b);

/* Compares each frame of one animation with each of another, at the fighters' positions: who would
 * hit whom. */

typedef struct {
  const kbx_bank *bank;
  uint32_t sprite, animation;    /* as in KbActor: KBX_NONE is the frames in order */
  kbx_place pose;
} KbMatrixSide;

/* An actor's position and animation. */
KbMatrixSide kb_matrix_side (const KbActor *actor, const kbx_bank *bank);

/* The number of rows (steps of a) or columns (steps of b). */
uint32_t kb_matrix_length (const KbMatrixSide *side);

/* Stores bits 1 << KbHitKind for row i and column j in cells[i * columns + j]. Fills only the rows
 * `from` to `to` - 1, so that a large matrix can be made in pieces. Cost: kb_hit_kinds per cell;
 * some microseconds for frames of a hundred pixels. */
void kb_matrix_fill (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t from,
                     uint32_t to, uint8_t *cells);

/* The hits in a cell, as kb_find_hits. */
uint32_t kb_matrix_hits (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules,
                         uint32_t row, uint32_t column, KbHit *hits, uint32_t capacity);
/* Describes a cell, one line per hit: "boxer punch 3 hits fakir idle 1: arms (point fist), head
 * (shape hit)". Then the reverse, and "104 pixels meet"; or says that nothing meets. Cut to fit;
 * size at least 1. */
void kb_matrix_report (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row,
                       uint32_t column, char *text, size_t size);

/* The phases of an animation in a fight: the frames before it can hit, those that hit, and those
 * after. */

typedef enum {
  KB_PHASE_NONE,        /* in an animation in which nothing hits */
  KB_PHASE_START_UP,    /* before the first active frame */
  KB_PHASE_ACTIVE,      /* has an action point, or a shape of a hitting class */
  KB_PHASE_GAP,         /* between active frames, not active itself */
  KB_PHASE_RECOVERY,    /* after the last active frame */
  KB_PHASES
} KbPhase;

typedef struct {
  uint32_t frames[KB_PHASES];   /* the number of steps in each phase */
  uint32_t ms[KB_PHASES];       /* their durations; in one run from first to last step */
  uint32_t first, last;         /* active steps, or KBX_NONE if there is none */
} KbPhases;

/* `hitting`: classes whose shapes make a frame active; with 0, only action points do. Cost: linear
 * in the steps and their shapes. */
KbPhases kb_phases_of (kbx_handle animation, kbx_class_set hitting);
/* The phase of a step, from the result of kb_phases_of for the same animation and classes. */
KbPhase kb_phase_of_step (kbx_handle animation, kbx_class_set hitting, const KbPhases *phases,
                          uint32_t step);
/* "start-up"; "" for KB_PHASE_NONE. */
const char *kb_phase_name (KbPhase phase);

/* The classes for kb_phases_of: the hitting ones if known, else 0. */
kbx_class_set kb_phases_hitting (KbHitRules rules);

#endif

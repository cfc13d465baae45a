/* SPDX-License-Identifier: MIT */
/* Access to a run of the fight for the matrix and the phases: where the fighters are. */
#ifndef KB_FIGHT_H
#define KB_FIGHT_H

#include "playtest/actor.h"
#include "playtest/hits.h"
#include "playtest/play.h"

extern const KbPlayScene kb_scene_fight;

/* The hit rules of a run of that scene. */
KbHitRules kb_fight_rules (const KbPlay *play);
/* Fighter 0 (a) or 1 (b) of a run of that scene; NULL for another scene or number. Valid until the
 * next step. */
const KbActor *kb_fight_actor (const KbPlay *play, uint32_t fighter);
/* Freezes both fighters at these steps of their animations, at most the last, without a step. For a
 * run that repeats, give the next step the key "hold" with the pointer at (step_a, step_b), which
 * does the same. */
void kb_fight_hold (KbPlay *play, uint32_t step_a, uint32_t step_b);

#endif

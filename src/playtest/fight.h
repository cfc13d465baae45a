/* SPDX-License-Identifier: MIT */
/* What others may ask of a run of the fight: where its fighters are, for the matrix and the
 * phases. */
#ifndef KB_FIGHT_H
#define KB_FIGHT_H

#include "playtest/actor.h"
#include "playtest/hits.h"
#include "playtest/play.h"

extern const KbPlayScene kb_scene_fight;

/* Who hits whom in a run of that scene. */
KbHitRules kb_fight_rules (const KbPlay *play);
/* Fighter 0 (a) or 1 (b) of a run of that scene; NULL for another scene or number. Until the next
 * step. */
const KbActor *kb_fight_actor (const KbPlay *play, uint32_t fighter);
/* Freezes both fighters in these steps of their animations (beyond the last: in the last), without
 * a step. So that a run repeats the next step is to be given the key "hold" with the pointer at
 * (step_a, step_b), which does the same. */
void kb_fight_hold (KbPlay *play, uint32_t step_a, uint32_t step_b);

#endif

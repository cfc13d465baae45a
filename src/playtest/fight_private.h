/* SPDX-License-Identifier: MIT */
/* Between the files of the fight: its state, and what they ask each other. */
#ifndef KB_FIGHT_PRIVATE_H
#define KB_FIGHT_PRIVATE_H

#include "playtest/fight.h"
#include "playtest/scene.h"

enum { ROLE_A, ROLE_B, FIGHTERS };
enum { MOST_TOLD = 48, MOST_HITS = 160 };

typedef struct {
  KbActor actor;
  bool strikes;            /* plays what a key has begun */
  uint64_t flash;          /* classes that were struck */
  uint32_t flash_left;     /* steps */
} KbFighter;

/* A hit that was logged. `key` names it; 0: no hit. `seen`: the last step that had it. */
typedef struct { uint32_t key, seen; } KbTold;

typedef struct {
  KbFighter fighters[FIGHTERS];
  KbTold told[MOST_TOLD];
  uint32_t held;           /* how many steps the keys that step frames have been down */
  uint8_t kinds;           /* of hits, now: bits 1 << KbHitKind */
  uint32_t area;           /* of pixels that meet */
  uint32_t changed;        /* the last step in which one of them moved or began an animation */
  /* Where hot spots may be is x0 to x1; from y0 to y1 there are pictures */
  kbx_box stage;
  int32_t speed;           /* pixels a step */
} KbFight;

/* What fighter f shows now. */
KbPosed kb_fight_posed (const KbPlay *play, uint32_t f);
/* The animation in which it stands. */
uint32_t kb_fight_idle (const KbPlay *play, uint32_t f);
void kb_fight_move (KbFight *state, uint32_t f, float by);

/* Finds the hits of this step, and logs those that are new. */
void kb_fight_take_hits (KbPlay *play, KbHitRules rules);
/* A strike of fighter f begins: what it hits is told again. */
void kb_fight_forget_strike (KbFight *state, uint32_t f);

/* Where bodies overlap, both give way, half each, up to twice as fast as they walk; at the end of
 * the stage, only the other. */
void kb_fight_push_apart (KbPlay *play, KbHitRules rules);
/* The scene's. */
void kb_fight_draw (const KbPlay *play, KbPlayPicture *picture);

#endif

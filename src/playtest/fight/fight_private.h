/* SPDX-License-Identifier: MIT */
/* The state shared by the files of the fight, and the functions they call. */
#ifndef KB_FIGHT_PRIVATE_H
#define KB_FIGHT_PRIVATE_H

#include "playtest/fight/fight.h"
#include "playtest/scene.h"

enum { ROLE_A, ROLE_B, FIGHTERS };
enum { MAX_LOGGED = 48, MOST_HITS = 160 };

typedef struct {
  KbActor actor;
  bool strikes;            /* plays an animation started by a key */
  uint64_t flash;          /* classes that were struck */
  uint32_t flash_left;     /* steps */
} KbFighter;

/* A logged hit. `key` identifies it; 0: no hit. `seen`: the last step with it. */
typedef struct { uint32_t key, seen; } KbLoggedHit;

typedef struct {
  KbFighter fighters[FIGHTERS];
  KbLoggedHit logged[MAX_LOGGED];
  uint32_t held;           /* for how many steps the frame-stepping keys have been down */
  uint8_t kinds;           /* current hits: bits 1 << KbHitKind */
  uint32_t area;           /* overlapping pixels */
  uint32_t changed;        /* the last step in which a fighter moved or began an animation */
  /* Hot spots stay in x0 to x1; pictures extend from y0 to y1 */
  kbx_box stage;
  int32_t speed;           /* pixels per step */
} KbFight;

/* The current frame and pose of fighter f. */
KbPosed kb_fight_posed (const KbPlay *play, uint32_t f);
/* The animation for standing. */
uint32_t kb_fight_idle (const KbPlay *play, uint32_t f);
void kb_fight_move (KbFight *state, uint32_t f, float by);

/* Finds the hits of this step and logs the new ones. */
void kb_fight_take_hits (KbPlay *play, KbHitRules rules);
/* A strike of fighter f begins: its hits are logged again. */
void kb_fight_forget_strike (KbFight *state, uint32_t f);

/* Separates overlapping bodies: each moves half, up to twice its walking speed; at the end of the
 * stage, only the other one moves. */
void kb_fight_push_apart (KbPlay *play, KbHitRules rules);
/* The scene's draw function. */
void kb_fight_draw (const KbPlay *play, KbPlayPicture *picture);

#endif

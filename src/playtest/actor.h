/* SPDX-License-Identifier: MIT */
/* A sprite that plays animations, standing on its hot spot. Plain data, for the states of scenes:
 * animations are found by index, so kb_actor_bind puts it right when the bank has changed. The
 * clock is whole steps of 1/60 second, turned to milliseconds in integers. A sprite without
 * animations shows its frames in their order, KB_ACTOR_FRAME_MS each, again and again; an animation
 * that shows nothing more keeps its last frame. */
#ifndef KB_ACTOR_H
#define KB_ACTOR_H

#include "playtest/picture.h"
#include "playtest/tell.h"

enum { KB_ACTOR_FRAME_MS = 100 };

typedef struct {
  uint32_t sprite;        /* of the bank; KBX_NONE: nobody, who shows nothing */
  uint32_t animation;     /* of the sprite, from 0; KBX_NONE: its frames in their order */
  uint32_t clock;         /* steps since the animation began */
  uint32_t frozen;        /* the step of the animation that is kept; KBX_NONE: it plays */
  /* Where the hot spot is; shown on the nearest pixel, halves to the right and down */
  kbx_vec at;
  bool mirrored;          /* looks the other way: flip_x */
} KbActor;

/* What it shows. `frame` is null where there is nothing to show. */
typedef struct {
  kbx_handle frame;
  /* Of the animation, or the frame's index in the sprite; KBX_NONE with a null frame */
  uint32_t step;
  bool finished;          /* the animation has come to its end, and does not repeat */
} KbActorShown;

/* Begins: an actor of that sprite at a place, with an animation from its start. */
KbActor kb_actor_begin (uint32_t sprite, uint32_t animation, kbx_vec at, bool mirrored);
/* The bank has changed: who plays it, and an animation or frame that is gone gives way to the
 * first. */
void kb_actor_bind (KbActor *actor, const kbx_bank *bank, uint32_t sprite);

/* The animation of a sprite that is called one of `names`, "idle|stand": by the first of the names
 * that an animation has, upper and lower case alike; then by the first that is a part of an
 * animation's name. KBX_NONE: none, or a sprite without animations. `or_first`: then the first
 * animation, where there is one. */
uint32_t kb_find_animation (const kbx_bank *bank, uint32_t sprite, const char *names,
                            bool or_first);

/* From its start. Thaws. */
void kb_actor_play (KbActor *actor, uint32_t animation);
/* The same, unless it plays that already: then it goes on. Thaws. */
void kb_actor_keep (KbActor *actor, uint32_t animation);
/* Freezes it on the step that is `by` after the one that is shown, round and round. */
void kb_actor_freeze (KbActor *actor, const kbx_bank *bank, int by);
/* Plays on from the beginning of the frozen step. */
void kb_actor_thaw (KbActor *actor, const kbx_bank *bank);
/* A sixtieth of a second goes by, unless it is frozen. */
void kb_actor_tick (KbActor *actor);

KbActorShown kb_actor_shown (const KbActor *actor, const kbx_bank *bank);
kbx_place kb_actor_pose (const KbActor *actor);
/* How many steps its animation has, or frames its sprite; the frame of each, null beyond the
 * last. */
uint32_t kb_animation_length (const kbx_bank *bank, uint32_t sprite, uint32_t animation);
kbx_handle kb_animation_frame (const kbx_bank *bank, uint32_t sprite, uint32_t animation,
                               uint32_t step);

/* "boxer punch 3": the frame's name, after that of the sprite unless it begins with it; or sprite,
 * animation and number of the step from 1 on, where the frame has no name. Cut to fit; size at
 * least 1. */
void kb_actor_describe (const KbActor *actor, const kbx_bank *bank, char *text, size_t size);
/* A list: at, animation, frame, clock, frozen, mirrored: all that its next step depends on. */
void kb_actor_tell (const KbActor *actor, const kbx_bank *bank, KbTeller *teller, const char *name);
/* What it shows, as kb_picture_add_frame does. */
void kb_actor_draw (const KbActor *actor, const kbx_bank *bank, KbPlayPicture *picture,
                    uint64_t struck);

#endif

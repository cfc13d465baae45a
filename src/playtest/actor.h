/* SPDX-License-Identifier: MIT */
/* A sprite that plays animations, positioned by its hot spot. Plain data, for the states of scenes:
 * animations are kept by index, and kb_actor_bind corrects the index when the bank changes. The
 * clock counts whole steps of 1/60 second and converts to milliseconds in integers. A sprite
 * without animations repeats its frames in order, KB_ACTOR_FRAME_MS each. An animation that shows
 * nothing more keeps its last frame. */
#ifndef KB_ACTOR_H
#define KB_ACTOR_H

#include "playtest/picture.h"
#include "playtest/report.h"

enum { KB_ACTOR_FRAME_MS = 100 };

/* The names of a walker's idle animation, for kb_find_animation. */
#define KB_IDLE_NAMES "idle|stand|wait|rest"

typedef struct {
  uint32_t sprite;        /* in the bank; KBX_NONE: nobody, shows nothing */
  uint32_t animation;     /* in the sprite, from 0; KBX_NONE: its frames in order */
  uint32_t clock;         /* steps since the animation began */
  uint32_t frozen;        /* the frozen step of the animation; KBX_NONE: it plays */
  /* The hot spot; drawn on the nearest pixel, halves rounded right and down */
  kbx_vec at;
  bool mirrored;          /* faces the other direction: flip_x */
} KbActor;

/* The frame shown; `frame` is null when there is nothing to show. */
typedef struct {
  kbx_handle frame;
  /* In the animation, or the frame's index in the sprite; KBX_NONE with a null frame */
  uint32_t step;
  bool finished;          /* the animation has ended and does not repeat */
} KbActorShown;

/* Returns an actor of the sprite at a position, at the start of the animation. */
KbActor kb_actor_begin (uint32_t sprite, uint32_t animation, kbx_vec at, bool mirrored);
/* Call when the bank has changed: sets the sprite; a missing animation or frame becomes the
 * first. */
void kb_actor_bind (KbActor *actor, const kbx_bank *bank, uint32_t sprite);

/* Finds a sprite's animation by `names`, "idle|stand", ignoring ASCII case. Tries each name as the
 * whole name first, then as a part of it. Returns KBX_NONE if there is none; with `or_first`, the
 * first animation instead. */
uint32_t kb_find_animation (const kbx_bank *bank, uint32_t sprite, const char *names,
                            bool or_first);

/* Plays the animation from its start. Unfreezes the actor. */
void kb_actor_play (KbActor *actor, uint32_t animation);
/* The same, but an animation that is already playing continues. Unfreezes the actor. */
void kb_actor_keep (KbActor *actor, uint32_t animation);
/* Freezes the actor `by` steps after the current one, wrapping round. */
void kb_actor_freeze (KbActor *actor, const kbx_bank *bank, int by);
/* Continues from the beginning of the frozen step. */
void kb_actor_thaw (KbActor *actor, const kbx_bank *bank);
/* Advances the clock by 1/60 second unless frozen. */
void kb_actor_tick (KbActor *actor);
/* One step of a walker: it faces `way` and plays a walk or a run. If `way` is (0, 0), it plays its
 * idle animation. Does nothing without a sprite. */
void kb_actor_walk (KbActor *actor, const kbx_bank *bank, kbx_vec way, bool runs);

KbActorShown kb_actor_shown (const KbActor *actor, const kbx_bank *bank);
kbx_place kb_actor_pose (const KbActor *actor);
/* The number of steps in the animation, or of frames in the sprite. The frame of a step, null past
 * the end. */
uint32_t kb_animation_length (const kbx_bank *bank, uint32_t sprite, uint32_t animation);
kbx_handle kb_animation_frame (const kbx_bank *bank, uint32_t sprite, uint32_t animation,
                               uint32_t step);

/* "boxer punch 3": the frame's name, with the sprite's name in front unless it already begins with
 * it. A frame without a name gives sprite, animation and step number from 1. Cut to fit; size at
 * least 1. */
void kb_actor_describe (const KbActor *actor, const kbx_bank *bank, char *text, size_t size);
/* A list: at, animation, frame, clock, frozen, mirrored: everything its next step depends on. */
void kb_actor_report (const KbActor *actor, const kbx_bank *bank, KbReporter *reporter,
                      const char *name);
/* Draws its frame, as kb_picture_add_frame does. */
void kb_actor_draw (const KbActor *actor, const kbx_bank *bank, KbPlayPicture *picture,
                    uint64_t struck);

#endif

/* SPDX-License-Identifier: MIT */
/* Who hits whom: two frames in their poses, asked in all the ways in which a game may ask. */
#ifndef KB_HITS_H
#define KB_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include "playtest/play.h"

typedef enum {
  KB_HIT_A_STRIKES,    /* an action point of a lands on a shape of b: kbx_strike */
  KB_HIT_B_STRIKES,
  KB_HIT_SHAPES,       /* a shape of a overlaps one of b: kbx_frames_overlap */
  KB_HIT_PIXELS,       /* a solid pixel of a lies on one of b: kbx_pixels_overlap */
  KB_HIT_KINDS
} KbHitKind;

typedef struct {
  kbx_handle frame;
  kbx_place pose;
} KbPosed;

typedef struct {
  KbHitKind kind;
  uint32_t point;              /* of the striker's frame; KBX_NONE */
  /* KBX_NONE where none takes part; of a strike, of the one that is struck */
  uint32_t shape_a, shape_b;
  uint32_t class_a, class_b;   /* theirs */
  /* The point; the middle of what the shapes' boxes share; the first pixel in row order */
  kbx_point at;
  uint32_t area;               /* of KB_HIT_PIXELS, in pixels */
} KbHit;

/* Which pairs of shapes count: one of a class that hits with one of a class that is struck, either
 * way. */
typedef struct {
  kbx_class_set hitting, struck;
  kbx_class_set push;          /* keep bodies apart, and neither hit nor are struck; may be 0 */
  /* Some classes hit; else every class but those of `push` hits every class */
  bool known;
} KbHitRules;

/* Classes hit that are of the kind "hit"; where none is, those without a kind that have "hit",
 * "attack", "strike", "blow" or "weapon" in their name, in small letters. Struck are those of the
 * kind "hurt"; where none is, all the others. Those of the kind "push" keep bodies apart; where
 * none is, those without a kind that have "push" in their name. Cost: a look at each name. */
KbHitRules kb_hit_rules (const kbx_bank *bank, KbPlayKinds kinds);
/* "head, torso": the names of classes, cut to fit; size at least 4. */
void kb_class_names (const kbx_bank *bank, kbx_class_set classes, char *text, size_t size);

/* More pairs of shapes than these are not looked at. */
enum { KB_HITS_MOST_PAIRS = 1024 };

/* All hits, in the order of the kinds, as many as fit; hits may be NULL when capacity is 0. Returns
 * how many there are. Each pair of shapes is one, each action point at most one (the first shape in
 * the artist's order answers), the pixels together are one. Cost: of the runtime's questions. */
uint32_t kb_find_hits (KbPosed a, KbPosed b, KbHitRules rules, KbHit *hits, uint32_t capacity);

/* Only of which kinds there are: bits 1 << KbHitKind. Stops at the first of each. */
uint8_t kb_hit_kinds (KbPosed a, KbPosed b, KbHitRules rules);

/* What both boxes have; empty where they share nothing. */
kbx_box kb_shared_box (kbx_box a, kbx_box b);

#endif

/* SPDX-License-Identifier: MIT */
/* Which hits two posed frames have, by each kind of query a game may use. */
#ifndef KB_HITS_H
#define KB_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include "playtest/play.h"

typedef enum {
  KB_HIT_A_STRIKES,    /* an action point of a lands on a shape of b: kbx_strike */
  KB_HIT_B_STRIKES,
  KB_HIT_SHAPES,       /* a shape of a overlaps one of b: kbx_frames_overlap */
  KB_HIT_PIXELS,       /* a solid pixel of a covers one of b: kbx_pixels_overlap */
  KB_HIT_KINDS
} KbHitKind;

typedef struct {
  kbx_handle frame;
  kbx_place pose;
} KbPosed;

typedef struct {
  KbHitKind kind;
  uint32_t point;              /* in the striker's frame; KBX_NONE */
  /* KBX_NONE if none takes part; in a strike, the one that is struck */
  uint32_t shape_a, shape_b;
  uint32_t class_a, class_b;   /* of the shapes */
  /* The point; the centre of the boxes' intersection; the first pixel in row order */
  kbx_point at;
  uint32_t area;               /* pixels, for KB_HIT_PIXELS */
} KbHit;

/* Which pairs of shapes hit: one class hits and the other is struck, in either direction. */
typedef struct {
  kbx_class_set hitting, struck;
  kbx_class_set push;          /* keep bodies apart, and neither hit nor are struck, may be 0 */
  /* Some classes hit; else every class except `push` hits every class */
  bool known;
} KbHitRules;

/* Classes of the kinds "hit", "hurt" and "push" hit, are struck and keep bodies apart. Without a
 * "hit" kind, the classes without a kind hit whose lower-case name has "hit", "attack", "strike",
 * "blow" or "weapon". Without a "push" kind, those push that have "push" in their name. Without a
 * "hurt" kind, all others are struck. Cost: linear in the names. */
KbHitRules kb_hit_rules (const kbx_bank *bank, KbPlayKinds kinds);
/* "head, torso": the names of classes, cut to fit; size at least 4. */
void kb_class_names (const kbx_bank *bank, kbx_class_set classes, char *text, size_t size);

/* At most so many pairs of shapes are tested. */
enum { KB_HITS_MOST_PAIRS = 1024 };

/* Writes all hits that fit, ordered by kind, and returns the total; hits may be NULL when capacity
 * is 0. Each pair of shapes is one hit. Each action point is at most one, for the first shape in
 * the artist's order. The pixels together are one. Cost: that of the runtime's queries. */
uint32_t kb_find_hits (KbPosed a, KbPosed b, KbHitRules rules, KbHit *hits, uint32_t capacity);

/* The kinds that occur only: bits 1 << KbHitKind. Stops at the first hit of each kind. */
uint8_t kb_hit_kinds (KbPosed a, KbPosed b, KbHitRules rules);

/* The intersection of both boxes, or empty if they share nothing. */
kbx_box kb_shared_box (kbx_box a, kbx_box b);

#endif

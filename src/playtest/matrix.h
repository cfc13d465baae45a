/* SPDX-License-Identifier: MIT */
/* Each frame of one animation against each of another, where the two fighters stand: who would hit
 * whom. */
#ifndef KB_MATRIX_H
#define KB_MATRIX_H

#include "playtest/actor.h"
#include "playtest/hits.h"

typedef struct {
  const kbx_bank *bank;
  uint32_t sprite, animation;    /* as a KbActor has them: KBX_NONE is the frames in their order */
  kbx_place pose;
} KbMatrixSide;

/* Where an actor is, with its animation. */
KbMatrixSide kb_matrix_side (const KbActor *actor, const kbx_bank *bank);

/* How many rows (steps of a) or columns (steps of b) there are. */
uint32_t kb_matrix_length (const KbMatrixSide *side);

/* Bits 1 << KbHitKind of row i and column j into cells[i * columns + j]. Cost: kb_hit_kinds a cell;
 * some microseconds for frames of a hundred pixels. `from` and `to`: only those rows, so that a
 * large one can be made in pieces; `to` is not one of them. */
void kb_matrix_fill (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t from,
                     uint32_t to, uint8_t *cells);

/* What happens in a cell, as kb_find_hits. */
uint32_t kb_matrix_hits (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules,
                         uint32_t row, uint32_t column, KbHit *hits, uint32_t capacity);
/* What happens in a cell as people read it, a line for each: "boxer punch 3 hits fakir idle 1: arms
 * (point fist), head (shape hit)", the same the other way, "104 pixels meet"; or that nothing
 * meets. Cut to fit; size at least 1. */
void kb_matrix_tell (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row,
                     uint32_t column, char *text, size_t size);

#endif

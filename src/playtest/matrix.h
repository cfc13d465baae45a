/* SPDX-License-Identifier: MIT */
/* Compares each frame of one animation with each of another, at the fighters' positions: who would
 * hit whom. */
#ifndef KB_MATRIX_H
#define KB_MATRIX_H

#include "playtest/actor.h"
#include "playtest/hits.h"

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
void kb_matrix_tell (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row,
                     uint32_t column, char *text, size_t size);

#endif

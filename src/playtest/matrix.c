/* SPDX-License-Identifier: MIT */
/* The matrix of two animations. */
#include "playtest/matrix.h"

KbMatrixSide
kb_matrix_side (const KbActor *actor, const kbx_bank *bank)
{
  return (KbMatrixSide) { bank, actor->sprite, actor->animation, kb_actor_pose (actor) };
}

uint32_t
kb_matrix_length (const KbMatrixSide *side)
{
  return kb_animation_length (side->bank, side->sprite, side->animation);
}

static KbPosed
posed (const KbMatrixSide *side, uint32_t step)
{
  return (KbPosed) { kb_animation_frame (side->bank, side->sprite, side->animation, step), side->pose };
}

void
kb_matrix_fill (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t from, uint32_t to, uint8_t *cells)
{
  const uint32_t columns = kb_matrix_length (b);
  for (uint32_t i = from; i < to; i++)
    for (uint32_t j = 0; j < columns; j++)
      cells[(size_t) i * columns + j] = kb_hit_kinds (posed (a, i), posed (b, j), rules);
}

uint32_t
kb_matrix_hits (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row, uint32_t column, KbHit *hits,
                uint32_t capacity)
{
  return kb_find_hits (posed (a, row), posed (b, column), rules, hits, capacity);
}

/* SPDX-License-Identifier: MIT */
/* A move through a level that continues after touches. */
#ifndef KBX_MOVES_H
#define KBX_MOVES_H

#include "runtime/levels/layers.h"

#define KBX_MOVE_TOUCHES 16u

typedef struct {
  kbx_quest quest;
  kbx_move answer;
  kbx_wide_vec moved;     /* so far, in pixels */
  kbx_hit last;           /* the last touch */
  kbx_hit *touches;
  uint32_t capacity;
} kbx_moving;

/* The answer for no movement. motion.c */
KBX_INTERNAL kbx_move kbx_move_none (kbx_vec velocity);

/* Sets the last touch of a move. motion.c */
KBX_INTERNAL void kbx_move_touched (kbx_move *move, const kbx_hit *hit);

static inline void
kbx_moving_go (kbx_moving *m, kbx_wide_vec way)
{
  kbx_quest_shift (&m->quest, way);
  m->moved = kbx_wide_make (m->moved.x + way.x, m->moved.y + way.y);
}

#endif

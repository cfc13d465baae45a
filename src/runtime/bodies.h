/* SPDX-License-Identifier: MIT */
/* What all that bodies do in a contact has in common: which bodies, manifolds and amounts are answered. */
#ifndef KBX_BODIES_H
#define KBX_BODIES_H

#include "runtime/exact.h"

#define KBX_BODY_LIMIT 1e15f

static inline bool
kbx_amount_valid (float v)
{
  return kbx_float_within (v, KBX_BODY_LIMIT) && v >= 0;
}

static inline bool
kbx_body_valid (const kbx_body *b)
{
  return kbx_vec_valid (b->position) && kbx_float_within (b->velocity.x, KBX_BODY_LIMIT) &&
         kbx_float_within (b->velocity.y, KBX_BODY_LIMIT) && kbx_float_within (b->angular_velocity, KBX_BODY_LIMIT) &&
         kbx_amount_valid (b->inverse_mass) && kbx_amount_valid (b->inverse_inertia) &&
         kbx_amount_valid (b->restitution) && b->restitution <= 1 && kbx_amount_valid (b->friction);
}

/* Two different ones. */
static inline bool
kbx_bodies_valid (const kbx_body *first, const kbx_body *second)
{
  return first != NULL && second != NULL && first != second && kbx_body_valid (first) && kbx_body_valid (second);
}

static inline bool
kbx_manifold_valid (const kbx_manifold *m)
{
  if (m == NULL || !kbx_vec_valid (m->normal) || !kbx_size_valid (m->depth) || m->count > 2)
    return false;
  for (uint32_t i = 0; i < m->count; i++)
    if (!kbx_vec_valid (m->points[i]) || !kbx_coordinate_valid (m->depths[i]))
      return false;
  return true;
}

static inline bool
kbx_can_resolve (const kbx_body *first, const kbx_body *second, const kbx_manifold *m)
{
  return kbx_bodies_valid (first, second) && kbx_manifold_valid (m);
}

/* Of two bodies: the lower restitution, and the friction of both. */
static inline float
kbx_lower_restitution (const kbx_body *first, const kbx_body *second)
{
  return first->restitution < second->restitution ? first->restitution : second->restitution;
}

static inline double
kbx_shared_friction (const kbx_body *first, const kbx_body *second)
{
  return sqrt ((double) first->friction * second->friction);
}

/* resting.c. All contacts of a step are measured before one starts: an impulse would look like an approach. */
KBX_INTERNAL bool kbx_settling_valid (const kbx_settling *s);
/* The contact forgets. */
KBX_INTERNAL void kbx_forget_contact (kbx_body_pair *pair);
/* How fast its points come nearer, kept in own.leave. */
KBX_INTERNAL void kbx_measure_approach (kbx_body_pair *pair, const kbx_body *bodies);
/* The contact of now, with the impulses of the last step. False, and nothing changes, where these are bad. */
KBX_INTERNAL bool kbx_start_contact (kbx_body_pair *pair, kbx_body *bodies, const kbx_settling *settling);
/* One pass; `braced`: of two bodies the one of lower rank does not give way. False, and nothing changes, beyond the limits. */
KBX_INTERNAL bool kbx_correct_contact (kbx_body_pair *pair, kbx_body *bodies, bool braced);
/* Pushes the two out of their positions, unless others of this step have. */
KBX_INTERNAL void kbx_part_contact (const kbx_body_pair *pair, kbx_body *bodies);

#endif

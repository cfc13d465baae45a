/* SPDX-License-Identifier: MIT */
/* Shared by all contact responses: validity of bodies, manifolds and amounts. */
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
  return kbx_vec_valid (b->position) && kbx_float_within (b->velocity.x, KBX_BODY_LIMIT)
         && kbx_float_within (b->velocity.y, KBX_BODY_LIMIT)
         && kbx_float_within (b->angular_velocity, KBX_BODY_LIMIT)
         && kbx_amount_valid (b->inverse_mass) && kbx_amount_valid (b->inverse_inertia)
         && kbx_amount_valid (b->restitution) && b->restitution <= 1
         && kbx_amount_valid (b->friction);
}

/* Two different bodies. */
static inline bool
kbx_bodies_valid (const kbx_body *first, const kbx_body *second)
{
  return first != NULL && second != NULL && first != second && kbx_body_valid (first)
         && kbx_body_valid (second);
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

/* The pair's restitution is the lower one; its friction combines both. */
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

/* Two bodies while they change: velocities, and inverse masses. */
typedef struct {
  kbx_wide_vec velocity[2];
  double spin[2], mass[2], inertia[2];
} kbx_body_motion;

static inline kbx_body_motion
kbx_load_motion (const kbx_body *first, const kbx_body *second)
{
  kbx_body_motion m;
  for (int i = 0; i < 2; i++)
    {
      const kbx_body *body = i == 0 ? first : second;
      m.velocity[i] = kbx_wide (body->velocity);
      m.spin[i] = body->angular_velocity;
      m.mass[i] = body->inverse_mass;
      m.inertia[i] = body->inverse_inertia;
    }
  return m;
}

/* Returns false, without changes, for values far outside the range of float: a long lever on a body
 * that only turns may need any spin. */
static inline bool
kbx_store_motion (kbx_body *first, kbx_body *second, const kbx_body_motion *m)
{
  double most = 0;
  for (int i = 0; i < 2; i++)
    most += fabs (m->velocity[i].x) + fabs (m->velocity[i].y) + fabs (m->spin[i]);
  if (!(most < 1e30))
    return false;
  for (int i = 0; i < 2; i++)
    {
      kbx_body *body = i == 0 ? first : second;
      body->velocity.x = (float) m->velocity[i].x;
      body->velocity.y = (float) m->velocity[i].y;
      body->angular_velocity = (float) m->spin[i];
    }
  return true;
}

/* Separates both along the normal by `way` in total, in proportion to their inverse masses. */
static inline void
kbx_move_apart (kbx_body *first, kbx_body *second, kbx_vec normal, double way)
{
  const double mass = (double) first->inverse_mass + second->inverse_mass;
  for (int i = 0; i < 2 && mass > 0 && way > 0; i++)
    {
      kbx_body *body = i == 0 ? first : second;
      const double share = (i == 0 ? -way : way) * (body->inverse_mass / mass);
      body->position.x = (float) (body->position.x + share * normal.x);
      body->position.y = (float) (body->position.y + share * normal.y);
    }
}

#endif

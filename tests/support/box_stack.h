/* SPDX-License-Identifier: MIT */
/* Five boxes that turn, one above the other on the ground, let fall by half a pixel each: a stack for tests and pictures
 * of contacts that remember. */
#ifndef KB_TEST_BOX_STACK_H
#define KB_TEST_BOX_STACK_H

#include "runtime/kickbox.h"
#include "shape_of.h"

#include <math.h>
#include <string.h>

#define STACK_BOXES 5
#define STACK_THINGS (STACK_BOXES + 1)
#define STACK_SIDE 16.0f

/* The first is the ground. */
typedef struct {
  kbx_body bodies[STACK_THINGS];
  double degrees[STACK_THINGS];
  kbx_contact contacts[STACK_THINGS][STACK_THINGS];
} BoxStack;

/* Every other box is `aside` pixels to the left of the middle, the rest to the right. */
static inline void
stack_begin (BoxStack *s, float aside)
{
  memset (s, 0, sizeof *s);
  for (int i = 0; i < STACK_THINGS; i++)
    {
      kbx_body *b = &s->bodies[i];
      b->friction = 0.6f;
      b->position.y = 10;
      if (i == 0)
        continue;
      b->position.x = i % 2 ? aside : -aside;
      b->position.y = 0.5f * STACK_SIDE - (STACK_SIDE + 0.5f) * (float) i;
      b->inverse_mass = 1;
      b->inverse_inertia = kbx_inverse (kbx_inertia (kbx_shape_obb (kbx_direction (0), kbx_direction (0), STACK_SIDE, STACK_SIDE), 1));
    }
}

static inline kbx_obb
stack_shape (const BoxStack *s, int i)
{
  kbx_obb o;
  o.centre = s->bodies[i].position;
  o.axis = kbx_direction (s->degrees[i]);
  o.w = i == 0 ? 400 : STACK_SIDE;
  o.h = i == 0 ? 20 : STACK_SIDE;
  return o;
}

/* One of four parts of a step. Without memory the contacts begin anew in each. */
static inline void
stack_step (BoxStack *s, int passes, bool memory)
{
  const kbx_settling settling = { 1, 0.1f, 0.05f, 0.05f };
  const float weight = 0.25f / 16;

  for (int i = 1; i < STACK_THINGS; i++)
    s->bodies[i].velocity.y += weight;
  if (!memory)
    memset (s->contacts, 0, sizeof s->contacts);
  for (int i = 0; i < STACK_THINGS; i++)
    for (int k = i + 1; k < STACK_THINGS; k++)
      {
        kbx_manifold now = kbx_collide (SHAPE (stack_shape (s, i)), SHAPE (stack_shape (s, k)));
        kbx_contact_begin (&s->contacts[i][k], &s->bodies[i], &s->bodies[k], &now, &settling);
      }
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < STACK_THINGS; i++)
      for (int k = i + 1; k < STACK_THINGS; k++)
        kbx_contact_resolve (&s->contacts[i][k], &s->bodies[i], &s->bodies[k]);
  for (int i = 1; i < STACK_THINGS; i++)
    {
      s->bodies[i].position.x += s->bodies[i].velocity.x;
      s->bodies[i].position.y += s->bodies[i].velocity.y;
      s->degrees[i] += s->bodies[i].angular_velocity * (180 / 3.14159265358979323846);
    }
}

/* Of the fastest box: pixels, with what its spin moves its corners. */
static inline double
stack_speed (const BoxStack *s)
{
  double most = 0;
  for (int i = 1; i < STACK_THINGS; i++)
    {
      const kbx_body *b = &s->bodies[i];
      double speed = sqrt ((double) b->velocity.x * b->velocity.x + (double) b->velocity.y * b->velocity.y);
      most = fmax (most, speed + fabs (b->angular_velocity) * STACK_SIDE);
    }
  return most;
}

#endif

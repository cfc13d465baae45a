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
#define STACK_PAIRS (STACK_THINGS * STACK_BOXES / 2)
#define STACK_SIDE 16.0f

/* The first is the ground. */
typedef struct {
  kbx_body bodies[STACK_THINGS];
  double degrees[STACK_THINGS];
  kbx_body_pair pairs[STACK_PAIRS];
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

/* One of four parts of a step. The pairs are in that order of the things, or NULL; without memory the contacts begin anew. */
static inline void
stack_step (BoxStack *s, const int order[STACK_THINGS], uint32_t passes, bool memory)
{
  const kbx_settling settling = { 1, 0.1f, 0.05f, 0.05f };
  const float weight = 0.25f / 16;
  uint32_t n = 0;

  for (int i = 1; i < STACK_THINGS; i++)
    s->bodies[i].velocity.y += weight;
  if (!memory)
    memset (s->pairs, 0, sizeof s->pairs);
  for (int i = 0; i < STACK_THINGS; i++)
    for (int k = i + 1; k < STACK_THINGS; k++, n++)
      {
        const int first = order ? order[i] : i, second = order ? order[k] : k;
        s->pairs[n].first = (uint32_t) first;
        s->pairs[n].second = (uint32_t) second;
        s->pairs[n].manifold = kbx_collide (SHAPE (stack_shape (s, first)), SHAPE (stack_shape (s, second)));
      }
  kbx_solve (s->bodies, STACK_THINGS, s->pairs, n, &settling, passes);
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

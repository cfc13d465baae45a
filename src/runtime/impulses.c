/* SPDX-License-Identifier: MIT */
/* What a contact does to the bodies: velocities by impulses, positions by projection. All in double, rounded
 * to float once at the end, so that an untouched body keeps its bits. */
#include "runtime/exact.h"

#define KBX_BODY_LIMIT 1e15f

/* The rounds in which points that come nearer are looked for again: with each, energy is lost or kept. */
#define KBX_ROUNDS 8

/* Two bodies at one contact: their velocities as they change, and how the points respond. */
typedef struct {
  const kbx_body *body[2];
  kbx_wide_vec velocity[2];
  double spin[2];
  kbx_wide_vec normal, side;      /* side: clockwise of the normal */
  kbx_wide_vec arm[2][2];         /* from body to point */
  double pushed[2], rubbed[2];    /* impulses so far, a point each */
  double mass;                    /* sum of inverse masses */
} kbx_pairing;

static inline bool
kbx_amount_valid (float v)
{
  return kbx_float_within (v, KBX_BODY_LIMIT) && v >= 0;
}

static bool
kbx_body_valid (const kbx_body *b)
{
  return kbx_vec_valid (b->position) && kbx_float_within (b->velocity.x, KBX_BODY_LIMIT) &&
         kbx_float_within (b->velocity.y, KBX_BODY_LIMIT) && kbx_float_within (b->angular_velocity, KBX_BODY_LIMIT) &&
         kbx_amount_valid (b->inverse_mass) && kbx_amount_valid (b->inverse_inertia) &&
         kbx_amount_valid (b->restitution) && b->restitution <= 1 && kbx_amount_valid (b->friction);
}

static bool
kbx_manifold_valid (const kbx_manifold *m)
{
  if (!kbx_vec_valid (m->normal) || !kbx_size_valid (m->depth) || m->count > 2)
    return false;
  for (uint32_t i = 0; i < m->count; i++)
    if (!kbx_vec_valid (m->points[i]))
      return false;
  return true;
}

static inline bool
kbx_can_resolve (const kbx_body *first, const kbx_body *second, const kbx_manifold *m)
{
  return first != NULL && second != NULL && m != NULL && kbx_body_valid (first) && kbx_body_valid (second) &&
         kbx_manifold_valid (m);
}

/* The velocity of the second body past the first at a point, along a direction. */
static inline double
kbx_speed (const kbx_pairing *p, uint32_t point, kbx_wide_vec along)
{
  const kbx_wide_vec *r0 = &p->arm[0][point], *r1 = &p->arm[1][point];
  kbx_wide_vec v;
  v.x = (p->velocity[1].x - p->spin[1] * r1->y) - (p->velocity[0].x - p->spin[0] * r0->y);
  v.y = (p->velocity[1].y + p->spin[1] * r1->x) - (p->velocity[0].y + p->spin[0] * r0->x);
  return kbx_dot (v, along);
}

/* How much an impulse of 1 at point `at` changes the speed along the same direction at point `seen`. */
static inline double
kbx_response (const kbx_pairing *p, uint32_t at, uint32_t seen, kbx_wide_vec along)
{
  double sum = p->mass;
  for (int i = 0; i < 2; i++)
    sum += kbx_cross (p->arm[i][at], along) * kbx_cross (p->arm[i][seen], along) * p->body[i]->inverse_inertia;
  return sum;
}

static void
kbx_push (kbx_pairing *p, uint32_t point, kbx_wide_vec along, double impulse)
{
  for (int i = 0; i < 2; i++)
    {
      double j = i == 0 ? -impulse : impulse;
      p->velocity[i].x += j * p->body[i]->inverse_mass * along.x;
      p->velocity[i].y += j * p->body[i]->inverse_mass * along.y;
      p->spin[i] += j * p->body[i]->inverse_inertia * kbx_cross (p->arm[i][point], along);
    }
}

static inline void
kbx_push_apart (kbx_pairing *p, uint32_t point, double impulse)
{
  p->pushed[point] += impulse;
  kbx_push (p, point, p->normal, impulse);
}

/* Both points at once where both come nearer: afterwards each has -e times its speed. False where one of them
 * would have to pull, or where the two respond alike, so that one impulse does for both. Energy: with impulses j,
 * speeds v and the response K, the change is j.v + j.Kj / 2 = (1 - e) / 2 j.v, which is not positive. */
static bool
kbx_push_both (kbx_pairing *p, double restitution)
{
  double v0 = kbx_speed (p, 0, p->normal), v1 = kbx_speed (p, 1, p->normal);
  double k00 = kbx_response (p, 0, 0, p->normal), k01 = kbx_response (p, 0, 1, p->normal);
  double k11 = kbx_response (p, 1, 1, p->normal), det = k00 * k11 - k01 * k01;
  double j0, j1;

  if (v0 >= 0 || v1 >= 0 || det <= 1e-9 * k00 * k11)
    return false;
  j0 = -(1 + restitution) * (k11 * v0 - k01 * v1) / det;
  j1 = -(1 + restitution) * (k00 * v1 - k01 * v0) / det;
  if (j0 < 0 || j1 < 0)
    return false;
  kbx_push_apart (p, 0, j0);
  kbx_push_apart (p, 1, j1);
  return true;
}

/* The impulse that lets a point leave as it came, times the restitution; not above 0 where it leaves already or cannot
 * move. */
static inline double
kbx_impulse_at (const kbx_pairing *p, uint32_t point, double restitution)
{
  double speed = kbx_speed (p, point, p->normal), response = kbx_response (p, point, point, p->normal);
  return response > 0 ? -(1 + restitution) * speed / response : 0;
}

/* Else one point after the other: first one whose impulse also stops the other, else the one that takes the larger
 * impulse; again while one of them comes nearer. Each such impulse loses energy or keeps it. */
static void
kbx_push_in_turn (kbx_pairing *p, uint32_t count, double restitution)
{
  for (int round = 0; round < KBX_ROUNDS; round++)
    {
      double j0 = kbx_impulse_at (p, 0, restitution), j1 = count > 1 ? kbx_impulse_at (p, 1, restitution) : 0;
      bool second = j1 > j0;

      if (j0 <= 0 && j1 <= 0)
        return;
      if (j0 > 0 && j1 > 0)
        {
          double across = kbx_response (p, 0, 1, p->normal);
          if (kbx_speed (p, 1, p->normal) + across * j0 >= 0)
            second = false;
          else if (kbx_speed (p, 0, p->normal) + across * j1 >= 0)
            second = true;
        }
      kbx_push_apart (p, second ? 1 : 0, second ? j1 : j0);
    }
}

static void
kbx_rub (kbx_pairing *p, uint32_t point, double friction)
{
  double most = friction * p->pushed[point], response = kbx_response (p, point, point, p->side), impulse;

  if (most <= 0 || response <= 0)
    return;
  impulse = -kbx_speed (p, point, p->side) / response;
  impulse = impulse > most ? most : impulse < -most ? -most : impulse;
  p->rubbed[point] = impulse;
  kbx_push (p, point, p->side, impulse);
}

/* Far from what a float can hold: a long lever on a body that only turns may ask for any spin. */
static inline bool
kbx_result_valid (const kbx_pairing *p)
{
  double most = 0;
  for (int i = 0; i < 2; i++)
    most += fabs (p->velocity[i].x) + fabs (p->velocity[i].y) + fabs (p->spin[i]);
  return most < 1e30;
}

KBX_API kbx_impulse
kbx_resolve (kbx_body *first, kbx_body *second, const kbx_manifold *manifold)
{
  kbx_impulse done = { KBX_ERROR_ARGUMENT, 0, 0 };
  kbx_body *bodies[2];
  kbx_pairing p;
  double restitution;

  if (!kbx_can_resolve (first, second, manifold))
    return done;
  done.status = KBX_OK;
  if (!manifold->hit)
    return done;

  memset (&p, 0, sizeof p);
  bodies[0] = first;
  bodies[1] = second;
  p.normal = kbx_wide (manifold->normal);
  p.side.x = -p.normal.y;
  p.side.y = p.normal.x;
  p.mass = (double) first->inverse_mass + second->inverse_mass;
  for (int i = 0; i < 2; i++)
    {
      p.body[i] = bodies[i];
      p.velocity[i] = kbx_wide (bodies[i]->velocity);
      p.spin[i] = bodies[i]->angular_velocity;
      for (uint32_t k = 0; k < manifold->count; k++)
        p.arm[i][k] = kbx_from_to (bodies[i]->position, manifold->points[k]);
    }
  restitution = first->restitution < second->restitution ? first->restitution : second->restitution;
  if (manifold->count < 2 || !kbx_push_both (&p, restitution))
    kbx_push_in_turn (&p, manifold->count, restitution);
  for (uint32_t k = 0; k < manifold->count || k == 0; k++)
    kbx_rub (&p, k, sqrt ((double) first->friction * second->friction));
  if (!kbx_result_valid (&p))
    {
      done.status = KBX_ERROR_ARGUMENT;
      return done;
    }
  done.normal = (float) (p.pushed[0] + p.pushed[1]);
  done.friction = (float) (p.rubbed[0] + p.rubbed[1]);
  for (int i = 0; i < 2 && done.normal > 0; i++)
    {
      bodies[i]->velocity.x = (float) p.velocity[i].x;
      bodies[i]->velocity.y = (float) p.velocity[i].y;
      bodies[i]->angular_velocity = (float) p.spin[i];
    }
  return done;
}

KBX_API kbx_status
kbx_separate (kbx_body *first, kbx_body *second, const kbx_manifold *manifold, float percent, float slop)
{
  kbx_body *bodies[2];
  double mass, way;

  if (!kbx_can_resolve (first, second, manifold) || !kbx_amount_valid (percent) || percent > 1 ||
      !kbx_amount_valid (slop))
    return KBX_ERROR_ARGUMENT;
  mass = (double) first->inverse_mass + second->inverse_mass;
  way = ((double) manifold->depth - slop) * percent;
  if (!manifold->hit || mass <= 0 || way <= 0)
    return KBX_OK;
  bodies[0] = first;
  bodies[1] = second;
  for (int i = 0; i < 2; i++)
    {
      double share = (i == 0 ? -way : way) * (bodies[i]->inverse_mass / mass);
      bodies[i]->position.x = (float) (bodies[i]->position.x + share * manifold->normal.x);
      bodies[i]->position.y = (float) (bodies[i]->position.y + share * manifold->normal.y);
    }
  return KBX_OK;
}

/* ---- masses ---- */

KBX_API float
kbx_inverse (float mass_or_inertia)
{
  return kbx_float_within (mass_or_inertia, KBX_BODY_LIMIT) && mass_or_inertia * KBX_BODY_LIMIT >= 1
           ? 1 / mass_or_inertia
           : 0;
}

KBX_API float
kbx_circle_inertia (float mass, float radius)
{
  return (float) (0.5 * mass * ((double) radius * radius));
}

KBX_API float
kbx_box_inertia (float mass, float w, float h)
{
  return (float) (mass * ((double) w * w + (double) h * h) / 12);
}

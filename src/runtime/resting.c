/* SPDX-License-Identifier: MIT */
/* Contacts that remember their impulses, for what rests on each other. Source of the method: sequential impulses with
 * warm starting (Catto 2006): a step begins with the impulses of the last one; each pass corrects every point's a
 * little, and what is kept between the bounds is their sum, not the correction. All in double within a pass. */
#include "runtime/bodies.h"

/* How far the normal may turn from one step to the next: the cosine of about 18 degrees. */
#define KBX_SAME_NORMAL 0.95

/* The velocities of two bodies while they change. */
typedef struct {
  kbx_wide_vec velocity[2];
  double spin[2];
} kbx_body_motion;

static kbx_body_motion
kbx_load_motion (const kbx_body *first, const kbx_body *second)
{
  kbx_body_motion m;
  m.velocity[0] = kbx_wide (first->velocity);
  m.velocity[1] = kbx_wide (second->velocity);
  m.spin[0] = first->angular_velocity;
  m.spin[1] = second->angular_velocity;
  return m;
}

static bool
kbx_store_motion (kbx_body *const bodies[2], const kbx_body_motion *m)
{
  double most = 0;

  for (int i = 0; i < 2; i++)
    most += fabs (m->velocity[i].x) + fabs (m->velocity[i].y) + fabs (m->spin[i]);
  if (!(most < 1e30))
    return false;
  for (int i = 0; i < 2; i++)
    {
      bodies[i]->velocity.x = (float) m->velocity[i].x;
      bodies[i]->velocity.y = (float) m->velocity[i].y;
      bodies[i]->angular_velocity = (float) m->spin[i];
    }
  return true;
}

/* The speed of the second body past the first along `way` at point k. */
static double
kbx_speed_along (const kbx_contact *c, const kbx_body_motion *m, uint32_t k, kbx_wide_vec way)
{
  return kbx_dot (m->velocity[1], way) + m->spin[1] * kbx_cross (kbx_wide (c->arms[1][k]), way) -
         (kbx_dot (m->velocity[0], way) + m->spin[0] * kbx_cross (kbx_wide (c->arms[0][k]), way));
}

/* How much an impulse of 1 changes that speed; 0 where neither body gives way. */
static double
kbx_response (const kbx_contact *c, kbx_body *const bodies[2], uint32_t k, kbx_wide_vec way)
{
  double sum = 0;
  for (int i = 0; i < 2; i++)
    {
      double lever = kbx_cross (kbx_wide (c->arms[i][k]), way);
      sum += bodies[i]->inverse_mass + lever * lever * bodies[i]->inverse_inertia;
    }
  return sum;
}

static void
kbx_give (const kbx_contact *c, kbx_body *const bodies[2], kbx_body_motion *m, uint32_t k, kbx_wide_vec way, double impulse)
{
  for (int i = 0; i < 2; i++)
    {
      double signed_impulse = i == 0 ? -impulse : impulse;
      m->velocity[i].x += signed_impulse * bodies[i]->inverse_mass * way.x;
      m->velocity[i].y += signed_impulse * bodies[i]->inverse_mass * way.y;
      m->spin[i] += signed_impulse * bodies[i]->inverse_inertia * kbx_cross (kbx_wide (c->arms[i][k]), way);
    }
}

static kbx_wide_vec
kbx_beside (kbx_wide_vec normal)
{
  kbx_wide_vec side = { -normal.y, normal.x };
  return side;
}

static double
kbx_far (kbx_vec a, kbx_vec b)
{
  kbx_wide_vec d = kbx_from_to (a, b);
  return kbx_dot (d, d);
}

/* Which point of before each point now is, as seen from the first body: 0, 1, or 2 for a new one. */
static void
kbx_match_points (const kbx_contact *now, const kbx_contact *before, uint32_t match[2])
{
  double far[2][2];

  match[0] = match[1] = 2;
  if (before->count < 1 || before->count > 2 ||
      !(kbx_dot (kbx_wide (now->normal), kbx_wide (before->normal)) >= KBX_SAME_NORMAL))
    return;
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < 2; i++)
      far[k][i] = kbx_far (now->arms[0][k < now->count ? k : 0], before->arms[0][i < before->count ? i : 0]);
  if (now->count == 2 && before->count == 2)
    {
      match[0] = far[0][0] + far[1][1] <= far[0][1] + far[1][0] ? 0 : 1;
      match[1] = 1 - match[0];
    }
  else if (now->count == 2)
    match[far[0][0] <= far[1][0] ? 0 : 1] = 0;
  else
    match[0] = far[0][0] <= far[0][1] ? 0 : 1;
}

KBX_INTERNAL bool
kbx_settling_valid (const kbx_settling *s)
{
  return s != NULL && kbx_amount_valid (s->step) && s->step * KBX_BODY_LIMIT >= 1 && kbx_amount_valid (s->percent) &&
         s->percent <= 1 && kbx_amount_valid (s->slop) && kbx_amount_valid (s->rest_speed);
}

/* The contact of now, which nothing has acted at yet. */
static kbx_contact
kbx_new_contact (kbx_body *const bodies[2], const kbx_manifold *m)
{
  kbx_contact c;

  memset (&c, 0, sizeof c);
  if (!m->hit)
    return c;
  c.normal = m->normal;
  c.count = m->count > 0 ? m->count : 1;
  for (uint32_t k = 0; k < m->count; k++)
    for (int i = 0; i < 2; i++)
      {
        c.arms[i][k].x = m->points[k].x - bodies[i]->position.x;
        c.arms[i][k].y = m->points[k].y - bodies[i]->position.y;
      }
  return c;
}

KBX_INTERNAL void
kbx_measure_approach (kbx_contact *contact, kbx_body *first, kbx_body *second, const kbx_manifold *manifold, double near[2])
{
  kbx_body *const bodies[2] = { first, second };
  kbx_contact now = kbx_new_contact (bodies, manifold);
  const kbx_body_motion motion = kbx_load_motion (first, second);

  for (uint32_t k = 0; k < 2; k++)
    near[k] = k < now.count ? -kbx_speed_along (&now, &motion, k, kbx_wide (now.normal)) : 0;
  contact->leave[0] = (float) near[0];
  contact->leave[1] = (float) near[1];
}

KBX_INTERNAL kbx_status
kbx_start_contact (kbx_contact *contact, kbx_body *first, kbx_body *second, const kbx_manifold *manifold,
                   const kbx_settling *settling, const double near[2])
{
  kbx_body *const bodies[2] = { first, second };
  kbx_contact now = kbx_new_contact (bodies, manifold);
  kbx_body_motion motion = kbx_load_motion (first, second);
  const kbx_wide_vec normal = kbx_wide (now.normal);
  uint32_t match[2];

  kbx_match_points (&now, contact, match);
  for (uint32_t k = 0; k < now.count; k++)
    {
      double depth = k < manifold->count ? manifold->depths[k] : manifold->depth;
      double bounce = near[k] > settling->rest_speed ? near[k] * kbx_lower_restitution (first, second) : 0;
      double out = settling->percent * (depth - settling->slop) / settling->step;
      now.leave[k] = (float) (out > bounce ? out : bounce);
    }
  for (uint32_t k = 0; k < now.count; k++)
    if (match[k] < 2)
      {
        now.push[k] = contact->push[match[k]];
        now.rub[k] = contact->rub[match[k]];
        kbx_give (&now, bodies, &motion, k, normal, now.push[k]);
        kbx_give (&now, bodies, &motion, k, kbx_beside (normal), now.rub[k]);
      }
  if (!kbx_store_motion (bodies, &motion))
    return KBX_ERROR_ARGUMENT;
  *contact = now;
  return KBX_OK;
}

KBX_API kbx_status
kbx_contact_begin (kbx_contact *contact, kbx_body *first, kbx_body *second, const kbx_manifold *manifold,
                   const kbx_settling *settling)
{
  kbx_contact before;
  double near[2];

  if (contact == NULL || !kbx_can_resolve (first, second, manifold) || !kbx_settling_valid (settling))
    return KBX_ERROR_ARGUMENT;
  before = *contact;
  kbx_measure_approach (&before, first, second, manifold, near);
  return kbx_start_contact (contact, first, second, manifold, settling, near);
}

/* The correction at one point along one way, so that the sum of all stays from low to high. */
static void
kbx_correct (const kbx_contact *c, kbx_body *const bodies[2], kbx_body_motion *m, uint32_t k, kbx_wide_vec way,
             double wanted, double low, double high, float *sum)
{
  double response = kbx_response (c, bodies, k, way), before = *sum, after;

  if (response <= 0)
    return;
  after = before + (wanted - kbx_speed_along (c, m, k, way)) / response;
  after = after < low ? low : after > high ? high : after;
  *sum = (float) after;
  kbx_give (c, bodies, m, k, way, *sum - before);
}

KBX_API kbx_impulse
kbx_contact_resolve (kbx_contact *contact, kbx_body *first, kbx_body *second)
{
  kbx_impulse done = { KBX_ERROR_ARGUMENT, 0, 0 };
  kbx_body *const bodies[2] = { first, second };
  kbx_wide_vec normal;
  kbx_contact now;
  kbx_body_motion motion;

  if (contact == NULL || contact->count > 2 || !kbx_bodies_valid (first, second))
    return done;
  now = *contact;
  motion = kbx_load_motion (first, second);
  normal = kbx_wide (now.normal);
  /* Friction first: what comes last holds best, and that is that nothing sinks in. */
  for (uint32_t k = 0; k < now.count; k++)
    {
      double most = now.push[k] * kbx_shared_friction (first, second);
      kbx_correct (&now, bodies, &motion, k, kbx_beside (normal), 0, -most, most, &now.rub[k]);
    }
  for (uint32_t k = 0; k < now.count; k++)
    kbx_correct (&now, bodies, &motion, k, normal, now.leave[k], 0, KBX_BODY_LIMIT, &now.push[k]);
  if (!kbx_store_motion (bodies, &motion))
    return done;
  *contact = now;
  done.status = KBX_OK;
  done.normal = now.push[0] + now.push[1];
  done.friction = now.rub[0] + now.rub[1];
  return done;
}

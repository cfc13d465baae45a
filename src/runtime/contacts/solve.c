/* SPDX-License-Identifier: MIT */
/* Solves all contacts of a step in an order that lets stacks rest: upwards from fixed bodies, in
 * whatever order they are given. */
#include "runtime/contacts/bodies.h"

/* ---- resting ---- */

/* Contacts that remember their impulses, so that bodies can rest on each other. Method: sequential
 * impulses with warm starting (Catto 2006). A step begins with the impulses of the last one; each
 * pass corrects every point slightly, and the bounds apply to the sums. Two points are solved
 * together, so that their order does not turn a box. All in double within a pass. */

/* The maximum turn of the normal between steps: the cosine of about 18 degrees. */
#define KBX_SAME_NORMAL 0.95

/* Two points that press almost at one position are corrected separately. */
#define KBX_POINTS_APART 1e-3

/* The rotation of body i by an impulse at point k. */
static double
kbx_lever (const kbx_body_pair *p, int i, uint32_t k, kbx_wide_vec way)
{
  return kbx_cross (kbx_wide (p->own.arms[i][k]), way);
}

/* The velocity of the second body relative to the first, along `way` at point k. */
static double
kbx_speed_along (const kbx_body_pair *p, const kbx_body_motion *m, uint32_t k, kbx_wide_vec way)
{
  return kbx_dot (m->velocity[1], way) + m->spin[1] * kbx_lever (p, 1, k, way) -
         (kbx_dot (m->velocity[0], way) + m->spin[0] * kbx_lever (p, 0, k, way));
}

/* The change of that velocity at point l by an impulse of 1 at point k; 0 if neither body moves. */
static double
kbx_response (const kbx_body_pair *p, const kbx_body_motion *m, uint32_t k, uint32_t l,
              kbx_wide_vec way)
{
  double sum = 0;
  for (int i = 0; i < 2; i++)
    sum += m->mass[i] + kbx_lever (p, i, k, way) * kbx_lever (p, i, l, way) * m->inertia[i];
  return sum;
}

static void
kbx_give (const kbx_body_pair *p, kbx_body_motion *m, uint32_t k, kbx_wide_vec way, double impulse)
{
  for (int i = 0; i < 2; i++)
    {
      double signed_impulse = i == 0 ? -impulse : impulse;
      m->velocity[i].x += signed_impulse * m->mass[i] * way.x;
      m->velocity[i].y += signed_impulse * m->mass[i] * way.y;
      m->spin[i] += signed_impulse * m->inertia[i] * kbx_lever (p, i, k, way);
    }
}

static kbx_wide_vec
kbx_beside (kbx_wide_vec normal)
{
  return KBX_LITERAL (kbx_wide_vec){ -normal.y, normal.x };
}

static double
kbx_far (kbx_vec a, kbx_vec b)
{
  kbx_wide_vec d = kbx_from_to (a, b);
  return kbx_dot (d, d);
}

/* The old point matching each current point, relative to the first body: 0, 1, or 2 for a new
 * one. */
static void
kbx_match_points (const kbx_body_pair *now, const kbx_body_pair *before, uint32_t match[2])
{
  double far[2][2];

  match[0] = match[1] = 2;
  if (before->own.count < 1 || before->own.count > 2 ||
      !(kbx_dot (kbx_wide (now->own.normal), kbx_wide (before->own.normal)) >= KBX_SAME_NORMAL))
    return;
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < 2; i++)
      far[k][i] = kbx_far (now->own.arms[0][k < now->own.count ? k : 0],
                           before->own.arms[0][i < before->own.count ? i : 0]);
  if (now->own.count == 2 && before->own.count == 2)
    {
      match[0] = far[0][0] + far[1][1] <= far[0][1] + far[1][0] ? 0 : 1;
      match[1] = 1 - match[0];
    }
  else if (now->own.count == 2)
    match[far[0][0] <= far[1][0] ? 0 : 1] = 0;
  else
    match[0] = far[0][0] <= far[0][1] ? 0 : 1;
}

/* All contacts of a step are measured before the first starts: an impulse would look
 * like an approach. */
static bool
kbx_settling_valid (const kbx_settling *s)
{
  return s != NULL && kbx_amount_valid (s->step) && s->step * KBX_BODY_LIMIT >= 1
         && kbx_amount_valid (s->percent) && s->percent <= 1 && kbx_amount_valid (s->slop)
         && kbx_amount_valid (s->rest_speed);
}

/* The current contact, without impulses yet. */
static void
kbx_renew_contact (kbx_body_pair *pair, const kbx_body *bodies)
{
  const kbx_body *const body[2] = { &bodies[pair->first], &bodies[pair->second] };
  const kbx_manifold *m = &pair->manifold;

  pair->own.normal = m->normal;
  pair->own.count = m->count > 0 ? m->count : 1;
  memset (pair->own.arms, 0, sizeof pair->own.arms);
  for (uint32_t k = 0; k < m->count; k++)
    for (int i = 0; i < 2; i++)
      {
        pair->own.arms[i][k].x = m->points[k].x - body[i]->position.x;
        pair->own.arms[i][k].y = m->points[k].y - body[i]->position.y;
      }
  for (int k = 0; k < 2; k++)
    pair->own.push[k] = pair->own.rub[k] = 0;
}

/* Stores the approach speed of its points in own.leave. */
static void
kbx_measure_approach (kbx_body_pair *pair, const kbx_body *bodies)
{
  const kbx_body_motion motion = kbx_load_motion (&bodies[pair->first], &bodies[pair->second]);
  kbx_body_pair now = *pair;

  kbx_renew_contact (&now, bodies);
  for (uint32_t k = 0; k < 2; k++)
    pair->own.leave[k] = k < now.own.count
                           ? (float) -kbx_speed_along (&now, &motion, k, kbx_wide (now.own.normal))
                           : 0;
}

/* The minimum velocity at which the second body must leave at point k: bouncing, or sinking slowly
 * to the slop. */
static float
kbx_wanted_speed (const kbx_body_pair *pair, uint32_t k, double restitution,
                  const kbx_settling *settling)
{
  const kbx_manifold *m = &pair->manifold;
  const double depth = k < m->count ? m->depths[k] : m->depth, room = settling->slop - depth;
  const double bounce =
    pair->own.leave[k] > settling->rest_speed ? pair->own.leave[k] * restitution : 0;

  return (float) (bounce > 0 || room <= 0 ? bounce : -settling->percent * room / settling->step);
}

/* Starts the current contact with the impulses of the last step. Returns false, without changes, if
 * these are invalid. */
static bool
kbx_start_contact (kbx_body_pair *pair, kbx_body *bodies, const kbx_settling *settling)
{
  const kbx_body *first = &bodies[pair->first], *second = &bodies[pair->second];
  const kbx_wide_vec normal = kbx_wide (pair->manifold.normal);
  const double deep = settling->percent * ((double) pair->manifold.depth - settling->slop);
  kbx_body_motion motion = kbx_load_motion (&bodies[pair->first], &bodies[pair->second]);
  kbx_body_pair now = *pair;
  uint32_t match[2];

  kbx_renew_contact (&now, bodies);
  kbx_match_points (&now, pair, match);
  now.own.out = (float) (deep > 0 ? deep : 0);
  now.own.apart = kbx_dot (normal, kbx_from_to (first->position, second->position));
  for (uint32_t k = 0; k < now.own.count; k++)
    now.own.leave[k] = kbx_wanted_speed (pair, k, kbx_lower_restitution (first, second), settling);
  for (uint32_t k = 0; k < now.own.count; k++)
    if (match[k] < 2)
      {
        now.own.push[k] = pair->own.push[match[k]];
        now.own.rub[k] = pair->own.rub[match[k]];
        kbx_give (&now, &motion, k, normal, now.own.push[k]);
        kbx_give (&now, &motion, k, kbx_beside (normal), now.own.rub[k]);
      }
  if (!kbx_store_motion (&bodies[pair->first], &bodies[pair->second], &motion))
    return false;
  pair->own = now.own;
  return true;
}

/* Corrects one point along one direction, keeping the sum from low to high. */
static void
kbx_correct_point (const kbx_body_pair *p, kbx_body_motion *m, uint32_t k, kbx_wide_vec way,
                   double wanted, double low, double high, float *sum)
{
  double response = kbx_response (p, m, k, k, way), before = *sum, after;

  if (response <= 0)
    return;
  after = before + (wanted - kbx_speed_along (p, m, k, way)) / response;
  after = after < low ? low : after > high ? high : after;
  *sum = (float) after;
  kbx_give (p, m, k, way, *sum - before);
}

/* Both points along the normal: the pushes x >= 0 for which no velocity a x + b is negative, and it
 * is 0 where x is not. Tries both points, one, the other, none. Returns false if the points are too
 * near each other. */
static bool
kbx_correct_points (kbx_body_pair *p, kbx_body_motion *m, kbx_wide_vec normal)
{
  const double a00 = kbx_response (p, m, 0, 0, normal), a01 = kbx_response (p, m, 0, 1, normal);
  const double a11 = kbx_response (p, m, 1, 1, normal), det = a00 * a11 - a01 * a01;
  const double p0 = p->own.push[0], p1 = p->own.push[1];

  if (!(det > KBX_POINTS_APART * a00 * a11))
    return false;
  const double b0 = kbx_speed_along (p, m, 0, normal) - p->own.leave[0] - a00 * p0 - a01 * p1;
  double b1 = kbx_speed_along (p, m, 1, normal) - p->own.leave[1] - a01 * p0 - a11 * p1;
  double x0 = (a01 * b1 - a11 * b0) / det;
  double x1 = (a01 * b0 - a00 * b1) / det;
  if (x0 < 0 || x1 < 0)
    {
      const bool first = b0 < 0 && b1 - a01 * b0 / a00 >= 0;
      x0 = first ? -b0 / a00 : 0;
      x1 = !first && b1 < 0 ? -b1 / a11 : 0;
    }
  p->own.push[0] = (float) x0;
  p->own.push[1] = (float) x1;
  kbx_give (p, m, 0, normal, p->own.push[0] - p0);
  kbx_give (p, m, 1, normal, p->own.push[1] - p1);
  return true;
}

/* One pass; `braced`: the body of lower rank does not move. Returns false, without changes, outside
 * the limits. */
static bool
kbx_correct_contact (kbx_body_pair *pair, kbx_body *bodies, bool braced)
{
  const kbx_body *first = &bodies[pair->first], *second = &bodies[pair->second];
  const double friction = kbx_shared_friction (first, second);
  kbx_body_motion motion = kbx_load_motion (&bodies[pair->first], &bodies[pair->second]);
  kbx_body_pair now = *pair;
  const kbx_wide_vec normal = kbx_wide (now.own.normal);

  if (braced && first->rank != second->rank)
    {
      const int held = first->rank < second->rank ? 0 : 1;
      motion.mass[held] = motion.inertia[held] = 0;
    }
  /* Friction first: the last correction holds best, and that must be against sinking in */
  for (uint32_t k = 0; k < now.own.count; k++)
    {
      double most = now.own.push[k] * friction;
      kbx_correct_point (&now, &motion, k, kbx_beside (normal), 0, -most, most, &now.own.rub[k]);
    }
  if (now.own.count < 2 || !kbx_correct_points (&now, &motion, normal))
    for (uint32_t k = 0; k < now.own.count; k++)
      kbx_correct_point (&now, &motion, k, normal, now.own.leave[k], 0, KBX_BODY_LIMIT,
                         &now.own.push[k]);
  if (!kbx_store_motion (&bodies[pair->first], &bodies[pair->second], &motion))
    return false;
  *pair = now;
  pair->impulse.normal = now.own.push[0] + now.own.push[1];
  pair->impulse.friction = now.own.rub[0] + now.own.rub[1];
  return true;
}

/* Separates the positions of the two, unless other contacts of this step have. */
static void
kbx_part_contact (const kbx_body_pair *pair, kbx_body *bodies)
{
  kbx_body *first = &bodies[pair->first], *second = &bodies[pair->second];
  const double apart =
    kbx_dot (kbx_wide (pair->own.normal), kbx_from_to (first->position, second->position));

  if (pair->own.out > 0)
    kbx_move_apart (first, second, pair->own.normal, pair->own.out - (apart - pair->own.apart));
}

/* ---- solve ---- */

/* Appends the contact to the chain. */
static void
kbx_chain_pair (kbx_body_pair *pairs, uint32_t *head, uint32_t *last, uint32_t i)
{
  if (*last == KBX_NONE)
    *head = i;
  else
    pairs[*last].own.next = i;
  pairs[i].own.next = KBX_NONE;
  pairs[i].own.chained = true;
  *last = i;
}

static uint32_t
kbx_raise_rank (kbx_body *body, uint32_t rank)
{
  if (body->rank == KBX_NONE && body->inverse_mass > 0)
    {
      body->rank = rank;
      return 1;
    }
  return 0;
}

/* Orders the valid contacts: round by round those that touch a body reached in the round before,
 * then the rest. Returns the first. */
static uint32_t
kbx_order_pairs (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count)
{
  uint32_t head = KBX_NONE, last = KBX_NONE, raised = 1;

  for (uint32_t i = 0; i < body_count; i++)
    bodies[i].rank = bodies[i].inverse_mass > 0 ? KBX_NONE : 0;
  for (uint32_t i = 0; i < count; i++)
    pairs[i].own.chained = pairs[i].impulse.status != KBX_OK || !pairs[i].manifold.hit;
  for (uint32_t rank = 0; raised > 0; rank++)
    {
      raised = 0;
      for (uint32_t i = 0; i < count; i++)
        {
          kbx_body *a = &bodies[pairs[i].first], *b = &bodies[pairs[i].second];
          if (pairs[i].own.chained || (a->rank != rank && b->rank != rank))
            continue;
          raised += kbx_raise_rank (a, rank + 1) + kbx_raise_rank (b, rank + 1);
          kbx_chain_pair (pairs, &head, &last, i);
        }
    }
  for (uint32_t i = 0; i < count; i++)
    if (!pairs[i].own.chained)
      kbx_chain_pair (pairs, &head, &last, i);
  return head;
}

/* Sets each pair's status; valid ones are measured. */
static void
kbx_measure_pairs (kbx_body *bodies, kbx_body_pair *pairs, uint32_t count, bool valid)
{
  for (uint32_t i = 0; i < count; i++)
    {
      kbx_body_pair *p = &pairs[i];
      memset (&p->impulse, 0, sizeof p->impulse);
      if (!valid || !kbx_can_resolve (&bodies[p->first], &bodies[p->second], &p->manifold))
        p->impulse.status = KBX_ERROR_ARGUMENT;
      else if (p->manifold.hit)
        kbx_measure_approach (p, bodies);
      else
        memset (&p->own, 0, sizeof p->own); /* the contact is forgotten */
    }
}

KBX_API kbx_status
kbx_solve (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count,
           const kbx_settling *settling, uint32_t passes)
{
  kbx_status status = KBX_OK;

  if (count == 0)
    return KBX_OK;
  if (bodies == NULL || pairs == NULL)
    return KBX_ERROR_ARGUMENT;
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].first >= body_count || pairs[i].second >= body_count)
      return KBX_ERROR_ARGUMENT;
  kbx_measure_pairs (bodies, pairs, count, kbx_settling_valid (settling));
  const uint32_t head = kbx_order_pairs (bodies, body_count, pairs, count);
  for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
    if (!kbx_start_contact (&pairs[i], bodies, settling))
      pairs[i].impulse.status = KBX_ERROR_ARGUMENT;
  /* First downwards, so that weight presses on each body; then upwards, so that each is
   * supported */
  for (uint32_t pass = 0; pass < passes; pass++)
    for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
      if (pairs[i].impulse.status == KBX_OK
          && !kbx_correct_contact (&pairs[i], bodies, pass >= passes - passes / 2))
        pairs[i].impulse.status = KBX_ERROR_ARGUMENT;
  for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
    if (pairs[i].impulse.status == KBX_OK)
      kbx_part_contact (&pairs[i], bodies);
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].impulse.status != KBX_OK)
      status = KBX_ERROR_ARGUMENT;
  return status;
}

/* SPDX-License-Identifier: MIT */
/* Contact response: velocities by impulses, positions by projection. In double, rounded to float
 * once at the end, so that an untouched body keeps its bits. Friction turns a body and so moves a
 * point along the normal too, so both speeds of a point are solved together. Impulses are p, speeds
 * v before and w = v + Kp after. At each point the impulse along the edge is the same part x of the
 * normal one, at most the coefficient of friction. */

/* For a given x, the points are a complementarity problem of two unknowns. No point is pulled, none
 * approaches, and one that leaves faster than restitution asks is not pushed. x slows the points'
 * sliding and ends where it stops. The energy changes by p.w - p.Kp / 2. Without restitution, p.w
 * is the work of friction, which is not positive. With restitution it may be; then restitution is
 * reduced until it is not. */
#include "runtime/contacts/bodies.h"

/* The numbers of bisections for friction, which stop early when no double is left between, and for
 * restitution. */
#define KBX_RUB_HALVINGS 128
#define KBX_BOUNCE_HALVINGS 40

/* Two bodies at one contact. Points that cannot move along the normal are left out, with zeros. */
typedef struct {
  const kbx_body *body[2];
  kbx_wide_vec normal, side;            /* side: clockwise of the normal */
  /* The rotation caused by an impulse along normal and side: per body and point */
  double lever[2][2], rub_lever[2][2];
  /* Velocity of the second body relative to the first: along normal and side */
  double near[2], slide[2];
  /* [seen][at]: the response to an impulse: normal, side; normal by side */
  double kn[2][2], ks[2][2], kx[2][2];
  double friction;
  uint32_t count;
} kbx_pairing;

/* The normal impulses, one per point, and the part of them that acts along the side. */
typedef struct { double push[2], part; } kbx_answer;

/* Adds a point, unless neither body moves along the normal there. */
static void
kbx_add_point (kbx_pairing *p, const kbx_wide_vec arm[2])
{
  uint32_t k = p->count;
  double response = (double) p->body[0]->inverse_mass + p->body[1]->inverse_mass;

  for (int i = 0; i < 2; i++)
    {
      p->lever[i][k] = kbx_cross (arm[i], p->normal);
      p->rub_lever[i][k] = kbx_cross (arm[i], p->side);
      response += p->lever[i][k] * p->lever[i][k] * p->body[i]->inverse_inertia;
    }
  if (response <= 0)
    return;
  for (int i = 0; i < 2; i++)
    {
      const kbx_body *b = p->body[i];
      double sign = i == 0 ? -1 : 1;
      p->near[k] +=
        sign * (kbx_dot (kbx_wide (b->velocity), p->normal) + b->angular_velocity * p->lever[i][k]);
      p->slide[k] +=
        sign
        * (kbx_dot (kbx_wide (b->velocity), p->side) + b->angular_velocity * p->rub_lever[i][k]);
    }
  p->count++;
}

static void
kbx_find_responses (kbx_pairing *p)
{
  for (uint32_t seen = 0; seen < 2 && seen < p->count; seen++)
    for (uint32_t at = 0; at < 2 && at < p->count; at++)
      {
        p->kn[seen][at] = p->ks[seen][at] =
          (double) p->body[0]->inverse_mass + p->body[1]->inverse_mass;
        for (int i = 0; i < 2; i++)
          {
            double inertia = p->body[i]->inverse_inertia;
            p->kn[seen][at] += p->lever[i][seen] * p->lever[i][at] * inertia;
            p->ks[seen][at] += p->rub_lever[i][seen] * p->rub_lever[i][at] * inertia;
            p->kx[seen][at] += p->lever[i][seen] * p->rub_lever[i][at] * inertia;
          }
      }
}

/* The determinant of the two points' responses kn + x kx, as a sum without cancellation (Cauchy and
 * Binet). Products of the responses themselves would cancel completely when the two points respond
 * almost alike. */
static double
kbx_determinant (const kbx_pairing *p, double x)
{
  double mass = (double) p->body[0]->inverse_mass + p->body[1]->inverse_mass, c[2][2], sum = 0;
  double i0 = p->body[0]->inverse_inertia, i1 = p->body[1]->inverse_inertia;

  for (int i = 0; i < 2; i++)
    {
      for (int k = 0; k < 2; k++)
        c[i][k] = p->lever[i][k] + x * p->rub_lever[i][k];
      sum += mass * p->body[i]->inverse_inertia
             * ((p->lever[i][1] - p->lever[i][0]) * (c[i][1] - c[i][0]));
    }
  return sum + (i0 * i1) * ((p->lever[0][0] * p->lever[1][1] - p->lever[1][0] * p->lever[0][1]) *
                            (c[0][0] * c[1][1] - c[1][0] * c[0][1]));
}

/* The impulses after which no point approaches, and each that did leaves with that restitution or,
 * if it is not pushed, faster. Tries one point, the other, both. Returns false if none fits, or if
 * both would need a squeeze whose difference, the result, is lost in rounding. */
static bool
kbx_push (const kbx_pairing *p, double restitution, double x, kbx_answer *answer)
{
  double a[2][2], q[2], det, j;

  answer->part = x;
  for (int i = 0; i < 2; i++)
    {
      q[i] = p->near[i] < 0 ? -(1 + restitution) * p->near[i] : -p->near[i];
      for (int k = 0; k < 2; k++)
        a[i][k] = p->kn[i][k] + x * p->kx[i][k];
    }
  for (int i = 0; i < 2; i++)
    if (q[i] > 0 && a[i][i] > 1e-5 * p->kn[i][i])
      {
        j = q[i] / a[i][i];
        const double other = a[1 - i][i] * j;
        if (other - q[1 - i] >= -1e-9 * (fabs (other) + fabs (q[1 - i])))
          {
            answer->push[i] = j;
            answer->push[1 - i] = 0;
            return true;
          }
      }
  if (p->count < 2)
    return false;
  det = kbx_determinant (p, x);
  const int big = a[0][0] >= a[1][1] ? 0 : 1;
  if (a[big][big] <= 1e-9 * p->kn[big][big] || det <= 1e-13 * (p->kn[0][0] * p->kn[1][1]))
    return false;
  j = (q[1 - big] - a[1 - big][big] / a[big][big] * q[big]) / (det / a[big][big]);
  answer->push[1 - big] = j;
  answer->push[big] = (q[big] - a[big][1 - big] * j) / a[big][big];
  return answer->push[0] >= 0 && answer->push[1] >= 0 &&
         p->kn[0][0] * answer->push[0] + p->kn[1][1] * answer->push[1] <=
           (fabs (x) > 0 ? 1e5 : 1e9) * (fabs (q[0]) + fabs (q[1]));
}

/* A point's speed after the impulses. */
static double
kbx_near_after (const kbx_pairing *p, const kbx_answer *answer, uint32_t i)
{
  double x = answer->part;
  return p->near[i] + (p->kn[i][0] + x * p->kx[i][0]) * answer->push[0] +
         (p->kn[i][1] + x * p->kx[i][1]) * answer->push[1];
}

static double
kbx_slide_after (const kbx_pairing *p, const kbx_answer *answer, uint32_t i)
{
  double x = answer->part;
  return p->slide[i] + (p->kx[0][i] + x * p->ks[i][0]) * answer->push[0] +
         (p->kx[1][i] + x * p->ks[i][1]) * answer->push[1];
}

/* The sliding speed of the points afterwards, weighted by their impulses. */
static inline double
kbx_sliding (const kbx_pairing *p, const kbx_answer *answer)
{
  return answer->push[0] * kbx_slide_after (p, answer, 0)
         + answer->push[1] * kbx_slide_after (p, answer, 1);
}

/* Whether with that part they still slide in the same direction as without friction (or stand): it
 * brakes. */
static bool
kbx_brakes (const kbx_pairing *p, double restitution, double x, bool clockwise, kbx_answer *answer)
{
  if (!kbx_push (p, restitution, x, answer))
    return false;
  const double sliding = kbx_sliding (p, answer);
  return clockwise ? sliding >= 0 : sliding <= 0;
}

/* Normal impulses and friction for that restitution. The result always brakes, so the bounds hold
 * even if several parts would stop the sliding. */
static bool
kbx_push_and_rub (const kbx_pairing *p, double restitution, kbx_answer *answer)
{
  double sliding, low = 0, high;
  kbx_answer next;

  if (!kbx_push (p, restitution, 0, answer))
    return false;
  sliding = kbx_sliding (p, answer);
  if (!(fabs (sliding) > 0))
    return true;
  const bool clockwise = sliding > 0;
  high = clockwise ? -p->friction : p->friction;
  if (kbx_brakes (p, restitution, high, clockwise, &next))
    {
      *answer = next;
      return true;
    }
  for (int i = 0; i < KBX_RUB_HALVINGS; i++)
    {
      double middle = 0.5 * (low + high);
      if (middle == low || middle == high)
        break;
      if (kbx_brakes (p, restitution, middle, clockwise, &next))
        {
          low = middle;
          *answer = next;
        }
      else
        high = middle;
    }
  return true;
}

/* No more energy than before, up to rounding. */
static bool
kbx_keeps_energy (const kbx_pairing *p, const kbx_answer *answer)
{
  double gain = 0, size = 0;
  for (uint32_t i = 0; i < p->count; i++)
    {
      double pushed = answer->push[i] * (p->near[i] + kbx_near_after (p, answer, i));
      double rubbed =
        answer->part * answer->push[i] * (p->slide[i] + kbx_slide_after (p, answer, i));
      gain += pushed + rubbed;
      size += p->near[i] * p->near[i] / p->kn[i][i];
    }
  return gain <= 1e-10 * size;
}

static bool
kbx_bounces (const kbx_pairing *p, double restitution, kbx_answer *answer)
{
  return kbx_push_and_rub (p, restitution, answer) && kbx_keeps_energy (p, answer);
}

/* Solves the whole contact; leaves it unchanged if no impulse can separate the points. */
static void
kbx_answer_contact (const kbx_pairing *p, double restitution, kbx_answer *answer)
{
  double low = 0, high = restitution;
  kbx_answer next;

  if (kbx_bounces (p, restitution, answer))
    return;
  if (!kbx_push_and_rub (p, 0, answer))
    {
      memset (answer, 0, sizeof *answer);
      return;
    }
  for (int i = 0; i < KBX_BOUNCE_HALVINGS; i++)
    {
      double middle = 0.5 * (low + high);
      if (kbx_bounces (p, middle, &next))
        {
          low = middle;
          *answer = next;
        }
      else
        high = middle;
    }
}

KBX_API kbx_impulse
kbx_resolve (kbx_body *first, kbx_body *second, const kbx_manifold *manifold)
{
  kbx_impulse done = { KBX_ERROR_ARGUMENT, 0, 0 };
  kbx_answer answer;

  if (!kbx_can_resolve (first, second, manifold))
    return done;
  done.status = KBX_OK;
  if (!manifold->hit)
    return done;

  kbx_pairing p = KBX_ZEROS;
  p.body[0] = first;
  p.body[1] = second;
  p.normal = kbx_wide (manifold->normal);
  p.side.x = -p.normal.y;
  p.side.y = p.normal.x;
  p.friction = kbx_shared_friction (first, second);
  for (uint32_t k = 0; k < manifold->count || k == 0; k++)
    {
      kbx_wide_vec arm[2] = { { 0, 0 }, { 0, 0 } };
      for (int i = 0; i < 2 && k < manifold->count; i++)
        arm[i] = kbx_from_to (p.body[i]->position, manifold->points[k]);
      kbx_add_point (&p, arm);
    }
  if (p.near[0] >= 0 && p.near[1] >= 0)
    return done;
  kbx_find_responses (&p);
  kbx_answer_contact (&p, kbx_lower_restitution (first, second), &answer);

  kbx_body_motion motion = kbx_load_motion (first, second);
  const double sum = answer.push[0] + answer.push[1];
  for (int i = 0; i < 2; i++)
    {
      const double sign = i == 0 ? -1 : 1, all = sign * sum;
      motion.velocity[i].x += all * motion.mass[i] * (p.normal.x + answer.part * p.side.x);
      motion.velocity[i].y += all * motion.mass[i] * (p.normal.y + answer.part * p.side.y);
      for (int k = 0; k < 2; k++)
        motion.spin[i] += sign * answer.push[k] * motion.inertia[i]
                          * (p.lever[i][k] + answer.part * p.rub_lever[i][k]);
    }
  if ((float) sum > 0 && !kbx_store_motion (first, second, &motion))
    {
      done.status = KBX_ERROR_ARGUMENT;
      return done;
    }
  done.normal = (float) sum;
  done.friction = (float) (answer.part * sum);
  return done;
}

KBX_API kbx_status
kbx_separate (kbx_body *first, kbx_body *second, const kbx_manifold *manifold, float percent,
              float slop)
{
  if (!kbx_can_resolve (first, second, manifold) || !kbx_amount_valid (percent) || percent > 1 ||
      !kbx_amount_valid (slop))
    return KBX_ERROR_ARGUMENT;
  if (manifold->hit)
    kbx_move_apart (first, second, manifold->normal, ((double) manifold->depth - slop) * percent);
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

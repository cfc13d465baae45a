/* SPDX-License-Identifier: MIT */
/* The nearest points of shapes in space, and the contacts of spheres computed from them. */
#include "runtime/solids/solids.h"

/* With the vector from the point to p: its length is the distance. If it is 0, the normal is
 * `other`. */
static kbx_near3
kbx_near_at (kbx_wide3 at, kbx_wide3 p, kbx_wide3 other)
{
  const kbx_wide3 way = kbx_minus3 (p, at);
  const double distance = kbx_length3 (way);
  return KBX_LITERAL (
    kbx_near3){ at, kbx_unit3 (distance > 0 ? way : other), at, distance, 0, false };
}

static kbx_near3
kbx_near_segment (kbx_wide3 a, kbx_wide3 b, kbx_wide3 p)
{
  const kbx_wide3 along = kbx_minus3 (b, a);
  const double square = kbx_dot3 (along, along),
               t = square > 0 ? kbx_dot3 (kbx_minus3 (p, a), along) / square : 0;
  const kbx_wide3 foot = kbx_plus3 (a, kbx_times3 (along, t));
  kbx_near3 near =
      kbx_near_at (t <= 0   ? a
                   : t >= 1 ? b
                            : foot,
                   p, kbx_wide3_of (-along.y, along.x, along.x == 0 && along.y == 0 ? 1 : 0));
  near.foot = foot;
  near.t = t;
  return near;
}

/* Of equally near edges, the first. */
static kbx_near3
kbx_near_polygon (kbx_polygon3 polygon, kbx_wide3 p)
{
  const kbx_wide3 n = kbx_newell (polygon), from = kbx_widen3 (polygon.corners[0]);
  const double square = kbx_dot3 (n, n),
               height = square > 0 ? kbx_dot3 (n, kbx_minus3 (p, from)) / square : 0;
  const kbx_wide3 foot = kbx_minus3 (p, kbx_times3 (n, height));
  kbx_near3 near = kbx_near_at (foot, p, n);

  if (!kbx_sheet_contains (polygon, n, foot))
    for (uint32_t i = 0; i < polygon.count; i++)
      {
        const kbx_vec3 a = polygon.corners[i],
                       b = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
        const kbx_near3 edge = kbx_near_segment (kbx_widen3 (a), kbx_widen3 (b), p);
        if (i == 0 || edge.distance < near.distance)
          near = edge;
      }
  if (near.distance == 0)
    near.normal = kbx_unit3 (n);
  near.foot = foot;
  near.t = 0;
  return near;
}

/* Of equally short ways out, the first axis and its positive side. */
static kbx_near3
kbx_near_box (const kbx_shape3 *shape, kbx_wide3 p)
{
  const kbx_wide_box3 box = kbx_widen_box3 (shape);
  const kbx_wide3 d = kbx_minus3 (p, box.centre);
  kbx_wide3 at = box.centre, out = box.axis[0];
  double least = 0, to_side = 0;
  bool inside = true;

  for (int i = 0; i < 3; i++)
    {
      const double square = kbx_dot3 (box.axis[i], box.axis[i]),
                   s = kbx_dot3 (d, box.axis[i]) / square, half = box.half[i];
      const double room = (half - fabs (s)) * sqrt (square);
      inside = inside && room >= 0;
      at = kbx_plus3 (at, kbx_times3 (box.axis[i], s < -half ? -half : s > half ? half : s));
      if (i == 0 || room < least)
        {
          least = room;
          to_side = fabs ((s < 0 ? -half : half) - s);
          out = kbx_times3 (box.axis[i], s < 0 ? -1 : 1);
        }
    }
  if (!inside)
    return kbx_near_at (at, p, out);
  kbx_near3 near = kbx_near_at (kbx_plus3 (p, kbx_times3 (out, to_side)), p, out);
  near.normal = kbx_unit3 (out);
  near.distance = -least;
  near.inside = true;
  return near;
}

KBX_INTERNAL kbx_near3
kbx_near_of (const kbx_shape3 *shape, kbx_wide3 p)
{
  const kbx_wide3 right = kbx_wide3_of (1, 0, 0);
  kbx_near3 near;
  kbx_wide3 n;
  double r;

  switch (shape->kind)
    {
    case KBX_SHAPE3_POINT: return kbx_near_at (kbx_widen3 (shape->as.point), p, right);
    case KBX_SHAPE3_SEGMENT:
      return kbx_near_segment (kbx_widen3 (shape->as.segment.a), kbx_widen3 (shape->as.segment.b),
                               p);
    case KBX_SHAPE3_POLYGON: return kbx_near_polygon (shape->as.polygon, p);
    case KBX_SHAPE3_BOX:
    case KBX_SHAPE3_OBB: return kbx_near_box (shape, p);
    case KBX_SHAPE3_SPHERE:
      near = kbx_near_at (kbx_widen3 (shape->as.sphere.centre), p, right);
      r = shape->as.sphere.radius;
      near.at = near.foot = kbx_plus3 (near.at, kbx_times3 (near.normal, r));
      break;
    default:
      n = kbx_widen3 (shape->as.plane.normal);
      r = kbx_length3 (n);
      near = kbx_near_at (p, p, n);
      near.distance = (kbx_dot3 (n, p) - shape->as.plane.distance) / r;
      near.at = near.foot = kbx_minus3 (p, kbx_times3 (near.normal, near.distance));
      r = 0;
    }
  near.distance -= r;
  near.inside = near.distance < 0;
  return near;
}

KBX_API kbx_nearest3
kbx_nearest_point3 (kbx_shape3 shape, kbx_vec3 p)
{
  kbx_nearest3 nearest = KBX_ZEROS;
  nearest.status = KBX_ERROR_ARGUMENT;
  if (!kbx_shape3_valid (&shape) || !kbx_vec3_valid (p))
    return nearest;
  const kbx_near3 near = kbx_near_of (&shape, kbx_widen3 (p));
  return KBX_LITERAL (kbx_nearest3){ KBX_OK,
                                     kbx_narrow3 (near.at),
                                     (float) near.distance,
                                     kbx_narrow3 (near.normal),
                                     kbx_narrow3 (near.foot),
                                     (float) near.t };
}

/* ---- contacts ---- */

KBX_API kbx_hit3
kbx_collide3 (kbx_shape3 first, kbx_shape3 second)
{
  const bool turned = second.kind != KBX_SHAPE3_SPHERE;
  const kbx_sphere sphere = turned ? first.as.sphere : second.as.sphere;
  kbx_hit3 contact = kbx_no_hit3 (KBX_OK);

  if ((turned && first.kind != KBX_SHAPE3_SPHERE) || !kbx_shape3_valid (&first) ||
      !kbx_shape3_valid (&second))
    return kbx_no_hit3 (KBX_ERROR_ARGUMENT);
  if (kbx_overlap3 (first, second))
    {
      kbx_near3 near = kbx_near_of (turned ? &second : &first, kbx_widen3 (sphere.centre));
      double depth = sphere.radius - near.distance;
      contact.hit = true;
      contact.fraction = 0;
      contact.depth = depth > 0 ? (float) depth : 0;
      contact.point = kbx_narrow3 (kbx_minus3 (near.at, kbx_times3 (near.normal, 0.5 * depth)));
      contact.normal = kbx_narrow3 (
          kbx_plus3 (kbx_times3 (near.normal, turned ? -1 : 1), kbx_wide3_of (0, 0, 0)));
    }
  return contact;
}

/* ---- impulses ---- */

static bool
kbx_body3_valid (const kbx_body3 *body)
{
  const float numbers[9] = { body->position.x,         body->position.y,
                             body->position.z,         body->velocity.x,
                             body->velocity.y,         body->velocity.z,
                             body->angular_velocity.x, body->angular_velocity.y,
                             body->angular_velocity.z };
  bool valid = body->inverse_mass >= 0 && body->inverse_inertia >= 0 && body->restitution >= 0 &&
               body->friction >= 0;
  for (int i = 0; i < 9; i++)
    valid = valid && kbx_float_within (numbers[i], 1e15f);
  return valid && kbx_float_within (body->inverse_mass, 1e15f) &&
         kbx_float_within (body->inverse_inertia, 1e15f) &&
         kbx_float_within (body->restitution, 1) && kbx_float_within (body->friction, 1e15f);
}

/* The velocity of the body's surface at the end of `arm`. */
static kbx_wide3
kbx_speed_at (const kbx_body3 *body, kbx_wide3 arm)
{
  return kbx_plus3 (kbx_widen3 (body->velocity),
                    kbx_cross3 (kbx_widen3 (body->angular_velocity), arm));
}

static void
kbx_push3 (kbx_body3 *body, kbx_wide3 impulse, kbx_wide3 arm)
{
  const kbx_wide3 spin = kbx_times3 (kbx_cross3 (arm, impulse), body->inverse_inertia);
  body->velocity = kbx_narrow3 (
      kbx_plus3 (kbx_widen3 (body->velocity), kbx_times3 (impulse, body->inverse_mass)));
  body->angular_velocity = kbx_narrow3 (kbx_plus3 (kbx_widen3 (body->angular_velocity), spin));
}

/* The arms are along the normal: an impulse along it causes no rotation, and one across it changes
 * no velocity along it. */
KBX_API kbx_status
kbx_resolve3 (kbx_body3 *first, kbx_body3 *second, const kbx_hit3 *contact)
{
  kbx_wide3 arms[2];
  kbx_body3 pushed[2];

  if (first == NULL || second == NULL || first == second || contact == NULL ||
      contact->status != KBX_OK || !kbx_body3_valid (first) || !kbx_body3_valid (second))
    return KBX_ERROR_ARGUMENT;
  if (!contact->hit)
    return KBX_OK;
  kbx_wide3 n = kbx_widen3 (contact->normal);
  if (!kbx_vec3_valid (contact->normal) || !kbx_vec3_valid (contact->point) ||
      fabs (kbx_dot3 (n, n) - 1) > 0.001)
    return KBX_ERROR_ARGUMENT;
  n = kbx_unit3 (n);
  arms[0] = kbx_times3 (n, kbx_dot3 (n, kbx_from_to3 (first->position, contact->point)));
  arms[1] = kbx_times3 (n, kbx_dot3 (n, kbx_from_to3 (second->position, contact->point)));
  kbx_wide3 across = kbx_minus3 (kbx_speed_at (second, arms[1]), kbx_speed_at (first, arms[0]));
  const double speed = kbx_dot3 (n, across);
  const double mass = (double) first->inverse_mass + second->inverse_mass;
  if (speed >= 0 || mass == 0)
    return KBX_OK;
  across = kbx_minus3 (across, kbx_times3 (n, speed));
  const double slide = kbx_length3 (across);
  double bounce =
    first->restitution < second->restitution ? first->restitution : second->restitution;
  const double push = -(1 + bounce) * speed / mass;
  double rub = mass + kbx_dot3 (arms[0], arms[0]) * first->inverse_inertia +
               kbx_dot3 (arms[1], arms[1]) * second->inverse_inertia;
  rub = slide / rub;
  if (rub > push * sqrt ((double) first->friction * second->friction))
    rub = push * sqrt ((double) first->friction * second->friction);
  kbx_wide3 impulse = kbx_times3 (n, push);
  if (slide > 0)
    impulse = kbx_minus3 (impulse, kbx_times3 (across, rub / slide));
  pushed[0] = *first;
  pushed[1] = *second;
  kbx_push3 (&pushed[0], kbx_times3 (impulse, -1), arms[0]);
  kbx_push3 (&pushed[1], impulse, arms[1]);
  if (!kbx_body3_valid (&pushed[0]) || !kbx_body3_valid (&pushed[1]))
    return KBX_ERROR_ARGUMENT;
  *first = pushed[0];
  *second = pushed[1];
  return KBX_OK;
}

/* SPDX-License-Identifier: MIT */
/* Casts in space: the method for each pair, points against polygons, and the state after a hit. */
#include "runtime/moves/rays.h"
#include "runtime/solids/solids.h"

KBX_INTERNAL kbx_hit3
kbx_no_hit3 (kbx_status status)
{
  kbx_hit3 hit = KBX_ZEROS;
  hit.status = status;
  hit.fraction = status == KBX_OK ? 1 : 0;
  hit.index = hit.class_index = KBX_NONE;
  return hit;
}

/* Stopped at the point `reach` behind the mover, against the normal. */
static kbx_hit3
kbx_hit_of3 (kbx_vec3 from, kbx_vec3 move, kbx_ray3 ray, double reach)
{
  const kbx_wide3 n = kbx_unit3 (ray.normal);
  kbx_hit3 hit = kbx_no_hit3 (KBX_OK);

  if (!ray.hit)
    return hit;
  reach = ray.inside ? 0 : reach;
  hit.hit = true;
  hit.started_inside = ray.inside;
  hit.fraction = (float) (ray.t + 0.0); /* -0 becomes 0 */
  hit.normal = kbx_narrow3 (n);
  hit.point = kbx_narrow3 (kbx_wide3_of (from.x + ray.t * move.x - reach * n.x,
                                         from.y + ray.t * move.y - reach * n.y,
                                         from.z + ray.t * move.z - reach * n.z));
  return hit;
}

/* ---- planes and polygons ---- */

/* Starts `start` in front of a surface and approaches by `change`, both times the normal's
 * length. */
static kbx_ray3
kbx_plane_cast (double start, double change, kbx_wide3 normal)
{
  if (start < 0)
    return kbx_ray3_of (true, true, 0, normal);
  if (change >= 0 || start + change > 0)
    return kbx_no_ray3 ();
  return kbx_ray3_of (true, false, start / -change, normal);
}

static kbx_ray3
kbx_point_polygon_cast (kbx_vec3 from, kbx_wide3 move, const kbx_shape3 *target)
{
  const kbx_polygon3 convex = target->as.polygon;
  kbx_wide3 n = kbx_newell (convex);
  double start = kbx_dot3 (n, kbx_from_to3 (convex.corners[0], from)), change = kbx_dot3 (n, move);

  if (!target->one_way && start < 0)
    {
      /* From behind */
      n = kbx_times3 (n, -1);
      start = -start;
      change = -change;
    }
  if (start < 0 || (!target->one_way && start <= 0))
    return kbx_no_ray3 ();
  const kbx_ray3 ray = kbx_plane_cast (start, change, n);
  return ray.hit && kbx_line_passes (from, move, convex) ? ray : kbx_no_ray3 ();
}

/* Whether a one-way polygon blocks, by the mover's centre. */
static bool
kbx_way_is_open (kbx_wide3 centre, kbx_wide3 move, const kbx_shape3 *target)
{
  if (target->kind != KBX_SHAPE3_POLYGON || !target->one_way)
    return false;
  const kbx_wide3 n = kbx_newell (target->as.polygon);
  return kbx_dot3 (n, kbx_minus3 (centre, kbx_widen3 (target->as.polygon.corners[0]))) < 0 ||
         kbx_dot3 (n, move) >= 0;
}

/* ---- spheres and boxes ---- */

static kbx_hit3
kbx_cast_sphere3 (kbx_sphere mover, kbx_vec3 move, const kbx_shape3 *target)
{
  const kbx_wide3 v = kbx_widen3 (move);

  if (target->kind == KBX_SHAPE3_PLANE)
    {
      const kbx_wide3 n = kbx_widen3 (target->as.plane.normal);
      const double start =
          kbx_plane_height (target->as.plane, mover.centre) - mover.radius * kbx_length3 (n);
      return kbx_hit_of3 (mover.centre, move, kbx_plane_cast (start, kbx_dot3 (n, v), n),
                          mover.radius);
    }
  if (kbx_way_is_open (kbx_widen3 (mover.centre), v, target))
    return kbx_no_hit3 (KBX_OK);
  kbx_ray3 ray = kbx_sphere_cast (mover, v, target);
  if (ray.inside)
    {
      kbx_near3 near = kbx_near_of (target, kbx_widen3 (mover.centre));
      ray.normal = near.normal;
      if (target->one_way && target->kind == KBX_SHAPE3_POLYGON && near.distance > 0 &&
          kbx_dot3 (near.normal, v) >= 0)
        return kbx_no_hit3 (KBX_OK);
    }
  return kbx_hit_of3 (mover.centre, move, ray, mover.radius);
}

/* A point where two convex shapes touch. Method: alternating nearest points (von Neumann 1933). */
static kbx_vec3
kbx_touch_point (const kbx_shape3 *mover, kbx_wide3 centre, kbx_wide3 done,
                 const kbx_shape3 *target)
{
  kbx_wide3 at = kbx_plus3 (centre, done);
  for (int i = 0; i < 24; i++)
    {
      kbx_near3 near = kbx_near_of (target, at), back;
      at = near.inside ? at : near.at;
      back = kbx_near_of (mover, kbx_minus3 (at, done));
      if (back.inside || back.distance == 0)
        break;
      if (i < 23)
        at = kbx_plus3 (back.at, done);
    }
  return kbx_narrow3 (at);
}

static kbx_hit3
kbx_cast_box3 (const kbx_shape3 *mover, kbx_vec3 move, const kbx_shape3 *target)
{
  const kbx_wide3 centre = kbx_widen_box3 (mover).centre, v = kbx_widen3 (move);
  kbx_hit3 hit;
  kbx_ray3 ray;

  if (target->kind == KBX_SHAPE3_SPHERE)
    {
      /* The sphere moving in reverse, seen from the box */
      const kbx_vec3 back = kbx_narrow3 (kbx_times3 (v, -1));
      hit = kbx_cast_valid3 (target, back, mover);
      hit.normal = kbx_narrow3 (kbx_minus3 (kbx_wide3_of (0, 0, 0), kbx_widen3 (hit.normal)));
      hit.point = kbx_narrow3 (
          hit.started_inside ? centre
                             : kbx_plus3 (kbx_widen3 (hit.point),
                                          kbx_times3 (v, hit.hit ? (double) hit.fraction : 0)));
      return hit;
    }
  if (kbx_way_is_open (centre, v, target))
    return kbx_no_hit3 (KBX_OK);
  if (target->kind == KBX_SHAPE3_PLANE)
    {
      const kbx_wide3 n = kbx_widen3 (target->as.plane.normal);
      ray = kbx_plane_cast (kbx_lowest3 (target->as.plane, mover), kbx_dot3 (n, v), n);
    }
  else
    ray = kbx_convex3_cast (mover, v, target);
  hit = kbx_hit_of3 (kbx_narrow3 (centre), move, ray, 0);
  if (ray.hit && !ray.inside)
    hit.point = kbx_touch_point (mover, centre, kbx_times3 (v, ray.t), target);
  return hit;
}

/* ---- public functions ---- */

KBX_INTERNAL kbx_hit3
kbx_cast_valid3 (const kbx_shape3 *mover, kbx_vec3 move, const kbx_shape3 *target)
{
  const kbx_sphere sphere = { mover->as.point, 0 }; /* a point is one too */
  kbx_shape3 point;

  if (target->kind == KBX_SHAPE3_SPHERE && target->as.sphere.radius == 0)
    {
      point = kbx_shape3_point (target->as.sphere.centre);
      target = &point;
    }
  if (mover->kind == KBX_SHAPE3_BOX || mover->kind == KBX_SHAPE3_OBB)
    return kbx_cast_box3 (mover, move, target);
  if (mover->kind == KBX_SHAPE3_SPHERE && mover->as.sphere.radius > 0)
    return kbx_cast_sphere3 (mover->as.sphere, move, target);
  if (target->kind == KBX_SHAPE3_POLYGON)
    return kbx_hit_of3 (sphere.centre, move,
                        kbx_point_polygon_cast (sphere.centre, kbx_widen3 (move), target), 0);
  if (target->kind == KBX_SHAPE3_PLANE || target->kind == KBX_SHAPE3_SPHERE)
    return kbx_cast_sphere3 (sphere, move, target);
  point = kbx_shape3_point (sphere.centre);
  return kbx_hit_of3 (sphere.centre, move, kbx_convex3_cast (&point, kbx_widen3 (move), target), 0);
}

KBX_INTERNAL bool
kbx_can_move3 (const kbx_shape3 *mover)
{
  return kbx_shape3_valid (mover) &&
         (mover->kind == KBX_SHAPE3_POINT || mover->kind == KBX_SHAPE3_SPHERE ||
          mover->kind == KBX_SHAPE3_BOX || mover->kind == KBX_SHAPE3_OBB);
}

KBX_API kbx_hit3
kbx_cast3 (kbx_shape3 mover, kbx_vec3 move, kbx_shape3 target)
{
  if (!kbx_can_move3 (&mover) || !kbx_vec3_valid (move) || !kbx_shape3_valid (&target))
    return kbx_no_hit3 (KBX_ERROR_ARGUMENT);
  return kbx_cast_valid3 (&mover, move, &target);
}

KBX_API kbx_vec3
kbx_stop3 (kbx_vec3 from, kbx_vec3 move, kbx_hit3 hit, float skin)
{
  const kbx_wide3 v = kbx_widen3 (move);
  const kbx_vec3 n = hit.normal;
  double share = kbx_share_before (hit.fraction, -kbx_dot3 (v, kbx_widen3 (n)), skin);

  if (hit.status != KBX_OK || !kbx_vec3_valid (from) || !kbx_vec3_valid (move) ||
      !kbx_size_valid (skin))
    return from;
  if (!hit.hit)
    return kbx_narrow3 (kbx_plus3 (kbx_widen3 (from), v));
  if (share <= 0)
    return from;
  from.x = kbx_narrow_outwards (from.x + share * v.x, n.x);
  from.y = kbx_narrow_outwards (from.y + share * v.y, n.y);
  from.z = kbx_narrow_outwards (from.z + share * v.z, n.z);
  return from;
}

KBX_API kbx_vec3
kbx_bounce3 (kbx_vec3 move, kbx_vec3 normal, float coefficient)
{
  kbx_wide3 v = kbx_widen3 (move), n = kbx_widen3 (normal);
  double against = kbx_dot3 (v, n), square = kbx_dot3 (n, n);

  if (!kbx_vec3_valid (move) || !kbx_vec3_valid (normal) || !kbx_size_valid (coefficient) ||
      against >= 0)
    return move;
  return kbx_narrow3 (
      kbx_minus3 (v, kbx_times3 (n, (1 + (double) coefficient) * against / square)));
}

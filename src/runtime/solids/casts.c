/* SPDX-License-Identifier: MIT */
/* Casts in space: the method for each pair, points against polygons, and the state after a hit. */
#include "runtime/moves/rays.h"
#include "runtime/solids/solids.h"

/* ---- rounded ---- */

/* A moving sphere as a point against the target grown by its radius. A ball stays a ball, a segment
 * becomes a capsule. A box becomes boxes grown along one axis and capsules around the edges; a
 * polygon, two offset faces and capsules. The first one the point enters is where the sphere
 * touches (Ericson 2005, 5.5.7). All is relative to the start. Hits are decided by squares compared
 * without rounding. */

/* When a point outside reaches a t^2 - 2 b t + c = 0, given everything except the root of `d`: c /
 * (b + root). */
static inline double
kbx_entry (double b, double c, double d)
{
  const double t = c / (b + sqrt (d > 0 ? d : 0));
  return t < 1 ? (t > 0 ? t : 0) : 1;
}

/* A ball of radius r > 0. The path meets it if it approaches and its nearest point is inside, or if
 * its end touches. */
static kbx_ray3
kbx_ball_cast (kbx_wide3 centre, double r, kbx_wide3 move)
{
  const kbx_wide3 reach = kbx_wide3_of (r, 0, 0);
  const double start = kbx_square_gap3 (centre, reach), b = kbx_dot3 (centre, move),
               square = kbx_dot3 (move, move);

  if (start < 0)
    return kbx_ray3_of (true, true, 0, kbx_times3 (centre, -1));
  if (b <= 0 || (b > square && kbx_square_gap3 (kbx_minus3 (centre, move), reach) > 0))
    return kbx_no_ray3 ();
  const double d = kbx_square_gap3 (kbx_times3 (move, r), kbx_cross3 (centre, move));
  if (d <= 0)
    return kbx_no_ray3 ();
  const double t = kbx_entry (b, start, d);
  return kbx_ray3_of (true, false, t, kbx_minus3 (kbx_times3 (move, t), centre));
}

/* The capsule of the segment from a to b, r > 0: the infinite cylinder around it, and balls if that
 * is hit past an end. */
static kbx_ray3
kbx_capsule_cast (kbx_wide3 a, kbx_wide3 end, double r, kbx_wide3 move)
{
  const kbx_wide3 along = kbx_minus3 (end, a), turn = kbx_cross3 (move, along),
                  off = kbx_cross3 (a, along);
  const kbx_wide3 reach = kbx_times3 (along, r), last = kbx_minus3 (turn, off);
  const double length = kbx_dot3 (along, along), square = kbx_dot3 (turn, turn),
               b = kbx_dot3 (turn, off);
  double start = kbx_square_gap3 (off, reach), d, t = 0, foot;

  if (length == 0)
    return kbx_ball_cast (a, r, move);
  if (start >= 0 && square > 0)
    {
      d = kbx_square_gap3 (kbx_times3 (turn, r), kbx_wide3_of (kbx_dot3 (a, turn), 0, 0));
      if (b <= 0 || d <= 0 || (b > square && kbx_square_gap3 (last, reach) > 0))
        return kbx_no_ray3 ();
      t = kbx_entry (b, start, d * length);
    }
  else if (start >= 0)
    return kbx_no_ray3 ();
  foot = kbx_dot3 (kbx_minus3 (kbx_times3 (move, t), a), along);
  if (foot < 0 || foot > length)
    return kbx_ball_cast (foot < 0 ? a : end, r, move);
  if (start < 0)
    return kbx_ray3_of (true, true, 0, kbx_wide3_of (0, 0, 0));
  return kbx_ray3_of (
      true, false, t,
      kbx_minus3 (kbx_times3 (move, t), kbx_plus3 (a, kbx_times3 (along, foot / length))));
}

static kbx_ray3
kbx_segment_cast (kbx_sphere mover, kbx_segment3 s, kbx_wide3 move)
{
  return kbx_capsule_cast (kbx_from_to3 (mover.centre, s.a), kbx_from_to3 (mover.centre, s.b),
                           mover.radius, move);
}

static inline void
kbx_keep_first (kbx_ray3 *first, kbx_ray3 ray)
{
  if (ray.hit && (!first->hit || ray.inside || (!first->inside && ray.t < first->t)))
    *first = ray;
}

/* ---- boxes ---- */

/* A box in its own frame, in which the point starts at 0: sides, lower then upper, and the move. */
typedef struct {
  double side[2][3], move[3];
} kbx_local_box;

static kbx_local_box
kbx_local_box_of (const kbx_shape3 *shape, kbx_vec3 from, kbx_wide3 move, kbx_wide3 axes[3])
{
  const kbx_wide_box3 box = kbx_widen_box3 (shape);
  const kbx_wide3 to = kbx_minus3 (box.centre, kbx_widen3 (from));
  kbx_local_box local;

  for (int i = 0; i < 3; i++)
    {
      const double length = kbx_length3 (box.axis[i]), at = kbx_dot3 (to, box.axis[i]) / length;
      axes[i] = kbx_times3 (box.axis[i], 1 / length);
      local.side[0][i] = at - box.half[i] * length;
      local.side[1][i] = at + box.half[i] * length;
      local.move[i] = kbx_dot3 (move, box.axis[i]) / length;
    }
  return local;
}

/* The face hit along axis k, grown by r: met if the path is then within the face. */
static kbx_ray3
kbx_face_cast (const kbx_local_box *box, int k, double r)
{
  const double v = box->move[k], speed = fabs (v),
               off = v > 0 ? box->side[0][k] - r : -box->side[1][k] - r;
  double normal[3] = { 0, 0, 0 };

  if (v == 0 || off < 0 || off > speed)
    return kbx_no_ray3 ();
  for (int i = 1; i < 3; i++)
    {
      const int j = (k + i) % 3;
      if (kbx_compare_products (box->side[0][j], speed, off, box->move[j]) > 0 ||
          kbx_compare_products (box->side[1][j], speed, off, box->move[j]) < 0)
        return kbx_no_ray3 ();
    }
  normal[k] = v > 0 ? -1 : 1;
  return kbx_ray3_of (true, false, off / speed, kbx_wide3_of (normal[0], normal[1], normal[2]));
}

static inline kbx_wide3
kbx_corner_of (const kbx_local_box *box, int x, int y, int z)
{
  return kbx_wide3_of (box->side[x][0], box->side[y][1], box->side[z][2]);
}

static kbx_ray3
kbx_round_box_cast (const kbx_local_box *box, double r)
{
  const kbx_wide3 move = kbx_wide3_of (box->move[0], box->move[1], box->move[2]);
  kbx_ray3 first = kbx_no_ray3 ();
  double out[3];

  for (int k = 0; k < 3; k++)
    {
      /* It passes outside the grown box */
      const double v = box->move[k];
      if (box->side[0][k] - r > (v > 0 ? v : 0) || box->side[1][k] + r < (v < 0 ? v : 0))
        return first;
      out[k] = box->side[0][k] > 0 ? box->side[0][k] : box->side[1][k] < 0 ? box->side[1][k] : 0;
    }
  if (kbx_square_gap3 (kbx_wide3_of (out[0], out[1], out[2]), kbx_wide3_of (r, 0, 0)) < 0)
    return kbx_ray3_of (true, true, 0, move);
  for (int k = 0; k < 3; k++)
    kbx_keep_first (&first, kbx_face_cast (box, k, r));
  const bool face = first.hit;
  for (int i = 0; i < 4 && !face; i++)
    {
      const int p = i & 1, q = i >> 1;
      kbx_keep_first (&first, kbx_capsule_cast (kbx_corner_of (box, 0, p, q),
                                                kbx_corner_of (box, 1, p, q), r, move));
      kbx_keep_first (&first, kbx_capsule_cast (kbx_corner_of (box, p, 0, q),
                                                kbx_corner_of (box, p, 1, q), r, move));
      kbx_keep_first (&first, kbx_capsule_cast (kbx_corner_of (box, p, q, 0),
                                                kbx_corner_of (box, p, q, 1), r, move));
    }
  return first;
}

/* ---- polygons ---- */

/* The face that the point reaches, if any, from outside the slab of both faces. */
static kbx_ray3
kbx_sheet_cast (kbx_sphere mover, kbx_wide3 move, kbx_polygon3 polygon, kbx_wide3 n, double height)
{
  const double length = kbx_length3 (n), toward = kbx_dot3 (n, move) * (height > 0 ? -1 : 1);
  const double off = fabs (height) - mover.radius * length;
  kbx_wide3 out = height > 0 ? n : kbx_times3 (n, -1), at;

  if (toward <= 0)
    return kbx_no_ray3 ();
  const double t = off > 0 ? (off < toward ? off / toward : 1) : 0;
  at = kbx_plus3 (kbx_widen3 (mover.centre),
                  kbx_minus3 (kbx_times3 (move, t), kbx_times3 (out, mover.radius / length)));
  return kbx_sheet_contains (polygon, n, at) ? kbx_ray3_of (true, false, t, out) : kbx_no_ray3 ();
}

static kbx_ray3
kbx_round_polygon_cast (kbx_sphere mover, kbx_wide3 move, const kbx_shape3 *target)
{
  const kbx_polygon3 polygon = target->as.polygon;
  const kbx_wide3 n = kbx_newell (polygon);
  const double height = kbx_dot3 (n, kbx_from_to3 (polygon.corners[0], mover.centre)),
               change = kbx_dot3 (n, move);
  const double end = height + change,
               side = kbx_square_gap3 (kbx_wide3_of (height, 0, 0), kbx_times3 (n, mover.radius));
  kbx_ray3 first = kbx_no_ray3 ();

  /* Both ends of the path are outside the same face */
  if (height * end > 0 && side > 0 &&
      kbx_square_gap3 (kbx_wide3_of (end, 0, 0), kbx_times3 (n, mover.radius)) > 0)
    return first;
  if (side >= 0)
    first = kbx_sheet_cast (mover, move, polygon, n, height);
  else if (kbx_sheet_contains (
               polygon, n,
               kbx_minus3 (kbx_widen3 (mover.centre), kbx_times3 (n, height / kbx_dot3 (n, n)))))
    return kbx_ray3_of (true, true, 0, n);
  bool face = first.hit;
  for (uint32_t i = 0; i < polygon.count && !face; i++)
    kbx_keep_first (&first, kbx_segment_cast (mover, kbx_edge3 (polygon, i), move));
  return first;
}

/* A sphere with a radius against anything but a plane. */
static kbx_ray3
kbx_sphere_cast (kbx_sphere mover, kbx_wide3 move, const kbx_shape3 *target)
{
  kbx_wide3 axes[3];

  if (target->kind == KBX_SHAPE3_POLYGON)
    return kbx_round_polygon_cast (mover, move, target);
  if (target->kind == KBX_SHAPE3_SEGMENT)
    return kbx_segment_cast (mover, target->as.segment, move);
  if (target->kind == KBX_SHAPE3_SPHERE || target->kind == KBX_SHAPE3_POINT)
    return kbx_ball_cast (
        kbx_from_to3 (mover.centre, target->as.point),
        mover.radius + (target->kind == KBX_SHAPE3_SPHERE ? (double) target->as.sphere.radius : 0),
        move);
  kbx_local_box box = kbx_local_box_of (target, mover.centre, move, axes);
  kbx_ray3 ray = kbx_round_box_cast (&box, mover.radius);
  const kbx_wide3 n = ray.normal;
  ray.normal = kbx_plus3 (kbx_times3 (axes[0], n.x),
                          kbx_plus3 (kbx_times3 (axes[1], n.y), kbx_times3 (axes[2], n.z)));
  return ray;
}

/* ---- casts ---- */

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

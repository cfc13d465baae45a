/* SPDX-License-Identifier: MIT */
/* Points, boxes and spheres in space. Source of the method for oriented boxes: two convex solids are apart along a
 * normal of a face of one of them, or along a cross product of an edge of each (Gottschalk, Lin and Manocha 1996). */
#include "runtime/volumes.h"

/* A box with its sides in double: of an oriented one the axes are as the floats say. */
typedef struct {
  kbx_wide3 centre, axis[3];
  double half[3];
} kbx_wide_box3;

KBX_INTERNAL bool
kbx_obb3_valid (const kbx_obb3 *box)
{
  bool valid = kbx_vec3_valid (box->centre);

  for (int i = 0; i < 3; i++)
    valid = valid && kbx_unit3_valid (box->axis[i]) && kbx_size_valid (box->half[i]) &&
            fabs (kbx_dot3 (kbx_widen3 (box->axis[i]), kbx_widen3 (box->axis[(i + 1) % 3]))) <= 0.001;
  return valid;
}

static kbx_wide_box3
kbx_widen_obb3 (const kbx_obb3 *box)
{
  kbx_wide_box3 w;
  w.centre = kbx_widen3 (box->centre);
  for (int i = 0; i < 3; i++)
    {
      w.axis[i] = kbx_widen3 (box->axis[i]);
      w.half[i] = box->half[i];
    }
  return w;
}

static kbx_wide_box3
kbx_widen_box3 (kbx_box3 box)
{
  kbx_wide_box3 w;
  memset (&w, 0, sizeof w);
  w.centre.x = 0.5 * ((double) box.min.x + box.max.x);
  w.centre.y = 0.5 * ((double) box.min.y + box.max.y);
  w.centre.z = 0.5 * ((double) box.min.z + box.max.z);
  w.axis[0].x = w.axis[1].y = w.axis[2].z = 1;
  w.half[0] = 0.5 * ((double) box.max.x - box.min.x);
  w.half[1] = 0.5 * ((double) box.max.y - box.min.y);
  w.half[2] = 0.5 * ((double) box.max.z - box.min.z);
  return w;
}

KBX_API kbx_obb3
kbx_obb3_from_box (kbx_box3 box)
{
  kbx_wide_box3 w = kbx_widen_box3 (box);
  kbx_obb3 o;
  o.centre = kbx_narrow3 (w.centre.x, w.centre.y, w.centre.z);
  for (int i = 0; i < 3; i++)
    {
      o.axis[i] = kbx_narrow3 (i == 0, i == 1, i == 2);
      o.half[i] = (float) w.half[i];
    }
  return o;
}

/* ---- points ---- */

static inline bool
kbx_in_box3 (kbx_box3 b, kbx_vec3 p)
{
  return p.x >= b.min.x && p.x <= b.max.x && p.y >= b.min.y && p.y <= b.max.y && p.z >= b.min.z && p.z <= b.max.z;
}

KBX_API bool
kbx_box3_contains (kbx_box3 box, kbx_vec3 p)
{
  return kbx_box3_valid (box) && kbx_vec3_valid (p) && kbx_in_box3 (box, p);
}

KBX_API bool
kbx_sphere_contains (kbx_sphere sphere, kbx_vec3 p)
{
  kbx_wide3 d = kbx_from_to3 (sphere.centre, p);
  return kbx_sphere_valid (sphere) && kbx_vec3_valid (p) &&
         kbx_dot3 (d, d) <= (double) sphere.radius * sphere.radius;
}

/* The squared distance from a point to the box, along the box's own axes. An axis that is not quite of length 1 still
 * gives 0 inside, since it measures the point and the half size alike. */
static double
kbx_square_to_box3 (const kbx_wide_box3 *box, kbx_vec3 p)
{
  kbx_wide3 d = kbx_widen3 (p);
  double sum = 0;

  d.x -= box->centre.x;
  d.y -= box->centre.y;
  d.z -= box->centre.z;
  for (int i = 0; i < 3; i++)
    {
      double square = kbx_dot3 (box->axis[i], box->axis[i]);
      double out = fabs (kbx_dot3 (d, box->axis[i])) - box->half[i] * square;
      if (out > 0)
        sum += out * out / square;
    }
  return sum;
}

KBX_API bool
kbx_obb3_contains (kbx_obb3 box, kbx_vec3 p)
{
  kbx_wide_box3 w;

  if (!kbx_obb3_valid (&box) || !kbx_vec3_valid (p))
    return false;
  w = kbx_widen_obb3 (&box);
  return kbx_square_to_box3 (&w, p) <= 0;
}

/* ---- pairs ---- */

KBX_API bool
kbx_overlap_boxes3 (kbx_box3 a, kbx_box3 b)
{
  return kbx_box3_valid (a) && kbx_box3_valid (b) && a.min.x <= b.max.x && b.min.x <= a.max.x &&
         a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z;
}

KBX_API bool
kbx_overlap_spheres (kbx_sphere a, kbx_sphere b)
{
  kbx_wide3 d = kbx_from_to3 (a.centre, b.centre);
  double reach = (double) a.radius + b.radius;
  return kbx_sphere_valid (a) && kbx_sphere_valid (b) && kbx_dot3 (d, d) <= reach * reach;
}

KBX_API bool
kbx_overlap_sphere_box3 (kbx_sphere sphere, kbx_box3 box)
{
  kbx_vec3 c = sphere.centre;
  kbx_wide3 d;

  if (!kbx_sphere_valid (sphere) || !kbx_box3_valid (box))
    return false;
  d.x = (double) c.x - (c.x < box.min.x ? box.min.x : c.x > box.max.x ? box.max.x : c.x);
  d.y = (double) c.y - (c.y < box.min.y ? box.min.y : c.y > box.max.y ? box.max.y : c.y);
  d.z = (double) c.z - (c.z < box.min.z ? box.min.z : c.z > box.max.z ? box.max.z : c.z);
  return kbx_dot3 (d, d) <= (double) sphere.radius * sphere.radius;
}

KBX_API bool
kbx_overlap_sphere_obb3 (kbx_sphere sphere, kbx_obb3 box)
{
  kbx_wide_box3 w;

  if (!kbx_sphere_valid (sphere) || !kbx_obb3_valid (&box))
    return false;
  w = kbx_widen_obb3 (&box);
  return kbx_square_to_box3 (&w, sphere.centre) <= (double) sphere.radius * sphere.radius;
}

/* Half the length of the box's shadow on the axis, which need not be of length 1. */
static inline double
kbx_shadow3 (const kbx_wide_box3 *box, kbx_wide3 axis)
{
  return box->half[0] * fabs (kbx_dot3 (box->axis[0], axis)) + box->half[1] * fabs (kbx_dot3 (box->axis[1], axis)) +
         box->half[2] * fabs (kbx_dot3 (box->axis[2], axis));
}

/* Edges that are parallel give the axis 0, on which nothing is apart. */
static bool
kbx_wide_boxes3_overlap (const kbx_wide_box3 *a, const kbx_wide_box3 *b)
{
  kbx_wide3 axes[15], d;
  int count = 0;

  d.x = b->centre.x - a->centre.x;
  d.y = b->centre.y - a->centre.y;
  d.z = b->centre.z - a->centre.z;
  for (int i = 0; i < 3; i++)
    {
      axes[count++] = a->axis[i];
      axes[count++] = b->axis[i];
    }
  for (int i = 0; i < 9; i++)
    axes[count++] = kbx_cross3 (a->axis[i / 3], b->axis[i % 3]);
  for (int i = 0; i < count; i++)
    if (fabs (kbx_dot3 (d, axes[i])) > kbx_shadow3 (a, axes[i]) + kbx_shadow3 (b, axes[i]))
      return false;
  return true;
}

KBX_API bool
kbx_overlap_box3_obb3 (kbx_box3 a, kbx_obb3 b)
{
  kbx_wide_box3 p, q;

  if (!kbx_box3_valid (a) || !kbx_obb3_valid (&b))
    return false;
  p = kbx_widen_box3 (a);
  q = kbx_widen_obb3 (&b);
  return kbx_wide_boxes3_overlap (&p, &q);
}

KBX_API bool
kbx_overlap_obbs3 (kbx_obb3 a, kbx_obb3 b)
{
  kbx_wide_box3 p, q;

  if (!kbx_obb3_valid (&a) || !kbx_obb3_valid (&b))
    return false;
  p = kbx_widen_obb3 (&a);
  q = kbx_widen_obb3 (&b);
  return kbx_wide_boxes3_overlap (&p, &q);
}

/* SPDX-License-Identifier: MIT */
/* What kit_answers.c asks about, which includes this where `state` and CORNERS are there. */
#ifndef KIT_INPUT_H
#define KIT_INPUT_H

/* ---- random input, without arithmetic that could differ ---- */

static uint32_t
below (uint32_t n)
{
  uint64_t z = state += UINT64_C (0x9e3779b97f4a7c15); /* splitmix64 */
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return (uint32_t) (((z ^ (z >> 31)) >> 32) * n >> 32);
}

static int32_t within (int32_t most) { return (int32_t) below ((uint32_t) most * 2 + 1) - most; }

/* Whole numbers near 0, the grid near 0, the grid far out, floats of any size, and what is no number. */
static float
number (int manner)
{
  static const float odd[] = { 0.1f, -1e-30f, 3e9f, 1e-3f, 65535.996f, 4194304.0f };
  uint32_t bits;
  float f;

  switch (manner)
    {
    case 0: return (float) within (12);
    case 1: return (float) within (12 * 256) / 256.0f;
    case 2: return (float) within (65536 * 256 / 2) / 128.0f;
    case 3:
      f = (float) within (1 << 23);
      return f / (float) (1u << below (22));
    default:
      if (below (3) > 0)
        return odd[below (6)];
      bits = 0x7f800000u + below (2) * 0x00400000u;
      memcpy (&f, &bits, sizeof f);
      return f;
    }
}

static int manner;
static float any (void) { return number (below (400) == 0 ? 4 : manner); }
static float size (void) { float f = any (); return f < 0 && below (50) > 0 ? -f : f; }
static kbx_vec vec (void) { kbx_vec v; v.x = any (); v.y = any (); return v; }
static kbx_vec3 vec3 (void) { kbx_vec3 v; v.x = any (); v.y = any (); v.z = any (); return v; }
static kbx_point point (void) { kbx_point p; p.x = within (20); p.y = within (20); return p; }

static kbx_box
box (void)
{
  kbx_box b;
  b.x0 = within (20);
  b.y0 = within (20);
  b.x1 = b.x0 + within (12);
  b.y1 = b.y0 + within (12);
  return b;
}

static kbx_rect
rect (void)
{
  kbx_rect r;
  r.min = vec ();
  r.max = vec ();
  if (below (30) > 0)
    {
      float x = r.min.x < r.max.x ? r.min.x : r.max.x, y = r.min.y < r.max.y ? r.min.y : r.max.y;
      r.max.x = r.min.x < r.max.x ? r.max.x : r.min.x;
      r.max.y = r.min.y < r.max.y ? r.max.y : r.min.y;
      r.min.x = x;
      r.min.y = y;
    }
  return r;
}

static kbx_circle circle (void) { kbx_circle c; c.centre = vec (); c.radius = size (); return c; }
static kbx_segment segment (void) { kbx_segment s; s.a = vec (); s.b = vec (); return s; }
static kbx_vec unit (void) { return kbx_direction (below (3) ? within (1440) / 4.0 : within (4) * 90.0); }

static kbx_obb
obb (void)
{
  kbx_obb o;
  o.centre = vec ();
  o.axis = unit ();
  o.w = size ();
  o.h = size ();
  return o;
}

/* Any corners, or those of a box or a triangle, which are convex. */
static kbx_polygon
polygon (kbx_vec *corners, bool convex)
{
  kbx_polygon p;
  kbx_rect r = rect ();
  p.corners = corners;
  p.count = convex ? 3 + below (2) : below (40) ? 3 + below (CORNERS - 3) : below (3);
  for (uint32_t i = 0; i < p.count; i++)
    corners[i] = vec ();
  if (p.count == 4)
    {
      corners[0] = r.min;
      corners[1].x = r.max.x;
      corners[1].y = r.min.y;
      corners[2] = r.max;
      corners[3].x = r.min.x;
      corners[3].y = r.max.y;
    }
  return p;
}

static kbx_box3
box3 (void)
{
  kbx_box3 b;
  kbx_rect r = rect (), s = rect ();
  b.min.x = r.min.x;
  b.min.y = r.min.y;
  b.min.z = s.min.x;
  b.max.x = r.max.x;
  b.max.y = r.max.y;
  b.max.z = s.max.x;
  return b;
}

static kbx_sphere sphere (void) { kbx_sphere s; s.centre = vec3 (); s.radius = size (); return s; }

/* Turned about one axis, and the axes in any order. */
static kbx_obb3
obb3 (void)
{
  kbx_obb3 o;
  kbx_vec u = unit ();
  uint32_t first = below (3);
  memset (&o, 0, sizeof o);
  o.centre = vec3 ();
  for (uint32_t i = 0; i < 3; i++)
    o.half[i] = size ();
  o.axis[first].x = u.x;
  o.axis[first].y = u.y;
  o.axis[(first + 1) % 3].x = u.y == 0 ? 0 : -u.y;
  o.axis[(first + 1) % 3].y = u.x;
  o.axis[(first + 2) % 3].z = 1;
  return o;
}

static kbx_plane
plane (void)
{
  kbx_plane p;
  kbx_vec u = unit ();
  p.normal.x = u.x;
  p.normal.y = below (2) ? u.y : 0;
  p.normal.z = p.normal.y == u.y ? 0 : u.y;
  p.distance = any ();
  return p;
}

/* What one round asks about. Drawn one by one: the order in which arguments of a call are evaluated is any. */
static struct {
  kbx_vec vec[4];
  kbx_vec3 vec3[4];
  kbx_rect rect[2];
  kbx_circle circle[2];
  kbx_obb obb[2];
  kbx_segment segment[4];
  kbx_vec corners[4][CORNERS];
  kbx_polygon any[2], convex[2];
  kbx_box3 box3[2];
  kbx_sphere sphere[2];
  kbx_obb3 obb3[2];
  kbx_plane plane[1];
  kbx_box box[9];
  kbx_point point[2];
  float number[4], size[4];
  uint32_t die[8]; /* 0 to 11 */
} in;

static void
draw (void)
{
  for (int i = 0; i < 4; i++)
    {
      in.vec[i] = vec ();
      in.vec3[i] = vec3 ();
      in.segment[i] = segment ();
      in.number[i] = any ();
      in.size[i] = size ();
    }
  for (int i = 0; i < 2; i++)
    {
      in.rect[i] = rect ();
      in.circle[i] = circle ();
      in.obb[i] = obb ();
      in.any[i] = polygon (in.corners[i], false);
      in.convex[i] = polygon (in.corners[2 + i], true);
      in.box3[i] = box3 ();
      in.sphere[i] = sphere ();
      in.obb3[i] = obb3 ();
      in.point[i] = point ();
    }
  in.plane[0] = plane ();
  for (int i = 0; i < 9; i++)
    in.box[i] = box ();
  for (int i = 0; i < 8; i++)
    in.die[i] = below (12);
}

#endif

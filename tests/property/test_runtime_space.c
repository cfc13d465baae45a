/* SPDX-License-Identifier: MIT */
/* Random things in space against slow and obvious methods: boxes against clipping one's faces on the other, polygons
 * against the same in the plane; and rooms of triangles that no move may leave. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/space_shapes.h"

#include <math.h>

#define PAIRS 20000
#define MOVES 100000

typedef struct { double x, y, z; } Point;

static Point
along (Point p, kbx_vec3 axis, double by)
{
  return (Point) { p.x + axis.x * by, p.y + axis.y * by, p.z + axis.z * by };
}

static double
height (Point p, kbx_vec3 axis)
{
  return p.x * axis.x + p.y * axis.y + p.z * axis.z;
}

/* Any rotation, from a unit quaternion. */
static kbx_obb3
random_box (void)
{
  double q[4], n = 0;
  kbx_obb3 b = { { (float) g_test_rand_double_range (-9, 9), (float) g_test_rand_double_range (-9, 9),
                   (float) g_test_rand_double_range (-9, 9) }, { { 0, 0, 0 } }, { 0 } };

  for (int i = 0; i < 4; i++)
    {
      q[i] = g_test_rand_double_range (-1, 1);
      n += q[i] * q[i];
    }
  for (int i = 0; i < 4; i++)
    q[i] /= sqrt (n);
  b.axis[0] = (kbx_vec3) { (float) (1 - 2 * (q[2] * q[2] + q[3] * q[3])), (float) (2 * (q[1] * q[2] + q[0] * q[3])),
                           (float) (2 * (q[1] * q[3] - q[0] * q[2])) };
  b.axis[1] = (kbx_vec3) { (float) (2 * (q[1] * q[2] - q[0] * q[3])), (float) (1 - 2 * (q[1] * q[1] + q[3] * q[3])),
                           (float) (2 * (q[2] * q[3] + q[0] * q[1])) };
  b.axis[2] = (kbx_vec3) { (float) (2 * (q[1] * q[3] + q[0] * q[2])), (float) (2 * (q[2] * q[3] - q[0] * q[1])),
                           (float) (1 - 2 * (q[1] * q[1] + q[2] * q[2])) };
  for (int i = 0; i < 3; i++)
    b.half[i] = (float) (g_test_rand_bit () ? g_test_rand_double_range (0.1, 1) : g_test_rand_double_range (1, 8));
  return b;
}

/* Is anything left of a polygon inside the box grown by `by`? */
static bool
clip_on_box (Point *p, int n, const kbx_obb3 *b, double by)
{
  for (int side = 0; side < 6 && n > 0; side++)
    {
      kbx_vec3 axis = b->axis[side / 2];
      double sign = side % 2 ? -1 : 1, c = b->centre.x * axis.x + b->centre.y * axis.y + b->centre.z * axis.z;
      double limit = sign * c + b->half[side / 2] + by;
      Point out[16];
      int k = 0;
      for (int i = 0; i < n; i++)
        {
          Point u = p[i], v = p[(i + 1) % n];
          double hu = sign * height (u, axis) - limit, hv = sign * height (v, axis) - limit, t = hu / (hu - hv);
          if (hu <= 0)
            out[k++] = u;
          if ((hu < 0 && hv > 0) || (hu > 0 && hv < 0))
            out[k++] = (Point) { u.x + (v.x - u.x) * t, u.y + (v.y - u.y) * t, u.z + (v.z - u.z) * t };
        }
      for (n = 0; n < k; n++)
        p[n] = out[n];
    }
  return n > 0;
}

/* A face of a meets b, or one lies in the other. */
static bool
clip_overlap (const kbx_obb3 *a, const kbx_obb3 *b, double by)
{
  Point centre = { a->centre.x, a->centre.y, a->centre.z }, other = { b->centre.x, b->centre.y, b->centre.z };

  for (int face = 0; face < 6; face++)
    {
      int u = (face / 2 + 1) % 3, v = (face / 2 + 2) % 3;
      Point middle = along (centre, a->axis[face / 2], face % 2 ? a->half[face / 2] : -a->half[face / 2]), p[16];
      for (int i = 0; i < 4; i++)
        p[i] = along (along (middle, a->axis[u], i == 1 || i == 2 ? a->half[u] : -a->half[u]), a->axis[v],
                      i >= 2 ? a->half[v] : -a->half[v]);
      if (clip_on_box (p, 4, b, by))
        return true;
    }
  return clip_on_box (&centre, 1, b, by) || clip_on_box (&other, 1, a, by);
}

static void
test_boxes (void)
{
  int hits = 0, edges = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      kbx_obb3 a = random_box (), b = random_box ();
      bool hit = kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (b)), faces = true;

      g_assert_cmpint (hit, ==, kbx_overlap3 (kbx_shape3_obb (b), kbx_shape3_obb (a)));
      hits += hit;
      if (hit ? !clip_overlap (&a, &b, 1e-5) : clip_overlap (&a, &b, -1e-5))
        g_error ("pair %d: %d", i, hit);
      /* How often the six faces alone would say yes to boxes that are apart. */
      for (int k = 0; k < 6 && !hit; k++)
        {
          kbx_vec3 n = k < 3 ? a.axis[k] : b.axis[k - 3];
          Point d = { b.centre.x - a.centre.x, b.centre.y - a.centre.y, b.centre.z - a.centre.z };
          double reach = 0;
          for (int j = 0; j < 3; j++)
            reach += a.half[j] * fabs (height ((Point) { a.axis[j].x, a.axis[j].y, a.axis[j].z }, n)) +
                     b.half[j] * fabs (height ((Point) { b.axis[j].x, b.axis[j].y, b.axis[j].z }, n));
          faces = faces && fabs (height (d, n)) <= reach;
        }
      edges += !hit && faces;
    }
  g_test_message ("%d of %d overlap; %d are apart along cross products of edges only", hits, (int) kit_n_done, edges);
  g_assert_cmpint (hits, >, (int) kit_n_done / 10);
  g_assert_cmpint (hits, <, (int) kit_n_done - (int) kit_n_done / 10);
  g_assert_cmpint (edges, >, (int) kit_n_done / 2000);
}

/* A box along the axes, asked as what it is and as an oriented one. */
static void
test_straight_boxes (void)
{
  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      kbx_box3 box[2];
      kbx_obb3 other = random_box (), same;
      kbx_sphere s;
      for (int k = 0; k < 2; k++)
        {
          float *at = &box[k].min.x;
          for (int j = 0; j < 3; j++)
            {
              at[j] = (float) g_test_rand_int_range (-8, 8);
              at[j + 3] = at[j] + (float) g_test_rand_int_range (0, 9);
            }
        }
      s.centre = box[1].min;
      s.radius = (float) g_test_rand_int_range (0, 9);
      same = oriented (box[0]);
      g_assert_cmpint (kbx_overlap3 (kbx_shape3_box (box[0]), kbx_shape3_box (box[1])), ==, kbx_overlap3 (kbx_shape3_obb (same), kbx_shape3_obb (oriented (box[1]))));
      g_assert_cmpint (kbx_overlap3 (kbx_shape3_box (box[0]), kbx_shape3_box (box[1])), ==, kbx_overlap3 (kbx_shape3_box (box[1]), kbx_shape3_obb (same)));
      g_assert_cmpint (kbx_overlap3 (kbx_shape3_box (box[0]), kbx_shape3_obb (other)), ==, kbx_overlap3 (kbx_shape3_obb (same), kbx_shape3_obb (other)));
      g_assert_cmpint (kbx_overlap3 (ball (s), kbx_shape3_box (box[0])), ==, kbx_overlap3 (ball (s), kbx_shape3_obb (same)));
      g_assert_cmpint (kbx_contains3 (kbx_shape3_box (box[0]), s.centre), ==, kbx_contains3 (kbx_shape3_obb (same), s.centre));
    }
}

/* Any polygon, also one that crosses itself, in a plane across one axis. */
static void
test_polygons (void)
{
  int inside = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      kbx_vec flat[8], p = { (float) g_test_rand_int_range (-5, 6), (float) g_test_rand_int_range (-5, 6) };
      kbx_vec3 corners[8], q;
      uint32_t n = (uint32_t) g_test_rand_int_range (3, 9);
      int axis = i % 3;
      double area = 0;

      for (uint32_t k = 0; k < n; k++)
        {
          flat[k] = (kbx_vec) { (float) g_test_rand_int_range (-5, 6), (float) g_test_rand_int_range (-5, 6) };
          corners[k] = axis == 0 ? (kbx_vec3) { 7, flat[k].x, flat[k].y }
                       : axis == 1 ? (kbx_vec3) { flat[k].x, 7, flat[k].y }
                                   : (kbx_vec3) { flat[k].x, flat[k].y, 7 };
          if (k > 0)
            area += flat[k - 1].x * flat[k].y - flat[k].x * flat[k - 1].y;
        }
      area += flat[n - 1].x * flat[0].y - flat[0].x * flat[n - 1].y;
      q = axis == 0 ? (kbx_vec3) { 7, p.x, p.y } : axis == 1 ? (kbx_vec3) { p.x, 7, p.y } : (kbx_vec3) { p.x, p.y, 7 };
      if (area == 0)
        continue;
      g_assert_cmpint (kbx_contains3 (kbx_shape3_polygon (corners, n, false), q), ==,
                       kbx_contains (POLYGON_SHAPE ((kbx_polygon) { flat, n }), p));
      inside += kbx_contains3 (kbx_shape3_polygon (corners, n, false), q);
    }
  g_assert_cmpint (inside, >, (int) kit_n_done / 20);
}

/* A room of triangles round the origin, slightly out of shape. Whatever starts inside and ends outside is stopped, also
 * when it goes exactly through an edge or a corner, and what is stopped is stopped where it leaves. */
static void
test_rooms (void)
{
  static const int faces[8][3] = { { 0, 2, 4 }, { 2, 1, 4 }, { 1, 3, 4 }, { 3, 0, 4 },
                                   { 2, 0, 5 }, { 1, 2, 5 }, { 3, 1, 5 }, { 0, 3, 5 } };

  for (int i = 0; kit_goes_on (i, MOVES); i++)
    {
#define OFF() ((float) g_test_rand_int_range (-3, 4))
      const kbx_vec3 v[6] = { { 40 + OFF (), OFF (), OFF () }, { -40 + OFF (), OFF (), OFF () },
                              { OFF (), 40 + OFF (), OFF () }, { OFF (), -40 + OFF (), OFF () },
                              { OFF (), OFF (), 40 + OFF () }, { OFF (), OFF (), -40 + OFF () } };
      kbx_vec3 from = { OFF (), OFF (), OFF () }, move;
      int one = g_test_rand_int_range (0, 3) * 2 + g_test_rand_bit (), two = (one + 2) % 6, stops = 0, inwards = 0;
      float times = (float) g_test_rand_int_range (1, 4);
      double first = 2;

      if (i % 3 == 0) /* through a corner */
        move = (kbx_vec3) { v[one].x - from.x, v[one].y - from.y, v[one].z - from.z };
      else if (i % 3 == 1) /* through the middle of an edge; twice its way is whole */
        move = (kbx_vec3) { (v[one].x + v[two].x) / 2 - from.x, (v[one].y + v[two].y) / 2 - from.y,
                            (v[one].z + v[two].z) / 2 - from.z };
      else
        {
          move = (kbx_vec3) { (float) g_test_rand_int_range (-90, 90), (float) g_test_rand_int_range (-90, 90),
                              (float) g_test_rand_int_range (-90, 90) };
          if (fabsf (move.x) + fabsf (move.y) + fabsf (move.z) < 60)
            continue;
        }
      move = (kbx_vec3) { move.x * times, move.y * times, move.z * times };
      for (int k = 0; k < 8; k++)
        {
          /* The corners go round counter-clockwise seen from outside: from inside one is behind. */
          const kbx_vec3 in[3] = { v[faces[k][0]], v[faces[k][1]], v[faces[k][2]] };
          const kbx_vec3 out[3] = { in[2], in[1], in[0] };
          kbx_hit3 both = kbx_cast3 (kbx_shape3_point (from), move, kbx_shape3_polygon (in, 3, false));
          stops += both.hit;
          if (both.hit)
            first = MIN (first, both.fraction);
          inwards += kbx_cast3 (kbx_shape3_point (from), move, kbx_shape3_polygon (in, 3, true)).hit;
          g_assert_cmpint (kbx_cast3 (kbx_shape3_point (from), move, kbx_shape3_polygon (out, 3, true)).hit, ==, both.hit);
        }
      /* |x| + |y| + |z| is at most 49 in the corners, so what ends beyond 60 is outside. */
      if (fabsf (from.x + move.x) + fabsf (from.y + move.y) + fabsf (from.z + move.z) > 60 || i % 3 < 2)
        {
          g_assert_cmpint (stops, >=, i % 3 == 0 ? 2 : 1);
          g_assert_cmpfloat (first, <=, 1);
        }
      g_assert_cmpint (inwards, ==, 0);
    }
}

KIT_PROGRAM (runtime_space_random)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/space/boxes", test_boxes);
  g_test_add_func ("/space/straight-boxes", test_straight_boxes);
  g_test_add_func ("/space/polygons", test_polygons);
  g_test_add_func ("/space/rooms", test_rooms);
  return g_test_run ();
}

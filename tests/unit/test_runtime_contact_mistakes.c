/* SPDX-License-Identifier: MIT */
/* Contacts, bounces and moves: what well-known texts on collisions and other libraries get wrong. Each way of a text stands
 * here, so that it can be seen to fail where ours does not. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/closed_shapes.h"
#include "support/seed.h"

#define NEAR_ENOUGH 1e-5f

static kbx_vec v (double x, double y) { return (kbx_vec) { (float) x, (float) y }; }
static kbx_circle circle (double x, double y, double r) { return (kbx_circle) { v (x, y), (float) r }; }
static kbx_rect rect (double x0, double y0, double x1, double y1) { return (kbx_rect) { v (x0, y0), v (x1, y1) }; }

static void
assert_normal (kbx_manifold m, double x, double y, double depth)
{
  g_assert_true (m.hit);
  g_assert_cmpfloat_with_epsilon (m.normal.x, (float) x, NEAR_ENOUGH);
  g_assert_cmpfloat_with_epsilon (m.normal.y, (float) y, NEAR_ENOUGH);
  g_assert_cmpfloat_with_epsilon (m.depth, (float) depth, NEAR_ENOUGH);
}

/* ---- contacts ---- */

/* Without the square root, but with a sum of coordinates in place of the difference. */
static bool
text_circles (kbx_circle a, kbx_circle b)
{
  float x = a.centre.x + b.centre.x, y = a.centre.y + b.centre.y, r = a.radius + b.radius;
  return x * x + y * y <= r * r;
}

static void
test_circles_added (void)
{
  g_assert_false (text_circles (circle (100, 100, 5), circle (106, 108, 6)));
  g_assert_true (kbx_overlap (SHAPE (circle (100, 100, 5)), SHAPE (circle (106, 108, 6))));
  g_assert_true (text_circles (circle (-100, 0, 1), circle (100, 0, 1)));
  g_assert_false (kbx_overlap (SHAPE (circle (-100, 0, 1)), SHAPE (circle (100, 0, 1))));
}

/* The axis of most depth, and no normal at all to the right. */
static kbx_manifold
text_rects (kbx_rect a, kbx_rect b)
{
  kbx_vec n = v ((b.min.x + b.max.x - a.min.x - a.max.x) / 2, (b.min.y + b.max.y - a.min.y - a.max.y) / 2);
  float x = (a.max.x - a.min.x + b.max.x - b.min.x) / 2 - fabsf (n.x), y = (a.max.y - a.min.y + b.max.y - b.min.y) / 2 - fabsf (n.y);
  kbx_manifold m = { .hit = x > 0 && y > 0 };

  if (x > y)
    {
      m.normal = n.x < 0 ? v (-1, 0) : v (0, 0);
      m.depth = x;
    }
  else
    {
      m.normal = n.y < 0 ? v (0, -1) : v (0, 1);
      m.depth = y;
    }
  return m;
}

static void
test_least_depth (void)
{
  const kbx_rect a = rect (0, 0, 10, 10), right = rect (8, 1, 18, 11), below = rect (1, 8, 11, 18);

  assert_normal (text_rects (a, right), 0, 1, 9);
  assert_normal (kbx_collide (SHAPE (a), SHAPE (right)), 1, 0, 2);
  assert_normal (text_rects (a, below), 0, 0, 9);
  assert_normal (kbx_collide (SHAPE (a), SHAPE (below)), 0, 1, 2);
  assert_normal (kbx_collide (SHAPE (right), SHAPE (a)), -1, 0, 2);
  assert_normal (kbx_collide (SHAPE (below), SHAPE (a)), 0, -1, 2);
}

/* The nearest point of the box, or of its border from inside; the normal is not of length 1, and the depth from inside is the
 * radius less the way to the face. From the box to the circle. */
static kbx_manifold
text_rect_circle (kbx_rect r, kbx_circle c)
{
  float w = (r.max.x - r.min.x) / 2, h = (r.max.y - r.min.y) / 2;
  kbx_vec n = v (c.centre.x - (r.min.x + r.max.x) / 2, c.centre.y - (r.min.y + r.max.y) / 2), nearest;
  kbx_manifold m = { .hit = true };
  bool inside;

  nearest = v (fmaxf (-w, fminf (n.x, w)), fmaxf (-h, fminf (n.y, h)));
  inside = nearest.x == n.x && nearest.y == n.y;
  if (inside && fabsf (n.x) > fabsf (n.y))
    nearest.x = nearest.x > 0 ? w : -w;
  else if (inside)
    nearest.y = nearest.y > 0 ? h : -h;
  m.normal = v (n.x - nearest.x, n.y - nearest.y);
  m.depth = c.radius - hypotf (m.normal.x, m.normal.y);
  if (inside)
    m.normal = v (-n.x, -n.y);
  return m;
}

static void
test_unit_normal (void)
{
  const kbx_rect r = rect (0, 0, 10, 10);
  kbx_manifold m = text_rect_circle (r, circle (14, 5, 5));

  assert_normal (m, 4, 0, 1);
  assert_normal (kbx_collide (SHAPE (circle (14, 5, 5)), SHAPE (r)), -1, 0, 1);
  assert_normal (kbx_collide (SHAPE (circle (13, 14, 6)), SHAPE (r)), -0.6, -0.8, 1);
}

static void
test_depth_from_inside (void)
{
  const kbx_rect r = rect (0, 0, 10, 10);
  const kbx_circle c = circle (8, 5, 3);
  kbx_manifold m = kbx_collide (SHAPE (c), SHAPE (r));

  /* Pushed apart by its depth the pair still overlaps; by ours it just touches. */
  g_assert_cmpfloat (text_rect_circle (r, c).depth, ==, 1);
  g_assert_cmpfloat (kbx_collide (SHAPE (circle (8 + 1, 5, 3)), SHAPE (r)).depth, >, 3);
  assert_normal (m, -1, 0, 5);
  assert_normal (kbx_collide (SHAPE (circle (8 - m.normal.x * m.depth, 5, 3)), SHAPE (r)), -1, 0, 0);
}

/* Nothing tells a side; the one that is documented. For two circles a text's depth is one radius. */
static void
test_one_centre (void)
{
  const kbx_vec square[] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 0, 8 } };
  const kbx_polygon p = { square, 4 };

  assert_normal (kbx_collide (SHAPE (circle (3, 4, 2)), SHAPE (circle (3, 4, 3))), 1, 0, 5);
  g_assert_cmpfloat (kbx_collide (SHAPE (circle (3, 4, 2)), SHAPE (circle (3 + 2, 4, 3))).depth, ==, 3);
  assert_normal (kbx_collide (SHAPE (circle (4, 4, 2)), SHAPE (rect (0, 0, 8, 8))), 1, 0, 6);
  assert_normal (kbx_collide (SHAPE (circle (4, 4, 2)), CONVEX_SHAPE (p)), 1, 0, 6);
  assert_normal (kbx_collide (SHAPE (rect (0, 0, 8, 8)), SHAPE (rect (0, 0, 8, 8))), 1, 0, 8);
  assert_normal (kbx_collide (CONVEX_SHAPE (p), CONVEX_SHAPE (p)), 1, 0, 8);
}

/* ---- bodies ---- */

static kbx_body
ball (float velocity, float mass)
{
  return (kbx_body) { .velocity = { velocity, 0 }, .inverse_mass = kbx_inverse (mass), .restitution = 1 };
}

static const kbx_manifold to_the_right = { .status = KBX_OK, .hit = true, .normal = { 1, 0 }, .count = 1 };

/* Each gets its share of the sum of masses: the heavier one is pushed more. */
static void
text_share_of_masses (kbx_body *a, kbx_body *b, float mass_a, float mass_b)
{
  float j = -2 * (b->velocity.x - a->velocity.x) / (1 / mass_a + 1 / mass_b), sum = mass_a + mass_b;
  a->velocity.x -= mass_a / sum * j;
  b->velocity.x += mass_b / sum * j;
}

static void
test_share_of_masses (void)
{
  const float light = 1, heavy = 3;
  kbx_body a = ball (8, light), b = ball (0, heavy), c = a, d = b;

  text_share_of_masses (&a, &b, light, heavy);
  g_assert_cmpfloat (fabsf (light * a.velocity.x + heavy * b.velocity.x - 8 * light), >, 1);
  g_assert_cmpint (kbx_resolve (&c, &d, &to_the_right).status, ==, KBX_OK);
  g_assert_cmpfloat_with_epsilon (light * c.velocity.x + heavy * d.velocity.x, 8 * light, NEAR_ENOUGH);
  g_assert_cmpfloat_with_epsilon (d.velocity.x - c.velocity.x, 8, NEAR_ENOUGH);
}

static void
test_infinite_masses (void)
{
  kbx_body a = ball (8, INFINITY), b = ball (-8, INFINITY);
  float j = -2 * (b.velocity.x - a.velocity.x) / (a.inverse_mass + b.inverse_mass);

  g_assert_true (isnan (a.velocity.x - a.inverse_mass * j));
  g_assert_cmpint (kbx_resolve (&a, &b, &to_the_right).status, ==, KBX_OK);
  g_assert_cmpfloat (a.velocity.x, ==, 8);
  g_assert_cmpfloat (b.velocity.x, ==, -8);
}

/* ---- moves ---- */

/* A fraction of the move less an epsilon: what stays free depends on how long the move is. */
static void
test_fixed_skin (void)
{
  const kbx_segment wall = { { 100, -50 }, { 100, 50 } };
  const float lengths[] = { 150, 1000, 60000 }, skin = 1.0f / 16, epsilon = 0.001f;
  float text_gap[3];

  for (int i = 0; i < 3; i++)
    {
      kbx_vec move = v (lengths[i], 0);
      kbx_hit sweep = kbx_cast (SHAPE (v (0, 0)), move, SHAPE (wall));
      g_assert_true (sweep.hit);
      text_gap[i] = 100 - (sweep.fraction - epsilon) * lengths[i];
      g_assert_cmpfloat_with_epsilon (100 - kbx_stop (v (0, 0), move, sweep, skin).x, skin, NEAR_ENOUGH);
    }
  g_assert_cmpfloat (text_gap[1], >, 6 * text_gap[0]);
  g_assert_cmpfloat (text_gap[2], >, 50); /* it has even turned round: farther back than half the way */
}

/* The line's equation in floats, the impact point, and whether it lies between the ends. */
static bool
text_stopped (kbx_vec from, kbx_vec move, kbx_segment s)
{
  float a = s.b.y - s.a.y, b = s.a.x - s.b.x, c = -(a * s.a.x + b * s.a.y), d = a * from.x + b * from.y + c;
  float e = a * (from.x + move.x) + b * (from.y + move.y) + c, t = d / (d - e), x, y;

  if ((d > 0) == (e > 0))
    return false;
  x = from.x + t * move.x;
  y = from.y + t * move.y;
  return (x - s.a.x) * (x - s.b.x) + (y - s.a.y) * (y - s.b.y) <= 0;
}

static void
test_joint (void)
{
  int through = 0, longer;

  for (int i = 0; i < 20000; i++)
    {
      kbx_vec joint = v (g_test_rand_int_range (-500, 500), g_test_rand_int_range (-500, 500)), from, move;
      kbx_segment left = { joint, joint }, right = { joint, joint };
      /* From above, exactly at the ridge of a roof. */
      left.a = v (joint.x - g_test_rand_int_range (1, 300), joint.y + g_test_rand_int_range (50, 500));
      right.b = v (joint.x + g_test_rand_int_range (1, 300), joint.y + g_test_rand_int_range (50, 500));
      from = v (joint.x + g_test_rand_int_range (-200, 200), joint.y - g_test_rand_int_range (500, 4000));
      longer = g_test_rand_int_range (2, 50);
      move = v (longer * (joint.x - from.x), longer * (joint.y - from.y));
      through += !text_stopped (from, move, left) && !text_stopped (from, move, right);
      g_assert_true (kbx_cast (SHAPE (from), move, SHAPE (left)).hit || kbx_cast (SHAPE (from), move, SHAPE (right)).hit);
    }
  g_assert_cmpint (through, >, 10);
}

/* ---- angles ---- */

static void
test_rounded_degrees (void)
{
  const double rounded = 0.0174532925;
  const kbx_vec half = kbx_direction (180), quarter = kbx_direction (90);

  g_assert_cmpfloat (sin (180 * rounded), !=, 0);
  g_assert_cmpfloat (cos (90 * rounded), !=, 0);
  g_assert_true (half.x == -1 && half.y == 0 && quarter.x == 0 && quarter.y == 1);
  g_assert_cmpfloat ((float) cos (36000000 * rounded), !=, 1); /* so many degrees are a whole turn, over and over */
  g_assert_cmpfloat (kbx_direction (36000000).x, ==, 1);
}

/* The angles at which a point sees the edges of a polygon in space; 360 degrees would be inside. */
static double
text_sum_of_angles (const kbx_vec3 *corners, int count, kbx_vec3 p)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    {
      kbx_vec3 a = corners[i], b = corners[(i + 1) % count];
      double ax = a.x - p.x, ay = a.y - p.y, az = a.z - p.z, bx = b.x - p.x, by = b.y - p.y, bz = b.z - p.z;
      sum += acos ((ax * bx + ay * by + az * bz) / sqrt ((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz)));
    }
  return sum;
}

static void
test_sum_of_angles (void)
{
  const kbx_vec3 bent[] = { { 0, 0, 3 }, { 8, 0, 3 }, { 8, 8, 3 }, { 7, 8, 3 }, { 7, 1, 3 }, { 0, 1, 3 } };
  const kbx_vec3 inside = { 0.5f, 0.5f, 3 };
  const kbx_polygon3 p = { bent, 6 };

  g_assert_cmpfloat (text_sum_of_angles (bent, 6, inside), >, 2 * G_PI + 0.1);
  g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), inside));
  /* On a corner there are no angles. */
  g_assert_true (isnan (text_sum_of_angles (bent, 6, bent[2])));
  g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), bent[2]));
}

/* ---- what other libraries got wrong ---- */

/* One says that shapes touch while its manifold is empty, or the other way round (cute_headers, issue 404). Here by a
 * hair, where that shows. */
static void
test_whether_and_how (void)
{
  int hits = 0, pairs = 0;

  for (int first = 0; first <= KIT_CONVEX; first++)
    for (int second = first; second <= KIT_CONVEX; second++)
      for (int i = 0; i < 4000; i++)
        {
          KitShape a = kit_random_shape ((KitKind) first, 0), b = kit_random_shape ((KitKind) second, 0), c;
          kbx_manifold m = kit_collide (&a, &b);
          if (!m.hit)
            continue;
          /* Parted by the depth, to within a few bits of a float. */
          c = kit_moved (&b, 1, 1, m.normal.x * m.depth, m.normal.y * m.depth);
          m = kit_collide (&a, &c);
          g_assert_cmpint (m.hit, ==, kit_overlap (&a, &c));
          g_assert_cmpint (m.hit, ==, m.count > 0);
          pairs++;
          hits += m.hit;
        }
  g_assert_cmpint (pairs, >, 10000);
  g_assert_cmpint (hits, >, pairs / 10);
  g_assert_cmpint (hits, <, pairs - pairs / 10);
}

KIT_PROGRAM (runtime_contact_mistakes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/mistakes/text/circles-added", test_circles_added);
  g_test_add_func ("/mistakes/text/axis-of-least-depth", test_least_depth);
  g_test_add_func ("/mistakes/text/unit-normal", test_unit_normal);
  g_test_add_func ("/mistakes/text/depth-from-inside", test_depth_from_inside);
  g_test_add_func ("/mistakes/text/one-centre", test_one_centre);
  g_test_add_func ("/mistakes/text/share-of-masses", test_share_of_masses);
  g_test_add_func ("/mistakes/text/infinite-masses", test_infinite_masses);
  g_test_add_func ("/mistakes/text/fixed-skin", test_fixed_skin);
  g_test_add_func ("/mistakes/text/joint", test_joint);
  g_test_add_func ("/mistakes/text/rounded-degrees", test_rounded_degrees);
  g_test_add_func ("/mistakes/text/sum-of-angles", test_sum_of_angles);
  g_test_add_func ("/mistakes/others/whether-and-how", test_whether_and_how);
  return g_test_run ();
}

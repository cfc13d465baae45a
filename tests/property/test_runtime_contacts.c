/* SPDX-License-Identifier: MIT */
/* Contacts of random pairs: they agree with kbx_overlap_; swapping, mirroring and moving change nothing; what is
 * parted by the depth does not overlap any more. And bounces: momentum is kept and energy does not grow. */
#include "support/closed_shapes.h"
#include "support/seed.h"

#define PAIRS 20000
#define BOUNCES 100000
#define NEAR 2e-4

/* Half of the pairs are on the grid, some of these whole. */
static double
random_step (int i)
{
  return i % 2 ? 0 : i % 4 ? 1 : 1.0 / 256;
}

static void
assert_like (const KitShape *a, const KitShape *b, kbx_manifold m, kbx_manifold other, bool exact, const char *what)
{
  bool same = m.hit == other.hit || (!exact && MAX (m.depth, other.depth) < 1e-5);
  if (!same || (m.hit && other.hit && fabs ((double) m.depth - other.depth) > NEAR))
    g_error ("%s: %s, %s: %d %.9g, then %d %.9g", what, kit_describe (a), kit_describe (b), m.hit, m.depth, other.hit,
             other.depth);
}

static void
assert_manifold (const KitShape *a, const KitShape *b, kbx_manifold m)
{
  double length = hypot (m.normal.x, m.normal.y);

  g_assert_cmpint (m.status, ==, KBX_OK);
  if (m.hit != kit_overlap (a, b))
    g_error ("%s, %s: a contact or an overlap, not both", kit_describe (a), kit_describe (b));
  if (!m.hit)
    {
      g_assert_true (length <= 0 && m.count == 0);
      return;
    }
  g_assert_cmpfloat_with_epsilon (length, 1, 1e-6);
  g_assert_false ((m.normal.x == 0 && signbit (m.normal.x)) || (m.normal.y == 0 && signbit (m.normal.y)));
  g_assert_cmpuint (m.count, >=, 1);
  g_assert_cmpuint (m.count, <=, 2);
  for (uint32_t i = 0; i < m.count; i++)
    {
      g_assert_true (isfinite (m.points[i].x) && isfinite (m.points[i].y));
      g_assert_cmpfloat (m.depths[i], >=, 0);
      g_assert_cmpfloat (m.depths[i], <=, m.depth);
    }
}

/* The second body gets all of the way: then the shapes just touch, or overlap by no more than rounding. */
static void
assert_parted (const KitShape *a, const KitShape *b, kbx_manifold m)
{
  kbx_body wall = { .restitution = 0 }, thing = { .inverse_mass = 1 };
  kbx_manifold after;
  KitShape moved;

  g_assert_cmpint (kbx_separate (&wall, &thing, &m, 1, 0), ==, KBX_OK);
  moved = kit_moved (b, 1, 1, thing.position.x, thing.position.y);
  after = kit_collide (a, &moved);
  if (after.hit && after.depth > 2e-5f)
    g_error ("%s, %s: parted by (%g, %g), they overlap by %.9g", kit_describe (a), kit_describe (b), thing.position.x,
             thing.position.y, after.depth);
  moved = kit_moved (b, 1, 1, thing.position.x + 1e-3 * m.normal.x, thing.position.y + 1e-3 * m.normal.y);
  g_assert_false (kit_overlap (a, &moved));
  /* And no sooner. */
  if (m.depth > 1e-3f)
    {
      moved = kit_moved (b, 1, 1, thing.position.x - 1e-3 * m.normal.x, thing.position.y - 1e-3 * m.normal.y);
      g_assert_true (kit_overlap (a, &moved));
    }
}

static void
test_pair (gconstpointer data)
{
  static const struct { int sx, sy; double dx, dy; } ways[] = {
    { 1, 1, 1000, -777 }, { 1, 1, -65000, 65000 }, { -1, 1, 0, 0 }, { 1, -1, 5, 0 }, { -1, -1, 0, 33 }
  };
  const KitPair *pair = data;
  int hits = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      double step = random_step (i);
      KitShape a = kit_random_shape (pair->first, step), b = kit_random_shape (pair->second, step);
      kbx_manifold m = kit_collide (&a, &b);

      assert_manifold (&a, &b, m);
      if (m.hit)
        assert_parted (&a, &b, m);
      hits += m.hit;
      if (pair->first == pair->second)
        assert_like (&a, &b, m, kit_collide (&b, &a), true, "swapped");
      /* On the grid also far away; off it, where it stays the same shape. */
      for (size_t k = step > 0 ? 0 : 2; k < G_N_ELEMENTS (ways); k++)
        {
          KitShape p = kit_moved (&a, ways[k].sx, ways[k].sy, ways[k].dx, ways[k].dy);
          KitShape q = kit_moved (&b, ways[k].sx, ways[k].sy, ways[k].dx, ways[k].dy);
          assert_like (&a, &b, m, kit_collide (&p, &q), step > 0, "mirrored or moved");
        }
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 10);
  g_assert_cmpint (hits, <, (int) kit_n_done - (int) kit_n_done / 10);
}

/* A contact of two boxes and one of their corners' polygons are the same. */
static void
test_ways (void)
{
  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      double step = random_step (i);
      KitShape a = kit_random_shape (i % 3 ? KIT_OBB : KIT_RECT, step), b = kit_random_shape (KIT_OBB, step);
      KitShape circle = kit_random_shape (KIT_CIRCLE, step), p = a, q = b;

      p.kind = q.kind = KIT_CONVEX;
      assert_like (&a, &b, kit_collide (&a, &b), kit_collide (&p, &q), step > 0, "as polygons");
      assert_like (&a, &b, kit_collide (&a, &b), kit_collide (&a, &q), step > 0, "the second as a polygon");
      assert_like (&circle, &a, kit_collide (&circle, &a), kit_collide (&circle, &p), step > 0, "the box as a polygon");
    }
}

/* ---- bounces ---- */

typedef struct { double px, py, spin, energy; } Sums;

static Sums
sums (const kbx_body *a, const kbx_body *b)
{
  const kbx_body *bodies[2] = { a, b };
  Sums s = { 0, 0, 0, 0 };

  for (int i = 0; i < 2; i++)
    {
      const kbx_body *o = bodies[i];
      double mass = o->inverse_mass > 0 ? 1.0 / o->inverse_mass : 0;
      double inertia = o->inverse_inertia > 0 ? 1.0 / o->inverse_inertia : 0;
      double vx = o->velocity.x, vy = o->velocity.y, w = o->angular_velocity;
      s.px += mass * vx;
      s.py += mass * vy;
      s.spin += mass * (o->position.x * vy - o->position.y * vx) + inertia * w;
      s.energy += 0.5 * (mass * (vx * vx + vy * vy) + inertia * w * w);
    }
  return s;
}

/* What cannot be moved stands still here: a lift would bring energy of its own. */
static kbx_body
random_body (const KitShape *s, bool movable, bool turns)
{
  kbx_body b = { .position = s->kind == KIT_CIRCLE ? s->circle.centre : s->corners[0] };
  double mass = g_test_rand_double_range (0.1, 10);

  if (s->kind != KIT_CIRCLE)
    b.position = kit_vec (0.5 * (s->corners[0].x + s->corners[2].x), 0.5 * (s->corners[0].y + s->corners[2].y));
  if (turns)
    {
      b.angular_velocity = (float) g_test_rand_double_range (-3, 3);
      b.inverse_inertia = kbx_inverse (kbx_inertia (kbx_shape_obb (kbx_direction (0), kbx_direction (0), 6, 9), (float) mass));
    }
  if (movable)
    {
      b.velocity = kit_vec (g_test_rand_double_range (-50, 50), g_test_rand_double_range (-50, 50));
      b.inverse_mass = kbx_inverse ((float) mass);
    }
  b.restitution = (float) (g_test_rand_int_range (0, 3) / 2.0);
  b.friction = g_test_rand_bit () ? 0 : (float) g_test_rand_double_range (0, 1);
  return b;
}

static void
test_bounces (void)
{
  int bounced = 0;

  for (int i = 0; kit_goes_on (i, BOUNCES); i++)
    {
      const KitPair *pair = &kit_pairs[i % (int) G_N_ELEMENTS (kit_pairs)];
      KitShape p = kit_random_shape (pair->first, random_step (i));
      KitShape q = kit_random_shape (pair->second, random_step (i));
      kbx_manifold m = kit_collide (&p, &q);
      int how = g_test_rand_int_range (0, 8);
      kbx_body a = random_body (&p, how != 0, how & 1), b = random_body (&q, how > 1, (how & 3) > 1), a0 = a, b0 = b;
      Sums before = sums (&a, &b), after;
      kbx_impulse done = kbx_resolve (&a, &b, &m);
      double size = 1e-4 * (1 + before.energy);

      g_assert_cmpint (done.status, ==, KBX_OK);
      g_assert_cmpfloat (done.normal, >=, 0);
      if (done.normal <= 0)
        {
          g_assert_cmpmem (&a, sizeof a, &a0, sizeof a0);
          g_assert_cmpmem (&b, sizeof b, &b0, sizeof b0);
          continue;
        }
      bounced++;
      after = sums (&a, &b);
      g_assert_cmpfloat (after.energy, <=, before.energy + size * 0.1);
      if (a.inverse_mass > 0 && b.inverse_mass > 0)
        {
          g_assert_cmpfloat_with_epsilon (after.px, before.px, size);
          g_assert_cmpfloat_with_epsilon (after.py, before.py, size);
          if (a.inverse_inertia > 0 && b.inverse_inertia > 0)
            g_assert_cmpfloat_with_epsilon (after.spin, before.spin, 10 * size);
        }
      /* Nothing lost where nothing may be. */
      if (a.restitution >= 1 && b.restitution >= 1 && a.friction * b.friction <= 0)
        g_assert_cmpfloat_with_epsilon (after.energy, before.energy, size);
      /* Without rotation they part as fast as the restitution says. */
      if (a.inverse_inertia <= 0 && b.inverse_inertia <= 0 && a.friction * b.friction <= 0)
        {
          double e = MIN (a.restitution, b.restitution);
          double came = (b0.velocity.x - a0.velocity.x) * m.normal.x + (b0.velocity.y - a0.velocity.y) * m.normal.y;
          double goes = (b.velocity.x - a.velocity.x) * m.normal.x + (b.velocity.y - a.velocity.y) * m.normal.y;
          g_assert_cmpfloat_with_epsilon (goes, -e * came, 1e-3);
        }
    }
  g_assert_cmpint (bounced, >, (int) kit_n_done / 10);
}

KIT_PROGRAM (runtime_contacts_random)
{
  kit_test_init (&argc, &argv);
  for (size_t i = 0; i < G_N_ELEMENTS (kit_pairs); i++)
    {
      char *path = g_strdup_printf ("/contacts/%s-%s", kit_kind_names[kit_pairs[i].first],
                                    kit_kind_names[kit_pairs[i].second]);
      g_test_add_data_func (path, &kit_pairs[i], test_pair);
      g_free (path);
    }
  g_test_add_func ("/contacts/boxes-as-polygons", test_ways);
  g_test_add_func ("/contacts/bounces", test_bounces);
  return g_test_run ();
}

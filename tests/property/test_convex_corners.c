/* SPDX-License-Identifier: MIT */
/* Contacts of convex polygons say the same wherever the list of corners begins and whichever way it goes round; those of
 * polygons without area lie on both. Prepared, and moved, they are answered like those whose corners are moved. */
#include "runtime/pairs/quick_axes.h"
#include "support/shape_of.h"
#include "support/closed_shapes.h"
#include "support/seed.h"

#define PAIRS 40000
#define MOST 24

typedef struct {
  kbx_vec v[MOST];
  uint32_t n;
} Corners;

static kbx_polygon
polygon (const Corners *c)
{
  return (kbx_polygon) { c->v, c->n };
}

static int below (int n) { return g_test_rand_int_range (0, n); }

/* The sides in so many pieces each: 1, 2 or 4, which makes no coordinate inexact. */
static Corners
in_pieces (const kbx_vec *v, uint32_t n, uint32_t pieces)
{
  Corners c = { .n = n * pieces };
  for (uint32_t i = 0; i < c.n; i++)
    {
      kbx_vec a = v[i / pieces], b = v[(i / pieces + 1) % n];
      float t = (float) (i % pieces) / (float) pieces;
      c.v[i] = (kbx_vec) { a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
    }
  return c;
}

/* Once more, `times` times, the corner at `at`. */
static void
repeat (Corners *c, uint32_t at, uint32_t times)
{
  memmove (c->v + at + times, c->v + at, (c->n - at) * sizeof *c->v);
  for (uint32_t i = 0; i < times; i++)
    c->v[at + i] = c->v[at + times];
  c->n += times;
}

enum { WHOLE, ANY, SQUARE, ROUND, LINE, DOT, KINDS };

/* Of the kind, with coordinates such that many depths are equal, but for ANY. */
static Corners
random_corners (int kind)
{
  static const kbx_vec round[8] = { { 3, 1 }, { 1, 3 }, { -1, 3 }, { -3, 1 }, { -3, -1 }, { -1, -3 }, { 1, -3 }, { 3, -1 } };
  float x = (float) below (17) - 8, y = (float) below (17) - 8, w = (float) (2 + 2 * below (6)), h = below (2) ? w : (float) (2 + 2 * below (6));
  kbx_vec v[KIT_CORNERS] = { { x, y }, { x + w, y }, { x + w, y + h }, { x, y + h } };
  uint32_t n = 4;
  Corners c;

  switch (kind)
    {
    case WHOLE:
    case ANY:
      do
        n = kit_random_hull (v, kind == WHOLE, x, y);
      while (n == 0);
      break;
    case ROUND:
      n = 8;
      for (uint32_t i = 0; i < n; i++)
        v[i] = (kbx_vec) { x + w * round[i].x / 4, y + w * round[i].y / 4 };
      break;
    case LINE:
      n = 2;
      v[1] = below (2) ? v[2] : v[3 * (uint32_t) below (2)];
      if (v[1].x == v[0].x && v[1].y == v[0].y)
        v[1].x += w;
      break;
    case DOT:
      n = 1;
      break;
    default:
      break;
    }
  c = in_pieces (v, n, n < 3 ? 4 / n : kind == ANY ? 1 : (uint32_t[]) { 1, 1, 2, 2 }[below (4)]);
  if (below (2) && c.n < MOST)
    repeat (&c, (uint32_t) below ((int) c.n), 1 + (uint32_t) below ((int) MIN (MOST - c.n, 3)));
  return c;
}

/* The same corners from another one on, or the other way round. */
static Corners
listed_otherwise (const Corners *c, uint32_t start, bool back)
{
  Corners d = { .n = c->n };
  for (uint32_t i = 0; i < c->n; i++)
    d.v[i] = c->v[(back ? start + c->n - i : start + i) % c->n];
  return d;
}

static bool
same_manifold (kbx_manifold a, kbx_manifold b)
{
  return a.status == b.status && a.hit == b.hit && a.count == b.count && !memcmp (&a.normal, &b.normal, sizeof a.normal) &&
         !memcmp (&a.depth, &b.depth, sizeof a.depth) && !memcmp (a.points, b.points, sizeof a.points) &&
         !memcmp (a.depths, b.depths, sizeof a.depths);
}

static char *
describe (const Corners *a, kbx_manifold m)
{
  GString *text = g_string_new (NULL);
  for (uint32_t i = 0; i < a->n; i++)
    g_string_append_printf (text, " (%.9g, %.9g)", a->v[i].x, a->v[i].y);
  g_string_append_printf (text, " gives %d normal (%.9g, %.9g) depth %.9g points", m.hit, m.normal.x, m.normal.y, m.depth);
  for (uint32_t i = 0; i < m.count; i++)
    g_string_append_printf (text, " (%.9g, %.9g) %.9g", m.points[i].x, m.points[i].y, m.depths[i]);
  return g_string_free (text, FALSE);
}

static kbx_manifold
collide (int how, const Corners *a, const Corners *b)
{
  kbx_rect bounds = kbx_bounds (POLYGON_SHAPE (polygon (a)));
  kbx_obb box = { { bounds.min.x, bounds.max.y }, { 0.6f, 0.8f }, bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y };
  return how == 0 ? kbx_collide (SHAPE (bounds), CONVEX_SHAPE (polygon (b)))
         : how == 1 ? kbx_collide (SHAPE (box), CONVEX_SHAPE (polygon (b))) : kbx_collide (CONVEX_SHAPE (polygon (a)), CONVEX_SHAPE (polygon (b)));
}

static void
order (void)
{
  int hits = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Corners a = random_corners (i % KINDS), b = random_corners (i / KINDS % KINDS);
      int how = below (6);
      kbx_manifold m = collide (how, &a, &b);

      g_assert_cmpint (m.status, ==, KBX_OK);
      hits += m.hit;
      for (uint32_t k = 0; m.hit && k < 2 * a.n + 2 * b.n; k++)
        {
          bool of_b = k >= 2 * a.n;
          uint32_t start = of_b ? k - 2 * a.n : k;
          Corners c = listed_otherwise (of_b ? &b : &a, start / 2, start % 2);
          kbx_manifold other = of_b ? collide (how, &a, &c) : collide (how, &c, &b);
          if (!same_manifold (m, other))
            g_error ("way %d:%s\nwith%s\nlisted otherwise%s", how, describe (&a, m), describe (&b, m), describe (&c, other));
        }
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 5);
}

/* A circle, round the middle of the polygon or about there, from inside as from outside. */
static kbx_circle
random_circle (const Corners *c)
{
  kbx_rect b = kbx_bounds (POLYGON_SHAPE (polygon (c)));
  kbx_vec m = { (b.min.x + b.max.x) / 2, (b.min.y + b.max.y) / 2 };
  float far = below (2) ? 0 : (float) below (20);
  return (kbx_circle) { { m.x + (below (2) ? far : -far) / 2, m.y + (float) (below (3) * (below (9) - 4)) / 2 }, (float) below (10) };
}

static void
order_with_circle (void)
{
  int hits = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Corners a = random_corners (i % KINDS);
      kbx_circle circle = random_circle (&a);
      kbx_manifold m = kbx_collide (SHAPE (circle), CONVEX_SHAPE (polygon (&a)));

      g_assert_cmpint (m.status, ==, KBX_OK);
      hits += m.hit;
      for (uint32_t k = 0; m.hit && k < 2 * a.n; k++)
        {
          Corners c = listed_otherwise (&a, k / 2, k % 2);
          kbx_manifold other = kbx_collide (SHAPE (circle), CONVEX_SHAPE (polygon (&c)));
          if (!same_manifold (m, other))
            g_error ("circle (%g, %g) %g:%s\nlisted otherwise%s", circle.centre.x, circle.centre.y, circle.radius, describe (&a, m),
                     describe (&c, other));
        }
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 5);
}

/* In a tie a polygon that is a box is pushed as a box is. */
static void
box_with_circle (void)
{
  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Corners a = random_corners (SQUARE);
      kbx_circle circle = random_circle (&a);
      kbx_manifold m = kbx_collide (SHAPE (circle), CONVEX_SHAPE (polygon (&a))), other = kbx_collide (SHAPE (circle), SHAPE (kbx_bounds (POLYGON_SHAPE (polygon (&a)))));
      if (!same_manifold (m, other))
        g_error ("circle (%g, %g) %g:%s\nas a box%s", circle.centre.x, circle.centre.y, circle.radius, describe (&a, m), describe (&a, other));
    }
}

/* How far a point is outside a convex polygon, or beside one without area. */
static double
distance (const Corners *c, kbx_vec p)
{
  double nearest = HUGE_VAL;
  if (kbx_contains (POLYGON_SHAPE (polygon (c)), p))
    return 0;
  for (uint32_t i = 0; i < c->n; i++)
    {
      kbx_segment side = { c->v[i], c->v[(i + 1) % c->n] };
      nearest = fmin (nearest, kbx_nearest_point (SHAPE (side), p).distance);
    }
  return nearest;
}

static void
flat (void)
{
  int hits = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Corners a = random_corners (i % KINDS), b = random_corners (below (2) ? LINE : DOT);
      for (int swap = 0; swap < 2; swap++)
        {
          kbx_manifold m = kbx_collide (CONVEX_SHAPE (polygon (swap ? &b : &a)), CONVEX_SHAPE (polygon (swap ? &a : &b)));
          hits += m.hit;
          g_assert_cmpint (m.hit, ==, kbx_overlap (POLYGON_SHAPE (polygon (&a)), POLYGON_SHAPE (polygon (&b))));
          for (uint32_t k = 0; k < m.count; k++)
            if (distance (&a, m.points[k]) > 1e-5 || distance (&b, m.points[k]) > 1e-5)
              g_error ("point %u of%s\nwith%s", k, describe (&a, m), describe (&b, m));
        }
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 5);
}

static Corners
moved (const Corners *c, kbx_vec by)
{
  Corners to = *c;
  for (uint32_t i = 0; i < to.n; i++)
    to.v[i] = (kbx_vec) { c->v[i].x + by.x, c->v[i].y + by.y };
  return to;
}

/* Of two that are ready: the ways of all processors give the same, whichever this one takes. */
static void
check_ways (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at, kbx_manifold m)
{
  g_assert_cmpint (m.hit, ==, kbx_prepared_overlap (a, a_at, b, b_at));
#if KBX_QUICK_AXES
  g_assert_cmpint (m.hit, ==, kbx_prepared_overlap_sse2 (a, a_at, b, b_at));
  g_assert_true (same_manifold (m, kbx_prepared_collide_sse2 (a, a_at, b, b_at)));
#endif
#if KBX_QUICK_WIDE
  if (__builtin_cpu_supports ("avx2"))
    {
      g_assert_cmpint (m.hit, ==, kbx_prepared_overlap_avx2 (a, a_at, b, b_at));
      g_assert_true (same_manifold (m, kbx_prepared_collide_avx2 (a, a_at, b, b_at)));
    }
#endif
}

/* Corners, those that come again at once counted once. */
static uint32_t
different_corners (const Corners *c)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n; i++)
    n += c->v[i].x != c->v[(i + 1) % c->n].x || c->v[i].y != c->v[(i + 1) % c->n].y;
  return MAX (n, 1);
}

static void
prepared (void)
{
  int hits = 0, many = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Corners c[2] = { random_corners (i % KINDS), random_corners (i / KINDS % KINDS) };
      kbx_vec at[2] = { { 0, 0 }, { 0, 0 } };
      kbx_prepared p[2];
      kbx_manifold m;
      bool ready = true;

      for (int k = 0; k < 2; k++)
        {
          kbx_status status;
          c[k] = listed_otherwise (&c[k], (uint32_t) below ((int) c[k].n), below (2));
          status = kbx_prepare (&p[k], polygon (&c[k]));
          g_assert_cmpint (status, ==, different_corners (&c[k]) > KBX_PREPARED_CORNERS ? KBX_ERROR_ARGUMENT : KBX_OK);
          ready = ready && status == KBX_OK;
          /* What is not on the grid stays where it is; the others often just touch. */
          if (i % KINDS != ANY && i / KINDS % KINDS != ANY)
            at[k] = (kbx_vec) { (float) (i % 3 * 40000) + (i % 2 ? 0 : (float) below (5000) / 256), (float) below (12) };
          c[k] = moved (&c[k], at[k]);
        }
      m = kbx_prepared_collide (&p[0], at[0], &p[1], at[1]);
      if (!ready)
        {
          many++;
          g_assert_cmpint (m.status, ==, KBX_ERROR_ARGUMENT);
          g_assert_false (m.hit || kbx_prepared_overlap (&p[0], at[0], &p[1], at[1]));
          continue;
        }
      hits += m.hit;
      check_ways (&p[0], at[0], &p[1], at[1], m);
      if (!same_manifold (m, kbx_collide (CONVEX_SHAPE (polygon (&c[0])), CONVEX_SHAPE (polygon (&c[1])))))
        g_error ("unprepared%s\nwith%s", describe (&c[0], kbx_collide (CONVEX_SHAPE (polygon (&c[0])), CONVEX_SHAPE (polygon (&c[1])))), describe (&c[1], m));
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 10);
  g_assert_cmpint (many, >, (int) kit_n_done / 100);
}

/* Where quick arithmetic does not tell. */
static void
prepared_narrowly (void)
{
  const kbx_vec low[] = { { 0, 0 }, { 4, 0 }, { 0, 4 } }, high[] = { { 4, 0 }, { 4, 4 }, { 0, 4 } };
  const kbx_vec tiny[] = { { 0, 0 }, { 4e-32f, 0 }, { 4e-32f, 4e-32f }, { 0, 4e-32f } };
  const kbx_vec here = { 0, 0 }, beside = { 1.0f / 1048576, 0 };
  Corners a = in_pieces (low, 3, 1), b = in_pieces (high, 3, 1), c = in_pieces (tiny, 4, 1);
  kbx_prepared p, q;
  kbx_manifold m;

  g_assert_cmpint (kbx_prepare (&p, polygon (&a)) | kbx_prepare (&q, polygon (&b)), ==, KBX_OK);
  m = kbx_prepared_collide (&p, here, &q, here);
  g_assert_true (m.hit && m.count == 2);
  check_ways (&p, here, &q, here, m);
  m = kbx_prepared_collide (&p, here, &q, beside);
  g_assert_false (m.hit);
  check_ways (&p, here, &q, beside, m);
  g_assert_cmpint (m.status, ==, KBX_OK);
  g_assert_cmpint (kbx_prepare (&p, polygon (&c)), ==, KBX_OK);
  m = kbx_prepared_collide (&p, here, &p, here);
  g_assert_true (same_manifold (m, kbx_collide (CONVEX_SHAPE (polygon (&c)), CONVEX_SHAPE (polygon (&c)))) && m.hit);
  check_ways (&p, here, &p, here, m);
}

static void
not_prepared (void)
{
  Corners box = in_pieces ((kbx_vec[]) { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }, 4, 1), bad = box;
  kbx_prepared ready, other;
  const kbx_vec at = { 0, 0 }, nowhere = { NAN, 0 };

  g_assert_cmpint (kbx_prepare (&ready, polygon (&box)), ==, KBX_OK);
  g_assert_cmpint (kbx_prepare (NULL, polygon (&box)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepared_collide (&ready, nowhere, &ready, at).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepared_collide (&ready, at, NULL, at).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepared_collide (NULL, at, &ready, at).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (kbx_prepared_overlap (&ready, at, NULL, at) || kbx_prepared_overlap (&ready, at, &ready, nowhere));
  g_assert_true (kbx_prepared_overlap (&ready, at, &ready, at));
  /* A dent; a corner that is no number; two corners; NULL. */
  bad.v[2] = (kbx_vec) { 1, 1 };
  g_assert_cmpint (kbx_prepare (&other, polygon (&bad)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepared_collide (&ready, at, &other, at).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepared_collide (&other, at, &ready, at).status, ==, KBX_ERROR_ARGUMENT);
  bad.v[2].x = NAN;
  g_assert_cmpint (kbx_prepare (&other, polygon (&bad)), ==, KBX_ERROR_ARGUMENT);
  box.n = 2;
  g_assert_cmpint (kbx_prepare (&other, polygon (&box)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_prepare (&other, (kbx_polygon) { NULL, 3 }), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (sizeof (kbx_prepared), ==, 296);
}

KIT_PROGRAM (convex_corners)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/convex-corners/order", order);
  g_test_add_func ("/convex-corners/order-with-circle", order_with_circle);
  g_test_add_func ("/convex-corners/box-with-circle", box_with_circle);
  g_test_add_func ("/convex-corners/without-area", flat);
  g_test_add_func ("/convex-corners/prepared", prepared);
  g_test_add_func ("/convex-corners/prepared-narrowly", prepared_narrowly);
  g_test_add_func ("/convex-corners/not-prepared", not_prepared);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Contacts of convex polygons say the same wherever the list of corners begins and whichever way it goes round; those of
 * polygons without area lie on both. */
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
  kbx_rect bounds = kbx_polygon_bounds (polygon (a));
  kbx_obb box = { { bounds.min.x, bounds.max.y }, { 0.6f, 0.8f }, bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y };
  return how == 0 ? kbx_collide_rect_convex (bounds, polygon (b))
         : how == 1 ? kbx_collide_obb_convex (box, polygon (b)) : kbx_collide_convexes (polygon (a), polygon (b));
}

static void
order (void)
{
  int hits = 0;

  for (int i = 0; i < PAIRS; i++)
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
  g_assert_cmpint (hits, >, PAIRS / 5);
}

/* How far a point is outside a convex polygon, or beside one without area. */
static double
distance (const Corners *c, kbx_vec p)
{
  double nearest = HUGE_VAL;
  if (kbx_polygon_contains (polygon (c), p))
    return 0;
  for (uint32_t i = 0; i < c->n; i++)
    {
      kbx_segment side = { c->v[i], c->v[(i + 1) % c->n] };
      nearest = fmin (nearest, kbx_segment_closest (side, p).distance);
    }
  return nearest;
}

static void
flat (void)
{
  int hits = 0;

  for (int i = 0; i < PAIRS; i++)
    {
      Corners a = random_corners (i % KINDS), b = random_corners (below (2) ? LINE : DOT);
      for (int swap = 0; swap < 2; swap++)
        {
          kbx_manifold m = kbx_collide_convexes (polygon (swap ? &b : &a), polygon (swap ? &a : &b));
          hits += m.hit;
          g_assert_cmpint (m.hit, ==, kbx_overlap_polygons (polygon (&a), polygon (&b)));
          for (uint32_t k = 0; k < m.count; k++)
            if (distance (&a, m.points[k]) > 1e-5 || distance (&b, m.points[k]) > 1e-5)
              g_error ("point %u of%s\nwith%s", k, describe (&a, m), describe (&b, m));
        }
    }
  g_assert_cmpint (hits, >, PAIRS / 5);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/convex-corners/order", order);
  g_test_add_func ("/convex-corners/without-area", flat);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Closed shapes of all kinds, against each other: what must hold whatever they are. Coordinates are whole pixels or on
 * the grid, so that every answer is exact and two ways of asking must agree to the bit. */
#include "runtime/pairs/convex.h"

#include <math.h>

#include "tests/support/shape_of.h"
#include "tests/support/seed.h"

enum { CIRCLE, RECT, OBB, CONVEX, POLYGON, N_KINDS };
#define MOST 12

typedef struct {
  int kind;
  kbx_circle circle;
  kbx_rect rect;
  kbx_obb obb;
  kbx_vec corners[MOST];
  guint n;
} Shape;

static kbx_polygon
polygon_of (const Shape *s)
{
  return (kbx_polygon) { s->corners, s->n };
}

static bool
overlap (const Shape *a, const Shape *b)
{
  if (a->kind > b->kind)
    return overlap (b, a);
  switch (a->kind * N_KINDS + b->kind)
    {
    case CIRCLE * N_KINDS + CIRCLE: return kbx_overlap (SHAPE (a->circle), SHAPE (b->circle));
    case CIRCLE * N_KINDS + RECT: return kbx_overlap (SHAPE (a->circle), SHAPE (b->rect));
    case CIRCLE * N_KINDS + OBB: return kbx_overlap (SHAPE (a->circle), SHAPE (b->obb));
    case RECT * N_KINDS + RECT: return kbx_overlap (SHAPE (a->rect), SHAPE (b->rect));
    case RECT * N_KINDS + OBB: return kbx_overlap (SHAPE (a->rect), SHAPE (b->obb));
    case OBB * N_KINDS + OBB: return kbx_overlap (SHAPE (a->obb), SHAPE (b->obb));
    case CONVEX * N_KINDS + CONVEX: return kbx_overlap (CONVEX_SHAPE (polygon_of (a)), CONVEX_SHAPE (polygon_of (b)));
    default:
      if (a->kind == CIRCLE)
        return kbx_overlap (SHAPE (a->circle), POLYGON_SHAPE (polygon_of (b)));
      if (a->kind == RECT)
        return kbx_overlap (SHAPE (a->rect), POLYGON_SHAPE (polygon_of (b)));
      if (a->kind == OBB)
        return kbx_overlap (SHAPE (a->obb), POLYGON_SHAPE (polygon_of (b)));
      return kbx_overlap (POLYGON_SHAPE (polygon_of (a)), POLYGON_SHAPE (polygon_of (b)));
    }
}

static bool
contains (const Shape *s, kbx_vec p)
{
  switch (s->kind)
    {
    case CIRCLE: return kbx_contains (SHAPE (s->circle), p);
    case RECT: return kbx_contains (SHAPE (s->rect), p);
    case OBB: return kbx_contains (SHAPE (s->obb), p);
    case CONVEX: return kbx_contains (CONVEX_SHAPE (polygon_of (s)), p);
    default: return kbx_contains (POLYGON_SHAPE (polygon_of (s)), p);
    }
}

/* ---- random ones ---- */

static const struct { int range; float step; } grids[] = { { 6, 1 }, { 40, 1 }, { 2000, 1 / 256.0f }, { 8000000, 1 / 256.0f } };

static float
coordinate (guint grid)
{
  return (float) g_test_rand_int_range (-grids[grid].range, grids[grid].range + 1) * grids[grid].step;
}

static kbx_vec
place (guint grid)
{
  return (kbx_vec) { coordinate (grid), coordinate (grid) };
}

/* The hull of some points (Andrew 1979). */
static guint
make_hull (kbx_vec *points, guint n, kbx_vec *hull)
{
  guint count = 0, lower;
  for (guint i = 1; i < n; i++)
    for (guint k = i; k > 0 && (points[k].x < points[k - 1].x || (points[k].x == points[k - 1].x && points[k].y < points[k - 1].y)); k--)
      {
        kbx_vec swapped = points[k];
        points[k] = points[k - 1];
        points[k - 1] = swapped;
      }
  for (guint way = 0; way < 2; way++)
    {
      lower = count + 1;
      for (guint i = 0; i < n; i++)
        {
          kbx_vec p = points[way ? n - 1 - i : i];
          while (count > lower - (way == 0) && count >= 2 &&
                 ((double) hull[count - 1].x - hull[count - 2].x) * ((double) p.y - hull[count - 2].y) -
                 ((double) hull[count - 1].y - hull[count - 2].y) * ((double) p.x - hull[count - 2].x) <= 0)
            count--;
          hull[count++] = p;
        }
      count--;
    }
  return count;
}

static Shape
random_shape (guint grid, int kind)
{
  static const kbx_vec axes[] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
  Shape s = { .kind = kind };
  kbx_vec p = place (grid), q = place (grid), points[MOST];
  switch (kind)
    {
    case CIRCLE:
      s.circle = (kbx_circle) { p, fabsf (coordinate (grid)) / 2 };
      break;
    case RECT:
      s.rect = (kbx_rect) { { fminf (p.x, q.x), fminf (p.y, q.y) }, { fmaxf (p.x, q.x), fmaxf (p.y, q.y) } };
      break;
    case OBB:
      s.obb = (kbx_obb) { p, axes[g_test_rand_int_range (0, 4)], fabsf (q.x), fabsf (q.y) };
      if (g_test_rand_bit ())
        s.obb.axis = kbx_direction (g_test_rand_int_range (0, 360));
      break;
    case CONVEX:
      do
        {
          for (guint i = 0; i < MOST / 2; i++)
            points[i] = place (grid);
          s.n = make_hull (points, MOST / 2, s.corners);
        }
      while (s.n < 3);
      break;
    default:
      s.n = (guint) g_test_rand_int_range (3, MOST + 1);
      for (guint i = 0; i < s.n; i++)
        s.corners[i] = g_test_rand_int_range (0, 8) || i == 0 ? place (grid) : s.corners[i - 1];
    }
  return s;
}

/* x to sx * x + dx, y to sy * y + dy; then both exchanged if told. */
typedef struct { float sx, sy, dx, dy; bool turn; } Map;

static kbx_vec
map_vec (kbx_vec v, Map m, bool direction)
{
  kbx_vec w = { m.sx * v.x + (direction ? 0 : m.dx), m.sy * v.y + (direction ? 0 : m.dy) };
  return m.turn ? (kbx_vec) { w.y, w.x } : w;
}

static Shape
map_shape (Shape s, Map m)
{
  kbx_vec a = map_vec (s.rect.min, m, false), b = map_vec (s.rect.max, m, false);
  s.rect = (kbx_rect) { { fminf (a.x, b.x), fminf (a.y, b.y) }, { fmaxf (a.x, b.x), fmaxf (a.y, b.y) } };
  s.circle.centre = map_vec (s.circle.centre, m, false);
  s.obb.centre = map_vec (s.obb.centre, m, false);
  s.obb.axis = map_vec (s.obb.axis, m, true);
  for (guint i = 0; i < s.n; i++)
    s.corners[i] = map_vec (s.corners[i], m, false);
  return s;
}

static const Map maps[] = {
  { 1, 1, 17, -40, false }, { -1, 1, 0, 0, false }, { 1, -1, 0, 0, false }, { -1, -1, 3, 5, false }, { 1, 1, 0, 0, true },
  { -1, 1, 0, 0, true }, { 1, 1, 30000, -30000, false },
};

/* ---- what must hold ---- */

static void
test_pairs (void)
{
  guint hits = 0;
  for (guint round = 0; kit_goes_on (round, 150000); round++)
    {
      guint grid = round % G_N_ELEMENTS (grids);
      Shape a = random_shape (grid, g_test_rand_int_range (0, N_KINDS)), b = random_shape (grid, g_test_rand_int_range (0, N_KINDS));
      bool hit = overlap (&a, &b);
      hits += hit;
      g_assert_cmpint (overlap (&b, &a), ==, hit);
      for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
        {
          Shape c = map_shape (a, maps[i]), d = map_shape (b, maps[i]);
          g_assert_cmpint (overlap (&c, &d), ==, hit);
        }
      /* What both contain, they share. */
      for (guint i = 0; i < 8; i++)
        {
          kbx_vec p = i < 2 ? place (grid) : i < 5 ? a.corners[i] : b.corners[i - 5];
          if (contains (&a, p) && contains (&b, p))
            g_assert_true (hit);
        }
      /* All overlap themselves. */
      g_assert_true (overlap (&a, &a));
    }
  g_test_message ("%u of 150000 overlap", hits);
  g_assert_cmpuint (hits, >, kit_n_done / 5);
  g_assert_cmpuint (hits, <, kit_n_done * 4 / 5);
}

static void
test_points (void)
{
  for (guint round = 0; kit_goes_on (round, 150000); round++)
    {
      guint grid = round % G_N_ELEMENTS (grids);
      Shape a = random_shape (grid, g_test_rand_int_range (0, N_KINDS));
      Shape point = { .kind = CIRCLE, .circle = { place (grid), 0 } };
      kbx_vec p = point.circle.centre;
      if (a.n > 0 && round % 3 == 0)
        p = point.circle.centre = a.corners[0];
      bool in = contains (&a, p);
      if (a.n > 0 && round % 3 == 0)
        g_assert_true (in);
      for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
        {
          Shape c = map_shape (a, maps[i]);
          g_assert_cmpint (contains (&c, map_vec (p, maps[i], false)), ==, in);
        }
      /* A point is a circle without radius, and a rectangle without size. */
      Shape dot = { .kind = RECT, .rect = { p, p } };
      g_assert_cmpint (overlap (&a, &point), ==, in);
      g_assert_cmpint (overlap (&a, &dot), ==, in);
    }
}

/* A rectangle is an oriented box, is a convex polygon, is a polygon. */
static void
test_same (void)
{
  for (guint round = 0; kit_goes_on (round, 60000); round++)
    {
      guint grid = round % G_N_ELEMENTS (grids);
      Shape a = random_shape (grid, g_test_rand_int_range (0, N_KINDS)), rect = random_shape (grid, RECT), as[3];
      kbx_rect r = rect.rect;
      as[0] = (Shape) { .kind = CONVEX, .n = 4, .corners = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } } };
      as[1] = as[0];
      as[1].kind = POLYGON;
      as[2] = (Shape) { .kind = OBB, .obb = { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 0, -1 }, r.max.y - r.min.y, r.max.x - r.min.x } };
      bool hit = overlap (&a, &rect);
      /* The middle and the size of large ones on the grid are no floats. */
      for (guint i = 0; i < (grid < 3 ? 3 : 2); i++)
        if (a.kind != OBB || a.obb.axis.x == 0 || a.obb.axis.y == 0 || i == 2)
          g_assert_cmpint (overlap (&a, &as[i]), ==, hit);
      if (a.kind == CONVEX)
        {
          a.kind = POLYGON;
          g_assert_cmpint (overlap (&a, &rect), ==, hit);
          g_assert_cmpint (overlap (&a, &as[0]), ==, hit);
        }
    }
}

/* A simple polygon is what its parts are together, and what its triangles are. */
static void
test_parts (void)
{
  guint simple = 0;
  for (guint round = 0; kit_goes_on (round, 200000); round++)
    {
      guint grid = round % G_N_ELEMENTS (grids);
      guint32 triangles[3 * MOST], parts[3 * MOST], counts[MOST], work[KBX_DECOMPOSE_WORK (MOST)];
      Shape a = random_shape (grid, POLYGON), b = random_shape (grid, g_test_rand_int_range (0, N_KINDS));
      kbx_vec p = place (grid);
      bool hit = false, in = false;
      if (!kbx_polygon_is_simple (polygon_of (&a)))
        continue;
      simple++;
      guint n = kbx_polygon_triangulate (polygon_of (&a), triangles, work);
      g_assert_cmpuint (n, >, 0);
      for (guint i = 0; i < n; i++)
        {
          Shape t = { .kind = CONVEX, .n = 3, .corners = { a.corners[triangles[3 * i]], a.corners[triangles[3 * i + 1]], a.corners[triangles[3 * i + 2]] } };
          in = in || contains (&t, p);
        }
      g_assert_cmpint (contains (&a, p), ==, in);
      n = kbx_polygon_decompose (polygon_of (&a), UINT32_MAX, parts, counts, work);
      for (guint i = 0, at = 0; i < n; at += counts[i++])
        {
          Shape part = { .kind = CONVEX, .n = counts[i] };
          for (guint k = 0; k < counts[i]; k++)
            part.corners[k] = a.corners[parts[at + k]];
          hit = hit || overlap (&part, &b);
        }
      if (b.kind != OBB || b.obb.axis.x == 0 || b.obb.axis.y == 0)
        g_assert_cmpint (overlap (&a, &b), ==, hit);
    }
  g_assert_cmpuint (simple, >, kit_n_done / 20);
}

/* Convex polygons of up to 24 corners, either way round, corners repeated or straight: the same as any polygon; and the
 * axis of least depth is no worse than any edge, and is the depth of its own. */
static void
test_axes (void)
{
  enum { MANY = 24 };
  guint hits = 0;
  for (guint round = 0; kit_goes_on (round, 40000); round++)
    {
      kbx_vec corners[2][MANY + 1];
      kbx_polygon polygons[2];
      kbx_hull hulls[2];
      kbx_hull_axis axis = { 0 };
      double least = INFINITY;
      for (guint k = 0; k < 2; k++)
        {
          guint n = (guint) g_test_rand_int_range (3, MANY), count = 0;
          kbx_vec centre = place (2);
          double radius = g_test_rand_double_range (1, 8), first = g_test_rand_double_range (0, 360);
          for (guint i = 0; i < n; i++)
            {
              kbx_vec way = kbx_direction (first + (round & 1 ? 360.0 : -360.0) * i / n);
              corners[k][count++] = (kbx_vec) { (float) rint ((centre.x + way.x * radius) * 256) / 256,
                                                (float) rint ((centre.y + way.y * radius) * 256) / 256 };
              if (i == 1 && round % 5 == 0)
                {
                  corners[k][count] = corners[k][count - 1];
                  count++;
                }
            }
          polygons[k] = (kbx_polygon) { corners[k], count };
          hulls[k] = kbx_polygon_hull (polygons[k]);
        }
      if (!kbx_polygon_info (polygons[0]).convex || !kbx_polygon_info (polygons[1]).convex)
        continue;
      bool hit = kbx_overlap (POLYGON_SHAPE (polygons[0]), POLYGON_SHAPE (polygons[1]));
      hits += hit;
      g_assert_cmpint (kbx_overlap (CONVEX_SHAPE (polygons[0]), CONVEX_SHAPE (polygons[1])), ==, hit);
      g_assert_cmpint (kbx_hulls_contact_axis (&hulls[0], &hulls[1], false, &axis), ==, hit);
      if (!hit)
        {
          /* Known to touch though they do not: an axis, without depth. */
          g_assert_true (kbx_hulls_contact_axis (&hulls[0], &hulls[1], true, &axis));
          g_assert_true (axis.found && axis.depth >= 0);
          continue;
        }
      g_assert_true (axis.found);
      for (guint k = 0; k < 2; k++)
        for (guint i = 0; i < hulls[k].count; i++)
          {
            kbx_wide_vec p = kbx_hull_corner (&hulls[k], i), e = kbx_hull_edge (&hulls[k], i);
            double length = sqrt (kbx_dot (e, e)), reach = 0;
            if (length == 0)
              continue;
            for (guint j = 0; j < hulls[1 - k].count; j++)
              {
                kbx_wide_vec c = kbx_hull_corner (&hulls[1 - k], j), d = { c.x - p.x, c.y - p.y };
                reach = fmax (reach, kbx_cross (e, d));
              }
            least = fmin (least, reach / length);
            if (axis.of_second == (k == 1) && axis.edge == i)
              {
                g_assert_cmpfloat (fabs (reach / length - axis.depth), <, 1e-12);
                g_assert_cmpfloat (hypot (e.y / length - axis.normal.x, -e.x / length - axis.normal.y), <, 1e-12);
              }
          }
      g_assert_cmpfloat (fabs (least - axis.depth), <, 1e-12);
    }
  g_assert_cmpuint (hits, >, kit_n_done / 8);
}

KIT_PROGRAM (areas_properties)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/areas/properties/pairs", test_pairs);
  g_test_add_func ("/areas/properties/points", test_points);
  g_test_add_func ("/areas/properties/same", test_same);
  g_test_add_func ("/areas/properties/parts", test_parts);
  g_test_add_func ("/areas/properties/axes", test_axes);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Contacts of random pairs against Chipmunk (doubles) and Box2D (floats): whether, how deep, along which normal.
 *
 * Agreed tolerances, in pixels, for shapes of 1 to 24 pixels within 40 of the origin:
 * - Who touches: the two may differ only where we find a depth of at most TOUCH, or where they find at most that and
 *   we find none. For whole-numbered shapes only a depth of exactly 0 may differ.
 * - The depth along their normal, worked out from the corners, is never less than ours by more than DEPTH: we have the
 *   axis of least depth. Where two axes are equally deep the normals may differ.
 * Chipmunk is asked about whole-numbered shapes only where both are circles: it takes a point in line with an edge for
 * one that touches it, however far away. One pair in four is whole-numbered.
 * Box2D's polygons are asked without the skin that they usually have; it prefers the first shape's axis by 0.0005. */
#include "runtime/kickbox.h"
#include "support/seed.h"

#include <box2d/box2d.h>
#include <chipmunk/chipmunk.h>

#include <math.h>

static const int PAIRS = 140000;
static const double CHIPMUNK_TOUCH = 1e-6, CHIPMUNK_DEPTH = 2e-5, BOX2D_TOUCH = 2e-4, BOX2D_DEPTH = 8e-4, ANGLE = 1e-3,
  POINT = 1e-2;

enum Kind { CIRCLE, RECT, OBB, CONVEX };
static const char *const kind_names[] = { "circle", "rect", "obb", "convex" };

struct Shape {
  Kind kind;
  kbx_circle circle;
  kbx_rect rect;
  kbx_obb obb;
  kbx_vec corners[8]; /* counter-clockwise where y is up, of all but circles */
  uint32_t count;
};

static kbx_polygon
polygon_of (const Shape &s)
{
  kbx_polygon p = { s.corners, s.count };
  return p;
}

/* ---- random shapes ---- */

static float
number (bool whole, double low, double high)
{
  return whole ? (float) g_test_rand_int_range ((int) low, (int) high + 1)
               : (float) g_test_rand_double_range (low, high);
}

static double
cross (kbx_vec a, kbx_vec b, kbx_vec c)
{
  return ((double) b.x - a.x) * ((double) c.y - a.y) - ((double) b.y - a.y) * ((double) c.x - a.x);
}

/* Corners that turn by more than a little, so that all three libraries see the same polygon: Box2D welds corners that
 * are near, and takes edges from floats. */
static void
make_convex (Shape &s, bool whole, float x, float y)
{
  for (;;)
    {
      kbx_vec points[8], hull[20];
      uint32_t n = (uint32_t) g_test_rand_int_range (3, 9), k = 0;
      bool good = true;
      for (uint32_t i = 0; i < n; i++)
        points[i] = { x + number (whole, -12, 12), y + number (whole, -12, 12) };
      for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j > 0 && (points[j].x < points[j - 1].x ||
                                       (points[j].x == points[j - 1].x && points[j].y < points[j - 1].y)); j--)
          {
            kbx_vec t = points[j];
            points[j] = points[j - 1];
            points[j - 1] = t;
          }
      for (uint32_t i = 0; i < n; i++)
        {
          while (k >= 2 && cross (hull[k - 2], hull[k - 1], points[i]) <= 0)
            k--;
          hull[k++] = points[i];
        }
      for (uint32_t i = n - 1, lower = k + 1; i > 0; i--)
        {
          while (k >= lower && cross (hull[k - 2], hull[k - 1], points[i - 1]) <= 0)
            k--;
          hull[k++] = points[i - 1];
        }
      k--;
      for (uint32_t i = 0; i < k; i++)
        {
          kbx_vec a = hull[i], b = hull[(i + 1) % k], c = hull[(i + 2) % k];
          double ab = hypot (b.x - a.x, b.y - a.y), bc = hypot (c.x - b.x, c.y - b.y);
          good = good && ab > 0.5 && cross (a, b, c) > 0.01 * ab * bc;
        }
      if (k < 3 || !good)
        continue;
      s.count = k;
      for (uint32_t i = 0; i < k; i++)
        s.corners[i] = hull[i];
      return;
    }
}

static Shape
random_shape (Kind kind, bool whole)
{
  Shape s = {};
  double reach = kind == CONVEX ? 14 : 16;
  float x = number (whole, -reach, reach), y = number (whole, -reach, reach);

  s.kind = kind;
  s.circle = { { x, y }, number (whole, 1, 12) };
  s.rect = { { x, y }, { x + number (whole, 1, 24), y + number (whole, 1, 24) } };
  s.obb.centre = { x, y };
  s.obb.axis = kbx_direction_from_degrees (whole ? 90 * g_test_rand_int_range (0, 4)
                                                 : g_test_rand_double_range (0, 360));
  s.obb.w = number (whole, 1, 12) * 2;
  s.obb.h = number (whole, 1, 12) * 2;
  if (kind == RECT)
    {
      const kbx_rect &r = s.rect;
      const kbx_vec corners[4] = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } };
      s.count = 4;
      for (int i = 0; i < 4; i++)
        s.corners[i] = corners[i];
    }
  else if (kind == OBB)
    {
      s.count = 4;
      for (int i = 0; i < 4; i++)
        {
          float u = (i == 1 || i == 2 ? 0.5f : -0.5f) * s.obb.w, v = (i >= 2 ? 0.5f : -0.5f) * s.obb.h;
          s.corners[i] = { x + s.obb.axis.x * u - s.obb.axis.y * v, y + s.obb.axis.y * u + s.obb.axis.x * v };
        }
    }
  else if (kind == CONVEX)
    make_convex (s, whole, x, y);
  return s;
}

/* ---- the three libraries ---- */

struct Answer {
  bool hit;
  kbx_vec normal;
  double depth;
  int count;
  kbx_vec points[2];
  double depths[2];
};

static kbx_manifold
collide (const Shape &a, const Shape &b)
{
  switch (a.kind * 4 + b.kind)
    {
    case CIRCLE * 4 + CIRCLE: return kbx_collide_circles (a.circle, b.circle);
    case CIRCLE * 4 + RECT: return kbx_collide_circle_rect (a.circle, b.rect);
    case CIRCLE * 4 + OBB: return kbx_collide_circle_obb (a.circle, b.obb);
    case CIRCLE * 4 + CONVEX: return kbx_collide_circle_convex (a.circle, polygon_of (b));
    case RECT * 4 + RECT: return kbx_collide_rects (a.rect, b.rect);
    case RECT * 4 + OBB: return kbx_collide_rect_obb (a.rect, b.obb);
    case RECT * 4 + CONVEX: return kbx_collide_rect_convex (a.rect, polygon_of (b));
    case OBB * 4 + OBB: return kbx_collide_obbs (a.obb, b.obb);
    case OBB * 4 + CONVEX: return kbx_collide_obb_convex (a.obb, polygon_of (b));
    default: return kbx_collide_convexes (polygon_of (a), polygon_of (b));
    }
}

static cpShape *
chipmunk_shape (cpBody *body, const Shape &s)
{
  cpShape *shape;
  if (s.kind == CIRCLE)
    shape = cpCircleShapeNew (body, s.circle.radius, cpv (s.circle.centre.x, s.circle.centre.y));
  else
    {
      cpVect corners[8];
      for (uint32_t i = 0; i < s.count; i++)
        corners[i] = cpv (s.corners[i].x, s.corners[i].y);
      shape = cpPolyShapeNewRaw (body, (int) s.count, corners, 0);
    }
  cpShapeCacheBB (shape);
  return shape;
}

static Answer
ask_chipmunk (cpBody *body, const Shape &a, const Shape &b)
{
  cpShape *p = chipmunk_shape (body, a), *q = chipmunk_shape (body, b);
  cpContactPointSet set = cpShapesCollide (p, q);
  Answer answer = { set.count > 0, { (float) set.normal.x, (float) set.normal.y }, 0, set.count, {}, {} };
  for (int i = 0; i < set.count; i++)
    answer.depth = fmax (answer.depth, -set.points[i].distance);
  cpShapeFree (p);
  cpShapeFree (q);
  return answer;
}

/* Circles or polygons, the first argument never rounder than the second. */
static Answer
ask_box2d (const Shape &a, const Shape &b)
{
  b2CircleShape circles[2];
  b2PolygonShape polygons[2];
  const Shape *shapes[2] = { &a, &b };
  b2Transform identity;
  b2Manifold m = {};
  b2WorldManifold w;
  Answer answer = {};
  bool swapped = false;

  identity.SetIdentity ();
  for (int i = 0; i < 2; i++)
    {
      b2Vec2 corners[8];
      circles[i].m_p.Set (shapes[i]->circle.centre.x, shapes[i]->circle.centre.y);
      circles[i].m_radius = shapes[i]->circle.radius;
      for (uint32_t k = 0; k < shapes[i]->count; k++)
        corners[k].Set (shapes[i]->corners[k].x, shapes[i]->corners[k].y);
      if (shapes[i]->kind != CIRCLE)
        polygons[i].Set (corners, (int32) shapes[i]->count);
      polygons[i].m_radius = 0;
    }
  if (a.kind == CIRCLE && b.kind == CIRCLE)
    {
      b2CollideCircles (&m, &circles[0], identity, &circles[1], identity);
      w.Initialize (&m, identity, circles[0].m_radius, identity, circles[1].m_radius);
    }
  else if (a.kind == CIRCLE)
    {
      swapped = true;
      b2CollidePolygonAndCircle (&m, &polygons[1], identity, &circles[0], identity);
      w.Initialize (&m, identity, 0, identity, circles[0].m_radius);
    }
  else
    {
      b2CollidePolygons (&m, &polygons[0], identity, &polygons[1], identity);
      w.Initialize (&m, identity, 0, identity, 0);
    }
  answer.hit = m.pointCount > 0;
  answer.count = m.pointCount;
  if (answer.hit)
    answer.normal = { swapped ? -w.normal.x : w.normal.x, swapped ? -w.normal.y : w.normal.y };
  for (int i = 0; i < m.pointCount; i++)
    {
      answer.depths[i] = -w.separations[i];
      answer.points[i] = { w.points[i].x, w.points[i].y };
      answer.depth = fmax (answer.depth, answer.depths[i]);
    }
  return answer;
}

/* ---- comparing ---- */

static double
farthest (const Shape &s, double nx, double ny)
{
  double most = -HUGE_VAL;
  if (s.kind == CIRCLE)
    return s.circle.centre.x * nx + s.circle.centre.y * ny + s.circle.radius;
  for (uint32_t i = 0; i < s.count; i++)
    most = fmax (most, s.corners[i].x * nx + s.corners[i].y * ny);
  return most;
}

/* How far b has to go along the normal to leave a. */
static double
depth_along (const Shape &a, const Shape &b, kbx_vec normal)
{
  double size = hypot (normal.x, normal.y), nx = normal.x / size, ny = normal.y / size;
  return farthest (a, nx, ny) + farthest (b, -nx, -ny);
}

static char *
describe (const Shape &s)
{
  GString *text = g_string_new (kind_names[s.kind]);
  if (s.kind == CIRCLE)
    g_string_append_printf (text, " (%.9g, %.9g) r %.9g", s.circle.centre.x, s.circle.centre.y, s.circle.radius);
  for (uint32_t i = 0; i < s.count; i++)
    g_string_append_printf (text, " (%.9g, %.9g)", s.corners[i].x, s.corners[i].y);
  return g_string_free (text, FALSE);
}

struct Tally { int asked, hits, apart, worse, other_normal, other_points; double off; };

static void
compare (const char *who, const Shape &a, const Shape &b, const kbx_manifold &ours, const Answer &theirs, bool exact,
         double touch, double depth, Tally &tally)
{
  g_assert_cmpint (ours.status, ==, KBX_OK);
  tally.asked++;
  tally.hits += ours.hit;
  if (ours.hit != theirs.hit)
    {
      double near = ours.hit ? ours.depth : theirs.depth;
      tally.apart++;
      if (near > touch || (exact && near > 0))
        g_error ("%s: %s, %s: ours %d depth %.9g, theirs %d depth %.9g", who, describe (a), describe (b), ours.hit,
                 ours.depth, theirs.hit, theirs.depth);
      return;
    }
  if (!ours.hit)
    return;

  double along = depth_along (a, b, theirs.normal), own = depth_along (a, b, ours.normal);
  double dot = (double) ours.normal.x * theirs.normal.x + (double) ours.normal.y * theirs.normal.y;
  tally.other_normal += dot < 1 - ANGLE;
  tally.worse += along > ours.depth + depth;
  if (along <= ours.depth + depth)
    tally.off = fmax (tally.off, fabs (along - ours.depth));
  if (along < ours.depth - depth || fabs (own - ours.depth) > CHIPMUNK_DEPTH)
    g_error ("%s: %s, %s: our normal (%g, %g) %.9g (%.9g from the corners), theirs (%g, %g) %.9g", who, describe (a),
             describe (b), ours.normal.x, ours.normal.y, ours.depth, own, theirs.normal.x, theirs.normal.y, along);
}

/* Box2D's contact points, half-way between the borders as ours, where both chose the same normal: each that is deeper
 * than BOX2D_DEPTH has one of ours beside it, and the other way round. But for ties: a corner whose two edges face the
 * normal equally may have either of them clipped. */
static void
compare_points (const kbx_manifold &ours, const Answer &theirs, Tally &tally)
{
  int missing = 0;

  if (!ours.hit || !theirs.hit ||
      (double) ours.normal.x * theirs.normal.x + (double) ours.normal.y * theirs.normal.y < 1 - 1e-6)
    return;
  for (uint32_t i = 0; i < ours.count; i++)
    {
      bool near = ours.depths[i] < BOX2D_DEPTH;
      for (int k = 0; k < theirs.count; k++)
        near = near || hypot (ours.points[i].x - theirs.points[k].x, ours.points[i].y - theirs.points[k].y) < POINT;
      missing += !near;
    }
  for (int k = 0; k < theirs.count; k++)
    {
      bool near = theirs.depths[k] < BOX2D_DEPTH;
      for (uint32_t i = 0; i < ours.count; i++)
        near = near || hypot (ours.points[i].x - theirs.points[k].x, ours.points[i].y - theirs.points[k].y) < POINT;
      missing += !near;
    }
  tally.other_points += missing > 0;
}

static void
report (const char *who, const Tally &t)
{
  g_test_message ("%s: %d pairs, %d touch; %d differ in whether, %d have another normal, %d a deeper one, %d other "
                  "points; depths differ by %.2g",
                  who, t.asked, t.hits, t.apart, t.other_normal, t.worse, t.other_points, t.off);
}

struct Case { Kind first, second; };

static void
test_pair (gconstpointer data)
{
  const Case *pair = (const Case *) data;
  cpBody *body = cpBodyNewStatic ();
  Tally chipmunk = { 0, 0, 0, 0, 0, 0, 0 }, box2d = { 0, 0, 0, 0, 0, 0, 0 };

  for (int i = 0; i < PAIRS; i++)
    {
      bool whole = i % 4 == 0;
      Shape a = random_shape (pair->first, whole), b = random_shape (pair->second, whole);
      kbx_manifold ours = collide (a, b);
      Answer theirs;

      if (!whole || pair->second == CIRCLE)
        compare ("Chipmunk", a, b, ours, ask_chipmunk (body, a, b), whole, CHIPMUNK_TOUCH, CHIPMUNK_DEPTH, chipmunk);
      theirs = ask_box2d (a, b);
      compare ("Box2D", a, b, ours, theirs, whole, BOX2D_TOUCH, BOX2D_DEPTH, box2d);
      compare_points (ours, theirs, box2d);
    }
  cpBodyFree (body);
  g_assert_cmpint (chipmunk.hits, >, PAIRS / 10);
  g_assert_cmpint (chipmunk.hits, <, PAIRS - PAIRS / 10);
  report ("Chipmunk", chipmunk);
  report ("Box2D", box2d);
  g_assert_cmpint (box2d.worse, ==, 0);
  g_assert_cmpint (chipmunk.worse, ==, 0);
  g_assert_cmpint (box2d.other_points, <, PAIRS / 1000);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { CIRCLE, CIRCLE }, { CIRCLE, RECT }, { CIRCLE, OBB }, { CIRCLE, CONVEX }, { RECT, RECT },
    { RECT, OBB }, { RECT, CONVEX }, { OBB, OBB }, { OBB, CONVEX }, { CONVEX, CONVEX }
  };

  kit_test_init (&argc, &argv);
  for (const Case &c : cases)
    {
      char *path = g_strdup_printf ("/contacts/peers/%s-%s", kind_names[c.first], kind_names[c.second]);
      g_test_add_data_func (path, &c, test_pair);
      g_free (path);
    }
  return g_test_run ();
}

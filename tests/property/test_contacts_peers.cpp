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
#include "support/closed_shapes.h"
#include "support/seed.h"

#include <box2d/box2d.h>
#include <chipmunk/chipmunk.h>

#include <math.h>

static const int PAIRS = 140000;
static const double CHIPMUNK_TOUCH = 1e-6, CHIPMUNK_DEPTH = 2e-5, BOX2D_TOUCH = 2e-4, BOX2D_DEPTH = 8e-4, ANGLE = 1e-3,
  POINT = 1e-2;

/* ---- the three libraries ---- */

struct Answer {
  bool hit;
  kbx_vec normal;
  double depth;
  int count;
  kbx_vec points[2];
  double depths[2];
};

static cpShape *
chipmunk_shape (cpBody *body, const KitShape &s)
{
  cpShape *shape;
  if (s.kind == KIT_CIRCLE)
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
ask_chipmunk (cpBody *body, const KitShape &a, const KitShape &b)
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
ask_box2d (const KitShape &a, const KitShape &b)
{
  b2CircleShape circles[2];
  b2PolygonShape polygons[2];
  const KitShape *shapes[2] = { &a, &b };
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
      if (shapes[i]->kind != KIT_CIRCLE)
        polygons[i].Set (corners, (int32) shapes[i]->count);
      polygons[i].m_radius = 0;
    }
  if (a.kind == KIT_CIRCLE && b.kind == KIT_CIRCLE)
    {
      b2CollideCircles (&m, &circles[0], identity, &circles[1], identity);
      w.Initialize (&m, identity, circles[0].m_radius, identity, circles[1].m_radius);
    }
  else if (a.kind == KIT_CIRCLE)
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
farthest (const KitShape &s, double nx, double ny)
{
  double most = -HUGE_VAL;
  if (s.kind == KIT_CIRCLE)
    return s.circle.centre.x * nx + s.circle.centre.y * ny + s.circle.radius;
  for (uint32_t i = 0; i < s.count; i++)
    most = fmax (most, s.corners[i].x * nx + s.corners[i].y * ny);
  return most;
}

/* How far b has to go along the normal to leave a. */
static double
depth_along (const KitShape &a, const KitShape &b, kbx_vec normal)
{
  double size = hypot (normal.x, normal.y), nx = normal.x / size, ny = normal.y / size;
  return farthest (a, nx, ny) + farthest (b, -nx, -ny);
}

struct Tally { int asked, hits, apart, worse, other_normal, other_points; double off; };

static void
compare (const char *who, const KitShape &a, const KitShape &b, const kbx_manifold &ours, const Answer &theirs,
         bool exact, double touch, double depth, Tally &tally)
{
  g_assert_cmpint (ours.status, ==, KBX_OK);
  tally.asked++;
  tally.hits += ours.hit;
  if (ours.hit != theirs.hit)
    {
      double near = ours.hit ? ours.depth : theirs.depth;
      tally.apart++;
      if (near > touch || (exact && near > 0))
        g_error ("%s: %s, %s: ours %d depth %.9g, theirs %d depth %.9g", who, kit_describe (&a), kit_describe (&b),
                 ours.hit, ours.depth, theirs.hit, theirs.depth);
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
    g_error ("%s: %s, %s: our normal (%g, %g) %.9g (%.9g from the corners), theirs (%g, %g) %.9g", who,
             kit_describe (&a), kit_describe (&b), ours.normal.x, ours.normal.y, ours.depth, own, theirs.normal.x,
             theirs.normal.y, along);
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

static void
test_pair (gconstpointer data)
{
  const KitPair *pair = (const KitPair *) data;
  cpBody *body = cpBodyNewStatic ();
  Tally chipmunk = { 0, 0, 0, 0, 0, 0, 0 }, box2d = { 0, 0, 0, 0, 0, 0, 0 };

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      bool whole = i % 4 == 0;
      KitShape a = kit_random_shape (pair->first, whole), b = kit_random_shape (pair->second, whole);
      kbx_manifold ours = kit_collide (&a, &b);
      Answer theirs;

      if (!whole || pair->second == KIT_CIRCLE)
        compare ("Chipmunk", a, b, ours, ask_chipmunk (body, a, b), whole, CHIPMUNK_TOUCH, CHIPMUNK_DEPTH, chipmunk);
      theirs = ask_box2d (a, b);
      compare ("Box2D", a, b, ours, theirs, whole, BOX2D_TOUCH, BOX2D_DEPTH, box2d);
      compare_points (ours, theirs, box2d);
    }
  cpBodyFree (body);
  g_assert_cmpint (chipmunk.hits, >, (int) kit_n_done / 10);
  g_assert_cmpint (chipmunk.hits, <, (int) (kit_n_done - kit_n_done / 10));
  report ("Chipmunk", chipmunk);
  report ("Box2D", box2d);
  g_assert_cmpint (box2d.worse, ==, 0);
  g_assert_cmpint (chipmunk.worse, ==, 0);
  g_assert_cmpint (box2d.other_points, <, PAIRS / 1000);
}

KIT_PROGRAM (contacts_peers)
{
  kit_test_init (&argc, &argv);
  for (const KitPair &p : kit_pairs)
    {
      char *path = g_strdup_printf ("/contacts/peers/%s-%s", kit_kind_names[p.first], kit_kind_names[p.second]);
      g_test_add_data_func (path, &p, test_pair);
      g_free (path);
    }
  return g_test_run ();
}

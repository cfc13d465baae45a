/* SPDX-License-Identifier: MIT */
/* Sweeps of random things against the casts of Chipmunk (doubles) and Box2D (floats): whether, when, along which normal.
 *
 * Agreed tolerances, in pixels, for shapes of 1 to 24 pixels within 40 of the origin and moves of up to 60:
 * - Whether: a difference counts as one around touching when the peer itself answers as we do once the start is moved
 *   aside by the tolerance, or the move is that much longer or shorter.
 * - When: the way along the normal between the two places of the mover.
 * - The normal: to 1/1000, or the peer's when it is asked again as above (two faces are reached at once).
 * Where either says that the mover starts inside, the peers do not tell more, and nothing is compared but that we agree
 * within the tolerance. Chipmunk misses a segment that a circle touches with its centre staying on one side: there only
 * its hits count. Box2D keeps boxes that are cast 0.01 apart. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"

#include <box2d/box2d.h>
#include <box2d/b2_distance.h>
#include <chipmunk/chipmunk.h>

#include <math.h>
#include <string.h>

static const int PAIRS = 120000;

struct Cast {
  bool hit;
  double fraction;
  double nx, ny;
};

/* What stands still, in every library's form. */
struct Target {
  enum { SEGMENT, CIRCLE, POLYGON } kind;
  kbx_segment segment;
  kbx_circle circle;
  kbx_vec corners[4];
  cpShape *shape;
  b2EdgeShape edge;
  b2CircleShape disc;
  b2PolygonShape polygon;
};

static cpBody *body;

static float real (double low, double high) { return (float) g_test_rand_double_range (low, high); }

static Target
random_target (int kind, bool upright)
{
  Target t = {};
  t.kind = kind == 0 ? Target::SEGMENT : kind == 1 ? Target::CIRCLE : Target::POLYGON;
  t.segment = { { real (-40, 40), real (-40, 40) }, { real (-40, 40), real (-40, 40) } };
  t.circle = { { real (-40, 40), real (-40, 40) }, real (1, 12) };
  double angle = upright ? 0 : real (0, 6.28), c = cos (angle), s = sin (angle), w = real (1, 12), h = real (1, 12);
  cpVect v[4];
  b2Vec2 b[4];
  for (int i = 0; i < 4; i++)
    {
      double x = i == 1 || i == 2 ? w : -w, y = i >= 2 ? h : -h;
      t.corners[i] = { (float) (t.circle.centre.x + x * c - y * s), (float) (t.circle.centre.y + x * s + y * c) };
      v[i] = cpv (t.corners[i].x, t.corners[i].y);
      b[i].Set (t.corners[i].x, t.corners[i].y);
    }
  if (t.kind == Target::SEGMENT)
    t.shape = cpSegmentShapeNew (body, cpv (t.segment.a.x, t.segment.a.y), cpv (t.segment.b.x, t.segment.b.y), 0);
  else if (t.kind == Target::CIRCLE)
    t.shape = cpCircleShapeNew (body, t.circle.radius, cpv (t.circle.centre.x, t.circle.centre.y));
  else
    t.shape = cpPolyShapeNewRaw (body, 4, v, 0);
  cpShapeCacheBB (t.shape);
  t.edge.SetTwoSided (b2Vec2 (t.segment.a.x, t.segment.a.y), b2Vec2 (t.segment.b.x, t.segment.b.y));
  t.disc.m_p.Set (t.circle.centre.x, t.circle.centre.y);
  t.disc.m_radius = t.circle.radius;
  t.polygon.Set (b, 4);
  t.polygon.m_radius = 0;
  return t;
}

static kbx_hit
ours (const Target &t, kbx_circle mover, kbx_vec move)
{
  kbx_polygon polygon = { t.corners, 4 };
  switch (t.kind)
    {
    case Target::SEGMENT: return kbx_cast (SHAPE (mover), move, SHAPE (t.segment));
    case Target::CIRCLE: return kbx_cast (SHAPE (mover), move, SHAPE (t.circle));
    default: return kbx_cast (SHAPE (mover), move, POLYGON_SHAPE (polygon));
    }
}

/* ---- the peers ---- */

typedef Cast (*Peer) (const Target &t, kbx_circle mover, double vx, double vy);

static Cast
chipmunk (const Target &t, kbx_circle mover, double vx, double vy)
{
  cpSegmentQueryInfo info;
  cpVect from = cpv (mover.centre.x, mover.centre.y);
  Cast c = {};
  c.hit = cpShapeSegmentQuery (t.shape, from, cpvadd (from, cpv (vx, vy)), mover.radius, &info);
  c.fraction = info.alpha;
  c.nx = info.normal.x;
  c.ny = info.normal.y;
  return c;
}

static Cast
box2d_ray (const Target &t, kbx_circle mover, double vx, double vy)
{
  b2RayCastInput in;
  b2RayCastOutput out = {};
  b2Transform identity;
  Cast c = {};
  identity.SetIdentity ();
  in.p1.Set (mover.centre.x, mover.centre.y);
  in.p2.Set ((float) (mover.centre.x + vx), (float) (mover.centre.y + vy));
  in.maxFraction = 1;
  c.hit = t.kind == Target::SEGMENT ? t.edge.RayCast (&out, in, identity, 0)
          : t.kind == Target::CIRCLE ? t.disc.RayCast (&out, in, identity, 0) : t.polygon.RayCast (&out, in, identity, 0);
  c.fraction = out.fraction;
  c.nx = out.normal.x;
  c.ny = out.normal.y;
  return c;
}

/* ---- the comparison ---- */

static double way_along (const Cast &c, const kbx_hit &s, kbx_vec v) { return fabs ((c.fraction - s.fraction) * (v.x * s.normal.x + v.y * s.normal.y)); }

static bool
agrees (const Cast &c, const kbx_hit &s, kbx_vec v, double tolerance)
{
  if (c.hit != s.hit)
    return false;
  return !c.hit || (way_along (c, s, v) <= tolerance && c.nx * s.normal.x + c.ny * s.normal.y > 1 - 1e-3);
}

/* Does the peer say the same of a start or a move that differs by the tolerance? */
static bool
nearly_agrees (Peer peer, const Target &t, kbx_circle mover, kbx_vec v, const kbx_hit &s, double tolerance)
{
  double length = hypot (v.x, v.y);
  for (int i = -1; i <= 1; i++)
    for (int k = -1; k <= 1; k++)
      {
        kbx_circle m = mover;
        double longer = 1 + k * tolerance / length;
        m.centre.x += (float) (-v.y / length * i * tolerance);
        m.centre.y += (float) (v.x / length * i * tolerance);
        if (agrees (peer (t, m, v.x * longer, v.y * longer), s, v, 4 * tolerance))
          return true;
      }
  return false;
}

static bool
stays_on_side (kbx_segment line, kbx_vec from, kbx_vec v)
{
  return kbx_line_side (line, from) == kbx_line_side (line, { from.x + v.x, from.y + v.y });
}

struct Kind {
  const char *path;
  int target;
  bool round;
  Peer peer;
  double tolerance;
};

static void
casts (gconstpointer data)
{
  const Kind *kind = (const Kind *) data;
  int hits = 0, around = 0, inside = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      Target t = random_target (kind->target, i % 2 == 0);
      kbx_circle mover = { { real (-40, 40), real (-40, 40) }, kind->round ? real (1, 8) : 0 };
      kbx_vec v = { real (-60, 60), real (-60, 60) };
      kbx_hit s;
      if (i % 4 == 0) /* at it */
        v = { t.circle.centre.x - mover.centre.x, t.circle.centre.y - mover.centre.y };
      s = ours (t, mover, v);
      if (s.started_inside)
        {
          inside++;
          if (kind->peer == chipmunk)
            {
              Cast c = chipmunk (t, mover, v.x, v.y);
              g_assert_true (c.hit && c.fraction < 1e-5);
            }
        }
      else if (t.kind == Target::SEGMENT && kind->round && stays_on_side (t.segment, mover.centre, v))
        {
          if (kind->peer (t, mover, v.x, v.y).hit)
            g_assert_true (s.hit);
        }
      else if (!agrees (kind->peer (t, mover, v.x, v.y), s, v, kind->tolerance))
        {
          around++;
          if (!nearly_agrees (kind->peer, t, mover, v, s, kind->tolerance))
            {
              Cast c = kind->peer (t, mover, v.x, v.y);
              g_error ("%.9g,%.9g r %.9g by %.9g,%.9g against %d (%.9g,%.9g ...): %d %.9g (%g,%g), peer %d %.9g (%g,%g)", mover.centre.x,
                       mover.centre.y, mover.radius, v.x, v.y, t.kind, t.circle.centre.x, t.circle.centre.y, s.hit, s.fraction,
                       s.normal.x, s.normal.y, c.hit, c.fraction, c.nx, c.ny);
            }
        }
      hits += s.hit;
      cpShapeFree (t.shape);
    }
  g_test_message ("%d pairs, %d hits, %d started inside, %d around touching", (int) kit_n_done, hits, inside, around);
  g_assert_cmpint (hits - inside, >, (int) kit_n_done / 20);
  g_assert_cmpint (around, <, PAIRS / 100);
}

static kbx_rect grown (kbx_rect r, float by) { return { { r.min.x - by, r.min.y - by }, { r.max.x + by, r.max.y + by } }; }

/* Boxes cast by Box2D against boxes or segments, which it keeps 0.01 apart, and gives slanted normals now and then (box2d,
 * issue 935): only whether and when. */
static void
boxes (gconstpointer data)
{
  const bool walls = data != nullptr;
  int hits = 0, differ = 0, slanted = 0;

  for (int i = 0; kit_goes_on (i, PAIRS); i++)
    {
      kbx_rect r[2];
      kbx_segment wall = { { real (-40, 40), real (-40, 40) }, { real (-40, 40), real (-40, 40) } };
      b2PolygonShape shape[2];
      b2EdgeShape edge;
      b2ShapeCastInput in;
      b2ShapeCastOutput out = {};
      kbx_vec v = { real (-60, 60), real (-60, 60) };
      kbx_hit s, loose, tight;
      const float gap = 0.06f;
      bool theirs;
      for (int k = 0; k < 2; k++)
        {
          kbx_vec c = { real (-40, 40), real (-40, 40) }, h = { real (1, 12), real (1, 12) };
          r[k] = { { c.x - h.x, c.y - h.y }, { c.x + h.x, c.y + h.y } };
          shape[k].SetAsBox ((r[k].max.x - r[k].min.x) / 2, (r[k].max.y - r[k].min.y) / 2,
                             b2Vec2 ((r[k].max.x + r[k].min.x) / 2, (r[k].max.y + r[k].min.y) / 2), 0);
        }
      edge.SetTwoSided (b2Vec2 (wall.a.x, wall.a.y), b2Vec2 (wall.b.x, wall.b.y));
      if (walls ? kbx_clip_segment (wall.a, wall.b, SHAPE (grown (r[0], gap))).count > 0 : kbx_overlap (SHAPE (grown (r[0], gap)), SHAPE (r[1])))
        continue;
      in.proxyA.Set (walls ? (const b2Shape *) &edge : &shape[1], 0);
      in.proxyB.Set (&shape[0], 0);
      in.transformA.SetIdentity ();
      in.transformB.SetIdentity ();
      in.translationB.Set (v.x, v.y);
      theirs = b2ShapeCast (&out, &in);
      auto sweep = [&] (kbx_rect mover) {
        return walls ? kbx_cast (SHAPE (mover), v, SHAPE (wall)) : kbx_cast (SHAPE (mover), v, SHAPE (r[1]));
      };
      s = sweep (r[0]);
      loose = sweep (grown (r[0], gap));
      tight = sweep (grown (r[0], -gap));
      if (theirs)
        g_assert_true (loose.hit);
      else
        differ += tight.hit;
      if (theirs && s.hit)
        {
          hits++;
          g_assert_cmpfloat (fabs ((out.lambda - s.fraction) * (v.x * s.normal.x + v.y * s.normal.y)), <, 0.5);
          slanted += fabs (out.normal.x * s.normal.x + out.normal.y * s.normal.y) < 0.999;
          g_assert_true (walls || s.normal.x == 0 || s.normal.y == 0);
        }
    }
  g_test_message ("%d hits by both, %d missed by Box2D, %d of its normals slanted", hits, differ, slanted);
  g_assert_cmpint (hits, >, (int) kit_n_done / 20);
  g_assert_cmpint (differ, <, PAIRS / 100);
}

KIT_PROGRAM (casts_peers)
{
  static const Kind kinds[] = {
    { "/casts/point-segment/chipmunk", 0, false, chipmunk, 1e-4 },
    { "/casts/point-circle/chipmunk", 1, false, chipmunk, 1e-4 },
    { "/casts/point-polygon/chipmunk", 2, false, chipmunk, 1e-4 },
    { "/casts/circle-segment/chipmunk", 0, true, chipmunk, 1e-4 },
    { "/casts/circle-circle/chipmunk", 1, true, chipmunk, 1e-4 },
    { "/casts/circle-polygon/chipmunk", 2, true, chipmunk, 1e-4 },
    { "/casts/point-segment/box2d", 0, false, box2d_ray, 2e-3 },
    { "/casts/point-circle/box2d", 1, false, box2d_ray, 2e-3 },
    { "/casts/point-polygon/box2d", 2, false, box2d_ray, 2e-3 },
  };

  kit_test_init (&argc, &argv);
  body = cpBodyNewStatic ();
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_test_add_data_func (kinds[i].path, &kinds[i], casts);
  g_test_add_data_func ("/casts/rects/box2d", nullptr, boxes);
  g_test_add_data_func ("/casts/rect-segment/box2d", kinds, boxes);
  return g_test_run ();
}

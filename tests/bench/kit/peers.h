/* SPDX-License-Identifier: MIT */
/* The same shapes in the forms of Chipmunk and Box2D, and the questions to these.
 *
 * They are made before the clock runs, as a game that keeps them has them: Chipmunk's placed in the world, Box2D's with a
 * transform each and without the skin that they usually have. */
#ifndef KB_BENCH_KIT_PEERS_H
#define KB_BENCH_KIT_PEERS_H

#include "shapes.h"

#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <chipmunk/chipmunk.h>

/* ---- the peers' forms ---- */

inline cpBody *body;
inline std::vector<cpShape *> taken;

inline cpShape *
chipmunk (cpShape *shape)
{
  cpShapeCacheBB (shape);
  taken.push_back (shape);
  return shape;
}

inline void
free_chipmunk ()
{
  for (cpShape *s : taken)
    cpShapeFree (s);
  taken.clear ();
}

inline cpVect cp (kbx_vec v) { return cpv (v.x, v.y); }
inline b2Vec2 b2 (kbx_vec v) { return b2Vec2 (v.x, v.y); }

inline cpShape *
chipmunk (const kbx_vec *corners, uint32_t n)
{
  cpVect v[8];
  for (uint32_t i = 0; i < n; i++)
    v[i] = cp (corners[i]);
  return chipmunk (cpPolyShapeNewRaw (body, (int) n, v, 0));
}

inline cpShape *chipmunk (kbx_circle c) { return chipmunk (cpCircleShapeNew (body, c.radius, cp (c.centre))); }

struct Placed {
  b2PolygonShape polygon;
  b2CircleShape circle;
  b2Transform at;
};

inline void
box2d (Placed *p, kbx_obb o)
{
  p->polygon.SetAsBox (o.w / 2, o.h / 2);
  p->polygon.m_radius = 0;
  p->at.p = b2 (o.centre);
  p->at.q.c = o.axis.x;
  p->at.q.s = o.axis.y;
}

inline void
box2d (Placed *p, kbx_rect r)
{
  box2d (p, kbx_obb { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 1, 0 }, r.max.x - r.min.x, r.max.y - r.min.y });
}

inline void
box2d (Placed *p, kbx_circle c)
{
  p->circle.m_p.SetZero ();
  p->circle.m_radius = c.radius;
  p->at.p = b2 (c.centre);
  p->at.q.SetIdentity ();
}

inline void
box2d (Placed *p, const Corners &c, kbx_vec centre)
{
  b2Vec2 v[8];
  for (uint32_t i = 0; i < c.n; i++)
    v[i] = b2 (c.v[i]) - b2 (centre);
  p->polygon.Set (v, (int32) c.n);
  p->polygon.m_radius = 0;
  p->at.p = b2 (centre);
  p->at.q.SetIdentity ();
}

/* What a block holds. */
inline cpShape *chips[2][BLOCK];
inline cpBB bounds[2][BLOCK];
inline b2AABB aabbs[2][BLOCK];
inline Placed placed[2][BLOCK];
inline b2EdgeShape edges[BLOCK];
inline b2Transform identity;

/* ---- peers' questions ---- */

inline bool
chipmunk_collide (int i)
{
  cpContactPointSet set = cpShapesCollide (chips[0][i], chips[1][i]);
  return set.count > 0;
}

/* Box2D's contacts are in the shapes' own coordinates; points, depths and normal in the world, which we give, are made
 * of them by Initialize. */
inline b2WorldManifold worlds[BLOCK];

inline bool
box2d_contact (int i, const b2Manifold &m, const b2Transform &at_a, float radius_a, const b2Transform &at_b, float radius_b)
{
  if (m.pointCount == 0)
    return false;
  worlds[i].Initialize (&m, at_a, radius_a, at_b, radius_b);
  return true;
}

inline bool
box2d_collide_polygons (int i)
{
  b2Manifold m;
  b2CollidePolygons (&m, &placed[0][i].polygon, placed[0][i].at, &placed[1][i].polygon, placed[1][i].at);
  return box2d_contact (i, m, placed[0][i].at, 0, placed[1][i].at, 0);
}

inline bool
box2d_overlap_polygons (int i)
{
  return b2TestOverlap (&placed[0][i].polygon, 0, &placed[1][i].polygon, 0, placed[0][i].at, placed[1][i].at);
}

inline bool
chipmunk_cast (int i, float radius)
{
  cpSegmentQueryInfo info;
  return cpShapeSegmentQuery (chips[1][i], cp (points[i]), cpv (points[i].x + moves[i].x, points[i].y + moves[i].y), radius, &info);
}

inline bool
box2d_cast (const b2Shape *mover, const b2Shape *still, b2Transform mover_at, b2Transform still_at, kbx_vec move)
{
  b2ShapeCastInput in;
  b2ShapeCastOutput out;
  in.proxyA.Set (still, 0);
  in.proxyB.Set (mover, 0);
  in.transformA = still_at;
  in.transformB = mover_at;
  in.translationB = b2 (move);
  return b2ShapeCast (&out, &in);
}

inline bool
box2d_impact (const b2Shape *mover, const b2Shape *still, b2Vec2 mover_at, b2Vec2 still_at, kbx_vec move)
{
  b2TOIInput in;
  b2TOIOutput out;
  in.proxyA.Set (still, 0);
  in.proxyB.Set (mover, 0);
  in.sweepA.localCenter.SetZero ();
  in.sweepA.c0 = in.sweepA.c = still_at;
  in.sweepA.a0 = in.sweepA.a = in.sweepA.alpha0 = 0;
  in.sweepB = in.sweepA;
  in.sweepB.c0 = mover_at;
  in.sweepB.c = mover_at + b2 (move);
  in.tMax = 1;
  b2TimeOfImpact (&out, &in);
  return out.state == b2TOIOutput::e_touching || out.state == b2TOIOutput::e_overlapped;
}

inline bool
box2d_ray (const b2Shape *still, const b2Transform &at, int i)
{
  b2RayCastInput in;
  b2RayCastOutput out;
  in.p1 = b2 (points[i]);
  in.p2.Set (points[i].x + moves[i].x, points[i].y + moves[i].y);
  in.maxFraction = 1;
  return still->RayCast (&out, in, at, 0);
}

#endif

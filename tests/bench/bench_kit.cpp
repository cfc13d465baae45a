/* SPDX-License-Identifier: MIT */
/* How fast the runtime answers about closed shapes, beside Chipmunk 7, Box2D 2.4, GEOS where it is installed, and a
 * plain loop in floats. Figures only: a million questions a row, drawn once and asked of everyone in blocks that take
 * turns in one process; the median of the blocks, with the 10th and 90th percentile.
 *   bench_kit [BLOCKS [TITLE]]   other than 1000 blocks; only rows whose title contains the text
 *
 * The peers' shapes are made before the clock runs, as a game that keeps them has them: Chipmunk's placed in the world,
 * Box2D's with a transform each and without the skin that they usually have. An answer that differs is counted apart
 * where it changes for us too when the second shape grows or shrinks by NEAR pixels. */
#include "bench_kit.h"
#include "runtime/kickbox.h"

#include <box2d/box2d.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <chipmunk/chipmunk.h>

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float NEAR = 0.02f;
static int blocks = 1000;
static const char *only = "";

static void
run (Row &row, const char *title)
{
  if (strstr (title, only))
    row.run (blocks);
}

/* ---- random things, the same on every run ---- */

static uint64_t state = 1;

static float
real (float low, float high)
{
  uint64_t z = state += UINT64_C (0x9e3779b97f4a7c15); /* splitmix64 */
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return low + (high - low) * (float) ((double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0);
}

static kbx_vec near_to (kbx_vec v, float reach) { return { v.x + real (-reach, reach), v.y + real (-reach, reach) }; }
static kbx_vec place () { return near_to ({ 0, 0 }, 400); }
static kbx_circle grown (kbx_circle c, float by) { return { c.centre, c.radius + by }; }
static kbx_obb grown (kbx_obb o, float by) { return { o.centre, o.axis, o.w + 2 * by, o.h + 2 * by }; }
static kbx_rect grown (kbx_rect r, float by) { return { { r.min.x - by, r.min.y - by }, { r.max.x + by, r.max.y + by } }; }

struct Corners {
  kbx_vec v[64];
  uint32_t n;
  kbx_polygon polygon () const { return { v, n }; }
};

/* Round a centre, at most `most` from it; `least` below 1 makes it concave. */
static Corners
random_corners (uint32_t n, kbx_vec centre, float w, float h, float least)
{
  Corners c;
  c.n = n;
  for (uint32_t i = 0; i < n; i++)
    {
      float angle = ((float) i + real (0, 0.8f)) * 6.2831853f / (float) n, r = real (least, 1);
      c.v[i] = { centre.x + r * w * cosf (angle), centre.y + r * h * sinf (angle) };
    }
  return c;
}

static Corners
scaled (const Corners &c, float by)
{
  Corners s = c;
  kbx_vec m = { 0, 0 };
  for (uint32_t i = 0; i < c.n; i++)
    m = { m.x + c.v[i].x / (float) c.n, m.y + c.v[i].y / (float) c.n };
  for (uint32_t i = 0; i < c.n; i++)
    {
      kbx_vec d = { c.v[i].x - m.x, c.v[i].y - m.y };
      float f = 1 + 2 * by / fmaxf (1, hypotf (d.x, d.y));
      s.v[i] = { m.x + d.x * f, m.y + d.y * f };
    }
  return s;
}

static kbx_obb
random_obb (kbx_vec centre)
{
  kbx_vec axis = kbx_direction_from_degrees (real (0, 360));
  float w = real (4, 64), h = real (4, 64);
  return { centre, axis, w, h };
}

static kbx_rect
random_rect (kbx_vec centre)
{
  float w = real (2, 32), h = real (2, 32);
  return { { centre.x - w, centre.y - h }, { centre.x + w, centre.y + h } };
}

/* ---- the peers' forms ---- */

static cpBody *body;
static std::vector<cpShape *> taken;

static cpShape *
chipmunk (cpShape *shape)
{
  cpShapeCacheBB (shape);
  taken.push_back (shape);
  return shape;
}

static void
free_chipmunk ()
{
  for (cpShape *s : taken)
    cpShapeFree (s);
  taken.clear ();
}

static cpVect cp (kbx_vec v) { return cpv (v.x, v.y); }
static b2Vec2 b2 (kbx_vec v) { return b2Vec2 (v.x, v.y); }

static cpShape *
chipmunk (const kbx_vec *corners, uint32_t n)
{
  cpVect v[8];
  for (uint32_t i = 0; i < n; i++)
    v[i] = cp (corners[i]);
  return chipmunk (cpPolyShapeNewRaw (body, (int) n, v, 0));
}

static cpShape *chipmunk (kbx_circle c) { return chipmunk (cpCircleShapeNew (body, c.radius, cp (c.centre))); }

static Corners
corners_of (kbx_obb o)
{
  Corners c;
  c.n = 4;
  for (int i = 0; i < 4; i++)
    {
      float x = (i == 1 || i == 2 ? o.w : -o.w) / 2, y = (i >= 2 ? o.h : -o.h) / 2;
      c.v[i] = { o.centre.x + x * o.axis.x - y * o.axis.y, o.centre.y + x * o.axis.y + y * o.axis.x };
    }
  return c;
}

static Corners
corners_of (kbx_rect r)
{
  return { { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } }, 4 };
}

struct Placed {
  b2PolygonShape polygon;
  b2CircleShape circle;
  b2Transform at;
};

static void
box2d (Placed *p, kbx_obb o)
{
  p->polygon.SetAsBox (o.w / 2, o.h / 2);
  p->polygon.m_radius = 0;
  p->at.p = b2 (o.centre);
  p->at.q.c = o.axis.x;
  p->at.q.s = o.axis.y;
}

static void
box2d (Placed *p, kbx_rect r)
{
  box2d (p, kbx_obb { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 1, 0 }, r.max.x - r.min.x, r.max.y - r.min.y });
}

static void
box2d (Placed *p, kbx_circle c)
{
  p->circle.m_p.SetZero ();
  p->circle.m_radius = c.radius;
  p->at.p = b2 (c.centre);
  p->at.q.SetIdentity ();
}

static void
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

/* What a block holds, for all rows. */
static kbx_rect rects[2][BLOCK];
static kbx_box boxes[2][BLOCK];
static kbx_circle circles[2][BLOCK];
static kbx_obb obbs[2][BLOCK];
static Corners polygons[2][BLOCK];
static kbx_vec corners[2][BLOCK * 8]; /* the same side by side, */
static kbx_polygon asked[2][BLOCK];    /* for us */
static kbx_prepared prepared[2][BLOCK]; /* round (0, 0), like the peers' forms, */
static kbx_vec ats[2][BLOCK];           /* and there */
static kbx_segment segments[BLOCK];
static kbx_vec points[BLOCK], moves[BLOCK];
static cpShape *chips[2][BLOCK];
static cpBB bounds[2][BLOCK];
static b2AABB aabbs[2][BLOCK];
static Placed placed[2][BLOCK];
static b2EdgeShape edges[BLOCK];
static kbx_manifold sink[BLOCK];
static b2Transform identity;

static void
pack (int k, int i)
{
  const Corners &c = polygons[k][i];
  kbx_vec *to = corners[k] + (uint32_t) i * c.n;
  memcpy (to, c.v, c.n * sizeof *to);
  asked[k][i] = { to, c.n };
}

static void
prepare (int k, int i, kbx_vec centre)
{
  Corners c = polygons[k][i];
  for (uint32_t n = 0; n < c.n; n++)
    c.v[n] = { c.v[n].x - centre.x, c.v[n].y - centre.y };
  kbx_prepare_convex (&prepared[k][i], c.polygon ());
  ats[k][i] = centre;
}

/* ---- plain loops, as a game would write them ---- */

static inline bool
plain_rects (kbx_rect a, kbx_rect b)
{
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static inline bool
plain_boxes (kbx_box a, kbx_box b)
{
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

static inline bool
plain_obbs (const kbx_obb &a, const kbx_obb &b)
{
  float dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y;
  float c = fabsf (a.axis.x * b.axis.x + a.axis.y * b.axis.y), s = fabsf (a.axis.x * b.axis.y - a.axis.y * b.axis.x);
  return fabsf (dx * a.axis.x + dy * a.axis.y) * 2 <= a.w + b.w * c + b.h * s &&
         fabsf (dy * a.axis.x - dx * a.axis.y) * 2 <= a.h + b.w * s + b.h * c &&
         fabsf (dx * b.axis.x + dy * b.axis.y) * 2 <= b.w + a.w * c + a.h * s &&
         fabsf (dy * b.axis.x - dx * b.axis.y) * 2 <= b.h + a.w * s + a.h * c;
}

static inline bool
plain_circle_rect (kbx_circle c, kbx_rect r)
{
  float dx = fmaxf (r.min.x, fminf (c.centre.x, r.max.x)) - c.centre.x;
  float dy = fmaxf (r.min.y, fminf (c.centre.y, r.max.y)) - c.centre.y;
  return dx * dx + dy * dy <= c.radius * c.radius;
}

static inline bool
plain_circle_rect_contact (kbx_circle c, kbx_rect r, kbx_manifold *m)
{
  float dx = fmaxf (r.min.x, fminf (c.centre.x, r.max.x)) - c.centre.x;
  float dy = fmaxf (r.min.y, fminf (c.centre.y, r.max.y)) - c.centre.y;
  float square = dx * dx + dy * dy, length;
  if (square > c.radius * c.radius)
    return false;
  length = sqrtf (square);
  if (length > 0)
    {
      m->normal = { dx / length, dy / length };
      m->depth = c.radius - length;
    }
  else
    {
      float left = c.centre.x - r.min.x, right = r.max.x - c.centre.x, up = c.centre.y - r.min.y, down = r.max.y - c.centre.y;
      float x = fminf (left, right), y = fminf (up, down);
      m->normal = { x <= y ? (left < right ? 1.0f : -1.0f) : 0, x <= y ? 0 : (up < down ? 1.0f : -1.0f) };
      m->depth = c.radius + fminf (x, y);
    }
  m->points[0] = { c.centre.x + dx, c.centre.y + dy };
  m->count = 1;
  return true;
}

static inline bool
plain_circles_contact (kbx_circle a, kbx_circle b, kbx_manifold *m)
{
  float dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y, r = a.radius + b.radius, square = dx * dx + dy * dy, length;
  if (square > r * r)
    return false;
  length = sqrtf (square);
  m->normal = { length > 0 ? dx / length : 1, length > 0 ? dy / length : 0 };
  m->depth = r - length;
  m->points[0] = { a.centre.x + m->normal.x * a.radius, a.centre.y + m->normal.y * a.radius };
  m->count = 1;
  return true;
}

static inline bool
plain_crossings (kbx_polygon c, kbx_vec p)
{
  bool inside = false;
  for (uint32_t i = 0, k = c.count - 1; i < c.count; k = i++)
    if ((c.corners[i].y > p.y) != (c.corners[k].y > p.y) &&
        p.x < (c.corners[k].x - c.corners[i].x) * (p.y - c.corners[i].y) / (c.corners[k].y - c.corners[i].y) + c.corners[i].x)
      inside = !inside;
  return inside;
}

static inline bool
plain_half_planes (kbx_polygon c, kbx_vec p)
{
  bool inside = true;
  for (uint32_t i = 0, k = c.count - 1; i < c.count; k = i++)
    inside &= (c.corners[i].x - c.corners[k].x) * (p.y - c.corners[k].y) - (c.corners[i].y - c.corners[k].y) * (p.x - c.corners[k].x) >= 0;
  return inside;
}

static inline bool
plain_point_segment (kbx_vec from, kbx_vec v, kbx_segment s, kbx_manifold *m)
{
  float ex = s.b.x - s.a.x, ey = s.b.y - s.a.y, ax = s.a.x - from.x, ay = s.a.y - from.y, d = v.x * ey - v.y * ex, t, u, l;
  if (d == 0)
    return false;
  t = (ax * ey - ay * ex) / d;
  u = (ax * v.y - ay * v.x) / d;
  if (t < 0 || t > 1 || u < 0 || u > 1)
    return false;
  l = sqrtf (ex * ex + ey * ey);
  m->depth = t;
  m->points[0] = { from.x + t * v.x, from.y + t * v.y };
  m->normal = { d > 0 ? -ey / l : ey / l, d > 0 ? ex / l : -ex / l };
  return true;
}

static inline bool
plain_slabs (kbx_vec from, kbx_vec v, kbx_rect r, kbx_manifold *m)
{
  float ix = 1 / v.x, iy = 1 / v.y, x0 = (r.min.x - from.x) * ix, x1 = (r.max.x - from.x) * ix;
  float y0 = (r.min.y - from.y) * iy, y1 = (r.max.y - from.y) * iy;
  float nx = fminf (x0, x1), ny = fminf (y0, y1), enter = fmaxf (nx, ny), leave = fminf (fmaxf (x0, x1), fmaxf (y0, y1));
  if (enter > leave || enter < 0 || enter > 1)
    return false;
  m->depth = enter;
  m->points[0] = { from.x + enter * v.x, from.y + enter * v.y };
  m->normal = { nx > ny ? (v.x > 0 ? -1.0f : 1.0f) : 0, nx > ny ? 0 : (v.y > 0 ? -1.0f : 1.0f) };
  return true;
}

/* ---- peers' questions ---- */

static bool
chipmunk_collide (int i)
{
  cpContactPointSet set = cpShapesCollide (chips[0][i], chips[1][i]);
  return set.count > 0;
}

/* Box2D's contacts are in the shapes' own coordinates; points, depths and normal in the world, which we give, are made
 * of them by Initialize. */
static b2WorldManifold worlds[BLOCK];

static bool
box2d_contact (int i, const b2Manifold &m, const b2Transform &at_a, float radius_a, const b2Transform &at_b, float radius_b)
{
  if (m.pointCount == 0)
    return false;
  worlds[i].Initialize (&m, at_a, radius_a, at_b, radius_b);
  return true;
}

static bool
box2d_collide_polygons (int i)
{
  b2Manifold m;
  b2CollidePolygons (&m, &placed[0][i].polygon, placed[0][i].at, &placed[1][i].polygon, placed[1][i].at);
  return box2d_contact (i, m, placed[0][i].at, 0, placed[1][i].at, 0);
}

static bool
box2d_overlap_polygons (int i)
{
  return b2TestOverlap (&placed[0][i].polygon, 0, &placed[1][i].polygon, 0, placed[0][i].at, placed[1][i].at);
}

static bool
chipmunk_cast (int i, float radius)
{
  cpSegmentQueryInfo info;
  return cpShapeSegmentQuery (chips[1][i], cp (points[i]), cpv (points[i].x + moves[i].x, points[i].y + moves[i].y), radius, &info);
}

static bool
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

static bool
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

static bool
box2d_ray (const b2Shape *still, const b2Transform &at, int i)
{
  b2RayCastInput in;
  b2RayCastOutput out;
  in.p1 = b2 (points[i]);
  in.p2.Set (points[i].x + moves[i].x, points[i].y + moves[i].y);
  in.maxFraction = 1;
  return still->RayCast (&out, in, at, 0);
}

/* ---- pairs ---- */

static void
pairs_of_boxes ()
{
  static const char *titles[] = { "Boxes of pixels", "Rectangles", "Rectangles, contact" };
  for (int kind = 0; kind < 3; kind++)
    {
      Row row (titles[kind]);
      row.draw = [=] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                kbx_rect r = random_rect (k ? near_to (at, 48) : at);
                if (kind == 0)
                  r = { { rintf (r.min.x), rintf (r.min.y) }, { rintf (r.max.x), rintf (r.max.y) } };
                boxes[k][i] = { (int32_t) r.min.x, (int32_t) r.min.y, (int32_t) r.max.x, (int32_t) r.max.y };
                rects[k][i] = r;
                if (kind == 0) /* closed boxes that touch where the pixels do */
                  r.max = { r.max.x - 1, r.max.y - 1 };
                bounds[k][i] = cpBBNew (r.min.x, r.min.y, r.max.x, r.max.y);
                aabbs[k][i].lowerBound = b2 (r.min);
                aabbs[k][i].upperBound = b2 (r.max);
                if (kind == 2)
                  {
                    chips[k][i] = chipmunk (corners_of (r).v, 4);
                    box2d (&placed[k][i], r);
                  }
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap_rects (rects[0][i], grown (rects[1][i], NEAR)) != kbx_overlap_rects (rects[0][i], grown (rects[1][i], -NEAR));
      };
      if (kind == 0)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_boxes (boxes[0][i], boxes[1][i]); });
      else if (kind == 1)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_rects (rects[0][i], rects[1][i]); });
      else
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide_rects (rects[0][i], rects[1][i]).hit; });
      if (kind < 2)
        {
          row.add ("Chipmunk cpBBIntersects (inline)", PEER, [] (int i) { return (bool) cpBBIntersects (bounds[0][i], bounds[1][i]); });
          row.add ("Box2D b2TestOverlap (inline)", PEER, [] (int i) { return b2TestOverlap (aabbs[0][i], aabbs[1][i]); });
          if (kind == 0)
            row.add ("a plain loop", PLAIN, [] (int i) { return plain_boxes (boxes[0][i], boxes[1][i]); });
          else
            row.add ("a plain loop", PLAIN, [] (int i) { return plain_rects (rects[0][i], rects[1][i]); });
        }
      else
        {
          row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
          row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
        }
      run (row, titles[kind]);
    }
}

static void
pairs_of_oriented_boxes ()
{
  static const char *titles[] = { "Oriented boxes", "Oriented boxes, contact" };
  for (int contact = 0; contact < 2; contact++)
    {
      Row row (titles[contact]);
      row.draw = [] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                obbs[k][i] = random_obb (k ? near_to (at, 50) : at);
                chips[k][i] = chipmunk (corners_of (obbs[k][i]).v, 4);
                box2d (&placed[k][i], obbs[k][i]);
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap_obbs (obbs[0][i], grown (obbs[1][i], NEAR)) != kbx_overlap_obbs (obbs[0][i], grown (obbs[1][i], -NEAR));
      };
      if (contact)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide_obbs (obbs[0][i], obbs[1][i]).hit; });
      else
        row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_obbs (obbs[0][i], obbs[1][i]); });
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      if (contact)
        row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
      else
        {
          row.add ("Box2D b2TestOverlap", PEER, box2d_overlap_polygons);
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_obbs (obbs[0][i], obbs[1][i]); });
        }
      run (row, titles[contact]);
    }
}

static void
pairs_of_polygons ()
{
  static const struct { const char *title; uint32_t corners; bool contact; } rows[] = {
    { "Convex polygons of 5", 5, false }, { "Convex polygons of 5, contact", 5, true },
    { "Convex polygons of 8", 8, false }, { "Convex polygons of 8, contact", 8, true }
  };
  for (auto &r : rows)
    {
      Row row (r.title);
      row.draw = [&r] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            for (int k = 0; k < 2; k++)
              {
                kbx_vec centre = k ? near_to (at, r.corners > 5 ? 54 : 48) : at;
                float w = real (4, 40), h = real (4, 40);
                polygons[k][i] = random_corners (r.corners, centre, w, h, 1);
                pack (k, i);
                chips[k][i] = chipmunk (polygons[k][i].v, r.corners);
                box2d (&placed[k][i], polygons[k][i], centre);
                prepare (k, i, centre);
              }
          }
      };
      row.clear = free_chipmunk;
      row.touching = [] (int i) {
        return kbx_overlap_convexes (polygons[0][i].polygon (), scaled (polygons[1][i], NEAR).polygon ()) !=
               kbx_overlap_convexes (polygons[0][i].polygon (), scaled (polygons[1][i], -NEAR).polygon ());
      };
      if (r.contact)
        row.add ("Kickbox", OURS, [] (int i) { return kbx_collide_convexes (asked[0][i], asked[1][i]).hit; });
      if (r.contact)
        row.add ("Kickbox, prepared", OURS, [] (int i) {
          return kbx_collide_prepared (&prepared[0][i], ats[0][i], &prepared[1][i], ats[1][i]).hit;
        });
      else
        {
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_convexes (asked[0][i], asked[1][i]); });
          row.add ("Kickbox, prepared", OURS, [] (int i) {
            return kbx_overlap_prepared (&prepared[0][i], ats[0][i], &prepared[1][i], ats[1][i]);
          });
        }
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      if (r.contact)
        row.add ("Box2D b2CollidePolygons", PEER, box2d_collide_polygons);
      else
        row.add ("Box2D b2TestOverlap", PEER, box2d_overlap_polygons);
      run (row, r.title);
    }
}

static void
pairs_with_circles ()
{
  static const char *titles[] = { "Circle and box", "Circle and box, contact", "Circles", "Circles, contact" };
  for (int kind = 0; kind < 4; kind++)
    {
      Row row (titles[kind]);
      bool two = kind >= 2;
      row.draw = [=] {
        for (int i = 0; i < BLOCK; i++)
          {
            kbx_vec at = place ();
            circles[0][i] = { at, real (2, 32) };
            circles[1][i] = { near_to (at, 44), real (2, 32) };
            rects[1][i] = random_rect (near_to (at, 48));
            chips[0][i] = chipmunk (circles[0][i]);
            box2d (&placed[0][i], circles[0][i]);
            chips[1][i] = two ? chipmunk (circles[1][i]) : chipmunk (corners_of (rects[1][i]).v, 4);
            if (two)
              box2d (&placed[1][i], circles[1][i]);
            else
              box2d (&placed[1][i], rects[1][i]);
          }
      };
      row.clear = free_chipmunk;
      row.touching = [=] (int i) {
        return two ? kbx_overlap_circles (circles[0][i], grown (circles[1][i], NEAR)) != kbx_overlap_circles (circles[0][i], grown (circles[1][i], -NEAR))
                   : kbx_overlap_circle_rect (grown (circles[0][i], NEAR), rects[1][i]) != kbx_overlap_circle_rect (grown (circles[0][i], -NEAR), rects[1][i]);
      };
      switch (kind)
        {
        case 0:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_circle_rect (circles[0][i], rects[1][i]); });
          row.add ("Box2D b2TestOverlap", PEER, [] (int i) {
            return b2TestOverlap (&placed[0][i].circle, 0, &placed[1][i].polygon, 0, placed[0][i].at, placed[1][i].at);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circle_rect (circles[0][i], rects[1][i]); });
          break;
        case 1:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_collide_circle_rect (circles[0][i], rects[1][i]).hit; });
          row.add ("Box2D b2CollidePolygonAndCircle", PEER, [] (int i) {
            b2Manifold m;
            b2CollidePolygonAndCircle (&m, &placed[1][i].polygon, placed[1][i].at, &placed[0][i].circle, placed[0][i].at);
            return box2d_contact (i, m, placed[1][i].at, 0, placed[0][i].at, placed[0][i].circle.m_radius);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circle_rect_contact (circles[0][i], rects[1][i], &sink[i]); });
          break;
        case 2:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_overlap_circles (circles[0][i], circles[1][i]); });
          row.add ("Box2D b2TestOverlap", PEER, [] (int i) {
            return b2TestOverlap (&placed[0][i].circle, 0, &placed[1][i].circle, 0, placed[0][i].at, placed[1][i].at);
          });
          break;
        default:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_collide_circles (circles[0][i], circles[1][i]).hit; });
          row.add ("Box2D b2CollideCircles", PEER, [] (int i) {
            b2Manifold m;
            b2CollideCircles (&m, &placed[0][i].circle, placed[0][i].at, &placed[1][i].circle, placed[1][i].at);
            return box2d_contact (i, m, placed[0][i].at, placed[0][i].circle.m_radius, placed[1][i].at, placed[1][i].circle.m_radius);
          });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_circles_contact (circles[0][i], circles[1][i], &sink[i]); });
          break;
        }
      row.add ("Chipmunk cpShapesCollide", PEER, chipmunk_collide);
      run (row, titles[kind]);
    }
}

/* ---- points in polygons ---- */

/* GEOS by its C interface, loaded if it is there. */
struct Geos {
  void *handle;
  void *(*init) (void);
  void *(*sequence) (void *, unsigned, unsigned);
  int (*set) (void *, void *, unsigned, double, double);
  void *(*ring) (void *, void *), *(*polygon) (void *, void *, void **, unsigned), *(*point) (void *, void *);
  const void *(*prepare) (void *, const void *);
  char (*intersects) (void *, const void *, const void *);
  void (*free_prepared) (void *, const void *), (*free_geometry) (void *, void *);
};

static Geos geos;

static bool
load_geos ()
{
  void *library = dlopen ("libgeos_c.so.1", RTLD_NOW);
  const struct { const char *name; void *function; } table[] = {
    { "GEOS_init_r", &geos.init }, { "GEOSCoordSeq_create_r", &geos.sequence }, { "GEOSCoordSeq_setXY_r", &geos.set },
    { "GEOSGeom_createLinearRing_r", &geos.ring }, { "GEOSGeom_createPolygon_r", &geos.polygon },
    { "GEOSGeom_createPoint_r", &geos.point }, { "GEOSPrepare_r", &geos.prepare },
    { "GEOSPreparedIntersects_r", &geos.intersects }, { "GEOSPreparedGeom_destroy_r", &geos.free_prepared },
    { "GEOSGeom_destroy_r", &geos.free_geometry }
  };
  if (!library)
    return false;
  for (auto &t : table)
    {
      void *found = dlsym (library, t.name);
      if (!found)
        return false;
      memcpy (t.function, &found, sizeof found);
    }
  geos.handle = geos.init ();
  return true;
}

static void *
geos_point (kbx_vec p)
{
  void *s = geos.sequence (geos.handle, 1, 2);
  geos.set (geos.handle, s, 0, p.x, p.y);
  return geos.point (geos.handle, s);
}

static void *
geos_polygon (const Corners &c)
{
  void *s = geos.sequence (geos.handle, c.n + 1, 2);
  for (uint32_t i = 0; i <= c.n; i++)
    geos.set (geos.handle, s, i, c.v[i % c.n].x, c.v[i % c.n].y);
  return geos.polygon (geos.handle, geos.ring (geos.handle, s), nullptr, 0);
}

/* Each polygon is asked about so many points. */
static const int POINTS = 64;

static void
points_in_polygons (bool with_geos)
{
  static const struct { const char *title; uint32_t corners; bool convex; } rows[] = {
    { "Point in a convex polygon of 8", 8, true }, { "Point in a concave polygon of 64", 64, false }
  };
  static void *shapes[BLOCK / POINTS], *places[BLOCK];
  static const void *prepared[BLOCK / POINTS];

  for (auto &r : rows)
    {
      Row row (r.title);
      row.draw = [=, &r] {
        for (int i = 0; i < BLOCK; i++)
          {
            int k = i / POINTS;
            if (i % POINTS == 0)
              {
                points[i] = place ();
                polygons[0][k] = random_corners (r.corners, points[i], real (20, 40), real (20, 40), r.convex ? 1.0f : 0.4f);
                pack (0, k);
                if (r.convex)
                  {
                    chips[0][k] = chipmunk (polygons[0][k].v, r.corners);
                    box2d (&placed[0][k], polygons[0][k], points[i]);
                  }
                if (with_geos)
                  {
                    shapes[k] = geos_polygon (polygons[0][k]);
                    prepared[k] = geos.prepare (geos.handle, shapes[k]);
                  }
              }
            points[i] = near_to (points[k * POINTS], i % POINTS == 0 ? 0 : r.convex ? 36 : 26);
            if (with_geos)
              {
                places[i] = geos_point (points[i]);
                if (i % POINTS == 0)
                  geos.intersects (geos.handle, prepared[k], places[i]); /* makes its index */
              }
          }
      };
      row.clear = [=] {
        free_chipmunk ();
        for (int i = 0; with_geos && i < BLOCK; i++)
          geos.free_geometry (geos.handle, places[i]);
        for (int k = 0; with_geos && k < BLOCK / POINTS; k++)
          {
            geos.free_prepared (geos.handle, prepared[k]);
            geos.free_geometry (geos.handle, shapes[k]);
          }
      };
      row.touching = [] (int i) { return kbx_overlap_circle_polygon ({ points[i], NEAR }, polygons[0][i / POINTS].polygon ()) !=
                                         kbx_polygon_contains (polygons[0][i / POINTS].polygon (), points[i]); };
      if (r.convex)
        row.add ("Kickbox kbx_convex_contains", OURS, [] (int i) { return kbx_convex_contains (asked[0][i / POINTS], points[i]); });
      else
        row.add ("Kickbox kbx_polygon_contains", OURS, [] (int i) { return kbx_polygon_contains (asked[0][i / POINTS], points[i]); });
      if (r.convex)
        {
          row.add ("Box2D TestPoint", PEER, [] (int i) { return placed[0][i / POINTS].polygon.TestPoint (placed[0][i / POINTS].at, b2 (points[i])); });
          row.add ("Chipmunk cpShapePointQuery", PEER, [] (int i) { return cpShapePointQuery (chips[0][i / POINTS], cp (points[i]), nullptr) <= 0; });
          row.add ("a plain loop, half-planes", PLAIN, [] (int i) { return plain_half_planes (asked[0][i / POINTS], points[i]); });
        }
      if (with_geos)
        row.add ("GEOS, prepared", PEER, [] (int i) { return geos.intersects (geos.handle, prepared[i / POINTS], places[i]) == 1; });
      row.add ("a plain loop, crossing number", PLAIN, [] (int i) { return plain_crossings (asked[0][i / POINTS], points[i]); });
      run (row, r.title);
    }
}

/* ---- many boxes against one ---- */

static const int MANY = 10000, BATCHES = 4;

static void
batches ()
{
  static kbx_box many[MANY];
  static cpBB many_bounds[MANY];
  static b2AABB many_aabbs[MANY];
  static uint32_t found[MANY];
  static const struct { const char *title; float reach; } rows[] = {
    { "10,000 boxes of pixels against one, half of them hit", 160 }, { "10,000 boxes of pixels against one, few hit", 1500 }
  };

  for (auto &r : rows)
    {
      Row row (r.title, BATCHES, MANY);
      row.draw = [&r] {
        for (int i = 0; i < MANY; i++)
          {
            kbx_vec at = near_to ({ 0, 0 }, r.reach);
            many[i] = { (int32_t) at.x, (int32_t) at.y, (int32_t) at.x + (int32_t) real (4, 64), (int32_t) at.y + (int32_t) real (4, 64) };
            many_bounds[i] = cpBBNew (many[i].x0, many[i].y0, many[i].x1 - 1, many[i].y1 - 1);
            many_aabbs[i].lowerBound.Set ((float) many[i].x0, (float) many[i].y0);
            many_aabbs[i].upperBound.Set ((float) (many[i].x1 - 1), (float) (many[i].y1 - 1));
          }
        for (int i = 0; i < BATCHES; i++)
          {
            boxes[0][i] = { -100 + i, -100 - i, 100 + i, 100 };
            bounds[0][i] = cpBBNew (-100 + i, -100 - i, 99 + i, 99);
            aabbs[0][i].lowerBound.Set ((float) (-100 + i), (float) (-100 - i));
            aabbs[0][i].upperBound.Set ((float) (99 + i), 99);
          }
      };
      row.add ("Kickbox", OURS, [] (int i) { return kbx_box_overlaps_many (boxes[0][i], many, MANY, found, MANY); });
      row.add ("Chipmunk cpBBIntersects in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += cpBBIntersects (many_bounds[k], bounds[0][i]);
          }
        return n;
      });
      row.add ("Box2D b2TestOverlap in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += b2TestOverlap (many_aabbs[k], aabbs[0][i]);
          }
        return n;
      });
      row.add ("a plain loop", PLAIN, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += plain_boxes (many[k], boxes[0][i]);
          }
        return n;
      });
      run (row, r.title);
    }
}

/* ---- moving things ---- */

static kbx_segment
grown (kbx_segment s, float by)
{
  float dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, f = by / fmaxf (1, hypotf (dx, dy));
  return { { s.a.x - f * dx, s.a.y - f * dy }, { s.b.x + f * dx, s.b.y + f * dy } };
}

/* The mover grows by so much, then shrinks; a point gets a longer move and target. */
static bool
sweep_hits (int kind, int i, float by)
{
  kbx_vec v = { moves[i].x * (1 + by / 10), moves[i].y * (1 + by / 10) };
  switch (kind)
    {
    case 0: return kbx_sweep_point_segment (points[i], v, grown (segments[i], by), false).hit;
    case 1: return kbx_sweep_point_rect (points[i], v, grown (rects[1][i], by)).hit;
    case 2: return kbx_sweep_circle_segment (grown (circles[0][i], by), moves[i], segments[i], false).hit;
    case 3: return kbx_sweep_circle_rect (grown (circles[0][i], by), moves[i], rects[1][i]).hit;
    default: return kbx_sweep_rects (grown (rects[0][i], by), moves[i], rects[1][i]).hit;
    }
}

static void
draw_sweep (int kind, int i)
{
  do
    {
      points[i] = place ();
      moves[i] = near_to ({ 0, 0 }, 80);
      kbx_vec ahead = { points[i].x + moves[i].x / 2, points[i].y + moves[i].y / 2 };
      kbx_vec middle = near_to (ahead, kind == 0 ? 30 : 44);
      kbx_vec half = near_to ({ 0, 0 }, 40);
      segments[i] = { { middle.x - half.x, middle.y - half.y }, { middle.x + half.x, middle.y + half.y } };
      rects[0][i] = random_rect (points[i]);
      rects[1][i] = random_rect (near_to (ahead, kind == 1 ? 38 : kind == 3 ? 46 : 62));
      circles[0][i] = { points[i], kind < 2 ? 0 : real (2, 12) };
    }
  while (kind == 4 ? kbx_overlap_rects (grown (rects[0][i], 0.1f), rects[1][i])
                   : kbx_overlap_circle_rect (grown (circles[0][i], 0.1f), rects[1][i]) ||
                     kbx_overlap_segment_circle (segments[i], grown (circles[0][i], 0.1f)));
}

static void
sweeps ()
{
  static const char *titles[] = { "Moving point and segment", "Moving point and box", "Moving circle and segment", "Moving circle and box",
                                  "Moving boxes" };
  for (int kind = 0; kind < 5; kind++)
    {
      Row row (titles[kind]);
      bool segment = kind == 0 || kind == 2;
      row.draw = [=] {
        for (int i = 0; i < BLOCK; i++)
          {
            draw_sweep (kind, i);
            chips[1][i] = segment ? chipmunk (cpSegmentShapeNew (body, cp (segments[i].a), cp (segments[i].b), 0))
                                  : chipmunk (corners_of (rects[1][i]).v, 4);
            edges[i].SetTwoSided (b2 (segments[i].a), b2 (segments[i].b));
            edges[i].m_radius = 0;
            box2d (&placed[0][i], circles[0][i]);
            if (kind == 4)
              box2d (&placed[0][i], rects[0][i]);
            box2d (&placed[1][i], rects[1][i]);
          }
      };
      row.clear = free_chipmunk;
      row.touching = [=] (int i) { return sweep_hits (kind, i, NEAR) != sweep_hits (kind, i, -NEAR); };
      switch (kind)
        {
        case 0:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_sweep_point_segment (points[i], moves[i], segments[i], false).hit; });
          row.add ("Box2D RayCast", PEER, [] (int i) { return box2d_ray (&edges[i], identity, i); });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_point_segment (points[i], moves[i], segments[i], &sink[i]); });
          break;
        case 1:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_sweep_point_rect (points[i], moves[i], rects[1][i]).hit; });
          row.add ("Box2D RayCast", PEER, [] (int i) { return box2d_ray (&placed[1][i].polygon, placed[1][i].at, i); });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_slabs (points[i], moves[i], rects[1][i], &sink[i]); });
          break;
        case 2:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_sweep_circle_segment (circles[0][i], moves[i], segments[i], false).hit; });
          row.add ("Box2D b2ShapeCast", PEER, [] (int i) { return box2d_cast (&placed[0][i].circle, &edges[i], placed[0][i].at, identity, moves[i]); });
          row.add ("Box2D b2TimeOfImpact", PEER, [] (int i) { return box2d_impact (&placed[0][i].circle, &edges[i], placed[0][i].at.p, identity.p, moves[i]); });
          break;
        case 3:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_sweep_circle_rect (circles[0][i], moves[i], rects[1][i]).hit; });
          row.add ("Box2D b2ShapeCast", PEER, [] (int i) {
            return box2d_cast (&placed[0][i].circle, &placed[1][i].polygon, placed[0][i].at, placed[1][i].at, moves[i]);
          });
          row.add ("Box2D b2TimeOfImpact", PEER, [] (int i) {
            return box2d_impact (&placed[0][i].circle, &placed[1][i].polygon, placed[0][i].at.p, placed[1][i].at.p, moves[i]);
          });
          break;
        default:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_sweep_rects (rects[0][i], moves[i], rects[1][i]).hit; });
          row.add ("Box2D b2ShapeCast", PEER, [] (int i) {
            return box2d_cast (&placed[0][i].polygon, &placed[1][i].polygon, placed[0][i].at, placed[1][i].at, moves[i]);
          });
          row.add ("Box2D b2TimeOfImpact", PEER, [] (int i) {
            return box2d_impact (&placed[0][i].polygon, &placed[1][i].polygon, placed[0][i].at.p, placed[1][i].at.p, moves[i]);
          });
          row.add ("a plain loop", PLAIN, [] (int i) {
            float w = (rects[0][i].max.x - rects[0][i].min.x) / 2, h = (rects[0][i].max.y - rects[0][i].min.y) / 2;
            kbx_rect sum = { { rects[1][i].min.x - w, rects[1][i].min.y - h }, { rects[1][i].max.x + w, rects[1][i].max.y + h } };
            return plain_slabs (points[i], moves[i], sum, &sink[i]);
          });
          break;
        }
      if (kind < 4)
        row.add ("Chipmunk cpShapeSegmentQuery", PEER, [] (int i) { return chipmunk_cast (i, circles[0][i].radius); });
      run (row, titles[kind]);
    }
}

int
main (int argc, char **argv)
{
  bool with_geos = load_geos ();

  if (argc > 1)
    blocks = atoi (argv[1]);
  if (argc > 2)
    only = argv[2];
  body = cpBodyNewStatic ();
  identity.SetIdentity ();
  printf ("Nanoseconds an answer, %d questions a row; peers Chipmunk %s, Box2D %d.%d.%d, GEOS %s\n", (blocks + 1) * BLOCK,
          cpVersionString, b2_version.major, b2_version.minor, b2_version.revision, with_geos ? "3" : "absent");
  pairs_of_boxes ();
  pairs_of_oriented_boxes ();
  pairs_of_polygons ();
  pairs_with_circles ();
  points_in_polygons (with_geos);
  batches ();
  sweeps ();
  cpBodyFree (body);
  return 0;
}

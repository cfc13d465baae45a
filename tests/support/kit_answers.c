/* SPDX-License-Identifier: MIT */
/* Asks every function of the runtime's collision kit, over and over, and prints how many answers it got and one
 * hash over all their bits: the same on every machine. Needs nothing but kickbox.h; C11 and C++17.
 *   kit_answers         a line "HASH QUESTION" for each question, and a line "N answers, hash H"
 *   kit_answers --log   the running hash after each round, to find where two machines part */
#include <kickbox.h>

#include "shape_of.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 11000
#define CORNERS 9
#define QUESTIONS 200

static uint64_t state, hash, answers;

#include "space_shapes.h"

#include "kit_input.h"

/* ---- answers ---- */

static uint64_t
mixed (uint64_t h, uint64_t v)
{
  h = (h ^ v) * UINT64_C (0x100000001b3);
  return h ^ h >> 29;
}

/* Each question has a hash of its own beside the one of all, to find what changed. */
static struct { const char *name; uint64_t hash; } questions[QUESTIONS], *asked;

static void
question (const char *name)
{
  for (asked = questions; asked < questions + QUESTIONS - 1 && asked->name; asked++)
    if (strcmp (asked->name, name) == 0)
      return;
  asked->name = name;
}

static void
mix (uint64_t v)
{
  hash = mixed (hash, v);
  asked->hash = mixed (asked->hash, v);
}

static void put (int64_t v) { mix ((uint64_t) v); answers++; }

/* The sign of a zero and the kind of a NaN are part of it. */
static void
put_float (float f)
{
  uint32_t bits;
  memcpy (&bits, &f, sizeof bits);
  mix (bits);
}

static void
put_double (double d)
{
  uint64_t bits;
  memcpy (&bits, &d, sizeof bits);
  mix (bits);
  answers++;
}

static void put_vec (kbx_vec v) { put_float (v.x); put_float (v.y); }
static void put_vec3 (kbx_vec3 v) { put_float (v.x); put_float (v.y); put_float (v.z); }

static void
put_manifold (kbx_manifold m)
{
  put ((int) (m.status * 16 + m.hit * 8) + (int) m.count);
  put_vec (m.normal);
  put_float (m.depth);
  for (uint32_t i = 0; i < m.count; i++)
    {
      put_vec (m.points[i]);
      put_float (m.depths[i]);
    }
}

static void
put_sweep (kbx_hit s)
{
  put (s.status * 4 + s.hit * 2 + s.started_inside);
  put_float (s.fraction);
  put_vec (s.point);
  put_vec (s.normal);
}

static void
put_hit3 (kbx_hit3 s)
{
  put (s.status * 4 + s.hit * 2 + s.started_inside);
  put_float (s.fraction);
  put_vec3 (s.point);
  put_vec3 (s.normal);
}

static void
put_plane (kbx_plane p)
{
  put (p.normal.x == 0 && p.normal.y == 0 && p.normal.z == 0 ? KBX_ERROR_ARGUMENT : KBX_OK);
  put_vec3 (p.normal);
  put_float (p.distance);
}

static void
put_nearest (kbx_nearest n)
{
  put (n.status);
  put_float (n.t);
  put_vec (n.point);
  put_float (n.distance);
}

static void
put_meeting (kbx_meeting m)
{
  put ((int) (m.status * 64 + m.kind * 4) + (int) m.count);
  for (uint32_t i = 0; i < m.count; i++)
    {
      put_float (m.t[i]);
      put_float (m.u[i]);
      put_vec (m.points[i]);
    }
}

/* Of a circle's rim. */
static void
put_crossings (kbx_meeting m)
{
  put ((int) (m.status * 4) + (int) m.count);
  for (uint32_t i = 0; i < m.count; i++)
    {
      put_float (m.t[i]);
      put_vec (m.points[i]);
    }
}

static void
put_clip (kbx_meeting c)
{
  put (c.status * 2 + (c.count > 0));
  put_float (c.t[0]);
  put_float (c.t[1]);
  put_vec (c.points[0]);
  put_vec (c.points[1]);
}

static void
ask_areas (void)
{
  kbx_vec p = in.vec[0];
  kbx_polygon a = in.any[0], b = in.any[1];
  kbx_rect by_box;
  uint32_t found[9];
  question ("box contains");
  put (kbx_box_contains (in.box[0], in.point[0]));
  question ("rect contains");
  put (kbx_contains (SHAPE (in.rect[0]), p));
  question ("circle contains");
  put (kbx_contains (SHAPE (in.circle[0]), p));
  question ("obb contains");
  put (kbx_contains (SHAPE (in.obb[0]), p));
  question ("polygon contains");
  put (kbx_contains (POLYGON_SHAPE (a), p));
  question ("overlap boxes");
  put (kbx_boxes_overlap (in.box[0], in.box[1]));
  question ("box overlaps many");
  put (kbx_boxes_touching (in.box[0], in.box, 9, found, 9));
  question ("overlap rects");
  by_box.min.x = (float) in.box[0].x0;
  by_box.min.y = (float) in.box[0].y0;
  by_box.max.x = (float) in.box[0].x1;
  by_box.max.y = (float) in.box[0].y1;
  put (kbx_overlap (SHAPE (in.rect[0]), SHAPE (by_box)));
  question ("overlap circles");
  put (kbx_overlap (SHAPE (in.circle[0]), SHAPE (in.circle[1])));
  question ("overlap circle rect");
  put (kbx_overlap (SHAPE (in.circle[0]), SHAPE (in.rect[0])));
  question ("overlap circle obb");
  put (kbx_overlap (SHAPE (in.circle[0]), SHAPE (in.obb[0])));
  question ("overlap rect obb");
  put (kbx_overlap (SHAPE (in.rect[0]), SHAPE (in.obb[0])));
  question ("overlap obbs");
  put (kbx_overlap (SHAPE (in.obb[0]), SHAPE (in.obb[1])));
  question ("overlap circle polygon");
  put (kbx_overlap (SHAPE (in.circle[0]), POLYGON_SHAPE (a)));
  question ("overlap rect polygon");
  put (kbx_overlap (SHAPE (in.rect[0]), POLYGON_SHAPE (a)));
  question ("overlap obb polygon");
  put (kbx_overlap (SHAPE (in.obb[0]), POLYGON_SHAPE (a)));
  question ("overlap polygons");
  put (kbx_overlap (POLYGON_SHAPE (a), POLYGON_SHAPE (b)));
  question ("convex contains");
  put (kbx_contains (CONVEX_SHAPE (in.convex[0]), p));
  question ("overlap convexes");
  put (kbx_overlap (CONVEX_SHAPE (in.convex[0]), CONVEX_SHAPE (in.convex[1])));
}

static void
ask_polygon (void)
{
  kbx_polygon p = in.die[0] < 4 ? in.convex[0] : in.any[0];
  kbx_rect bounds = kbx_bounds (POLYGON_SHAPE (p));
  uint32_t indices[3 * CORNERS], counts[CORNERS], work[KBX_DECOMPOSE_WORK (CORNERS)];

  question ("polygon area");
  put_double (kbx_polygon_info (p).area);
  question ("polygon orientation");
  put (kbx_polygon_info (p).orientation);
  question ("polygon bounds");
  put_vec (bounds.min);
  put_vec (bounds.max);
  question ("polygon is convex");
  put (kbx_polygon_info (p).convex);
  question ("polygon is simple");
  put (kbx_polygon_is_simple (p));
  if (kbx_polygon_is_simple (p))
    {
      uint32_t n = kbx_polygon_triangulate (p, indices, work);
      put (n);
      for (uint32_t i = 0; i < 3 * n; i++)
        mix (indices[i]);
      n = kbx_polygon_decompose (p, 3 + in.die[1] % 4, indices, counts, work);
      put (n);
      for (uint32_t i = 0, k = 0; i < n; k += counts[i++])
        for (uint32_t m = 0; m < counts[i]; m++)
          mix (indices[k + m]);
    }
}

static void
ask_contacts (void)
{
  kbx_polygon a = in.convex[0], b = in.convex[1];
  kbx_prepared prepared[2];
  kbx_manifold m = kbx_collide (SHAPE (in.obb[0]), SHAPE (in.obb[1]));
  kbx_body bodies[2];
  kbx_impulse impulse;
  kbx_body_pair pair = { .first = 0, .second = 1 };
  kbx_settling settling;

  question ("collide obbs");
  put_manifold (m);
  question ("collide circles");
  put_manifold (kbx_collide (SHAPE (in.circle[0]), SHAPE (in.circle[1])));
  question ("collide rects");
  put_manifold (kbx_collide (SHAPE (in.rect[0]), SHAPE (in.rect[1])));
  question ("collide circle rect");
  put_manifold (kbx_collide (SHAPE (in.circle[0]), SHAPE (in.rect[0])));
  question ("collide circle obb");
  put_manifold (kbx_collide (SHAPE (in.circle[0]), SHAPE (in.obb[0])));
  question ("collide circle convex");
  put_manifold (kbx_collide (SHAPE (in.circle[0]), CONVEX_SHAPE (a)));
  question ("collide rect obb");
  put_manifold (kbx_collide (SHAPE (in.rect[0]), SHAPE (in.obb[0])));
  question ("collide rect convex");
  put_manifold (kbx_collide (SHAPE (in.rect[0]), CONVEX_SHAPE (a)));
  question ("collide obb convex");
  put_manifold (kbx_collide (SHAPE (in.obb[0]), CONVEX_SHAPE (a)));
  question ("collide convexes");
  put_manifold (kbx_collide (CONVEX_SHAPE (a), CONVEX_SHAPE (b)));
  question ("prepare convex");
  put (kbx_prepare (&prepared[0], a));
  question ("prepare convex");
  put (kbx_prepare (&prepared[1], b));
  question ("overlap prepared");
  put (kbx_prepared_overlap (&prepared[0], in.vec[0], &prepared[1], in.vec[0]));
  question ("collide prepared");
  put_manifold (kbx_prepared_collide (&prepared[0], in.vec[0], &prepared[1], in.vec[0]));
  for (int i = 0; i < 2; i++)
    {
      bodies[i].position = in.vec[i];
      bodies[i].velocity = in.vec[2 + i];
      bodies[i].angular_velocity = in.number[i];
      bodies[i].inverse_mass = kbx_inverse (in.size[i]);
      bodies[i].inverse_inertia = kbx_inverse (kbx_inertia (kbx_shape_obb (in.obb[0].centre, in.obb[0].axis, in.size[2], in.size[3]), in.size[i]));
      bodies[i].restitution = (float) in.die[i] / 8.0f;
      bodies[i].friction = (float) in.die[2 + i] / 8.0f;
    }
  impulse = kbx_resolve (&bodies[0], &bodies[1], &m);
  question ("resolve");
  put (impulse.status);
  put_float (impulse.normal);
  put_float (impulse.friction);
  question ("separate");
  put (kbx_separate (&bodies[0], &bodies[1], &m, (float) in.die[4] / 8.0f, (float) in.die[5] / 16.0f));
  for (int i = 0; i < 2; i++)
    {
      put_vec (bodies[i].position);
      put_vec (bodies[i].velocity);
      put_float (bodies[i].angular_velocity);
    }
  question ("circle inertia");
  put_float (kbx_inertia (kbx_shape_circle (in.circle[0].centre, in.size[1]), in.size[0]));
  pair.manifold = m;
  settling.step = 1;
  settling.percent = (float) in.die[4] / 8.0f;
  settling.slop = (float) in.die[5] / 16.0f;
  settling.rest_speed = (float) in.die[0] / 8.0f;
  for (int step = 0; step < 2; step++)
    {
      question ("contact begin");
      put (kbx_solve (bodies, 2, &pair, 1, &settling, 1));
      question ("contact resolve");
      put (pair.impulse.status);
      put_float (pair.impulse.normal);
      put_float (pair.impulse.friction);
      for (int i = 0; i < 2; i++)
        {
          put_vec (bodies[i].velocity);
          put_float (bodies[i].angular_velocity);
        }
    }
}

static void
ask_segments (void)
{
  kbx_vec p = in.vec[0];
  kbx_segment s = in.segment[0], r = in.segment[1];
  kbx_nearest gap = kbx_distance (SHAPE (s), SHAPE (r));
  kbx_nearest foot;
  kbx_meeting touch;

  question ("segment closest");
  put_nearest (kbx_nearest_point (SHAPE (s), p));
  question ("line project");
  foot = kbx_line_nearest (s, p);
  foot.distance = foot.distance <= 0 ? 0 - foot.distance : foot.distance;
  put_nearest (foot);
  question ("segment distance");
  put_float (kbx_nearest_point (SHAPE (s), p).distance);
  question ("line side");
  put (kbx_line_side (s, p));
  question ("line distance");
  put_float (kbx_line_nearest (s, p).distance);
  question ("line normal");
  put_vec (kbx_line_nearest (s, p).normal);
  question ("segment normal");
  put_vec (kbx_nearest_point (SHAPE (s), p).normal);
  question ("segments gap");
  put (gap.status);
  put_float (gap.distance);
  put_float (gap.t);
  put_float (gap.u);
  put_vec (gap.point);
  put_vec (gap.other);
  question ("intersect segments");
  put_meeting (kbx_intersect_segments (s, r, false));
  question ("overlap segments");
  put (kbx_overlap (SHAPE (s), SHAPE (r)));
  question ("intersect lines");
  put_meeting (kbx_intersect_segments (s, r, true));
  question ("intersect line circle");
  put_crossings (kbx_intersect_circle (s, in.circle[0], true));
  question ("intersect segment circle");
  put_crossings (kbx_intersect_circle (s, in.circle[0], false));
  question ("overlap segment circle");
  put (kbx_overlap (SHAPE (s), SHAPE (in.circle[0])));
  question ("clip segment rect");
  put_clip (kbx_clip_segment (s.a, s.b, SHAPE (in.rect[0])));
  question ("clip segment obb");
  put_clip (kbx_clip_segment (s.a, s.b, SHAPE (in.obb[0])));
  question ("clip segment convex");
  put_clip (kbx_clip_segment (s.a, s.b, CONVEX_SHAPE (in.convex[0])));
  touch = kbx_clip_segment (s.a, s.b, POLYGON_SHAPE (in.any[0]));
  question ("intersect segment polygon");
  put (touch.status * 4 + touch.count + (touch.count > 0 && touch.edge == KBX_NONE));
  put (touch.edge);
  put_float (touch.t[0]);
  put_vec (touch.points[0]);
}

/* How far in whole pixels: a fraction of so small moves is right to far more than 1/1000. */
static int32_t
whole_way (int32_t move, kbx_hit hit)
{
  double way = (double) (move < 0 ? -move : move) * (hit.status == KBX_OK ? (double) hit.fraction : 1.0) + 0.001;
  return move < 0 ? -(int32_t) way : (int32_t) way;
}

static void
ask_sweeps (void)
{
  kbx_vec from = in.vec[0], move = in.vec[1];
  kbx_circle mover = in.circle[0];
  const bool one_way[4] = { false, true, false, true };
  kbx_hit first;
  kbx_hit boxes;
  kbx_half_plane ground;
  kbx_vec by;
  static const kbx_side sides[4] = { KBX_LEFT, KBX_RIGHT, KBX_TOP, KBX_BOTTOM };
  kbx_segment face;
  kbx_hit hit;
  bool reached;
  float where;
  kbx_hit s = kbx_cast (SHAPE (from), move, WALL_SHAPE (in.segment[0], in.die[0] < 6));

  question ("sweep point segment");
  put_sweep (s);
  question ("sweep stop");
  put_vec (kbx_stop (from, move, s, (float) in.die[1] / 8.0f));
  question ("bounce");
  put_vec (kbx_bounce (move, s.normal, (float) in.die[2] / 8.0f));
  question ("slide");
  put_vec (kbx_bounce (move, s.normal, 0));
  question ("sweep point circle");
  put_sweep (kbx_cast (SHAPE (from), move, SHAPE (in.circle[0])));
  question ("sweep point rect");
  put_sweep (kbx_cast (SHAPE (from), move, SHAPE (in.rect[0])));
  question ("sweep point obb");
  put_sweep (kbx_cast (SHAPE (from), move, SHAPE (in.obb[0])));
  question ("sweep point polygon");
  put_sweep (kbx_cast (SHAPE (from), move, POLYGON_SHAPE (in.convex[0])));
  question ("sweep rects");
  put_sweep (kbx_cast (SHAPE (in.rect[0]), move, SHAPE (in.rect[1])));
  question ("sweep rect segment");
  put_sweep (kbx_cast (SHAPE (in.rect[0]), move, WALL_SHAPE (in.segment[0], in.die[0] < 6)));
  question ("sweep boxes");
  by.x = (float) in.point[0].x;
  by.y = (float) in.point[0].y;
  boxes = kbx_cast (SHAPE (in.box[0]), by, SHAPE (in.box[1]));
  put (boxes.hit * 2 + boxes.started_inside);
  put_float (boxes.status == KBX_OK ? boxes.fraction : 1); /* an empty box */
  put (whole_way (in.point[0].x, boxes) * 1000 + whole_way (in.point[0].y, boxes));
  put ((int) boxes.normal.x * 3 + (int) boxes.normal.y);
  question ("sweep circle segment");
  put_sweep (kbx_cast (SHAPE (mover), move, WALL_SHAPE (in.segment[0], in.die[0] < 6)));
  question ("sweep circles");
  put_sweep (kbx_cast (SHAPE (mover), move, SHAPE (in.circle[0])));
  question ("sweep circle rect");
  put_sweep (kbx_cast (SHAPE (mover), move, SHAPE (in.rect[0])));
  question ("sweep circle obb");
  put_sweep (kbx_cast (SHAPE (mover), move, SHAPE (in.obb[0])));
  question ("sweep circle polygon");
  put_sweep (kbx_cast (SHAPE (mover), move, POLYGON_SHAPE (in.convex[0])));
  question ("sweep point segments");
  first = cast_walls (SHAPE (from), move, in.segment, one_way, 4);
  put_sweep (first);
  put (first.index);
  question ("sweep circle segments");
  first = cast_walls (SHAPE (mover), move, in.segment, NULL, 4);
  put_sweep (first);
  put (first.index);
  question ("sweep rect segments");
  first = cast_walls (SHAPE (in.rect[1]), move, in.segment, one_way, 4);
  put_sweep (first);
  put (first.index);
  ground.normal.x = 0;
  ground.normal.y = -1;
  ground.distance = 0 - in.number[0];
  question ("ground depth");
  put_float (0 - kbx_nearest_point (SHAPE (ground), from).distance);
  question ("rect foot");
  put_vec (kbx_foot (in.rect[0]));
  question ("sweep point ground");
  put_sweep (kbx_cast (SHAPE (from), move, SHAPE (ground)));
  if (in.die[3] % 4 < 2)
    {
      face.a.x = face.b.x = in.number[0];
      face.a.y = in.number[1];
      face.b.y = face.a.y + in.size[0];
    }
  else
    {
      face.a.y = face.b.y = in.number[0];
      face.a.x = in.number[1];
      face.b.x = face.a.x + in.size[0];
    }
  hit = kbx_paddle_cast (in.rect[0], move, face, sides[in.die[3] % 4], &where);
  reached = hit.status == KBX_OK && (hit.fraction < 1 || hit.point.x != 0 || hit.point.y != 0);
  question ("sweep rect paddle");
  put (hit.status * 4 + reached * 2 + hit.hit);
  put_float (hit.fraction);
  put_float (where);
  put_vec (hit.point);
  put_vec (hit.normal);
}

static void
ask_space (void)
{
  kbx_vec3 corners[4], p = in.vec3[0], move = in.vec3[3];
  kbx_polygon3 polygon;
  kbx_plane answer;
  kbx_hit3 s;
  kbx_obb3 from_box = oriented (in.box3[0]);

  question ("box3 contains");
  put (kbx_contains3 (kbx_shape3_box (in.box3[0]), p));
  question ("sphere contains");
  put (kbx_contains3 (ball (in.sphere[0]), p));
  question ("obb3 contains");
  put (kbx_contains3 (kbx_shape3_obb (in.obb3[0]), p));
  question ("overlap boxes3");
  put (kbx_overlap3 (kbx_shape3_box (in.box3[0]), kbx_shape3_box (in.box3[1])));
  question ("overlap spheres");
  put (kbx_overlap3 (ball (in.sphere[0]), ball (in.sphere[1])));
  question ("overlap sphere box3");
  put (kbx_overlap3 (ball (in.sphere[0]), kbx_shape3_box (in.box3[0])));
  question ("overlap sphere obb3");
  put (kbx_overlap3 (ball (in.sphere[0]), kbx_shape3_obb (in.obb3[0])));
  question ("overlap box3 obb3");
  put (kbx_overlap3 (kbx_shape3_box (in.box3[0]), kbx_shape3_obb (in.obb3[0])));
  question ("overlap obbs3");
  put (kbx_overlap3 (kbx_shape3_obb (in.obb3[0]), kbx_shape3_obb (from_box)));
  for (int i = 0; i < 4; i++)
    corners[i] = in.vec3[i];
  polygon.corners = corners;
  polygon.count = 3;
  if (in.die[0] < 6) /* a parallelogram, so that four corners lie in one plane */
    {
      corners[3].x = corners[0].x + (corners[2].x - corners[1].x);
      corners[3].y = corners[0].y + (corners[2].y - corners[1].y);
      corners[3].z = corners[0].z + (corners[2].z - corners[1].z);
      polygon.count = 4;
    }
  answer = kbx_plane_through (corners, 3);
  question ("plane through");
  put_plane (answer);
  question ("polygon3 plane");
  answer = kbx_plane_through (polygon.corners, polygon.count);
  put_plane (answer);
  question ("plane distance");
  put_float (plane_distance (in.plane[0], p));
  question ("plane side");
  put (kbx_plane_side (in.plane[0], p));
  question ("overlap sphere plane");
  put (touches_plane (ball (in.sphere[0]), in.plane[0]));
  question ("overlap box3 plane");
  put (touches_plane (kbx_shape3_box (in.box3[0]), in.plane[0]));
  question ("overlap obb3 plane");
  put (touches_plane (kbx_shape3_obb (in.obb3[0]), in.plane[0]));
  question ("polygon3 contains");
  put (kbx_contains3 (kbx_shape3_polygon (polygon.corners, polygon.count, false), p));
  question ("sweep point plane");
  put_hit3 (kbx_cast3 (kbx_shape3_point (p), move, kbx_shape3_plane (in.plane[0])));
  s = kbx_cast3 (ball (in.sphere[0]), move, kbx_shape3_plane (in.plane[0]));
  question ("sweep sphere plane");
  put_hit3 (s);
  question ("sweep3 stop");
  put_vec3 (kbx_stop3 (p, move, s, 0.125f));
  question ("bounce3");
  put_vec3 (kbx_bounce3 (move, s.normal, 0.75f));
  question ("sweep point polygon3");
  put_hit3 (kbx_cast3 (kbx_shape3_point (p), move, kbx_shape3_polygon (polygon.corners, polygon.count, in.die[1] < 6)));
}

/* ---- tracks ---- */

/* A track of 16 x 8 pixels: a road along the middle that rises to the right; on the right it ends. */
static kbx_handle
make_track (uint8_t bytes[256])
{
  static const uint8_t head[24] = { 16, 0, 8, 0, 128, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 124, 2, 0, 0, 124 };
  kbx_handle track;

  memset (bytes, 0, 256);
  memcpy (bytes, head, sizeof head);
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 16; x++)
      {
        int from_middle = y < 4 ? 3 - y : y - 4, up = 64 + 24 - 16 * from_middle + 3 * x, right = 64 + 16 * (14 - x);
        bytes[128 + 64 * (x / 8) + 8 * y + x % 8] = (uint8_t) (up < right ? up : right);
      }
  question ("track open");
  put (kbx_open (&track, KBX_TRACK, bytes, 256, NULL));
  return track;
}

static float near_track (void) { return (float) within (1280) / 64.0f + 6; }

static void
ask_tracks (void)
{
  uint8_t bytes[256];
  kbx_handle track = make_track (bytes);
  kbx_circle mover;
  kbx_vec move, to;
  kbx_point pixel;
  kbx_track_place place;
  kbx_motion motion;
  kbx_move moved;
  kbx_segment gates[2];
  kbx_lap lap = { 0, 0, 0, 0 };
  kbx_status passed;

  mover.centre.x = below (50) > 0 ? near_track () : any ();
  mover.centre.y = below (50) > 0 ? near_track () - 4 : any ();
  mover.radius = (float) below (40) / 16.0f;
  move.x = below (50) > 0 ? near_track () : any ();
  move.y = near_track () - 6;
  question ("track most");
  put_float (kbx_info (track).max_clearance);
  question ("track clearance");
  pixel = point ();
  to.x = (float) pixel.x + 0.5f;
  to.y = (float) pixel.y + 0.5f;
  put_float (kbx_track_clearance (track, to));
  question ("track clearance at");
  put_float (kbx_track_clearance (track, mover.centre));
  question ("track touches");
  put (kbx_track_touching (track, mover));
  place = kbx_track_at (track, mover.centre);
  question ("track look");
  put (place.status);
  put_float (place.clearance);
  put_vec (place.gradient);
  put_vec (place.normal);
  question ("track sweep circle");
  put_sweep (kbx_track_cast (track, mover, move));
  memset (&motion, 0, sizeof motion);
  motion.manner = (kbx_manner) below (3);
  motion.bounce = 0.7f;
  moved = kbx_track_move (track, mover, move, motion, 0.1f);
  question ("track move circle");
  put (moved.status);
  to.x = mover.centre.x + moved.moved.x;
  to.y = mover.centre.y + moved.moved.y;
  to.x += moved.rest.x;
  to.y += moved.rest.y;
  put_vec (to);
  put_vec (moved.velocity);
  put_vec (moved.normal);
  put (moved.touched);
  for (int i = 0; i < 2; i++)
    {
      gates[i].a = vec ();
      gates[i].b = vec ();
    }
  to = vec ();
  question ("gate crossed");
  put (kbx_gate_crossed (gates[0], gates[1].a, to));
  passed = kbx_gates_advance (gates, 2, &lap, mover.centre, to);
  question ("gates advance");
  put (passed);
  put (lap.passed);
  put_float (lap.fraction);
  put (lap.next);
}

#include "kit_worlds.h"

int
main (int argc, char **argv)
{
  bool log = argc > 1 && strcmp (argv[1], "--log") == 0;

  hash = UINT64_C (0xcbf29ce484222325);
  for (int round = 0; round < ROUNDS; round++)
    {
      manner = round % 4;
      draw ();
      ask_areas ();
      ask_polygon ();
      ask_contacts ();
      ask_segments ();
      ask_sweeps ();
      ask_space ();
      ask_tracks ();
      ask_worlds ();
      if (log)
        printf ("%d %016llx\n", round, (unsigned long long) hash);
    }
  for (asked = questions; !log && asked->name; asked++)
    printf ("%016llx %s\n", (unsigned long long) asked->hash, asked->name);
  printf ("%llu answers, hash %016llx\n", (unsigned long long) answers, (unsigned long long) hash);
  return 0;
}

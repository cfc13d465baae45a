/* SPDX-License-Identifier: MIT */
/* Moving things.
 * Where the time of a moving point goes: half of the moves hit, so a branch for each condition costs more than all
 * conditions together; and a result that an inner function returns by halves is slow to read whole, so points against segments
 * and boxes are one function each. What remains above the plain loops: doubles, the check of the input, the choice by kinds
 * and a result of 52 bytes. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

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
    case 0: return kbx_cast (SHAPE (points[i]), v, SHAPE (grown (segments[i], by))).hit;
    case 1: return kbx_cast (SHAPE (points[i]), v, SHAPE (grown (rects[1][i], by))).hit;
    case 2: return kbx_cast (SHAPE (grown (circles[0][i], by)), moves[i], SHAPE (segments[i])).hit;
    case 3: return kbx_cast (SHAPE (grown (circles[0][i], by)), moves[i], SHAPE (rects[1][i])).hit;
    default: return kbx_cast (SHAPE (grown (rects[0][i], by)), moves[i], SHAPE (rects[1][i])).hit;
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
  while (kind == 4 ? kbx_overlap (SHAPE (grown (rects[0][i], 0.1f)), SHAPE (rects[1][i]))
                   : kbx_overlap (SHAPE (grown (circles[0][i], 0.1f)), SHAPE (rects[1][i])) ||
                     kbx_overlap (SHAPE (segments[i]), SHAPE (grown (circles[0][i], 0.1f))));
}

void
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
          row.add ("Kickbox", OURS, [] (int i) { return kbx_cast (SHAPE (points[i]), moves[i], SHAPE (segments[i])).hit; });
          row.add ("Box2D RayCast", PEER, [] (int i) { return box2d_ray (&edges[i], identity, i); });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_point_segment (points[i], moves[i], segments[i], &sink[i]); });
          break;
        case 1:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_cast (SHAPE (points[i]), moves[i], SHAPE (rects[1][i])).hit; });
          row.add ("Box2D RayCast", PEER, [] (int i) { return box2d_ray (&placed[1][i].polygon, placed[1][i].at, i); });
          row.add ("a plain loop", PLAIN, [] (int i) { return plain_slabs (points[i], moves[i], rects[1][i], &sink[i]); });
          break;
        case 2:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_cast (SHAPE (circles[0][i]), moves[i], SHAPE (segments[i])).hit; });
          row.add ("Box2D b2ShapeCast", PEER, [] (int i) { return box2d_cast (&placed[0][i].circle, &edges[i], placed[0][i].at, identity, moves[i]); });
          row.add ("Box2D b2TimeOfImpact", PEER, [] (int i) { return box2d_impact (&placed[0][i].circle, &edges[i], placed[0][i].at.p, identity.p, moves[i]); });
          break;
        case 3:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_cast (SHAPE (circles[0][i]), moves[i], SHAPE (rects[1][i])).hit; });
          row.add ("Box2D b2ShapeCast", PEER, [] (int i) {
            return box2d_cast (&placed[0][i].circle, &placed[1][i].polygon, placed[0][i].at, placed[1][i].at, moves[i]);
          });
          row.add ("Box2D b2TimeOfImpact", PEER, [] (int i) {
            return box2d_impact (&placed[0][i].circle, &placed[1][i].polygon, placed[0][i].at.p, placed[1][i].at.p, moves[i]);
          });
          break;
        default:
          row.add ("Kickbox", OURS, [] (int i) { return kbx_cast (SHAPE (rects[0][i]), moves[i], SHAPE (rects[1][i])).hit; });
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

/* SPDX-License-Identifier: MIT */
/* A painted road: how far its edge is, the band of a radius, circles that drive on it, gates. */
#include "support/drawn_road.h"

#include "pictures/pictures.h"

enum { WIDE = 80, HIGH = 50 };

/* A course round the middle, a place of it and the way it goes there; 0 to 1 is once round. */
static kbx_vec
on_course (double at)
{
  double angle = at * 2 * G_PI, far = 1 + 0.1 * sin (3 * angle);
  return easel_vec ((float) (40 + 29 * far * cos (angle)), (float) (27 + 15.5 * far * sin (angle)));
}

static DrawnRoad
course (void)
{
  DrawnRoad r = drawn_road_new (WIDE, HIGH, 20);
  for (int i = 0; i < 1000; i++)
    {
      kbx_vec p = on_course (i / 1000.0);
      drawn_road_disc (&r, p.x, p.y, 5.5 + 1.5 * cos (i * G_PI / 250), 1);
    }
  drawn_road_finish (&r);
  return r;
}

/* The road, and on it what is nearer to the edge than `radius`. */
static void
draw_road (cairo_t *cr, const DrawnRoad *r, float radius)
{
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      {
        float clearance = kbx_track_clearance (r->track, easel_vec ((float) x + 0.5f, (float) y + 0.5f));
        if (clearance > 0)
          easel_fill (cr, easel_rect ((float) x, (float) y, (float) x + 1, (float) y + 1), clearance < radius ? INK_ANSWER : INK_SECOND,
                      clearance < radius ? 0.28 : 0.22);
      }
}

void
picture_track (cairo_t *cr, const kbx_bank *bank)
{
  const float radius = 2.5f;
  DrawnRoad r = course ();
  easel_begin (cr, 5);
  draw_road (cr, &r, radius);
  for (int i = 0; i < 12; i++)
    {
      kbx_vec p = on_course ((i + 0.5) / 12);
      float aside = (float) (i % 3) * 1.6f;
      kbx_circle c = { easel_vec (p.x + (p.x > 40 ? aside : -aside), p.y + (p.y > 27 ? aside : -aside) / 2), radius };
      bool touches = kbx_track_touching (r.track, c);
      easel_draw (cr, easel_circle (c.centre.x, c.centre.y, radius), touches ? INK_ANSWER : INK_FIRST);
      easel_dot (cr, c.centre, touches ? INK_ANSWER : INK_FIRST);
    }
  for (int i = 0; i < 12; i++)
    {
      kbx_vec p = easel_vec (22 + 3.2f * (float) i, 27.3f + 2.4f * (float) (i % 3 - 1));
      kbx_track_place place = kbx_track_at (r.track, p);
      if (i % 3 == 1)
        easel_normal (cr, p, place.normal);
    }
  kbx_vec marked = easel_vec (40, 27.25f);
  easel_dot (cr, marked, INK_FIRST);
  easel_text (cr, marked.x + 1, marked.y - 0.6f, EASEL_LEFT, "%.1f", kbx_track_clearance (r.track, marked));
  easel_text (cr, 2, 3, EASEL_LEFT, "crimson: the band of the circles' radius; their middles are in it where they touch");
  drawn_road_clear (&r);
}

static void
drive (cairo_t *cr, const DrawnRoad *r, kbx_vec from, kbx_vec velocity, kbx_manner manner, int steps)
{
  kbx_circle car = { from, 1.5f };
  for (int step = 0; step < steps; step++)
    {
      kbx_move m = kbx_track_move (r->track, car, velocity, (kbx_motion) { .manner = manner, .bounce = 1 }, 0.1f);
      kbx_vec to = easel_vec (car.centre.x + m.moved.x, car.centre.y + m.moved.y);
      easel_outline (cr, easel_circle (car.centre.x, car.centre.y, car.radius), m.hit ? INK_ANSWER : INK_FIRST);
      if (m.hit)
        easel_normal (cr, easel_vec (to.x - m.normal.x * car.radius, to.y - m.normal.y * car.radius), m.normal);
      car.centre = to;
      velocity = m.velocity;
    }
  easel_draw (cr, easel_circle (car.centre.x, car.centre.y, car.radius), INK_FIRST);
}

void
picture_drive (cairo_t *cr, const kbx_bank *bank)
{
  DrawnRoad r = course ();
  kbx_circle car = { on_course (0.78), 1.5f };
  kbx_vec move = easel_vec (26, 3);
  easel_begin (cr, 5);
  draw_road (cr, &r, 0);
  kbx_hit sweep = kbx_track_cast (r.track, car, move);
  easel_dashes (cr, car.centre, easel_along (car.centre, move, 1), INK_MISS);
  easel_arrow (cr, car.centre, easel_along (easel_vec (0, 0), move, sweep.fraction), INK_FIRST);
  kbx_vec touch = easel_along (car.centre, move, sweep.fraction);
  easel_draw (cr, easel_circle (car.centre.x, car.centre.y, car.radius), INK_FIRST);
  easel_draw (cr, easel_circle (touch.x, touch.y, car.radius), INK_ANSWER);
  easel_normal (cr, sweep.point, sweep.normal);
  drive (cr, &r, on_course (0.07), easel_vec (-2.5f, 3.5f), KBX_SLIDE, 9);
  drive (cr, &r, on_course (0.62), easel_vec (-3, 3), KBX_BOUNCE, 13);
  easel_text (cr, 2, 3, EASEL_LEFT, "above: the first touch; right: sliding; left: bouncing");
  drawn_road_clear (&r);
}

void
picture_gates (cairo_t *cr, const kbx_bank *bank)
{
  DrawnRoad r = course ();
  kbx_segment gates[6];
  kbx_lap lap = { 0 };
  const int count = 6, steps = 24;
  easel_begin (cr, 5);
  draw_road (cr, &r, 0);
  for (int i = 0; i < count; i++)
    {
      kbx_vec p = on_course (i / (double) count), next = on_course (i / (double) count + 0.01);
      float x = next.x - p.x, y = next.y - p.y, length = hypotf (x, y) / 8;
      /* Across the way; the way goes from its left to its right. */
      gates[i].a = easel_vec (p.x + y / length, p.y - x / length);
      gates[i].b = easel_vec (p.x - y / length, p.y + x / length);
      if (kbx_gate_crossed (gates[i], p, next) < 0 || kbx_line_side (gates[i], next) > 0)
        {
          kbx_vec a = gates[i].a;
          gates[i].a = gates[i].b;
          gates[i].b = a;
        }
      easel_outline (cr, easel_segment (gates[i].a.x, gates[i].a.y, gates[i].b.x, gates[i].b.y), INK_SECOND);
    }
  kbx_vec before = on_course (-0.03);
  for (int step = 0; step < steps; step++)
    {
      kbx_vec now = on_course (-0.03 + (step + 1) * 0.041);
      kbx_gates_advance (gates, (uint32_t) count, &lap, before, now);
      easel_arrow (cr, before, easel_vec (now.x - before.x, now.y - before.y), INK_FIRST);
      if (lap.passed > 0)
        {
          kbx_vec at = easel_along (before, easel_vec (now.x - before.x, now.y - before.y), lap.fraction);
          easel_dot (cr, at, INK_ANSWER);
          easel_text (cr, at.x + 1.2f, at.y - 1.4f, EASEL_LEFT, lap.next == 1 ? "lap %d" : "%d", lap.next == 1 ? (int) lap.laps : (int) (lap.next + 5) % count);
        }
      before = now;
    }
  easel_text (cr, 2, 3, EASEL_LEFT, "gates in order, each crossed from its left; the start line begins a lap");
  drawn_road_clear (&r);
}

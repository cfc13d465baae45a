/* SPDX-License-Identifier: MIT */
/* Random circles on random roads: the clearance between pixels against its definition, sweeps against dense samples of
 * the way, long drives that never leave the road; gates against whole numbers. */
#include "tests/support/drawn_road.h"
#include "tests/support/seed.h"

/* Rounding to float, of a place some hundred pixels from the origin and of a clearance. */
#define ROUNDING 2e-4

static float
between (double low, double high)
{
  return (float) g_test_rand_double_range (low, high);
}

static DrawnRoad
random_road (void)
{
  static const guint cuts[] = { 127, 30, 12 };
  DrawnRoad r = drawn_road_new ((guint) g_test_rand_int_range (60, 330), (guint) g_test_rand_int_range (60, 330),
                                cuts[g_test_rand_int_range (0, 3)]);
  drawn_road_course (&r, g_test_rand_double_range (8, 60), g_test_rand_int_range (2, 6));
  for (int i = g_test_rand_int_range (0, 12); i > 0; i--)
    drawn_road_disc (&r, between (0, r.width), between (0, r.height), between (0, 9), g_test_rand_int_range (0, 2) == 0);
  if (g_test_rand_int_range (0, 4) == 0)
    drawn_road_box (&r, 0, 0, (int) r.width / 2, (int) r.height / 2, 1);
  drawn_road_finish (&r);
  return r;
}

/* A place on the road with a clearance of at least `radius`, if one is found. */
static gboolean
find_place (const DrawnRoad *r, double radius, kbx_vec *p)
{
  for (int i = 0; i < 300; i++)
    {
      p->x = between (0, r->width);
      p->y = between (0, r->height);
      if (i % 3 == 0)
        {
          p->x = floorf (p->x * 256) / 256;
          p->y = floorf (p->y) + 0.5f;
        }
      if (kbx_track_at (r->track, *p).clearance >= radius)
        return TRUE;
    }
  return FALSE;
}

static void
test_between_pixels (void)
{
  for (int round = 0; round < 12; round++)
    {
      DrawnRoad r = random_road ();
      for (int i = 0; i < 5000; i++)
        {
          kbx_vec p = { between (-20, r.width + 20), between (-20, r.height + 20) };
          double x = p.x - 0.5, y = p.y - 0.5, u = x - floor (x), w = y - floor (y);
          kbx_vec at = { (float) floor (x) + 0.5f, (float) floor (y) + 0.5f }, right = at, below = at, both = at;
          right.x = both.x = at.x + 1;
          below.y = both.y = at.y + 1;
          double v00 = kbx_track_clearance (r.track, at), v10 = kbx_track_clearance (r.track, right);
          double v01 = kbx_track_clearance (r.track, below), v11 = kbx_track_clearance (r.track, both);
          kbx_track_place place = kbx_track_at (r.track, p);
          g_assert_cmpfloat (fabs (v00 - v10), <=, 1);
          g_assert_cmpfloat (fabs (v00 - v01), <=, 1);
          g_assert_cmpfloat_with_epsilon (place.clearance, (v00 * (1 - u) + v10 * u) * (1 - w) + (v01 * (1 - u) + v11 * u) * w, 1e-5);
          g_assert_cmpfloat (kbx_track_clearance (r.track, p), ==, place.clearance);
          g_assert_cmpfloat_with_epsilon (place.gradient.x, (v10 - v00) * (1 - w) + (v11 - v01) * w, 1e-5);
          g_assert_cmpfloat_with_epsilon (place.gradient.y, (v01 - v00) * (1 - u) + (v11 - v10) * u, 1e-5);
          double length = hypot (place.normal.x, place.normal.y);
          if (length != 0 || place.clearance < 0)
            g_assert_cmpfloat_with_epsilon (length, 1, 1e-5);
          if (place.gradient.x != 0 || place.gradient.y != 0)
            g_assert_cmpfloat (place.normal.x * place.gradient.x + place.normal.y * place.gradient.y, >, 0);
        }
      drawn_road_clear (&r);
    }
}

/* No sample before the touch has less clearance than the radius; at the touch there is just that, and right behind it less. */
static void
check_sweep (const DrawnRoad *r, kbx_circle c, kbx_vec move)
{
  kbx_hit s = kbx_track_cast (r->track, c, move);
  double length = hypot (move.x, move.y), first = kbx_track_at (r->track, c.centre).clearance, radius = c.radius;
  int samples = (int) (length * 40) + 2;
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_cmpfloat (s.fraction, >=, 0);
  g_assert_cmpfloat (s.fraction, <=, 1);
  if (s.started_inside)
    {
      g_assert_cmpfloat (first, <, radius + ROUNDING);
      g_assert_true (s.hit && s.fraction == 0);
      return;
    }
  g_assert_cmpfloat (first, >=, radius - ROUNDING);
  for (int i = 0; i <= samples; i++)
    {
      double t = (double) s.fraction * i / samples;
      kbx_vec p = { (float) (c.centre.x + move.x * t), (float) (c.centre.y + move.y * t) };
      g_assert_cmpfloat (kbx_track_at (r->track, p).clearance, >=, radius - ROUNDING);
    }
  if (!s.hit)
    return;
  kbx_vec touch = { c.centre.x + move.x * s.fraction, c.centre.y + move.y * s.fraction };
  g_assert_cmpfloat_with_epsilon (kbx_track_at (r->track, touch).clearance, radius, 2 * ROUNDING);
  g_assert_cmpfloat_with_epsilon (hypot (s.normal.x, s.normal.y), 1, 1e-5);
  g_assert_cmpfloat (s.normal.x * move.x + s.normal.y * move.y, <, 1e-6 * length);
  g_assert_cmpfloat_with_epsilon (hypot (s.point.x - touch.x, s.point.y - touch.y), radius, ROUNDING);
  /* The deepest of the samples within the next hundredth of a pixel. */
  double deepest = INFINITY;
  for (int i = 1; i <= 20; i++)
    {
      double t = s.fraction + 0.0005 * i / length;
      kbx_vec p = { (float) (c.centre.x + move.x * t), (float) (c.centre.y + move.y * t) };
      deepest = MIN (deepest, kbx_track_at (r->track, p).clearance);
    }
  g_assert_cmpfloat (deepest, <=, radius + ROUNDING / 2);
}

static void
test_sweeps (void)
{
  int hits = 0;
  for (int round = 0; kit_goes_on (round, 60); round++)
    {
      DrawnRoad r = random_road ();
      for (int i = 0; i < 300; i++)
        {
          kbx_circle c = { { between (-5, r.width + 5), between (-5, r.height + 5) }, between (0, MIN (r.most, 25)) };
          double far = i % 5 == 0 ? 400 : 12;
          kbx_vec move = { between (-far, far), between (-far, far) };
          if (i % 4 == 0)
            c.radius = floorf (c.radius * 4) / 4;
          if (i % 7 == 0)
            move.x = 0;
          if (i % 7 == 1)
            move.y = 0;
          if (i % 10 != 0 && !find_place (&r, c.radius, &c.centre))
            continue;
          check_sweep (&r, c, move);
          hits += kbx_track_cast (r.track, c, move).hit;
        }
      drawn_road_clear (&r);
    }
  g_assert_cmpint (hits, >, 30 * (int) kit_n_done);
}

/* A car that goes on as it was turned, with a new mind now and then: it stays on the road for good, and gets about. */
static void
test_drives (void)
{
  double gone = 0;
  for (int round = 0; kit_goes_on (round, 30); round++)
    {
      DrawnRoad r = random_road ();
      kbx_circle car = { { 0, 0 }, between (0.5, 6) };
      if (find_place (&r, car.radius + 0.2, &car.centre))
        {
          kbx_vec velocity = { between (-8, 8), between (-8, 8) };
          for (int step = 0; step < 400; step++)
            {
              kbx_manner manner = (kbx_manner) g_test_rand_int_range (1, 3);
              kbx_move m = kbx_track_move (r.track, car, velocity, (kbx_motion) { .manner = manner, .bounce = 0.7f }, 0.1f);
              const kbx_vec to = { car.centre.x + m.moved.x, car.centre.y + m.moved.y };
              g_assert_cmpint (m.status, ==, KBX_OK);
              g_assert_cmpfloat (kbx_track_at (r.track, to).clearance, >=, car.radius - ROUNDING);
              g_assert_cmpfloat (hypot (m.moved.x, m.moved.y), <=,
                                 hypot (velocity.x, velocity.y) + 0.1 * (m.touched + 1) + ROUNDING);
              g_assert_cmpfloat (hypot (m.velocity.x, m.velocity.y), <=, hypot (velocity.x, velocity.y) + ROUNDING);
              gone += hypot (m.moved.x, m.moved.y);
              car.centre = to;
              velocity = m.velocity;
              if (step % 40 == 39 || (ABS (velocity.x) < 0.5f && ABS (velocity.y) < 0.5f))
                velocity = (kbx_vec) { between (-8, 8), between (-8, 8) };
            }
        }
      drawn_road_clear (&r);
    }
  g_assert_cmpfloat (gone, >, 300 * kit_n_done);
}

/* From anywhere near it a circle is pushed back to a road that is wide enough. */
static void
test_back (void)
{
  for (int round = 0; kit_goes_on (round, 20); round++)
    {
      DrawnRoad r = drawn_road_new (240, 200, 40);
      drawn_road_course (&r, 40, 2);
      drawn_road_finish (&r);
      for (int i = 0; i < 100; i++)
        {
          kbx_circle c = { { between (1, 239), between (1, 199) }, 5 };
          if (kbx_track_at (r.track, c.centre).clearance < -30)
            continue;
          kbx_move m = kbx_track_move (r.track, c, (kbx_vec) { 0, 0 }, (kbx_motion) { .manner = KBX_SLIDE }, 0.25f);
          g_assert_cmpuint (m.touched, ==, 0);
          g_assert_cmpfloat (kbx_track_at (r.track, (kbx_vec) { c.centre.x + m.moved.x, c.centre.y + m.moved.y }).clearance, >=, 5 - ROUNDING);
        }
      drawn_road_clear (&r);
    }
}

/* ---- gates, on the grid ---- */

typedef struct { gint64 x, y; } Grid;

static Grid
random_grid (int range)
{
  return (Grid) { g_test_rand_int_range (-range, range + 1), g_test_rand_int_range (-range, range + 1) };
}

static kbx_vec
of_grid (Grid g)
{
  return (kbx_vec) { (float) g.x / 256, (float) g.y / 256 };
}

/* Below 2^50: exact. */
static gint64
turn (Grid a, Grid b, Grid p)
{
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static int
sign (gint64 v)
{
  return (v > 0) - (v < 0);
}

static int
plain_crossed (Grid a, Grid b, Grid from, Grid to)
{
  gboolean before = turn (a, b, from) < 0, after = turn (a, b, to) < 0;
  if (before == after || sign (turn (from, to, a)) * sign (turn (from, to, b)) > 0)
    return 0;
  return after ? 1 : -1;
}

static void
test_gates (void)
{
  int crossed = 0;
  for (int i = 0; kit_goes_on (i, 200000); i++)
    {
      int range = i % 2 ? 4 : 65536 * 255;
      Grid a = random_grid (range), b = random_grid (range), from = random_grid (range), to = random_grid (range);
      int expected = plain_crossed (a, b, from, to);
      kbx_segment gate = { of_grid (a), of_grid (b) };
      crossed += expected != 0;
      g_assert_cmpint (kbx_gate_crossed (gate, of_grid (from), of_grid (to)), ==, expected);
      g_assert_cmpint (kbx_gate_crossed (gate, of_grid (to), of_grid (from)), ==, -expected);
      kbx_segment turned = { gate.b, gate.a };
      if (turn (a, b, from) != 0 && turn (a, b, to) != 0)
        g_assert_cmpint (kbx_gate_crossed (turned, of_grid (from), of_grid (to)), ==, -expected);
    }
  g_assert_cmpint (crossed, >, (int) kit_n_done / 20);
}

/* A gate across the whole world tells two halves apart: of any chain of moves, forwards less backwards is where it ends. */
static void
test_chains (void)
{
  const kbx_segment gate = { { 0, -1000 }, { 0, 1000 } };
  for (int round = 0; kit_goes_on (round, 2000); round++)
    {
      Grid at = random_grid (5), start = at;
      int sum = 0;
      for (int step = 0; step < 30; step++)
        {
          Grid next = random_grid (5);
          sum += kbx_gate_crossed (gate, of_grid (at), of_grid (next));
          at = next;
        }
      g_assert_cmpint (sum, ==, (at.x > 0) - (start.x > 0));
    }
}

/* Of gates in a row each is crossed in its turn, however the way is cut into moves. */
static void
test_pieces (void)
{
  for (int round = 0; kit_goes_on (round, 3000); round++)
    {
      kbx_segment gates[5];
      kbx_lap whole = { 0, 0 }, pieces = { 0, 0 };
      Grid cuts[6] = { { -600, g_test_rand_int_range (-300, 300) } };
      for (int g = 0; g < 5; g++)
        gates[g] = (kbx_segment) { of_grid ((Grid) { 100 * g + g_test_rand_int_range (-60, 60), -2000 }),
                                   of_grid ((Grid) { 100 * g + g_test_rand_int_range (-60, 60), 2000 }) };
      Grid way = { g_test_rand_int_range (1, 300), g_test_rand_int_range (-20, 20) };
      for (int c = 1; c < 6; c++)
        cuts[c] = (Grid) { cuts[c - 1].x + way.x, cuts[c - 1].y + way.y };
      kbx_gates_advance (gates, 5, &whole, of_grid (cuts[0]), of_grid (cuts[5]));
      for (int c = 1; c < 6; c++)
        kbx_gates_advance (gates, 5, &pieces, of_grid (cuts[c - 1]), of_grid (cuts[c]));
      g_assert_cmpuint (whole.next, ==, pieces.next);
      g_assert_cmpuint (whole.laps, ==, pieces.laps);
    }
}

KIT_PROGRAM (tracks_random)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tracks/between-pixels", test_between_pixels);
  g_test_add_func ("/tracks/sweeps", test_sweeps);
  g_test_add_func ("/tracks/drives", test_drives);
  g_test_add_func ("/tracks/back", test_back);
  g_test_add_func ("/tracks/gates", test_gates);
  g_test_add_func ("/tracks/chains", test_chains);
  g_test_add_func ("/tracks/pieces", test_pieces);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Random mazes against plain definitions: a wall is in a box when two of its neighbouring pixels lie on either side of it; when
 * a moving box meets one is worked out wall by wall in whole fractions; nobody who goes from stop to stop leaves. */
#include "operations/level/mazes.h"
#include "runtime/bank/records.h"
#include "tests/support/layer_kit.h"
#include "tests/support/mazes.h"
#include "tests/support/seed.h"

#include <math.h>

static gint within (gint most) { return g_test_rand_int_range (-most, most + 1); }

static gint
floor_divide (gint a, gint b)
{
  gint q = a / b;
  return q * b > a ? q - 1 : q;
}

/* Anywhere near (0, 0), also with negative cells; few walls, or many, or a perfect maze. */
static TestMaze
random_maze (void)
{
  guint width = (guint) g_test_rand_int_range (1, 9), height = (guint) g_test_rand_int_range (1, 9);
  TestMaze m = kit_maze_new (within (30), within (30), (guint) g_test_rand_int_range (1, 9), (guint) g_test_rand_int_range (1, 9), within (6),
                             within (6), width, height);
  gint density = g_test_rand_int_range (0, 5);
  if (density == 0)
    kb_maze_generate (m.edges, width, height, (guint64) g_test_rand_int ());
  for (gsize i = 0; density > 0 && i < (gsize) (width + 1) * (height + 1); i++)
    m.edges[i] = (guint8) ((g_test_rand_int_range (0, 8) < density) | (g_test_rand_int_range (0, 8) < density) << 1 | g_test_rand_int_range (0, 3) << 2);
  kit_maze_finish (&m);
  return m;
}

/* A box about as large as the maze's cells, or larger, in it or near it. */
static kbx_box
random_box (const TestMaze *m)
{
  kbx_about about = kbx_info (m->maze);
  kbx_box box;
  box.x0 = g_test_rand_int_range (about.bounds.x0 - 9, about.bounds.x1 + 9);
  box.y0 = g_test_rand_int_range (about.bounds.y0 - 9, about.bounds.y1 + 9);
  box.x1 = box.x0 + g_test_rand_int_range (1, g_test_rand_bit () ? 4 : 20);
  box.y1 = box.y0 + g_test_rand_int_range (1, g_test_rand_bit () ? 4 : 20);
  return box;
}

/* ---- pixels ---- */

static kbx_point
cell_of (const TestMaze *m, gint x, gint y)
{
  kbx_point cell = { floor_divide (x - m->form.origin.x, (gint) m->form.cell_w), floor_divide (y - m->form.origin.y, (gint) m->form.cell_h) };
  return cell;
}

static gboolean
pixels_hit (const TestMaze *m, kbx_box box)
{
  for (gint y = box.y0; y < box.y1; y++)
    for (gint x = box.x0; x < box.x1; x++)
      {
        kbx_point c = cell_of (m, x, y), left = cell_of (m, x - 1, y), above = cell_of (m, x, y - 1);
        if (x > box.x0 && left.x != c.x && kit_maze_edge (m, c.x, c.y, FALSE))
          return TRUE;
        if (y > box.y0 && above.y != c.y && kit_maze_edge (m, c.x, c.y, TRUE))
          return TRUE;
      }
  return FALSE;
}

static void
test_pixels (void)
{
  guint hits = 0;
  for (guint round = 0; kit_goes_on (round, 600); round++)
    {
      TestMaze m = random_maze ();
      for (guint k = 0; k < 30; k++)
        {
          kbx_box box = random_box (&m);
          kbx_point p = { box.x0, box.y0 }, c = kbx_cell_of (m.maze, p), left = { c.x - 1, c.y }, above = { c.x, c.y - 1 };
          const uint32_t walls = kbx_maze_walls (m.maze, c);
          const kbx_box cell = kbx_cell_box (m.maze, c);
          g_assert_cmpint (kit_maze_hits_box (m.maze, box), ==, pixels_hit (&m, box));
          hits += kit_maze_hits_box (m.maze, box);
          g_assert_cmpint (c.x, ==, cell_of (&m, p.x, p.y).x);
          g_assert_cmpint (c.y, ==, cell_of (&m, p.x, p.y).y);
          g_assert_cmpint ((walls & KBX_LEFT) != 0, ==, kit_maze_edge (&m, c.x, c.y, FALSE));
          g_assert_cmpint ((walls & KBX_TOP) != 0, ==, kit_maze_edge (&m, c.x, c.y, TRUE));
          g_assert_cmpint ((walls & KBX_RIGHT) != 0, ==, kit_maze_edge (&m, c.x + 1, c.y, FALSE));
          g_assert_cmpint ((walls & KBX_BOTTOM) != 0, ==, kit_maze_edge (&m, c.x, c.y + 1, TRUE));
          g_assert_cmpint ((walls & KBX_LEFT) != 0, ==, (kbx_maze_walls (m.maze, left) & KBX_RIGHT) != 0);
          g_assert_cmpint ((walls & KBX_TOP) != 0, ==, (kbx_maze_walls (m.maze, above) & KBX_BOTTOM) != 0);
          g_assert_true (kbx_box_contains (cell, p));
          g_assert_true (cell.x1 - cell.x0 == (gint) kbx_info (m.maze).cell.w && cell.y1 - cell.y0 == (gint) kbx_info (m.maze).cell.h);
        }
      kit_maze_clear (&m);
    }
  g_assert_cmpuint (hits, >, kit_n_done * 3);
}

/* ---- fractions ---- */

typedef struct { gint64 num, den; } Fraction; /* den > 0 */

static gint order (Fraction a, Fraction b) { gint64 p = a.num * b.den, q = b.num * a.den; return (p > q) - (p < q); }

/* In units: the rectangle lo..hi moves by way. */
typedef struct { gint64 lo[2], hi[2], way[2]; } Mover;

/* When the inside of the mover has a point of the wall, lo..hi on axis k: later than *from, sooner than *to. FALSE: never. */
static gboolean
meets_axis (const Mover *m, int k, gint64 lo, gint64 hi, Fraction *from, Fraction *to)
{
  gint64 way = m->way[k], in = lo - m->hi[k], out = hi - m->lo[k]; /* in < way t < out */
  *from = (Fraction) { -1, 0 };
  *to = (Fraction) { 1, 0 };
  if (way == 0)
    return in < 0 && out > 0;
  *from = way > 0 ? (Fraction) { in, way } : (Fraction) { -out, -way };
  *to = way > 0 ? (Fraction) { out, way } : (Fraction) { -in, -way };
  return TRUE;
}

typedef struct {
  gboolean hit, inside;
  Fraction t;
  gint rank[3];  /* of walls at the same fraction the least counts, and of one rank[0] the least `off` */
  double off;    /* from the middle of the mover's side */
  kbx_point cell;
  gboolean top;
  int axis;
} Met;

static gint
compare_rank (const Met *a, const Met *b)
{
  if (a->rank[0] == b->rank[0] && a->off != b->off)
    return a->off < b->off ? -1 : 1;
  for (int i = 0; i < 3; i++)
    if (a->rank[i] != b->rank[i])
      return a->rank[i] < b->rank[i] ? -1 : 1;
  return 0;
}

static void
meet_wall (const TestMaze *maze, const Mover *m, gint unit, kbx_point cell, gboolean top, Met *first)
{
  const Fraction zero = { 0, 1 }, one = { 1, 1 };
  gint64 side[2] = { (gint64) maze->form.cell_w * unit, (gint64) maze->form.cell_h * unit };
  gint64 lo[2] = { (gint64) maze->form.origin.x * unit + cell.x * side[0], (gint64) maze->form.origin.y * unit + cell.y * side[1] };
  gint64 hi[2] = { lo[0] + (top ? side[0] : 0), lo[1] + (top ? 0 : side[1]) };
  Fraction from[2], to[2], late = { -1, 0 }, soon = { 1, 0 };
  gboolean at[2], on[2];
  Met met = { TRUE, FALSE, { 0, 1 }, { 0, 0, 0 }, 0, cell, top, 0 };
  for (int k = 0; k < 2; k++)
    {
      if (!meets_axis (m, k, lo[k], hi[k], &from[k], &to[k]))
        return;
      if (from[k].den > 0 && (late.den == 0 || order (from[k], late) > 0))
        late = from[k];
      if (to[k].den > 0 && (soon.den == 0 || order (to[k], soon) < 0))
        soon = to[k];
    }
  if ((late.den > 0 && order (late, one) >= 0) || (soon.den > 0 && order (soon, zero) <= 0) ||
      (late.den > 0 && soon.den > 0 && order (late, soon) >= 0))
    return;
  met.inside = late.den == 0 || order (late, zero) < 0;
  if (met.inside)
    {
      met.rank[0] = cell.y;
      met.rank[1] = cell.x;
      met.rank[2] = top;
    }
  else
    {
      int steep = ABS (m->way[0]) >= ABS (m->way[1]) ? 0 : 1;
      met.t = late;
      for (int k = 0; k < 2; k++)
        at[k] = from[k].den > 0 && order (from[k], late) == 0;
      met.axis = at[0] && at[1] ? steep : at[0] ? 0 : 1;
      on[0] = met.axis == 0 && !top;
      on[1] = met.axis == 1 && top;
      met.rank[0] = at[0] && at[1] ? 2 : met.axis != steep;
      met.rank[1] = met.rank[0] == 2 ? 0 : met.axis == 0 ? cell.y : cell.x;
      met.rank[2] = met.rank[0] == 2 ? top : !on[met.axis];
      const int across = 1 - met.axis;
      const double middle = (double) (m->lo[across] + m->hi[across]) / 2 + (double) m->way[across] * (double) late.num / (double) late.den;
      if (met.rank[0] < 2)
        met.off = MAX (MAX ((double) lo[across] - middle, middle - (double) hi[across]), 0);
    }
  if (!first->hit || order (met.t, first->t) < 0 || (met.inside && !first->inside) ||
      (order (met.t, first->t) == 0 && met.inside == first->inside && compare_rank (&met, first) < 0))
    *first = met;
}

static Met
meet (const TestMaze *maze, const Mover *m, gint unit)
{
  Met first = { 0 };
  for (gint j = 0; j <= (gint) maze->form.rows; j++)
    for (gint i = 0; i <= (gint) maze->form.columns; i++)
      for (gint top = 0; top < 2; top++)
        {
          kbx_point cell = { i + maze->form.first.x, j + maze->form.first.y };
          if (kit_maze_edge (maze, cell.x, cell.y, top != 0))
            meet_wall (maze, m, unit, cell, top != 0, &first);
        }
  return first;
}

static void
assert_met (const Met *met, const Mover *m, const kbx_hit *sweep, KitMazeWall wall, const gint64 stop[2])
{
  g_assert_cmpint (sweep->status, ==, KBX_OK);
  g_assert_cmpint (sweep->hit, ==, met->hit);
  g_assert_cmpint (sweep->started_inside, ==, met->inside);
  if (!met->hit)
    {
      g_assert_cmpfloat (sweep->fraction, ==, 1);
      g_assert_cmpint (stop[0], ==, m->way[0]);
      g_assert_cmpint (stop[1], ==, m->way[1]);
      return;
    }
  g_assert_cmpfloat (sweep->fraction, ==, (float) ((double) met->t.num / (double) met->t.den));
  g_assert_cmpint (wall.cell.x, ==, met->cell.x);
  g_assert_cmpint (wall.cell.y, ==, met->cell.y);
  g_assert_cmpint (wall.top, ==, met->top);
  for (int k = 0; k < 2; k++)
    g_assert_cmpint (stop[k], ==, m->way[k] * met->t.num / met->t.den);
  if (!met->inside)
    {
      float against = m->way[met->axis] > 0 ? -1 : 1;
      g_assert_cmpfloat (sweep->normal.x, ==, met->axis == 0 ? against : 0);
      g_assert_cmpfloat (sweep->normal.y, ==, met->axis == 0 ? 0 : against);
    }
}

static void
test_boxes (void)
{
  guint hits = 0, free_ones = 0, inside = 0;
  for (guint round = 0; kit_goes_on (round, 1500); round++)
    {
      TestMaze maze = random_maze ();
      for (guint k = 0; k < 20; k++)
        {
          kbx_box box = random_box (&maze);
          kbx_point move = { within (30), within (30) };
          if (k % 4 == 0)
            move.y = g_test_rand_bit () ? 0 : move.x;
          Mover m = { { box.x0, box.y0 }, { box.x1, box.y1 }, { move.x, move.y } };
          Met met = meet (&maze, &m, 1);
          KitMazeBoxTrace trace = kit_maze_trace_box (maze.maze, box, move);
          gint64 stop[2] = { trace.stop.x0 - box.x0, trace.stop.y0 - box.y0 };
          assert_met (&met, &m, &trace.sweep, trace.wall, stop);
          g_assert_cmpint (trace.stop.x1 - trace.stop.x0, ==, box.x1 - box.x0);
          g_assert_cmpint (trace.stop.y1 - trace.stop.y0, ==, box.y1 - box.y0);
          g_assert_cmpint (pixels_hit (&maze, trace.stop), ==, trace.sweep.started_inside);
          inside += trace.sweep.started_inside;
          hits += trace.sweep.hit && !trace.sweep.started_inside;
          free_ones += !trace.sweep.hit;
        }
      kit_maze_clear (&maze);
    }
  g_assert_cmpuint (hits, >, kit_n_done / 2);
  g_assert_cmpuint (inside, >, kit_n_done / 2);
  g_assert_cmpuint (free_ones, >, kit_n_done / 2);
}

static float on_grid (gint most) { return (float) (g_test_rand_bit () ? within (most) * KBX_GRID : within (most * KBX_GRID)) / KBX_GRID; }

static void
test_points (void)
{
  guint hits = 0;
  for (guint round = 0; kit_goes_on (round, 1500); round++)
    {
      TestMaze maze = random_maze ();
      for (guint k = 0; k < 20; k++)
        {
          kbx_vec from = { on_grid (60), on_grid (60) }, to = { on_grid (60), on_grid (60) };
          if (k % 5 == 0)
            to.x = from.x;
          if (k % 7 == 0)
            to.y = from.y + (to.x - from.x);
          Mover m = { { (gint64) (from.x * KBX_GRID), (gint64) (from.y * KBX_GRID) }, { 0, 0 }, { 0, 0 } };
          m.hi[0] = m.lo[0] + 1;
          m.hi[1] = m.lo[1] + 1;
          m.way[0] = (gint64) (to.x * KBX_GRID) - m.lo[0];
          m.way[1] = (gint64) (to.y * KBX_GRID) - m.lo[1];
          Met met = meet (&maze, &m, KBX_GRID);
          KitMazeTrace trace = kit_maze_trace_point (maze.maze, from, to);
          gint64 stop[2] = { (gint64) (trace.stop.x * KBX_GRID) - m.lo[0], (gint64) (trace.stop.y * KBX_GRID) - m.lo[1] };
          assert_met (&met, &m, &trace.sweep, trace.wall, stop);
          hits += trace.sweep.hit;
        }
      kit_maze_clear (&maze);
    }
  g_assert_cmpuint (hits, >, kit_n_done);
}

/* ---- cells on the way ---- */

/* The fractions of the way in [lo, hi) on one axis: from.. to, each included or not. */
typedef struct {
  Fraction from, to;
  gboolean from_in, to_in;
} Stay;

static gboolean
stay_axis (gint64 at, gint64 way, gint64 lo, gint64 hi, Stay *stay)
{
  *stay = (Stay) { { 0, 1 }, { 1, 1 }, TRUE, TRUE };
  if (way == 0)
    return at >= lo && at < hi;
  Fraction enter = way > 0 ? (Fraction) { lo - at, way } : (Fraction) { at - hi, -way };
  Fraction leave = way > 0 ? (Fraction) { hi - at, way } : (Fraction) { at - lo, -way };
  if (order (enter, stay->from) > 0 || (order (enter, stay->from) == 0 && way < 0))
    {
      stay->from = enter;
      stay->from_in = way > 0;
    }
  if (order (leave, stay->to) < 0 || (order (leave, stay->to) == 0 && way > 0))
    {
      stay->to = leave;
      stay->to_in = way < 0;
    }
  return TRUE;
}

/* Does the way have a point in the cell, and from where on? */
static gboolean
stays (const TestMaze *m, kbx_point cell, const gint64 at[2], const gint64 way[2], Stay *stay)
{
  gint64 side[2] = { (gint64) m->form.cell_w * KBX_GRID, (gint64) m->form.cell_h * KBX_GRID };
  gint64 lo[2] = { (gint64) m->form.origin.x * KBX_GRID + cell.x * side[0], (gint64) m->form.origin.y * KBX_GRID + cell.y * side[1] };
  Stay a, b;
  gint first, last;
  if (!stay_axis (at[0], way[0], lo[0], lo[0] + side[0], &a) || !stay_axis (at[1], way[1], lo[1], lo[1] + side[1], &b))
    return FALSE;
  first = order (a.from, b.from);
  last = order (a.to, b.to);
  stay->from = first >= 0 ? a.from : b.from;
  stay->from_in = first > 0 ? a.from_in : first < 0 ? b.from_in : a.from_in && b.from_in;
  stay->to = last <= 0 ? a.to : b.to;
  stay->to_in = last < 0 ? a.to_in : last > 0 ? b.to_in : a.to_in && b.to_in;
  first = order (stay->from, stay->to);
  return first < 0 || (first == 0 && stay->from_in && stay->to_in);
}

static void
check_cells (const TestMaze *m, kbx_vec from, kbx_vec to)
{
  kbx_point cells[40], few[3];
  guint n = kbx_maze_cells_crossed (m->maze, from, to, cells, G_N_ELEMENTS (cells)), expected = 0;
  gint64 at[2] = { (gint64) (from.x * KBX_GRID), (gint64) (from.y * KBX_GRID) };
  gint64 way[2] = { (gint64) (to.x * KBX_GRID) - at[0], (gint64) (to.y * KBX_GRID) - at[1] };
  Stay stay, last = { 0 };
  g_assert_cmpuint (n, <=, G_N_ELEMENTS (cells));
  g_assert_cmpuint (kbx_maze_cells_crossed (m->maze, from, to, few, 3), ==, n);
  g_assert_cmpmem (few, MIN (n, 3) * sizeof *few, cells, MIN (n, 3) * sizeof *few);
  for (guint j = 0; j < m->form.rows; j++)
    for (guint i = 0; i < m->form.columns; i++)
      {
        kbx_point cell = { (gint) i + m->form.first.x, (gint) j + m->form.first.y };
        expected += stays (m, cell, at, way, &stay);
      }
  g_assert_cmpuint (n, ==, expected);
  for (guint k = 0; k < n; k++)
    {
      g_assert_true (stays (m, cells[k], at, way, &stay));
      g_assert_cmpint (cells[k].x - m->form.first.x, <, m->form.columns);
      g_assert_cmpint (cells[k].y - m->form.first.y, <, m->form.rows);
      if (k > 0)
        g_assert_cmpint (order (last.to, stay.from), <=, 0);
      last = stay;
    }
}

static void
test_cells (void)
{
  for (guint round = 0; kit_goes_on (round, 1000); round++)
    {
      TestMaze m = random_maze ();
      for (guint k = 0; k < 20; k++)
        {
          kbx_vec from = { on_grid (60), on_grid (60) }, to = { on_grid (60), on_grid (60) };
          gint slant = within (1);
          if (k % 3 == 0)
            to.y = from.y + (float) slant * (to.x - from.x);
          check_cells (&m, from, to);
        }
      kit_maze_clear (&m);
    }
}

/* ---- walkers ---- */

/* In mazes with rooms, by boxes and points; who is in a room that leads out is let go. */
static void
test_walkers (void)
{
  guint left = 0;
  for (guint round = 0; kit_goes_on (round, 60); round++)
    {
      TestMaze m = kit_maze_new (within (100), within (100), 9, 7, within (20), within (20), 12, 10);
      g_autofree guint32 *regions = g_new (guint32, 120);
      kb_maze_generate (m.edges, 12, 10, round);
      /* Some walls less and some more: rooms, some of them closed. */
      for (guint k = 0; k < 30; k++)
        m.edges[g_test_rand_int_range (0, 13 * 11)] ^= (guint8) g_test_rand_int_range (0, 4);
      kit_maze_finish (&m);
      g_autoptr (GArray) found = kb_maze_regions (m.edges, 12, 10, regions);
      kbx_about about = kbx_info (m.maze);
      for (guint walker = 0; walker < 30; walker++)
        {
          kbx_point cell = { g_test_rand_int_range (0, 12), g_test_rand_int_range (0, 10) }, at;
          gint x = about.bounds.x0 + cell.x * 9, y = about.bounds.y0 + cell.y * 7, size = g_test_rand_int_range (1, 7);
          kbx_box box = { x, y, x + size, y + size };
          kbx_vec p = { (float) x + 3.5f, (float) y + 2.25f };
          guint32 region = regions[cell.y * 12 + cell.x];
          if (g_array_index (found, KbMazeRegion, region).open)
            continue;
          for (guint step = 0; step < 200; step++)
            {
              kbx_point move = { within (40), within (40) };
              kbx_vec to = { p.x + (float) within (5000) / 128, p.y + (float) within (5000) / 128 };
              KitMazeMove slid = kit_maze_slide_box (m.maze, box, move);
              KitMazeTrace trace = kit_maze_trace_point (m.maze, p, to);
              g_assert_false (slid.started_inside);
              box = slid.box;
              p = trace.stop;
              g_assert_false (kit_maze_hits_box (m.maze, box));
              g_assert_cmpint (slid.stopped.x * move.x, >=, 0);
              g_assert_cmpint (slid.stopped.y * move.y, >=, 0);
              for (gint corner = 0; corner < 3; corner++)
                {
                  at.x = corner == 0 ? box.x0 : corner == 1 ? box.x1 - 1 : (gint) floorf (p.x);
                  at.y = corner == 0 ? box.y0 : corner == 1 ? box.y1 - 1 : (gint) floorf (p.y);
                  at = kbx_cell_of (m.maze, at);
                  at.x -= about.first.x;
                  at.y -= about.first.y;
                  g_assert_true (at.x >= 0 && at.y >= 0 && at.x < 12 && at.y < 10);
                  g_assert_cmpuint (regions[at.y * 12 + at.x], ==, region);
                }
              left++;
            }
        }
      kit_maze_clear (&m);
    }
  g_assert_cmpuint (left, >, kit_n_done * 600);
}

KIT_PROGRAM (mazes_random)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/mazes/pixels", test_pixels);
  g_test_add_func ("/mazes/boxes", test_boxes);
  g_test_add_func ("/mazes/points", test_points);
  g_test_add_func ("/mazes/cells", test_cells);
  g_test_add_func ("/mazes/walkers", test_walkers);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Points that move among tiles, against each pixel by itself; isometric layers against point-in-rhombus, pixel by pixel. */
#include "tests/support/random_tiles.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

static GRand *numbers;

static gint among (gint low, gint high) { return g_rand_int_range (numbers, low, high); }

/* ---- rays ---- */

/* The part of a way, as fractions, that lies in [a, a + size) along one axis; which ends belong to it. */
typedef struct {
  gint64 low, high, parts;
  gboolean open_low, open_high;
} Part;

static Part
part_along (gint64 from, gint64 move, gint64 a, gint64 size)
{
  if (move > 0)
    return (Part) { a - from, a + size - from, move, FALSE, TRUE };
  if (move < 0)
    return (Part) { from - a - size, from - a, -move, TRUE, FALSE };
  return from >= a && from < a + size ? (Part) { 0, 1, 1, FALSE, FALSE } : (Part) { 1, 0, 1, FALSE, FALSE };
}

/* Less than 0 where the first is less. */
static gint
order (gint64 a, gint64 parts_a, gint64 b, gint64 parts_b)
{
  gint64 d = a * parts_b - b * parts_a;
  return d < 0 ? -1 : d > 0;
}

typedef struct {
  gint64 at, parts;   /* where the way comes into a pixel */
  gboolean after, by_x, by_y;
} Entry;

/* FALSE where the closed way has no point in the pixel. */
static gboolean
enters (const gint64 from[2], const gint64 move[2], gint x, gint y, Entry *entry)
{
  const Part px = part_along (from[0], move[0], (gint64) x * 256, 256), py = part_along (from[1], move[1], (gint64) y * 256, 256);
  const gint first = order (px.low, px.parts, py.low, py.parts), last = order (px.high, px.parts, py.high, py.parts);
  const Part in = first > 0 || (first == 0 && px.open_low) ? px : py, out = last < 0 || (last == 0 && px.open_high) ? px : py;
  Entry e = { in.low, in.parts, in.open_low, FALSE, FALSE };
  gint room;
  if (in.low < 0)
    e = (Entry) { 0, 1, FALSE, FALSE, FALSE };
  room = order (e.at, e.parts, out.high, out.parts);
  if (room > 0 || (room == 0 && (e.after || out.open_high)) || order (e.at, e.parts, 1, 1) > 0 || (e.after && e.at == e.parts))
    return FALSE;
  if (px.low > px.high || py.low > py.high)
    return FALSE;
  e.by_x = move[0] != 0 && (in.low > 0 || (in.low == 0 && in.open_low)) && order (px.low, px.parts, e.at, e.parts) == 0 && px.open_low == e.after;
  e.by_y = move[1] != 0 && (in.low > 0 || (in.low == 0 && in.open_low)) && order (py.low, py.parts, e.at, e.parts) == 0 && py.open_low == e.after;
  *entry = e;
  return TRUE;
}

/* May what comes in so stop? */
static gboolean
stops (const KitTiles *t, gint x, gint y, const gint64 move[2], const Entry *e, kbx_class_set classes)
{
  gint look_x, look_y, in_x, in_y;
  guint32 cell;
  if (kit_tiles_solid (t, x, y, classes))
    return TRUE;
  if (!kit_tiles_one_way (t, x, y, classes, &look_x, &look_y))
    return FALSE;
  kit_tiles_look (t, x, y, &cell, &in_x, &in_y);
  if (look_x != 0)
    return e->by_x && look_x * move[0] < 0 && in_x == (look_x < 0 ? 0 : (gint) t->input.cell_w - 1);
  return e->by_y && look_y * move[1] < 0 && in_y == (look_y < 0 ? 0 : (gint) t->input.cell_h - 1);
}

static void
check_ray (const KitTiles *t, const gint64 from[2], const gint64 move[2], kbx_class_set classes)
{
  const gint64 to[2] = { from[0] + move[0], from[1] + move[1] };
  const kbx_vec a = { (float) from[0] / 256, (float) from[1] / 256 }, b = { (float) to[0] / 256, (float) to[1] / 256 };
  const kbx_hit hit = kit_tiles_ray (t->layer, a, b, classes);
  Entry best = { 2, 1, FALSE, FALSE, FALSE };
  gint best_x = 0, best_y = 0;
  for (gint y = (gint) (MIN (from[1], to[1]) >> 8); y <= (gint) (MAX (from[1], to[1]) >> 8); y++)
    for (gint x = (gint) (MIN (from[0], to[0]) >> 8); x <= (gint) (MAX (from[0], to[0]) >> 8); x++)
      {
        Entry e;
        gint sooner;
        if (!enters (from, move, x, y, &e) || !stops (t, x, y, move, &e, classes))
          continue;
        sooner = order (e.at, e.parts, best.at, best.parts);
        if (sooner > 0 || (sooner == 0 && (e.after || !best.after)))
          continue;
        best = e;
        best_x = x;
        best_y = y;
      }
  g_assert_cmpint (hit.status, ==, KBX_OK);
  g_assert_cmpint (hit.hit, ==, best.at <= best.parts);
  if (!hit.hit)
    return;
  const kbx_point cell = kbx_cell_of (t->layer, (kbx_point) { best_x, best_y });
  g_assert_true (hit.cell.x == cell.x && hit.cell.y == cell.y);
  g_assert_cmpfloat_with_epsilon (hit.fraction, (double) best.at / (double) best.parts, 1e-6);
  g_assert_cmpint (hit.started_inside, ==, !best.by_x && !best.by_y);
  g_assert_cmpint (ABS (hit.normal.x) + ABS (hit.normal.y), ==, !hit.started_inside);
  g_assert_true (hit.normal.x * move[0] <= 0 && hit.normal.y * move[1] <= 0);
  g_assert_true ((hit.normal.x == 0 || best.by_x) && (hit.normal.y == 0 || best.by_y));
  if (best.by_x && best.by_y && kit_tiles_solid (t, best_x, best_y, classes))
    {
      const gboolean behind_x = kit_tiles_solid (t, best_x + hit.normal.x, best_y, classes);
      const gint step_y = move[1] > 0 ? -1 : 1, step_x = move[0] > 0 ? -1 : 1;
      if (hit.normal.x != 0)
        g_assert_true (!behind_x || kit_tiles_solid (t, best_x, best_y + step_y, classes));
      else
        g_assert_true (!kit_tiles_solid (t, best_x, best_y + hit.normal.y, classes) || kit_tiles_solid (t, best_x + step_x, best_y, classes));
    }
  g_assert_cmpfloat_with_epsilon (hit.point.x, a.x + hit.fraction * (b.x - a.x), 1e-3);
}

static void
test_rays (void)
{
  for (guint round = 0; kit_goes_on (round, 300); round++)
    {
      const gboolean large = round % 5 == 0;
      KitTiles *t = kit_tiles_random (numbers, (guint) (large ? among (40, 100) : among (1, 9)), (guint) (large ? among (40, 70) : among (1, 9)),
                                      (guint) (large ? among (0, 3) : among (5, 60)));
      const kbx_box box = kbx_info (t->layer).bounds;
      for (guint k = 0; k < 60; k++)
        {
          /* On the pixels' lines, on their middles, anywhere; often along lines and diagonals. */
          const gint unit = k % 3 == 0 ? 256 : k % 3 == 1 ? 128 : 1, most = large ? 300 : 40;
          gint64 from[2] = { among (box.x0 - 9, box.x1 + 9) * 256, among (box.y0 - 9, box.y1 + 9) * 256 };
          gint64 move[2] = { among (-most * 256, most * 256) / unit * unit, among (-most * 256, most * 256) / unit * unit };
          from[0] += among (0, 256) / unit * unit;
          from[1] += among (0, 256) / unit * unit;
          if (k % 5 == 0)
            move[k % 2] = 0;
          if (k % 5 == 1)
            move[1] = k % 2 ? move[0] : -move[0];
          check_ray (t, from, move, round % 2 ? KBX_ALL_CLASSES : (kbx_class_set) among (0, 8));
        }
      kit_tiles_free (t);
    }
}

/* ---- isometric ---- */

/* Is the place in the rhombus of the cell, its edges towards the next cells left out? By the signs of four determinants. */
static gboolean
in_rhombus (const kbx_tiles_plan *in, gint64 i, gint64 j, gint64 x, gint64 y)
{
  const gint64 px = x - in->origin.x * 256 - i * in->axis_i.x - j * in->axis_j.x, py = y - in->origin.y * 256 - i * in->axis_i.y - j * in->axis_j.y;
  const gint64 det = (gint64) in->axis_i.x * in->axis_j.y - (gint64) in->axis_i.y * in->axis_j.x, sign = det < 0 ? -1 : 1;
  const gint64 u = sign * (px * in->axis_j.y - py * in->axis_j.x), v = sign * (py * in->axis_i.x - px * in->axis_i.y);
  return u >= 0 && u < sign * det && v >= 0 && v < sign * det;
}

static void
test_isometric (void)
{
  static const gint32 axes[][4] = {
    { 32 * 256, 16 * 256, -32 * 256, 16 * 256 }, { 16 * 256, 0, 0, 16 * 256 }, { -9 * 256 + 5, 4 * 256, 7 * 256, 11 * 256 - 3 },
    { 20 * 256, -10 * 256, 20 * 256, 10 * 256 }, { 0, 12 * 256, 30 * 256, 5 * 256 },
  };
  for (guint k = 0; k < G_N_ELEMENTS (axes); k++)
    {
      KitTiles *t = kit_tiles_random (numbers, 12, 12, 70);
      const gint32 *a = axes[k];
      t->input.axis_i.x = a[0];
      t->input.axis_i.y = a[1];
      t->input.axis_j.x = a[2];
      t->input.axis_j.y = a[3];
      t->input.lift = 3 * 256;
      g_bytes_unref (t->bytes);
      kit_tiles_open (t);
      for (gint y = -60; y < 60; y++)
        for (gint x = -60; x < 60; x++)
          {
            const kbx_vec screen = { (float) x + (float) (x & 3) / 4, (float) y };
            kbx_vec p;
            kbx_point cell;
            g_assert_cmpint (kbx_tiles_from_screen (t->layer, screen, &p, &cell), ==, KBX_OK);
            const kbx_vec back = kbx_tiles_to_screen (t->layer, p, 0);
            guint in = 0;
            g_assert_true (in_rhombus (&t->input, cell.x, cell.y, (gint64) x * 256 + (x & 3) * 64, (gint64) y * 256));
            for (gint dj = -1; dj <= 1; dj++)
              for (gint di = -1; di <= 1; di++)
                in += in_rhombus (&t->input, cell.x + di, cell.y + dj, (gint64) x * 256 + (x & 3) * 64, (gint64) y * 256);
            g_assert_cmpuint (in, ==, 1);
            g_assert_cmpfloat_with_epsilon (back.x, screen.x, 1e-3);
            g_assert_cmpfloat_with_epsilon (back.y, screen.y, 1e-3);
          }
      kit_tiles_free (t);
    }
}

/* What is visible is what has a point there; and who stands in front of another is drawn after it. */
static void
test_visible (void)
{
  for (guint round = 0; kit_goes_on (round, 40); round++)
    {
      KitTiles *t = kit_tiles_random (numbers, (guint) among (1, 12), (guint) among (1, 12), 60);
      kbx_point cells[144];
      kbx_rect screen = { { (float) among (-90, 60), (float) among (-90, 60) }, { 0, 0 } };
      uint32_t count, wanted = 0;
      gint *when = g_new0 (gint, 144);
      for (guint k = 0; k < 4; k++)
        *(k == 0 ? &t->input.axis_i.x : k == 1 ? &t->input.axis_i.y : k == 2 ? &t->input.axis_j.x : &t->input.axis_j.y) = among (-20, 20) * 256;
      if (t->input.axis_i.x * t->input.axis_j.y == t->input.axis_i.y * t->input.axis_j.x)
        t->input.axis_i.x = t->input.axis_j.y = 7 * 256, t->input.axis_i.y = t->input.axis_j.x = 0;
      t->input.lift = among (-4, 5) * 256;
      screen.max.x = screen.min.x + (float) among (0, 90);
      screen.max.y = screen.min.y + (float) among (0, 90);
      g_bytes_unref (t->bytes);
      kit_tiles_open (t);
      count = kbx_tiles_visible (t->layer, screen, cells, 144);
      for (uint32_t k = 0; k < count; k++)
        when[(cells[k].y - t->input.first.y) * (gint) t->input.columns + cells[k].x - t->input.first.x] = (gint) k + 1;
      for (gint j = 0; j < (gint) t->input.rows; j++)
        for (gint i = 0; i < (gint) t->input.columns; i++)
          {
            const guint32 cell = t->cells[j * (gint) t->input.columns + i];
            const gint raise = (gint) (cell >> 24) * t->input.lift;
            gboolean seen = FALSE;
            /* Its corners, and a grid of points of it: enough to find most of what touches, and never too much. */
            for (gint k = 0; k <= 16 * 16; k++)
              {
                const double u = i + t->input.first.x + k % 16 / 15.0, v = j + t->input.first.y + k / 16 / 15.0;
                const double x = t->input.origin.x + (u * t->input.axis_i.x + v * t->input.axis_j.x) / 256;
                const double y = t->input.origin.y + (u * t->input.axis_i.y + v * t->input.axis_j.y - raise) / 256;
                seen = seen || (k < 256 && x >= screen.min.x + 0.01 && x <= screen.max.x - 0.01 && y >= screen.min.y + 0.01 && y <= screen.max.y - 0.01);
              }
            wanted += seen && (cell & KBX_CELL_TILE) != 0;
            if (seen && (cell & KBX_CELL_TILE) != 0)
              g_assert_cmpint (when[j * (gint) t->input.columns + i], >, 0);
          }
      g_assert_cmpuint (count, >=, wanted);
      /* A step straight down the screen leads to what is drawn later. */
      for (uint32_t k = 0; k < count; k++)
        {
          const double det = (double) t->input.axis_i.x * t->input.axis_j.y - (double) t->input.axis_i.y * t->input.axis_j.x;
          const gint di = -t->input.axis_j.x / det > 0 ? 1 : t->input.axis_j.x == 0 ? 0 : -1, dj = t->input.axis_i.x / det > 0 ? 1 : t->input.axis_i.x == 0 ? 0 : -1;
          const gint i = cells[k].x - t->input.first.x + di, j = cells[k].y - t->input.first.y + dj;
          if (i >= 0 && j >= 0 && i < (gint) t->input.columns && j < (gint) t->input.rows && when[j * (gint) t->input.columns + i] > 0)
            g_assert_cmpint (when[j * (gint) t->input.columns + i], >, (gint) k + 1);
        }
      g_free (when);
      kit_tiles_free (t);
    }
}

KIT_PROGRAM (tiles_rays)
{
  int result;
  kit_test_init (&argc, &argv);
  numbers = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_test_add_func ("/tiles/rays", test_rays);
  g_test_add_func ("/tiles/isometric", test_isometric);
  g_test_add_func ("/tiles/visible", test_visible);
  result = g_test_run ();
  g_rand_free (numbers);
  return result;
}

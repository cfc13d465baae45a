/* SPDX-License-Identifier: MIT */
/* Walls in view, front to back, in every partition, against all walls one by one: along any ray, the parts that it meets come in
 * the order of the list, and none is missing; the parts of a wall make up the wall. */
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"
#include "tests/support/walls_on_grid.h"

#include <math.h>

enum { CELLS = 8, CELL = 64 * 256, MOST = 20000, RAYS = 60 };

typedef struct { double x, y; } Spot;

static gint64 number (gint64 low, gint64 high) { return g_test_rand_int_range ((gint32) low, (gint32) high + 1); }
static double cross (Spot a, Spot b) { return a.x * b.y - a.y * b.x; }
static Spot way (Spot a, Spot b) { return (Spot) { b.x - a.x, b.y - a.y }; }
static Spot spot (kbx_vec v) { return (Spot) { (double) v.x, (double) v.y }; }

/* Rooms that share corners: the sides of crooked cells, some of them left out, whole or in part. */
static void
add_rooms (GArray *walls)
{
  gint32 at[CELLS + 1][CELLS + 1][2];
  for (gint32 i = 0; i <= CELLS; i++)
    for (gint32 k = 0; k <= CELLS; k++)
      for (gint32 axis = 0; axis < 2; axis++)
        at[i][k][axis] = (axis ? i : k) * CELL + (gint32) number (-CELL / 4, CELL / 4);
  for (gint32 i = 0; i < CELLS; i++)
    for (gint32 k = 0; k < CELLS; k++)
      for (gint32 upright = 0; upright < 2; upright++)
        {
          const gint32 *a = at[i][k], *b = upright ? at[i + 1][k] : at[i][k + 1];
          KitWall wall = { { a[0], a[1], b[0], b[1] }, (guint) number (0, 3), number (0, 3) == 0 };
          if (number (0, 4) == 0)
            continue;
          if (number (0, 1))
            wall.edge = (KitEdge) { b[0], b[1], a[0], a[1] };
          g_array_append_val (walls, wall);
        }
}

/* Rooms at right angles: many walls in one line. */
static void
add_blocks (GArray *walls)
{
  for (gint32 i = 0; i < CELLS; i++)
    for (gint32 k = 0; k < CELLS; k++)
      for (gint32 upright = 0; upright < 2; upright++)
        {
          const KitWall wall = { { k * CELL, i * CELL, (k + !upright) * CELL, (i + upright) * CELL }, 0, FALSE };
          if (number (0, 2) > 0)
            g_array_append_val (walls, wall);
        }
}

static gboolean
meet (KitEdge a, KitEdge b)
{
  const kbx_shape p = kbx_shape_segment (kit_segment (a).a, kit_segment (a).b), q = kbx_shape_segment (kit_segment (b).a, kit_segment (b).b);
  return kbx_overlap (p, q);
}

/* Walls of any length and direction that do not meet. */
static void
add_sticks (GArray *walls)
{
  for (guint tried = 0; tried < 600; tried++)
    {
      const gint32 x = (gint32) number (0, CELLS * CELL), y = (gint32) number (0, CELLS * CELL), reach = CELL << number (0, 3) >> 1;
      const KitWall wall = { { x, y, x + (gint32) number (-reach, reach), y + (gint32) number (-reach, reach) }, 0, FALSE };
      gboolean free = wall.edge.ax != wall.edge.bx || wall.edge.ay != wall.edge.by;
      for (guint i = 0; free && i < walls->len; i++)
        free = !meet (g_array_index (walls, KitWall, i).edge, wall.edge);
      if (free)
        g_array_append_val (walls, wall);
    }
}

typedef struct {
  GArray *walls;
  kbx_handle level;
  kbx_vec from, left, right;
  const guint64 *removed;
  kbx_wall_in_view *parts;
  guint n;
} View;

/* The definition of a view: clockwise from left to right. */
static gboolean
is_in_view (const View *view, Spot d)
{
  const Spot l = spot (view->left), r = spot (view->right);
  const double turn = cross (l, r);
  if (turn == 0 && l.x * r.x + l.y * r.y >= 0)
    return TRUE;
  return turn >= 0 ? cross (l, d) >= 0 && cross (d, r) >= 0 : cross (l, d) >= 0 || cross (d, r) >= 0;
}

typedef struct { double t; guint wall, first, last; } Met;

static int
by_fraction (gconstpointer a, gconstpointer b)
{
  const Met *p = a, *q = b;
  return (p->t > q->t) - (p->t < q->t);
}

static double
distance (Spot p, kbx_segment s)
{
  const Spot a = spot (s.a), along = way (a, spot (s.b)), to = way (a, p);
  const double length = hypot (along.x, along.y), u = CLAMP ((to.x * along.x + to.y * along.y) / (length * length), 0, 1);
  return length > 0 ? hypot (to.x - along.x * u, to.y - along.y * u) : hypot (to.x, to.y);
}

/* The first and last part of a wall at a place; at the ends of parts there are two. */
static void
find_parts (const View *view, Spot at, Met *met)
{
  met->first = G_MAXUINT;
  for (guint i = 0; i < view->n; i++)
    if (view->parts[i].index == met->wall && distance (at, view->parts[i].part) < 0.02)
      {
        met->first = MIN (met->first, i);
        met->last = i;
      }
  g_assert_cmpuint (met->first, !=, G_MAXUINT);
}

static void
check_ray (const View *view, Spot d)
{
  const Spot from = spot (view->from);
  g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (Met));
  for (guint i = 0; i < view->walls->len; i++)
    {
      const kbx_segment s = kit_segment (g_array_index (view->walls, KitWall, i).edge);
      const Spot a = way (from, spot (s.a)), along = way (spot (s.a), spot (s.b));
      const double den = cross (d, along), t = cross (a, along) / den, u = cross (a, d) / den;
      Met hit = { t, i, 0, 0 };
      if (den == 0 || t <= 0 || u < 0 || u > 1 || (view->removed && view->removed[i / 64] >> i % 64 & 1))
        continue;
      find_parts (view, (Spot) { from.x + d.x * t, from.y + d.y * t }, &hit);
      g_array_append_val (met, hit);
    }
  g_array_sort (met, by_fraction);
  for (guint i = 1; i < met->len; i++)
    {
      const Met *p = &g_array_index (met, Met, i - 1), *q = &g_array_index (met, Met, i);
      if (q->t - p->t > 1e-6 / hypot (d.x, d.y) && q->last < p->first)
        g_error ("from (%.9g %.9g) along (%.9g %.9g): wall %u at %g is listed after wall %u at %g", from.x, from.y, d.x, d.y, p->wall,
                 p->t, q->wall, q->t);
    }
}

/* Whether the part from a to b passes a ray from (0, 0). */
static gboolean
passes (Spot a, Spot b, Spot ray)
{
  const Spot along = way (a, b);
  const double den = cross (ray, along);
  return den != 0 && cross (a, along) / den >= -0.01 && cross (a, ray) / den >= -1e-6 && cross (a, ray) / den <= 1 + 1e-6;
}

/* Each part is of its wall and in view; all of them, all round, make up the walls. */
static void
check_parts (const View *view)
{
  g_autofree double *lengths = g_new0 (double, view->walls->len + 1);
  const gboolean round = view->left.x == 0 && view->left.y == 0;
  for (guint i = 0; i < view->n; i++)
    {
      const kbx_segment p = view->parts[i].part, s = kit_segment (g_array_index (view->walls, KitWall, view->parts[i].index).edge);
      const Spot a = way (spot (view->from), spot (p.a)), b = way (spot (view->from), spot (p.b)), along = way (spot (s.a), spot (s.b)), part = way (a, b);
      g_assert_true (kbx_walls_node (view->level, view->parts[i].node, (kbx_rect) { { -9000, -9000 }, { 9000, 9000 } }, NULL, 0).leaf);
      g_assert_cmpfloat (distance (spot (p.a), s), <, 0.01);
      g_assert_cmpfloat (distance (spot (p.b), s), <, 0.01);
      g_assert_cmpfloat (part.x * along.x + part.y * along.y, >=, -0.01);
      g_assert_true (is_in_view (view, a) || is_in_view (view, b) || passes (a, b, spot (view->left)) || passes (a, b, spot (view->right)));
      lengths[view->parts[i].index] += hypot (part.x, part.y);
    }
  for (guint i = 0; round && i < view->walls->len; i++)
    {
      const kbx_segment s = kit_segment (g_array_index (view->walls, KitWall, i).edge);
      const Spot along = way (spot (s.a), spot (s.b));
      g_assert_cmpfloat_with_epsilon (lengths[i], view->removed && view->removed[i / 64] >> i % 64 & 1 ? 0 : hypot (along.x, along.y), 0.05);
    }
}

/* Views of all angles; exactly half a turn; all round. */
static void
turn_view (View *view, guint round)
{
  const double angle = g_test_rand_double_range (0, 2 * G_PI), open = g_test_rand_double_range (0.1, 6.2);
  view->left = (kbx_vec) { (float) cos (angle), (float) sin (angle) };
  view->right = round % 4 == 1 ? (kbx_vec) { -view->left.x, -view->left.y } : (kbx_vec) { (float) cos (angle + open), (float) sin (angle + open) };
  if (round % 4 == 0)
    view->left = view->right = (kbx_vec) { 0, 0 };
}

/* Anywhere, at a corner of the grid, outside, or beside a wall. */
static kbx_vec
eye (const View *view, guint round)
{
  const KitEdge e = g_array_index (view->walls, KitWall, (guint) number (0, view->walls->len - 1)).edge;
  if (round % 3 == 1)
    return (kbx_vec) { (float) ((e.ax + e.bx) / 2 + number (-40, 40)) / 256, (float) ((e.ay + e.by) / 2 + number (-40, 40)) / 256 };
  return (kbx_vec) { (float) number (-CELL, (CELLS + 1) * CELL) / 256, (float) number (-CELL, (CELLS + 1) * CELL) / 256 };
}

static void
look (View *view, guint round)
{
  guint64 doors[64];
  const kbx_change change = { .removed = doors, .removed_count = G_N_ELEMENTS (doors) * 64 };
  kbx_filter filter = kbx_all_solid ();
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    doors[i] = (guint64) g_test_rand_int () & (guint64) g_test_rand_int () << 20;
  view->from = eye (view, round);
  turn_view (view, round);
  view->removed = round % 5 == 0 ? doors : NULL;
  filter.changes = &change;
  filter.change_count = view->removed != NULL;
  view->n = kbx_walls_in_view (view->level, view->from, view->left, view->right, &filter, view->parts, MOST);
  g_assert_cmpuint (view->n, <=, MOST);
  g_assert_cmpuint (kbx_walls_in_view (view->level, view->from, view->left, view->right, &filter, NULL, 9), ==, view->n);
  check_parts (view);
  for (guint i = 0; i < RAYS; i++)
    {
      const double angle = g_test_rand_double_range (0, 2 * G_PI);
      const Spot d = { cos (angle), sin (angle) };
      if (is_in_view (view, d))
        check_ray (view, d);
    }
}

static void
test_order (gconstpointer data)
{
  static void (*const add[]) (GArray *) = { add_rooms, add_blocks, add_sticks };
  for (guint round = 0; kit_goes_on (round, 48); round++)
    {
      g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
      add[round % 3](walls);
      const KitWalls input = { (const KitWall *) (gpointer) walls->data, walls->len, NULL, 0 };
      const KitDivision settings = { .kind = (kbx_partition) GPOINTER_TO_INT (data), .leaf_walls = round % 2 ? 0 : 3 };
      g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
      g_autofree kbx_wall_in_view *parts = g_new (kbx_wall_in_view, MOST);
      View view = { .walls = walls, .parts = parts };
      g_assert_cmpint (kbx_open (&view.level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
      for (guint i = 0; i < 20; i++)
        look (&view, i);
    }
}

/* ---- by hand ---- */

static double near_grid (float v) { return round ((double) v * 256) / 256 + 0.0; }

static void
expect (const GArray *walls, kbx_partition kind, kbx_vec left, kbx_vec right, const kbx_filter *filter, const char *wanted)
{
  const KitWalls input = { (const KitWall *) (gconstpointer) walls->data, walls->len, NULL, 0 };
  g_autoptr (GBytes) bytes = kit_walls_build (&input, &(KitDivision) { .kind = kind, .leaf_walls = 1 }, NULL, NULL, NULL);
  g_autoptr (GString) got = g_string_new (NULL);
  kbx_wall_in_view parts[16];
  kbx_handle level;
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  const guint n = kbx_walls_in_view (level, (kbx_vec) { 0, 0 }, left, right, filter, parts, G_N_ELEMENTS (parts));
  g_assert_cmpuint (n, <=, G_N_ELEMENTS (parts));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (got, "%u (%g %g) (%g %g); ", parts[i].index, near_grid (parts[i].part.a.x), near_grid (parts[i].part.a.y),
                            near_grid (parts[i].part.b.x), near_grid (parts[i].part.b.y));
  g_assert_cmpstr (got->str, ==, wanted);
  if (n > 1)
    g_assert_cmpuint (kbx_walls_in_view (level, (kbx_vec) { 0, 0 }, left, right, filter, parts, 1), ==, n);
}

/* Each of four walls hides the end of the next, in a circle; one more is along the line across the view. */
static void
test_by_hand (void)
{
  const KitWall pinwheel[] = { { { -2560, -2560, 5120, -2560 }, 0, FALSE }, { { 2560, -2048, 2560, 5120 }, 1, TRUE },
                               { { 2048, 2560, -5120, 2560 }, 2, FALSE }, { { -2560, 2048, -2560, -5120 }, 3, FALSE },
                               { { 512, 0, 1024, 0 }, 4, FALSE } };
  const kbx_vec none = { 0, 0 }, up_left = { -1, -1 }, up_right = { 1, -1 }, right = { 1, 0 }, left = { -1, 0 }, bad = { NAN, 0 };
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
  kbx_filter filter = kbx_all_solid ();
  const guint64 first = 1;
  const kbx_change change = { .removed = &first, .removed_count = 64 };
  const char *narrow = "0 (-10 -10) (20 -10); 3 (-10 0) (-10 -20); ";
  g_array_append_vals (walls, pinwheel, G_N_ELEMENTS (pinwheel));
  expect (walls, KBX_PARTITION_NONE, none, none, NULL,
          "1 (10 -8) (10 0); 0 (-10 -10) (20 -10); 3 (-10 0) (-10 -20); 4 (2 0) (4 0); "
          "3 (-10 8) (-10 0); 2 (8 10) (-20 10); 1 (10 0) (10 20); ");
  expect (walls, KBX_PARTITION_NONE, up_left, up_right, NULL, narrow);
  g_array_set_size (walls, 4);
  expect (walls, KBX_PARTITION_NONE, right, left, NULL, "3 (-10 8) (-10 0); 2 (8 10) (-20 10); 1 (10 0) (10 20); ");
  filter.classes = 1 << 1 | 1 << 2;
  expect (walls, KBX_PARTITION_GRID, left, right, &filter, "1 (10 -8) (10 0); ");
  filter.classes = KBX_ALL_CLASSES;
  filter.changes = &change;
  filter.change_count = 1;
  expect (walls, KBX_PARTITION_NONE, up_left, up_right, &filter, "3 (-10 0) (-10 -20); ");
  filter.layers = 0;
  expect (walls, KBX_PARTITION_BSP, none, none, &filter, "");
  expect (walls, KBX_PARTITION_BSP, bad, none, NULL, "");
  g_assert_cmpuint (kbx_walls_in_view ((kbx_handle) { NULL }, none, none, none, NULL, NULL, 0), ==, 0);
}

KIT_PROGRAM (walls_in_view)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/walls-in-view/by-hand", test_by_hand);
  g_test_add_data_func ("/walls-in-view/none", GINT_TO_POINTER (KBX_PARTITION_NONE), test_order);
  g_test_add_data_func ("/walls-in-view/grid", GINT_TO_POINTER (KBX_PARTITION_GRID), test_order);
  g_test_add_data_func ("/walls-in-view/quadtree", GINT_TO_POINTER (KBX_PARTITION_QUADTREE), test_order);
  g_test_add_data_func ("/walls-in-view/bsp", GINT_TO_POINTER (KBX_PARTITION_BSP), test_order);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Which cell is under a place, for every pixel of a patch: against the outlines of all cells, one by one. */
#include "operations/level/grid.h"
#include "tests/support/seed.h"

enum { SIDE = 20, PATCH = 200 };   /* cells, pixels */

static const struct { KbPixel cell, origin; KbVec i, j; double lift; } grids[] = {
  { { 16, 12 }, { -5, 3 }, { 0, 0 }, { 0, 0 }, 0 },              /* straight */
  { { 32, 32 }, { 90, -20 }, { 16, 8 }, { -16, 8 }, 6 },
  { { 32, 32 }, { 10, 100 }, { 16, -8 }, { 16, 8 }, 4.5 },
  { { 32, 32 }, { 90, 200 }, { -16, -8 }, { 16, -8 }, 5 },
  { { 8, 8 }, { 3, 3 }, { 7.25, 1.5 }, { -2.75, 9.125 }, 3.25 },
  { { 8, 8 }, { 100, 3 }, { 0, 11 }, { -13, 0 }, 0 },            /* turned */
  { { 16, 16 }, { 0, 250 }, { 16, 0 }, { 0, -12 }, -3 },
};

typedef struct { KbTileGrid grid; guint32 cells[SIDE][SIDE]; } Scene;   /* cells (i, j) from (-4, -4) on */

static guint32
read_cell (gconstpointer data, gint i, gint j)
{
  const Scene *scene = data;
  return i >= -4 && j >= -4 && i < SIDE - 4 && j < SIDE - 4 ? scene->cells[j + 4][i + 4] : 0;
}

static KbTileGrid
grid_of (guint n)
{
  const KbLayer layer = { .cell = grids[n].cell, .origin = grids[n].origin, .axis_i = grids[n].i, .axis_j = grids[n].j, .lift = grids[n].lift };
  return kb_tile_grid_of (&layer);
}

/* 1 inside of the outline, 0 on it, -1 outside. */
static int
side_of (const KbTileGrid *grid, gint i, gint j, guint height, KbVec p)
{
  KbVec corners[KB_CELL_CORNERS];
  int side = 1;
  kb_tile_grid_outline (grid, i, j, height, corners);
  for (guint k = 0; k < 4; k++)
    {
      KbVec a = corners[k], b = corners[(k + 1) % 4];
      double det = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);   /* of multiples of 1/256: exact */
      det = grid->det < 0 ? -det : det;
      side = MIN (side, det > 0 ? 1 : det < 0 ? -1 : 0);
    }
  return side;
}

static void
test_cells (void)
{
  for (guint n = 0; n < G_N_ELEMENTS (grids); n++)
    {
      KbTileGrid grid = grid_of (n);
      guint inside = 0, on = 0;
      for (gint y = 0; y < PATCH; y++)
        for (gint x = 0; x < PATCH; x++)
          {
            KbVec p = { x + (n % 2 ? 0.5 : 0), y + (n % 3 ? 0.5 : 0) };
            gint i, j;
            g_assert_true (kb_tile_grid_cell_at (&grid, p, &i, &j));
            int side = side_of (&grid, i, j, 0, p);
            g_assert_cmpint (side, >=, 0);
            inside += side == 1;
            on += side == 0;
            for (gint near = 0; near < 9; near++)
              if (near != 4)
                g_assert_cmpint (side_of (&grid, i + near % 3 - 1, j + near / 3 - 1, 0, p), <=, 0);
            /* Of those that share the place, the greatest. */
            if (side == 0)
              g_assert_cmpint (MAX (side_of (&grid, i + 1, j, 0, p), MAX (side_of (&grid, i, j + 1, 0, p), side_of (&grid, i + 1, j + 1, 0, p))), ==, -1);
          }
      g_assert_cmpuint (inside, >, on);
    }
}

/* Is (i, j) drawn after (k, l)? Told by the cells themselves: of two neighbours the one whose outline is further down. */
static gboolean
is_after (const KbTileGrid *grid, gint i, gint j, gint k, gint l)
{
  double down_i = kb_tile_grid_corner (grid, 1, 0).y - kb_tile_grid_corner (grid, 0, 0).y;
  double down_j = kb_tile_grid_corner (grid, 0, 1).y - kb_tile_grid_corner (grid, 0, 0).y;
  return down_j * (j - l) > 0 || (down_j * (j - l) >= 0 && down_i * (i - k) > 0);
}

static void
test_stacked (void)
{
  GRand *random = g_rand_new_with_seed (7);
  for (guint n = 1; n < 5; n++)
    {
      Scene scene = { .grid = grid_of (n) };
      guint found = 0, raised = 0;
      for (guint k = 0; k < SIDE * SIDE; k++)
        if (g_rand_int_range (random, 0, 5))
          scene.cells[k / SIDE][k % SIDE] = kb_cell_pack (&(KbCell) { 1, 1, FALSE, FALSE, FALSE, (guint) g_rand_int_range (random, 0, 6) });
      for (gint y = 0; y < PATCH; y += (gint) kit_stride ())
        for (gint x = 0; x < PATCH; x++)
          {
            KbVec p = { x + 1 / 256.0, y + 3 / 256.0 };
            gint i = 0, j = 0, floor_i, floor_j;
            gboolean is = kb_tile_grid_pick (&scene.grid, p, read_cell, &scene, &i, &j), any = FALSE;
            guint height = is ? read_cell (&scene, i, j) >> KB_CELL_HEIGHT_SHIFT : 0;
            for (gint k = -4; k < SIDE - 4; k++)
              for (gint l = -4; l < SIDE - 4; l++)
                {
                  guint32 cell = read_cell (&scene, k, l);
                  if (kb_cell_is_empty (cell) || side_of (&scene.grid, k, l, cell >> KB_CELL_HEIGHT_SHIFT, p) != 1)
                    continue;
                  any = TRUE;
                  g_assert_true (is);
                  g_assert_true ((i == k && j == l) || is_after (&scene.grid, i, j, k, l));
                }
            if (is)
              g_assert_cmpint (side_of (&scene.grid, i, j, height, p), >=, 0);
            g_assert_true (any || !is || side_of (&scene.grid, i, j, height, p) == 0);
            found += is;
            kb_tile_grid_cell_at (&scene.grid, p, &floor_i, &floor_j);
            raised += is && (floor_i != i || floor_j != j);
          }
      g_assert_cmpuint (found, >, 10000 / kit_stride ());
      g_assert_cmpuint (raised, >, 2000 / kit_stride ());
    }
  g_rand_free (random);
}

/* All cells, one by one. */
static void
test_bounds (void)
{
  GRand *random = g_rand_new_with_seed (9);
  for (guint n = 0; n < G_N_ELEMENTS (grids); n++)
    for (guint round = 0; round < 3; round++)
      {
        enum { WIDE = 100, HIGH = 70 };
        KbLayer layer = { .cell = grids[n].cell, .origin = grids[n].origin, .axis_i = grids[n].i, .axis_j = grids[n].j, .lift = grids[n].lift,
                          .first = { -30, 12 }, .width = WIDE, .height = HIGH };
        KbTileGrid grid = kb_tile_grid_of (&layer);
        KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE }, bounds;
        g_autofree guint8 *pixels = g_malloc0 (2 * WIDE * 2 * HIGH);
        for (guint k = 0; k < (round == 2 ? 0 : round ? 3000 : 20); k++)
          {
            guint i = (guint) g_rand_int_range (random, 0, WIDE), j = (guint) g_rand_int_range (random, 0, HIGH), height = (guint) g_rand_int_range (random, 0, 4);
            guint8 *cell = pixels + 2 * j * 2 * WIDE + 2 * i;
            KbVec corners[KB_CELL_CORNERS];
            if (*cell)
              continue;
            cell[0] = 1;                         /* the frame */
            cell[2 * WIDE + 1] = (guint8) height;
            kb_tile_grid_outline (&grid, -30 + (gint) i, 12 + (gint) j, height, corners);
            for (guint c = 0; c < 4; c++)
              all = (KbBounds) { MIN (all.x0, corners[c].x), MIN (all.y0, corners[c].y), MAX (all.x1, corners[c].x), MAX (all.y1, corners[c].y) };
          }
        layer.cells.zones = kb_zones_from_pixels (2 * WIDE, 2 * HIGH, pixels, 2 * WIDE);
        g_assert_cmpint (kb_layer_screen_bounds (&layer, &bounds), ==, round != 2);
        if (round != 2)
          g_assert_cmpmem (&bounds, sizeof bounds, &all, sizeof all);
        kb_zones_unref (layer.cells.zones);
      }
  g_rand_free (random);
}

/* Places and axes that nothing comes of. */
static void
test_far (void)
{
  const KbLayer flat = { .cell = { 8, 8 }, .axis_i = { 8, 4 }, .axis_j = { -16, -8 } }, wide = { .cell = { 1, 1 } };
  KbTileGrid none = kb_tile_grid_of (&flat), grid = kb_tile_grid_of (&wide);
  gint i = 0, j = 0;
  g_assert_false (kb_tile_grid_cell_at (&none, (KbVec) { 0, 0 }, &i, &j));
  g_assert_false (kb_tile_grid_pick (&none, (KbVec) { 0, 0 }, read_cell, NULL, &i, &j));
  g_assert_true (kb_tile_grid_cell_at (&grid, (KbVec) { 1e300, -1e300 }, &i, &j));
  g_assert_cmpint (i, >, 1000000);
  g_assert_cmpint (j, <, -1000000);
  g_assert_true (kb_tile_grid_cell_at (&grid, (KbVec) { -1, -1 / 256.0 }, &i, &j));
  g_assert_cmpint (i, ==, -1);
  g_assert_cmpint (j, ==, -1);
}

/* Whether the hexagon contains the point, or would after a tiny move down and a tinier one to the right. */
static gboolean
has (const KbTileGrid *grid, gint i, gint j, KbVec p)
{
  KbVec corners[KB_CELL_CORNERS];
  const guint n = kb_tile_grid_outline (grid, i, j, 0, corners);
  for (guint k = 0; k < n; k++)
    {
      KbVec a = corners[k], b = corners[(k + 1) % n];
      double dx = b.x - a.x, dy = b.y - a.y, det = dx * (p.y - a.y) - dy * (p.x - a.x);
      if (dx == 0 && dy == 0)
        continue;
      if (det < 0 || (det == 0 && (dx < 0 || (dx == 0 && dy > 0))))
        return FALSE;
    }
  return TRUE;
}

static void
check_neighbours (const KbTileGrid *grid, gint i, gint j, guint expected)
{
  KbVec own[KB_CELL_CORNERS], other[KB_CELL_CORNERS];
  gint cells[6][2];
  kb_tile_grid_outline (grid, i, j, 0, own);
  g_assert_cmpuint (kb_tile_grid_neighbours (grid, i, j, cells), ==, expected);
  for (guint n = 0; n < expected; n++)
    {
      guint common = 0;
      kb_tile_grid_outline (grid, cells[n][0], cells[n][1], 0, other);
      for (guint a = 0; a < KB_CELL_CORNERS; a++)
        for (guint b = 0; b < KB_CELL_CORNERS; b++)
          common += own[a].x == other[b].x && own[a].y == other[b].y && (a == 0 || own[a].x != own[a - 1].x || own[a].y != own[a - 1].y);
      g_assert_cmpuint (common, >=, 2);
    }
}

static void
test_staggered (void)
{
  static const struct { gint w, h, side; } cells[] = { { 14, 12, 6 }, { 16, 8, 0 }, { 10, 11, 11 }, { 12, 9, 3 } };
  for (guint n = 0; n < G_N_ELEMENTS (cells); n++)
    for (gint stagger = 1; stagger <= 4; stagger++)
      {
        const gboolean columns = stagger > 2;
        const KbPixel cell = { .x = columns ? cells[n].h : cells[n].w, .y = columns ? cells[n].w : cells[n].h };
        const KbLayer layer = { .cell = cell, .origin = { .x = 7, .y = -9 }, .stagger = stagger, .hex_side = cells[n].side };
        const KbTileGrid grid = kb_tile_grid_of (&layer);
        for (gint y = -60; y < 60; y++)
          for (gint x = -60; x < 60; x++)
            {
              const KbVec p = { x / 2.0, y / 2.0 };
              gint i, j;
              guint found = 0;
              g_assert_true (kb_tile_grid_cell_at (&grid, p, &i, &j));
              g_assert_true (has (&grid, i, j, p));
              for (gint near = 0; near < 25; near++)
                found += has (&grid, i + near % 5 - 2, j + near / 5 - 2, p);
              g_assert_cmpuint (found, ==, 1);
            }
        for (gint k = 0; k < 4; k++)
          check_neighbours (&grid, k % 2 - 1, k / 2 - 1, cells[n].side ? 6 : 4);
      }
}

KIT_PROGRAM (tile_grid)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tile-grid/cells", test_cells);
  g_test_add_func ("/tile-grid/stacked", test_stacked);
  g_test_add_func ("/tile-grid/bounds", test_bounds);
  g_test_add_func ("/tile-grid/far", test_far);
  g_test_add_func ("/tile-grid/staggered", test_staggered);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Strokes on tile layers and walls of mazes against plain definitions, one cell at a time. */
#include <math.h>

#include "operations/level/cell_stroke.h"
#include "operations/level/mazes.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"cave\", \"tilesets\": [{\"number\": 1, \"sprite\": \"fakir\"}],"
  " \"layers\": [{\"name\": \"back\", \"cell\": [16, 16], \"width\": 40, \"height\": 30, \"first\": [-7, 3]}],"
  " \"mazes\": [{\"name\": \"halls\", \"class\": \"head\", \"cell\": [24, 16], \"origin\": [5, -3], \"width\": 12, \"height\": 9,"
  "   \"first\": [-2, 1]}]}}";

static void
set_up_level (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, level_text);
}

static KbLayer *
layer_of (Fixture *fixture)
{
  return kb_layer_at (kb_level_at (kb_document_project (fixture->document), 0), 0);
}

/* --- Stamps ------------------------------------------------------------------------------------ */

enum { SIDE = 3 };   /* pixels of a tile */

/* The colour of a pixel of a cell's picture: each pixel of each frame has its own; 0: empty. */
static guint
colour (guint32 packed, gint x, gint y)
{
  KbCell cell = kb_cell_unpack (packed);
  gint u = cell.flip_x ? SIDE - 1 - x : x, v = cell.flip_y ? SIDE - 1 - y : y;
  if (cell.frame == 0)
    return 0;
  return cell.frame * 100 + (guint) (cell.diagonal ? u * SIDE + v : v * SIDE + u) + 1;
}

static guint
pixel_of (const KbStamp *stamp, gint x, gint y)
{
  return colour (kb_stamp_at (stamp, x / SIDE, y / SIDE), x % SIDE, y % SIDE);
}

static KbStamp *
random_stamp (GRand *random, gint most)
{
  guint32 cells[64];
  gint w = g_rand_int_range (random, 1, most + 1), h = g_rand_int_range (random, 1, most + 1);
  gboolean holes = g_rand_boolean (random);
  for (gint i = 0; i < w * h; i++)
    cells[i] = holes && g_rand_int_range (random, 0, 3) == 0
                 ? 0 : kb_cell_pack (&(KbCell) { 1 + (guint) g_rand_int_range (random, 0, 9), 1, g_rand_boolean (random), g_rand_boolean (random),
                                                 g_rand_boolean (random), (guint) g_rand_int_range (random, 0, 256) });
  return kb_stamp_new (w, h, cells);
}

static void
test_stamps (void)
{
  GRand *random = g_rand_new_with_seed (3);
  for (guint n = 0; n < 200; n++)
    for (guint c = 0; c < 4; c++)
      {
        static const KbStampChange back[] = { KB_STAMP_MIRROR_X, KB_STAMP_MIRROR_Y, KB_STAMP_TURN_LEFT, KB_STAMP_TURN_RIGHT };
        g_autoptr (KbStamp) stamp = random_stamp (random, 5);
        g_autoptr (KbStamp) changed = kb_stamp_copy (stamp);
        gint w = stamp->width * SIDE, h = stamp->height * SIDE;
        kb_stamp_change (changed, c);
        for (gint y = 0; y < h; y++)
          for (gint x = 0; x < w; x++)
            {
              const gint to[4][2] = { { w - 1 - x, y }, { x, h - 1 - y }, { h - 1 - y, x }, { y, w - 1 - x } };
              g_assert_cmpuint (pixel_of (stamp, x, y), ==, pixel_of (changed, to[c][0], to[c][1]));
            }
        kb_stamp_change (changed, back[c]);
        g_assert_true (kb_stamps_equal (stamp, changed));
      }
  g_rand_free (random);
}

/* --- Strokes against a plain map ---------------------------------------------------------------- */

enum { REACH = 200, WIDE = 2 * REACH };

typedef struct {
  guint32 cells[WIDE][WIDE];   /* from (-REACH, -REACH) on */
} Plain;

static guint32 *
plain_at (Plain *plain, gint i, gint j)
{
  return &plain->cells[j + REACH][i + REACH];
}

static gboolean
is_inside (KbCellBox box, gint i, gint j)
{
  return i >= box.i && j >= box.j && i < box.i + box.width && j < box.j + box.height;
}

static void
plain_put (Plain *plain, const KbStamp *stamp, gint anchor_i, gint anchor_j, gint i, gint j)
{
  gint x = ((i - anchor_i) % stamp->width + stamp->width) % stamp->width, y = ((j - anchor_j) % stamp->height + stamp->height) % stamp->height;
  if (!kb_cell_is_empty (kb_stamp_at (stamp, x, y)))
    *plain_at (plain, i, j) = kb_stamp_at (stamp, x, y);
}

static void
plain_stamp (Plain *plain, const KbStamp *stamp, gint i, gint j)
{
  for (gint y = 0; y < stamp->height; y++)
    for (gint x = 0; x < stamp->width; x++)
      plain_put (plain, stamp, i, j, i + x, j + y);
}

static gint
lattice (gint n, gint anchor, gint step)
{
  return anchor + (gint) floor ((double) (n - anchor) / step) * step;
}

/* The stamp at each place that one of the line's cells is in. */
static void
plain_drag (Plain *plain, const KbStamp *stamp, gint anchor_i, gint anchor_j, gint i0, gint j0, gint i1, gint j1)
{
  gint n = MAX (ABS (i1 - i0), ABS (j1 - j0));
  for (gint k = 0; k <= n; k++)
    {
      gint i = n ? (gint) round ((double) (i1 - i0) * k / n) : 0, j = n ? (gint) round ((double) (j1 - j0) * k / n) : 0;
      plain_stamp (plain, stamp, lattice (i0 + i, anchor_i, stamp->width), lattice (j0 + j, anchor_j, stamp->height));
    }
}

static void
plain_fill (Plain *plain, KbCellBox bounds, const KbStamp *stamp, gint i, gint j)
{
  g_autofree guint8 *seen = g_malloc0 (WIDE * WIDE);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, 2 * sizeof (gint));
  guint32 like = *plain_at (plain, i, j);
  gint at[2] = { i, j };
  g_array_append_vals (open, at, 1);
  while (open->len)
    {
      memcpy (at, open->data + (open->len - 1) * sizeof at, sizeof at);
      g_array_set_size (open, open->len - 1);
      if (!is_inside (bounds, at[0], at[1]) || seen[(at[1] + REACH) * WIDE + at[0] + REACH] || *plain_at (plain, at[0], at[1]) != like)
        continue;
      seen[(at[1] + REACH) * WIDE + at[0] + REACH] = 1;
      for (guint side = 0; side < 4; side++)
        {
          const gint next[2] = { at[0] + (side == 0) - (side == 1), at[1] + (side == 2) - (side == 3) };
          g_array_append_vals (open, next, 1);
        }
    }
  for (gint y = 0; y < WIDE; y++)
    for (gint x = 0; x < WIDE; x++)
      if (seen[y * WIDE + x])
        plain_put (plain, stamp, i, j, x - REACH, y - REACH);
}

static void
plain_heights (Plain *plain, KbCellBox bounds, KbCellBox box, gint by)
{
  for (gint y = box.j; y < box.j + box.height; y++)
    for (gint x = box.i; x < box.i + box.width; x++)
      {
        guint32 *cell = plain_at (plain, x, y);
        KbCell is = kb_cell_unpack (*cell);
        is.height = (guint) CLAMP ((gint) is.height + by, 0, 255);
        if (is_inside (bounds, x, y) && is.frame)
          *cell = kb_cell_pack (&is);
      }
}

static gint
around (GRand *random)
{
  return g_rand_int_range (random, -60, 80);
}

static void
act (GRand *random, KbCellStroke *stroke, Plain *plain)
{
  g_autoptr (KbStamp) stamp = random_stamp (random, 4);
  gint i = around (random), j = around (random), k = around (random), l = around (random);
  KbCellBox box = { i, j, g_rand_int_range (random, 1, 40), g_rand_int_range (random, 1, 40) };
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      kb_cell_stroke_stamp (stroke, stamp, i, j);
      plain_stamp (plain, stamp, i, j);
      break;
    case 1:
      kb_cell_stroke_drag (stroke, stamp, k, l, i, j, l / 2, j / 2);
      plain_drag (plain, stamp, k, l, i, j, l / 2, j / 2);
      break;
    case 2:
      kb_cell_stroke_box (stroke, stamp, box);
      for (gint y = 0; y < box.height; y++)
        for (gint x = 0; x < box.width; x++)
          plain_put (plain, stamp, i, j, i + x, j + y);
      break;
    case 3:
    case 4:
      {
        KbCellBox bounds = kb_cell_stroke_bounds (stroke);
        g_assert_cmpint (kb_cell_stroke_fill (stroke, stamp, i, j), ==, is_inside (bounds, i, j));
        if (is_inside (bounds, i, j))
          plain_fill (plain, bounds, stamp, i, j);
      }
      break;
    case 5:
      kb_cell_stroke_erase (stroke, box);
      for (gint y = 0; y < box.height; y++)
        for (gint x = 0; x < box.width; x++)
          *plain_at (plain, i + x, j + y) = 0;
      break;
    default:
      plain_heights (plain, kb_cell_stroke_bounds (stroke), box, k * 4);
      kb_cell_stroke_raise (stroke, box, k * 4);
    }
}

static void
check_plain (const KbCellStroke *stroke, Plain *plain)
{
  KbCellBox bounds = kb_cell_stroke_bounds (stroke);
  for (gint j = -REACH; j < REACH; j++)
    for (gint i = -REACH; i < REACH; i++)
      {
        g_assert_cmphex (kb_cell_stroke_at (stroke, i, j), ==, *plain_at (plain, i, j));
        g_assert_true (is_inside (bounds, i, j) || *plain_at (plain, i, j) == 0);
      }
}

static void
test_random (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (11);
  Plain *plain = g_new0 (Plain, 1), *kept = g_new0 (Plain, 1);
  KbDocument *document = fixture->document;
  const KbLayer *layer = layer_of (fixture);
  save (fixture);
  kb_document_keep_journal (document, NULL);
  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *before = text_of (document);
      KbCellStroke *stroke = kb_cell_stroke_new (document, layer->node.id, &error);
      g_assert_no_error (error);
      *kept = *plain;
      guint acts = 1 + round % 6, restart = round % 5 == 0 ? acts / 2 : G_MAXUINT;
      for (guint n = 0; n < acts; n++)
        {
          if (n == restart)
            {
              kb_cell_stroke_restart (stroke);
              *plain = *kept;
              check_plain (stroke, plain);
            }
          act (random, stroke, plain);
        }
      check_plain (stroke, plain);
      guint steps;
      g_strfreev (kb_document_history (document, &steps));
      g_autofree char *untouched = text_of (document);
      g_assert_cmpstr (untouched, ==, before);
      g_assert_true (kb_cell_stroke_end (stroke, "Stamp", &error));
      g_assert_no_error (error);
      for (gint j = -REACH; j < REACH; j++)
        for (gint i = -REACH; i < REACH; i++)
          g_assert_cmphex (kb_layer_cell_at (layer, i, j), ==, *plain_at (plain, i, j));
      guint now;
      g_strfreev (kb_document_history (document, &now));
      g_assert_cmpuint (now, <=, steps + 1);
      if (now == steps)
        continue;
      g_autofree char *after = text_of (document);
      g_assert_true (kb_document_undo (document));
      g_autofree char *undone = text_of (document);
      g_assert_cmpstr (undone, ==, before);
      g_assert_true (kb_document_redo (document));
      g_autofree char *redone = text_of (document);
      g_assert_cmpstr (redone, ==, after);
    }
  check_replay (fixture);
  g_free (plain);
  g_free (kept);
  g_rand_free (random);
}

/* Lines of stamps that do not overlap. */
static void
test_drags (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (12);
  Plain *plain = g_new0 (Plain, 1);
  KbCellStroke *stroke = kb_cell_stroke_new (fixture->document, layer_of (fixture)->node.id, NULL);
  for (guint n = 0; n < 60; n++)
    {
      g_autoptr (KbStamp) stamp = random_stamp (random, 4);
      gint a = around (random), b = around (random), i0 = around (random), j0 = around (random), i1 = around (random), j1 = around (random);
      kb_cell_stroke_drag (stroke, stamp, a, b, i0, j0, i1, j1);
      plain_drag (plain, stamp, a, b, i0, j0, i1, j1);
    }
  check_plain (stroke, plain);
  kb_cell_stroke_cancel (stroke);
  g_free (plain);
  g_rand_free (random);
}

static void
test_limits (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbLayer *layer = layer_of (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (KbStamp) stamp = kb_stamp_of_cell (0x10001);
  g_autofree char *before = text_of (document);

  /* Nothing but tiles makes it larger. */
  KbCellStroke *stroke = kb_cell_stroke_new (document, layer->node.id, &error);
  g_autoptr (KbStamp) nothing = kb_stamp_of_cell (0);
  KbCellBox far_off = { 100, 100, 5, 5 };
  kb_cell_stroke_erase (stroke, far_off);
  kb_cell_stroke_raise (stroke, far_off, 3);
  kb_cell_stroke_box (stroke, nothing, far_off);
  kb_cell_stroke_stamp (stroke, nothing, 100, 100);
  g_assert_cmpint (kb_cell_stroke_bounds (stroke).width, ==, 40);
  g_assert_true (kb_cell_stroke_end (stroke, "Nothing", &error));
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);

  /* As far as the tiles go, and no farther than it can be. */
  stroke = kb_cell_stroke_new (document, layer->node.id, &error);
  kb_cell_stroke_stamp (stroke, stamp, -8, 33);
  KbCellBox is = kb_cell_stroke_bounds (stroke);
  g_assert_true (is.i == -8 && is.width == 41 && is.j == 3 && is.height == 31);
  kb_cell_stroke_stamp (stroke, stamp, -8 + KB_MAX_CELLS - 1, 3);
  g_assert_cmpint (kb_cell_stroke_bounds (stroke).width, ==, KB_MAX_CELLS);
  g_assert_false (kb_cell_stroke_is_full (stroke));
  g_assert_cmphex (kb_cell_stroke_at (stroke, -8 + KB_MAX_CELLS - 1, 3), ==, 0x10001);
  kb_cell_stroke_stamp (stroke, stamp, -8 + KB_MAX_CELLS, 3);
  kb_cell_stroke_stamp (stroke, stamp, G_MAXINT, G_MININT);
  g_assert_true (kb_cell_stroke_is_full (stroke));
  g_assert_cmphex (kb_cell_stroke_at (stroke, -8, 33), ==, 0x10001);
  kb_cell_stroke_cancel (stroke);

  /* Who changes the layer meanwhile takes the ground from under a stroke. */
  stroke = kb_cell_stroke_new (document, layer->node.id, &error);
  kb_cell_stroke_stamp (stroke, stamp, 0, 5);
  must_apply (document, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 40, 30]}");
  g_autofree char *moved = text_of (document);
  g_assert_false (kb_cell_stroke_end (stroke, "Stamp", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_autofree char *still = text_of (document);
  g_assert_cmpstr (still, ==, moved);

  /* A large one by steps, so that it is not copied for each cell. */
  must_apply (document, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 1024, 1024]}");
  stroke = kb_cell_stroke_new (document, layer->node.id, NULL);
  kb_cell_stroke_stamp (stroke, stamp, -1, 0);
  is = kb_cell_stroke_bounds (stroke);
  g_assert_true (is.i == -32 && is.width == 1056 && is.j == 0 && is.height == 1024);
  kb_cell_stroke_cancel (stroke);
}

/* --- Mazes ------------------------------------------------------------------------------------- */

static KbMaze *
maze_of (Fixture *fixture)
{
  return kb_maze_at (kb_level_at (kb_document_project (fixture->document), 0), 0);
}

/* Of both steps the one that ends nearer to the line. */
static void
plain_line (guint8 edges[30][30], KbMazeCorner from, KbMazeCorner to, gboolean wall)
{
  gint i = from.i, j = from.j, di = ABS (to.i - from.i), dj = ABS (to.j - from.j);
  while (i != to.i || j != to.j)
    {
      gint si = to.i < i ? -1 : 1, sj = to.j < j ? -1 : 1, x = ABS (i - from.i), y = ABS (j - from.j);
      gboolean along_i = j == to.j || (i != to.i && ABS ((x + 1) * dj - y * di) <= ABS (x * dj - (y + 1) * di));
      guint8 *cell = along_i ? &edges[j + 8][MIN (i, i + si) + 8] : &edges[MIN (j, j + sj) + 8][i + 8];
      guint8 edge = along_i ? KB_EDGE_TOP : KB_EDGE_LEFT;
      *cell = wall ? *cell | edge : *cell & (guint8) ~edge;
      if (along_i)
        i += si;
      else
        j += sj;
    }
}

/* KB_EDGE_... of a cell as the painter has it. */
static guint
edges_of (const KbZonesPainter *painter, const KbMaze *maze, gint i, gint j)
{
  gint64 x = (gint64) i - maze->first.x, y = (gint64) j - maze->first.y;
  return x < 0 || y < 0 || x > maze->width || y > maze->height ? 0 : kb_zones_painter_at (painter, (gint) x, (gint) y);
}

static void
test_mazes (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (5);
  const KbMaze *maze = maze_of (fixture);
  guint8 edges[30][30] = { { 0 } };
  KbZonesPainter *painter = kb_document_painter (fixture->document, maze->node.id, "edges", NULL);
  for (guint n = 0; n < 300; n++)
    {
      KbMazeCorner from = { g_rand_int_range (random, -6, 14), g_rand_int_range (random, -4, 14) };
      KbMazeCorner to = { g_rand_int_range (random, -6, 14), g_rand_int_range (random, -4, 14) };
      gboolean wall = g_rand_int_range (random, 0, 3) > 0;
      kb_maze_line (painter, maze, from, to, wall);
      plain_line (edges, from, to, wall);
      for (gint j = -4; j < 14; j++)
        for (gint i = -6; i < 14; i++)
          {
            guint expected = edges[j + 8][i + 8];
            if (i < -2 || j < 1 || i >= 10)
              expected &= ~(guint) KB_EDGE_TOP;
            if (i < -2 || j < 1 || j >= 10)
              expected &= ~(guint) KB_EDGE_LEFT;
            if (i > 10 || j > 10)
              expected = 0;
            g_assert_cmpuint (edges_of (painter, maze, i, j), ==, expected);
          }
    }
  g_assert_true (kb_document_paint_end (fixture->document, maze->node.id, "edges", painter, NULL, NULL));
  painter = kb_document_painter (fixture->document, maze->node.id, "edges", NULL);
  kb_zones_painter_box (painter, 0, 0, 99, 99, 0);
  kb_maze_box (painter, maze, (KbCellBox) { 0, 2, 2, 1 }, TRUE);
  g_assert_cmpuint (edges_of (painter, maze, 0, 2), ==, 3);
  g_assert_cmpuint (edges_of (painter, maze, 1, 2), ==, 2);
  g_assert_cmpuint (edges_of (painter, maze, 2, 2), ==, 1);
  g_assert_cmpuint (edges_of (painter, maze, 0, 3), ==, 2);
  kb_zones_painter_cancel (painter);
  g_rand_free (random);
}

static double
to_edge (const KbMaze *maze, KbVec at, KbMazeCorner a, KbMazeCorner b)
{
  double x0 = maze->origin.x + a.i * maze->cell.x, y0 = maze->origin.y + a.j * maze->cell.y;
  double x1 = maze->origin.x + b.i * maze->cell.x, y1 = maze->origin.y + b.j * maze->cell.y;
  return hypot (at.x - CLAMP (at.x, x0, x1), at.y - CLAMP (at.y, y0, y1));
}

/* The nearest of all there are; of inside places, where near is beside. */
static void
test_nearest (Fixture *fixture, gconstpointer data)
{
  const KbMaze *maze = maze_of (fixture);
  GRand *random = g_rand_new_with_seed (6);
  for (guint n = 0; n < 4000; n++)
    {
      gboolean inside = n % 2;
      KbVec at = { maze->origin.x + maze->cell.x * g_rand_double_range (random, inside ? -2 : -5, inside ? 10 : 13),
                   maze->origin.y + maze->cell.y * g_rand_double_range (random, inside ? 1 : -3, inside ? 10 : 13) };
      KbMazeCorner corner = kb_maze_nearest_corner (maze, at), ends[2];
      double to_corner = G_MAXDOUBLE, to_side = G_MAXDOUBLE;
      kb_maze_nearest_edge (maze, at, ends);
      for (gint j = 1; j <= 10; j++)
        for (gint i = -2; i <= 10; i++)
          {
            KbMazeCorner c = { i, j };
            to_corner = MIN (to_corner, to_edge (maze, at, c, c));
            if (i < 10)
              to_side = MIN (to_side, to_edge (maze, at, c, (KbMazeCorner) { i + 1, j }));
            if (j < 10)
              to_side = MIN (to_side, to_edge (maze, at, c, (KbMazeCorner) { i, j + 1 }));
          }
      g_assert_cmpfloat_with_epsilon (to_edge (maze, at, corner, corner), to_corner, 1e-9);
      if (inside)
        g_assert_cmpfloat_with_epsilon (to_edge (maze, at, ends[0], ends[1]), to_side, 1e-9);
      g_assert_true (ends[0].i >= -2 && ends[1].i <= 10 && ends[0].j >= 1 && ends[1].j <= 10);
      g_assert_cmpint (ends[1].i - ends[0].i + ends[1].j - ends[0].j, ==, 1);
    }
  g_rand_free (random);
}

KIT_PROGRAM (cell_strokes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/cell-strokes/stamps", test_stamps);
  g_test_add ("/cell-strokes/random", Fixture, NULL, set_up_level, test_random, tear_down);
  g_test_add ("/cell-strokes/drags", Fixture, NULL, set_up_level, test_drags, tear_down);
  g_test_add ("/cell-strokes/limits", Fixture, NULL, set_up_level, test_limits, tear_down);
  g_test_add ("/cell-strokes/mazes", Fixture, NULL, set_up_level, test_mazes, tear_down);
  g_test_add ("/cell-strokes/nearest", Fixture, NULL, set_up_level, test_nearest, tear_down);
  return g_test_run ();
}

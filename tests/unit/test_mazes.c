/* SPDX-License-Identifier: MIT */
/* Mazes: what was packed is read back, damage is refused, moves that one works out by hand; the generator and regions. Random
 * mazes and moves: tests/property/test_mazes.c. */
#include "operations/level/mazes.h"
#include "runtime/mazes/maze.h"
#include "tests/support/layer_kit.h"
#include "tests/support/mazes.h"
#include "tests/support/seed.h"

#include <math.h>

/* Cells of 10 x 8 pixels, three columns and two rows, from (-15, -12) on; the border is closed but for the upper left cell's left
 * edge, and there is a wall between the two cells on the right of the first row.
 *    _ _ _
 *       | |
 *   |_ _ _|    cell (-1, -1) is at the top left, the origin at (-5, -4) */
static TestMaze
small_maze (void)
{
  TestMaze m = kit_maze_new (-5, -4, 10, 8, -1, -1, 3, 2);
  static const guint8 edges[] = { 2, 2, 3, 1, 1, 0, 0, 1, 2, 2, 2, 0 };
  memcpy (m.edges, edges, sizeof edges);
  m.form.class_index = 7;
  kit_maze_finish (&m);
  return m;
}

static kbx_box
box (gint x0, gint y0, gint x1, gint y1)
{
  kbx_box b = { x0, y0, x1, y1 };
  return b;
}

static kbx_point
point (gint x, gint y)
{
  kbx_point p = { x, y };
  return p;
}

static void
assert_box (kbx_box b, gint x0, gint y0, gint x1, gint y1)
{
  g_assert_cmpint (b.x0, ==, x0);
  g_assert_cmpint (b.y0, ==, y0);
  g_assert_cmpint (b.x1, ==, x1);
  g_assert_cmpint (b.y1, ==, y1);
}

/* ---- the record ---- */

static void
test_read_back (void)
{
  TestMaze m = small_maze ();
  kbx_about about = kbx_info (m.maze);
  g_assert_cmpuint (about.class_index, ==, 7);
  g_assert_cmpint (about.origin.x, ==, -5);
  g_assert_cmpint (about.origin.y, ==, -4);
  g_assert_cmpint (about.first.x, ==, -1);
  g_assert_cmpint (about.first.y, ==, -1);
  g_assert_cmpuint (about.cell.w, ==, 10);
  g_assert_cmpuint (about.cell.h, ==, 8);
  g_assert_cmpuint (about.columns, ==, 3);
  g_assert_cmpuint (about.rows, ==, 2);
  g_assert_cmpuint (about.edges, ==, 2 * 4 * 3);
  assert_box (about.bounds, -15, -12, 15, 4);
  /* Two bits a cell, four cells a byte. */
  g_assert_cmpuint (g_bytes_get_size (m.bytes), ==, KBX_MAZE_HEADER + 3);
  for (gint j = -3; j < 4; j++)
    for (gint i = -3; i < 5; i++)
      {
        const uint32_t walls = kbx_maze_walls (m.maze, point (i, j));
        g_assert_cmpint ((walls & KBX_LEFT) != 0, ==, kit_maze_edge (&m, i, j, FALSE));
        g_assert_cmpint ((walls & KBX_TOP) != 0, ==, kit_maze_edge (&m, i, j, TRUE));
      }
  kit_maze_clear (&m);
}

/* What cannot be a wall is left out, so that equal mazes are equal bytes. */
static void
test_bits_that_are_no_walls (void)
{
  TestMaze m = small_maze (), other = kit_maze_new (-5, -4, 10, 8, -1, -1, 3, 2);
  for (guint i = 0; i < 12; i++)
    other.edges[i] = (guint8) (m.edges[i] | 0xf8 | (i % 4 == 3 ? 2 : 0) | (i / 4 == 2 ? 1 : 0));
  other.form.class_index = 7;
  kit_maze_finish (&other);
  g_assert_true (g_bytes_equal (m.bytes, other.bytes));
  kit_maze_clear (&m);
  kit_maze_clear (&other);
}

static void
assert_refused (guint8 *bytes, gsize size, kbx_status status, guint64 offset)
{
  kbx_handle maze = { .data = bytes, .kind = KBX_MAZE };
  kbx_error error;
  g_assert_cmpint (kbx_open (&maze, KBX_MAZE, bytes, size, &error), ==, status);
  g_assert_null (maze.data);
  g_assert_cmpint (error.status, ==, status);
  g_assert_cmpuint (error.offset, ==, offset);
  g_assert_nonnull (error.message);
}

static void
test_damage (void)
{
  static const struct {
    guint at;
    guint8 value;
    guint64 reported;
  } cases[] = {
    { 0, 34, 0 },    /* size */
    { 4, 64, 4 },    /* class */
    { 10, 0x41, 8 }, /* far away */
    { 23, 0x40, 12 },
    { 24, 0, 24 },   /* no width */
    { 27, 5, 24 },
    { 28, 0, 28 },
    { 31, 0x20, 28 },
    { 32, 0x8a, 32 },/* a top edge above the border's cell */
    { 34, 0x2b, 34 },/* a left edge below the border */
  };
  TestMaze m = small_maze ();
  gsize size = g_bytes_get_size (m.bytes);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (m.bytes, NULL), size);
      bytes[cases[i].at] = cases[i].value;
      assert_refused (bytes, size, KBX_ERROR_VALUE, cases[i].reported);
    }
  for (gsize n = 0; n < size; n++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (m.bytes, NULL), n + 1);
      assert_refused (bytes, n, KBX_ERROR_TRUNCATED, n);
    }
  assert_refused (NULL, 0, KBX_ERROR_ARGUMENT, 0);
  kit_maze_clear (&m);
}

static void
test_refused_forms (void)
{
  static const struct {
    kbx_maze_plan form;
    const char *message;
  } cases[] = {
    { { { 0, 0 }, { 0, 0 }, 8, 8, 0, 1, 0 }, "columns and rows" },
    { { { 0, 0 }, { 0, 0 }, 8, 8, 1, 8192, 0 }, "columns and rows" },
    { { { 0, 0 }, { 0, 0 }, 0, 8, 1, 1, 0 }, "cells of" },
    { { { 0, 0 }, { 0, 0 }, 8, 1025, 1, 1, 0 }, "cells of" },
    { { { 0, 0 }, { 0, 0 }, 8, 8, 1, 1, 64 }, "a class" },
    { { { 0, 4194304 - 7 }, { 0, 0 }, 8, 8, 1, 1, 0 }, "4194304" },
    { { { 0, 0 }, { -4194304 / 8 - 1, 0 }, 8, 8, 1, 1, 0 }, "4194304" },
  };
  static const guint8 edges[4];
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      kbx_maze_plan form = cases[i].form;
      form.edges = edges;
      form.stride = 2;
      g_assert_null (kb_pack_maze (&form, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

/* ---- moves ---- */

/* The texts take x for both coordinates, and round towards zero. */
static void
test_cells_of_pixels (void)
{
  TestMaze m = small_maze ();
  kbx_point c = kbx_cell_of (m.maze, point (-6, 11));
  g_assert_cmpint (c.x, ==, -1);
  g_assert_cmpint (c.y, ==, 1);
  c = kbx_cell_of (m.maze, point (-16, -13));
  g_assert_cmpint (c.x, ==, -2);
  g_assert_cmpint (c.y, ==, -2);
  c = kbx_cell_of (m.maze, point (G_MININT32, G_MAXINT32));
  g_assert_cmpint (c.x, ==, -214748365);
  g_assert_cmpint (c.y, ==, 268435456);
  kit_maze_clear (&m);
}

static void
test_boxes (void)
{
  TestMaze m = small_maze ();
  /* From cell (0, -1) to the right: the wall at x = 5. */
  KitMazeBoxTrace t = kit_maze_trace_box (m.maze, box (-4, -11, 0, -7), point (20, 4));
  g_assert_true (t.sweep.hit);
  g_assert_cmpfloat (t.sweep.fraction, ==, 0.25f);
  g_assert_cmpfloat (t.sweep.normal.x, ==, -1);
  g_assert_cmpfloat (t.sweep.point.x, ==, 5);
  g_assert_cmpfloat (t.sweep.point.y, ==, -8);
  g_assert_cmpint (t.wall.cell.x, ==, 1);
  g_assert_cmpint (t.wall.cell.y, ==, -1);
  g_assert_false (t.wall.top);
  assert_box (t.stop, 1, -10, 5, -6);
  /* Just so far is no hit: neighbours that share an edge do not touch. */
  g_assert_false (kit_maze_trace_box (m.maze, box (-4, -11, 0, -7), point (5, 0)).sweep.hit);
  g_assert_true (kit_maze_trace_box (m.maze, box (-4, -11, 0, -7), point (6, 0)).sweep.hit);
  /* It slides down past the wall's end; and then along the floor, over the seam between cells, to the border. */
  KitMazeMove s = kit_maze_slide_box (m.maze, box (-4, -11, 0, -7), point (20, 10));
  assert_box (s.box, 1, -1, 5, 3);
  g_assert_cmpint (s.stopped.x, ==, 1);
  g_assert_cmpint (s.stopped.y, ==, 0);
  s = kit_maze_slide_box (m.maze, s.box, point (100, 50));
  assert_box (s.box, 11, 0, 15, 4);
  g_assert_cmpint (s.wall[0].cell.x, ==, 2);
  g_assert_true (s.wall[1].top);
  /* A wall in a box that stands on it. */
  t = kit_maze_trace_box (m.maze, box (3, -10, 8, -6), point (1, 1));
  g_assert_true (t.sweep.started_inside && t.sweep.hit);
  g_assert_cmpfloat (t.sweep.fraction, ==, 0);
  g_assert_cmpfloat (t.sweep.normal.x, ==, 1);
  assert_box (t.stop, 3, -10, 8, -6);
  g_assert_true (kit_maze_slide_box (m.maze, box (3, -10, 8, -6), point (1, 1)).started_inside);
  /* From far away through the gap, and past the whole maze. */
  t = kit_maze_trace_box (m.maze, box (-4000000, -11, -3999990, -5), point (4100000, 0));
  assert_box (t.stop, -5, -11, 5, -5);
  g_assert_false (kit_maze_trace_box (m.maze, box (-4000000, 4, -3999990, 5), point (8000000, 0)).sweep.hit);
  kit_maze_clear (&m);
}

static void
test_points (void)
{
  TestMaze m = small_maze ();
  kbx_vec from = { 4, -5 }, to = { 6, -5 }, corner_from = { 2, -7 }, corner_to = { 8, -1 };
  KitMazeTrace t = kit_maze_trace_point (m.maze, from, to);
  g_assert_true (t.sweep.hit);
  g_assert_cmpfloat (t.stop.x, ==, 5 - 1 / 256.0f);
  g_assert_cmpfloat (t.stop.y, ==, -5);
  /* Leftwards it stops on the wall's line, which belongs to the cell on the right. */
  t = kit_maze_trace_point (m.maze, to, from);
  g_assert_cmpfloat (t.stop.x, ==, 5);
  g_assert_cmpfloat (t.sweep.fraction, ==, 0.5f);
  /* Through the end of the wall, which is a corner of four cells. */
  t = kit_maze_trace_point (m.maze, corner_from, corner_to);
  g_assert_true (t.sweep.hit);
  g_assert_cmpfloat (t.stop.x, <, 5);
  /* Off the grid: it is brought there first. */
  from.x = 4.9999f;
  t = kit_maze_trace_point (m.maze, from, from);
  g_assert_false (t.sweep.hit);
  g_assert_cmpfloat (t.stop.x, ==, 5);
  kit_maze_clear (&m);
}

static void
test_cells_crossed (void)
{
  static const kbx_point right_up[] = { { -1, 0 }, { 0, 0 }, { 0, -1 } }, left_up[] = { { 0, 0 }, { -1, -1 } };
  TestMaze m = small_maze ();
  kbx_point cells[8];
  kbx_vec a = { -7, -2 }, b = { -3, -6 }, c = { -4, -3 }, d = { -6, -5 };
  g_assert_cmpuint (kbx_maze_cells_crossed (m.maze, a, b, cells, 8), ==, 3);
  g_assert_cmpmem (cells, sizeof right_up, right_up, sizeof right_up);
  g_assert_cmpuint (kbx_maze_cells_crossed (m.maze, c, d, cells, 8), ==, 2);
  g_assert_cmpmem (cells, sizeof left_up, left_up, sizeof left_up);
  a.x = b.x = 100;
  g_assert_cmpuint (kbx_maze_cells_crossed (m.maze, a, b, NULL, 0), ==, 0);
  kit_maze_clear (&m);
}

/* The largest numbers that are taken, where products come near 2^63; and what is beyond. */
static void
test_far_away (void)
{
  const gint far = 4194304;
  TestMaze m = kit_maze_new (far - 1024 * 3, -far, 1024, 1024, 0, 0, 3, 3);
  kbx_vec a = { 65536, -65536 }, b = { -65536, 65536 };
  memset (m.edges, 3, 16);
  kit_maze_finish (&m);
  KitMazeBoxTrace t = kit_maze_trace_box (m.maze, box (-far, far - 1, 1 - far, far), point (2 * far - 1, 1 - 2 * far));
  g_assert_true (t.sweep.hit);
  assert_box (t.stop, far - 3073, 3072 - far, far - 3072, 3073 - far);
  g_assert_cmpint (kit_maze_trace_box (m.maze, box (0, 0, 1, 1), point (far, 0)).sweep.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kit_maze_trace_box (m.maze, box (0, 0, 0, 1), point (1, 0)).sweep.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kit_maze_slide_box (m.maze, box (0, 0, 1, 1), point (G_MININT32, 0)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (kit_maze_hits_box (m.maze, box (1, 0, 0, 1)));
  g_assert_true (kit_maze_hits_box (m.maze, box (G_MININT32, G_MININT32, G_MAXINT32, G_MAXINT32)));
  g_assert_cmpint (kit_maze_trace_point (m.maze, a, b).sweep.status, ==, KBX_OK);
  a.x = NAN;
  g_assert_cmpint (kit_maze_trace_point (m.maze, a, b).sweep.status, ==, KBX_ERROR_ARGUMENT);
  a.x = 65537;
  g_assert_cmpint (kit_maze_trace_point (m.maze, b, a).sweep.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (kbx_maze_cells_crossed (m.maze, a, b, NULL, 0), ==, 0);
  kit_maze_clear (&m);
}

static void
test_null (void)
{
  kbx_handle none = { NULL };
  kbx_vec p = { 0, 0 };
  g_assert_cmpint (kit_maze_trace_point (none, p, p).sweep.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kit_maze_slide_box (none, box (0, 0, 1, 1), point (1, 1)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (kit_maze_hits_box (none, box (0, 0, 1, 1)));
  g_assert_cmpuint (kbx_maze_walls (none, point (0, 0)), ==, 0);
  g_assert_cmpuint (kbx_info (none).columns, ==, 0);
  g_assert_cmpint (kbx_cell_of (none, point (5, 5)).x, ==, 0);
  g_assert_cmpuint (kbx_maze_cells_crossed (none, p, p, NULL, 0), ==, 0);
}

/* ---- making ---- */

/* Between any two cells of a perfect maze there is exactly one way: it is one region with one passage less than cells. */
static void
test_generated (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 1, 40 }, { 40, 1 }, { 17, 23 }, { 300, 200 } };
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint64 seed = 0; seed < 5; seed++)
      {
        guint w = sizes[s][0], h = sizes[s][1], passages = 0;
        gsize n = (gsize) (w + 1) * (h + 1);
        g_autofree guint8 *edges = g_malloc (n), *again = g_malloc (n);
        kb_maze_generate (edges, w, h, seed);
        kb_maze_generate (again, w, h, seed);
        g_assert_cmpmem (edges, n, again, n);
        g_autoptr (GArray) regions = kb_maze_regions (edges, w, h, NULL);
        g_assert_cmpuint (regions->len, ==, 1);
        g_assert_cmpuint (g_array_index (regions, KbMazeRegion, 0).cells, ==, w * h);
        g_assert_false (g_array_index (regions, KbMazeRegion, 0).open);
        for (guint y = 0; y < h; y++)
          for (guint x = 0; x < w; x++)
            passages += !(edges[y * (w + 1) + x] & 1) + !(edges[y * (w + 1) + x] & 2);
        g_assert_cmpuint (passages, ==, w * h - 1);
      }
}

/* The same numbers on every machine: this one is written down. */
static void
test_generated_is_this (void)
{
  static const guint8 expected[] = { 3, 3, 2, 2, 1, 1, 1, 3, 0, 1, 1, 0, 1, 1, 1, 2, 2, 2, 2, 0 };
  guint8 edges[20];
  kb_maze_generate (edges, 4, 3, 2026);
  g_assert_cmpmem (edges, sizeof edges, expected, sizeof expected);
}

static void
test_regions (void)
{
  guint32 of[6];
  TestMaze m = small_maze ();
  g_autoptr (GArray) open = kb_maze_regions (m.edges, 3, 2, of);
  g_assert_cmpuint (open->len, ==, 1);
  g_assert_true (g_array_index (open, KbMazeRegion, 0).open);
  /* The last cell of the first row is shut in. */
  m.edges[1 * 4 + 2] |= 2;
  g_autoptr (GArray) shut = kb_maze_regions (m.edges, 3, 2, of);
  g_assert_cmpuint (shut->len, ==, 2);
  g_assert_cmpuint (g_array_index (shut, KbMazeRegion, 0).cells, ==, 5);
  g_assert_cmpuint (g_array_index (shut, KbMazeRegion, 1).first, ==, 2);
  g_assert_cmpuint (g_array_index (shut, KbMazeRegion, 1).cells, ==, 1);
  g_assert_false (g_array_index (shut, KbMazeRegion, 1).open);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (of[i], ==, i == 2);
  kit_maze_clear (&m);
}

KIT_PROGRAM (mazes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/mazes/read-back", test_read_back);
  g_test_add_func ("/mazes/bits-that-are-no-walls", test_bits_that_are_no_walls);
  g_test_add_func ("/mazes/damage", test_damage);
  g_test_add_func ("/mazes/refused-forms", test_refused_forms);
  g_test_add_func ("/mazes/cells-of-pixels", test_cells_of_pixels);
  g_test_add_func ("/mazes/boxes", test_boxes);
  g_test_add_func ("/mazes/points", test_points);
  g_test_add_func ("/mazes/cells-crossed", test_cells_crossed);
  g_test_add_func ("/mazes/far-away", test_far_away);
  g_test_add_func ("/mazes/null", test_null);
  g_test_add_func ("/mazes/generated", test_generated);
  g_test_add_func ("/mazes/generated-is-this", test_generated_is_this);
  g_test_add_func ("/mazes/regions", test_regions);
  return g_test_run ();
}

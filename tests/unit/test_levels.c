/* SPDX-License-Identifier: MIT */
/* Levels: few walls, bad numbers, one-way walls and doors, corners, areas; bytes that are refused, and where. */
#include "tests/support/walls_on_grid.h"
#include "tests/support/layer_kit.h"
#include "runtime/levels/level.h"
#include "runtime/pack/packing.h"
#include "tests/support/seed.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define PX 256

static GBytes *
build (const KitWall *walls, guint n, kbx_partition kind, kbx_handle *level)
{
  KitWalls input = { walls, n, NULL, 0 };
  KitDivision settings = { .kind = kind };
  g_autoptr (GError) error = NULL;
  GBytes *bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  g_assert_cmpint (kbx_info (*level).partition, ==, kind);
  return bytes;
}

/* A room of 100 pixels, its walls facing in; a door in the middle. */
static const KitWall room[] = {
  { { 0, 0, 100 * PX, 0 }, 0, FALSE },
  { { 100 * PX, 0, 100 * PX, 100 * PX }, 1, FALSE },
  { { 100 * PX, 100 * PX, 0, 100 * PX }, 2, FALSE },
  { { 0, 100 * PX, 0, 0 }, 3, FALSE },
  { { 50 * PX, 0, 50 * PX, 100 * PX }, 4, FALSE },
};

#define EACH_KIND(kind) kbx_partition kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind = (kbx_partition) (kind + 1)

static void
test_few_walls (void)
{
  for (EACH_KIND (kind))
    for (guint n = 0; n <= 3; n++)
      {
        kbx_handle level;
        G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, n, kind, &level);
        kbx_hit up = kit_level_cast (level, (kbx_vec) { 30, 30 }, (kbx_vec) { 30, -30 }, kit_all_walls ());
        kbx_hit right = kit_level_cast (level, (kbx_vec) { 30, 30 }, (kbx_vec) { 230, 30 }, kit_all_walls ());
        g_assert_cmpuint (kbx_info (level).walls, ==, n);
        g_assert_cmpuint (up.index, ==, n > 0 ? 0 : KBX_NONE);
        g_assert_cmpuint (right.index, ==, n > 1 ? 1 : KBX_NONE);
        g_assert_cmpfloat (right.fraction, ==, n > 1 ? 0.35f : 1);
        g_assert_cmpfloat (right.normal.x, ==, n > 1 ? -1 : 0);
        g_assert_true (kit_level_sees (level, (kbx_vec) { 1, 1 }, (kbx_vec) { 99, 99 }, kit_all_walls ()));
      }
}

static void
test_walls (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, 5, KBX_PARTITION_BSP, &level);
  kbx_wall wall = kbx_walls_wall (level, 4);
  g_assert_cmpfloat (wall.segment.b.y, ==, 100);
  g_assert_cmpuint (wall.class_index, ==, 4);
  g_assert_false (wall.one_way);
  g_assert_cmpfloat (kbx_walls_wall (level, 5).segment.b.y, ==, 0);
}

static void
test_bad_numbers (void)
{
  static const float bad[] = { NAN, INFINITY, -INFINITY, 65536.01f, -65537, 1e30f };
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, 5, KBX_PARTITION_BSP, &level);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint place = 0; place < 5; place++)
      {
        kbx_vec from = { place == 0 ? bad[i] : 10, place == 1 ? bad[i] : 10 }, to = { place == 2 ? bad[i] : 90, place == 3 ? bad[i] : 10 };
        kbx_circle circle = { from, place == 4 ? bad[i] : 1 };
        uint32_t walls[4];
        KitMoved slid = kit_level_slide (level, circle, to, kit_all_walls (), walls, 4);
        g_assert_cmpint (kit_level_cast_circle (level, circle, to, kit_all_walls ()).status, ==, KBX_ERROR_ARGUMENT);
        g_assert_cmpuint (kit_level_trace_circle (level, circle, to, kit_all_walls ()).wall, ==, KBX_NONE);
        g_assert_cmpint (slid.status, ==, KBX_ERROR_ARGUMENT);
        g_assert_cmpmem (&slid.centre, 8, &from, 8);
        g_assert_cmpuint (slid.touched, ==, 0);
        if (place < 4)
          g_assert_false (kit_level_sees (level, from, to, kit_all_walls ()));
        if (place < 2)
          g_assert_cmpuint (kit_level_at (level, from).leaf, ==, KBX_NONE);
        if (place < 2 || place == 4)
          g_assert_cmpuint (kit_level_near (level, circle, kit_all_walls (), walls, 4), ==, 0);
      }
  level.data = NULL;
  g_assert_cmpint (kit_level_cast (level, (kbx_vec) { 0, 0 }, (kbx_vec) { 1, 1 }, kit_all_walls ()).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (kbx_info (level).walls, ==, 0);
}

static void
test_sets (void)
{
  for (EACH_KIND (kind))
    {
      kbx_handle level;
      G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, 5, kind, &level);
      KitWallFilter filter = kit_all_walls ();
      uint64_t open_doors = 1 << 4;
      kbx_vec from = { 20, 20 }, to = { 120, 20 };
      g_assert_cmpuint (kit_level_cast (level, from, to, filter).index, ==, 4);
      filter.removed = &open_doors;
      g_assert_cmpuint (kit_level_cast (level, from, to, filter).index, ==, 1);
      filter.classes = ~(UINT64_C (1) << 1);
      g_assert_cmpuint (kit_level_cast (level, from, to, filter).index, ==, KBX_NONE);
      g_assert_true (kit_level_sees (level, from, to, filter));
    }
}

/* From its left, where det(AB, AP) > 0. */
static void
test_one_way (void)
{
  static const KitWall fence = { { 0, 0, 0, 10 * PX }, 0, TRUE };
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (&fence, 1, KBX_PARTITION_GRID, &level);
  g_assert_true (kit_level_sees (level, (kbx_vec) { 5, 5 }, (kbx_vec) { -5, 5 }, kit_all_walls ()));
  g_assert_cmpfloat (kit_level_trace (level, (kbx_vec) { -5, 5 }, (kbx_vec) { 5, 5 }, kit_all_walls ()).stop.x, ==, -1.0f / PX);
}

/* Slides along the wall into the corner; the walls come in order. */
static void
test_corner (void)
{
  for (EACH_KIND (kind))
    {
      kbx_handle level;
      G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, 4, kind, &level);
      uint32_t walls[4] = { 9, 9, 9, 9 };
      KitMoved moved = kit_level_slide (level, (kbx_circle) { { 50, 20 }, 10 }, (kbx_vec) { 70, 5 }, kit_all_walls (), walls, 4);
      g_assert_cmpuint (moved.touched, ==, 1);
      g_assert_cmpuint (walls[0], ==, 0);
      g_assert_cmpfloat_with_epsilon (moved.centre.x, 70, 0.02);
      g_assert_cmpfloat_with_epsilon (moved.centre.y, 10, 0.02);
      moved = kit_level_slide (level, (kbx_circle) { { 50, 20 }, 10 }, (kbx_vec) { 250, -50 }, kit_all_walls (), walls, 1);
      g_assert_cmpuint (moved.touched, ==, 2);
      g_assert_cmpuint (walls[1], ==, 9);
      g_assert_cmpfloat_with_epsilon (moved.centre.x, 90, 0.02);
      g_assert_cmpfloat_with_epsilon (moved.centre.y, 10, 0.02);
      moved = kit_level_bounce (level, (kbx_circle) { { 50, 20 }, 10 }, (kbx_vec) { 50, -10 }, kit_all_walls (), 1, walls, 4);
      g_assert_cmpfloat_with_epsilon (moved.centre.y, 30, 0.02);
      g_assert_cmpfloat (moved.velocity.y, ==, 30);
    }
}

/* Two squares side by side and one in the first: each place has one area, the first of those that hold it. */
static void
test_areas (void)
{
  static const KitEdge inner[] = { { 10 * PX, 10 * PX, 20 * PX, 10 * PX }, { 20 * PX, 10 * PX, 20 * PX, 20 * PX },
                                           { 20 * PX, 20 * PX, 10 * PX, 20 * PX }, { 10 * PX, 20 * PX, 10 * PX, 10 * PX } };
  static const KitEdge left[] = { { 0, 0, 50 * PX, 0 }, { 50 * PX, 0, 50 * PX, 100 * PX }, { 50 * PX, 100 * PX, 0, 100 * PX }, { 0, 100 * PX, 0, 0 } };
  static const KitEdge right[] = { { 50 * PX, 0, 100 * PX, 0 }, { 100 * PX, 0, 100 * PX, 100 * PX }, { 100 * PX, 100 * PX, 50 * PX, 100 * PX },
                                           { 50 * PX, 100 * PX, 50 * PX, 0 } };
  static const KitArea areas[] = { { inner, 4 }, { left, 4 }, { right, 4 } };
  static const struct { float x, y; uint32_t area; } places[] = {
    { 15, 15, 0 }, { 5, 5, 1 }, { 75, 50, 2 }, { 50, 50, 2 }, { 49.996f, 50, 1 }, { 0, 0, 1 }, { 100, 50, KBX_NONE },
    { 10, 10, 0 }, { 20, 15, 1 }, { 15, 20, 1 }, { -1, 5, KBX_NONE }, { 50, 100, KBX_NONE }, { 60000, 60000, KBX_NONE },
  };
  for (EACH_KIND (kind))
    for (guint n = 0; n <= 5; n += 5)
      {
        KitWalls input = { room, n, areas, 3 };
        KitDivision settings = { .kind = kind };
        kbx_handle level;
        g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
        g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
        g_assert_cmpuint (kbx_info (level).areas, ==, 3);
        for (guint i = 0; i < G_N_ELEMENTS (places); i++)
          g_assert_cmpuint (kit_level_at (level, (kbx_vec) { places[i].x, places[i].y }).area, ==, places[i].area);
      }
}

static void
test_refused_walls (void)
{
  static const struct { KitWall wall; const char *text; } wrong[] = {
    { { { 5, 5, 5, 5 }, 0, FALSE }, "walls[1]: expected a wall with a length, on the grid of 1/256 pixel" },
    { { { 65536 * PX + 2, 0, 0, 0 }, 0, FALSE }, "walls[1]: expected a wall within 65536 pixels" },
    { { { 0, 0, 0, G_MININT32 }, 0, FALSE }, "walls[1]: expected a wall within 65536 pixels" },
    { { { 0, 0, 0, 1 }, 64, FALSE }, "walls[1]: expected a class from 0 to 63" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      KitWall walls[2] = { room[0], wrong[i].wall };
      KitWalls input = { walls, 2, NULL, 0 };
      KitDivision settings = { .kind = KBX_PARTITION_BSP };
      g_autoptr (GError) error = NULL;
      g_assert_null (kit_walls_build (&input, &settings, NULL, NULL, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_cmpstr (error->message, ==, wrong[i].text);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  KbWatch watch = { .cancellable = cancellable };
  KitWalls input = { room, 5, NULL, 0 };
  g_cancellable_cancel (cancellable);
  for (EACH_KIND (kind))
    {
      KitDivision settings = { .kind = kind };
      g_autoptr (GError) error = NULL;
      g_assert_null (kit_walls_build (&input, &settings, &watch, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

typedef struct {
  GCancellable *cancellable;
  guint reported, at;       /* it is cancelled when it is told this often */
  double last;
} Cancel;

static void
cancel_at (double fraction, gpointer data)
{
  Cancel *cancel = data;
  g_assert_true (fraction >= cancel->last && fraction <= 1);
  cancel->last = fraction;
  if (++cancel->reported == cancel->at)
    g_cancellable_cancel (cancel->cancellable);
}

/* In the middle of its work: it ends there, without a partition and without a leak. */
static void
test_cancelled_midway (void)
{
  enum { N = 20000 };
  g_autofree KitWall *walls = g_new0 (KitWall, N);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  for (guint i = 0; i < N; i++)
    {
      gint32 x = g_rand_int_range (random, 0, 4000 * PX), y = g_rand_int_range (random, 0, 4000 * PX);
      walls[i] = (KitWall) { { x, y, x + g_rand_int_range (random, 1, 90 * PX), y + g_rand_int_range (random, -90 * PX, 90 * PX) }, 0, FALSE };
    }
  KitWalls input = { walls, N, NULL, 0 };
  const kbx_partition kinds[] = { KBX_PARTITION_GRID, KBX_PARTITION_QUADTREE, KBX_PARTITION_BSP };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint at = 1; at <= (kinds[i] == KBX_PARTITION_GRID ? 1 : 9); at += 4)
      {
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        Cancel cancel = { .cancellable = cancellable, .at = at };
        KbWatch watch = { cancel_at, &cancel, cancellable };
        KitDivision settings = { .kind = kinds[i] };
        g_autoptr (GError) error = NULL;
        g_assert_null (kit_walls_build (&input, &settings, &watch, NULL, &error));
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        g_assert_cmpuint (cancel.reported, ==, at);
      }
}

/* Few walls may be scanned; the numbers of all are there. */
static void
test_choice (void)
{
  KitWalls input = { room, 5, NULL, 0 };
  KbPartitionStats all[4];
  g_autoptr (GBytes) bytes = kit_walls_choose (&input, NULL), again = kit_walls_choose (&input, NULL);
  kbx_handle level;
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  g_assert_true (g_bytes_equal (bytes, again));
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GBytes) one = kit_walls_build (&input, &(KitDivision) { .kind = i }, NULL, &all[i], NULL);
      g_assert_true (kb_partition_measure (one, &all[i]));
    }
  g_assert_cmpuint (all[KBX_PARTITION_NONE].nodes, ==, 1);
  g_assert_cmpfloat (all[KBX_PARTITION_NONE].walls_mean, ==, 5);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (all[i].kind, ==, i);
      g_assert_cmpfloat (all[i].cost, >=, all[kbx_info (level).partition].cost);
    }
}

/* Of few walls none are worth a partition; of many, scanning is never the choice. */
static void
test_choice_of_posts (void)
{
  static const struct { guint n; gboolean scanned; } cases[] = {
    { 1, TRUE }, { 8, TRUE }, { 20, TRUE }, { 64, FALSE }, { 65, FALSE }, { 300, FALSE }
  };
  KitWall walls[300];
  for (gint i = 0; i < 300; i++)
    walls[i] = (KitWall) { { i % 8 * 30000, i / 8 * 30000, i % 8 * 30000 + 700, i / 8 * 30000 + 15000 }, 0, FALSE };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KitWalls input = { walls, cases[i].n, NULL, 0 };
      g_autoptr (GBytes) bytes = kit_walls_choose (&input, NULL);
      kbx_handle level;
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
      g_assert_cmpint (kbx_info (level).partition == KBX_PARTITION_NONE, ==, cases[i].scanned);
    }
}

/* What needs sixteen times the memory has to be twice as fast. */
static void
test_choice_by_memory (void)
{
  KbPartitionStats all[4] = { { .cost = 900, .bytes = 1000 }, { .cost = 60, .bytes = 16000 }, { .cost = 115, .bytes = 1000 },
                              { .cost = 130, .bytes = 1000 } };
  g_assert_cmpint (kb_partition_best (all, 500), ==, KBX_PARTITION_QUADTREE);
  all[1].cost = 57;
  g_assert_cmpint (kb_partition_best (all, 500), ==, KBX_PARTITION_GRID);
  all[0].cost = 1;
  g_assert_cmpint (kb_partition_best (all, 65), ==, KBX_PARTITION_GRID);
  g_assert_cmpint (kb_partition_best (all, 64), ==, KBX_PARTITION_NONE);
}

/* The more a split counts, the fewer there are; leaves are no larger for it. */
static void
test_split_costs (void)
{
  static const double costs[] = { 0.25, 1, 0, 30 };
  KitWall walls[2000];
  KitWalls input = { walls, G_N_ELEMENTS (walls), NULL, 0 };
  guint splits = G_MAXUINT;
  for (guint i = 0; i < 2000; i++)
    {
      gint x = g_test_rand_int_range (0, 1 << 20), y = g_test_rand_int_range (0, 1 << 20);
      walls[i] = (KitWall) { { x, y, x + g_test_rand_int_range (1, 1 << 15), y + g_test_rand_int_range (-(1 << 15), 1 << 15) }, 0, FALSE };
    }
  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    {
      KitDivision settings = { .kind = KBX_PARTITION_BSP, .split_cost = costs[i] };
      KbPartitionStats stats;
      g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, &stats, NULL);
      g_assert_nonnull (bytes);
      g_assert_cmpuint (stats.splits, <, splits);
      g_assert_cmpuint (2000 + stats.splits, <, 40 * stats.leaves);
      splits = stats.splits;
    }
}

/* Posts on a square, in a BSP of many leaves, with starts. */
static GBytes *
posts (kbx_handle *level, kbx_level_view *view)
{
  KitWall walls[400];
  KitWalls input = { walls, G_N_ELEMENTS (walls), NULL, 0 };
  KitDivision settings = { .kind = KBX_PARTITION_BSP, .leaf_walls = 8 };
  for (gint i = 0; i < 400; i++)
    {
      gint x = i % 20 * 16384 - 70000, y = i / 20 * 16384 + 300;
      walls[i] = (KitWall) { { x, y, x + 700, y + 15000 }, 0, FALSE };
    }
  GBytes *bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
  g_assert_cmpint (kbx_open (level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  kbx_read_level (level->data, view);
  return bytes;
}

/* Short moves begin where the tree is deep, long ones and those from outside at the root; nobody gets another answer. */
static void
test_starts (void)
{
  kbx_handle level, bare;
  kbx_level_view view;
  g_autoptr (GBytes) bytes = posts (&level, &view);
  gsize size = g_bytes_get_size (bytes), starts = (gsize) view.start_columns * view.start_rows * 4;
  gsize before = (gsize) (view.starts - (const guint8 *) level.data);
  g_autofree guint8 *without = g_memdup2 (level.data, size);
  guint fewer = 0;
  g_assert_cmpuint (view.start_columns * view.start_rows, >, 300);
  /* As bytes from before there were starts. */
  memset (without + 48, 0, 16);
  memmove (without + before, without + before + starts, size - before - starts);
  guint32 left = GUINT32_TO_LE ((guint32) (size - starts));
  memcpy (without, &left, sizeof left);
  g_assert_cmpint (kbx_open (&bare, KBX_WALLS, without, size - starts, NULL), ==, KBX_OK);
  for (gint i = 0; i < 4000; i++)
    {
      kbx_vec from = { (float) g_test_rand_double_range (-400, 1200), (float) g_test_rand_double_range (-100, 1400) };
      float far = i % 2 ? 30 : 600, radius = i % 3 == 0 ? 9 : 0;
      kbx_vec to = { from.x + (float) g_test_rand_double_range (-far, far), from.y + (float) g_test_rand_double_range (-far, far) };
      kbx_hit a = kit_level_cast_circle (level, (kbx_circle) { from, radius }, to, kit_all_walls ());
      kbx_hit b = kit_level_cast_circle (bare, (kbx_circle) { from, radius }, to, kit_all_walls ());
      guint32 walls_a[400], walls_b[400], n = kit_level_near (level, (kbx_circle) { from, 20 }, kit_all_walls (), walls_a, 400);
      g_assert_cmpuint (a.index, ==, b.index);
      g_assert_cmpmem (&a.fraction, sizeof a.fraction, &b.fraction, sizeof b.fraction);
      g_assert_cmpmem (&a.point, sizeof a.point, &b.point, sizeof b.point);
      g_assert_cmpuint (kit_level_near (bare, (kbx_circle) { from, 20 }, kit_all_walls (), walls_b, 400), ==, n);
      g_assert_cmpmem (walls_a, n * sizeof *walls_a, walls_b, n * sizeof *walls_b);
      g_assert_cmpuint (kit_level_at (level, from).leaf, ==, kit_level_at (bare, from).leaf);
      fewer += kit_level_cast_work (level, from, to).nodes < kit_level_cast_work (bare, from, to).nodes;
    }
  g_assert_cmpuint (fewer, >, 500);
}

/* A start that leads past something is refused, one higher up than it might be is not. */
static void
test_refused_starts (void)
{
  static const char *const cell = "expected a node whose part of the tree has all of the cell, and where that part ends";
  kbx_handle level;
  kbx_level_view view;
  g_autoptr (GBytes) bytes = posts (&level, &view);
  gsize size = g_bytes_get_size (bytes), at = (gsize) (view.starts - (const guint8 *) level.data);
  guint16 end = (guint16) view.columns;
  const struct { gsize at; guint16 value; const char *message; } damages[] = {
    { 52, 26, "expected cells of starts of up to 2^25 steps" },
    { 58, 0x0200, "expected starts that begin within 65536 pixels" },
    { 62, 0xfe00, "expected starts that begin within 65536 pixels" },
    { 52, 16, cell },                  /* larger cells reach over more lines */
    { at, (guint16) kbx_load_u32 (view.walls - 4), cell }, /* what the opposite corner's is */
    { at, end, cell },
    { at, 0xffff, cell },
    { at + 2, 0, cell },
    { 8, KBX_PARTITION_NONE, NULL },
  };
  kbx_error error;
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree guint8 *copy = g_memdup2 (level.data, size);
      kbx_handle damaged;
      copy[damages[i].at] = (guint8) damages[i].value;
      copy[damages[i].at + 1] = (guint8) (damages[i].value >> 8);
      kbx_status status = kbx_open (&damaged, KBX_WALLS, copy, size, &error);
      g_assert_cmpint (status, ==, !damages[i].message ? KBX_OK : damages[i].message == cell ? KBX_ERROR_REFERENCE : KBX_ERROR_VALUE);
      if (damages[i].message)
        g_assert_cmpstr (error.message, ==, damages[i].message);
    }
  g_autofree guint8 *copy = g_memdup2 (level.data, size);
  memset (copy + at, 0, 2);
  copy[at + 2] = (guint8) end;
  copy[at + 3] = (guint8) (end >> 8);
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, copy, size, NULL), ==, KBX_OK);
}

/* One byte of the bytes is changed: what is said of it, and where. */
static void
test_refused_bytes (void)
{
  static const struct { gsize at; guint8 value; kbx_status status; const char *message; } damages[] = {
    { 0, 1, KBX_ERROR_VALUE, "expected the size that the numbers of the header ask for" },
    { 8, 9, KBX_ERROR_VALUE, "expected a partition from 0 to 3" },
    { 12, 0, KBX_ERROR_VALUE, "expected a tree's nodes or a grid's columns and rows, 2^24 at most" },
    { 36, 1, KBX_ERROR_VALUE, "expected where a grid begins and how large its cells are, or 0" },
    { 50, 1, KBX_ERROR_VALUE, "expected the cells of starts, or zeros to the end of the header" },
    { 64 + 128 + 32, 1, KBX_ERROR_REFERENCE, "expected the next blocks of walls" },
    { 64 + 128 + 32 + 4, 3, KBX_ERROR_REFERENCE, "expected the next blocks of walls" },
    { 64 + 128 + 32 + 8, 7, KBX_ERROR_REFERENCE, "expected none, an area, or the next list of areas" },
    { 64 + 128, 77, KBX_ERROR_REFERENCE, "the level has no wall of this index" },
    { 64 + 128, 2, KBX_ERROR_VALUE, "expected the wall's own tag" },
    { 64 + 128 + 3, 0x80, KBX_ERROR_VALUE, "expected the wall's own tag" },
    { 64 + 17, 1, KBX_ERROR_VALUE, "expected the wall's own coordinates" },
    { 64 + 128 + 32 + 16, 1, KBX_ERROR_VALUE, "expected a wall on the grid of 1/256 within 65536" },
    { 64 + 128 + 32 + 16 + 16, 1, KBX_ERROR_ORDER, "expected the wall's own index" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      kbx_handle level;
      kbx_error error;
      G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (room, 5, KBX_PARTITION_NONE, &level);
      gsize size;
      const void *data = g_bytes_get_data (bytes, &size);
      g_autofree guint8 *copy = g_memdup2 (data, size);
      g_assert_cmpuint (size, ==, 64 + 2 * 80 + 16 + 5 * 20);
      copy[damages[i].at] = damages[i].value;
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, copy, size, &error), ==, damages[i].status);
      g_assert_null (level.data);
      g_assert_cmpstr (error.message, ==, damages[i].message);
      g_assert_cmpuint (error.offset, <=, damages[i].at);
      g_assert_cmpuint (error.offset + 16, >, damages[i].at);
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, data, size - 1, &error), ==, KBX_ERROR_TRUNCATED);
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, data, 63, &error), ==, KBX_ERROR_TRUNCATED);
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, NULL, 0, NULL), ==, KBX_ERROR_ARGUMENT);
    }
}

/* The height of a grid's cells: 0 if they are square, and only then. */
static void
test_cells (void)
{
  const KitWalls input = { room, 5, NULL, 0 };
  const KitDivision square = { .kind = KBX_PARTITION_GRID, .columns = 3 }, flat = { .kind = KBX_PARTITION_GRID, .columns = 3, .rows = 5 };
  const struct { gsize at; float value; gboolean good; } changes[] = {
    { 48, 7, TRUE }, { 48, 0, TRUE }, { 48, NAN, FALSE }, { 48, INFINITY, FALSE }, { 48, -7, FALSE }, { 48, 1.0f / 512, FALSE },
    { 48, 300000, FALSE }, { 52, 1, FALSE }, { 56, 1, FALSE }, { 60, 1, FALSE },
  };
  g_autoptr (GBytes) squares = kit_walls_build (&input, &square, NULL, NULL, NULL), flats = kit_walls_build (&input, &flat, NULL, NULL, NULL);
  kbx_handle level;
  kbx_error error;
  gsize size;
  const guint8 *data = g_bytes_get_data (flats, &size);
  g_autofree guint8 *wide = g_memdup2 (data, size);
  g_assert_cmpuint (kbx_load_u32 ((const guint8 *) g_bytes_get_data (squares, NULL) + 48), ==, 0);
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, data, size, NULL), ==, KBX_OK);
  const kbx_about about = kbx_info (level);
  const kbx_rect bounds = kbx_level_bounds (level);
  g_assert_true (about.columns == 3 && about.rows == 5);
  g_assert_true (about.area.min.x == bounds.min.x - 1 && about.area.min.y == bounds.min.y - 1);
  g_assert_cmpfloat (fabsf (about.area.max.x - bounds.max.x - 1) + fabsf (about.area.max.y - bounds.max.y - 1), <, 0.001);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, size);
      kbx_store_f32 (copy + changes[i].at, changes[i].value);
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, copy, size, &error), ==, changes[i].good ? KBX_OK : KBX_ERROR_VALUE);
      g_assert_true (changes[i].good || (error.offset >= 36 && error.offset < 64));
    }
  memcpy (wide + 48, data + 44, 4);
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, wide, size, &error), ==, KBX_ERROR_VALUE);
}

KIT_PROGRAM (levels)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/levels/few-walls", test_few_walls);
  g_test_add_func ("/levels/walls", test_walls);
  g_test_add_func ("/levels/bad-numbers", test_bad_numbers);
  g_test_add_func ("/levels/sets", test_sets);
  g_test_add_func ("/levels/one-way", test_one_way);
  g_test_add_func ("/levels/corner", test_corner);
  g_test_add_func ("/levels/areas", test_areas);
  g_test_add_func ("/levels/refused-walls", test_refused_walls);
  g_test_add_func ("/levels/cancelled", test_cancelled);
  g_test_add_func ("/levels/cancelled-midway", test_cancelled_midway);
  g_test_add_func ("/levels/choice", test_choice);
  g_test_add_func ("/levels/refused-bytes", test_refused_bytes);
  g_test_add_func ("/levels/cells", test_cells);
  g_test_add_func ("/levels/choice-of-posts", test_choice_of_posts);
  g_test_add_func ("/levels/choice-by-memory", test_choice_by_memory);
  g_test_add_func ("/levels/split-costs", test_split_costs);
  g_test_add_func ("/levels/starts", test_starts);
  g_test_add_func ("/levels/refused-starts", test_refused_starts);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Packing in memory of the caller's: what is written and what is not, too little of everything, and where a plan is wrong. */
#include "runtime/kickbox/pack.h"

#include "tests/support/seed.h"

#include <math.h>
#include <string.h>

#define CANARY 0xa5
#define MARGIN 64
#define BOX 16 /* bytes at the end of walls */

/* ---- one plan of each kind ---- */

static const guint8 edges[3 * 4] = { 3, 2, 2, 1, 1, 0, 1, 1, 2, 2, 2, 0 };
static const kbx_maze_plan maze = { { 5, -7 }, { -1, 2 }, 16, 12, 3, 2, 4, edges, 4 };

static const kbx_ground_point hill[] = { { -8, 40, false }, { 16, 12.5, false }, { 32, 40, true }, { 64, 40, false }, { 100.25, 8, false } };
static const kbx_ground_plan ground = { KBX_SPLINE_CLAMPED, 0.5, -1, 2, 1, hill, G_N_ELEMENTS (hill) };

static const guint16 samples[] = { 0, 100, 65535, 7, 9, 11, 300, 2, 1, 0, 0, 5 };
static const kbx_heightmap_plan heightmap = { samples, 4, 4, 3, { -10, 3 }, 2.5f, -5, 20, 63 };

static const guint16 slope[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const kbx_tile_plan kinds[] = {
  { 5, KBX_TILE_FULL, 3, 1, 2, NULL, { 0, 0 } },
  { 70000, KBX_TILE_HEIGHTS_BOTTOM, KBX_NONE, 1, 4, slope, { 3, -4 } },
  { 6, KBX_TILE_ONE_WAY_TOP, 4, 2, 0, NULL, { 0, 0 } },
};
static const guint32 cells[6] = { 5, 0, 6, 70000 | KBX_CELL_FLIP_X, 6 | KBX_CELL_TRANSPOSED, 5 | 9u << KBX_CELL_HEIGHT_SHIFT };
static const kbx_tiles_plan tiles = { 8, 8, { 0, 0 }, { -2, -1 }, 3, 2, { 0, 0 }, { 0, 0 }, 0, kinds, G_N_ELEMENTS (kinds), cells };

static const guint8 road[5 * 9] = { 0, 0, 0, 0, 1, 1, 1, 0, 0,  0, 0, 0, 1, 1, 1, 1, 0, 0,  7, 7, 7, 7, 7, 1, 0, 0, 0,  0, 1, 1, 1, 1, 0, 0, 0, 0 };
static const kbx_track_plan track = { 9, 4, road, 9, 20, NULL, NULL };

#define POSTS 120
static kbx_wall posts[POSTS];
static const kbx_segment ring[] = { { { 0, 0 }, { 50, 0 } }, { { 50, 0 }, { 20, 50 } }, { { 20, 50 }, { 0, 0 } } };
static const kbx_area_plan rings[] = { { ring, 3 } };

static void
fill_posts (void)
{
  for (guint i = 0; i < POSTS; i++)
    posts[i] = (kbx_wall) { { { (float) (i % 12) * 40, (float) (i / 12) * 40 }, { (float) (i % 12) * 40 + 30, (float) (i / 12 + i % 5) * 40 } }, i % 64, i % 3 == 0 };
}

static kbx_walls_plan
walls_of (kbx_partition partition)
{
  return (kbx_walls_plan) { .walls = posts, .wall_count = POSTS, .areas = rings, .area_count = 1, .partition = partition };
}

/* ---- all in one form ---- */

typedef struct {
  size_t (*pack) (const void *plan, void *work, size_t work_size, void *bytes, size_t capacity, kbx_error *error);
  kbx_kind kind;
  const void *plan;
  size_t work;
} Packing;

#define PACKER(kind) \
  static size_t \
  pack_##kind (const void *plan, void *work, size_t work_size, void *bytes, size_t capacity, kbx_error *error) \
  { \
    return kbx_##kind##_pack (plan, work, work_size, bytes, capacity, error); \
  }
PACKER (maze)
PACKER (ground)
PACKER (heightmap)
PACKER (tiles)
PACKER (track)
PACKER (walls)

static gboolean
opens (kbx_kind kind, const void *bytes, gsize size)
{
  kbx_handle opened;
  return kbx_open (&opened, kind, bytes, size, NULL) == KBX_OK;
}

static gboolean
is_canary (const guint8 *bytes, gsize n)
{
  gsize i = 0;
  while (i < n && bytes[i] == CANARY)
    i++;
  return i == n;
}

/* With less and less work memory: the same bytes, or a refusal; and nothing is written beyond it, wherever it begins. */
static void
check_work (const Packing *p, const guint8 *expected, gsize size)
{
  g_autofree guint8 *bytes = g_malloc (size);
  gboolean refused = FALSE;
  for (gsize n = p->work, off = 0; n > 0 && !refused; n -= (n + 15) / 16, off = (off + 1) % 16)
    {
      g_autofree guint8 *work = g_malloc (off + n + MARGIN);
      kbx_error error;
      memset (work, CANARY, off + n + MARGIN);
      gsize packed = p->pack (p->plan, work + off, n, bytes, size, &error);
      g_assert_true (is_canary (work, off) && is_canary (work + off + n, MARGIN));
      if (packed > 0)
        g_assert_cmpmem (bytes, size, expected, packed);
      else
        g_assert_cmpint (error.status, ==, KBX_ERROR_MEMORY);
      refused = packed == 0;
      g_assert_false (refused && n == p->work);
    }
  g_assert_true (refused || p->work == 0);
}

static void
check (Packing p)
{
  g_autofree guint8 *work = g_malloc (p.work + 1);
  kbx_error error;
  const gsize size = p.pack (p.plan, work, p.work, NULL, 0, &error);
  g_assert_cmpuint (size, >, 0);
  g_assert_cmpint (error.status, ==, KBX_OK);
  g_autofree guint8 *bytes = g_malloc (size + MARGIN);
  memset (bytes, CANARY, size + MARGIN);
  g_assert_cmpuint (p.pack (p.plan, work, p.work, bytes, size - 1, NULL), ==, size);
  g_assert_true (is_canary (bytes, size + MARGIN));
  g_assert_cmpuint (p.pack (p.plan, work, p.work, bytes, size + MARGIN, &error), ==, size);
  g_assert_true (is_canary (bytes + size, MARGIN));
  g_assert_true (opens (p.kind, bytes, size));
  g_assert_false (opens (p.kind, bytes, size - (p.kind == KBX_WALLS ? BOX + 1 : 1)));
  check_work (&p, bytes, size);
}

static void
test_form (void)
{
  fill_posts ();
  check ((Packing) { pack_maze, KBX_MAZE, &maze, 0 });
  check ((Packing) { pack_ground, KBX_GROUND, &ground, KBX_GROUND_WORK (G_N_ELEMENTS (hill)) });
  check ((Packing) { pack_heightmap, KBX_HEIGHTMAP, &heightmap, 0 });
  check ((Packing) { pack_tiles, KBX_TILES, &tiles, kbx_tiles_work (&tiles) });
  check ((Packing) { pack_track, KBX_TRACK, &track, kbx_track_work (&track) });
  for (int kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_CHOSEN; kind++)
    {
      const kbx_walls_plan plan = walls_of ((kbx_partition) kind);
      check ((Packing) { pack_walls, KBX_WALLS, &plan, kbx_walls_work (&plan) });
    }
  g_assert_cmpuint (KBX_GROUND_SIZE (G_N_ELEMENTS (hill)), ==, kbx_ground_pack (&ground, posts, sizeof posts, NULL, 0, NULL));
}

/* The one that is chosen is one of the four, and no plan at all is a plan too. */
static void
test_chosen (void)
{
  gboolean same = FALSE;
  guint8 *bytes[5];
  gsize sizes[5];
  for (int kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_CHOSEN; kind++)
    {
      const kbx_walls_plan plan = walls_of ((kbx_partition) kind), none = { .partition = (kbx_partition) kind };
      const gsize room = kbx_walls_work (&plan);
      g_autofree guint8 *work = g_malloc (room);
      bytes[kind] = g_malloc (room);
      sizes[kind] = kbx_walls_pack (&plan, work, room, bytes[kind], room, NULL);
      g_assert_cmpuint (kbx_walls_pack (&none, work, room, NULL, 0, NULL), >, 0);
    }
  for (guint kind = 0; kind < 4; kind++)
    same = same || (sizes[kind] == sizes[4] && memcmp (bytes[kind], bytes[4], sizes[4]) == 0);
  g_assert_true (same);
  for (guint kind = 0; kind < 5; kind++)
    g_free (bytes[kind]);
}

static kbx_rect
bounds_of_bytes (const guint8 *bytes, gsize size)
{
  kbx_handle walls;
  g_assert_cmpint (kbx_open (&walls, KBX_WALLS, bytes, size, NULL), ==, KBX_OK);
  return kbx_level_bounds (walls);
}

/* Walls end with the box around them, which is read instead of computed. Bytes without it, as version 1.0 packed them, and
 * bytes before something else give the same answer. */
static void
test_box_of_walls (void)
{
  fill_posts ();
  for (int kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      const kbx_walls_plan plan = walls_of ((kbx_partition) kind), none = { .partition = (kbx_partition) kind };
      const gsize room = kbx_walls_work (&plan);
      g_autofree guint8 *work = g_malloc (room), *bytes = g_malloc (room);
      gsize size = kbx_walls_pack (&plan, work, room, bytes, room, NULL);
      kbx_rect box = { plan.walls[0].segment.a, plan.walls[0].segment.a };
      kbx_handle walls;
      for (guint i = 0; i < 2 * plan.wall_count; i++)
        {
          const kbx_segment wall = plan.walls[i / 2].segment;
          const kbx_vec p = i % 2 ? wall.b : wall.a;
          box = (kbx_rect) { { MIN (box.min.x, p.x), MIN (box.min.y, p.y) }, { MAX (box.max.x, p.x), MAX (box.max.y, p.y) } };
        }
      const kbx_rect whole = bounds_of_bytes (bytes, size), old = bounds_of_bytes (bytes, size - BOX);
      g_assert_cmpmem (&whole, sizeof whole, &box, sizeof box);
      g_assert_cmpmem (&old, sizeof old, &box, sizeof box);
      g_assert_cmpint (kbx_open (&walls, KBX_WALLS, bytes, size, NULL), ==, KBX_OK);
      memset (bytes + size - BOX, 0, BOX);
      g_assert_cmpfloat (kbx_level_bounds (walls).max.x, ==, 0);
      const kbx_rect followed = bounds_of_bytes (bytes, size);
      g_assert_cmpmem (&followed, sizeof followed, &box, sizeof box);
      size = kbx_walls_pack (&none, work, room, bytes, room, NULL);
      const kbx_rect nothing = bounds_of_bytes (bytes, size);
      g_assert_true (nothing.min.x == 0 && nothing.max.x == -1 && nothing.max.y == -1);
    }
}

/* ---- wrong plans ---- */

static void
refused (Packing p, kbx_status status, const char *array, guint64 index)
{
  g_autofree guint8 *work = g_malloc (1 << 20), *bytes = g_malloc (1 << 16);
  kbx_error error;
  g_assert_cmpuint (p.pack (p.plan, work, 1 << 20, bytes, 1 << 16, NULL), ==, 0);
  g_assert_cmpuint (p.pack (p.plan, work, 1 << 20, bytes, 1 << 16, &error), ==, 0);
  g_assert_cmpint (error.status, ==, status);
  g_assert_cmpstr (error.section, ==, array);
  g_assert_cmpuint (error.offset, ==, index);
  g_assert_nonnull (error.message);
}

static void
test_wrong_walls (void)
{
  const kbx_wall good = { { { 0, 0 }, { 9, 9 } }, 0, false };
  const kbx_wall wrong[] = { { { { 1, 1 }, { 1, 1.001f } }, 0, false }, { { { 1, 1 }, { 65537, 1 } }, 0, false }, { { { NAN, 1 }, { 2, 1 } }, 0, false },
                             { { { 1, 1 }, { 2, 1 } }, 64, false } };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const kbx_wall two[] = { good, wrong[i] };
      const kbx_walls_plan plan = { .walls = two, .wall_count = 2 };
      refused ((Packing) { .pack = pack_walls, .plan = &plan }, KBX_ERROR_VALUE, "wall", 1);
      g_assert_cmpuint (kbx_walls_work (&plan), ==, 0);
    }
  const kbx_segment broken[] = { ring[0], { { 0, 0 }, { INFINITY, 0 } } };
  const kbx_area_plan areas[] = { { ring, 3 }, { broken, 2 } };
  const kbx_walls_plan plan = { .areas = areas, .area_count = 2 }, missing = { .wall_count = 3 }, kind = { .partition = (kbx_partition) 5 };
  refused ((Packing) { .pack = pack_walls, .plan = &plan }, KBX_ERROR_VALUE, "edge", 4);
  refused ((Packing) { .pack = pack_walls, .plan = &missing }, KBX_ERROR_ARGUMENT, "", 0);
  g_assert_cmpuint (kbx_walls_work (&missing), ==, 0);
  refused ((Packing) { .pack = pack_walls, .plan = &kind }, KBX_ERROR_VALUE, "", 0);
  g_assert_cmpuint (kbx_walls_work (&kind), ==, 0);
  refused ((Packing) { .pack = pack_walls }, KBX_ERROR_ARGUMENT, "", 0);
  for (guint i = 0; i < 6; i++)
    {
      const double bad[] = { NAN, -1, 1e10 };
      const kbx_walls_plan odd = { .cell = i < 3 ? bad[i] : 0, .split_cost = i < 3 ? 0 : bad[i - 3] };
      refused ((Packing) { .pack = pack_walls, .plan = &odd }, KBX_ERROR_VALUE, "", 0);
      g_assert_cmpuint (kbx_walls_work (&odd), ==, 0);
    }
}

static void
test_wrong_tiles (void)
{
  const guint32 missing[] = { 0, 5, 8 };
  kbx_tiles_plan plan = tiles;
  kbx_tile_plan twice[] = { kinds[0], kinds[1], kinds[0] };
  plan.cells = missing;
  plan.rows = 1;
  refused ((Packing) { .pack = pack_tiles, .plan = &plan }, KBX_ERROR_VALUE, "cell", 2);
  plan = tiles;
  plan.tiles = twice;
  refused ((Packing) { .pack = pack_tiles, .plan = &plan }, KBX_ERROR_VALUE, "tile", 2);
  plan.columns = 0;
  refused ((Packing) { .pack = pack_tiles, .plan = &plan }, KBX_ERROR_VALUE, "", 0);
  g_assert_cmpuint (kbx_tiles_work (&plan), ==, 0);
  refused ((Packing) { .pack = pack_tiles }, KBX_ERROR_ARGUMENT, "", 0);
}

static void
test_wrong_others (void)
{
  kbx_ground_point points[] = { { 0, 0, false }, { 8, 0, false }, { 8, 1, false } };
  kbx_ground_plan low = ground;
  kbx_maze_plan wide = maze;
  kbx_heightmap_plan flat = heightmap;
  kbx_track_plan far = track;
  low.points = points;
  low.count = 3;
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "poin", 2);
  points[1].x = 1 / 512.0;
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "poin", 1);
  points[1] = (kbx_ground_point) { 1 / 256.0, NAN, false };
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "poin", 1);
  points[1].y = 0;
  low.start_slope = 1e13;
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "poin", 0);
  low.count = 1;
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "", 0);
  low = ground;
  low.spline = (kbx_spline) 7;
  refused ((Packing) { .pack = pack_ground, .plan = &low }, KBX_ERROR_VALUE, "", 0);
  wide.columns = 65536 + 3;
  refused ((Packing) { .pack = pack_maze, .plan = &wide }, KBX_ERROR_VALUE, "", 0);
  wide = maze;
  wide.class_index = 64;
  refused ((Packing) { .pack = pack_maze, .plan = &wide }, KBX_ERROR_VALUE, "", 0);
  wide = maze;
  wide.stride--;
  refused ((Packing) { .pack = pack_maze, .plan = &wide }, KBX_ERROR_VALUE, "", 0);
  flat.stride--;
  refused ((Packing) { .pack = pack_heightmap, .plan = &flat }, KBX_ERROR_VALUE, "", 0);
  flat = heightmap;
  flat.high = flat.low;
  refused ((Packing) { .pack = pack_heightmap, .plan = &flat }, KBX_ERROR_VALUE, "", 0);
  far.stride--;
  refused ((Packing) { .pack = pack_track, .plan = &far }, KBX_ERROR_VALUE, "", 0);
  far = track;
  far.max_clearance = 128;
  refused ((Packing) { .pack = pack_track, .plan = &far }, KBX_ERROR_VALUE, "", 0);
  g_assert_cmpuint (kbx_track_work (&far), ==, 0);
  far.w = 0;
  refused ((Packing) { .pack = pack_track, .plan = &far }, KBX_ERROR_VALUE, "", 0);
  g_assert_cmpuint (kbx_track_work (&far), ==, 0);
  refused ((Packing) { .pack = pack_track }, KBX_ERROR_ARGUMENT, "", 0);
  refused ((Packing) { .pack = pack_maze }, KBX_ERROR_ARGUMENT, "", 0);
  refused ((Packing) { .pack = pack_ground }, KBX_ERROR_ARGUMENT, "", 0);
  refused ((Packing) { .pack = pack_heightmap }, KBX_ERROR_ARGUMENT, "", 0);
}

/* ---- cancelling ---- */

typedef struct { guint calls, last; } Count;

static bool
count_calls (void *data, double done)
{
  Count *count = data;
  g_assert_true (done >= 0 && done <= 1);
  return ++count->calls <= count->last;
}

static void
test_cancelled (void)
{
  g_autofree guint8 *work = g_malloc (1 << 20);
  for (int kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_CHOSEN; kind++)
    for (guint last = 0; last < 3; last++)
      {
        Count count = { 0, last };
        kbx_walls_plan plan = walls_of ((kbx_partition) kind);
        kbx_error error;
        plan.go_on = count_calls;
        plan.data = &count;
        gsize size = kbx_walls_pack (&plan, work, 1 << 20, NULL, 0, &error);
        g_assert_cmpint (error.status, ==, KBX_OK);
        g_assert_true ((size == 0) == (count.calls > last));
        g_assert_cmpuint (count.calls, >, 0);
      }
}

KIT_PROGRAM (pack)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/pack/form", test_form);
  g_test_add_func ("/pack/chosen", test_chosen);
  g_test_add_func ("/pack/box-of-walls", test_box_of_walls);
  g_test_add_func ("/pack/wrong-walls", test_wrong_walls);
  g_test_add_func ("/pack/wrong-tiles", test_wrong_tiles);
  g_test_add_func ("/pack/wrong-others", test_wrong_others);
  g_test_add_func ("/pack/cancelled", test_cancelled);
  return g_test_run ();
}

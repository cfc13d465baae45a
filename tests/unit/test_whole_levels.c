/* SPDX-License-Identifier: MIT */
/* Levels of several layers, by hand: what counts first, doors, walking from tiles on to a hill, platforms, rests, the way out. */
#include "tests/support/seed.h"
#include "tests/support/mixed_level.h"

#include <math.h>

static KitTiles *
tiles_new (guint columns, guint rows)
{
  KitTiles *t = g_new0 (KitTiles, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  t->input = (kbx_tiles_plan) { .cell_w = 10, .cell_h = 10, .columns = columns, .rows = rows, .tile_count = KIT_TILES };
  t->cells = g_new0 (guint32, columns * rows);
  kit_tiles_draw_tiles (t, rand);
  return t;
}

static void
put (KitTiles *t, guint i, guint j, guint tile)
{
  t->cells[j * t->input.columns + i] = t->tiles[tile].number;
}

enum { FULL = 1, FROM_TOP = 4 }; /* of the tiles of the kit */

/* A floor of tiles from x = 0 to 100 at y = 50, and a hill from there on that rises by 20 pixels until x = 200. */
typedef struct {
  KitTiles *tiles;
  GBytes *ground;
  kbx_handle layers[2];
} Hill;

static Hill
hill_new (void)
{
  static const kbx_ground_point knots[] = { { 100, 50, TRUE }, { 200, 30, TRUE }, { 300, 30, FALSE } };
  kbx_ground_plan form = { .points = knots, .count = 3 };
  Hill h = { tiles_new (10, 8), NULL, { { NULL } } };
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < 10; i++)
    put (h.tiles, i, 5, FULL);
  kit_tiles_open (h.tiles);
  h.ground = kb_pack_ground (&form, &error);
  g_assert_no_error (error);
  h.layers[0] = h.tiles->layer;
  h.layers[1] = (kbx_handle) { NULL, g_bytes_get_data (h.ground, NULL), KBX_NONE, KBX_GROUND };
  return h;
}

static void
hill_free (Hill *h)
{
  kit_tiles_free (h->tiles);
  g_bytes_unref (h->ground);
}

static void
test_hill (void)
{
  Hill h = hill_new ();
  const kbx_handle level = kbx_level_of (h.layers, 2);
  const kbx_motion walk = { KBX_WALK, 0, 2, 3, { 0, 0 } };
  kbx_shape boxes[] = { kbx_shape_box ((kbx_box) { 20, 30, 28, 50 }), kbx_shape_rect ((kbx_vec) { 20, 30 }, (kbx_vec) { 28, 50 }) };
  for (guint k = 0; k < 2; k++)
    {
      double x0, y0, x1, y1;
      for (gint step = 0; step < 100; step++)
        {
          const kbx_move move = kbx_level_move (level, boxes[k], (kbx_vec) { 2, 1 }, walk, NULL, NULL, 0);
          g_assert_cmpint (move.status, ==, KBX_OK);
          g_assert_true (move.on_floor);
          g_assert_false (move.on_right);
          boxes[k] = mixed_moved (boxes[k], move.moved);
          mixed_bounds (boxes[k], &x0, &y0, &x1, &y1);
          /* On the tiles as long as a side of it is over them, else its foot is on the hill. */
          const double floor = kbx_ground_at (h.layers[1], (float) (x0 + x1) / 2).y;
          g_assert_cmpfloat (y1, <=, MIN (floor, x0 < 100 ? 50 : 1e9));
          g_assert_cmpfloat (y1, >=, MIN (floor, x0 < 100 ? 50 : 1e9) - 1.01);
        }
      g_assert_cmpfloat (x0, ==, 220);
      const kbx_move back = kbx_level_move (level, boxes[k], (kbx_vec) { -200, 1 }, walk, NULL, NULL, 0);
      mixed_bounds (mixed_moved (boxes[k], back.moved), &x0, &y0, &x1, &y1);
      g_assert_cmpfloat (x0, ==, 20);
      g_assert_cmpfloat (fabs (y1 - 50), <=, 0.02);
    }
  hill_free (&h);
}

static void
test_platform (void)
{
  KitTiles *t = tiles_new (6, 6);
  for (guint i = 0; i < 6; i++)
    {
      put (t, i, 3, FROM_TOP);
      put (t, i, 5, FULL);
    }
  kit_tiles_open (t);
  const kbx_shape movers[] = { kbx_shape_box ((kbx_box) { 20, 20, 25, 30 }), kbx_shape_rect ((kbx_vec) { 20, 20 }, (kbx_vec) { 25, 30 }),
    kbx_shape_circle ((kbx_vec) { 22, 24.5f }, 5) };
  kbx_filter drop = kbx_all_solid ();
  drop.drop_through = true;
  for (guint k = 0; k < G_N_ELEMENTS (movers); k++)
    {
      kbx_motion walk = { KBX_WALK, 0, 1, 1, { 0, 0 } };
      kbx_move move = kbx_level_move (t->layer, movers[k], (kbx_vec) { 4, 12 }, walk, NULL, NULL, 0);
      g_assert_true (move.on_floor && move.class_index == kbx_tiles_tile (t->layer, (kbx_point) { 2, 3 }).class_index);
      g_assert_cmpfloat (move.moved.y, <=, k == 2 ? 0.5f : 0);
      move = kbx_level_move (t->layer, movers[k], (kbx_vec) { 0, 12 }, walk, &drop, NULL, 0);
      g_assert_cmpfloat (move.moved.y, ==, 12);
      /* From below it is no hit. */
      move = kbx_level_move (t->layer, mixed_moved (movers[k], (kbx_vec) { 0, 16 }), (kbx_vec) { 0, -16 }, walk, NULL, NULL, 0);
      g_assert_false (move.on_ceiling);
      g_assert_cmpfloat (move.moved.y, ==, -16);
    }
  kit_tiles_free (t);
}

/* A floor at y = 200, and a platform of so many one-way walls from x = 200 to 0, which falls or rises by `slope`. */
static GBytes *
platform_new (gint pieces, gint slope)
{
  KitWall walls[21] = { { { 0, 200 * 256, 200 * 256, 200 * 256 }, 0, FALSE } };
  const KitWalls input = { walls, 1 + (guint) pieces, NULL, 0 };
  const KitDivision settings = { .kind = KBX_PARTITION_NONE };
  g_autoptr (GError) error = NULL;
  for (gint i = 0; i < pieces; i++)
    {
      const gint x0 = 200 * (pieces - i) * 256 / pieces, x1 = 200 * (pieces - i - 1) * 256 / pieces;
      walls[i + 1] = (KitWall) { { x0, 100 * 256 + (x0 - 100 * 256) * slope / 8, x1, 100 * 256 + (x1 - 100 * 256) * slope / 8 }, 0, TRUE };
    }
  GBytes *bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

/* Who falls back before he is wholly through a platform falls to the floor. */
static void
test_fall_back (void)
{
  const kbx_shape movers[] = { kbx_shape_point ((kbx_vec) { 103, 150 }), kbx_shape_circle ((kbx_vec) { 103, 150 }, 8), kbx_shape_rect ((kbx_vec) { 95, 142 }, (kbx_vec) { 111, 158 }),
    kbx_shape_box ((kbx_box) { 95, 142, 111, 158 }) };
  for (gint pieces = 1; pieces <= 20; pieces += 19)
    for (gint slope = -8; slope <= 8; slope += 4)
      for (guint k = 0; k < 4 * G_N_ELEMENTS (movers); k++)
        {
          g_autoptr (GBytes) bytes = platform_new (pieces, slope);
          const kbx_handle level = { NULL, g_bytes_get_data (bytes, NULL), KBX_NONE, KBX_WALLS };
          kbx_motion motion = { (kbx_manner) (k / 4), 0, 0, 0, { 0, 0 } };
          kbx_shape mover = movers[k % 4];
          kbx_vec velocity = { 0, k % 4 ? -4.7f : -4.3f };
          double x0, y0, x1, y1;
          for (guint i = 0; i < 400; i++)
            {
              velocity.y += 0.2f;
              const kbx_move moved = kbx_level_move (level, mover, velocity, motion, NULL, NULL, 0);
              g_assert_false (moved.started_inside);
              mover = mixed_moved (mover, moved.moved);
              velocity = moved.velocity;
              motion.rest = moved.rest;
            }
          mixed_bounds (mover, &x0, &y0, &x1, &y1);
          if (y1 < 199)
            g_error ("mover %d, manner %d, %d pieces, slope %d: ends at %.9g", mover.kind, motion.manner, pieces, slope, y1);
        }
}

/* A hill of one-way walls: what comes down on its top, or on its end, stays there; in each way of moving that does not slide. */
static void
test_hill_top (void)
{
  const KitWall walls[] = { { { 100 * 256, 50 * 256, 50 * 256, 100 * 256 }, 0, TRUE }, { { 150 * 256, 100 * 256, 100 * 256, 50 * 256 }, 0, TRUE },
    { { 250 * 256, 100 * 256, 200 * 256, 50 * 256 }, 0, TRUE } };
  const KitWalls input = { walls, G_N_ELEMENTS (walls), NULL, 0 };
  const KitDivision settings = { .kind = KBX_PARTITION_NONE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  const kbx_handle level = { NULL, g_bytes_get_data (bytes, NULL), KBX_NONE, KBX_WALLS };
  const kbx_shape movers[] = { kbx_shape_circle ((kbx_vec) { 100, 20 }, 8), kbx_shape_rect ((kbx_vec) { 92, 12 }, (kbx_vec) { 108, 28 }), kbx_shape_box ((kbx_box) { 92, 12, 108, 28 }) };
  g_assert_no_error (error);
  for (guint k = 0; k < 4 * G_N_ELEMENTS (movers); k++)
    {
      const kbx_motion motion = { k % 2 ? KBX_WALK : KBX_STOP, 0, 0, 0, { 0, 0 } };
      kbx_shape mover = mixed_moved (movers[k / 4], (kbx_vec) { k % 4 < 2 ? 0 : 100, 0 });
      double x0, y0, x1, y1;
      for (guint i = 0; i < 60; i++)
        mover = mixed_moved (mover, kbx_level_move (level, mover, (kbx_vec) { 0, 3 }, motion, NULL, NULL, 0).moved);
      mixed_bounds (mover, &x0, &y0, &x1, &y1);
      g_assert_cmpfloat_with_epsilon (y1, 50, 1.1);
    }
}

/* A hill that rises, straight or bent, to the top of a floor of tiles: who walks up the hill walks on along the floor. */
static void
test_hill_to_tiles (void)
{
  static const float steeps[] = { 0.2f, 0.5f, 1, 1.5f, 2 };
  KitTiles *t = tiles_new (10, 8);
  for (guint i = 0; i < 60; i++)
    put (t, i % 10, 2 + i / 10, FULL);
  kit_tiles_open (t);
  for (guint k = 0; k < 6 * G_N_ELEMENTS (steeps); k++)
    {
      const float slope = steeps[k / 6];
      const kbx_ground_point points[] = { { -100, 20 + 100 * slope, true }, { -40, 20 + 50 * slope, k % 2 }, { 0, 20, false } };
      const kbx_ground_plan plan = { .points = points, .count = 3 };
      static guint8 work[1 << 16], ground[1 << 12];
      kbx_handle layers[2] = { t->layer, { NULL, NULL, KBX_NONE, KBX_GROUND } };
      const gsize size = kbx_ground_pack (&plan, work, sizeof work, ground, sizeof ground, NULL);
      g_assert_cmpint (kbx_open (&layers[1], KBX_GROUND, ground, size, NULL), ==, KBX_OK);
      const kbx_shape movers[] = { kbx_shape_circle ((kbx_vec) { -90, -100 }, 8), kbx_shape_rect ((kbx_vec) { -98, -108 }, (kbx_vec) { -82, -92 }), kbx_shape_box ((kbx_box) { -98, -108, -82, -92 }) };
      const kbx_motion walk = { KBX_WALK, 0, 3, 3, { 0, 0 } };
      kbx_shape mover = movers[k % 6 / 2];
      double x0, y0, x1, y1;
      for (guint i = 0; i < 300; i++)
        mover = mixed_moved (mover, kbx_level_move (kbx_level_of (layers, 2), mover, (kbx_vec) { i < 150 ? 0 : 1, 3 }, walk, NULL, NULL, 0).moved);
      mixed_bounds (mover, &x0, &y0, &x1, &y1);
      g_assert_cmpfloat (x1, >, 60);
      g_assert_cmpfloat_with_epsilon (y1, 20, 0.01);
    }
  kit_tiles_free (t);
}

/* Walking up a hill, at speeds that are no whole numbers, ends flush with a wall, and the wall is touched. */
static void
test_wall_on_hill (void)
{
  const KitWall wall = { { 560 * 256, 0, 560 * 256, 250 * 256 }, 0, FALSE };
  const KitWalls input = { &wall, 1, NULL, 0 };
  const KitDivision settings = { .kind = KBX_PARTITION_NONE };
  static const float slopes[] = { 0.02f, 0.1f, 0.3f, 0.5f }, speeds[] = { 0.7f, 2.3f, 5.9f };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < 2 * G_N_ELEMENTS (slopes) * G_N_ELEMENTS (speeds); k++)
    {
      const float slope = slopes[k / 2 % G_N_ELEMENTS (slopes)], speed = speeds[k / 2 / G_N_ELEMENTS (slopes)];
      const kbx_ground_point points[] = { { 300, 160, true }, { 640, 160 - 340 * slope, false } };
      const kbx_ground_plan plan = { .points = points, .count = 2 };
      static guint8 work[1 << 16], ground[1 << 12];
      kbx_handle layers[2];
      const gsize size = kbx_ground_pack (&plan, work, sizeof work, ground, sizeof ground, NULL);
      g_assert_cmpint (kbx_open (&layers[k % 2], KBX_GROUND, ground, size, NULL), ==, KBX_OK);
      layers[1 - k % 2] = (kbx_handle) { NULL, g_bytes_get_data (bytes, NULL), KBX_NONE, KBX_WALLS };
      const kbx_handle level = kbx_level_of (layers, 2);
      kbx_motion motion = { KBX_WALK, 0, 2, 2, { 0, 0 } };
      kbx_shape mover = kbx_shape_rect ((kbx_vec) { 314, 120 - 20 * slope }, (kbx_vec) { 326, 144 - 20 * slope });
      kbx_vec velocity = { speed, 0 };
      kbx_hit touches[8];
      gboolean wall_touched = FALSE;
      for (guint i = 0; i < 400; i++)
        {
          const kbx_move moved = kbx_level_move (level, mover, velocity, motion, NULL, touches, G_N_ELEMENTS (touches));
          g_assert_false (moved.started_inside);
          mover = mixed_moved (mover, moved.moved);
          motion.rest = moved.rest;
          velocity = (kbx_vec) { speed, moved.velocity.y + 0.25f };
          wall_touched = FALSE;
          for (guint t = 0; t < moved.touched; t++)
            wall_touched |= touches[t].kind == KBX_WALLS;
        }
      g_assert_cmpfloat (mover.as.rect.max.x, ==, 560);
      g_assert_true (wall_touched);
    }
}

/* A wall, an edge of a maze and a tile in a row; opened one after the other. */
static void
test_doors (void)
{
  const KitWall wall = { { 10 * 256, 0, 10 * 256, 40 * 256 }, 0, FALSE };
  const KitWalls input = { &wall, 1, NULL, 0 };
  const KitDivision settings = { .kind = KBX_PARTITION_NONE };
  TestMaze maze = kit_maze_new (0, 0, 20, 20, 0, 0, 4, 2);
  KitTiles *t = tiles_new (6, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) walls = kit_walls_build (&input, &settings, NULL, NULL, &error);
  maze.edges[1] = 1;
  put (t, 4, 1, FULL);
  kit_maze_finish (&maze);
  kit_tiles_open (t);
  const kbx_handle layers[] = { { NULL, g_bytes_get_data (walls, NULL), KBX_NONE, KBX_WALLS }, maze.maze, t->layer };
  const kbx_handle level = kbx_level_of (layers, 3);
  const kbx_shape movers[] = { kbx_shape_point ((kbx_vec) { 5, 15 }), kbx_shape_circle ((kbx_vec) { 5, 15 }, 2), kbx_shape_rect ((kbx_vec) { 4, 14 }, (kbx_vec) { 6, 16 }),
    kbx_shape_box ((kbx_box) { 4, 14, 6, 16 }) };
  for (guint k = 0; k < G_N_ELEMENTS (movers); k++)
    {
      uint64_t open_wall = 1, open_edge = 0;
      const kbx_tile_change empty = { { 4, 1 }, 0 };
      kbx_change changes[3] = { { 0, &open_wall, NULL, 0, 1 }, { 1, &open_edge, NULL, 0, 64 }, { 2, NULL, &empty, 1, 0 } };
      kbx_filter filter = kbx_all_solid ();
      filter.changes = changes;
      kbx_hit hit = kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter);
      g_assert_true (hit.hit && hit.kind == KBX_WALLS && hit.layer == 0 && hit.index == 0);
      filter.change_count = 1;
      hit = kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter);
      g_assert_true (hit.hit && hit.kind == KBX_MAZE && hit.layer == 1 && hit.cell.x == 1 && hit.cell.y == 0);
      open_edge |= (uint64_t) 1 << hit.index;
      filter.change_count = 2;
      hit = kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter);
      g_assert_true (hit.hit && hit.kind == KBX_TILES && hit.layer == 2 && hit.cell.x == 4 && hit.cell.y == 1);
      filter.change_count = 3;
      g_assert_false (kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter).hit);
      g_assert_cmpuint (kbx_level_touching (level, mixed_moved (movers[k], (kbx_vec) { 40, 0 }), &filter, NULL, 0), ==, 0);
      g_assert_cmpuint (kbx_level_touching (level, mixed_moved (movers[k], (kbx_vec) { 40, 0 }), NULL, NULL, 0), ==, 1);
      /* Another tile where there was none. */
      const kbx_tile_change full = { { 2, 1 }, kbx_tiles_tile (t->layer, (kbx_point) { 4, 1 }).number };
      changes[2].tiles = &full;
      hit = kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter);
      g_assert_true (hit.hit && hit.cell.x == 2 && hit.cell.y == 1);
      filter.layers = 1;
      g_assert_false (kbx_level_cast (level, movers[k], (kbx_vec) { 60, 0 }, &filter).hit);
    }
  kit_maze_clear (&maze);
  kit_tiles_free (t);
}

static void
test_rest (void)
{
  Hill h = hill_new ();
  const kbx_handle level = kbx_level_of (h.layers, 2);
  kbx_shape movers[] = { kbx_shape_circle ((kbx_vec) { 20, 20 }, 3), kbx_shape_box ((kbx_box) { 20, 20, 24, 24 }) };
  for (guint k = 0; k < 2; k++)
    {
      kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
      double x0, y0, x1, y1, from;
      mixed_bounds (movers[k], &from, &y0, &x1, &y1);
      for (gint i = 0; i < 1000; i++)
        {
          const kbx_move move = kbx_level_move (level, movers[k], (kbx_vec) { 0.001f, 0 }, slide, NULL, NULL, 0);
          movers[k] = mixed_moved (movers[k], move.moved);
          slide.rest = move.rest;
        }
      mixed_bounds (movers[k], &x0, &y0, &x1, &y1);
      g_assert_cmpfloat (fabs (x0 + (double) slide.rest.x - from - 1), <, 1e-3);
    }
  hill_free (&h);
}

static void
test_unstick (void)
{
  Hill h = hill_new ();
  const kbx_handle level = kbx_level_of (h.layers, 2);
  const kbx_shape movers[] = { kbx_shape_box ((kbx_box) { 20, 33, 28, 53 }), kbx_shape_rect ((kbx_vec) { 20, 33 }, (kbx_vec) { 28, 53 }),
    kbx_shape_circle ((kbx_vec) { 24, 48 }, 5), kbx_shape_point ((kbx_vec) { 24, 53 }), kbx_shape_point ((kbx_vec) { 250, 33 }) };
  for (guint k = 0; k < G_N_ELEMENTS (movers); k++)
    {
      const kbx_move out = kbx_level_unstick (level, movers[k], 20, NULL);
      g_assert_true (out.status == KBX_OK && out.started_inside && !out.hit);
      g_assert_true (out.moved.x == 0 && out.moved.y <= -3 && out.moved.y > -3.05f);
      g_assert_false (kbx_level_unstick (level, mixed_moved (movers[k], out.moved), 20, NULL).started_inside);
      g_assert_true (kbx_level_move (level, movers[k], (kbx_vec) { 5, 5 }, (kbx_motion) { KBX_SLIDE }, NULL, NULL, 0).started_inside);
      g_assert_true (kbx_level_unstick (level, movers[k], 1, NULL).hit);
    }
  hill_free (&h);
}

/* Four walls around a square, in pixels. */
static kbx_handle
square_room (gint low, gint high, GBytes **bytes)
{
  const gint a = low * 256, b = high * 256;
  const KitWall walls[] = { { { a, a, b, a }, 0, FALSE }, { { b, a, b, b }, 0, FALSE }, { { b, b, a, b }, 0, FALSE }, { { a, b, a, a }, 0, FALSE } };
  const KitWalls input = { walls, 4, NULL, 0 };
  const KitDivision settings = { .kind = KBX_PARTITION_BSP };
  g_autoptr (GError) error = NULL;
  *bytes = kit_walls_build (&input, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  return (kbx_handle) { NULL, g_bytes_get_data (*bytes, NULL), KBX_NONE, KBX_WALLS };
}

/* A wall that is met again is a touch again; a move that is cut says so. */
static void
test_touches (void)
{
  g_autoptr (GBytes) bytes = NULL;
  const kbx_handle room = square_room (0, 100, &bytes);
  const kbx_shape ball = kbx_shape_circle ((kbx_vec) { 50, 50 }, 1);
  const kbx_motion bounce = { KBX_BOUNCE, 1, 0, 0, { 0, 0 } };
  kbx_hit touches[32];
  kbx_move move = kbx_level_move (room, ball, (kbx_vec) { 300, 0 }, bounce, NULL, touches, 32);
  g_assert_cmpuint (move.touched, ==, 3);
  g_assert_true (!move.cut && touches[0].index == 1 && touches[1].index == 3 && touches[2].index == 1);
  move = kbx_level_move (room, ball, (kbx_vec) { 9000, 7000 }, bounce, NULL, touches, 32);
  g_assert_true (move.cut);
  g_assert_cmpuint (move.touched, ==, 16);
  move = kbx_level_move (room, ball, (kbx_vec) { 300, 0 }, bounce, NULL, touches, 2);
  g_assert_cmpuint (move.touched, ==, 3);
  /* In a corner. */
  move = kbx_level_move (room, ball, (kbx_vec) { 300, 200 }, (kbx_motion) { .manner = KBX_SLIDE }, NULL, touches, 32);
  g_assert_true (!move.cut && move.touched == 2 && touches[0].index == 1 && touches[1].index == 2);
}

/* Within a move of the limit, the turned rest of a move stops there. */
static void
test_limit (void)
{
  g_autoptr (GBytes) bytes = NULL;
  const kbx_handle room = square_room (65500, 65530, &bytes);
  const kbx_shape movers[] = { kbx_shape_point ((kbx_vec) { 65510, 65510 }), kbx_shape_circle ((kbx_vec) { 65510, 65510 }, 4),
    kbx_shape_rect ((kbx_vec) { 65510, 65510 }, (kbx_vec) { 65514, 65514 }), kbx_shape_box ((kbx_box) { 65510, 65510, 65514, 65514 }) };
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    for (guint manner = KBX_STOP; manner <= KBX_WALK; manner++)
      {
        const kbx_motion motion = { (kbx_manner) manner, 1, 1, 1, { 0, 0 } };
        const kbx_move up = kbx_level_move (room, movers[i], (kbx_vec) { 0, -60 }, motion, NULL, NULL, 0),
                       across = kbx_level_move (room, movers[i], (kbx_vec) { -60, -59 }, motion, NULL, NULL, 0);
        g_assert_cmpint (up.status, ==, KBX_OK);
        g_assert_true (up.hit && up.moved.y != 0 && across.status == KBX_OK && across.hit && across.moved.x != 0);
      }
}

static void
test_info_and_errors (void)
{
  Hill h = hill_new ();
  const kbx_handle level = kbx_level_of (h.layers, 2), none = { NULL };
  const kbx_rect bounds = kbx_level_bounds (level), nothing = kbx_level_bounds (kbx_level_of (NULL, 0));
  const kbx_vec a = { 1, 1 }, nan = { NAN, 0 };
  g_assert_true (kbx_info (level).found && kbx_info (level).layers == 2);
  g_assert_true (bounds.min.x == 0 && bounds.min.y == 0 && bounds.max.x == 300 && bounds.max.y == 80);
  g_assert_true (nothing.min.x > nothing.max.x && nothing.min.y > nothing.max.y);
  g_assert_cmpint (kbx_level_layer (level, 1).kind, ==, KBX_GROUND);
  g_assert_cmpint (kbx_level_layer (level, 2).kind, ==, KBX_NOTHING);
  const kbx_shape bad[] = { kbx_shape_segment (a, a), kbx_shape_rect (a, a), kbx_shape_box ((kbx_box) { 1, 1, 1, 4 }), kbx_shape_circle (a, -1), kbx_shape_point (nan) };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_cmpint (kbx_level_cast (level, bad[i], a, NULL).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_level_move (level, bad[i], a, (kbx_motion) { KBX_SLIDE }, NULL, NULL, 0).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_level_unstick (level, bad[i], 9, NULL).status, ==, KBX_ERROR_ARGUMENT);
    }
  g_assert_cmpint (kbx_level_cast (none, kbx_shape_point (a), a, NULL).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_level_cast (level, kbx_shape_point (a), nan, NULL).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_level_move (level, kbx_shape_point (a), nan, (kbx_motion) { KBX_SLIDE }, NULL, NULL, 0).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (kbx_level_sees (level, a, nan, NULL));
  g_assert_cmpint (kbx_level_at (none, a, NULL).kind, ==, KBX_NOTHING);
  g_assert_false (kbx_level_cast (kbx_level_of (NULL, 0), kbx_shape_point (a), a, NULL).hit);
  hill_free (&h);
}

/* Layers that are none, and changes that their layers cannot have, are refused. */
static void
test_refusals (void)
{
  Hill h = hill_new ();
  static const uint64_t removed[8] = { 0 };
  static const kbx_tile_change tiles[] = { { { 3, 3 }, 1 } };
  const kbx_change changes[] = { { 0, NULL, tiles, 1 }, { 0, removed, NULL, 0 }, { 1, removed, NULL, 0 }, { 1, NULL, tiles, 1 }, { 2, removed, NULL, 0 }, { 0, NULL, tiles, 1 } };
  const kbx_handle level = kbx_level_of (h.layers, 2);
  g_assert_cmpint (kbx_level_of (NULL, 2).kind, ==, KBX_NOTHING);
  const kbx_handle wrong[][2] = { { h.layers[0], { NULL, NULL, KBX_NONE, KBX_NOTHING } }, { h.layers[0], { NULL, h.layers[1].data, KBX_NONE, KBX_HEIGHTMAP } }, { level, h.layers[1] } };
  const kbx_vec at = { 5, 5 }, way = { 0, 1 };
  kbx_filter filter = kbx_all_solid ();
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_cmpint (kbx_level_cast (kbx_level_of (wrong[i], 2), kbx_shape_point (at), way, NULL).status, ==, KBX_ERROR_ARGUMENT);
  for (guint i = 0; i <= G_N_ELEMENTS (changes); i++)
    {
      const kbx_status status = i == 0 ? KBX_OK : KBX_ERROR_ARGUMENT;
      filter.changes = i < G_N_ELEMENTS (changes) ? changes + i : NULL;
      filter.change_count = i == G_N_ELEMENTS (changes) - 1 ? 2 : 1;
      if (i == G_N_ELEMENTS (changes) - 1)
        filter.changes = (const kbx_change[]) { changes[0], changes[0] };
      g_assert_cmpint (kbx_level_cast (level, kbx_shape_point (at), way, &filter).status, ==, status);
      g_assert_cmpint (kbx_level_move (level, kbx_shape_point (at), way, (kbx_motion) { KBX_SLIDE }, &filter, NULL, 0).status, ==, status);
      g_assert_cmpint (kbx_level_sees (level, at, way, &filter), ==, i == 0);
    }
  hill_free (&h);
}

/* A rectangle that a game keeps as its centre and half its size, in a closed room: it never gets stuck. */
static void
test_room_with_rounding (void)
{
  KitTiles *t = tiles_new (40, 40);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  for (guint i = 0; i < 40; i++)
    for (guint k = 0; k < 4; k++)
      put (t, k < 2 ? i : k == 2 ? 0 : 39, k >= 2 ? i : k == 0 ? 0 : 39, FULL);
  kit_tiles_open (t);
  for (guint k = 0; k < 2000; k++)
    {
      const float half = 3 + (float) g_rand_double_range (rand, 0, 10);
      kbx_vec c = { (float) g_rand_double_range (rand, 100, 300), (float) g_rand_double_range (rand, 100, 300) };
      kbx_motion motion = { k % 2 == 0 ? KBX_SLIDE : KBX_WALK, 0, 0, 0, { 0, 0 } };
      for (guint step = 0; step < 30; step++)
        {
          const kbx_vec way = { (float) g_rand_double_range (rand, -500, 500), (float) g_rand_double_range (rand, -500, 500) };
          const kbx_shape mover = kbx_shape_rect ((kbx_vec) { c.x - half, c.y - half }, (kbx_vec) { c.x + half, c.y + half });
          const kbx_move move = kbx_level_move (t->layer, mover, way, motion, NULL, NULL, 0);
          g_assert_false (move.started_inside);
          motion.rest = move.rest;
          c = (kbx_vec) { c.x + move.moved.x, c.y + move.moved.y };
        }
    }
  kit_tiles_free (t);
}

KIT_PROGRAM (whole_levels)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/whole-levels/hill", test_hill);
  g_test_add_func ("/whole-levels/platform", test_platform);
  g_test_add_func ("/whole-levels/fall-back", test_fall_back);
  g_test_add_func ("/whole-levels/hill-top", test_hill_top);
  g_test_add_func ("/whole-levels/wall-on-hill", test_wall_on_hill);
  g_test_add_func ("/whole-levels/hill-to-tiles", test_hill_to_tiles);
  g_test_add_func ("/whole-levels/doors", test_doors);
  g_test_add_func ("/whole-levels/rest", test_rest);
  g_test_add_func ("/whole-levels/touches", test_touches);
  g_test_add_func ("/whole-levels/limit", test_limit);
  g_test_add_func ("/whole-levels/room-with-rounding", test_room_with_rounding);
  g_test_add_func ("/whole-levels/refusals", test_refusals);
  g_test_add_func ("/whole-levels/unstick", test_unstick);
  g_test_add_func ("/whole-levels/info-and-errors", test_info_and_errors);
  return g_test_run ();
}

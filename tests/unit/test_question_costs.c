/* SPDX-License-Identifier: MIT */
/* What questions cost on the worst banks that open: the library counts its steps here, and each question stays within the
 * bound that kickbox.h states. Banks that would cost more are refused. */
#include "bake/convert.h"
#include "runtime/kickbox/pack.h"
#include "runtime/tiles/tiles_near.h"
#include "runtime/tracks/track_check.h"
#include "tests/support/bank_maker.h"
#include "tests/support/layer_kit.h"
#include "tests/support/mazes.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/support/walls_on_grid.h"

#include <math.h>
#include <string.h>

extern uint64_t kbx_steps;
uint64_t kbx_steps;

/* ---- bytes by hand ---- */

static void
put (GByteArray *bytes, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    g_byte_array_append (bytes, (const guint8[]) { (guint8) (value >> 8 * i) }, 1);
}

static void
zeros_up_to (GByteArray *bytes, guint size)
{
  const guint from = bytes->len;
  g_byte_array_set_size (bytes, size);
  memset (bytes->data + from, 0, size - from);
}

typedef struct { guint cell, columns, rows, tiles, kind; } Layer;

/* Square cells, all of which show tile 1; each tile shows the next frame of the first sprite. */
static GByteArray *
layer_bytes (const Layer *layer, guint frames)
{
  GByteArray *b = g_byte_array_new ();
  const guint blocks = (layer->columns + 31) / 32 * ((layer->rows + 31) / 32);
  put (b, 0, 4);
  put (b, layer->cell, 2);
  put (b, layer->cell, 2);
  zeros_up_to (b, 24);
  put (b, layer->columns, 4);
  put (b, layer->rows, 4);
  put (b, layer->cell * 256, 4);
  put (b, 0, 8);
  put (b, layer->cell * 256, 4);
  put (b, 0, 4);
  put (b, layer->tiles + 1, 4);
  zeros_up_to (b, 128);
  for (guint i = 0; i < blocks; i++)
    put (b, 0x80000001u, 4);
  zeros_up_to (b, (b->len + 63) / 64 * 64 + 16);
  for (guint i = 0; i < layer->tiles; i++)
    {
      put (b, layer->kind | 64 << 8, 4);
      put (b, 0, 8);
      put (b, i % frames, 4);
    }
  for (guint i = 0; i < 4; i++)
    b->data[i] = (guint8) (b->len >> 8 * i);
  return b;
}

static const guint8 no_walls[] = { /* a level without walls */
  80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255,
};

static void
add_layer (KbBankContent *content, const Layer *layer)
{
  g_autoptr (GByteArray) bytes = layer_bytes (layer, content->sprites[0].n_frames);
  KbBankLevel *level = calloc (1, sizeof *level);
  KbBankWorld *world = calloc (1, sizeof *world);
  content->levels = level;
  content->n_levels = 1;
  level->name = strdup ("yard");
  level->bytes = malloc (sizeof no_walls);
  level->size = sizeof no_walls;
  memcpy (level->bytes, no_walls, sizeof no_walls);
  level->worlds[KB_BANK_LAYER] = world;
  level->n_worlds[KB_BANK_LAYER] = 1;
  world->name = strdup ("floor");
  world->bytes = malloc (bytes->len);
  world->size = bytes->len;
  memcpy (world->bytes, bytes->data, bytes->len);
  world->opacity = 100;
  world->sprites = malloc (sizeof *world->sprites);
  world->sprites[0] = strdup (content->sprites[0].name);
  world->n_sprites = 1;
}

static KbBankContent
content_new (void)
{
  KbBankContent content = { 0 };
  kb_maker_class (&content, "a", 0xff0000ff);
  kb_maker_sprite (&content, "set");
  return content;
}

typedef struct { guint8 *bytes; gsize size; kbx_bank bank; kbx_error error; } Made;

static Made
make (KbBankContent *content)
{
  Made made;
  made.bytes = kb_maker_write (content, &made.size);
  kb_bank_content_clear (content);
  return made;
}

/* Opens it and returns what is wrong, "" for nothing. */
static const char *
refused (Made *made)
{
  return kbx_bank_open (&made->bank, made->bytes, made->size, &made->error) == KBX_OK ? "" : made->error.message;
}

static kbx_handle frame_of (const Made *made, guint i) { return kbx_item (kbx_bank_item (&made->bank, KBX_SPRITE, 0), KBX_FRAME, i); }
static kbx_place pose (gint x, gint y) { return kbx_at (x, y); }

#define COST(bound, ...) \
  do \
    { \
      kbx_steps = 0; \
      __VA_ARGS__; \
      g_test_message ("%" G_GUINT64_FORMAT " steps of %.0f", kbx_steps, (double) (bound)); \
      g_assert_cmpuint (kbx_steps, >, 0); \
      g_assert_cmpuint (kbx_steps, <=, (guint64) (bound)); \
    } \
  while (0)

/* One convex part of 255 corners. */
static void
add_round (KbBankFrame *frame, kb_fixed x, kb_fixed y, double radius)
{
  const KbBankVertex corner[] = { { 0, 0 }, { 256, 0 }, { 0, 256 } };
  KbBankShape *shape = kb_maker_polygon (frame, 0, corner, 3);
  KbBankRing *rings[] = { &shape->outline, &shape->parts[0] };
  for (guint k = 0; k < 2; k++)
    {
      free (rings[k]->vertices);
      rings[k]->n_vertices = 255;
      rings[k]->vertices = calloc (255, sizeof *rings[k]->vertices);
      for (guint i = 0; i < 255; i++)
        {
          const double turn = i * G_PI * 2 / 255;
          rings[k]->vertices[i] = (KbBankVertex) { x + (kb_fixed) (radius * cos (turn)), y + (kb_fixed) (radius * sin (turn)) };
        }
    }
}

/* ---- frames ---- */

/* Boxes that all touch each other, or all overlap. */
static void
test_boxes (void)
{
  KbBankContent content = content_new ();
  for (guint k = 0; k < 2; k++)
    {
      KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", 16, 16, 0, 0);
      for (guint i = 0; i < KBX_FRAME_SHAPES; i++)
        kb_maker_box (frame, 0, 0, 0, 1, 1);
    }
  Made made = make (&content);
  g_assert_cmpstr (refused (&made), ==, "");
  const kbx_handle a = frame_of (&made, 0), b = frame_of (&made, 1);
  const double most = KBX_FRAME_SHAPES;
  COST (3 * most * most, g_assert_cmpuint (kbx_frames_overlap (a, pose (0, 0), 1, b, pose (1, 1), 1, NULL, 0), ==, 0));
  COST (3 * most * most, g_assert_cmpuint (kbx_frames_overlap (a, pose (0, 0), 1, b, pose (0, 0), 1, NULL, 0), ==, 1024 * 1024));
  COST (10 * most, kbx_frame_touching (a, pose (0, 0), kbx_shape_point (middle_of ((kbx_point) { 0, 0 })), 1, NULL, 0));
  COST (30 * most * most, kbx_frames_overlap (a, pose (0, 0), 1, b, pose (2, 0), 1, NULL, 0));
  /* One more of them is refused. */
  kb_maker_damage (made.bytes, made.size, "FRAM", 12, KBX_FRAME_SHAPES + 1);
  g_assert_cmpstr (refused (&made), ==, "expected at most 1024 shapes");
  g_assert_cmpstr (made.error.section, ==, "FRAM");
  g_free (made.bytes);
}

/* Convex parts of as many corners as there may be, whose boxes overlap and which do not. */
static void
test_corners (void)
{
  KbBankContent content = content_new ();
  const guint n = KBX_FRAME_CORNERS / 255;
  for (guint k = 0; k < 2; k++)
    {
      KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", 16, 16, 0, 0);
      for (guint i = 0; i < n; i++)
        add_round (frame, k * 14000 * 256, k * 14000 * 256, 8000 * 256);
    }
  Made made = make (&content);
  g_assert_cmpstr (refused (&made), ==, "");
  const kbx_handle a = frame_of (&made, 0), b = frame_of (&made, 1);
  const double most = KBX_FRAME_CORNERS;
  COST (3 * most * most, g_assert_cmpuint (kbx_frames_overlap (a, pose (0, 0), 1, b, pose (0, 0), 1, NULL, 0), ==, 0));
  COST (3 * most * most, g_assert_cmpuint (kbx_frames_overlap (a, pose (0, 0), 1, a, pose (0, 0), 1, NULL, 0), ==, n * n));
  COST (3 * most * most, kbx_frames_overlap (a, pose (0, 0), 1, b, pose (0, 0), 1, NULL, 0));
  COST (3 * most, kbx_frame_at (a, pose (0, 0), (kbx_point) { 7000, 7000 }, 1));
  COST (3 * most, kbx_frame_hit (a, pose (0, 0), kbx_shape_box ((kbx_box) { 7000, 7000, 7001, 7001 }), 1));
  COST (3 * most, kbx_frame_hit (a, pose (0, 0), kbx_shape_circle ((kbx_vec) { 7000, 7000 }, 1), 1));
  kb_maker_damage (made.bytes, made.size, "FRAM", 12, n + 1);
  g_assert_cmpstr (refused (&made), ==, "expected at most 16384 corners of all parts of the shapes");
  g_free (made.bytes);
}

/* ---- tiles ---- */

/* What a writer refuses, by hand: the tile is full when it is written. */
static void
refuse_layer (KbBankContent *content, Layer layer, const char *message)
{
  layer.kind = KBX_TILE_FULL;
  add_layer (content, &layer);
  const guint blocks = (layer.columns + 31) / 32 * ((layer.rows + 31) / 32);
  Made made = make (content);
  g_assert_cmpstr (refused (&made), ==, "");
  kb_maker_damage (made.bytes, made.size, "WDAT", (128 + 4 * blocks + 63) / 64 * 64 + 16, 64 << 8);
  g_assert_cmpstr (refused (&made), ==, message);
  g_assert_cmpstr (made.error.section, ==, "WDAT");
  g_free (made.bytes);
}

static void
test_reach (void)
{
  KbBankContent content = content_new ();
  KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", 32767, 32767, 0, 0);
  kb_maker_box (frame, 0, 0, 0, 1, 1);
  kb_maker_box (frame, 0, 32766, 32766, 1, 1);
  refuse_layer (&content, (Layer) { 4, 8192, 8192, 1, 0 }, "expected shapes that do not reach over so many cells");

  /* As far as may be. */
  content = content_new ();
  frame = kb_maker_frame (&content.sprites[0], "f", 2040, 2040, 0, 0);
  kb_maker_box (frame, 0, 0, 0, 1, 1);
  kb_maker_box (frame, 0, 2039, 2039, 1, 1);
  add_layer (&content, &(Layer) { 4, 8192, 8192, 1, 0 });
  Made made = make (&content);
  g_assert_cmpstr (refused (&made), ==, "");
  const kbx_handle tiles = kbx_item (kbx_bank_item (&made.bank, KBX_LEVEL, 0), KBX_TILES, 0);
  COST (24 * KBX_TILES_NEAR_MOST, g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_point ((kbx_vec) { 16001, 16001 }), 1, NULL, 0), ==, 0));
  COST (24 * KBX_TILES_NEAR_MOST, kbx_tiles_touching (tiles, kbx_shape_box ((kbx_box) { 16001, 16001, 16003, 16003 }), 1, NULL, 0));
  g_free (made.bytes);
}

/* Shapes that are all near, in all cells near, and never hit. */
static void
test_heavy_tiles (void)
{
  for (guint over = 0; over < 2; over++)
    {
      KbBankContent content = content_new ();
      KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", 256, 256, 0, 0);
      for (guint i = 0; i < 3 + over; i++)
        add_round (frame, 128 * 256, 128 * 256, 127 * 256);
      const Layer layer = { 4, 256, 256, 1, 0 };
      if (over)
        {
          refuse_layer (&content, layer, "expected fewer shapes and corners where they reach over many cells");
          continue;
        }
      add_layer (&content, &layer);
      Made made = make (&content);
      g_assert_cmpstr (refused (&made), ==, "");
      COST (24 * KBX_TILES_NEAR_MOST + 4 * KBX_TILES_WORK_MOST,
            kbx_tiles_touching (kbx_item (kbx_bank_item (&made.bank, KBX_LEVEL, 0), KBX_TILES, 0), kbx_shape_point ((kbx_vec) { 513, 513 }), 1, NULL, 0));
      g_free (made.bytes);
    }
}

/* As many tiles as there may be, each with as many shapes: they are not looked at one by one. */
static void
test_many_tiles (void)
{
  KbBankContent content = content_new ();
  KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", 16, 16, 0, 0);
  for (guint i = 0; i < KBX_FRAME_SHAPES; i++)
    kb_maker_box (frame, 0, 0, 0, 1, 1);
  add_layer (&content, &(Layer) { 16, 32, 32, 65535, 0 });
  Made made = make (&content);
  g_assert_cmpstr (refused (&made), ==, "");
  COST (20 * 65535 + 32 * 32 * 2 * KBX_FRAME_SHAPES,
        kbx_tiles_touching (kbx_item (kbx_bank_item (&made.bank, KBX_LEVEL, 0), KBX_TILES, 0), kbx_shape_point ((kbx_vec) { 17, 17 }), 1, NULL, 0));
  g_free (made.bytes);
}

/* Cells of one pixel, full: a box of a usual size walks on them, moves through them where they do not count, and a ray does. */
static void
test_small_cells (void)
{
  g_autoptr (GByteArray) full = layer_bytes (&(Layer) { 1, 8192, 4096, 1, KBX_TILE_FULL }, 1);
  g_autoptr (GByteArray) lamps = layer_bytes (&(Layer) { 1, 8192, 4096, 1, KBX_TILE_ONE_WAY_BOTTOM }, 1);
  const double all = 8192.0 * 4096;
  kbx_handle tiles;
  g_assert_cmpint (kbx_open (&tiles, KBX_TILES, full->data, full->len, NULL), ==, KBX_OK);
  const kbx_box hero = { 10, -24, 26, 0 };
  const KitTilesWalk walk = { 4, 4, false, KBX_ALL_CLASSES };
  /* Beside it for each pixel of the way: its height, its width times the steps. */
  COST (8000.0 * 2 * (16 + 24) * 6, g_assert_cmpint (kit_tiles_move_box (tiles, hero, (kbx_point) { 8000, 1 }, walk).moved.x, ==, 8000));
  g_assert_cmpint (kbx_open (&tiles, KBX_TILES, lamps->data, lamps->len, NULL), ==, KBX_OK);
  COST (2 * all, kit_tiles_trace_box (tiles, (kbx_box) { -8192, -4096, -1, -1 }, (kbx_point) { 20000, 20000 }, KBX_ALL_CLASSES));
  COST (2 * all, g_assert_false (kit_tiles_solid_in_box (tiles, (kbx_box) { 0, 0, 8192, 4096 }, KBX_ALL_CLASSES)));
  COST (2 * all, g_assert_cmpuint (kbx_tiles_cells (tiles, (kbx_box) { 0, 0, 8192, 4096 }, NULL, 0), ==, all));
  COST (2 * all, kbx_tiles_visible (tiles, (kbx_rect) { { 0, 0 }, { 8192, 4096 } }, NULL, 0));
  COST (4 * (8192 + 4096), kit_tiles_ray (tiles, (kbx_vec) { 0, 0 }, (kbx_vec) { 8192, 4096 }, KBX_ALL_CLASSES));
}

/* ---- tracks ---- */

/* A picture of 8 x 8 pixels again and again. */
static GByteArray *
track_bytes (guint side, const guint8 tile[64], guint base)
{
  GByteArray *b = g_byte_array_new ();
  const guint across = (side + 7) / 8;
  put (b, side, 2);
  put (b, side, 2);
  put (b, 2032, 4);
  put (b, 2, 4);
  put (b, kbx_track_tiles_at (side, side) + 128, 4);
  for (guint i = 0; i < across * across; i++)
    put (b, 1 | base << 24, 4);
  zeros_up_to (b, kbx_track_tiles_at (side, side) + 64);
  g_byte_array_append (b, tile, 64);
  return b;
}

static void
test_tracks (void)
{
  GRand *numbers = g_rand_new_with_seed (5);
  const guint side = 2048;
  const double around = 4 * side + 4096, search = 3 * (side / 8.0) * (side / 8.0) + around;
  for (guint round = 0; kit_goes_on (round, 60); round++)
    {
      guint8 tile[64];
      /* Flat but for a corner that is lower; bytes that no writer makes. */
      for (guint i = 0; i < 64; i++)
        tile[i] = (guint8) (round < 2 ? 200 - 100 * (i == 63) : g_rand_int_range (numbers, 0, round < 30 ? 8 : 256));
      g_autoptr (GByteArray) b = track_bytes (side, tile, round < 2 ? 8 : 100 + round);
      kbx_handle track;
      g_assert_cmpint (kbx_open (&track, KBX_TRACK, b->data, b->len, NULL), ==, KBX_OK);
      for (guint k = 0; k < 20; k++)
        {
          const kbx_vec p = { (float) g_rand_double_range (numbers, -100, side + 100), (float) g_rand_double_range (numbers, -100, side + 100) };
          const kbx_vec move = { (float) g_rand_double_range (numbers, -4e6, 4e6), (float) g_rand_double_range (numbers, -4e6, 4e6) };
          const kbx_circle car = { k % 2 ? p : (kbx_vec) { 1026.5f, 1028.5f }, (float) g_rand_int_range (numbers, 0, 100) };
          COST (search, kbx_track_at (track, car.centre));
          COST (search, kbx_track_cast (track, car, move));
          COST (17 * search + 17 * around, kbx_track_move (track, car, move, (kbx_motion) { .manner = (kbx_manner) (k % 3), .bounce = 1 }, 0));
        }
    }
  g_rand_free (numbers);
}

/* ---- levels ---- */

static void
test_levels (void)
{
  enum { WALLS = 40000 };
  GRand *numbers = g_rand_new_with_seed (6);
  g_autofree KitWall *walls = g_new0 (KitWall, WALLS);
  /* Long ones, side by side. */
  for (guint i = 0; i < WALLS; i++)
    walls[i].edge = (KitEdge) { 256 * 100 + (gint) i, -256 * 60000, 256 * 100 + (gint) i, 256 * 60000 };
  for (guint n = 0; n < 2; n++)
    {
      const kbx_partition kind = n == 0 ? KBX_PARTITION_NONE : KBX_PARTITION_BSP;
      g_autoptr (GError) error = NULL;
      const KitWalls input = { walls, WALLS, NULL, 0 };
      KbPartitionStats stats;
      g_autoptr (GBytes) bytes = kit_walls_build (&input, &(KitDivision) { .kind = kind }, NULL, &stats, &error);
      kbx_handle level;
      g_assert_no_error (error);
      g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
      const double once = (double) g_bytes_get_size (bytes) / 16;
      for (guint k = 0; k < 5; k++)
        {
          const kbx_vec to = { (float) g_rand_double_range (numbers, -60000, 60000), (float) g_rand_double_range (numbers, -60000, 60000) };
          const kbx_vec from = { 0, to.y }, up = { 50, -60000 };
          COST (once, kit_level_cast (level, from, to, kit_all_walls ()));
          COST (once, kit_level_sees (level, up, to, kit_all_walls ()));
          COST (once, kit_level_cast_circle (level, (kbx_circle) { from, 10 }, to, kit_all_walls ()));
          COST (32 * once, kit_level_trace_circle (level, (kbx_circle) { from, 10 }, to, kit_all_walls ()));
          COST (16 * 32 * once, kit_level_slide (level, (kbx_circle) { from, 10 }, to, kit_all_walls (), NULL, 0));
          COST (once, kbx_level_at (level, to, NULL));
          COST (once * (1 + WALLS / 16384), kit_level_near (level, (kbx_circle) { from, 60000 }, kit_all_walls (), NULL, 0));
        }
    }
  g_rand_free (numbers);
}

/* ---- mazes and heightmaps ---- */

static void
test_mazes (void)
{
  TestMaze m = kit_maze_new (0, 0, 1, 1, 0, 0, 2000, 2000);
  const double cells = 2001.0 * 2001;
  kit_maze_finish (&m);
  COST (4 * cells, kit_maze_hits_box (m.maze, (kbx_box) { 0, 0, 2000, 2000 }));
  COST (16 * cells, kit_maze_trace_box (m.maze, (kbx_box) { -2000, -2000, -1, -1 }, (kbx_point) { 9000, 9000 }));
  COST (48 * cells, kit_maze_slide_box (m.maze, (kbx_box) { -2000, -2000, -1, -1 }, (kbx_point) { 9000, 9000 }));
  COST (20 * 4000, kit_maze_trace_point (m.maze, (kbx_vec) { -9, -9 }, (kbx_vec) { 3000, 3000 }));
  kit_maze_clear (&m);
}

static void
test_heightmaps (void)
{
  enum { SIDE = 1024 };
  GRand *numbers = g_rand_new_with_seed (7);
  g_autofree guint16 *samples = g_new (guint16, SIDE * SIDE);
  for (guint i = 0; i < SIDE * SIDE; i++)
    samples[i] = (guint16) (i % 2 ? g_rand_int_range (numbers, 0, 65000) : 0);
  const kbx_heightmap_plan form = { samples, SIDE, SIDE, SIDE, { 0, 0 }, 1, 0, 65535, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = kb_pack_heightmap (&form, &error);
  kbx_handle map;
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (&map, KBX_HEIGHTMAP, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  COST (2.0 * SIDE * SIDE, kbx_heightmap_highest (map, (kbx_rect) { { 0, 0 }, { SIDE, SIDE } }));
  for (guint k = 0; k < 200; k++)
    {
      const kbx_vec3 from = { -1, (float) g_rand_double_range (numbers, 0, SIDE), 65001 };
      const kbx_vec3 move = { SIDE + 9, (float) g_rand_double_range (numbers, -SIDE, SIDE), (float) g_rand_double_range (numbers, -65000, 100) };
      COST (2 * SIDE * 20.0, kbx_heightmap_ray (map, from, move));
    }
  g_rand_free (numbers);
}

/* ---- pixels ---- */

/* Stripes: as many runs in each row as a writer makes of them. A frame of them is scaled up over a mask whose zones it misses. */
static void
test_stripes (void)
{
  enum { SIDE = 512, RUNS = 8, MASK = 1024 };
  g_autofree guint8 *picture = g_new0 (guint8, MASK * MASK), *mask = NULL;
  for (guint i = 0; i < SIDE * SIDE; i++)
    picture[i] = i % (SIDE / RUNS) == 0;
  KbBankContent content = content_new ();
  KbBankFrame *frame = kb_maker_frame (&content.sprites[0], "f", SIDE, SIDE, 0, 0);
  frame->bitmap_size = kbx_bitmap_pack (&(kbx_bitmap_plan) { picture, 1, SIDE, SIDE, SIDE, 1 }, NULL, 0, NULL, 0, NULL);
  frame->bitmap = malloc (frame->bitmap_size);
  kbx_bitmap_pack (&(kbx_bitmap_plan) { picture, 1, SIDE, SIDE, SIDE, 1 }, NULL, 0, frame->bitmap, frame->bitmap_size, NULL);
  Made made = make (&content);
  g_assert_cmpstr (refused (&made), ==, "");
  const kbx_handle stripes = frame_of (&made, 0);
  COST (4 * SIDE * RUNS * RUNS, kbx_pixels_area (stripes, pose (0, 0), stripes, pose (1, 0)));
  COST (5 * 4 * SIDE * RUNS * RUNS, kbx_pixels_collide (stripes, pose (0, 0), stripes, pose (0, 0), NULL));

  for (guint i = 0; i < MASK * MASK; i++)
    picture[i] = i % 64 == 5;
  const gsize size = kbx_mask_pack (&(kbx_mask_plan) { picture, MASK, MASK, MASK }, NULL, 0, NULL, 0, NULL);
  mask = g_malloc (size);
  kbx_mask_pack (&(kbx_mask_plan) { picture, MASK, MASK, MASK }, NULL, 0, mask, size, NULL);
  const kbx_place turn = kbx_turned ((kbx_vec) { 0, 0 }, (kbx_vec) { 1, 0 }, 2);
  COST (6.0 * MASK * MASK, kbx_zones_under ((kbx_handle) { .data = mask, .kind = KBX_MASK }, kbx_at (0, 0), stripes, turn));
  COST (6.0 * SIDE * SIDE, kbx_pixels_area (stripes, turn, stripes, pose (0, 0)));
  g_free (made.bytes);
}

KIT_PROGRAM (question_costs)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/question_costs/boxes", test_boxes);
  g_test_add_func ("/question_costs/corners", test_corners);
  g_test_add_func ("/question_costs/reach", test_reach);
  g_test_add_func ("/question_costs/heavy_tiles", test_heavy_tiles);
  g_test_add_func ("/question_costs/many_tiles", test_many_tiles);
  g_test_add_func ("/question_costs/small_cells", test_small_cells);
  g_test_add_func ("/question_costs/tracks", test_tracks);
  g_test_add_func ("/question_costs/levels", test_levels);
  g_test_add_func ("/question_costs/mazes", test_mazes);
  g_test_add_func ("/question_costs/heightmaps", test_heightmaps);
  g_test_add_func ("/question_costs/stripes", test_stripes);
  return g_test_run ();
}

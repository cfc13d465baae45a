/* SPDX-License-Identifier: MIT */
/* Mazes, grounds and heightmaps: nanoseconds a question, medians of rounds that take turns, with the 10th and 90th percentile.
 *
 * Mazes of 256 x 256 cells of 16 pixels: a perfect one, and halls, which have one edge in twenty walled; beside Box2D's ray cast
 * through the same walls, neighbours along a line joined to one edge, where that is installed. A heightmap of 2048 x 2048 samples,
 * hills; rays also by a walk through all cells on the way, which is what the pyramid is to beat. A ground of 1,000 points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/convert.h"
#include "operations/level/mazes.h"
#include "runtime/heightmaps/heightmap.h"
#include "tests/bench/rounds.h"

#ifdef WITH_BOX2D
#include "tests/bench/worlds/peer.h"
#endif

#define SIDE 256
#define CELL 16
#define SAMPLES 2048
#define POINTS 1000
#define ROUNDS 41
#define COUNT 2048

typedef struct { kbx_vec from, to; } Way;

static kbx_handle perfect, halls;
static kbx_handle map;
static kbx_handle ground;
static Way shorts[COUNT], longs[COUNT];
static kbx_vec3 low_rays[COUNT][2], high_rays[COUNT][2];
static volatile double sink;

static double unit (void) { return draw (1u << 30) / (double) (1u << 30); }

/* ---- the worlds ---- */

static kbx_handle
pack_maze (const guint8 *edges)
{
  kbx_maze_plan form = { { 0, 0 }, { 0, 0 }, CELL, CELL, SIDE, SIDE, 0, edges, SIDE + 1 };
  GBytes *bytes = kb_pack_maze (&form, NULL);
  kbx_handle maze;
  if (kbx_open (&maze, KBX_MAZE, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) != KBX_OK)
    abort ();
  return maze;
}

#ifdef WITH_BOX2D
static void
give_walls (const guint8 *edges, guint bit)
{
  for (guint line = 0; line <= SIDE; line++)
    for (guint at = 0, run = 0; at <= SIDE; at++)
      {
        guint cell = bit == KB_MAZE_LEFT ? at * (SIDE + 1) + line : line * (SIDE + 1) + at;
        if (at < SIDE && edges[cell] & bit)
          run++;
        else if (run > 0)
          {
            float to = (float) (at * CELL), from = (float) ((at - run) * CELL), on = (float) (line * CELL);
            if (bit == KB_MAZE_LEFT)
              peer_wall (on, from, on, to);
            else
              peer_wall (from, on, to, on);
            run = 0;
          }
      }
}
#endif

static void
make_mazes (void)
{
  static guint8 edges[(SIDE + 1) * (SIDE + 1)];
  kb_maze_generate (edges, SIDE, SIDE, 1);
  perfect = pack_maze (edges);
  for (guint i = 0; i < sizeof edges; i++)
    edges[i] = (guint8) ((draw (20) == 0) | (draw (20) == 0) << 1);
  halls = pack_maze (edges);
#ifdef WITH_BOX2D
  give_walls (edges, KB_MAZE_LEFT);
  give_walls (edges, KB_MAZE_TOP);
#endif
}

static void
make_map (void)
{
  g_autofree guint16 *samples = g_new (guint16, SAMPLES * SAMPLES);
  kbx_heightmap_plan form = { samples, SAMPLES, SAMPLES, SAMPLES, { 0, 0 }, 1, 0, 100, 0 };
  for (guint i = 0; i < SAMPLES * SAMPLES; i++)
    {
      double x = i % SAMPLES, y = i / SAMPLES, z = sin (x / 90) * cos (y / 70) + sin ((x + y) / 31) / 3 + sin (x / 7 - y / 9) / 20;
      samples[i] = (guint16) ((z + 1.4) / 2.8 * 65535);
    }
  GBytes *bytes = kb_pack_heightmap (&form, NULL);
  if (kbx_open (&map, KBX_HEIGHTMAP, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) != KBX_OK)
    abort ();
}

static void
make_ground (void)
{
  static kbx_ground_point points[POINTS];
  kbx_ground_plan form = { KBX_SPLINE_NATURAL, 0, 0, 0, 0, points, POINTS };
  for (guint i = 0; i < POINTS; i++)
    points[i] = (kbx_ground_point) { 4 * i, 300 + (double) draw (64), draw (5) == 0 };
  GBytes *bytes = kb_pack_ground (&form, NULL);
  if (kbx_open (&ground, KBX_GROUND, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) != KBX_OK)
    abort ();
}

static void
make_ways (void)
{
  for (guint i = 0; i < COUNT; i++)
    {
      double turn = unit () * 6.2831853, length = 8 + 56 * unit ();
      kbx_vec from = { (float) (100 + unit () * 3800), (float) (100 + unit () * 3800) };
      shorts[i].from = longs[i].from = from;
      shorts[i].to = (kbx_vec) { (float) (from.x + length * cos (turn)), (float) (from.y + length * sin (turn)) };
      longs[i].to = (kbx_vec) { (float) (unit () * SIDE * CELL), (float) (unit () * SIDE * CELL) };
      for (guint high = 0; high < 2; high++)
        {
          kbx_vec3 *ray = high ? high_rays[i] : low_rays[i];
          float x = (float) (unit () * 2040), y = (float) (unit () * 2040), z = high ? 99.5f : 101;
          ray[0] = (kbx_vec3) { x, y, z };
          ray[1] = (kbx_vec3) { (float) (unit () * 2040) - x, (float) (unit () * 2040) - y, high ? -0.1f : -100 };
        }
    }
}

/* ---- what is asked ---- */

static kbx_vec way_of (kbx_vec from, kbx_vec to) { return (kbx_vec) { to.x - from.x, to.y - from.y }; }

static double
trace (kbx_handle maze, const Way *ways)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_level_cast (maze, kbx_shape_point (ways[i].from), way_of (ways[i].from, ways[i].to), NULL).fraction;
  return sum;
}

static double trace_perfect (void) { return trace (perfect, shorts); }
static double trace_short (void) { return trace (halls, shorts); }
static double trace_long (void) { return trace (halls, longs); }

static double
move_boxes (gboolean slide, gboolean hits)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    {
      kbx_point at = { (int32_t) shorts[i].from.x / CELL * CELL + 2, (int32_t) shorts[i].from.y / CELL * CELL + 2 };
      kbx_point move = { (int32_t) (shorts[i].to.x - shorts[i].from.x), (int32_t) (shorts[i].to.y - shorts[i].from.y) };
      kbx_box box = { at.x, at.y, at.x + 12, at.y + 12 };
      sum += hits ? kbx_level_touching (halls, kbx_shape_box (box), NULL, NULL, 0) > 0
                  : kbx_level_move (halls, kbx_shape_box (box), (kbx_vec) { (float) move.x, (float) move.y }, (kbx_motion) { slide ? KBX_SLIDE : KBX_STOP }, NULL, NULL, 0).moved.x;
    }
  return sum;
}

static double box_trace (void) { return move_boxes (FALSE, FALSE); }
static double box_slide (void) { return move_boxes (TRUE, FALSE); }
static double box_hits (void) { return move_boxes (FALSE, TRUE); }

static double
cells_long (void)
{
  static kbx_point cells[2 * SIDE];
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_maze_cells_crossed (halls, longs[i].from, longs[i].to, cells, 2 * SIDE);
  return sum;
}

#ifdef WITH_BOX2D
static double
peer (const Way *ways)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += peer_cast (ways[i].from.x, ways[i].from.y, ways[i].to.x, ways[i].to.y);
  return sum;
}

static double peer_short (void) { return peer (shorts); }
static double peer_long (void) { return peer (longs); }
#endif

static double
heights (kbx_height_filter filter)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_heightmap_z (map, (kbx_vec) { longs[i].from.x / 2, longs[i].from.y / 2 }, filter);
  return sum;
}

static double height_nearest (void) { return heights (KBX_HEIGHT_NEAREST); }
static double height_bilinear (void) { return heights (KBX_HEIGHT_BILINEAR); }
static double height_bicubic (void) { return heights (KBX_HEIGHT_BICUBIC); }

static double
height_highest (void)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_heightmap_highest (map, (kbx_rect) { { longs[i].from.x / 2, longs[i].from.y / 2 }, { longs[i].from.x / 2 + 4, longs[i].from.y / 2 + 4 } });
  return sum;
}

static double
rays (kbx_vec3 (*all)[2])
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_heightmap_ray (map, all[i][0], all[i][1]).fraction;
  return sum;
}

static double ray_low (void) { return rays (low_rays); }
static double ray_high (void) { return rays (high_rays); }

/* Cell by cell; the greatest of the four corners tells whether the ray may be in it. Half a cell a step, which misses some. */
static double
walk_low (void)
{
  const kbx_heightmap_view v = kbx_read_heightmap (map.data);
  double sum = 0;
  for (guint i = 0; i < COUNT / 16; i++)
    {
      const kbx_vec3 from = low_rays[i][0], move = low_rays[i][1];
      const double steps = 2 * sqrt (move.x * move.x + move.y * move.y) + 1;
      double k = 0;
      for (; k < steps; k++)
        {
          const double t = k / steps;
          const kbx_height_spot spot = kbx_spot_of (&v, from.x + t * move.x, from.y + t * move.y);
          if (from.z + t * move.z <= kbx_spot_height (&v, &spot))
            break;
        }
      sum += k / steps;
    }
  return sum * 16;
}

static double
ground_height (void)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_ground_at (ground, longs[i].from.x).y;
  return sum;
}

static double
ground_land (void)
{
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += kbx_level_cast (ground, kbx_shape_point ((kbx_vec) { longs[i].from.x, 250 }), (kbx_vec) { shorts[i].to.x - shorts[i].from.x, 200 }, NULL).fraction;
  return sum;
}

/* ---- timing ---- */

static const struct {
  const char *name;
  double (*run) (void);
  guint count;
} subjects[] = {
  { "maze, point, 8 to 64 pixels, perfect maze", trace_perfect, COUNT },
  { "maze, point, 8 to 64 pixels, halls", trace_short, COUNT },
  { "maze, point, across, halls", trace_long, COUNT },
#ifdef WITH_BOX2D
  { "  Box2D 2.4 ray cast, 8 to 64 pixels", peer_short, COUNT },
  { "  Box2D 2.4 ray cast, across", peer_long, COUNT },
#endif
  { "maze, box of 12 x 12, 8 to 64 pixels", box_trace, COUNT },
  { "maze, box of 12 x 12, slide", box_slide, COUNT },
  { "maze, is a wall in the box", box_hits, COUNT },
  { "maze, cells crossed, across", cells_long, COUNT },
  { "heightmap, nearest", height_nearest, COUNT },
  { "heightmap, bilinear", height_bilinear, COUNT },
  { "heightmap, bicubic", height_bicubic, COUNT },
  { "heightmap, highest under 4 x 4", height_highest, COUNT },
  { "heightmap, ray from above to the ground", ray_low, COUNT },
  { "  the same by half cells", walk_low, COUNT / 16 },
  { "heightmap, ray over the hills", ray_high, COUNT },
  { "ground, height", ground_height, COUNT },
  { "ground, landing", ground_land, COUNT },
};

int
main (void)
{
  static double times[G_N_ELEMENTS (subjects)][ROUNDS];
  make_mazes ();
  make_map ();
  make_ground ();
  make_ways ();
  for (guint round = 0; round <= ROUNDS; round++)
    for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
      {
        double start = now ();
        sink += subjects[i].run ();
        /* The first round warms up. */
        if (round > 0)
          times[i][round - 1] = (now () - start) / subjects[i].count;
      }
  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    {
      qsort (times[i], ROUNDS, sizeof (double), compare);
      printf ("%-44s %8.1f ns  (%.1f to %.1f)\n", subjects[i].name, times[i][ROUNDS / 2], times[i][ROUNDS / 10], times[i][ROUNDS - 1 - ROUNDS / 10]);
    }
  return 0;
}

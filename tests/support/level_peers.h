/* SPDX-License-Identifier: MIT */
/* A soup of walls in all partitions, and all walls one by one against them, bit for bit. */
#ifndef KB_TEST_LEVEL_PEERS_H
#define KB_TEST_LEVEL_PEERS_H

#include "runtime/levels/level.h"
#include "tests/support/first_wall.h"
#include "tests/support/soups.h"

typedef struct {
  GBytes *bytes;
  kbx_handle level;
  const char *name;
} Built;

/* Also with leaves and cells far too small or too large. */
static const struct { const char *name; KitDivision settings; } variants[] = {
  { "none", { .kind = KBX_PARTITION_NONE } },
  { "grid", { .kind = KBX_PARTITION_GRID } },
  { "fine grid", { .kind = KBX_PARTITION_GRID, .cell = 3.7 } },
  { "coarse grid", { .kind = KBX_PARTITION_GRID, .cell = 500 } },
  { "flat grid", { .kind = KBX_PARTITION_GRID, .cell = 90, .cell_height = 5.3 } },
  { "counted grid", { .kind = KBX_PARTITION_GRID, .columns = 41, .rows = 7 } },
  { "quadtree", { .kind = KBX_PARTITION_QUADTREE } },
  { "deep quadtree", { .kind = KBX_PARTITION_QUADTREE, .leaf_walls = 1, .max_depth = 40 } },
  { "bsp", { .kind = KBX_PARTITION_BSP } },
  { "deep bsp", { .kind = KBX_PARTITION_BSP, .leaf_walls = 1 } },
};
#define VARIANTS G_N_ELEMENTS (variants)

static inline void
build_all (const KitWalls *input, Built *built)
{
  for (guint i = 0; i < VARIANTS; i++)
    {
      g_autoptr (GError) error = NULL;
      KbPartitionStats stats;
      kbx_error why;
      built[i].name = variants[i].name;
      built[i].bytes = kit_walls_build (input, &variants[i].settings, NULL, &stats, &error);
      g_assert_no_error (error);
      if (kbx_open (&built[i].level, KBX_WALLS, g_bytes_get_data (built[i].bytes, NULL), g_bytes_get_size (built[i].bytes), &why) != KBX_OK)
        g_error ("%s at %u: %s", built[i].name, (guint) why.offset, why.message);
      g_assert_cmpuint (stats.bytes, ==, g_bytes_get_size (built[i].bytes));
      g_assert_cmpuint (kbx_info (built[i].level).walls, ==, input->n_walls);
    }
}

static inline void
free_all (Built *built)
{
  for (guint i = 0; i < VARIANTS; i++)
    g_bytes_unref (built[i].bytes);
}

static inline kbx_vec edge_a (KitEdge e) { return (kbx_vec) { (float) e.ax / 256, (float) e.ay / 256 }; }
static inline kbx_vec edge_b (KitEdge e) { return (kbx_vec) { (float) e.bx / 256, (float) e.by / 256 }; }

/* The definition: all walls in order. Inlined, gcc 12 leaves out that `to` was rounded to float. */
static G_GNUC_NO_INLINE G_GNUC_UNUSED kbx_hit
brute (const Soup *soup, kbx_circle mover, kbx_vec to, KitWallFilter filter)
{
  const WallMover all = { mover.centre, mover.radius, NULL, kbx_from_to (mover.centre, to) };
  guint index;
  kbx_hit answer = kbx_sweep_answer (mover.centre, first_wall (&all, soup->walls, filter, &index));
  answer.index = index;
  return answer;
}

static inline gboolean
same (kbx_hit a, kbx_hit b)
{
  return a.index == b.index && a.status == b.status && a.hit == b.hit && a.started_inside == b.started_inside &&
         memcmp (&a.fraction, &b.fraction, 4) == 0 && memcmp (&a.point, &b.point, 8) == 0 &&
         memcmp (&a.normal, &b.normal, 8) == 0;
}

static inline KitWallFilter
random_filter (guint64 *doors)
{
  KitWallFilter filter = kit_all_walls ();
  if (g_test_rand_int_range (0, 3) == 0)
    filter.classes = (guint64) g_test_rand_int_range (0, 16);
  if (g_test_rand_int_range (0, 3) == 0)
    filter.removed = doors;
  return filter;
}

static inline void
compare_casts (const Soup *soup, const Built *built, guint moves, guint64 *doors)
{
  for (guint m = 0; m < moves; m++)
    {
      kbx_circle mover = { { 0, 0 }, 0 };
      kbx_vec to, stop = { 0, 0 };
      KitWallFilter filter = random_filter (doors);
      soup_move (soup, &mover.centre, &to);
      to = kit_meant (mover.centre, to);
      if (m % 3 == 2)
        mover.radius = m % 2 ? 8 : (float) g_test_rand_double_range (0, soup->size / 2000.0);
      kbx_hit wanted = brute (soup, mover, to, filter);
      for (guint i = 0; i < VARIANTS; i++)
        {
          kbx_hit got = kit_level_cast_circle (built[i].level, mover, to, filter);
          if (!same (got, wanted))
            g_error ("%s of %u walls: (%.9g %.9g) to (%.9g %.9g) radius %.9g: wall %u at %.9g, and by all walls %u at %.9g", built[i].name,
                     soup->walls->len, (double) mover.centre.x, (double) mover.centre.y, (double) to.x, (double) to.y, (double) mover.radius,
                     got.index, (double) got.fraction, wanted.index, (double) wanted.fraction);
          if (mover.radius == 0)
            {
              /* Also by the way that processors without AVX2 go. */
              kbx_way way = { .bytes = built[i].level.data, .mover = mover, .to = to, .filter = { filter.classes, filter.removed, false } };
              g_assert_true (kbx_way_point_usual (&way));
              kbx_hit usual = kbx_sweep_answer (way.mover.centre, way.ray);
              usual.index = way.wall;
              g_assert_true (same (usual, wanted));
              g_assert_cmpint (kit_level_sees (built[i].level, mover.centre, to, filter), ==, !wanted.hit);
            }
          KitTrace trace = kit_level_trace_circle (built[i].level, mover, to, filter);
          if (i == 0)
            stop = trace.stop;
          /* Who touches a wall and moves against it stays. */
          gboolean stays = wanted.fraction == 0 && memcmp (&stop, &mover.centre, sizeof stop) == 0;
          if (trace.wall != wanted.index || memcmp (&trace.stop, &stop, sizeof stop) != 0
              || (i == 0 && !stays && brute (soup, mover, stop, filter).hit && !wanted.started_inside))
            g_error ("%s of %u walls: (%.9g %.9g) to (%.9g %.9g) radius %.9g stops at (%.9g %.9g)", built[i].name, soup->walls->len,
                     (double) mover.centre.x, (double) mover.centre.y, (double) to.x, (double) to.y, (double) mover.radius, (double) trace.stop.x, (double) trace.stop.y);
        }
    }
}

#endif

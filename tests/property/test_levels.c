/* SPDX-License-Identifier: MIT */
/* Every partition against all walls one by one, bit for bit, on soups of all kinds; bytes against themselves.
 * With KICKBOX_SOAK larger soups and more of them. */
#include "bake/partitions/partitions.h"
#include "runtime/rays.h"
#include "tests/support/seed.h"
#include "tests/support/soups.h"

typedef struct {
  GBytes *bytes;
  kbx_level level;
  const char *name;
} Built;

/* Also with leaves and cells far too small or too large. */
static const struct { const char *name; KbPartitionSettings settings; } variants[] = {
  { "none", { .kind = KBX_PARTITION_NONE } },
  { "grid", { .kind = KBX_PARTITION_GRID } },
  { "fine grid", { .kind = KBX_PARTITION_GRID, .cell = 3.7 } },
  { "coarse grid", { .kind = KBX_PARTITION_GRID, .cell = 500 } },
  { "quadtree", { .kind = KBX_PARTITION_QUADTREE } },
  { "deep quadtree", { .kind = KBX_PARTITION_QUADTREE, .leaf_walls = 1, .max_depth = 40 } },
  { "bsp", { .kind = KBX_PARTITION_BSP } },
  { "deep bsp", { .kind = KBX_PARTITION_BSP, .leaf_walls = 1 } },
};
#define VARIANTS G_N_ELEMENTS (variants)

static void
build_all (const KbPartitionInput *input, Built *built)
{
  for (guint i = 0; i < VARIANTS; i++)
    {
      g_autoptr (GError) error = NULL;
      KbPartitionStats stats;
      kbx_error why;
      built[i].name = variants[i].name;
      built[i].bytes = kb_partition_build (input, &variants[i].settings, NULL, &stats, &error);
      g_assert_no_error (error);
      if (kbx_level_open (&built[i].level, g_bytes_get_data (built[i].bytes, NULL), g_bytes_get_size (built[i].bytes), &why) != KBX_OK)
        g_error ("%s at %u: %s", built[i].name, (guint) why.offset, why.message);
      g_assert_cmpuint (stats.bytes, ==, g_bytes_get_size (built[i].bytes));
      g_assert_cmpuint (kbx_level_wall_count (built[i].level), ==, input->n_walls);
    }
}

static void
free_all (Built *built)
{
  for (guint i = 0; i < VARIANTS; i++)
    g_bytes_unref (built[i].bytes);
}

static gboolean
counts (const KbPartitionWall *w, guint i, kbx_wall_filter filter)
{
  return (filter.classes >> w->class_index & 1) != 0 && (!filter.removed || (filter.removed[i / 64] >> i % 64 & 1) == 0);
}

static kbx_vec edge_a (KbPartitionEdge e) { return (kbx_vec) { (float) e.ax / 256, (float) e.ay / 256 }; }
static kbx_vec edge_b (KbPartitionEdge e) { return (kbx_vec) { (float) e.bx / 256, (float) e.by / 256 }; }

/* The definition: all walls in order. */
static kbx_first_sweep
brute (const Soup *soup, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_ray best = kbx_ray_miss ();
  kbx_first_sweep answer = { .index = KBX_NONE };
  for (guint i = 0; i < soup->walls->len; i++)
    {
      const KbPartitionWall *w = &g_array_index (soup->walls, KbPartitionWall, i);
      kbx_wide_vec a = kbx_from_to (mover.centre, edge_a (w->edge)), b = kbx_from_to (mover.centre, edge_b (w->edge)), move = kbx_from_to (mover.centre, to);
      if (!counts (w, i, filter))
        continue;
      kbx_ray ray = mover.radius > 0 ? kbx_ray_capsule (a, b, mover.radius, move, w->one_way) : kbx_ray_segment (a, b, move, w->one_way);
      if (ray.hit && (!best.hit || ray.t < best.t))
        {
          best = ray;
          answer.index = i;
        }
    }
  answer.sweep = kbx_sweep_answer (mover.centre, best);
  return answer;
}

static gboolean
same (kbx_first_sweep a, kbx_first_sweep b)
{
  return a.index == b.index && a.sweep.status == b.sweep.status && a.sweep.hit == b.sweep.hit && a.sweep.started_inside == b.sweep.started_inside &&
         memcmp (&a.sweep.fraction, &b.sweep.fraction, 4) == 0 && memcmp (&a.sweep.point, &b.sweep.point, 8) == 0 &&
         memcmp (&a.sweep.normal, &b.sweep.normal, 8) == 0;
}

static kbx_wall_filter
random_filter (guint64 *doors)
{
  kbx_wall_filter filter = kbx_all_walls ();
  if (g_test_rand_int_range (0, 3) == 0)
    filter.classes = (guint64) g_test_rand_int_range (0, 16);
  if (g_test_rand_int_range (0, 3) == 0)
    filter.removed = doors;
  return filter;
}

static void
compare_casts (const Soup *soup, const Built *built, guint moves, guint64 *doors)
{
  for (guint m = 0; m < moves; m++)
    {
      kbx_circle mover = { { 0, 0 }, 0 };
      kbx_vec to;
      kbx_wall_filter filter = random_filter (doors);
      soup_move (soup, &mover.centre, &to);
      if (m % 3 == 2)
        mover.radius = m % 2 ? 8 : (float) g_test_rand_double_range (0, soup->size / 2000.0);
      kbx_first_sweep wanted = brute (soup, mover, to, filter);
      for (guint i = 0; i < VARIANTS; i++)
        {
          kbx_first_sweep got = kbx_level_cast_circle (built[i].level, mover, to, filter);
          if (!same (got, wanted))
            g_error ("%s of %u walls: (%.9g %.9g) to (%.9g %.9g) radius %.9g: wall %u at %.9g, and by all walls %u at %.9g", built[i].name,
                     soup->walls->len, (double) mover.centre.x, (double) mover.centre.y, (double) to.x, (double) to.y, (double) mover.radius,
                     got.index, (double) got.sweep.fraction, wanted.index, (double) wanted.sweep.fraction);
          if (mover.radius == 0)
            g_assert_cmpint (kbx_level_sees (built[i].level, mover.centre, to, filter), ==, !wanted.sweep.hit);
          kbx_trace trace = kbx_level_trace_circle (built[i].level, mover, to, filter);
          if (trace.wall != wanted.index || (brute (soup, mover, trace.stop, filter).sweep.hit && !wanted.sweep.started_inside))
            g_error ("%s of %u walls: (%.9g %.9g) to (%.9g %.9g) radius %.9g stops at (%.9g %.9g)", built[i].name, soup->walls->len,
                     (double) mover.centre.x, (double) mover.centre.y, (double) to.x, (double) to.y, (double) mover.radius, (double) trace.stop.x, (double) trace.stop.y);
        }
    }
}

static void
compare_near (const Soup *soup, const Built *built, guint64 *doors)
{
  g_autofree uint32_t *wanted = g_new (uint32_t, soup->walls->len + 1), *got = g_new (uint32_t, soup->walls->len + 1);
  for (int round = 0; round < 20; round++)
    {
      kbx_vec a, b;
      kbx_wall_filter filter = random_filter (doors);
      gboolean box = round % 2;
      guint n = 0;
      soup_move (soup, &a, &b);
      kbx_circle circle = { a, (float) g_test_rand_double_range (0, soup->size / 2000.0) };
      kbx_rect rect = { { MIN (a.x, b.x), MIN (a.y, b.y) }, { MAX (a.x, b.x), MAX (a.y, b.y) } };
      for (guint i = 0; i < soup->walls->len; i++)
        {
          const KbPartitionWall *w = &g_array_index (soup->walls, KbPartitionWall, i);
          kbx_segment s = { edge_a (w->edge), edge_b (w->edge) };
          if (counts (w, i, filter) && (box ? kbx_clip_segment_rect (s, rect).hit : kbx_overlap_segment_circle (s, circle)))
            wanted[n++] = i;
        }
      for (guint i = 0; i < VARIANTS; i++)
        {
          guint capacity = soup->walls->len / (1 + (guint) round % 3);
          guint count = box ? kbx_level_near_box (built[i].level, rect, filter, got, capacity)
                            : kbx_level_near (built[i].level, circle, filter, got, capacity);
          g_assert_cmpuint (count, ==, n);
          g_assert_cmpmem (got, MIN (n, capacity) * sizeof *got, wanted, MIN (n, capacity) * sizeof *got);
        }
    }
}

static void
test_soups (gconstpointer data)
{
  SoupKind kind = (SoupKind) GPOINTER_TO_INT (data);
  gboolean soak = g_getenv ("KICKBOX_SOAK") != NULL;
  static const guint sizes[] = { 0, 1, 2, 3, 4, 5, 9, 33, 100, 400, 2000, 20000 };
  for (guint k = 0; k < G_N_ELEMENTS (sizes) - !soak; k++)
    {
      Built built[VARIANTS];
      Soup soup = soup_new (kind, sizes[k]);
      KbPartitionInput input = soup_input (&soup);
      g_autofree guint64 *doors = g_new (guint64, sizes[k] / 64 + 1);
      for (guint i = 0; i <= sizes[k] / 64; i++)
        doors[i] = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
      build_all (&input, built);
      compare_casts (&soup, built, soak ? 2000 : sizes[k] > 1000 ? 150 : 300, doors);
      compare_near (&soup, built, doors);
      free_all (built);
      soup_free (&soup);
    }
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "short", "long", "lattice", "collinear", "joints", "star", "limits", "upright", "outliers", "tiny", "all" };
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strdup_printf ("/levels/soups/%s", names[i]);
      g_test_add_data_func (path, GINT_TO_POINTER (i), test_soups);
    }
  return g_test_run ();
}

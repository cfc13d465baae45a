/* SPDX-License-Identifier: MIT */
/* The way out of an overlap: of two convex shapes it frees after the depth of their contact; of a level it is free, within
 * reach, and no longer than what a finer search in the same directions finds, but for the width of its steps. */
#include <math.h>

#include "runtime/kickbox_pack.h"
#include "tests/support/closed_shapes.h"
#include "tests/support/seed.h"

static double real (double low, double high) { return g_test_rand_double_range (low, high); }

/* ---- pairs ---- */

enum { CAPSULE = KIT_CONVEX + 1, KINDS };

typedef struct {
  guint kind;
  KitShape shape;
  kbx_vec a, b;
  float radius;
} Any;

static Any
any_new (guint kind)
{
  if (kind == CAPSULE)
    return (Any) { .kind = kind, .a = kit_vec (real (-20, 20), real (-20, 20)), .b = kit_vec (real (-20, 20), real (-20, 20)), .radius = (float) real (0.5, 8) };
  return (Any) { .kind = kind, .shape = kit_random_shape ((KitKind) kind, g_test_rand_int_range (0, 2)) };
}

static kbx_shape
any_at (Any *any, double dx, double dy)
{
  if (any->kind == CAPSULE)
    return kbx_shape_capsule (kit_vec (any->a.x + dx, any->a.y + dy), kit_vec (any->b.x + dx, any->b.y + dy), any->radius);
  any->shape = kit_moved (&any->shape, 1, 1, dx, dy);
  switch (any->shape.kind)
    {
    case KIT_CIRCLE: return SHAPE (any->shape.circle);
    case KIT_RECT: return SHAPE (any->shape.rect);
    case KIT_OBB: return SHAPE (any->shape.obb);
    default: return CONVEX_SHAPE (kit_polygon (&any->shape));
    }
}

static void
test_pairs (void)
{
  for (guint round = 0; kit_goes_on (round, 40000); round++)
    {
      Any own = any_new (round % KINDS), other = any_new (round / KINDS % KINDS);
      const kbx_shape a = any_at (&own, 0, 0), b = any_at (&other, 0, 0);
      const kbx_manifold m = kbx_collide (b, a);
      const kbx_hit hit = kbx_cast (a, kit_vec (real (-9, 9), real (-9, 9)), b);
      if (!m.hit || (double) m.depth < 1e-3)
        continue;
      g_assert_true (hit.hit && hit.started_inside);
      const double way = (double) m.depth * 1.0001 + 1e-3;
      if (kbx_overlap (any_at (&own, (double) hit.normal.x * way, (double) hit.normal.y * way), b))
        g_error ("kinds %u and %u: normal (%.9g %.9g), but the contact's is (%.9g %.9g), by %.9g", own.kind, other.kind, (double) hit.normal.x,
                 (double) hit.normal.y, (double) m.normal.x, (double) m.normal.y, (double) m.depth);
    }
}

/* ---- levels ---- */

static kbx_handle
random_walls (guint8 *bytes, gsize size)
{
  static guint8 work[1 << 20];
  kbx_wall walls[6];
  kbx_handle level;
  const guint n = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (walls) + 1);
  for (guint i = 0; i < n; i++)
    {
      const kbx_vec a = kit_vec (g_test_rand_int_range (-12, 13), g_test_rand_int_range (-12, 13));
      walls[i] = (kbx_wall) { { a, kit_vec (a.x + g_test_rand_int_range (1, 21), a.y + g_test_rand_int_range (-20, 21)) }, 0, false };
    }
  const kbx_walls_plan plan = { .walls = walls, .wall_count = n };
  g_assert_cmpuint (kbx_walls_pack (&plan, work, sizeof work, bytes, size, NULL), >, 0);
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, bytes, size, NULL), ==, KBX_OK);
  return level;
}

static kbx_shape
mover_at (guint kind, double x, double y)
{
  switch (kind)
    {
    case 0: return kbx_shape_circle (kit_vec (x, y), 5);
    case 1: return kbx_shape_rect (kit_vec (x - 3, y - 5), kit_vec (x + 4, y + 2));
    default: return kbx_shape_box ((kbx_box) { (gint) x - 3, (gint) y - 5, (gint) x + 4, (gint) y + 2 });
    }
}

static gboolean
is_free (kbx_handle level, guint kind, double x, double y)
{
  return !kbx_level_cast (level, mover_at (kind, x, y), kit_vec (0, 0), NULL).started_inside;
}

/* Free for as long a way that no distance that is tried steps over it. */
static gboolean
is_wide_gap (kbx_handle level, guint kind, const gint way[2], double far, double step)
{
  for (double more = 0; more <= far / 32 + 2.0 / 256; more += step)
    if (!is_free (level, kind, way[0] * (far + more), way[1] * (far + more)))
      return FALSE;
  return TRUE;
}

static void
test_levels (void)
{
  static const gint ways[8][2] = { { 0, -1 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 1, -1 }, { -1, -1 }, { 1, 1 }, { -1, 1 } };
  guint8 bytes[1 << 16];
  for (guint round = 0; kit_goes_on (round, 2000); round++)
    {
      const kbx_handle level = random_walls (bytes, sizeof bytes);
      const guint kind = round % 3;
      const double step = kind == 2 ? 1 : 1.0 / 64, reach = (double) g_test_rand_int_range (2, 40);
      const kbx_move out = kbx_level_unstick (level, mover_at (kind, 0, 0), (float) reach, NULL);
      double least = INFINITY;
      if (is_free (level, kind, 0, 0))
        continue;
      g_assert_true (out.started_inside);
      for (guint i = 0; i < 8; i++)
        for (double far = step; far * hypot (ways[i][0], ways[i][1]) <= MIN (reach, least); far += step)
          if (is_wide_gap (level, kind, ways[i], far, step))
            least = far * hypot (ways[i][0], ways[i][1]);
      const double length = hypot ((double) out.moved.x, (double) out.moved.y);
      g_assert_true (out.hit ? length == 0 : is_free (level, kind, (double) out.moved.x, (double) out.moved.y) && length <= reach + 1e-6);
      if (length > least + step || (out.hit && least < reach - step))
        g_error ("kind %u, reach %g: (%.9g %.9g)%s, but %.9g is enough", kind, reach, (double) out.moved.x, (double) out.moved.y, out.hit ? " none" : "", least);
    }
}

KIT_PROGRAM (ways_out)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/ways-out/pairs", test_pairs);
  g_test_add_func ("/ways-out/levels", test_levels);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Convex parts: named polygons with the count that is best, random ones against area and overlap. */
#include "bake/convert.h"

#include <string.h>

#include "runtime/kickbox.h"
#include "tests/support/seed.h"

static gint64
turn (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((gint64) b.x - a.x) * ((gint64) c.y - b.y) - ((gint64) b.y - a.y) * ((gint64) c.x - b.x);
}

static void
check_parts (const KbBankVertex *v, guint n, const KbBankRing *parts, guint n_parts)
{
  gint64 sum = 0;
  for (guint p = 0; p < n_parts; p++)
    {
      const KbBankRing *part = parts + p;
      g_assert_cmpuint (part->n_vertices, >=, 3);
      g_assert_cmpuint (part->n_vertices, <=, KB_PART_MAX_VERTICES);
      for (guint i = 0; i < part->n_vertices; i++)
        {
          gboolean known = FALSE;
          for (guint k = 0; k < n && !known; k++)
            known = memcmp (v + k, part->vertices + i, sizeof *v) == 0;
          g_assert_true (known);
          /* Convex, clockwise, nothing on a line: all other corners are strictly inside each edge. */
          KbBankVertex a = part->vertices[i], b = part->vertices[(i + 1) % part->n_vertices];
          for (guint k = 2; k < part->n_vertices; k++)
            g_assert_cmpint (turn (a, b, part->vertices[(i + k) % part->n_vertices]), >, 0);
        }
      sum += kb_ring_area (part->vertices, part->n_vertices);
    }
  g_assert_cmpint (sum, ==, ABS (kb_ring_area (v, n)));
}

static void
free_parts (KbBankRing *parts, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (parts[i].vertices);
  g_free (parts);
}

/* `expected` 0: must be refused. */
static const struct { const char *name; guint expected, n; int v[32]; } named[] = {
  { "triangle", 1, 3, { 0, 0, 8, 0, 0, 8 } },
  { "triangle, other way round", 1, 3, { 0, 0, 0, 8, 8, 0 } },
  { "square", 1, 4, { 0, 0, 8, 0, 8, 8, 0, 8 } },
  { "square with a vertex on an edge", 1, 5, { 0, 0, 4, 0, 8, 0, 8, 8, 0, 8 } },
  { "square that starts on an edge", 1, 5, { 4, 0, 8, 0, 8, 8, 0, 8, 0, 0 } },
  { "square with edges full of vertices", 1, 9, { 1, 0, 2, 0, 8, 0, 8, 3, 8, 8, 4, 8, 0, 8, 0, 5, 0, 0 } },
  { "L", 2, 6, { 0, 0, 4, 0, 4, 4, 8, 4, 8, 8, 0, 8 } },
  { "T", 2, 8, { 0, 0, 9, 0, 9, 3, 6, 3, 6, 9, 3, 9, 3, 3, 0, 3 } },
  { "plus", 3, 12, { 3, 0, 6, 0, 6, 3, 9, 3, 9, 6, 6, 6, 6, 9, 3, 9, 3, 6, 0, 6, 0, 3, 3, 3 } },
  { "arrow head", 2, 4, { 0, 0, 8, 4, 0, 8, 4, 4 } },
  { "comb", 4, 12, { 0, 0, 10, 0, 10, 9, 8, 9, 8, 2, 6, 2, 6, 9, 4, 9, 4, 2, 2, 2, 2, 9, 0, 9 } },
  { "no area", 0, 4, { 0, 0, 8, 0, 4, 0, 2, 0 } },
  { "one point", 0, 3, { 2, 2, 2, 2, 2, 2 } },
  { "two corners", 0, 2, { 0, 0, 8, 8 } },
  { "bow tie without area", 0, 4, { 0, 0, 8, 8, 8, 0, 0, 8 } },
};

static void
test_named (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      KbBankVertex v[16];
      for (guint k = 0; k < named[i].n; k++)
        v[k] = (KbBankVertex) { named[i].v[2 * k], named[i].v[2 * k + 1] };
      KbBankRing *parts;
      guint n_parts;
      gboolean ok = kb_decompose (v, named[i].n, &parts, &n_parts);
      g_test_message ("%s: %u", named[i].name, n_parts);
      g_assert_cmpint (ok, ==, named[i].expected > 0);
      if (!ok)
        continue;
      g_assert_cmpuint (n_parts, ==, named[i].expected);
      check_parts (v, named[i].n, parts, n_parts);
      free_parts (parts, n_parts);
    }
}

/* A star about the origin: angles ascend, distances are free, so it never crosses itself. On a coarse
 * grid many corners fall on lines through others. */
static guint
make_star (GRand *random, KbBankVertex *v, guint n, double size)
{
  guint count = 0;
  for (guint i = 0; i < n; i++)
    {
      kbx_vec way = kbx_direction (360.0 * i / n);
      double r = size * g_rand_double_range (random, 0.1, 1);
      v[count++] = (KbBankVertex) { (int32_t) (way.x * r), (int32_t) (way.y * r) };
    }
  return count;
}

static gboolean
on_segment (KbBankVertex p, KbBankVertex a, KbBankVertex b)
{
  return turn (a, b, p) == 0 && MIN (a.x, b.x) <= p.x && p.x <= MAX (a.x, b.x) && MIN (a.y, b.y) <= p.y && p.y <= MAX (a.y, b.y);
}

static gboolean
meet (KbBankVertex a, KbBankVertex b, KbBankVertex c, KbBankVertex d)
{
  if (on_segment (a, c, d) || on_segment (b, c, d) || on_segment (c, a, b) || on_segment (d, a, b))
    return TRUE;
  return (turn (a, b, c) > 0) != (turn (a, b, d) > 0) && (turn (c, d, a) > 0) != (turn (c, d, b) > 0);
}

/* No two edges meet but neighbours in their corner. Slow and plain. */
static gboolean
is_simple (const KbBankVertex *v, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        KbBankVertex a = v[i], b = v[(i + 1) % n], c = v[k], d = v[(k + 1) % n];
        if (memcmp (&a, &c, sizeof a) == 0)
          return FALSE;
        if (k == i + 1 ? on_segment (d, a, b) || on_segment (a, c, d)
            : i == 0 && k == n - 1 ? on_segment (c, a, b) || on_segment (b, c, d) : meet (a, b, c, d))
          return FALSE;
      }
  return kb_ring_area (v, n) != 0;
}

static void
test_random (void)
{
  static const struct { guint n; double size; guint rounds; } sets[] = {
    { 4, 6, 3000 }, { 7, 8, 3000 }, { 12, 20, 2000 }, { 20, 5000, 500 }, { 60, 8000000, 100 }, { 400, 8000000, 3 },
  };
  GRand *random = g_rand_new_with_seed (29);
  guint simple = 0, all_parts = 0, all_reflex = 0;
  for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint round = 0; round < sets[s].rounds; round++)
      {
        KbBankVertex v[400];
        guint n = make_star (random, v, sets[s].n, sets[s].size);
        if (!is_simple (v, n))
          continue;
        KbBankRing *parts;
        guint n_parts, reflex = 0;
        g_assert_true (kb_decompose (v, n, &parts, &n_parts));
        check_parts (v, n, parts, n_parts);
        gint64 area = kb_ring_area (v, n);
        for (guint i = 0; i < n; i++)
          reflex += (area > 0) != (turn (v[(i + n - 1) % n], v[i], v[(i + 1) % n]) >= 0);
        /* Never more than one for each end of two diagonals at each reflex corner. */
        g_assert_cmpuint (n_parts, <=, 2 * reflex + 1);
        simple++;
        all_parts += n_parts;
        all_reflex += reflex;
        free_parts (parts, n_parts);
      }
  g_rand_free (random);
  g_test_message ("%u polygons, %.2f parts and %.2f reflex corners each", simple, (double) all_parts / simple,
                  (double) all_reflex / simple);
  g_assert_cmpuint (simple, >, 4000);
}

/* A regular polygon of more corners than a part may have. */
static void
test_round (void)
{
  KbBankVertex v[1000];
  for (guint i = 0; i < 1000; i++)
    {
      kbx_vec way = kbx_direction (0.36 * i);
      v[i] = (KbBankVertex) { (int32_t) (way.x * 8000000.0), (int32_t) (way.y * 8000000.0) };
    }
  KbBankRing *parts;
  guint n_parts;
  g_assert_true (kb_decompose (v, 1000, &parts, &n_parts));
  check_parts (v, 1000, parts, n_parts);
  g_assert_cmpuint (n_parts, >=, 4);
  g_assert_cmpuint (n_parts, <=, 4);
  free_parts (parts, n_parts);
}

static void
test_oriented (void)
{
  KbBankVertex c[4];
  g_assert_true (kb_oriented_corners (2560, 2560, 512, 256, 1, 0, c));
  g_assert_cmpmem (c, sizeof c, ((KbBankVertex[]) { { 2304, 2432 }, { 2816, 2432 }, { 2816, 2688 }, { 2304, 2688 } }), sizeof c);
  g_assert_true (kb_oriented_corners (0, 0, 512, 256, 0, 1, c));
  g_assert_cmpmem (c, sizeof c, ((KbBankVertex[]) { { 128, -256 }, { 128, 256 }, { -128, 256 }, { -128, -256 } }), sizeof c);
  for (int degrees = -720; degrees <= 720; degrees += 7)
    {
      kbx_vec way = kbx_direction (degrees);
      g_assert_true (kb_oriented_corners (1000, -77, 333, 1001, way.x, way.y, c));
      g_assert_cmpint (c[0].x + c[2].x, ==, 2000);
      g_assert_cmpint (c[1].y + c[3].y, ==, -154);
      g_assert_cmpint (ABS (kb_ring_area (c, 4) - 2 * 333 * 1001), <, 6000);
    }
}

KIT_PROGRAM (bake_decompose)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bake/decompose/named", test_named);
  g_test_add_func ("/bake/decompose/random", test_random);
  g_test_add_func ("/bake/decompose/round", test_round);
  g_test_add_func ("/bake/oriented", test_oriented);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Every partition against all walls one by one, bit for bit, on soups of all kinds; bytes against themselves.
 * With KICKBOX_SOAK larger soups and more of them. */
#include "tests/support/shape_of.h"
#include "tests/support/level_peers.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

static void
compare_near (const Soup *soup, const Built *built, guint64 *doors)
{
  g_autofree uint32_t *wanted = g_new (uint32_t, soup->walls->len + 1), *got = g_new (uint32_t, soup->walls->len + 1);
  for (int round = 0; round < 20; round++)
    {
      kbx_vec a, b;
      KitWallFilter filter = random_filter (doors);
      gboolean box = round % 2;
      guint n = 0;
      soup_move (soup, &a, &b);
      kbx_circle circle = { a, (float) g_test_rand_double_range (0, soup->size / 2000.0) };
      kbx_rect rect = { { MIN (a.x, b.x), MIN (a.y, b.y) }, { MAX (a.x, b.x), MAX (a.y, b.y) } };
      for (guint i = 0; i < soup->walls->len; i++)
        {
          const KitWall *w = &g_array_index (soup->walls, KitWall, i);
          kbx_segment s = { edge_a (w->edge), edge_b (w->edge) };
          if (wall_counts (w, i, filter) && (box ? kbx_clip_segment (s.a, s.b, SHAPE (rect)).count > 0 : kbx_overlap (SHAPE (s), SHAPE (circle))))
            wanted[n++] = i;
        }
      for (guint i = 0; i < VARIANTS; i++)
        {
          guint capacity = soup->walls->len / (1 + (guint) round % 3);
          guint count = box ? kit_level_near_box (built[i].level, rect, filter, got, capacity)
                            : kit_level_near (built[i].level, circle, filter, got, capacity);
          g_assert_cmpuint (count, ==, n);
          g_assert_cmpmem (got, MIN (n, capacity) * sizeof *got, wanted, MIN (n, capacity) * sizeof *got);
        }
    }
}

/* ---- areas ---- */

#define CELLS 5
#define POLYGONS 6

/* A room of jittered quadrilaterals that share their edges, and polygons of any form over it, in random order. */
static void
random_areas (KitArea *areas, KitEdge *edges, gint32 size)
{
  gint32 corners[CELLS + 1][CELLS + 1][2], jitter = size / CELLS / 3;
  guint n = 0;
  for (guint i = 0; i <= CELLS; i++)
    for (guint k = 0; k <= CELLS; k++)
      {
        corners[i][k][0] = (gint32) k * (size / CELLS) + soup_number (-jitter, jitter);
        corners[i][k][1] = (gint32) i * (size / CELLS) + soup_number (-jitter, jitter);
      }
  for (guint a = 0; a < CELLS * CELLS + POLYGONS; a++)
    {
      gint32 ring[8][2];
      guint i = a / CELLS, k = a % CELLS, count = a < CELLS * CELLS ? 4 : (guint) soup_number (3, 8);
      for (guint c = 0; c < count; c++)
        for (guint axis = 0; axis < 2; axis++)
          ring[c][axis] = a < CELLS * CELLS ? corners[i + (c > 1)][k + (c == 1 || c == 2)][axis] : soup_number (-size / 4, size + size / 4);
      areas[a] = (KitArea) { edges + n, count };
      for (guint c = 0; c < count; c++)
        edges[n++] = (KitEdge) { ring[c][0], ring[c][1], ring[(c + 1) % count][0], ring[(c + 1) % count][1] };
    }
  for (guint a = 0; a < POLYGONS; a++)
    {
      guint other = (guint) soup_number (0, CELLS * CELLS + POLYGONS - 1);
      KitArea swap = areas[a];
      areas[a] = areas[other];
      areas[other] = swap;
    }
}

/* The definition, in whole numbers: how many edges a ray to the left crosses, lower ends not belonging to them. */
static guint
area_by_definition (const KitArea *areas, guint n, gint64 x, gint64 y)
{
  for (guint a = 0; a < n; a++)
    {
      gboolean in = FALSE;
      for (guint i = 0; i < areas[a].n_edges; i++)
        {
          KitEdge e = areas[a].edges[i];
          gint64 turn = (gint64) (e.bx - e.ax) * (y - e.ay) - (gint64) (e.by - e.ay) * (x - e.ax);
          if ((e.ay <= y) != (e.by <= y) && (e.ay < e.by ? turn <= 0 : turn >= 0))
            in = !in;
        }
      if (in)
        return a;
    }
  return KBX_NONE;
}

static void
test_areas (void)
{
  const guint n = CELLS * CELLS + POLYGONS;
  KitArea areas[CELLS * CELLS + POLYGONS];
  KitEdge edges[8 * (CELLS * CELLS + POLYGONS)];
  for (guint round = 0; round < MAX (SOUP_KINDS + 1, kit_rounds (2 * (SOUP_KINDS + 1))); round++)
    {
      Built built[VARIANTS];
      Soup soup = soup_new ((SoupKind) (round % (SOUP_KINDS + 1)), (guint) soup_number (0, 300));
      KitWalls input = soup_input (&soup);
      random_areas (areas, edges, soup.size);
      input.areas = areas;
      input.n_areas = n;
      build_all (&input, built);
      for (guint m = 0; kit_goes_on (m, 2000); m++)
        {
          KitEdge e = edges[soup_number (0, 4 * CELLS * CELLS - 1)];
          gint64 x = soup_number (-soup.size / 2, 3 * (soup.size / 2)), y = soup_number (-soup.size / 2, 3 * (soup.size / 2));
          if (m % 4 < 2) /* at a corner, or next to an edge */
            {
              x = m % 4 ? e.ax : ((gint64) e.ax + e.bx) / 2 + soup_number (-1, 1);
              y = m % 4 ? e.ay : ((gint64) e.ay + e.by) / 2 + soup_number (-1, 1);
            }
          guint wanted = area_by_definition (areas, n, x, y);
          for (guint i = 0; i < VARIANTS; i++)
            {
              KitPlace place = kit_level_at (built[i].level, soup_vec (x, y));
              if (place.area != wanted)
                g_error ("%s: (%.9g %.9g) is in %u, not %u", built[i].name, (double) x / 256, (double) y / 256, place.area, wanted);
            }
        }
      free_all (built);
      soup_free (&soup);
    }
}

static void
test_soups (gconstpointer data)
{
  SoupKind kind = (SoupKind) GPOINTER_TO_INT (data);
  gboolean soak = kit_is_soak ();
  static const guint sizes[] = { 0, 1, 2, 3, 4, 5, 9, 33, 100, 400, 2000, 20000 };
  guint most = soak ? 20000 : kit_rounds (2000);
  /* Grids of some kinds have a million cells, however few walls there are: a third of the sizes for each kind in turn. */
  guint step = kit_is_whole () ? 1 : 3;
  for (guint k = (guint) kind % step; k < G_N_ELEMENTS (sizes) && sizes[k] <= most; k += step)
    {
      Built built[VARIANTS];
      Soup soup = soup_new (kind, sizes[k]);
      KitWalls input = soup_input (&soup);
      g_autofree guint64 *doors = g_new (guint64, sizes[k] / 64 + 1);
      for (guint i = 0; i <= sizes[k] / 64; i++)
        doors[i] = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
      build_all (&input, built);
      compare_casts (&soup, built, soak ? 2000 : kit_rounds (sizes[k] > 1000 ? 150 : 300), doors);
      compare_near (&soup, built, doors);
      free_all (built);
      soup_free (&soup);
    }
}

/* Corners that many walls share; all kinds in one. */
G_GNUC_UNUSED static void
test_large (gconstpointer data)
{
  Built built[VARIANTS];
  const SoupKind kind = (SoupKind) GPOINTER_TO_INT (data);
  /* Each end is looked for in all walls here, so fewer in one line. */
  const guint n = kind == SOUP_COLLINEAR ? 3000 : kit_is_whole () ? 100000 : 5000;
  Soup soup = soup_new (kind, n);
  KitWalls input = soup_input (&soup);
  g_autofree guint64 *doors = g_new0 (guint64, n / 64 + 1);
  g_assert_cmpuint (soup.walls->len, ==, n);
  build_all (&input, built);
  compare_casts (&soup, built, kind == SOUP_COLLINEAR ? 100 : kit_is_soak () ? 2000 : 30, doors);
  free_all (built);
  soup_free (&soup);
}

KIT_PROGRAM (levels_random)
{
  static const char *const names[] = { "short", "long", "lattice", "collinear", "joints", "star", "limits", "upright", "outliers", "tiny", "all" };
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strdup_printf ("/levels/soups/%s", names[i]);
      g_test_add_data_func (path, GINT_TO_POINTER (i), test_soups);
    }
#ifndef KIT_SANITIZED
  g_test_add_data_func ("/levels/large/lattice", GINT_TO_POINTER (SOUP_LATTICE), test_large);
  g_test_add_data_func ("/levels/large/collinear", GINT_TO_POINTER (SOUP_COLLINEAR), test_large);
  g_test_add_data_func ("/levels/large/all", GINT_TO_POINTER (SOUP_KINDS), test_large);
#endif
  g_test_add_func ("/levels/areas", test_areas);
  return g_test_run ();
}

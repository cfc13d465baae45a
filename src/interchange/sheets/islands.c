/* SPDX-License-Identifier: MIT */
/* Islands of a sheet. Opaque pixels belong together if they touch, also at corners, or are at most
 * `gap` transparent pixels apart in x and y. Row runs are joined by union-find, in time linear in
 * the runs. Islands are in reading order. */
#include "interchange/sheets/sheets.h"

#include <string.h>

guint
kb_runs_root (KbRun *runs, guint i)
{
  while (runs[i].parent != i)
    i = runs[i].parent = runs[runs[i].parent].parent;
  return i;
}

void
kb_runs_join (KbRun *runs, guint a, guint b)
{
  a = kb_runs_root (runs, a);
  b = kb_runs_root (runs, b);
  if (a < b)
    runs[b].parent = a;
  else
    runs[a].parent = b;
}

/* All runs, and the first run of each row; row_start has height + 1 entries. NULL: too many. */
static GArray *
collect_runs (const KbPicture *picture, gint alpha, guint *row_start)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (KbRun));
  for (guint y = 0; y < picture->height; y++)
    {
      row_start[y] = runs->len;
      for (guint x = 0; x < picture->width; x++)
        {
          guint start = x;
          while (x < picture->width && kb_picture_pixel (picture, x, y)[3] >= MAX (alpha, 1))
            x++;
          if (x == start)
            continue;
          if (runs->len == KB_MAX_ISLAND_RUNS)
            return NULL;
          KbRun run = { (gint) y, (gint) start, (gint) x, runs->len, 0 };
          g_array_append_val (runs, run);
        }
    }
  row_start[picture->height] = runs->len;
  return g_steal_pointer (&runs);
}

void
kb_runs_join_near (KbRun *runs, const guint *row_start, gint height, gint gap)
{
  for (gint y = 0; y < height; y++)
    {
      for (guint i = row_start[y]; i + 1 < row_start[y + 1]; i++)
        if (runs[i + 1].x0 - runs[i].x1 <= gap)
          kb_runs_join (runs, i, i + 1);
      for (gint other = MAX (y - gap - 1, 0); other < y; other++)
        {
          guint a = row_start[y], b = row_start[other];
          while (a < row_start[y + 1] && b < row_start[other + 1])
            {
              /* Distance 0 is a shared corner. */
              if (runs[a].x0 - runs[b].x1 <= gap && runs[b].x0 - runs[a].x1 <= gap)
                kb_runs_join (runs, a, b);
              if (runs[a].x1 < runs[b].x1)
                a++;
              else
                b++;
            }
        }
    }
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const KbIsland *p = a, *q = b;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : p->x != q->x ? (p->x < q->x ? -1 : 1) : 0;
}

static int
compare_lefts (gconstpointer a, gconstpointer b)
{
  const KbIsland *p = a, *q = b;
  return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

/* An island belongs to a row if it overlaps the row's highest island by at least half the height of
 * the lower of the two. */
static void
reading_order (GArray *islands)
{
  g_array_sort (islands, compare_tops);
  KbIsland *all = (KbIsland *) (void *) islands->data,
           *sorted = g_new (KbIsland, MAX (islands->len, 1));
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (islands->len, 1));
  guint n = 0, row = 0;
  for (guint i = 0; i < islands->len; i++)
    {
      if (taken[i])
        continue;
      guint start = n;
      gint bottom = all[i].y + all[i].height;
      for (guint j = i; j < islands->len && all[j].y < bottom; j++)
        {
          gint overlap = MIN (bottom, all[j].y + all[j].height) - all[j].y;
          if (taken[j] || 2 * overlap < MIN (all[i].height, all[j].height))
            continue;
          taken[j] = TRUE;
          all[j].row = row;
          sorted[n++] = all[j];
        }
      row++;
      qsort (sorted + start, n - start, sizeof *sorted, compare_lefts);
    }
  if (n)
    memcpy (all, sorted, n * sizeof *sorted);
  g_free (sorted);
}

/* The number of opaque pixels per column in the rows so far, as two Fenwick trees of differences
 * between neighbours. A run adds two differences. A query for the pixels left of a column takes
 * log(width). */
typedef struct { gint64 steps, places; } Column;

static void
add_step (Column *columns, guint width, guint x, gint64 step)
{
  for (guint i = x + 1; i <= width + 1; i += i & -i)
    {
      columns[i].steps += step;
      columns[i].places += step * x;
    }
}

static gint64
pixels_left_of (const Column *columns, guint x)
{
  gint64 steps = 0, places = 0;
  for (guint i = x; i; i -= i & -i)
    {
      steps += columns[i].steps;
      places += columns[i].places;
    }
  return steps * x - places;
}

/* Counts the rows above `row` in an island's box. */
typedef struct { gint row; guint island; gint sign; } Edge;

static int
compare_edges (const void *a, const void *b)
{
  return ((const Edge *) a)->row - ((const Edge *) b)->row;
}

/* An island whose box has more opaque pixels than the island shares its box. The trees avoid
 * counting each box separately, which for nested islands would cost islands times pixels. */
static void
find_shared (const KbIslandMap *map)
{
  const GArray *islands = map->islands;
  const KbRun *runs = (const KbRun *) (void *) map->runs->data;
  g_autofree Edge *edges = g_new (Edge, 2 * (gsize) islands->len + 1);
  const Edge *edge = edges;
  g_autofree gint64 *inside = g_new0 (gint64, islands->len + 1);
  g_autofree Column *columns = g_new0 (Column, map->width + 2);
  KB_EACH_IN (const KbIsland, island, islands)
    {
      edges[2 * island_at] = (Edge) { island->y, island_at, -1 };
      edges[2 * island_at + 1] = (Edge) { island->y + island->height, island_at, 1 };
    }
  qsort (edges, 2 * (gsize) islands->len, sizeof *edges, compare_edges);
  for (gint y = 0; y <= map->height; y++)
    {
      for (; edge < edges + 2 * (gsize) islands->len && edge->row == y; edge++)
        {
          const KbIsland *island = &g_array_index (islands, KbIsland, edge->island);
          inside[edge->island] += edge->sign
                                  * (pixels_left_of (columns, (guint) (island->x + island->width))
                                     - pixels_left_of (columns, (guint) island->x));
        }
      for (guint i = map->row_start[y]; y < map->height && i < map->row_start[y + 1]; i++)
        {
          add_step (columns, (guint) map->width, (guint) runs[i].x0, 1);
          add_step (columns, (guint) map->width, (guint) runs[i].x1, -1);
        }
    }
  KB_EACH_IN (KbIsland, island, islands)
    island->shared = (guint64) inside[island_at] != island->pixels;
}

void
kb_island_map_collect (KbIslandMap *map)
{
  KbRun *runs = (KbRun *) (void *) map->runs->data;
  /* Of a root its pixels, then its place in the list */
  g_autofree guint *of_root = g_new0 (guint, map->runs->len + 1);
  for (guint i = 0; i < map->runs->len; i++)
    of_root[kb_runs_root (runs, i)] += (guint) (runs[i].x1 - runs[i].x0);
  g_clear_pointer (&map->islands, g_array_unref);
  map->islands = g_array_new (FALSE, FALSE, sizeof (KbIsland));
  map->n_small = map->n_islands = 0;
  for (guint i = 0; i < map->runs->len; i++)
    {
      /* A root is the first run of its island, so the bounds start with it. */
      const guint root = kb_runs_root (runs, i);
      if (root == i)
        {
          KbIsland island = { .x = runs[i].x0, .y = runs[i].y, .root = i, .pixels = of_root[i] };
          const gboolean is_small = island.pixels < (guint64) MAX (map->minimum, 1),
                         is_kept = runs[i].keep > 0 || (runs[i].keep == 0 && !is_small);
          map->n_small += runs[i].keep == 0 && is_small;
          of_root[i] = G_MAXUINT;
          if (is_kept && map->n_islands++ < KB_MAX_ISLANDS)
            {
              of_root[i] = map->islands->len;
              g_array_append_val (map->islands, island);
            }
        }
      if (of_root[root] == G_MAXUINT)
        continue;
      KbIsland *island = &g_array_index (map->islands, KbIsland, of_root[root]);
      gint right = MAX (island->x + island->width, runs[i].x1);
      island->x = MIN (island->x, runs[i].x0);
      island->width = right - island->x;
      island->height = runs[i].y + 1 - island->y;
    }
}

void
kb_island_map_order (KbIslandMap *map)
{
  find_shared (map);
  reading_order (map->islands);
}

KbIslandMap *
kb_island_map_new (const KbPicture *picture, gint alpha, gint gap, gint minimum)
{
  KbIslandMap *map =
    KB_NEW (KbIslandMap, .width = (gint) picture->width, .height = (gint) picture->height,
            .gap = gap, .minimum = minimum, .row_start = g_new (guint, picture->height + 1));
  map->runs = collect_runs (picture, alpha, map->row_start);
  if (!map->runs)
    {
      g_free (map->row_start);
      g_free (map);
      return NULL;
    }
  kb_runs_join_near ((KbRun *) (void *) map->runs->data, map->row_start, map->height, gap);
  kb_island_map_collect (map);
  kb_island_map_order (map);
  return map;
}

void
kb_island_map_free (KbIslandMap *map)
{
  g_array_unref (map->islands);
  g_array_unref (map->runs);
  g_free (map->row_start);
  g_free (map);
}

KbPicture *
kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture, const KbIsland *island)
{
  KbPicture *result = kb_picture_new (island->width, island->height);
  KbRun *runs = (KbRun *) (void *) map->runs->data;
  if (!result)
    return NULL;
  for (guint i = map->row_start[island->y]; i < map->row_start[island->y + island->height]; i++)
    if (kb_runs_root (runs, i) == island->root)
      memcpy (result->rgba
                + 4 * ((gsize) (runs[i].y - island->y) * result->width + (runs[i].x0 - island->x)),
              kb_picture_pixel (picture, runs[i].x0, runs[i].y),
              4 * (gsize) (runs[i].x1 - runs[i].x0));
  return result;
}

/* SPDX-License-Identifier: MIT */
/* Islands of a sheet. Opaque pixels belong together if they touch, also at corners, or are at most
 * `gap` transparent pixels apart in x and y. Row runs are joined by union-find, in time linear in
 * the runs. Islands are in reading order. */
#include "interchange/sheets/sheets.h"

#include <math.h>
#include <string.h>

/* The alpha from which a run has a level: solid pixels, the rest of a core, and three weaker ones.
 * Drawn shadows have an alpha of about a half and are not solid. Blurred edges are weaker. */
static const guint8 alphas[] = { 240, 128, 64, 32, 0 };
#define CORE 1

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
  runs[MIN (a, b)].level = MIN (runs[a].level, runs[b].level);
  runs[MAX (a, b)].parent = MIN (a, b);
}

/* The level of a pixel, without `gather` always 0; -1 if it is in no island. */
static gint
get_level (const KbPicture *picture, guint x, guint y, gint alpha, gboolean gather)
{
  gint level = 0, own = kb_picture_pixel (picture, x, y)[3];
  while (gather && own < alphas[level])
    level++;
  return own >= MAX (alpha, 1) ? level : -1;
}

/* All runs, and the first run of each row; row_start has height + 1 entries. NULL: too many. */
static GArray *
collect_runs (const KbPicture *picture, gint alpha, gboolean gather, guint *row_start)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (KbRun));
  for (guint y = 0; y < picture->height; y++)
    {
      row_start[y] = runs->len;
      for (guint x = 0; x < picture->width;)
        {
          guint start = x;
          gint level = get_level (picture, x, y, alpha, gather);
          while (x < picture->width && get_level (picture, x, y, alpha, gather) == level)
            x++;
          if (level < 0)
            continue;
          if (runs->len == KB_MAX_ISLAND_RUNS)
            return NULL;
          KbRun run = { (gint) y, (gint) start, (gint) x, runs->len, .level = level };
          g_array_append_val (runs, run);
        }
    }
  row_start[picture->height] = runs->len;
  return g_steal_pointer (&runs);
}

/* Joins two runs that are near, but not two cores over weaker pixels. */
static void
join_level (KbRun *runs, guint a, guint b, gint level)
{
  if (MAX (runs[a].level, runs[b].level) <= level
      && (level <= CORE
          || MAX (runs[kb_runs_root (runs, a)].level, runs[kb_runs_root (runs, b)].level) > CORE))
    kb_runs_join (runs, a, b);
}

void
kb_runs_join_near (KbRun *runs, const guint *row_start, gint height, gint gap, gint level)
{
  for (gint y = 0; y < height; y++)
    {
      for (guint i = row_start[y]; i + 1 < row_start[y + 1]; i++)
        if (runs[i + 1].x0 - runs[i].x1 <= gap)
          join_level (runs, i, i + 1, level);
      for (gint other = MAX (y - gap - 1, 0); other < y; other++)
        {
          guint a = row_start[y], b = row_start[other];
          while (a < row_start[y + 1] && b < row_start[other + 1])
            {
              /* Distance 0 is a shared corner. */
              if (runs[a].x0 - runs[b].x1 <= gap && runs[b].x0 - runs[a].x1 <= gap)
                join_level (runs, a, b, level);
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

/* The length that two stretches share, or the gap between them, negative. */
static gint64
get_common (gint a, gint a_length, gint b, gint b_length)
{
  return MIN (a + a_length, b + b_length) - MAX (a, b);
}

/* An island belongs to a row if it overlaps the row's highest island by at least half the height of
 * the lower of the two. */
static void
reading_order (GArray *islands)
{
  g_array_sort (islands, compare_tops);
  KbIsland *all = (KbIsland *) (void *) islands->data;
  g_autofree KbIsland *sorted = g_new (KbIsland, MAX (islands->len, 1));
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (islands->len, 1));
  guint n = 0, row = 0;
  for (guint i = 0; i < islands->len; i++)
    {
      if (taken[i])
        continue;
      guint start = n;
      for (guint j = i; j < islands->len && all[j].y < all[i].y + all[i].height; j++)
        {
          if (taken[j]
              || 2 * get_common (all[i].y, all[i].height, all[j].y, all[j].height)
                   < MIN (all[i].height, all[j].height))
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
}

/* The number of opaque pixels per column in the rows so far, as two Fenwick trees of differences
 * between neighbours. A run adds two differences. A query for the pixels left of a column takes
 * log(width). */
typedef struct { gint64 steps, places; } Column;

static void
add_islands_step (Column *columns, guint width, guint x, gint64 step)
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
typedef struct { gint row; guint island; gint sign; } IslandsEdge;

static int
compare_islands_edges (const void *a, const void *b)
{
  return ((const IslandsEdge *) a)->row - ((const IslandsEdge *) b)->row;
}

/* An island whose box has more opaque pixels than the island shares its box. The trees avoid
 * counting each box separately, which for nested islands would cost islands times pixels. */
static void
find_shared (const KbIslandMap *map)
{
  const KbRun *runs = (const KbRun *) (void *) map->runs->data;
  g_autofree IslandsEdge *edges = g_new (IslandsEdge, 2 * (gsize) map->islands->len + 1);
  const IslandsEdge *edge = edges;
  g_autofree gint64 *inside = g_new0 (gint64, map->islands->len + 1);
  g_autofree Column *columns = g_new0 (Column, map->width + 2);
  KB_EACH_IN (const KbIsland, island, map->islands)
    {
      edges[2 * island_at] = (IslandsEdge) { island->y, island_at, -1 };
      edges[2 * island_at + 1] = (IslandsEdge) { island->y + island->height, island_at, 1 };
    }
  qsort (edges, 2 * (gsize) map->islands->len, sizeof *edges, compare_islands_edges);
  for (gint y = 0; y <= map->height; y++)
    {
      for (; edge < edges + 2 * (gsize) map->islands->len && edge->row == y; edge++)
        {
          const KbIsland *island = &g_array_index (map->islands, KbIsland, edge->island);
          inside[edge->island] += edge->sign
                                  * (pixels_left_of (columns, (guint) (island->x + island->width))
                                     - pixels_left_of (columns, (guint) island->x));
        }
      for (guint i = map->row_start[y]; y < map->height && i < map->row_start[y + 1]; i++)
        {
          add_islands_step (columns, (guint) map->width, (guint) runs[i].x0, 1);
          add_islands_step (columns, (guint) map->width, (guint) runs[i].x1, -1);
        }
    }
  KB_EACH_IN (KbIsland, island, map->islands)
    island->shared = (guint64) inside[island_at] != island->pixels;
}

static void
extend (KbIsland *island, const KbIsland *by)
{
  gint right = MAX (island->x + island->width, by->x + by->width),
       bottom = MAX (island->y + island->height, by->y + by->height);
  island->x = MIN (island->x, by->x);
  island->y = MIN (island->y, by->y);
  island->width = right - island->x;
  island->height = bottom - island->y;
  island->pixels += by->pixels;
}

/* The first `most` islands that have `minimum` pixels or are kept. Counts all of them, and the
 * smaller ones. */
static GArray *
list_islands (KbRun *runs, guint n_runs, guint minimum, guint most, guint *n_islands,
              guint *n_small)
{
  GArray *islands = g_array_new (FALSE, FALSE, sizeof (KbIsland));
  /* Of a root its pixels, then its place in the list */
  g_autofree guint *of_root = g_new0 (guint, n_runs + 1);
  for (guint i = 0; i < n_runs; i++)
    of_root[kb_runs_root (runs, i)] += (guint) (runs[i].x1 - runs[i].x0);
  *n_islands = *n_small = 0;
  for (guint i = 0; i < n_runs; i++)
    {
      /* A root is the first run of its island, so the bounds start with it. */
      guint root = kb_runs_root (runs, i);
      const KbIsland run = { runs[i].x0, runs[i].y, runs[i].x1 - runs[i].x0, 1,
                             (guint64) (runs[i].x1 - runs[i].x0), .root = i };
      if (root == i)
        {
          gboolean is_small = runs[i].keep == 0 && of_root[i] < minimum,
                   is_listed = runs[i].keep >= 0 && !is_small && (*n_islands)++ < most;
          *n_small += is_small;
          of_root[i] = is_listed ? islands->len : G_MAXUINT;
          if (is_listed)
            g_array_append_val (islands, run);
        }
      else if (of_root[root] != G_MAXUINT)
        extend (&g_array_index (islands, KbIsland, of_root[root]), &run);
    }
  return islands;
}

void
kb_island_map_collect (KbIslandMap *map)
{
  g_clear_pointer (&map->islands, g_array_unref);
  map->islands =
    list_islands ((KbRun *) (void *) map->runs->data, map->runs->len,
                  (guint) MAX (map->minimum, 1), KB_MAX_ISLANDS, &map->n_islands, &map->n_small);
}

void
kb_island_map_order (KbIslandMap *map)
{
  find_shared (map);
  reading_order (map->islands);
}

/* ---- figures and their parts ---- */

#define EVEN 80            /* min percentage of pixels in parts of half to twice the typical size */
#define MOST_PARTS 8192    /* each is compared to each figure */

/* How much the figure's box would cover of other figures' boxes, then whether the figure begins
 * below its shadow, then how much its box would grow. Infinite if the part is not near. */
static double
rate_figure (const GArray *figures, const KbIsland *figure, const KbIsland *part, gboolean shadow,
             double reach)
{
  KbIsland both = *figure;
  extend (&both, part);
  gint64 distance = -MIN (get_common (figure->x, figure->width, part->x, part->width),
                          get_common (figure->y, figure->height, part->y, part->height));
  double cost = distance > reach ? INFINITY
                                 : (double) both.width * both.height
                                     - (double) figure->width * figure->height
                                     + (shadow && figure->y > part->y ? KB_MAX_PICTURE_PIXELS : 0);
  KB_EACH_IN_WHILE (distance <= reach, const KbIsland, other, figures)
    if (other != figure)
      cost += 2.0 * KB_MAX_PICTURE_PIXELS
              * MAX (get_common (other->x, other->width, both.x, both.width), 0)
              * MAX (get_common (other->y, other->height, both.y, both.height), 0);
  return cost;
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  double p = ((const KbIsland *) a)->cost, q = ((const KbIsland *) b)->cost;
  return (p > q) - (p < q);
}

/* Finds the best figure for a part, and with `join` joins it. */
static void
join_part (KbRun *runs, GArray *figures, KbIsland *part, double reach, gboolean join)
{
  KbIsland *best = NULL;
  part->cost = INFINITY;
  KB_EACH_IN (KbIsland, figure, figures)
    {
      double cost = rate_figure (figures, figure, part, runs[part->root].level > 0, reach);
      best = cost < part->cost ? figure : best;
      part->cost = MIN (part->cost, cost);
    }
  if (best && join)
    {
      kb_runs_join (runs, best->root, part->root);
      extend (best, part);
    }
}

/* Joins shadows and small parts to figures that are near, if most solid parts are about equal: in a
 * sheet of unlike drawings, small ones are frames. A shadow has no solid pixel. A small part has
 * less than `gather` percent of the pixels of a typical figure, which is the mean over all pixels,
 * so that the number of small parts does not matter. Near is within the root of a typical figure's
 * pixels: the side of a square of that size. The surest parts come first: a wrong one makes its
 * figure's box larger, and misleads the next. */
static void
gather_parts (KbRun *runs, guint n_runs, gint gather)
{
  guint n_parts, n_small;
  g_autoptr (GArray) parts = list_islands (runs, n_runs, 0, MOST_PARTS, &n_parts, &n_small);
  g_autoptr (GArray) figures = g_array_new (FALSE, FALSE, sizeof (KbIsland));
  g_autoptr (GArray) small = g_array_new (FALSE, FALSE, sizeof (KbIsland));
  double all = 0, typical = 0, even = 0;
  KB_EACH_IN (const KbIsland, part, parts)
    if (runs[part->root].level == 0)
      all += part->pixels;
  KB_EACH_IN (const KbIsland, part, parts)
    if (runs[part->root].level == 0)
      typical += part->pixels / all * part->pixels;
  KB_EACH_IN (const KbIsland, part, parts)
    {
      if (runs[part->root].level == 0 && part->pixels <= 2 * typical && 2 * part->pixels >= typical)
        even += part->pixels;
      g_array_append_vals (runs[part->root].level > 0 || 100 * part->pixels < gather * typical
                             ? small
                             : figures,
                           part, 1);
    }
  if (100 * even < EVEN * all || n_parts > MOST_PARTS)
    return;
  KB_EACH_IN (KbIsland, part, small)
    join_part (runs, figures, part, sqrt (typical), FALSE);
  g_array_sort (small, compare_costs);
  KB_EACH_IN (KbIsland, part, small)
    join_part (runs, figures, part, sqrt (typical), TRUE);
}

KbIslandMap *
kb_island_map_new (const KbPicture *picture, gint alpha, gint gap, gint minimum, gint gather)
{
  KbIslandMap *map =
    KB_NEW (KbIslandMap, .width = (gint) picture->width, .height = (gint) picture->height,
            .gap = gap, .minimum = minimum, .row_start = g_new (guint, picture->height + 1));
  map->runs = collect_runs (picture, alpha, gather > 0, map->row_start);
  if (!map->runs)
    {
      kb_island_map_free (map);
      return NULL;
    }
  KbRun *runs = (KbRun *) (void *) map->runs->data;
  for (gint level = CORE; level < (gint) (gather ? G_N_ELEMENTS (alphas) : CORE + 1); level++)
    kb_runs_join_near (runs, map->row_start, map->height, gap, level);
  if (gather)
    gather_parts (runs, map->runs->len, gather);
  kb_island_map_collect (map);
  kb_island_map_order (map);
  return map;
}

void
kb_island_map_free (KbIslandMap *map)
{
  g_clear_pointer (&map->islands, g_array_unref);
  g_clear_pointer (&map->runs, g_array_unref);
  g_free (map->row_start);
  g_free (map);
}

KbPicture *
kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture, const KbIsland *island)
{
  KbPicture *result = kb_picture_new (island->width, island->height);
  KbRun *runs = (KbRun *) (void *) map->runs->data;
  for (guint i = map->row_start[island->y];
       result && i < map->row_start[island->y + island->height]; i++)
    if (kb_runs_root (runs, i) == island->root)
      memcpy (result->rgba
                + 4 * ((gsize) (runs[i].y - island->y) * result->width + (runs[i].x0 - island->x)),
              kb_picture_pixel (picture, runs[i].x0, runs[i].y),
              4 * (gsize) (runs[i].x1 - runs[i].x0));
  return result;
}

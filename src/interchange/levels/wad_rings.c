/* SPDX-License-Identifier: MIT */
/* Each line is an edge of the sector on its right, and reversed one of that on its left. Lines with
 * the same sector on both sides are ignored. If at each vertex as many edges of a sector begin as
 * end, they form rings. Paths from vertices where more begin are traced first: they end where more
 * end, and the rest is closed. */
#include "interchange/levels/wad_private.h"

#include <stdlib.h>

typedef struct {
  guint sector;
  KbWadVertex from, to;
  guint line;
  gboolean used;
} Edge;

struct KbWadRings {
  GArray *edges;      /* Edge, by sector and then by start */
  guint *first;       /* of each sector, and one past the last */
};

static int
compare_places (KbWadVertex a, KbWadVertex b)
{
  return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

static int
compare_edges (gconstpointer x, gconstpointer y)
{
  const Edge *a = x, *b = y;
  if (a->sector != b->sector)
    return a->sector < b->sector ? -1 : 1;
  int order = compare_places (a->from, b->from);
  return order ? order : a->line < b->line ? -1 : a->line > b->line;
}

static void
add_edge (KbWadRings *rings, const KbWadMap *map, guint line, gboolean right)
{
  const KbWadLine *l = &map->lines[line];
  guint side = right ? l->right : l->left, other = right ? l->left : l->right;
  if (side == KB_WAD_NONE
      || (other != KB_WAD_NONE && map->sides[side].sector == map->sides[other].sector))
    return;
  Edge edge = { map->sides[side].sector, map->vertices[right ? l->from : l->to],
                map->vertices[right ? l->to : l->from], line, FALSE };
  if (compare_places (edge.from, edge.to) != 0)
    g_array_append_val (rings->edges, edge);
}

KbWadRings *
kb_wad_rings_new (const KbWadMap *map)
{
  KbWadRings *rings = g_new0 (KbWadRings, 1);
  *rings = (KbWadRings){ .edges = g_array_new (FALSE, FALSE, sizeof (Edge)),
                         .first = g_new0 (guint, (gsize) map->n_sectors + 1) };
  for (guint i = 0; i < map->n_lines; i++)
    {
      add_edge (rings, map, i, TRUE);
      add_edge (rings, map, i, FALSE);
    }
  g_array_sort (rings->edges, compare_edges);
  for (guint s = 0, e = 0; s <= map->n_sectors; s++)
    {
      while (e < rings->edges->len && g_array_index (rings->edges, Edge, e).sector < s)
        e++;
      rings->first[s] = e;
    }
  return rings;
}

void
kb_wad_rings_free (KbWadRings *rings)
{
  g_array_unref (rings->edges);
  g_free (rings->first);
  g_free (rings);
}

static Edge *
edge_at (const KbWadRings *rings, guint i)
{
  return &g_array_index (rings->edges, Edge, i);
}

/* The sector's first edge that begins at the vertex, or one past its last edge. */
static guint
find_place (const KbWadRings *rings, guint sector, KbWadVertex place)
{
  guint lo = rings->first[sector], hi = rings->first[sector + 1];
  while (lo < hi)
    {
      guint middle = lo + (hi - lo) / 2;
      if (compare_places (edge_at (rings, middle)->from, place) < 0)
        lo = middle + 1;
      else
        hi = middle;
    }
  return lo;
}

static gint64
cross (KbWadVertex a, KbWadVertex b)
{
  return (gint64) a.x * b.y - (gint64) a.y * b.x;
}

/* Which comes first when turning counter-clockwise from `back`? `back` itself comes last. */
static gboolean
is_before (KbWadVertex back, KbWadVertex a, KbWadVertex b)
{
  gint64 of_a = cross (back, a), of_b = cross (back, b);
  gint64 dot_a = (gint64) back.x * a.x + (gint64) back.y * a.y,
         dot_b = (gint64) back.x * b.x + (gint64) back.y * b.y;
  gint half_a = of_a > 0    ? 0
                : of_a < 0  ? 2
                : dot_a < 0 ? 1
                            : 3,
       half_b = of_b > 0    ? 0
                : of_b < 0  ? 2
                : dot_b < 0 ? 1
                            : 3;
  return half_a != half_b ? half_a < half_b : cross (a, b) > 0;
}

/* The unused edge that continues this one with the sharpest turn to the right, or NULL. */
static Edge *
next_edge (const KbWadRings *rings, const Edge *edge)
{
  KbWadVertex back = { edge->from.x - edge->to.x, edge->from.y - edge->to.y }, best_way = { 0, 0 };
  Edge *best = NULL;
  for (guint i = find_place (rings, edge->sector, edge->to); i < rings->first[edge->sector + 1];
       i++)
    {
      Edge *next = edge_at (rings, i);
      KbWadVertex way = { next->to.x - next->from.x, next->to.y - next->from.y };
      if (compare_places (next->from, edge->to) != 0)
        break;
      if (!next->used && (!best || is_before (back, way, best_way)))
        {
          best = next;
          best_way = way;
        }
    }
  return best;
}

/* Follows edges from an unused one back to its start; with `open`, as far as they go. If they do
 * not return, NULL, and `at` is the end. */
static GArray *
trace (const KbWadRings *rings, Edge *edge, gboolean open, KbWadVertex *at)
{
  g_autoptr (GArray) ring = g_array_new (FALSE, FALSE, sizeof (KbWadVertex));
  KbWadVertex start = edge->from;
  for (Edge *next = edge; next; next = next_edge (rings, edge))
    {
      edge = next;
      edge->used = TRUE;
      g_array_append_val (ring, edge->from);
      if (!open && compare_places (edge->to, start) == 0)
        return g_steal_pointer (&ring);
    }
  *at = edge->to;
  return NULL;
}

static int
compare_vertices (gconstpointer a, gconstpointer b)
{
  return compare_places (*(const KbWadVertex *) a, *(const KbWadVertex *) b);
}

/* Counts the sorted ends equal to this vertex; `e` moves past them. */
static guint
count_ends (const KbWadVertex *ends, guint n, guint *e, KbWadVertex place)
{
  guint count = 0;
  while (*e < n && compare_places (ends[*e], place) < 0)
    (*e)++;
  for (; *e < n && compare_places (ends[*e], place) == 0; (*e)++)
    count++;
  return count;
}

/* Removes the paths from vertices where more edges begin than end. */
static gboolean
take_open (KbWadRings *rings, guint sector, KbWadVertex *at)
{
  guint first = rings->first[sector], n = rings->first[sector + 1] - first;
  g_autofree KbWadVertex *ends = g_new (KbWadVertex, (gsize) n + 1);
  gboolean open = FALSE;
  for (guint i = 0; i < n; i++)
    ends[i] = edge_at (rings, first + i)->to;
  qsort (ends, n, sizeof *ends, compare_vertices);
  for (guint i = 0, e = 0, run; i < n; i += run)
    {
      KbWadVertex place = edge_at (rings, first + i)->from;
      for (run = 0;
           i + run < n && compare_places (edge_at (rings, first + i + run)->from, place) == 0;)
        run++;
      guint ending = count_ends (ends, n, &e, place);
      guint needed = run > ending ? run - ending : 0;
      open |= needed > 0;
      for (guint k = i; needed && k < i + run; k++)
        if (!edge_at (rings, first + k)->used)
          {
            trace (rings, edge_at (rings, first + k), TRUE, at);
            needed--;
          }
    }
  return open;
}

GPtrArray *
kb_wad_rings_of_sector (KbWadRings *rings, guint sector, gboolean *open, KbWadVertex *at)
{
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  *at = (KbWadVertex) { 0, 0 };
  *open = take_open (rings, sector, at);
  for (guint i = rings->first[sector]; i < rings->first[sector + 1]; i++)
    {
      GArray *ring = edge_at (rings, i)->used ? NULL : trace (rings, edge_at (rings, i), FALSE, at);
      if (ring && ring->len >= 3)
        g_ptr_array_add (result, ring);
      else if (ring)
        g_array_unref (ring);
    }
  return result;
}

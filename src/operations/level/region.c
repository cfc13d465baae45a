/* SPDX-License-Identifier: MIT */
/* Finds outlines by walking along walls. */
#include "operations/level/lines.h"

#include <math.h>
#include <string.h>

#include "operations/level/change.h"

#define BETWEEN (1.0 / 512)    /* between two rows of the grid: no coordinate is there */

typedef struct { KbVec from, to; } Step;

static guint
hash_step (gconstpointer key)
{
  const Step *step = key;

  return kb_place_hash (&step->from) * 31 + kb_place_hash (&step->to);
}

static gboolean
same_step (gconstpointer one, gconstpointer other)
{
  const Step *a = one, *b = other;

  return kb_vec_equal (a->from, b->from) && kb_vec_equal (a->to, b->to);
}

/* Exact on the grid: differences have 26 bits. */
static double
det (KbVec a, KbVec b)
{
  return a.x * b.y - a.y * b.x;
}

static KbVec
region_minus (KbVec a, KbVec b)
{
  return (KbVec) { a.x - b.x, a.y - b.y };
}

double
kb_level_ring_area (const KbVec *points, guint n)
{
  double area = 0;

  for (guint i = 0; i < n; i++)
    area +=
      det (region_minus (points[i], points[0]), region_minus (points[(i + 1) % n], points[0]));
  return area;
}

static gboolean
crosses_row (KbVec a, KbVec b, double y)
{
  return (a.y > y) != (b.y > y);
}

gboolean
kb_level_ring_contains (const KbVec *points, guint n, KbVec p)
{
  gboolean inside = FALSE;

  for (guint i = 0; i < n; i++)
    {
      KbVec a = points[i], b = points[(i + 1) % n];

      /* To the left of the line if it goes up, to its right if it goes down. */
      if (crosses_row (a, b, p.y)
          && (det (region_minus (b, a), region_minus (p, a)) > 0) == (b.y > a.y))
        inside = !inside;
    }
  return inside;
}

/* ---- walking ---- */

/* Position of `d` when turning from `from` towards negative determinants. 0 within half a turn, 1
 * opposite or further, 2 a whole turn, as for `from` itself. */
static int
half_of (KbVec from, KbVec d)
{
  double side = det (from, d);

  if (side != 0)
    return side < 0 ? 0 : 1;
  return from.x * d.x + from.y * d.y > 0 ? 2 : 1;
}

static gboolean
comes_before (KbVec from, KbVec d, KbVec other)
{
  int h = half_of (from, d), k = half_of (from, other);
  double side = det (d, other);

  if (h != k)
    return h < k;
  /* Of collinear lines the shorter, to be definite */
  return side != 0 ? side < 0 : fabs (d.x) + fabs (d.y) < fabs (other.x) + fabs (other.y);
}

/* The next wall at a position after a direction, or FALSE if there is none. */
static gboolean
next_wall (const KbLevelIndex *index, KbVec at, KbVec after, KbVec *to)
{
  g_autoptr (GArray) walls = kb_level_index_attached (index, at, KB_ITEM_WALL);
  gboolean found = FALSE;
  KbVec best = { 0, 0 };

  KB_EACH_IN (const KbLevelItem, wall, walls)
    {
      KbVec d = region_minus (wall->b, at);

      if ((d.x != 0 || d.y != 0) && (!found || comes_before (after, d, best)))
        {
          best = d;
          found = TRUE;
        }
    }
  *to = (KbVec) { at.x + best.x, at.y + best.y };
  return found;
}

/* Removes points where the path turns back on itself: walls that hang into the region. */
static void
drop_spurs (GArray *points)
{
  guint n = 0, first = 0;
  KbVec *v = (KbVec *) (void *) points->data;

  for (guint i = 0; i < points->len; i++)
    {
      v[n++] = v[i];
      while (
        n >= 2
        && (kb_vec_equal (v[n - 1], v[n - 2]) || (n >= 3 && kb_vec_equal (v[n - 1], v[n - 3]))))
        n -= kb_vec_equal (v[n - 1], v[n - 2]) ? 1 : 2;
    }
  while (n - first >= 2)
    {
      if (kb_vec_equal (v[first], v[n - 1]))
        n--;
      else if (n - first >= 3 && kb_vec_equal (v[first + 1], v[n - 1]))
        first++, n--;
      else if (n - first >= 3 && kb_vec_equal (v[first], v[n - 2]))
        n -= 2;
      else
        break;
    }
  memmove (v, v + first, (n - first) * sizeof *v);
  g_array_set_size (points, n - first);
}

/* The outline to the left of a wall's direction. `seen`: steps taken, here or before; a walk that
 * reaches one other than its own first has no outline. */
static gboolean
walk_region (const KbLevelIndex *index, Step first, GHashTable *seen, GArray *points)
{
  Step step = first;

  g_array_set_size (points, 0);
  do
    {
      if (g_hash_table_contains (seen, &step))
        return FALSE;
      g_hash_table_add (seen, g_memdup2 (&step, sizeof step));
      g_array_append_val (points, step.from);
      KbVec to;
      if (!next_wall (index, step.to, region_minus (step.from, step.to), &to))
        return FALSE;
      step = (Step) { step.to, to };
    }
  while (!same_step (&step, &first));
  drop_spurs (points);
  return points->len >= 3;
}

static GHashTable *
steps_new (void)
{
  return g_hash_table_new_full (hash_step, same_step, g_free, NULL);
}

#define POINTS(array) ((const KbVec *) (const void *) (array)->data)

/* ---- the inside ---- */

static void
collect_region_item (const KbLevelItem *item, gpointer data)
{
  g_array_append_val ((GArray *) data, *item);
}

static KbBounds
region_bounds_of (const KbVec *points, guint n)
{
  KbBounds b = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < n; i++)
    b = (KbBounds) { MIN (b.x0, points[i].x), MIN (b.y0, points[i].y), MAX (b.x1, points[i].x),
                    MAX (b.y1, points[i].y) };
  return b;
}

typedef struct {
  KbBounds box;            /* of the outline, */
  GHashTable *outline;     /* its points, */
  GHashTable *known;       /* and those already visited */
} Inside;

static gboolean
leaves (const Inside *inside, KbVec p)
{
  return p.x < inside->box.x0 || p.y < inside->box.y0 || p.x > inside->box.x1
         || p.y > inside->box.y1 || g_hash_table_contains (inside->outline, &p);
}

/* Everything connected to a position; finds its leftmost point, the uppermost of equals. Returns
 * FALSE if it reaches the outline or goes outside, where it is not followed: that may be all the
 * rest of the level. */
static gboolean
leftmost_of (const KbLevelIndex *index, KbVec start, const Inside *inside, KbVec *left)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (KbVec));
  gboolean apart = TRUE;

  *left = start;
  kb_place_set_add (inside->known, start);
  g_array_append_val (waiting, start);
  while (waiting->len)
    {
      KbVec p = g_array_index (waiting, KbVec, waiting->len - 1);
      g_autoptr (GArray) walls = NULL;

      g_array_set_size (waiting, waiting->len - 1);
      if (leaves (inside, p))
        {
          apart = FALSE;
          continue;
        }
      if (p.x < left->x || (p.x == left->x && p.y < left->y))
        *left = p;
      walls = kb_level_index_attached (index, p, KB_ITEM_WALL);
      KB_EACH_IN (const KbLevelItem, wall, walls)
        if (g_hash_table_contains (inside->outline, &wall->b))
          apart = FALSE;
        else if (kb_place_set_add (inside->known, wall->b))
          g_array_append_val (waiting, wall->b);
    }
  return apart;
}

/* Inside also means: not at a point of the outline, which would be connected to it. */
static gboolean
lies_in (const KbVec *points, guint n, KbVec p)
{
  return kb_level_ring_contains (points, n, (KbVec) { p.x, p.y + BETWEEN });
}

/* Removes rings inside another one. */
static void
drop_nested (KbRings *rings)
{
  KbRings kept = { 0 };

  for (guint i = 0; i < rings->n; i++)
    {
      guint start = kb_rings_start (rings, i), n = rings->ends[i] - start;
      gboolean nested = FALSE;

      for (guint k = 1; k < rings->n && i > 0 && !nested; k++)
        nested = k != i
                 && lies_in (rings->points + kb_rings_start (rings, k),
                             rings->ends[k] - kb_rings_start (rings, k), rings->points[start]);
      if (!nested)
        kb_rings_add (&kept, rings->points + start, n);
    }
  kb_rings_clear (rings);
  *rings = kept;
}

static void
add_inner (const KbLevelIndex *index, guint most, KbRings *rings)
{
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (KbLevelItem)),
                     points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  g_autoptr (GHashTable) known = kb_place_set_new (), outline = kb_place_set_new (),
                         seen = steps_new ();
  guint n = rings->ends[0];
  Inside inside = { region_bounds_of (rings->points, n), outline, known };

  kb_level_index_visit (index, inside.box, KB_ITEM_WALL, collect_region_item, walls);
  if (walls->len > most)
    return;
  for (guint i = 0; i < n; i++)
    kb_place_set_add (outline, rings->points[i]);
  KB_EACH_IN (const KbLevelItem, wall, walls)
    {
      KbVec start = wall->a, left, to;

      if (g_hash_table_contains (known, &start) || leaves (&inside, start)
          || !leftmost_of (index, start, &inside, &left))
        continue;
      if (!lies_in (rings->points, n, left) || !next_wall (index, left, (KbVec) { -1, 0 }, &to))
        continue;
      /* Everything else is on the other side: the outline of the whole goes in the opposite
       * direction */
      if (walk_region (index, (Step) { left, to }, seen, points)
          && kb_level_ring_area (POINTS (points), points->len) < 0)
        kb_rings_add (rings, POINTS (points), points->len);
    }
  drop_nested (rings);
}

/* ---- the regions ---- */

typedef struct {
  KbVec p;
  GArray *hits;
} RegionRow;

typedef struct {
  Step step;
  double x;
} RowHit;

/* Walls to the right of the position, oriented so that it is on their left. */
static void
hit_row (const KbLevelItem *item, gpointer data)
{
  RegionRow *row = data;
  KbVec a = item->a, b = item->b;

  if (!crosses_row (a, b, row->p.y))
    return;
  const RowHit hit = { b.y > a.y ? (Step) { a, b } : (Step) { b, a },
                       a.x + (row->p.y - a.y) / (b.y - a.y) * (b.x - a.x) };
  if (det (region_minus (hit.step.to, hit.step.from), region_minus (row->p, hit.step.from)) >= 0)
    g_array_append_val (row->hits, hit);
}

static int
by_x (gconstpointer one, gconstpointer other)
{
  const RowHit *a = one, *b = other;

  return a->x < b->x ? -1 : a->x > b->x;
}

gboolean
kb_level_region_at (const KbLevelIndex *index, KbVec p, guint most, KbRings *rings)
{
  KbVec snapped = kb_vec_to_grid (p);
  RegionRow row = { { snapped.x, snapped.y + BETWEEN },
                    g_array_new (FALSE, FALSE, sizeof (RowHit)) };
  g_autoptr (GArray) hits = row.hits, points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  g_autoptr (GHashTable) seen = steps_new ();

  *rings = (KbRings) { 0 };
  kb_level_index_visit (index, (KbBounds) { row.p.x, row.p.y, 2 * KB_LEVEL_LIMIT, row.p.y },
                        KB_ITEM_WALL, hit_row, &row);
  g_array_sort (hits, by_x);
  KB_EACH_IN_WHILE (!rings->n, const RowHit, hit, hits)
    if (walk_region (index, hit->step, seen, points)
        && kb_level_ring_area (POINTS (points), points->len) > 0
        && kb_level_ring_contains (POINTS (points), points->len, row.p))
      kb_rings_add (rings, POINTS (points), points->len);
  if (rings->n)
    add_inner (index, most, rings);
  return rings->n > 0;
}

gboolean
kb_level_region_of_wall (const KbLevelIndex *index, KbId id, guint most, KbRings *rings)
{
  const KbNode *node = kb_document_node (kb_level_index_document (index), id);
  const KbWall *wall = (const KbWall *) node;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  double best = G_MAXDOUBLE;

  *rings = (KbRings) { 0 };
  for (guint side = 0; kb_node_is (node, &kb_wall_kind) && side < 2; side++)
    {
      g_autoptr (GHashTable) seen = steps_new ();
      Step step = side ? (Step) { wall->b, wall->a } : (Step) { wall->a, wall->b };
      double area = walk_region (index, step, seen, points)
                      ? kb_level_ring_area (POINTS (points), points->len)
                      : 0;

      if (area <= 0 || area >= best)
        continue;
      best = area;
      kb_rings_clear (rings);
      kb_rings_add (rings, POINTS (points), points->len);
    }
  if (rings->n)
    add_inner (index, most, rings);
  return rings->n > 0;
}

/* ---- existing areas ---- */

/* Whether every edge of one is also an edge of the other. Both have equally many. */
static gboolean
have_same_edges (const KbRings *one, const KbRings *other)
{
  g_autoptr (GHashTable) steps = steps_new ();

  for (guint pass = 0; pass < 2; pass++)
    for (guint ring = 0; ring < (pass ? other : one)->n; ring++)
      {
        const KbRings *rings = pass ? other : one;
        guint start = kb_rings_start (rings, ring), end = rings->ends[ring];

        for (guint i = start; i < end; i++)
          {
            Step step = { rings->points[i], rings->points[i + 1 < end ? i + 1 : start] },
                 back = { step.to, step.from };

            if (pass == 0)
              g_hash_table_add (steps, g_memdup2 (&step, sizeof step));
            else if (!g_hash_table_contains (steps, &step) && !g_hash_table_contains (steps, &back))
              return FALSE;
          }
      }
  return TRUE;
}

KbArea *
kb_level_find_area (const KbLevelIndex *index, const KbRings *rings)
{
  g_autoptr (GArray) edges =
    rings->n ? kb_level_index_attached (index, rings->points[0], KB_ITEM_EDGE) : NULL;
  KbId last = 0;

  if (edges)
    KB_EACH_IN (const KbLevelItem, edge, edges)
      {
        KbArea *area = (KbArea *) kb_document_node (kb_level_index_document (index), edge->id);

        if (!area || area->node.id == last)
          continue;
        last = area->node.id;
        if (area->rings.n == rings->n && kb_rings_points (&area->rings) == kb_rings_points (rings)
            && have_same_edges (&area->rings, rings))
          return area;
      }
  return NULL;
}

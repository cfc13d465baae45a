/* SPDX-License-Identifier: MIT */
/* Fewer corners for an outline, within a tolerance and without crossings. Douglas and Peucker's
 * splitting, worst edge first. It begins with a triangle of distant corners. The edge farthest from
 * a corner is split there, until all are within the tolerance or the corners are used up. Then
 * edges that meet are split further. That ends, since the exact outline has none. */

/* If it takes too many corners, it is repeated with fewer at first; in the end, a triangle cannot
 * meet itself. The deviation holds in both directions. An edge and its piece of the outline have
 * the same ends, so neither is farther from the other than that. */
#include <math.h>

#include "operations/private.h"

typedef struct {
  guint from, to;       /* corners; `to` may exceed n, modulo n */
  guint far;            /* the farthest corner between them; `from` if there is none */
  double distance;      /* squared, in steps */
} SimplifyEdge;

typedef struct {
  const KbCorner *corners;
  guint n;
  GArray *edges;        /* Edge, in no order; a heap by distance */
} Simplify;

static const KbCorner *
corner_at (const Simplify *s, guint i)
{
  return &s->corners[i >= s->n ? i - s->n : i];
}

/* The squared distance of p from the closed segment. */
static double
distance_of (const KbCorner *a, const KbCorner *b, const KbCorner *p)
{
  double dx = (double) b->x - a->x, dy = (double) b->y - a->y, px = (double) p->x - a->x,
         py = (double) p->y - a->y;
  double length = dx * dx + dy * dy, along = px * dx + py * dy;
  if (along <= 0 || length == 0)
    return px * px + py * py;
  if (along >= length)
    return (px - dx) * (px - dx) + (py - dy) * (py - dy);
  double across = px * dy - py * dx;
  return across * across / length;
}

static SimplifyEdge
simplify_edge_of (const Simplify *s, guint from, guint to)
{
  SimplifyEdge edge = { from, to, from, -1 };
  if (to == from + 1)
    return edge;
  for (guint i = from + 1; i < to; i++)
    {
      double distance = distance_of (corner_at (s, from), corner_at (s, to), corner_at (s, i));
      if (distance > edge.distance)
        edge.distance = distance, edge.far = i;
    }
  /* All on the edge: splitting in the middle is best */
  if (edge.distance == 0)
    edge.far = from + (to - from) / 2;
  return edge;
}

static void
swap (Simplify *s, guint i, guint j)
{
  SimplifyEdge *edges = (SimplifyEdge *) (gpointer) s->edges->data, held = edges[i];
  edges[i] = edges[j];
  edges[j] = held;
}

static gboolean
worse (const Simplify *s, guint i, guint j)
{
  const SimplifyEdge *a = &g_array_index (s->edges, SimplifyEdge, i),
                     *b = &g_array_index (s->edges, SimplifyEdge, j);
  return a->distance > b->distance || (a->distance == b->distance && a->from < b->from);
}

static void
sift_up (Simplify *s, guint i)
{
  for (; i > 0 && worse (s, i, (i - 1) / 2); i = (i - 1) / 2)
    swap (s, i, (i - 1) / 2);
}

static void
sift_down (Simplify *s, guint i)
{
  for (guint child; (child = 2 * i + 1) < s->edges->len; i = child)
    {
      if (child + 1 < s->edges->len && worse (s, child + 1, child))
        child++;
      if (!worse (s, child, i))
        return;
      swap (s, i, child);
    }
}

static void
add_edge (Simplify *s, guint from, guint to)
{
  SimplifyEdge edge = simplify_edge_of (s, from, to);
  g_array_append_val (s->edges, edge);
  sift_up (s, s->edges->len - 1);
}

/* Splits the heap's edge i at its farthest corner. */
static void
split (Simplify *s, guint i)
{
  SimplifyEdge edge = g_array_index (s->edges, SimplifyEdge, i);
  g_array_index (s->edges, SimplifyEdge, i) = simplify_edge_of (s, edge.from, edge.far);
  sift_down (s, i);
  add_edge (s, edge.far, edge.to);
}

static int
side_of (const KbCorner *a, const KbCorner *b, const KbCorner *c)
{
  gint64 d = ((gint64) b->x - a->x) * ((gint64) c->y - a->y)
             - ((gint64) b->y - a->y) * ((gint64) c->x - a->x);
  return (d > 0) - (d < 0);
}

static gboolean
spans_meet (gint32 a, gint32 b, gint32 c, gint32 d)
{
  return MAX (a, b) >= MIN (c, d) && MAX (c, d) >= MIN (a, b);
}

/* Whether two edges have a common point other than a shared end. */
static gboolean
edges_meet (const Simplify *s, const SimplifyEdge *e, const SimplifyEdge *f)
{
  const KbCorner *a = corner_at (s, e->from), *b = corner_at (s, e->to);
  const KbCorner *c = corner_at (s, f->from), *d = corner_at (s, f->to);
  if (!spans_meet (a->x, b->x, c->x, d->x) || !spans_meet (a->y, b->y, c->y, d->y))
    return FALSE;
  if (b == c || a == d)
    {
      const KbCorner *shared = b == c ? b : a, *p = b == c ? a : b, *q = b == c ? d : c;
      if (p == q)
        return TRUE;
      gint64 dot = ((gint64) p->x - shared->x) * ((gint64) q->x - shared->x)
                   + ((gint64) p->y - shared->y) * ((gint64) q->y - shared->y);
      return side_of (p, shared, q) == 0 && dot > 0;
    }
  return side_of (a, b, c) * side_of (a, b, d) <= 0 && side_of (c, d, a) * side_of (c, d, b) <= 0;
}

/* Splits one edge of each pair that meets, until none does, or FALSE if that takes more than
 * `most`. */
static gboolean
untangle (Simplify *s, guint most)
{
  for (gboolean again = TRUE; again;)
    {
      again = FALSE;
      for (guint i = 0; i < s->edges->len && !again; i++)
        for (guint j = i + 1; j < s->edges->len && !again; j++)
          {
            const SimplifyEdge *e = &g_array_index (s->edges, SimplifyEdge, i),
                               *f = &g_array_index (s->edges, SimplifyEdge, j);
            if (!edges_meet (s, e, f))
              continue;
            if (s->edges->len >= most)
              return FALSE;
            split (s, e->distance >= f->distance ? i : j);
            again = TRUE;
          }
    }
  return TRUE;
}

GArray *
kb_simplify (const KbCorner *corners, guint n, double tolerance, guint most, double *deviation)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint));
  *deviation = 0;
  if (n <= most && tolerance <= 0)
    {
      for (guint i = 0; i < n; i++)
        g_array_append_val (kept, i);
      return kept;
    }

  /* The first triangle: corner 0, the farthest from it, and the farthest from their line */
  Simplify s = { corners, n, g_array_new (FALSE, FALSE, sizeof (SimplifyEdge)) };
  guint second = 0, third = 0;
  double far = -1, across = -1;
  for (guint i = 1; i < n; i++)
    {
      double distance = distance_of (&corners[0], &corners[0], &corners[i]);
      if (distance > far)
        far = distance, second = i;
    }
  for (guint i = 1; i < n; i++)
    {
      double distance = side_of (&corners[0], &corners[second], &corners[i]) == 0
                          ? -1 : distance_of (&corners[0], &corners[second], &corners[i]);
      if (distance > across)
        across = distance, third = i;
    }

  double limit = tolerance * 256 * tolerance * 256;
  for (guint at_first = most;; at_first = at_first * 3 / 4)
    {
      g_array_set_size (s.edges, 0);
      add_edge (&s, 0, MIN (second, third));
      add_edge (&s, MIN (second, third), MAX (second, third));
      add_edge (&s, MAX (second, third), n);
      while (s.edges->len < at_first && g_array_index (s.edges, SimplifyEdge, 0).distance > limit)
        split (&s, 0);
      if (untangle (&s, most))
        break;
    }
  *deviation = sqrt (MAX (g_array_index (s.edges, SimplifyEdge, 0).distance, 0)) / 256;
  KB_EACH_IN (const SimplifyEdge, edge, s.edges)
    g_array_append_val (kept, edge->from);
  g_array_sort (kept, kb_compare_numbers);
  g_array_unref (s.edges);
  return kept;
}

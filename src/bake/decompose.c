/* SPDX-License-Identifier: MIT */
/* Ears are clipped from the polygon, longest sharing edges are then taken out where both ends stay
 * convex. Triangles and parts are lists of vertex indices. */
#include "bake/decompose.h"

#include <stdlib.h>
#include <string.h>

/* Positive: a, b, c turn clockwise on screen (y down). At most 2^52 for coordinates within 2^24. */
static gint64
turn (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((gint64) b.x - a.x) * ((gint64) c.y - b.y) - ((gint64) b.y - a.y) * ((gint64) c.x - b.x);
}

gint64
kb_ring_area (const KbBankVertex *vertices, guint n)
{
  gint64 sum = 0;
  for (guint i = 1; i + 1 < n; i++)
    sum += turn (vertices[0], vertices[i], vertices[i + 1]);
  return sum;
}

static gboolean
same (KbBankVertex a, KbBankVertex b)
{
  return a.x == b.x && a.y == b.y;
}

/* ---- ear clipping ---- */

typedef struct {
  const KbBankVertex *v;   /* clockwise, no straight corners at first */
  guint *next, *prev;      /* the polygon that is left */
} Loop;

static gint64
corner (const Loop *loop, guint i)
{
  return turn (loop->v[loop->prev[i]], loop->v[i], loop->v[loop->next[i]]);
}

/* What keeps i from being an ear: itself when it is no convex corner, a vertex in the closed triangle
 * at i, or AN_EAR. A vertex that is left and convex can only be in there together with a reflex or
 * straight one, so only those are looked at. */
#define AN_EAR G_MAXUINT
#define NOT_KNOWN (G_MAXUINT - 1)

static guint
obstacle (const Loop *loop, guint i)
{
  guint p = loop->prev[i], q = loop->next[i];
  KbBankVertex a = loop->v[p], b = loop->v[i], c = loop->v[q];
  if (turn (a, b, c) <= 0)
    return i;
  for (guint k = loop->next[q]; k != p; k = loop->next[k])
    {
      KbBankVertex s = loop->v[k];
      if (turn (a, b, s) >= 0 && turn (b, c, s) >= 0 && turn (c, a, s) >= 0 && corner (loop, k) <= 0)
        return k;
    }
  return AN_EAR;
}

/* How slim an ear is: long new diagonals make for worse parts, so the shortest is clipped first. */
static gint64
diagonal (const Loop *loop, guint i)
{
  KbBankVertex a = loop->v[loop->prev[i]], c = loop->v[loop->next[i]];
  gint64 dx = (gint64) c.x - a.x, dy = (gint64) c.y - a.y;
  return dx * dx + dy * dy;
}

/* n - 2 triangles of vertex indices; FALSE when no ear is left before the end. */
static gboolean
triangulate (const Loop *loop, guint n, guint (*triangles)[3])
{
  guint *blocked_by = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    blocked_by[i] = NOT_KNOWN;
  guint start = 0, count = 0, left = n;
  gboolean ok = TRUE;
  while (left > 3)
    {
      guint best = G_MAXUINT, i = start;
      gint64 best_length = 0;
      do
        {
          if (blocked_by[i] == NOT_KNOWN)
            blocked_by[i] = obstacle (loop, i);
          if (blocked_by[i] == AN_EAR)
            {
              gint64 length = diagonal (loop, i);
              if (best == G_MAXUINT || length < best_length)
                {
                  best = i;
                  best_length = length;
                }
            }
          i = loop->next[i];
        }
      while (i != start);
      if (best == G_MAXUINT)
        {
          ok = FALSE;
          break;
        }
      guint p = loop->prev[best], q = loop->next[best];
      memcpy (triangles[count++], ((guint[3]) { p, best, q }), sizeof *triangles);
      loop->next[p] = q;
      loop->prev[q] = p;
      start = q;
      left--;
      /* An ear stays an ear. The corners at p and q have changed; who was blocked by one of these
       * three may be free now. */
      for (guint k = loop->next[q]; k != p; k = loop->next[k])
        if (blocked_by[k] == best || blocked_by[k] == p || blocked_by[k] == q)
          blocked_by[k] = NOT_KNOWN;
      blocked_by[p] = blocked_by[q] = NOT_KNOWN;
    }
  if (ok)
    {
      guint p = loop->prev[start], q = loop->next[start];
      ok = corner (loop, start) > 0;
      memcpy (triangles[count], ((guint[3]) { p, start, q }), sizeof *triangles);
    }
  g_free (blocked_by);
  return ok;
}

/* ---- taking out diagonals ---- */

typedef struct { guint *v; guint n; } Part;

typedef struct {
  guint a, b;        /* a < b: vertex indices */
  gint64 length;
} Diagonal;

static int
compare_diagonals (const void *x, const void *y)
{
  const Diagonal *d = x, *e = y;
  if (d->length != e->length)
    return d->length > e->length ? -1 : 1;
  if (d->a != e->a)
    return d->a < e->a ? -1 : 1;
  return d->b < e->b ? -1 : d->b > e->b;
}

/* Where the part goes straight from a to b; G_MAXUINT when it does not. */
static guint
find_edge (const Part *part, guint a, guint b)
{
  for (guint i = 0; i < part->n; i++)
    if (part->v[i] == a && part->v[(i + 1) % part->n] == b)
      return i;
  return G_MAXUINT;
}

/* Joins y to x over the edge that x has as a -> b and y as b -> a, if the result is convex (straight
 * corners allowed). */
static gboolean
join (const KbBankVertex *v, Part *x, guint at_x, Part *y, guint at_y)
{
  guint a = x->v[at_x], b = x->v[(at_x + 1) % x->n];
  guint before_a = x->v[(at_x + x->n - 1) % x->n], after_a = y->v[(at_y + 2) % y->n];
  guint before_b = y->v[(at_y + y->n - 1) % y->n], after_b = x->v[(at_x + 2) % x->n];
  if (turn (v[before_a], v[a], v[after_a]) < 0 || turn (v[before_b], v[b], v[after_b]) < 0)
    return FALSE;
  /* x from b round to a, then y from after a round to before b. */
  guint *all = g_new (guint, x->n + y->n - 2), n = 0;
  for (guint i = 0; i < x->n; i++)
    all[n++] = x->v[(at_x + 1 + i) % x->n];
  for (guint i = 0; i + 2 < y->n; i++)
    all[n++] = y->v[(at_y + 2 + i) % y->n];
  g_free (x->v);
  g_free (y->v);
  *x = (Part) { all, n };
  *y = (Part) { NULL, 0 };
  return TRUE;
}

static void
merge (const KbBankVertex *v, Part *parts, guint n_parts, Diagonal *diagonals, guint n_diagonals)
{
  qsort (diagonals, n_diagonals, sizeof *diagonals, compare_diagonals);
  for (guint d = 0; d < n_diagonals; d++)
    {
      guint forth = G_MAXUINT, back = G_MAXUINT, at_forth = 0, at_back = 0;
      for (guint i = 0; i < n_parts && (forth == G_MAXUINT || back == G_MAXUINT); i++)
        {
          guint at = find_edge (parts + i, diagonals[d].a, diagonals[d].b);
          if (at != G_MAXUINT)
            {
              forth = i;
              at_forth = at;
            }
          at = find_edge (parts + i, diagonals[d].b, diagonals[d].a);
          if (at != G_MAXUINT)
            {
              back = i;
              at_back = at;
            }
        }
      if (forth != G_MAXUINT && back != G_MAXUINT)
        join (v, parts + forth, at_forth, parts + back, at_back);
    }
}

/* Straight corners are left out, and a part of too many corners is cut into a fan. Returns how many
 * rings were made. */
static guint
to_rings (const KbBankVertex *v, const Part *part, KbBankRing *rings)
{
  g_autofree KbBankVertex *all = g_new (KbBankVertex, part->n);
  guint n = 0, n_rings = 0;
  for (guint i = 0; i < part->n; i++)
    if (turn (v[part->v[(i + part->n - 1) % part->n]], v[part->v[i]], v[part->v[(i + 1) % part->n]]) != 0)
      all[n++] = v[part->v[i]];
  for (guint from = 1; from + 1 < n; from += KB_PART_MAX_VERTICES - 2)
    {
      guint count = MIN (n - from, KB_PART_MAX_VERTICES - 1);
      KbBankRing *ring = rings + n_rings++;
      ring->n_vertices = count + 1;
      ring->vertices = g_new (KbBankVertex, count + 1);
      ring->vertices[0] = all[0];
      memcpy (ring->vertices + 1, all + from, count * sizeof *all);
    }
  return n_rings;
}

/* A clockwise copy without repeated and straight vertices; the count, 0 when nothing is left. */
static guint
tidy (const KbBankVertex *vertices, guint n, KbBankVertex *clean)
{
  gboolean reverse = kb_ring_area (vertices, n) < 0;
  guint count = 0;
  for (guint i = 0; i < n; i++)
    {
      KbBankVertex next = vertices[reverse ? n - 1 - i : i];
      while (count >= 2 && turn (clean[count - 2], clean[count - 1], next) == 0)
        count--;
      if (count == 0 || !same (clean[count - 1], next))
        clean[count++] = next;
    }
  for (gboolean again = TRUE; again && count >= 3;)
    {
      again = FALSE;
      if (turn (clean[count - 2], clean[count - 1], clean[0]) == 0)
        {
          count--;
          again = TRUE;
        }
      else if (turn (clean[count - 1], clean[0], clean[1]) == 0)
        {
          memmove (clean, clean + 1, --count * sizeof *clean);
          again = TRUE;
        }
    }
  return count >= 3 ? count : 0;
}

gboolean
kb_decompose (const KbBankVertex *vertices, guint n_given, KbBankRing **parts, guint *n_parts)
{
  *parts = NULL;
  *n_parts = 0;
  if (n_given < 3)
    return FALSE;
  g_autofree KbBankVertex *v = g_new (KbBankVertex, n_given);
  guint n = tidy (vertices, n_given, v);
  if (n == 0)
    return FALSE;

  g_autofree guint *next = g_new (guint, n), *prev = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    {
      next[i] = (i + 1) % n;
      prev[i] = (i + n - 1) % n;
    }
  Loop loop = { v, next, prev };
  g_autofree guint (*triangles)[3] = g_malloc_n (n, sizeof *triangles);
  if (!triangulate (&loop, n, triangles))
    return FALSE;

  guint n_triangles = n - 2, n_diagonals = 0;
  g_autofree Part *pieces = g_new (Part, n_triangles);
  g_autofree Diagonal *diagonals = g_new (Diagonal, 3 * n_triangles);
  for (guint i = 0; i < n_triangles; i++)
    {
      pieces[i] = (Part) { g_memdup2 (triangles[i], sizeof triangles[i]), 3 };
      for (guint k = 0; k < 3; k++)
        {
          /* A clipped ear's new edge goes from its last vertex to its first, and the other way in
           * the neighbour: each diagonal is met once with a < b. The outline's edges go one up. */
          guint a = triangles[i][k], b = triangles[i][(k + 1) % 3];
          if (a < b && b != a + 1 && !(a == 0 && b == n - 1))
            diagonals[n_diagonals++] = (Diagonal) { a, b, 0 };
        }
    }
  for (guint i = 0; i < n_diagonals; i++)
    {
      gint64 dx = (gint64) v[diagonals[i].a].x - v[diagonals[i].b].x;
      gint64 dy = (gint64) v[diagonals[i].a].y - v[diagonals[i].b].y;
      diagonals[i].length = dx * dx + dy * dy;
    }
  merge (v, pieces, n_triangles, diagonals, n_diagonals);

  *parts = g_new0 (KbBankRing, n_triangles);
  for (guint i = 0; i < n_triangles; i++)
    if (pieces[i].n)
      {
        *n_parts += to_rings (v, pieces + i, *parts + *n_parts);
        g_free (pieces[i].v);
      }
  return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* A simple polygon as triangles, and as convex parts. Clips ears, shortest diagonal first. Then
 * removes diagonals, longest first, if both ends stay convex (Hertel and Mehlhorn 1983). All memory
 * is the caller's. Corners are numbered as tidied: clockwise, without repeated and straight ones;
 * `order` maps back to the given numbers. */
#include "runtime/pairs/convex.h"

/* A clipped corner stores what kept it from being an ear. */
#define KBX_EAR UINT32_MAX
#define KBX_NOT_KNOWN (UINT32_MAX - 1)

/* Limits three numbers per corner to 32 bits. */
#define KBX_CUT_LIMIT (1u << 28)

typedef struct {
  const kbx_vec *v;
  uint32_t n;                                 /* tidied corners */
  uint32_t *order, *next, *prev, *blocked_by; /* next and prev: the remaining polygon */
  /* NULL, or across the edge from a corner to its next: the half-edge of the triangle clipped
   * there, KBX_NONE for the outline */
  uint32_t *across;
  uint32_t *triangles;
  uint32_t *forth, *back, n_diagonals;        /* half-edges on the two sides of each diagonal */
} kbx_cut;

static inline kbx_vec
kbx_cut_corner (const kbx_cut *cut, uint32_t i)
{
  return cut->v[cut->order[i]];
}

/* 1 when a, b, c turn clockwise on the screen. */
static inline int
kbx_corner_turn (kbx_vec a, kbx_vec b, kbx_vec c)
{
  return kbx_cross_sign (kbx_from_to (a, b), kbx_from_to (b, c));
}

static inline int
kbx_cut_turn (const kbx_cut *cut, uint32_t a, uint32_t b, uint32_t c)
{
  return kbx_corner_turn (kbx_cut_corner (cut, a), kbx_cut_corner (cut, b),
                          kbx_cut_corner (cut, c));
}

static inline double
kbx_cut_square (const kbx_cut *cut, uint32_t a, uint32_t b)
{
  kbx_wide_vec d = kbx_from_to (kbx_cut_corner (cut, a), kbx_cut_corner (cut, b));
  return kbx_dot (d, d);
}

/* Fills order and n with the corners clockwise, without repeated and straight ones. Returns false
 * if less than a triangle remains. */
static bool
kbx_tidy_corners (kbx_cut *cut, kbx_polygon polygon)
{
  bool reverse = kbx_polygon_orientation (polygon) < 0, again = true;
  uint32_t *order = cut->order, n = 0;

  for (uint32_t i = 0; i < polygon.count; i++)
    {
      uint32_t next = reverse ? polygon.count - 1 - i : i;
      order[n] = next;
      while (n >= 2 && kbx_cut_turn (cut, n - 2, n - 1, n) == 0)
        order[--n] = next;
      if (n == 0 || cut->v[order[n - 1]].x != cut->v[next].x
          || cut->v[order[n - 1]].y != cut->v[next].y)
        n++;
    }
  /* Where the two ends meet: the last corner, else the first */
  while (again && n >= 3)
    {
      bool last = kbx_cut_turn (cut, n - 2, n - 1, 0) == 0;
      again = last || kbx_cut_turn (cut, n - 1, 0, 1) == 0;
      cut->order += again && !last;
      n -= again;
    }
  cut->n = n;
  return n >= 3;
}

/* ---- ear clipping ---- */

/* The obstacle to i being an ear: i itself if it is not convex, or a corner in the closed triangle
 * at i. A remaining convex corner is in there only together with a reflex or straight one, so only
 * those are tested. */
static uint32_t
kbx_find_obstacle (const kbx_cut *cut, uint32_t i)
{
  uint32_t p = cut->prev[i], q = cut->next[i];
  kbx_vec a = kbx_cut_corner (cut, p), b = kbx_cut_corner (cut, i), c = kbx_cut_corner (cut, q);

  if (kbx_corner_turn (a, b, c) <= 0)
    return i;
  for (uint32_t k = cut->next[q]; k != p; k = cut->next[k])
    {
      kbx_vec s = kbx_cut_corner (cut, k);
      if (kbx_corner_turn (a, b, s) >= 0 && kbx_corner_turn (b, c, s) >= 0
          && kbx_corner_turn (c, a, s) >= 0
          && kbx_cut_turn (cut, cut->prev[k], k, cut->next[k]) <= 0)
        return k;
    }
  return KBX_EAR;
}

/* The ear with the shortest diagonal, the first of equals from `start` on: long diagonals make
 * worse parts. */
static uint32_t
kbx_shortest_ear (kbx_cut *cut, uint32_t start)
{
  uint32_t best = KBX_NONE, i = start;
  double best_square = 0;

  do
    {
      if (cut->blocked_by[i] == KBX_NOT_KNOWN)
        cut->blocked_by[i] = kbx_find_obstacle (cut, i);
      if (cut->blocked_by[i] == KBX_EAR)
        {
          double square = kbx_cut_square (cut, cut->prev[i], cut->next[i]);
          if (best == KBX_NONE || square < best_square)
            {
              best = i;
              best_square = square;
            }
        }
      i = cut->next[i];
    }
  while (i != start);
  return best;
}

/* Half-edge h of a new triangle is on the edge from corner i to its next. */
static void
kbx_pair_half_edges (kbx_cut *cut, uint32_t h, uint32_t i)
{
  uint32_t other = cut->across[i];

  if (other == KBX_NONE)
    return;
  /* `forth` goes from the lower corner to the higher */
  cut->forth[cut->n_diagonals] = cut->triangles[h] < cut->triangles[other] ? h : other;
  cut->back[cut->n_diagonals++] = cut->triangles[h] < cut->triangles[other] ? other : h;
}

/* Writes triangle number t at corner i of the remaining polygon. Its half-edges are 3t, 3t + 1 and
 * 3t + 2, from its corners 0, 1 and 2. */
static void
kbx_put_triangle (kbx_cut *cut, uint32_t t, uint32_t i)
{
  uint32_t *corners = cut->triangles + (size_t) 3 * t;

  corners[0] = cut->prev[i];
  corners[1] = i;
  corners[2] = cut->next[i];
  if (cut->across == NULL)
    return;
  kbx_pair_half_edges (cut, 3 * t, corners[0]);
  kbx_pair_half_edges (cut, 3 * t + 1, i);
  cut->across[corners[0]] = 3 * t + 2;
}

/* n - 2 triangles, or false if no ear remains before the end. */
static bool
kbx_clip_ears (kbx_cut *cut)
{
  uint32_t n = cut->n, start = 0;

  for (uint32_t i = 0; i < n; i++)
    {
      cut->next[i] = i + 1 < n ? i + 1 : 0;
      cut->prev[i] = i > 0 ? i - 1 : n - 1;
      cut->blocked_by[i] = KBX_NOT_KNOWN;
    }
  for (uint32_t t = 0; t + 3 < n; t++)
    {
      uint32_t ear = kbx_shortest_ear (cut, start), p, q;
      if (ear == KBX_NONE)
        return false;
      p = cut->prev[ear];
      q = cut->next[ear];
      kbx_put_triangle (cut, t, ear);
      cut->next[p] = q;
      cut->prev[q] = p;
      start = q;
      /* An ear stays an ear and blocks nothing. The corners at p and q have changed: corners
       * blocked by one of them may be free now. */
      for (uint32_t k = cut->next[q]; k != p; k = cut->next[k])
        if (cut->blocked_by[k] == p || cut->blocked_by[k] == q)
          cut->blocked_by[k] = KBX_NOT_KNOWN;
      cut->blocked_by[p] = cut->blocked_by[q] = KBX_NOT_KNOWN;
    }
  if (kbx_cut_turn (cut, cut->prev[start], start, cut->next[start]) <= 0)
    return false;
  kbx_put_triangle (cut, n - 3, start);
  if (cut->across != NULL)
    kbx_pair_half_edges (cut, 3 * n - 7, cut->next[start]);
  return true;
}

/* Prepares the memory for triangles: 4 numbers per corner. Returns false if the polygon cannot be
 * cut. */
static bool
kbx_start_cut (kbx_cut *cut, kbx_polygon polygon, uint32_t *work)
{
  size_t n = polygon.count;

  if (work == NULL || n > KBX_CUT_LIMIT || !kbx_polygon_valid (polygon))
    return false;
  cut->v = polygon.corners;
  cut->order = work;
  cut->next = work + n;
  cut->prev = work + 2 * n;
  cut->blocked_by = work + 3 * n;
  cut->across = cut->forth = cut->back = NULL;
  cut->n_diagonals = 0;
  return kbx_tidy_corners (cut, polygon);
}

KBX_API uint32_t
kbx_polygon_triangulate (kbx_polygon polygon, uint32_t *triangles, uint32_t *work)
{
  kbx_cut cut;

  if (triangles == NULL || !kbx_start_cut (&cut, polygon, work))
    return 0;
  cut.triangles = triangles;
  if (!kbx_clip_ears (&cut))
    return 0;
  for (size_t i = 0; i < (size_t) 3 * (cut.n - 2); i++)
    triangles[i] = cut.order[triangles[i]];
  return cut.n - 2;
}

/* ---- removing diagonals ---- */

typedef struct {
  uint32_t *next, *prev; /* of a half-edge, around its part */
  uint32_t *joined;      /* of a triangle: the one its part was joined to, or itself */
  uint32_t *first;       /* of a part: one of its half-edges */
  const kbx_cut *cut;
} kbx_rims;

/* Whether diagonal d precedes diagonal e: longer ones do, then those of lower corners. */
static bool
kbx_diagonal_before (const void *data, uint32_t d, uint32_t e)
{
  const kbx_rims *rims = (const kbx_rims *) data;
  const kbx_cut *cut = rims->cut;
  uint32_t a = cut->triangles[cut->forth[d]], b = cut->triangles[rims->next[cut->forth[d]]];
  uint32_t p = cut->triangles[cut->forth[e]], q = cut->triangles[rims->next[cut->forth[e]]];
  double square = kbx_cut_square (cut, a, b), other = kbx_cut_square (cut, p, q);

  if (square != other)
    return square > other;
  return a != p ? a < p : b < q;
}

static uint32_t
kbx_part_of (kbx_rims *rims, uint32_t half_edge)
{
  uint32_t t = half_edge / 3;
  while (rims->joined[t] != t)
    t = rims->joined[t] = rims->joined[rims->joined[t]];
  return t;
}

/* Joins the two parts at a diagonal if the corners at its ends stay convex or straight. */
static void
kbx_join_at_diagonal (const kbx_cut *cut, kbx_rims *rims, uint32_t d)
{
  uint32_t f = cut->forth[d], g = cut->back[d], x = kbx_part_of (rims, f),
           y = kbx_part_of (rims, g);
  uint32_t *next = rims->next, *prev = rims->prev;

  if (kbx_cut_turn (cut, cut->triangles[prev[f]], cut->triangles[f], cut->triangles[next[next[g]]])
        < 0
      || kbx_cut_turn (cut, cut->triangles[prev[g]], cut->triangles[g],
                       cut->triangles[next[next[f]]])
           < 0)
    return;
  rims->first[x] = next[f];
  rims->joined[y] = x;
  next[prev[f]] = next[g];
  prev[next[g]] = prev[f];
  next[prev[g]] = next[f];
  prev[next[f]] = prev[g];
}

/* Writes a part without straight corners, as a fan of several if it has too many. Returns how many.
 * *at is the position in indices. `ring` has space for all corners. */
static uint32_t
kbx_write_part (const kbx_cut *cut, const kbx_rims *rims, uint32_t first, uint32_t most,
                uint32_t *ring, uint32_t *indices, size_t *at, uint32_t *counts)
{
  uint32_t n = 0, n_parts = 0, h = first;

  do
    {
      if (kbx_cut_turn (cut, cut->triangles[rims->prev[h]], cut->triangles[h],
                        cut->triangles[rims->next[h]])
          != 0)
        ring[n++] = cut->order[cut->triangles[h]];
      h = rims->next[h];
    }
  while (h != first);
  for (uint32_t from = 1; from + 1 < n; from += most - 2)
    {
      uint32_t count = n - from < most - 1 ? n - from : most - 1;
      indices[(*at)++] = ring[0];
      for (uint32_t i = 0; i < count; i++)
        indices[(*at)++] = ring[from + i];
      counts[n_parts++] = count + 1;
    }
  return n_parts;
}

KBX_API uint32_t
kbx_polygon_decompose (kbx_polygon polygon, uint32_t most, uint32_t *indices, uint32_t *counts,
                       uint32_t *work)
{
  kbx_cut cut;
  kbx_rims rims;
  size_t n = polygon.count, at = 0;
  uint32_t n_parts = 0;

  if (indices == NULL || counts == NULL || most < 3 || !kbx_start_cut (&cut, polygon, work))
    return 0;
  cut.across = work + 4 * n;
  cut.forth = work + 5 * n;
  cut.back = work + 6 * n;
  cut.triangles = work + 7 * n;
  rims.next = work + 10 * n;
  rims.prev = work + 13 * n;
  for (uint32_t i = 0; i < cut.n; i++)
    cut.across[i] = KBX_NONE;
  if (!kbx_clip_ears (&cut))
    return 0;

  /* The remaining polygon is used up: its memory serves the parts, and that of `across` the order
   * of diagonals. */
  rims.joined = cut.next;
  rims.first = cut.prev;
  rims.cut = &cut;
  for (uint32_t t = 0; t < cut.n - 2; t++)
    {
      rims.joined[t] = t;
      rims.first[t] = 3 * t;
      for (uint32_t k = 0; k < 3; k++)
        {
          rims.next[3 * t + k] = 3 * t + (k + 1) % 3;
          rims.prev[3 * t + k] = 3 * t + (k + 2) % 3;
        }
    }
  for (uint32_t d = 0; d < cut.n_diagonals; d++)
    cut.across[d] = d;
  kbx_sort_heap (cut.across, cut.n_diagonals, kbx_diagonal_before, &rims);
  for (uint32_t d = 0; d < cut.n_diagonals; d++)
    kbx_join_at_diagonal (&cut, &rims, cut.across[d]);
  for (uint32_t t = 0; t < cut.n - 2; t++)
    if (rims.joined[t] == t)
      n_parts += kbx_write_part (&cut, &rims, rims.first[t], most, cut.blocked_by, indices, &at,
                                 counts + n_parts);
  return n_parts;
}

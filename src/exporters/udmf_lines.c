/* SPDX-License-Identifier: MIT */
/* Cuts the lines of a map at each other, and at points so near that no place would be between.
 * Source: Halperin, Packer: Iterated snap rounding, 2002. Rounding a crossing may move a line over
 * another, so all is done again until nothing is cut. */
#include "exporters/udmf.h"

#include <math.h>
#include <stdlib.h>

#define MOST_ROUNDS 100

typedef struct {
  guint line;
  double along; /* from the line's start, times its length */
  KbVec at;
} Cut;

static double
cross (KbVec o, KbVec a, KbVec b)
{
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static double
along (const KbUdmfLine *line, KbVec p)
{
  return (p.x - line->a.x) * (line->b.x - line->a.x) + (p.y - line->a.y) * (line->b.y - line->a.y);
}

static int
compare_points (KbVec a, KbVec b)
{
  return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

/* Of equal lines that which stops comes first, and of these the first wall. */
static int
compare_lines (gconstpointer x, gconstpointer y)
{
  const KbUdmfLine *a = x, *b = y;
  int order = compare_points (a->a, b->a);
  order = order ? order : compare_points (a->b, b->b);
  order = order ? order : b->stops - a->stops;
  return order ? order : (a->wall < 0) - (b->wall < 0) + (a->wall > b->wall) - (a->wall < b->wall);
}

static int
compare_cuts (gconstpointer x, gconstpointer y)
{
  const Cut *a = x, *b = y;
  return a->line != b->line ? (a->line < b->line ? -1 : 1)
                            : (a->along > b->along) - (a->along < b->along);
}

/* Neither its start nor its end. */
static void
add_cut (GArray *cuts, const GArray *lines, guint line, KbVec at)
{
  const KbUdmfLine *cut = &g_array_index (lines, KbUdmfLine, line);
  if (compare_points (at, cut->a) && compare_points (at, cut->b))
    g_array_append_val (cuts, ((Cut){ line, along (cut, at), at }));
}

/* Within half a step of the grid, between its ends. */
static gboolean
is_on (const KbUdmfLine *line, KbVec p)
{
  const double at = along (line, p), end = along (line, line->b);
  return fabs (cross (line->a, line->b, p)) <= sqrt (end) / 512 && at > 0 && at < end;
}

static void
cut_pair (GArray *cuts, const GArray *lines, guint i, guint k)
{
  const KbUdmfLine *p = &g_array_index (lines, KbUdmfLine, i),
                   *q = &g_array_index (lines, KbUdmfLine, k);
  const double a = cross (p->a, p->b, q->a), b = cross (p->a, p->b, q->b),
               c = cross (q->a, q->b, p->a), d = cross (q->a, q->b, p->b);
  if (((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0)))
    {
      const double t = c / (c - d);
      const KbVec at = kb_vec_to_grid (
        (KbVec) { p->a.x + (p->b.x - p->a.x) * t, p->a.y + (p->b.y - p->a.y) * t });
      add_cut (cuts, lines, i, at);
      add_cut (cuts, lines, k, at);
      return;
    }
  for (guint end = 0; end < 2; end++)
    {
      if (is_on (p, end ? q->b : q->a))
        add_cut (cuts, lines, i, end ? q->b : q->a);
      if (is_on (q, end ? p->b : p->a))
        add_cut (cuts, lines, k, end ? p->b : p->a);
    }
}

/* A part of a line, unless it has no length. */
static void
add_part (GArray *parts, const KbUdmfLine *line, KbVec a, KbVec b)
{
  KbUdmfLine part = *line;
  const int order = compare_points (a, b);
  part.a = order < 0 ? a : b;
  part.b = order < 0 ? b : a;
  if (order)
    g_array_append_val (parts, part);
}

/* Replaces the lines by their parts, each once, in order. */
static void
take_parts (GArray *lines, GArray *cuts)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (KbUdmfLine));
  guint at = 0;
  g_array_sort (cuts, compare_cuts);
  KB_EACH_IN (const KbUdmfLine, line, lines)
    {
      KbVec start = line->a;
      for (; at < cuts->len && g_array_index (cuts, Cut, at).line == line_at; at++)
        {
          add_part (parts, line, start, g_array_index (cuts, Cut, at).at);
          start = g_array_index (cuts, Cut, at).at;
        }
      add_part (parts, line, start, line->b);
    }
  g_array_sort (parts, compare_lines);
  g_array_set_size (lines, 0);
  KB_EACH_IN (const KbUdmfLine, part, parts)
    if (part_at == 0 || compare_points (part->a, part[-1].a)
        || compare_points (part->b, part[-1].b))
      g_array_append_vals (lines, part, 1);
}

void
kb_udmf_cut_lines (GArray *lines)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (Cut));
  guint rounds = 0;
  do
    {
      take_parts (lines, cuts);
      g_array_set_size (cuts, 0);
      KB_EACH_IN (const KbUdmfLine, line, lines)
        for (guint k = line_at + 1; k < lines->len; k++)
          {
            const KbUdmfLine *other = &g_array_index (lines, KbUdmfLine, k);
            if (other->a.x > line->b.x)
              break;
            if (MAX (line->a.y, line->b.y) >= MIN (other->a.y, other->b.y)
                && MAX (other->a.y, other->b.y) >= MIN (line->a.y, line->b.y))
              cut_pair (cuts, lines, line_at, k);
          }
    }
  while (cuts->len && ++rounds < MOST_ROUNDS);
}

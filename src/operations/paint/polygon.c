/* SPDX-License-Identifier: MIT */
/* Filled polygons, by rows of pixel centres. */
#include "operations/paint/private.h"

#define UNIT 256
#define HALF (UNIT / 2)

/* An edge that crosses the rows' middles from `first` to `last` - 1. */
typedef struct {
  gint first, last;
  gint64 x, y, dx, dy;     /* upper end; down to the lower end, dy > 0 */
  gint way;                /* 1 downwards, -1 upwards */
} PolygonEdge;

typedef struct { gint x, way; } Crossing;

static gint64
ceiling (gint64 a, gint64 b)
{
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/* The first pixel whose centre, in 1/256 pixel, is at or after v. */
static gint
first_centre (gint64 v)
{
  return (gint) ceiling (v - HALF, UNIT);
}

static gint
crossing (const PolygonEdge *edge, gint row)
{
  /* The first pixel with 256 x + 128 >= x + (middle - y) dx / dy. All is below 2^53. */
  gint64 middle = (gint64) row * UNIT + HALF;
  return (gint) ceiling ((edge->x - HALF) * edge->dy + (middle - edge->y) * edge->dx,
                         UNIT * edge->dy);
}

static gint
compare_edges (gconstpointer a, gconstpointer b)
{
  const PolygonEdge *p = a, *q = b;
  return p->first < q->first ? -1 : p->first > q->first;
}

static gint
compare_crossings (gconstpointer a, gconstpointer b)
{
  const Crossing *p = a, *q = b;
  return p->x < q->x ? -1 : p->x > q->x;
}

static GArray *
make_edges (const KbCorner *corners, guint n, gint height)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (PolygonEdge));
  const gint most = KB_PAINT_FAR * UNIT;
  for (guint i = 0; i < n; i++)
    {
      const KbCorner *p = &corners[i], *q = &corners[(i + 1) % n];
      gint64 px = CLAMP (p->x, -most, most), py = CLAMP (p->y, -most, most);
      gint64 qx = CLAMP (q->x, -most, most), qy = CLAMP (q->y, -most, most);
      PolygonEdge edge = { .x = px, .y = py, .dx = qx - px, .dy = qy - py, .way = 1 };
      if (edge.dy < 0)
        edge = (PolygonEdge) { .x = qx, .y = qy, .dx = -edge.dx, .dy = -edge.dy, .way = -1 };
      edge.first = MAX (first_centre (edge.y), 0);
      edge.last = MIN (first_centre (edge.y + edge.dy), height);
      if (edge.first < edge.last)
        g_array_append_val (edges, edge);
    }
  g_array_sort (edges, compare_edges);
  return edges;
}

/* The runs between crossings: from where the sum of directions leaves 0 to where it returns. */
static void
fill_row (const KbInk *ink, gint row, Crossing *crossings, guint n)
{
  gint sum = 0, start = 0;
  qsort (crossings, n, sizeof *crossings, compare_crossings);
  for (guint i = 0; i < n; i++)
    {
      if (sum == 0)
        start = crossings[i].x;
      sum += crossings[i].way;
      if (sum == 0)
        kb_ink_span (ink, row, start, crossings[i].x);
    }
}

void
kb_paint_polygon (const KbInk *ink, const KbCorner *corners, guint n)
{
  guint width, height, next = 0, n_live = 0;
  kb_ink_size (ink, &width, &height);
  g_autoptr (GArray) edges = make_edges (corners, n, (gint) height);
  g_autofree guint *live = g_new (guint, edges->len);
  g_autofree Crossing *crossings = g_new (Crossing, edges->len);
  const PolygonEdge *all = (const PolygonEdge *) (gpointer) edges->data;
  for (gint row = edges->len > 0 ? all[0].first : 0; next < edges->len || n_live > 0; row++)
    {
      guint kept = 0;
      for (guint i = 0; i < n_live; i++)
        if (all[live[i]].last > row)
          live[kept++] = live[i];
      for (; next < edges->len && all[next].first <= row; next++)
        live[kept++] = next;
      n_live = kept;
      for (guint i = 0; i < n_live; i++)
        crossings[i] = (Crossing) { crossing (&all[live[i]], row), all[live[i]].way };
      fill_row (ink, row, crossings, n_live);
    }
}

/* SPDX-License-Identifier: MIT */
/* Makes cones along a curve, finds the parts of their edge that no other covers, and joins these to
 * lines. */
#include "operations/track/cover.h"

#include <math.h>
#include <string.h>

#include "operations/track/cones.h"

/* Ends and beginnings this near are one point, in pixels. Two sides that meet at a very small angle
 * each continue slightly behind the other. Before they are deeper than KB_CONES_DEPTH, that is
 * about its root times the radius. */
#define SAME (1.0 / 512)
/* Cells per side of the grid that finds cones. */
#define MOST_CELLS 128

/* A disc along the curve. `breaks`: the one before it is not joined to it. */
typedef struct {
  KbVec at;
  double radius;
  gboolean breaks;
} OffsetDisc;

typedef struct {
  GArray *discs;               /* Disc */
  /* KbCone; cone i is from disc i - 1 to disc i, or empty at a break */
  GArray *cones;
  gboolean closed;             /* the last disc equals the first */
  GArray *parts;               /* KbEdgePart: the remaining parts */
  GArray *bare, *left;         /* KbVec: ranges of a part outside its own cones, and all cones */
  double tolerance;
  const KbBounds *within;      /* NULL: no limit */
  KbBounds bounds;
  double cell;
  guint columns, rows;
  GArray **cells;              /* guint: cones */
  guint *stamps, stamp;        /* for each cone: its last visit */
} Outline;

/* Whether a place can be part of the answer. */
static gboolean
is_wanted (const Outline *o, KbBounds b)
{
  const KbBounds *within = o->within;
  return !within
         || (b.x1 >= within->x0 && b.x0 <= within->x1 && b.y1 >= within->y0 && b.y0 <= within->y1);
}

static void
free_polyline (KbPolyline *line)
{
  g_free (line->points);
  g_free (line);
}

/* --- Discs ------------------------------------------------------------------------------------ */

static void
add_offset_disc (Outline *o, OffsetDisc disc)
{
  OffsetDisc *last =
    o->discs->len > 0 ? &g_array_index (o->discs, OffsetDisc, o->discs->len - 1) : NULL;
  /* Where segments meet there are two */
  if (last && !disc.breaks && last->at.x == disc.at.x && last->at.y == disc.at.y
      && last->radius == disc.radius)
    return;
  g_array_append_val (o->discs, disc);
}

/* Between two points whose radii have different signs: where it is 0. */
static OffsetDisc
vanishing (const OffsetDisc *p, const OffsetDisc *q)
{
  double t = p->radius / (p->radius - q->radius);
  return (OffsetDisc){
    { p->at.x + t * (q->at.x - p->at.x), p->at.y + t * (q->at.y - p->at.y) }, 0, FALSE
  };
}

/* As kb_course_flatten, without segments whose discs are all elsewhere. A joint of such a segment
 * is elsewhere too, and so is the round end that its neighbour gets there. */
static GArray *
flatten_wanted (const Outline *o, const KbCourse *course, double inset)
{
  if (!o->within || kb_course_segments (course) == 0)
    return kb_course_flatten (course, o->tolerance / 2);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (KbCoursePlace));
  double more = fmax (-inset, 0);
  for (guint i = 0; i < kb_course_segments (course); i++)
    {
      KbBounds b = kb_course_segment_bounds (course, i);
      if (is_wanted (o, (KbBounds) { b.x0 - more, b.y0 - more, b.x1 + more, b.y1 + more }))
        kb_course_flatten_segment (course, i, o->tolerance / 2, places);
    }
  return places;
}

static void
add_discs (Outline *o, const KbCourse *course, double inset)
{
  g_autoptr (GArray) places = flatten_wanted (o, course, inset);
  OffsetDisc before = { 0 };
  KB_EACH_IN (const KbCoursePlace, place, places)
    {
      gboolean jumps = place_at == 0 || place->segment > place[-1].segment + 1;
      OffsetDisc disc = { place->at, place->radius - inset, FALSE };
      before.radius = jumps ? -1 : before.radius;
      OffsetDisc zero =
        !jumps && (before.radius < 0) != (disc.radius < 0) ? vanishing (&before, &disc) : disc;
      if (disc.radius >= 0)
        {
          zero.breaks = before.radius < 0;
          add_offset_disc (o, zero);
          if (zero.breaks && place_at > 0)
            add_offset_disc (o, disc);
        }
      else if (before.radius > 0)
        add_offset_disc (o, zero);
      before = disc;
    }
  if (!course->closed || o->discs->len < 2)
    return;
  const OffsetDisc *first = (const OffsetDisc *) (gpointer) o->discs->data,
                   *last = first + o->discs->len - 1;
  o->closed = first->at.x == last->at.x && first->at.y == last->at.y
              && first->radius == last->radius && first->radius > 0;
}

static void
add_cones (Outline *o)
{
  KbBounds b = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  double most = 0;
  KB_EACH_IN (const OffsetDisc, d, o->discs)
    {
      const OffsetDisc *p = d->breaks ? d : d - 1;
      KbCone cone = { p->at, d->at, p->radius, d->radius };
      g_array_append_val (o->cones, cone);
      b = (KbBounds) { fmin (b.x0, d->at.x - d->radius), fmin (b.y0, d->at.y - d->radius),
                      fmax (b.x1, d->at.x + d->radius), fmax (b.y1, d->at.y + d->radius) };
      most = fmax (most, d->radius);
    }
  o->bounds = b;
  o->cell = fmax (fmax (most, 8), fmax (b.x1 - b.x0, b.y1 - b.y0) / MOST_CELLS);
  o->columns = (guint) floor ((b.x1 - b.x0) / o->cell) + 1;
  o->rows = (guint) floor ((b.y1 - b.y0) / o->cell) + 1;
}

/* --- The grid --------------------------------------------------------------------------------- */

typedef struct { guint x0, y0, x1, y1; } Cells;

static guint
offset_cell_of (double v, double from, double size, guint n)
{
  return (guint) CLAMP (floor ((v - from) / size), 0, n - 1);
}

static Cells
cells_of (const Outline *o, KbBounds b)
{
  return (Cells) { offset_cell_of (b.x0, o->bounds.x0, o->cell, o->columns),
                  offset_cell_of (b.y0, o->bounds.y0, o->cell, o->rows),
                  offset_cell_of (b.x1, o->bounds.x0, o->cell, o->columns),
                  offset_cell_of (b.y1, o->bounds.y0, o->cell, o->rows) };
}

static void
fill_grid (Outline *o)
{
  o->cells = g_new0 (GArray *, o->columns * o->rows);
  o->stamps = g_new0 (guint, o->cones->len);
  /* In a closed curve, the first disc is the last one again */
  for (guint i = o->closed ? 1 : 0; i < o->cones->len; i++)
    {
      const KbCone *c = &g_array_index (o->cones, KbCone, i);
      Cells cells = cells_of (o, (KbBounds) { fmin (c->a.x - c->ra, c->b.x - c->rb),
                                             fmin (c->a.y - c->ra, c->b.y - c->rb),
                                             fmax (c->a.x + c->ra, c->b.x + c->rb),
                                             fmax (c->a.y + c->ra, c->b.y + c->rb) });
      for (guint y = cells.y0; y <= cells.y1; y++)
        for (guint x = cells.x0; x <= cells.x1; x++)
          {
            GArray **cell = &o->cells[y * o->columns + x];
            if (!*cell)
              *cell = g_array_new (FALSE, FALSE, sizeof (guint));
            g_array_append_val (*cell, i);
          }
    }
}

static KbBounds
offset_bounds_of (const KbEdgePart *part)
{
  if (part->arc && part->sweep > G_PI)
    return (KbBounds) { part->centre.x - part->radius, part->centre.y - part->radius,
                       part->centre.x + part->radius, part->centre.y + part->radius };
  double bulge = part->arc ? part->radius * (1 - cos (part->sweep / 2)) : 0;
  return (KbBounds) { fmin (part->p.x, part->q.x) - bulge, fmin (part->p.y, part->q.y) - bulge,
                     fmax (part->p.x, part->q.x) + bulge, fmax (part->p.y, part->q.y) + bulge };
}

static void
cut_by (Outline *o, const KbEdgePart *part, guint cone, KbConeRank rank, GArray *left)
{
  if (o->stamps[cone] == o->stamp)
    return;
  o->stamps[cone] = o->stamp;
  kb_edge_part_cut (part, &g_array_index (o->cones, KbCone, cone), rank, left);
}

static void
set_all_left (GArray *left)
{
  KbVec all = { 0, 1 };
  g_array_set_size (left, 0);
  g_array_append_val (left, all);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static KbEdgePart
part_between (const KbEdgePart *part, double from, double to)
{
  KbEdgePart piece = *part;
  piece.p = kb_edge_part_at (part, from);
  piece.q = kb_edge_part_at (part, to);
  piece.from = part->from - from * part->sweep;
  piece.sweep = (to - from) * part->sweep;
  return piece;
}

static void
add_pieces (Outline *o, const KbEdgePart *part)
{
  KB_EACH_IN (const KbVec, range, o->left)
    {
      KbEdgePart piece = part_between (part, range->x, range->y);
      g_array_append_val (o->parts, piece);
    }
}

/* What the cones near a part that its own ones do not cover leave of it. */
static void
cut_by_others (Outline *o, const KbEdgePart *part, const guint own[2])
{
  Cells cells = cells_of (o, offset_bounds_of (part));
  set_all_left (o->left);
  o->stamp++;
  o->stamps[own[0]] = o->stamps[own[1]] = o->stamp;
  for (guint y = cells.y0; y <= cells.y1 && o->left->len > 0; y++)
    for (guint x = cells.x0; x <= cells.x1; x++)
      {
        const GArray *cell = o->cells[y * o->columns + x];
        KB_EACH_IN_WHILE (cell && o->left->len > 0, const guint, cone, cell)
          cut_by (o, part, *cone, *cone < own[0] ? KB_CONE_BEFORE : KB_CONE_AFTER, o->left);
      }
}

/* The part that no cone covers. `own`: a side's cone, twice, or those of an arc's disc, the lower
 * one first. These come first: they leave little of a disc, and few other cones are near it. */
static void
add_part (Outline *o, const KbEdgePart *part, const guint own[2])
{
  if (!is_wanted (o, offset_bounds_of (part)))
    return;
  set_all_left (o->bare);
  o->stamp++;
  cut_by (o, part, own[0], KB_CONE_OWN, o->bare);
  cut_by (o, part, own[1], KB_CONE_OWN, o->bare);
  KB_EACH_IN (const KbVec, range, o->bare)
    {
      KbEdgePart piece = part_between (part, range->x, range->y);
      cut_by_others (o, &piece, own);
      add_pieces (o, &piece);
    }
}

static void
add_arc (Outline *o, const OffsetDisc *disc, const guint own[2])
{
  KbEdgePart circle = {
    .arc = TRUE, .centre = disc->at, .radius = disc->radius, .from = G_PI, .sweep = 2 * G_PI
  };
  if (disc->radius > 0)
    add_part (o, &circle, own);
}

static void
add_parts (Outline *o)
{
  guint n = o->discs->len, first = 0;
  for (guint i = 0; i < n; i++)
    {
      const OffsetDisc *disc = &g_array_index (o->discs, OffsetDisc, i);
      gboolean begins = disc->breaks, ends = i + 1 == n || disc[1].breaks;
      KbEdgePart sides[2];
      first = begins ? i : first;
      if (!begins && kb_cone_sides (&g_array_index (o->cones, KbCone, i), sides))
        for (guint k = 0; k < 2; k++)
          add_part (o, &sides[k], (const guint[]) { i, i });
      if (o->closed && i + 1 == n)
        add_arc (o, disc, (const guint[]) { 1, i });
      else if (!(o->closed && i == 0))
        add_arc (o, disc, (const guint[]) { i, ends ? i : i + 1 });
    }
}

/* --- Lines ------------------------------------------------------------------------------------ */

typedef struct { KbVec at; guint part; } Begin;

static gint
compare_begins (gconstpointer a, gconstpointer b)
{
  const Begin *p = a, *q = b;
  return p->at.x < q->at.x ? -1 : p->at.x > q->at.x ? 1 : (p->part > q->part) - (p->part < q->part);
}

/* The unused part that begins where this one ends; G_MAXUINT: none. */
static guint
next_of (const Begin *begins, guint n, KbVec end, const guint8 *taken)
{
  guint low = 0, high = n, found = G_MAXUINT;
  double best = SAME * SAME;
  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (begins[middle].at.x < end.x - SAME)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n && begins[low].at.x <= end.x + SAME; low++)
    {
      double dx = begins[low].at.x - end.x, dy = begins[low].at.y - end.y,
             squared = dx * dx + dy * dy;
      if (!taken[begins[low].part] && squared < best)
        {
          best = squared;
          found = begins[low].part;
        }
    }
  return found;
}

/* Its points except the last. Half of the tolerance was used for the curve's pieces, half is for
 * the chords of arcs. */
static void
add_points (GArray *points, const KbEdgePart *part, double tolerance)
{
  guint n = 1;
  if (part->arc)
    {
      double step = 2 * acos (fmax (1 - tolerance / 2 / part->radius, 0));
      n = (guint) CLAMP (ceil (part->sweep / step), 1, 4096);
    }
  for (guint i = 0; i < n; i++)
    {
      KbVec p = kb_edge_part_at (part, (double) i / n);
      const KbVec *last = points->len > 0 ? &g_array_index (points, KbVec, points->len - 1) : NULL;
      if (!last || fabs (last->x - p.x) > KB_CONES_POINT || fabs (last->y - p.y) > KB_CONES_POINT)
        g_array_append_val (points, p);
    }
}

static void
add_offset_line (GPtrArray *lines, GArray *points, gboolean closed)
{
  KbPolyline *line = KB_NEW (KbPolyline, .closed = closed, .n = points->len,
                             .points = g_memdup2 (points->data, points->len * sizeof (KbVec)));
  g_ptr_array_add (lines, line);
}

/* Joins the parts: first from each without a predecessor, then closed lines from the rest. */
static GPtrArray *
put_together (const Outline *o)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) free_polyline);
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (Begin)),
                     points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  guint n = o->parts->len;
  g_autofree guint *next = g_new (guint, n + 1);
  g_autofree guint8 *led = g_new0 (guint8, n + 1), *done = g_new0 (guint8, n + 1);
  const KbEdgePart *parts = (const KbEdgePart *) (gpointer) o->parts->data;
  for (guint i = 0; i < n; i++)
    {
      Begin begin = { parts[i].p, i };
      g_array_append_val (begins, begin);
    }
  g_array_sort (begins, compare_begins);
  for (guint i = 0; i < n; i++)
    {
      next[i] = next_of ((const Begin *) (gpointer) begins->data, begins->len, parts[i].q, led);
      if (next[i] != G_MAXUINT)
        led[next[i]] = 1;
    }
  for (guint k = 0; k < 2 * n; k++)
    {
      guint i = k % n, last = i;
      if (done[i] || (k < n && led[i]))
        continue;
      g_array_set_size (points, 0);
      for (; i != G_MAXUINT && !done[i]; i = next[i])
        {
          add_points (points, &parts[i], o->tolerance);
          done[i] = 1;
          last = i;
        }
      if (k < n)
        g_array_append_val (points, parts[last].q);
      add_offset_line (lines, points, k >= n);
    }
  return lines;
}

GPtrArray *
kb_course_edges (const KbCourse *course, double inset, double tolerance, const KbBounds *within)
{
  g_autoptr (GArray) discs = g_array_new (FALSE, FALSE, sizeof (OffsetDisc)),
                     cones = g_array_new (FALSE, FALSE, sizeof (KbCone)),
                     parts = g_array_new (FALSE, FALSE, sizeof (KbEdgePart)),
                     bare = g_array_new (FALSE, FALSE, sizeof (KbVec)),
                     left = g_array_new (FALSE, FALSE, sizeof (KbVec));
  Outline o = { .tolerance = CLAMP (tolerance, 1.0 / 4096, 16),
                .within = within,
                .discs = discs,
                .cones = cones,
                .parts = parts,
                .bare = bare,
                .left = left };
  add_discs (&o, course, inset);
  if (o.discs->len > 0)
    {
      add_cones (&o);
      fill_grid (&o);
      add_parts (&o);
    }
  GPtrArray *lines = put_together (&o);
  for (guint i = 0; o.cells && i < o.columns * o.rows; i++)
    g_clear_pointer (&o.cells[i], g_array_unref);
  g_free (o.cells);
  g_free (o.stamps);
  return lines;
}

/* SPDX-License-Identifier: MIT */
/* The start line and check points of a DustRacing2D track. The file has boxes that a car must drive
 * through. Each becomes the shortest line across the road through the box's middle, at most DEGREES
 * off square to the driving direction, and on to the borders of the box. */
#include "interchange/tracks/track_file.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "interchange/formats.h"

#define REACH 224              /* max pixels from the middle to either side of the road */
#define BEYOND 4               /* extra pixels outside the road, so that a car at the edge cannot
                                * pass */
#define SAME 64                /* nodes closer than this are one */
#define NEAR 300               /* a last node this close to the start line counts as past it */
#define DEGREES 60             /* max angle off square to the driving direction */
#define LINE 4                 /* from the edge of the finish tile to the middle of its white
                                * line */
#define CELL 8                 /* pixels: roads are further apart than this */

typedef struct { double x, y; const KbDustracNode *node; } Place;

static gboolean
is_road (const KbTrackFile *file, double x, double y)
{
  return kb_zones_at (file->painted, (gint) floor (x), (gint) floor (y)) == KB_DUSTRAC_ASPHALT;
}

/* --- The reachable road ----------------------------------------------------------------------- */

/* Cells: 1 if the middle is on the road and reachable from the start. Some tracks also have other
 * roads. */
typedef struct {
  gint columns, rows;
  guint8 *cells;
} Route;

static void
visit (const KbTrackFile *file, const Route *route, GArray *waiting, gint column, gint row)
{
  gint at = row * route->columns + column;
  if (column < 0 || row < 0 || column >= route->columns || row >= route->rows || route->cells[at]
      || !is_road (file, column * CELL + CELL / 2, row * CELL + CELL / 2))
    return;
  route->cells[at] = 1;
  g_array_append_val (waiting, at);
}

static void
find_route (const KbTrackFile *file, Place start, Route *route)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (gint));
  route->columns = (gint) kb_zones_width (file->painted) / CELL;
  route->rows = (gint) kb_zones_height (file->painted) / CELL;
  route->cells = g_malloc0 ((gsize) route->columns * (gsize) route->rows);
  visit (file, route, waiting, (gint) start.x / CELL, (gint) start.y / CELL);
  while (waiting->len)
    {
      gint at = g_array_index (waiting, gint, waiting->len - 1), column = at % route->columns,
           row = at / route->columns;
      g_array_set_size (waiting, waiting->len - 1);
      visit (file, route, waiting, column - 1, row);
      visit (file, route, waiting, column + 1, row);
      visit (file, route, waiting, column, row - 1);
      visit (file, route, waiting, column, row + 1);
    }
}

static gboolean
is_on_route (const KbTrackFile *file, const Route *route, double x, double y)
{
  gint column = (gint) floor (x / CELL), row = (gint) floor (y / CELL);
  return is_road (file, x, y) && (!route->cells || route->cells[row * route->columns + column]);
}

/* --- Positions -------------------------------------------------------------------------------- */

/* How far the road goes from a position, pixel by pixel. */
static double
reach (const KbTrackFile *file, Place at, double dx, double dy)
{
  gint length = 0;
  while (length < REACH && is_road (file, at.x + dx * (length + 1), at.y + dy * (length + 1)))
    length++;
  return length;
}

/* The pixel of the route that is nearest to a node's middle, within its box. Searches rings of
 * squares until none can be nearer. Returns the distance, or -1. */
static double
find_nearest (const KbTrackFile *file, const Route *route, const KbDustracNode *node, Place *step)
{
  gint most = (gint) MIN (MAX (node->width, node->height) / 2, 1024);
  double least = INFINITY;
  for (gint r = 0; r <= most && r <= least; r++)
    for (gint y = -r; y <= r; y++)
      for (gint x = -r; x <= r; x += abs (y) == r ? 1 : 2 * r)
        if (abs (x) <= node->width / 2 && abs (y) <= node->height / 2 && hypot (x, y) < least
            && is_on_route (file, route, node->x + x, node->y + y))
          {
            *step = (Place) { x, y };
            least = hypot (x, y);
          }
  return isinf (least) ? -1 : least;
}

/* The position of a node on the road. For a node next to the road, the middle of the road there. */
static gboolean
find_road (const KbTrackFile *file, const Route *route, const KbDustracNode *node, Place *place)
{
  Place step = { 0, 0 };
  double length = find_nearest (file, route, node, &step);
  if (length < 0)
    return FALSE;
  *place = (Place) { node->x + step.x, node->y + step.y, node };
  if (length == 0)
    return TRUE;
  double half = reach (file, *place, step.x / length, step.y / length) / 2;
  place->x += step.x / length * half;
  place->y += step.y / length * half;
  return TRUE;
}

/* From the side of the road on to the border of the node's box, but not on to another road. */
static double
reach_border (const KbTrackFile *file, Place at, double dx, double dy, gboolean *is_short)
{
  const KbDustracNode *node = at.node;
  const double across = (node->width / 2.0 - copysign (at.x - node->x, dx * (at.x - node->x)))
                        / MAX (fabs (dx), 1e-9),
               down = (node->height / 2.0 - copysign (at.y - node->y, dy * (at.y - node->y)))
                      / MAX (fabs (dy), 1e-9);
  const double border = MIN (across, down);
  double length = reach (file, at, dx, dy) + BEYOND;
  for (; length < border; length++)
    {
      const double x = at.x + dx * (length + BEYOND), y = at.y + dy * (length + BEYOND);
      const gboolean is_other = is_road (file, x, y);
      *is_short |= is_other;
      if (is_other || MIN (x, y) < 0 || x > kb_zones_width (file->painted)
          || y > kb_zones_height (file->painted))
        break;
    }
  return length;
}

/* --- Check points ----------------------------------------------------------------------------- */

static void
add_gate (KbTrackFile *file, Place a, Place b, const char *name)
{
  KbTrackFileGate gate = { { a.x, a.y }, { b.x, b.y }, name };
  g_array_append_val (file->gates, gate);
}

/* A line across the road at a position, from left to right when driving along (dx, dy). TRUE if it
 * is shorter than the node's box is wide. */
static gboolean
add_across (KbTrackFile *file, Place at, double dx, double dy)
{
  double least = INFINITY, length = hypot (dx, dy);
  gboolean is_short = FALSE;
  Place best = { 0, 0 };
  if (length == 0)
    return FALSE;
  for (gint step = 0; step <= 2 * DEGREES; step++)
    {
      /* 0, 1, -1, 2, -2, ...: of two equally long lines, the one nearer to square wins. */
      gint degrees = step % 2 ? (step + 1) / 2 : -step / 2;
      double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
      double x = (-dy * c - dx * s) / length, y = (dx * c - dy * s) / length;
      double left = reach (file, at, -x, -y), right = reach (file, at, x, y);
      double cost = (left + right) * (1 + 0.1 * abs (degrees) / DEGREES);
      if (cost >= least)
        continue;
      least = cost;
      best = (Place) { x, y };
    }
  const double left = reach_border (file, at, -best.x, -best.y, &is_short),
               right = reach_border (file, at, best.x, best.y, &is_short);
  add_gate (file, (Place) { at.x - best.x * left, at.y - best.y * left },
            (Place) { at.x + best.x * right, at.y + best.y * right }, NULL);
  return is_short;
}

/* A point of the finish tile; before turning, its line is at the top. */
static Place
on_tile (const KbDustracFinish *finish, double x, double y)
{
  for (guint i = 0; i < finish->quarters; i++)
    {
      double t = x;
      x = KB_DUSTRAC_TILE - y;
      y = t;
    }
  return (Place) { finish->x + x, finish->y + y };
}

static gint
compare_nodes (gconstpointer a, gconstpointer b)
{
  const KbDustracNode *p = a, *q = b;
  return (p->index > q->index) - (p->index < q->index);
}

static double
distance (Place a, Place b)
{
  return hypot (b.x - a.x, b.y - a.y);
}

/* The positions of the nodes, without repetitions. */
static GArray *
find_places (KbTrackFile *file, const Route *route, GArray *nodes)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  guint off = 0, shared = 0;
  g_array_sort (nodes, compare_nodes);
  KB_EACH_IN (const KbDustracNode, node, nodes)
    {
      Place place;
      if (!find_road (file, route, node, &place))
        off++;
      else if (!places->len
               || distance (g_array_index (places, Place, places->len - 1), place) >= SAME)
        g_array_append_val (places, place);
      else
        shared++;
    }
  if (shared)
    kb_messages_add (
      file->messages,
      ngettext ("%u of the target nodes is less than %d pixels from the one before, and shares its "
                "check point",
                "%u of the target nodes are less than %d pixels from the one before, and share its "
                "check point", shared),
      shared, SAME);
  if (off)
    kb_messages_add (
      file->messages,
      ngettext ("%u of the target nodes is not on the road from the start, and left out",
                "%u of the target nodes are not on the road from the start, and left out", off),
      off);
  return places;
}

/* The route ends where it began, often past the line. */
static void
drop_last (GArray *places, Place start, Place ahead)
{
  for (; places->len > 1; g_array_set_size (places, places->len - 1))
    {
      Place last = g_array_index (places, Place, places->len - 1);
      double on =
        (last.x - start.x) * (ahead.x - start.x) + (last.y - start.y) * (ahead.y - start.y);
      if (on < -LINE || distance (last, start) > NEAR)
        break;
    }
}

void
kb_dustrac_add_gates (KbTrackFile *file, const KbDustracFinish *finish, GArray *nodes)
{
  const double edge = KB_DUSTRAC_TILE / 10.0;
  Place start = { 0, 0 };
  Route route = { 0, 0, NULL };
  guint n_short = 0;
  if (finish)
    {
      start = on_tile (finish, KB_DUSTRAC_TILE / 2.0, LINE);
      find_route (file, start, &route);
      add_gate (file, on_tile (finish, edge - BEYOND, LINE),
                on_tile (finish, KB_DUSTRAC_TILE - edge + BEYOND, LINE), "start");
    }
  else
    kb_messages_add (file->messages,
                     _("there is no finish tile: the first target node is the start line"));
  g_autoptr (GArray) places = find_places (file, &route, nodes);
  if (finish)
    drop_last (places, start, on_tile (finish, KB_DUSTRAC_TILE / 2.0, LINE - 1));
  KB_EACH_IN (const Place, place, places)
    {
      Place at = *place;
      Place before = place_at > 0 ? g_array_index (places, Place, place_at - 1)
                     : finish     ? start
                                  : g_array_index (places, Place, places->len - 1);
      Place after = place_at + 1 < places->len ? g_array_index (places, Place, place_at + 1)
                    : finish                   ? start
                                               : g_array_index (places, Place, 0);
      n_short += add_across (file, at, after.x - before.x, after.y - before.y);
    }
  if (n_short)
    kb_messages_add (
      file->messages,
      ngettext ("%u of the check points ends before another road, within the box of its target "
                "node",
                "%u of the check points end before another road, within the boxes of their target "
                "nodes", n_short),
      n_short);
  g_free (route.cells);
}

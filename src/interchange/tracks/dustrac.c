/* SPDX-License-Identifier: MIT */
/* Tracks of DustRacing2D: XML of tiles, objects, and nodes that cars drive to. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/names.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/mask_private.h"
#include "interchange/tracks/track_file.h"

/* ---- dustrac gates ---- */

/* The start line and check points of a DustRacing2D track. The file has boxes that a car must drive
 * through. Each becomes the shortest line across the road through the box's middle, at most DEGREES
 * off square to the driving direction, and on to the borders of the box. */

#define DUSTRAC_REACH 224              /* max pixels from the middle to either side of the road */
#define BEYOND 4               /* extra pixels outside the road, so that a car at the edge cannot
                                * pass */
#define SAME 64                /* nodes closer than this are one */
#define NEAR 300               /* a last node this close to the start line counts as past it */
#define DEGREES 60             /* max angle off square to the driving direction */
#define DUSTRAC_LINE                                                                               \
  4                            /* from the edge of the finish tile to the middle of its white
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
  while (length < DUSTRAC_REACH
         && is_road (file, at.x + dx * (length + 1), at.y + dy * (length + 1)))
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
      if (on < -DUSTRAC_LINE || distance (last, start) > NEAR)
        break;
    }
}

/* Adds the start line and check points, across the painted road. */
static void
kb_dustrac_add_gates (KbTrackFile *file, const KbDustracFinish *finish, GArray *nodes)
{
  const double edge = KB_DUSTRAC_TILE / 10.0;
  Place start = { 0, 0 };
  Route route = { 0, 0, NULL };
  guint n_short = 0;
  if (finish)
    {
      start = on_tile (finish, KB_DUSTRAC_TILE / 2.0, DUSTRAC_LINE);
      find_route (file, start, &route);
      add_gate (file, on_tile (finish, edge - BEYOND, DUSTRAC_LINE),
                on_tile (finish, KB_DUSTRAC_TILE - edge + BEYOND, DUSTRAC_LINE), "start");
    }
  else
    kb_messages_add (file->messages,
                     _("there is no finish tile: the first target node is the start line"));
  g_autoptr (GArray) places = find_places (file, &route, nodes);
  if (finish)
    drop_last (places, start, on_tile (finish, KB_DUSTRAC_TILE / 2.0, DUSTRAC_LINE - 1));
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

/* ---- dustrac tiles ---- */

/* The tiles of DustRacing2D as outlines. The edges of the asphalt were measured in the game's
 * pictures, and are accurate to one pixel. A straight road covers the middle four fifths of its
 * tile. */

#define SIDE 256.0
#define EDGE 25.6              /* width of the grass next to a straight */
#define FADE 12.8              /* the middle of the transition from sand to grass */
/* The value of x + y where a diagonal road begins; it ends at its mirror image */
#define DIAGONAL 125.0
#define STEPS 64               /* straight pieces of a bend */

typedef struct { double x, y; } Point;

/* A corner of an outline, and the edge to it. */
typedef struct {
  double x, y;
  gboolean bend;               /* with c and d as the inner corners of a cubic Bezier curve */
  Point c, d;
} Corner;

typedef struct {
  guint8 value;
  guint n;
  Corner corners[8];
} DustracArea;

struct KbDustracTile {
  const char *name;
  KbDustracUse use;
  guint8 ground;               /* the whole tile; the areas cover it */
  guint n;
  DustracArea areas[2];
};

#define TO(x, y) { x, y, FALSE, { 0, 0 }, { 0, 0 } }
#define BEND(cx, cy, dx, dy, x, y) { x, y, TRUE, { cx, cy }, { dx, dy } }
#define ASPHALT KB_DUSTRAC_ASPHALT
#define GRASS KB_DUSTRAC_GRASS
#define SAND KB_DUSTRAC_SAND

#define UP_AND_DOWN                                                                                \
  {                                                                                                \
    ASPHALT, 4, { TO (EDGE, 0), TO (SIDE - EDGE, 0), TO (SIDE - EDGE, SIDE), TO (EDGE, SIDE) }     \
  }
#define ACROSS                                                                                     \
  {                                                                                                \
    ASPHALT, 4, { TO (0, EDGE), TO (SIDE, EDGE), TO (SIDE, SIDE - EDGE), TO (0, SIDE - EDGE) }     \
  }

static const KbDustracTile dustrac_tiles[] = {
  { "grass", KB_DUSTRAC_PLAIN, GRASS, 0, { { 0, 0, { TO (0, 0) } } } },
  { "sand", KB_DUSTRAC_PLAIN, SAND, 0, { { 0, 0, { TO (0, 0) } } } },
  { "straight", KB_DUSTRAC_PLAIN, GRASS, 1, { UP_AND_DOWN } },
  { "finish", KB_DUSTRAC_FINISH, GRASS, 1, { UP_AND_DOWN } },
  { "bridge", KB_DUSTRAC_PLAIN, GRASS, 2, { UP_AND_DOWN, ACROSS } },
  /* From the bottom to the right. */
  { "corner90",
    KB_DUSTRAC_PLAIN,
    GRASS,
    1,
    { { ASPHALT,
        4,
        { TO (EDGE, SIDE), BEND (EDGE, SIDE - 188, SIDE - 188, EDGE, SIDE, EDGE),
          TO (SIDE, SIDE - EDGE),
          BEND (SIDE - 21.4, SIDE - EDGE, SIDE - EDGE, SIDE - 21.4, SIDE - EDGE, SIDE) } } } },
  /* From the bottom to the upper right, and to the upper left. */
  { "corner45Right",
    KB_DUSTRAC_PLAIN,
    GRASS,
    1,
    { { ASPHALT,
        5,
        { TO (EDGE, SIDE), BEND (EDGE, SIDE - 118.9, DIAGONAL - 64.2, 64.2, DIAGONAL, 0),
          TO (SIDE, 0), TO (SIDE, SIDE - DIAGONAL),
          BEND (SIDE - 31.7, SIDE - DIAGONAL + 31.7, SIDE - EDGE, SIDE - 25.8, SIDE - EDGE,
                SIDE) } } } },
  { "corner45Left",
    KB_DUSTRAC_PLAIN,
    GRASS,
    1,
    { { ASPHALT,
        5,
        { TO (SIDE - EDGE, SIDE),
          BEND (SIDE - EDGE, SIDE - 118.9, SIDE - DIAGONAL + 64.2, 64.2, SIDE - DIAGONAL, 0),
          TO (0, 0), TO (0, SIDE - DIAGONAL),
          BEND (31.7, SIDE - DIAGONAL + 31.7, EDGE, SIDE - 25.8, EDGE, SIDE) } } } },
  { "straight45Male",
    KB_DUSTRAC_PLAIN,
    GRASS,
    1,
    { { ASPHALT,
        6,
        { TO (DIAGONAL, 0), TO (SIDE, 0), TO (SIDE, SIDE - DIAGONAL), TO (SIDE - DIAGONAL, SIDE),
          TO (0, SIDE), TO (0, DIAGONAL) } } } },
  { "straight45Female",
    KB_DUSTRAC_PLAIN,
    GRASS,
    1,
    { { ASPHALT, 3, { TO (0, 0), TO (SIDE - DIAGONAL, 0), TO (0, SIDE - DIAGONAL) } } } },
  { "sandGrassStraight",
    KB_DUSTRAC_PLAIN,
    SAND,
    1,
    { { GRASS, 4, { TO (0, 0), TO (SIDE, 0), TO (SIDE, FADE), TO (0, FADE) } } } },
  { "sandGrassCorner",
    KB_DUSTRAC_PLAIN,
    SAND,
    1,
    { { GRASS,
        7,
        { TO (0, 0), TO (SIDE, 0), TO (SIDE, FADE), TO (FADE + 11.2, FADE), TO (FADE, FADE + 11.2),
          TO (FADE, SIDE), TO (0, SIDE) } } } },
  { "sandGrassCorner2",
    KB_DUSTRAC_PLAIN,
    SAND,
    1,
    { { GRASS, 3, { TO (0, 0), TO (FADE, 0), TO (0, FADE) } } } },
};

/* NULL for an unknown kind of tile. */
static const KbDustracTile *
kb_dustrac_tile (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (dustrac_tiles); i++)
    if (strcmp (dustrac_tiles[i].name, name) == 0)
      return &dustrac_tiles[i];
  return NULL;
}

/* --- Outlines to pixels ----------------------------------------------------------------------- */

static guint
flatten (const DustracArea *area, Point *points)
{
  guint n = 0;
  for (guint i = 0; i < area->n; i++)
    {
      const Corner *to = &area->corners[i], *from = &area->corners[(i + area->n - 1) % area->n];
      for (guint k = 1; to->bend && k < STEPS; k++)
        {
          double u = (double) k / STEPS, v = 1 - u;
          double a = v * v * v, b = 3 * v * v * u, c = 3 * v * u * u, d = u * u * u;
          points[n++] = (Point) { a * from->x + b * to->c.x + c * to->d.x + d * to->x,
                                 a * from->y + b * to->c.y + c * to->d.y + d * to->y };
        }
      points[n++] = (Point) { to->x, to->y };
    }
  return n;
}

/* The crossings of the outline with a line of pixel centres, from left to right. */
static guint
crossings (const Point *points, guint n, double y, double *xs)
{
  guint count = 0;
  for (guint i = 0; i < n; i++)
    {
      const Point *a = &points[i], *b = &points[(i + 1) % n];
      if ((a->y <= y) == (b->y <= y))
        continue;
      double x = a->x + (b->x - a->x) * (y - a->y) / (b->y - a->y);
      guint at = count++;
      for (; at > 0 && xs[at - 1] > x; at--)
        xs[at] = xs[at - 1];
      xs[at] = x;
    }
  return count;
}

/* The first pixel whose centre is at or right of x. */
static gsize
first_from (double x)
{
  return (gsize) CLAMP (ceil (x - 0.5), 0, KB_DUSTRAC_TILE);
}

/* Fills the pixels whose centres are inside. */
static void
fill_dustrac (const DustracArea *area, guint8 *pixels)
{
  Point points[8 * STEPS];
  double xs[8 * STEPS];
  guint n = flatten (area, points);
  for (guint y = 0; y < KB_DUSTRAC_TILE; y++)
    {
      guint count = crossings (points, n, y + 0.5, xs);
      for (guint k = 0; k + 1 < count; k += 2)
        {
          gsize from = first_from (xs[k]), to = first_from (xs[k + 1]);
          memset (pixels + y * KB_DUSTRAC_TILE + from, area->value, to - from);
        }
    }
}

/* Draws the tile after 0 to 3 quarter turns, clockwise on the screen: KB_DUSTRAC_TILE rows and
 * columns. */
static void
kb_dustrac_draw_tile (const KbDustracTile *tile, guint quarters, guint8 *pixels)
{
  enum { SIZE = KB_DUSTRAC_TILE, LAST = KB_DUSTRAC_TILE - 1 };
  /* Where the first pixel comes from, and how far the next ones of a row and a column are. */
  static const struct { gint start, x, y; } turns[] = {
    { 0, 1, SIZE }, { LAST * SIZE, -SIZE, 1 }, { SIZE * SIZE - 1, -1, -SIZE }, { LAST, SIZE, -1 } };
  g_autofree guint8 *plain = g_malloc ((gsize) SIZE * SIZE);
  memset (plain, tile->ground, (gsize) SIZE * SIZE);
  for (guint i = 0; i < tile->n; i++)
    fill_dustrac (&tile->areas[i], plain);
  for (gint y = 0; y < SIZE; y++)
    for (gint x = 0; x < SIZE; x++)
      *pixels++ = plain[turns[quarters].start + x * turns[quarters].x + y * turns[quarters].y];
}

/* ---- dustrac ---- */

#define DUSTRAC_MOST_TILES (KB_MAX_ZONES_SIDE / KB_DUSTRAC_TILE)   /* columns or rows */
#define MOST_NODES 1000
#define CAR_RADIUS 24.0      /* pixels: a quarter of the road's half width */

typedef struct {
  KbTrackFile *file;
  guint columns, rows;
  GHashTable *tiles;           /* name and turns -> pixels */
  KbZonesPainter *painter;
  GArray *nodes;
  KbDustracFinish finish;
  gboolean has_finish;
} DustracReader;

/* --- Attributes ------------------------------------------------------------------------------- */

static gboolean
fail_dustrac (DustracReader *reader, GMarkupParseContext *context, GError **error, const char *what)
{
  /* For an element with children, the parser is at the end. */
  return reader->painter ? kb_markup_fail (context, reader->file->path, error, "%s", what)
                         : kb_import_fail (error, reader->file->path, "%s", what);
}

static gboolean
read_dustrac_number (DustracReader *reader, GMarkupParseContext *context, const char **names,
                     const char **values, const char *name, gint64 min, gint64 max, gint *number,
                     GError **error)
{
  const char *text = kb_markup_value (names, values, name);
  gint64 value;
  if (text && g_ascii_string_to_signed (text, 10, min, max, &value, NULL))
    {
      *number = (gint) value;
      return TRUE;
    }
  g_autofree char *what =
    g_strdup_printf (_("%s: expected a whole number from %" PRId64 " to %" PRId64 ", got %s"), name,
                     min, max, text ? text : _("nothing"));
  return fail_dustrac (reader, context, error, what);
}

/* --- Elements --------------------------------------------------------------------------------- */

static gboolean
begin_track (DustracReader *reader, GMarkupParseContext *context, const char **names,
             const char **values, GError **error)
{
  gint columns, rows;
  if (reader->painter)
    return fail_dustrac (reader, context, error, _("there is a track in the track"));
  if (!read_dustrac_number (reader, context, names, values, "cols", 1, DUSTRAC_MOST_TILES, &columns,
                            error)
      || !read_dustrac_number (reader, context, names, values, "rows", 1, DUSTRAC_MOST_TILES, &rows,
                               error))
    return FALSE;
  const char *name = kb_markup_value (names, values, "name");
  reader->file->name = name ? kb_import_clean_name (name) : NULL;
  reader->columns = (guint) columns;
  reader->rows = (guint) rows;
  reader->file->painted =
    kb_zones_new (reader->columns * KB_DUSTRAC_TILE, reader->rows * KB_DUSTRAC_TILE, 0);
  reader->painter = kb_zones_painter_new (reader->file->painted);
  return TRUE;
}

static const guint8 *
drawn_tile (DustracReader *reader, const KbDustracTile *tile, const char *name, guint quarters)
{
  g_autofree char *key = g_strdup_printf ("%s %u", name, quarters);
  guint8 *pixels = g_hash_table_lookup (reader->tiles, key);
  if (pixels)
    return pixels;
  pixels = g_malloc ((gsize) KB_DUSTRAC_TILE * KB_DUSTRAC_TILE);
  kb_dustrac_draw_tile (tile, quarters, pixels);
  g_hash_table_insert (reader->tiles, g_steal_pointer (&key), pixels);
  return pixels;
}

static gboolean
read_dustrac_tile (DustracReader *reader, GMarkupParseContext *context, const char **names,
                   const char **values, GError **error)
{
  gint column, row, degrees;
  const char *name = kb_markup_value (names, values, "t");
  if (!name)
    return fail_dustrac (reader, context, error, _("t: expected the kind of a tile"));
  if (!read_dustrac_number (reader, context, names, values, "i", 0, (gint64) reader->columns - 1,
                            &column, error)
      || !read_dustrac_number (reader, context, names, values, "j", 0, (gint64) reader->rows - 1,
                               &row, error)
      || !read_dustrac_number (reader, context, names, values, "o", -36000, 36000, &degrees, error))
    return FALSE;
  if (degrees % 90)
    return fail_dustrac (reader, context, error,
                         _("o: expected quarters of a turn: 0, 90, 180 or 270 degrees"));
  const KbDustracTile *tile = kb_dustrac_tile (name);
  if (!tile)
    {
      g_autofree char *what = g_strdup_printf (_("tiles of the unknown kind '%s'"), name);
      kb_messages_lose_kind (reader->file->messages, what, _("tiles of other unknown kinds"));
      return TRUE;
    }
  guint quarters = (guint) ((degrees / 90 % 4 + 4) % 4);
  gint x = column * KB_DUSTRAC_TILE, y = row * KB_DUSTRAC_TILE;
  kb_zones_painter_copy_in (reader->painter, x, y, KB_DUSTRAC_TILE, KB_DUSTRAC_TILE,
                            drawn_tile (reader, tile, name, quarters), NULL, KB_DUSTRAC_TILE);
  kb_messages_lose (reader->file->messages,
                    _("bridges: the roads above and below are one crossing"),
                    strcmp (name, "bridge") == 0);
  if (tile->use == KB_DUSTRAC_FINISH)
    {
      reader->finish = (KbDustracFinish) { x, y, quarters };
      reader->has_finish = TRUE;
    }
  return TRUE;
}

static gboolean
read_dustrac_node (DustracReader *reader, GMarkupParseContext *context, const char **names,
                   const char **values, GError **error)
{
  gint index, x, y, width, height;
  if (reader->nodes->len == MOST_NODES)
    return fail_dustrac (reader, context, error, _("there are more than 1000 target nodes"));
  if (!read_dustrac_number (reader, context, names, values, "i", 0, G_MAXINT, &index, error)
      || !read_dustrac_number (reader, context, names, values, "x", 0, KB_MAX_ZONES_SIDE, &x, error)
      || !read_dustrac_number (reader, context, names, values, "y", 0, KB_MAX_ZONES_SIDE, &y, error)
      || !read_dustrac_number (reader, context, names, values, "w", 0, KB_MAX_ZONES_SIDE, &width,
                               error)
      || !read_dustrac_number (reader, context, names, values, "h", 0, KB_MAX_ZONES_SIDE, &height,
                               error))
    return FALSE;
  KbDustracNode node = { index, x, y, width, height };
  g_array_append_val (reader->nodes, node);
  return TRUE;
}

static void
on_dustrac_start (GMarkupParseContext *context, const char *element, const char **names,
                  const char **values, gpointer data, GError **error)
{
  DustracReader *reader = data;
  gboolean is_track = strcmp (element, "track") == 0;
  if (!is_track && !reader->painter)
    fail_dustrac (reader, context, error, _("expected <track>"));
  else if (is_track)
    begin_track (reader, context, names, values, error);
  else if (strcmp (element, "t") == 0)
    read_dustrac_tile (reader, context, names, values, error);
  else if (strcmp (element, "n") == 0)
    read_dustrac_node (reader, context, names, values, error);
  else
    kb_messages_lose (reader->file->messages,
                      _("things next to the road, such as trees and walls"),
                      strcmp (element, "o") == 0);
}

/* --- Whole files ------------------------------------------------------------------------------ */

static gboolean
parse_dustrac (DustracReader *reader, const char *text, gsize length, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_dustrac_start };
  return kb_markup_parse (&parser, reader, reader->file->path, text, length, error)
         && (reader->painter
             || kb_import_fail (error, reader->file->path, _("there is no track in it")));
}

static void
kb_track_file_add_surface (KbTrackFile *file, const char *name, guint32 rgb, KbSurfaceUse use)
{
  KbMaskRule rule = { .rgb = rgb, .name = g_strdup (name), .use = use };
  g_array_append_val (file->surfaces, rule);
}

static gboolean
read_dustrac (KbTrackFile *file, const char *text, gsize length, GError **error)
{
  DustracReader reader = { .file = file,
                           .tiles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                           .nodes = g_array_new (FALSE, FALSE, sizeof (KbDustracNode)) };
  gboolean ok = parse_dustrac (&reader, text, length, error);
  if (ok)
    {
      g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (reader.painter);
      if (patch)
        file->painted = kb_zones_apply (file->painted, patch, TRUE);
      kb_track_file_add_surface (file, "asphalt", 0x4d4d55, KB_SURFACE_ROAD);
      kb_track_file_add_surface (file, "grass", 0x4f9e3f, KB_SURFACE_OFF);
      kb_track_file_add_surface (file, "sand", 0xe0c068, KB_SURFACE_OFF);
      file->radius = CAR_RADIUS;
      kb_dustrac_add_gates (file, reader.has_finish ? &reader.finish : NULL, reader.nodes);
    }
  else
    kb_zones_painter_cancel (reader.painter);
  g_hash_table_unref (reader.tiles);
  g_array_unref (reader.nodes);
  return ok;
}

/* XML whose first element is a track with columns. */
static KbFit
recognise_dustrac (const KbImportHead *head)
{
  const char *track = strstr (head->start, "<track "), *end = track ? strchr (track, '>') : NULL;
  g_autofree char *element = end ? g_strndup (track, (gsize) (end - track)) : NULL;
  return element && head->start[strspn (head->start, " \t\r\n\xef\xbb\xbf")] == '<'
             && strstr (element, "cols=")
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_dustrac = {
  .name = "dustrac",
  .label = N_("Track of DustRacing2D"),
  .noun = N_("a track of DustRacing2D"),
  .makes = KB_IMPORT_TRACK,
  .patterns = (const char *const[]) { "*.trk", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "resize", "fresh", NULL },
  .recognise = recognise_dustrac,
  .read_track = read_dustrac,
};

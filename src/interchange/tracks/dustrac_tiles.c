/* SPDX-License-Identifier: MIT */
/* The tiles of DustRacing2D as outlines. The edges of the asphalt were measured in the game's
 * pictures, and are accurate to one pixel. A straight road covers the middle four fifths of its
 * tile. */
#include "interchange/tracks/track_file.h"

#include <math.h>
#include <string.h>

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
} Area;

struct KbDustracTile {
  const char *name;
  KbDustracUse use;
  guint8 ground;               /* the whole tile; the areas cover it */
  guint n;
  Area areas[2];
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

static const KbDustracTile tiles[] = {
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

const KbDustracTile *
kb_dustrac_tile (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    if (strcmp (tiles[i].name, name) == 0)
      return &tiles[i];
  return NULL;
}

KbDustracUse
kb_dustrac_tile_use (const KbDustracTile *tile)
{
  return tile->use;
}

/* --- Outlines to pixels ----------------------------------------------------------------------- */

static guint
flatten (const Area *area, Point *points)
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
fill (const Area *area, guint8 *pixels)
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

void
kb_dustrac_draw_tile (const KbDustracTile *tile, guint quarters, guint8 *pixels)
{
  enum { SIZE = KB_DUSTRAC_TILE, LAST = KB_DUSTRAC_TILE - 1 };
  /* Where the first pixel comes from, and how far the next ones of a row and a column are. */
  static const struct { gint start, x, y; } turns[] = {
    { 0, 1, SIZE }, { LAST * SIZE, -SIZE, 1 }, { SIZE * SIZE - 1, -1, -SIZE }, { LAST, SIZE, -1 } };
  g_autofree guint8 *plain = g_malloc ((gsize) SIZE * SIZE);
  memset (plain, tile->ground, (gsize) SIZE * SIZE);
  for (guint i = 0; i < tile->n; i++)
    fill (&tile->areas[i], plain);
  for (gint y = 0; y < SIZE; y++)
    for (gint x = 0; x < SIZE; x++)
      *pixels++ = plain[turns[quarters].start + x * turns[quarters].x + y * turns[quarters].y];
}

/* SPDX-License-Identifier: MIT */
/* Does a straight way through a mixed room cross what is solid? Answered pixel by pixel and wall by wall in whole numbers of
 * 1/256 pixel, without the library; only heights of grounds are in double. */
#ifndef KB_TEST_MIXED_WAYS_H
#define KB_TEST_MIXED_WAYS_H

#include "tests/support/mixed_level.h"
#include "runtime/grounds/ground.h"

#define WAYS_RADIUS ((gint64) 1 << 22) /* radii are whole numbers of this part of 1/256 pixel */

__extension__ typedef unsigned __int128 WaysWide;
__extension__ typedef __int128 WaysProduct;

typedef struct { gint64 x, y; } WaysSpot;
typedef struct { WaysSpot a, b; gboolean one_way; } WaysEdge;

/* The way is way * num / den. A cast only looks: nobody comes to stand at its end. */
typedef struct { WaysSpot lo, hi, way; gint64 num, den, radius; gboolean is_point, is_round, is_cast; } WaysMover;

typedef struct {
  const Mixed *room;
  gint columns, rows;   /* pixels, which begin one cell before the room */
  guint8 *solid;
  GArray *walls, *edges, *sides; /* WaysEdge; of the maze, of one-way tiles */
  kbx_ground_view ground;
} Ways;

static inline WaysSpot ways_spot (gint64 x, gint64 y) { return (WaysSpot) { x, y }; }
static inline WaysSpot ways_from_to (WaysSpot a, WaysSpot b) { return ways_spot (b.x - a.x, b.y - a.y); }
static inline gint64 ways_dot (WaysSpot a, WaysSpot b) { return a.x * b.x + a.y * b.y; }
static inline gint64 ways_cross (WaysSpot a, WaysSpot b) { return a.x * b.y - a.y * b.x; }

/* Negative on the side from which a one-way wall stops. */
static inline gint64 ways_side (const WaysEdge *e, WaysSpot p) { return ways_cross (ways_from_to (e->a, p), ways_from_to (e->a, e->b)); }

/* ---- the room ---- */

static inline void
ways_add_cell (Ways *w, gint i, gint j)
{
  const Mixed *m = w->room;
  const gint64 l = (gint64) i * m->cell * 256, t = (gint64) j * m->cell * 256, r = l + m->cell * 256, b = t + m->cell * 256;
  gint look_x, look_y;
  if ((m->tiles->cells[(j + 1) * (m->columns + 2) + i + 1] & KBX_CELL_TILE) == 0)
    return;
  for (gint y = 0; y < m->cell; y++)
    for (gint x = 0; x < m->cell; x++)
      w->solid[((j + 1) * m->cell + y) * w->columns + (i + 1) * m->cell + x] = kit_tiles_solid (m->tiles, i * m->cell + x, j * m->cell + y, KBX_ALL_CLASSES);
  if (!kit_tiles_one_way (m->tiles, i * m->cell, j * m->cell, KBX_ALL_CLASSES, &look_x, &look_y))
    return;
  const gint64 x0 = look_x > 0 || look_y < 0 ? r : l, y0 = look_x < 0 || look_y < 0 ? t : b;
  const gint64 x1 = look_x < 0 || look_y < 0 ? l : r, y1 = look_x > 0 || look_y < 0 ? t : b;
  const WaysEdge side = { ways_spot (x0, y0), ways_spot (x1, y1), TRUE };
  g_array_append_val (w->sides, side);
}

static inline Ways
ways_new (const Mixed *m)
{
  Ways w = { .room = m, .columns = (m->columns + 2) * m->cell, .rows = (m->rows + 2) * m->cell };
  w.solid = g_new0 (guint8, (gsize) w.columns * (gsize) w.rows);
  w.walls = g_array_new (FALSE, FALSE, sizeof (WaysEdge));
  w.edges = g_array_new (FALSE, FALSE, sizeof (WaysEdge));
  w.sides = g_array_new (FALSE, FALSE, sizeof (WaysEdge));
  for (guint i = 0; i < m->walls->len; i++)
    {
      const KitWall *wall = &g_array_index (m->walls, KitWall, i);
      const WaysEdge edge = { ways_spot (wall->edge.ax, wall->edge.ay), ways_spot (wall->edge.bx, wall->edge.by), wall->one_way };
      g_array_append_val (w.walls, edge);
    }
  w.ground = kbx_read_ground (g_bytes_get_data (m->ground_bytes, NULL));
  for (gint j = -1; j <= m->rows; j++)
    for (gint i = -1; i <= m->columns; i++)
      ways_add_cell (&w, i, j);
  for (gint j = -1; j <= m->rows + 1; j++)
    for (gint i = -1; i <= m->columns + 1; i++)
      for (gint top = 0; top < 2; top++)
        if (kit_maze_edge (&m->maze, i, j, top == 1))
          {
            const gint64 c = m->cell * 256;
            const WaysEdge edge = { ways_spot (i * c, j * c), ways_spot ((i + top) * c, (j + 1 - top) * c), FALSE };
            g_array_append_val (w.edges, edge);
          }
  return w;
}

static inline void
ways_free (Ways *w)
{
  g_free (w->solid);
  g_array_unref (w->walls);
  g_array_unref (w->edges);
  g_array_unref (w->sides);
}

/* On the grid. */
static inline WaysMover
ways_mover (kbx_shape_kind kind, kbx_wide_vec lo, kbx_wide_vec hi, float radius, kbx_wide_vec way)
{
  const WaysMover mover = { ways_spot ((gint64) (lo.x * 256), (gint64) (lo.y * 256)), ways_spot ((gint64) (hi.x * 256), (gint64) (hi.y * 256)),
    ways_spot ((gint64) (way.x * 256), (gint64) (way.y * 256)), 1, 1, (gint64) ((double) radius * 256 * WAYS_RADIUS), kind == KBX_SHAPE_POINT, kind == KBX_SHAPE_CIRCLE };
  g_assert_true ((double) mover.lo.x == lo.x * 256 && (double) mover.lo.y == lo.y * 256 && (double) mover.way.x == way.x * 256 && (double) mover.way.y == way.y * 256);
  g_assert_true ((double) mover.radius == (double) radius * 256 * WAYS_RADIUS);
  return mover;
}

/* A point on mazes is a square of one step. */
static inline WaysMover
ways_square (WaysMover m)
{
  m.hi = ways_spot (m.lo.x + 1, m.lo.y + 1);
  return m;
}

/* ---- what has corners ---- */

/* Does the axis part what the mover sweeps over, without its border, from the points? */
static inline gboolean
ways_apart (const WaysMover *m, const WaysSpot *points, guint n, WaysSpot axis)
{
  const gint64 x0 = MIN (axis.x * m->lo.x, axis.x * m->hi.x), x1 = MAX (axis.x * m->lo.x, axis.x * m->hi.x);
  const gint64 y0 = MIN (axis.y * m->lo.y, axis.y * m->hi.y), y1 = MAX (axis.y * m->lo.y, axis.y * m->hi.y);
  const WaysProduct way = (WaysProduct) ways_dot (axis, m->way) * m->num;
  gint64 least = G_MAXINT64, most = G_MININT64;
  for (guint i = 0; i < n; i++)
    {
      least = MIN (least, ways_dot (axis, points[i]));
      most = MAX (most, ways_dot (axis, points[i]));
    }
  return (WaysProduct) (x1 + y1 - least) * m->den + MAX (way, 0) <= 0 || (WaysProduct) (x0 + y0 - most) * m->den + MIN (way, 0) >= 0;
}

static inline gboolean
ways_sweep_meets (const WaysMover *m, const WaysSpot *points, guint n)
{
  const WaysSpot across = { -m->way.y, m->way.x }, edge = ways_from_to (points[0], points[1]), beside = { -edge.y, edge.x };
  return !ways_apart (m, points, n, ways_spot (1, 0)) && !ways_apart (m, points, n, ways_spot (0, 1))
    && ((across.x == 0 && across.y == 0) || !ways_apart (m, points, n, across)) && (n > 2 || !ways_apart (m, points, n, beside));
}

/* ---- circles and points ---- */

/* Is the place nearer to the segment than the radius? */
static inline gboolean
ways_near (WaysSpot p, WaysSpot a, WaysSpot b, gint64 radius)
{
  const WaysSpot d = ways_from_to (a, b), from_a = ways_from_to (a, p), from_b = ways_from_to (b, p);
  const gint64 length = ways_dot (d, d), along = ways_dot (d, from_a), side = ways_cross (d, from_a);
  const WaysWide limit = (WaysWide) radius * (WaysWide) radius, unit = (WaysWide) WAYS_RADIUS * (WaysWide) WAYS_RADIUS;
  if (along <= 0)
    return (WaysWide) ways_dot (from_a, from_a) * unit < limit;
  if (along >= length)
    return (WaysWide) ways_dot (from_b, from_b) * unit < limit;
  return (WaysWide) ABS (side) * (WaysWide) ABS (side) * unit < limit * (WaysWide) length;
}

static inline gboolean
ways_on (WaysSpot p, WaysSpot a, WaysSpot b)
{
  return ways_cross (ways_from_to (a, b), ways_from_to (a, p)) == 0 && p.x >= MIN (a.x, b.x) && p.x <= MAX (a.x, b.x) && p.y >= MIN (a.y, b.y) && p.y <= MAX (a.y, b.y);
}

static inline gint ways_sign (gint64 v) { return (v > 0) - (v < 0); }

/* Closed segments. */
static inline gboolean
ways_segments_meet (WaysSpot a, WaysSpot b, WaysSpot c, WaysSpot d)
{
  const WaysSpot ab = ways_from_to (a, b), cd = ways_from_to (c, d);
  const gint sc = ways_sign (ways_cross (ab, ways_from_to (a, c))), sd = ways_sign (ways_cross (ab, ways_from_to (a, d)));
  const gint sa = ways_sign (ways_cross (cd, ways_from_to (c, a))), sb = ways_sign (ways_cross (cd, ways_from_to (c, b)));
  return (sa * sb < 0 && sc * sd < 0) || ways_on (a, c, d) || ways_on (b, c, d) || ways_on (c, a, b) || ways_on (d, a, b);
}

/* Points may not touch; circles may. */
static inline gboolean
ways_round_meets (const WaysMover *m, WaysSpot a, WaysSpot b)
{
  const WaysSpot from = m->lo, to = ways_spot (from.x + m->way.x, from.y + m->way.y);
  if (m->is_point || ways_segments_meet (from, to, a, b))
    return ways_segments_meet (from, to, a, b);
  return ways_near (from, a, b, m->radius) || ways_near (to, a, b, m->radius) || ways_near (a, from, to, m->radius) || ways_near (b, from, to, m->radius);
}

/* ---- layers ---- */

/* Comes from wholly outside of what is one-way, and not past its ends: the corner that is the first, or the circle itself. */
static inline gboolean
ways_enters (const WaysMover *m, const WaysEdge *e)
{
  const WaysSpot corners[] = { m->lo, ways_spot (m->hi.x, m->lo.y), ways_spot (m->lo.x, m->hi.y), m->hi }, d = ways_from_to (e->a, e->b);
  const guint n = m->is_point || m->is_round ? 1 : 4;
  gint64 nearest = G_MININT64;
  gboolean crosses = FALSE;
  if (ways_cross (m->way, d) <= 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const WaysSpot to = { corners[i].x + m->way.x, corners[i].y + m->way.y };
      if (ways_side (e, corners[i]) > 0 || (n == 1 && ways_side (e, corners[i]) == 0))
        return FALSE;
      crosses &= ways_side (e, corners[i]) <= nearest;
      if (ways_side (e, corners[i]) < nearest)
        continue;
      nearest = ways_side (e, corners[i]);
      crosses |= (WaysProduct) nearest * m->den + (WaysProduct) ways_cross (m->way, d) * m->num > 0 && ways_segments_meet (corners[i], to, e->a, e->b) && !ways_on (e->a, corners[i], to) && !ways_on (e->b, corners[i], to);
    }
  if (!m->is_round)
    return crosses;
  return !ways_near (m->lo, e->a, e->b, m->radius) && (WaysWide) -ways_side (e, m->lo) * (WaysWide) -ways_side (e, m->lo) * WAYS_RADIUS * WAYS_RADIUS >= (WaysWide) m->radius * (WaysWide) m->radius * (WaysWide) ways_dot (d, d)
    && ways_round_meets (m, e->a, e->b);
}

static inline gboolean
ways_cross_edges (const WaysMover *m, const GArray *edges, gboolean maze)
{
  const gint64 reach = m->radius / WAYS_RADIUS + 2;
  const gint64 vx = m->way.x * m->num / m->den, vy = m->way.y * m->num / m->den;
  const gint64 x0 = m->lo.x + MIN (vx, 0) - reach, x1 = m->hi.x + MAX (vx, 0) + reach;
  const gint64 y0 = m->lo.y + MIN (vy, 0) - reach, y1 = m->hi.y + MAX (vy, 0) + reach;
  const WaysMover square = m->is_point && maze ? ways_square (*m) : *m;
  for (guint i = 0; i < edges->len; i++)
    {
      const WaysEdge *e = &g_array_index (edges, WaysEdge, i);
      if (MAX (e->a.x, e->b.x) < x0 || MIN (e->a.x, e->b.x) > x1 || MAX (e->a.y, e->b.y) < y0 || MIN (e->a.y, e->b.y) > y1)
        continue;
      if (e->one_way ? ways_enters (m, e) : m->is_round || (m->is_point && !maze) ? ways_round_meets (m, e->a, e->b) : ways_sweep_meets (&square, &e->a, 2))
        return TRUE;
    }
  return FALSE;
}

static inline gboolean
ways_cross_pixel (const WaysMover *m, gint64 x, gint64 y)
{
  const WaysSpot c[] = { { x, y }, { x + 256, y }, { x + 256, y + 256 }, { x, y + 256 } };
  if (!m->is_round)
    return ways_sweep_meets (m, c, 4);
  for (guint i = 0; i < 4; i++)
    if (ways_round_meets (m, c[i], c[(i + 1) % 4]))
      return TRUE;
  return m->lo.x >= x && m->lo.x <= x + 256 && m->lo.y >= y && m->lo.y <= y + 256;
}

/* Row by row, the columns that the mover comes near to while it is near the row. */
static inline gboolean
ways_cross_pixels (const Ways *w, const WaysMover *mover)
{
  const gboolean slanted = mover->way.x != 0 && mover->way.y != 0;
  const WaysMover m = mover->is_point && !slanted ? ways_square (*mover) : *mover;
  const gint cell = w->room->cell;
  const double reach = (double) m.radius / WAYS_RADIUS / 256 + 0.5, part = (double) m.num / (double) m.den / 256;
  const double vx = (double) m.way.x * part, vy = (double) m.way.y * part;
  const double l = (double) m.lo.x / 256 + cell - reach, t = (double) m.lo.y / 256 + cell - reach;
  const double r = (double) m.hi.x / 256 + cell + reach, b = (double) m.hi.y / 256 + cell + reach;
  const gint first = MAX (0, (gint) floor (t + MIN (vy, 0))), last = MIN (w->rows - 1, (gint) floor (b + MAX (vy, 0)));
  for (gint y = first; y <= last; y++)
    {
      double enter = vy > 0 ? (y - b) / vy : vy < 0 ? (y + 1 - t) / vy : 0, leave = vy > 0 ? (y + 1 - t) / vy : vy < 0 ? (y - b) / vy : 1;
      enter = CLAMP (enter, 0, 1);
      leave = CLAMP (leave, 0, 1);
      const gint from = MAX (0, (gint) floor (l + MIN (vx * enter, vx * leave))), to = MIN (w->columns - 1, (gint) floor (r + MAX (vx * enter, vx * leave)));
      for (gint x = from; x <= to; x++)
        if (w->solid[y * w->columns + x] && ways_cross_pixel (&m, (gint64) (x - cell) * 256, (gint64) (y - cell) * 256))
          return TRUE;
    }
  return FALSE;
}

/* How deep the foot is in the ground after a part of the way. */
static inline double
ways_depth (const Ways *w, const WaysMover *m, double t)
{
  const double x = ((double) (m->lo.x + m->hi.x) / 2 + (double) m->way.x * t) / 256;
  const double y = ((double) m->hi.y + (double) m->way.y * t + (double) m->radius / WAYS_RADIUS) / 256;
  if (x < w->ground.left || x > w->ground.right)
    return -1;
  const kbx_ground_piece piece = kbx_read_ground_piece (&w->ground, kbx_ground_find (&w->ground, x));
  return y - kbx_piece_height (&piece, x - piece.x);
}

/* What moves along the ground may be in it by 1/4096 pixel on the way, but at the ends only by the rounding to a float. */
static inline gboolean
ways_cross_ground (const Ways *w, const WaysMover *m)
{
  for (guint i = 0; i <= 8; i++)
    if (ways_depth (w, m, i / 8.0) > (i % 8 || (i && m->is_cast) ? 1.0 / 4096 + 1e-6 : 1e-4))
      return TRUE;
  return FALSE;
}

/* The layer that is crossed, of those with a bit; -1: none. */
static inline gint
ways_crossed (const Ways *w, const WaysMover *m, guint layers)
{
  if (layers >> MIXED_MAZE & 1 && ways_cross_edges (m, w->edges, TRUE))
    return MIXED_MAZE;
  if (layers >> MIXED_TILES & 1 && (ways_cross_edges (m, w->sides, FALSE) || ways_cross_pixels (w, m)))
    return MIXED_TILES;
  if (layers >> MIXED_GROUND & 1 && ways_cross_ground (w, m))
    return MIXED_GROUND;
  return layers >> MIXED_WALLS & 1 && ways_cross_edges (m, w->walls, FALSE) ? MIXED_WALLS : -1;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Walls along the edges of a maze's cells. */
#include "operations/level/mazes.h"

#include <math.h>

/* In cells from the corner of cell (0, 0). */
static KbVec
in_cells (const KbMaze *maze, KbVec at)
{
  return (KbVec) { (at.x - maze->origin.x) / maze->cell.x, (at.y - maze->origin.y) / maze->cell.y };
}

static gint
within (double number, gint first, gint last)
{
  return number <= first ? first : number >= last ? last : (gint) number;
}

KbMazeCorner
kb_maze_nearest_corner (const KbMaze *maze, KbVec at)
{
  KbVec v = in_cells (maze, at);
  return (KbMazeCorner) { within (ceil (v.x - 0.5), maze->first.x, maze->first.x + maze->width),
                          within (ceil (v.y - 0.5), maze->first.y, maze->first.y + maze->height) };
}

void
kb_maze_nearest_edge (const KbMaze *maze, KbVec at, KbMazeCorner ends[2])
{
  KbVec v = in_cells (maze, at);
  gint i = within (floor (v.x), maze->first.x, maze->first.x + maze->width - 1);
  gint j = within (floor (v.y), maze->first.y, maze->first.y + maze->height - 1);
  /* Distances to the four sides of the cell, in pixels; outside the maze, to the near side */
  double left = fabs (v.x - i) * maze->cell.x, right = fabs (v.x - i - 1) * maze->cell.x;
  double top = fabs (v.y - j) * maze->cell.y, bottom = fabs (v.y - j - 1) * maze->cell.y;
  if (MIN (top, bottom) <= MIN (left, right))
    {
      gint row = top <= bottom ? j : j + 1;
      ends[0] = (KbMazeCorner) { i, row };
      ends[1] = (KbMazeCorner) { i + 1, row };
    }
  else
    {
      gint column = left <= right ? i : i + 1;
      ends[0] = (KbMazeCorner) { column, j };
      ends[1] = (KbMazeCorner) { column, j + 1 };
    }
}

/* The edge from a corner to the right (KB_EDGE_TOP of its cell) or downward (KB_EDGE_LEFT). */
static void
put_edge (KbZonesPainter *painter, const KbMaze *maze, gint64 i, gint64 j, guint edge,
          gboolean wall)
{
  gint64 x = i - maze->first.x, y = j - maze->first.y;
  if (x < 0 || y < 0 || x > maze->width - (edge == KB_EDGE_TOP)
      || y > maze->height - (edge == KB_EDGE_LEFT))
    return;
  guint was = kb_zones_painter_at (painter, (gint) x, (gint) y),
        is = wall ? was | edge : was & ~edge;
  if (is != was)
    kb_zones_painter_box (painter, (gint) x, (gint) y, 1, 1, (guint8) is);
}

void
kb_maze_line (KbZonesPainter *painter, const KbMaze *maze, KbMazeCorner from, KbMazeCorner to,
              gboolean wall)
{
  gint64 di = ABS ((gint64) to.i - from.i), dj = ABS ((gint64) to.j - from.j), i = from.i,
         j = from.j;
  gint si = to.i < from.i ? -1 : 1, sj = to.j < from.j ? -1 : 1;
  if (di + dj > 8 * KB_CELL_LIMIT)
    return;
  for (gint64 ni = 0, nj = 0; ni < di || nj < dj;)
    /* If the middle of the next step along i is no farther along the line than that along j */
    if (nj >= dj || (ni < di && (2 * ni + 1) * dj <= (2 * nj + 1) * di))
      {
        put_edge (painter, maze, MIN (i, i + si), j, KB_EDGE_TOP, wall);
        i += si;
        ni++;
      }
    else
      {
        put_edge (painter, maze, i, MIN (j, j + sj), KB_EDGE_LEFT, wall);
        j += sj;
        nj++;
      }
}

void
kb_maze_box (KbZonesPainter *painter, const KbMaze *maze, KbCellBox box, gboolean wall)
{
  KbMazeCorner corners[4] = { { box.i, box.j },
                              { box.i + box.width, box.j },
                              { box.i + box.width, box.j + box.height },
                              { box.i, box.j + box.height } };
  for (guint k = 0; k < 4; k++)
    kb_maze_line (painter, maze, corners[k], corners[(k + 1) % 4], wall);
}

/* SPDX-License-Identifier: MIT */
/* A generator of mazes, and the regions of one. */
#include "operations/level/mazes.h"

#define NOT_SEEN G_MAXUINT32

/* The position of the wall on each side of a cell: its own edge, or that of the cell to the right
 * or below. In the order left, up, right, down. */
static const struct {
  gint dx, dy;
  guint at_x, at_y;
  guint8 bit;
} maze_sides[] = {
  { -1, 0, 0, 0, KB_MAZE_LEFT },
  { 0, -1, 0, 0, KB_MAZE_TOP },
  { 1, 0, 1, 0, KB_MAZE_LEFT },
  { 0, 1, 0, 1, KB_MAZE_TOP },
};

static gsize
edge_of (guint width, guint x, guint y, guint side)
{
  return (gsize) (y + maze_sides[side].at_y) * (width + 1) + x + maze_sides[side].at_x;
}

/* The cell on that side, or NOT_SEEN outside the maze. */
static guint32
beside (guint width, guint height, guint x, guint y, guint side)
{
  gint i = (gint) x + maze_sides[side].dx, j = (gint) y + maze_sides[side].dy;
  return i < 0 || j < 0 || i >= (gint) width || j >= (gint) height
           ? NOT_SEEN
           : (guint32) j * width + (guint32) i;
}

/* ---- a maze ---- */

static guint
draw (guint64 *state, guint below)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) (((z ^ (z >> 31)) >> 32) * below >> 32);
}

static void
wall_in (guint8 *edges, guint width, guint height)
{
  for (guint y = 0; y <= height; y++)
    for (guint x = 0; x <= width; x++)
      edges[(gsize) y * (width + 1) + x] =
        (guint8) ((y < height ? KB_MAZE_LEFT : 0) | (x < width ? KB_MAZE_TOP : 0));
}

/* A cell is new while it has all its walls. */
static gboolean
is_new (const guint8 *edges, guint width, guint32 cell)
{
  for (guint side = 0; side < G_N_ELEMENTS (maze_sides); side++)
    if (!(edges[edge_of (width, cell % width, cell / width, side)] & maze_sides[side].bit))
      return FALSE;
  return TRUE;
}

void
kb_maze_generate (guint8 *edges, guint width, guint height, guint64 seed)
{
  g_autofree guint32 *way = g_new (guint32, (gsize) width * height);
  gsize length = 1;

  wall_in (edges, width, height);
  way[0] = draw (&seed, width * height);
  while (length > 0)
    {
      guint32 cell = way[length - 1], next[G_N_ELEMENTS (maze_sides)];
      guint choice[G_N_ELEMENTS (maze_sides)], n = 0, pick;
      for (guint side = 0; side < G_N_ELEMENTS (maze_sides); side++)
        {
          next[side] = beside (width, height, cell % width, cell / width, side);
          if (next[side] != NOT_SEEN && is_new (edges, width, next[side]))
            choice[n++] = side;
        }
      if (n == 0)
        {
          length--;
          continue;
        }
      pick = choice[draw (&seed, n)];
      edges[edge_of (width, cell % width, cell / width, pick)] &= (guint8) ~maze_sides[pick].bit;
      way[length++] = next[pick];
    }
}

/* ---- regions ---- */

static KbMazeRegion
flood (const guint8 *edges, guint width, guint height, guint32 first, guint32 number,
       guint32 *region_of, guint32 *waiting)
{
  KbMazeRegion region = { first, 0, FALSE };
  gsize n = 1;
  waiting[0] = first;
  region_of[first] = number;
  while (n > 0)
    {
      guint32 cell = waiting[--n];
      region.cells++;
      for (guint side = 0; side < G_N_ELEMENTS (maze_sides); side++)
        {
          guint32 next = beside (width, height, cell % width, cell / width, side);
          if (edges[edge_of (width, cell % width, cell / width, side)] & maze_sides[side].bit)
            continue;
          region.open |= next == NOT_SEEN;
          if (next == NOT_SEEN || region_of[next] != NOT_SEEN)
            continue;
          region_of[next] = number;
          waiting[n++] = next;
        }
    }
  return region;
}

GArray *
kb_maze_regions (const guint8 *edges, guint width, guint height, guint32 *region_of)
{
  gsize cells = (gsize) width * height;
  g_autofree guint32 *own = region_of ? NULL : g_new (guint32, cells),
                     *waiting = g_new (guint32, cells);
  guint32 *of = region_of ? region_of : own;
  GArray *regions = g_array_new (FALSE, FALSE, sizeof (KbMazeRegion));
  for (gsize i = 0; i < cells; i++)
    of[i] = NOT_SEEN;
  for (gsize i = 0; i < cells; i++)
    if (of[i] == NOT_SEEN)
      {
        KbMazeRegion region = flood (edges, width, height, (guint32) i, regions->len, of, waiting);
        g_array_append_val (regions, region);
      }
  return regions;
}

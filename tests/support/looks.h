/* SPDX-License-Identifier: MIT */
/* What tests alone ask of pictures, painted pixels and mazes. */
#ifndef KB_TEST_LOOKS_H
#define KB_TEST_LOOKS_H

#include <string.h>

#include "document/edits/cells.h"
#include "document/pixels/picture.h"
#include "document/pixels/zones.h"

static inline gboolean
kit_pictures_equal (const KbPicture *a, const KbPicture *b)
{
  return a->width == b->width && a->height == b->height
         && memcmp (a->rgba, b->rgba, (gsize) a->width * a->height * 4) == 0;
}

/* The whole picture, width * height bytes; free with g_free. */
static inline guint8 *
kit_zones_pixels (const KbZones *zones)
{
  guint width = kb_zones_width (zones), height = kb_zones_height (zones);
  guint8 *pixels = g_malloc ((gsize) width * height);
  kb_zones_copy (zones, 0, 0, width, height, pixels, width);
  return pixels;
}

/* KB_EDGE_... of cell (i, j); the border too. 0 outside. */
static inline guint
kit_maze_edges (const KbMaze *maze, gint i, gint j)
{
  gint64 column = (gint64) i - maze->first.x, row = (gint64) j - maze->first.y;
  if (!maze->edges.zones || column < 0 || row < 0 || column > maze->width || row > maze->height)
    return 0;
  guint edges = kb_zones_at (maze->edges.zones, (gint) column, (gint) row) & (KB_EDGE_LEFT | KB_EDGE_TOP);
  /* The border has no cells of its own. */
  if (column == maze->width)
    edges &= (guint) ~KB_EDGE_TOP;
  if (row == maze->height)
    edges &= (guint) ~KB_EDGE_LEFT;
  return edges;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Regions of a maze, with all open ones as one part. */
#include "operations/level/mazes.h"

#include <glib/gi18n.h>

#include "document/document.h"

static guint8 *
edges_of (const KbMaze *maze)
{
  gsize width = (gsize) maze->width + 1, height = (gsize) maze->height + 1;
  guint8 *edges = g_malloc0 (width * height);
  if (maze->edges.zones)
    kb_zones_copy (maze->edges.zones, 0, 0, (guint) width, (guint) height, edges, width);
  return edges;
}

/* The part of each region: open ones are one part. Returns the number of parts; `sizes` and
 * `firsts` are their sizes and first cells. */
static guint
join_open (const GArray *regions, guint32 *part, guint *sizes, guint *firsts, guint *open)
{
  guint n = 0;
  *open = G_MAXUINT;
  KB_EACH_IN (const KbMazeRegion, region, regions)
    {
      if (region->open && *open != G_MAXUINT)
        part[region_at] = *open;
      else
        {
          part[region_at] = n;
          sizes[n] = 0;
          firsts[n++] = region->first;
        }
      if (region->open)
        *open = part[region_at];
      sizes[part[region_at]] += region->cells;
    }
  return n;
}

/* The largest becomes 0. Those before it move up by one. */
static void
number_parts (KbMazeCheck *check, const KbMaze *maze, const GArray *regions)
{
  g_autofree guint32 *part = g_new (guint32, regions->len);
  g_autofree guint *sizes = g_new (guint, regions->len), *firsts = g_new (guint, regions->len);
  guint open, largest = 0, n = join_open (regions, part, sizes, firsts, &open);
  for (guint i = 1; i < n; i++)
    if (sizes[i] > sizes[largest])
      largest = i;
  check->n_parts = n;
  check->open = largest == open;
  guint first = G_MAXUINT;
  for (guint i = 0; i < n; i++)
    if (i != largest)
      {
        check->n_cut_off += sizes[i];
        check->smallest = check->smallest ? MIN (check->smallest, sizes[i]) : sizes[i];
        first = MIN (first, firsts[i]);
      }
  if (first != G_MAXUINT)
    {
      check->first_i = maze->first.x + (gint) (first % (guint) maze->width);
      check->first_j = maze->first.y + (gint) (first / (guint) maze->width);
    }
  for (guint i = 0; i < regions->len; i++)
    part[i] = part[i] == largest ? 0 : part[i] < largest ? part[i] + 1 : part[i];
  for (gsize i = 0, cells = (gsize) maze->width * (gsize) maze->height; i < cells; i++)
    check->part_of[i] = part[check->part_of[i]];
}

KbMazeCheck *
kb_maze_check_new (const KbMaze *maze, GError **error)
{
  gsize cells = (gsize) maze->width * (gsize) maze->height;
  if (cells > KB_MOST_CHECKED_CELLS)
    return kb_fail_null (error, KB_ERROR_INPUT, _("a maze of more than %u cells is not checked"),
                         KB_MOST_CHECKED_CELLS);
  KbMazeCheck *check = g_new0 (KbMazeCheck, 1);
  g_autofree guint8 *edges = edges_of (maze);
  check->width = maze->width;
  check->height = maze->height;
  check->part_of = g_new (guint32, cells);
  g_autoptr (GArray) regions =
    kb_maze_regions (edges, (guint) maze->width, (guint) maze->height, check->part_of);
  number_parts (check, maze, regions);
  return check;
}

void
kb_maze_check_free (KbMazeCheck *check)
{
  if (!check)
    return;
  g_free (check->part_of);
  g_free (check);
}

char *
kb_maze_check_text (const KbMazeCheck *check)
{
  guint parts = check->n_parts - 1;
  if (parts == 0)
    return g_strdup (check->open ? _("Every cell can be reached, and from outside.")
                                 : _("Every cell can be reached; the border is closed."));
  g_autofree char *cells =
    g_strdup_printf (g_dngettext (NULL, "%u cell", "%u cells", check->n_cut_off), check->n_cut_off);
  return g_strdup_printf (g_dngettext (NULL, "%u part is cut off: %s, the first at %d, %d.",
                                       "%u parts are cut off: %s, the first at %d, %d.", parts),
                          parts, cells, check->first_i, check->first_j);
}

/* SPDX-License-Identifier: MIT */
/* One maze: its walls as long lines, or shaded when cells are too small for lines. */
#include "drawing/levels/level_worlds.h"

#include <math.h>

#include "document/edits/cells.h"
#include "drawing/surfaces.h"

#define LEAST_CELL 2.0     /* canvas pixels; smaller ones are shaded */
#define SHADE_OF_ONE 96    /* of 255: a canvas pixel with a wall in a single cell */
#define CLEAR_OF_ALL 40    /* what remains transparent with all walls */
#define MANY 3000          /* visible lines; from this number on, thin ones */
#define MAZES_HATCH 7.0          /* canvas pixels between lines */

KbBounds
kb_maze_place (const KbMaze *maze)
{
  double x = maze->origin.x + (double) maze->first.x * maze->cell.x,
         y = maze->origin.y + (double) maze->first.y * maze->cell.y;
  return (KbBounds) { x, y, x + (double) maze->width * maze->cell.x,
                     y + (double) maze->height * maze->cell.y };
}

/* Columns and rows of the stored cells that have edges: [x0, x1) x [y0, y1). */
typedef struct { gint x0, y0, x1, y1; } Cells;

static Cells
level_mazes_in_sight (const KbView *view, const KbMaze *maze)
{
  KbBounds seen = kb_view_visible (view), place = kb_maze_place (maze);
  double w = maze->cell.x, h = maze->cell.y;
  return (Cells){
    (gint) CLAMP (floor ((seen.x0 - place.x0) / w) - 1, 0, maze->width),
    (gint) CLAMP (floor ((seen.y0 - place.y0) / h) - 1, 0, maze->height),
    (gint) CLAMP (ceil ((seen.x1 - place.x0) / w) + 1, 0, maze->width + 1),
    (gint) CLAMP (ceil ((seen.y1 - place.y0) / h) + 1, 0, maze->height + 1),
  };
}

static void
copy_edges (const KbMaze *maze, const KbZonesPainter *painter, Cells cells, guint8 *to)
{
  guint width = (guint) (cells.x1 - cells.x0), height = (guint) (cells.y1 - cells.y0);
  if (painter)
    kb_zones_painter_copy (painter, cells.x0, cells.y0, width, height, to, width);
  else if (maze->edges.zones)
    kb_zones_copy (maze->edges.zones, cells.x0, cells.y0, width, height, to, width);
  else
    memset (to, 0, (gsize) width * height);
}

/* ---- lines ---- */

typedef struct { KbVec a, b; } Line;   /* pixels of the level */

/* Merges consecutive edges of one kind into lines: along rows the top edges, down columns the left
 * ones. */
static void
add_lines (const KbMaze *maze, const guint8 *edges, Cells cells, gboolean down, GArray *lines)
{
  KbBounds place = kb_maze_place (maze);
  gint width = cells.x1 - cells.x0, n = down ? width : cells.y1 - cells.y0,
       along = down ? cells.y1 - cells.y0 : width;
  /* The last row has no left edges, the last column no top ones. */
  gint last = down ? MIN (along, maze->height - cells.y0) : MIN (along, maze->width - cells.x0);
  guint8 edge = down ? KB_EDGE_LEFT : KB_EDGE_TOP;
  for (gint k = 0; k < n; k++)
    for (gint i = 0; i < last; i++)
      {
        gint from = i;
        while (i < last && edges[down ? i * width + k : k * width + i] & edge)
          i++;
        if (i == from)
          continue;
        gint x0 = cells.x0 + (down ? k : from), y0 = cells.y0 + (down ? from : k);
        Line line = {
          { place.x0 + (double) x0 * maze->cell.x, place.y0 + (double) y0 * maze->cell.y }, { 0, 0 }
        };
        line.b = line.a;
        *(down ? &line.b.y : &line.b.x) +=
          (double) (i - from) * (down ? maze->cell.y : maze->cell.x);
        g_array_append_val (lines, line);
      }
}

/* Walls two device pixels wide are aligned to whole ones. */
static void
path_lines (cairo_t *cr, const KbView *view, const GArray *lines)
{
  KB_EACH_IN (const Line, line, lines)
    {
      KbVec a = kb_view_to_canvas (view, line->a), b = kb_view_to_canvas (view, line->b);
      kb_line (cr, kb_view_edge (view, a.x), kb_view_edge (view, a.y), kb_view_edge (view, b.x),
               kb_view_edge (view, b.y));
    }
}

static void
draw_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *lines,
            guint32 colour)
{
  if (lines->len > MANY)
    {
      KbThinLines *thin = kb_thin_lines_new (cr, view);
      if (thin)
        KB_EACH_IN (const Line, line, lines)
          kb_thin_lines_add (thin, line->a, line->b, colour);
      if (thin)
        kb_thin_lines_end (thin, cr);
      return;
    }
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  path_lines (cr, view, lines);
  kb_stroke_preserve (cr, 4, style->shade, 1);
  kb_stroke (cr, 2, colour, 1);
}

/* ---- shades ---- */

/* For n canvas pixels along an axis, starting at `from`: cells [k] to before [k + 1] begin in pixel
 * k. */
static gint *
cells_of_pixels (double from, double scale, int n, double origin, gint cell, gint last)
{
  gint *first = g_new (gint, (gsize) n + 1);
  for (int k = 0; k <= n; k++)
    first[k] = (gint) CLAMP (ceil ((from + k / scale - origin) / cell), 0, last + 1);
  return first;
}

/* If none begins in the pixel, the one that reaches into it. */
static gint
first_cell (const gint *first, int k)
{
  return first[k] < first[k + 1] ? first[k] : MAX (first[k] - 1, 0);
}

/* A single wall is visible however many cells a pixel has; more walls make it denser. */
static guint8
shade (guint walls, guint cells)
{
  return walls ? (guint8) (SHADE_OF_ONE + (255 - SHADE_OF_ONE - CLEAR_OF_ALL) * walls / (2 * cells))
               : 0;
}

/* Adds the walls of rows [j0, j1), for each column from i0 to before i1. */
static void
add_walls (const KbMaze *maze, const KbZonesPainter *painter, gint j0, gint j1, gint i0, gint i1,
           guint8 *row, guint16 *walls)
{
  memset (walls, 0, (gsize) (i1 - i0) * sizeof *walls);
  for (gint j = j0; j < j1; j++)
    {
      copy_edges (maze, painter, (Cells) { i0, j, i1, j + 1 }, row);
      for (gint i = 0; i < i1 - i0; i++)
        walls[i] = (guint16) (walls[i] + (row[i] & 1) + (row[i] >> 1 & 1));
    }
}

/* The canvas pixels covered by a maze of small cells, and the cells that begin in each. */
typedef struct {
  int x0, y0, width, height;
  gint *columns, *rows;
} LevelMazesFar;

static gboolean
far_init (LevelMazesFar *far, const KbView *view, const KbMaze *maze)
{
  KbBounds place = kb_maze_place (maze);
  KbVec low = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        high = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  far->x0 = (int) floor (MAX (low.x, 0));
  far->y0 = (int) floor (MAX (low.y, 0));
  /* The last walls may be on an additional pixel. */
  far->width = (int) floor (MIN (high.x, view->width - 1)) + 1 - far->x0;
  far->height = (int) floor (MIN (high.y, view->height - 1)) + 1 - far->y0;
  if (far->width <= 0 || far->height <= 0)
    return FALSE;
  const KbVec from = kb_view_to_picture (view, (KbVec) { far->x0, far->y0 });
  far->columns =
    cells_of_pixels (from.x, view->scale, far->width, place.x0, maze->cell.x, maze->width);
  far->rows =
    cells_of_pixels (from.y, view->scale, far->height, place.y0, maze->cell.y, maze->height);
  return TRUE;
}

static void
far_clear (LevelMazesFar *far)
{
  g_free (far->columns);
  g_free (far->rows);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LevelMazesFar, far_clear)

/* Shades each canvas pixel by the walls of all its cells. Cost: the visible cells. */
static void
draw_shades (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbZonesPainter *painter,
             guint32 colour)
{
  g_auto (LevelMazesFar) far = { 0 };
  if (!far_init (&far, view, maze))
    return;
  g_autoptr (cairo_surface_t) mask =
    cairo_image_surface_create (CAIRO_FORMAT_A8, far.width, far.height);
  guint8 *pixels = cairo_image_surface_get_data (mask);
  gsize stride = (gsize) cairo_image_surface_get_stride (mask);
  gint i0 = first_cell (far.columns, 0), i1 = MAX (far.columns[far.width], i0 + 1);
  g_autofree guint8 *row = g_malloc ((gsize) maze->width + 1);
  g_autofree guint16 *walls = g_new (guint16, (gsize) maze->width + 1);
  for (int y = 0; pixels && y < far.height; y++)
    {
      gint j0 = first_cell (far.rows, y), j1 = MAX (far.rows[y + 1], j0 + 1);
      add_walls (maze, painter, j0, j1, i0, i1, row, walls);
      for (int x = 0; x < far.width; x++)
        {
          gint first = first_cell (far.columns, x), end = MAX (far.columns[x + 1], first + 1);
          guint sum = 0;
          for (gint i = first; i < end; i++)
            sum += walls[i - i0];
          pixels[stride * (gsize) y + (gsize) x] = shade (sum, (guint) ((j1 - j0) * (end - first)));
        }
    }
  cairo_surface_mark_dirty (mask);
  kb_set_colour (cr, colour, 1);
  cairo_mask_surface (cr, mask, far.x0, far.y0);
}

void
kb_draw_maze_outline (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze)
{
  static const double dashes[] = { 4, 4 };
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  KbBounds place = kb_maze_place (maze);
  KbVec low = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        high = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  cairo_rectangle (cr, kb_view_sharp (view, low.x) - 3, kb_view_sharp (view, low.y) - 3,
                   floor (high.x - low.x) + 6, floor (high.y - low.y) + 6);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  kb_stroke (cr, 1, style->accent, 1);
}

void
kb_draw_maze (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze,
              const KbZonesPainter *painter, guint32 colour, KbMark mark)
{
  Cells cells = level_mazes_in_sight (view, maze);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_new_path (cr);
  if (MIN (maze->cell.x, maze->cell.y) * view->scale < LEAST_CELL)
    draw_shades (cr, view, maze, painter, colour);
  else if (cells.x1 > cells.x0 && cells.y1 > cells.y0)
    {
      g_autofree guint8 *edges =
        g_malloc ((gsize) (cells.x1 - cells.x0) * (gsize) (cells.y1 - cells.y0));
      g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
      copy_edges (maze, painter, cells, edges);
      add_lines (maze, edges, cells, FALSE, lines);
      add_lines (maze, edges, cells, TRUE, lines);
      draw_lines (cr, view, style, lines, colour);
    }
  if (mark != KB_MARK_PLAIN)
    kb_draw_maze_outline (cr, view, style, maze);
}

/* ---- parts ---- */

static const guint32 hues[] = { 0xff7800ff, 0xc061cbff, 0x2ec7c4ff, 0xf6d32dff };

/* Runs of cells of one part become one rectangle each. */
static gboolean
path_parts (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbMazeCheck *check,
            Cells cells, guint hue, guint n_hues)
{
  KbBounds place = kb_maze_place (maze);
  gboolean any = FALSE;
  for (gint y = cells.y0; y < MIN (cells.y1, check->height); y++)
    for (gint x = cells.x0; x < MIN (cells.x1, check->width); x++)
      {
        const guint32 *row = check->part_of + (gsize) y * (gsize) check->width;
        guint part = row[x];
        gint from = x;
        if (part == 0 || part % n_hues != hue)
          continue;
        while (x + 1 < MIN (cells.x1, check->width) && row[x + 1] == part)
          x++;
        KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0 + (double) from * maze->cell.x,
                                                    place.y0 + (double) y * maze->cell.y });
        KbVec b = kb_view_to_canvas (view, (KbVec) { place.x0 + (double) (x + 1) * maze->cell.x,
                                                    place.y0 + (double) (y + 1) * maze->cell.y });
        cairo_rectangle (cr, kb_view_edge (view, a.x), kb_view_edge (view, a.y),
                         kb_view_edge (view, b.x) - kb_view_edge (view, a.x),
                         kb_view_edge (view, b.y) - kb_view_edge (view, a.y));
        any = TRUE;
      }
  return any;
}

/* The part of the first unreachable cell in the box; 0: none. */
static guint
part_in (const KbMazeCheck *check, gint i0, gint j0, gint i1, gint j1)
{
  for (gint j = j0; j < MIN (j1, check->height); j++)
    {
      const guint32 *row = check->part_of + (gsize) j * (gsize) check->width;
      for (gint i = i0; i < MIN (i1, check->width); i++)
        if (row[i])
          return row[i];
    }
  return 0;
}

/* Marks each canvas pixel with the hue of a part that has a cell in it: 1 and more; 0: none. */
static guint8 *
hues_of_pixels (const LevelMazesFar *far, const KbMazeCheck *check)
{
  guint8 *of = g_malloc ((gsize) far->width * (gsize) far->height);
  for (int y = 0; y < far->height; y++)
    for (int x = 0; x < far->width; x++)
      {
        gint i = first_cell (far->columns, x), j = first_cell (far->rows, y);
        guint part =
          part_in (check, i, j, MAX (far->columns[x + 1], i + 1), MAX (far->rows[y + 1], j + 1));
        of[(gsize) y * (gsize) far->width + (gsize) x] =
          (guint8) (part ? 1 + part % G_N_ELEMENTS (hues) : 0);
      }
  return of;
}

/* NULL: no pixel has it. */
static cairo_surface_t *
mask_of_hue (const LevelMazesFar *far, const guint8 *of, guint hue)
{
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, far->width, far->height);
  guint8 *pixels = cairo_image_surface_get_data (mask);
  gsize stride = (gsize) cairo_image_surface_get_stride (mask);
  gboolean any = FALSE;
  for (int y = 0; pixels && y < far->height; y++)
    for (int x = 0; x < far->width; x++)
      if (of[(gsize) y * (gsize) far->width + (gsize) x] == hue + 1)
        {
          pixels[stride * (gsize) y + (gsize) x] = 255;
          any = TRUE;
        }
  cairo_surface_mark_dirty (mask);
  if (!any)
    g_clear_pointer (&mask, cairo_surface_destroy);
  return mask;
}

static void
hatch (cairo_t *cr, const KbView *view, guint32 hue)
{
  for (double x = -view->height; x < view->width; x += MAZES_HATCH)
    {
      kb_line (cr, x, view->height, x + view->height, 0);
    }
  kb_stroke (cr, 1, hue, 0.9);
}

static void
draw_far_parts (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbMazeCheck *check)
{
  g_auto (LevelMazesFar) far = { 0 };
  if (!far_init (&far, view, maze))
    return;
  g_autofree guint8 *of = hues_of_pixels (&far, check);
  for (guint i = 0; i < G_N_ELEMENTS (hues); i++)
    {
      g_autoptr (cairo_surface_t) mask = mask_of_hue (&far, of, i);
      if (!mask)
        continue;
      kb_set_colour (cr, hues[i], 0.35);
      cairo_mask_surface (cr, mask, far.x0, far.y0);
      cairo_push_group (cr);
      hatch (cr, view, hues[i]);
      cairo_pop_group_to_source (cr);
      cairo_mask_surface (cr, mask, far.x0, far.y0);
    }
}

void
kb_draw_maze_parts (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbMazeCheck *check)
{
  Cells cells = level_mazes_in_sight (view, maze);
  gboolean far = MIN (maze->cell.x, maze->cell.y) * view->scale < LEAST_CELL;
  if (far && check->n_parts > 1)
    draw_far_parts (cr, view, maze, check);
  for (guint i = 0; check->n_parts > 1 && !far && i < G_N_ELEMENTS (hues); i++)
    {
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      cairo_new_path (cr);
      if (path_parts (cr, view, maze, check, cells, i, G_N_ELEMENTS (hues)))
        {
          kb_fill_preserve (cr, hues[i], 0.35);
          cairo_clip (cr);
          hatch (cr, view, hues[i]);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* One maze: its walls as long lines, or as shades where cells are too small for lines. */
#include "drawing/level_mazes.h"

#include <math.h>

#include "document/cells.h"
#include "drawing/thin_lines.h"

#define LEAST_CELL 2.0     /* canvas pixels; smaller ones are shades */
#define MANY 3000          /* lines in sight: thin ones from there on */
#define HATCH 7.0          /* canvas pixels from line to line */

KbBounds
kb_maze_place (const KbMaze *maze)
{
  double x = maze->origin.x + (double) maze->first.x * maze->cell.x, y = maze->origin.y + (double) maze->first.y * maze->cell.y;
  return (KbBounds) { x, y, x + (double) maze->width * maze->cell.x, y + (double) maze->height * maze->cell.y };
}

/* Columns and rows of what is stored, of those that have edges: [x0, x1) x [y0, y1). */
typedef struct { gint x0, y0, x1, y1; } Cells;

static Cells
in_sight (const KbView *view, const KbMaze *maze)
{
  KbBounds seen = kb_view_visible (view), place = kb_maze_place (maze);
  double w = maze->cell.x, h = maze->cell.y;
  return (Cells) {
    (gint) CLAMP (floor ((seen.x0 - place.x0) / w) - 1, 0, maze->width), (gint) CLAMP (floor ((seen.y0 - place.y0) / h) - 1, 0, maze->height),
    (gint) CLAMP (ceil ((seen.x1 - place.x0) / w) + 1, 0, maze->width + 1), (gint) CLAMP (ceil ((seen.y1 - place.y0) / h) + 1, 0, maze->height + 1),
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

/* Edges of one kind that follow each other are one line: along rows the top ones, down columns the left ones. */
static void
add_lines (const KbMaze *maze, const guint8 *edges, Cells cells, gboolean down, GArray *lines)
{
  KbBounds place = kb_maze_place (maze);
  gint width = cells.x1 - cells.x0, n = down ? width : cells.y1 - cells.y0, along = down ? cells.y1 - cells.y0 : width;
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
        Line line = { { place.x0 + (double) x0 * maze->cell.x, place.y0 + (double) y0 * maze->cell.y }, { 0, 0 } };
        line.b = line.a;
        *(down ? &line.b.y : &line.b.x) += (double) (i - from) * (down ? maze->cell.y : maze->cell.x);
        g_array_append_val (lines, line);
      }
}

/* Where the walls are two device pixels wide, they lie on whole ones. */
static void
path_lines (cairo_t *cr, const KbView *view, const GArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      KbVec a = kb_view_to_canvas (view, line->a), b = kb_view_to_canvas (view, line->b);
      cairo_move_to (cr, kb_view_edge (view, a.x), kb_view_edge (view, a.y));
      cairo_line_to (cr, kb_view_edge (view, b.x), kb_view_edge (view, b.y));
    }
}

static void
draw_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *lines, guint32 colour)
{
  if (lines->len > MANY)
    {
      KbThinLines *thin = kb_thin_lines_new (cr, view);
      for (guint i = 0; thin && i < lines->len; i++)
        kb_thin_lines_add (thin, g_array_index (lines, Line, i).a, g_array_index (lines, Line, i).b, colour);
      if (thin)
        kb_thin_lines_end (thin, cr);
      return;
    }
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  path_lines (cr, view, lines);
  cairo_set_line_width (cr, 4);
  kb_set_colour (cr, style->shade, 1);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, 2);
  kb_set_colour (cr, colour, 1);
  cairo_stroke (cr);
}

/* ---- shades ---- */

static gint
cell_at (double at, double origin, gint cell, gint last)
{
  return (gint) CLAMP (floor ((at - origin) / cell), 0, last);
}

/* Each canvas pixel as full as the cell at its middle has walls. */
static void
draw_shades (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbZonesPainter *painter, guint32 colour)
{
  KbBounds place = kb_maze_place (maze);
  KbVec low = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }), high = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  int x0 = (int) floor (MAX (low.x, 0)), y0 = (int) floor (MAX (low.y, 0));
  int x1 = (int) ceil (MIN (high.x, view->width)), y1 = (int) ceil (MIN (high.y, view->height));
  if (x1 <= x0 || y1 <= y0)
    return;
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, x1 - x0, y1 - y0);
  guint8 *pixels = cairo_image_surface_get_data (mask);
  gsize stride = (gsize) cairo_image_surface_get_stride (mask);
  g_autofree gint *columns = g_new (gint, (gsize) (x1 - x0));
  g_autofree guint8 *row = g_malloc ((gsize) maze->width + 1);
  for (int x = x0; x < x1; x++)
    columns[x - x0] = cell_at (kb_view_to_picture (view, (KbVec) { x + 0.5, 0 }).x, place.x0, maze->cell.x, maze->width);
  for (int y = y0; pixels && y < y1; y++)
    {
      gint j = cell_at (kb_view_to_picture (view, (KbVec) { 0, y + 0.5 }).y, place.y0, maze->cell.y, maze->height);
      copy_edges (maze, painter, (Cells) { 0, j, maze->width + 1, j + 1 }, row);
      for (int x = x0; x < x1; x++)
        {
          guint edges = row[columns[x - x0]];
          pixels[stride * (gsize) (y - y0) + (gsize) (x - x0)] = (guint8) (85 * ((edges & 1) + (edges >> 1 & 1)));
        }
    }
  cairo_surface_mark_dirty (mask);
  kb_set_colour (cr, colour, 1);
  cairo_mask_surface (cr, mask, x0, y0);
  cairo_surface_destroy (mask);
}

void
kb_draw_maze_outline (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze)
{
  static const double dashes[] = { 4, 4 };
  cairo_save (cr);
  KbBounds place = kb_maze_place (maze);
  KbVec low = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }), high = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  cairo_rectangle (cr, kb_view_sharp (view, low.x) - 3, kb_view_sharp (view, low.y) - 3, floor (high.x - low.x) + 6, floor (high.y - low.y) + 6);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 1);
  kb_set_colour (cr, style->accent, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
kb_draw_maze (cairo_t *cr, const KbView *view, const KbStyle *style, const KbMaze *maze, const KbZonesPainter *painter,
              guint32 colour, KbMark mark)
{
  Cells cells = in_sight (view, maze);
  cairo_save (cr);
  cairo_new_path (cr);
  if (MIN (maze->cell.x, maze->cell.y) * view->scale < LEAST_CELL)
    draw_shades (cr, view, maze, painter, colour);
  else if (cells.x1 > cells.x0 && cells.y1 > cells.y0)
    {
      g_autofree guint8 *edges = g_malloc ((gsize) (cells.x1 - cells.x0) * (gsize) (cells.y1 - cells.y0));
      g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
      copy_edges (maze, painter, cells, edges);
      add_lines (maze, edges, cells, FALSE, lines);
      add_lines (maze, edges, cells, TRUE, lines);
      draw_lines (cr, view, style, lines, colour);
    }
  if (mark != KB_MARK_PLAIN)
    kb_draw_maze_outline (cr, view, style, maze);
  cairo_restore (cr);
}

/* ---- parts ---- */

/* Runs of cells of a part are one rectangle each. */
static gboolean
path_parts (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbMazeCheck *check, Cells cells, guint hue, guint n_hues)
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
        KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0 + (double) from * maze->cell.x, place.y0 + (double) y * maze->cell.y });
        KbVec b = kb_view_to_canvas (view, (KbVec) { place.x0 + (double) (x + 1) * maze->cell.x, place.y0 + (double) (y + 1) * maze->cell.y });
        cairo_rectangle (cr, kb_view_edge (view, a.x), kb_view_edge (view, a.y), kb_view_edge (view, b.x) - kb_view_edge (view, a.x),
                         kb_view_edge (view, b.y) - kb_view_edge (view, a.y));
        any = TRUE;
      }
  return any;
}

void
kb_draw_maze_parts (cairo_t *cr, const KbView *view, const KbMaze *maze, const KbMazeCheck *check)
{
  static const guint32 hues[] = { 0xff7800ff, 0xc061cbff, 0x2ec7c4ff, 0xf6d32dff };
  Cells cells = in_sight (view, maze);
  for (guint hue = 0; check->n_parts > 1 && hue < G_N_ELEMENTS (hues); hue++)
    {
      cairo_save (cr);
      cairo_new_path (cr);
      if (path_parts (cr, view, maze, check, cells, hue, G_N_ELEMENTS (hues)))
        {
          kb_set_colour (cr, hues[hue], 0.35);
          cairo_fill_preserve (cr);
          cairo_clip (cr);
          for (double x = -view->height; x < view->width; x += HATCH)
            {
              cairo_move_to (cr, x, view->height);
              cairo_line_to (cr, x + view->height, 0);
            }
          cairo_set_line_width (cr, 1);
          kb_set_colour (cr, hues[hue], 0.9);
          cairo_stroke (cr);
        }
      cairo_restore (cr);
    }
}

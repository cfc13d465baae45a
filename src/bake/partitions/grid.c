/* SPDX-License-Identifier: MIT */
/* A level's walls by the square cells of a grid that they come near to. */
#include "bake/partitions/private.h"

#define CELLS_MOST (1 << 22)
/* So far a grid reaches beyond its walls, in pixels. */
#define AROUND 1.0

typedef struct {
  guint32 *starts; /* of each cell's entries */
  guint32 *entries;
} Filling;

typedef void (*CellFunc) (gpointer data, guint cell, guint32 of);

static guint
cell_at (double cells, guint n)
{
  return cells <= 0 ? 0 : cells >= n ? n - 1 : (guint) cells;
}

/* Calls for each cell that the segment comes near to, column by column. */
static void
each_cell (const KbPartitionBuild *build, KbPartitionEdge e, guint32 of, CellFunc func, gpointer data)
{
  double side = build->side, near = KBX_LEVEL_SLACK / side;
  double ax = ((double) e.ax / KBX_GRID - build->left) / side, ay = ((double) e.ay / KBX_GRID - build->top) / side;
  double bx = ((double) e.bx / KBX_GRID - build->left) / side, by = ((double) e.by / KBX_GRID - build->top) / side;
  if (ax > bx)
    {
      double swap = ax;
      ax = bx;
      bx = swap;
      swap = ay;
      ay = by;
      by = swap;
    }
  guint last = cell_at (bx + near, build->columns);
  for (guint i = cell_at (ax - near, build->columns); i <= last; i++)
    {
      double from = CLAMP (i - near, ax, bx), to = CLAMP (i + 1 + near, ax, bx);
      double y0 = bx > ax ? ay + (by - ay) * ((from - ax) / (bx - ax)) : ay, y1 = bx > ax ? ay + (by - ay) * ((to - ax) / (bx - ax)) : by;
      guint bottom = cell_at (MAX (y0, y1) + near, build->rows);
      for (guint j = cell_at (MIN (y0, y1) - near, build->rows); j <= bottom; j++)
        func (data, j * build->columns + i, of);
    }
}

static void
count_cell (gpointer data, guint cell, guint32 of)
{
  ((Filling *) data)->starts[cell + 1]++;
}

static void
fill_cell (gpointer data, guint cell, guint32 of)
{
  Filling *f = data;
  f->entries[f->starts[cell]++] = of;
}

/* What each cell has: entries[starts[cell]] up to the next cell's start, by rising number. Edges of one area come as often as
 * they do. */
static Filling
fill_cells (KbPartitionBuild *build, const KbPartitionEdge *edges, const guint32 *of, guint n)
{
  guint cells = build->columns * build->rows;
  Filling f = { g_new0 (guint32, cells + 2), NULL };
  for (guint i = 0; i < n; i++)
    each_cell (build, edges[i], of[i], count_cell, &f);
  for (guint i = 0; i < cells; i++)
    f.starts[i + 1] += f.starts[i];
  f.entries = g_new (guint32, f.starts[cells] + 1);
  /* Each start moves to its end, which is the next one's start. */
  for (guint i = 0; i < n; i++)
    each_cell (build, edges[i], of[i], fill_cell, &f);
  memmove (f.starts + 1, f.starts, cells * sizeof *f.starts);
  f.starts[0] = 0;
  return f;
}

static void
free_filling (Filling *f)
{
  g_free (f->starts);
  g_free (f->entries);
}

static void
place_grid (KbPartitionBuild *build, double cell)
{
  const KbPartitionInput *input = build->input;
  KbPartitionEdge box = input->n_walls > 0 ? input->walls[0].edge : input->n_areas > 0 ? build->boxes[0] : (KbPartitionEdge) { 0, 0, 0, 0 };
  for (guint i = 0; i < input->n_walls; i++)
    box = kb_box_with (box, input->walls[i].edge);
  for (guint i = 0; i < input->n_areas; i++)
    if (input->areas[i].n_edges > 0)
      box = kb_box_with (box, build->boxes[i]);
  box = kb_box_with (box, box);
  build->left = (float) ((double) box.ax / KBX_GRID - AROUND);
  build->top = (float) ((double) box.ay / KBX_GRID - AROUND);
  double w = ((double) box.bx - box.ax) / KBX_GRID + 3 * AROUND, h = ((double) box.by - box.ay) / KBX_GRID + 3 * AROUND;
  if (!(cell > 0))
    cell = sqrt (w * h / (MAX (input->n_walls, 2) / 2.0));
  cell = MAX (cell, sqrt (w * h / CELLS_MOST) * 1.01);
  cell = MAX (cell, MAX (w, h) / (1 << 16));
  build->side = (float) CLAMP (cell, 1.0 / 16, 4 * (double) KBX_LEVEL_LIMIT);
  build->columns = (guint) (w / build->side) + 1;
  build->rows = (guint) (h / build->side) + 1;
}

static void
write_walls (KbPartitionBuild *build, const Filling *f)
{
  guint cells = build->columns * build->rows;
  for (guint i = 0; i <= cells; i++)
    {
      guint32 first = build->slots->len / 4;
      g_array_append_val (build->nodes, first);
      if (i < cells)
        kb_build_add_blocks (build, f->entries + f->starts[i], f->starts[i + 1] - f->starts[i]);
    }
}

/* A cell without an edge of an area lies in all of it or in nothing, as the one on its left if that has none either. */
static guint32
whole_area (const KbPartitionBuild *build, guint cell, const guint32 *some, guint n)
{
  kbx_wide_vec middle = { build->left + (cell % build->columns + 0.5) * build->side, build->top + (cell / build->columns + 0.5) * build->side };
  guint k = 0;
  for (guint32 area = 0; area < build->input->n_areas; area++)
    {
      while (k < n && some[k] < area)
        k++;
      if ((k == n || some[k] != area) && kb_area_holds (build, area, middle))
        return area;
    }
  return KBX_NONE;
}

static void
write_areas (KbPartitionBuild *build, const Filling *f)
{
  guint cells = build->columns * build->rows;
  guint32 whole = KBX_NONE;
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < cells; i++)
    {
      guint32 from = f->starts[i], to = f->starts[i + 1], field;
      gboolean as_left = i % build->columns > 0 && to == from && f->starts[i - 1] == from;
      g_array_set_size (some, 0);
      for (guint32 k = from; k < to; k++)
        if (k == from || f->entries[k] != f->entries[k - 1])
          g_array_append_val (some, f->entries[k]);
      if (!as_left)
        whole = whole_area (build, i, (const guint32 *) (gpointer) some->data, some->len);
      guint below = 0;
      while (below < some->len && g_array_index (some, guint32, below) < whole)
        below++;
      field = kb_build_add_areas (build, (const guint32 *) (gpointer) some->data, below, whole);
      g_array_append_val (build->nodes, field);
    }
}

gboolean
kb_build_grid (KbPartitionBuild *build, double cell, GError **error)
{
  const KbPartitionInput *input = build->input;
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (KbPartitionEdge));
  g_autoptr (GArray) of = g_array_new (FALSE, FALSE, sizeof (guint32));
  place_grid (build, cell);
  for (guint32 i = 0; i < input->n_walls; i++)
    {
      g_array_append_val (edges, input->walls[i].edge);
      g_array_append_val (of, i);
    }
  for (int pass = 0; pass < 2; pass++)
    {
      if (!kb_build_go_on (build, pass / 2.0, error))
        return FALSE;
      Filling f = fill_cells (build, (const KbPartitionEdge *) (gpointer) edges->data, (const guint32 *) (gpointer) of->data, of->len);
      if (pass == 0)
        write_walls (build, &f);
      else
        write_areas (build, &f);
      free_filling (&f);
      g_array_set_size (edges, 0);
      g_array_set_size (of, 0);
      for (guint32 i = 0; i < input->n_areas && pass == 0; i++)
        for (guint k = 0; k < input->areas[i].n_edges; k++)
          {
            g_array_append_val (edges, input->areas[i].edges[k]);
            g_array_append_val (of, i);
          }
    }
  build->stats.nodes = build->stats.leaves = build->columns * build->rows;
  return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Which line divides the walls of a BSP's node best. Of some lines along walls, and some upright and level ones, the one with
 * the least cost: a node's own step, and for each side how often it is come to, times what it would cost as a leaf. */
#include "bake/partitions/private.h"

#include <stdlib.h>

/* In leaf steps; fitted to what moves took. */
#define NODE_STEP 6.0
#define LEAF_STEP 2.0
#define WALL_STEP 0.5

/* More pieces are judged by a sample. */
#define SAMPLE 256
#define WALL_LINES 24
#define QUANTILES 3

double
kb_leaf_cost (const KbCell *cell, guint n)
{
  return kb_cell_measure (cell) * (LEAF_STEP + WALL_STEP * n);
}

int
kb_piece_side (const KbPiece *piece, KbLine line)
{
  double a = kb_line_side (line, piece->a), b = kb_line_side (line, piece->b);
  if (a >= -KBX_LEVEL_SLACK && b >= -KBX_LEVEL_SLACK)
    return 1;
  return a <= KBX_LEVEL_SLACK && b <= KBX_LEVEL_SLACK ? -1 : 0;
}

typedef struct {
  const KbPieces *pieces;
  const KbCell *cell;
  guint step; /* through the pieces */
  double split_cost;
  gboolean both; /* only lines with fewer on both sides count */
  KbLine best;
  double weighed, cost; /* of the best: with what splits count, and what it costs indeed */
} Choice;

static void
try_line (Choice *choice, KbLine line)
{
  guint front = 0, behind = 0, n = 0;
  KbCell parts[2];
  for (guint i = 0; i < choice->pieces->n; i += choice->step, n++)
    {
      int side = kb_piece_side (&choice->pieces->pieces[i], line);
      front += side >= 0;
      behind += side <= 0;
    }
  if (choice->both ? front == n || behind == n : front == n && behind == n)
    return;
  kb_cell_cut (choice->cell, line, 1, &parts[0]);
  kb_cell_cut (choice->cell, line, -1, &parts[1]);
  double sides[2] = { kb_cell_measure (&parts[0]), kb_cell_measure (&parts[1]) };
  double scale = (double) choice->pieces->n / n;
  double cost = NODE_STEP * kb_cell_measure (choice->cell);
  cost += sides[0] * (LEAF_STEP + WALL_STEP * scale * front);
  cost += sides[1] * (LEAF_STEP + WALL_STEP * scale * behind);
  /* What is cut is on both sides, once more than it need be. */
  double weighed = cost + (choice->split_cost - 1) * WALL_STEP * scale * (front + behind - n) * (sides[0] + sides[1]) / 2;
  if (weighed < choice->weighed)
    {
      choice->weighed = weighed;
      choice->cost = cost;
      choice->best = line;
    }
}

/* Through two places; of floats, as long as the piece is long enough to have a direction. */
static void
try_along (Choice *choice, const KbPiece *piece)
{
  kbx_wide_vec along = kbx_wide_way (piece->a, piece->b);
  double length = sqrt (kbx_dot (along, along));
  if (length < 1.0 / KBX_GRID)
    return;
  KbLine line = { (float) (-along.y / length), (float) (along.x / length), 0 };
  line.d = (float) ((double) line.nx * (piece->a.x + piece->b.x) / 2 + (double) line.ny * (piece->a.y + piece->b.y) / 2);
  try_line (choice, line);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
try_quantiles (Choice *choice, gboolean upright)
{
  double places[2 * SAMPLE + 2];
  guint n = 0;
  for (guint i = 0; i < choice->pieces->n && n + 2 <= G_N_ELEMENTS (places); i += choice->step)
    {
      const KbPiece *p = &choice->pieces->pieces[i];
      places[n++] = upright ? p->a.x : p->a.y;
      places[n++] = upright ? p->b.x : p->b.y;
    }
  qsort (places, n, sizeof *places, compare_doubles);
  for (guint i = 1; i <= QUANTILES; i++)
    try_line (choice, (KbLine) { upright, !upright, (float) places[i * n / (QUANTILES + 1)] });
}

gboolean
kb_choose_line (const KbPieces *pieces, const KbCell *cell, double split_cost, gboolean both, KbLine *line, double *cost)
{
  Choice choice = { pieces, cell, MAX ((pieces->n + SAMPLE - 1) / SAMPLE, 1), split_cost, both, { 0, 0, 0 }, G_MAXDOUBLE, 0 };
  guint stride = MAX (pieces->n / WALL_LINES, 1);
  for (guint i = stride / 2; i < pieces->n; i += stride)
    try_along (&choice, &pieces->pieces[i]);
  try_quantiles (&choice, TRUE);
  try_quantiles (&choice, FALSE);
  *line = choice.best;
  *cost = choice.cost;
  return choice.weighed < G_MAXDOUBLE;
}

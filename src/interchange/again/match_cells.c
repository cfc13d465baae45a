/* SPDX-License-Identifier: MIT */
/* Matches cells of a sheet that stayed in place but were painted over or redrawn. */
#include "interchange/again/match.h"

#define FITS 0.75          /* average similarity of outlines over a run */
#define SIMILAR 0.5

typedef struct {
  KbMatchRound *round;
  gint *old_of_cell;       /* cell -> index of the old frame, -1 */
  guint n_cells;
} Cells;

static gint
old_at (const Cells *c, guint cell)
{
  return cell && cell < c->n_cells ? c->old_of_cell[cell] : -1;
}

static gint
old_of (const Cells *c, guint new_frame)
{
  gint old = old_at (c, c->round->new_frames[new_frame].cell);
  return old >= 0 && !c->round->taken[old] ? old : -1;
}

/* Is the frame before or after a run in its cell? An end of the sheet counts as such. */
static gboolean
in_place (const Cells *c, guint new_frame)
{
  const KbMatchRound *round = c->round;
  if (new_frame >= round->n_new)
    return TRUE;
  guint cell = round->new_frames[new_frame].cell;
  return cell && round->old[round->result[new_frame].old].cell == cell;
}

/* The average similarity of the outlines if each new frame is matched with the old one `shift`
 * cells further. */
static double
fit (const Cells *c, guint from, guint to, gint shift)
{
  double sum = 0;
  guint n = 0;
  for (guint i = from; i < to; i++)
    {
      gint dx, dy, other = (gint) c->round->new_frames[i].cell + shift, old = old_of (c, i);
      if (old >= 0)
        old = other > 0 ? old_at (c, (guint) other) : -1;
      if (old < 0 || c->round->taken[old])
        continue;
      sum += kb_look_outline (c->round->old[old].look, c->round->new_frames[i].look, &dx, &dy);
      n++;
    }
  return n ? sum / n : 0;
}

static gboolean
stayed (const Cells *c, guint from, guint to)
{
  gint grown = c->round->same_cells ? 0 : (gint) c->round->n_new - (gint) c->round->n_old;
  double here = fit (c, from, to, 0);
  if (to - from == 1 && c->round->same_cells)
    return TRUE;
  return here >= FITS && here >= fit (c, from, to, 1) && here >= fit (c, from, to, -1)
         && (ABS (grown) < 2 || here >= fit (c, from, to, -grown));
}

static void
take (const Cells *c, guint old, guint new_frame)
{
  KbMatchRound *round = c->round;
  KbLook *from = round->old[old].look, *to = round->new_frames[new_frame].look;
  KbMatch match = { (gint) old, 0, 0, FALSE };
  if (kb_look_align (from, to, &match.dx, &match.dy) < SIMILAR)
    {
      if (kb_look_outline (from, to, &match.dx, &match.dy) < FITS)
        match.dx = match.dy = 0;
      match.by_place = !kb_look_same_shown (from, to);
    }
  round->taken[old] = TRUE;
  round->result[new_frame] = match;
}

void
kb_match_cells (KbMatchRound *round, gboolean whatever)
{
  Cells c = { round, NULL, 1 };
  for (guint i = 0; i < round->n_new; i++)
    c.n_cells = MAX (c.n_cells, round->new_frames[i].cell + 1);
  for (guint j = 0; j < round->n_old; j++)
    c.n_cells = MAX (c.n_cells, round->old[j].cell + 1);
  c.old_of_cell = g_new (gint, c.n_cells);
  for (guint i = 0; i < c.n_cells; i++)
    c.old_of_cell[i] = -1;
  for (guint j = 0; j < round->n_old; j++)
    if (round->old[j].cell && !round->old[j].lost)
      c.old_of_cell[round->old[j].cell] = (gint) j;
  for (guint from = 0, to; from < round->n_new && c.n_cells > 1; from = to + 1)
    {
      for (to = from; to < round->n_new && round->result[to].old < 0;)
        to++;
      if (to == from || !in_place (&c, from ? from - 1 : G_MAXUINT) || !in_place (&c, to)
          || !(whatever || stayed (&c, from, to)))
        continue;
      for (guint i = from; i < to; i++)
        if (old_of (&c, i) >= 0)
          take (&c, (guint) old_of (&c, i), i);
    }
  g_free (c.old_of_cell);
}

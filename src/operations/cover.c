/* SPDX-License-Identifier: MIT */
/* Covers opaque pixels with a few boxes. A cell's weight is its opaque minus its transparent
 * pixels, and 0 once a box covers it. The best box has the largest sum. For each bottom row, the
 * best top row is found for all top rows at once, by Kadane's running sum along x. With a lane per
 * top row, the inner loop is a plain vector loop: short side squared x long side / 2 additions. */

/* For several boxes there are two kinds of starts. From above: the best box, then the best of the
 * rest. From below: runs of pixels, merged where that loses least. Then each box is moved and
 * solved again against the others. The best start wins. */
#include <stdlib.h>
#include <string.h>

#include "operations/private.h"

/* Larger areas are first solved on coarser cells. */
#define MOST_EXACT ((guint64) 1 << 28)
#define MOST_SHARED ((guint64) 1 << 22)
#define ROUNDS 8
#define MOST_PASSED ((guint64) 1 << 26)   /* cells read by a refinement */
#define MOST_RUNS 160

/* A rectangle of weights, stored column by column if it is wider than high, so that lanes are along
 * its shorter side. `v` is along the shorter side, `u` along the longer one. */
typedef struct {
  gint nu, nv;
  gint32 *weights;      /* [u * nv + v]; in the opaque pixels' box */
  gint32 *left;         /* the same, without cells covered by boxes */
  gint32 *sums;         /* [u * (nv + 1) + v]: sums of `left` along v */
  gint32 *running, *best;
} Field;

/* Half-open spans of u and v. */
typedef struct { gint u0, u1, v0, v1; } CoverSpan;

static void
field_init (Field *field, gint nu, gint nv)
{
  gsize n = (gsize) nu * nv;
  *field = (Field){ .nu = nu,
                    .nv = nv,
                    .weights = g_new0 (gint32, n),
                    .left = g_new0 (gint32, n),
                    .sums = g_new0 (gint32, (gsize) nu * (nv + 1)),
                    .running = g_new0 (gint32, nv + 1),
                    .best = g_new0 (gint32, nv + 1) };
}

static void
field_clear (Field *field)
{
  g_free (field->weights);
  g_free (field->left);
  g_free (field->sums);
  g_free (field->running);
  g_free (field->best);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Field, field_clear)

/* The remaining weights when all spans except one are covered. */
static void
field_cover (Field *field, const CoverSpan *spans, guint n, guint but)
{
  memcpy (field->left, field->weights, sizeof (gint32) * (gsize) field->nu * field->nv);
  for (guint i = 0; i < n; i++)
    if (i != but)
      for (gint u = spans[i].u0; u < spans[i].u1; u++)
        memset (field->left + (gsize) u * field->nv + spans[i].v0, 0,
                sizeof (gint32) * (spans[i].v1 - spans[i].v0));
  for (gint u = 0; u < field->nu; u++)
    {
      const gint32 *row = field->left + (gsize) u * field->nv;
      gint32 *sums = field->sums + (gsize) u * (field->nv + 1);
      for (gint v = 0; v < field->nv; v++)
        sums[v + 1] = sums[v] + row[v];
    }
}

/* The largest sum of all boxes that end at v1, for each start v < v1, in field->best. */
static void
best_for_end (Field *field, gint v1)
{
  gint32 *restrict running = field->running, *restrict best = field->best;
  for (gint v = 0; v < v1; v++)
    running[v] = best[v] = 0;
  for (gint u = 0; u < field->nu; u++)
    {
      const gint32 *restrict sums = field->sums + (gsize) u * (field->nv + 1);
      const gint32 end = sums[v1];
      for (gint v = 0; v < v1; v++)
        {
          gint32 sum = (running[v] > 0 ? running[v] : 0) + end - sums[v];
          running[v] = sum;
          best[v] = best[v] > sum ? best[v] : sum;
        }
    }
}

/* The span along u with the largest sum between v0 and v1. The first of equals. */
static gint64
best_along (const Field *field, gint v0, gint v1, gint *u0, gint *u1)
{
  gint64 best = 0, running = 0;
  gint from = 0;
  for (gint u = 0; u < field->nu; u++)
    {
      const gint32 *sums = field->sums + (gsize) u * (field->nv + 1);
      if (running <= 0)
        running = 0, from = u;
      running += sums[v1] - sums[v0];
      if (running > best)
        best = running, *u0 = from, *u1 = u + 1;
    }
  return best;
}

/* The box with the largest sum, or 0 if no sum is positive. */
static gint64
best_box (Field *field, CoverSpan *span)
{
  gint64 best = 0;
  for (gint v1 = 1; v1 <= field->nv; v1++)
    {
      best_for_end (field, v1);
      for (gint v = 0; v < v1; v++)
        if (field->best[v] > best)
          best = field->best[v], span->v0 = v, span->v1 = v1;
    }
  return best > 0 ? best_along (field, span->v0, span->v1, &span->u0, &span->u1) : 0;
}

static gint64
sum_of (const Field *field, const CoverSpan *span)
{
  gint64 sum = 0;
  for (gint u = span->u0; u < span->u1; u++)
    {
      const gint32 *sums = field->sums + (gsize) u * (field->nv + 1);
      sum += sums[span->v1] - sums[span->v0];
    }
  return sum;
}

/* The total weight covered by the spans. */
static gint64
worth (Field *field, const CoverSpan *spans, guint n)
{
  gint64 all = 0, left = 0;
  field_cover (field, spans, n, G_MAXUINT);
  for (gsize i = 0, end = (gsize) field->nu * field->nv; i < end; i++)
    all += field->weights[i], left += field->left[i];
  return all - left;
}

/* The span along v with the largest sum between u0 and u1. */
static gint64
best_across (const Field *field, gint u0, gint u1, gint *v0, gint *v1)
{
  gint64 best = 0, running = 0;
  gint from = 0;
  gint32 *profile = field->running;
  memset (profile, 0, sizeof *profile * field->nv);
  for (gint u = u0; u < u1; u++)
    for (gint v = 0; v < field->nv; v++)
      profile[v] += field->left[(gsize) u * field->nv + v];
  for (gint v = 0; v < field->nv; v++)
    {
      if (running <= 0)
        running = 0, from = v;
      running += profile[v];
      if (running > best)
        best = running, *v0 = from, *v1 = v + 1;
    }
  return best;
}

/* Moves two sides at a time, with the other two fixed. */
static gint64
slide_sides (const Field *field, CoverSpan *span)
{
  gint64 worth_now = sum_of (field, span);
  for (;;)
    {
      CoverSpan next = *span;
      best_across (field, next.u0, next.u1, &next.v0, &next.v1);
      gint64 sum = best_along (field, next.v0, next.v1, &next.u0, &next.u1);
      if (sum <= worth_now)
        return worth_now;
      *span = next, worth_now = sum;
    }
}

/* Improves each box against all others: its sides alone, then, up to `solves` times, from
 * scratch. */
static void
refine_spans (Field *field, CoverSpan *spans, guint n, guint solves)
{
  gboolean better = TRUE;
  guint64 cost = (guint64) MAX (n, 1) * field->nu * field->nv;
  guint rounds = (guint) CLAMP (MOST_PASSED / cost, 1, ROUNDS);
  for (guint round = 0; better && round < rounds; round++)
    {
      better = FALSE;
      for (guint i = 0; i < n; i++)
        {
          CoverSpan span = spans[i];
          field_cover (field, spans, n, i);
          gint64 before = sum_of (field, &spans[i]), after = slide_sides (field, &span);
          if (round > 0 && solves > 0 && n > 1)
            {
              CoverSpan other;
              gint64 sum = best_box (field, &other);
              solves--;
              if (sum > after)
                after = sum, span = other;
            }
          if (after > before)
            spans[i] = span, better = TRUE;
        }
      better |= round == 0 && n > 1 && solves > 0;
    }
}

static guint
greedy (Field *field, CoverSpan *spans, guint k)
{
  guint n = 0;
  for (; n < k; n++)
    {
      field_cover (field, spans, n, G_MAXUINT);
      if (best_box (field, &spans[n]) <= 0)
        break;
    }
  return n;
}

/* --- From below: runs of pixels, merged ------------------------------------------------------- */

/* Runs of positive cells along u or v, equal neighbours as one; only the heaviest if there are too
 * many. */
static guint
find_runs (const Field *field, gboolean along_u, CoverSpan *runs)
{
  gint lines = along_u ? field->nv : field->nu, length = along_u ? field->nu : field->nv;
  guint n = 0;
  for (gint line = 0; line < lines; line++)
    for (gint from = 0, to; from < length; from = to + 1)
      {
        for (to = from; to < length; to++)
          if (field
                ->weights[along_u ? (gsize) to * field->nv + line : (gsize) line * field->nv + to]
              <= 0)
            break;
        if (to == from)
          continue;
        CoverSpan run = along_u ? (CoverSpan){ from, to, line, line + 1 }
                                          : (CoverSpan){ line, line + 1, from, to };
        guint i = 0;
        for (; i < n; i++)
          if (along_u ? runs[i].u0 == from && runs[i].u1 == to && runs[i].v1 == line
                      : runs[i].v0 == from && runs[i].v1 == to && runs[i].u1 == line)
            break;
        if (i < n)
          along_u ? runs[i].v1++ : runs[i].u1++;
        else if (n < MOST_RUNS)
          runs[n++] = run;
        else
          return 0;
      }
  return n;
}

static CoverSpan
operations_cover_around (const CoverSpan *a, const CoverSpan *b)
{
  return (CoverSpan){ MIN (a->u0, b->u0), MAX (a->u1, b->u1), MIN (a->v0, b->v0),
                      MAX (a->v1, b->v1) };
}

/* Until k are left, merges the two whose common box loses least, or drops the lightest. */
static guint
merge_runs (Field *field, gboolean along_u, guint k, CoverSpan *spans)
{
  CoverSpan runs[MOST_RUNS];
  gint64 worths[MOST_RUNS];
  guint n = find_runs (field, along_u, runs);
  field_cover (field, NULL, 0, 0);
  for (guint i = 0; i < n; i++)
    worths[i] = sum_of (field, &runs[i]);
  while (n > k)
    {
      gint64 least = G_MAXINT64;
      guint first = 0, second = 0;
      for (guint i = 0; i < n; i++)
        {
          if (worths[i] < least)
            least = worths[i], first = second = i;
          for (guint j = i + 1; j < n; j++)
            {
              CoverSpan both = operations_cover_around (&runs[i], &runs[j]);
              gint64 area = (gint64) (both.u1 - both.u0) * (both.v1 - both.v0);
              /* Far apart: most of their common box is usually transparent */
              if (area - worths[i] - worths[j] > 3 * least + 64)
                continue;
              gint64 loss = worths[i] + worths[j] - sum_of (field, &both);
              if (loss < least)
                least = loss, first = i, second = j;
            }
        }
      if (first != second)
        {
          runs[first] = operations_cover_around (&runs[first], &runs[second]);
          worths[first] = sum_of (field, &runs[first]);
        }
      runs[second] = runs[--n];
      worths[second] = worths[n];
    }
  memcpy (spans, runs, n * sizeof *runs);
  return n;
}

/* The best of the three starts, each refined. */
static guint
best_start (Field *field, guint k, guint solves, CoverSpan *spans)
{
  guint n = greedy (field, spans, k);
  refine_spans (field, spans, n, solves / 2);
  if (k == 1)
    return n;
  gint64 best = worth (field, spans, n);
  for (guint along_u = 0; along_u < 2; along_u++)
    {
      CoverSpan others[KB_COVER_BOXES];
      guint m = merge_runs (field, along_u, k, others);
      refine_spans (field, others, m, solves / 4);
      gint64 value = worth (field, others, m);
      if (value > best)
        {
          best = value, n = m;
          memcpy (spans, others, m * sizeof *spans);
        }
    }
  return n;
}

/* Fills the field's weights with opaque minus transparent pixels of square cells. */
static void
weigh (Field *field, const KbPicture *picture, guint alpha, const KbBox *in, gint cell,
       gboolean wide)
{
  for (gint y = 0; y < in->h; y++)
    for (gint x = 0; x < in->w; x++)
      {
        gint u = (wide ? x : y) / cell, v = (wide ? y : x) / cell;
        field->weights[(gsize) u * field->nv + v] +=
          kb_is_opaque (picture, alpha, in->x + x, in->y + y) ? 1 : -1;
      }
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const KbBox *p = a, *q = b;
  return p->y != q->y   ? p->y - q->y
         : p->x != q->x ? p->x - q->x
         : p->h != q->h ? p->h - q->h
                        : p->w - q->w;
}

static guint64
work_of (gint nu, gint nv)
{
  return (guint64) nu * nv * nv;
}

/* Solves on cells of `cell` pixels, then adjusts the boxes' sides to pixels. */
static guint
solve (const KbPicture *picture, guint alpha, const KbBox *in, guint k, gint cell,
       CoverSpan *spans, Field *fine)
{
  gboolean wide = in->w >= in->h;
  gint nu = MAX (in->w, in->h), nv = MIN (in->w, in->h);
  g_auto (Field) coarse = { 0 };
  field_init (&coarse, (nu + cell - 1) / cell, (nv + cell - 1) / cell);
  weigh (&coarse, picture, alpha, in, cell, wide);
  guint solves =
    (guint) MIN (MOST_SHARED * 6 / MAX (work_of (coarse.nu, coarse.nv), 1), ROUNDS * k);
  guint n = best_start (&coarse, k, solves, spans);
  field_init (fine, nu, nv);
  weigh (fine, picture, alpha, in, 1, wide);
  if (cell == 1)
    return n;
  for (guint i = 0; i < n; i++)
    spans[i] = (CoverSpan){ spans[i].u0 * cell, MIN (spans[i].u1 * cell, nu),
                            spans[i].v0 * cell, MIN (spans[i].v1 * cell, nv) };
  refine_spans (fine, spans, n, 0);
  return n;
}

gboolean
kb_cover (const KbPicture *picture, guint alpha, const KbBox *area, guint k, KbCover *cover)
{
  KbBox in;
  *cover = (KbCover) { .n = 0 };
  if (!kb_shrink_box (picture, alpha, area, &in))
    return FALSE;
  k = CLAMP (k, 1, KB_COVER_BOXES);
  gint nu = MAX (in.w, in.h), nv = MIN (in.w, in.h), cell = 1;
  while (work_of (nu / cell, nv / cell) > (k == 1 ? MOST_EXACT : MOST_SHARED))
    cell++;
  CoverSpan spans[KB_COVER_BOXES];
  g_auto (Field) field = { 0 };
  guint n = solve (picture, alpha, &in, k, cell, spans, &field);
  /* All coarse cells may be negative: then the box of all is as good a start as any */
  if (n == 0)
    {
      spans[n++] = (CoverSpan) { 0, nu, 0, nv };
      field_cover (&field, spans, 0, 0);
      slide_sides (&field, &spans[0]);
    }

  gint64 covered = worth (&field, spans, n), opaque = 0, boxed = 0;
  for (gsize i = 0, end = (gsize) nu * nv; i < end; i++)
    opaque += field.weights[i] > 0, boxed += field.weights[i] > 0 && field.left[i] == 0;
  cover->uncovered = opaque - boxed;
  cover->excess = boxed - covered;
  for (guint i = 0; i < n; i++)
    cover->boxes[i] = in.w >= in.h
                        ? (KbBox) { in.x + spans[i].u0, in.y + spans[i].v0,
                                   spans[i].u1 - spans[i].u0, spans[i].v1 - spans[i].v0 }
                        : (KbBox) { in.x + spans[i].v0, in.y + spans[i].u0,
                                   spans[i].v1 - spans[i].v0, spans[i].u1 - spans[i].u0 };
  cover->n = n;
  qsort (cover->boxes, n, sizeof *cover->boxes, by_place);
  return TRUE;
}

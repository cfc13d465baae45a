/* SPDX-License-Identifier: MIT */
/* Cuts a picture into pieces of work: bands of rows with a cut-off, columns without. */
#include "bake/clearance/clearance.h"
#include "bake/clearance/columns.h"

#include <string.h>

/* Rows of a piece; around it come up to KB_REACH on either side, whose squares should stay in the cache too. */
#define ROWS 512
/* Columns of a piece without cut-off. */
#define COLUMNS 256
#define WORD 64

static const KbWatch no_watch;

typedef struct {
  const KbRoad *road;
  guint most;
  gint16 *clearance;
  gint32 *squared;
  gsize stride;
  GMutex lock;
  GSList *spare; /* KbColumns that no thread uses now; under the lock */
  int16_t **borders;     /* of each band of rows, as found by find_runs */
  const int16_t **runs;  /* of each row */
  guint *count;
  gint found_road;       /* atomic */
} Job;

static KbColumns *
borrow (Job *job, int rows, int bytes)
{
  g_mutex_lock (&job->lock);
  KbColumns *columns = job->spare ? job->spare->data : NULL;
  job->spare = g_slist_delete_link (job->spare, job->spare);
  g_mutex_unlock (&job->lock);
  return columns ? columns : kb_columns_new (rows, bytes);
}

static void
give_back (Job *job, KbColumns *columns)
{
  g_mutex_lock (&job->lock);
  job->spare = g_slist_prepend (job->spare, columns);
  g_mutex_unlock (&job->lock);
}

static gboolean
run_job (Job *job, guint pieces, KbParallelJob piece, const KbWatch *watch, double from, double to, GError **error)
{
  g_mutex_init (&job->lock);
  gboolean done = kb_parallel (pieces, piece, job, watch ? watch : &no_watch, from, to, error);
  g_slist_free_full (g_steal_pointer (&job->spare), (GDestroyNotify) kb_columns_free);
  g_mutex_clear (&job->lock);
  return done;
}

/* ---- with a cut-off ---- */

/* How many rows a window may have for `rows` wanted ones. */
static int
window_rows (int rows)
{
  return rows + 2 * KB_REACH;
}

static void
fill_box (const KbRoad *road, KbColumns *columns, guint most, gint16 *clearance, gsize stride, KbClearanceBox box, gboolean stream)
{
  int reach = (int) most, left = box.x / KB_STRIP * KB_STRIP, right = box.x + box.width;
  int y0 = MAX (box.y - reach, -1), y1 = MIN (box.y + box.height + reach, (int) road->height + 1);
  KbCutStrip strip = kb_columns_cut ();
  columns->reach = reach;
  columns->limit = (int16_t) (reach * KB_CLEARANCE_UNITS);
  columns->stream = stream;
  kb_columns_begin (columns, road, y0, y1, box.y - y0, box.y + box.height - y0,
                    MAX (left - reach, 0) / WORD * WORD, right + KB_STRIP + reach);
  for (int x = left; x < right; x += KB_STRIP)
    strip (columns, x, clearance + box.y * stride + x, (ptrdiff_t) stride, MAX (box.x - x, 0), MIN (right - x, KB_STRIP));
}

static gboolean
fill_rows (guint index, gpointer data, GError **error)
{
  Job *job = data;
  gint y = (gint) index * ROWS;
  KbClearanceBox box = { 0, y, (gint) job->road->width, MIN (ROWS, (gint) job->road->height - y) };
  KbColumns *columns = borrow (job, window_rows (ROWS), sizeof *job->clearance);
  fill_box (job->road, columns, job->most, job->clearance, job->stride, box, TRUE);
  give_back (job, columns);
  return TRUE;
}

gboolean
kb_clearance (const KbRoad *road, guint most, gint16 *clearance, gsize stride, const KbWatch *watch, GError **error)
{
  Job job = { .road = road, .most = most, .clearance = clearance, .stride = stride };
  return run_job (&job, (road->height + ROWS - 1) / ROWS, fill_rows, watch, 0, 1, error);
}

/* The box and `more` around it, within the picture. */
static KbClearanceBox
widened (const KbRoad *road, KbClearanceBox box, int more)
{
  gint64 x0 = MAX ((gint64) box.x - more, 0), x1 = MIN ((gint64) box.x + box.width + more, road->width);
  gint64 y0 = MAX ((gint64) box.y - more, 0), y1 = MIN ((gint64) box.y + box.height + more, road->height);
  if (x1 <= x0 || y1 <= y0 || box.width <= 0 || box.height <= 0)
    return (KbClearanceBox) { 0, 0, 0, 0 };
  return (KbClearanceBox) { (gint) x0, (gint) y0, (gint) (x1 - x0), (gint) (y1 - y0) };
}

KbClearanceBox
kb_clearance_update (const KbRoad *road, guint most, gint16 *clearance, gsize stride, KbClearanceBox box)
{
  KbClearanceBox all = widened (road, box, (int) most), piece = all;
  if (all.width == 0)
    return all;
  KbColumns *columns = kb_columns_new (window_rows (MIN (all.height, ROWS)), sizeof *clearance);
  for (; piece.y < all.y + all.height; piece.y += ROWS)
    {
      piece.height = MIN (ROWS, all.y + all.height - piece.y);
      fill_box (road, columns, most, clearance, stride, piece, FALSE);
    }
  kb_columns_free (columns);
  return all;
}

/* ---- without ---- */

/* Rows ROWS * index and on become runs, which all columns share. */
static gboolean
find_runs (guint index, gpointer data, GError **error)
{
  Job *job = data;
  const KbRoad *road = job->road;
  guint y0 = index * ROWS, y1 = MIN (y0 + ROWS, road->height);
  gsize room = KB_ROAD_BORDERS (road->width), size = 0, used = 0;
  int16_t *borders = NULL;
  for (guint y = y0; y < y1; y++)
    {
      if (size < used + room)
        borders = g_renew (int16_t, borders, size = 2 * (used + room));
      job->count[y] = kb_road_row (road, (gint) y, 0, (gint) road->width, borders + used);
      used += job->count[y];
      if (job->count[y] > 3)
        g_atomic_int_set (&job->found_road, TRUE);
    }
  job->borders[index] = borders = g_renew (int16_t, borders, used);
  for (guint y = y0; y < y1; borders += job->count[y++])
    job->runs[y] = borders;
  return TRUE;
}

static gboolean
fill_columns (guint index, gpointer data, GError **error)
{
  static const int16_t outside[] = { -KB_ROAD_FAR, KB_ROAD_FAR, KB_ROAD_FAR };
  Job *job = data;
  gint begin = (gint) index * COLUMNS, end = MIN (begin + COLUMNS, (gint) job->road->width), height = (gint) job->road->height;
  KbColumns *columns = borrow (job, height + 2, sizeof *job->squared);
  KbExactStrip strip = kb_columns_exact ();
  columns->stream = TRUE;
  columns->rows = height + 2;
  columns->first = 1;
  columns->last = height + 1;
  for (gint row = 0; row < height + 2; row++)
    {
      gboolean inside = row > 0 && row <= height;
      kb_columns_begin_row (columns, row, inside ? job->runs[row - 1] : outside, inside ? job->count[row - 1] : 3, begin);
    }
  for (gint x = begin; x < end; x += KB_STRIP / 2)
    strip (columns, x, job->squared + x, (ptrdiff_t) job->stride, 0, MIN (end - x, KB_STRIP / 2));
  give_back (job, columns);
  return TRUE;
}

static gboolean
fill_without_road (Job *job)
{
  for (guint y = 0; y < job->road->height; y++)
    for (guint x = 0; x < job->road->width; x++)
      job->squared[y * job->stride + x] = -G_MAXINT32;
  return TRUE;
}

gboolean
kb_clearance_squared (const KbRoad *road, gint32 *squared, gsize stride, const KbWatch *watch, GError **error)
{
  Job job = { .road = road, .squared = squared, .stride = stride };
  guint bands = (road->height + ROWS - 1) / ROWS;
  job.borders = g_new0 (int16_t *, bands);
  job.runs = g_new (const int16_t *, road->height);
  job.count = g_new (guint, road->height);
  gboolean done = run_job (&job, bands, find_runs, watch, 0, 0.1, error);
  if (done && g_atomic_int_get (&job.found_road))
    done = run_job (&job, (road->width + COLUMNS - 1) / COLUMNS, fill_columns, watch, 0.1, 1, error);
  else if (done)
    done = fill_without_road (&job);
  for (guint i = 0; i < bands; i++)
    g_free (job.borders[i]);
  g_free (job.borders);
  g_free (job.runs);
  g_free (job.count);
  return done;
}

/* SPDX-License-Identifier: MIT */
/* Cuts a picture into bands of rows, for all processors. */
#include "bake/clearance/clearance.h"

#include <math.h>

/* Rows of a piece; with up to KBX_REACH rows on either side, its squares should fit the cache. */
#define ROWS 512
/* Rows packed at once, a multiple of 8. */
#define PACKED_ROWS 64

static const KbWatch no_watch;

gint
kb_band_end (double radius)
{
  return (gint) ceil (CLAMP (radius, 0, KB_CLEARANCE_MOST) * KB_CLEARANCE_UNITS);
}

/* ---- pieces ---- */

typedef struct {
  const kbx_road *road;
  guint most;
  gint16 *clearance;
  gsize stride;
} Job;

/* Allocates memory for pieces of this size; free the result. */
static gpointer
begin_columns (kbx_strip_columns *columns, guint width, guint rows)
{
  const gsize size = (gsize) kbx_columns_work (width, rows) + KBX_WORK_STEP;
  gpointer memory = g_malloc (size);
  kbx_work work = kbx_work_of (memory, size);
  kbx_columns_begin (columns, &work, width, rows);
  return memory;
}

static void
fill_box (const Job *job, kbx_strip_columns *columns, KbClearanceBox box, gboolean stream)
{
  const kbx_box all = { box.x, box.y, box.x + box.width, box.y + box.height };
  kbx_fill_clearance (columns, job->road, job->most, all,
                      job->clearance + (gsize) box.y * job->stride + box.x, (ptrdiff_t) job->stride,
                      stream);
}

static gboolean
fill_rows (guint index, gpointer data, GError **error)
{
  const Job *job = data;
  const gint y = (gint) index * ROWS;
  kbx_strip_columns columns;
  gpointer memory = begin_columns (&columns, job->road->width, ROWS);
  fill_box (
    job, &columns,
    (KbClearanceBox) { 0, y, (gint) job->road->width, MIN (ROWS, (gint) job->road->height - y) },
    TRUE);
  g_free (memory);
  return TRUE;
}

gboolean
kb_clearance (const kbx_road *road, guint most, gint16 *clearance, gsize stride,
              const KbWatch *watch, GError **error)
{
  Job job = { road, most, clearance, stride };
  return kb_parallel ((road->height + ROWS - 1) / ROWS, fill_rows, &job, watch ? watch : &no_watch,
                      0, 1, error);
}

/* The box grown by `more`, within the picture. */
static KbClearanceBox
widened (const kbx_road *road, KbClearanceBox box, int more)
{
  gint64 x0 = MAX ((gint64) box.x - more, 0),
         x1 = MIN ((gint64) box.x + box.width + more, road->width);
  gint64 y0 = MAX ((gint64) box.y - more, 0),
         y1 = MIN ((gint64) box.y + box.height + more, road->height);
  if (x1 <= x0 || y1 <= y0 || box.width <= 0 || box.height <= 0)
    return (KbClearanceBox) { 0, 0, 0, 0 };
  return (KbClearanceBox) { (gint) x0, (gint) y0, (gint) (x1 - x0), (gint) (y1 - y0) };
}

KbClearanceBox
kb_clearance_update (const kbx_road *road, guint most, gint16 *clearance, gsize stride,
                     KbClearanceBox box)
{
  KbClearanceBox all = widened (road, box, (int) most), piece = all;
  if (all.width == 0)
    return all;
  const Job job = { road, most, clearance, stride };
  kbx_strip_columns columns;
  gpointer memory =
    begin_columns (&columns, (guint) all.width + 2 * most, (guint) MIN (all.height, ROWS));
  for (; piece.y < all.y + all.height; piece.y += ROWS)
    {
      piece.height = MIN (ROWS, all.y + all.height - piece.y);
      fill_box (&job, &columns, piece, FALSE);
    }
  g_free (memory);
  return all;
}

/* ---- bytes ---- */

GBytes *
kb_clearance_pack (const gint16 *clearance, guint width, guint height, gsize stride, guint most)
{
  const gint16 limit = (gint16) (most * KB_CLEARANCE_UNITS);
  const gsize room = (gsize) kbx_track_tiles_work (width, height) + KBX_WORK_STEP;
  g_autofree gint16 *rows = g_new (gint16, PACKED_ROWS * stride);
  g_autofree guint8 *memory = g_malloc (room);
  kbx_work work = kbx_work_of (memory, room);
  kbx_track_tiles tiles;
  kbx_track_tiles_begin (&tiles, &work, width, height);
  for (guint y = 0; y < height; y += PACKED_ROWS)
    {
      const guint count = MIN (PACKED_ROWS, height - y);
      for (gsize i = 0; i < stride * (count - 1) + width; i++)
        rows[i] = CLAMP (clearance[y * stride + i], -limit, limit);
      kbx_track_tiles_add (&tiles, y, count, rows, stride);
    }
  const gsize size = kbx_track_tiles_put (&tiles, most, NULL, 0);
  guint8 *bytes = g_malloc (size);
  kbx_track_tiles_put (&tiles, most, bytes, size);
  return g_bytes_new_take (bytes, size);
}

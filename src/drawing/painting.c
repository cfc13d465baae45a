/* SPDX-License-Identifier: MIT */
/* Draws zones one device pixel at a time, so that a huge painting costs only its visible part. */
#include "drawing/surfaces.h"

#include <string.h>

#include "drawing/pixel_rows.h"
#include "drawing/tracks/track_picture.h"

#define TOGETHER 16   /* rows of device pixels */

typedef struct {
  const KbPainting *painting;
  const KbPixelAxis *across, *down;
  gint x0, n;               /* the visible columns of the picture */
  guint32 lut[256];
  guint8 *row;              /* n bytes: when enlarged, the current row */
  /* When reduced: the start of the rows in each column of tiles */
  const guint8 **starts[2 * TOGETHER];
} PaintingDrawing;

/* Finds the start of row y in each column of tiles. When reduced, most of a row is skipped, so it
 * is not copied. */
static void
find_row (const PaintingDrawing *d, gint y, const guint8 **starts)
{
  guint clamped = (guint) CLAMP (y, 0, (gint) d->down->length - 1);
  guint columns = (d->across->length + KB_ZONES_TILE - 1) / KB_ZONES_TILE,
        first = clamped / KB_ZONES_TILE * columns;
  gsize within = (gsize) (clamped % KB_ZONES_TILE) * KB_ZONES_TILE;
  for (guint i = (guint) d->x0 / KB_ZONES_TILE; i <= (guint) (d->x0 + d->n - 1) / KB_ZONES_TILE;
       i++)
    starts[i] = within
                + (d->painting->painter ? kb_zones_painter_tile (d->painting->painter, first + i)
                                        : kb_zones_tile (d->painting->zones, first + i));
}

static guint32
mean_of_four (const PaintingDrawing *d, const guint8 *const *upper, const guint8 *const *lower,
              const gint *columns)
{
  guint x0 = (guint) columns[0], x1 = (guint) columns[1];
  guint8 a = upper[x0 / KB_ZONES_TILE][x0 % KB_ZONES_TILE],
         b = upper[x1 / KB_ZONES_TILE][x1 % KB_ZONES_TILE];
  guint8 e = lower[x0 / KB_ZONES_TILE][x0 % KB_ZONES_TILE],
         f = lower[x1 / KB_ZONES_TILE][x1 % KB_ZONES_TILE];
  return a == b && a == e && a == f ? d->lut[a]
                                    : kb_mean_of_four (d->lut[a], d->lut[b], d->lut[e], d->lut[f]);
}

/* Below 100%: four samples per device pixel, from two rows of the picture. Draws several rows at
 * once, tile by tile: each tile is a page of memory, and a single row would touch hundreds. */
static void
draw_small_rows (PaintingDrawing *d, int first, int rows, const gint *columns, guint8 *to,
                 gsize stride)
{
  int n = d->across->last - d->across->first;
  for (int i = 0; i < rows; i++)
    {
      find_row (d, kb_pixel_axis_at (d->down, first + i, 0.25), d->starts[2 * i]);
      find_row (d, kb_pixel_axis_at (d->down, first + i, 0.75), d->starts[2 * i + 1]);
    }
  for (int k0 = 0, k1; k0 < n; k0 = k1)
    {
      for (k1 = k0 + 1;
           k1 < n && columns[2 * k1] / KB_ZONES_TILE == columns[2 * k0] / KB_ZONES_TILE;)
        k1++;
      for (int i = 0; i < rows; i++)
        {
          guint32 *row = (guint32 *) (void *) (to + stride * (gsize) i);
          for (int k = k0; k < k1; k++)
            row[k] = mean_of_four (d, d->starts[2 * i], d->starts[2 * i + 1], columns + 2 * k);
        }
    }
}

static void
draw_large_row (PaintingDrawing *d, int i, const gint *columns, guint32 *to)
{
  gint y = CLAMP (kb_pixel_axis_at (d->down, i, 0.5), 0, (gint) d->down->length - 1);
  int n = d->across->last - d->across->first;
  if (d->painting->painter)
    kb_zones_painter_copy (d->painting->painter, d->x0, y, (guint) d->n, 1, d->row, (gsize) d->n);
  else
    kb_zones_copy (d->painting->zones, d->x0, y, (guint) d->n, 1, d->row, (gsize) d->n);
  for (int k = 0; k < n; k++)
    to[k] = d->lut[d->row[columns[k] - d->x0]];
}

static void
draw_rows (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels, gsize stride,
           gpointer data)
{
  PaintingDrawing *d = data;
  gboolean small = kb_pixel_axis_is_small (across);
  int n = across->last - across->first;
  guint n_tiles = (across->length + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  gint last_y = G_MININT;   /* no row yet; rows outside the picture have numbers, too */

  d->across = across;
  d->down = down;
  d->x0 = CLAMP (kb_pixel_axis_at (across, across->first, 0), 0, (gint) across->length - 1);
  d->n = CLAMP (kb_pixel_axis_at (across, across->last, 0) + 1, d->x0 + 1, (gint) across->length)
         - d->x0;
  d->row = g_malloc ((gsize) d->n);
  for (guint i = 0; i < 2 * TOGETHER; i++)
    d->starts[i] = g_new (const guint8 *, n_tiles);
  g_autofree gint *columns = kb_pixel_axis_places (across, d->x0, d->x0 + d->n - 1);
  for (int i = down->first; i < down->last && small; i += TOGETHER)
    draw_small_rows (d, i, MIN (TOGETHER, down->last - i), columns,
                     pixels + stride * (gsize) (i - down->first), stride);
  for (int i = down->first; i < down->last && !small; i++)
    {
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (i - down->first));
      gint y = kb_pixel_axis_at (down, i, 0.5);
      if (y == last_y)
        memcpy (to, (guint8 *) to - stride, (gsize) n * sizeof *to);
      else
        draw_large_row (d, i, columns, to);
      last_y = y;
    }
  g_free (d->row);
  for (guint i = 0; i < 2 * TOGETHER; i++)
    g_free (d->starts[i]);
}

void
kb_draw_painting (cairo_t *cr, const KbView *view, const KbPainting *painting)
{
  const KbZones *zones =
    painting->painter ? kb_zones_painter_zones (painting->painter) : painting->zones;
  PaintingDrawing d = { .painting = painting };

  if (painting->track)
    {
      kb_draw_track_pixels (cr, view, painting->track);
      return;
    }
  if (!zones || painting->opacity <= 0)
    return;
  for (guint i = 0; i < 256; i++)
    d.lut[i] = kb_premultiplied (painting->colours[i], painting->opacity);
  kb_draw_pixel_rows (cr, view, kb_zones_width (zones), kb_zones_height (zones), draw_rows, &d);
}

void
kb_painting_of_node (const KbNode *node, KbPainting *painting)
{
  const GPtrArray *zones = kb_node_zones (node);
  const KbField *opacity = kb_kind_field (node->kind, "opacity");

  *painting =
    (KbPainting) { .opacity = KB_OPACITY / 100.0, .zones = kb_node_painted (node, NULL)->zones };
  if (opacity)
    painting->opacity = G_STRUCT_MEMBER (gint, node, opacity->offset) / 100.0;
  for (guint i = 1; i < 256; i++)
    painting->colours[i] = KB_NO_ZONE_COLOUR;
  if (zones)
    KB_EACH (const KbZone, zone, zones)
      painting->colours[zone->value] = zone->colour;
}

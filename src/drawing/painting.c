/* SPDX-License-Identifier: MIT */
/* Zones become device pixels one by one, so a huge painting costs what is seen of it. */
#include "drawing/painting.h"

#include <math.h>
#include <string.h>

#define TINY 1e-9
#define TOGETHER 16   /* rows of device pixels */

/* One axis of the view: device pixel i has its centre at picture coordinate (i + 0.5) * step + start. */
typedef struct {
  double start, step;
  int first, last;          /* device pixels that touch the painting, [first, last) */
} Axis;

static Axis
look_along (double origin, double scale, double device_scale, int seen, guint length)
{
  Axis axis = { -origin / scale, 1 / (scale * device_scale), 0, 0 };
  axis.first = (int) MAX (0, floor (-axis.start / axis.step - 0.5));
  axis.last = (int) MIN (seen * device_scale, ceil ((length - axis.start) / axis.step + 0.5));
  return axis;
}

/* The picture's pixel at part `part` (0 .. 1) of a device pixel; may lie outside. */
static gint
at (const Axis *axis, int i, double part)
{
  return (gint) floor ((i + part) * axis->step + axis->start + TINY);
}

static guint32
premultiplied (guint32 colour, double opacity)
{
  guint alpha = (guint) floor ((colour & 0xff) * CLAMP (opacity, 0, 1) + 0.5);
  guint r = ((colour >> 24) * alpha + 127) / 255, g = ((colour >> 16 & 0xff) * alpha + 127) / 255;
  guint b = ((colour >> 8 & 0xff) * alpha + 127) / 255;
  return alpha << 24 | r << 16 | g << 8 | b;
}

typedef struct {
  const KbPainting *painting;
  Axis across, down;
  guint width, height;      /* of the painting */
  gint x0, n;               /* the picture's columns that are seen */
  guint32 lut[256];
  guint8 *row;              /* n bytes: of large pixels, the row that is drawn */
  const guint8 **starts[2 * TOGETHER];   /* of small ones, where rows begin in each column of tiles */
} Drawing;

static guint32
mean_of_four (guint32 a, guint32 b, guint32 c, guint32 d)
{
  guint32 mask = 0x00ff00ff, half = 0x00020002;
  guint32 low = ((a & mask) + (b & mask) + (c & mask) + (d & mask) + half) >> 2 & mask;
  guint32 high = ((a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + half) >> 2 & mask;
  return high << 8 | low;
}

/* Where row y begins in each column of tiles: from far away most of a row is passed over, so it is not copied. */
static void
find_row (const Drawing *d, gint y, const guint8 **starts)
{
  guint clamped = (guint) CLAMP (y, 0, (gint) d->height - 1);
  guint columns = (d->width + KB_ZONES_TILE - 1) / KB_ZONES_TILE, first = clamped / KB_ZONES_TILE * columns;
  gsize within = (gsize) (clamped % KB_ZONES_TILE) * KB_ZONES_TILE;
  for (guint i = (guint) d->x0 / KB_ZONES_TILE; i <= (guint) (d->x0 + d->n - 1) / KB_ZONES_TILE; i++)
    starts[i] = within + (d->painting->painter ? kb_zones_painter_tile (d->painting->painter, first + i)
                                               : kb_zones_tile (d->painting->zones, first + i));
}

static guint32
look_at_four (const Drawing *d, const guint8 *const *upper, const guint8 *const *lower, const gint *columns)
{
  guint x0 = (guint) columns[0], x1 = (guint) columns[1];
  guint8 a = upper[x0 / KB_ZONES_TILE][x0 % KB_ZONES_TILE], b = upper[x1 / KB_ZONES_TILE][x1 % KB_ZONES_TILE];
  guint8 e = lower[x0 / KB_ZONES_TILE][x0 % KB_ZONES_TILE], f = lower[x1 / KB_ZONES_TILE][x1 % KB_ZONES_TILE];
  return a == b && a == e && a == f ? d->lut[a] : mean_of_four (d->lut[a], d->lut[b], d->lut[e], d->lut[f]);
}

/* Below 100%: four places a device pixel, in two rows of the picture. Several rows together, tile by tile: each tile is
 * a page of memory, and a row alone would come to hundreds of them. */
static void
draw_small_rows (Drawing *d, int first, int rows, const gint *columns, guint8 *to, gsize stride)
{
  int n = d->across.last - d->across.first;
  for (int i = 0; i < rows; i++)
    {
      find_row (d, at (&d->down, first + i, 0.25), d->starts[2 * i]);
      find_row (d, at (&d->down, first + i, 0.75), d->starts[2 * i + 1]);
    }
  for (int k0 = 0, k1; k0 < n; k0 = k1)
    {
      for (k1 = k0 + 1; k1 < n && columns[2 * k1] / KB_ZONES_TILE == columns[2 * k0] / KB_ZONES_TILE;)
        k1++;
      for (int i = 0; i < rows; i++)
        {
          guint32 *row = (guint32 *) (void *) (to + stride * (gsize) i);
          for (int k = k0; k < k1; k++)
            row[k] = look_at_four (d, d->starts[2 * i], d->starts[2 * i + 1], columns + 2 * k);
        }
    }
}

static void
draw_large_row (Drawing *d, int i, const gint *columns, guint32 *to)
{
  gint y = CLAMP (at (&d->down, i, 0.5), 0, (gint) d->height - 1);
  int n = d->across.last - d->across.first;
  if (d->painting->painter)
    kb_zones_painter_copy (d->painting->painter, d->x0, y, (guint) d->n, 1, d->row, (gsize) d->n);
  else
    kb_zones_copy (d->painting->zones, d->x0, y, (guint) d->n, 1, d->row, (gsize) d->n);
  for (int k = 0; k < n; k++)
    to[k] = d->lut[d->row[columns[k] - d->x0]];
}

static void
draw_rows (Drawing *d, cairo_surface_t *surface)
{
  gboolean small = d->across.step > 1 + TINY;
  int n = d->across.last - d->across.first, per = small ? 2 : 1;
  guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autofree gint *columns = g_new (gint, (gsize) n * (gsize) per);
  gint last_y = G_MININT;   /* no row yet; rows outside of the picture have numbers, too */

  for (int k = 0; k < n; k++)
    for (int part = 0; part < per; part++)
      {
        gint x = at (&d->across, d->across.first + k, small ? 0.25 + 0.5 * part : 0.5);
        columns[k * per + part] = CLAMP (x, d->x0, d->x0 + d->n - 1);
      }
  for (int i = d->down.first; i < d->down.last && small; i += TOGETHER)
    draw_small_rows (d, i, MIN (TOGETHER, d->down.last - i), columns, pixels + stride * (gsize) (i - d->down.first), stride);
  for (int i = d->down.first; i < d->down.last && !small; i++)
    {
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (i - d->down.first));
      gint y = at (&d->down, i, 0.5);
      if (y == last_y)
        memcpy (to, (guint8 *) to - stride, (gsize) n * sizeof *to);
      else
        draw_large_row (d, i, columns, to);
      last_y = y;
    }
}

void
kb_draw_painting (cairo_t *cr, const KbView *view, const KbPainting *painting)
{
  const KbZones *zones = painting->painter ? kb_zones_painter_zones (painting->painter) : painting->zones;
  double device_scale = MAX (view->device_scale, 1);
  Drawing d = { .painting = painting };
  KbVec low, high;

  if (!zones || painting->opacity <= 0)
    return;
  d.width = kb_zones_width (zones);
  d.height = kb_zones_height (zones);
  d.across = look_along (view->x, view->scale, device_scale, view->width, d.width);
  d.down = look_along (view->y, view->scale, device_scale, view->height, d.height);
  if (d.across.first >= d.across.last || d.down.first >= d.down.last)
    return;
  d.x0 = CLAMP (at (&d.across, d.across.first, 0), 0, (gint) d.width - 1);
  d.n = CLAMP (at (&d.across, d.across.last, 0) + 1, d.x0 + 1, (gint) d.width) - d.x0;
  for (guint i = 0; i < 256; i++)
    d.lut[i] = premultiplied (painting->colours[i], painting->opacity);
  d.row = g_malloc ((gsize) d.n);
  for (guint i = 0; i < 2 * TOGETHER; i++)
    d.starts[i] = g_new (const guint8 *, (d.width + KB_ZONES_TILE - 1) / KB_ZONES_TILE);

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, d.across.last - d.across.first,
                                                         d.down.last - d.down.first);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      draw_rows (&d, surface);
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      /* The painting's own edges, where its outermost device pixels are only touched. */
      low = kb_view_to_canvas (view, (KbVec) { 0, 0 });
      high = kb_view_to_canvas (view, (KbVec) { d.width, d.height });
      cairo_rectangle (cr, kb_view_edge (view, low.x), kb_view_edge (view, low.y),
                       kb_view_edge (view, high.x) - kb_view_edge (view, low.x),
                       kb_view_edge (view, high.y) - kb_view_edge (view, low.y));
      cairo_clip (cr);
      cairo_surface_set_device_scale (surface, device_scale, device_scale);
      cairo_set_source_surface (cr, surface, d.across.first / device_scale, d.down.first / device_scale);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);
  g_free (d.row);
  for (guint i = 0; i < 2 * TOGETHER; i++)
    g_free (d.starts[i]);
}

void
kb_painting_of_node (const KbNode *node, KbPainting *painting)
{
  const GPtrArray *zones = kb_node_zones (node);

  *painting = (KbPainting) { .opacity = KB_OPACITY / 100.0, .zones = kb_node_painted (node, NULL)->zones };
  if (node->kind == &kb_mask_kind)
    painting->opacity = ((const KbMask *) node)->opacity / 100.0;
  for (guint i = 1; i < 256; i++)
    painting->colours[i] = KB_NO_ZONE_COLOUR;
  for (guint i = 0; zones && i < zones->len; i++)
    painting->colours[kb_zone_at (zones, i)->value] = kb_zone_at (zones, i)->colour;
}

/* SPDX-License-Identifier: MIT */
/* Zones become device pixels one by one, so a huge painting costs what is seen of it. */
#include "drawing/painting.h"

#include <math.h>
#include <string.h>

#define TINY 1e-9

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
  guint8 *rows[2];          /* n bytes each */
  gint row_y[2];            /* which rows they are; -1: none */
} Drawing;

/* The picture's row y over the columns that are seen. */
static const guint8 *
read_row (Drawing *d, guint slot, gint y)
{
  gint clamped = CLAMP (y, 0, (gint) d->height - 1);
  if (d->row_y[slot] != clamped)
    {
      if (d->painting->painter)
        kb_zones_painter_copy (d->painting->painter, d->x0, clamped, (guint) d->n, 1, d->rows[slot], (gsize) d->n);
      else
        kb_zones_copy (d->painting->zones, d->x0, clamped, (guint) d->n, 1, d->rows[slot], (gsize) d->n);
      d->row_y[slot] = clamped;
    }
  return d->rows[slot];
}

static guint32
mean_of_four (guint32 a, guint32 b, guint32 c, guint32 d)
{
  guint32 mask = 0x00ff00ff, half = 0x00020002;
  guint32 low = ((a & mask) + (b & mask) + (c & mask) + (d & mask) + half) >> 2 & mask;
  guint32 high = ((a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + half) >> 2 & mask;
  return high << 8 | low;
}

/* Below 100%: four places a device pixel, in two rows of the picture. */
static void
draw_small_row (Drawing *d, int i, const gint *columns, guint32 *to)
{
  const guint8 *upper = read_row (d, 0, at (&d->down, i, 0.25)), *lower = read_row (d, 1, at (&d->down, i, 0.75));
  int n = d->across.last - d->across.first;
  for (int k = 0; k < n; k++)
    {
      guint8 a = upper[columns[2 * k]], b = upper[columns[2 * k + 1]];
      guint8 e = lower[columns[2 * k]], f = lower[columns[2 * k + 1]];
      to[k] = a == b && a == e && a == f ? d->lut[a] : mean_of_four (d->lut[a], d->lut[b], d->lut[e], d->lut[f]);
    }
}

static void
draw_large_row (Drawing *d, int i, const gint *columns, guint32 *to)
{
  const guint8 *row = read_row (d, 0, at (&d->down, i, 0.5));
  int n = d->across.last - d->across.first;
  for (int k = 0; k < n; k++)
    to[k] = d->lut[row[columns[k]]];
}

static void
draw_rows (Drawing *d, cairo_surface_t *surface)
{
  gboolean small = d->across.step > 1 + TINY;
  int n = d->across.last - d->across.first, per = small ? 2 : 1;
  guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autofree gint *columns = g_new (gint, (gsize) n * (gsize) per);
  gint last_y = -1;

  for (int k = 0; k < n; k++)
    for (int part = 0; part < per; part++)
      {
        gint x = at (&d->across, d->across.first + k, small ? 0.25 + 0.5 * part : 0.5);
        columns[k * per + part] = CLAMP (x - d->x0, 0, d->n - 1);
      }
  for (int i = d->down.first; i < d->down.last; i++)
    {
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (i - d->down.first));
      gint y = at (&d->down, i, 0.5);
      if (small)
        draw_small_row (d, i, columns, to);
      else if (y == last_y)
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
  Drawing d = { .painting = painting, .row_y = { -1, -1 } };
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
  d.rows[0] = g_malloc ((gsize) d.n);
  d.rows[1] = g_malloc ((gsize) d.n);

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
  g_free (d.rows[0]);
  g_free (d.rows[1]);
}

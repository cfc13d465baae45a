/* SPDX-License-Identifier: MIT */
/* Draws pictures one device pixel at a time, as for zones and bands; only the visible part is
 * read. */
#ifndef KB_PIXEL_ROWS_H
#define KB_PIXEL_ROWS_H

#include <cairo.h>

#include "drawing/view.h"

/* One axis of the view: device pixel i has its centre at picture coordinate (i + 0.5) * step +
 * start. */
typedef struct {
  double start, step;
  int first, last;          /* device pixels that touch the picture, [first, last) */
  guint length;             /* of the picture */
} KbPixelAxis;

KbPixelAxis kb_pixel_axis (double origin, double scale, double device_scale, int seen,
                           guint length);
/* The picture's pixel at fraction `part` (0 .. 1) of a device pixel, may be outside. */
gint kb_pixel_axis_at (const KbPixelAxis *axis, int i, double part);
/* Below 100%: a device pixel is the mean of four samples, two along each axis. */
gboolean kb_pixel_axis_is_small (const KbPixelAxis *axis);
/* The picture's pixel for each device pixel from first to before last, within [low, high]: at its
 * centre, or when small two, at 1/4 and 3/4. Free with g_free. */
gint *kb_pixel_axis_places (const KbPixelAxis *axis, gint low, gint high);

/* 0xRRGGBBAA to cairo's premultiplied 0xAARRGGBB. */
guint32 kb_premultiplied (guint32 colour, double opacity);

static inline guint32
kb_mean_of_four (guint32 a, guint32 b, guint32 c, guint32 d)
{
  guint32 mask = 0x00ff00ff, half = 0x00020002;
  guint32 low = ((a & mask) + (b & mask) + (c & mask) + (d & mask) + half) >> 2 & mask;
  guint32 high =
    ((a >> 8 & mask) + (b >> 8 & mask) + (c >> 8 & mask) + (d >> 8 & mask) + half) >> 2 & mask;
  return high << 8 | low;
}
/* The mean of a, a, b and b. */
static inline guint32
kb_mean_of_two (guint32 a, guint32 b)
{
  return (a | b) - ((a ^ b) >> 1 & 0x7f7f7f7f);
}

/* Fills device pixels [first, last) of both axes, rows `stride` bytes apart. */
typedef void (*KbPixelRows) (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels,
                             gsize stride, gpointer data);
/* Draws the visible part of a picture of width x height over the existing pixels. In a coarse view,
 * a pixel of the picture's surface is several device pixels. Cost: the device pixels within the
 * clip. */
void kb_draw_pixel_rows (cairo_t *cr, const KbView *view, guint width, guint height,
                         KbPixelRows draw, gpointer data);

#endif

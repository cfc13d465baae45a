/* SPDX-License-Identifier: MIT */
/* Converts between canvas and picture pixels; zooming. */
#include "drawing/view.h"

#include <math.h>

#define FILL_GAIN 1.15   /* below, crisp pixels are worth more than size */

static double
device_scale (const KbView *view)
{
  return view->device_scale > 0 ? view->device_scale : 1;
}

/* The view may be between pixels (a touchpad pans by fractions); drawing never is. */
static KbVec
origin (const KbView *view)
{
  double d = device_scale (view);

  return (KbVec) { floor (view->x * d + 0.5) / d, floor (view->y * d + 0.5) / d };
}

KbVec
kb_view_to_canvas (const KbView *view, KbVec picture)
{
  KbVec o = origin (view);

  return (KbVec) { o.x + picture.x * view->scale, o.y + picture.y * view->scale };
}

KbVec
kb_view_to_picture (const KbView *view, KbVec canvas)
{
  KbVec o = origin (view);

  return (KbVec) { (canvas.x - o.x) / view->scale, (canvas.y - o.y) / view->scale };
}

void
kb_view_pixel_at (const KbView *view, KbVec canvas, gint *x, gint *y)
{
  KbVec p = kb_view_to_picture (view, canvas);

  *x = (gint) floor (CLAMP (p.x, -1e6, 1e6));
  *y = (gint) floor (CLAMP (p.y, -1e6, 1e6));
}

KbBounds
kb_view_visible (const KbView *view)
{
  KbVec a = kb_view_to_picture (view, (KbVec) { 0, 0 });
  KbVec b = kb_view_to_picture (view, (KbVec) { view->width, view->height });

  return (KbBounds) { a.x, a.y, b.x, b.y };
}

static double
within (const KbView *view, double scale)
{
  return CLAMP (scale, view->least > 0 ? view->least : KB_VIEW_MIN_SCALE, KB_VIEW_MAX_SCALE);
}

void
kb_view_zoom (KbView *view, double scale, KbVec about)
{
  KbVec p = { (about.x - view->x) / view->scale, (about.y - view->y) / view->scale };

  view->scale = within (view, scale);
  view->x = about.x - p.x * view->scale;
  view->y = about.y - p.y * view->scale;
}

void
kb_view_zoom_steps (KbView *view, int steps, KbVec about)
{
  static const double ladder[] = {
    KB_VIEW_LEVEL_SCALE,
    1.0 / 256,
    1.0 / 128,
    1.0 / 64,
    KB_VIEW_MIN_SCALE,
    1.0 / 16,
    1.0 / 8,
    1.0 / 4,
    1.0 / 3,
    1.0 / 2,
    2.0 / 3,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    10,
    12,
    14,
    16,
    20,
    24,
    28,
    32,
    40,
    48,
    56,
    64,
    80,
    96,
    112,
    KB_VIEW_MAX_SCALE,
  };
  int i;

  if (steps > 0)
    {
      for (i = 0; i < (int) G_N_ELEMENTS (ladder) - 1 && ladder[i] <= view->scale * 1.0001; i++)
        ;
      i += steps - 1;
    }
  else if (steps < 0)
    {
      for (i = G_N_ELEMENTS (ladder) - 1; i > 0 && ladder[i] >= view->scale * 0.9999; i--)
        ;
      i += steps + 1;
    }
  else
    return;
  kb_view_zoom (view, ladder[CLAMP (i, 0, (int) G_N_ELEMENTS (ladder) - 1)], about);
}

void
kb_view_pan (KbView *view, double dx, double dy)
{
  view->x += dx;
  view->y += dy;
}

void
kb_view_centre (KbView *view, KbBounds bounds)
{
  view->x = (view->width + view->inset - (bounds.x0 + bounds.x1) * view->scale) / 2;
  view->y = (view->height + view->inset - (bounds.y0 + bounds.y1) * view->scale) / 2;
}

static double
largest_scale (const KbView *view, KbBounds bounds, double margin)
{
  double w = MAX (bounds.x1 - bounds.x0, 1), h = MAX (bounds.y1 - bounds.y0, 1);

  return MIN ((view->width - view->inset - 2 * margin) / w,
              (view->height - view->inset - 2 * margin) / h);
}

void
kb_view_fit (KbView *view, KbBounds bounds, double margin)
{
  double scale = largest_scale (view, bounds, margin);

  if (scale > 1)
    scale = floor (scale);
  view->scale = within (view, scale);
  kb_view_centre (view, bounds);
}

void
kb_view_fill (KbView *view, KbBounds bounds, double margin)
{
  double scale = largest_scale (view, bounds, margin);

  kb_view_fit (view, bounds, margin);
  if (view->scale < 1 || scale < view->scale * FILL_GAIN)
    return;
  view->scale = within (view, floor (scale * 8) / 8);
  kb_view_centre (view, bounds);
}

double
kb_view_sharp (const KbView *view, double canvas)
{
  double d = device_scale (view);

  return (floor (canvas * d) + 0.5) / d;
}

double
kb_view_edge (const KbView *view, double canvas)
{
  double d = device_scale (view);

  return floor (canvas * d + 0.5) / d;
}

double
kb_view_line (const KbView *view, double canvas, double width)
{
  return fmod (floor (width * device_scale (view) + 0.5), 2) == 0 ? kb_view_edge (view, canvas)
                                                                  : kb_view_sharp (view, canvas);
}

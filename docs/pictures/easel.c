/* SPDX-License-Identifier: MIT */
/* The pens, colours and letters of the guide's pictures of the runtime. */
#include "pictures/easel.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define TURN (2 * 3.14159265358979323846)

static const double inks[][3] = {
  [INK_FIRST] = { 0.16, 0.45, 0.90 },
  [INK_SECOND] = { 0.93, 0.60, 0.08 },
  [INK_ANSWER] = { 0.86, 0.10, 0.32 },
  [INK_NORMAL] = { 0.05, 0.60, 0.36 },
  [INK_MISS] = { 0.55, 0.60, 0.67 },
  [INK_TEXT] = { 0.11, 0.15, 0.23 },
};

/* One pixel of the picture in the units of the world. */
static double
px (cairo_t *cr)
{
  double x = 1, y = 0;

  cairo_device_to_user_distance (cr, &x, &y);
  return hypot (x, y);
}

kbx_vec easel_vec (double x, double y) { return (kbx_vec) { (float) x, (float) y }; }

kbx_vec
easel_along (kbx_vec from, kbx_vec move, double fraction)
{
  return easel_vec (from.x + move.x * fraction, from.y + move.y * fraction);
}

easel_shape
easel_rect (float x0, float y0, float x1, float y1)
{
  return (easel_shape) { .kind = EASEL_RECT, .rect = { { x0, y0 }, { x1, y1 } } };
}

easel_shape
easel_circle (float x, float y, float radius)
{
  return (easel_shape) { .kind = EASEL_CIRCLE, .circle = { { x, y }, radius } };
}

easel_shape
easel_obb (float x, float y, float w, float h, double degrees)
{
  return (easel_shape) { .kind = EASEL_OBB, .obb = { { x, y }, kbx_direction (degrees), w, h } };
}

easel_shape
easel_polygon (const kbx_vec *corners, uint32_t count)
{
  return (easel_shape) { .kind = EASEL_POLYGON, .polygon = { corners, count } };
}

easel_shape
easel_segment (float ax, float ay, float bx, float by)
{
  return (easel_shape) { .kind = EASEL_SEGMENT, .segment = { { ax, ay }, { bx, by } } };
}

kbx_shape
easel_form (easel_shape shape)
{
  switch (shape.kind)
    {
    case EASEL_RECT: return SHAPE (shape.rect);
    case EASEL_CIRCLE: return SHAPE (shape.circle);
    case EASEL_OBB: return SHAPE (shape.obb);
    case EASEL_SEGMENT: return SHAPE (shape.segment);
    default: return kbx_polygon_info (shape.polygon).convex ? CONVEX_SHAPE (shape.polygon) : POLYGON_SHAPE (shape.polygon);
    }
}

easel_shape
easel_moved (easel_shape shape, kbx_vec move)
{
  shape.rect.min = easel_along (shape.rect.min, move, 1);
  shape.rect.max = easel_along (shape.rect.max, move, 1);
  shape.circle.centre = easel_along (shape.circle.centre, move, 1);
  shape.obb.centre = easel_along (shape.obb.centre, move, 1);
  shape.segment.a = easel_along (shape.segment.a, move, 1);
  shape.segment.b = easel_along (shape.segment.b, move, 1);
  return shape;
}

void
easel_set (cairo_t *cr, easel_ink ink, double alpha)
{
  cairo_set_source_rgba (cr, inks[ink][0], inks[ink][1], inks[ink][2], alpha);
}

void
easel_begin (cairo_t *cr, double step)
{
  cairo_set_source_rgb (cr, 0.965, 0.970, 0.980);
  cairo_paint (cr);
  cairo_set_line_width (cr, px (cr));
  cairo_set_source_rgb (cr, 0.900, 0.912, 0.932);
  for (double x = step; x < EASEL_WIDTH * px (cr); x += step)
    {
      cairo_move_to (cr, x + px (cr) / 2, 0);
      cairo_line_to (cr, x + px (cr) / 2, EASEL_HEIGHT * px (cr));
    }
  for (double y = step; y < EASEL_HEIGHT * px (cr); y += step)
    {
      cairo_move_to (cr, 0, y + px (cr) / 2);
      cairo_line_to (cr, EASEL_WIDTH * px (cr), y + px (cr) / 2);
    }
  cairo_stroke (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
}

void
easel_path (cairo_t *cr, easel_shape s)
{
  cairo_new_path (cr);
  switch (s.kind)
    {
    case EASEL_RECT:
      cairo_rectangle (cr, s.rect.min.x, s.rect.min.y, s.rect.max.x - s.rect.min.x, s.rect.max.y - s.rect.min.y);
      break;
    case EASEL_CIRCLE:
      cairo_arc (cr, s.circle.centre.x, s.circle.centre.y, s.circle.radius, 0, TURN);
      cairo_close_path (cr);
      break;
    case EASEL_OBB:
      for (int i = 0; i < 4; i++)
        {
          double u = (i == 1 || i == 2 ? 0.5 : -0.5) * s.obb.w, v = (i >= 2 ? 0.5 : -0.5) * s.obb.h;
          cairo_line_to (cr, s.obb.centre.x + s.obb.axis.x * u - s.obb.axis.y * v,
                         s.obb.centre.y + s.obb.axis.y * u + s.obb.axis.x * v);
        }
      cairo_close_path (cr);
      break;
    case EASEL_POLYGON:
      for (uint32_t i = 0; i < s.polygon.count; i++)
        cairo_line_to (cr, s.polygon.corners[i].x, s.polygon.corners[i].y);
      cairo_close_path (cr);
      break;
    case EASEL_SEGMENT:
      cairo_move_to (cr, s.segment.a.x, s.segment.a.y);
      cairo_line_to (cr, s.segment.b.x, s.segment.b.y);
      break;
    }
}

void
easel_line (cairo_t *cr, easel_ink ink, double width)
{
  if (ink != INK_MISS)
    {
      cairo_set_source_rgba (cr, 0.07, 0.10, 0.18, 0.8);
      cairo_set_line_width (cr, (width + 1.4) * px (cr));
      cairo_stroke_preserve (cr);
    }
  easel_set (cr, ink, 1);
  cairo_set_line_width (cr, width * px (cr));
  cairo_stroke (cr);
}

void
easel_outline (cairo_t *cr, easel_shape shape, easel_ink ink)
{
  easel_path (cr, shape);
  easel_line (cr, ink, 1.8);
}

void
easel_fill (cairo_t *cr, easel_shape shape, easel_ink ink, double alpha)
{
  easel_path (cr, shape);
  easel_set (cr, ink, alpha);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (cr);
}

static void
dashed (cairo_t *cr, easel_ink ink)
{
  double dashes[] = { 5 * px (cr), 4 * px (cr) };

  easel_set (cr, ink, 0.9);
  cairo_set_line_width (cr, 1.5 * px (cr));
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
}

void
easel_ghost (cairo_t *cr, easel_shape shape, easel_ink ink)
{
  easel_path (cr, shape);
  dashed (cr, ink);
}

void
easel_dashes (cairo_t *cr, kbx_vec a, kbx_vec b, easel_ink ink)
{
  cairo_new_path (cr);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  dashed (cr, ink);
}

void
easel_draw (cairo_t *cr, easel_shape shape, easel_ink ink)
{
  easel_fill (cr, shape, ink, 0.13);
  easel_outline (cr, shape, ink);
}

void
easel_shared (cairo_t *cr, easel_shape first, easel_shape second)
{
  cairo_save (cr);
  easel_path (cr, first);
  cairo_clip (cr);
  easel_fill (cr, second, INK_ANSWER, 0.55);
  cairo_restore (cr);
}

void
easel_pair (cairo_t *cr, easel_shape first, easel_shape second, bool overlap)
{
  easel_fill (cr, first, INK_FIRST, 0.13);
  easel_fill (cr, second, INK_SECOND, 0.13);
  if (overlap)
    easel_shared (cr, first, second);
  easel_outline (cr, first, INK_FIRST);
  easel_outline (cr, second, INK_SECOND);
}

void
easel_dot (cairo_t *cr, kbx_vec p, easel_ink ink)
{
  cairo_new_path (cr);
  cairo_arc (cr, p.x, p.y, 4.6 * px (cr), 0, TURN);
  cairo_set_source_rgba (cr, 0.07, 0.10, 0.18, 0.9);
  cairo_fill (cr);
  cairo_arc (cr, p.x, p.y, 3.7 * px (cr), 0, TURN);
  easel_set (cr, ink, 1);
  cairo_fill (cr);
}

void
easel_ring (cairo_t *cr, kbx_vec p, easel_ink ink)
{
  cairo_new_path (cr);
  cairo_arc (cr, p.x, p.y, 3.4 * px (cr), 0, TURN);
  cairo_set_source_rgb (cr, 0.965, 0.970, 0.980);
  cairo_fill_preserve (cr);
  easel_set (cr, ink, 1);
  cairo_set_line_width (cr, 1.6 * px (cr));
  cairo_stroke (cr);
}

void
easel_arrow (cairo_t *cr, kbx_vec from, kbx_vec way, easel_ink ink)
{
  double length = hypot (way.x, way.y), head = 9 * px (cr);

  if (length == 0)
    return;
  double x = from.x + way.x, y = from.y + way.y, ux = way.x / length, uy = way.y / length;
  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, x, y);
  cairo_move_to (cr, x - head * (ux + 0.5 * uy), y - head * (uy - 0.5 * ux));
  cairo_line_to (cr, x, y);
  cairo_line_to (cr, x - head * (ux - 0.5 * uy), y - head * (uy + 0.5 * ux));
  easel_line (cr, ink, 2);
}

void
easel_normal (cairo_t *cr, kbx_vec at, kbx_vec normal)
{
  easel_arrow (cr, at, easel_vec (normal.x * 5, normal.y * 5), INK_NORMAL);
}

void
easel_text (cairo_t *cr, double x, double y, easel_side side, const char *format, ...)
{
  char text[256];
  cairo_text_extents_t extents;
  va_list rest;

  va_start (rest, format);
  vsnprintf (text, sizeof text, easel_word (format), rest);
  va_end (rest);
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options (cr, options);
  cairo_font_options_destroy (options);
  cairo_select_font_face (cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 13 * px (cr));
  cairo_text_extents (cr, text, &extents);
  cairo_new_path (cr);
  cairo_move_to (cr, x - extents.x_advance * (side == EASEL_MIDDLE ? 0.5 : side == EASEL_RIGHT ? 1 : 0), y);
  cairo_text_path (cr, text);
  cairo_set_source_rgb (cr, 0.965, 0.970, 0.980);
  cairo_set_line_width (cr, 4 * px (cr));
  cairo_stroke_preserve (cr);
  easel_set (cr, INK_TEXT, 1);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  cairo_fill (cr);
}

/* SPDX-License-Identifier: MIT */
/* The dark and light canvas colours, and the palette of classes. */
#include "drawing/style.h"

static const KbStyle dark_style = {
  .background = 0x1e1e1eff,
  .checker = { 0x2a2a2aff, 0x262626ff },
  .border = 0x6a6a6aff,
  .grid = 0xffffff1c,
  .ruler = 0x242424ff,
  .ruler_text = 0xa8a8a8ff,
  .ruler_line = 0x5a5a5aff,
  .accent = 0x3584e4ff,
  .shade = 0x000000a0,
  .pill = 0x101010e0,
  .pill_text = 0xffffffff,
  .hot_spot = 0xf04a4aff,
  .point = 0xe08cf0ff,
  .guide = 0x3ff0ffff,
  .wrong = 0xff3b30ff,
  .before = 0xff9a70a8,
  .after = 0x6cb4ffa8,
};

static const KbStyle light_style = {
  .background = 0xe4e4e4ff,
  .checker = { 0xf6f6f6ff, 0xefefefff },
  .border = 0x9a9a9aff,
  .grid = 0x00000026,
  .ruler = 0xebebebff,
  .ruler_text = 0x5a5a5aff,
  .ruler_line = 0xb0b0b0ff,
  .accent = 0x1c71d8ff,
  .shade = 0x00000090,
  .pill = 0x202020e6,
  .pill_text = 0xffffffff,
  .hot_spot = 0xf04a4aff,
  .point = 0xe08cf0ff,
  .guide = 0x3ff0ffff,
  .wrong = 0xe01b24ff,
  .before = 0xe0604070,
  .after = 0x4080e070,
};

/* Neighbours differ in hue and lightness, so that they are distinct even without colour. */
static const guint32 palette[] = {
  0xf6d32dff, 0x33d17aff, 0xc061cbff, 0x3584e4ff, 0xe01b24ff, 0xff7800ff, 0x2ec7c4ff, 0xf78fb3ff,
  0xb5835aff, 0x9bd83bff, 0x8c7ae6ff, 0xffffffff, 0x1f9d6eff, 0xffbe6fff, 0x99c1f1ff, 0xa51d2dff,
};

const KbStyle *
kb_style (gboolean dark)
{
  return dark ? &dark_style : &light_style;
}

void
kb_set_colour (cairo_t *cr, guint32 colour, double alpha)
{
  cairo_set_source_rgba (cr, (colour >> 24) / 255.0, (colour >> 16 & 255) / 255.0,
                         (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0 * alpha);
}

void
kb_stroke_preserve (cairo_t *cr, double width, guint32 colour, double alpha)
{
  kb_set_colour (cr, colour, alpha);
  cairo_set_line_width (cr, width);
  cairo_stroke_preserve (cr);
}

void
kb_stroke (cairo_t *cr, double width, guint32 colour, double alpha)
{
  kb_stroke_preserve (cr, width, colour, alpha);
  cairo_new_path (cr);
}

void
kb_fill_preserve (cairo_t *cr, guint32 colour, double alpha)
{
  kb_set_colour (cr, colour, alpha);
  cairo_fill_preserve (cr);
}

void
kb_fill (cairo_t *cr, guint32 colour, double alpha)
{
  kb_fill_preserve (cr, colour, alpha);
  cairo_new_path (cr);
}

void
kb_paint (cairo_t *cr, guint32 colour, double alpha)
{
  kb_set_colour (cr, colour, alpha);
  cairo_paint (cr);
}

void
kb_line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

void
kb_clip (cairo_t *cr, double x, double y, double width, double height)
{
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
}

void
kb_paint_surface (cairo_t *cr, cairo_surface_t *surface, double x, double y, double alpha)
{
  cairo_set_source_surface (cr, surface, x, y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint_with_alpha (cr, alpha);
}

/* Perceived lightness, 0 .. 255. */
static guint
lightness (guint32 colour)
{
  return (299 * (colour >> 24) + 587 * (colour >> 16 & 255) + 114 * (colour >> 8 & 255)) / 1000;
}

guint32
kb_colour_on_dark (guint32 colour)
{
  const guint wanted = 150;
  guint have = lightness (colour), result = 0;

  if (have < wanted)
    {
      guint white = (wanted - have) * 256 / (255 - have);

      for (int shift = 24; shift >= 8; shift -= 8)
        {
          guint c = colour >> shift & 255;
          result |= (c + (255 - c) * white / 256) << shift;
        }
    }
  else
    result = colour & 0xffffff00;
  return result | 0xff;
}

static guint
distance (guint32 a, guint32 b)
{
  guint sum = 0;

  for (int shift = 24; shift >= 8; shift -= 8)
    {
      int d = (int) (a >> shift & 255) - (int) (b >> shift & 255);
      sum += d * d;
    }
  return sum;
}

guint32
kb_colour_for_class (const guint32 *used, guint n_used)
{
  guint32 best = palette[0];
  guint best_distance = 0;

  for (guint i = 0; i < G_N_ELEMENTS (palette); i++)
    {
      guint nearest = G_MAXUINT;

      for (guint j = 0; j < n_used; j++)
        nearest = MIN (nearest, distance (palette[i], used[j]));
      /* Takes the first clearly different one: the palette is in order of preference. */
      if (nearest > 4000)
        return palette[i];
      if (nearest > best_distance)
        {
          best_distance = nearest;
          best = palette[i];
        }
    }
  return best;
}

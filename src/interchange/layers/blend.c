/* SPDX-License-Identifier: MIT */
/* Blend modes of paint programs, on straight alpha and in whole numbers. They are those of W3C's
 * Compositing and Blending. The rounding is Aseprite's, so that frames equal its own export. So is
 * the formula for a translucent backdrop in Aseprite's files. GIMP mixes the same colours in linear
 * light. */
#include "interchange/layers/layered.h"

#include <math.h>
#include <string.h>

typedef struct { gint c[3], a; } Colour;

/* 255 * a / b, rounded, for a <= b. */
static gint
div_by (gint a, gint b)
{
  return (a * 255 + b / 2) / b;
}

/* ---- modes of one channel: b is the backdrop, s the source ---- */

static gint
multiply (gint b, gint s)
{
  return kb_mul_255 (b, s);
}

static gint
screen (gint b, gint s)
{
  return b + s - kb_mul_255 (b, s);
}

static gint
hard_light (gint b, gint s)
{
  return s < 128 ? kb_mul_255 (b, s << 1) : screen (b, (s << 1) - 255);
}

static gint
overlay (gint b, gint s)
{
  return hard_light (s, b);
}

static gint
darken (gint b, gint s)
{
  return MIN (b, s);
}

static gint
lighten (gint b, gint s)
{
  return MAX (b, s);
}

static gint
divide (gint b, gint s)
{
  return b == 0 ? 0 : b >= s ? 255 : div_by (b, s);
}

static gint
dodge (gint b, gint s)
{
  return divide (b, 255 - s);
}

static gint
burn (gint b, gint s)
{
  return b == 255 ? 255 : 255 - b >= s ? 0 : 255 - div_by (255 - b, s);
}

static gint
soft_light (gint backdrop, gint source)
{
  const double b = backdrop / 255.0, s = source / 255.0;
  const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt (b);
  const double r = s <= 0.5 ? b - (1.0 - 2.0 * s) * b * (1.0 - b) : b + (2.0 * s - 1.0) * (d - b);
  return (gint) (r * 255 + 0.5);
}

static gint
difference (gint b, gint s)
{
  return ABS (b - s);
}

static gint
exclusion (gint b, gint s)
{
  return b + s - 2 * kb_mul_255 (b, s);
}

static gint
blend_add (gint b, gint s)
{
  return MIN (b + s, 255);
}

static gint
subtract (gint b, gint s)
{
  return MAX (b - s, 0);
}

static gint (*const channel_modes[KB_N_DRAWN_BLENDS]) (gint b, gint s) = {
  [KB_DRAWN_MULTIPLY] = multiply,     [KB_DRAWN_SCREEN] = screen,
  [KB_DRAWN_OVERLAY] = overlay,       [KB_DRAWN_DARKEN] = darken,
  [KB_DRAWN_LIGHTEN] = lighten,       [KB_DRAWN_DODGE] = dodge,
  [KB_DRAWN_BURN] = burn,             [KB_DRAWN_HARD_LIGHT] = hard_light,
  [KB_DRAWN_SOFT_LIGHT] = soft_light, [KB_DRAWN_DIFFERENCE] = difference,
  [KB_DRAWN_EXCLUSION] = exclusion,   [KB_DRAWN_ADD] = blend_add,
  [KB_DRAWN_SUBTRACT] = subtract,     [KB_DRAWN_DIVIDE] = divide,
};

/* ---- modes of the whole colour, in 0 to 1 ---- */

static double
luminosity (const double *c)
{
  return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
}

static double
least (const double *c)
{
  return MIN (c[0], MIN (c[1], c[2]));
}

static double
most (const double *c)
{
  return MAX (c[0], MAX (c[1], c[2]));
}

static void
set_saturation (double *c, double saturation)
{
  const double low = least (c), range = most (c) - low;
  for (guint i = 0; i < 3; i++)
    c[i] = range > 0 ? (c[i] - low) * saturation / range : 0;
}

static void
set_luminosity (double *c, double wanted)
{
  const double change = wanted - luminosity (c);
  for (guint i = 0; i < 3; i++)
    c[i] += change;
  const double l = luminosity (c), low = least (c), high = most (c);
  for (guint i = 0; low < 0 && i < 3; i++)
    c[i] = l + (c[i] - l) * l / (l - low);
  for (guint i = 0; high > 1 && i < 3; i++)
    c[i] = l + (c[i] - l) * (1 - l) / (high - l);
}

static void
blend_colour (KbDrawnBlend blend, const Colour *backdrop, Colour *source)
{
  double b[3], s[3], *c = blend == KB_DRAWN_HUE || blend == KB_DRAWN_COLOUR ? s : b;
  for (guint i = 0; i < 3; i++)
    {
      b[i] = backdrop->c[i] / 255.0;
      s[i] = source->c[i] / 255.0;
    }
  const double light = luminosity (blend == KB_DRAWN_LUMINOSITY ? s : b);
  if (blend == KB_DRAWN_HUE)
    set_saturation (s, most (b) - least (b));
  if (blend == KB_DRAWN_SATURATION)
    set_saturation (b, most (s) - least (s));
  set_luminosity (c, light);
  for (guint i = 0; i < 3; i++)
    source->c[i] = (gint) (255 * c[i]);
}

/* ---- pixels ---- */

static inline Colour
normal (const Colour *b, const Colour *s, gint opacity)
{
  const gint alpha = kb_mul_255 (s->a, opacity);
  Colour result = *s;
  result.a = alpha;
  if (b->a == 0)
    return result;
  if (s->a == 0)
    return *b;
  result.a = alpha + b->a - kb_mul_255 (b->a, alpha);
  for (guint i = 0; i < 3; i++)
    {
      const gint change = (s->c[i] - b->c[i]) * alpha;
      /* A division by a constant, most often, is a multiplication. */
      result.c[i] = b->c[i] + (result.a == 255 ? change / 255 : change / MAX (result.a, 1));
    }
  return result;
}

static Colour
blend_colours (const Colour *b, const Colour *s, gint opacity)
{
  Colour result = b->a == 0 ? *s : *b;
  for (guint i = 0; i < 3 && b->a && s->a; i++)
    result.c[i] = b->c[i] + kb_mul_255 (s->c[i] - b->c[i], opacity);
  result.a = b->a + kb_mul_255 (s->a - b->a, opacity);
  return result.a ? result : (Colour) { { 0 }, 0 };
}

/* The blended colour, with the source's alpha. */
static Colour
apply_mode (const Colour *b, const Colour *s, KbDrawnBlend blend)
{
  Colour source = *s;
  if (channel_modes[blend])
    for (guint i = 0; i < 3; i++)
      source.c[i] = channel_modes[blend](b->c[i], s->c[i]);
  else if (blend != KB_DRAWN_NORMAL)
    blend_colour (blend, b, &source);
  return source;
}

static double
to_light (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* The light, 0 to 1, of each value of sRGB. */
static const double *
light_of_values (void)
{
  static gsize ready;
  static double light[256];
  if (g_once_init_enter (&ready))
    {
      for (guint i = 0; i < 256; i++)
        light[i] = to_light (i / 255.0);
      g_once_init_leave (&ready, 1);
    }
  return light;
}

static gint
value_of_light (double light)
{
  const double value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow (light, 1 / 2.4) - 0.055;
  return (gint) (CLAMP (value, 0, 1) * 255 + 0.5);
}

static double
ratio (double a, double b)
{
  return a > 0 ? a / MAX (b, 1e-6) : 0;
}

/* GIMP's results, which may be below 0 and above 1 until they are mixed. */
static double
mix_light (KbDrawnBlend blend, guint8 back, guint8 source, guint8 mode)
{
  const double *light = light_of_values ();
  const double below = light[back], above = light[source], b = back / 255.0, s = source / 255.0;
  return blend == KB_DRAWN_MULTIPLY   ? below * above
         : blend == KB_DRAWN_ADD      ? below + above
         : blend == KB_DRAWN_SUBTRACT ? below - above
         : blend == KB_DRAWN_DIVIDE   ? ratio (below, above)
         : blend == KB_DRAWN_DODGE    ? to_light (b / MAX (1 - s, 1e-6))
         : blend == KB_DRAWN_BURN     ? to_light (1 - ratio (1 - b, s))
                                      : light[mode];
}

static Colour
blend_light (const Colour *b, const Colour *s, gint opacity, KbDrawnBlend blend)
{
  const double *light = light_of_values ();
  const double alpha = s->a * opacity / 65025.0, back = b->a / 255.0,
               all = alpha + back - alpha * back;
  const Colour mode = apply_mode (b, s, blend);
  Colour result = { { 0 }, (gint) (all * 255 + 0.5) };
  for (guint i = 0; all > 0 && i < 3; i++)
    {
      const double below = light[b->c[i]], above = light[s->c[i]];
      const double mixed =
        mix_light (blend, (guint8) b->c[i], (guint8) s->c[i], (guint8) mode.c[i]);
      result.c[i] = value_of_light (
        below + alpha / all * (back * (mixed - above) + above - below));
    }
  return result;
}

/* By Aseprite's formula, or by that of W3C. GIMP's old modes ignore the backdrop's alpha. */
static Colour
blend_pixel (const Colour *b, const Colour *s, gint opacity, KbDrawnBlend blend)
{
  const KbDrawnBlend mode = blend & (KB_DRAWN_ATOP - 1);
  const Colour plain = normal (b, s, opacity);
  if (mode == KB_DRAWN_NORMAL || b->a == 0)
    return plain;
  const Colour source = apply_mode (b, s, mode);
  if (!(blend & KB_DRAWN_ASEPRITE))
    {
      const Colour mixed = blend_colours (s, &source, blend & KB_DRAWN_OLD ? 255 : b->a);
      return normal (b, &mixed, opacity);
    }
  const Colour blended = normal (b, &source, opacity),
               both = blend_colours (&plain, &blended, b->a);
  return blend_colours (&both, &blended, kb_mul_255 (b->a, kb_mul_255 (s->a, opacity)));
}

void
kb_drawn_blend (KbPicture *to, const KbPicture *from, gint x, gint y, guint opacity,
                KbDrawnBlend blend)
{
  const KbDrawnBlend mode = blend & (KB_DRAWN_ATOP - 1);
  const gint x0 = MAX (x, 0), x1 = (gint) MIN ((gint64) to->width, (gint64) x + from->width);
  const gint y0 = MAX (y, 0), y1 = (gint) MIN ((gint64) to->height, (gint64) y + from->height);
  const gboolean atop = (blend & KB_DRAWN_ATOP) != 0, old = (blend & KB_DRAWN_OLD) != 0,
                 covers = opacity == 255 && !atop;
  for (gint row = y0; row < y1 && x0 < x1; row++)
    {
      guint8 *out = to->rgba + 4 * ((gsize) row * to->width + (gsize) x0);
      const guint8 *in = kb_picture_pixel (from, (guint) (x0 - x), (guint) (row - y));
      for (gint column = x0; column < x1; column++, in += 4, out += 4)
        {
          if (!in[3] || (atop && !out[3]))
            continue;
          if (in[3] == 255 && covers && (mode == KB_DRAWN_NORMAL || !out[3]))
            {
              memcpy (out, in, 4);
              continue;
            }
          const Colour b = { { out[0], out[1], out[2] }, atop && !old ? 255 : out[3] };
          const Colour s = { { in[0], in[1], in[2] }, old ? MIN (in[3], out[3]) : in[3] };
          const Colour result = blend == KB_DRAWN_NORMAL ? normal (&b, &s, (gint) opacity)
                                : blend & KB_DRAWN_LINEAR
                                  ? blend_light (&b, &s, (gint) opacity, mode)
                                  : blend_pixel (&b, &s, (gint) opacity, blend);
          for (guint i = 0; i < 3; i++)
            out[i] = (guint8) result.c[i];
          out[3] = (guint8) (atop ? out[3] : result.a);
        }
    }
}

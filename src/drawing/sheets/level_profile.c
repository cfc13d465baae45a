/* SPDX-License-Identifier: MIT */
/* Profiles of heightmaps, and the legend of their colours. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_heights.h"
#include "drawing/sheets/sheet.h"
#include "drawing/style.h"

#define WIDTH 320.0        /* minimum width of the panel, canvas pixels */
#define HEIGHT 130.0
#define LEVEL_PROFILE_MARGIN 12.0        /* around it and right of its plot */
#define LEVEL_PROFILE_BELOW 56.0        /* keeps clear of messages shown over the canvas */
#define LABELS 44.0        /* minimum, left of the plot */
#define BAR 14.0           /* width of the legend, */
#define BAR_HEIGHT 120.0
#define LEVEL_PROFILE_GAP 8.0

gboolean
kb_heights_profile (KbHeights *heights, const KbDocument *document, const KbHeightmap *map,
                    KbVec from, KbVec to, guint n, KbProfile *profile)
{
  gboolean any = FALSE;
  *profile =
    (KbProfile) { .n = n, .z = g_new (double, n), .length = hypot (to.x - from.x, to.y - from.y) };
  for (guint i = 0; i < n; i++)
    {
      double t = i / (n - 1.0);
      KbHeightPlace place;
      gboolean there = kb_heights_at (
        heights, document, map,
        (KbVec) { from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t }, &place);
      profile->z[i] = there ? place.z : NAN;
      if (!there)
        continue;
      profile->low = any ? MIN (profile->low, place.z) : place.z;
      profile->high = any ? MAX (profile->high, place.z) : place.z;
      any = TRUE;
    }
  double step = profile->length / (n - 1.0);
  for (guint i = 0; step > 0 && i + 1 < n; i++)
    {
      double slope = (profile->z[i + 1] - profile->z[i]) / step;
      if (fabs (slope) > fabs (profile->steepest))   /* false for NAN */
        {
          profile->steepest = slope;
          profile->steepest_at = (i + 0.5) * step;
        }
    }
  return any;
}

void
kb_profile_clear (KbProfile *profile)
{
  g_clear_pointer (&profile->z, g_free);
  profile->n = 0;
}

char *
kb_profile_text (const KbProfile *profile)
{
  g_autofree char *low = kb_number_text (profile->low), *high = kb_number_text (profile->high),
                  *steepest = kb_number_text (profile->steepest);
  g_autofree char *at = kb_number_text (profile->steepest_at);
  return g_strdup_printf (_("lowest %s, highest %s, steepest %s at %s"), low, high, steepest, at);
}

static void
show_text (cairo_t *cr, double x, double y, const char *text, guint32 colour)
{
  kb_set_colour (cr, colour, 1);
  cairo_move_to (cr, x, y);
  cairo_show_text (cr, text);
}

static void
set_font (cairo_t *cr)
{
  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 11);
}

/* Filled below, with gaps outside the map. */
static void
draw_curve (cairo_t *cr, const KbProfile *profile, double x, double y, double width, double height)
{
  double range = MAX (profile->high - profile->low, 1e-9);
  for (guint pass = 0; pass < 2; pass++)
    {
      gboolean open = FALSE;
      double last = x;
      for (guint i = 0; i <= profile->n; i++)
        {
          gboolean there = i < profile->n && !isnan (profile->z[i]);
          double at = x + width * MIN (i, profile->n - 1) / (profile->n - 1.0);
          if (there)
            {
              double z = y + height * (1 - (profile->z[i] - profile->low) / range);
              if (!open && pass == 0)
                cairo_move_to (cr, at, y + height);
              if (open || pass == 0)
                cairo_line_to (cr, at, z);
              else
                cairo_move_to (cr, at, z);
              last = at;
            }
          else if (open && pass == 0)
            {
              cairo_line_to (cr, last, y + height);
              cairo_close_path (cr);
            }
          open = there;
        }
      kb_set_colour (cr, 0x8ad0ffff, pass ? 1 : 0.3);
      if (pass)
        cairo_stroke (cr);
      else
        cairo_fill (cr);
    }
}

static double
text_width (cairo_t *cr, const char *text)
{
  cairo_text_extents_t extents;
  cairo_text_extents (cr, text, &extents);
  return extents.x_advance;
}

typedef struct {
  char *heading, *high, *low, *pixels;
} Texts;

static Texts
texts_of (const KbProfile *profile)
{
  g_autofree char *length = kb_number_text (profile->length);
  return (Texts) { kb_profile_text (profile), kb_number_text (profile->high),
                  kb_number_text (profile->low), g_strdup_printf (_("%s px"), length) };
}

static void
free_texts (Texts *texts)
{
  g_free (texts->heading);
  g_free (texts->high);
  g_free (texts->low);
  g_free (texts->pixels);
}

/* As wide as the texts need. The font is already set. */
static KbProfilePanel
panel_for (cairo_t *cr, const KbView *view, const Texts *texts)
{
  double label = MAX (LABELS, 2 * LEVEL_PROFILE_GAP
                                + MAX (text_width (cr, texts->high), text_width (cr, texts->low)));
  double width = MAX (WIDTH, text_width (cr, texts->heading) + 2 * LEVEL_PROFILE_GAP);
  double low = view->height
               - (view->height >= 2 * (HEIGHT + LEVEL_PROFILE_BELOW) ? LEVEL_PROFILE_BELOW
                                                                     : LEVEL_PROFILE_MARGIN);
  KbProfilePanel panel = { .box = { 0, low - HEIGHT, view->width - LEVEL_PROFILE_MARGIN, low } };
  width = MAX (width, label + text_width (cr, texts->pixels) + 4 * LEVEL_PROFILE_MARGIN);
  panel.box.x0 = panel.box.x1 - width;
  panel.plot = (KbBounds){ panel.box.x0 + label, panel.box.y0 + 24,
                           panel.box.x1 - LEVEL_PROFILE_MARGIN, panel.box.y1 - 28 };
  return panel;
}

static void
draw_words (cairo_t *cr, const KbStyle *style, const Texts *texts, const KbProfilePanel *panel)
{
  const KbBounds *box = &panel->box, *plot = &panel->plot;
  show_text (cr, box->x0 + LEVEL_PROFILE_GAP, box->y0 + 15, texts->heading, style->pill_text);
  show_text (cr, plot->x0 - LEVEL_PROFILE_GAP - text_width (cr, texts->high), plot->y0 + 9,
             texts->high, style->pill_text);
  show_text (cr, plot->x0 - LEVEL_PROFILE_GAP - text_width (cr, texts->low), plot->y1, texts->low,
             style->pill_text);
  show_text (cr, plot->x0, plot->y1 + 16, "0", style->pill_text);
  show_text (cr, plot->x1 - text_width (cr, texts->pixels), plot->y1 + 16, texts->pixels,
             style->pill_text);
}

KbProfilePanel
kb_draw_profile (cairo_t *cr, const KbView *view, const KbStyle *style, const KbProfile *profile)
{
  Texts texts = texts_of (profile);
  cairo_save (cr);
  set_font (cr);
  KbProfilePanel panel = panel_for (cr, view, &texts);
  double left = panel.plot.x0, top = panel.plot.y0, width = panel.plot.x1 - left,
         height = panel.plot.y1 - top;
  cairo_rectangle (cr, panel.box.x0, panel.box.y0, panel.box.x1 - panel.box.x0, HEIGHT);
  kb_fill (cr, style->pill, 1);
  draw_words (cr, style, &texts, &panel);
  free_texts (&texts);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, floor (left) + 0.5, floor (top) + 0.5, width, height);
  kb_set_colour (cr, style->ruler_line, 1);
  cairo_stroke (cr);
  cairo_set_line_width (cr, 1.5);
  if (profile->n > 1)
    draw_curve (cr, profile, left, top, width, height);
  if (profile->length > 0 && profile->steepest != 0)
    {
      double at = floor (left + width * profile->steepest_at / profile->length) + 0.5;
      const double dashes[] = { 2, 3 };
      kb_line (cr, at, top, at, top + height);
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      kb_set_colour (cr, style->hot_spot, 1);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
  return panel;
}

void
kb_draw_height_legend (cairo_t *cr, const KbView *view, const KbStyle *style,
                       const KbHeightmap *map, KbVec top_right)
{
  double widest = 0, x, y = top_right.y + LEVEL_PROFILE_GAP;
  char *texts[3];
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  set_font (cr);
  for (guint i = 0; i < 3; i++)
    {
      texts[i] = kb_number_text (map->high + (map->low - map->high) * i / 2.0);
      widest = MAX (widest, text_width (cr, texts[i]));
    }
  x = top_right.x - widest - BAR - 3 * LEVEL_PROFILE_GAP;
  cairo_rectangle (cr, x, top_right.y, widest + BAR + 3 * LEVEL_PROFILE_GAP,
                   BAR_HEIGHT + 2 * LEVEL_PROFILE_GAP);
  kb_fill (cr, style->pill, 1);
  for (guint i = 0; i < (guint) BAR_HEIGHT; i++)
    {
      cairo_rectangle (cr, x + LEVEL_PROFILE_GAP, y + i, BAR, 1);
      kb_fill (cr, kb_height_colour (1 - i / (BAR_HEIGHT - 1)), 1);
    }
  for (guint i = 0; i < 3; i++)
    {
      show_text (cr, x + 2 * LEVEL_PROFILE_GAP + BAR, y + 9 + (BAR_HEIGHT - 9) * i / 2.0, texts[i],
                 style->pill_text);
      g_free (texts[i]);
    }
}

void
kb_plan_legend_add_altitudes (GArray *legend, const KbLevel *level)
{
  KB_EACH (const KbHeightmap, map, level->heightmaps)
    for (guint i = 0; i < 5; i++)
      {
        double share = 1 - i / 4.0;
        g_autofree char *altitude = kb_number_text (map->low + (map->high - map->low) * share);
        kb_plan_legend_add (legend, kb_height_colour (share), g_strdup (map->name),
                            g_strdup_printf (_("altitude %s"), altitude));
      }
}

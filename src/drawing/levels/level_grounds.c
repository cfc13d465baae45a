/* SPDX-License-Identifier: MIT */
/* One ground: its pieces as the baker computes them, evaluated by the runtime. */
#include "drawing/levels/level_worlds.h"

#include <math.h>

#include "bake/level/levels.h"
#include "runtime/kickbox.h"

#define STEP 2.0            /* canvas pixels between samples of the curve */
#define MOST_STEPS 16384
#define GROUNDS_BELOW 9.0           /* depth of the faint fill below it, in canvas pixels */
/* Half the length of a tick across steep parts, and the distance between ticks: */
#define TICK 5.0
#define TICKS_APART 9.0
#define DOTS_APART 7.0      /* closer points are not drawn at rest */
#define FACTS 4096

struct KbGroundCurve {
  GBytes *bytes;
  kbx_handle ground;
  kbx_about about;
};

KbGroundCurve *
kb_ground_curve_new (const KbGroundLine *ground, GError **error)
{
  GBytes *bytes = kb_ground_bytes (ground, 0, error);
  if (!bytes)
    return NULL;
  KbGroundCurve *curve = g_new0 (KbGroundCurve, 1);
  curve->bytes = bytes;
  kbx_open (&curve->ground, KBX_GROUND, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
            NULL);
  curve->about = kbx_info (curve->ground);
  return curve;
}

void
kb_ground_curve_free (KbGroundCurve *curve)
{
  if (!curve)
    return;
  g_bytes_unref (curve->bytes);
  g_free (curve);
}

gboolean
kb_ground_curve_at (const KbGroundCurve *curve, double x, KbGroundPlace *place)
{
  kbx_ground_place at = kbx_ground_at (curve->ground, (float) x);
  *place = (KbGroundPlace) { at.y, at.slope, at.too_steep };
  return at.found;
}

KbGroundFacts
kb_ground_curve_facts (const KbGroundCurve *curve)
{
  double left = curve->about.left, length = curve->about.right - left;
  guint n = (guint) CLAMP (length, 2, FACTS), steep = 0;
  KbGroundFacts facts = { 0, left, 0 };
  KbGroundPlace place;
  for (guint i = 0; i <= n; i++)
    {
      double x = left + length * i / n;
      if (!kb_ground_curve_at (curve, x, &place))
        continue;
      steep += place.too_steep;
      if (fabs (place.slope) > fabs (facts.steepest))
        facts.steepest = place.slope, facts.at = x;
    }
  facts.too_steep = steep / (n + 1.0);
  return facts;
}

KbBounds
kb_ground_bounds (const KbGroundLine *ground)
{
  KbBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  KB_EACH (KbGroundPoint, point, ground->points)
    {
      KbVec at = point->at;
      bounds = (KbBounds) { MIN (bounds.x0, at.x), MIN (bounds.y0, at.y), MAX (bounds.x1, at.x),
                           MAX (bounds.y1, at.y) };
    }
  return bounds;
}

/* ---- the visible part ---- */

/* On the canvas; from here to the next place it is too steep */
typedef struct { KbVec at; gboolean steep; } LevelGroundsPlace;

/* Positions along the curve from left to right, at visible distances, and all its points, where it
 * may bend. */
static GArray *
places_in_sight (const KbGroundLine *ground, const KbGroundCurve *curve, const KbView *view)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (LevelGroundsPlace));
  KbBounds seen = kb_view_visible (view);
  double step = STEP / view->scale;
  double from = MAX (curve->about.left, seen.x0 - step),
         to = MIN (curve->about.right, seen.x1 + step);
  guint n = kb_count (ground->points), next = 0;
  KbGroundPlace here, middle;
  step = MAX (step, (to - from) / MOST_STEPS);
  while (next < n && kb_ground_point_at (ground, next)->at.x <= from)
    next++;
  for (double x = from; x <= to && to > from;)
    {
      double after = x + step;
      if (next < n && kb_ground_point_at (ground, next)->at.x <= after)
        after = kb_ground_point_at (ground, next++)->at.x;
      while (next < n && kb_ground_point_at (ground, next)->at.x < after + step / 4)
        next++;
      after = x < to ? MIN (MAX (after, x + step / 64), to) : x + step;
      if (kb_ground_curve_at (curve, x, &here))
        {
          gboolean steep = kb_ground_curve_at (curve, (x + MIN (after, to)) / 2, &middle)
                             ? middle.too_steep
                             : here.too_steep;
          LevelGroundsPlace place = { kb_view_to_canvas (view, (KbVec) { x, here.y }), steep };
          g_array_append_val (places, place);
        }
      x = after;
    }
  return places;
}

static void
path_places (cairo_t *cr, const GArray *places, gboolean only_steep)
{
  for (guint i = 0; i + 1 < places->len; i++)
    {
      const LevelGroundsPlace *a = &g_array_index (places, LevelGroundsPlace, i), *b = a + 1;
      if (only_steep && !a->steep)
        continue;
      if (i == 0 || (only_steep && !a[-1].steep))
        cairo_move_to (cr, a->at.x, a->at.y);
      cairo_line_to (cr, b->at.x, b->at.y);
    }
}

static void
fill_below (cairo_t *cr, const GArray *places, guint32 colour)
{
  path_places (cr, places, FALSE);
  for (guint i = places->len; i-- > 0;)
    cairo_line_to (cr, g_array_index (places, LevelGroundsPlace, i).at.x,
                   g_array_index (places, LevelGroundsPlace, i).at.y + GROUNDS_BELOW);
  cairo_close_path (cr);
  kb_fill (cr, colour, 0.28);
}

/* Across the line, at even distances along it. */
static void
path_ticks (cairo_t *cr, const GArray *places)
{
  double left = 0;
  for (guint i = 0; i + 1 < places->len; i++)
    {
      const LevelGroundsPlace *a = &g_array_index (places, LevelGroundsPlace, i), *b = a + 1;
      double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y, length = hypot (dx, dy);
      for (; a->steep && left < length; left += TICKS_APART)
        {
          double x = a->at.x + dx * left / length, y = a->at.y + dy * left / length,
                 s = TICK / length;
          kb_line (cr, x - dy * s, y + dx * s, x + dy * s, y - dx * s);
        }
      left = a->steep ? left - length : 0;
    }
}

static void
draw_steep (cairo_t *cr, const KbStyle *style, const GArray *places)
{
  static const double dashes[] = { 5, 3 };
  path_places (cr, places, TRUE);
  kb_stroke_preserve (cr, 2.5, 0x000000ff, 1);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  kb_set_colour (cr, style->wrong, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  path_ticks (cr, places);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* ---- points ---- */

static void
draw_points (cairo_t *cr, const KbView *view, const KbStyle *style, const KbGroundLine *ground,
             guint32 colour, KbMark mark)
{
  KbBounds seen = kb_view_visible (view);
  double reach = 8 / view->scale, last = -G_MAXDOUBLE;
  KB_EACH (const KbGroundPoint, point, ground->points)
    {
      KbVec p = kb_view_to_canvas (view, point->at);
      if (point->at.x < seen.x0 - reach || point->at.x > seen.x1 + reach
          || point->at.y < seen.y0 - reach || point->at.y > seen.y1 + reach)
        continue;
      if (mark != KB_MARK_PLAIN)
        {
          kb_draw_handle (cr, view, style, point->at, !point->flat, FALSE);
          continue;
        }
      if (p.x - last < DOTS_APART)
        continue;
      last = p.x;
      cairo_new_path (cr);
      if (point->flat)
        cairo_rectangle (cr, p.x - 2.5, p.y - 2.5, 5, 5);
      else
        cairo_arc (cr, p.x, p.y, 2.75, 0, 2 * G_PI);
      kb_fill_preserve (cr, colour, 1);
      kb_stroke (cr, 1, style->shade, 1);
    }
}

static void
draw_mistaken (cairo_t *cr, const KbView *view, const KbStyle *style, const KbGroundLine *ground)
{
  static const double dashes[] = { 4, 4 };
  KB_EACH (const KbGroundPoint, point, ground->points)
    {
      KbVec p = kb_view_to_canvas (view, point->at);
      cairo_line_to (cr, p.x, p.y);
    }
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  kb_stroke (cr, 2, style->wrong, 1);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
kb_draw_ground_line (cairo_t *cr, const KbView *view, const KbStyle *style,
                     const KbGroundLine *ground, guint32 colour, KbMark mark)
{
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new (ground, NULL);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (curve)
    {
      g_autoptr (GArray) places = places_in_sight (ground, curve, view);
      fill_below (cr, places, colour);
      path_places (cr, places, FALSE);
      kb_stroke_marked (cr, view, style, colour, mark);
      draw_steep (cr, style, places);
    }
  else
    draw_mistaken (cr, view, style, ground);
  cairo_restore (cr);
  draw_points (cr, view, style, ground, colour, mark);
}

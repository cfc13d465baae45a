/* SPDX-License-Identifier: MIT */
/* The map in the corner of a playtest: the whole world, what moves in it, and the part in view. */
#include <math.h>

#include "drawing/scene/private.h"

#define PLAY_MAP_MARGIN 12
#define PLAY_MAP_MOST_WIDE 220.0    /* canvas pixels, as the next */
#define MOST_HIGH 150.0
#define WIDE_SHARE 0.4     /* max share of the canvas's width, and of its height */
#define HIGH_SHARE 0.3
#define LEAST_CANVAS 120   /* a smaller canvas has no room for a map */
#define LEAST_SIDE 8
#define GAIN 0.6           /* shown if it is below this share of the view's scale */

/* What is recognized at this size. */
static const guint32 on_map = 1u << KB_SHOW_PICTURES | 1u << KB_SHOW_ZONES | 1u << KB_SHOW_WALLS
                              | 1u << KB_SHOW_SOLID | 1u << KB_SHOW_BODIES;

static gboolean
shows_all (const KbView *view, KbBounds world)
{
  const KbVec from = kb_view_to_canvas (view, (KbVec) { world.x0, world.y0 }),
              to = kb_view_to_canvas (view, (KbVec) { world.x1, world.y1 });
  return from.x >= -1 && from.y >= -1 && to.x <= view->width + 1 && to.y <= view->height + 1;
}

static void
draw_frame (cairo_t *cr, const KbView *view, const KbView *map, const KbPlayLook *look)
{
  const KbBounds seen = kb_view_visible (view);
  const KbVec from = kb_view_to_canvas (map, (KbVec) { seen.x0, seen.y0 }),
              to = kb_view_to_canvas (map, (KbVec) { seen.x1, seen.y1 });
  cairo_rectangle (cr, round (from.x) + 0.5, round (from.y) + 0.5, round (to.x - from.x),
                   round (to.y - from.y));
  kb_stroke_preserve (cr, 3, look->style->shade, 1);
  kb_stroke_preserve (cr, 1, 0xffffffff, 1);
  cairo_new_path (cr);
}

void
kb_draw_play_map (cairo_t *cr, const KbPlayPicture *picture, const KbView *view,
                  const KbPlayLook *look, KbLayers *layers, KbBounds world)
{
  const double w = world.x1 - world.x0, h = world.y1 - world.y0;
  KbView map = *view;
  KbPlayLook small = *look;
  map.scale = MIN (MIN (PLAY_MAP_MOST_WIDE, view->width * WIDE_SHARE) / w,
                   MIN (MOST_HIGH, view->height * HIGH_SHARE) / h);
  map.width = MAX (LEAST_SIDE, (int) ceil (w * map.scale));
  map.height = MAX (LEAST_SIDE, (int) ceil (h * map.scale));
  if (MIN (view->width, view->height) < LEAST_CANVAS || shows_all (view, world)
      || map.scale > view->scale * GAIN)
    return;
  kb_view_centre (&map, world);
  small.hidden |= ~on_map;
  small.layers = layers;
  small.thin = TRUE;
  small.time = 0;   /* tiles stand still, so that it is drawn once */
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, view->width - PLAY_MAP_MARGIN - map.width, PLAY_MAP_MARGIN);
  cairo_rectangle (cr, -1, -1, map.width + 2, map.height + 2);
  kb_fill_preserve (cr, look->style->shade, 1);
  cairo_clip (cr);
  kb_draw_play (cr, picture, &map, &small);
  draw_frame (cr, view, &map, look);
}

/* SPDX-License-Identifier: MIT */
/* The loupe draws the scene again, with a view of its own. */
#include "drawing/drawing.h"

#include <math.h>

#include "drawing/scene/private.h"

#define MOST_SCALE 40.0      /* maximum canvas pixels per pixel */
#define LEAST_PIXELS 7
#define PART 5.0             /* it takes at most 1/5 of the canvas's shorter side */
#define LEFT 74.0            /* covered by rulers and the floating tools */
#define LOUPE_GAP 8.0              /* to the edges of the canvas */
#define AWAY 28.0            /* from the pointer */

KbLoupeSize
kb_loupe_size (const KbView *view)
{
  double most =
    MIN (KB_LOUPE_PIXELS * KB_LOUPE_SCALE, MAX (MIN (view->width, view->height), 0) / PART);
  double scale =
    CLAMP (2 * view->scale, KB_LOUPE_SCALE, MAX (2.5 * most / LEAST_PIXELS, KB_LOUPE_SCALE));
  scale = MIN (scale, MOST_SCALE);
  gint half = (gint) (most / scale / 2);

  return (KbLoupeSize) { MAX (2 * half + 1, LEAST_PIXELS), scale };
}

/* The quality of a position: away from the frame and the pointer first, then far from the
 * pointer. */
static double
worth (KbBounds place, KbBounds frame, KbVec at)
{
  double dx = (place.x0 + place.x1) / 2 - at.x, dy = (place.y0 + place.y1) / 2 - at.y;
  gboolean covers =
    place.x0 < frame.x1 && place.x1 > frame.x0 && place.y0 < frame.y1 && place.y1 > frame.y0;
  gboolean met = at.x > place.x0 - AWAY && at.x < place.x1 + AWAY && at.y > place.y0 - AWAY
                 && at.y < place.y1 + AWAY;

  return hypot (dx, dy) - (covers ? 1e6 : 0) - (met ? 1e7 : 0);
}

KbBounds
kb_loupe_place (const KbView *view, KbVec at, gint width, gint height)
{
  KbLoupeSize size = kb_loupe_size (view);
  double side = size.pixels * size.scale, right = view->width - side - LOUPE_GAP,
         bottom = view->height - side - LOUPE_GAP;
  double xs[2] = { right, MAX (MIN (LEFT, right), view->inset) };
  double ys[2] = { MAX (MIN (view->inset + LOUPE_GAP, bottom), view->inset), bottom };
  KbVec from = kb_view_to_canvas (view, (KbVec) { 0, 0 }),
        to = kb_view_to_canvas (view, (KbVec) { width, height });
  KbBounds best = { 0 };
  double most = -G_MAXDOUBLE;

  for (guint i = 0; i < 4; i++)
    {
      double x = kb_view_edge (view, xs[i % 2]), y = kb_view_edge (view, ys[i / 2]);
      KbBounds place = { x, y, x + side, y + side };
      double found = worth (place, (KbBounds) { from.x, from.y, to.x, to.y }, at);

      if (found > most)
        {
          most = found;
          best = place;
        }
    }
  return best;
}

static void
rounded (cairo_t *cr, KbBounds b, double grow)
{
  b = (KbBounds) { b.x0 - grow, b.y0 - grow, b.x1 + grow, b.y1 + grow };
  kb_path_rounded (cr, b, 7 + grow);
}

void
kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at)
{
  KbFrame room;
  const KbFrame *frame = kb_scene_frame (scene, scene->frame_id, &room);
  KbBounds place =
    kb_loupe_place (&scene->view, at, frame ? frame->width : 0, frame ? frame->height : 0);
  double scale = kb_loupe_size (&scene->view).scale, side = place.x1 - place.x0;
  KbScene part = *scene;

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  /* A dark and a light frame, so that it stands out from any picture. */
  rounded (cr, place, 2.5);
  kb_fill (cr, scene->style->shade, 1);
  rounded (cr, place, 1);
  kb_fill (cr, 0xffffffff, 0.9);
  rounded (cr, place, 0);
  cairo_clip (cr);
  cairo_translate (cr, place.x0, place.y0);
  part.view.scale = scale;
  part.view.width = part.view.height = (int) ceil (side);
  part.view.inset = 0;
  part.view.x = side / 2 - (x + 0.5) * scale;
  part.view.y = side / 2 - (y + 0.5) * scale;
  part.parts &= ~(guint) (KB_DRAW_LABELS | KB_DRAW_HANDLES | KB_DRAW_PIXEL);
  part.view.coarse = FALSE;
  part.layers = NULL;
  part.lines = NULL;
  kb_draw_scene (cr, &part);
  kb_draw_pixel (cr, &part.view, part.style, x, y);
}

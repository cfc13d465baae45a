/* SPDX-License-Identifier: MIT */
/* The loupe is the scene again, with a view of its own. */
#include "drawing/loupe.h"

#include <math.h>

#include "drawing/labels.h"
#include "drawing/marks.h"

#define MOST_SCALE 40.0      /* canvas pixels a pixel */
#define LEAST_PIXELS 7
#define FOOT 19.0            /* canvas pixels for the text */
#define AWAY 28.0            /* from the pointer */

KbLoupeSize
kb_loupe_size (const KbView *view)
{
  double scale = CLAMP (2 * view->scale, KB_LOUPE_SCALE, MOST_SCALE);
  gint half = (gint) (KB_LOUPE_PIXELS * KB_LOUPE_SCALE / scale / 2);

  return (KbLoupeSize) { MAX (2 * half + 1, LEAST_PIXELS), scale };
}

KbBounds
kb_loupe_place (const KbView *view, KbVec at)
{
  KbLoupeSize size = kb_loupe_size (view);
  double side = size.pixels * size.scale, x = at.x + AWAY, y = at.y - AWAY - side - FOOT;

  if (x + side > view->width)
    x = at.x - AWAY - side;
  if (y < view->inset)
    y = at.y + AWAY + 20;    /* the numbers beside the pointer are there */
  x = kb_view_edge (view, MAX (x, view->inset));
  y = kb_view_edge (view, y);
  return (KbBounds) { x, y, x + side, y + side + FOOT };
}

static void
rounded (cairo_t *cr, KbBounds b, double grow)
{
  double r = 7 + grow;

  b = (KbBounds) { b.x0 - grow, b.y0 - grow, b.x1 + grow, b.y1 + grow };
  cairo_new_path (cr);
  cairo_arc (cr, b.x1 - r, b.y0 + r, r, -G_PI / 2, 0);
  cairo_arc (cr, b.x1 - r, b.y1 - r, r, 0, G_PI / 2);
  cairo_arc (cr, b.x0 + r, b.y1 - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, b.x0 + r, b.y0 + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static char *
describe (const KbScene *scene, gint x, gint y)
{
  const KbNode *node = kb_document_node (scene->document, scene->frame_id);
  g_autoptr (KbPicture) picture = NULL;
  const guint8 *p;

  if (node && node->kind == &kb_frame_kind)
    picture = kb_document_frame_picture (scene->document, (const KbFrame *) node, NULL);
  if (!picture || x < 0 || y < 0 || x >= (gint) picture->width || y >= (gint) picture->height)
    return g_strdup_printf ("%d, %d", x, y);
  p = kb_picture_pixel (picture, (guint) x, (guint) y);
  if (p[3] == 0)
    return g_strdup_printf ("%d, %d", x, y);
  return g_strdup_printf ("%d, %d   #%02x%02x%02x", x, y, p[0], p[1], p[2]);
}

void
kb_draw_loupe (cairo_t *cr, const KbScene *scene, gint x, gint y, KbVec at)
{
  KbBounds place = kb_loupe_place (&scene->view, at);
  double scale = kb_loupe_size (&scene->view).scale, side = place.x1 - place.x0;
  KbScene part = *scene;
  g_autofree char *text = describe (scene, x, y);

  cairo_save (cr);
  /* Around it, dark and light, so that it stands out from any picture. */
  rounded (cr, place, 2.5);
  kb_set_colour (cr, scene->style->shade, 1);
  cairo_fill (cr);
  rounded (cr, place, 1);
  kb_set_colour (cr, 0xffffffff, 0.9);
  cairo_fill (cr);
  rounded (cr, place, 0);
  kb_set_colour (cr, scene->style->pill, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  kb_select_font (cr, 11, FALSE);
  kb_set_colour (cr, scene->style->pill_text, 1);
  cairo_move_to (cr, place.x0 + 8, place.y1 - 6);
  cairo_show_text (cr, text);
  cairo_new_path (cr);

  cairo_rectangle (cr, place.x0, place.y0, side, side);
  cairo_clip (cr);
  cairo_translate (cr, place.x0, place.y0);
  part.view.scale = scale;
  part.view.width = part.view.height = (int) ceil (side);
  part.view.inset = 0;
  part.view.x = side / 2 - (x + 0.5) * scale;
  part.view.y = side / 2 - (y + 0.5) * scale;
  part.parts &= ~(guint) (KB_DRAW_LABELS | KB_DRAW_HANDLES | KB_DRAW_PIXEL);
  part.layers = NULL;
  kb_draw_scene (cr, &part);
  kb_draw_pixel (cr, &part.view, part.style, x, y);
  cairo_restore (cr);
}

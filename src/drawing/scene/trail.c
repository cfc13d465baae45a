/* SPDX-License-Identifier: MIT */
/* Draws trails. Only the dots are positions in the game. The lines between them are straight: a
 * curve would show the point where it never is. Dark, light and coloured, they are visible on any
 * picture. */
#include "drawing/drawing.h"

#include <string.h>

#include "drawing/scene/marks.h"

GArray *
kb_trail_dots (const KbDocument *document, KbId frame, const KbId *frames, guint n,
               const char *name)
{
  GArray *dots = g_array_new (FALSE, FALSE, sizeof (KbTrailDot));
  const KbFrame *here = kb_document_find (document, frame, &kb_frame_kind);

  for (guint i = 0; here && i < n; i++)
    {
      const KbFrame *other = kb_document_find (document, frames[i], &kb_frame_kind);
      const KbPoint *point = other ? kb_frame_find_point (other, name) : NULL;
      KbTrailDot dot = { .frame = frames[i], .index = i };

      if (!point)
        continue;
      dot.at = (KbVec) { point->at.x + 0.5, point->at.y + 0.5 };
      if (here->hot_spot.set && other->hot_spot.set)
        {
          dot.at.x += here->hot_spot.x - other->hot_spot.x;
          dot.at.y += here->hot_spot.y - other->hot_spot.y;
        }
      g_array_append_val (dots, dot);
    }
  return dots;
}

static KbVec
dot_at (const KbView *view, const GArray *dots, guint i)
{
  return kb_view_to_canvas (view, g_array_index (dots, KbTrailDot, i).at);
}

static void
draw_way (cairo_t *cr, const KbScene *scene, const GArray *dots)
{
  const KbStyle *style = scene->style;

  cairo_new_path (cr);
  for (guint i = 0; i < dots->len; i++)
    {
      KbVec p = dot_at (&scene->view, dots, i);
      cairo_line_to (cr, p.x, p.y);
    }
  if (scene->trail_closed && dots->len > 2)
    cairo_close_path (cr);
  kb_stroke_preserve (cr, 4, style->shade, 1);
  kb_stroke_preserve (cr, 2, 0xffffffff, 0.9);
  cairo_set_dash (cr, (double[]) { 5, 5 }, 2, 0);
  kb_set_colour (cr, style->point, 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_trail (cairo_t *cr, const KbScene *scene, const GArray *dots)
{
  const KbStyle *style = scene->style;

  if (dots->len > 1)
    draw_way (cr, scene, dots);
  KB_EACH_IN (const KbTrailDot, trail_dot, dots)
    {
      KbVec p = dot_at (&scene->view, dots, trail_dot_at);
      gboolean here = trail_dot->frame == scene->frame_id;

      cairo_new_path (cr);
      cairo_arc (cr, p.x, p.y, here ? 5.5 : 4.5, 0, 2 * G_PI);
      kb_fill (cr, style->shade, 1);
      cairo_arc (cr, p.x, p.y, here ? 4.5 : 3.5, 0, 2 * G_PI);
      kb_fill (cr, here ? style->point : 0xffffffff, 1);
      cairo_arc (cr, p.x, p.y, here ? 3 : 2.25, 0, 2 * G_PI);
      kb_fill (cr, here ? 0xffffffff : style->point, 1);
    }
}

void
kb_draw_trails (cairo_t *cr, const KbScene *scene, const KbFrame *frame)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < scene->n_trail; i++)
    {
      const KbFrame *other = kb_document_find (scene->document, scene->trail[i], &kb_frame_kind);

      if (other)
        KB_EACH (const KbPoint, from, other->points)
          {
            const char *name = from->name;
            g_autoptr (GArray) dots = NULL;

            if (!g_hash_table_add (seen, (gpointer) name))
              continue;
            dots =
              kb_trail_dots (scene->document, frame->node.id, scene->trail, scene->n_trail, name);
            /* Skip a single dot where the point is drawn anyway. */
            if (dots->len > 1 || g_array_index (dots, KbTrailDot, 0).frame != scene->frame_id)
              draw_trail (cr, scene, dots);
          }
    }
  cairo_restore (cr);
}

/* SPDX-License-Identifier: MIT */
/* Finds the boxes of a frame's hierarchy, asks them for a pixel, and draws both. */
#include <glib/gi18n.h>

#include "document/shapes/shape.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/scene/scene.h"

#define FRAME_COLOUR 0xffffffff
#define LINE_HEIGHT 22
#define MOST_LINES 16

static void
clear_box (gpointer data)
{
  g_free (((KbLevelBox *) data)->name);
}

/* Adds the box, and goes into it if the boxes above were entered. */
static gboolean
add_box (GArray *boxes, const KbLevelBox *made, const KbVec *at, gboolean entered)
{
  KbLevelBox box = *made;
  box.looked = at && entered;
  box.inside = box.looked && at->x > box.box.x0 && at->x < box.box.x1 && at->y > box.box.y0
               && at->y < box.box.y1;
  g_array_append_val (boxes, box);
  return box.inside;
}

static KbBounds
pixel_box (const KbShape *shape)
{
  gint x, y, w, h;
  kb_geometry_pixel_box (&shape->geometry, &x, &y, &w, &h);
  return (KbBounds) { x, y, x + w, y + h };
}

/* Around the shapes of the class, or of all for 0. FALSE: there are none. */
static gboolean
box_of_class (const GPtrArray *shapes, KbId class_id, KbBounds *box)
{
  *box = (KbBounds) { G_MAXINT, G_MAXINT, G_MININT, G_MININT };
  KB_EACH (const KbShape, shape, shapes)
    {
      if (class_id && shape->class_id != class_id)
        continue;
      KbBounds is = pixel_box (shape);
      kb_bounds_extend ((KbVec) { is.x0, is.y0 }, box);
      kb_bounds_extend ((KbVec) { is.x1, is.y1 }, box);
    }
  return box->x0 <= box->x1;
}

static void
add_shapes (GArray *boxes, const KbDocument *document, const GPtrArray *shapes, KbId class_id,
            const KbVec *at, gboolean entered)
{
  KB_EACH (const KbShape, shape, shapes)
    {
      if (shape->class_id != class_id)
        continue;
      KbLevelBox box = { .level = KB_BOX_OF_SHAPE,
                         .box = pixel_box (shape),
                         .colour = kb_class_colour (document, class_id),
                         .name = kb_shape_title (document, shape) };
      if (add_box (boxes, &box, at, entered))
        g_array_index (boxes, KbLevelBox, boxes->len - 1).hit =
          kb_geometry_kind (shape->geometry.type)->contains (&shape->geometry, *at);
    }
}

GArray *
kb_frame_hierarchy (const KbDocument *document, const KbFrame *frame, const KbVec *at)
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_node_sprite (KB_NODE (frame)));
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (KbLevelBox));
  KbLevelBox box = { .level = KB_BOX_OF_FRAME, .colour = FRAME_COLOUR };
  g_array_set_clear_func (boxes, clear_box);
  if (!box_of_class (shapes, 0, &box.box))
    return boxes;
  box.name = g_strdup (_("frame"));
  gboolean in_frame = add_box (boxes, &box, at, TRUE);
  KB_EACH (const KbClass, class, project->classes)
    {
      KbLevelBox around = { .level = KB_BOX_OF_CLASS, .colour = class->colour };
      if (!box_of_class (shapes, class->node.id, &around.box))
        continue;
      around.name = g_strdup (class->name);
      gboolean in_class = add_box (boxes, &around, at, in_frame);
      add_shapes (boxes, document, shapes, class->node.id, at, in_class);
    }
  return boxes;
}

static void
draw_box (cairo_t *cr, const KbView *view, const KbStyle *style, const KbLevelBox *box,
          gboolean asked)
{
  /* Boxes that end at the same pixel are drawn next to each other */
  static const double widths[] = { 3, 2, 1 }, outwards[] = { 6, 3, 0 };
  double by = outwards[box->level] / view->scale;
  g_auto (KbGeometry) geometry = { 0 };
  double alpha = !asked || box->inside ? 1 : box->looked ? 0.7 : 0.25;
  kb_geometry_init_box (&geometry, box->box.x0 - by, box->box.y0 - by,
                        box->box.x1 - box->box.x0 + 2 * by, box->box.y1 - box->box.y0 + 2 * by);
  kb_path_geometry (cr, view, &geometry, widths[box->level]);
  if (asked && box->looked && !box->inside)
    cairo_set_dash (cr, (const double[]) { 3, 5 }, 2, 0);
  kb_stroke_preserve (cr, widths[box->level] + 2, style->shade, 0.6 * alpha);
  kb_stroke (cr, widths[box->level], kb_colour_on_dark (box->colour), alpha);
  cairo_set_dash (cr, NULL, 0, 0);
}

static const char *
verdict (const KbLevelBox *box)
{
  if (!box->inside)
    return _("outside the box");
  if (box->level != KB_BOX_OF_SHAPE)
    return _("in the box");
  return box->hit ? _("hit") : _("in the box, misses the shape");
}

static void
draw_list (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *boxes, KbVec at)
{
  guint looked = 0;
  KB_EACH_IN (const KbLevelBox, box, boxes)
    {
      if (!box->looked || looked++ >= MOST_LINES)
        continue;
      g_autofree char *text = g_strdup_printf ("%s · %s", box->name, verdict (box));
      kb_draw_note (cr, view, style, (KbVec) { at.x + 12 * box->level, at.y }, text,
                    box->inside ? box->colour : style->wrong);
      at.y += LINE_HEIGHT;
    }
  g_autofree char *text = g_strdup_printf (_("looked at %u of %u boxes"), looked, boxes->len);
  kb_draw_note (cr, view, style, at, text, style->guide);
}

void
kb_draw_hierarchy (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *boxes,
                   const KbVec *list)
{
  cairo_save (cr);
  for (guint i = boxes->len; i-- > 0;)
    draw_box (cr, view, style, &g_array_index (boxes, KbLevelBox, i), list != NULL);
  cairo_restore (cr);
  if (list && boxes->len)
    draw_list (cr, view, style, boxes, *list);
}

/* SPDX-License-Identifier: MIT */
/* Draws the tile and image layers of a level with their opacity, tint, blend mode and parallax. */
#include <math.h>

#include "drawing/levels/level_worlds.h"
#include "drawing/scene/private.h"

static const cairo_operator_t operators[KB_BLENDS] = {
  [KB_BLEND_NORMAL] = CAIRO_OPERATOR_OVER,
  [KB_BLEND_ADD] = CAIRO_OPERATOR_ADD,
  [KB_BLEND_MULTIPLY] = CAIRO_OPERATOR_MULTIPLY,
  [KB_BLEND_SCREEN] = CAIRO_OPERATOR_SCREEN,
  [KB_BLEND_OVERLAY] = CAIRO_OPERATOR_OVERLAY,
  [KB_BLEND_DARKEN] = CAIRO_OPERATOR_DARKEN,
  [KB_BLEND_LIGHTEN] = CAIRO_OPERATOR_LIGHTEN,
  [KB_BLEND_COLOUR_DODGE] = CAIRO_OPERATOR_COLOR_DODGE,
  [KB_BLEND_COLOUR_BURN] = CAIRO_OPERATOR_COLOR_BURN,
  [KB_BLEND_HARD_LIGHT] = CAIRO_OPERATOR_HARD_LIGHT,
  [KB_BLEND_SOFT_LIGHT] = CAIRO_OPERATOR_SOFT_LIGHT,
  [KB_BLEND_DIFFERENCE] = CAIRO_OPERATOR_DIFFERENCE,
  [KB_BLEND_EXCLUSION] = CAIRO_OPERATOR_EXCLUSION,
};

/* ---- image layers ---- */

/* The part of an axis that the picture covers, in pixels of the level. */
static void
span_of (double at, double length, gboolean repeats, double seen0, double seen1, double *from,
         double *to)
{
  *from = repeats ? seen0 : at;
  *to = repeats ? seen1 : at + length;
}

static void
draw_image (cairo_t *cr, const KbImageLayer *image, const KbView *view, const KbLevelLook *look,
            double opacity)
{
  const KbFrame *frame = kb_image_frame (kb_document_project (look->document), image);
  g_autoptr (KbPicture) picture =
    frame && look->surfaces ? kb_document_frame_picture (look->document, frame, NULL) : NULL;
  if (!picture)
    return;
  const KbBounds seen = kb_view_visible (view);
  const guint level = kb_surface_level (view);
  cairo_surface_t *surface = kb_surfaces_get_reduced (look->surfaces, picture, 0, level);
  double x0, x1, y0, y1;
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return;
  span_of (image->at.x, frame->width, image->repeat_x, seen.x0, seen.x1, &x0, &x1);
  span_of (image->at.y, frame->height, image->repeat_y, seen.y0, seen.y1, &y0, &y1);
  cairo_save (cr);
  cairo_translate (cr, view->x, view->y);
  cairo_scale (cr, view->scale, view->scale);
  kb_clip (cr, x0, y0, x1 - x0, y1 - y0);
  cairo_translate (cr, image->at.x, image->at.y);
  cairo_scale (cr, (double) frame->width / cairo_image_surface_get_width (surface),
               (double) frame->height / cairo_image_surface_get_height (surface));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (cairo_get_source (cr),
                            view->scale * MAX (view->device_scale, 1) >= 1 ? CAIRO_FILTER_NEAREST
                                                                           : CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cr, opacity);
  cairo_restore (cr);
}

/* ---- looks ---- */

/* Multiplies premultiplied pixels by the colour and its alpha. */
static void
tint_pixels (cairo_surface_t *group, guint32 tint)
{
  cairo_surface_t *image = cairo_surface_map_to_image (group, NULL);
  const int width = cairo_image_surface_get_width (image),
            height = cairo_image_surface_get_height (image);
  const gsize stride = (gsize) cairo_image_surface_get_stride (image);
  guint8 *data = cairo_image_surface_get_data (image);
  const guint32 alpha = tint & 0xff;
  const guint32 by[4] = { (tint >> 8 & 0xff) * alpha, (tint >> 16 & 0xff) * alpha,
                          (tint >> 24) * alpha, 255 * alpha };
  for (int y = 0; data && y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 *pixel = (guint32 *) (void *) (data + stride * (gsize) y) + x, result = 0;
        for (guint k = 0; *pixel && k < 4; k++)
          result |= ((*pixel >> 8 * k & 0xff) * by[k] + 32512) / 65025 << 8 * k;
        *pixel = result;
      }
  cairo_surface_mark_dirty (image);
  cairo_surface_unmap_image (group, image);
}

static void
draw_content (cairo_t *cr, const KbNode *node, const KbView *view, const KbLevelLook *look,
              const KbLevel *level, double opacity)
{
  const KbTilesLook tiles = { .document = look->document,
                              .level = level,
                              .style = look->style,
                              .surfaces = look->surfaces,
                              .time = look->time };
  const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
  if (layer)
    kb_draw_tile_layer (cr, view, layer, look->stroke, opacity, &tiles);
  else
    draw_image (cr, (const KbImageLayer *) node, view, look, opacity);
}

/* Draws it into a surface of its own first if it is tinted or blended. */
static void
draw_looking (cairo_t *cr, const KbNode *node, const KbView *view, const KbLevelLook *look,
              const KbLevel *level, const KbLayerLook *full)
{
  if (!full->tint && !full->blend)
    {
      draw_content (cr, node, view, look, level, full->opacity / 100.0);
      return;
    }
  cairo_push_group (cr);
  draw_content (cr, node, view, look, level, 1);
  cairo_pattern_t *group = cairo_pop_group (cr);
  cairo_surface_t *surface;
  if (full->tint && cairo_pattern_get_surface (group, &surface) == CAIRO_STATUS_SUCCESS)
    tint_pixels (surface, full->tint);
  cairo_save (cr);
  cairo_set_source (cr, group);
  cairo_set_operator (cr, operators[full->blend]);
  cairo_paint_with_alpha (cr, full->opacity / 100.0);
  cairo_restore (cr);
  cairo_pattern_destroy (group);
}

/* A layer with parallax 0 stays where it is while the view moves. */
static KbView
moved_view (const KbView *view, const KbLayerLook *full)
{
  const KbVec centre = kb_view_to_picture (view, (KbVec) { view->width / 2.0, view->height / 2.0 });
  KbView moved = *view;
  moved.x += rint (centre.x * (1 - full->parallax_x)) * view->scale;
  moved.y += rint (centre.y * (1 - full->parallax_y)) * view->scale;
  return moved;
}

void
kb_draw_level_stack (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  KB_EACH (const KbNode, node, stack)
    {
      const KbLayerLook full = kb_node_full_look (node);
      const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
      const KbView moved =
        look->parallax && node->id != look->still ? moved_view (view, &full) : *view;
      const KbTilesLook solid = { look->document, level, look->style, look->surfaces, look->time,
                                  .collision = TRUE };
      if (kb_layer_in_set (node, look->hidden_layers))
        continue;
      if (look->parts & KB_LEVEL_LAYERS)
        draw_looking (cr, node, &moved, look, level, &full);
      if (layer && look->parts & KB_LEVEL_COLLISION)
        kb_draw_tile_layer (cr, view, layer, look->stroke, 1, &solid);
    }
}

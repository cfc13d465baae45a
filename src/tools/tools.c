/* SPDX-License-Identifier: MIT */
/* The table of tools, and the behaviour common to all of them. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "tools/level/private.h"
#include "tools/names.h"
#include "tools/paint/marks.h"
#include "tools/preview.h"
#include "tools/private.h"
#include "tools/selection.h"
#include "tools/snap.h"
#include "tools/subject.h"

#define LOUPE_BELOW 6.0      /* scale: above it, pixels are large enough to hit */

const KbTool *const kb_tools[] = {
  &kb_select_tool,
  &kb_hand_tool,
  &kb_hot_spot_tool,
  &kb_action_point_tool,
  &kb_box_tool,
  &kb_circle_tool,
  &kb_oriented_box_tool,
  &kb_capsule_tool,
  &kb_polygon_tool,
  &kb_trace_tool,
  &kb_heights_tool,
  &kb_track_select_tool,
  &kb_curve_tool,
  &kb_gate_tool,
  &kb_level_select_tool,
  &kb_wall_tool,
  &kb_split_tool,
  &kb_level_area_tool,
  &kb_entity_tool,
  &kb_probe_tool,
  &kb_image_tool,
  &kb_maze_tool,
  &kb_ground_tool,
  &kb_profile_tool,
  &kb_tile_select_tool,
  &kb_raise_tool,
  &kb_lower_tool,
  &kb_smooth_tool,
  &kb_flatten_tool,
  &kb_noise_tool,
  &kb_erode_tool,
  &kb_ramp_tool,
  &kb_stamp_tool,
  &kb_tile_eraser_tool,
  &kb_tile_box_tool,
  &kb_tile_fill_tool,
  &kb_tile_pick_tool,
  &kb_tile_height_tool,
  &kb_region_tool,
  &kb_wand_tool,
  &kb_brush_tool,
  &kb_eraser_tool,
  &kb_paint_line_tool,
  &kb_paint_box_tool,
  &kb_paint_ellipse_tool,
  &kb_area_tool,
  &kb_fill_tool,
  &kb_pick_tool,
  NULL,
};

const KbTool *
kb_tool_by_id (const char *id)
{
  for (guint i = 0; kb_tools[i]; i++)
    if (strcmp (kb_tools[i]->id, id) == 0)
      return kb_tools[i];
  return NULL;
}

gboolean
kb_tool_fits (const KbTool *tool, KbToolMode mode)
{
  const KbSubject *subject = kb_subjects;

  if (tool->flags & KB_TOOL_ANYWHERE)
    return TRUE;
  while (subject->mode != mode)
    subject++;
  return tool->flags & KB_TOOL_KINDS ? (tool->flags & subject->tools) != 0 : subject->tools == 0;
}

KbToolMode
kb_tools_mode (const KbToolContext *context)
{
  return kb_subject (context)->mode;
}

static const KbTool *
first_tool (const KbToolContext *context, const KbSubject *subject)
{
  const KbLevel *level = kb_tool_context_level (context);

  return subject->on_empty && !(level && kb_count (level->walls)) ? subject->on_empty
                                                                  : subject->first;
}

void
kb_tools_settle_on_level (KbToolContext *context)
{
  const KbSubject *subject = kb_subject (context);
  const KbTool *tool = context->gesture.tool;

  if (!subject->keeps || !kb_tool_fits (tool, subject->mode)
      || (tool->works_on && tool->works_on != subject->layer))
    kb_tools_choose (context, first_tool (context, subject));
}

const KbTool *
kb_tool_by_key (char key, KbToolMode mode)
{
  for (guint i = 0; kb_tools[i]; i++)
    if (kb_tools[i]->key == g_ascii_tolower (key) && kb_tool_fits (kb_tools[i], mode))
      return kb_tools[i];
  return NULL;
}

const KbTool *
kb_tool_by_key_elsewhere (const KbToolContext *context, char key)
{
  const KbTool *tool = NULL;

  for (const KbSubject *on = kb_subjects; context->shown.level_id && !tool && on->verbs; on++)
    tool = on->layer ? kb_tool_by_key (key, on->mode) : NULL;
  return tool;
}

gboolean
kb_tools_is_shown (const KbToolContext *context)
{
  if (context->shown.level_id)
    return kb_tool_context_level (context) != NULL;
  return context->shown.painted_id ? kb_tool_context_painted (context) != NULL
                                   : kb_tool_context_frame (context) != NULL;
}

const char *
kb_tools_hint (const KbToolContext *context)
{
  const KbTool *tool = context->gesture.tool;

  return _(context->options.click_through && tool->hint_through ? tool->hint_through : tool->hint);
}

void
kb_tools_choose (KbToolContext *context, const KbTool *tool)
{
  if (context->gesture.tool == tool || !kb_tool_fits (tool, kb_tools_mode (context)))
    return;
  kb_tools_settle (context);
  /* From here on arrow keys move the brush, not points of curves. */
  if (tool->flags & KB_TOOL_PAINTS)
    kb_selection_clear (context);
  g_free (context->gesture.state);
  kb_made_classes_switch (context, context->gesture.tool, tool);
  context->gesture.tool = tool;
  context->gesture.state = g_malloc0 (tool->state_size);
  context->pointer.hover = KB_NO_HOVER;
  kb_tool_context_status (context, NULL);
  kb_tool_context_redraw (context);
}

/* The subject that a tool edits. The one shown if the tool fits any. */
static const KbSubject *
subject_for (const KbToolContext *context, const KbTool *tool)
{
  const KbKind *kind = tool->flags & KB_TOOL_TILES ? &kb_layer_kind
                       : tool->works_on            ? tool->works_on
                                                   : &kb_level_kind;
  const KbSubject *shown = kb_subject (context), *subject = kb_subjects;

  if (!(tool->flags & KB_TOOL_TILES) && !tool->works_on && kb_tool_fits (tool, shown->mode))
    return shown;
  while (subject->verbs && subject->layer != kind)
    subject++;
  return subject->verbs ? subject : shown;
}

gboolean
kb_tools_take (KbToolContext *context, const KbTool *tool)
{
  const KbSubject *subject = subject_for (context, tool);
  const KbNode *layer =
    subject->layer ? kb_tool_context_layer (context, subject->layer) : NULL;

  if (context->shown.level_id && subject->none && !layer)
    return kb_tool_context_refuse (context, _(subject->none));
  if (context->shown.level_id && subject != kb_subject (context))
    kb_tool_context_set_layer (context, layer ? layer->id : 0);
  kb_tools_choose (context, tool);
  return TRUE;
}

#define CLICK_SLACK 3.0   /* shorter motions, in canvas pixels, are clicks */

gboolean
kb_pointer_left (const KbToolPointer *pointer, KbVec canvas)
{
  return hypot (pointer->canvas.x - canvas.x, pointer->canvas.y - canvas.y) >= CLICK_SLACK;
}

static void
kb_snap_clear_guides (KbToolContext *context)
{
  g_array_set_size (context->options.snap.guides, 0);
}

static void
note_pointer (KbToolContext *context, const KbPointerEvent *event)
{
  context->pointer.over = TRUE;
  kb_snap_clear_guides (context);
  context->pointer.canvas = event->canvas;
  context->pointer.at = kb_view_to_picture (&context->view, event->canvas);
  kb_view_pixel_at (&context->view, event->canvas, &context->pointer.pixel_x,
                    &context->pointer.pixel_y);
  context->pointer.modifiers = event->modifiers;
}

/* The mouse replaces the keyboard's cursor as the pointer. */
static void
take_over_from_keyboard (KbToolContext *context, const KbPointerEvent *event)
{
  context->pointer.cursor.on = FALSE;
  context->pointer.cursor.mouse = event->canvas;
}

gboolean
kb_tools_press (KbToolContext *context, const KbPointerEvent *event)
{
  take_over_from_keyboard (context, event);
  return kb_tools_press_at (context, event);
}

/* Toolkits report false motions when a widget moves under a resting mouse. Those leave the cursor
 * alone. */
void
kb_tools_motion (KbToolContext *context, const KbPointerEvent *event)
{
  gboolean at_pointer = kb_vec_equal (event->canvas, context->pointer.canvas);
  if (context->pointer.cursor.on && !at_pointer
      && kb_vec_equal (event->canvas, context->pointer.cursor.mouse))
    return;
  if (!context->pointer.cursor.on || !at_pointer)
    take_over_from_keyboard (context, event);
  kb_tools_motion_at (context, event);
}

void
kb_tools_release (KbToolContext *context, const KbPointerEvent *event)
{
  take_over_from_keyboard (context, event);
  kb_tools_release_at (context, event);
}

gboolean
kb_tools_press_at (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (event->button == 2)
    {
      context->gesture.panning = TRUE;
      context->gesture.pan_from = event->canvas;
      return TRUE;
    }
  if (event->button != 1 || context->gesture.pressed || context->gesture.panning
      || !context->gesture.tool->press)
    return FALSE;
  if (!kb_tools_is_shown (context))
    return FALSE;
  kb_tool_context_status (context, NULL);
  context->gesture.pressed = context->gesture.tool->press (context, event);
  kb_tool_context_redraw (context);
  return TRUE;
}

void
kb_tools_motion_at (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (context->gesture.panning)
    {
      kb_view_pan (&context->view, event->canvas.x - context->gesture.pan_from.x,
                   event->canvas.y - context->gesture.pan_from.y);
      context->gesture.pan_from = event->canvas;
      kb_tool_context_changed (context, KB_TOOLS_VIEW);
    }
  else
    {
      if (!context->gesture.pressed)
        context->pointer.hover = KB_NO_HOVER;
      if (context->gesture.tool->motion && kb_tools_is_shown (context))
        context->gesture.tool->motion (context, event);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_release_at (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (event->button == 2)
    context->gesture.panning = FALSE;
  else if (event->button == 1 && context->gesture.pressed)
    {
      context->gesture.pressed = FALSE;
      if (context->gesture.tool->release)
        context->gesture.tool->release (context, event);
      kb_snap_clear_guides (context);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_leave (KbToolContext *context)
{
  if (context->pointer.cursor.on)
    return;
  context->pointer.over = FALSE;
  if (!context->gesture.pressed)
    {
      kb_snap_clear_guides (context);
      context->pointer.hover = KB_NO_HOVER;
    }
  kb_tool_context_redraw (context);
}

gboolean
kb_tools_adjust (KbToolContext *context, int steps)
{
  if (!context->gesture.tool->adjust || !kb_tools_is_shown (context))
    return FALSE;
  context->gesture.tool->adjust (context, steps);
  kb_tool_context_redraw (context);
  return TRUE;
}

void
kb_tools_cancel (KbToolContext *context)
{
  context->gesture.pressed = FALSE;
  context->gesture.panning = FALSE;
  context->pointer.cursor.modifiers = 0;
  context->pointer.cursor.pressed_x = G_MININT;
  kb_snap_clear_guides (context);
  if (context->gesture.tool->cancel)
    context->gesture.tool->cancel (context);
  kb_tool_context_redraw (context);
}

/* Whether something is being built click by click. */
static gboolean
is_building (const KbToolContext *context)
{
  return context->gesture.tool->busy && context->gesture.tool->busy (context);
}

void
kb_tools_settle (KbToolContext *context)
{
  if (context->gesture.tool->commit && is_building (context) && kb_tools_is_shown (context)
      && !kb_document_in_step (context->document))
    context->gesture.tool->commit (context);
  kb_tools_cancel (context);
}

/* A dragged profile stays, too. */
void
kb_tools_rest (KbToolContext *context)
{
  if (context->gesture.pressed && !is_building (context))
    kb_tools_cancel (context);
}

void
kb_tools_lose (KbToolContext *context)
{
  if (context->gesture.pressed)
    kb_tools_cancel (context);
  context->gesture.panning = FALSE;
  kb_tool_context_redraw (context);
}

gboolean
kb_tools_busy (const KbToolContext *context)
{
  return context->gesture.pressed || is_building (context);
}

gboolean
kb_tools_take_back (KbToolContext *context)
{
  if (!kb_tools_busy (context))
    return FALSE;
  if (!is_building (context))
    kb_tools_cancel (context);
  else if (context->gesture.pressed)
    kb_tool_context_status (context, _("Release the button first"));
  else
    kb_tools_key (context, KB_KEY_BACKSPACE, 0);
  return TRUE;
}

const char *
kb_tools_cursor (const KbToolContext *context)
{
  const char *cursor =
    context->gesture.tool->cursor_at ? context->gesture.tool->cursor_at (context) : NULL;

  if (context->gesture.panning)
    return "grabbing";
  return cursor ? cursor : context->gesture.tool->cursor;
}

static void
kb_snap_draw (const KbToolContext *context, cairo_t *cr)
{
  const KbView *view = &context->view;

  KB_EACH_IN (const KbGuide, guide, context->options.snap.guides)
    {
      gboolean upright = guide->axis == 0;
      KbVec a = kb_view_to_canvas (view, upright ? (KbVec) { guide->at, guide->from }
                                                 : (KbVec) { guide->from, guide->at });
      KbVec b = kb_view_to_canvas (view, upright ? (KbVec) { guide->at, guide->to }
                                                 : (KbVec) { guide->to, guide->at });

      /* A little longer than the things on it. */
      if (upright)
        kb_draw_guide (cr, view, context->style, (KbVec){ a.x, a.y - 8 }, (KbVec){ b.x, b.y + 8 });
      else
        kb_draw_guide (cr, view, context->style, (KbVec){ a.x - 8, a.y }, (KbVec){ b.x + 8, b.y });
    }
}

static void
kb_preview_draw (const KbToolContext *context, cairo_t *cr)
{
  const KbPreview *preview = context->preview;
  const KbView *view = &context->view;
  guint32 colour;

  if (!preview)
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  if (preview->type == KB_OPERATION_COVER)
    {
      KbVec a = kb_view_to_canvas (view, (KbVec) { preview->area.x, preview->area.y });
      KbVec b = kb_view_to_canvas (
        view, (KbVec) { preview->area.x + preview->area.w, preview->area.y + preview->area.h });

      cairo_rectangle (cr, kb_view_sharp (view, a.x), kb_view_sharp (view, a.y), b.x - a.x,
                       b.y - a.y);
      kb_set_colour (cr, context->style->shade, 1);
      cairo_set_line_width (cr, 3);
      cairo_stroke_preserve (cr);
      cairo_set_dash (cr, (double[]) { 4, 4 }, 2, 0);
      kb_set_colour (cr, context->style->accent, 1);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  KB_EACH_IN (const KbGeometry, geometry, preview->geometries)
    {
      colour = kb_create_colour (context);
      if (geometry_at < preview->ids->len)
        {
          const KbShape *shape = (const KbShape *) kb_document_node (
            context->document, g_array_index (preview->ids, KbId, geometry_at));
          if (shape)
            colour = kb_class_colour (context->document, shape->class_id);
        }
      kb_draw_geometry (cr, view, context->style, geometry, colour, KB_MARK_HOVERED);
    }
}

void
kb_tools_draw (KbToolContext *context, cairo_t *cr, const KbStyle *style)
{
  context->style = style;
  if (!kb_tools_is_shown (context))
    return;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_preview_draw (context, cr);
  kb_snap_draw (context, cr);
  kb_region_draw (context, cr);
  if (kb_subject (context)->verbs->draw)
    kb_subject (context)->verbs->draw (context, cr);
  if (context->gesture.tool->draw)
    context->gesture.tool->draw (context, cr);
  if (context->pointer.cursor.on)
    kb_draw_cursor (cr, &context->view, style, context->pointer.pixel_x, context->pointer.pixel_y);
}

gboolean
kb_tools_wants_loupe (const KbToolContext *context)
{
  gint far = KB_LOUPE_PIXELS / 2, width, height;

  if (!context->pointer.over || context->gesture.panning
      || !kb_tool_context_size (context, &width, &height))
    return FALSE;
  if (context->options.loupe_held)
    return TRUE;
  /* Only where the loupe would show part of the frame. */
  return context->options.loupe && !kb_tool_context_track (context)
         && context->view.scale < LOUPE_BELOW && context->gesture.tool->flags & KB_TOOL_PLACES
         && context->pointer.pixel_x >= -far && context->pointer.pixel_y >= -far
         && context->pointer.pixel_x < width + far && context->pointer.pixel_y < height + far;
}

void
kb_tools_draw_loupe (KbToolContext *context, cairo_t *cr, const KbScene *scene)
{
  if (kb_tools_wants_loupe (context))
    kb_draw_loupe (cr, scene, context->pointer.pixel_x, context->pointer.pixel_y,
                   context->pointer.canvas);
}

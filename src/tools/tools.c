/* SPDX-License-Identifier: MIT */
/* The table of tools, and what is the same for all of them. */
#include "tools/tools_private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "tools/paint/region.h"
#include "tools/level/active.h"
#include "tools/level/parts.h"
#include "tools/made_classes.h"
#include "tools/preview.h"
#include "tools/snap.h"
#include "tools/table.h"
#include "tools/track/parts.h"

#define LOUPE_BELOW 6.0      /* scale: above, pixels are large enough to be met */

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
  &kb_maze_tool,
  &kb_ground_tool,
  &kb_profile_tool,
  &kb_stamp_tool,
  &kb_tile_eraser_tool,
  &kb_tile_box_tool,
  &kb_tile_fill_tool,
  &kb_tile_pick_tool,
  &kb_tile_height_tool,
  &kb_region_tool,
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

/* What levels have tools for: whatever is worked on, with which tool one begins, and what is said
 * where there is none of it; the first row is for all that has no row of its own. */
static const struct {
  const KbKind *kind;
  KbToolMode mode;
  guint flag;
  const KbTool *first;
  const char *none;
} on_levels[] = {
  { &kb_level_kind, KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_level_select_tool, NULL },
  { &kb_layer_kind, KB_MODE_TILES, KB_TOOL_TILES, &kb_stamp_tool,
    N_("There is no tile layer yet: + at Layers adds one") },
  { &kb_maze_kind, KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_maze_tool,
    N_("There is no maze yet: + at Layers adds one") },
  { &kb_ground_kind, KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_ground_tool, NULL },   /* which makes one */
  { &kb_heightmap_kind, KB_MODE_LEVEL, KB_TOOL_LEVELS, &kb_profile_tool,
    N_("There is no heightmap yet: + at Layers adds one") },
};

static guint
row_on_level (const KbToolContext *context)
{
  const KbNode *layer = kb_tool_context_layer (context, NULL);

  for (guint i = 1; layer && i < G_N_ELEMENTS (on_levels); i++)
    if (layer->kind == on_levels[i].kind)
      return i;
  return 0;
}

static const KbTool *
first_on_level (const KbToolContext *context, guint row)
{
  const KbLevel *level = kb_tool_context_level (context);

  return !row && !(level && kb_count (level->walls)) ? &kb_wall_tool : on_levels[row].first;
}

gboolean
kb_tool_fits (const KbTool *tool, KbToolMode mode)
{
  if (tool->flags & KB_TOOL_ANYWHERE)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (on_levels); i++)
    if (tool->flags & on_levels[i].flag || mode == on_levels[i].mode)
      return mode == on_levels[i].mode && tool->flags & on_levels[i].flag;
  if (tool->flags & KB_TOOL_TRACKS)
    return mode == KB_MODE_TRACK;
  return (mode != KB_MODE_SHAPES) == ((tool->flags & KB_TOOL_PAINTS) != 0);
}

KbToolMode
kb_tools_mode (const KbToolContext *context)
{
  if (context->shown.level_id)
    return on_levels[row_on_level (context)].mode;
  return kb_tool_context_track (context) ? KB_MODE_TRACK
         : context->shown.painted_id     ? KB_MODE_ZONES
                                         : KB_MODE_SHAPES;
}

void
kb_tools_settle_on_level (KbToolContext *context)
{
  guint row = row_on_level (context);
  const KbTool *tool = context->tool;
  gboolean begins = row && on_levels[row].mode == KB_MODE_LEVEL;

  if (begins || !kb_tool_fits (tool, on_levels[row].mode)
      || (tool->works_on && tool->works_on != on_levels[row].kind))
    kb_tools_choose (context, first_on_level (context, row));
}

const KbTool *
kb_tool_by_key (char key, KbToolMode mode)
{
  for (guint i = 0; kb_tools[i]; i++)
    if (kb_tools[i]->key == g_ascii_tolower (key) && kb_tool_fits (kb_tools[i], mode))
      return kb_tools[i];
  /* The key of selecting elsewhere: of tiles those in a box are taken to the hand. */
  return mode == KB_MODE_TILES && g_ascii_tolower (key) == kb_level_select_tool.key
           ? &kb_tile_pick_tool
           : NULL;
}

const KbTool *
kb_tool_by_key_elsewhere (const KbToolContext *context, char key)
{
  const KbTool *tool = NULL;

  for (guint i = 0; context->shown.level_id && !tool && i < G_N_ELEMENTS (on_levels); i++)
    tool = kb_tool_by_key (key, on_levels[i].mode);
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
  const KbTool *tool = context->tool;

  return _(context->click_through && tool->hint_through ? tool->hint_through : tool->hint);
}

void
kb_tools_choose (KbToolContext *context, const KbTool *tool)
{
  if (context->tool == tool || !kb_tool_fits (tool, kb_tools_mode (context)))
    return;
  kb_tools_settle (context);
  /* Arrows are for the brush then, not for points of curves. */
  if (tool->flags & KB_TOOL_PAINTS)
    kb_selection_clear (context);
  g_free (context->state);
  kb_made_classes_switch (context, context->tool, tool);
  context->tool = tool;
  context->state = tool->state_size ? g_malloc0 (tool->state_size) : NULL;
  context->hover = KB_NO_HOVER;
  kb_tool_context_status (context, NULL);
  kb_tool_context_redraw (context);
}

/* The row of what it works on; that of what is worked on, where it does not mind. */
static guint
row_for (const KbToolContext *context, const KbTool *tool)
{
  const KbKind *kind = tool->flags & KB_TOOL_TILES ? &kb_layer_kind : tool->works_on;
  guint row = row_on_level (context);

  for (guint i = 0; kind && i < G_N_ELEMENTS (on_levels); i++)
    if (on_levels[i].kind == kind)
      return i;
  return kb_tool_fits (tool, on_levels[row].mode) ? row : 0;
}

gboolean
kb_tools_take (KbToolContext *context, const KbTool *tool)
{
  guint row = context->shown.level_id ? row_for (context, tool) : 0;
  const KbNode *layer = row ? kb_tool_context_layer (context, on_levels[row].kind) : NULL;

  if (row && !layer && on_levels[row].none)
    {
      kb_tool_context_status (context, _(on_levels[row].none));
      return FALSE;
    }
  if (context->shown.level_id && row != row_on_level (context))
    kb_tool_context_set_layer (context, layer ? layer->id : 0);
  kb_tools_choose (context, tool);
  return TRUE;
}

static void
note_pointer (KbToolContext *context, const KbPointerEvent *event)
{
  context->has_pointer = TRUE;
  kb_snap_clear_guides (context);
  context->pointer = event->canvas;
  context->at = kb_view_to_picture (&context->view, event->canvas);
  kb_view_pixel_at (&context->view, event->canvas, &context->pixel_x, &context->pixel_y);
  context->modifiers = event->modifiers;
}

/* The mouse points from now on, and no longer the keyboard's cursor. */
static void
take_over_from_keyboard (KbToolContext *context, const KbPointerEvent *event)
{
  context->cursor.on = FALSE;
  context->cursor.mouse = event->canvas;
}

gboolean
kb_tools_press (KbToolContext *context, const KbPointerEvent *event)
{
  take_over_from_keyboard (context, event);
  return kb_tools_press_at (context, event);
}

/* Toolkits tell of motions that are none, when a widget moves below a mouse that rests: those leave
 * the cursor where it is. */
void
kb_tools_motion (KbToolContext *context, const KbPointerEvent *event)
{
  gboolean at_pointer = kb_vec_equal (event->canvas, context->pointer);
  if (context->cursor.on && !at_pointer && kb_vec_equal (event->canvas, context->cursor.mouse))
    return;
  if (!context->cursor.on || !at_pointer)
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
      context->panning = TRUE;
      context->pan_from = event->canvas;
      return TRUE;
    }
  if (event->button != 1 || context->pressed || context->panning || !context->tool->press)
    return FALSE;
  if (!kb_tools_is_shown (context))
    return FALSE;
  kb_tool_context_status (context, NULL);
  context->pressed = context->tool->press (context, event);
  kb_tool_context_redraw (context);
  return TRUE;
}

void
kb_tools_motion_at (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (context->panning)
    {
      kb_view_pan (&context->view, event->canvas.x - context->pan_from.x,
                   event->canvas.y - context->pan_from.y);
      context->pan_from = event->canvas;
      if (context->host && context->host->view_changed)
        context->host->view_changed (context->host_data);
    }
  else
    {
      if (!context->pressed)
        context->hover = KB_NO_HOVER;
      if (context->tool->motion && kb_tools_is_shown (context))
        context->tool->motion (context, event);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_release_at (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (event->button == 2)
    context->panning = FALSE;
  else if (event->button == 1 && context->pressed)
    {
      context->pressed = FALSE;
      if (context->tool->release)
        context->tool->release (context, event);
      kb_snap_clear_guides (context);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_leave (KbToolContext *context)
{
  if (context->cursor.on)
    return;
  context->has_pointer = FALSE;
  if (!context->pressed)
    {
      kb_snap_clear_guides (context);
      context->hover = KB_NO_HOVER;
    }
  kb_tool_context_redraw (context);
}

gboolean
kb_tools_adjust (KbToolContext *context, int steps)
{
  if (!context->tool->adjust || !kb_tools_is_shown (context))
    return FALSE;
  context->tool->adjust (context, steps);
  kb_tool_context_redraw (context);
  return TRUE;
}

void
kb_tools_options_changed (KbToolContext *context)
{
  context->pictures.alpha = CLAMP (context->pictures.alpha, 1, 255);
  context->pictures.tolerance =
    context->pictures.tolerance > 0 ? MIN (context->pictures.tolerance, 256) : 0;
  if (context->preview && context->preview->type == KB_OPERATION_SHRINK)
    kb_preview_shrink (context);
  else if (context->preview)
    kb_preview_cover (context, context->preview->k);
  kb_tool_context_redraw (context);
}

void
kb_tools_cancel (KbToolContext *context)
{
  context->pressed = FALSE;
  context->panning = FALSE;
  context->cursor.modifiers = 0;
  context->cursor.pressed_x = G_MININT;
  kb_snap_clear_guides (context);
  if (context->tool->cancel)
    context->tool->cancel (context);
  kb_tool_context_redraw (context);
}

/* What is built click by click, that is. */
static gboolean
is_building (const KbToolContext *context)
{
  return context->tool->busy && context->tool->busy (context);
}

void
kb_tools_settle (KbToolContext *context)
{
  if (context->tool->commit && is_building (context) && kb_tools_is_shown (context)
      && !kb_document_in_step (context->document))
    context->tool->commit (context);
  kb_tools_cancel (context);
}

/* A profile that was dragged stays, too. */
void
kb_tools_rest (KbToolContext *context)
{
  if (context->pressed && !is_building (context))
    kb_tools_cancel (context);
}

void
kb_tools_lose (KbToolContext *context)
{
  if (context->pressed)
    kb_tools_cancel (context);
  context->panning = FALSE;
  kb_tool_context_redraw (context);
}

gboolean
kb_tools_busy (const KbToolContext *context)
{
  return context->pressed || is_building (context);
}

gboolean
kb_tools_take_back (KbToolContext *context)
{
  if (!is_building (context))
    return FALSE;
  if (context->pressed)
    kb_tool_context_status (context, _("Let go first"));
  else
    kb_tools_key (context, KB_KEY_BACKSPACE, 0);
  return TRUE;
}

const char *
kb_tools_cursor (const KbToolContext *context)
{
  const char *cursor = context->tool->cursor_at ? context->tool->cursor_at (context) : NULL;

  if (context->panning)
    return "grabbing";
  return cursor ? cursor : context->tool->cursor;
}

void
kb_tools_draw (KbToolContext *context, cairo_t *cr, const KbStyle *style)
{
  context->style = style;
  if (!kb_tools_is_shown (context))
    return;
  cairo_save (cr);
  kb_preview_draw (context, cr);
  kb_snap_draw (context, cr);
  kb_region_draw (context, cr);
  if (kb_tool_context_level (context))
    kb_level_draw (context, cr);
  if (kb_tool_context_track (context))
    kb_track_draw (context, cr, (context->tool->flags & KB_TOOL_TRACKS) != 0);
  if (context->tool->draw)
    context->tool->draw (context, cr);
  if (context->cursor.on)
    kb_draw_cursor (cr, &context->view, style, context->pixel_x, context->pixel_y);
  cairo_restore (cr);
}

gboolean
kb_tools_wants_loupe (const KbToolContext *context)
{
  gint far = KB_LOUPE_PIXELS / 2, width, height;

  if (!context->has_pointer || context->panning || !kb_tool_context_size (context, &width, &height))
    return FALSE;
  if (context->loupe_held)
    return TRUE;
  /* Where it would show something of the frame. */
  return context->loupe && !kb_tool_context_track (context) && context->view.scale < LOUPE_BELOW
         && context->tool->flags & KB_TOOL_PLACES && context->pixel_x >= -far
         && context->pixel_y >= -far && context->pixel_x < width + far
         && context->pixel_y < height + far;
}

void
kb_tools_draw_loupe (KbToolContext *context, cairo_t *cr, const KbScene *scene)
{
  if (kb_tools_wants_loupe (context))
    kb_draw_loupe (cr, scene, context->pixel_x, context->pixel_y, context->pointer);
}

/* SPDX-License-Identifier: MIT */
/* Keys common to all tools: they move the cursor, press at it, or change the selection. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/paint/marks.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"
#include "tools/tools.h"

static KbVec
cursor_place (const KbToolContext *context)
{
  return kb_view_to_canvas (
    &context->view, (KbVec) { context->pointer.cursor.x + 0.5, context->pointer.cursor.y + 0.5 });
}

/* Pans until the pixel and some of its surroundings are in view. */
static void
follow_cursor (KbToolContext *context)
{
  KbView *view = &context->view;
  KbVec p = cursor_place (context);
  double margin = MIN (48, MIN (view->width, view->height) / 4.0), dx = 0, dy = 0;

  if (view->width <= 0 || view->height <= 0)
    return;
  dx = p.x < view->inset + margin   ? view->inset + margin - p.x
       : p.x > view->width - margin ? view->width - margin - p.x
                                    : 0;
  dy = p.y < view->inset + margin    ? view->inset + margin - p.y
       : p.y > view->height - margin ? view->height - margin - p.y
                                     : 0;
  if (dx == 0 && dy == 0)
    return;
  kb_view_pan (view, dx, dy);
  context->pointer.canvas = cursor_place (context);
  kb_tool_context_changed (context, KB_TOOLS_VIEW);
}

static void
cursor_motion (KbToolContext *context, guint modifiers)
{
  KbPointerEvent event = { .modifiers = modifiers };

  follow_cursor (context);
  event.canvas = cursor_place (context);
  kb_tools_motion_at (context, &event);
}

void
kb_tools_show_cursor (KbToolContext *context)
{
  if (context->pointer.cursor.on || !kb_tools_is_shown (context))
    return;
  if (context->pointer.over)
    kb_view_pixel_at (&context->view, context->pointer.canvas, &context->pointer.cursor.x,
                      &context->pointer.cursor.y);
  else
    {
      KbVec p = cursor_place (context);

      /* The last position, if it is still in view. */
      if (p.x < context->view.inset || p.y < context->view.inset || p.x > context->view.width
          || p.y > context->view.height)
        kb_view_pixel_at (&context->view,
                          (KbVec) { (context->view.width + context->view.inset) / 2,
                                   (context->view.height + context->view.inset) / 2 },
                          &context->pointer.cursor.x, &context->pointer.cursor.y);
    }
  context->pointer.cursor.on = TRUE;
  context->pointer.cursor.pressed_x = G_MININT;
  cursor_motion (context, 0);
}

/* Zooming and panning leave the cursor on its pixel. */
static gboolean
cursor_press (KbToolContext *context, guint modifiers)
{
  KbPointerEvent event = { .button = 1, .n_press = 1, .modifiers = modifiers };

  if (!context->pointer.cursor.on)
    {
      kb_tools_show_cursor (context);
      kb_tool_context_status (context, _("Arrow keys move the cursor, Enter presses and releases"));
      return TRUE;
    }
  follow_cursor (context);
  event.canvas = cursor_place (context);
  if (!context->gesture.pressed)
    {
      if (context->pointer.cursor.x == context->pointer.cursor.pressed_x
          && context->pointer.cursor.y == context->pointer.cursor.pressed_y)
        event.n_press = 2;
      context->pointer.cursor.pressed_x = context->pointer.cursor.x;
      context->pointer.cursor.pressed_y = context->pointer.cursor.y;
      context->pointer.cursor.modifiers = modifiers;
      kb_tools_press_at (context, &event);
      if (!context->gesture.pressed || !(context->gesture.tool->flags & KB_TOOL_CLICKS))
        return TRUE;
    }
  event.modifiers |= context->pointer.cursor.modifiers;
  context->pointer.cursor.modifiers = 0;
  kb_tools_release_at (context, &event);
  return TRUE;
}

/* Arrow keys: converts steps of a pixel to steps of a cell along the layer's axes. */
static void
kb_tiles_step (const KbToolContext *context, gint *dx, gint *dy)
{
  const KbLayer *layer = kb_tiles_layer (context);
  KbVec i, j;
  gint by_i = *dx, by_j = *dy;

  if (!layer)
    return;
  kb_layer_axes (layer, &i, &j);
  *dx = (gint) lround (by_i * i.x + by_j * j.x);
  *dy = (gint) lround (by_i * i.y + by_j * j.y);
}

static gboolean
cursor_step (KbToolContext *context, gint dx, gint dy)
{
  if (!context->pointer.cursor.on)
    kb_tools_show_cursor (context);
  else
    {
      if (kb_tools_mode (context) == KB_MODE_TILES)
        kb_tiles_step (context, &dx, &dy);
      context->pointer.cursor.x =
        CLAMP (context->pointer.cursor.x + dx, KB_MIN_COORDINATE, KB_MAX_COORDINATE);
      context->pointer.cursor.y =
        CLAMP (context->pointer.cursor.y + dy, KB_MIN_COORDINATE, KB_MAX_COORDINATE);
      cursor_motion (context, context->gesture.pressed ? context->pointer.cursor.modifiers : 0);
    }
  return TRUE;
}

/* Whether arrow keys move the cursor rather than the selection. */
static gboolean
moves_cursor (const KbToolContext *context, guint modifiers)
{
  if (context->gesture.pressed || modifiers & KB_MOD_ALT || kb_selection_count (context) == 0)
    return TRUE;
  return context->pointer.cursor.on && (context->gesture.tool->flags & KB_TOOL_PLACES);
}

static gboolean
arrow_key (KbToolContext *context, KbKey key, guint modifiers)
{
  static const struct { KbKey key; gint8 dx, dy; } arrows[] = {
    { KB_KEY_LEFT, -1, 0 }, { KB_KEY_RIGHT, 1, 0 }, { KB_KEY_UP, 0, -1 }, { KB_KEY_DOWN, 0, 1 },
  };
  gint by = modifiers & KB_MOD_SHIFT ? 8 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (arrows[i].key == key)
      {
        /* Do not disturb a gesture of the mouse. */
        if (context->gesture.pressed && !context->pointer.cursor.on)
          return TRUE;
        if (!context->gesture.pressed && modifiers & KB_MOD_CONTROL && kb_selection_count (context))
          kb_selection_resize (context, by * arrows[i].dx, by * arrows[i].dy);
        else if (moves_cursor (context, modifiers))
          return cursor_step (context, by * arrows[i].dx, by * arrows[i].dy);
        else
          kb_selection_nudge (context, arrows[i].dx, arrows[i].dy,
                              (modifiers & KB_MOD_SHIFT) != 0);
        return TRUE;
      }
  return FALSE;
}

static gboolean
common_key (KbToolContext *context, KbKey key)
{
  if (key == KB_KEY_ESCAPE && kb_region_set (context))
    {
      kb_region_clear (context);
      return TRUE;
    }
  if (key == KB_KEY_ESCAPE && kb_tiles_selected (context))
    {
      kb_tiles_deselect (context);
      return TRUE;
    }
  if (key == KB_KEY_ESCAPE && kb_selection_count (context) == 0 && context->pointer.cursor.on)
    {
      context->pointer.cursor.on = FALSE;
      context->pointer.over = FALSE;
      context->pointer.hover.id = 0;
      return TRUE;
    }
  if (kb_selection_count (context) == 0)
    return FALSE;
  if (key == KB_KEY_DELETE || key == KB_KEY_BACKSPACE)
    kb_selection_delete_part (context);
  else if (key == KB_KEY_ESCAPE)
    kb_selection_clear (context);
  else
    return FALSE;
  return TRUE;
}

gboolean
kb_tools_key (KbToolContext *context, KbKey key, guint modifiers)
{
  gboolean used = FALSE;

  if (!kb_tools_is_shown (context))
    return FALSE;
  context->pointer.modifiers = modifiers;
  if (key == KB_KEY_ENTER && context->pointer.cursor.on && context->gesture.tool->press)
    used = cursor_press (context, modifiers);
  if (!used)
    used = context->gesture.tool->key_press
           && context->gesture.tool->key_press (context, key, modifiers);
  if (!used)
    used = arrow_key (context, key, modifiers);
  if (!used && kb_tools_busy (context))
    {
      /* During a gesture nothing else may change the document. */
      if (key == KB_KEY_ESCAPE)
        kb_tools_cancel (context);
      used = TRUE;
    }
  if (!used && key == KB_KEY_ENTER && context->gesture.tool->press)
    used = cursor_press (context, modifiers);
  if (!used)
    used = common_key (context, key);
  if (used)
    kb_tool_context_redraw (context);
  return used;
}

/* SPDX-License-Identifier: MIT */
/* The table of tools, and what is the same for all of them. */
#include "tools/tools.h"

#include <string.h>

#include "tools/table.h"

const KbTool *const kb_tools[] = {
  &kb_select_tool,
  &kb_hand_tool,
  &kb_hot_spot_tool,
  &kb_action_point_tool,
  &kb_box_tool,
  &kb_circle_tool,
  &kb_oriented_box_tool,
  &kb_polygon_tool,
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

const KbTool *
kb_tool_by_key (char key)
{
  for (guint i = 0; kb_tools[i]; i++)
    if (kb_tools[i]->key == g_ascii_tolower (key))
      return kb_tools[i];
  return NULL;
}

void
kb_tools_choose (KbToolContext *context, const KbTool *tool)
{
  if (context->tool == tool)
    return;
  kb_tools_cancel (context);
  g_free (context->state);
  context->tool = tool;
  context->state = tool->state_size ? g_malloc0 (tool->state_size) : NULL;
  context->hovered = 0;
  context->hovered_handle = -1;
  kb_tool_context_status (context, NULL);
  kb_tool_context_redraw (context);
}

static void
note_pointer (KbToolContext *context, const KbPointerEvent *event)
{
  context->has_pointer = TRUE;
  context->pointer = event->canvas;
  context->at = kb_view_to_picture (&context->view, event->canvas);
  kb_view_pixel_at (&context->view, event->canvas, &context->pixel_x, &context->pixel_y);
  context->modifiers = event->modifiers;
}

gboolean
kb_tools_press (KbToolContext *context, const KbPointerEvent *event)
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
  if (!kb_tool_context_frame (context))
    return FALSE;
  kb_tool_context_status (context, NULL);
  context->pressed = context->tool->press (context, event);
  kb_tool_context_redraw (context);
  return TRUE;
}

void
kb_tools_motion (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (context->panning)
    {
      kb_view_pan (&context->view, event->canvas.x - context->pan_from.x, event->canvas.y - context->pan_from.y);
      context->pan_from = event->canvas;
      if (context->host && context->host->view_changed)
        context->host->view_changed (context->host_data);
    }
  else
    {
      if (!context->pressed)
        {
          context->hovered = 0;
          context->hovered_handle = -1;
        }
      if (context->tool->motion && kb_tool_context_frame (context))
        context->tool->motion (context, event);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_release (KbToolContext *context, const KbPointerEvent *event)
{
  note_pointer (context, event);
  if (event->button == 2)
    context->panning = FALSE;
  else if (event->button == 1 && context->pressed)
    {
      context->pressed = FALSE;
      if (context->tool->release)
        context->tool->release (context, event);
    }
  kb_tool_context_redraw (context);
}

void
kb_tools_leave (KbToolContext *context)
{
  context->has_pointer = FALSE;
  if (!context->pressed)
    {
      context->hovered = 0;
      context->hovered_handle = -1;
    }
  kb_tool_context_redraw (context);
}

static gboolean
common_key (KbToolContext *context, KbKey key, guint modifiers)
{
  static const struct { KbKey key; gint8 dx, dy; } arrows[] = {
    { KB_KEY_LEFT, -1, 0 }, { KB_KEY_RIGHT, 1, 0 }, { KB_KEY_UP, 0, -1 }, { KB_KEY_DOWN, 0, 1 },
  };
  gint by = modifiers & KB_MOD_SHIFT ? 8 : 1;

  if (kb_selection_count (context) == 0)
    return FALSE;
  if (key == KB_KEY_DELETE || key == KB_KEY_BACKSPACE)
    kb_selection_delete (context);
  else if (key == KB_KEY_ESCAPE)
    kb_selection_clear (context);
  else
    {
      guint i;

      for (i = 0; i < G_N_ELEMENTS (arrows) && arrows[i].key != key; i++)
        ;
      if (i == G_N_ELEMENTS (arrows))
        return FALSE;
      kb_selection_nudge (context, by * arrows[i].dx, by * arrows[i].dy);
    }
  return TRUE;
}

gboolean
kb_tools_key (KbToolContext *context, KbKey key, guint modifiers)
{
  gboolean used;

  if (!kb_tool_context_frame (context))
    return FALSE;
  context->modifiers = modifiers;
  used = context->tool->key_press && context->tool->key_press (context, key, modifiers);
  if (!used && kb_tools_busy (context))
    {
      /* Nothing else may change the document in the middle of a gesture. */
      if (key == KB_KEY_ESCAPE)
        kb_tools_cancel (context);
      used = TRUE;
    }
  if (!used)
    used = common_key (context, key, modifiers);
  if (used)
    kb_tool_context_redraw (context);
  return used;
}

void
kb_tools_cancel (KbToolContext *context)
{
  context->pressed = FALSE;
  context->panning = FALSE;
  if (context->tool->cancel)
    context->tool->cancel (context);
  kb_tool_context_redraw (context);
}

gboolean
kb_tools_busy (const KbToolContext *context)
{
  return context->pressed || (context->tool->busy && context->tool->busy (context));
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
  if (!context->tool->draw || !kb_tool_context_frame (context))
    return;
  cairo_save (cr);
  context->tool->draw (context, cr);
  cairo_restore (cr);
}

/* SPDX-License-Identifier: MIT */
/* Drawing a new shape. */
#include "tools/private.h"

#include <glib/gi18n.h>

#include "tools/snap.h"

guint32
kb_create_colour (const KbToolContext *context)
{
  const KbProject *project = kb_document_project (context->document);
  const KbNode *node =
    context->next.class_id ? kb_document_node (context->document, context->next.class_id) : NULL;

  if (!node && kb_count (project->classes))
    node = &kb_class_at (project, 0)->node;
  return node ? ((const KbClass *) node)->colour | 0xff : kb_colour_for_class (NULL, 0);
}

gboolean
kb_create_insert_all (KbToolContext *context, const char *label, const KbGeometry *geometries,
                      guint n)
{
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  GError *error = NULL;
  KbId class_id, id;

  kb_document_begin (context->document, label);
  id = class_id = kb_tool_context_class (context, &kb_shape_kind, &error);
  for (guint i = 0; i < n && id; i++)
    {
      const KbClass *class = (const KbClass *) kb_document_node (context->document, class_id);

      id = kb_document_insert (context->document, context->shown.frame_id, "shapes", -1,
                               json_pack ("{ss so}", "class", class->name, "geometry",
                                          kb_geometry_to_json (&geometries[i])), &error);
      g_array_append_val (made, id);
    }
  if (!id)
    {
      kb_selection_finish (context, FALSE, error);
      return FALSE;
    }
  kb_document_end (context->document);
  KB_EACH_ID (new_id, made)
    if (new_id_at == 0)
      kb_selection_set (context, new_id);
    else
      kb_selection_add (context, new_id);
  return made->len > 0;
}

KbId
kb_create_insert (KbToolContext *context, const KbGeometry *geometry)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);

  return kb_create_insert_all (context, _(kind->drawn), geometry, 1)
           ? g_array_index (context->selection.ids, KbId, 0)
           : 0;
}

gboolean
kb_create_press (KbToolContext *context, const KbPointerEvent *event)
{
  KbCreate *create = context->gesture.state;
  int handle = kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH);

  if (handle >= 0)
    {
      kb_transform_begin (context, &create->transform, handle);
      return TRUE;
    }
  kb_snap_gather (context, FALSE);
  create->active = TRUE;
  create->dragged = FALSE;
  create->from = context->pointer.at;
  create->from_canvas = event->canvas;
  kb_geometry_clear (&create->preview);
  return TRUE;
}

void
kb_create_motion (KbToolContext *context, const KbPointerEvent *event)
{
  KbCreate *create = context->gesture.state;

  if (create->transform.active)
    kb_transform_update (context, &create->transform);
  else if (create->active)
    {
      if (!create->dragged && !kb_pointer_left (&context->pointer, create->from_canvas))
        return;
      create->dragged = TRUE;
      kb_geometry_clear (&create->preview);
      context->gesture.tool->make_shape (context, create->from, context->pointer.at,
                                         &create->preview);
      kb_geometry_kind (create->preview.type)->snap (&create->preview);
    }
  else
    context->pointer.hover.handle =
      kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH);
}

void
kb_create_release (KbToolContext *context, const KbPointerEvent *event)
{
  KbCreate *create = context->gesture.state;

  kb_create_motion (context, event);
  if (create->transform.active)
    kb_transform_end (context, &create->transform);
  else if (create->active && create->dragged)
    {
      if (kb_create_insert (context, &create->preview) && context->options.shape_through)
        kb_tool_context_changed (context, KB_TOOLS_PLACED);
    }
  else if (create->active)
    {
      /* A plain click selects, so that a shape can be corrected without changing tools. */
      g_autoptr (GArray) things = kb_things_at (context, event->canvas);
      kb_selection_set (context, things->len ? g_array_index (things, KbId, 0) : 0);
    }
  kb_create_cancel (context);
}

void
kb_create_cancel (KbToolContext *context)
{
  KbCreate *create = context->gesture.state;

  kb_transform_cancel (context, &create->transform);
  kb_geometry_clear (&create->preview);
  create->active = FALSE;
  create->dragged = FALSE;
}

const char *
kb_create_cursor (const KbToolContext *context)
{
  const KbCreate *create = context->gesture.state;

  return kb_transform_cursor (context, create->transform.active ? create->transform.handle
                                                                : context->pointer.hover.handle);
}

void
kb_create_draw (KbToolContext *context, cairo_t *cr)
{
  const KbCreate *create = context->gesture.state;

  kb_transform_draw (context, &create->transform, cr);
  if (!create->active || !create->dragged || !create->preview.n)
    return;
  kb_draw_geometry (cr, &context->view, context->style, &create->preview,
                    kb_create_colour (context), KB_MARK_SELECTED);
  g_autofree char *text = kb_geometry_text (&create->preview);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
}

/* SPDX-License-Identifier: MIT */
/* The chosen corner of a selected polygon; removing corners. */
#include <glib/gi18n.h>

#include "tools/selection.h"

int
kb_selection_corner (const KbToolContext *context)
{
  const KbShape *shape = kb_selection_single_shape (context);

  return shape && kb_geometry_has_corners (&shape->geometry)
             && context->selection.corner < (int) shape->geometry.n / 2
           ? context->selection.corner
           : -1;
}

void
kb_selection_set_corner (KbToolContext *context, int corner)
{
  if (context->selection.corner == corner)
    return;
  context->selection.corner = corner;
  kb_tool_context_changed (context, KB_TOOLS_SELECTION);
  kb_tool_context_redraw (context);
}

void
kb_selection_remove_corner (KbToolContext *context, guint corner)
{
  const KbShape *shape = kb_selection_single_shape (context);
  g_auto (KbGeometry) geometry = { 0 };
  GError *error = NULL;

  if (!shape || !kb_geometry_has_corners (&shape->geometry) || 2 * corner >= shape->geometry.n)
    return;
  if (shape->geometry.n <= 6)
    {
      kb_tool_context_status (context, _("A polygon needs at least three corners"));
      return;
    }
  kb_geometry_copy (&geometry, &shape->geometry);
  for (guint i = 2 * corner; i + 2 < geometry.n; i++)
    geometry.v[i] = geometry.v[i + 2];
  geometry.n -= 2;
  if (kb_geometry_fault (&geometry))
    kb_tool_context_status (context, _("Without this corner the polygon would cross itself"));
  else
    {
      kb_document_begin (context->document, _("Remove corner"));
      kb_document_set (context->document, shape->node.id, "geometry",
                       kb_geometry_to_json (&geometry), &error);
      kb_document_end (context->document);
      kb_tool_context_report (context, error);
    }
}

void
kb_selection_delete_part (KbToolContext *context)
{
  const KbShape *shape = kb_selection_single_shape (context);
  int corner = kb_selection_corner (context);

  if (corner < 0 && shape && kb_geometry_has_corners (&shape->geometry))
    corner = context->pointer.hover.handle;
  if (corner < 0)
    kb_selection_delete (context);
  else if (kb_selection_is_locked (context, shape->node.id))
    kb_tool_context_status (context, _("The class is locked or hidden"));
  else
    {
      kb_selection_remove_corner (context, (guint) corner);
      kb_selection_set_corner (context, -1);
    }
}

/* SPDX-License-Identifier: MIT */
/* Keyboard equivalents of handles and clicks: resizing and turning. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"

typedef struct {
  gint dx, dy;             /* pixels to grow by */
  gint steps;              /* of the turn, clockwise */
  int corner;              /* of the only selected polygon, which is moved; -1: none */
} Change;

/* Returns FALSE when this kind of shape cannot change like that. */
typedef gboolean (*Changer) (KbGeometry *geometry, const Change *change, double scale);

static gboolean
resize (KbGeometry *geometry, const Change *change, double scale)
{
  return kb_geometry_kind (geometry->type)
    ->grow (geometry, change->dx, change->dy, change->corner);
}

/* Like dragging the handle with Control: to the next multiple of 15 degrees. */
static gboolean
turn (KbGeometry *geometry, const Change *change, double scale)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  double old = kb_geometry_degrees (geometry);
  double a = change->steps > 0 ? floor (old / 15 + 1) * 15 - old : ceil (old / 15 - 1) * 15 - old;
  KbBounds bounds = kind->bounds (geometry);
  KbGeometry result = { 0 };

  if (!kind->rotation_handle)
    return FALSE;
  KbVec middle = (KbVec) { (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2 };
  KbVec at = kind->handle (geometry, kind->rotation_handle, scale);
  KbVec d = (KbVec) { at.x - middle.x, at.y - middle.y };
  a *= G_PI / 180;
  kind->drag_handle (
    geometry, kind->rotation_handle,
    (KbVec) { middle.x + d.x * cos (a) - d.y * sin (a), middle.y + d.x * sin (a) + d.y * cos (a) },
    TRUE, &result);
  kb_geometry_clear (geometry);
  *geometry = result;
  return TRUE;
}

/* Requires an open step. */
static void
change_all (KbToolContext *context, Changer changer, const Change *change, const char *none)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  GError *error = NULL;
  gboolean done = TRUE, any = ids->len == 0;

  KB_EACH_ID_WHILE (done, id, ids)
    {
      KbNode *node = kb_document_node (context->document, id);
      g_auto (KbGeometry) geometry = { 0 };

      if (!kb_node_is (node, &kb_shape_kind))
        continue;
      kb_geometry_copy (&geometry, &((KbShape *) node)->geometry);
      if (changer (&geometry, change, context->view.scale))
        {
          any = TRUE;
          done = kb_document_set (context->document, node->id, "geometry",
                                  kb_geometry_to_json (&geometry), &error);
        }
    }
  kb_selection_finish (context, done, error);
  if (!any)
    kb_tool_context_status (context, none);
}

void
kb_frame_selection_resize (KbToolContext *context, gint dx, gint dy)
{
  Change change = { .dx = dx, .dy = dy, .corner = kb_selection_corner (context) };
  g_autofree char *label = kb_selection_label (context, _("Resize %s"));

  kb_document_begin_merging (context->document, label, 0);
  change_all (context, resize, &change, _("Choose a corner of the polygon to move it"));
}

void
kb_frame_selection_turn (KbToolContext *context, gint steps)
{
  Change change = { .steps = steps };
  g_autofree char *label = kb_selection_label (context, _("Rotate %s"));

  kb_document_begin (context->document, label);
  change_all (context, turn, &change, _("Only boxes can be turned"));
}

/* SPDX-License-Identifier: MIT */
/* Previews of results computed from the picture. */
#include "tools/preview.h"

#include <math.h>

#include "tools/private.h"

static void
geometry_clear (gpointer data)
{
  kb_geometry_clear (data);
}

static void
preview_free (KbPreview *preview)
{
  g_array_unref (preview->ids);
  g_array_unref (preview->geometries);
  g_free (preview);
}

/* Replaces the old one. */
static KbPreview *
begin_preview (KbToolContext *context, KbOperationType type)
{
  KbPreview *preview = g_new0 (KbPreview, 1);

  kb_preview_end (context);
  preview->type = type;
  preview->ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  preview->geometries = g_array_new (FALSE, TRUE, sizeof (KbGeometry));
  g_array_set_clear_func (preview->geometries, geometry_clear);
  context->preview = preview;
  return preview;
}

static void
add_box (KbPreview *preview, const KbBox *box)
{
  KbGeometry geometry;

  kb_geometry_init_box (&geometry, box->x, box->y, box->w, box->h);
  g_array_append_val (preview->geometries, geometry);
}

static KbPicture *
frame_picture (KbToolContext *context)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  GError *error = NULL;
  KbPicture *picture = frame ? kb_document_frame_picture (context->document, frame, &error) : NULL;

  kb_tool_context_report (context, error);
  return picture;
}

/* Ends an empty preview; shows any other. */
static gboolean
finish_preview (KbToolContext *context)
{
  if (context->preview->geometries->len == 0)
    {
      kb_preview_end (context);
      return FALSE;
    }
  kb_tool_context_redraw (context);
  return TRUE;
}

gboolean
kb_preview_shrink (KbToolContext *context)
{
  g_autoptr (KbPicture) picture = frame_picture (context);
  KbPreview *preview = begin_preview (context, KB_OPERATION_SHRINK);

  if (picture)
    KB_EACH_ID (id, context->selection.ids)
      {
        const KbShape *shape = (const KbShape *) kb_document_node (context->document, id);
        KbBox box, shrunk;

        if (!kb_node_is (KB_NODE (shape), &kb_shape_kind)
            || !kb_geometry_kind (shape->geometry.type)->pixels
            || kb_selection_is_locked (context, id))
          continue;
        kb_geometry_pixel_box (&shape->geometry, &box.x, &box.y, &box.w, &box.h);
        if (!kb_shrink_box (picture, kb_tool_context_alpha (context), &box, &shrunk)
            || (shrunk.x == box.x && shrunk.y == box.y && shrunk.w == box.w && shrunk.h == box.h))
          continue;
        g_array_append_val (preview->ids, id);
        add_box (preview, &shrunk);
      }
  return finish_preview (context);
}

gboolean
kb_preview_area (const KbToolContext *context, KbBox *area)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  gboolean any = FALSE;
  gint x1 = 0, y1 = 0;

  if (!frame)
    return FALSE;
  KB_EACH_ID (id, context->selection.ids)
    {
      const KbShape *shape = (const KbShape *) kb_document_node (context->document, id);
      gint x, y, w, h;

      if (!kb_node_is (KB_NODE (shape), &kb_shape_kind))
        continue;
      kb_geometry_pixel_box (&shape->geometry, &x, &y, &w, &h);
      area->x = any ? MIN (area->x, x) : x;
      area->y = any ? MIN (area->y, y) : y;
      x1 = any ? MAX (x1, x + w) : x + w;
      y1 = any ? MAX (y1, y + h) : y + h;
      any = TRUE;
    }
  if (any)
    {
      area->w = x1 - area->x;
      area->h = y1 - area->y;
    }
  else if (context->selection.band.w > 0 && context->selection.band.h > 0)
    *area = context->selection.band;
  else
    *area = (KbBox) { 0, 0, frame->width, frame->height };
  return TRUE;
}

gboolean
kb_preview_cover (KbToolContext *context, guint k)
{
  g_autoptr (KbPicture) picture = frame_picture (context);
  KbPreview *preview = begin_preview (context, KB_OPERATION_COVER);

  preview->k = k = CLAMP (k, 1, KB_COVER_BOXES);
  if (picture && kb_preview_area (context, &preview->area)
      && kb_cover (picture, kb_tool_context_alpha (context), &preview->area, k, &preview->cover))
    for (guint i = 0; i < preview->cover.n; i++)
      add_box (preview, &preview->cover.boxes[i]);
  return finish_preview (context);
}

gboolean
kb_preview_apply (KbToolContext *context)
{
  KbPreview *preview = context->preview;
  GError *error = NULL;
  gboolean done;

  if (!preview)
    return FALSE;
  /* The preview's own change must not end it. */
  context->preview = NULL;
  kb_tools_cancel (context);
  if (preview->type == KB_OPERATION_SHRINK)
    {
      done = kb_apply_shrink (context->document, (const KbId *) (const void *) preview->ids->data,
                              preview->ids->len, kb_tool_context_alpha (context), &error);
      kb_tool_context_report (context, error);
    }
  else
    done = kb_create_insert_all (context, kb_operation_label (preview->type),
                                 (const KbGeometry *) (const void *) preview->geometries->data,
                                 preview->geometries->len);
  preview_free (preview);
  kb_tool_context_redraw (context);
  return done;
}

void
kb_preview_end (KbToolContext *context)
{
  KbPreview *preview = context->preview;

  if (!preview)
    return;
  context->preview = NULL;
  preview_free (preview);
  kb_tool_context_redraw (context);
}

/* SPDX-License-Identifier: MIT */
/* Moving and handle drags. */
#include "tools/transform.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct {
  KbId id;
  KbGeometry geometry;   /* of a shape */
  KbPixel at;            /* of a point or the hot spot */
} Start;

static void
start_clear (gpointer data)
{
  kb_geometry_clear (&((Start *) data)->geometry);
}

int
kb_transform_handle_at (const KbToolContext *context, KbVec canvas)
{
  const KbShape *shape = kb_selection_single_shape (context);

  if (!shape || g_hash_table_contains (context->locked_classes, GUINT_TO_POINTER (shape->class_id)) ||
      g_hash_table_contains (context->hidden_classes, GUINT_TO_POINTER (shape->class_id)))
    return -1;
  return kb_handle_at (&context->view, &shape->geometry, canvas);
}

/* By where the handle lies from the middle, so that turned boxes get the right arrows too. */
const char *
kb_transform_cursor (const KbToolContext *context, int handle)
{
  static const char *const cursors[8] = {
    "ew-resize", "nwse-resize", "ns-resize", "nesw-resize", "ew-resize", "nwse-resize", "ns-resize", "nesw-resize",
  };
  const KbShape *shape = kb_selection_single_shape (context);
  const KbShapeKind *kind;
  KbBounds bounds;
  KbVec at;

  if (!shape || handle < 0)
    return NULL;
  kind = kb_geometry_kind (shape->geometry.type);
  if (shape->geometry.type == KB_SHAPE_POLYGON)
    return "crosshair";
  if (handle == 8)
    return "grab";
  bounds = kind->bounds (&shape->geometry);
  at = kind->handle (&shape->geometry, (guint) handle, context->view.scale);
  at.x -= (bounds.x0 + bounds.x1) / 2;
  at.y -= (bounds.y0 + bounds.y1) / 2;
  /* Corners of long boxes still get the diagonal arrow. */
  if (shape->geometry.type == KB_SHAPE_BOX)
    {
      at.x = (at.x > 0) - (at.x < 0);
      at.y = (at.y > 0) - (at.y < 0);
    }
  return cursors[((int) floor (atan2 (at.y, at.x) / (G_PI / 4) + 0.5) + 8) % 8];
}

void
kb_transform_begin (KbToolContext *context, KbTransform *transform, int handle)
{
  kb_transform_cancel (context, transform);
  transform->active = TRUE;
  transform->handle = handle;
  transform->from_canvas = context->pointer;
  transform->from = context->at;
  transform->grip = (KbVec) { 0, 0 };
  transform->starts = g_array_new (FALSE, TRUE, sizeof (Start));
  g_array_set_clear_func (transform->starts, start_clear);
  for (guint i = 0; i < context->selected->len; i++)
    {
      Start start = { g_array_index (context->selected, KbId, i) };
      const KbNode *node = kb_document_node (context->document, start.id);

      if (!node)
        continue;
      if (node->kind == &kb_shape_kind)
        kb_geometry_copy (&start.geometry, &((const KbShape *) node)->geometry);
      else if (node->kind == &kb_point_kind)
        start.at = ((const KbPoint *) node)->at;
      else if (node->kind == &kb_frame_kind)
        start.at = ((const KbFrame *) node)->hot_spot;
      g_array_append_val (transform->starts, start);
    }
  if (handle >= 0 && transform->starts->len == 1)
    {
      const KbGeometry *geometry = &g_array_index (transform->starts, Start, 0).geometry;
      KbVec at = kb_geometry_kind (geometry->type)->handle (geometry, (guint) handle, context->view.scale);

      transform->grip = (KbVec) { context->at.x - at.x, context->at.y - at.y };
    }
}

void
kb_transform_take_step (KbTransform *transform)
{
  transform->in_step = TRUE;
}

static void
set_geometry (KbToolContext *context, KbTransform *transform, KbId id, const KbGeometry *geometry)
{
  g_autoptr (GError) error = NULL;

  kb_geometry_clear (&transform->refused);
  if (kb_document_set (context->document, id, "geometry", kb_geometry_to_json (geometry), &error))
    {
      kb_tool_context_status (context, NULL);
      return;
    }
  kb_geometry_copy (&transform->refused, geometry);
  kb_tool_context_status (context, kb_geometry_fault (geometry) ? _(kb_geometry_fault (geometry)) : error->message);
}

static void
drag_handle (KbToolContext *context, KbTransform *transform)
{
  const Start *start = &g_array_index (transform->starts, Start, 0);
  const KbShapeKind *kind = kb_geometry_kind (start->geometry.type);
  KbVec p = { context->at.x - transform->grip.x, context->at.y - transform->grip.y };
  gboolean keep = (context->modifiers & (KB_MOD_SHIFT | KB_MOD_CONTROL)) != 0;
  KbGeometry result = { 0 };

  if (start->geometry.type == KB_SHAPE_POLYGON)
    keep = context->snap_to_pixels && !(context->modifiers & KB_MOD_CONTROL);
  kind->drag_handle (&start->geometry, (guint) transform->handle, p, keep, &result);
  set_geometry (context, transform, start->id, &result);
  kb_geometry_clear (&result);
}

static void
move_all (KbToolContext *context, KbTransform *transform)
{
  double dx = floor (context->at.x - transform->from.x + 0.5), dy = floor (context->at.y - transform->from.y + 0.5);

  if (context->modifiers & KB_MOD_SHIFT)
    {
      if (fabs (dx) >= fabs (dy))
        dy = 0;
      else
        dx = 0;
    }
  for (guint i = 0; i < transform->starts->len; i++)
    {
      const Start *start = &g_array_index (transform->starts, Start, i);
      const KbNode *node = kb_document_node (context->document, start->id);

      if (!node)
        continue;
      if (node->kind == &kb_shape_kind)
        {
          KbGeometry geometry = { 0 };

          kb_geometry_copy (&geometry, &start->geometry);
          kb_geometry_kind (geometry.type)->translate (&geometry, dx, dy);
          set_geometry (context, transform, start->id, &geometry);
          kb_geometry_clear (&geometry);
        }
      else if (start->at.set || node->kind == &kb_point_kind)
        {
          GError *error = NULL;

          if (!kb_document_set (context->document, start->id, node->kind == &kb_point_kind ? "at" : "hot_spot",
                                json_pack ("[ii]", start->at.x + (int) dx, start->at.y + (int) dy), &error))
            kb_tool_context_report (context, error);
        }
    }
}

void
kb_transform_update (KbToolContext *context, KbTransform *transform)
{
  if (!transform->active || transform->starts->len == 0)
    return;
  if (!transform->started)
    {
      if (hypot (context->pointer.x - transform->from_canvas.x, context->pointer.y - transform->from_canvas.y) <
          KB_CLICK_SLACK)
        return;
      transform->started = TRUE;
      if (!transform->in_step)
        {
          const KbShape *shape = kb_selection_single_shape (context);

          kb_document_begin (context->document,
                             transform->handle < 0 ? _("Move")
                             : shape && shape->geometry.type == KB_SHAPE_POLYGON ? _("Move corner")
                             : transform->handle == 8 ? _("Rotate") : _("Resize"));
          transform->in_step = TRUE;
        }
    }
  if (transform->handle >= 0)
    drag_handle (context, transform);
  else
    move_all (context, transform);
}

static void
reset (KbTransform *transform)
{
  g_clear_pointer (&transform->starts, g_array_unref);
  kb_geometry_clear (&transform->refused);
  *transform = (KbTransform) { 0 };
}

gboolean
kb_transform_end (KbToolContext *context, KbTransform *transform)
{
  gboolean started = transform->started;

  if (transform->in_step)
    kb_document_end (context->document);
  if (transform->refused.n)
    kb_tool_context_status (context, NULL);
  reset (transform);
  return started;
}

void
kb_transform_cancel (KbToolContext *context, KbTransform *transform)
{
  if (transform->in_step)
    kb_document_cancel (context->document);
  reset (transform);
}

void
kb_transform_draw (KbToolContext *context, const KbTransform *transform, cairo_t *cr)
{
  const KbShape *shape = kb_selection_single_shape (context);
  g_autofree char *text = NULL;

  if (!transform->active || !transform->started)
    return;
  if (transform->refused.n)
    kb_draw_geometry (cr, &context->view, context->style, &transform->refused, context->style->wrong, KB_MARK_WRONG);
  if (transform->handle >= 0 && shape && shape->geometry.type == KB_SHAPE_POLYGON)
    {
      KbVec at = kb_geometry_kind (KB_SHAPE_POLYGON)->handle (&shape->geometry, (guint) transform->handle, 1);
      text = g_strdup_printf ("%g, %g", at.x, at.y);
    }
  else if (transform->handle >= 0 && shape)
    text = kb_geometry_size_text (&shape->geometry);
  else
    text = g_strdup_printf ("%+.0f, %+.0f", floor (context->at.x - transform->from.x + 0.5),
                            floor (context->at.y - transform->from.y + 0.5));
  kb_draw_note (cr, &context->view, context->style, context->pointer, text, context->style->pill_text);
}

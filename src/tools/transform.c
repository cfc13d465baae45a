/* SPDX-License-Identifier: MIT */
/* Moving and handle drags. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/part.h"
#include "tools/private.h"
#include "tools/selection.h"
#include "tools/snap.h"
#include "tools/tools.h"

typedef struct {
  KbId id;
  KbGeometry geometry;   /* see kb_part_geometry */
} Start;

static void
start_clear (gpointer data)
{
  kb_geometry_clear (&((Start *) data)->geometry);
}

int
kb_transform_handle_at (const KbToolContext *context, KbVec canvas, double reach)
{
  const KbShape *shape = kb_selection_single_shape (context);

  if (!shape || !kb_tool_context_is_open (context, shape->class_id))
    return -1;
  return kb_handle_at (&context->view, &shape->geometry, canvas, reach);
}

/* From the handle's direction as seen from the middle, so that turned boxes get the right arrows
 * too. */
const char *
kb_transform_cursor (const KbToolContext *context, int handle)
{
  static const char *const cursors[8] = {
    "ew-resize", "nwse-resize", "ns-resize", "nesw-resize",
    "ew-resize", "nwse-resize", "ns-resize", "nesw-resize",
  };
  const KbShape *shape = kb_selection_single_shape (context);

  if (!shape || handle < 0)
    return NULL;
  const KbShapeKind *kind = kb_geometry_kind (shape->geometry.type);
  if (kb_geometry_has_corners (&shape->geometry))
    return "crosshair";
  if (kb_handle_rotates (&shape->geometry, (guint) handle))
    return "grab";
  KbBounds bounds = kind->bounds (&shape->geometry);
  KbVec at = kind->handle (&shape->geometry, (guint) handle, context->view.scale);
  at.x -= (bounds.x0 + bounds.x1) / 2;
  at.y -= (bounds.y0 + bounds.y1) / 2;
  /* Corners of long boxes still get the diagonal arrow. */
  if (kind->pixels)
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
  transform->from_canvas = context->pointer.canvas;
  transform->from = context->pointer.at;
  transform->grip = (KbVec) { 0, 0 };
  kb_snap_gather (context, TRUE);
  transform->starts = g_array_new (FALSE, TRUE, sizeof (Start));
  g_array_set_clear_func (transform->starts, start_clear);
  KB_EACH_ID (id, context->selection.ids)
    {
      Start start = { id };
      const KbNode *node = kb_document_node (context->document, start.id);

      if (node && !kb_selection_is_locked (context, start.id)
          && kb_part_geometry (node, &start.geometry))
        g_array_append_val (transform->starts, start);
    }
  if (handle >= 0 && transform->starts->len == 1)
    {
      const KbGeometry *geometry = &g_array_index (transform->starts, Start, 0).geometry;
      KbVec at =
        kb_geometry_kind (geometry->type)->handle (geometry, (guint) handle, context->view.scale);

      transform->grip = (KbVec) { context->pointer.at.x - at.x, context->pointer.at.y - at.y };
    }
}

static void
put_transformed (KbToolContext *context, KbTransform *transform, KbId id,
                 const KbGeometry *geometry)
{
  g_autoptr (GError) error = NULL;

  kb_geometry_clear (&transform->refused);
  if (kb_part_put (context->document, id, geometry, &error))
    {
      kb_tool_context_status (context, NULL);
      return;
    }
  kb_geometry_copy (&transform->refused, geometry);
  kb_tool_context_report (context, g_steal_pointer (&error));
}

/* The parts of the bounds that move with a handle, per axis: by its side of the middle. */
static void
parts_of_handle (const KbGeometry *geometry, KbVec handle, guint parts[2])
{
  KbBounds b = kb_geometry_kind (geometry->type)->bounds (geometry);
  const double off[2] = { handle.x - (b.x0 + b.x1) / 2, handle.y - (b.y0 + b.y1) / 2 };

  for (guint axis = 0; axis < 2; axis++)
    parts[axis] = off[axis] > 1e-6 ? KB_PART_HIGH : off[axis] < -1e-6 ? KB_PART_LOW : 0;
}

/* Sizes are whole pixels: only lines a whole number of pixels from the fixed side are used. */
static void
snap_size (KbToolContext *context, const KbGeometry *start, KbVec at, const guint parts[2],
           KbVec *p)
{
  for (guint axis = 0; axis < 2; axis++)
    {
      double fixed = axis == 0 ? 2 * start->v[0] - at.x : 2 * start->v[1] - at.y,
             *to = axis == 0 ? &p->x : &p->y;
      double by = *to - fixed;

      if (parts[axis] && kb_snap_on (context)
          && kb_snap_shift (context->options.snap.lines[axis], &fixed, 1,
                            kb_snap_reach (context, 1), 1, &by))
        *to = fixed + by;
    }
}

/* Snaps p to nearby lines if the handle pulls upright or level sides. */
static void
snap_handle (KbToolContext *context, const KbGeometry *start, guint handle, gboolean keep, KbVec *p)
{
  const KbShapeKind *kind = kb_geometry_kind (start->type);
  KbVec at = kind->handle (start, handle, context->view.scale);
  guint parts[2];

  if (kb_geometry_has_corners (start))
    {
      kb_snap_place (context, 3, context->options.snap.to_pixels ? 1 : 1.0 / 256, p);
      return;
    }
  /* Boxes keep their proportions instead. */
  if (kind->rotation_handle && keep)
    return;
  parts_of_handle (start, at, parts);
  if (kind->handle_step > 0)
    kb_snap_place (context, (parts[0] ? 1 : 0) | (parts[1] ? 2 : 0), kind->handle_step, p);
  else if (fmod (kb_geometry_degrees (start), 90) == 0)
    snap_size (context, start, at, parts, p);
}

/* Guides for the dragged part on a line: a polygon's corner; for a box pulled over its opposite
 * side, the other edge. */
static void
show_handle (KbToolContext *context, const KbGeometry *result, guint handle)
{
  const KbShapeKind *kind = kb_geometry_kind (result->type);
  KbVec at = kind->handle (result, handle, context->view.scale);
  KbBounds b = kind->bounds (result);
  guint parts[2];

  if (kb_geometry_has_corners (result))
    {
      kb_snap_show (context, (KbBounds) { at.x, at.y, at.x, at.y }, KB_PART_LOW, KB_PART_LOW);
      return;
    }
  parts_of_handle (result, at, parts);
  /* A circle grows on all sides. */
  if (kind->centred && !kind->rotation_handle)
    parts[0] = parts[1] = KB_PART_LOW | KB_PART_HIGH;
  else
    for (guint axis = 0; axis < 2; axis++)
      if (parts[axis])
        parts[axis] = KB_PART_ALL;
  kb_snap_show (context, b, parts[0], parts[1]);
}

static void
drag_transform_handle (KbToolContext *context, KbTransform *transform)
{
  const Start *start = &g_array_index (transform->starts, Start, 0);
  const KbShapeKind *kind = kb_geometry_kind (start->geometry.type);
  guint handle = (guint) transform->handle;
  KbVec p = { context->pointer.at.x - transform->grip.x,
              context->pointer.at.y - transform->grip.y };
  gboolean turns = kb_handle_rotates (&start->geometry, handle);
  /* For rotation Control means steps; elsewhere it suspends snapping, and Shift keeps
   * proportions. */
  gboolean keep =
    (context->pointer.modifiers & (turns ? KB_MOD_SHIFT | KB_MOD_CONTROL : KB_MOD_SHIFT)) != 0;
  g_auto (KbGeometry) result = { 0 };

  if (kb_geometry_has_corners (&start->geometry))
    keep = context->options.snap.to_pixels && !(context->pointer.modifiers & KB_MOD_CONTROL);
  if (!turns)
    snap_handle (context, &start->geometry, handle, keep, &p);
  kind->drag_handle (&start->geometry, handle, p, keep, &result);
  put_transformed (context, transform, start->id, &result);
  if (!transform->refused.n && !turns)
    show_handle (context, &result, handle);
}

/* The bounds of everything that moves. FALSE when there is nothing. */
static gboolean
starts_bounds (const KbToolContext *context, const KbTransform *transform, KbBounds *bounds)
{
  gboolean any = FALSE;

  KB_EACH_IN (const Start, start, transform->starts)
    {
      KbBounds b = kb_geometry_kind (start->geometry.type)->bounds (&start->geometry);

      if (!kb_document_node (context->document, start->id))
        continue;
      if (!any)
        *bounds = b;
      *bounds = (KbBounds) { MIN (bounds->x0, b.x0), MIN (bounds->y0, b.y0), MAX (bounds->x1, b.x1),
                            MAX (bounds->y1, b.y1) };
      any = TRUE;
    }
  return any;
}

/* Shifts `bounds` by whole pixels; rounds where no line is near. `axes`: bit 0 x, bit 1 y. */
static void
kb_snap_move (const KbToolContext *context, KbBounds bounds, guint axes, double *dx, double *dy)
{
  const double references[2][3] = { { bounds.x0, (bounds.x0 + bounds.x1) / 2, bounds.x1 },
                                    { bounds.y0, (bounds.y0 + bounds.y1) / 2, bounds.y1 } };
  double *by[2] = { dx, dy };

  for (guint axis = 0; axis < 2; axis++)
    if (!(axes & 1u << axis) || !kb_snap_on (context)
        || !kb_snap_shift (context->options.snap.lines[axis], references[axis], 3,
                           kb_snap_reach (context, 1), 1, by[axis]))
      *by[axis] = floor (*by[axis] + 0.5);
}

static void
move_all (KbToolContext *context, KbTransform *transform)
{
  double dx = context->pointer.at.x - transform->from.x,
         dy = context->pointer.at.y - transform->from.y;
  KbBounds bounds = { 0, 0, 0, 0 };
  guint axes = 3;

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      if (fabs (dx) >= fabs (dy))
        dy = 0, axes = 1;
      else
        dx = 0, axes = 2;
    }
  if (!starts_bounds (context, transform, &bounds))
    return;
  kb_snap_move (context, bounds, axes, &dx, &dy);
  transform->moved = (KbVec) { dx, dy };
  kb_snap_show (context,
                (KbBounds) { bounds.x0 + dx, bounds.y0 + dy, bounds.x1 + dx, bounds.y1 + dy },
                axes & 1 ? KB_PART_ALL : 0, axes & 2 ? KB_PART_ALL : 0);
  KB_EACH_IN (const Start, start, transform->starts)
    {
      g_auto (KbGeometry) geometry = { 0 };

      if (!kb_document_node (context->document, start->id))
        continue;
      kb_geometry_copy (&geometry, &start->geometry);
      kb_geometry_kind (geometry.type)->translate (&geometry, dx, dy);
      put_transformed (context, transform, start->id, &geometry);
    }
}

static const char *
step_label (const KbShape *shape, int handle)
{
  if (handle < 0 || !shape)
    return _("Move");
  if (kb_geometry_has_corners (&shape->geometry))
    return _("Move corner");
  return kb_handle_rotates (&shape->geometry, (guint) handle) ? _("Rotate") : _("Resize");
}

void
kb_transform_update (KbToolContext *context, KbTransform *transform)
{
  if (!transform->active || transform->starts->len == 0)
    return;
  if (!transform->started)
    {
      if (!kb_pointer_left (&context->pointer, transform->from_canvas))
        return;
      transform->started = TRUE;
      if (!transform->in_step)
        {
          const KbShape *shape = kb_selection_single_shape (context);

          kb_document_begin (context->document, step_label (shape, transform->handle));
          transform->in_step = TRUE;
        }
    }
  if (transform->handle >= 0)
    drag_transform_handle (context, transform);
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

/* "26, 20  (+3, −2)", "foot  12, 8", or the shift alone. */
static char *
move_text (const KbToolContext *context, const KbTransform *transform)
{
  g_autofree char *dx = kb_number_text (fabs (transform->moved.x)),
                  *dy = kb_number_text (fabs (transform->moved.y));
  g_autofree char *shift = g_strdup_printf ("%s%s, %s%s", transform->moved.x < 0 ? "−" : "+", dx,
                                            transform->moved.y < 0 ? "−" : "+", dy), *place = NULL;
  g_auto (KbGeometry) geometry = { 0 };
  const KbNode *node =
    transform->starts->len == 1
      ? kb_document_node (context->document, g_array_index (transform->starts, Start, 0).id)
      : NULL;

  if (node && kb_part_geometry (node, &geometry))
    place = kb_geometry_place_text (&geometry);
  return place ? g_strdup_printf ("%s   (%s)", place, shift) : g_steal_pointer (&shift);
}

/* "−8°   (+7°)" */
static char *
turn_text (const KbGeometry *start, const KbGeometry *now)
{
  double by = remainder (kb_geometry_degrees (now) - kb_geometry_degrees (start), 360);
  g_autofree char *degrees = kb_number_text (kb_geometry_degrees (now)),
                  *turned = kb_number_text (fabs (by));

  return g_strdup_printf ("%s°   (%s%s°)", degrees, by < 0 ? "−" : "+", turned);
}

void
kb_transform_draw (KbToolContext *context, const KbTransform *transform, cairo_t *cr)
{
  const KbShape *shape = kb_selection_single_shape (context);
  g_autofree char *text = NULL;

  if (!transform->active || !transform->started || transform->starts->len == 0)
    return;
  if (transform->refused.n)
    kb_draw_geometry (cr, &context->view, context->style, &transform->refused,
                      context->style->wrong, KB_MARK_WRONG);
  if (transform->handle < 0 || !shape)
    text = move_text (context, transform);
  else if (kb_geometry_has_corners (&shape->geometry))
    {
      KbVec at = kb_geometry_kind (shape->geometry.type)
                   ->handle (&shape->geometry, (guint) transform->handle, 1);
      text = g_strdup_printf ("%g, %g", at.x, at.y);
    }
  else if (kb_handle_rotates (&shape->geometry, (guint) transform->handle))
    text = turn_text (&g_array_index (transform->starts, Start, 0).geometry, &shape->geometry);
  else
    text = kb_geometry_text (&shape->geometry);
  kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
}

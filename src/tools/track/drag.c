/* SPDX-License-Identifier: MIT */
/* One drag. */
#include "tools/track/private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/subject.h"

typedef struct {
  KbId id;
  gboolean gate;
  KbVec at, before, after;   /* of a point; for a gate `at` is its end a and `before` its end b */
  double width;
} Origin;

static void
add_origin (const KbToolContext *context, GArray *origins, KbId id)
{
  const KbNode *node = kb_document_node (context->document, id);
  const KbCurve *curve = kb_node_as (node, &kb_curve_kind);
  const KbCurvePoint *point = kb_node_as (node, &kb_curve_point_kind);
  const KbGate *gate = kb_node_as (node, &kb_gate_kind);
  Origin origin = { .id = id, .gate = gate != NULL };

  KB_EACH_IN (const Origin, known, origins)
    if (known->id == id)
      return;
  if (curve)
    KB_EACH (const KbCurvePoint, own, curve->points)
      add_origin (context, origins, own->node.id);
  if (point)
    origin = (Origin) { id, FALSE, point->at, point->before, point->after, point->width };
  else if (gate)
    origin = (Origin) { id, TRUE, gate->a, gate->b, { 0, 0 }, 0 };
  if (point || gate)
    g_array_append_val (origins, origin);
}

void
kb_track_drag_begin (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part)
{
  if (!kb_selection_has (context, part.id))
    kb_selection_set (context, part.id);
  *drag = (KbTrackDrag) { .active = TRUE,
                         .part = part,
                         .from = context->pointer.at,
                         .origins = g_array_new (FALSE, TRUE, sizeof (Origin)),
                         .held = kb_gates_hold (&kb_tool_context_track (context)->node) };
  if (part.type == KB_TRACK_GATE_A || part.type == KB_TRACK_GATE_B ||
      (part.type == KB_TRACK_POINT && (part.hold == KB_HOLD_BEFORE || part.hold == KB_HOLD_AFTER)))
    add_origin (context, drag->origins, part.id);
  else
    KB_EACH_ID (id, context->selection.ids)
      add_origin (context, drag->origins, id);
}

void
kb_track_drag_insert (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part)
{
  KbNode *node = kb_document_node (context->document, part.id);
  g_autofree char *title = node ? kb_node_title (node) : NULL;
  g_autofree char *label = g_strdup_printf (_("Insert point in %s"), title ? title : "");
  GError *error = NULL;

  kb_document_begin (context->document, label);
  KbId made = kb_track_insert_point (context, part.id, part.segment, part.u, &error);
  if (!made)
    {
      kb_selection_finish (context, FALSE, error);
      return;
    }
  kb_selection_set (context, made);
  kb_track_drag_begin (context, drag, (KbTrackPart) { .type = KB_TRACK_POINT, .id = made });
  drag->step = TRUE;
}

KbVec
kb_track_snapped (const KbToolContext *context)
{
  double grid = context->pointer.modifiers & KB_MOD_CONTROL ? 256 : 1;

  return (KbVec) { floor (context->pointer.at.x * grid + 0.5) / grid,
                  floor (context->pointer.at.y * grid + 0.5) / grid };
}

static const Origin *
origin_of_part (const KbTrackDrag *drag)
{
  KB_EACH_IN (const Origin, origin, drag->origins)
    if (origin->id == drag->part.id)
      return origin;
  return drag->origins->len ? &g_array_index (drag->origins, Origin, 0) : NULL;
}

/* The shift of the drag: the grabbed part snaps to corners of pixels, the rest moves along. */
static KbVec
shift_of (const KbToolContext *context, const KbTrackDrag *drag, KbVec held)
{
  KbVec by = { context->pointer.at.x - drag->from.x, context->pointer.at.y - drag->from.y };
  double grid = context->pointer.modifiers & KB_MOD_CONTROL ? 256 : 1;

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    *(fabs (by.x) > fabs (by.y) ? &by.y : &by.x) = 0;
  return (KbVec) { floor ((held.x + by.x) * grid + 0.5) / grid - held.x,
                  floor ((held.y + by.y) * grid + 0.5) / grid - held.y };
}

static KbVec
moved (KbVec v, KbVec by)
{
  return (KbVec) { v.x + by.x, v.y + by.y };
}

static gboolean
set_vec (KbToolContext *context, KbId id, const char *field, KbVec v, GError **error)
{
  return kb_document_set (context->document, id, field, kb_vec_json (v), error);
}

/* The other handle turns opposite and keeps its length; one of equal length stays equal. */
static gboolean
drag_handle (KbToolContext *context, const KbTrackDrag *drag, const Origin *origin, GError **error)
{
  gboolean before = drag->part.hold == KB_HOLD_BEFORE;
  KbVec was = before ? origin->before : origin->after,
        other = before ? origin->after : origin->before;
  KbVec by = { context->pointer.at.x - drag->from.x, context->pointer.at.y - drag->from.y };
  KbVec is = kb_vec_to_grid ((KbVec) { was.x + by.x, was.y + by.y });
  double length = hypot (is.x, is.y), other_length = hypot (other.x, other.y);

  if (!(context->pointer.modifiers & KB_MOD_CONTROL))
    is = (KbVec) { floor (is.x + 0.5), floor (is.y + 0.5) };
  if (!set_vec (context, origin->id, before ? "before" : "after", is, error))
    return FALSE;
  if (context->pointer.modifiers & KB_MOD_ALT || other_length == 0 || length == 0)
    return set_vec (context, origin->id, before ? "after" : "before", other, error);
  if (fabs (other_length - hypot (was.x, was.y)) < 0.5)
    other_length = length;
  return set_vec (
    context, origin->id, before ? "after" : "before",
    kb_vec_to_grid ((KbVec) { -is.x / length * other_length, -is.y / length * other_length }),
    error);
}

static gboolean
drag_width (KbToolContext *context, const KbTrackDrag *drag, GError **error)
{
  const Origin *held = origin_of_part (drag);
  double width = 2 * hypot (context->pointer.at.x - held->at.x, context->pointer.at.y - held->at.y),
         grid = context->pointer.modifiers & KB_MOD_CONTROL ? 16 : 1;
  gboolean done = TRUE;

  width = MAX (floor (width * grid + 0.5) / grid, 1);
  KB_EACH_IN_WHILE (done, const Origin, origin, drag->origins)
    if (!origin->gate)
      done = kb_document_set (context->document, origin->id, "width", json_real (width), error);
  if (done)
    context->next.track_width = width;
  return done;
}

static gboolean
drag_all (KbToolContext *context, const KbTrackDrag *drag, GError **error)
{
  const Origin *held = origin_of_part (drag);
  KbVec by = shift_of (context, drag, held->at);
  gboolean done = TRUE;

  KB_EACH_IN_WHILE (done, const Origin, origin, drag->origins)
    done = set_vec (context, origin->id, origin->gate ? "a" : "at", moved (origin->at, by), error)
      && (!origin->gate || set_vec (context, origin->id, "b", moved (origin->before, by), error));
  return done;
}

static gboolean
drag_end_of_gate (KbToolContext *context, const KbTrackDrag *drag, GError **error)
{
  const Origin *origin = origin_of_part (drag);
  gboolean a = drag->part.type == KB_TRACK_GATE_A;
  KbVec was = a ? origin->at : origin->before, other = a ? origin->before : origin->at,
        is = moved (was, shift_of (context, drag, was));

  return (is.x == other.x && is.y == other.y)
         || set_vec (context, origin->id, a ? "a" : "b", is, error);
}

void
kb_track_drag_update (KbToolContext *context, KbTrackDrag *drag)
{
  const Origin *origin = drag->active ? origin_of_part (drag) : NULL;
  GError *error = NULL;
  gboolean done;

  if (!origin)
    return;
  if (!drag->moved)
    {
      KbVec from = kb_view_to_canvas (&context->view, drag->from);

      if (hypot (context->pointer.canvas.x - from.x, context->pointer.canvas.y - from.y) < 3)
        return;
      if (!drag->step)
        kb_selection_begin (context,
                            drag->part.hold == KB_HOLD_LEFT || drag->part.hold == KB_HOLD_RIGHT
                              ? _("Change width of %s")
                              : _("Move %s"),
                            FALSE);
      drag->moved = drag->step = TRUE;
    }
  if (drag->part.type == KB_TRACK_GATE_A || drag->part.type == KB_TRACK_GATE_B)
    done = drag_end_of_gate (context, drag, &error);
  else if (drag->part.type != KB_TRACK_POINT || drag->part.hold == KB_HOLD_POINT)
    done = drag_all (context, drag, &error);
  else if (drag->part.hold <= KB_HOLD_AFTER)
    done = drag_handle (context, drag, origin, &error);
  else
    done = drag_width (context, drag, &error);
  done = done && kb_gates_follow (context->document, drag->held, context->selection.ids, &error);
  if (!done)
    kb_tool_context_report (context, error);
}

static void
let_track_drag_go (KbTrackDrag *drag)
{
  g_clear_pointer (&drag->origins, g_array_unref);
  g_clear_pointer (&drag->held, g_array_unref);
  drag->active = drag->moved = drag->step = FALSE;
}

void
kb_track_drag_end (KbToolContext *context, KbTrackDrag *drag)
{
  if (drag->active && drag->step)
    kb_document_end (context->document);
  let_track_drag_go (drag);
}

void
kb_track_drag_cancel (KbToolContext *context, KbTrackDrag *drag)
{
  if (drag->active && drag->step)
    kb_document_cancel (context->document);
  let_track_drag_go (drag);
}

void
kb_track_drag_draw (KbToolContext *context, const KbTrackDrag *drag, cairo_t *cr)
{
  g_autofree char *text =
    drag->active && drag->moved ? kb_part_speak (context, drag->part.id) : NULL;

  if (text)
    kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
}

/* SPDX-License-Identifier: MIT */
/* Select: click, rubber band, move, handles, corners of polygons. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/part.h"
#include "operations/operations.h"
#include "tools/private.h"
#include "tools/selection.h"
#include "tools/snap.h"
#include "tools/tools.h"

#define EDGE_REACH 7.0   /* canvas pixels */

typedef struct {
  KbTransform transform;
  gboolean banding, copying;
  KbVec band_from;            /* picture pixels, so that zooming meanwhile does no harm */
  /* Already selected at the press: a plain click selects the next one below */
  KbId clicked;
  KbId under_handle;          /* target of a plain click on a handle; 0: none */
  GArray *before;             /* the selection that a band extends */
} ToolsSelectState;

/* The polygon's edge nearest to a canvas position, and the point on it, or -1 when none is near. */
static int
edge_at (const KbToolContext *context, const KbGeometry *geometry, KbVec canvas, KbVec *on_edge)
{
  double best = EDGE_REACH;
  int found = -1;
  guint n = geometry->n / 2;

  if (!kb_geometry_has_corners (geometry))
    return -1;
  for (guint i = 0; i < n; i++)
    {
      guint j = (i + 1) % n;
      KbVec a =
        kb_view_to_canvas (&context->view, (KbVec) { geometry->v[2 * i], geometry->v[2 * i + 1] });
      KbVec b =
        kb_view_to_canvas (&context->view, (KbVec) { geometry->v[2 * j], geometry->v[2 * j + 1] });
      double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy, t, d;

      if (length <= 0)
        continue;
      t = ((canvas.x - a.x) * dx + (canvas.y - a.y) * dy) / length;
      t = CLAMP (t, 0, 1);
      d = hypot (a.x + t * dx - canvas.x, a.y + t * dy - canvas.y);
      if (d < best)
        {
          best = d;
          found = (int) i;
          *on_edge = kb_view_to_picture (&context->view, (KbVec) { a.x + t * dx, a.y + t * dy });
        }
    }
  return found;
}

static gboolean
try_corner (KbToolContext *context, const KbShape *shape, int edge, KbVec at)
{
  g_autoptr (GArray) v = g_array_sized_new (FALSE, FALSE, sizeof (double), shape->geometry.n + 2);
  g_auto (KbGeometry) geometry = { 0 };

  g_array_append_vals (v, shape->geometry.v, shape->geometry.n);
  g_array_insert_vals (v, 2 * (guint) edge + 2, (double[]) { at.x, at.y }, 2);
  kb_geometry_init (&geometry, shape->geometry.type, (double *) (void *) v->data, v->len);
  kb_geometry_kind (geometry.type)->snap (&geometry);
  return !kb_geometry_fault (&geometry)
         && kb_document_set (context->document, shape->node.id, "geometry",
                             kb_geometry_to_json (&geometry), NULL);
}

/* The caller has opened a step already: it becomes part of the transform. */
static void
kb_transform_take_step (KbTransform *transform)
{
  transform->in_step = TRUE;
}

/* A double click on an edge inserts a corner there, which can be dragged at once. */
static gboolean
insert_corner (KbToolContext *context, ToolsSelectState *state)
{
  const KbShape *shape = kb_selection_single_shape (context);
  const KbFrame *frame = kb_tool_context_frame (context);
  g_autoptr (GArray) things = NULL;
  KbVec at = { 0, 0 };
  int edge = shape ? edge_at (context, &shape->geometry, context->pointer.canvas, &at) : -1;

  if (edge < 0)
    {
      things = kb_things_at (context, context->pointer.canvas);
      KB_EACH_ID_WHILE (edge < 0, id, things)
        {
          const KbShape *thing = kb_document_find (context->document, id, &kb_shape_kind);

          if (!thing)
            continue;
          shape = thing;
          edge = edge_at (context, &shape->geometry, context->pointer.canvas, &at);
        }
      /* Edges also catch clicks just outside the polygon. */
      KB_EACH_WHILE (frame && !things->len && edge < 0, const KbShape, one, frame->shapes)
        if (!kb_selection_is_locked (context, one->node.id))
          {
            shape = one;
            edge = edge_at (context, &shape->geometry, context->pointer.canvas, &at);
          }
    }
  if (edge < 0)
    return FALSE;

  kb_selection_set (context, shape->node.id);
  kb_document_begin (context->document, _("Insert corner"));
  /* On the corner of a pixel if the polygon stays simple, else at the clicked position. */
  if (!(context->options.snap.to_pixels
        && try_corner (context, shape, edge, (KbVec) { floor (at.x + 0.5), floor (at.y + 0.5) }))
      && !try_corner (context, shape, edge, at))
    {
      kb_document_cancel (context->document);
      kb_tool_context_status (context, _("There is no room for a corner here"));
      return FALSE;
    }
  kb_selection_set_corner (context, edge + 1);
  kb_transform_begin (context, &state->transform, edge + 1);
  kb_transform_take_step (&state->transform);
  return TRUE;
}

static gboolean
tools_select_any_selected (const KbToolContext *context, const GArray *things)
{
  KB_EACH_ID (id, things)
    if (kb_selection_has (context, id))
      return TRUE;
  return FALSE;
}

/* Handles are above everything. A plain click on one selects a point below it, and with Shift
 * anything below it. */
static KbId
thing_under_handle (const KbToolContext *context, const GArray *things, guint modifiers)
{
  KB_EACH_ID (id, things)
    if (!kb_selection_has (context, id)
        && (modifiers & KB_MOD_SHIFT
            || !kb_document_find (context->document, id, &kb_shape_kind)))
      return id;
  return 0;
}

static gboolean
select_tools_select_press (KbToolContext *context, const KbPointerEvent *event)
{
  ToolsSelectState *state = context->gesture.state;
  g_autoptr (GArray) things = kb_things_at (context, event->canvas);
  int handle = kb_transform_handle_at (context, event->canvas, KB_HANDLE_REACH);
  const KbShape *single = kb_selection_single_shape (context);
  KbVec on_edge;

  state->clicked = state->under_handle = 0;
  if (handle >= 0 && single)
    {
      gboolean corners = kb_geometry_has_corners (&single->geometry);

      state->under_handle = thing_under_handle (context, things, event->modifiers);
      if (corners && (event->modifiers & KB_MOD_ALT || event->n_press == 2))
        {
          kb_selection_remove_corner (context, (guint) handle);
          return FALSE;
        }
      kb_selection_set_corner (context, corners ? handle : -1);
      kb_transform_begin (context, &state->transform, handle);
      return TRUE;
    }
  if (event->n_press == 2 && insert_corner (context, state))
    return TRUE;
  kb_selection_set_corner (context, -1);
  /* A click just outside an edge is for the polygon: it may be the first half of a double click. */
  if (!things->len && single && edge_at (context, &single->geometry, event->canvas, &on_edge) >= 0
      && !kb_selection_is_locked (context, single->node.id))
    return FALSE;

  if (things->len && event->modifiers & KB_MOD_SHIFT)
    {
      kb_selection_toggle (context, g_array_index (things, KbId, 0));
      return FALSE;
    }
  if (things->len)
    {
      if (tools_select_any_selected (context, things))
        state->clicked = g_array_index (things, KbId, 0);
      else
        kb_selection_set (context, g_array_index (things, KbId, 0));
      kb_transform_begin (context, &state->transform, -1);
      state->copying = FALSE;
      return TRUE;
    }

  context->selection.band.w = 0;
  state->banding = TRUE;
  state->band_from = context->pointer.at;
  g_clear_pointer (&state->before, g_array_unref);
  state->before = event->modifiers & KB_MOD_SHIFT ? g_array_copy (context->selection.ids)
                                                  : g_array_new (FALSE, FALSE, sizeof (KbId));
  kb_selection_clear (context);
  KB_EACH_ID (id, state->before)
    kb_selection_add (context, id);
  return TRUE;
}

/* Everything whose bounds touch the band; for locked and hidden classes see
 * kb_selection_set_all. */
static void
select_in_band (KbToolContext *context, ToolsSelectState *state)
{
  KbBounds band = { MIN (state->band_from.x, context->pointer.at.x),
                    MIN (state->band_from.y, context->pointer.at.y),
                    MAX (state->band_from.x, context->pointer.at.x),
                    MAX (state->band_from.y, context->pointer.at.y) };
  g_autoptr (GArray) all = NULL, wanted = g_array_copy (state->before);

  kb_selection_set_all (context);
  all = g_array_copy (context->selection.ids);
  KB_EACH_ID (id, all)
    {
      KbBounds b;

      kb_part_bounds (kb_document_node (context->document, id), &b);
      if (b.x0 > band.x1 || b.x1 < band.x0 || b.y0 > band.y1 || b.y1 < band.y0)
        continue;
      g_array_append_val (wanted, id);
    }
  kb_selection_clear (context);
  KB_EACH_ID (id, wanted)
    kb_selection_add (context, id);
}

/* Alt moves copies and leaves the originals in place. It may also be pressed during a move, since
 * some desktops reserve a press with Alt. */
static void
copy_with_alt (KbToolContext *context, ToolsSelectState *state, const KbPointerEvent *event)
{
  KbVec from = state->transform.from, from_canvas = state->transform.from_canvas;

  if (state->copying || state->transform.handle >= 0 || !(event->modifiers & KB_MOD_ALT)
      || !kb_pointer_left (&context->pointer, from_canvas))
    return;
  kb_transform_cancel (context, &state->transform);
  state->copying = TRUE;
  kb_document_begin (context->document, _("Duplicate"));
  kb_selection_duplicate (context, 0, 0);
  kb_transform_begin (context, &state->transform, -1);
  kb_transform_take_step (&state->transform);
  state->transform.from = from;
  state->transform.from_canvas = from_canvas;
}

static void
select_tools_select_motion (KbToolContext *context, const KbPointerEvent *event)
{
  ToolsSelectState *state = context->gesture.state;

  if (state->transform.active)
    {
      copy_with_alt (context, state, event);
      kb_transform_update (context, &state->transform);
    }
  else if (state->banding)
    select_in_band (context, state);
  else if (!context->gesture.pressed)
    {
      context->pointer.hover.handle =
        kb_transform_handle_at (context, event->canvas, KB_HANDLE_REACH);
      if (context->pointer.hover.handle < 0)
        {
          g_autoptr (GArray) things = kb_things_at (context, event->canvas);
          context->pointer.hover.id = things->len ? g_array_index (things, KbId, 0) : 0;
        }
    }
}

/* The next one below the selected one; after the last, the topmost again. */
static void
select_tools_select_next (KbToolContext *context, KbVec canvas)
{
  g_autoptr (GArray) things = kb_things_at (context, canvas);
  guint next = 0;

  if (things->len == 0)
    return;
  if (kb_selection_count (context) == 1)
    KB_EACH_ID (id, things)
      if (kb_selection_has (context, id))
        next = (id_at + 1) % things->len;
  kb_selection_set (context, g_array_index (things, KbId, next));
}

/* In whole pixels, for operations on the area. */
static KbBox
band_box (const KbToolContext *context, const ToolsSelectState *state)
{
  double x0 = floor (MIN (state->band_from.x, context->pointer.at.x)),
         y0 = floor (MIN (state->band_from.y, context->pointer.at.y));
  double x1 = ceil (MAX (state->band_from.x, context->pointer.at.x)),
         y1 = ceil (MAX (state->band_from.y, context->pointer.at.y));

  x0 = CLAMP (x0, KB_MIN_COORDINATE, KB_MAX_COORDINATE);
  y0 = CLAMP (y0, KB_MIN_COORDINATE, KB_MAX_COORDINATE);
  return (KbBox) { (gint) x0, (gint) y0,
                  (gint) (CLAMP (x1, KB_MIN_COORDINATE, KB_MAX_COORDINATE) - x0),
                  (gint) (CLAMP (y1, KB_MIN_COORDINATE, KB_MAX_COORDINATE) - y0) };
}

static gboolean
is_band (const KbToolContext *context, const ToolsSelectState *state)
{
  return state->banding
         && kb_pointer_left (&context->pointer,
                             kb_view_to_canvas (&context->view, state->band_from));
}

static void
select_tools_select_release (KbToolContext *context, const KbPointerEvent *event)
{
  ToolsSelectState *state = context->gesture.state;

  if (state->transform.active)
    {
      gboolean handle = state->transform.handle >= 0, moved;

      copy_with_alt (context, state, event);
      kb_transform_update (context, &state->transform);
      moved = kb_transform_end (context, &state->transform);
      if (!moved && state->clicked && !handle)
        select_tools_select_next (context, event->canvas);
      else if (!moved && state->under_handle && event->modifiers & KB_MOD_SHIFT)
        kb_selection_add (context, state->under_handle);
      else if (!moved && state->under_handle)
        kb_selection_set (context, state->under_handle);
    }
  if (is_band (context, state))
    context->selection.band = band_box (context, state);
  state->clicked = state->under_handle = 0;
  state->banding = FALSE;
  g_clear_pointer (&state->before, g_array_unref);
}

static void
select_tools_select_cancel (KbToolContext *context)
{
  ToolsSelectState *state = context->gesture.state;

  kb_transform_cancel (context, &state->transform);
  state->banding = FALSE;
  state->clicked = state->under_handle = 0;
  g_clear_pointer (&state->before, g_array_unref);
}

static const char *
select_tools_select_cursor (const KbToolContext *context)
{
  const ToolsSelectState *state = context->gesture.state;

  if (state->transform.active && state->transform.handle < 0 && state->transform.started)
    return "move";
  if (state->transform.active)
    return kb_transform_cursor (context, state->transform.handle);
  if (context->pointer.hover.handle >= 0)
    return kb_transform_cursor (context, context->pointer.hover.handle);
  return context->pointer.hover.id && kb_selection_has (context, context->pointer.hover.id) ? "move"
                                                                                            : NULL;
}

static void
select_tools_select_draw (KbToolContext *context, cairo_t *cr)
{
  const ToolsSelectState *state = context->gesture.state;
  const KbShape *shape = kb_selection_single_shape (context);
  int corner = kb_selection_corner (context);

  if (is_band (context, state))
    {
      KbBox box = band_box (context, state);
      g_autofree char *text = g_strdup_printf ("%d, %d   %d × %d", box.x, box.y, box.w, box.h);

      kb_draw_rubber_band (cr, &context->view, context->style,
                           kb_view_to_canvas (&context->view, state->band_from),
                           context->pointer.canvas);
      kb_tool_context_note (context, cr, context->pointer.canvas, text, context->style->pill_text);
    }
  if (corner >= 0)
    kb_draw_handle (cr, &context->view, context->style,
                    kb_geometry_kind (shape->geometry.type)
                      ->handle (&shape->geometry, (guint) corner, context->view.scale),
                    TRUE, TRUE);
  kb_transform_draw (context, &state->transform, cr);
}

const KbTool kb_select_tool = {
  .id = "select",
  .label = N_("Select"),
  .icon = "kb-select-symbolic",
  .key = 'v',
  .cursor = "default",
  .hint = N_("Click to select (again: below). Drag moves. Shift adds, Alt copies, Ctrl turns "
             "snapping off"),
  .state_size = sizeof (ToolsSelectState),
  .press = select_tools_select_press,
  .motion = select_tools_select_motion,
  .release = select_tools_select_release,
  .cancel = select_tools_select_cancel,
  .cursor_at = select_tools_select_cursor,
  .draw = select_tools_select_draw,
};

/* SPDX-License-Identifier: MIT */
/* Polygon: click by click. The document changes only when it is closed. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

#define MAX_CORNERS 512

typedef struct {
  KbDraft draft;
  KbTransform transform;
  KbVec corners[MAX_CORNERS];
} PolygonState;

static KbVec
polygon_snapped (const KbToolContext *context)
{
  double grid =
    context->options.snap.to_pixels && !(context->pointer.modifiers & KB_MOD_CONTROL) ? 1 : 256;
  KbVec p = context->pointer.at;

  kb_snap_place (context, 3, 1 / grid, &p);
  return (KbVec) { floor (p.x * grid + 0.5) / grid, floor (p.y * grid + 0.5) / grid };
}

/* Whether the outline turns the same way at every corner. */
static gboolean
is_convex (const KbVec *corners, guint n)
{
  int way = 0;

  for (guint i = 0; i < n; i++)
    {
      int side = kb_orientation (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);

      if (side && way && (side > 0) != (way > 0))
        return FALSE;
      way = side ? side : way;
    }
  return TRUE;
}

static gboolean
meet (KbVec a, KbVec b, KbVec c, KbVec d)
{
  if (MAX (a.x, b.x) < MIN (c.x, d.x) || MAX (c.x, d.x) < MIN (a.x, b.x)
      || MAX (a.y, b.y) < MIN (c.y, d.y) || MAX (c.y, d.y) < MIN (a.y, b.y))
    return FALSE;
  return kb_orientation (a, b, c) * kb_orientation (a, b, d) <= 0 &&
         kb_orientation (c, d, a) * kb_orientation (c, d, b) <= 0;
}

/* Whether the line may continue to p: not across or along existing edges. */
static gboolean
may_add (const PolygonState *state, KbVec p)
{
  if (state->draft.n == 0)
    return TRUE;
  KbVec last = state->corners[state->draft.n - 1];
  if (p.x == last.x && p.y == last.y)
    return FALSE;
  if (state->draft.n == 1)
    return TRUE;
  KbVec previous = state->corners[state->draft.n - 2];
  if (kb_orientation (previous, last, p) == 0 &&
      (last.x - previous.x) * (p.x - last.x) + (last.y - previous.y) * (p.y - last.y) < 0)
    return FALSE;
  for (guint i = 0; i + 2 < state->draft.n; i++)
    if (meet (state->corners[i], state->corners[i + 1], last, p))
      return FALSE;
  return TRUE;
}

/* The draft as a shape; clear it. */
static void
make_polygon (const PolygonState *state, KbGeometry *geometry)
{
  double v[2 * MAX_CORNERS];

  for (guint i = 0; i < state->draft.n; i++)
    {
      v[2 * i] = state->corners[i].x;
      v[2 * i + 1] = state->corners[i].y;
    }
  kb_geometry_init_polygon (geometry, v, 2 * state->draft.n);
}

/* `next`: one more corner; NULL: none. */
static const char *
fault_when_closed (const PolygonState *state, const KbVec *next)
{
  PolygonState closed = *state;
  g_auto (KbGeometry) geometry = { 0 };

  if (next && closed.draft.n < MAX_CORNERS)
    closed.corners[closed.draft.n++] = *next;
  make_polygon (&closed, &geometry);
  return kb_geometry_fault (&geometry);
}

static void
close_polygon (KbToolContext *context, gboolean closed)
{
  PolygonState *state = context->gesture.state;
  const char *fault = fault_when_closed (state, NULL);
  g_auto (KbGeometry) geometry = { 0 };

  if (fault)
    {
      kb_tool_context_status (context, _(fault));
      return;
    }
  make_polygon (state, &geometry);
  if (kb_create_insert (context, &geometry))
    state->draft.n = 0;
}

static gboolean
polygon_press (KbToolContext *context, const KbPointerEvent *event)
{
  PolygonState *state = context->gesture.state;
  int handle =
    state->draft.n == 0 ? kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH) : -1;

  if (handle >= 0)
    {
      kb_transform_begin (context, &state->transform, handle);
      return TRUE;
    }
  kb_snap_gather (context, FALSE);
  KbVec p = polygon_snapped (context);
  if (kb_draft_closes (context, state->corners[0]) || (event->n_press == 2 && state->draft.n >= 3))
    close_polygon (context, TRUE);
  else if (state->draft.n && p.x == state->corners[state->draft.n - 1].x
           && p.y == state->corners[state->draft.n - 1].y)
    ;   /* the second half of a double click, or an impatient click */
  else if (!may_add (state, p))
    kb_tool_context_status (context, _("The line would cross the polygon's outline"));
  else if (state->draft.n == MAX_CORNERS)
    kb_tool_context_status (context, _("A polygon can have at most 512 corners"));
  else
    {
      if (state->draft.n == 0)
        kb_selection_clear (context);
      state->corners[state->draft.n++] = p;
    }
  return FALSE;
}

static void
polygon_motion (KbToolContext *context, const KbPointerEvent *event)
{
  PolygonState *state = context->gesture.state;

  if (state->transform.active)
    kb_transform_update (context, &state->transform);
  else if (state->draft.n == 0)
    context->pointer.hover.handle =
      kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH);
  else
    {
      kb_snap_gather (context, FALSE);
      KbVec p = polygon_snapped (context);
      kb_snap_show (context, (KbBounds) { p.x, p.y, p.x, p.y }, KB_PART_LOW, KB_PART_LOW);
    }
}

static void
polygon_release (KbToolContext *context, const KbPointerEvent *event)
{
  PolygonState *state = context->gesture.state;

  kb_transform_update (context, &state->transform);
  kb_transform_end (context, &state->transform);
}

static void
polygon_cancel (KbToolContext *context)
{
  PolygonState *state = context->gesture.state;

  kb_transform_cancel (context, &state->transform);
  state->draft.n = 0;
}

static const char *
polygon_cursor (const KbToolContext *context)
{
  const PolygonState *state = context->gesture.state;

  if (kb_draft_closes (context, state->corners[0]))
    return "pointer";
  return kb_transform_cursor (context, state->transform.active ? state->transform.handle
                                                               : context->pointer.hover.handle);
}

/* The effect of the pointer's position on the draft. */
typedef struct {
  KbVec to;
  gboolean closing;         /* a click closes it */
  gboolean resting;         /* on the last corner: a click does nothing */
  gboolean crosses;         /* the line to the pointer */
  gboolean closing_crosses; /* the line from the pointer back to the first corner */
} Outlook;

static Outlook
look_ahead (const KbToolContext *context, const PolygonState *state)
{
  KbVec last = state->corners[state->draft.n - 1];
  Outlook ahead = { polygon_snapped (context), kb_draft_closes (context, state->corners[0]), FALSE,
                    FALSE, FALSE };

  if (ahead.closing)
    ahead.to = state->corners[0];
  else if (!context->pointer.over)
    ahead.to = last;
  ahead.resting = !ahead.closing && ahead.to.x == last.x && ahead.to.y == last.y;
  if (!ahead.closing && !ahead.resting)
    ahead.crosses = !may_add (state, ahead.to);
  if (!ahead.crosses && state->draft.n + !(ahead.closing || ahead.resting) >= 3)
    ahead.closing_crosses =
      fault_when_closed (state, ahead.closing || ahead.resting ? NULL : &ahead.to) != NULL;
  return ahead;
}

/* Describes the outline if it were closed at the pointer, or NULL while it is too short. */
static const char *
describe_outline (const PolygonState *state, const Outlook *ahead)
{
  KbVec corners[MAX_CORNERS + 1];
  guint n = state->draft.n;

  for (guint i = 0; i < n; i++)
    corners[i] = state->corners[i];
  if (!ahead->closing && !ahead->resting)
    corners[n++] = ahead->to;
  return ahead->crosses ? _("crosses") : ahead->closing_crosses ? _("closing would cross")
         : n < 3 ? NULL : is_convex (corners, n) ? _("convex") : _("not convex");
}

static char *
polygon_speak (const KbToolContext *context)
{
  const PolygonState *state = context->gesture.state;

  if (state->draft.n == 0)
    return NULL;
  Outlook ahead = look_ahead (context, state);
  const char *says = describe_outline (state, &ahead);
  g_autofree char *corners =
    g_strdup_printf (g_dngettext (NULL, "%u corner", "%u corners", state->draft.n), state->draft.n);
  return says ? g_strdup_printf ("%s, %s", corners, says) : g_steal_pointer (&corners);
}

static char *
outlook_text (const PolygonState *state, const Outlook *ahead)
{
  const char *says = describe_outline (state, ahead);

  if (ahead->closing)
    return g_strdup_printf ("%s   %s", _("close"), says);
  return g_strdup_printf ("%g, %g%s%s", ahead->to.x, ahead->to.y, says ? "   " : "",
                          says ? says : "");
}

static void
stroke_line (KbToolContext *context, cairo_t *cr, KbVec from, KbVec to, KbMark mark)
{
  KbVec a = kb_view_to_canvas (&context->view, from), b = kb_view_to_canvas (&context->view, to);

  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  kb_stroke_marked (cr, &context->view, context->style, kb_create_colour (context), mark);
}

static void
polygon_draw (KbToolContext *context, cairo_t *cr)
{
  const PolygonState *state = context->gesture.state;
  const KbView *view = &context->view;
  guint32 colour = kb_create_colour (context);

  kb_transform_draw (context, &state->transform, cr);
  if (state->draft.n == 0)
    return;
  Outlook ahead = look_ahead (context, state);
  gboolean wrong = ahead.crosses || ahead.closing_crosses;

  /* The inside, as if closed here. */
  cairo_new_path (cr);
  for (guint i = 0; i <= state->draft.n; i++)
    {
      KbVec p = kb_view_to_canvas (view, i < state->draft.n ? state->corners[i] : ahead.to);
      cairo_line_to (cr, p.x, p.y);
    }
  kb_set_colour (cr, ahead.crosses || (ahead.closing && wrong) ? context->style->wrong : colour,
                 0.18);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (cr);
  for (guint i = 0; i < state->draft.n; i++)
    {
      KbVec p = kb_view_to_canvas (view, state->corners[i]);
      cairo_line_to (cr, p.x, p.y);
    }
  kb_stroke_marked (cr, view, context->style, colour, KB_MARK_SELECTED);
  if (ahead.closing_crosses)
    stroke_line (context, cr, ahead.closing ? state->corners[state->draft.n - 1] : ahead.to,
                 state->corners[0], KB_MARK_WRONG);
  if (context->pointer.over && !ahead.resting && !(ahead.closing && wrong))
    stroke_line (context, cr, state->corners[state->draft.n - 1], ahead.to,
                 ahead.crosses ? KB_MARK_WRONG : KB_MARK_PLAIN);
  for (guint i = 0; i < state->draft.n; i++)
    kb_draw_handle (cr, view, context->style, state->corners[i], TRUE, i == 0 && ahead.closing);
  if (!context->pointer.over)
    return;
  g_autofree char *text = outlook_text (state, &ahead);
  kb_tool_context_note (context, cr, context->pointer.canvas, text,
                        wrong ? context->style->wrong : 0xffffffff);
}

const KbTool kb_polygon_tool = {
  .id = "polygon",
  .label = N_("Polygon"),
  .icon = "kb-polygon-symbolic",
  .key = 'p',
  .cursor = "crosshair",
  .hint = N_("Click corner after corner; the first, a double click or Enter closes; {undo} removes "
             "a corner"),
  .flags = KB_TOOL_PLACES,
  .state_size = sizeof (PolygonState),
  .press = polygon_press,
  .motion = polygon_motion,
  .release = polygon_release,
  .key_press = kb_draft_key,
  .cancel = polygon_cancel,
  .commit = kb_draft_commit,
  .busy = kb_draft_busy,
  .speak = polygon_speak,
  .cursor_at = polygon_cursor,
  .draw = polygon_draw,
  .end_draft = close_polygon,
  .draft_min = 3,
};

/* SPDX-License-Identifier: MIT */
/* Polygon: click by click. The document changes only when it is closed. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"
#include "tools/snap.h"

#define CLOSE_REACH 9.0   /* canvas pixels around the first corner */
#define MAX_CORNERS 512

typedef struct {
  KbTransform transform;
  KbVec corners[MAX_CORNERS];
  guint n;
} State;

static KbVec
snapped (const KbToolContext *context)
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
at_first (const KbToolContext *context, const State *state)
{
  if (state->n < 3)
    return FALSE;
  KbVec p = kb_view_to_canvas (&context->view, state->corners[0]);
  return hypot (p.x - context->pointer.canvas.x, p.y - context->pointer.canvas.y) <= CLOSE_REACH;
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
may_add (const State *state, KbVec p)
{
  if (state->n == 0)
    return TRUE;
  KbVec last = state->corners[state->n - 1];
  if (p.x == last.x && p.y == last.y)
    return FALSE;
  if (state->n == 1)
    return TRUE;
  KbVec previous = state->corners[state->n - 2];
  if (kb_orientation (previous, last, p) == 0 &&
      (last.x - previous.x) * (p.x - last.x) + (last.y - previous.y) * (p.y - last.y) < 0)
    return FALSE;
  for (guint i = 0; i + 2 < state->n; i++)
    if (meet (state->corners[i], state->corners[i + 1], last, p))
      return FALSE;
  return TRUE;
}

/* The draft as a shape; clear it. */
static void
make_polygon (const State *state, KbGeometry *geometry)
{
  double v[2 * MAX_CORNERS];

  for (guint i = 0; i < state->n; i++)
    {
      v[2 * i] = state->corners[i].x;
      v[2 * i + 1] = state->corners[i].y;
    }
  kb_geometry_init_polygon (geometry, v, 2 * state->n);
}

/* `next`: one more corner; NULL: none. */
static const char *
fault_when_closed (const State *state, const KbVec *next)
{
  State closed = *state;
  g_auto (KbGeometry) geometry = { 0 };

  if (next && closed.n < MAX_CORNERS)
    closed.corners[closed.n++] = *next;
  make_polygon (&closed, &geometry);
  return kb_geometry_fault (&geometry);
}

static void
close_polygon (KbToolContext *context, State *state)
{
  const char *fault = fault_when_closed (state, NULL);
  g_auto (KbGeometry) geometry = { 0 };

  if (fault)
    {
      kb_tool_context_status (context, _(fault));
      return;
    }
  make_polygon (state, &geometry);
  if (kb_create_insert (context, &geometry))
    state->n = 0;
}

static gboolean
polygon_press (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;
  int handle =
    state->n == 0 ? kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH) : -1;

  if (handle >= 0)
    {
      kb_transform_begin (context, &state->transform, handle);
      return TRUE;
    }
  kb_snap_gather (context, FALSE);
  KbVec p = snapped (context);
  if (at_first (context, state) || (event->n_press == 2 && state->n >= 3))
    close_polygon (context, state);
  else if (state->n && p.x == state->corners[state->n - 1].x
           && p.y == state->corners[state->n - 1].y)
    ;   /* the second half of a double click, or an impatient click */
  else if (!may_add (state, p))
    kb_tool_context_status (context, _("The line would cross the polygon's outline"));
  else if (state->n == MAX_CORNERS)
    kb_tool_context_status (context, _("A polygon can have at most 512 corners"));
  else
    {
      if (state->n == 0)
        kb_selection_clear (context);
      state->corners[state->n++] = p;
    }
  return FALSE;
}

static void
polygon_motion (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;

  if (state->transform.active)
    kb_transform_update (context, &state->transform);
  else if (state->n == 0)
    context->pointer.hover.handle =
      kb_transform_handle_at (context, event->canvas, KB_DRAWING_REACH);
  else
    {
      kb_snap_gather (context, FALSE);
      KbVec p = snapped (context);
      kb_snap_show (context, (KbBounds) { p.x, p.y, p.x, p.y }, KB_PART_LOW, KB_PART_LOW);
    }
}

static void
polygon_release (KbToolContext *context, const KbPointerEvent *event)
{
  State *state = context->gesture.state;

  kb_transform_update (context, &state->transform);
  kb_transform_end (context, &state->transform);
}

static gboolean
polygon_key (KbToolContext *context, KbKey key, guint modifiers)
{
  State *state = context->gesture.state;

  if (state->n == 0)
    return FALSE;
  switch (key)
    {
    case KB_KEY_ENTER:
      close_polygon (context, state);
      return TRUE;
    case KB_KEY_BACKSPACE:
      state->n--;
      return TRUE;
    default:
      return FALSE;
    }
}

static void
polygon_cancel (KbToolContext *context)
{
  State *state = context->gesture.state;

  kb_transform_cancel (context, &state->transform);
  state->n = 0;
}

static void
polygon_commit (KbToolContext *context)
{
  State *state = context->gesture.state;

  if (state->n >= 3)
    close_polygon (context, state);
}

static gboolean
polygon_busy (const KbToolContext *context)
{
  const State *state = context->gesture.state;

  return state->n > 0;
}

static const char *
polygon_cursor (const KbToolContext *context)
{
  const State *state = context->gesture.state;

  if (at_first (context, state))
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
look_ahead (const KbToolContext *context, const State *state)
{
  KbVec last = state->corners[state->n - 1];
  Outlook ahead = { snapped (context), at_first (context, state), FALSE, FALSE, FALSE };

  if (ahead.closing)
    ahead.to = state->corners[0];
  else if (!context->pointer.over)
    ahead.to = last;
  ahead.resting = !ahead.closing && ahead.to.x == last.x && ahead.to.y == last.y;
  if (!ahead.closing && !ahead.resting)
    ahead.crosses = !may_add (state, ahead.to);
  if (!ahead.crosses && state->n + !(ahead.closing || ahead.resting) >= 3)
    ahead.closing_crosses =
      fault_when_closed (state, ahead.closing || ahead.resting ? NULL : &ahead.to) != NULL;
  return ahead;
}

/* Describes the outline if it were closed at the pointer, or NULL while it is too short. */
static const char *
describe_outline (const State *state, const Outlook *ahead)
{
  KbVec corners[MAX_CORNERS + 1];
  guint n = state->n;

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
  const State *state = context->gesture.state;

  if (state->n == 0)
    return NULL;
  Outlook ahead = look_ahead (context, state);
  const char *says = describe_outline (state, &ahead);
  g_autofree char *corners =
    g_strdup_printf (g_dngettext (NULL, "%u corner", "%u corners", state->n), state->n);
  return says ? g_strdup_printf ("%s, %s", corners, says) : g_steal_pointer (&corners);
}

static char *
outlook_text (const State *state, const Outlook *ahead)
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
  const State *state = context->gesture.state;
  const KbView *view = &context->view;
  guint32 colour = kb_create_colour (context);
  g_autofree char *text = NULL;

  kb_transform_draw (context, &state->transform, cr);
  if (state->n == 0)
    return;
  Outlook ahead = look_ahead (context, state);
  gboolean wrong = ahead.crosses || ahead.closing_crosses;

  /* The inside, as if closed here. */
  cairo_new_path (cr);
  for (guint i = 0; i <= state->n; i++)
    {
      KbVec p = kb_view_to_canvas (view, i < state->n ? state->corners[i] : ahead.to);
      cairo_line_to (cr, p.x, p.y);
    }
  kb_set_colour (cr, ahead.crosses || (ahead.closing && wrong) ? context->style->wrong : colour,
                 0.18);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (cr);
  for (guint i = 0; i < state->n; i++)
    {
      KbVec p = kb_view_to_canvas (view, state->corners[i]);
      cairo_line_to (cr, p.x, p.y);
    }
  kb_stroke_marked (cr, view, context->style, colour, KB_MARK_SELECTED);
  if (ahead.closing_crosses)
    stroke_line (context, cr, ahead.closing ? state->corners[state->n - 1] : ahead.to,
                 state->corners[0], KB_MARK_WRONG);
  if (context->pointer.over && !ahead.resting && !(ahead.closing && wrong))
    stroke_line (context, cr, state->corners[state->n - 1], ahead.to,
                 ahead.crosses ? KB_MARK_WRONG : KB_MARK_PLAIN);
  for (guint i = 0; i < state->n; i++)
    kb_draw_handle (cr, view, context->style, state->corners[i], TRUE, i == 0 && ahead.closing);
  if (!context->pointer.over)
    return;
  text = outlook_text (state, &ahead);
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
  .state_size = sizeof (State),
  .press = polygon_press,
  .motion = polygon_motion,
  .release = polygon_release,
  .key_press = polygon_key,
  .cancel = polygon_cancel,
  .commit = polygon_commit,
  .busy = polygon_busy,
  .speak = polygon_speak,
  .cursor_at = polygon_cursor,
  .draw = polygon_draw,
};

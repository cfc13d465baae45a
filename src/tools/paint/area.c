/* SPDX-License-Identifier: MIT */
/* Area: corners are clicked one by one or drawn with the button down; the inside is painted. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/private.h"

#define NEAR 9.0        /* canvas pixels: a click this near to the first corner closes the area */
#define PAINT_AREA_APART 3.0       /* canvas pixels between drawn corners */

typedef struct {
  GArray *corners;      /* KbCorner in 1/256 pixel; NULL: none yet */
  KbVec last;           /* canvas pixels: the newest corner */
  gboolean drawn;       /* the pointer moved since the press */
} PaintAreaState;

static void
forget_paint_area (KbToolContext *context)
{
  PaintAreaState *state = context->gesture.state;

  g_clear_pointer (&state->corners, g_array_unref);
  kb_stroke_cancel (context);
}

static KbVec
place_of (const KbToolContext *context, const PaintAreaState *state, guint i)
{
  KbCorner corner = g_array_index (state->corners, KbCorner, i);

  return kb_view_to_canvas (&context->view, (KbVec) { corner.x / 256.0, corner.y / 256.0 });
}

/* Clicked corners snap to corners of pixels, drawn ones stay at the pointer. */
static void
add_corner (KbToolContext *context, PaintAreaState *state, gboolean drawn)
{
  double grid = drawn ? 1 : 256;
  KbCorner corner = { (gint) (floor (context->pointer.at.x * 256 / grid + 0.5) * grid),
                      (gint) (floor (context->pointer.at.y * 256 / grid + 0.5) * grid) };

  if (!state->corners)
    state->corners = g_array_new (FALSE, FALSE, sizeof (KbCorner));
  g_array_append_val (state->corners, corner);
  state->last = context->pointer.canvas;
}

/* Paints the area as it would be if closed now. */
static void
paint_open_area (KbToolContext *context)
{
  const PaintAreaState *state = context->gesture.state;

  if (!state->corners || state->corners->len < 3 || !kb_stroke_begin (context))
    return;
  KbInk ink = kb_stroke_ink (
    context, context->pointer.modifiers & KB_MOD_CONTROL ? 0 : kb_stroke_value (context));
  kb_paint_polygon (&ink, (const KbCorner *) (void *) state->corners->data, state->corners->len);
}

static void
finish_paint_area (KbToolContext *context)
{
  paint_open_area (context);
  if (context->painting.stroke)
    kb_stroke_end (context, _("Paint area"));
  forget_paint_area (context);
}

static gboolean
closes (const KbToolContext *context)
{
  const PaintAreaState *state = context->gesture.state;

  if (!state->corners || state->corners->len < 3)
    return FALSE;
  KbVec first = place_of (context, state, 0);
  return hypot (first.x - context->pointer.canvas.x, first.y - context->pointer.canvas.y) < NEAR;
}

static gboolean
paint_area_press (KbToolContext *context, const KbPointerEvent *event)
{
  PaintAreaState *state = context->gesture.state;

  state->drawn = FALSE;
  if (closes (context) || (event->n_press == 2 && state->corners && state->corners->len >= 3))
    {
      finish_paint_area (context);
      return FALSE;
    }
  add_corner (context, state, FALSE);
  return TRUE;
}

static void
paint_area_motion (KbToolContext *context, const KbPointerEvent *event)
{
  PaintAreaState *state = context->gesture.state;

  if (!context->gesture.pressed || !state->corners)
    return;
  if (hypot (context->pointer.canvas.x - state->last.x, context->pointer.canvas.y - state->last.y)
      >= PAINT_AREA_APART)
    {
      state->drawn = TRUE;
      add_corner (context, state, TRUE);
      paint_open_area (context);
    }
}

/* A drawn outline closes when the button is released. */
static void
paint_area_release (KbToolContext *context, const KbPointerEvent *event)
{
  PaintAreaState *state = context->gesture.state;

  if (state->drawn && state->corners->len >= 3)
    finish_paint_area (context);
  else
    paint_open_area (context);
}

static gboolean
area_key (KbToolContext *context, KbKey key, guint modifiers)
{
  PaintAreaState *state = context->gesture.state;

  if (!state->corners)
    return FALSE;
  if (key == KB_KEY_ENTER && !context->pointer.cursor.on && state->corners->len >= 3)
    finish_paint_area (context);
  else if (key == KB_KEY_BACKSPACE)
    {
      g_array_set_size (state->corners, state->corners->len - 1);
      kb_stroke_cancel (context);
      if (state->corners->len == 0)
        forget_paint_area (context);
      else
        paint_open_area (context);
    }
  else
    return FALSE;
  return TRUE;
}

static void
area_commit (KbToolContext *context)
{
  const PaintAreaState *state = context->gesture.state;

  if (state->corners->len >= 3)
    finish_paint_area (context);
}

static gboolean
area_busy (const KbToolContext *context)
{
  const PaintAreaState *state = context->gesture.state;

  return state->corners != NULL;
}

static char *
area_speak (const KbToolContext *context)
{
  const PaintAreaState *state = context->gesture.state;
  guint n = state->corners ? state->corners->len : 0;

  return n ? g_strdup_printf (g_dngettext (NULL, "%u corner", "%u corners", n), n) : NULL;
}

static void
paint_area_draw (KbToolContext *context, cairo_t *cr)
{
  const PaintAreaState *state = context->gesture.state;

  if (!state->corners)
    return;
  cairo_new_path (cr);
  for (guint i = 0; i < state->corners->len; i++)
    {
      KbVec at = place_of (context, state, i);
      cairo_line_to (cr, at.x, at.y);
    }
  if (!context->gesture.pressed && context->pointer.over)
    cairo_line_to (cr, context->pointer.canvas.x, context->pointer.canvas.y);
  kb_paint_stroke_path (context, cr, kb_stroke_colour (context, kb_stroke_value (context)));
  if (state->corners->len >= 3)
    kb_draw_handle (cr, &context->view, context->style,
                    (KbVec) { g_array_index (state->corners, KbCorner, 0).x / 256.0,
                             g_array_index (state->corners, KbCorner, 0).y / 256.0 },
                    TRUE, closes (context));
}

const KbTool kb_area_tool = {
  .id = "area",
  .label = N_("Area"),
  .icon = "kb-polygon-symbolic",
  .key = 'p',
  .cursor = "crosshair",
  .hint =
    N_("Click corners, the first or Enter closes, {undo} undoes; or draw an outline. Ctrl erases"),
  .flags = KB_TOOL_PAINTS | KB_TOOL_PLACES | KB_TOOL_USES_CONTROL | KB_TOOL_FOLLOWS,
  .state_size = sizeof (PaintAreaState),
  .press = paint_area_press,
  .motion = paint_area_motion,
  .release = paint_area_release,
  .key_press = area_key,
  .cancel = forget_paint_area,
  .commit = area_commit,
  .busy = area_busy,
  .speak = area_speak,
  .draw = paint_area_draw,
};

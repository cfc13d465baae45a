/* SPDX-License-Identifier: MIT */
/* Ground: click along it, or drag existing points. The document changes only at the end of a
 * gesture. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_worlds.h"
#include "drawing/style.h"
#include "operations/level/change.h"
#include "operations/level/mazes.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"
#include "tools/selection.h"

#define MOST 4096

typedef struct {
  KbDraft draft;
  KbVec points[MOST];        /* of a new ground, in ascending x */
  guint order[MOST];         /* order of creation: each point's index when it was added */
  KbId ground;               /* whose point is dragged or added; 0: none */
  guint index;
  gboolean insert, moved;
  KbVec at, held, pressed;   /* pixels of the level; canvas pixels */
} GroundState;

static KbVec
ground_snapped (KbToolContext *context)
{
  KbLevelSnapOptions options = { 0 };

  return kb_level_snap_to (context, context->pointer.at, &options).at;
}

static const KbGroundLine *
dragged_ground (const KbToolContext *context, const GroundState *state)
{
  const KbNode *node = state->ground ? kb_document_node (context->document, state->ground) : NULL;

  return kb_node_as (node, &kb_ground_kind);
}

static void
let_ground_go (KbToolContext *context, GroundState *state)
{
  state->ground = 0;
  state->moved = FALSE;
  context->level.drawn_layer = 0;
}

/* ---- existing grounds ---- */

static void
hold_point (KbToolContext *context, GroundState *state, KbId ground, guint index, gboolean insert,
            KbVec at)
{
  state->ground = context->level.drawn_layer = ground;
  state->index = index;
  state->insert = insert;
  state->moved = FALSE;
  state->at = state->held = at;
  state->pressed = context->pointer.canvas;
}

static gboolean
press_point (KbToolContext *context, GroundState *state, KbGroundPart part,
             const KbPointerEvent *event)
{
  const KbGroundLine *ground =
    (const KbGroundLine *) kb_document_node (context->document, part.ground);
  KbId point = kb_ground_point_at (ground, part.point)->node.id;

  if (event->modifiers & KB_MOD_SHIFT)
    {
      kb_selection_toggle (context, point);
      return FALSE;
    }
  kb_selection_set (context, point);
  if (event->n_press == 2)
    {
      kb_ground_selection_toggle_flat (context);
      return FALSE;
    }
  hold_point (context, state, part.ground, part.point, FALSE, part.at);
  return TRUE;
}

/* The index for a new point with that x; KB_NO_GROUND_POINT: one has this x already. */
static guint
kb_ground_place_for (const KbGroundLine *ground, double x)
{
  guint i = 0;

  while (i < kb_count (ground->points) && kb_ground_point_at (ground, i)->at.x < x)
    i++;
  return i < kb_count (ground->points) && kb_ground_point_at (ground, i)->at.x == x
           ? KB_NO_GROUND_POINT
           : i;
}

static gboolean
press_part (KbToolContext *context, GroundState *state, const KbPointerEvent *event)
{
  KbGroundPart part = kb_ground_part_at (context, event->canvas);

  if (!part.ground)
    return FALSE;
  kb_tool_context_set_layer (context, part.ground);
  if (part.point != KB_NO_GROUND_POINT)
    return press_point (context, state, part, event);
  guint place = kb_ground_place_for (
    (const KbGroundLine *) kb_document_node (context->document, part.ground), part.at.x);
  if (place == KB_NO_GROUND_POINT)
    return FALSE;
  kb_selection_clear (context);
  hold_point (context, state, part.ground, place, TRUE, part.at);
  return TRUE;
}

/* Alt: adds a point to the active ground, also past its ends. */
static gboolean
press_more (KbToolContext *context, GroundState *state)
{
  const KbGroundLine *ground =
    (const KbGroundLine *) kb_tool_context_layer (context, &kb_ground_kind);
  KbVec at = ground_snapped (context);
  guint place = ground && !kb_level_layer_is_locked (context, &ground->node)
                  ? kb_ground_place_for (ground, at.x)
                  : KB_NO_GROUND_POINT;

  if (place == KB_NO_GROUND_POINT)
    return kb_tool_context_refuse (context, ground
                                              ? _("No point can be added there")
                                              : _("There is no ground yet: click without Alt to "
                                                   "draw one"));
  hold_point (context, state, ground->node.id, place, TRUE, at);
  state->moved = TRUE;
  return TRUE;
}

/* How near a dragged point may come to its neighbours. */
static double
least_gap (const KbToolContext *context)
{
  gboolean snaps = context->options.snap.on && !(context->pointer.modifiers & KB_MOD_CONTROL);

  return snaps ? MAX (1, kb_tool_context_level (context)->grid) : 1;
}

static void
drag (KbToolContext *context, GroundState *state)
{
  const KbGroundLine *ground = dragged_ground (context, state);

  if (!ground)
    return;
  if (!state->moved && !kb_pointer_left (&context->pointer, state->pressed))
    return;
  state->moved = TRUE;
  KbVec to = ground_snapped (context);
  if (context->pointer.modifiers & KB_MOD_SHIFT)
    *(fabs (to.x - state->held.x) > fabs (to.y - state->held.y) ? &to.y : &to.x) =
      fabs (to.x - state->held.x) > fabs (to.y - state->held.y) ? state->held.y : state->held.x;
  state->at = kb_ground_between (ground, state->index, state->insert, least_gap (context), to);
}

/* ---- a new ground ---- */

static void
end_ground (KbToolContext *context, GroundState *state)
{
  if (state->draft.n < 2)
    {
      kb_tool_context_status (context, _("A ground needs at least two points"));
      return;
    }
  KbId id = kb_ground_add (context, state->points, state->draft.n);
  state->draft.n = 0;
  if (id)
    kb_tool_context_set_layer (context, id);
}

static void
put_point (KbToolContext *context, GroundState *state, KbVec p)
{
  guint i = 0;

  while (i < state->draft.n && state->points[i].x < p.x)
    i++;
  if (state->draft.n == MOST || (i < state->draft.n && state->points[i].x == p.x))
    {
      kb_tool_context_status (context, state->draft.n == MOST
                                         ? _("This is the maximum number of points: Enter ends the "
                                             "ground")
                                         : _("Another point already has this x"));
      return;
    }
  memmove (&state->points[i + 1], &state->points[i], (state->draft.n - i) * sizeof *state->points);
  state->points[i] = p;
  state->order[state->draft.n++] = i;
}

static gboolean
ground_press (KbToolContext *context, const KbPointerEvent *event)
{
  GroundState *state = context->gesture.state;
  KbVec p = ground_snapped (context);

  if (state->draft.n == 0 && event->modifiers & KB_MOD_ALT)
    return press_more (context, state);
  if (state->draft.n == 0 && kb_ground_part_at (context, event->canvas).ground)
    return press_part (context, state, event);
  if (state->draft.n && event->n_press == 2)
    {
      end_ground (context, state);
      return FALSE;
    }
  if (state->draft.n == 0)
    kb_selection_clear (context);
  put_point (context, state, p);
  return FALSE;
}

static void
ground_motion (KbToolContext *context, const KbPointerEvent *event)
{
  GroundState *state = context->gesture.state;

  if (state->ground)
    drag (context, state);
}

static void
ground_release (KbToolContext *context, const KbPointerEvent *event)
{
  GroundState *state = context->gesture.state;
  KbId ground = state->ground;

  if (!ground)
    return;
  drag (context, state);
  gboolean moved = state->moved && !kb_vec_equal (state->at, state->held);
  let_ground_go (context, state);
  if (state->insert)
    kb_ground_insert_point (context, ground, state->index, state->at);
  else if (moved)
    kb_ground_move_point (context, ground, state->index, state->at);
}

static gboolean
ground_key (KbToolContext *context, KbKey key, guint modifiers)
{
  GroundState *state = context->gesture.state;

  if (state->draft.n == 0)
    return FALSE;
  if (key == KB_KEY_ENTER)
    end_ground (context, state);
  else if (key == KB_KEY_BACKSPACE)
    {
      guint i = state->order[--state->draft.n];
      memmove (&state->points[i], &state->points[i + 1],
               (state->draft.n - i) * sizeof *state->points);
    }
  else
    return FALSE;
  return TRUE;
}

static void
ground_cancel (KbToolContext *context)
{
  GroundState *state = context->gesture.state;

  state->draft.n = 0;
  let_ground_go (context, state);
}

/* Does not make the new ground active: the user's next action decides that. */
static void
ground_commit (KbToolContext *context)
{
  GroundState *state = context->gesture.state;
  guint n = state->draft.n;

  state->draft.n = 0;
  if (n >= 2)
    kb_ground_add (context, state->points, n);
}

/* ---- drawing ---- */

static void
draw_line (KbToolContext *context, cairo_t *cr, const KbGroundLine *ground, guint32 colour,
           KbVec at)
{
  g_autoptr (KbGroundCurve) curve = kb_ground_curve_new (ground, NULL);
  KbGroundPlace place;
  g_autofree char *x = kb_number_text (at.x), *y = kb_number_text (at.y);
  g_autofree char *slope =
    curve && kb_ground_curve_at (curve, at.x, &place) ? kb_number_text (place.slope) : NULL;
  g_autofree char *text =
    slope ? g_strdup_printf (
      place.too_steep ? _("%s, %s   slope %s, too steep") : _("%s, %s   slope %s"), x, y, slope)
          : g_strconcat (x, C_("between numbers", ", "), y, NULL);

  kb_draw_ground_line (cr, &context->view, context->style, ground, colour, KB_MARK_SELECTED);
  if (context->pointer.over)
    kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
}

/* A copy for previews, with one point moved there or inserted. It owns its points: free them with
 * kb_ground_with_clear. */
static KbGroundLine
kb_ground_with (const KbGroundLine *ground, guint index, gboolean insert, KbVec at)
{
  KbGroundLine with = *ground;
  guint n = kb_count (ground->points);

  with.points = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n + insert; i++)
    {
      KbGroundPoint *point = g_new0 (KbGroundPoint, 1);
      guint from = insert && i > index ? i - 1 : i;

      if (from < n && !(insert && i == index))
        *point = *kb_ground_point_at (ground, from);
      if (i == index)
        point->at = at;
      g_ptr_array_add (with.points, point);
    }
  return with;
}

static void
kb_ground_with_clear (KbGroundLine *ground)
{
  g_clear_pointer (&ground->points, g_ptr_array_unref);
}

static void
draw_dragged (KbToolContext *context, const GroundState *state, cairo_t *cr)
{
  const KbGroundLine *ground = dragged_ground (context, state);

  if (!ground)
    return;
  KbGroundLine with = kb_ground_with (ground, state->index, state->insert, state->at);
  draw_line (context, cr, &with, kb_class_colour (context->document, ground->class_id), state->at);
  kb_draw_handle (cr, &context->view, context->style, state->at, TRUE, TRUE);
  kb_ground_with_clear (&with);
}

/* Includes the pointer's position as a further point, if valid. */
static void
draw_draft (KbToolContext *context, const GroundState *state, cairo_t *cr)
{
  KbGroundLine draft = { .points = g_ptr_array_new_with_free_func (g_free) };
  KbVec next = ground_snapped (context);

  for (guint i = 0; i < state->draft.n; i++)
    {
      KbGroundPoint *point = g_new0 (KbGroundPoint, 1);
      point->at = state->points[i];
      g_ptr_array_add (draft.points, point);
    }
  guint place = context->pointer.over ? kb_ground_place_for (&draft, next.x) : KB_NO_GROUND_POINT;
  KbGroundLine with =
    place == KB_NO_GROUND_POINT ? draft : kb_ground_with (&draft, place, TRUE, next);
  draw_line (context, cr, &with, kb_class_colour (context->document, context->next.class_id), next);
  if (with.points != draft.points)
    kb_ground_with_clear (&with);
  kb_ground_with_clear (&draft);
}

static void
draw_chosen (KbToolContext *context, cairo_t *cr)
{
  const KbGroundLine *ground =
    (const KbGroundLine *) kb_tool_context_layer (context, &kb_ground_kind);
  KbGroundPart part = context->pointer.over ? kb_ground_part_at (context, context->pointer.canvas)
                                            : (KbGroundPart) { 0 };

  if (ground)
    KB_EACH (const KbGroundPoint, point, ground->points)
      kb_draw_handle (cr, &context->view, context->style, point->at, !point->flat,
                      kb_selection_has (context, point->node.id));
  if (part.ground)
    kb_draw_handle (cr, &context->view, context->style, part.at, TRUE, TRUE);
}

static void
ground_draw (KbToolContext *context, cairo_t *cr)
{
  const GroundState *state = context->gesture.state;

  if (state->ground)
    draw_dragged (context, state, cr);
  else if (state->draft.n)
    draw_draft (context, state, cr);
  else
    draw_chosen (context, cr);
}

const KbTool kb_ground_tool = {
  .id = "ground",
  .label = N_("Ground"),
  .icon = "kb-ground-symbolic",
  .key = 'g',
  .cursor = "crosshair",
  .hint = N_("Click along from either side, Enter ends; drag points or curve; double-click: "
             "straight; Alt adds one"),
  .works_on = &kb_ground_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_PLACES,
  .state_size = sizeof (GroundState),
  .press = ground_press,
  .motion = ground_motion,
  .release = ground_release,
  .key_press = ground_key,
  .cancel = ground_cancel,
  .commit = ground_commit,
  .busy = kb_draft_busy,
  .speak = kb_draft_speak,
  .draw = ground_draw,
};

/* SPDX-License-Identifier: MIT */
/* Wall: click from end to end of a chain, or drag one wall. The document changes only at the
 * end. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/style.h"
#include "operations/level/change.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"

#define MOST 4096

typedef struct {
  KbDraft draft;
  KbVec points[MOST];
  gboolean closing;
  KbVec pressed_at;          /* canvas pixels */
} WallState;

static KbLevelSnapped
wall_snapped (KbToolContext *context, const WallState *state, guint n)
{
  KbLevelSnapOptions options = { .from = n ? &state->points[n - 1] : NULL,
                                 .others = state->points,
                                 .n_others = n ? n - 1 : 0 };

  return kb_level_snap_to (context, context->pointer.at, &options);
}

/* Existing walls, in either direction, are not added again. */
static gboolean
is_there (const KbLevelIndex *index, KbVec a, KbVec b)
{
  g_autoptr (GArray) walls = kb_level_index_attached (index, a, KB_ITEM_WALL);

  KB_EACH_IN (const KbLevelItem, wall, walls)
    if (kb_vec_equal (wall->b, b))
      return TRUE;
  return FALSE;
}

static gboolean
make_walls (KbToolContext *context, const WallState *state, gboolean closed, GArray *made,
            GError **error)
{
  KbLevelIndex *index = kb_tool_context_level_index (context);
  KbId class_id = kb_tool_context_class (context, &kb_wall_kind, error);
  gboolean done = class_id != 0;

  for (guint i = 0; i < state->draft.n && done; i++)
    done = kb_level_split_at (index, state->points[i], error);
  for (guint i = 0; i + !closed < state->draft.n && done; i++)
    {
      KbVec a = state->points[i], b = state->points[(i + 1) % state->draft.n];

      if (kb_vec_equal (a, b) || is_there (index, a, b))
        continue;
      KbId id = kb_level_add_wall (index, a, b, class_id, error);
      g_array_append_val (made, id);
      done = id != 0;
    }
  return done;
}

static void
end_chain (KbToolContext *context, gboolean closed)
{
  WallState *state = context->gesture.state;
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  GError *error = NULL;

  if (state->draft.n < 2)
    {
      kb_tool_context_status (context, _("A wall needs two ends"));
      return;
    }
  kb_document_begin (context->document, state->draft.n == 2 ? _("Draw wall") : _("Draw walls"));
  gboolean done = make_walls (context, state, closed, made, &error);
  kb_selection_finish (context, done, error);
  state->draft.n = 0;
  state->draft.held = state->closing = FALSE;
  if (done && made->len)
    kb_level_select (context, made, NULL);
  else if (done)
    kb_tool_context_status (context, _("These walls exist already"));
}

static gboolean
wall_press (KbToolContext *context, const KbPointerEvent *event)
{
  WallState *state = context->gesture.state;
  KbVec at = wall_snapped (context, state, state->draft.n).at;

  if (state->draft.n && kb_vec_equal (at, state->points[state->draft.n - 1]))
    {
      if (event->n_press == 2)
        end_chain (context, FALSE);
      return FALSE;
    }
  if (state->draft.n >= 3 && kb_vec_equal (at, state->points[0]))
    {
      state->closing = TRUE;
      return TRUE;
    }
  if (state->draft.n == MOST)
    return kb_tool_context_refuse (context, _("A chain can have at most 4096 ends"));
  if (state->draft.n == 0
      && kb_level_layer_refuses (context, &kb_tool_context_level (context)->node))
    return FALSE;
  if (state->draft.n == 0)
    kb_selection_clear (context);
  state->points[state->draft.n++] = at;
  state->draft.held = TRUE;
  state->pressed_at = event->canvas;
  return TRUE;
}

/* In a chain the last end follows the pointer until released. The first end stays: dragging it
 * draws a wall. */
static void
wall_motion (KbToolContext *context, const KbPointerEvent *event)
{
  WallState *state = context->gesture.state;

  if (state->draft.held && state->draft.n > 1
      && kb_pointer_left (&context->pointer, state->pressed_at))
    state->points[state->draft.n - 1] = wall_snapped (context, state, state->draft.n - 1).at;
}

static void
wall_release (KbToolContext *context, const KbPointerEvent *event)
{
  WallState *state = context->gesture.state;

  wall_motion (context, event);
  if (state->closing)
    end_chain (context, TRUE);
  else if (state->draft.held && state->draft.n == 1
           && kb_pointer_left (&context->pointer, state->pressed_at))
    {
      KbVec at = wall_snapped (context, state, 1).at;

      if (kb_vec_equal (at, state->points[0]))
        state->draft.n = 0;
      else
        {
          state->points[state->draft.n++] = at;
          end_chain (context, FALSE);
        }
    }
  else if (state->draft.n >= 2
           && kb_vec_equal (state->points[state->draft.n - 1], state->points[state->draft.n - 2]))
    state->draft.n--;
  state->draft.held = FALSE;
}

static void
wall_cancel (KbToolContext *context)
{
  WallState *state = context->gesture.state;

  state->draft.n = 0;
  state->draft.held = state->closing = FALSE;
}

static char *
wall_speak (const KbToolContext *context)
{
  const WallState *state = context->gesture.state;

  return state->draft.n ? g_strdup_printf (g_dngettext (NULL, "%u end", "%u ends", state->draft.n),
                                           state->draft.n)
                        : NULL;
}

static void
draw_wall (KbToolContext *context, cairo_t *cr, KbVec a, KbVec b, KbMark mark)
{
  kb_draw_wall (cr, &context->view, context->style, &(KbWall) { .a = a, .b = b },
                kb_class_colour (context->document, context->next.class_id), mark);
}

/* "12, 8   length 40   90°" */
static void
draw_note (KbToolContext *context, cairo_t *cr, const WallState *state, KbVec at, gboolean closing)
{
  const KbVec *last = state->draft.n ? &state->points[state->draft.n - 1] : NULL;
  g_autofree char *x = kb_number_text (at.x), *y = kb_number_text (at.y), *text = NULL;

  if (closing)
    text = g_strdup (_("close"));
  else if (!last || kb_vec_equal (*last, at))
    text = g_strconcat (x, C_("between numbers", ", "), y, NULL);
  else
    {
      g_autofree char *length =
        kb_number_text (floor (hypot (at.x - last->x, at.y - last->y) * 100 + 0.5) / 100);
      g_autofree char *angle =
        kb_number_text (floor (atan2 (at.y - last->y, at.x - last->x) * 1800 / G_PI + 0.5) / 10);

      text = g_strdup_printf (_("%s, %s   length %s   %s°"), x, y, length, angle);
    }
  kb_tool_context_note (context, cr, context->pointer.canvas, text, 0xffffffff);
}

static void
wall_draw (KbToolContext *context, cairo_t *cr)
{
  const WallState *state = context->gesture.state;
  gboolean held = state->draft.held && state->draft.n > 1;
  KbLevelSnapped next = wall_snapped (context, state, held ? state->draft.n - 1 : state->draft.n);
  gboolean closing =
    state->closing || (!held && state->draft.n >= 3 && kb_vec_equal (next.at, state->points[0]));

  for (guint i = 0; i + 1 < state->draft.n; i++)
    draw_wall (context, cr, state->points[i], state->points[i + 1], KB_MARK_HOVERED);
  if (state->draft.n && !held && context->pointer.over)
    draw_wall (context, cr, state->points[state->draft.n - 1], closing ? state->points[0] : next.at,
               KB_MARK_PLAIN);
  for (guint i = 0; i < state->draft.n; i++)
    kb_draw_handle (cr, &context->view, context->style, state->points[i], TRUE, i == 0 && closing);
  if (!context->pointer.over)
    return;
  kb_draw_level_snap (cr, &context->view, context->style, next.at, next.kind);
  if (state->draft.n)
    draw_note (context, cr, state, next.at, closing);
}

const KbTool kb_wall_tool = {
  .id = "wall",
  .label = N_("Wall"),
  .icon = "kb-wall-symbolic",
  .key = 'w',
  .cursor = "crosshair",
  .hint = N_("Click ends, or drag one wall; the first closes, Enter ends, {undo} undoes; Shift: "
             "angles, Ctrl: free"),
  .makes = &kb_wall_kind,
  .works_on = &kb_level_kind,
  .flags = KB_TOOL_LEVELS | KB_TOOL_PLACES,
  .state_size = sizeof (WallState),
  .press = wall_press,
  .motion = wall_motion,
  .release = wall_release,
  .key_press = kb_draft_key,
  .cancel = wall_cancel,
  .commit = kb_draft_commit,
  .busy = kb_draft_busy,
  .speak = wall_speak,
  .draw = wall_draw,
  .end_draft = end_chain,
  .draft_min = 2,
};

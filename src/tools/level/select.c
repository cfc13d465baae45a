/* SPDX-License-Identifier: MIT */
/* Select on levels: ends, walls, entities, areas; a rubber band. Attached parts are dragged
 * along. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "operations/level/lines.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/names.h"
#include "tools/private.h"
#include "tools/selection.h"
#include "tools/subject.h"

typedef struct {
  KbLevelDrag drag;
  gboolean banding;
  KbLevelPart shifted;       /* under the start of a band with Shift: a plain click adds it */
  KbVec band_from;           /* pixels of the level */
  KbVec pressed;             /* canvas pixels */
  /* Already selected at the press: a plain click selects the next one below */
  gboolean clicked;
} LevelSelectState;

static gboolean
kb_level_place_is_selected (const KbToolContext *context, KbVec place)
{
  KB_EACH_IN (const KbVec, known, context->selection.places)
    if (kb_vec_equal (*known, place))
      return TRUE;
  return FALSE;
}

static gboolean
press_end (KbToolContext *context, LevelSelectState *state, KbLevelPart part)
{
  if (!kb_level_place_is_selected (context, part.at))
    {
      g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (KbVec));

      g_array_append_val (places, part.at);
      kb_level_select (context, NULL, places);
    }
  kb_level_drag_begin (context, &state->drag, part);
  return TRUE;
}

static gboolean
any_selected (KbToolContext *context, const GArray *things)
{
  KB_EACH_ID (id, things)
    if (kb_level_is_selected (context, id))
      return TRUE;
  return FALSE;
}

/* A press inside an area may start a band; only selected areas are dragged. */
static gboolean
press_thing (KbToolContext *context, LevelSelectState *state, KbLevelPart part)
{
  g_autoptr (GArray) things = kb_level_things_at (context, context->pointer.canvas);

  state->clicked = any_selected (context, things);
  if (!state->clicked && part.type == KB_LEVEL_AN_AREA)
    return FALSE;
  if (!state->clicked)
    kb_selection_set (context, part.id);
  kb_level_drag_begin (context, &state->drag, part);
  return TRUE;
}

static gboolean
select_level_select_press (KbToolContext *context, const KbPointerEvent *event)
{
  LevelSelectState *state = context->gesture.state;
  KbLevelPart part = kb_level_part_at (context, event->canvas);

  state->clicked = FALSE;
  state->pressed = event->canvas;
  /* With Shift a band begins anywhere: walls may be dense. */
  state->shifted = event->modifiers & KB_MOD_SHIFT && part.type != KB_LEVEL_AN_AREA
                     ? part
                     : (KbLevelPart) { KB_LEVEL_NOTHING };
  if (state->shifted.type == KB_LEVEL_NOTHING)
    {
      if (part.type == KB_LEVEL_AN_END)
        return press_end (context, state, part);
      if (part.type != KB_LEVEL_NOTHING && press_thing (context, state, part))
        return TRUE;
      if (part.type != KB_LEVEL_NOTHING && part.type != KB_LEVEL_AN_AREA)
        return FALSE;
    }
  state->banding = TRUE;
  state->band_from = context->pointer.at;
  return TRUE;
}

static void
hover_level_select (KbToolContext *context)
{
  KbLevelPart part = kb_level_part_at (context, context->pointer.canvas);

  context->pointer.hover.id = part.id;
  context->pointer.hover.is_place = part.type == KB_LEVEL_AN_END;
  context->pointer.hover.place = part.at;
}

static void
select_level_select_motion (KbToolContext *context, const KbPointerEvent *event)
{
  LevelSelectState *state = context->gesture.state;

  if (state->drag.active)
    kb_level_drag_update (context, &state->drag);
  else if (!state->banding)
    hover_level_select (context);
}

/* ---- the rubber band ---- */

typedef struct {
  KbToolContext *context;
  KbBounds box;
  GArray *ids, *places;
  GHashTable *seen;          /* areas already checked */
} Band;

static gboolean
level_select_within (const KbBounds *box, KbVec p)
{
  return p.x >= box->x0 && p.x <= box->x1 && p.y >= box->y0 && p.y <= box->y1;
}

static gboolean
is_whole (const Band *band, const KbLevelItem *item)
{
  if (item->type != KB_ITEM_EDGE)
    return level_select_within (&band->box, item->a) && level_select_within (&band->box, item->b);
  if (!g_hash_table_add (band->seen, GUINT_TO_POINTER (item->id)))
    return FALSE;
  const KbArea *area = (const KbArea *) kb_document_node (band->context->document, item->id);
  for (guint i = 0; i < kb_rings_points (&area->rings); i++)
    if (!level_select_within (&band->box, area->rings.points[i]))
      return FALSE;
  return TRUE;
}

static void
add_whole (const KbLevelItem *item, gpointer data)
{
  Band *band = data;

  if (is_whole (band, item) && kb_level_can_pick (band->context, item->id))
    g_array_append_val (band->ids, item->id);
}

static void
add_ends (const KbLevelItem *item, gpointer data)
{
  Band *band = data;

  if (item->type == KB_ITEM_ENTITY || !kb_level_can_pick (band->context, item->id))
    return;
  if (level_select_within (&band->box, item->a))
    g_array_append_val (band->places, item->a);
  if (level_select_within (&band->box, item->b))
    g_array_append_val (band->places, item->b);
}

static int
by_place (gconstpointer one, gconstpointer other)
{
  const KbVec *a = one, *b = other;

  if (a->x != b->x)
    return a->x < b->x ? -1 : 1;
  return a->y < b->y ? -1 : a->y > b->y;
}

static void
drop_equal (GArray *array, gsize size, GCompareFunc compare)
{
  guint n = 0;

  g_array_sort (array, compare);
  for (guint i = 0; i < array->len; i++)
    if (n == 0 || compare (array->data + (n - 1) * size, array->data + i * size) != 0)
      memmove (array->data + n++ * size, array->data + i * size, size);
  g_array_set_size (array, n);
}

/* Everything completely inside; with Control, the ends inside. Shift adds. */
static void
select_within (KbToolContext *context, KbVec from, KbVec to)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId)),
                     places = g_array_new (FALSE, FALSE, sizeof (KbVec));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Band band = { context,
                { MIN (from.x, to.x), MIN (from.y, to.y), MAX (from.x, to.x), MAX (from.y, to.y) },
                ids,
                places,
                seen };
  gboolean ends = (context->pointer.modifiers & KB_MOD_CONTROL) != 0;

  if (context->pointer.modifiers & KB_MOD_SHIFT)
    {
      g_array_append_vals (ids, context->selection.ids->data, context->selection.ids->len);
      g_array_append_vals (places, context->selection.places->data, context->selection.places->len);
    }
  kb_level_index_visit (kb_tool_context_level_index (context), band.box, KB_ITEM_ALL,
                        ends ? add_ends : add_whole, &band);
  drop_equal (ids, sizeof (KbId), kb_level_compare_ids);
  drop_equal (places, sizeof (KbVec), by_place);
  kb_level_select (context, ids, places);
}

/* The next one below the selected one; after the last, the topmost again. */
static void
select_next (KbToolContext *context)
{
  g_autoptr (GArray) things = kb_level_things_at (context, context->pointer.canvas);
  guint next = 0;

  KB_EACH_ID_WHILE (kb_selection_count (context) == 1, id, things)
    if (kb_level_is_selected (context, id))
      next = (id_at + 1) % things->len;
  kb_selection_set (context, things->len ? g_array_index (things, KbId, next) : 0);
}

static void
kb_level_toggle_place (KbToolContext *context, KbVec place)
{
  g_autoptr (GArray) places = g_array_copy (context->selection.places);
  guint n = places->len;

  for (guint i = n; i-- > 0;)
    if (kb_vec_equal (g_array_index (places, KbVec, i), place))
      g_array_remove_index (places, i);
  if (places->len == n)
    g_array_append_val (places, place);
  kb_level_select (context, context->selection.ids, places);
}

/* At the end of a band that did not move. */
static void
click_area (KbToolContext *context, const LevelSelectState *state, guint modifiers)
{
  if (state->shifted.type == KB_LEVEL_AN_END)
    {
      kb_level_toggle_place (context, state->shifted.at);
      return;
    }
  if (state->shifted.type != KB_LEVEL_NOTHING)
    {
      kb_selection_toggle (context, state->shifted.id);
      return;
    }
  KbLevelPart part = kb_level_part_at (context, context->pointer.canvas);

  if (modifiers & KB_MOD_SHIFT && part.id)
    kb_selection_toggle (context, part.id);
  else if (!(modifiers & KB_MOD_SHIFT))
    kb_selection_set (context, part.id);
}

static void
select_level_select_release (KbToolContext *context, const KbPointerEvent *event)
{
  LevelSelectState *state = context->gesture.state;
  gboolean dragging = state->drag.active, moved;

  if (state->banding && !kb_pointer_left (&context->pointer, state->pressed))
    click_area (context, state, event->modifiers);
  else if (state->banding)
    select_within (context, state->band_from, context->pointer.at);
  state->banding = FALSE;
  kb_level_drag_update (context, &state->drag);
  moved = kb_level_drag_end (context, &state->drag);
  if (dragging && !moved && state->clicked)
    select_next (context);
  state->clicked = FALSE;
}

static void
select_level_select_cancel (KbToolContext *context)
{
  LevelSelectState *state = context->gesture.state;

  state->banding = state->clicked = FALSE;
  kb_level_drag_cancel (context, &state->drag);
}

static const char *
select_level_select_cursor (const KbToolContext *context)
{
  return context->pointer.hover.id
             && (context->pointer.hover.is_place
                 || kb_selection_has (context, context->pointer.hover.id))
           ? "move"
           : NULL;
}

static void
select_level_select_draw (KbToolContext *context, cairo_t *cr)
{
  const LevelSelectState *state = context->gesture.state;

  kb_level_drag_draw (context, &state->drag, cr);
  if (state->banding && kb_pointer_left (&context->pointer, state->pressed))
    kb_draw_rubber_band (cr, &context->view, context->style,
                         kb_view_to_canvas (&context->view, state->band_from),
                         context->pointer.canvas);
}

const KbTool kb_level_select_tool = {
  .id = "level-select",
  .label = N_("Select on the level"),
  .icon = "kb-level-select-symbolic",
  .key = 'v',
  .cursor = "default",
  .hint = N_("Drag walls, ends or entities; connected ends follow. Shift adds; Alt copies; Ctrl "
             "selects ends"),
  .flags = KB_TOOL_LEVELS,
  .state_size = sizeof (LevelSelectState),
  .press = select_level_select_press,
  .motion = select_level_select_motion,
  .release = select_level_select_release,
  .cancel = select_level_select_cancel,
  .cursor_at = select_level_select_cursor,
  .draw = select_level_select_draw,
};

/* SPDX-License-Identifier: MIT */
/* The selection, and what can be selected at a position. */
#include "tools/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "tools/subject.h"
#include "tools/tiles/selected.h"

#define POINT_REACH 8.0   /* canvas pixels */

/* Selecting a single point makes it the one that the action point tool places. */
static void
changed (KbToolContext *context)
{
  const KbNode *node =
    context->selection.ids->len == 1 && context->document
      ? kb_document_node (context->document, g_array_index (context->selection.ids, KbId, 0))
      : NULL;

  if (kb_node_is (node, &kb_point_kind))
    kb_tool_context_set_point_name (context, ((const KbPoint *) node)->name);
  context->selection.serial++;
  context->pointer.hover.handle = context->selection.corner = -1;
  kb_tool_context_changed (context, KB_TOOLS_SELECTION);
  kb_tool_context_redraw (context);
}

gboolean
kb_selection_has (const KbToolContext *context, KbId id)
{
  KB_EACH_ID (known, context->selection.ids)
    if (known == id)
      return TRUE;
  return FALSE;
}

guint
kb_selection_count (const KbToolContext *context)
{
  return context->selection.ids->len + context->selection.places->len
         + (kb_tiles_selected (context) ? 1 : 0);
}

void
kb_selection_replace (KbToolContext *context, const GArray *ids, const GArray *places)
{
  GArray *kept[] = { context->selection.ids, context->selection.places };

  context->selection.ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  context->selection.places = g_array_new (FALSE, FALSE, sizeof (KbVec));
  if (ids && ids->len)
    g_array_append_vals (context->selection.ids, ids->data, ids->len);
  if (places && places->len)
    g_array_append_vals (context->selection.places, places->data, places->len);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    g_array_unref (kept[i]);
  changed (context);
}

KbShape *
kb_selection_single_shape (const KbToolContext *context)
{
  if (context->selection.ids->len != 1 || !context->document)
    return NULL;
  return kb_document_find (context->document, g_array_index (context->selection.ids, KbId, 0),
                           &kb_shape_kind);
}

void
kb_selection_clear (KbToolContext *context)
{
  if (kb_selection_count (context) == 0)
    return;
  g_array_set_size (context->selection.places, 0);
  g_array_set_size (context->selection.ids, 0);
  changed (context);
}

void
kb_selection_set (KbToolContext *context, KbId id)
{
  if (id == 0 || !context->document || !kb_document_node (context->document, id))
    {
      kb_selection_clear (context);
      return;
    }
  if (kb_selection_count (context) == 1 && context->selection.ids->len == 1
      && g_array_index (context->selection.ids, KbId, 0) == id)
    return;
  g_array_set_size (context->selection.places, 0);
  g_array_set_size (context->selection.ids, 0);
  g_array_append_val (context->selection.ids, id);
  changed (context);
}

void
kb_selection_add (KbToolContext *context, KbId id)
{
  if (kb_selection_has (context, id) || !context->document
      || !kb_document_node (context->document, id))
    return;
  g_array_append_val (context->selection.ids, id);
  changed (context);
}

void
kb_selection_toggle (KbToolContext *context, KbId id)
{
  KB_EACH_ID (selected, context->selection.ids)
    if (selected == id)
      {
        g_array_remove_index (context->selection.ids, selected_at);
        changed (context);
        return;
      }
  kb_selection_add (context, id);
}

gboolean
kb_selection_is_locked (const KbToolContext *context, KbId id)
{
  const KbNode *node = context->document ? kb_document_node (context->document, id) : NULL;

  return kb_node_is (node, &kb_shape_kind)
         && !kb_tool_context_is_open (context, ((const KbShape *) node)->class_id);
}

GArray *
kb_selection_free_members (const KbToolContext *context)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  KB_EACH_ID (id, context->selection.ids)
    if (!kb_selection_is_locked (context, id))
      g_array_append_val (ids, id);
  if (ids->len == 0 && context->selection.ids->len > 0)
    kb_tool_context_status ((KbToolContext *) context, _("The class is locked or hidden"));
  return ids;
}

/* ---- members ---- */

/* Shapes in the order of their list, then points. */
GArray *
kb_frame_members (KbToolContext *context, KbId class_id)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  if (frame)
    KB_EACH (const KbShape, shape, frame->shapes)
      if (kb_tool_context_is_open (context, shape->class_id)
          && (!class_id || shape->class_id == class_id))
        g_array_append_val (ids, shape->node.id);
  if (frame && !class_id)
    KB_EACH (const KbPoint, point, frame->points)
      g_array_append_val (ids, point->node.id);
  return ids;
}

gboolean
kb_selection_explain (KbToolContext *context)
{
  const KbSubject *subject = kb_subject (context);

  if (!subject->members)
    kb_tool_context_status (context, _(subject->empty));
  return !subject->members;
}

/* Why nothing can be selected. */
static void
report_empty (KbToolContext *context)
{
  g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);
  KbToolContext open = *context;

  open.hidden = open.locked = none;
  g_autoptr (GArray) ids = kb_subject (context)->members (&open, 0);
  kb_tool_context_status (context, ids->len ? _("Everything here is hidden or locked")
                                            : _(kb_subject (context)->empty));
}

/* NULL, reported: nothing shown can be selected. */
static GArray *
members (KbToolContext *context, KbId class_id)
{
  if (!kb_tools_is_shown (context))
    return g_array_new (FALSE, FALSE, sizeof (KbId));
  return kb_selection_explain (context) ? NULL : kb_subject (context)->members (context, class_id);
}

void
kb_selection_set_all (KbToolContext *context)
{
  if (kb_subject (context)->verbs->select_all)
    {
      kb_subject (context)->verbs->select_all (context);
      return;
    }
  g_autoptr (GArray) ids = members (context, 0);
  if (ids)
    kb_selection_replace (context, ids, NULL);
  if (ids && !ids->len)
    report_empty (context);
}

gboolean
kb_selection_set_class (KbToolContext *context, KbId class_id)
{
  g_autoptr (GArray) ids = members (context, class_id);

  if (ids)
    kb_selection_replace (context, ids, NULL);
  return ids != NULL;
}

/* Selects the member after the last selected one, or before it. */
static void
step_through (KbToolContext *context, const GArray *ids, gint by)
{
  g_autoptr (GHashTable) selected = g_hash_table_new (NULL, NULL);
  gint n = (gint) ids->len, at = by > 0 ? -1 : n;

  KB_EACH_ID (id, context->selection.ids)
    g_hash_table_add (selected, GUINT_TO_POINTER (id));
  for (gint i = 0; i < n; i++)
    if (g_hash_table_contains (selected, GUINT_TO_POINTER (g_array_index (ids, KbId, i))))
      at = i;
  if (n == 0)
    report_empty (context);
  else
    kb_selection_set (context, g_array_index (ids, KbId, ((at + by) % n + n) % n));
}

/* Shapes front to back, which is the last of the list first; then points, then the hot spot. */
void
kb_frame_selection_step (KbToolContext *context, gint by)
{
  g_autoptr (GArray) ids = kb_frame_members (context, 0);
  const KbFrame *frame = kb_tool_context_frame (context);
  guint n_shapes = frame ? ids->len - kb_count (frame->points) : 0;
  KbId *shapes = (KbId *) (void *) ids->data;

  for (guint i = 0; i < n_shapes / 2; i++)
    {
      KbId swapped = shapes[i];
      shapes[i] = shapes[n_shapes - 1 - i];
      shapes[n_shapes - 1 - i] = swapped;
    }
  if (frame && frame->hot_spot.set)
    g_array_append_val (ids, frame->node.id);
  step_through (context, ids, by);
}

void
kb_selection_step (KbToolContext *context, gint by)
{
  const KbSubject *subject = kb_subject (context);

  if (subject->step)
    {
      subject->step (context, by);
      return;
    }
  g_autoptr (GArray) ids = members (context, 0);
  if (ids)
    step_through (context, ids, by);
}

/* ---- commands ---- */

/* The commands for the current selection. */
static const KbSubjectVerbs *
verbs (const KbToolContext *context)
{
  static const KbSubjectVerbs none = { .nudge = NULL };

  return kb_selection_count (context) && context->document ? kb_subject (context)->verbs : &none;
}

void
kb_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  if (verbs (context)->nudge)
    verbs (context)->nudge (context, dx, dy, far);
}

void
kb_selection_resize (KbToolContext *context, gint dx, gint dy)
{
  if (verbs (context)->resize)
    verbs (context)->resize (context, dx, dy);
}

void
kb_selection_turn (KbToolContext *context, gint steps)
{
  if (steps && verbs (context)->turn)
    verbs (context)->turn (context, steps);
}

void
kb_selection_mirror (KbToolContext *context, gboolean vertical_line)
{
  if (verbs (context)->mirror)
    verbs (context)->mirror (context, vertical_line);
}

void
kb_selection_delete (KbToolContext *context)
{
  if (verbs (context)->delete)
    verbs (context)->delete (context);
}

void
kb_selection_duplicate (KbToolContext *context, gint dx, gint dy)
{
  if (verbs (context)->duplicate)
    verbs (context)->duplicate (context, dx, dy);
}

void
kb_selection_give_class (KbToolContext *context, KbId class_id)
{
  if (verbs (context)->give_class)
    verbs (context)->give_class (context, class_id);
}

char *
kb_selection_copy (const KbToolContext *context)
{
  return verbs (context)->copy ? verbs (context)->copy (context) : NULL;
}

gboolean
kb_selection_paste (KbToolContext *context, const char *text, GError **error)
{
  /* Cells go to a tile layer. */
  if (context->shown.level_id && strstr (text, KB_CELLS_CLIP)
      && !kb_tools_take (context, &kb_tile_select_tool))
    return TRUE;
  return kb_subject (context)->verbs->paste (context, text, error);
}

static gboolean
near_pixel (const KbToolContext *context, KbPixel pixel, KbVec canvas)
{
  KbVec p = kb_view_to_canvas (&context->view, (KbVec) { pixel.x + 0.5, pixel.y + 0.5 });
  gint x, y;

  if (hypot (p.x - canvas.x, p.y - canvas.y) <= POINT_REACH)
    return TRUE;
  kb_view_pixel_at (&context->view, canvas, &x, &y);
  return x == pixel.x && y == pixel.y;
}

/* A shape too thin to be hit otherwise gets a margin of a few canvas pixels. */
static gboolean
hits_shape (const KbToolContext *context, const KbShape *shape, KbVec canvas)
{
  const KbShapeKind *kind = kb_geometry_kind (shape->geometry.type);
  KbVec p = kb_view_to_picture (&context->view, canvas);

  if (kind->contains (&shape->geometry, p))
    return TRUE;
  KbBounds bounds = kind->bounds (&shape->geometry);
  if (MIN (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0) * context->view.scale >= 6)
    return FALSE;
  double slack = 4 / context->view.scale;
  return p.x >= bounds.x0 - slack && p.x <= bounds.x1 + slack && p.y >= bounds.y0 - slack
         && p.y <= bounds.y1 + slack;
}

GArray *
kb_things_at (const KbToolContext *context, KbVec canvas)
{
  GArray *things = g_array_new (FALSE, FALSE, sizeof (KbId));
  const KbFrame *frame = kb_tool_context_frame (context);

  if (!frame)
    return things;
  KB_EACH_BACK (const KbPoint, point, frame->points)
    if (near_pixel (context, point->at, canvas))
      g_array_append_val (things, point->node.id);
  if (frame->hot_spot.set && near_pixel (context, frame->hot_spot, canvas))
    g_array_append_val (things, frame->node.id);
  KB_EACH_BACK (const KbShape, shape, frame->shapes)
    if (kb_tool_context_is_open (context, shape->class_id) && hits_shape (context, shape, canvas))
      g_array_append_val (things, shape->node.id);
  return things;
}

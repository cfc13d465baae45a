/* SPDX-License-Identifier: MIT */
/* Edits of the selection. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/part.h"
#include "operations/level/heightmaps.h"
#include "tools/level/ground_edits.h"
#include "tools/level/parts.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/private.h"
#include "tools/subject.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"
#include "tools/track/private.h"

void
kb_selection_finish (KbToolContext *context, gboolean done, GError *error)
{
  if (!kb_document_finish (context->document, done))
    kb_tool_context_report (context, error);
}

gboolean
kb_selection_finish_new (KbToolContext *context, KbId made, GError *error)
{
  kb_selection_finish (context, made != 0, error);
  if (made)
    kb_selection_set (context, made);
  return made != 0;
}

void
kb_selection_begin (KbToolContext *context, const char *one, gboolean merge)
{
  const KbNode *node =
    context->selection.ids->len == 1 && context->selection.places->len == 0
      ? kb_document_node (context->document, g_array_index (context->selection.ids, KbId, 0))
      : NULL;

  g_autofree char *title = !node                   ? kb_subject (context)->verbs->count (context)
                           : kb_part (node)->title ? kb_part (node)->title (node)
                                                   : kb_node_title (node);
  g_autofree char *label = g_strdup_printf (one, title);
  if (merge)
    kb_document_begin_merging (context->document, label, 0);
  else
    kb_document_begin (context->document, label);
}

/* A line to mirror about. */
typedef struct {
  gboolean vertical;
  double axis;
} SelectionEditsLine;

static gboolean
mirror_part (KbDocument *document, KbId id, const SelectionEditsLine *line, GError **error)
{
  const KbPoint *point = kb_document_find (document, id, &kb_point_kind);
  const KbNode *node = kb_document_node (document, id);
  g_auto (KbGeometry) geometry = { 0 };
  gboolean done = TRUE;

  if (node && kb_part_geometry (node, &geometry))
    {
      kb_geometry_kind (geometry.type)->mirror (&geometry, line->vertical, line->axis);
      done = kb_part_put (document, id, &geometry, error);
    }
  if (!done || !point || !point->direction.set)
    return done;
  double degrees = line->vertical ? 180 - point->direction.degrees : -point->direction.degrees;
  return kb_document_set (document, id, "direction", json_real (remainder (degrees, 360)), error);
}

static void
change_all (KbToolContext *context, KbVec by, const SelectionEditsLine *mirror)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  GError *error = NULL;
  gboolean done = TRUE;

  KB_EACH_ID_WHILE (done, id, ids)
    if (kb_document_node (context->document, id))
      done = mirror ? mirror_part (context->document, id, mirror, &error)
                    : kb_part_move (context->document, id, by, &error);
  kb_selection_finish (context, done, error);
}

void
kb_parts_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  gint step = far ? 8 : 1;

  kb_selection_begin (context, _("Nudge %s"), TRUE);
  change_all (context, (KbVec) { step * dx, step * dy }, NULL);
}

void
kb_frame_selection_mirror (KbToolContext *context, gboolean vertical_line)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  SelectionEditsLine line = { .vertical = vertical_line };

  if (!frame)
    return;
  if (frame->hot_spot.set)
    line.axis = (vertical_line ? frame->hot_spot.x : frame->hot_spot.y) + 0.5;
  else
    line.axis = (vertical_line ? frame->width : frame->height) / 2.0;
  kb_selection_begin (context, _("Mirror %s"), FALSE);
  change_all (context, (KbVec) { 0, 0 }, &line);
}

static gboolean
kb_part_remove (KbToolContext *context, KbId id, GError **error)
{
  const KbNode *node = kb_document_node (context->document, id);

  if (node && kb_part (node)->remove)
    return kb_part (node)->remove (context, id, error);
  return !node || kb_document_remove (context->document, id, error);
}

void
kb_parts_delete (KbToolContext *context)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  GError *error = NULL;
  gboolean done = TRUE;

  if (ids->len == 0)
    return;
  kb_selection_begin (context, _("Delete %s"), FALSE);
  KB_EACH_ID_WHILE (done, id, ids)
    done = kb_part_remove (context, id, &error);
  kb_selection_finish (context, done, error);
  if (done)
    kb_selection_clear (context);
}

static gint
compare_places (gconstpointer a, gconstpointer b, gpointer document)
{
  guint i = 0, j = 0;

  kb_node_place (kb_document_node (document, *(const KbId *) a), &i);
  kb_node_place (kb_document_node (document, *(const KbId *) b), &j);
  return i < j ? -1 : i > j;
}

/* Appends the selected nodes of one kind, in the order of their list. */
static GArray *
add_selected_of_kind (const KbToolContext *context, const KbKind *kind, GArray *to)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  KB_EACH_ID (id, context->selection.ids)
    if (kb_document_find (context->document, id, kind) && !kb_selection_is_locked (context, id))
      g_array_append_val (ids, id);
  g_array_sort_with_data (ids, compare_places, context->document);
  return g_array_append_vals (to, ids->data, ids->len);
}

/* The shift for copies: as requested, else the other way or as far as there is room. Copies of
 * things inside the frame stay inside. */
static gint
shift_inside (gint by, double low, double high, gint side)
{
  if (by == 0 || low < 0 || high > side || (low + by >= 0 && high + by <= side))
    return by;
  if (low - by >= 0 && high - by <= side)
    return -by;
  return by > 0 ? (gint) (side - high) : -(gint) low;
}

static void
keep_inside (const KbToolContext *context, const GArray *ids, gint *dx, gint *dy)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  gint x, y;

  KB_EACH_ID (id, ids)
    {
      KbBounds b;

      kb_part_bounds (kb_document_node (context->document, id), &b);
      all = (KbBounds) { MIN (all.x0, b.x0), MIN (all.y0, b.y0), MAX (all.x1, b.x1),
                        MAX (all.y1, b.y1) };
    }
  x = shift_inside (*dx, all.x0, all.x1, frame->width);
  y = shift_inside (*dy, all.y0, all.y1, frame->height);
  if (x == 0 && y == 0)
    return;   /* as large as the frame: an exact copy on top would be invisible */
  *dx = x;
  *dy = y;
}

void
kb_frame_selection_duplicate (KbToolContext *context, gint dx, gint dy)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId)),
                     made = g_array_new (FALSE, FALSE, sizeof (KbId));
  KbDocument *document = context->document;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!kb_tool_context_frame (context))
    return;
  add_selected_of_kind (context, &kb_shape_kind, ids);
  add_selected_of_kind (context, &kb_point_kind, ids);
  if (ids->len)
    keep_inside (context, ids, &dx, &dy);
  kb_selection_begin (context, _("Duplicate %s"), FALSE);
  KB_EACH_ID_WHILE (done, one, ids)
    {
      const KbNode *from = kb_document_node (document, one);
      json_t *value = kb_node_to_json (from, NULL);
      guint place;

      if (kb_node_is (from, &kb_point_kind))
        {
          g_autofree char *name = kb_tool_context_free_point_name (context);
          json_object_set_new (value, "name", json_string (name));
        }
      KbId id = kb_document_insert (document, context->shown.frame_id,
                                    kb_node_place (from, &place)->name, -1, value, &error);
      done = id != 0 && kb_part_move (document, id, (KbVec) { dx, dy }, &error);
      g_array_append_val (made, id);
    }
  kb_selection_finish (context, done, error);
  if (done && made->len)
    kb_selection_replace (context, made, context->selection.places);
}

void
kb_selection_raise (KbToolContext *context, gint by)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  g_autoptr (GArray) ids = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!frame || by == 0 || context->selection.ids->len == 0)
    return;
  gint n = (gint) kb_count (frame->shapes);
  ids = add_selected_of_kind (context, &kb_shape_kind, g_array_new (FALSE, FALSE, sizeof (KbId)));
  kb_document_begin (context->document, by > 0 ? _("Bring forward") : _("Send backward"));
  /* Start at the end towards which they move, so that they keep their order. */
  for (guint k = 0; k < ids->len && done; k++)
    {
      KbId id = g_array_index (ids, KbId, by > 0 ? ids->len - 1 - k : k);
      guint place = 0;

      kb_node_place (kb_document_node (context->document, id), &place);
      gint64 to = (gint64) place + by;
      to = by > 0 ? MIN (to, n - 1 - (gint) k) : MAX (to, (gint) k);
      if (to != place)
        done = kb_document_move (context->document, id, (guint) to, &error);
    }
  kb_selection_finish (context, done, error);
}

void
kb_frame_selection_give_class (KbToolContext *context, KbId class_id)
{
  const KbNode *node = kb_document_node (context->document, class_id);
  g_autoptr (GArray) ids = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!kb_node_is (node, &kb_class_kind))
    return;
  ids = add_selected_of_kind (context, &kb_shape_kind, g_array_new (FALSE, FALSE, sizeof (KbId)));
  kb_document_begin (context->document, _("Change class"));
  KB_EACH_ID_WHILE (done, id, ids)
    done = kb_document_set (context->document, id, "class",
                            json_string (((const KbClass *) node)->name), &error);
  kb_selection_finish (context, done, error);
}

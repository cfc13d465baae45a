/* SPDX-License-Identifier: MIT */
/* Selected points, curves and gates. */
#include "tools/track/selected.h"

#include <glib/gi18n.h>

#include "drawing/texts.h"
#include "tools/selection.h"
#include "tools/track/edits.h"

static KbNode *
selected (const KbToolContext *context, guint i)
{
  return kb_document_node (context->document, g_array_index (context->selected, KbId, i));
}

static char *
place_text (KbVec at)
{
  g_autofree char *x = kb_number_text (at.x), *y = kb_number_text (at.y);

  return g_strdup_printf (_("x %s, y %s"), x, y);
}

/* "Point 2 of curve 1", "Start line", "Check point 3", "Curve 1". */
static char *
title_of (const KbNode *node)
{
  guint place = 0;

  kb_node_place (node, &place);
  if (node->kind == &kb_gate_kind && ((const KbGate *) node)->name)
    return g_strdup_printf (place ? _("Check point %s") : _("Start line %s"),
                            ((const KbGate *) node)->name);
  if (node->kind == &kb_gate_kind || node->kind == &kb_curve_kind)
    return kb_node_title (node);
  g_autofree char *curve = kb_node_title (node->parent);
  return g_strdup_printf (_("Point %u of %s"), place + 1, curve);
}

char *
kb_speak_track_part (const KbToolContext *context, KbId id)
{
  const KbNode *node = id ? kb_document_node (context->document, id) : NULL;

  if (!node
      || (node->kind != &kb_curve_point_kind && node->kind != &kb_curve_kind
          && node->kind != &kb_gate_kind))
    return NULL;
  g_autofree char *title = title_of (node);
  if (node->kind == &kb_curve_kind)
    return g_strdup_printf (g_dngettext (NULL, "%s, %u point", "%s, %u points",
                                         kb_count (((const KbCurve *) node)->points)),
                            title, kb_count (((const KbCurve *) node)->points));
  if (node->kind == &kb_gate_kind)
    {
      g_autofree char *a = place_text (((const KbGate *) node)->a),
                      *b = place_text (((const KbGate *) node)->b);

      return g_strdup_printf (_("%s, from %s to %s"), title, a, b);
    }
  g_autofree char *at = place_text (((const KbCurvePoint *) node)->at),
                  *width = kb_number_text (((const KbCurvePoint *) node)->width);
  return g_strdup_printf (_("%s, %s, width %s"), title, at, width);
}

char *
kb_track_label (const KbToolContext *context, const char *format)
{
  const KbNode *node = context->selected->len == 1 ? selected (context, 0) : NULL;
  g_autofree char *title = node ? title_of (node) : g_strdup (_("selection"));

  return g_strdup_printf (format, title);
}

/* Runs once for each selected point, including those of selected curves, and for each gate. */
typedef gboolean (*Each) (KbToolContext *context, KbNode *node, gconstpointer data, GError **error);

static gboolean
each (KbToolContext *context, Each run, gconstpointer data, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean done = TRUE;

  for (guint i = 0; i < context->selected->len && done; i++)
    {
      KbNode *node = selected (context, i);
      const KbCurve *curve = kb_node_as (node, &kb_curve_kind);
      guint n = curve ? kb_count (curve->points) : node != NULL;

      for (guint k = 0; k < n && done; k++)
        {
          KbNode *one = curve ? KB_NODE (kb_curve_point_at (curve, k)) : node;

          if (g_hash_table_add (seen, one))
            done = run (context, one, data, error);
        }
    }
  return done;
}

/* With `merge` the step merges with the one before. */
static void
change (KbToolContext *context, const char *format, gboolean merge, Each run, gconstpointer data)
{
  GError *error = NULL;

  if (!context->selected->len)
    return;
  g_autofree char *label = kb_track_label (context, format);
  if (merge)
    kb_document_begin_merging (context->document, label, 0);
  else
    kb_document_begin (context->document, label);
  gboolean done = each (context, run, data, &error);
  kb_track_finish (context, done, error);
}

static gboolean
shift (KbToolContext *context, KbNode *node, const char *field, KbVec was, const gint *by,
       GError **error)
{
  return kb_document_set (context->document, node->id, field,
                          kb_track_vec_json ((KbVec) { was.x + by[0], was.y + by[1] }), error);
}

static gboolean
nudge (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  const KbGate *gate = (const KbGate *) node;

  if (node->kind == &kb_gate_kind)
    return shift (context, node, "a", gate->a, by, error)
           && shift (context, node, "b", gate->b, by, error);
  return shift (context, node, "at", ((const KbCurvePoint *) node)->at, by, error);
}

void
kb_track_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  change (context, _("Nudge %s"), TRUE, nudge,
          far ? (const gint[]) { 8 * dx, 8 * dy } : (const gint[]) { dx, dy });
}

static gboolean
widen (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  if (node->kind != &kb_curve_point_kind)
    return TRUE;
  return kb_document_set (
    context->document, node->id, "width",
    json_real (MAX (1, ((const KbCurvePoint *) node)->width + *(const gint *) by)), error);
}

void
kb_track_selection_widen (KbToolContext *context, gint dx, gint dy)
{
  gint by = dx ? dx : -dy;

  change (context, _("Change width of %s"), TRUE, widen, &by);
}

void
kb_track_selection_delete (KbToolContext *context)
{
  g_autoptr (GArray) ids = g_array_copy (context->selected);
  g_autofree char *label = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!ids->len)
    return;
  label = kb_track_label (context, _("Delete %s"));
  kb_document_begin (context->document, label);
  for (guint i = 0; i < ids->len && done; i++)
    {
      KbNode *node = kb_document_node (context->document, g_array_index (ids, KbId, i));

      if (kb_node_is (node, &kb_curve_point_kind))
        done = kb_track_remove_point (context, node->id, &error);
      else if (node)
        done = kb_document_remove (context->document, node->id, &error);
    }
  kb_track_finish (context, done, error);
  kb_selection_clear (context);
}

GArray *
kb_track_members (KbToolContext *context, KbId class_id)
{
  const KbTrack *track = kb_tool_context_track (context);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  for (guint i = 0; !class_id && i < kb_count (track->curves); i++)
    for (guint k = 0; k < kb_count (kb_curve_at (track, i)->points); k++)
      g_array_append_val (ids, kb_curve_point_at (kb_curve_at (track, i), k)->node.id);
  for (guint i = 0; !class_id && i < kb_count (track->gates); i++)
    g_array_append_val (ids, kb_gate_at (track, i)->node.id);
  return ids;
}

/* ---- order and direction ---- */

static gboolean
swap (KbToolContext *context, KbNode *node, gconstpointer data, GError **error)
{
  const KbGate *gate = (const KbGate *) node;
  KbVec a = gate->a, b = gate->b;

  if (node->kind != &kb_gate_kind)
    return TRUE;
  return kb_document_set (context->document, node->id, "a", kb_track_vec_json (b), error) &&
         kb_document_set (context->document, node->id, "b", kb_track_vec_json (a), error);
}

void
kb_track_selection_reverse (KbToolContext *context)
{
  change (context, _("Reverse %s"), FALSE, swap, NULL);
}

static gboolean
smooth (KbToolContext *context, KbNode *node, gconstpointer data, GError **error)
{
  guint place = 0;
  gboolean done;

  if (node->kind != &kb_curve_point_kind)
    return TRUE;
  kb_node_place (node, &place);
  KbCourse course = kb_course_of_curve ((const KbCurve *) node->parent);
  kb_course_smooth (&course, place);
  done = kb_document_set (context->document, node->id, "before",
                          kb_track_vec_json (course.points[place].before), error)
         && kb_document_set (context->document, node->id, "after",
                             kb_track_vec_json (course.points[place].after), error);
  kb_course_clear (&course);
  return done;
}

void
kb_track_selection_smooth (KbToolContext *context)
{
  change (context, _("Smooth %s"), FALSE, smooth, NULL);
}

static gboolean
move (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  guint place = 0;
  gint to;

  if (node->kind != &kb_gate_kind)
    return TRUE;
  kb_node_place (node, &place);
  to = CLAMP ((gint) place + *(const gint *) by, 0,
              (gint) kb_count (((const KbTrack *) node->parent)->gates) - 1);
  return to == (gint) place || kb_document_move (context->document, node->id, (guint) to, error);
}

void
kb_track_selection_move (KbToolContext *context, gint by)
{
  change (context, _("Move %s in the order"), FALSE, move, &by);
}

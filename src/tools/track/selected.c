/* SPDX-License-Identifier: MIT */
/* Selected points, curves and gates. */
#include "tools/track/private.h"

#include <glib/gi18n.h>

#include "drawing/style.h"
#include "tools/private.h"
#include "tools/subject.h"

static KbNode *
selected (const KbToolContext *context, guint i)
{
  return kb_document_node (context->document, g_array_index (context->selection.ids, KbId, i));
}

/* "Point 2 of curve 1" */
static char *
track_selected_point_title (const KbNode *node)
{
  g_autofree char *curve = kb_node_title (node->parent);
  guint place = 0;

  kb_node_place (node, &place);
  return g_strdup_printf (_("Point %u of %s"), place + 1, curve);
}

static char *
speak_track_selected_point (const KbToolContext *context, const KbNode *node)
{
  const KbCurvePoint *point = (const KbCurvePoint *) node;
  g_autofree char *title = track_selected_point_title (node), *at = kb_place_text (point->at),
                  *width = kb_number_text (point->width);

  return g_strdup_printf (_("%s, %s, width %s"), title, at, width);
}

static char *
speak_curve (const KbToolContext *context, const KbNode *node)
{
  guint n = kb_count (((const KbCurve *) node)->points);
  g_autofree char *title = kb_node_title (node);

  return g_strdup_printf (g_dngettext (NULL, "%s, %u point", "%s, %u points", n), title, n);
}

/* "Start line", "Check point 3", "Check point jump" */
static char *
gate_title (const KbNode *node)
{
  const char *name = ((const KbGate *) node)->name;
  guint place = 0;

  kb_node_place (node, &place);
  return name ? g_strdup_printf (place ? _("Check point %s") : _("Start line %s"), name)
              : kb_node_title (node);
}

static char *
speak_gate (const KbToolContext *context, const KbNode *node)
{
  const KbGate *gate = (const KbGate *) node;
  g_autofree char *title = gate_title (node), *a = kb_place_text (gate->a),
                  *b = kb_place_text (gate->b);

  return g_strdup_printf (_("%s, from %s to %s"), title, a, b);
}

const KbPart kb_track_part_rows[] = {
  { &kb_curve_point_kind, track_selected_point_title, speak_track_selected_point,
    kb_track_remove_point },
  { &kb_curve_kind, NULL, speak_curve },
  { &kb_gate_kind, gate_title, speak_gate },
  { NULL },
};

char *
kb_track_selection_count (const KbToolContext *context)
{
  return g_strdup (_("selection"));
}

/* Runs once for each selected point, including those of selected curves, and for each gate. */
typedef gboolean (*Each) (KbToolContext *context, KbNode *node, gconstpointer data, GError **error);

static gboolean
each (KbToolContext *context, Each run, gconstpointer data, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean done = TRUE;

  for (guint i = 0; i < context->selection.ids->len && done; i++)
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
change_track_selected (KbToolContext *context, const char *format, gboolean merge, Each run,
                       gconstpointer data)
{
  GError *error = NULL;

  if (!context->selection.ids->len)
    return;
  kb_selection_begin (context, format, merge);
  g_autoptr (GArray) held = kb_gates_hold (&kb_tool_context_track (context)->node);
  gboolean done = each (context, run, data, &error)
                  && kb_gates_follow (context->document, held, context->selection.ids, &error);
  kb_selection_finish (context, done, error);
}

static gboolean
nudge (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  return kb_part_move (context->document, node->id, *(const KbVec *) by, error);
}

void
kb_track_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  change_track_selected (context, _("Nudge %s"), TRUE, nudge,
                         far ? &(const KbVec) { 8 * dx, 8 * dy } : &(const KbVec) { dx, dy });
}

static gboolean
widen (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  const KbCurvePoint *point = kb_node_as (node, &kb_curve_point_kind);

  return !point
         || kb_document_set (context->document, node->id, "width",
                             json_real (MAX (1, point->width + *(const gint *) by)), error);
}

void
kb_track_selection_widen (KbToolContext *context, gint dx, gint dy)
{
  gint by = dx ? dx : -dy;

  change_track_selected (context, _("Change width of %s"), TRUE, widen, &by);
}

GArray *
kb_track_members (KbToolContext *context, KbId class_id)
{
  const KbTrack *track = kb_tool_context_track (context);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  if (!class_id)
    KB_EACH (const KbCurve, curve, track->curves)
      KB_EACH (const KbCurvePoint, point, curve->points)
        g_array_append_val (ids, point->node.id);
  if (!class_id)
    KB_EACH (const KbGate, gate, track->gates)
      g_array_append_val (ids, gate->node.id);
  return ids;
}

/* ---- order and direction ---- */

static gboolean
swap (KbToolContext *context, KbNode *node, gconstpointer data, GError **error)
{
  const KbGate *gate = kb_node_as (node, &kb_gate_kind);

  if (!gate)
    return TRUE;
  KbVec a = gate->a, b = gate->b;
  return kb_document_set (context->document, node->id, "a", kb_vec_json (b), error)
         && kb_document_set (context->document, node->id, "b", kb_vec_json (a), error);
}

void
kb_track_selection_reverse (KbToolContext *context)
{
  change_track_selected (context, _("Reverse %s"), FALSE, swap, NULL);
}

static gboolean
smooth (KbToolContext *context, KbNode *node, gconstpointer data, GError **error)
{
  guint place = 0;

  if (!kb_node_is (node, &kb_curve_point_kind))
    return TRUE;
  kb_node_place (node, &place);
  g_auto (KbCourse) course = kb_course_of_curve ((const KbCurve *) node->parent);
  kb_course_smooth (&course, place);
  return kb_document_set (context->document, node->id, "before",
                          kb_vec_json (course.points[place].before), error)
         && kb_document_set (context->document, node->id, "after",
                             kb_vec_json (course.points[place].after), error);
}

void
kb_track_selection_smooth (KbToolContext *context)
{
  change_track_selected (context, _("Smooth %s"), FALSE, smooth, NULL);
}

static gboolean
move (KbToolContext *context, KbNode *node, gconstpointer by, GError **error)
{
  guint place = 0;

  if (!kb_node_is (node, &kb_gate_kind))
    return TRUE;
  kb_node_place (node, &place);
  gint to = CLAMP ((gint) place + *(const gint *) by, 0,
                   (gint) kb_count (((const KbTrack *) node->parent)->gates) - 1);
  return to == (gint) place || kb_document_move (context->document, node->id, (guint) to, error);
}

void
kb_track_selection_move (KbToolContext *context, gint by)
{
  change_track_selected (context, _("Move %s in the order"), FALSE, move, &by);
}

/* SPDX-License-Identifier: MIT */
/* Curves and gates. */
#include "tools/track/private.h"

#include <glib/gi18n.h>

/* {"at", "before", "after", "width"} */
static json_t *
point_json (const KbCoursePoint *point)
{
  return json_pack ("{so so so sf}", "at", kb_vec_json (point->at), "before",
                    kb_vec_json (point->before), "after", kb_vec_json (point->after),
                    "width", point->width);
}

KbId
kb_track_insert_curve (KbToolContext *context, const KbCourse *course, GError **error)
{
  const KbTrack *track = kb_tool_context_track (context);
  json_t *points = json_array ();

  for (guint i = 0; i < course->n; i++)
    json_array_append_new (points, point_json (&course->points[i]));
  return kb_document_insert (context->document, track->node.id, "curves", -1,
                             json_pack ("{ss si so}", "closed", course->closed ? "closed" : "open",
                                        "surface", (int) course->surface, "points", points),
                             error);
}

static gboolean
set_edits_vec (KbToolContext *context, KbId id, const char *field, KbVec was, KbVec is,
               GError **error)
{
  return (was.x == is.x && was.y == is.y)
         || kb_document_set (context->document, id, field, kb_vec_json (is), error);
}

/* Sets the points that both have, leaving out `skip` of the course. */
static gboolean
set_points (KbToolContext *context, const KbCurve *curve, const KbCourse *course, guint skip,
            GError **error)
{
  gboolean done = TRUE;

  KB_EACH_WHILE (done, const KbCurvePoint, old, curve->points)
    {
      const KbCoursePoint *point = &course->points[old_at + (old_at >= skip)];

      done = set_edits_vec (context, old->node.id, "before", old->before, point->before, error) &&
             set_edits_vec (context, old->node.id, "after", old->after, point->after, error);
    }
  return done;
}

KbId
kb_track_insert_point (KbToolContext *context, KbId id, guint segment, double u, GError **error)
{
  const KbCurve *curve = kb_document_find (context->document, id, &kb_curve_kind);
  if (!curve || kb_count (curve->points) < 2)
    return 0;
  g_auto (KbCourse) course = kb_course_of_curve (curve);
  kb_course_insert (&course, segment, u);
  if (!set_points (context, curve, &course, segment + 1, error))
    return 0;
  return kb_document_insert (context->document, id, "points", (int) segment + 1,
                             point_json (&course.points[segment + 1]), error);
}

gboolean
kb_track_remove_point (KbToolContext *context, KbId id, GError **error)
{
  const KbCurvePoint *point = kb_document_find (context->document, id, &kb_curve_point_kind);
  const KbCurve *curve = point ? (const KbCurve *) point->node.parent : NULL;
  guint place = 0;

  if (!curve)
    return TRUE;
  if (kb_count (curve->points) <= 2)
    return kb_document_remove (context->document, curve->node.id, error);
  kb_node_place (&point->node, &place);
  g_auto (KbCourse) course = kb_course_of_curve (curve);
  kb_course_remove (&course, place);
  g_autoptr (GArray) held = kb_gates_hold (&curve->node);
  return kb_document_remove (context->document, id, error)
         && set_points (context, curve, &course, G_MAXUINT, error)
         && kb_gates_follow (context->document, held, NULL, error);
}

/* SPDX-License-Identifier: MIT */
/* Answers questions about drawn curves, a JSON object a line, for tests written in Python:
 *   {"closed": true, "points": [[x, y, before x, before y, after x, after y, width], ...], and one of
 *    "edges": inset, "tolerance": t -> {"lines": [{"closed": true, "points": [[x, y], ...]}, ...]}
 *    "cover": [width, height]      -> {"spans": [[y, x0, x1], ...]}
 *    "flatten": t                  -> {"places": [[x, y, nx, ny, radius, segment, u], ...], "length": l}
 *    "nearest": [x, y]             -> {"at": [x, y], "segment": i, "u": u, "distance": d}
 *    "insert": [segment, u] }      -> {"points": ...} */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "operations/track/cover.h"
#include "tests/support/course_length.h"

static KbCourse
course_of (const json_t *question)
{
  const json_t *points = json_object_get (question, "points");
  KbCourse course = { .closed = json_is_true (json_object_get (question, "closed")), .n = (guint) json_array_size (points) };
  course.points = g_new0 (KbCoursePoint, course.n);
  for (guint i = 0; i < course.n; i++)
    {
      const json_t *p = json_array_get (points, i);
      double v[7];
      for (guint k = 0; k < 7; k++)
        v[k] = json_number_value (json_array_get (p, k));
      course.points[i] = (KbCoursePoint) { { v[0], v[1] }, { v[2], v[3] }, { v[4], v[5] }, v[6] };
    }
  return course;
}

static json_t *
lines_json (GPtrArray *lines)
{
  json_t *list = json_array ();
  for (guint i = 0; i < lines->len; i++)
    {
      const KbPolyline *line = g_ptr_array_index (lines, i);
      json_t *points = json_array ();
      for (guint k = 0; k < line->n; k++)
        json_array_append_new (points, json_pack ("[f, f]", line->points[k].x, line->points[k].y));
      json_array_append_new (list, json_pack ("{s: b, s: o}", "closed", line->closed, "points", points));
    }
  g_ptr_array_unref (lines);
  return json_pack ("{s: o}", "lines", list);
}

static void
add_span (gint y, gint x0, gint x1, gpointer data)
{
  json_array_append_new (data, json_pack ("[i, i, i]", y, x0, x1));
}

static json_t *
places_json (const KbCourse *course, double tolerance)
{
  g_autoptr (GArray) places = kb_course_flatten (course, tolerance);
  json_t *list = json_array ();
  for (guint i = 0; i < places->len; i++)
    {
      const KbCoursePlace *p = &g_array_index (places, KbCoursePlace, i);
      json_array_append_new (list, json_pack ("[f, f, f, f, f, i, f]", p->at.x, p->at.y, p->normal.x, p->normal.y, p->radius,
                                              (int) p->segment, p->u));
    }
  return json_pack ("{s: o, s: f}", "places", list, "length", kit_course_length (course));
}

static json_t *
points_json (const KbCourse *course)
{
  json_t *list = json_array ();
  for (guint i = 0; i < course->n; i++)
    {
      const KbCoursePoint *p = &course->points[i];
      json_array_append_new (list, json_pack ("[f, f, f, f, f, f, f]", p->at.x, p->at.y, p->before.x, p->before.y, p->after.x,
                                              p->after.y, p->width));
    }
  return json_pack ("{s: o}", "points", list);
}

static json_t *
answer (const json_t *question, KbCourse *course)
{
  const json_t *q;
  double tolerance = json_number_value (json_object_get (question, "tolerance"));
  if ((q = json_object_get (question, "edges")))
    return lines_json (kb_course_edges (course, json_number_value (q), tolerance, NULL));
  if ((q = json_object_get (question, "flatten")))
    return places_json (course, json_number_value (q));
  if ((q = json_object_get (question, "cover")))
    {
      json_t *spans = json_array ();
      KbBox box = { 0, 0, (gint) json_integer_value (json_array_get (q, 0)), (gint) json_integer_value (json_array_get (q, 1)) };
      kb_course_cover (course, &box, add_span, spans);
      return json_pack ("{s: o}", "spans", spans);
    }
  if ((q = json_object_get (question, "nearest")))
    {
      KbVec p = { json_number_value (json_array_get (q, 0)), json_number_value (json_array_get (q, 1)) };
      KbCoursePlace place;
      double distance;
      g_assert (kb_course_nearest (course, p, &place, &distance));
      return json_pack ("{s: [f, f], s: i, s: f, s: f}", "at", place.at.x, place.at.y, "segment", (int) place.segment,
                        "u", place.u, "distance", distance);
    }
  q = json_object_get (question, "insert");
  kb_course_insert (course, (guint) json_integer_value (json_array_get (q, 0)), json_number_value (json_array_get (q, 1)));
  return points_json (course);
}

int
main (void)
{
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, stdin) > 0)
    {
      json_t *question = json_loads (line, 0, NULL);
      g_assert (question != NULL);
      KbCourse course = course_of (question);
      json_t *result = answer (question, &course);
      json_dumpf (result, stdout, JSON_COMPACT | JSON_REAL_PRECISION (17));
      putchar ('\n');
      json_decref (result);
      json_decref (question);
      kb_course_clear (&course);
    }
  free (line);
  return 0;
}

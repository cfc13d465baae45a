/* SPDX-License-Identifier: MIT */
/* Inserts, removes and smooths points of a curve. */
#include "operations/track/course.h"

#include <math.h>
#include <string.h>

static KbVec
between (KbVec a, KbVec b, double u)
{
  return (KbVec) { a.x + u * (b.x - a.x), a.y + u * (b.y - a.y) };
}

static KbVec
plus (KbVec a, KbVec b)
{
  return (KbVec) { a.x + b.x, a.y + b.y };
}

static KbVec
course_change_minus (KbVec a, KbVec b)
{
  return (KbVec) { a.x - b.x, a.y - b.y };
}

static KbVec
times (KbVec a, double k)
{
  return (KbVec) { k * a.x, k * a.y };
}

static double
size (KbVec v)
{
  return sqrt (v.x * v.x + v.y * v.y);
}

static gboolean
is_none (KbVec v)
{
  return v.x == 0 && v.y == 0;
}

void
kb_course_insert (KbCourse *course, guint segment, double u)
{
  g_return_if_fail (segment < kb_course_segments (course));
  u = CLAMP (u, 0.001, 0.999);
  KbCoursePlace place = kb_course_place (course, segment, u);
  guint next = segment + 1 < course->n ? segment + 1 : 0;
  course->points = g_renew (KbCoursePoint, course->points, course->n + 1);
  KbCoursePoint *p = &course->points[segment], *q = &course->points[next];
  KbCoursePoint added = { .at = kb_vec_to_grid (place.at),
                          .width = floor (place.radius * 512 + 0.5) / 256 };
  if (!is_none (p->after) || !is_none (q->before))
    {
      KbVec a = plus (p->at, p->after), b = plus (q->at, q->before), middle = between (a, b, u);
      KbVec left = between (between (p->at, a, u), middle, u),
            right = between (middle, between (b, q->at, u), u);
      added.before = kb_vec_to_grid (course_change_minus (left, added.at));
      added.after = kb_vec_to_grid (course_change_minus (right, added.at));
      p->after = kb_vec_to_grid (times (p->after, u));
      q->before = kb_vec_to_grid (times (q->before, 1 - u));
    }
  memmove (course->points + segment + 2, course->points + segment + 1,
           (course->n - segment - 1) * sizeof *course->points);
  course->points[segment + 1] = added;
  course->n++;
}

/* The position, 0 to 1, of the point between the two, along one segment. By its handles, whose
 * lengths are as the parts of the parameter if the curve was one before; else by the distances to
 * its neighbours. */
static double
course_change_share_of (const KbCoursePoint *p, const KbCoursePoint *gone, const KbCoursePoint *q)
{
  double before = size (gone->before), after = size (gone->after);
  if (before == 0 || after == 0)
    {
      before = size (course_change_minus (gone->at, p->at));
      after = size (course_change_minus (q->at, gone->at));
    }
  return before + after > 0 ? CLAMP (before / (before + after), 0.05, 0.95) : 0.5;
}

void
kb_course_remove (KbCourse *course, guint index)
{
  g_return_if_fail (index < course->n);
  guint n = course->n, before = (index + n - 1) % n, after = (index + 1) % n;
  if (n > 2 && (course->closed || (index > 0 && index + 1 < n)))
    {
      KbCoursePoint *p = &course->points[before], *q = &course->points[after];
      double u = course_change_share_of (p, &course->points[index], q);
      p->after = kb_vec_to_grid (times (p->after, 1 / u));
      q->before = kb_vec_to_grid (times (q->before, 1 / (1 - u)));
    }
  memmove (course->points + index, course->points + index + 1,
           (n - index - 1) * sizeof *course->points);
  course->n--;
}

void
kb_course_smooth (KbCourse *course, guint index)
{
  g_return_if_fail (index < course->n);
  guint n = course->n;
  KbCoursePoint *p = &course->points[index];
  gboolean first = !course->closed && index == 0, last = !course->closed && index + 1 == n;
  const KbCoursePoint *from = &course->points[(index + n - 1) % n],
                      *to = &course->points[(index + 1) % n];
  p->before = p->after = (KbVec) { 0, 0 };
  if (n < 2)
    return;
  if (first)
    p->after = kb_vec_to_grid (times (course_change_minus (plus (to->at, to->before), p->at),
                                      is_none (to->before) ? 1.0 / 3 : 0.5));
  if (last)
    p->before = kb_vec_to_grid (times (course_change_minus (plus (from->at, from->after), p->at),
                                       is_none (from->after) ? 1.0 / 3 : 0.5));
  if (first || last)
    return;
  KbVec in = course_change_minus (p->at, from->at), out = course_change_minus (to->at, p->at);
  double a = size (in), b = size (out);
  if (a == 0 || b == 0)
    return;
  KbVec along = times (plus (times (in, b / a), times (out, a / b)), 1 / (a + b));
  p->before = kb_vec_to_grid (times (along, -a / 3));
  p->after = kb_vec_to_grid (times (along, b / 3));
}

/* SPDX-License-Identifier: MIT */
/* How long a drawn course is. */
#ifndef KB_TEST_COURSE_LENGTH_H
#define KB_TEST_COURSE_LENGTH_H

#include <math.h>

#include "operations/track/course.h"

/* Of its middle, in pixels; off by less than 1/100 pixel a segment. */
static inline double
kit_course_length (const KbCourse *course)
{
  g_autoptr (GArray) places = kb_course_flatten (course, 1.0 / 4096);
  double length = 0;
  for (guint i = 1; i < places->len; i++)
    {
      const KbCoursePlace *q = &g_array_index (places, KbCoursePlace, i), *p = q - 1;
      length += hypot (q->at.x - p->at.x, q->at.y - p->at.y);
    }
  return length;
}

#endif

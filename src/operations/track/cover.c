/* SPDX-License-Identifier: MIT */
/* Rows of round cones. */
#include "operations/track/cover.h"

#include <math.h>

/* A line that touches both discs, between the points of contact. */
typedef struct { double y0, y1, x, slope; } Side;

typedef struct {
  const KbCone *cone;
  guint n;                     /* 2, or none if one disc contains the other */
  Side sides[2];
} TrackCoverRows;

static Side
side_between (KbVec p, KbVec q)
{
  if (p.y > q.y)
    return side_between (q, p);
  /* A horizontal one has no crossing: its ends are in the discs' rows */
  double slope = q.y > p.y ? (q.x - p.x) / (q.y - p.y) : 0;
  return (Side) { p.y, q.y > p.y ? q.y : -INFINITY, p.x, slope };
}

static TrackCoverRows
rows_of (const KbCone *cone)
{
  TrackCoverRows rows = { .cone = cone };
  double dx = cone->b.x - cone->a.x, dy = cone->b.y - cone->a.y, fall = cone->ra - cone->rb;
  double squared = dx * dx + dy * dy, rest = squared - fall * fall;
  if (!(rest > 0))
    return rows;
  /* The normals of the lines that touch both discs */
  double along = fall / squared, across = sqrt (rest) / squared;
  for (gint sign = -1; sign <= 1; sign += 2)
    {
      KbVec m = { along * dx - sign * across * dy, along * dy + sign * across * dx };
      rows.sides[rows.n++] =
        side_between ((KbVec) { cone->a.x + cone->ra * m.x, cone->a.y + cone->ra * m.y },
                      (KbVec) { cone->b.x + cone->rb * m.x, cone->b.y + cone->rb * m.y });
    }
  return rows;
}

static void
add_track_cover_disc (KbVec at, double r, double y, double *left, double *right)
{
  double dy = y - at.y, squared = r * r - dy * dy;
  if (!(squared >= 0))
    return;
  double half = sqrt (squared);
  *left = MIN (*left, at.x - half);
  *right = MAX (*right, at.x + half);
}

/* Columns whose centres are inside. */
static gboolean
row_of (const TrackCoverRows *rows, gint row, const KbBox *clip, gint *x0, gint *x1)
{
  double y = row + 0.5, left = INFINITY, right = -INFINITY;
  add_track_cover_disc (rows->cone->a, rows->cone->ra, y, &left, &right);
  add_track_cover_disc (rows->cone->b, rows->cone->rb, y, &left, &right);
  for (guint i = 0; i < rows->n; i++)
    if (y >= rows->sides[i].y0 && y <= rows->sides[i].y1)
      {
        double x = rows->sides[i].x + (y - rows->sides[i].y0) * rows->sides[i].slope;
        left = MIN (left, x);
        right = MAX (right, x);
      }
  if (!(left <= right))
    return FALSE;
  *x0 = (gint) ceil (MAX (left - 0.5, clip->x));
  *x1 = (gint) floor (MIN (right - 0.5, (double) clip->x + clip->w - 1)) + 1;
  return *x0 < *x1;
}

void
kb_cone_cover (const KbCone *cone, const KbBox *clip, KbCoverSpan span, gpointer data)
{
  double left = MIN (cone->a.x - cone->ra, cone->b.x - cone->rb),
         right = MAX (cone->a.x + cone->ra, cone->b.x + cone->rb);
  double top = MIN (cone->a.y - cone->ra, cone->b.y - cone->rb),
         bottom = MAX (cone->a.y + cone->ra, cone->b.y + cone->rb);
  if (!(right >= clip->x && left <= (double) clip->x + clip->w && bottom >= clip->y
        && top <= (double) clip->y + clip->h))
    return;
  TrackCoverRows rows = rows_of (cone);
  /* One more row on either side, for rounding of a touching line's end */
  gint y0 = (gint) MAX (ceil (top - 0.5) - 1, clip->y),
       y1 = (gint) MIN (floor (bottom - 0.5) + 2, (double) clip->y + clip->h);
  for (gint y = y0, x0, x1; y < y1; y++)
    if (row_of (&rows, y, clip, &x0, &x1))
      span (y, x0, x1, data);
}

static gboolean
meets (KbBounds bounds, const KbBox *clip)
{
  return bounds.x1 >= clip->x && bounds.x0 <= (double) clip->x + clip->w && bounds.y1 >= clip->y
         && bounds.y0 <= (double) clip->y + clip->h;
}

void
kb_course_cover (const KbCourse *course, const KbBox *clip, KbCoverSpan span, gpointer data)
{
  guint segments = kb_course_segments (course);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (KbCoursePlace));
  if (segments == 0 && course->n > 0)
    {
      const KbCoursePoint *p = course->points;
      kb_cone_cover (&(KbCone) { p->at, p->at, p->width / 2, p->width / 2 }, clip, span, data);
    }
  for (guint i = 0; i < segments; i++)
    {
      if (!meets (kb_course_segment_bounds (course, i), clip))
        continue;
      g_array_set_size (places, 0);
      kb_course_flatten_segment (course, i, KB_COURSE_TOLERANCE, places);
      for (guint k = 1; k < places->len; k++)
        {
          const KbCoursePlace *q = &g_array_index (places, KbCoursePlace, k), *p = q - 1;
          kb_cone_cover (&(KbCone) { p->at, q->at, p->radius, q->radius }, clip, span, data);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* Asks the runtime about segments and sweeps for tests written in Python: a line "KIND NUMBERS..." in, the numbers of the
 * answer out. Polygons come last, as pairs of numbers to the end of the line; but in pairs of any shapes, each with the number of
 * its kind before it, they begin with how many corners they have. */
#include "runtime/kickbox.h"
#include "shape_of.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBERS 256

static float numbers[MAX_NUMBERS];
static int count, next;

static float number (void) { return next < count ? numbers[next++] : 0; }
static kbx_vec vec (void) { kbx_vec v; v.x = number (); v.y = number (); return v; }
static kbx_segment segment (void) { kbx_segment s; s.a = vec (); s.b = vec (); return s; }
static kbx_circle circle (void) { kbx_circle c; c.centre = vec (); c.radius = number (); return c; }
static kbx_rect rect (void) { kbx_rect r; r.min = vec (); r.max = vec (); return r; }
static kbx_obb obb (void) { kbx_obb o; o.centre = vec (); o.axis = vec (); o.w = number (); o.h = number (); return o; }

static kbx_polygon
polygon (void)
{
  static kbx_vec corners[MAX_NUMBERS / 2];
  kbx_polygon p = { corners, 0 };
  while (next < count)
    corners[p.count++] = vec ();
  return p;
}

static kbx_shape
any_shape (void)
{
  kbx_shape s = { .kind = (kbx_shape_kind) number () };
  kbx_rect r;
  switch (s.kind)
    {
    case KBX_SHAPE_POINT: s.as.point = vec (); break;
    case KBX_SHAPE_SEGMENT: s.as.segment = segment (); break;
    case KBX_SHAPE_CIRCLE: s.as.circle = circle (); break;
    case KBX_SHAPE_CAPSULE: s.as.segment = segment (), s.as.capsule.radius = number (); break;
    case KBX_SHAPE_RECT: s.as.rect = rect (); break;
    case KBX_SHAPE_BOX: r = rect (), s.as.box = (kbx_box) { (int) r.min.x, (int) r.min.y, (int) r.max.x, (int) r.max.y }; break;
    case KBX_SHAPE_OBB: s.as.obb = obb (); break;
    case KBX_SHAPE_HALF_PLANE: s.as.half_plane.normal = vec (), s.as.half_plane.distance = number (); break;
    case KBX_SHAPE_CONVEX:
    case KBX_SHAPE_POLYGON:
      s.as.polygon.count = (uint32_t) number ();
      s.as.polygon.corners = (const kbx_vec *) (const void *) (numbers + next); /* pairs of floats, as they are */
      next += 2 * (int) s.as.polygon.count;
    }
  return s;
}

static void
say_pair (kbx_shape a, kbx_shape b)
{
  const kbx_nearest g = kbx_distance (a, b);
  printf ("%d %d %.9g %.9g %.9g %.9g %.9g\n", g.status, kbx_overlap (a, b), g.distance, g.point.x, g.point.y, g.other.x, g.other.y);
}

static void
say_offset (void)
{
  static kbx_vec out[4096];
  const float distance = number ();
  const bool closed = number () != 0;
  const kbx_polygon course = polygon ();
  const uint32_t n = kbx_offset_curve (course.corners, course.count, closed, distance, out, 4096);
  for (uint32_t i = 0; i < n && i < 4096; i++)
    printf ("%.9g %.9g ", out[i].x, out[i].y);
  printf ("\n");
}

static void
say_sweep (kbx_hit s)
{
  printf ("%d %d %d %.9g %.9g %.9g %.9g %.9g\n", s.status, s.hit, s.started_inside, s.fraction, s.point.x, s.point.y, s.normal.x, s.normal.y);
}

static void
say_clip (kbx_meeting c)
{
  printf ("%d %d %.9g %.9g %.9g %.9g %.9g %.9g\n", c.status, c.count > 0, c.t[0], c.t[1], c.points[0].x, c.points[0].y, c.points[1].x, c.points[1].y);
}

static void
say_meeting (kbx_meeting m)
{
  printf ("%d %u %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", m.kind, m.count, m.t[0], m.u[0], m.points[0].x, m.points[0].y,
          m.t[1], m.u[1], m.points[1].x, m.points[1].y);
}

static void
answer (const char *kind)
{
  kbx_segment s;
  kbx_vec p, v;
  kbx_circle c;

  if (!strcmp (kind, "closest"))
    {
      kbx_nearest n;
      s = segment (), p = vec ();
      n = kbx_nearest_point (SHAPE (s), p);
      printf ("%.9g %.9g %.9g %.9g\n", n.t, n.point.x, n.point.y, n.distance);
    }
  else if (!strcmp (kind, "line"))
    {
      kbx_nearest n;
      s = segment (), p = vec (), n = kbx_line_nearest (s, p), v = n.normal;
      printf ("%d %.9g %.9g %.9g %.9g %.9g %.9g\n", kbx_line_side (s, p), n.distance, n.t, n.point.x, n.point.y, v.x, v.y);
    }
  else if (!strcmp (kind, "meet"))
    s = segment (), say_meeting (kbx_intersect_segments (s, segment (), false));
  else if (!strcmp (kind, "gap"))
    {
      kbx_nearest g;
      s = segment (), g = kbx_distance (SHAPE (s), SHAPE (segment ()));
      printf ("%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", g.distance, g.t, g.u, g.point.x, g.point.y, g.other.x, g.other.y);
    }
  else if (!strcmp (kind, "rim"))
    {
      kbx_meeting r;
      bool disc;
      s = segment (), c = circle (), r = kbx_intersect_circle (s, c, false), disc = kbx_overlap (SHAPE (s), SHAPE (c));
      printf ("%d %u %.9g %.9g %u\n", disc, r.count, r.t[0], r.t[1], kbx_intersect_circle (s, c, true).count);
    }
  else if (!strcmp (kind, "clip_rect"))
    s = segment (), say_clip (kbx_clip_segment (s.a, s.b, SHAPE (rect ())));
  else if (!strcmp (kind, "clip_convex"))
    s = segment (), say_clip (kbx_clip_segment (s.a, s.b, CONVEX_SHAPE (polygon ())));
  else if (!strcmp (kind, "touch"))
    {
      kbx_meeting t;
      s = segment (), t = kbx_clip_segment (s.a, s.b, POLYGON_SHAPE (polygon ()));
      printf ("%d %d %.9g %.9g %.9g %d\n", t.count > 0, t.count > 0 && t.edge == KBX_NONE, t.t[0], t.points[0].x, t.points[0].y, (int) t.edge);
    }
  else if (!strcmp (kind, "point_segment") || !strcmp (kind, "point_one_way"))
    p = vec (), v = vec (), say_sweep (kbx_cast (SHAPE (p), v, WALL_SHAPE (segment (), kind[6] == 'o')));
  else if (!strcmp (kind, "point_circle"))
    p = vec (), v = vec (), say_sweep (kbx_cast (SHAPE (p), v, SHAPE (circle ())));
  else if (!strcmp (kind, "point_rect"))
    p = vec (), v = vec (), say_sweep (kbx_cast (SHAPE (p), v, SHAPE (rect ())));
  else if (!strcmp (kind, "point_obb"))
    p = vec (), v = vec (), say_sweep (kbx_cast (SHAPE (p), v, SHAPE (obb ())));
  else if (!strcmp (kind, "point_polygon"))
    p = vec (), v = vec (), say_sweep (kbx_cast (SHAPE (p), v, POLYGON_SHAPE (polygon ())));
  else if (!strcmp (kind, "rects"))
    {
      kbx_rect r = rect ();
      v = vec (), say_sweep (kbx_cast (SHAPE (r), v, SHAPE (rect ())));
    }
  else if (!strcmp (kind, "rect_segment") || !strcmp (kind, "rect_one_way"))
    {
      kbx_rect r = rect ();
      v = vec (), say_sweep (kbx_cast (SHAPE (r), v, WALL_SHAPE (segment (), kind[5] == 'o')));
    }
  else if (!strcmp (kind, "circle_segment") || !strcmp (kind, "circle_one_way"))
    c = circle (), v = vec (), say_sweep (kbx_cast (SHAPE (c), v, WALL_SHAPE (segment (), kind[7] == 'o')));
  else if (!strcmp (kind, "circles"))
    c = circle (), v = vec (), say_sweep (kbx_cast (SHAPE (c), v, SHAPE (circle ())));
  else if (!strcmp (kind, "circle_rect"))
    c = circle (), v = vec (), say_sweep (kbx_cast (SHAPE (c), v, SHAPE (rect ())));
  else if (!strcmp (kind, "circle_obb"))
    c = circle (), v = vec (), say_sweep (kbx_cast (SHAPE (c), v, SHAPE (obb ())));
  else if (!strcmp (kind, "circle_polygon"))
    c = circle (), v = vec (), say_sweep (kbx_cast (SHAPE (c), v, POLYGON_SHAPE (polygon ())));
  else if (!strcmp (kind, "pair"))
    {
      const kbx_shape first = any_shape ();
      say_pair (first, any_shape ());
    }
  else if (!strcmp (kind, "offset"))
    say_offset ();
  else
    printf ("?\n");
}

int
main (void)
{
  char line[8192], *word;

  while (fgets (line, sizeof line, stdin) && (word = strtok (line, " \n")) != NULL)
    {
      char *text;
      for (count = next = 0; count < MAX_NUMBERS && (text = strtok (NULL, " \n")) != NULL; count++)
        numbers[count] = strtof (text, NULL);
      answer (word);
    }
  return 0;
}

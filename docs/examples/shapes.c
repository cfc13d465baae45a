/* SPDX-License-Identifier: MIT */
/* Shapes of a game's own, one question after another: shapes
 *
 *   cc -I. shapes.c kickbox.c -o shapes -lm */
#include <kickbox.h>
#include <stdio.h>

enum { CORNERS = 6 };
static const kbx_vec corners[CORNERS] = { { 0, 0 },   { 60, 0 },  { 60, 40 },
                                          { 40, 40 }, { 40, 20 }, { 0, 20 } };

static void
print_point (const char *what, kbx_vec p)
{
  printf ("%s: (%.2f, %.2f)\n", what, (double) p.x, (double) p.y);
}

/* Boxes of whole pixels. */
static void
ask_boxes (void)
{
  const kbx_vec mouse = { 12.75f, -0.5f };
  const kbx_point pixel = kbx_pixel_of (mouse);
  const kbx_box hero = kbx_box_centred (16, 24, pixel);
  const kbx_box others[] = { { 20, 0, 40, 10 }, { -40, 0, 4, 10 }, { 10, -20, 14, 0 } };
  const kbx_box common = kbx_box_common (hero, others[2]);
  uint32_t found[3];
  const uint32_t count = kbx_boxes_touching (hero, others, 3, found, 3);
  printf ("hero from (%d, %d), over others: %u, first %u\n", hero.x0, hero.y0, count, found[0]);
  printf ("%d pixels high in common, %s there, %s\n", common.y1 - common.y0,
          kbx_box_contains (others[2], pixel) ? "the mouse is" : "no mouse",
          kbx_boxes_overlap (others[0], others[1]) ? "they overlap" : "apart");
}

/* One shape, and two. */
static void
ask_pairs (void)
{
  const kbx_vec hook = { 70, 10 }, far_end = { 90, 30 }, move = { -40, 0 };
  const kbx_shape shape = kbx_shape_polygon (corners, CORNERS);
  const kbx_shape rope = kbx_shape_capsule (hook, far_end, 2);
  const kbx_shape many[] = { shape, kbx_shape_segment (hook, far_end),
                             kbx_shape_convex (corners, 3) };
  const kbx_rect bounds = kbx_bounds (shape);
  const kbx_nearest near = kbx_nearest_point (shape, hook), gap = kbx_distance (shape, rope);
  uint32_t found[3];
  printf ("%u corners, %.1f from the hook, %.1f from the rope, which %s it\n",
          kbx_corners (shape, NULL, 0), (double) near.distance, (double) gap.distance,
          kbx_overlap (shape, rope) ? "touches" : "does not touch");
  print_point ("foot of the bounds", kbx_foot (bounds));
  printf ("the rope touches %u of three\n", kbx_overlap_many (rope, many, 3, found, 3));
  print_point ("where the rope arrives", kbx_cast (rope, move, shape).point);
  const kbx_hit refused = kbx_cast (rope, move, kbx_shape_polygon (corners, 2));
  printf ("two corners: %s\n", kbx_status_text (refused.status));
}

/* Segments and lines, and a ball at a paddle. */
static void
ask_lines (void)
{
  const kbx_segment path = { { -10, 10 }, { 70, 30 } }, wall = { { 30, 0 }, { 30, 50 } };
  const kbx_circle pond = { { 50, 20 }, 10 };
  const kbx_vec hero = { 0, 0 };
  const kbx_meeting at = kbx_intersect_segments (path, wall, false);
  const kbx_meeting rim = kbx_intersect_circle (path, pond, false);
  const kbx_meeting part = kbx_clip_segment (path.a, path.b, kbx_shape_polygon (corners, CORNERS));
  const kbx_rect ball = { { 4, 4 }, { 8, 8 } };
  const kbx_segment face = { { 20, 0 }, { 20, 16 } };
  const kbx_vec serve = { 20, 2 };
  float where;
  const kbx_hit hit = kbx_paddle_cast (ball, serve, face, KBX_LEFT, &where);
  print_point ("path meets wall", at.points[0]);
  printf ("path meets the rim %u times, the polygon from %.2f to %.2f of it\n", rim.count,
          (double) part.t[0], (double) part.t[1]);
  printf ("the hero is on its %s: distance %.1f\n",
          kbx_line_side (path, hero) > 0 ? "left" : "right",
          (double) kbx_line_nearest (path, hero).distance);
  printf ("the ball reaches the paddle at %.2f of its move, at %.2f of the face\n",
          (double) hit.fraction, (double) where);
}

/* A polygon in triangles and in convex parts; what a box of it weighs against a push. */
static void
ask_polygons (void)
{
  const kbx_polygon polygon = { corners, CORNERS };
  const kbx_polygon_facts facts = kbx_polygon_info (polygon);
  uint32_t indices[3 * (CORNERS - 2)], counts[CORNERS - 2];
  uint32_t work[KBX_DECOMPOSE_WORK (CORNERS)]; /* enough for the triangles too */
  const float inertia = kbx_inertia (kbx_shape_rect (corners[0], corners[2]), 3);
  printf ("area %.0f, %s, %s, %u triangles", facts.area, facts.convex ? "convex" : "not convex",
          kbx_polygon_is_simple (polygon) ? "simple" : "crossing itself",
          kbx_polygon_triangulate (polygon, indices, work));
  printf (", %u convex parts\n", kbx_polygon_decompose (polygon, 8, indices, counts, work));
  printf ("inertia %.0f, its inverse %.6f\n", (double) inertia, (double) kbx_inverse (inertia));
}

/* Which of many may touch? */
static void
ask_many (void)
{
  const kbx_rect bounds[] = { { { 0, 0 }, { 9, 9 } },
                              { { 8, 8 }, { 20, 20 } },
                              { { 19, 0 }, { 30, 9 } } };
  uint32_t order[] = { 0, 1, 2 }; /* kept from step to step */
  kbx_pair pairs[3];
  const uint32_t count = kbx_pairs (bounds, 3, order, pairs, 3);
  for (uint32_t i = 0; i < count && i < 3; i++)
    printf ("%u and %u may touch\n", pairs[i].a, pairs[i].b);
}

int
main (void)
{
  ask_boxes ();
  ask_pairs ();
  ask_lines ();
  ask_polygons ();
  ask_many ();
  return 0;
}

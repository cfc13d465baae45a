/* SPDX-License-Identifier: MIT */
/* The collision kit by kinds: the functions behind the public verbs for kbx_shape, also called
 * directly when kinds are known. Invalid shapes give "no", and KBX_ERROR_ARGUMENT if there is a
 * status. */
#ifndef KBX_KIT_H
#define KBX_KIT_H

#include "runtime/bank/records.h"

/* areas.c, polygons.c, polygon_pairs.c, segments.c */
KBX_INTERNAL bool kbx_rect_contains (kbx_rect rect, kbx_vec p);
KBX_INTERNAL bool kbx_circle_contains (kbx_circle circle, kbx_vec p);
KBX_INTERNAL bool kbx_obb_contains (kbx_obb obb, kbx_vec p);
KBX_INTERNAL bool kbx_overlap_rects (const kbx_rect *a, const kbx_rect *b);
KBX_INTERNAL bool kbx_overlap_circle_obb (const kbx_circle *circle, const kbx_obb *obb);
KBX_INTERNAL bool kbx_overlap_rect_obb (const kbx_rect *rect, const kbx_obb *obb);
KBX_INTERNAL bool kbx_overlap_obbs (const kbx_obb *a, const kbx_obb *b);
KBX_INTERNAL bool kbx_polygon_contains (kbx_polygon polygon, kbx_vec p);
KBX_INTERNAL bool kbx_convex_contains (kbx_polygon convex, kbx_vec p);
KBX_INTERNAL bool kbx_overlap_circle_polygon (kbx_circle circle, kbx_polygon polygon);
KBX_INTERNAL bool kbx_overlap_rect_polygon (kbx_rect rect, kbx_polygon polygon);
KBX_INTERNAL bool kbx_overlap_obb_polygon (kbx_obb obb, kbx_polygon polygon);
KBX_INTERNAL bool kbx_overlap_convexes (kbx_polygon a, kbx_polygon b);
KBX_INTERNAL bool kbx_overlap_polygons (kbx_polygon a, kbx_polygon b);
KBX_INTERNAL bool kbx_overlap_segments (kbx_segment first, kbx_segment second);
KBX_INTERNAL bool kbx_overlap_segment_circle (kbx_segment segment, kbx_circle circle);

/* outlines.c */
KBX_INTERNAL int kbx_polygon_orientation (kbx_polygon polygon);
KBX_INTERNAL kbx_rect kbx_polygon_bounds (kbx_polygon polygon);
KBX_INTERNAL bool kbx_polygon_is_convex (kbx_polygon polygon);

/* segments.c, crossings.c, clips.c */
KBX_INTERNAL kbx_nearest kbx_segments_gap (kbx_segment first, kbx_segment second);
KBX_INTERNAL kbx_meeting kbx_meeting_none (kbx_status status);
KBX_INTERNAL kbx_meeting kbx_meet_segments (kbx_segment first, kbx_segment second);
KBX_INTERNAL kbx_meeting kbx_clip_segment_rect (kbx_segment segment, kbx_rect rect);
KBX_INTERNAL kbx_nearest kbx_segment_nearest (kbx_segment segment, kbx_vec p);

/* sweeps.c, rounds.c, sweep_rings.c, box_walls.c. Points or circles of radius 0 and flat rectangles
 * are allowed. By address, where a short query would wait for unpacking. */
KBX_INTERNAL kbx_hit kbx_sweep_point_segment (const kbx_vec *from, kbx_vec move,
                                              const kbx_segment *segment, bool one_way);
KBX_INTERNAL kbx_hit kbx_sweep_point_circle (kbx_vec from, kbx_vec move, kbx_circle circle);
KBX_INTERNAL kbx_hit kbx_sweep_point_rect (const kbx_vec *from, kbx_vec move, const kbx_rect *rect);
KBX_INTERNAL kbx_hit kbx_sweep_point_obb (kbx_vec from, kbx_vec move, kbx_obb obb);
KBX_INTERNAL kbx_hit kbx_sweep_point_polygon (kbx_vec from, kbx_vec move, kbx_polygon polygon);
KBX_INTERNAL kbx_hit kbx_sweep_rects (kbx_rect mover, kbx_vec move, kbx_rect target);
KBX_INTERNAL kbx_hit kbx_sweep_circle_segment (kbx_circle mover, kbx_vec move, kbx_segment segment,
                                               bool one_way);
KBX_INTERNAL kbx_hit kbx_sweep_circles (kbx_circle mover, kbx_vec move, kbx_circle target);
KBX_INTERNAL kbx_hit kbx_sweep_circle_rect (kbx_circle mover, kbx_vec move, kbx_rect rect);
KBX_INTERNAL kbx_hit kbx_sweep_circle_obb (kbx_circle mover, kbx_vec move, kbx_obb obb);
KBX_INTERNAL kbx_hit kbx_sweep_circle_polygon (kbx_circle mover, kbx_vec move, kbx_polygon polygon);
KBX_INTERNAL kbx_hit kbx_sweep_boxes (kbx_box mover, kbx_vec move, kbx_box target);

/* manifolds.c */
KBX_INTERNAL kbx_manifold kbx_collide_rect_obb (const kbx_rect *rect, const kbx_obb *obb);
KBX_INTERNAL kbx_manifold kbx_collide_obbs (const kbx_obb *first, const kbx_obb *second);
KBX_INTERNAL kbx_manifold kbx_collide_rect_convex (kbx_rect rect, kbx_polygon convex);
KBX_INTERNAL kbx_manifold kbx_collide_obb_convex (kbx_obb obb, kbx_polygon convex);

/* Heap sort of numbers (Williams 1964), in place; `before` must be a strict order. broad.c */
typedef bool kbx_before (const void *data, uint32_t a, uint32_t b);
KBX_INTERNAL void kbx_sort_heap (uint32_t *order, uint32_t count, kbx_before *before,
                                 const void *data);

/* The closed rectangle that the pixels cover. An invalid one if there are none. */
static inline kbx_rect
kbx_rect_of_box (kbx_box box)
{
  const bool empty = box.x1 <= box.x0 || box.y1 <= box.y0;
  return KBX_LITERAL (kbx_rect){ { empty ? 1 : (float) box.x0, (float) box.y0 },
                                 { empty ? 0 : (float) box.x1, (float) box.y1 } };
}

/* Replaces a rectangle by the pixels that contain a point of it; other shapes stay. areas.c */
KBX_INTERNAL void kbx_rect_to_pixels (kbx_shape *shape);

/* Field by field: copying whole what was written in halves is slow. */
static inline kbx_polygon
kbx_polygon_of (const kbx_shape *shape)
{
  return KBX_LITERAL (kbx_polygon){ shape->as.polygon.corners, shape->as.polygon.count };
}

#endif

/* SPDX-License-Identifier: MIT */
/* Pictures pixel by pixel: bitmaps, zone masks and tracks. */
#ifndef KICKBOX_PIXELS_H
#define KICKBOX_PIXELS_H

#include "bank.h"
KBX_BEGIN

/* ---------------------------------------------------------------- bitmaps ---- */
/* The set pixels of a picture, packed for testing two pictures pixel by pixel. `pixels`, a and b
 * are a bitmap or a frame each, which knows its hot spot. One that is not upright has the pixels of
 * the world whose centres, rotated back, are in its own. */
#define KBX_BITMAP_LIMIT 8192u /* pixels wide and high, at most */

/* The solid pixels of a frame: an alpha of 128 or more, or by the sprite's settings. Null for a
 * frame without a picture, and in a bank exported without pictures. Cost: constant. */
KBX_API kbx_handle kbx_frame_bitmap (kbx_handle frame);

/* Is pixel p of the world set? Cost: binary search over the runs of a row, at most 64. */
KBX_API bool kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p);

typedef struct {
  bool found;
  kbx_point p;  /* of the world */
  uint8_t zone; /* of a mask, else 0 */
} kbx_pixel;

/* Whether they share a set pixel of the world. The first in row order. The number of them. Swapping
 * the two changes nothing. Cost: none if the bounds are apart; else linear in the common rows,
 * times the runs in a row of either. With plain bits, 64 pixels at a time. Not upright: some ns for
 * each pixel of the world in both bounds. They share none above 2^26 of them. */
KBX_API bool kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);
KBX_API kbx_pixel kbx_pixels_first (kbx_handle a, kbx_place place_a,
                                    kbx_handle b, kbx_place place_b);
KBX_API uint32_t kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);

/* The normal from a to b, (0, 0) if they do not meet. The area unless that is NULL. It is the
 * direction of a in which the shared area grows fastest, measured one pixel to either side. If that
 * is 0 both ways, (1, 0). Cost: five areas. Method: central differences. */
KBX_API kbx_vec kbx_pixels_collide (kbx_handle a, kbx_place place_a,
                                    kbx_handle b, kbx_place place_b, uint32_t *area);

/* ---------------------------------------------------------------- zone masks ---- */
/* A picture whose values are zones, 1 to 255; 0 is "nothing", also outside, where sets have none.
 * `zones` is a mask, a track for its surfaces, or a frame for its painting, without 0 in sets. */
#define KBX_MASK_LIMIT 16384u /* pixels wide and high, at most */

/* The zone of a pixel of the world. Cost: constant. */
KBX_API uint8_t kbx_zone_at (kbx_handle zones, kbx_place place, kbx_point p);

/* The zone of a mask, sprite or track with that value, null for 0. Cost: linear in zones. */
KBX_API kbx_handle kbx_zone_of (kbx_handle parent, uint8_t value);

/* The zones with a pixel in a shape: a box of pixels, or those that contain a point of a closed
 * rectangle. A circle has the pixels whose centres are in it, closed. A segment, or point, has the
 * pixels [x, x + 1) x [y, y + 1) that contain a point of it, exact, with its ends rounded to 1/256
 * pixel. Other shapes have none. The second: under a bitmap, or a frame's. Not upright: by the
 * centres of pixels, rotated back, some ns each. If more than 2^26 are in both
 * bounds, none. Cost: each tile of 32 x 32 in the bounds. */
KBX_API kbx_zone_set kbx_zones_touching (kbx_handle zones, kbx_place place, kbx_shape shape);
KBX_API kbx_zone_set kbx_zones_under (kbx_handle zones, kbx_place place,
                                      kbx_handle pixels, kbx_place there);

/* The first pixel there, in row order, with one of these zones. Cost: as kbx_zones_touching. */
KBX_API kbx_pixel kbx_zones_first (kbx_handle zones, kbx_place place, kbx_shape shape,
                                   kbx_zone_set wanted);
KBX_API kbx_pixel kbx_zones_first_under (kbx_handle zones, kbx_place place, kbx_handle pixels,
                                         kbx_place there, kbx_zone_set wanted);

/* ---------------------------------------------------------------- tracks ---- */
/* The distance to the edge of a painted road: positive on the road, negative off it, in pixels. A
 * car touches the edge if its centre's clearance is at most its radius. Track and world have one
 * origin. A track's zones are its surfaces: the values of its mask. The clearance at a position:
 * between centres of pixels it is bilinear; -infinity for bad input. Cost: constant. */
KBX_API float kbx_track_clearance (kbx_handle track, kbx_vec p);

typedef struct {
  kbx_status status;
  float clearance;
  kbx_vec gradient; /* its change, a pixel to the right and a pixel down */
  kbx_vec normal;   /* unit vector to more clearance: off the edge, back to the road. Never NaN */
} kbx_track_place;

/* The clearance at p. If it does not change, the normal is (0, 0) on the road. Off it, it points
 * about to the nearest road, or is (0, 0) if there is none. Cost: off the road and past the cut-off
 * the square of the distance to the road, in tiles of 8 pixels. */
KBX_API kbx_track_place kbx_track_at (kbx_handle track, kbx_vec p);

/* The same where a turned car has the least clearance, among the centres of pixels in the closed
 * box. At the box's own centre if it contains none. Below 0 a part of the car is off the road, and
 * the normal leads back. Sides are at most 1,024 pixels. Cost: the pixels in the bounds. */
KBX_API kbx_track_place kbx_track_least (kbx_handle track, kbx_obb car);

/* Whether the circle touches the edge of the road, or is off it. Above max_clearance nothing is
 * known: it touches. For a band: a car of the band's radius at the circle's centre; a hand-painted
 * band decides. Cost: a binary search for a band. */
KBX_API bool kbx_track_touching (kbx_handle track_or_band, kbx_circle circle);

/* Where the clearance of a moving circle first falls below its radius. Started inside: the normal
 * leads back to the road, and is (0, 0) if there is no way back. `point` is on the edge; the
 * fraction is rounded down. A radius above max_clearance is KBX_ERROR_ARGUMENT. Cost: a step for
 * each length of half the clearance, and for each pixel along the edge. Method: sphere tracing
 * (Hart 1996), near the touch the roots of the bilinear form. */
KBX_API kbx_hit kbx_track_cast (kbx_handle track, kbx_circle mover, kbx_vec move);

/* Moves a circle: it stops, slides or bounces, and keeps `skin` pixels off the edge. Errors as
 * above, and for KBX_WALK and a negative bounce or skin. Cost: a cast and steps for each touch. */
KBX_API kbx_move kbx_track_move (kbx_handle track, kbx_circle mover, kbx_vec move,
                                 kbx_motion motion, float skin);

/* Lists the gates of a track: check points in order round the course, gate 0 is the start line. 1
 * for a gate that the path crosses forwards, from its left to its right, -1 backwards, 0 not at
 * all. In a chain of moves, each crossing is found once. Exact on the grid. Cost: linear. */
KBX_API uint32_t kbx_track_gates (kbx_handle track, kbx_segment *gates, uint32_t capacity);
KBX_API int kbx_gate_crossed (kbx_segment gate, kbx_vec from, kbx_vec to); /* Cost: constant. */

/* The progress of a car. Begins with all zeros: before the start line. */
typedef struct {
  uint32_t next;   /* the gate to cross next */
  uint32_t laps;   /* how often gate 0 was crossed in its turn: the current lap, from 1 on */
  uint32_t passed; /* how many gates the last move crossed in order */
  float fraction;  /* of that move, at the last of them, or 0 without */
} kbx_lap;

/* Counts the gates that the path crosses forwards and in order, beginning with `next`, each at most
 * once. Bad coordinates, or an invalid `next`: KBX_ERROR_ARGUMENT, and *lap is unchanged. Cost:
 * linear in the gates, to check them. */
KBX_API kbx_status kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap,
                                      kbx_vec from, kbx_vec to);

/* The share of the lap done by a car at p, from 0 at the start line to 1 back at it. After gate g
 * of n it is (g + a / (a + b)) / n, where a and b are its distances to that gate and the next. 0
 * before the first crossing of the start line. Cost: constant. */
KBX_API float kbx_lap_progress (const kbx_segment *gates, uint32_t count, const kbx_lap *lap,
                                kbx_vec p);

KBX_END
#endif

/* SPDX-License-Identifier: MIT */
/* Pictures pixel by pixel: bitmaps, zone masks and tracks. */
#ifndef KICKBOX_PIXELS_H
#define KICKBOX_PIXELS_H

#include "bank.h"
#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- bitmaps ---- */

/* Which pixels of a picture count, packed so that two pictures can be tested pixel against pixel.
 * Two bitmaps meet where they have a set pixel on the same pixel of the world. A place has pixel
 * (0, 0) on its position and mirrors about it, as for a frame without a hot spot. Flips are
 * free. */

/* How wide and high a bitmap may be. */
#define KBX_BITMAP_LIMIT 8192u

/* Every frame with a picture has the bitmap of its solid pixels in the bank, unless the bank was
 * exported without pictures or the frame is wider or higher than KBX_BITMAP_LIMIT. Solid is what
 * has an alpha of 128 or more, or what the sprite's settings say instead: another alpha, a colour
 * that is not solid. Pixel (0, 0) is that of the frame. The questions below take frames as they
 * are: those know their hot spots. The null handle where there is none. */
KBX_API kbx_handle kbx_frame_bitmap (kbx_handle frame);

/* `pixels`, a and b are a bitmap or a frame each; what has no pixels meets nothing. One that is not
 * upright has a pixel of the world when the centre of that pixel, turned back, is in one of its
 * own: as if it were drawn with the nearest pixel. */

/* Is the pixel p of the world set? Cost: binary search over the runs of a row, 64 at most. */
KBX_API bool kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p);

typedef struct {
  bool found;
  kbx_point p;  /* of the world */
  uint8_t zone; /* of a mask; else 0 */
} kbx_pixel;

/* Do they meet; where first in row order (the topmost row, in it the leftmost pixel); on how many
 * pixels. Swapping the two changes nothing. Cost: none when the bounds are apart; else linear in
 * the rows that the bounds share, times the runs in a row of the one and of the other, eight rows
 * at a time; with plain bits 64 pixels at a time. Not upright: some ns for each pixel of the world
 * that both bounds hold. Method: runs overlap as intervals do; inverse mapping of pixel centres. */
KBX_API bool kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);
KBX_API kbx_pixel kbx_pixels_first (kbx_handle a, kbx_place place_a,
                                    kbx_handle b, kbx_place place_b);
KBX_API uint32_t kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);

typedef struct {
  bool hit;
  uint32_t area;    /* shared pixels */
  kbx_vec normal;   /* unit vector from a to b, (0, 0) without a hit */
} kbx_bitmap_contact;

/* The normal is the way of a along which the shared area grows fastest, measured one pixel to
 * either side; where that tells nothing, as with one inside the other, it is (1, 0). Swapping the
 * two turns it round, but for that case. Cost: five areas. Method: central differences. */
KBX_API kbx_bitmap_contact kbx_pixels_collide (kbx_handle a, kbx_place place_a,
                                               kbx_handle b, kbx_place place_b);

/* ---------------------------------------------------------------- zone masks ---- */

/* A picture whose values are zones, 1 to 255; 0 is "nothing", also outside the mask. Pixel (0, 0)
 * is on the place's position. */

/* How wide and high a mask may be. */
#define KBX_MASK_LIMIT 16384u

/* Zones may be painted on a frame too: parts of a body, materials. The questions below take a mask,
 * or a frame for what is painted on it; of a frame, what is not painted is zone 0 and not among the
 * zones of an answer. */

/* The zone of a pixel of the world. */
KBX_API uint8_t kbx_zone_at (kbx_handle zones, kbx_place place, kbx_point p);

/* The zone of a mask, sprite or track whose pixels have that value, or the null handle: "nothing"
 * (0) is none, every other value that a pixel has is one. Cost: linear in the zones. */
KBX_API kbx_handle kbx_zone_of (kbx_handle parent, uint8_t value);

/* Which zones have a pixel there:
 * - in a box of pixels;
 * - in a circle: pixels whose centres are in the closed circle;
 * - on a segment: pixels [x, x + 1) x [y, y + 1) that hold a point of the closed segment, whose
 *   ends are first rounded to the nearest 1/256 pixel; exact. A point is a segment;
 * - under a bitmap, or a frame's, at a place.
 * Other shapes, and what is empty or not valid, have no zones. Cost: each tile of 32 x 32 pixels
 * that the bounds touch, and its rows where the tile has a zone that is not known yet. Zones at a
 * place that is not upright are those that the centres of the pixels, turned back, are in: some ns
 * for each. */
KBX_API kbx_zone_set kbx_zones_touching (kbx_handle zones, kbx_place place, kbx_shape shape);
KBX_API kbx_zone_set kbx_zones_under (kbx_handle zones, kbx_place place,
                                      kbx_handle pixels, kbx_place there);

/* The first pixel of the world there, in row order, whose zone is one of `wanted`. Cost: as above,
 * from the top down to it. */
KBX_API kbx_pixel kbx_zones_first (kbx_handle zones, kbx_place place, kbx_shape shape,
                                   kbx_zone_set wanted);
KBX_API kbx_pixel kbx_zones_first_under (kbx_handle zones, kbx_place place, kbx_handle pixels,
                                         kbx_place there, kbx_zone_set wanted);

/* ---------------------------------------------------------------- tracks ---- */

/* How far it is to the edge of a road that was painted: positive on the road, negative beside it,
 * in pixels. A car of any radius touches the edge where its middle has no more clearance than its
 * radius.
 * - The edge is the sides of pixels between road and not road; outside the picture is no road. The
 *   clearance of a pixel is the distance from its centre to the nearest centre of a pixel of the
 *   other kind, less 1/2, rounded to 1/16 pixel; beyond a cut-off (max_clearance of kbx_info, at
 *   most 127) on either side all are alike. Along a straight edge it is the distance from the edge;
 *   towards a corner of a pixel it is larger by at most 0.2072 pixels.
 * - Between the centres of four pixels it is interpolated (bilinear): continuous, and it changes by
 *   at most one pixel for a pixel of way along an axis. Outside the picture it is that of the
 *   nearest pixel of the border, less the distance from there.
 * - Track and world have one origin: a game that puts the track elsewhere takes the difference off.
 * - Null handles, NaN, infinity, beyond KBX_WORLD_LIMIT: nothing is found, a clearance is
 *   -infinity.
 * A track's zones are its surfaces, what road and surroundings are made of: the values of its
 * mask. */

/* The clearance of a place; at the centre of a pixel exactly as it is stored. */
KBX_API float kbx_track_clearance (kbx_handle track, kbx_vec p);

typedef struct {
  kbx_status status;
  float clearance;
  kbx_vec gradient; /* how it changes, a pixel to the right and a pixel down */
  kbx_vec normal;   /* unit vector to more clearance: off the edge, back to the road. Never NaN */
} kbx_track_place;

/* Where the clearance does not change, the normal is (0, 0) on the road (its middle, or beyond the
 * cut-off); beside it, it points about to the nearest road, or is (0, 0) if there is none. Cost:
 * constant; but beside the road and beyond the cut-off the square of the way to the road, in tiles
 * of 8 pixels: at worst all tiles of the picture. Method: the gradient of the bilinear form. */
KBX_API kbx_track_place kbx_track_at (kbx_handle track, kbx_vec p);

/* Does the circle touch the edge of the road, or is it beside it? Touching counts. Of a radius
 * above max_clearance nothing is known: it touches. Asked of a band, a car of the band's radius has
 * its middle at the circle's centre, whatever the circle's radius; in a pixel in which the band was
 * painted by hand other than the clearance has it, as it was painted. Cost: constant; a binary
 * search over the tracks for a band. */
KBX_API bool kbx_track_touching (kbx_handle track_or_band, kbx_circle circle);

/* Where the clearance of a moving circle first falls below its radius. Started inside: it is below
 * at the start; the normal leads back to the road, and is (0, 0) where there is no way back. What
 * glides along just touching hits nothing. `point` is on the edge, by the normal; the fraction is
 * rounded down. A radius above max_clearance is KBX_ERROR_ARGUMENT. It is the first touch of the
 * interpolated clearance, with no step that could skip one. Cost: a step for each length of half
 * the clearance that is left, and one for each pixel along the edge; fewer than four times (width +
 * height + 1,024). Method: sphere tracing (Hart 1996), and near the touch the roots of the bilinear
 * form along the way. */
KBX_API kbx_hit kbx_track_cast (kbx_handle track, kbx_circle mover, kbx_vec move);

/* Moves a circle: it stops, slides or bounces, and keeps `skin` pixels off the edge (see kbx_stop),
 * if by being pushed off it.
 * - One that touches at the start is first pushed back to the road. Where that finds no room for
 *   it, it stays exactly where it started, with one touch, started_inside and no velocity.
 * - What rounding to float takes from `moved` is in `rest`: add it too, or give it to the next
 *   move.
 * - Unless it stays, its clearance afterwards is not below its radius, but for rounding to float.
 * KBX_ERROR_ARGUMENT as above, for KBX_WALK, and for a negative bounce or skin: it stays too. Cost:
 * a cast and some steps for each touch, at most 16, and at most 17 times kbx_track_at. */
KBX_API kbx_move kbx_track_move (kbx_handle track, kbx_circle mover, kbx_vec move,
                                 kbx_motion motion, float skin);

/* ---------------------------------------------------------------- gates and laps ---- */

/* Check points of a lap: gates in order round the course, gate 0 is the start line. A gate is
 * crossed by the way from a point to another, forwards from its left to its right (as one-way walls
 * stop), its ends included. The gate's line belongs to its left. Forwards, a move that ends on the
 * line has not crossed yet: the next one does, when it goes on to the right. Backwards, a move that
 * ends on the line has crossed. Exact on the grid of 1/256 pixel within +-65,536: of a chain of
 * moves, each beginning where the one before ended, each crossing counts once. */

/* The gates of a track in their order: as many as fit into gates[0..capacity). Returns how many
 * there are. Cost: linear. */
KBX_API uint32_t kbx_track_gates (kbx_handle track, kbx_segment *gates, uint32_t capacity);

/* 1 crossed forwards, -1 backwards, 0 not at all, or bad coordinates. Method: the signs of four
 * determinants, without rounding. */
KBX_API int kbx_gate_crossed (kbx_segment gate, kbx_vec from, kbx_vec to);

/* What a car has done. Begins with all zeros: before the start line. */
typedef struct {
  uint32_t next;   /* the gate to cross next */
  uint32_t laps;   /* how often gate 0 was crossed in its turn: the lap that it is in, from 1 on */
  uint32_t passed; /* how many gates the last move crossed in order */
  float fraction;  /* of that move, at the last of them; 0 without */
} kbx_lap;

/* Counts the gates that the way crosses forwards and in order, first the one that is next; others,
 * and ways back, count nothing. Each gate at most once. Bad coordinates, or a `next` that is none
 * of the gates: KBX_ERROR_ARGUMENT, and *lap stays. Cost: linear in the gates, to check them.
 * Method: as kbx_gate_crossed, the fractions of the crossings being compared as products. */
KBX_API kbx_status kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap,
                                      kbx_vec from, kbx_vec to);

/* How far round the lap a car at p is, from 0 at the start line to 1 back at it. Between the last
 * gate, number g of n, and the next it is (g + a / (a + b)) / n, where a and b are its distances to
 * these two; so it has no jumps but the one at the start line, and cars of one lap compare by it. 0
 * before the first crossing of the start line, with fewer than two gates, and for bad input. */
KBX_API float kbx_lap_progress (const kbx_segment *gates, uint32_t count, const kbx_lap *lap,
                                kbx_vec p);

#ifdef __cplusplus
}
#endif

#endif

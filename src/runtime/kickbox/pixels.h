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
 * - The bytes are borrowed, need no alignment and are the same on every machine: a game may keep them in a file.
 * - A pose puts pixel (0, 0) on the world pixel (x, y) and mirrors about that pixel, as for a frame without a hot spot.
 *   So a flip costs nothing and needs no mirrored copy.
 * - Pixels are half-open: two bitmaps meet when they have a set pixel on the same pixel of the world.
 * - The null bitmap (bytes NULL) has no pixel and meets nothing. */
typedef kbx_handle kbx_bitmap;

/* How wide and high a bitmap may be. */
#define KBX_BITMAP_LIMIT 8192u

/* Packs the pixels whose value is at least `threshold`: pixel (x, y) has its value at values[y * stride + x * step],
 * as the alpha of a picture with a step of 4. A threshold of 0 sets every pixel. Returns how many bytes it takes, and
 * writes them to bytes[0..capacity) when they fit; 0 for values = NULL, or a side of 0 or beyond KBX_BITMAP_LIMIT.
 * Cost: linear, three passes over the pixels. Method: the runs of set pixels, four bytes each, in planes: the first run
 * of every row, the second, and so on; or plain bits where the rows have many runs. */
KBX_API size_t kbx_bitmap_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t step, size_t stride,
                                uint8_t threshold, void *bytes, size_t capacity);

/* Every frame with a picture has the bitmap of its solid pixels in the bank, unless the bank was exported without
 * pictures or the frame is wider or higher than KBX_BITMAP_LIMIT. Solid is what has an alpha of 128 or more, or what the
 * sprite's settings say instead: another alpha, a colour that is not solid. Pixel (0, 0) is that of the frame.
 * The questions below take frames as they are: those know their hot spots. The null handle where there is none. */
KBX_API kbx_bitmap kbx_frame_bitmap (kbx_frame frame);

typedef struct {
  bool found;
  kbx_size size;
  kbx_box bounds;  /* the smallest box round the set pixels */
  uint32_t area;   /* how many are set */
} kbx_bitmap_about;

/* What a bitmap, or a frame's, is. */
KBX_API kbx_bitmap_about kbx_bitmap_info (kbx_handle pixels);

/* `pixels`, a and b are a bitmap or a frame each; what has no pixels meets nothing. One that is not upright has a pixel of the
 * world when the centre of that pixel, turned back, is in one of its own: as if it were drawn with the nearest pixel. */

/* Is the pixel p of the world set? Cost: binary search over the runs of a row, 64 at most. */
KBX_API bool kbx_pixel_at (kbx_handle pixels, kbx_place place, kbx_point p);

typedef struct {
  bool found;
  kbx_point p;   /* of the world */
} kbx_pixel;

/* Do they meet; where first in row order (the topmost row, in it the leftmost pixel); on how many pixels. Swapping the two
 * changes nothing. Cost: none when the bounds are apart; else linear in the rows that the bounds share, times the runs in a
 * row of the one and of the other, eight rows at a time; with plain bits 64 pixels at a time. Not upright: some ns for each
 * pixel of the world that both bounds hold. Method: runs overlap as intervals do; inverse mapping of pixel centres. */
KBX_API bool kbx_pixels_overlap (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);
KBX_API kbx_pixel kbx_pixels_first (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);
KBX_API uint32_t kbx_pixels_area (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);

typedef struct {
  bool hit;
  uint32_t area;    /* shared pixels */
  kbx_vec normal;   /* unit vector from a to b, (0, 0) without a hit */
} kbx_bitmap_contact;

/* The normal is the way of a along which the shared area grows fastest, measured one pixel to either side; where that
 * tells nothing, as with one inside the other, it is (1, 0). Swapping the two turns it round, but for that case.
 * Cost: five areas. Method: central differences. */
KBX_API kbx_bitmap_contact kbx_pixels_collide (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b);

/* ---------------------------------------------------------------- zone masks ---- */

/* A picture whose values are zones, 1 to 255; 0 is "nothing". Its bytes are borrowed, need no alignment and are the same
 * on every machine. Pixel (0, 0) lies on pixel (0, 0) of the world; beyond the mask is zone 0. The null mask (bytes NULL) is all 0. */
typedef kbx_handle kbx_mask;

/* A set of zones: zone z is bit z % 64 of bits[z / 64]. */
typedef struct { uint64_t bits[4]; } kbx_zone_set;

/* Is the zone in the set; the set of that one zone. */
KBX_API bool kbx_zone_set_has (kbx_zone_set set, uint8_t zone);
KBX_API kbx_zone_set kbx_zone_bit (uint8_t zone);

/* How wide and high a mask may be. */
#define KBX_MASK_LIMIT 16384u

/* Packs a picture: pixel (x, y) has its zone at values[y * stride + x]. Returns how many bytes it takes, and writes them to
 * bytes[0..capacity) when they fit; 0 for values = NULL, or a side of 0 or beyond KBX_MASK_LIMIT.
 * Method: tiles of 32 x 32 pixels. One of a single zone takes 4 bytes, one that a line divides into two 44, others 1, 2, 4
 * or 8 bits a pixel, as their number of zones needs. Cost: linear, two passes. */
KBX_API size_t kbx_mask_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t stride, void *bytes, size_t capacity);

/* Zones may be painted on a frame too: parts of a body, materials. The questions below take a mask, or a frame for what is
 * painted on it; of a frame, what is not painted is zone 0 and not among the zones that are told. */

typedef struct {
  bool found;
  kbx_size size;      /* of a frame: of the painted part */
  kbx_zone_set zones; /* those that occur, 0 among them */
} kbx_mask_about;

KBX_API kbx_mask_about kbx_mask_info (kbx_handle zones);

/* The zone of a pixel of the world. */
KBX_API uint8_t kbx_zone_at (kbx_handle zones, kbx_place place, kbx_point p);

/* What a zone of a mask or sprite is, or a surface of a track. Its name and colour: kbx_name, kbx_colour. "Nothing" (0) is
 * no zone; every other value that a pixel has is one. */
typedef struct {
  bool found;
  uint8_t value; /* what its pixels are in the mask */
  bool road;     /* a surface that cars may be on; of zones false */
} kbx_zone_about;

KBX_API kbx_zone_about kbx_zone_info (kbx_handle zone);

/* The zone of a mask, sprite or track whose pixels have that value, or the null handle. Cost: at most 255 looks. */
KBX_API kbx_handle kbx_zone_of (kbx_handle parent, uint8_t value);

/* Which zones have a pixel there:
 * - in a box of pixels;
 * - in a circle: pixels whose centres are in the closed circle;
 * - on a segment: pixels [x, x + 1) x [y, y + 1) that hold a point of the closed segment, whose ends are first rounded
 *   to the nearest 1/256 pixel; exact. A point is a segment;
 * - under a bitmap, or a frame's, at a place.
 * Other shapes, and what is empty or not valid, have no zones. Cost: a look at each tile of 32 x 32 pixels that the bounds
 * touch, and at its rows where the tile has a zone that is not known yet. Zones at a place that is not upright are those
 * that the centres of the pixels, turned back, are in: some ns for each. */
KBX_API kbx_zone_set kbx_zones_touching (kbx_handle zones, kbx_place place, kbx_shape shape);
KBX_API kbx_zone_set kbx_zones_under (kbx_handle zones, kbx_place place, kbx_handle pixels, kbx_place there);

typedef struct {
  bool found;
  kbx_point p; /* of the world */
  uint8_t zone;
} kbx_zone_pixel;

/* The first pixel of the world there, in row order, whose zone is one of `wanted`. Cost: as above, from the top down to it. */
KBX_API kbx_zone_pixel kbx_zones_first (kbx_handle zones, kbx_place place, kbx_shape shape, kbx_zone_set wanted);
KBX_API kbx_zone_pixel kbx_zones_first_under (kbx_handle zones, kbx_place place, kbx_handle pixels, kbx_place there,
                                              kbx_zone_set wanted);

/* ---------------------------------------------------------------- tracks ---- */

/* How far it is to the edge of a road that was painted: positive on the road, negative beside it, in pixels. One look
 * answers for a car of any radius: it touches the edge where its middle has a clearance of no more than its radius.
 * - The edge is the sides of pixels between road and not road; what is beyond the picture is not road. The clearance of
 *   a pixel is the distance from its centre to the nearest centre of a pixel of the other kind, less 1/2, rounded to 1/16
 *   pixel; beyond a cut-off (kbx_track_most, at most 127) on either side all are alike. Along a straight edge it is the
 *   distance from the edge; towards a corner of a pixel it is larger by at most 0.2072 pixels.
 * - Pixel (x, y) has its centre at (x + 1/2, y + 1/2). Between the centres of four pixels the clearance is interpolated
 *   (bilinear): continuous, and it changes by at most one pixel for a pixel of way along an axis.
 * - Beyond the picture it is that of the nearest pixel of the border, less the distance from there.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Track and world have one origin: a game
 *   that puts the track elsewhere takes the difference off.
 * - The null track (bytes NULL) has no road: no question finds anything, a clearance is -infinity. So with NaN, infinity
 *   and what is beyond KBX_WORLD_LIMIT. */
typedef kbx_handle kbx_track;

/* Width and height in pixels, and the cut-off. Constant time. */
KBX_API kbx_size kbx_track_size (kbx_track track);
KBX_API float kbx_track_most (kbx_track track);

/* The clearance of a pixel, exactly as it is stored; and of any place, interpolated. Constant time. */
KBX_API float kbx_track_clearance (kbx_track track, kbx_point p);
KBX_API float kbx_track_clearance_at (kbx_track track, kbx_vec p);

typedef struct {
  kbx_status status;
  float clearance;
  kbx_vec gradient; /* how the clearance changes, a pixel to the right and a pixel down; (0, 0) where it does not */
  kbx_vec normal;   /* unit vector to more clearance: off the edge, back to the road. Never NaN */
} kbx_track_place;

/* Where the clearance does not change, the normal is (0, 0) on the road (its middle, or beyond the cut-off); beside it,
 * it points about to the nearest road, or is (0, 0) if there is none. Cost: constant; but beside the road and beyond the
 * cut-off the square of the way to the road, in tiles of 8 pixels: at worst all tiles of the picture.
 * Method: the gradient of the bilinear form. */
KBX_API kbx_track_place kbx_track_look (kbx_track track, kbx_vec p);

/* Does the circle touch the edge of the road, or lie beside it? Touching counts. Of a radius beyond kbx_track_most nothing
 * is known: it touches. Constant time. */
KBX_API bool kbx_track_touches (kbx_track track, kbx_circle circle);

/* A moving circle against the edge: where its clearance first falls below its radius, as kbx_hit tells (see "sweeps").
 * Started inside: its clearance is below its radius at the start; the normal leads back to the road, and is (0, 0) where
 * nothing tells. What glides along just touching hits nothing. `point` is on the edge, by the normal; the fraction is
 * rounded down. A radius beyond kbx_track_most is KBX_ERROR_ARGUMENT.
 * It is the first touch of the interpolated clearance, with no step that could skip one. Cost: a step for each length of
 * half the clearance that is left, and one for each pixel along the edge; fewer than four times
 * (width + height + 1,024). Method: sphere tracing (Hart 1996), and near
 * the touch the roots of the bilinear form along the way. */
KBX_API kbx_hit kbx_track_sweep_circle (kbx_track track, kbx_circle mover, kbx_vec move);

typedef enum {
  KBX_TRACK_STOP = 0,   /* at the first touch */
  KBX_TRACK_SLIDE = 1,  /* and goes on along the edge */
  KBX_TRACK_BOUNCE = 2  /* and is thrown back, see kbx_bounce */
} kbx_track_manner;

typedef struct {
  kbx_status status;
  kbx_vec centre;    /* where the circle is after the move */
  kbx_vec velocity;  /* the whole move as the touches have turned it: the next step's */
  kbx_vec normal;    /* of the last touch; (0, 0) without one */
  uint32_t touches;  /* how many, at most 16: what is left of the move then is dropped */
} kbx_track_move;

/* Moves a circle. It keeps `skin` pixels off the edge (see kbx_sweep_stop), if by being pushed off it.
 * - A circle that touches at the start is first pushed back to the road. Where that finds no room for
 *   it, it stays exactly where it started, with one touch and no velocity.
 * - `coefficient` is that of kbx_bounce, and means nothing to the others.
 * - Unless it stays, its clearance afterwards is not below its radius, but for rounding to float.
 * KBX_ERROR_ARGUMENT as above, and for a negative coefficient or skin: it stays too.
 * Cost: a sweep and some steps for each touch, at most 16, and at most 17 times kbx_track_look. */
KBX_API kbx_track_move kbx_track_move_circle (kbx_track track, kbx_circle mover, kbx_vec move, kbx_track_manner manner,
                                              float coefficient, float skin);

/* Check points of a lap: gates in order round the course, gate 0 is the start line. A gate is crossed by the way from a
 * point to another, forwards from its left to its right (see "segments"; as one-way walls stop), its ends included.
 * The gate's line belongs to its left. Forwards, a move that ends on the line has not crossed yet: the
 * next one does, when it goes on to the right. Backwards, a move that ends on the line has crossed.
 * Exact on the grid of 1/256 pixel within +-65,536: of a chain of moves, each beginning where the one
 * before ended, each crossing counts once. */

/* 1 crossed forwards, -1 backwards, 0 not at all, or bad coordinates. Method: the signs of four determinants, without
 * rounding. */
KBX_API int kbx_gate_crossed (kbx_segment gate, kbx_vec from, kbx_vec to);

/* What a car has done. Begins with all zeros: before the start line. */
typedef struct {
  uint32_t next; /* the gate to cross next */
  uint32_t laps; /* how many times gate 0 was crossed in its turn: the lap that it is in, from 1 on */
} kbx_lap;

typedef struct {
  kbx_status status;
  uint32_t count;  /* how many gates were crossed in order */
  float fraction;  /* of the move, at the last of them; 0 without */
} kbx_gates_passed;

/* Counts the gates that the way crosses forwards and in order, first the one that is next; others, and ways back, count
 * nothing. Each gate at most once. Bad coordinates, or a `next` that is none of the gates: KBX_ERROR_ARGUMENT, and *lap stays.
 * Cost: constant, and the gates are looked at once for being none. Method: as kbx_gate_crossed, the fractions of the
 * crossings being compared as products. */
KBX_API kbx_gates_passed kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap, kbx_vec from, kbx_vec to);

/* ---------------------------------------------------------------- tracks of a bank ---- */

/* What the road and its surroundings are made of: a mask of the track's size, whose values are the track's zones; 0 is
 * none. */
KBX_API kbx_mask kbx_track_surfaces (kbx_track track);

/* The gates of a track in their order, for kbx_gates_advance: as many as fit into gates[0..capacity). Returns how many there
 * are. Cost: linear. */
KBX_API uint32_t kbx_track_gates (kbx_track track, kbx_segment *gates, uint32_t capacity);

/* The strip of road in which the middle of a car of some radius is too near the edge. */
typedef struct {
  bool found;
  float radius;          /* in pixels */
  bool painted;          /* by hand: somewhere the mask is not what the clearance tells */
  kbx_mask mask;         /* 1 in the band, 0 elsewhere: of the road, where a pixel's clearance is below the radius */
} kbx_band_about;

KBX_API kbx_band_about kbx_band_info (kbx_handle band);

/* Does a car of the band's radius, with its middle at p, touch the edge of the road, or lie beside it? As kbx_track_touches
 * tells; but in a pixel in which the band was painted by hand other than the clearance has it, as it was painted.
 * The null handle touches nothing. Cost: binary search over the tracks. */
KBX_API bool kbx_band_touches (kbx_handle band, kbx_vec p);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* How far each pixel of a picture is from the edge of the road.
 *
 * Purpose: the bank's clearance, bands for car radii, and what the editor shows while a road is
 * painted. Flow: a kbx_road says which pixels are road -> runtime/pack/clearance.h computes bands
 * of its rows, here on all processors -> signed numbers -> what the runtime reads. Ownership: all
 * pictures are the caller's.
 *
 * The edge is the set of unit sides between a pixel that is road and a neighbour that is not; what
 * is outside of the picture is not road. A pixel's clearance is
 *   the distance of its centre from the nearest centre of a pixel of the other kind, less 1/2,
 * positive on the road and negative beside it. Along straight runs of the edge that is just the
 * distance of the centre from the edge: 1/2 beside it, then 3/2 and so on. Towards a corner it is
 * larger than the distance from the sides, by at most (sqrt 2 - 1) / 2 = 0.2072 pixels: a centre at
 * distance D from the other lies between D - sqrt 1/2 and D - 1/2 from its square, and so it is
 * with the least of these. This one was chosen because
 * - it is a square root of a whole number less 1/2, so that it can be told exactly, compared, and
 *   had from any other
 *   program that computes distances between pixels;
 * - a road that was drawn smooth and became pixels by their centres has its edge nearer to this:
 *   along a slope of 45
 *   degrees the sides of the pixels lie on the average 0.35 pixels on this side of the drawn line,
 *   this 0.15;
 * - neighbouring pixels differ by at most 1, also across the edge, which the runtime's sweeps rely
 *   on.
 *
 * Errors: none but G_IO_ERROR_CANCELLED. The same numbers on every machine and with any number of
 * threads. */
#ifndef KB_BAKE_CLEARANCE_H
#define KB_BAKE_CLEARANCE_H

#include "bake/parallel.h"
#include "document/zones.h"
#include "runtime/pack/clearance.h"

/* The largest cut-off, in pixels; and how many of the answers' units a pixel has. */
#define KB_CLEARANCE_MOST 127
#define KB_CLEARANCE_UNITS 16

/* Each pixel's clearance in 1/16 pixel, rounded to the nearest (so off by at most 1/32), and within
 * +-16 * most: beyond a clearance of `most` pixels, 1 to KB_CLEARANCE_MOST, all are alike.
 * clearance[y * stride + x]; rows that begin at multiples of 64 bytes are written fastest. `watch`
 * may be NULL. Cost: linear; less than a nanosecond a pixel, most of it where there is road or its
 * edge nearby. */
gboolean kb_clearance (const kbx_road *road, guint most, gint16 *clearance, gsize stride,
                       const KbWatch *watch, GError **error);

/* A box of pixels; width and height are 0 or more. */
typedef struct { gint x, y, width, height; } KbClearanceBox;

/* After pixels within `box`, which may reach out of the picture, have changed: brings up to date
 * what kb_clearance has made. The answers are those that it would give now, bit for bit. Returns
 * the box in which they may have changed: the given one and `most` pixels around it, within the
 * picture. Cost: that of the returned box and as much around it again. */
KbClearanceBox kb_clearance_update (const kbx_road *road, guint most, gint16 *clearance,
                                    gsize stride, KbClearanceBox box);

/* The record of a track (see kbx_open; its layout is in runtime/tracks/track.h), of what
 * kb_clearance has made with the cut-off `most`, or a larger one. Lossless below it. Equal pictures
 * give equal bytes. About a byte a pixel near the edge, and 1/16 elsewhere and where tiles repeat.
 * Cost: linear. */
GBytes *kb_clearance_pack (const gint16 *clearance, guint width, guint height, gsize stride,
                           guint most);

/* The band of a radius is what is road and has a clearance below it, as the numbers of kb_clearance
 * tell (which are rounded to 1/16 pixel), so that the bank's lookups and masks made of bands agree.
 * Radii are in pixels, at most the cut-off that the numbers were made with. The least number that
 * is no longer in the band: a number c is in where 0 < c < kb_band_end (radius). */
gint kb_band_end (double radius);

#endif

/* SPDX-License-Identifier: MIT */
/* The distance of each pixel from the edge of the road, for the bank's clearance, bands for car
 * radii, and the editor. Flow: a kbx_road says which pixels are road; runtime/pack/clearance.h
 * computes bands of rows, here on all processors; kb_clearance_pack makes the runtime's bytes.
 * Ownership: all pictures are the caller's. Errors: only G_IO_ERROR_CANCELLED. The numbers are the
 * same on every machine, with any number of threads. */

/* The edge is the unit sides between a road pixel and a neighbour that is not; outside the picture
 * is not road. A clearance is the distance of a pixel's centre to the nearest centre of the other
 * kind, less 1/2; positive on the road, negative off it. Along straight edges this is the centre's
 * distance from the edge: 1/2, 3/2 and so on. Towards a corner it is larger, by at most (sqrt 2 -
 * 1) / 2 = 0.2072 pixels. */

/* Why this definition: it is a root of a whole number less 1/2, so it can be compared exactly, and
 * other programs can compute it. A smooth road sampled at pixel centres has its edge nearer to it.
 * On a 45-degree slope the pixels' sides are 0.35 pixels off on average, this edge 0.15. And
 * neighbours differ by at most 1, also across the edge, which the runtime's sweeps need. */
#ifndef KB_BAKE_CLEARANCE_H
#define KB_BAKE_CLEARANCE_H

#include "bake/work.h"
#include "document/pixels/zones.h"
#include "runtime/pack/clearance.h"

/* The largest cut-off, in pixels. The units per pixel of the results. */
#define KB_CLEARANCE_MOST 127
#define KB_CLEARANCE_UNITS 16

/* Each pixel's clearance in 1/16 pixel, rounded to the nearest (error at most 1/32), within +-16 *
 * most: larger ones are cut off at `most` pixels, 1 to KB_CLEARANCE_MOST. Stored in clearance[y *
 * stride + x]; rows aligned to 64 bytes are written fastest. `watch` may be NULL. Cost: linear;
 * less than a nanosecond per pixel, mostly on the road and near its edge. */
gboolean kb_clearance (const kbx_road *road, guint most, gint16 *clearance, gsize stride,
                       const KbWatch *watch, GError **error);

/* A box of pixels; width and height are 0 or more. */
typedef struct { gint x, y, width, height; } KbClearanceBox;

/* Updates the result of kb_clearance after a change of pixels within `box`, which may extend
 * outside the picture. The result is bit-identical to a full computation. Returns the box that may
 * have changed: the given one and `most` pixels around it, within the picture. Cost: that of the
 * returned box and as much around it again. */
KbClearanceBox kb_clearance_update (const kbx_road *road, guint most, gint16 *clearance,
                                    gsize stride, KbClearanceBox box);

/* Packs a track's record (see kbx_open; layout in runtime/tracks/track.h) from a result of
 * kb_clearance with at least the cut-off `most`. Lossless below it. Equal pictures give equal
 * bytes. About a byte per pixel near the edge, and 1/16 elsewhere and where tiles repeat. Cost:
 * linear. */
GBytes *kb_clearance_pack (const gint16 *clearance, guint width, guint height, gsize stride,
                           guint most);

/* The band of a radius is all road with a clearance below it, by the rounded numbers of
 * kb_clearance. So the bank's lookups and masks of bands agree. Radii are in pixels, at most the
 * cut-off of the numbers. Returns the smallest number no longer in the band: c is in it if 0 < c <
 * kb_band_end (radius). */
gint kb_band_end (double radius);

#endif

/* SPDX-License-Identifier: MIT */
/* The surfaces of a track: the painting, and below it the drawn curves. A pixel's surface is the
 * painted one; if that is 0, that of the last curve that covers it; else 0. Flow: the curves alone
 * are a picture, the layer, repainted only where they changed; the painting is put over it. */
#ifndef KB_TRACK_SURFACES_H
#define KB_TRACK_SURFACES_H

#include "document/zones.h"
#include "operations/track/cover.h"

/* The pixels covered by the curves, each with the surface of the last one. Sides as in KbZones.
 * Cost: kb_course_cover. */
KbZones *kb_track_layer (guint width, guint height, const KbCourse *courses, guint n);
/* Repaints the boxes (KbBox) with the current curves. Takes the layer's reference and returns one,
 * as kb_zones_apply does. `patch` (may be NULL): the changed tiles; NULL if all changed; free with
 * kb_zones_patch_unref. */
KbZones *kb_track_layer_update (KbZones *layer, const KbCourse *courses, guint n,
                                const GArray *boxes, KbZonesPatch **patch);

/* Where the layers of two lists of curves may differ: boxes around the segments that only one of
 * them has. Array of KbBox, within +-KB_COVER_FAR; free with g_array_unref. Cost: linear. */
#define KB_COVER_FAR 131072
GArray *kb_courses_changes (const KbCourse *before, guint n_before, const KbCourse *after,
                            guint n_after);

/* The surfaces of one tile (64 rows of 64 bytes). */
void kb_track_compose (const guint8 *painted, const guint8 *layer, guint8 *surfaces);

#endif

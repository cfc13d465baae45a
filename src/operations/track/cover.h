/* SPDX-License-Identifier: MIT */
/* What drawn curves cover, hide and run parallel to. */
#ifndef KB_OPERATIONS_TRACK_COVER_H
#define KB_OPERATIONS_TRACK_COVER_H

#include "document/document.h"
#include "document/pixels/zones.h"
#include "operations/operations.h"
#include "operations/track/course.h"

/* The pixels covered by a drawn curve: those whose centres (x + 1/2, y + 1/2) are within the radius
 * of a point along it, inclusive. So a curve is a union of discs. Between two points of
 * kb_course_flatten it is a round cone: the hull of two discs, or the larger one if it contains the
 * other. Each of its rows is one run, found without stepping. */

/* The hull of two discs. */
typedef struct {
  KbVec a, b;
  double ra, rb;
} KbCone;

/* Pixels x0 <= x < x1. */
typedef void (*KbCoverSpan) (gint y, gint x0, gint x1, gpointer data);

/* Reports the runs of pixels within `clip`. Runs of one cone go from top to bottom and do not
 * overlap. Those of several cones do. A pixel's result does not depend on the clip. Cost: a run per
 * row, about 20 ns. */
void kb_cone_cover (const KbCone *cone, const KbBox *clip, KbCoverSpan span, gpointer data);
/* All cones of a curve, at a tolerance of KB_COURSE_TOLERANCE. Segments outside the clip are
 * skipped. */
void kb_course_cover (const KbCourse *course, const KbBox *clip, KbCoverSpan span, gpointer data);

/* Finds fully hidden curves, and the visible part of the others. */

/* For each curve, whether none of its pixels is visible: each is painted over, under a later curve,
 * or outside the track. Removing it does not change the surfaces. A KbFindHidden. Cost:
 * kb_course_cover of each curve; for a visible curve without others below it, up to its first
 * visible pixel. */
void kb_find_hidden_curves (const KbTrack *track, gboolean *hidden);

/* For each curve, the number of track pixels it covers, and how many of them are visible. A part
 * under paint or another curve is how roads meet, and no problem. Cost: twice kb_course_cover of
 * each curve and its pixels. */
typedef struct {
  guint64 covered, shown;
} KbCurveSight;
void kb_count_curves (const KbTrack *track, KbCurveSight *sights);

/* Lines parallel to drawn curves: exact offset curves without self-crossings, and the edges of
 * roads. The offset curve of C at a distance d is `O(u) = C(u) + d N(u)`, with N the normal of
 * course.h. A positive d is to the right of the direction. Parts nearer to the curve than |d| are
 * removed: at tight bends, cusps, and where the curve comes near itself. */

/* The rest is the edge, on that side, of the union of all discs of radius |d| along the curve. A
 * corner gets an arc on its outside, whose ends belong to both sides. The curve becomes round cones
 * (cover.h), whose sides and arcs are cut exactly where they enter another cone, and the remaining
 * parts are joined. No loop has to be found, so none is missed. */

/* Tolerance: each point of the result is at |d| from the curve to within `tolerance`. Where two
 * parts meet at an angle, the corner may be off by tolerance / sin (angle / 2). Cost: for a curve
 * of n pieces, n times the pieces within 2 |d|. A lap of 10,000 pixels at 1/16 takes some
 * milliseconds. */

typedef struct {
  gboolean closed;             /* the first point follows the last */
  guint n;
  KbVec *points;
} KbPolyline;

/* The edge of the union of discs `inset` smaller than the road. With 0 it is the road itself. With
 * a car's radius it is where its centre may go. A negative `inset` is that far outside the edge.
 * The lines are closed, with the road on their left. There are none where the road is narrower.
 * `within` (may be NULL) limits the cost to what is near it. Lines end somewhere outside it, and
 * those that do not meet it may be missing. */
GPtrArray *kb_course_edges (const KbCourse *course, double inset, double tolerance,
                            const KbBounds *within);

/* The surfaces of a track: the painting, and below it the drawn curves. A pixel's surface is the
 * painted one. If that is 0, it is that of the last curve that covers it, or else 0. Flow: the
 * curves alone are a picture, the layer, repainted only where they changed. The painting is put
 * over it. */

/* The pixels covered by the curves, each with the surface of the last one. Sides as in KbZones.
 * Cost: kb_course_cover. */
KbZones *kb_track_layer (guint width, guint height, const KbCourse *courses, guint n);
/* Repaints the boxes (KbBox) with the current curves. Takes the layer's reference and returns one,
 * as kb_zones_apply does. `patch` (may be NULL) receives the changed tiles, or NULL if all changed.
 * Free it with kb_zones_patch_unref. */
KbZones *kb_track_layer_update (KbZones *layer, const KbCourse *courses, guint n,
                                const GArray *boxes, KbZonesPatch **patch);

/* Where the layers of two lists of curves may differ: boxes around the segments that only one of
 * them has. Array of KbBox, within +-KB_COVER_FAR. Free it with g_array_unref. Cost: linear. */
#define KB_COVER_FAR 131072
GArray *kb_courses_changes (const KbCourse *before, guint n_before, const KbCourse *after,
                            guint n_after);

/* The surfaces of one tile (64 rows of 64 bytes). */
void kb_track_compose (const guint8 *painted, const guint8 *layer, guint8 *surfaces);

#endif

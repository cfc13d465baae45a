/* SPDX-License-Identifier: MIT */
/* From the points of a ground to the bytes that the runtime reads. */
#ifndef KB_LEVEL_GROUND_H
#define KB_LEVEL_GROUND_H

#include "document/document.h"

/* On the grid of 1/256 pixel. */
typedef struct {
  double x, y;
  gboolean flat;     /* straight on to the next point */
} KbGroundKnot;

typedef struct {
  KbSpline spline;
  double start_slope, end_slope;  /* of a clamped one */
  double slope_limit;             /* 0: none */
  guint class_index;
  const KbGroundKnot *points;
  guint n_points;
} KbGroundForm;

/* The record of a ground (see kbx_ground_open; its layout stands in runtime/grounds/ground.h). Each run of points between straight
 * pieces is a cubic spline of its own:
 *   natural   bends nowhere at its two ends; as scipy's CubicSpline with bc_type="natural"
 *   clamped   has the slope of the straight piece at an end that touches one, and start_slope or end_slope where the
 *             ground begins or ends; as CubicSpline with bc_type=((1, slope), (1, slope))
 *   monotone  rises and falls only where the points do; as PchipInterpolator (Fritsch and Butland 1984, and their ends)
 * Two points of a natural or monotone run are joined straight. The same points give the same bytes on every machine: plain
 * arithmetic in a fixed order. Cost: linear.
 * Errors: KB_ERROR_INPUT; "points[I]..." for a point whose x is not right of the one before, or that is out of range. */
GBytes *kb_ground_pack (const KbGroundForm *form, GError **error);

#endif

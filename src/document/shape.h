/* SPDX-License-Identifier: MIT */
/* The kinds of shape, one table: names, how many numbers, checks, bounds, hit test, moves, handles.
 * Real coordinates: pixel i covers [i, i + 1); y points down. */
#ifndef KB_SHAPE_H
#define KB_SHAPE_H

#include "document/model.h"

typedef struct { double x0, y0, x1, y1; } KbBounds;

typedef struct {
  const char *name;      /* JSON key: "box", "circle", "oriented", "polygon" */
  const char *label;     /* N_("Box") */
  guint min_numbers, max_numbers;
  /* Fields an inspector shows for the fixed numbers: {"x", "y", "w", "h"}; NULL for a polygon. */
  const char *const *number_labels;

  /* Snaps to what the kind allows (whole pixels, 1/256 pixel). */
  void (*snap) (KbGeometry *geometry);
  /* The outer rectangle, in pixels. */
  KbBounds (*bounds) (const KbGeometry *geometry);
  /* Closed: the edge belongs to the shape. */
  gboolean (*contains) (const KbGeometry *geometry, KbVec p);
  void (*translate) (KbGeometry *geometry, double dx, double dy);
  /* Mirrors about the vertical (or horizontal) line through `axis`. */
  void (*mirror) (KbGeometry *geometry, gboolean vertical_line, double axis);
  /* Handles in a fixed order (box and oriented: the 8 from the top left clockwise and the rotation
   * handle last; circle: 4 on the axes; polygon: its vertices). */
  guint (*n_handles) (const KbGeometry *geometry);
  /* `scale` is screen pixels per picture pixel, for the rotation handle's distance. */
  KbVec (*handle) (const KbGeometry *geometry, guint index, double scale);
  /* Drags handle `index` of `start` to p; writes the result. Sizes never get negative: dragging
   * over the opposite side flips. `keep` keeps proportions (boxes) or steps of 15 degrees.
   * A turned box comes out as an oriented box. */
  void (*drag_handle) (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                       KbGeometry *result);
} KbShapeKind;

const KbShapeKind *kb_geometry_kind (KbShapeType type);

void kb_geometry_init (KbGeometry *geometry, KbShapeType type, const double *numbers, guint n);
void kb_geometry_copy (KbGeometry *to, const KbGeometry *from);
void kb_geometry_clear (KbGeometry *geometry);
gboolean kb_geometry_equal (const KbGeometry *a, const KbGeometry *b);

/* JSON: {"box": [x, y, w, h]}, {"circle": [cx, cy, r]}, {"oriented": [cx, cy, w, h, degrees]},
 * {"polygon": [[x, y], ...]}. Reading checks types, counts, finite numbers, limits and that whole
 * pixels are whole and the rest multiples of 1/256 (it snaps those); it does not refuse
 * crossing. */
json_t *kb_geometry_to_json (const KbGeometry *geometry);
gboolean kb_geometry_from_json (KbGeometry *geometry, const json_t *value, GError **error);

/* What is wrong with a geometry as a shape, or NULL: sizes of zero or less, a polygon that crosses
 * or touches itself, has fewer than three corners or no area. Static strings marked with N_(). */
const char *kb_geometry_fault (const KbGeometry *geometry);

/* Exact on the 1/256 grid: > 0 counter-clockwise on screen with y down seen as y up, 0
 * collinear. */
int kb_orientation (KbVec a, KbVec b, KbVec c);

/* The pixel box that encloses the closed shape. */
void kb_geometry_pixel_box (const KbGeometry *geometry, gint *x, gint *y, gint *w, gint *h);

#endif

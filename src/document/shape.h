/* SPDX-License-Identifier: MIT */
/* The kinds of shape, one table: names, how many numbers, checks, bounds, hit test, moves, handles.
 * Real coordinates: pixel i covers [i, i + 1); y points down. A kind is one shape_X.c, one line in
 * shape.c, and one row each in drawing/shape_marks.c, operations/fit.c and bake/shapes.c. */
#ifndef KB_SHAPE_H
#define KB_SHAPE_H

#include "document/model.h"

typedef struct { double x0, y0, x1, y1; } KbBounds;

typedef struct {
  const char *name;      /* JSON key: "box", "circle", "oriented", "polygon", "capsule" */
  const char *label;     /* N_("Box") */
  const char *noun;      /* N_("box"), as in "Resize box" */
  const char *drawn;     /* N_("Draw box"), the step that adds one */
  guint min_numbers, max_numbers;
  /* How many leading numbers are lengths; a number after them is degrees. From the number
   * `first_size` on, lengths are sizes; before it they are positions. */
  guint n_lengths, first_size;
  gboolean pixels;       /* x, y, w, h in whole pixels */
  gboolean centred;      /* the first two numbers are its centre */
  guint rotation_handle; /* 0: it cannot be turned */
  /* Every so many handles before the rotation handle one is a corner of the outline; 0: none is */
  guint corner_step;
  /* Handles go in such steps of a pixel; 0: positions are free, sizes are whole pixels */
  double handle_step;
  /* Fields an inspector shows for the fixed numbers: {"x", "y", "w", "h"}; NULL for corners. */
  const char *const *number_labels;

  /* Snaps to what the kind allows (whole pixels, 1/256 pixel). */
  void (*snap) (KbGeometry *geometry);
  /* See kb_geometry_fault. */
  const char *(*fault) (const KbGeometry *geometry);
  /* The outer rectangle, in pixels. */
  KbBounds (*bounds) (const KbGeometry *geometry);
  /* Closed: the edge belongs to the shape. */
  gboolean (*contains) (const KbGeometry *geometry, KbVec p);
  void (*translate) (KbGeometry *geometry, double dx, double dy);
  /* Mirrors about the vertical (or horizontal) line through `axis`. */
  void (*mirror) (KbGeometry *geometry, gboolean vertical_line, double axis);
  /* Cuts it off at the edges of a frame; NULL: it cannot be cut. May leave a fault. */
  void (*crop) (KbGeometry *geometry, gint width, gint height);
  /* Grows it by pixels to the right and down: boxes keep their left and upper edge, others their
   * middle. Of a polygon it moves the corner; FALSE without one (-1). */
  gboolean (*grow) (KbGeometry *geometry, gint dx, gint dy, int corner);
  /* Handles in a fixed order (box and oriented: the 8 from the top left clockwise and the rotation
   * handle last; circle: 4 on the axes; polygon: its vertices; capsule: both ends, its radius). */
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
void kb_geometry_init_box (KbGeometry *geometry, double x, double y, double w, double h);
void kb_geometry_init_polygon (KbGeometry *geometry, const double *numbers, guint n);
void kb_geometry_copy (KbGeometry *to, const KbGeometry *from);
void kb_geometry_clear (KbGeometry *geometry);
gboolean kb_geometry_equal (const KbGeometry *a, const KbGeometry *b);
/* It has any number of corners, and each is a handle: a polygon. */
gboolean kb_geometry_has_corners (const KbGeometry *geometry);
/* How many of its leading numbers are lengths: a scale multiplies those. */
guint kb_geometry_lengths (const KbGeometry *geometry);
/* How far it is turned; 0 for kinds without degrees. */
double kb_geometry_degrees (const KbGeometry *geometry);
/* The position that people read: the centre, or the bounds' left and top. */
KbVec kb_geometry_position (const KbGeometry *geometry);

/* JSON: {"box": [x, y, w, h]}, {"circle": [cx, cy, r]}, {"oriented": [cx, cy, w, h, degrees]},
 * {"polygon": [[x, y], ...]}, {"capsule": [x1, y1, x2, y2, r]}. Reading
 * checks types, counts, finite numbers, limits and that whole pixels are whole and the rest
 * multiples of 1/256 (it snaps those); it does not refuse crossing. */
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

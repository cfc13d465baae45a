/* SPDX-License-Identifier: MIT */
/* The table of shape kinds: names, numbers, checks, bounds, hit test, moves, handles. Real
 * coordinates: pixel i covers [i, i + 1), and y points down. A new kind is one shape_X.c and a line
 * in shape.c. It also needs a row in drawing/shape_marks.c, operations/fit.c and bake/shapes.c. */
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
  /* Number of leading lengths. A number after them is an angle in degrees. Lengths from index
   * `first_size` on are sizes, those before it positions. */
  guint n_lengths, first_size;
  gboolean pixels;       /* x, y, w, h in whole pixels */
  gboolean centred;      /* the first two numbers are its centre */
  guint rotation_handle; /* 0: cannot be turned */
  /* Each multiple of this among the handles before rotation_handle is a corner. With 0 there are no
   * corners */
  guint corner_step;
  /* Handles snap to this fraction of a pixel; 0: free positions, whole sizes */
  double handle_step;
  /* Labels for the inspector's fixed numbers: {"x", "y", "w", "h"}, or NULL for corners. */
  const char *const *number_labels;

  /* Snaps to the kind's grid (whole pixels, 1/256 pixel). */
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
  /* Crops to a frame, and may leave a fault. It is NULL if the kind cannot be cropped. */
  void (*crop) (KbGeometry *geometry, gint width, gint height);
  /* Grows by pixels to the right and down: boxes keep their left and upper edge, others their
   * middle. For polygons moves the corner. Returns FALSE without one (-1). */
  gboolean (*grow) (KbGeometry *geometry, gint dx, gint dy, int corner);
  /* Handles in a fixed order. Box and oriented: 8 clockwise from the top left, then rotation.
   * Circle: 4 on the axes. Polygon: its corners. Capsule: both ends, then the radius. */
  guint (*n_handles) (const KbGeometry *geometry);
  /* `scale`: screen pixels per picture pixel, for the distance of the rotation handle. */
  KbVec (*handle) (const KbGeometry *geometry, guint index, double scale);
  /* Drags handle `index` of `start` to p and writes the result. Sizes stay positive: dragging over
   * the opposite side flips. `keep` keeps proportions (boxes) or uses steps of 15 degrees. A turned
   * box becomes an oriented box. */
  void (*drag_handle) (const KbGeometry *start, guint index, KbVec p, gboolean keep,
                       KbGeometry *result);
} KbShapeKind;

const KbShapeKind *kb_geometry_kind (KbShapeType type);

void kb_geometry_init (KbGeometry *geometry, KbShapeType type, const double *numbers, guint n);
void kb_geometry_init_box (KbGeometry *geometry, double x, double y, double w, double h);
void kb_geometry_init_polygon (KbGeometry *geometry, const double *numbers, guint n);
void kb_geometry_copy (KbGeometry *to, const KbGeometry *from);
void kb_geometry_clear (KbGeometry *geometry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbGeometry, kb_geometry_clear)
gboolean kb_geometry_equal (const KbGeometry *a, const KbGeometry *b);
/* Whether it has a list of corners, each with a handle: a polygon. */
gboolean kb_geometry_has_corners (const KbGeometry *geometry);
/* The number of leading lengths: the numbers that a scale multiplies. */
guint kb_geometry_lengths (const KbGeometry *geometry);
/* The rotation, or 0 for kinds without degrees. */
double kb_geometry_degrees (const KbGeometry *geometry);
/* The position shown to users: the centre, or the bounds' left and top. */
KbVec kb_geometry_position (const KbGeometry *geometry);

/* JSON: {"box": [x, y, w, h]}, {"circle": [cx, cy, r]}, {"oriented": [cx, cy, w, h, degrees]},
 * {"polygon": [[x, y], ...]}, {"capsule": [x1, y1, x2, y2, r]}. Reading checks types, counts,
 * finite numbers and limits, requires whole pixels where the kind does, and snaps the rest to
 * 1/256. It accepts polygons that cross themselves. */
json_t *kb_geometry_to_json (const KbGeometry *geometry);
gboolean kb_geometry_from_json (KbGeometry *geometry, const json_t *value, GError **error);

/* The geometry's fault, or NULL. Faults are sizes of zero or less, and polygons that cross or touch
 * themselves or have no area or under three corners. Static strings marked with N_(). */
const char *kb_geometry_fault (const KbGeometry *geometry);

/* Exact on the 1/256 grid: > 0 counter-clockwise if y pointed up, 0 collinear. */
int kb_orientation (KbVec a, KbVec b, KbVec c);

/* The pixel box that encloses the closed shape. */
void kb_geometry_pixel_box (const KbGeometry *geometry, gint *x, gint *y, gint *w, gint *h);

/* --- Shared shapes, inherited.c --- A frame of an animation without a shape of the class takes
 * over those of another frame. That is the nearest one before it that shares some, or else the
 * first. They keep their place from the hot spot, if both frames have one. Frames with "own shapes
 * only" take nothing. A frame of several animations takes a class from the first that offers it. */

/* Shapes that the frames of a sprite may take over together. One more shows that there are more,
 * and the rest is not taken over. */
#define KB_MAX_INHERITED (1 << 17)

/* The shapes that frames take over, of one sprite or (NULL) none yet. They are copies, with the id
 * of the shared shape and its frame as parent, and valid until the document changes. Free with
 * g_hash_table_unref. Cost: the sprite's shapes; if any are shared, times its classes. */
GHashTable *kb_inherited_new (const KbSprite *sprite);
void kb_inherited_add (GHashTable *inherited, const KbSprite *sprite);
/* The frame's own KbShapes, then those it takes over. Free the array only. */
GPtrArray *kb_frame_all_shapes (const KbFrame *frame, GHashTable *inherited);

static inline gboolean
kb_shape_is_inherited (const KbShape *shape, const KbFrame *frame)
{
  return shape->node.parent->id != frame->node.id;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Changes that read pictures or affect many frames: outlines and boxes from pixels, the same
 * annotations on many frames, cropping, flipping and scaling. Flow: a pure function computes a
 * result, to be shown as a preview. A function with `apply` in its name, or with the document
 * first, makes exactly one undo step, labelled by the table below. Pure functions touch no document
 * and may run in another thread. */

/* Ownership: results belong to the caller. Pictures and options are borrowed for the call. Errors:
 * KB_ERROR_INPUT with a sentence for people. A failed apply leaves the document unchanged. Do not
 * call it within an open step, which it would revert. Opaque: a pixel whose alpha is at least
 * `alpha`, where 0 means 1. */
#ifndef KB_OPERATIONS_H
#define KB_OPERATIONS_H

#include "document/edits/edit.h"
#include "document/shapes/shape.h"

/* --- The table -------------------------------------------------------------------------------- */

typedef enum {
  KB_OPERATION_TRACE, KB_OPERATION_SHRINK, KB_OPERATION_COVER,
  KB_OPERATION_PROPAGATE, KB_OPERATION_BETWEEN,
  KB_OPERATION_COPY_TO_FRAMES, KB_OPERATION_DELETE_FROM_FRAMES,
  KB_OPERATION_DUPLICATE_FRAMES, KB_OPERATION_INSERT_FRAME,
  KB_OPERATION_CROP, KB_OPERATION_TRIM, KB_OPERATION_EXTEND,
  KB_OPERATION_FLIP_X, KB_OPERATION_FLIP_Y, KB_OPERATION_SCALE,
  KB_OPERATION_HOT_SPOTS,
  KB_OPERATION_ANNOTATE,
  KB_N_OPERATIONS
} KbOperationType;

enum {
  KB_NEEDS_FRAME = 1 << 0,     /* a frame is shown */
  KB_NEEDS_PICTURE = 1 << 1,   /* ... and it has a picture */
  KB_NEEDS_ITEMS = 1 << 2,     /* shapes or points are selected */
  KB_NEEDS_OTHERS = 1 << 3     /* the sprite has other frames */
};

typedef struct {
  const char *id;      /* "trace"; for actions and settings */
  const char *label;   /* N_("Trace outline"): in menus and the Undo menu */
  const char *hint;    /* N_(...): one line for people */
  guint needs;
} KbOperation;

extern const KbOperation kb_operations[KB_N_OPERATIONS];
/* Translated. */
const char *kb_operation_label (KbOperationType type);

/* Pixels [x, x + w) x [y, y + h). */
typedef struct { gint x, y, w, h; } KbBox;

/* A corner of an outline, in steps of 1/256 pixel unless stated otherwise. */
typedef struct { gint32 x, y; } KbCorner;

/* --- Outlines and boxes from pixels ----------------------------------------------------------- */

#define KB_TRACE_CORNERS 512   /* the limit of a polygon */

typedef struct {
  gint x, y;            /* a pixel of the part to trace */
  guint alpha;
  /* Pixels that touch at a corner are connected (8 neighbours); else 4 neighbours */
  gboolean diagonal;
  double tolerance;     /* pixels; 0: the exact outline, without collinear corners */
} KbTraceOptions;

typedef struct {
  KbGeometry outline;   /* a polygon, never crossing or touching itself; clockwise on screen */
  double deviation;     /* its maximum distance from the exact outline, in pixels */
  guint exact_corners;  /* of the exact outline */
  guint64 pixels;       /* of the part */
} KbTrace;

/* Traces the outline of the opaque pixels connected to a pixel. Holes are covered. The exact
 * outline follows the pixels' edges. Where it would touch itself at a corner, that corner moves
 * away by 1/256 pixel. A simplified outline uses corners of the exact one. `deviation` <= tolerance
 * unless 512 corners do not suffice: then it is as small as they allow. The result always has at
 * least 3 corners. */

/* Cost: a pass over the part's pixels, and corners x 512 for the outline. Errors: no opaque pixel
 * there, or a part too large for memory. Free with kb_trace_clear, even after an error. Method: a
 * walk on the pixels' edges, then Douglas and Peucker's splitting, worst edge first, continued
 * until no two edges meet. */
gboolean kb_trace (const KbPicture *picture, const KbTraceOptions *options, KbTrace *trace,
                   GError **error);
void kb_trace_clear (KbTrace *trace);

/* The smallest box of the opaque pixels inside a box. Returns FALSE if there are none. */
gboolean kb_shrink_box (const KbPicture *picture, guint alpha, const KbBox *box, KbBox *result);
/* For shapes that are boxes. Others stay unchanged. It is an error if no box has an opaque
 * pixel. */
gboolean kb_apply_shrink (KbDocument *document, const KbId *shapes, guint n, guint alpha,
                          GError **error);

#define KB_COVER_BOXES 16

typedef struct {
  KbBox boxes[KB_COVER_BOXES];  /* by position: top first, then left */
  guint n;                      /* at most k; fewer if more would not help */
  guint64 uncovered;            /* opaque pixels in no box */
  guint64 excess;               /* transparent pixels in boxes */
} KbCover;

/* Up to k (1 to 16) boxes within `area` that cover its opaque pixels best: uncovered + excess is
 * small. For k = 1 it is optimal if the opaque pixels' box has short side squared x long side of at
 * most 2^28. Larger areas are first solved on coarser cells. For k > 1 a heuristic: best box by
 * box, then each box again against the others until none improves. Deterministic. Boxes may
 * overlap. Returns FALSE if nothing in the area is opaque. */
gboolean kb_cover (const KbPicture *picture, guint alpha, const KbBox *area, guint k,
                   KbCover *cover);

/* --- Proposals: annotations for other frames -------------------------------------------------- */

typedef struct {
  /* The original shape or point; the frame: its hot spot; 0: a new shape of class_id */
  KbId source;
  KbId class_id;         /* the class that the shape gets, or 0: its source's */
  gboolean is_copy;      /* a copy of its source, which stays as it is or has an item of its own */
  json_t *values;        /* owned: set on the shape; or NULL */
  const KbKind *kind;    /* kb_shape_kind, kb_point_kind, kb_frame_kind (hot spot) */
  KbGeometry geometry;   /* see kb_part_geometry; without numbers: no hot spot */
  KbAngle direction;     /* points */
  double confidence;     /* 0 to 1 */
  gboolean refused;      /* kb_apply_proposals leaves it out */
  gboolean by_hand;      /* not found but placed */
} KbProposedItem;

typedef struct {
  KbId frame;
  GArray *items;         /* KbProposedItem, in the order of the sources */
  double confidence;     /* the mean of the items'; 1 if there are none */
  double least;          /* of the items' */
  gboolean computed;     /* not searched for: confidence does not matter */
  gboolean seen;         /* it has been shown on the canvas */
} KbProposal;

/* Confidence from which a proposal rarely needs correction, and below which it is often wrong. */
#define KB_CONFIDENCE_GOOD 0.7
#define KB_CONFIDENCE_POOR 0.4
#define KB_CONFIDENCE_POOR_POINT 0.6

void kb_proposal_free (KbProposal *proposal);
KbProposedItem *kb_proposal_item (const KbProposal *proposal, guint i);
gboolean kb_proposed_is_shape (const KbProposedItem *item);
gboolean kb_proposed_is_point (const KbProposedItem *item);
/* Replaces the item's geometry, direction and confidence by those of another one. */
void kb_proposal_take (KbProposal *proposal, guint i, const KbProposedItem *item);
/* Whether any item is accepted, and accepts or refuses all of them. */
gboolean kb_proposal_accepted (const KbProposal *proposal);
void kb_proposal_accept (KbProposal *proposal, gboolean accept);
/* Refuses the items that their frames have already, if others are missing: what was put right by
 * hand stays. Returns on how many frames. */
guint kb_proposals_keep (KbDocument *document, const GPtrArray *proposals);

/* What happens if the frame already has a shape of the same class and name. Existing points and hot
 * spots are always moved. */
typedef enum {
  /* It gets the geometry: the first from the first, and so on. If there are more of the class of a
   * new shape, the others are deleted */
  KB_MEET_REPLACE,
  KB_MEET_ADD            /* the new one is added, unless an exactly equal one exists */
} KbMeet;

/* Applies the accepted items of the proposals (KbProposal *) to their frames. New shapes get class,
 * name and values of their source, new points its name. An error if a source or a frame no longer
 * exists. */
gboolean kb_apply_proposals (KbDocument *document, KbOperationType type, const GPtrArray *proposals,
                             KbMeet meet, GError **error);

/* --- Over many frames ------------------------------------------------------------------------- */

typedef enum { KB_SCOPE_ALL, KB_SCOPE_SELECTED, KB_SCOPE_FOLLOWING } KbScope;
/* The ids of the frames of a scope, in the sprite's order, without `frame` itself. `selected` is
 * used for KB_SCOPE_SELECTED only. Array of KbId. Free it with g_array_unref. */
GArray *kb_scope_frames (const KbDocument *document, KbId frame, KbScope scope,
                         const KbId *selected, guint n_selected);

typedef enum {
  /* Used if both frames have one and it is not itself copied. Otherwise the corner is used */
  KB_ANCHOR_HOT_SPOT,
  KB_ANCHOR_CORNER
} KbAnchor;

/* Copies shapes and points (and the hot spot: the frame's id) of one frame to others. Array of
 * KbProposal *, confidence 1. Free it with g_ptr_array_unref. Missing ids are left out. */
GPtrArray *kb_copy_proposals (KbDocument *document, KbId frame, const KbId *items, guint n_items,
                              const KbId *frames, guint n_frames, KbAnchor anchor);

/* Deletes from frames all shapes with the class and name of the given ones, and points with the
 * names of the given ones. Also deletes the hot spot if a frame's id is given. */
gboolean kb_delete_from_frames (KbDocument *document, const KbId *items, guint n_items,
                                const KbId *frames, guint n_frames, GError **error);

/* Cost: n. */
gboolean kb_is_among (KbId id, const KbId *ids, guint n);
/* Inserts a copy of each frame, with its annotations, right after it. With `in_animations`, each
 * animation that shows the frame shows the copy next, for the same time. `copies` (n, may be NULL)
 * receives the new ids. */
gboolean kb_duplicate_frames (KbDocument *document, const KbId *frames, guint n,
                              gboolean in_animations, KbId *copies, GError **error);
/* Inserts a frame without a picture at index `at` of the sprite. It has the size and hot spot of
 * the frame before it (after it, for the first), 32 x 32 in an empty sprite. With `in_animations`,
 * animations that show the frame before it show it next. Returns 0 on error. */
KbId kb_insert_empty_frame (KbDocument *document, KbId sprite, guint at, gboolean in_animations,
                            GError **error);

/* Degrees in (-180, 180] along the shortest turn, or along the clockwise one of equal turns. */
double kb_between_angle (double a, double b, double t);
/* Carries shapes and points of `from` to the frames between it and `to` in the sprite's order.
 * `items` are ids, and the frame's own id means the hot spot. `to` may come first. A shape's
 * partner in `to` has its class, name and ordinal among those, else its index and class. A
 * point's has its name. Positions are relative to the hot spot if all three frames have one and
 * it is not carried itself. */

/* Items without a suitable partner are left out. `n_left_out` counts each once. Returns NULL and an
 * error if the frames are not in one sprite or none is between them. */
GPtrArray *kb_between_proposals (KbDocument *document, KbId from, KbId to, const KbId *items,
                                 guint n_items, guint *n_left_out, GError **error);

/* --- Every frame at once ---------------------------------------------------------------------- */

/* What is made from the picture of each frame, or changed in its shapes. */
typedef enum {
  KB_ANNOTATE_TRACE,     /* a polygon around each part of the picture */
  KB_ANNOTATE_FIT,       /* a box around the picture */
  KB_ANNOTATE_COVER,     /* up to `boxes` boxes over the picture */
  KB_ANNOTATE_SIMPLIFY,  /* polygons get fewer corners */
  KB_ANNOTATE_CONVEX,    /* polygons become their convex parts */
  KB_ANNOTATE_MIRROR,    /* left to right about the hot spot, or the middle of the frame */
  KB_ANNOTATE_SCALE,     /* by `factor`, each about its own middle */
  KB_ANNOTATE_CLASS,     /* another class */
  KB_ANNOTATE_VALUES,    /* values are set */
  KB_N_ANNOTATE
} KbAnnotateWay;

typedef struct {
  const char *id;        /* "trace": in the shell, actions and the journal */
  const char *label;     /* N_("Trace"): of a step and a heading */
  gboolean makes;        /* new shapes of a class; else it changes those that are there */
} KbAnnotateKind;

extern const KbAnnotateKind kb_annotate_kinds[KB_N_ANNOTATE];

typedef struct {
  KbAnnotateWay way;
  KbId class_id;         /* of new shapes; of those to change, where 0 means any */
  guint alpha;           /* 0: the sprite's */
  double tolerance;      /* of outlines, in pixels */
  guint boxes;           /* 1 to KB_COVER_BOXES */
  double factor;
  KbId to_class;
  json_t *values;        /* borrowed */
} KbAnnotateOptions;

/* Trace, tolerance 1, one box, factor 1. */
extern const KbAnnotateOptions kb_annotate_defaults;

/* The input of the work: made from the document in its thread, then free to move to another. */
typedef struct KbAnnotateJob KbAnnotateJob;
KbAnnotateJob *kb_annotate_job_new (KbDocument *document, const KbId *frames, guint n,
                                    const KbAnnotateOptions *options, GError **error);
void kb_annotate_job_free (KbAnnotateJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbAnnotateJob, kb_annotate_job_free)

/* FALSE cancels. Called before each frame and after the last, from the thread of the work. */
typedef gboolean (*KbProgress) (guint done, guint total, gpointer data);

/* One proposal for each frame with a result, or NULL when cancelled: for kb_apply_proposals. Parts
 * of under 16 pixels are not traced unless they are the largest. Cost: a pass over the picture, and
 * that of kb_trace or kb_cover. Free it with g_ptr_array_unref. */
GPtrArray *kb_annotate (const KbAnnotateJob *job, KbProgress progress, gpointer data);

/* The same from a line of `kickbox edit`, as one step: docs/project-format.md lists its keys.
 * Appends to `report`, if not NULL, what was done. */
gboolean kb_annotate_line (KbDocument *document, const json_t *line, GString *report,
                           GError **error);

/* --- Frame data ------------------------------------------------------------------------------- */

/* A row for each animation that strikes: its frames have shapes of a class of the kind "hit".
 * "startup" is the first active frame, from 1, in game frames of 1/60 second. "active" has gaps in
 * brackets: "3(4)2". */

/* "on_hit" and "on_block" are the advantage if the first active frame meets. That is the value
 * "hitstun" or "blockstun" of the shapes that strike, less the frames still to come.
 * "misses_crouching": whether no strike reaches down to those who crouch, in the animations that
 * match the pattern. Heights are from the hot spot. What is unknown is null. */
json_t *kb_frame_data (const KbDocument *document, const char *crouching);

#define KB_N_FRAME_DATA 9
typedef struct { const char *key, *title; gboolean is_number; } KbFrameDataColumn;
extern const KbFrameDataColumn kb_frame_data_columns[KB_N_FRAME_DATA];
/* "+4", "yes"; empty for null. A new string. */
char *kb_frame_data_cell (const json_t *row, guint column);
/* All rows below their titles: comma-separated values, else Markdown. A new string. */
char *kb_frame_data_text (const json_t *rows, gboolean as_csv);

/* --- Propagate: see propagate.c for the method ------------------------------------------------ */

typedef struct {
  /* How far a shape's picture may move in the figure, in pixels: 1 to 64, or 0: it follows from the
   * figure's size. */
  gint radius;
  gboolean mirrored;     /* also search for the mirrored picture (about a vertical line) */
  gboolean fit_size;     /* sizes and angles may follow the picture */
  gboolean chain;        /* each frame from the previous one, else all from the first */
} KbPropagateOptions;

extern const KbPropagateOptions kb_propagate_defaults;

/* The input of the search: made from the document in its thread, then free to move to another. */
typedef struct KbPropagateJob KbPropagateJob;
/* `frames`: the frames to which items (ids of shapes and points of `frame`) are carried, in this
 * order. */
KbPropagateJob *kb_propagate_job_new (KbDocument *document, KbId frame, const KbId *items,
                                      guint n_items, const KbId *frames, guint n_frames,
                                      const KbPropagateOptions *options, GError **error);
/* From where a proposal has the items, to the `n` proposals after it. */
KbPropagateJob *kb_propagate_job_onward (KbDocument *document, const GPtrArray *proposals, guint at,
                                         guint n, const KbPropagateOptions *options,
                                         GError **error);
void kb_propagate_job_free (KbPropagateJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPropagateJob, kb_propagate_job_free)

/* One proposal per frame. Confidence is the expected overlap with a hand-made shape, from 0
 * (nothing alike) to 1 (the same pixels). It depends on how much of the shape's picture was found
 * again, and how well the fitted shape separates it from the rest. Items of poor confidence are
 * refused. On the sample's fighters, means of four groups are within 0.1 of the true overlap. */

/* Cost: about 15 ms for a frame of 96 x 80 with six shapes, 40 ms for 576 x 480, twice that with
 * `mirrored`. Large frames are searched at reduced size. Returns NULL when cancelled. Array of
 * KbProposal *. Free it with g_ptr_array_unref. */
GPtrArray *kb_propagate (const KbPropagateJob *job, KbProgress progress, gpointer data);

/* --- Pictures of frames with their annotations ------------------------------------------------ */

typedef struct {
  KbBox box;             /* the part of the frame that stays, may extend outside it; then ... */
  gboolean flip_x, flip_y;
  gint scale;            /* ... each pixel becomes scale x scale pixels; 1 to 32 */
} KbFrameChange;

#define KB_MAX_SCALE 32

/* The changed picture. Returns NULL if it would be too large. */
KbPicture *kb_change_picture (const KbPicture *picture, const KbFrameChange *change);
/* The same for its painting. The size must be valid for a frame. */
KbZones *kb_change_zones (const KbZones *zones, const KbFrameChange *change);
/* Moves a geometry, a pixel or a direction to the changed picture: exactly where it was on the
 * picture. A scaled pixel becomes the middle one of its square, the upper left one of four. */
void kb_change_geometry (KbGeometry *geometry, const KbFrameChange *change);
void kb_change_pixel (KbPixel *pixel, const KbFrameChange *change);
double kb_change_angle (double degrees, const KbFrameChange *change);

/* Changes frames, pictures and annotations in one step. `changes` has one for each frame. Pictures
 * are new files: undo restores the old ones. Errors: a size or a coordinate outside its limits,
 * with the place, or a picture that cannot be read or written. */
gboolean kb_change_frames (KbDocument *document, KbOperationType type, const KbId *frames,
                           const KbFrameChange *changes, guint n, GError **error);

gboolean kb_crop_frames (KbDocument *document, const KbId *frames, guint n, const KbBox *box,
                         GError **error);
/* Crops to the opaque pixels: of each frame, or of all frames together (relative to the corner).
 * Frames without an opaque pixel stay unchanged. */
gboolean kb_trim_frames (KbDocument *document, const KbId *frames, guint n, guint alpha,
                         gboolean together, GError **error);
/* Margins in pixels. Negative ones crop. */
gboolean kb_extend_frames (KbDocument *document, const KbId *frames, guint n, gint left, gint top,
                           gint right, gint bottom, GError **error);
gboolean kb_flip_frames (KbDocument *document, const KbId *frames, guint n, gboolean x,
                         GError **error);
gboolean kb_scale_frames (KbDocument *document, const KbId *frames, guint n, gint factor,
                          GError **error);

/* Gives each frame the hot spot of a preset of document/hot_spots.h. */
gboolean kb_place_hot_spots (KbDocument *document, const KbId *frames, guint n, gint preset,
                             GError **error);

/* --- Assets ----------------------------------------------------------------------------------- */

/* Duplicates a sprite, mask, track, level or layer with its paintings, under a unique name
 * ("yard 2"), as one step. A layer's copy is directly in front of it. Pictures are shared: their
 * files belong to no asset. Returns 0 and an error on failure. */
KbId kb_node_duplicate (KbDocument *document, KbId id, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Shared by the files of the operations. */
#ifndef KB_OPERATIONS_PRIVATE_H
#define KB_OPERATIONS_PRIVATE_H

#include "document/part.h"
#include "operations/operations.h"

static inline gboolean
kb_is_opaque (const KbPicture *picture, guint alpha, guint x, guint y)
{
  return kb_picture_pixel (picture, x, y)[3] >= MAX (alpha, 1);
}

/* A step with the operation's label. kb_document_finish ends it. */
void kb_operation_begin (KbDocument *document, KbOperationType type);
/* NULL and an error if no node of that kind has the id. */
gpointer kb_operation_node (const KbDocument *document, KbId id, const KbKind *kind,
                            GError **error);

/* Marks the connected pixels (8 neighbours) of a map that are 1, as the one at `start` is. Returns
 * how many they are, and the box around them. */
guint kb_mark_part (guint8 *map, gint width, gint height, gint start, guint8 mark, KbBox *box);

/* For an outline that never meets itself: n corners, in steps of 1/256 pixel, closed. Returns the
 * indices of the corners to keep, ascending, 3 to `most`, as GArray of guint. Their outline does
 * not meet itself either. `deviation` is in pixels. */
GArray *kb_simplify (const KbCorner *corners, guint n, double tolerance, guint most,
                     double *deviation);

/* --- Proposals --- */
KbProposal *kb_proposal_new (KbId frame);
/* Takes ownership of the item's geometry. */
void kb_proposal_add (KbProposal *proposal, const KbProposedItem *item);

/* The shape's index among those of the same class and name in its frame: 0, 1, ... */
guint kb_shape_ordinal (const KbFrame *frame, const KbShape *shape);
/* The shape of a class and name with that index. Returns NULL if there are fewer. */
KbShape *kb_frame_nth_shape (const KbFrame *frame, KbId class_id, const char *name, guint ordinal);

/* --- Finding pictures again: carry.c and fit.c --- */

/* Two pictures on one canvas, premultiplied and reduced by a whole factor. Pixel p of the first is
 * searched at p + shift in the second. */
typedef struct {
  gint width, height;           /* of the canvas */
  gint radius;                  /* shifts are from -radius to radius on both axes */
  guint8 *from, *to;            /* 4 bytes a pixel, premultiplied */
  /* [shift][pixel of `to`]: difference of the neighbourhoods, 0 equal to KB_COST_MOST */
  guint8 *cost;
} KbSearch;

#define KB_COST_MOST 128

typedef struct { gint x, y; } KbShift;

/* A set of the canvas's pixels, and where it was found. */
typedef struct {
  gint x0, y0, x1, y1;          /* half-open box around them */
  guint8 *in;                   /* for the whole canvas */
  gboolean grown;               /* enlarged, since it was too small to be found */
  KbShift shift;
  double found;                 /* the share of its picture that is alike there, 0 to 1 */
} KbRegion;

/* Moves and changes a geometry, by at most `reach`, so that it contains as much positive and as
 * little negative weight as possible. `weights`: of the canvas's pixels. */
void kb_fit_geometry (KbGeometry *geometry, const float *weights, gint width, gint height,
                      gint reach);
/* The share of positive weight inside the geometry, reduced by missing and excess weight: 0 to
 * 1. */
double kb_fit_share (const KbGeometry *geometry, const float *weights, gint width, gint height);

#endif

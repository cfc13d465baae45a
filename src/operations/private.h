/* SPDX-License-Identifier: MIT */
/* What the files of the operations share. */
#ifndef KB_OPERATIONS_PRIVATE_H
#define KB_OPERATIONS_PRIVATE_H

#include "operations/operations.h"

static inline gboolean
kb_is_opaque (const KbPicture *picture, guint alpha, guint x, guint y)
{
  return kb_picture_pixel (picture, x, y)[3] >= MAX (alpha, 1);
}

/* The part of a box that lies on a picture; FALSE when there is none. No number overflows. */
gboolean kb_box_clip (const KbBox *box, const KbPicture *picture, KbBox *result);

/* A step with the operation's label; ok FALSE takes it back and is returned. */
void kb_operation_begin (KbDocument *document, KbOperationType type);
gboolean kb_operation_end (KbDocument *document, gboolean ok);
/* NULL and an error when no node of that kind has the id. */
gpointer kb_operation_node (const KbDocument *document, KbId id, const KbKind *kind, GError **error);

/* An outline that never meets itself: n corners, in steps of 1/256 pixel, closed. */
typedef struct { gint32 x, y; } KbCorner;
/* The indices of the corners to keep, ascending, 3 to `most`; GArray of guint. The outline of those
 * does not meet itself either. `deviation` is in pixels. */
GArray *kb_simplify (const KbCorner *corners, guint n, double tolerance, guint most, double *deviation);

/* --- Proposals --- */
KbProposal *kb_proposal_new (KbId frame);
/* Takes the item's geometry. */
void kb_proposal_add (KbProposal *proposal, const KbProposedItem *item);

/* Which of the shapes of the same class and name of its frame this one is: 0, 1, ... */
guint kb_shape_ordinal (const KbFrame *frame, const KbShape *shape);
/* The shape of a class and name with that number; NULL when there are fewer. */
KbShape *kb_frame_nth_shape (const KbFrame *frame, KbId class_id, const char *name, guint ordinal);

#endif

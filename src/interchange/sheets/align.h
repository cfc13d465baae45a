/* SPDX-License-Identifier: MIT */
/* Finds how a frame's content moved between two versions of its picture. */
#ifndef KB_ALIGN_H
#define KB_ALIGN_H

#include "document/pixels/picture.h"

#define KB_LOOK_BUCKETS 64

/* A picture's features for comparison: its opaque pixels and their small unique patterns. */
typedef struct {
  KbPicture *picture;      /* owned reference; NULL: unknown, similar to nothing */
  gint x, y, width, height;/* box of the opaque pixels; all 0 when there are none */
  guint64 opaque;          /* their number */
  guint hash;              /* of the opaque content, regardless of its position */
  guint32 colours[KB_LOOK_BUCKETS];  /* opaque pixels by a hash of their colour */
  GArray *patterns;        /* made on demand */
} KbLook;

/* A 3 x 3 pattern of more than one colour that occurs once in the picture. */
typedef struct { guint32 hash; gint16 x, y; } KbLookPattern;

KbLook *kb_look_new (KbPicture *picture);
void kb_look_free (KbLook *look);

/* The same opaque content, at any position in the frame; never for empty pictures. */
gboolean kb_look_same_content (const KbLook *a, const KbLook *b);
/* The same content at the same position in frames of the same size. */
gboolean kb_look_identical (const KbLook *a, const KbLook *b);

/* KbLookPattern sorted by hash; only a share of them for large pictures. Owned by the look. */
const GArray *kb_look_patterns (KbLook *look);

/* The translation of `from` with the most equal pixels in `to`. Returns their share of the opaque
 * pixels of the fuller picture, 0 to 1. Tries no translation, the edges of the two boxes, and the
 * votes of unique 3 x 3 patterns: a few passes over the pixels. Of equal shares the shortest
 * wins. */
double kb_look_align (KbLook *from, KbLook *to, gint *dx, gint *dy);

/* The same by outline alone, ignoring colours: the pixels opaque in both, as a share of those
 * opaque in either. 1 if both are empty or one is unknown. Tries no translation, and the one that
 * aligns the top left corners of the boxes. */
double kb_look_outline (const KbLook *from, const KbLook *to, gint *dx, gint *dy);

#endif

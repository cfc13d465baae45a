/* SPDX-License-Identifier: MIT */
/* How a frame's content moved between two versions of its picture. */
#ifndef KB_ALIGN_H
#define KB_ALIGN_H

#include "document/picture.h"

#define KB_LOOK_BUCKETS 64

/* What is compared of a picture: its opaque pixels and their small unique patterns. */
typedef struct {
  KbPicture *picture;      /* owned reference; NULL: unknown, like nothing */
  gint x, y, width, height;/* box of the opaque pixels; all 0 when there are none */
  guint64 opaque;          /* their number */
  guint hash;              /* of the opaque content, wherever it stands */
  guint32 colours[KB_LOOK_BUCKETS];  /* opaque pixels by a hash of their colour */
  GArray *patterns;        /* made when asked for */
} KbLook;

/* A 3 x 3 pattern of more than one colour that occurs once in the picture. */
typedef struct { guint32 hash; gint16 x, y; } KbLookPattern;

KbLook *kb_look_new (KbPicture *picture);
void kb_look_free (KbLook *look);

/* The same opaque content, wherever it stands in the frame; never for empty pictures. */
gboolean kb_look_same_content (const KbLook *a, const KbLook *b);
/* The same content at the same place in frames of the same size. */
gboolean kb_look_identical (const KbLook *a, const KbLook *b);
/* The same, and two known empty pictures too. */
gboolean kb_look_same_shown (const KbLook *a, const KbLook *b);

/* KbLookPattern sorted by hash; of large pictures a share. Belongs to the look. */
const GArray *kb_look_patterns (KbLook *look);

/* No translation can make a larger share of the pixels the same: a bound from the colours alone. */
double kb_look_bound (const KbLook *a, const KbLook *b);

/* The translation of `from` that shows most of the same pixels in `to`, and the share of the
 * opaque pixels (of the picture that has more) that are then the same, 0 to 1. Candidates: none,
 * the edges of the two boxes, and what most unique 3 x 3 patterns vote for; so the cost is a
 * handful of passes over the pixels. Of equal shares the shortest translation is taken. */
double kb_look_align (KbLook *from, KbLook *to, gint *dx, gint *dy);

/* The same by outline alone, whatever the colours: the pixels that are opaque in both as a share of
 * those that are in any. 1 where both are empty or one is unknown. Of no translation and the one
 * that puts the boxes' top left corners together. */
double kb_look_outline (const KbLook *from, const KbLook *to, gint *dx, gint *dy);

#endif

/* SPDX-License-Identifier: MIT */
/* Writes moving pictures, of opaque pixels. Both forms go once from start to end, and keep a step's
 * picture no longer than needed. */
#ifndef KB_MOVING_H
#define KB_MOVING_H

#include "document/pixels/picture.h"

/* The picture of a step, all of one size, and its time; NULL and an error. */
typedef KbPicture *(*KbMovingDraw) (gpointer data, guint step, gint *ms, GError **error);

typedef struct {
  guint n_steps;           /* at least 1 */
  gboolean loops;          /* without end, else once */
  KbMovingDraw draw;
  gpointer data;
  const char *comment;     /* in a GIF */
} KbMoving;

/* Times of over 65 s are cut. NULL and an error: that of `draw`. */
GBytes *kb_moving_apng (const KbMoving *moving, GError **error);

/* At most 256 colours a step: of more, low bits are dropped. Times are rounded to 10 ms so that
 * errors do not add up, and are at least 20 ms, below which browsers slow down. Sides above 65535
 * pixels, and a build without giflib, are errors. */
GBytes *kb_moving_gif (const KbMoving *moving, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The way of each action point over an animation: a dashed line, straight from dot to dot, with a
 * dot for every frame. */
#ifndef KB_TRAIL_H
#define KB_TRAIL_H

#include "drawing/scene.h"

/* Where the point of a name lies on each of the frames that have it, as seen from `frame`: the hot
 * spots coincide where both frames have one, else the corners. Array of KbTrailDot, in the order of
 * the frames; free with g_array_unref. */
typedef struct {
  KbVec at;              /* centre of the pixel, picture coordinates of `frame` */
  KbId frame;
  guint index;           /* in `frames` */
} KbTrailDot;
GArray *kb_trail_dots (const KbDocument *document, KbId frame, const KbId *frames, guint n,
                       const char *name);

/* The trails of all points of the scene's trail frames, those of the scene's frame emphasised. */
void kb_draw_trails (cairo_t *cr, const KbScene *scene, const KbFrame *frame);

#endif

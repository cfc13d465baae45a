/* SPDX-License-Identifier: MIT */
/* The path of each action point over an animation: a dashed line with a dot for every frame. */
#ifndef KB_TRAIL_H
#define KB_TRAIL_H

#include "drawing/scene.h"

/* The positions of a named point on all frames that have it, relative to `frame`. Hot spots are
 * aligned if both frames have one, else corners. Array of KbTrailDot, in the order of the frames;
 * free with g_array_unref. */
typedef struct {
  KbVec at;              /* centre of the pixel in picture coordinates of `frame` */
  KbId frame;
  guint index;           /* index in `frames` */
} KbTrailDot;
GArray *kb_trail_dots (const KbDocument *document, KbId frame, const KbId *frames, guint n,
                       const char *name);

/* The trails of all points of the scene's trail frames; those of its own frame are emphasised. */
void kb_draw_trails (cairo_t *cr, const KbScene *scene, const KbFrame *frame);

#endif

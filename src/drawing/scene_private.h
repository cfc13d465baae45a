/* SPDX-License-Identifier: MIT */
/* What the files of the scene share: scene.c puts it together, ground.c draws what lies below the
 * annotations, scene_labels.c names them. */
#ifndef KB_SCENE_PRIVATE_H
#define KB_SCENE_PRIVATE_H

#include "drawing/marks.h"
#include "drawing/scene.h"

/* NULL: gone. A mask or a track is a frame without annotations: its picture and size; it is `room`,
 * which the caller has. */
const KbFrame *kb_scene_frame (const KbScene *scene, KbId id, KbFrame *room);
gboolean kb_scene_selected (const KbScene *scene, KbId id);
gboolean kb_scene_hidden (const KbScene *scene, const KbShape *shape);
/* The shape whose handles are shown: the only one selected. */
const KbShape *kb_scene_handled_shape (const KbScene *scene);

/* From the background to the border; the data is a KbScene. */
void kb_draw_ground (cairo_t *cr, gpointer scene);
/* A hash of all that it is drawn from but the view's x and y. */
guint64 kb_ground_key (const KbScene *scene, const KbFrame *frame);
void kb_draw_scene_labels (cairo_t *cr, const KbScene *scene, const KbFrame *frame);

/* The smallest copy of a picture that is still as large as it is shown: how often it is halved. */
guint kb_surface_level (const KbView *view);

#endif

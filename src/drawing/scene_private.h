/* SPDX-License-Identifier: MIT */
/* Shared by the files of the scene: scene.c draws all of it, ground.c everything below the
 * annotations, scene_labels.c the names. */
#ifndef KB_SCENE_PRIVATE_H
#define KB_SCENE_PRIVATE_H

#include "drawing/marks.h"
#include "drawing/scene.h"

/* NULL: deleted. A mask or track is returned as a frame with its picture and size, stored in the
 * caller's `room`. */
const KbFrame *kb_scene_frame (const KbScene *scene, KbId id, KbFrame *room);
gboolean kb_scene_selected (const KbScene *scene, KbId id);
gboolean kb_scene_hidden (const KbScene *scene, const KbShape *shape);
/* The shape with handles: the only one selected. */
const KbShape *kb_scene_handled_shape (const KbScene *scene);

/* From the background to the border; `scene` is a KbScene. */
void kb_draw_ground (cairo_t *cr, gpointer scene);
/* A hash of everything the ground is drawn from except the view's x and y. */
guint64 kb_ground_key (const KbScene *scene, const KbFrame *frame);
void kb_draw_scene_labels (cairo_t *cr, const KbScene *scene, const KbFrame *frame);

/* The smallest reduced copy of a picture that is at least as large as shown: the number of
 * halvings. */
guint kb_surface_level (const KbView *view);

#endif

/* SPDX-License-Identifier: MIT */
/* Drawing a new shape with one drag: shared by box, circle, oriented box and capsule. The tool has
 * a make_shape. A press on a handle of the selected shape drags the handle instead, so that a shape
 * can be corrected at once. */
#ifndef KB_TOOLS_CREATE_H
#define KB_TOOLS_CREATE_H

#include "tools/transform.h"

/* The state of these tools. */
typedef struct {
  KbTransform transform;
  gboolean active, dragged;
  KbVec from, from_canvas;
  KbGeometry preview;
} KbCreate;

gboolean kb_create_press (KbToolContext *context, const KbPointerEvent *event);
void kb_create_motion (KbToolContext *context, const KbPointerEvent *event);
void kb_create_release (KbToolContext *context, const KbPointerEvent *event);
void kb_create_cancel (KbToolContext *context);
const char *kb_create_cursor (const KbToolContext *context);
void kb_create_draw (KbToolContext *context, cairo_t *cr);

/* Inserts a shape of the current class in one step (with the class, if the project has none) and
 * selects it. When refused, reports why and returns 0. */
KbId kb_create_insert (KbToolContext *context, const KbGeometry *geometry);
/* Inserts several in one step with that label and selects them. FALSE when one was refused: then
 * none is inserted. */
gboolean kb_create_insert_all (KbToolContext *context, const char *label,
                               const KbGeometry *geometries, guint n);
/* The colour of the next shape. */
guint32 kb_create_colour (const KbToolContext *context);

#endif

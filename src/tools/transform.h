/* SPDX-License-Identifier: MIT */
/* Moving the selection, or one handle of a shape: the part of a drag common to several tools. The
 * first change opens the step, so that a click leaves no trace in the history. */
#ifndef KB_TOOLS_TRANSFORM_H
#define KB_TOOLS_TRANSFORM_H

#include "tools/tools.h"

/* Shorter motions, in canvas pixels, are clicks. */
#define KB_CLICK_SLACK 3.0

typedef struct {
  gboolean active;
  gboolean started;        /* moved far enough not to be a click */
  gboolean in_step;        /* a step is open; end or cancel closes it */
  KbVec from_canvas, from; /* where it began; picture pixels */
  int handle;              /* -1: moves everything selected */
  KbVec grip;              /* from the handle to the pressed position */
  KbVec moved;             /* how far everything has moved */
  GArray *starts;          /* private */
  KbGeometry refused;      /* the geometry at the pointer when it is invalid; n == 0: none */
} KbTransform;

/* The handle of the only selected shape at a canvas position; -1: none. Not for locked classes. */
int kb_transform_handle_at (const KbToolContext *context, KbVec canvas);
const char *kb_transform_cursor (const KbToolContext *context, int handle);

void kb_transform_begin (KbToolContext *context, KbTransform *transform, int handle);
/* The caller has opened a step already: it becomes part of the transform. */
void kb_transform_take_step (KbTransform *transform);
void kb_transform_update (KbToolContext *context, KbTransform *transform);
/* TRUE when it had moved. */
gboolean kb_transform_end (KbToolContext *context, KbTransform *transform);
void kb_transform_cancel (KbToolContext *context, KbTransform *transform);
/* The refused outline, and the numbers at the pointer. */
void kb_transform_draw (KbToolContext *context, const KbTransform *transform, cairo_t *cr);

#endif

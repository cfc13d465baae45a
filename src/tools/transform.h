/* SPDX-License-Identifier: MIT */
/* Moving what is selected, or one handle of a shape: the part of a drag that several tools have.
 * The step is opened by the first change, so that a click leaves no trace in the history. */
#ifndef KB_TOOLS_TRANSFORM_H
#define KB_TOOLS_TRANSFORM_H

#include "tools/tools.h"

/* A pointer that moved less than this, in canvas pixels, has only clicked. */
#define KB_CLICK_SLACK 3.0

typedef struct {
  gboolean active;
  gboolean started;        /* it moved: no click any more */
  gboolean in_step;        /* a step is open that end or cancel closes */
  KbVec from_canvas, from; /* where it began; picture pixels */
  int handle;              /* -1: moves everything selected */
  KbVec grip;              /* from the handle to where it was taken */
  KbVec moved;             /* how far everything is from where it was */
  GArray *starts;          /* private */
  KbGeometry refused;      /* what the pointer asks for and cannot have; n == 0: nothing */
} KbTransform;

/* The handle of the only selected shape under a canvas position; -1. Not of locked classes. */
int kb_transform_handle_at (const KbToolContext *context, KbVec canvas);
const char *kb_transform_cursor (const KbToolContext *context, int handle);

void kb_transform_begin (KbToolContext *context, KbTransform *transform, int handle);
/* The caller has opened a step already: it goes with the transform. */
void kb_transform_take_step (KbTransform *transform);
void kb_transform_update (KbToolContext *context, KbTransform *transform);
/* TRUE when it had moved. */
gboolean kb_transform_end (KbToolContext *context, KbTransform *transform);
void kb_transform_cancel (KbToolContext *context, KbTransform *transform);
/* The refused outline, and the numbers beside the pointer. */
void kb_transform_draw (KbToolContext *context, const KbTransform *transform, cairo_t *cr);

#endif

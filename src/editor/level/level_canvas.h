/* SPDX-License-Identifier: MIT */
/* What the canvas shows of a level below what the tools draw, and what the status line says of
 * it. */
#ifndef KB_LEVEL_CANVAS_H
#define KB_LEVEL_CANVAS_H

#include <cairo.h>

#include "editor/editor_state.h"

/* Borrowed from the canvas. */
typedef struct {
  KbSurfaces *surfaces;
  KbLayers *layers;
  KbLabelMemory *labels;
  const KbStyle *style;
} KbLevelPaint;

/* Grid, picture, areas and walls are kept from redraw to redraw; a pan draws what comes into
 * sight. */
void kb_level_canvas_draw (KbEditorState *state, cairo_t *cr, const KbLevelPaint *paint);

/* "x 12.5 · y 40 · grid 8"; a new string. */
char *kb_level_canvas_place (const KbToolContext *tools);
/* "rock · wall 12 · 45.3 px", "spawn · hero", "floor · hall": what is under the pointer; a new
 * string, empty for nothing. */
char *kb_level_canvas_describe (KbToolContext *tools);

#endif

/* SPDX-License-Identifier: MIT */
/* The canvas's picture of a level below the tools' drawing, and its texts in the status line. */
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

/* Grid, picture, areas and walls are cached between redraws; panning draws only the newly visible
 * part. */
void kb_level_canvas_draw (KbEditorState *state, cairo_t *cr, const KbLevelPaint *paint);

/* "x 12.5 · y 40 · grid 8"; a new string. */
char *kb_level_canvas_place (const KbToolContext *tools);
/* What is under the pointer: "rock · wall 12 · 45.3 px", "spawn · hero", "floor · hall"; a new
 * string, empty for nothing. */
char *kb_level_canvas_describe (KbToolContext *tools);

#endif

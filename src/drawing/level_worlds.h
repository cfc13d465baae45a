/* SPDX-License-Identifier: MIT */
/* The heightmaps, mazes and grounds of a level, at rest. */
#ifndef KB_LEVEL_WORLDS_H
#define KB_LEVEL_WORLDS_H

#include "drawing/level_grounds.h"
#include "drawing/level_heights.h"
#include "drawing/level_marks.h"
#include "drawing/level_mazes.h"

void kb_draw_level_heightmaps (cairo_t *cr, const KbLevel *level, const KbView *view,
                               const KbLevelLook *look);
void kb_draw_level_mazes (cairo_t *cr, const KbLevel *level, const KbView *view,
                          const KbLevelLook *look);
void kb_draw_level_grounds (cairo_t *cr, const KbLevel *level, const KbView *view,
                            const KbLevelLook *look);

/* The bounds of all of them; x1 < x0 when there are none. */
KbBounds kb_level_worlds_bounds (const KbLevel *level);

#endif

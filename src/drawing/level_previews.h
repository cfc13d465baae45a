/* SPDX-License-Identifier: MIT */
/* What is drawn while a level is worked on: where the pointer snaps to, what would be made or
 * moved. Positions are pixels of the level. */
#ifndef KB_LEVEL_PREVIEWS_H
#define KB_LEVEL_PREVIEWS_H

#include "drawing/marks.h"

typedef enum {
  KB_SNAPPED_NOT,
  KB_SNAPPED_GRID,
  KB_SNAPPED_ANGLE,
  KB_SNAPPED_WALL,
  KB_SNAPPED_END
} KbLevelSnapKind;

/* A ring on ends, a cross on walls, a small square on the grid, a dot elsewhere. */
void kb_draw_level_snap (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                         KbLevelSnapKind kind);
/* n lines, two places each, in one stroke of the accent colour. */
void kb_draw_level_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const KbVec *ends,
                          guint n);
/* An arrow from place to place, faint; and one, light over dark, that something was measured
 * along. */
void kb_draw_level_arrow (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                          KbVec to);
void kb_draw_level_measure (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                            KbVec to);

#endif

/* SPDX-License-Identifier: MIT */
/* Previews while editing a level: where the pointer snaps to, what would be made or moved.
 * Positions are pixels of the level. */
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

/* A ring for ends, a cross for walls, a small square for the grid, a dot otherwise. */
void kb_draw_level_snap (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                         KbLevelSnapKind kind);
/* n lines of two ends each, in one stroke of the accent colour. */
void kb_draw_level_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const KbVec *ends,
                          guint n);
/* A faint arrow; and the arrow of a measurement, light over dark. */
void kb_draw_level_arrow (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                          KbVec to);
void kb_draw_level_measure (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                            KbVec to);

#endif

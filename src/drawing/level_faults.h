/* SPDX-License-Identifier: MIT */
/* Marks problems on a level, at the same size at every zoom. */
#ifndef KB_LEVEL_FAULTS_H
#define KB_LEVEL_FAULTS_H

#include "document/part.h"
#include "drawing/style.h"
#include "drawing/view.h"

/* Marks the middle of each wall, area or entity with problems: a ring with a cross for an error,
 * with a dot for a warning. Coinciding marks are drawn once. `problems`: KbProblem *, for any
 * nodes, even deleted ones; NULL: none. Cost: linear in them. */
void kb_draw_level_faults (cairo_t *cr, const KbDocument *document, KbId level, const KbView *view,
                           const KbStyle *style, const GPtrArray *problems);

/* The colour of a mark. */
guint32 kb_fault_colour (const KbStyle *style, KbSeverity severity);

#endif

/* SPDX-License-Identifier: MIT */
/* Where something is wrong on a level: marks of one size at every zoom. */
#ifndef KB_LEVEL_FAULTS_H
#define KB_LEVEL_FAULTS_H

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/view.h"

/* A ring with a cross about the middle of each wall, area or entity of the level that has an error,
 * a ring with a dot for a warning; one for all that would cover each other. `problems`: KbProblem
 * *, of any nodes, which may be gone; NULL: none. Cost: linear in them. */
void kb_draw_level_faults (cairo_t *cr, const KbDocument *document, KbId level, const KbView *view,
                           const KbStyle *style, const GPtrArray *problems);

/* The colour of a mark. */
guint32 kb_fault_colour (const KbStyle *style, KbSeverity severity);

#endif

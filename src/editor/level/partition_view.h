/* SPDX-License-Identifier: MIT */
/* The moving parts of a partition's picture: the leaf under the pointer and the test move. */
#ifndef KB_PARTITION_VIEW_H
#define KB_PARTITION_VIEW_H

#include "editor/level/level_watch.h"

/* Drawn over the level. Cost: the parts in sight after a change of the view; otherwise one
 * descent. */
void kb_partition_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);

#endif

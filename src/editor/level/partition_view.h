/* SPDX-License-Identifier: MIT */
/* What moves of a partition's picture: the leaf under the pointer, and the move that is tried. */
#ifndef KB_PARTITION_VIEW_H
#define KB_PARTITION_VIEW_H

#include "editor/level/level_watch.h"

/* Over the level. Cost: the parts in sight, when the view changed; else one way down the
 * partition. */
void kb_partition_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);

#endif

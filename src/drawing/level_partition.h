/* SPDX-License-Identifier: MIT */
/* Shows how a level's walls are partitioned: coloured leaves, lines by depth. */
#ifndef KB_LEVEL_PARTITION_H
#define KB_LEVEL_PARTITION_H

#include "bake/partitions/partitions.h"
#include "drawing/marks.h"

typedef struct {
  gboolean leaves, lines;
  guint leaf;                 /* leaf to emphasise, or KBX_NONE */
} KbPartitionLook;

/* `bytes`: a level in bank form, from kb_partition_build. Lines of nodes near the root are thicker;
 * neighbouring leaves of the tree have different colours. Leaves smaller than a canvas pixel, and
 * their lines, are left out. */
void kb_draw_partition (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                        const KbPartitionLook *look);

/* The colour of a line at that depth, warm near the root. */
guint32 kb_depth_colour (guint depth);

#endif

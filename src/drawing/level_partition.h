/* SPDX-License-Identifier: MIT */
/* How a level's walls are partitioned: leaves in colours, lines by depth. */
#ifndef KB_LEVEL_PARTITION_H
#define KB_LEVEL_PARTITION_H

#include "bake/partitions/partitions.h"
#include "drawing/marks.h"

typedef struct {
  gboolean leaves, lines;
  guint leaf;                 /* drawn stronger, or KBX_NONE */
} KbPartitionLook;

/* `bytes`: a level as the bank has it, from kb_partition_build. Lines of nodes near the root are
 * thicker; leaves that are neighbours in the tree have colours of their own. Leaves of less than a
 * canvas pixel are left out, with their lines. */
void kb_draw_partition (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                        const KbPartitionLook *look);

/* The colour of a line of that depth, warm near the root. */
guint32 kb_depth_colour (guint depth);

#endif

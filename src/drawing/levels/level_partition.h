/* SPDX-License-Identifier: MIT */
/* Shows how a level's walls are partitioned: coloured leaves, lines by depth. */
#ifndef KB_DRAWING_LEVELS_LEVEL_PARTITION_H
#define KB_DRAWING_LEVELS_LEVEL_PARTITION_H

#include "bake/partitions/partitions.h"
#include "drawing/scene/marks.h"

typedef struct {
  gboolean leaves, lines;
} KbPartitionLook;

/* `bytes`: a level in bank form, from kb_partition_build. Lines of nodes near the root are thicker;
 * neighbouring leaves of the tree have different colours. Leaves smaller than a canvas pixel, and
 * their lines, are left out. */
void kb_draw_partition (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                        const KbPartitionLook *look);

/* The colour of a line at that depth, warm near the root. */
guint32 kb_depth_colour (guint depth);

/* Fills the path with the colour of a leaf; paler if it has no walls. */
void kb_partition_fill_leaf (cairo_t *cr, guint leaf, gboolean walls);

/* The partition as a tree, from the root down, in (0, 0, width, height) of the context. Levels are
 * rows; leaves have the map's colours, and bars those of its lines. `lit`: leaves (guint) to which
 * the way is marked, or NULL. Draws nothing of a grid. */
void kb_draw_partition_tree (cairo_t *cr, double width, double height, const KbStyle *style,
                             GBytes *bytes, const GArray *lit);
/* The width at which each leaf has so many pixels; 0 for a grid. */
double kb_partition_tree_width (GBytes *bytes, double leaf);
/* Where the middle of a leaf is. */
double kb_partition_tree_x (GBytes *bytes, double width, guint leaf);

/* A move through a partition, with its visits numbered in order. */

typedef struct {
  kbx_vec from, to, end;      /* end: where it stops, or `to` */
  const GArray *walls;        /* kbx_segment: tested walls, in order */
} KbWay;

/* Draws the move's line and numbers the visits: leaves in squares and lines of inner nodes in
 * diamonds, counted together; walls in circles. Adds a legend in a corner. Numbers avoid each other
 * and are left out when there is no room. `bytes`: a level in bank form. The covered areas are
 * added to `places` (KbBounds on the canvas). */
void kb_draw_way (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                  const KbWay *way, GArray *places);

/* The costs of a partition in words: one table for the editor's panel, the legends of pictures and
 * kickbox info. */

#define KB_PARTITION_NUMBERS 9

/* By row, from 0; translated. */
const char *kb_partition_number_label (guint row);
const char *kb_partition_number_tip (guint row);
/* A new string; NULL: that kind has no such number: a grid has no depth. */
char *kb_partition_number_text (guint row, const KbPartitionStats *stats);

/* Shown when there is no number. */
#define KB_NO_NUMBER "–"

#endif

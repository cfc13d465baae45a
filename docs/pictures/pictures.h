/* SPDX-License-Identifier: MIT */
/* The pictures of the guide to the runtime: each asks the library and draws what it answers. */
#ifndef PICTURES_PICTURES_H
#define PICTURES_PICTURES_H

#include "pictures/easel.h"

/* `bank` is the sample's; most pictures do without. */
typedef void picture (cairo_t *cr, const kbx_bank *bank);

/* frames.c */
picture picture_hot_spot, picture_strike, picture_hierarchy, picture_turned;
/* areas.c */
picture picture_points, picture_pixels, picture_pairs, picture_local_frames;
/* polygons.c */
picture picture_inside, picture_parts, picture_polygon_pairs;
/* segments.c */
picture picture_nearest, picture_meetings, picture_circle_lines, picture_clips;
/* sweeps.c */
picture picture_moving_point, picture_moving_box, picture_moving_circle, picture_one_way, picture_platforms,
  picture_bounce, picture_slide;
/* ground.c */
picture picture_ground, picture_paddle;
/* contacts.c */
picture picture_contacts, picture_flat_contacts, picture_impulse, picture_separate, picture_stack;
/* masks.c */
picture picture_zones, picture_bitmaps, picture_turned_pixels;
/* stuck.c */
picture picture_stuck_claw, picture_stuck_shield, picture_stuck_feet, picture_stuck_pushed;
/* tracks.c */
picture picture_track, picture_drive, picture_gates;
/* offsets.c */
picture picture_offset;
/* space.c */
picture picture_volumes, picture_fifteen_axes, picture_planes;
/* course.c */
picture picture_five_cases, picture_cells, picture_curve, picture_partitions, picture_cut_wall, picture_maze_boxes,
  picture_altitudes, picture_left, picture_mask_points, picture_broad_phase;

#endif

/* SPDX-License-Identifier: MIT */
/* The tools' descriptors, one file each. */
#ifndef KB_TOOLS_TABLE_H
#define KB_TOOLS_TABLE_H

#include "tools/tools.h"

extern const KbTool kb_select_tool, kb_hand_tool, kb_hot_spot_tool, kb_action_point_tool,
  kb_box_tool, kb_circle_tool, kb_oriented_box_tool, kb_capsule_tool, kb_polygon_tool,
  kb_trace_tool, kb_heights_tool;
/* For painted zones: paint/ */
extern const KbTool kb_region_tool, kb_brush_tool, kb_eraser_tool, kb_paint_line_tool,
  kb_paint_box_tool, kb_paint_ellipse_tool, kb_area_tool, kb_fill_tool, kb_pick_tool;
/* For levels: level/ */
extern const KbTool kb_level_select_tool, kb_wall_tool, kb_split_tool, kb_level_area_tool,
  kb_entity_tool, kb_probe_tool, kb_maze_tool, kb_ground_tool, kb_profile_tool;
/* For tile layers of levels: tiles/ */
extern const KbTool kb_stamp_tool, kb_tile_eraser_tool, kb_tile_box_tool, kb_tile_fill_tool,
  kb_tile_pick_tool, kb_tile_height_tool;
/* For tracks: track/ */
extern const KbTool kb_track_select_tool, kb_curve_tool, kb_gate_tool;

#endif

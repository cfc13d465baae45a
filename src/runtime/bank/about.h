/* SPDX-License-Identifier: MIT */
/* Fills in kbx_info for each kind, where the kind's data are read. Each function sets the fields of
 * its kind; `found` stays false if there is nothing. */
#ifndef KBX_ABOUT_H
#define KBX_ABOUT_H

#include "runtime/bank/records.h"

typedef void kbx_about_func (kbx_about *about, kbx_handle handle);
KBX_INTERNAL kbx_about_func kbx_about_animation, kbx_about_frame, kbx_about_bitmap, kbx_about_mask,
  kbx_about_track, kbx_about_gate, kbx_about_band, kbx_about_level, kbx_about_walls,
  kbx_about_tiles, kbx_about_maze, kbx_about_ground, kbx_about_heightmap, kbx_about_entity,
  kbx_about_drawn;

#endif

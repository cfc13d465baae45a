/* SPDX-License-Identifier: MIT */
/* The action points and shapes of the current frame; their selection is that of the canvas. */
#ifndef KB_FRAME_LISTS_H
#define KB_FRAME_LISTS_H

#include "editor/lists/item_list.h"

extern const KbItemListSpec kb_point_list;
extern const KbItemListSpec kb_shape_list;

#endif

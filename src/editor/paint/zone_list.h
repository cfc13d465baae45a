/* SPDX-License-Identifier: MIT */
/* The zones of the painting, or the surfaces of a track; the selected one is the current zone. */
#ifndef KB_ZONE_LIST_H
#define KB_ZONE_LIST_H

#include "editor/lists/item_list.h"

extern const KbItemListSpec kb_zone_list;
extern const KbItemListSpec kb_surface_list;

#endif

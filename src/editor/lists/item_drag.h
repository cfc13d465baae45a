/* SPDX-License-Identifier: MIT */
/* Dragging rows to another position in their list; see KbItemDrag. */
#ifndef KB_ITEM_DRAG_H
#define KB_ITEM_DRAG_H

#include "editor/lists/item_list.h"

/* For a list whose spec has a drag. */
void kb_item_drag_listen (KbItemList *list);

#endif

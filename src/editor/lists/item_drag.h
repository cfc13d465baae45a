/* SPDX-License-Identifier: MIT */
/* Rows that are dragged to another place of their list; see KbItemDrag. */
#ifndef KB_ITEM_DRAG_H
#define KB_ITEM_DRAG_H

#include "editor/lists/item_list.h"

/* For a list whose spec has a drag. */
void kb_item_drag_listen (KbItemList *list);

#endif

/* SPDX-License-Identifier: MIT */
/* The project's classes: colour, name, kind, number key; a menu to change each. */
#ifndef KB_CLASS_LIST_H
#define KB_CLASS_LIST_H

#include "editor/lists/item_list.h"

extern const KbItemListSpec kb_class_list;

#endif

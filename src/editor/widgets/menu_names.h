/* SPDX-License-Identifier: MIT */
/* Accessible names of menu items. */
#ifndef KB_EDITOR_MENU_NAMES_H
#define KB_EDITOR_MENU_NAMES_H

/* From now on, menus made from a model name their items when they are shown: GTK 4.18 only says
 * "menu item". Call once, with GTK initialised. */
void kb_name_items_of_menus (void);

#endif

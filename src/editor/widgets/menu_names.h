/* SPDX-License-Identifier: MIT */
/* What a screen reader calls the items of menus. */
#ifndef KB_EDITOR_MENU_NAMES_H
#define KB_EDITOR_MENU_NAMES_H

/* From now on every menu made of a model names its items as it comes on the screen: GTK 4.18 says
 * nothing but "menu item" of them. To be called once, with GTK initialised. */
void kb_name_items_of_menus (void);

#endif

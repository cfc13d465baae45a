/* SPDX-License-Identifier: MIT */
/* The filmstrip's menus, and its frames dragged to other places. */
#ifndef KB_FILM_MENUS_H
#define KB_FILM_MENUS_H

#include "editor/film/film_cell.h"

/* New references. */
GMenuModel *kb_film_menu_of_frames (void);   /* also the context menu */
/* The animation whose frames "following" means; NULL: all of the sprite. */
GMenuModel *kb_film_menu_of_apply (const char *animation);

/* The cell can be dragged, with all selected frames when it is one of them, and be dropped on. */
void kb_film_drag_listen (KbFilmCell *cell);

#endif

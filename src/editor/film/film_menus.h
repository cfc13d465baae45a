/* SPDX-License-Identifier: MIT */
/* The menus of the filmstrip, and dragging its frames. */
#ifndef KB_FILM_MENUS_H
#define KB_FILM_MENUS_H

#include "editor/film/film_cell.h"

/* New references. */
GMenuModel *kb_film_menu_of_frames (void);   /* also the context menu */
/* For the animation that "following" refers to; NULL: all frames of the sprite. */
GMenuModel *kb_film_menu_of_apply (const char *animation);

/* Makes the cell a drag source and a drop target. Dragging a selected frame moves all of them. */
void kb_film_drag_listen (KbFilmCell *cell);

#endif

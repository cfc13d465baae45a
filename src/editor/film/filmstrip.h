/* SPDX-License-Identifier: MIT */
/* The frames of the current sprite in a row, with the animations over them and playback. */
#ifndef KB_EDITOR_FILM_FILMSTRIP_H
#define KB_EDITOR_FILM_FILMSTRIP_H

#include <gtk/gtk.h>

#include "editor/film/film_cell.h"
#include "editor/state/editor_state.h"
#include "editor/widgets/widgets.h"
#include "operations/operations.h"

#define KB_TYPE_FILMSTRIP (kb_filmstrip_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmstrip, kb_filmstrip, KB, FILMSTRIP, GtkBox)

void kb_filmstrip_set_state (KbFilmstrip *self, KbEditorState *state, KbThumbnails *thumbnails);

/* Replaces the filmstrip by the panel of Propagate until that closes. */
/* `annotates`: shapes on every frame instead of a search. */
void kb_filmstrip_propagate (KbFilmstrip *self, gboolean annotates);
/* The panel; mapped while it is shown. */
GtkWidget *kb_filmstrip_get_propagate (KbFilmstrip *self);
/* Shows another panel instead of the frames; NULL removes it. FALSE if there was none. */
gboolean kb_filmstrip_set_panel (KbFilmstrip *self, GtkWidget *panel);
/* Asks for the numbers of an operation on the selected frames. */
void kb_filmstrip_ask (KbFilmstrip *self, KbOperationType type);
/* Edits the duration of the current frame in place, or the name of the current animation. */
void kb_filmstrip_edit_duration (KbFilmstrip *self);
void kb_filmstrip_edit_animation (KbFilmstrip *self);
/* The same for a new animation, as soon as its bar is shown. */
void kb_filmstrip_name_animation (KbFilmstrip *self);

/* The menus of the filmstrip, and dragging its frames. */

/* New references. */

/* Makes the cell a drag source and a drop target. Dragging a selected frame moves all of them. */
void kb_film_drag_listen (KbFilmCell *cell);

/* The options above the filmstrip: animation, onion skin, playback speed. Each fills a widget and
 * keeps it in sync with the state or the setting. The state lives longer. */

/* Scrolls the filmstrip. */

/* Plays the current animation on the canvas in real time, while the state says so. */

#define KB_TYPE_PLAYER (kb_player_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayer, kb_player, KB, PLAYER, GObject)

/* `clock` is the widget whose frame clock drives playback. */
KbPlayer *kb_player_new (KbEditorState *state, GtkWidget *clock);

/* A small popover with the numbers for cropping, extending or scaling the selected frames. Enter
 * applies, Escape cancels. */

/* For KB_OPERATION_CROP, _EXTEND and _SCALE. A child of `parent` that points at `at` inside it. The
 * parent must not be a menu button: those keep Tab for themselves. */
void kb_frame_popover_show (GtkWidget *parent, GtkWidget *at, KbEditorState *state,
                            KbOperationType type);

#endif

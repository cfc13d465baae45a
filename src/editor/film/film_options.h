/* SPDX-License-Identifier: MIT */
/* The options above the filmstrip: animation, onion skin, playback speed. Each fills a widget and
 * keeps it in sync with the state or the setting; the state lives longer. */
#ifndef KB_FILM_OPTIONS_H
#define KB_FILM_OPTIONS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* `edit` opens the editor of the current animation. */
void kb_film_options_animations (GtkDropDown *animations, GtkMenuButton *edit,
                                 KbEditorState *state);
/* `label` is the button's text. */
void kb_film_options_onion (GtkMenuButton *button, GtkLabel *label, KbEditorState *state);
void kb_film_options_speed (GtkDropDown *speed);

#endif

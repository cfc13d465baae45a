/* SPDX-License-Identifier: MIT */
/* What stands above the filmstrip's frames: the animation, the onion skin, the speed of playback.
 * Each of these fills a widget and keeps it as the state, or the setting, has it; the state lives
 * longer. */
#ifndef KB_FILM_OPTIONS_H
#define KB_FILM_OPTIONS_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* `edit` opens the editor of the animation that is chosen. */
void kb_film_options_animations (GtkDropDown *animations, GtkMenuButton *edit,
                                 KbEditorState *state);
/* `label` is what the button says. */
void kb_film_options_onion (GtkMenuButton *button, GtkLabel *label, KbEditorState *state);
void kb_film_options_speed (GtkDropDown *speed);

#endif

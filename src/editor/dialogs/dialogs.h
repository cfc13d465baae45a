/* SPDX-License-Identifier: MIT */
/* Dialogs about the whole program, one file each. All are modal for the window and close
 * themselves. */
#ifndef KB_DIALOGS_H
#define KB_DIALOGS_H

#include "editor/state/window.h"

void kb_dialog_command_palette (KbWindow *window);
void kb_dialog_preferences (KbWindow *window);

#endif

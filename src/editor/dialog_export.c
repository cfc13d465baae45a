/* SPDX-License-Identifier: MIT */
/* The project into a bank. */
#include "editor/dialogs.h"

void
kb_dialog_export (KbWindow *window)
{
}

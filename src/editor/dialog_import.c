/* SPDX-License-Identifier: MIT */
/* Pictures into the project. */
#include "editor/dialogs.h"

void
kb_dialog_import (KbWindow *window)
{
}

/* SPDX-License-Identifier: MIT */
/* Shared by the mouse and the keyboard's cursor: tools.c, keyboard.c. */
#ifndef KB_TOOLS_PRIVATE_H
#define KB_TOOLS_PRIVATE_H

#include "tools/tools.h"

/* Whether there is anything to edit. */
gboolean kb_tools_is_shown (const KbToolContext *context);
/* Like kb_tools_press and so on, for mouse and keyboard alike. */
gboolean kb_tools_press_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_motion_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_release_at (KbToolContext *context, const KbPointerEvent *event);

#endif

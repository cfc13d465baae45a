/* SPDX-License-Identifier: MIT */
/* What the mouse and the keyboard's cursor share: tools.c, keyboard.c. */
#ifndef KB_TOOLS_PRIVATE_H
#define KB_TOOLS_PRIVATE_H

#include "tools/tools.h"

/* Whether there is anything to work on. */
gboolean kb_tools_is_shown (const KbToolContext *context);
/* As kb_tools_press and so on, whoever points. */
gboolean kb_tools_press_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_motion_at (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_release_at (KbToolContext *context, const KbPointerEvent *event);

#endif

/* SPDX-License-Identifier: MIT */
/* Messages that disappear after a few seconds, over the canvas or, without one, over the window.
 * The status line keeps each text.
 *
 * Undo in a toast undoes the step that the toast reports and no other: the toast disappears as soon
 * as another step is the newest. Escape belongs to the window unless the keyboard is in the
 * toast. */
#ifndef KB_TOASTS_H
#define KB_TOASTS_H

#include "editor/state/window.h"

/* With `undo`: with Undo for the step that was made just now; if none was, the toast says that
 * nothing changed. */
void kb_window_toast_printf (KbWindow *self, gboolean undo, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* A toast without a button; with Undo. */
#define kb_window_toast(window, ...) kb_window_toast_printf (window, FALSE, __VA_ARGS__)
#define kb_window_toast_undo(window, ...) kb_window_toast_printf (window, TRUE, __VA_ARGS__)

/* With a button that runs `action`, unless `button` is NULL; with `undo`, also one that undoes the
 * newest step. */
void kb_window_toast_action (KbWindow *self, const char *text, const char *button,
                             const char *action, gboolean undo);
/* Dismisses the toast on screen, if any. */
void kb_window_dismiss_toast (KbWindow *self);
/* Call once for a window: dismisses toasts whose step is no longer the newest, and keeps Escape for
 * the window. */
void kb_toasts_watch (KbWindow *self);

#endif

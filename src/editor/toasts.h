/* SPDX-License-Identifier: MIT */
/* Sentences that go by themselves, over the canvas, or over the whole window where there is none.
 *
 * The button of a toast that offers Undo takes back the step that the toast tells of and no other:
 * as soon as another step is the newest - by an edit, undo or redo - the toast goes away. Every
 * sentence is in the status line too, and stays there.
 *
 * Escape is the window's even while a toast shows, unless the keyboard is in the toast. */
#ifndef KB_TOASTS_H
#define KB_TOASTS_H

#include "editor/window.h"

/* A sentence. */
void kb_window_toast (KbWindow *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* With a button that undoes the newest step, which was made just now. */
void kb_window_toast_undo (KbWindow *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same; without the button where `before`, the document's undo label before the edit, is still
 * its undo label: nothing was changed. */
void kb_window_toast_step (KbWindow *self, const char *before, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* With a button that runs an action, where `button` is not NULL; with `undo` beside one that undoes
 * the newest step. */
void kb_window_toast_action (KbWindow *self, const char *text, const char *button,
                             const char *action, gboolean undo);
/* Sends away the one that is shown, if any. */
void kb_window_dismiss_toast (KbWindow *self);
/* Once, by the window: takes toasts off whose step is no longer the newest, and Escape from
 * them. */
void kb_toasts_watch (KbWindow *self);

#endif

/* SPDX-License-Identifier: MIT */
/* A bar over the project while a crash would lose changes: what would be lost, why, and what to
 * do. */
#ifndef KB_JOURNAL_BANNER_H
#define KB_JOURNAL_BANNER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

/* Hidden unless the document has a journal error; retries every other second while it is
 * visible. */
GtkWidget *kb_journal_banner_new (KbEditorState *state);

#endif

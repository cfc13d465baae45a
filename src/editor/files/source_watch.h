/* SPDX-License-Identifier: MIT */
/* Sprites and levels whose files changed on disk since they were imported: a quiet mark that stays
 * until they are imported again or the mark is taken off. The state keeps the marks; "changed" with
 * KB_CHANGE_VALUES tells of them. */
#ifndef KB_SOURCE_WATCH_H
#define KB_SOURCE_WATCH_H

#include "editor/window.h"

gboolean kb_source_is_changed (KbEditorState *state, KbId asset);
void kb_source_set_changed (KbEditorState *state, KbId asset, gboolean changed);
/* "The pictures of “fakir” changed on disk"; a new string. */
char *kb_source_changed_text (const KbNode *asset);
/* source_banner.c: over the canvas, for the current asset while it has the mark. */
GtkWidget *kb_source_banner_new (KbEditorState *state);

#endif

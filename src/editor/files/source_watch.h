/* SPDX-License-Identifier: MIT */
/* Marks sprites and levels whose files changed on disk since their import. A mark stays until they
 * are imported again or the user removes it. The state keeps the marks and emits "changed" with
 * KB_CHANGE_VALUES. */
#ifndef KB_SOURCE_WATCH_H
#define KB_SOURCE_WATCH_H

#include "editor/window.h"

gboolean kb_source_is_changed (KbEditorState *state, KbId asset);
void kb_source_set_changed (KbEditorState *state, KbId asset, gboolean changed);
/* "The pictures of “fakir” changed on disk"; a new string. */
char *kb_source_changed_text (const KbNode *asset);
/* source_banner.c: over the canvas, while the current asset is marked. */
GtkWidget *kb_source_banner_new (KbEditorState *state);

#endif

/* SPDX-License-Identifier: MIT */
/* A list of the action points or of the shapes of the current frame; selecting works both ways. */
#ifndef KB_ITEM_LIST_H
#define KB_ITEM_LIST_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_ITEM_LIST (kb_item_list_get_type ())
G_DECLARE_FINAL_TYPE (KbItemList, kb_item_list, KB, ITEM_LIST, GtkBox)

/* `list` is "points" or "shapes"; `name` its accessible name, `empty` what to do first. */
GtkWidget *kb_item_list_new (KbEditorState *state, const char *list, const char *name,
                             const char *empty);

#endif

/* SPDX-License-Identifier: MIT */
/* A list in the side panel with its heading and an Add button, scrolled. */
#ifndef KB_ITEM_PANEL_H
#define KB_ITEM_PANEL_H

#include "editor/lists/item_list.h"

#define KB_TYPE_ITEM_PANEL (kb_item_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbItemPanel, kb_item_panel, KB, ITEM_PANEL, AdwBin)

/* Call once, after construction. */
void kb_item_panel_set (KbItemPanel *self, KbEditorState *state, const KbItemListSpec *spec);

#endif

/* SPDX-License-Identifier: MIT */
/* Edits of sprites, masks, frames and action points. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "operations/operations.h"

static const char *
deleted_words (const KbNode *asset)
{
  return kb_node_is (asset, &kb_mask_kind)    ? _("Deleted the mask “%s”")
         : kb_node_is (asset, &kb_track_kind) ? _("Deleted the track “%s”")
         : kb_node_is (asset, &kb_level_kind) ? _("Deleted the level “%s”")
                                              : _("Deleted the sprite “%s”");
}

/* The row with the focus, of whatever list, else what is selected, else the current asset. */
static void
rename_focused (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *asset = kb_editor_state_get_asset (state);
  guint n;
  const KbId *ids = kb_editor_state_get_selection (state, &n);
  if (kb_item_list_rename_focused (window) || !asset)
    return;
  if (n > 1)
    kb_editor_state_say (state, "%s", _("Select only one thing to rename it"));
  else
    kb_dialog_rename (window, n ? ids[0] : asset->id);
}

static void
duplicate_asset (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  g_autoptr (GError) error = NULL;
  KbId copy =
    asset ? kb_node_duplicate (kb_editor_state_get_document (state), asset->id, &error) : 0;
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  if (!copy)
    return;
  kb_editor_state_set_asset (state, copy);
  g_autofree char *name = kb_node_title (kb_editor_state_get_asset (state));
  kb_editor_state_offer_undo (state, _("Duplicated: “%s”"), name);
}

/* Undo restores it, so no confirmation is needed. The toast offers that. */
static void
delete_asset (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  if (!asset)
    return;
  g_autofree char *name = kb_node_title (asset);
  g_autofree char *message = g_strdup_printf (deleted_words (asset), name);
  if (kb_editor_state_remove_node (state, asset->id))
    kb_editor_state_offer_undo (state, "%s", message);
}

#define EDITING N_("Editing")

const KbAction kb_asset_actions[] = {
  { "rename-sprite", EDITING,
    N_("Rename the list row with the focus, what is selected, or the asset"), { "F2" }, TRUE,
    KB_WANTS_ASSET, rename_focused },
  { "duplicate-asset", EDITING, N_("Duplicate the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, duplicate_asset },
  { "delete-sprite", EDITING, N_("Delete the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, delete_asset },
  { NULL },
};

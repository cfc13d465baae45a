/* SPDX-License-Identifier: MIT */
/* Edits of sprites, masks, frames and action points. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "operations/operations.h"

typedef struct {
  const KbKind *kind;
  const char *rename, *deleted;
} Words;

static const Words *
words_for (const KbNode *asset)
{
  static const Words words[] = {
    { &kb_sprite_kind, N_("Rename Sprite"), N_("Deleted the sprite “%s”") },
    { &kb_mask_kind, N_("Rename Mask"), N_("Deleted the mask “%s”") },
    { &kb_track_kind, N_("Rename Track"), N_("Deleted the track “%s”") },
    { &kb_level_kind, N_("Rename Level"), N_("Deleted the level “%s”") },
  };
  for (guint i = 1; i < G_N_ELEMENTS (words); i++)
    if (words[i].kind == asset->kind)
      return &words[i];
  return &words[0];
}

void
kb_asset_ask_name (KbWindow *window, KbId id)
{
  const KbNode *asset =
    kb_document_node (kb_editor_state_get_document (kb_window_get_state (window)), id);
  if (!asset)
    return;
  g_autofree char *name = kb_node_title (asset);
  kb_dialog_name (window, _(words_for (asset)->rename), _("Rename"), name,
                  (KbNameFor) { asset->parent->id, kb_node_place (asset, NULL)->name, asset->id },
                  NULL);
}

/* The row with the focus, of whatever list, else the current asset. */
static void
rename_focused (KbWindow *window)
{
  const KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (!kb_item_list_rename_focused (window) && asset)
    kb_asset_ask_name (window, asset->id);
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
  g_autofree char *message = g_strdup_printf (_(words_for (asset)->deleted), name);
  if (kb_editor_state_remove_node (state, asset->id))
    kb_editor_state_offer_undo (state, "%s", message);
}

#define EDITING N_("Editing")

const KbAction kb_asset_actions[] = {
  { "rename-sprite", EDITING, N_("Rename the list row with the focus, or the asset"), { "F2" },
    TRUE, KB_WANTS_ASSET, rename_focused },
  { "duplicate-asset", EDITING, N_("Duplicate the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, duplicate_asset },
  { "delete-sprite", EDITING, N_("Delete the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, delete_asset },
  { NULL },
};

/* SPDX-License-Identifier: MIT */
/* Edits of sprites, masks, frames and action points. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "operations/level/tilesets.h"
#include "operations/operations.h"

static void
on_name (KbWindow *window, const char *name, KbId asset)
{
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  if (!kb_document_set (kb_editor_state_get_document (state), asset, "name", json_string (name),
                        &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

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
kb_asset_ask_name (KbWindow *window)
{
  KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (!asset)
    return;
  g_autofree char *name = kb_node_title (asset);
  kb_dialog_name (window, _(words_for (asset)->rename), _("Rename"), name,
                  (KbNameFor) { asset->parent->id, kb_node_place (asset, NULL)->name, asset->id },
                  on_name);
}

void
kb_asset_run_duplicate (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  g_autoptr (GError) error = NULL;
  KbId copy =
    asset ? kb_asset_duplicate (kb_editor_state_get_document (state), asset->id, &error) : 0;
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  if (!copy)
    return;
  kb_editor_state_set_asset (state, copy);
  g_autofree char *name = kb_node_title (kb_editor_state_get_asset (state));
  kb_editor_state_offer_undo (state, _("Duplicated: “%s”"), name);
}

/* Undo restores it, so no confirmation is needed; the toast offers that. */
void
kb_asset_delete (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbNode *asset = kb_editor_state_get_asset (state);
  g_autoptr (GError) error = NULL;
  if (!asset)
    return;
  g_autofree char *name = kb_node_title (asset);
  g_autofree char *message = g_strdup_printf (_(words_for (asset)->deleted), name);
  if (kb_document_remove (kb_editor_state_get_document (state), asset->id, &error))
    kb_editor_state_offer_undo (state, "%s", message);
  else
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

static gboolean
is_among (KbId id, const KbId *ids, guint n)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}

/* The frame that takes their position: the one after them, else the one before; 0 if none is
 * left. */
static KbId
neighbour (const KbSprite *sprite, const KbId *frames, guint n)
{
  KbId found = 0;
  gboolean passed = FALSE;
  for (guint i = 0; i < kb_count (sprite->frames); i++)
    {
      KbId id = kb_frame_at (sprite, i)->node.id;
      if (is_among (id, frames, n))
        passed = id == frames[n - 1];
      else if (passed)
        return id;
      else
        found = id;
    }
  return found;
}

/* The number of cells of levels that show them. */
static guint64
cells_of (KbDocument *document, const KbSprite *sprite, const KbId *frames, guint n)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (
      numbers,
      GUINT_TO_POINTER (((const KbFrame *) kb_document_node (document, frames[i]))->lasting_id));
  return kb_frames_count_cells (kb_document_project (document), sprite, numbers);
}

static void
report_deleted (KbEditorState *state, guint n, guint64 cells)
{
  g_autofree char *done =
    g_strdup_printf (ngettext ("Deleted %u frame", "Deleted %u frames", n), n);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, cells);
  if (cells)
    kb_editor_state_offer_undo (state,
                                ngettext ("%s; %s cell of a level shows a cross now",
                                          "%s; %s cells of levels show a cross now", cells),
                                done, number);
  else
    kb_editor_state_offer_undo (state, "%s", done);
}

void
kb_frames_delete (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  g_autofree KbId *frames = g_memdup2 (chosen, n * sizeof *chosen);
  const KbSprite *sprite = kb_editor_state_get_sprite (state);
  KbId next = sprite && n ? neighbour (sprite, frames, n) : 0;
  guint64 cells = sprite ? cells_of (document, sprite, frames, n) : 0;
  kb_document_begin (document, n == 1 ? _("Delete frame") : _("Delete frames"));
  for (guint i = 0; i < n && !error; i++)
    kb_document_remove (document, frames[i], &error);
  kb_document_finish (document, !error);
  if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else
    {
      kb_editor_state_set_frame (state, next);
      report_deleted (state, n, cells);
    }
}

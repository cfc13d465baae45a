/* SPDX-License-Identifier: MIT */
/* Imports the current sprite's files again; annotations stay on their frames. */
#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/widgets/job.h"
#include "editor/widgets/toasts.h"
#include "interchange/sources.h"

typedef struct {
  KbDocument *document;    /* only compared: the window may show another document by then */
  KbDocument *snapshot;
  char *name;
  KbImport *import;
} Again;

static void
again_free (gpointer data)
{
  Again *self = data;
  g_clear_pointer (&self->snapshot, kb_document_free);
  g_clear_pointer (&self->import, kb_import_free);
  g_free (self->name);
  g_free (self);
}

static gboolean
run (KbJob *job, gpointer data, GError **error)
{
  Again *self = data;
  const KbSprite *sprite =
    kb_project_find_sprite (kb_document_project (self->snapshot), self->name);
  self->import = kb_import_read_again (self->snapshot, sprite, error);
  return self->import != NULL;
}

static void
done (KbWindow *window, gpointer data, const GError *error)
{
  Again *self = data;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  KbImportReport report = { 0 };
  g_autoptr (GError) failure = NULL;
  if (document != self->document)
    return;
  const char *before = kb_document_undo_label (document);
  if (error || !kb_import_apply (document, self->import, self->name, &report, &failure))
    {
      kb_window_show_error (window, _("The Pictures Were Not Imported"),
                            error ? g_error_copy (error) : g_steal_pointer (&failure));
      return;
    }
  kb_source_folders_add_import (document, self->import);
  kb_window_report_import (window, self->name, &report, before);
  kb_import_report_clear (&report);
}

static void
import_sprite_again (KbWindow *window, const KbSprite *sprite)
{
  if (!sprite->import)
    {
      kb_window_toast (window, _("“%s” was not imported from files"), sprite->name);
      return;
    }
  Again *self = g_new0 (Again, 1);
  self->document = kb_editor_state_get_document (kb_window_get_state (window));
  self->snapshot = kb_document_snapshot (self->document);
  self->name = g_strdup (sprite->name);
  kb_job_start (window, _("Importing Again…"), run, done, self, again_free);
}

void
kb_import_asset_again (KbWindow *window, const KbNode *asset)
{
  const KbLevel *level = kb_node_as (asset, &kb_level_kind);
  const KbSprite *sprite = kb_node_as (asset, &kb_sprite_kind);
  if (level)
    kb_import_level_again (window, level);
  else if (sprite)
    import_sprite_again (window, sprite);
  else
    kb_window_toast (
      window, _("Masks and tracks cannot be re-imported automatically; "
                "import the file again under the same name"));
}

void
kb_dialog_import_again (KbWindow *window)
{
  const KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (asset)
    kb_import_asset_again (window, asset);
}

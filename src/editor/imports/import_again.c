/* SPDX-License-Identifier: MIT */
/* Imports the files of the current asset again. Annotations of sprites stay on their frames; what
 * was painted on masks and tracks stays where the file did not change. */
#include <glib/gi18n.h>

#include "editor/imports/import_painted.h"
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

/* Of a mask or track. */
typedef struct {
  KbImportPainted *painted;
  char *name;
} PaintedAgain;

static void
painted_again_free (gpointer data)
{
  PaintedAgain *again = data;
  kb_import_painted_free (again->painted);
  g_free (again->name);
  g_free (again);
}

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
run_import_again (KbJob *job, gpointer data, GError **error)
{
  Again *self = data;
  const KbSprite *sprite =
    kb_project_find_sprite (kb_document_project (self->snapshot), self->name);
  self->import = kb_import_read_again (self->snapshot, sprite, error);
  return self->import != NULL;
}

static void
import_again_done (KbWindow *window, gpointer data, const GError *error)
{
  Again *self = data;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  KbImportReport report = { 0 };
  g_autoptr (GError) failure = NULL;
  if (document != self->document)
    return;
  if (error || !kb_import_apply (document, self->import, self->name, &report, &failure))
    {
      kb_window_show_error (window, _("The Pictures Were Not Imported"),
                            error ? g_error_copy (error) : g_steal_pointer (&failure));
      return;
    }
  kb_source_folders_add_import (document, self->import);
  kb_window_report_import (window, self->name, &report);
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
  Again *self =
    KB_NEW (Again, .document = kb_editor_state_get_document (kb_window_get_state (window)));
  self->snapshot = kb_document_snapshot (self->document);
  self->name = g_strdup (sprite->name);
  kb_job_start (window, _("Importing Again…"), run_import_again, import_again_done, self,
                again_free);
}

/* ---- masks and tracks ---- */

static void
put_painted (KbWindow *window, const PaintedAgain *again)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  kb_tools_settle (kb_editor_state_get_tools (state));
  const KbImportPainted *painted = again->painted;
  KbId id =
    painted->file
      ? kb_track_file_apply (document, painted->file, again->name, TRUE, NULL, &error)
      : kb_mask_import_apply (document, painted->import, again->name, NULL, NULL, &error);
  if (!id)
    {
      kb_window_toast (window, "%s", error->message);
      return;
    }
  kb_source_set_changed (state, id, FALSE);
  kb_editor_state_flush (state);
  kb_window_toast_undo (window, _("Painted “%s” again"), again->name);
}

static void
on_replace (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  if (g_str_equal (response, "accept"))
    put_painted (window, g_object_get_data (G_OBJECT (dialog), KB_QUESTION));
}

static gboolean
try_painted (KbDocument *document, const PaintedAgain *again, KbPaintedReport *report,
             GError **error)
{
  return again->painted->file
           ? kb_track_file_try (document, again->painted->file, again->name, report, error)
           : kb_mask_import_try (document, again->painted->import, again->name, report, error);
}

/* Asks only if something painted here would be lost. */
static void
import_painted_again (KbWindow *window, const KbNode *asset)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  g_autofree char *path = kb_painted_source (document, asset);
  g_autoptr (GError) error = NULL;
  KbPaintedReport report = { 0, 0 };
  PaintedAgain *again = KB_NEW (PaintedAgain, .name = kb_node_title (asset));
  kb_tools_settle (kb_editor_state_get_tools (kb_window_get_state (window)));
  again->painted = path ? kb_import_painted_read_again (asset, path, &error) : NULL;
  if (!path)
    kb_window_toast (window, _("“%s” was not imported from files"), again->name);
  else if (!again->painted || !try_painted (document, again, &report, &error))
    kb_window_toast (window, "%s", error->message);
  else if (!report.replaced)
    put_painted (window, again);
  else
    {
      g_autofree char *body = g_strdup_printf (
        _("“%s” was painted here where its file changed, too. Importing replaces that; undo "
          "restores it. Other painting is kept."),
        again->name);
      kb_question_show (window, (KbQuestion) {
        .heading = _("Replace Painting?"),
        .body = body,
        .answers = { { "cancel", _("Cancel") },
                     { "accept", _("Replace"), ADW_RESPONSE_DESTRUCTIVE } },
        .default_answer = "cancel",
        .answered = G_CALLBACK (on_replace),
        .data = again,
        .free_data = painted_again_free,
      });
      return;
    }
  painted_again_free (again);
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
    import_painted_again (window, asset);
}

void
kb_dialog_import_again (KbWindow *window)
{
  const KbNode *asset = kb_editor_state_get_asset (kb_window_get_state (window));
  if (asset)
    kb_import_asset_again (window, asset);
}

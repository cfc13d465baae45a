/* SPDX-License-Identifier: MIT */
/* Imports Doom maps, SVG drawings and Tiled maps. A file with one level is imported at once, with
 * Undo in a toast; from a file with several maps, the user chooses. */
#include "editor/imports/imports.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/cells.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "interchange/sources.h"

#define MAX_FAULTS 8

/* A line for each map that cannot be read, limited to the first few. The file's name is left
 * out. */
static char *
fault_lines (const KbLevelFile *file)
{
  GString *text = g_string_new (NULL);
  KB_EACH_WHILE (fault_at < MAX_FAULTS, const GError, fault, file->faults)
    {
      const char *message = fault->message;
      gsize skip = g_str_has_prefix (message, file->path) && message[strlen (file->path)] == ':'
                     ? strlen (file->path) + 1
                     : 0;
      g_string_append_printf (text, "%s%s", fault_at ? "\n" : "",
                              message + skip + strspn (message + skip, " "));
    }
  if (file->faults->len > MAX_FAULTS)
    g_string_append_printf (text, _("\n%u more"), file->faults->len - MAX_FAULTS);
  return g_string_free (text, FALSE);
}

static guint64
tiles_of (const KbFileLevel *level)
{
  guint64 n = 0;
  KB_EACH (const KbFileLayer, layer, level->layers)
    {
      const GPtrArray *pieces = layer->pieces;
      KB_EACH (const KbFilePiece, piece, pieces)
        for (gsize c = 0; piece->cells && c < (gsize) piece->width * piece->height; c++)
          n += !kb_cell_is_empty (piece->cells[c]);
    }
  return n;
}

static guint
notes_of (const KbLevelFile *file)
{
  guint n = file->messages->len;
  KB_EACH (const KbFileLevel, level, file->levels)
    n += level->messages->len;
  return n;
}

static char *
report_import_levels_text (const KbLevelFile *file)
{
  GString *text = g_string_new (NULL);
  KB_EACH (const KbFileLevel, level, file->levels)
    {
      g_autofree char *counts =
        kb_level_file_counts (level->layers->len, tiles_of (level), level->tilesets->len,
                              level->walls->len, (guint) json_array_size (level->areas),
                              (guint) json_array_size (level->entities));
      g_string_append_printf (text, "%s%s: %s", level_at ? "\n" : "", level->name, counts);
      kb_messages_append (text, level->messages, "\n• ");
    }
  g_autofree char *faults = fault_lines (file);
  if (*faults)
    g_string_append_printf (text, _("\n\nNot imported:\n%s"), faults);
  if (file->messages->len)
    g_string_append_c (text, '\n');
  kb_messages_append (text, file->messages, "\n");
  return g_string_free (text, FALSE);
}

/* The levels to import. */
typedef struct {
  KbLevelFile *file;
  char *name;           /* of a single level; NULL: the file's own */
  GPtrArray *checks;    /* one for each level or name offered, borrowed, or NULL */
  AdwMessageDialog *dialog;   /* with the checks */
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;
  kb_level_file_free (choice->file);
  g_free (choice->name);
  g_clear_pointer (&choice->checks, g_ptr_array_unref);
  g_free (choice);
}

static Choice *
choice_new (KbLevelFile *file, const char *name)
{
  Choice *choice = KB_NEW (Choice, .file = file, .name = g_strdup (name));
  return choice;
}

static void
put_in (KbWindow *window, const Choice *choice)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevelFile *file = choice->file;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autoptr (GError) error = NULL;
  if (!document || !file->levels->len)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_level_file_apply (document, file, choice->name, ids, &error))
    {
      g_autofree char *words = kb_error_words (error);
      kb_window_toast (window, "%s", words);
      return;
    }
  kb_source_folders_add_level_file (document, file);
  KB_EACH_ID (id, ids)
    kb_source_set_changed (state, id, FALSE);
  kb_editor_state_flush (state);
  kb_editor_state_set_asset (state, g_array_index (ids, KbId, 0));
  guint n = file->levels->len;
  const char *name =
    choice->name ? choice->name : ((const KbFileLevel *) g_ptr_array_index (file->levels, 0))->name;
  g_autofree char *base = g_path_get_basename (file->path);
  kb_around_keep_report (window, _("“%s” Imported"), base, report_import_levels_text (file));
  g_autofree char *done = n == 1 ? g_strdup_printf (_("Imported the level “%s”"), name)
                          : g_strdup_printf (_("Imported %u levels"), n);
  guint wrong = file->faults->len, notes = notes_of (file);
  if (notes)
    {
      g_autofree char *plain = g_steal_pointer (&done);
      done = g_strdup_printf (ngettext ("%2$s; %1$u thing was changed or left out",
                                        "%2$s; %1$u things were changed or left out", notes),
                              notes, plain);
    }
  g_autofree char *text =
    wrong ? g_strdup_printf (
      ngettext ("%u map cannot be read. %s", "%u maps cannot be read. %s", wrong), wrong, done)
          : g_steal_pointer (&done);
  kb_window_toast_action (window, text, _("Report"), "win.import-report",
                          kb_editor_state_has_stepped (state));
  kb_editor_state_grab_canvas (state);
}

static void
on_import_levels_replace (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  if (g_str_equal (response, "accept"))
    put_in (window, g_object_get_data (G_OBJECT (dialog), KB_QUESTION));
}

/* Takes the choice. Asks before it replaces levels that were drawn or changed here. */
static void
import_settled (KbWindow *window, Choice *choice)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  g_auto (GStrv) replaced =
    document ? kb_level_file_replaces (document, choice->file, choice->name) : NULL;
  if (!replaced)
    {
      put_in (window, choice);
      choice_free (choice);
      return;
    }
  g_autofree char *lines = g_strjoinv ("\n", replaced);
  g_autofree char *body = g_strdup_printf (
    _("These came from another file, or were drawn or changed here. Importing replaces them; undo "
      "restores them.\n\n%s"),
    lines);
  kb_question_show (window, (KbQuestion) {
    .heading = _("Replace Existing Assets?"),
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Replace"), ADW_RESPONSE_DESTRUCTIVE } },
    .default_answer = "cancel",
    .answered = G_CALLBACK (on_import_levels_replace),
    .data = choice,
    .free_data = choice_free,
  });
}

/* ---- questions with check buttons ---- */

/* "Import" is enabled while any is checked. */
static void
on_import_levels_toggled (GtkCheckButton *check, const Choice *choice)
{
  gboolean any = FALSE;
  KB_EACH (GtkCheckButton, one, choice->checks)
    any |= gtk_check_button_get_active (one);
  adw_message_dialog_set_response_enabled (choice->dialog, "chosen", any);
}

/* Takes the choice. `all`: the label of the answer that needs no check. */
static void
ask_checks (KbWindow *window, Choice *choice, const char *const *names, const char *title,
            const char *heading, const char *body, const char *all, GCallback answered)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_flow_box_new ();
  choice->checks = g_ptr_array_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (box), 3);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 4);
  kb_name_widget (box, title);
  for (guint i = 0; names[i]; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (names[i]);
      g_ptr_array_add (choice->checks, check);
      g_signal_connect (check, "toggled", G_CALLBACK (on_import_levels_toggled), choice);
      gtk_flow_box_append (GTK_FLOW_BOX (box), check);
      /* Only the check button takes the focus. */
      gtk_widget_set_focusable (gtk_widget_get_parent (check), FALSE);
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  choice->dialog = kb_question_show (window, (KbQuestion) {
    .heading = heading,
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "all", all },
                 { "chosen", _("Import"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "chosen",
    .child = scroller,
    .answered = answered,
    .data = choice,
    .free_data = choice_free,
  });
  adw_message_dialog_set_response_enabled (choice->dialog, "chosen", FALSE);
  gtk_widget_grab_focus (g_ptr_array_index (choice->checks, 0));
}

static void
on_solid (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Choice *choice = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  if (g_str_equal (response, "cancel"))
    return;
  KB_EACH (GtkCheckButton, check, choice->checks)
    if (g_str_equal (response, "chosen") && gtk_check_button_get_active (check))
      g_ptr_array_add (names, (gpointer) gtk_check_button_get_label (check));
  g_ptr_array_add (names, NULL);
  kb_level_file_set_solid (choice->file, (const char *const *) names->pdata, NULL);
  import_settled (window, choice_new (g_steal_pointer (&choice->file), choice->name));
}

static gboolean
is_there (const KbDocument *document, const Choice *choice)
{
  KB_EACH (const KbFileLevel, level, choice->file->levels)
    if (kb_project_find_level (kb_document_project (document),
                               choice->name ? choice->name : level->name))
      return TRUE;
  return FALSE;
}

/* Takes the choice. Of a new level in which nothing stops a move, it asks what does. */
static void
import_choice (KbWindow *window, Choice *choice)
{
  const KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  if (document)
    kb_level_file_set_recorded_solid (choice->file, document);
  g_auto (GStrv) names = document && !is_there (document, choice)
                           ? kb_level_file_solid_names (choice->file)
                           : NULL;
  if (!names || !names[0])
    {
      import_settled (window, choice);
      return;
    }
  g_autofree char *base = g_path_get_basename (choice->file->path),
                  *body = g_strdup_printf (_("Nothing in “%s” stops a move. The chosen "
                                             "layers, classes and values will."), base);
  ask_checks (window, choice, (const char *const *) names, _("Layers, classes and values"),
              _("What Stops Moves?"), body, _("Import Without"), G_CALLBACK (on_solid));
}

void
kb_import_level_again (KbWindow *window, const KbLevel *level)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  g_autoptr (GError) error = NULL;
  if (!level->import)
    {
      kb_window_toast (window, _("“%s” was not imported from files"), level->name);
      return;
    }
  KbLevelFile *file =
    kb_level_file_read_again (kb_document_folder (document), level->import, level->name, &error);
  if (file)
    import_choice (window, choice_new (file, level->name));
  else
    kb_window_toast (window, "%s", error->message);
}

/* ---- choice of maps ---- */

static void
on_import_levels_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Choice *choice = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  if (g_str_equal (response, "cancel"))
    return;
  for (guint i = choice->checks->len; g_str_equal (response, "chosen") && i-- > 0;)
    if (!gtk_check_button_get_active (g_ptr_array_index (choice->checks, i)))
      g_ptr_array_remove_index (choice->file->levels, i);
  Choice *chosen = choice_new (g_steal_pointer (&choice->file), NULL);
  import_choice (window, chosen);
}

static void
ask_import_levels (KbWindow *window, KbLevelFile *file)
{
  g_autofree char *base = g_path_get_basename (file->path),
                  *heading = g_strdup_printf (_("Import from “%s”"), base);
  g_autofree char *faults = fault_lines (file);
  g_autofree char *body =
    *faults ? g_strdup_printf (
      _("Each map becomes a level. These cannot be read, and are left out:\n\n%s"), faults)
            : g_strdup (_("Each map becomes a level."));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  KB_EACH (const KbFileLevel, file_level, file->levels)
    g_ptr_array_add (names, file_level->name);
  g_ptr_array_add (names, NULL);
  ask_checks (window, choice_new (file, NULL), (const char *const *) names->pdata, _("Maps"),
              heading, body, _("Import All"), G_CALLBACK (on_import_levels_response));
}

void
kb_import_levels (KbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
  if (!file)
    kb_window_toast (window, "%s", error->message);
  else if (file->levels->len > 1)
    ask_import_levels (window, g_steal_pointer (&file));
  else
    import_choice (window, choice_new (g_steal_pointer (&file), NULL));
}

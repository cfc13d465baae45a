/* SPDX-License-Identifier: MIT */
/* Asks for a name: of a class, sprite, animation and so on. */
#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/dialogs/dialogs.h"
#include "editor/widgets/mistake.h"

#define REASON_CHARS 36
#define REASON_HEIGHT 36   /* two lines */

typedef struct {
  KbNamed named;
  KbNameFor what;
  KbWindow *window;   /* the dialog's parent */
  GtkWidget *entry, *reason;
} Name;

static void
on_changed (GtkEditable *entry, AdwMessageDialog *dialog)
{
  Name *self = g_object_get_data (G_OBJECT (dialog), "kb-name");
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  g_autoptr (GError) error = NULL;
  gboolean fits = document && *text
                  && kb_document_check_name (document, self->what.parent, self->what.list,
                                             self->what.node, text, &error);
  g_autofree char *words = error ? kb_error_words (error) : NULL;
  adw_message_dialog_set_response_enabled (dialog, "accept", fits);
  gtk_label_set_label (GTK_LABEL (self->reason), words ? words : "");
  kb_mistake_mark (self->entry, words);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Name *self = g_object_get_data (G_OBJECT (dialog), "kb-name");
  if (!g_str_equal (response, "accept"))
    return;
  g_autofree char *text =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  if (*text)
    self->named (window, text, self->what.node);
}

/* Reserves its space from the start, so that nothing moves. */
static GtkWidget *
make_reason (void)
{
  GtkWidget *reason = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_label_set_xalign (GTK_LABEL (reason), 0);
  gtk_label_set_yalign (GTK_LABEL (reason), 0);
  gtk_label_set_width_chars (GTK_LABEL (reason), REASON_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (reason), REASON_CHARS);
  gtk_label_set_lines (GTK_LABEL (reason), 2);
  gtk_widget_set_size_request (reason, -1, REASON_HEIGHT);
  gtk_widget_add_css_class (reason, "error");
  gtk_widget_add_css_class (reason, "caption");
  return reason;
}

void
kb_dialog_name (KbWindow *window, const char *heading, const char *accept, const char *text,
                KbNameFor what, KbNamed named)
{
  AdwMessageDialog *dialog =
    ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (window), heading, NULL));
  Name *self = g_new (Name, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *list = gtk_list_box_new ();
  *self = (Name) { named, what, window, adw_entry_row_new (), make_reason () };
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->entry), _("Name"));
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (self->entry), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  kb_name_widget (self->entry, _("Name"));
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  kb_name_widget (list, heading);
  gtk_list_box_append (GTK_LIST_BOX (list), self->entry);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), self->reason);

  adw_message_dialog_add_responses (dialog, "cancel", _("Cancel"), "accept", accept, NULL);
  adw_message_dialog_set_response_appearance (dialog, "accept", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "accept");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_extra_child (dialog, box);
  g_object_set_data_full (G_OBJECT (dialog), "kb-name", self, g_free);
  g_signal_connect (self->entry, "changed", G_CALLBACK (on_changed), dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), window, 0);
  on_changed (GTK_EDITABLE (self->entry), dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

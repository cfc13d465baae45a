/* SPDX-License-Identifier: MIT */
/* One line of text: names of classes, sprites, animations. */
#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/dialogs/dialogs.h"

typedef struct {
  KbNamed named;
  gpointer data;
  GtkWidget *entry;
} Name;

static void
on_changed (GtkEditable *entry, AdwMessageDialog *dialog)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  adw_message_dialog_set_response_enabled (dialog, "accept", *text != '\0');
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Name *self = g_object_get_data (G_OBJECT (dialog), "kb-name");
  if (!g_str_equal (response, "accept"))
    return;
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  if (*text)
    self->named (window, text, self->data);
}

void
kb_dialog_name (KbWindow *window, const char *heading, const char *label, const char *accept, const char *text,
                KbNamed named, gpointer data)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (window), heading, NULL));
  Name *self = g_new (Name, 1);
  GtkWidget *list = gtk_list_box_new ();
  self->named = named;
  self->data = data;
  self->entry = adw_entry_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->entry), label);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (self->entry), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  kb_name_widget (self->entry, label);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  kb_name_widget (list, heading);
  gtk_list_box_append (GTK_LIST_BOX (list), self->entry);

  adw_message_dialog_add_responses (dialog, "cancel", _("Cancel"), "accept", accept, NULL);
  adw_message_dialog_set_response_appearance (dialog, "accept", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "accept");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_extra_child (dialog, list);
  g_object_set_data_full (G_OBJECT (dialog), "kb-name", self, g_free);
  g_signal_connect (self->entry, "changed", G_CALLBACK (on_changed), dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), window, 0);
  on_changed (GTK_EDITABLE (self->entry), dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

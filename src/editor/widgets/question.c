/* SPDX-License-Identifier: MIT */
/* Dialogs with a button for each answer. */
#include "editor/widgets/widgets.h"

static gboolean
on_question_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType modifiers,
                 GtkWindow *dialog)
{
  GtkWidget *focus = gtk_window_get_focus (dialog),
            *accept = gtk_window_get_default_widget (dialog);
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || !accept
      || !(GTK_IS_TOGGLE_BUTTON (focus) || GTK_IS_CHECK_BUTTON (focus)))
    return FALSE;
  return !gtk_widget_is_sensitive (accept) || gtk_widget_activate (accept);
}

gboolean
kb_has_mistake (GtkWidget *widget)
{
  gboolean has = GTK_IS_EDITABLE (widget) && gtk_widget_has_css_class (widget, "error");
  KB_EACH_CHILD (child, widget)
    has = has || kb_has_mistake (child);
  return has;
}

void
kb_question_allow (AdwMessageDialog *dialog, gboolean allowed)
{
  adw_message_dialog_set_response_enabled (dialog, "accept",
                                           allowed && !kb_has_mistake (GTK_WIDGET (dialog)));
}

void
kb_enter_accepts (gpointer dialog)
{
  kb_add_keys (dialog, G_CALLBACK (on_question_key), dialog);
}

AdwMessageDialog *
kb_question_show (gpointer window, KbQuestion question)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
    adw_message_dialog_new (GTK_WINDOW (window), question.heading, question.body));
  for (guint i = 0; i < G_N_ELEMENTS (question.answers); i++)
    {
      const KbAnswer *answer = &question.answers[i];
      if (!answer->label)
        continue;
      adw_message_dialog_add_response (dialog, answer->id, answer->label);
      adw_message_dialog_set_response_appearance (dialog, answer->id, answer->appearance);
    }
  adw_message_dialog_set_default_response (dialog, question.default_answer);
  adw_message_dialog_set_close_response (dialog, question.answers[0].id);
  adw_message_dialog_set_extra_child (dialog, question.child);
  g_object_set_data_full (G_OBJECT (dialog), KB_QUESTION, question.data, question.free_data);
  if (question.answered)
    g_signal_connect_object (dialog, "response", question.answered, window, 0);
  kb_enter_accepts (dialog);
  gtk_window_set_modal (GTK_WINDOW (dialog), !question.is_modeless);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* SPDX-License-Identifier: MIT */
/* Recovery after a crash: the steps to recover, pictures of the frames before and after, and what
 * to do with them. */
#include <glib/gi18n.h>

#include "editor/project/project_flow.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define MAX_SHOWN 200

typedef struct {
  KbAnswered answered;
  gpointer data;
  GtkWidget *list, *pictures;
} Recovery;

static void
on_discard (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Recovery *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  self->answered (window, g_str_equal (response, "accept") ? "discard" : "cancel", self->data);
}

/* Discarding cannot be undone, so it needs a confirmation. */
static void
ask_discard (KbWindow *window, const Recovery *recovery)
{
  kb_question_show (window, (KbQuestion) {
    .heading = _("Discard the Unsaved Changes?"),
    .body = _("They cannot be brought back later."),
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Discard"), ADW_RESPONSE_DESTRUCTIVE } },
    .default_answer = "cancel",
    .answered = G_CALLBACK (on_discard),
    .data = g_memdup2 (recovery, sizeof *recovery),
    .free_data = g_free,
  });
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Recovery *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  if (g_str_equal (response, "discard"))
    ask_discard (window, self);
  else
    self->answered (window, response, self->data);
}

/* Newest on top: users remember that one. */
static void
fill_list (GtkWidget *list, char **labels)
{
  guint n = g_strv_length (labels);
  for (guint i = 0; i < MIN (n, MAX_SHOWN); i++)
    {
      GtkWidget *text = kb_label_new (labels[n - 1 - i], "kb-row-hint");
      gtk_label_set_wrap (GTK_LABEL (text), TRUE);
      gtk_list_box_append (GTK_LIST_BOX (list), text);
    }
}

static const KbTemplateChild children[] = {
  KB_CHILD (Recovery, list), KB_CHILD (Recovery, pictures), { NULL },
};

void
kb_dialog_recovery (KbWindow *window, KbDocument *document, KbAnswered answered, gpointer data)
{
  g_auto (GStrv) labels = NULL;
  GtkWidget *pictures = kb_recovery_pictures_new (document, &labels);
  guint n = g_strv_length (labels);
  g_autofree char *body = g_strdup_printf (
    ngettext ("“%s” was not closed properly. %u change was not saved; the newest is on top.",
              "“%s” was not closed properly. %u changes were not saved; the newest is on top.", n),
    kb_document_project (document)->name, n);
  if (!kb_document_journal_fits (document))
    {
      char *longer = g_strconcat (
        body, "\n\n",
        _("Another program has changed the project's files since, so the changes may not fit. "
          "Keep Both leaves the files as they are."),
        NULL);
      g_free (body);
      body = longer;
    }
  Recovery *self = g_new (Recovery, 1);
  *self = (Recovery) { answered, data, NULL, NULL };
  GtkWidget *box = kb_template_build ("recovery_dialog", self, children, NULL);
  fill_list (self->list, labels);
  adw_bin_set_child (ADW_BIN (self->pictures), pictures);
  gtk_widget_set_visible (self->pictures, pictures != NULL);
  kb_question_show (window, (KbQuestion) {
    .heading = _("Recover Unsaved Changes?"),
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "discard", _("Discard…"), ADW_RESPONSE_DESTRUCTIVE },
                 { "both", _("Keep Both") },
                 { "recover", _("Recover"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "recover",
    .child = box,
    .answered = G_CALLBACK (on_response),
    .data = self,
    .free_data = g_free,
  });
}

/* SPDX-License-Identifier: MIT */
/* The welcome page. */
#include "editor/window/parts.h"

#include <glib/gi18n.h>

#include "document/document.h"
#include "editor/project/project_flow.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"

struct _KbWelcome
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *recent_group;
  GtkListBox *recent_list, *sample_list;

  char **recent;      /* owned; not shown yet */
};

G_DEFINE_FINAL_TYPE (KbWelcome, kb_welcome, ADW_TYPE_BIN)

/* A row that opens a project by an action of the window. */
static GtkWidget *
add_row (GtkListBox *list, const char *title, const char *subtitle, const char *action,
         const char *target)
{
  GtkWidget *row = adw_action_row_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", target);
  gtk_list_box_append (list, row);
  return row;
}

static void
show_recent (KbWelcome *self, char **files)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, child);

  for (guint i = 0; files[i]; i++)
    {
      g_autofree char *name = g_path_get_basename (files[i]);
      g_autofree char *folder = g_path_get_dirname (files[i]);
      g_autofree char *place = kb_place_short (folder);
      char *dot = strrchr (name, '.');
      if (dot)
        *dot = '\0';
      gboolean unsaved =
        kb_document_file_has_journal (files[i]) && !kb_document_file_recovers_nothing (files[i]);
      g_autofree char *subtitle =
        unsaved ? g_strdup_printf ("%s\n%s", _("Unsaved changes can be recovered"), place)
                : g_strdup (place);
      GtkWidget *row = add_row (self->recent_list, name, subtitle, "win.open-recent", files[i]);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), unsaved ? 2 : 1);
      if (unsaved)
        adw_action_row_set_icon_name (ADW_ACTION_ROW (row), "document-revert-symbolic");
    }
  gtk_widget_set_visible (self->recent_group, files[0] != NULL);
}

/* Checks for crash data only when the page is shown, because that opens projects. */
static void
kb_welcome_map (GtkWidget *widget)
{
  KbWelcome *self = KB_WELCOME (widget);
  g_auto (GStrv) files = g_steal_pointer (&self->recent);
  if (files)
    show_recent (self, files);
  GTK_WIDGET_CLASS (kb_welcome_parent_class)->map (widget);
}

void
kb_welcome_set_recent (KbWelcome *self, const char *const *files)
{
  g_strfreev (self->recent);
  self->recent = g_strdupv ((char **) files);
  g_auto (GStrv) now =
    gtk_widget_get_mapped (GTK_WIDGET (self)) ? g_steal_pointer (&self->recent) : NULL;
  if (now)
    show_recent (self, now);
}

static void
kb_welcome_finalize (GObject *object)
{
  g_strfreev (KB_WELCOME (object)->recent);
  G_OBJECT_CLASS (kb_welcome_parent_class)->finalize (object);
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbWelcome, recent_group), KB_CHILD (KbWelcome, recent_list),
  KB_CHILD (KbWelcome, sample_list), { NULL },
};

static void
kb_welcome_class_init (KbWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->finalize = kb_welcome_finalize;
  widget_class->map = kb_welcome_map;
  kb_template_bind (widget_class, "welcome", children, NULL);
}

static void
kb_welcome_init (KbWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; kb_samples[i].name; i++)
    add_row (self->sample_list, _(kb_samples[i].title), _(kb_samples[i].description),
             "win.open-sample", kb_samples[i].name);
}

/* SPDX-License-Identifier: MIT */
/* Makes a project from a name, a folder and the first classes. */
#include <glib/gi18n.h>

#include "editor/project/project_flow.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define KB_TYPE_NEW_PROJECT (kb_new_project_get_type ())
G_DECLARE_FINAL_TYPE (KbNewProject, kb_new_project, KB, NEW_PROJECT, AdwWindow)

struct _KbNewProject
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *create;
  AdwEntryRow *name, *parent_folder;
  AdwComboRow *classes;
  GtkLabel *note;

  /* Borrowed */
  KbWindow *window;   /* the parent of this dialog */
};

G_DEFINE_FINAL_TYPE (KbNewProject, kb_new_project, ADW_TYPE_WINDOW)

static const struct {
  const char *label;
  const char *names[8];
} class_sets[] = {
  { N_("Head, torso, arms, legs"), { N_("head"), N_("torso"), N_("arms"), N_("legs") } },
  { N_("Wall, floor, door, spawn"), { N_("wall"), N_("floor"), N_("door"), N_("spawn") } },
  { N_("Hurt, hit, push"), { N_("hurt"), N_("hit"), N_("push") } },
  { N_("None"), { NULL } },
};

static char *
dup_folder (KbNewProject *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  g_autofree char *parent =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->parent_folder))));
  if (!*name || !*parent || strchr (name, '/') || name[0] == '.')
    return NULL;
  g_autofree char *full = kb_place_full (parent);
  return g_build_filename (full, name, NULL);
}

/* Why the project cannot be created there, or NULL. */
static const char *
fault (const char *folder)
{
  if (!folder)
    return _("Enter a name (without “/”) and a location.");
  if (!g_path_is_absolute (folder))
    return _("Give the folder's full path.");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;
  while (dir && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (entry, ".kickbox"))
      return _("There is a project in that folder already. Open it, or choose another name.");
  return NULL;
}

static void
on_new_project_changed (GtkEditable *editable, KbNewProject *self)
{
  g_autofree char *folder = dup_folder (self);
  const char *wrong = fault (folder);
  g_autofree char *place = folder ? kb_place_short (folder) : NULL;
  g_autofree char *text =
    wrong ? g_strdup (wrong) : g_strdup_printf (_("The project will be the folder %s"), place);
  gtk_label_set_label (self->note, text);
  gtk_widget_set_sensitive (self->create, wrong == NULL);
}

static void
on_folder (gpointer self, char **paths, gpointer data)
{
  g_autofree char *place = kb_place_short (paths[0]);
  gtk_editable_set_text (GTK_EDITABLE (((KbNewProject *) self)->parent_folder), place);
}

static void
on_new_project_choose (GtkButton *button, KbNewProject *self)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Choose a Folder"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Choose"), NULL);
  kb_file_chooser_run (chooser, self, on_folder, NULL);
}

/* A popover that is open when its window goes would keep all input. Return presses the button a
 * moment later, and the list may have been opened in between. */
static void
close_popovers (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  KB_EACH_CHILD (child, widget)
    close_popovers (child);
}

/* The dialog stays until the project is made, and says why it cannot be. */
static void
make_project (KbWindow *window, gpointer data)
{
  KbNewProject *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = dup_folder (self),
                  *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  const guint set = MIN (adw_combo_row_get_selected (self->classes), G_N_ELEMENTS (class_sets) - 1);
  const char *names[G_N_ELEMENTS (class_sets[0].names) + 1] = { NULL };
  for (guint i = 0; i < G_N_ELEMENTS (class_sets[0].names) && class_sets[set].names[i]; i++)
    names[i] = _(class_sets[set].names[i]);
  close_popovers (GTK_WIDGET (self->classes));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (kb_flow_create (window, folder, name, names, &error))
    gtk_window_destroy (GTK_WINDOW (self));
  else
    {
      gtk_label_set_label (self->note, error->message);
      gtk_window_present (GTK_WINDOW (self));
    }
}

static void
on_create (GtkButton *button, KbNewProject *self)
{
  kb_flow_guard (self->window, make_project, g_object_ref (self), g_object_unref);
}

static const KbTemplateChild new_project_children[] = {
  KB_CHILD (KbNewProject, create), KB_CHILD (KbNewProject, name),
  KB_CHILD (KbNewProject, parent_folder), KB_CHILD (KbNewProject, classes),
  KB_CHILD (KbNewProject, note), { NULL },
};

static const KbTemplateCall new_project_calls[] = {
  KB_CALL (on_new_project_changed), KB_CALL (on_new_project_choose), KB_CALL (on_create), { NULL },
};

static void
kb_new_project_class_init (KbNewProjectClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  kb_template_bind (widget_class, "new_project", new_project_children, new_project_calls);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
kb_new_project_init (KbNewProject *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_autoptr (GtkStringList) sets = gtk_string_list_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (class_sets); i++)
    gtk_string_list_append (sets, _(class_sets[i].label));
  kb_combo_row_make_wide (self->classes);
  adw_combo_row_set_model (self->classes, G_LIST_MODEL (sets));
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autofree char *place = kb_place_short (documents ? documents : g_get_home_dir ());
  gtk_editable_set_text (GTK_EDITABLE (self->parent_folder), place);
  on_new_project_changed (NULL, self);
}

void
kb_dialog_new_project (KbWindow *window)
{
  KbNewProject *self = g_object_new (KB_TYPE_NEW_PROJECT, "transient-for", window, NULL);
  self->window = window;
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
}

/* SPDX-License-Identifier: MIT */
/* The application: one process, one window a project. */
#include <glib-unix.h>
#include <glib/gi18n.h>

#include "editor/project/project_flow.h"
#include "editor/state/application.h"
#include "editor/state/settings.h"
#include "editor/state/window.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* ---- popover tooltips ---- */

/* The parent of a popover is the button that opens it. GTK would show the tooltips of that button,
 * and of all around it, over the popover. */

#define APPLICATION_QUIET "kb-quiet-tooltips" /* the widgets whose tooltips an open popover hides */

static gboolean
on_popover_tooltips_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GtkWidget *popover = g_value_get_object (values);
  if (!GTK_IS_POPOVER (popover))
    return TRUE;
  GPtrArray *quiet = g_ptr_array_new_with_free_func (g_object_unref);
  for (GtkWidget *widget = gtk_widget_get_parent (popover); widget;
       widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      {
        gtk_widget_set_has_tooltip (widget, FALSE);
        g_ptr_array_add (quiet, g_object_ref (widget));
      }
  g_object_set_data_full (G_OBJECT (popover), APPLICATION_QUIET, quiet,
                          (GDestroyNotify) g_ptr_array_unref);
  return TRUE;
}

static gboolean
on_unmap (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GObject *popover = g_value_get_object (values);
  const GPtrArray *quiet = g_object_get_data (popover, APPLICATION_QUIET);
  if (quiet)
    KB_EACH (GtkWidget, widget, quiet)
      gtk_widget_set_has_tooltip (widget, TRUE);
  g_object_set_data (popover, APPLICATION_QUIET, NULL);
  return TRUE;
}

/* From now on, an open popover hides the tooltips of the widgets around it. Call once, with GTK
 * initialised. */
static void
kb_hide_tooltips_of_popovers (void)
{
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0,
                              on_popover_tooltips_map, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_type_class_unref (class);
}

/* ---- menu names ---- */

/* The widgets of menu items are private to GTK, but their text can be read. */

static void
name_items (GtkWidget *widget)
{
  GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));
  gboolean is_item = role == GTK_ACCESSIBLE_ROLE_MENU_ITEM
                     || role == GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX
                     || role == GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO;
  if (is_item && g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "text"))
    {
      g_autofree char *text = NULL;
      g_object_get (widget, "text", &text, NULL);
      if (text && *text)
        kb_name_widget (widget, text);
      return;
    }
  KB_EACH_CHILD (child, widget)
    name_items (child);
}

static gboolean
on_application_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  gpointer widget = g_value_get_object (values);
  if (GTK_IS_POPOVER_MENU (widget))
    name_items (widget);
  return TRUE;
}

/* From now on, menus made from a model name their items when they are shown: GTK 4.18 only says
 * "menu item". Call once, with GTK initialised. */
static void
kb_name_items_of_menus (void)
{
  /* The class has its signals only once it is initialised */
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_application_map, NULL,
                              NULL);
  g_type_class_unref (class);
}

/* ---- application ---- */

struct _KbApplication
{
  AdwApplication parent_instance;

  gboolean quitting;
};

G_DEFINE_FINAL_TYPE (KbApplication, kb_application, ADW_TYPE_APPLICATION)

static void
apply_style (const char *style)
{
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;
  if (g_str_equal (style, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (style, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static void
change_style (GSimpleAction *action, GVariant *value, gpointer data)
{
  const char *style = g_variant_get_string (value, NULL);
  g_simple_action_set_state (action, value);
  kb_settings_set_string ("style", style);
  apply_style (style);
}

static gboolean
close_next (gpointer data)
{
  KbApplication *self = data;
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self)), *next = windows;
  while (next && !KB_IS_WINDOW (next->data))
    next = next->next;
  next = next ? next : windows;
  if (self->quitting && next)
    gtk_window_close (next->data);
  return G_SOURCE_REMOVE;
}

static void
on_window_removed (KbApplication *self)
{
  if (self->quitting)
    g_idle_add_full (G_PRIORITY_DEFAULT, close_next, g_object_ref (self), g_object_unref);
}

void
kb_application_quit (KbApplication *self)
{
  self->quitting = TRUE;
  close_next (self);
}

void
kb_application_stay (KbApplication *self)
{
  self->quitting = FALSE;
}

/* SIGTERM, as at the end of a session: asks nothing. Unsaved changes stay in the journals. */
static gboolean
end_without_questions (gpointer data)
{
  for (GList *windows; (windows = gtk_application_get_windows (data));)
    gtk_window_destroy (windows->data);
  g_application_quit (data);
  return G_SOURCE_REMOVE;
}

static void
kb_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (kb_application_parent_class)->startup (application);

  g_autofree char *style = kb_settings_dup_string ("style");
  g_autoptr (GSimpleAction) action =
    g_simple_action_new_stateful ("style", G_VARIANT_TYPE_STRING, g_variant_new_string (style));
  g_signal_connect (action, "change-state", G_CALLBACK (change_style), NULL);
  g_action_map_add_action (G_ACTION_MAP (application), G_ACTION (action));
  apply_style (style);
  kb_name_items_of_menus ();
  kb_hide_tooltips_of_popovers ();
  g_unix_signal_add (SIGTERM, end_without_questions, application);
}

static void
kb_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  if (!window)
    window = GTK_WINDOW (kb_window_new (GTK_APPLICATION (application)));
  gtk_window_present (window);
}

/* A window that already shows the project, else an empty one, else a new one. */
static KbWindow *
window_for (GtkApplication *application, const char *path)
{
  KbWindow *empty = NULL;
  for (GList *l = gtk_application_get_windows (application); l; l = l->next)
    {
      if (!KB_IS_WINDOW (l->data))
        continue;
      KbDocument *document = kb_editor_state_get_document (kb_window_get_state (l->data));
      if (!document && !kb_flow_is_opening (l->data))
        empty = l->data;
      else if (!document)
        continue;
      else if (g_str_equal (kb_document_file (document), path)
               || g_str_equal (kb_document_folder (document), path))
        return l->data;
    }
  return empty ? empty : kb_window_new (application);
}

static void
kb_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *path = g_file_get_path (files[i]);
      KbWindow *window = window_for (GTK_APPLICATION (application), path ? path : "");
      gtk_window_present (GTK_WINDOW (window));
      if (path && !kb_editor_state_get_document (kb_window_get_state (window)))
        kb_flow_open (window, path);
    }
}

static int
kb_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  g_print ("kickbox-editor %s\n", KB_VERSION);
  return 0;
}

static void
kb_application_class_init (KbApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);
  application_class->startup = kb_application_startup;
  application_class->activate = kb_application_activate;
  application_class->open = kb_application_open;
  application_class->handle_local_options = kb_application_handle_local_options;
}

static void
kb_application_init (KbApplication *self)
{
  g_signal_connect (self, "window-removed", G_CALLBACK (on_window_removed), NULL);
  g_application_add_main_option (G_APPLICATION (self), "version", 'v', 0, G_OPTION_ARG_NONE,
                                 _("Show the version"), NULL);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[PROJECT]"));
  g_application_set_option_context_summary (
    G_APPLICATION (self),
    _("Annotates sprites for games. PROJECT is a folder or its .kickbox file."));
}

KbApplication *
kb_application_new (void)
{
  return g_object_new (KB_TYPE_APPLICATION,
                       "application-id", KB_APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", KB_RESOURCE_PATH,
                       NULL);
}

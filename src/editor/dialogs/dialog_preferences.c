/* SPDX-License-Identifier: MIT */
/* Preferences: personal settings, stored at once and effective at once. */
#include <glib/gi18n.h>

#include "editor/dialogs/dialog_keys.h"
#include "editor/dialogs/dialogs.h"
#include "editor/project/project_flow.h"
#include "editor/state/editor_state.h"
#include "editor/state/settings.h"
#include "editor/state/window.h"
#include "editor/widgets/accessible.h"

typedef struct {
  const char *value, *label;   /* label: N_() */
} Choice;

static const Choice styles[] = {
  { "system", N_("Follow the system") }, { "light", N_("Light") }, { "dark", N_("Dark") }, { NULL,
    NULL },
};
static const Choice canvas_styles[] = {
  { "system", N_("Same as the window") }, { "light", N_("Light") }, { "dark", N_("Dark") }, { NULL,
    NULL },
};
static const Choice checkers[] = {
  { "quiet", N_("Quiet") }, { "strong", N_("Strong") }, { "none", N_("None") }, { NULL, NULL },
};
static const struct { int seconds; const char *label; } autosaves[] = {
  { 0, N_("Off") }, { 60, N_("After a minute") }, { 120, N_("After 2 minutes") }, { 300,
    N_("After 5 minutes") },
  { 600, N_("After 10 minutes") },
};

static void
redraw_all (GtkWidget *row)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ())); l;
       l = l->next)
    if (KB_IS_WINDOW (l->data))
      kb_editor_state_touch (kb_window_get_state (l->data), KB_CHANGE_TOOL | KB_CHANGE_VIEW);
}

static void
on_choice (AdwComboRow *row, GParamSpec *pspec, gpointer data)
{
  const Choice *choices = g_object_get_data (G_OBJECT (row), "kb-choices");
  const char *key = g_object_get_data (G_OBJECT (row), "kb-key");
  const char *value = choices[adw_combo_row_get_selected (row)].value;
  if (g_str_equal (key, "style"))
    g_action_group_change_action_state (G_ACTION_GROUP (g_application_get_default ()), "style",
                                        g_variant_new_string (value));
  else
    kb_settings_set_string (key, value);
  redraw_all (GTK_WIDGET (row));
}

static GtkWidget *
combo_row (const char *title, const char *subtitle, GtkStringList *names, guint selected)
{
  GtkWidget *row = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (names));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  kb_name_widget (row, title);
  return row;
}

static GtkWidget *
choice_row (const char *title, const char *subtitle, const char *key, const Choice *choices)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *now = kb_settings_dup_string (key);
  guint selected = 0;
  for (guint i = 0; choices[i].value; i++)
    {
      gtk_string_list_append (names, _(choices[i].label));
      if (g_str_equal (choices[i].value, now))
        selected = i;
    }
  GtkWidget *row = combo_row (title, subtitle, names, selected);
  g_object_set_data (G_OBJECT (row), "kb-choices", (gpointer) choices);
  g_object_set_data (G_OBJECT (row), "kb-key", (gpointer) key);
  g_signal_connect (row, "notify::selected", G_CALLBACK (on_choice), NULL);
  return row;
}

static void
on_autosave (AdwComboRow *row, GParamSpec *pspec, gpointer data)
{
  kb_settings_set_int ("autosave-seconds", autosaves[adw_combo_row_get_selected (row)].seconds);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ())); l;
       l = l->next)
    if (KB_IS_WINDOW (l->data))
      kb_autosave_restart (l->data);
}

static GtkWidget *
autosave_row (void)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  int now = kb_settings_get_int ("autosave-seconds");
  guint selected = 0;
  for (guint i = 0; i < G_N_ELEMENTS (autosaves); i++)
    {
      gtk_string_list_append (names, _(autosaves[i].label));
      if (autosaves[i].seconds == now)
        selected = i;
    }
  GtkWidget *row =
    combo_row (_("Save automatically"),
               _("Not needed for crashes: a journal keeps unsaved changes"), names, selected);
  g_signal_connect (row, "notify::selected", G_CALLBACK (on_autosave), NULL);
  return row;
}

static GtkWidget *
action_row (const char *title, const char *subtitle, GtkWidget *widget)
{
  GtkWidget *row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  kb_name_widget (widget, title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  return row;
}

/* A switch for an action of the window, so that all other widgets of the action follow. */
static GtkWidget *
switch_row (KbWindow *window, const char *title, const char *action)
{
  GtkWidget *widget = gtk_switch_new ();
  gtk_actionable_set_action_name (GTK_ACTIONABLE (widget), action);
  return action_row (title, NULL, widget);
}

static void
on_button (GtkButton *button, KbWindow *window)
{
  const char *action = g_object_get_data (G_OBJECT (button), "kb-action");
  gtk_window_close (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))));
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
}

static GtkWidget *
button_row (KbWindow *window, const char *title, const char *subtitle, const char *text,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (text);
  g_object_set_data (G_OBJECT (button), "kb-action", (gpointer) action);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_button), window, 0);
  return action_row (title, subtitle, button);
}

static GtkWidget *
group (const char *title, GtkWidget *const *rows, guint n)
{
  GtkWidget *widget = adw_preferences_group_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (widget), title);
  for (guint i = 0; i < n; i++)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (widget), rows[i]);
  return widget;
}

void
kb_dialog_preferences (KbWindow *window)
{
  GtkWidget *dialog = adw_preferences_window_new (), *page = adw_preferences_page_new ();
  GtkWidget *looks[] = {
    choice_row (_("Style"), NULL, "style", styles),
    choice_row (_("Canvas"), _("Background around and behind pictures"), "canvas-style",
                canvas_styles),
    choice_row (_("Checkerboard"), _("Behind transparent pixels"), "checker", checkers),
    switch_row (window, _("Labels on the canvas"), "win.labels"),
  };
  GtkWidget *work[] = {
    autosave_row (),
    switch_row (window, _("Click through to the next frame"), "win.click-through"),
  };
  GtkWidget *help[] = {
    button_row (window, _("Keyboard shortcuts"), _("Every action and its keys"), _("Show"),
                "win.shortcuts"),
    button_row (window, _("First steps"), _("Three short hints"), _("Show"), "win.first-steps"),
  };
  /* Names the window's own search entry, while it is the only one. */
  kb_name_inside (dialog, GTK_TYPE_SEARCH_ENTRY, _("Search the preferences"));
  kb_name_inside (dialog, GTK_TYPE_IMAGE, _("Clear"));
  kb_name_inside (dialog, GTK_TYPE_LIST_BOX, _("Found preferences"));
  adw_preferences_page_add (
    ADW_PREFERENCES_PAGE (page),
    ADW_PREFERENCES_GROUP (group (_("Appearance"), looks, G_N_ELEMENTS (looks))));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page),
                            ADW_PREFERENCES_GROUP (group (_("Work"), work, G_N_ELEMENTS (work))));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page),
                            ADW_PREFERENCES_GROUP (group (_("Help"), help, G_N_ELEMENTS (help))));
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), _("General"));
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), "preferences-system-symbolic");
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (dialog), ADW_PREFERENCES_PAGE (page));
  gtk_widget_insert_action_group (dialog, "win", G_ACTION_GROUP (window));
  gtk_window_set_title (GTK_WINDOW (dialog), _("Preferences"));
  gtk_window_set_default_size (GTK_WINDOW (dialog), 560, 560);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (window));
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (dialog),
                              ADW_PREFERENCES_PAGE (kb_keys_page_new (GTK_WINDOW (dialog))));
  gtk_window_present (GTK_WINDOW (dialog));
}

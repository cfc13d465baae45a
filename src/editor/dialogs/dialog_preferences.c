/* SPDX-License-Identifier: MIT */
/* Preferences: personal settings, stored at once and effective at once. */
#include "editor/dialogs/dialogs.h"

#include <glib/gi18n.h>

#include "editor/project/project_flow.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

enum { STYLE, CANVAS, CHECKER, N_CHOICES };

/* The values of the rows' items, in their order. */
static const struct { const char *key, *values[4]; } choices[N_CHOICES] = {
  [STYLE] = { "style", { "system", "light", "dark" } },
  [CANVAS] = { "canvas-style", { "system", "light", "dark" } },
  [CHECKER] = { "checker", { "quiet", "strong", "none" } },
};
static const int autosaves[] = { 0, 60, 120, 300, 600 };   /* seconds */

typedef struct {
  KbWindow *window;   /* the parent of the dialog */
  GtkWindow *dialog;
  AdwComboRow *rows[N_CHOICES], *autosave;
} Preferences;

static void
each_window (void (*run) (KbWindow *window))
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ())); l;
       l = l->next)
    if (KB_IS_WINDOW (l->data))
      run (l->data);
}

static void
redraw (KbWindow *window)
{
  kb_editor_state_touch (kb_window_get_state (window), KB_CHANGE_TOOL | KB_CHANGE_VIEW);
}

static void
on_choice (AdwComboRow *row, GParamSpec *pspec, Preferences *self)
{
  guint i = 0;
  while (self->rows[i] != row)
    i++;
  const char *value = choices[i].values[adw_combo_row_get_selected (row)];
  if (i == STYLE)
    g_action_group_change_action_state (G_ACTION_GROUP (g_application_get_default ()), "style",
                                        g_variant_new_string (value));
  else
    kb_settings_set_string (choices[i].key, value);
  each_window (redraw);
}

static void
on_autosave (AdwComboRow *row, GParamSpec *pspec, Preferences *self)
{
  kb_settings_set_int ("autosave-seconds", autosaves[adw_combo_row_get_selected (row)]);
  each_window (kb_autosave_restart);
}

static void
leave_for (Preferences *self, const char *action)
{
  GtkWidget *window = GTK_WIDGET (self->window);
  gtk_window_close (self->dialog);
  gtk_widget_activate_action (window, action, NULL);
}

static void
on_shortcuts (GtkButton *button, Preferences *self)
{
  leave_for (self, "win.shortcuts");
}

static void
on_first_steps (GtkButton *button, Preferences *self)
{
  leave_for (self, "win.first-steps");
}

static void
show_settings (Preferences *self)
{
  for (guint i = 0; i < N_CHOICES; i++)
    {
      g_autofree char *now = kb_settings_dup_string (choices[i].key);
      kb_combo_row_make_wide (self->rows[i]);
      for (guint k = 0; choices[i].values[k]; k++)
        if (g_str_equal (choices[i].values[k], now))
          adw_combo_row_set_selected (self->rows[i], k);
      g_signal_connect (self->rows[i], "notify::selected", G_CALLBACK (on_choice), self);
    }
  kb_combo_row_make_wide (self->autosave);
  for (guint k = 0; k < G_N_ELEMENTS (autosaves); k++)
    if (autosaves[k] == kb_settings_get_int ("autosave-seconds"))
      adw_combo_row_set_selected (self->autosave, k);
  g_signal_connect (self->autosave, "notify::selected", G_CALLBACK (on_autosave), self);
}

static const KbTemplateChild children[] = {
  { "style", G_STRUCT_OFFSET (Preferences, rows[STYLE]) },
  { "canvas", G_STRUCT_OFFSET (Preferences, rows[CANVAS]) },
  { "checker", G_STRUCT_OFFSET (Preferences, rows[CHECKER]) },
  KB_CHILD (Preferences, autosave), { NULL },
};

static const KbTemplateCall calls[] = {
  KB_CALL (on_shortcuts), KB_CALL (on_first_steps), { NULL },
};

void
kb_dialog_preferences (KbWindow *window)
{
  Preferences *self = g_new0 (Preferences, 1);
  GtkWidget *dialog =
    g_object_new (ADW_TYPE_PREFERENCES_WINDOW, "title", _("Preferences"), "default-width", 560,
                  "default-height", 560, "transient-for", window, "modal", TRUE, NULL);
  GtkWidget *page = kb_template_build ("preferences_page", self, children, calls);
  self->window = window;
  self->dialog = GTK_WINDOW (dialog);
  g_object_set_data_full (G_OBJECT (dialog), "kb-preferences", self, g_free);
  show_settings (self);
  /* Names the window's own search entry, while it is the only one. */
  kb_name_inside (dialog, GTK_TYPE_SEARCH_ENTRY, _("Search the preferences"));
  kb_name_inside (dialog, GTK_TYPE_IMAGE, _("Clear"));
  kb_name_inside (dialog, GTK_TYPE_LIST_BOX, _("Found preferences"));
  gtk_widget_insert_action_group (dialog, "win", G_ACTION_GROUP (window));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (dialog), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (dialog),
                              ADW_PREFERENCES_PAGE (kb_keys_page_new (self->dialog)));
  gtk_window_present (self->dialog);
}

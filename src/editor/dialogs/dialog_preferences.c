/* SPDX-License-Identifier: MIT */
/* Preferences: personal settings, stored at once and effective at once. */
#include <glib/gi18n.h>

#include "editor/dialogs/dialogs.h"
#include "editor/project/project_flow.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

/* ---- dialog keys ---- */

/* The page of keys in the preferences: a row for each action, which waits for a key when activated.
 * */

#define MARGIN 24   /* pixels of the page to show around a row */
#define FRAMES_HELD 30

typedef struct Page Page;

typedef struct {
  Page *page;
  const KbAction *action;
  GtkWidget *row, *reset;
  GtkLabel *label;
  guint frames_left;      /* while it is brought into sight */
} PreferencesRow;

struct Page {
  GPtrArray *rows;        /* Row */
  PreferencesRow *waiting;           /* takes the next key, may be NULL */
  GtkWidget *reset_all;
};

static void
show_row (PreferencesRow *self, const char *subtitle)
{
  g_autofree char *keys = kb_keys_text (self->action, " · ");
  const char *says = *subtitle ? subtitle : *keys ? keys : _("no key");
  g_autofree char *name = g_strdup_printf ("%s, %s", _(self->action->label), says);
  gtk_label_set_text (self->label, keys);
  gtk_widget_set_visible (self->reset, kb_keys_is_changed (self->action));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->row), subtitle);
  kb_name_widget (self->row, name);
}

static void
show_resting (PreferencesRow *self)
{
  show_row (self, kb_keys_is_fixed (self->action) ? _("A key of the canvas") : "");
}

static void
rest (Page *self)
{
  PreferencesRow *row = self->waiting;
  self->waiting = NULL;
  if (row)
    show_resting (row);
}

static void
show_all (Page *self)
{
  gboolean any = FALSE;
  self->waiting = NULL;
  KB_EACH (PreferencesRow, row, self->rows)
    {
      show_resting (row);
      any |= kb_keys_is_changed (row->action);
    }
  gtk_widget_set_sensitive (self->reset_all, any);
}

static void
apply_preferences (Page *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ())); l;
       l = l->next)
    if (KB_IS_WINDOW (l->data))
      kb_actions_update_keys (l->data);
  show_all (self);
}

static void
on_preferences_activated (GtkWidget *widget, PreferencesRow *self)
{
  rest (self->page);
  self->page->waiting = self;
  show_row (self, _("Press a key… Escape keeps the old one, Backspace removes it"));
}

static void
give (Page *self, const char *key)
{
  g_autofree char *why = NULL;
  if (kb_keys_set (self->waiting->action, key, &why))
    apply_preferences (self);
  else
    {
      g_autofree char *text = g_strdup_printf (_("%s. Press another, or Escape"), why);
      show_row (self->waiting, text);
    }
}

static gboolean
on_preferences_key (GtkEventControllerKey *controller, guint keyval, guint code,
                    GdkModifierType type, Page *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  GdkModifierType modifiers = type & gtk_accelerator_get_default_mod_mask ();
  if (!self->waiting)
    return FALSE;
  if (gdk_key_event_is_modifier (event))
    return TRUE;
  if (keyval == GDK_KEY_Escape && !modifiers)
    rest (self);
  else if (keyval == GDK_KEY_BackSpace && !modifiers)
    give (self, "");
  else if (gdk_key_event_get_match (event, &keyval, &modifiers))
    {
      g_autofree char *key =
        gtk_accelerator_name (keyval, modifiers & gtk_accelerator_get_default_mod_mask ());
      give (self, key);
    }
  return TRUE;
}

/* A search focuses a row before it has a position. GTK then does not scroll to it, and scrolls to
 * the top when the page appears. So this scrolls to the row for some frames. */
static gboolean
bring_into_sight (GtkWidget *row, GdkFrameClock *clock, gpointer data)
{
  PreferencesRow *self = data;
  GtkWidget *viewport = gtk_widget_get_ancestor (row, GTK_TYPE_VIEWPORT);
  graphene_rect_t place;
  if (viewport && gtk_widget_get_height (row) && gtk_widget_compute_bounds (row, viewport, &place))
    {
      GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
      double top = gtk_adjustment_get_value (adjustment) + (double) place.origin.y;
      gtk_adjustment_clamp_page (adjustment, top - MARGIN,
                                 top + (double) place.size.height + MARGIN);
    }
  if (self->frames_left < 2 || !gtk_widget_has_focus (row))
    return G_SOURCE_REMOVE;
  self->frames_left--;
  return G_SOURCE_CONTINUE;
}

/* Moving the focus elsewhere cancels waiting for a key. */
static void
on_preferences_focus (GtkWindow *dialog, GParamSpec *pspec, Page *self)
{
  GtkWidget *focus = gtk_window_get_focus (dialog);
  if (self->waiting && focus && focus != self->waiting->row
      && !gtk_widget_is_ancestor (focus, self->waiting->row))
    rest (self);
  if (focus)
    KB_EACH (PreferencesRow, row, self->rows)
      {
        if (row->row != focus)
          continue;
        row->frames_left = FRAMES_HELD;
        gtk_widget_add_tick_callback (focus, bring_into_sight, row, NULL);
      }
}

static void
on_reset (GtkWidget *button, PreferencesRow *self)
{
  g_autofree char *why = NULL;
  rest (self->page);
  if (kb_keys_reset (self->action, &why))
    {
      gtk_widget_grab_focus (self->row);
      apply_preferences (self->page);
    }
  else
    show_row (self, why);
}

static void
on_reset_all (GtkWidget *button, Page *self)
{
  kb_keys_reset_all ();
  apply_preferences (self);
}

static GtkWidget *
new_row (Page *page, const KbAction *action)
{
  static const KbTemplateChild children[] = { KB_CHILD (PreferencesRow, label),
                                              KB_CHILD (PreferencesRow, reset),
                                              { NULL } };
  static const KbTemplateCall calls[] = { KB_CALL (on_preferences_activated),
                                          KB_CALL (on_reset),
                                          { NULL } };
  PreferencesRow *self = g_new0 (PreferencesRow, 1);
  g_autofree char *name = g_strdup_printf (_("Reset the key of “%s”"), _(action->label));
  self->page = page;
  self->action = action;
  self->row = kb_template_build ("key_row", self, children, calls);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->row), _(action->label));
  gtk_widget_set_tooltip_text (self->reset, name);
  kb_name_widget (self->reset, name);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->row), !kb_keys_is_fixed (action));
  g_ptr_array_add (page->rows, self);
  return self->row;
}

/* Sections in the order of their first action, each once. */
static void
add_sections (Page *self, AdwPreferencesPage *page)
{
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    {
      const char *section = action->section ? _(action->section) : _("Kickbox");
      AdwPreferencesGroup *group = g_hash_table_lookup (groups, section);
      if (!group)
        {
          group = g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", section, NULL);
          adw_preferences_page_add (page, group);
          g_hash_table_insert (groups, (gpointer) section, group);
        }
      adw_preferences_group_add (group, new_row (self, action));
    }
}

/* A page of the preferences to change the keys of all actions; takes effect in all windows at once.
 * `dialog` is the window for the page; it must have its parent already, to catch keys before that
 * does. */
static GtkWidget *
kb_keys_page_new (GtkWindow *dialog)
{
  static const KbTemplateChild children[] = { KB_CHILD (Page, reset_all), { NULL } };
  static const KbTemplateCall calls[] = { KB_CALL (on_reset_all), { NULL } };
  Page *self = g_new0 (Page, 1);
  GtkWidget *page = kb_template_build ("keys_page", self, children, calls);
  self->rows = g_ptr_array_new_with_free_func (g_free);
  g_object_set_data_full (G_OBJECT (dialog), "kb-keys-page", self, g_free);
  g_object_set_data_full (G_OBJECT (dialog), "kb-keys-rows", self->rows,
                          (GDestroyNotify) g_ptr_array_unref);
  add_sections (self, ADW_PREFERENCES_PAGE (page));
  show_all (self);

  kb_add_keys (dialog, G_CALLBACK (on_preferences_key), self);
  g_signal_connect (dialog, "notify::focus-widget", G_CALLBACK (on_preferences_focus), self);
  return page;
}

/* ---- dialog preferences ---- */

enum { STYLE, CANVAS, CHECKER, PREFERENCES_N_CHOICES };

/* The values of the rows' items, in their order. */
static const struct { const char *key, *values[4]; } preferences_choices[PREFERENCES_N_CHOICES] = {
  [STYLE] = { "style", { "system", "light", "dark" } },
  [CANVAS] = { "canvas-style", { "system", "light", "dark" } },
  [CHECKER] = { "checker", { "quiet", "strong", "none" } },
};
static const int autosaves[] = { 0, 60, 120, 300, 600 };   /* seconds */

typedef struct {
  KbWindow *window;   /* the parent of the dialog */
  GtkWindow *dialog;
  AdwComboRow *rows[PREFERENCES_N_CHOICES], *autosave;
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
preferences_redraw (KbWindow *window)
{
  kb_editor_state_touch (kb_window_get_state (window), KB_CHANGE_TOOL | KB_CHANGE_VIEW);
}

static void
on_preferences_choice (AdwComboRow *row, GParamSpec *pspec, Preferences *self)
{
  guint i = 0;
  while (self->rows[i] != row)
    i++;
  const char *value = preferences_choices[i].values[adw_combo_row_get_selected (row)];
  if (i == STYLE)
    g_action_group_change_action_state (G_ACTION_GROUP (g_application_get_default ()), "style",
                                        g_variant_new_string (value));
  else
    kb_settings_set_string (preferences_choices[i].key, value);
  each_window (preferences_redraw);
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
  for (guint i = 0; i < PREFERENCES_N_CHOICES; i++)
    {
      g_autofree char *now = kb_settings_dup_string (preferences_choices[i].key);
      kb_combo_row_make_wide (self->rows[i]);
      for (guint k = 0; preferences_choices[i].values[k]; k++)
        if (g_str_equal (preferences_choices[i].values[k], now))
          adw_combo_row_set_selected (self->rows[i], k);
      g_signal_connect (self->rows[i], "notify::selected", G_CALLBACK (on_preferences_choice),
                        self);
    }
  kb_combo_row_make_wide (self->autosave);
  for (guint k = 0; k < G_N_ELEMENTS (autosaves); k++)
    if (autosaves[k] == kb_settings_get_int ("autosave-seconds"))
      adw_combo_row_set_selected (self->autosave, k);
  g_signal_connect (self->autosave, "notify::selected", G_CALLBACK (on_autosave), self);
}

static const KbTemplateChild preferences_children[] = {
  { "style", G_STRUCT_OFFSET (Preferences, rows[STYLE]) },
  { "canvas", G_STRUCT_OFFSET (Preferences, rows[CANVAS]) },
  { "checker", G_STRUCT_OFFSET (Preferences, rows[CHECKER]) },
  KB_CHILD (Preferences, autosave), { NULL },
};

static const KbTemplateCall preferences_calls[] = {
  KB_CALL (on_shortcuts), KB_CALL (on_first_steps), { NULL },
};

void
kb_dialog_preferences (KbWindow *window)
{
  Preferences *self = g_new0 (Preferences, 1);
  GtkWidget *dialog =
    g_object_new (ADW_TYPE_PREFERENCES_WINDOW, "title", _("Preferences"), "default-width", 560,
                  "default-height", 560, "transient-for", window, "modal", TRUE, NULL);
  GtkWidget *page =
    kb_template_build ("preferences_page", self, preferences_children, preferences_calls);
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

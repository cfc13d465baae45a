/* SPDX-License-Identifier: MIT */
/* The page of keys in the preferences: a row for each action, which waits for a key when
 * activated. */
#include "editor/dialogs/dialog_keys.h"

#include <glib/gi18n.h>

#include "editor/state/keys.h"
#include "editor/widgets/accessible.h"

#define MARGIN 24   /* pixels of the page to show around a row */
#define FRAMES_HELD 30

typedef struct {
  GPtrArray *rows;        /* not owned */
  GtkWidget *waiting;     /* the row that takes the next key, or NULL */
  GtkWidget *reset_all;
} Page;

static const KbAction *
action_of (gpointer row)
{
  return g_object_get_data (row, "kb-action");
}

static void
page_free (gpointer data)
{
  Page *self = data;
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static void
show_row (GtkWidget *row, const char *subtitle)
{
  const KbAction *action = action_of (row);
  g_autofree char *keys = kb_keys_text (action, " · ");
  const char *says = *subtitle ? subtitle : *keys ? keys : _("no key");
  g_autofree char *name = g_strdup_printf ("%s, %s", _(action->label), says);
  gtk_label_set_text (g_object_get_data (G_OBJECT (row), "kb-label"), keys);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "kb-reset"),
                          kb_keys_is_changed (action));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  kb_name_widget (row, name);
}

static const char *
resting_text (const KbAction *action)
{
  return kb_keys_is_fixed (action) ? _("A key of the canvas") : "";
}

static void
rest (Page *self)
{
  GtkWidget *row = self->waiting;
  self->waiting = NULL;
  if (row)
    show_row (row, resting_text (action_of (row)));
}

static void
show_all (Page *self)
{
  gboolean any = FALSE;
  self->waiting = NULL;
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      show_row (row, resting_text (action_of (row)));
      any |= kb_keys_is_changed (action_of (row));
    }
  gtk_widget_set_sensitive (self->reset_all, any);
}

static void
apply (Page *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ())); l;
       l = l->next)
    if (KB_IS_WINDOW (l->data))
      kb_actions_update_keys (l->data);
  show_all (self);
}

static void
on_activated (GtkWidget *row, Page *self)
{
  rest (self);
  self->waiting = row;
  show_row (row, _("Press a key… Escape keeps the old one, Backspace removes it"));
}

static void
give (Page *self, const char *key)
{
  g_autofree char *why = NULL;
  if (kb_keys_set (action_of (self->waiting), key, &why))
    apply (self);
  else
    {
      g_autofree char *text = g_strdup_printf (_("%s. Press another, or Escape"), why);
      show_row (self->waiting, text);
    }
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type,
        Page *self)
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
  GtkWidget *viewport = gtk_widget_get_ancestor (row, GTK_TYPE_VIEWPORT);
  guint left = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kb-frames"));
  graphene_rect_t place;
  if (viewport && gtk_widget_get_height (row) && gtk_widget_compute_bounds (row, viewport, &place))
    {
      GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
      double top = gtk_adjustment_get_value (adjustment) + (double) place.origin.y;
      gtk_adjustment_clamp_page (adjustment, top - MARGIN,
                                 top + (double) place.size.height + MARGIN);
    }
  if (left < 2 || !gtk_widget_has_focus (row))
    return G_SOURCE_REMOVE;
  g_object_set_data (G_OBJECT (row), "kb-frames", GUINT_TO_POINTER (left - 1));
  return G_SOURCE_CONTINUE;
}

/* Moving the focus elsewhere cancels waiting for a key. */
static void
on_focus (GtkWindow *dialog, GParamSpec *pspec, Page *self)
{
  GtkWidget *focus = gtk_window_get_focus (dialog);
  if (self->waiting && focus && focus != self->waiting
      && !gtk_widget_is_ancestor (focus, self->waiting))
    rest (self);
  if (focus && ADW_IS_ACTION_ROW (focus) && action_of (focus))
    {
      g_object_set_data (G_OBJECT (focus), "kb-frames", GUINT_TO_POINTER (FRAMES_HELD));
      gtk_widget_add_tick_callback (focus, bring_into_sight, NULL, NULL);
    }
}

static void
on_reset (GtkWidget *button, Page *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  g_autofree char *why = NULL;
  rest (self);
  if (kb_keys_reset (action_of (row), &why))
    {
      gtk_widget_grab_focus (row);
      apply (self);
    }
  else
    show_row (row, why);
}

static void
on_reset_all (GtkWidget *button, Page *self)
{
  kb_keys_reset_all ();
  apply (self);
}

static GtkWidget *
new_row (Page *self, const KbAction *action)
{
  GtkWidget *row = adw_action_row_new (), *label = gtk_label_new (NULL);
  GtkWidget *reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  g_autofree char *name = g_strdup_printf (_("Reset the key of “%s”"), _(action->label));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(action->label));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (reset, "flat");
  gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (reset, name);
  kb_name_widget (reset, name);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), reset);
  g_object_set_data (G_OBJECT (row), "kb-action", (gpointer) action);
  g_object_set_data (G_OBJECT (row), "kb-label", label);
  g_object_set_data (G_OBJECT (row), "kb-reset", reset);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), !kb_keys_is_fixed (action));
  g_signal_connect (row, "activated", G_CALLBACK (on_activated), self);
  g_signal_connect (reset, "clicked", G_CALLBACK (on_reset), self);
  g_ptr_array_add (self->rows, row);
  return row;
}

static AdwPreferencesGroup *
new_group (AdwPreferencesPage *page, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
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
          group = new_group (page, section);
          g_hash_table_insert (groups, (gpointer) section, group);
        }
      adw_preferences_group_add (group, new_row (self, action));
    }
}

GtkWidget *
kb_keys_page_new (GtkWindow *dialog)
{
  Page *self = g_new0 (Page, 1);
  GtkWidget *page = adw_preferences_page_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  self->rows = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (dialog), "kb-keys-page", self, page_free);
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), _("Keys"));
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), "input-keyboard-symbolic");

  AdwPreferencesGroup *head = new_group (ADW_PREFERENCES_PAGE (page), _("Keys"));
  adw_preferences_group_set_description (
    head, _("Choose an action, then press its key. Tools, numbers and arrows keep theirs."));
  self->reset_all = gtk_button_new_with_label (_("Reset All"));
  gtk_widget_set_valign (self->reset_all, GTK_ALIGN_CENTER);
  kb_name_widget (self->reset_all, _("Reset all keys"));
  g_signal_connect (self->reset_all, "clicked", G_CALLBACK (on_reset_all), self);
  adw_preferences_group_set_header_suffix (head, self->reset_all);
  add_sections (self, ADW_PREFERENCES_PAGE (page));
  show_all (self);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (dialog), keys);
  g_signal_connect (dialog, "notify::focus-widget", G_CALLBACK (on_focus), self);
  return page;
}

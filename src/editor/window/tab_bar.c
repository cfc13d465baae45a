/* SPDX-License-Identifier: MIT */
/* The tab bar. */
#include "editor/window/parts.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>

struct _KbTabBar
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;
  GArray *open;        /* KbId of assets, in the order of the tabs */

  GtkWidget *box;      /* of the tabs */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (KbTabBar, kb_tab_bar, GTK_TYPE_BOX)

static KbNode *
tab_bar_asset_of (KbTabBar *self, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  return document ? kb_document_node (document, id) : NULL;
}

static int
tab_bar_place_of (KbTabBar *self, KbId id)
{
  KB_EACH_ID (opened, self->open)
    if (opened == id)
      return (int) opened_at;
  return -1;
}

static KbId
current (KbTabBar *self)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  return asset ? asset->id : 0;
}

/* FALSE for the last tab, which stays. */
static gboolean
close_tab (KbTabBar *self, KbId id)
{
  int at = tab_bar_place_of (self, id);
  if (at < 0 || self->open->len < 2)
    return FALSE;
  g_array_remove_index (self->open, (guint) at);
  if (id == current (self))
    kb_editor_state_set_asset (
      self->state, g_array_index (self->open, KbId, MIN ((guint) at, self->open->len - 1)));
  kb_editor_state_touch (self->state, KB_CHANGE_SPRITE);
  return TRUE;
}

static KbId
id_of (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (object, "kb-id"));
}

static void
on_tab_bar_toggled (GtkToggleButton *button, KbTabBar *self)
{
  if (self->updating)
    return;
  kb_editor_state_set_asset (self->state, id_of (button));
  gtk_toggle_button_set_active (button, id_of (button) == current (self));
  kb_editor_state_grab_canvas (self->state);
}

static void
on_tab_bar_close (GtkButton *button, KbTabBar *self)
{
  close_tab (self, id_of (button));
}

static void
on_middle (GtkGestureClick *click, int n, double x, double y, KbTabBar *self)
{
  close_tab (self, id_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click))));
}

static GtkWidget *
make_tab (KbTabBar *self, const KbNode *asset)
{
  GtkWidget *tab = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *button = gtk_toggle_button_new ();
  g_autofree char *name = kb_node_title (asset);
  GtkWidget *label = gtk_label_new (name),
            *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *close_name = g_strdup_printf (_("Close the tab %s"), name);
  g_autofree char *tab_name = g_strdup_printf (_("Tab %s"), name);
  gpointer id = GUINT_TO_POINTER (asset->id);
  gboolean is_current = asset->id == current (self);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 4);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), is_current);
  gtk_widget_set_tooltip_text (button, name);
  gtk_widget_set_tooltip_text (close, close_name);
  kb_name_widget (button, tab_name);
  kb_name_widget (close, close_name);
  gtk_widget_add_css_class (button, "flat");
  kb_add_css_classes (close, "flat kb-small");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (close, self->open->len > 1);
  gtk_widget_add_css_class (tab, "kb-tab");
  if (is_current)
    gtk_widget_add_css_class (tab, "kb-current");
  g_object_set_data (G_OBJECT (button), "kb-id", id);
  g_object_set_data (G_OBJECT (close), "kb-id", id);
  g_object_set_data (G_OBJECT (tab), "kb-id", id);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_tab_bar_toggled), self, 0);
  g_signal_connect_object (close, "clicked", G_CALLBACK (on_tab_bar_close), self, 0);
  GtkGesture *middle = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), 2);
  g_signal_connect_object (middle, "released", G_CALLBACK (on_middle), self, 0);
  gtk_widget_add_controller (tab, GTK_EVENT_CONTROLLER (middle));
  kb_box_append (tab, button, close, NULL);
  return tab;
}

/* A project with one asset needs no tabs. */
static void
fill_tab_bar (KbTabBar *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  GtkWidget *child;
  if (!self->open)
    return;            /* the window is closed */
  for (guint i = self->open->len; i-- > 0;)
    if (!tab_bar_asset_of (self, g_array_index (self->open, KbId, i)))
      g_array_remove_index (self->open, i);
  KbId now = current (self);
  if (now && tab_bar_place_of (self, now) < 0)
    g_array_append_val (self->open, now);
  self->updating = TRUE;
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  KB_EACH_ID (id, self->open)
    gtk_box_append (GTK_BOX (self->box), make_tab (self, tab_bar_asset_of (self, id)));
  self->updating = FALSE;
  const KbProject *project = document ? kb_document_project (document) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self),
                          project
                            && kb_count (project->sprites) + kb_count (project->masks)
                                   + kb_count (project->tracks) + kb_count (project->levels)
                                 > 1);
}

static gboolean
fill_later (gpointer data)
{
  fill_tab_bar (data);
  return G_SOURCE_REMOVE;
}

/* Deferred, because the change may come from a click on a tab. */
static void
on_tab_bar_changed (KbEditorState *state, guint flags, KbTabBar *self)
{
  if (flags & KB_CHANGE_DOCUMENT)
    g_array_set_size (self->open, 0);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_STEP))
    g_idle_add_full (G_PRIORITY_HIGH_IDLE + 6, fill_later, g_object_ref (self), g_object_unref);
}

void
kb_tab_bar_step (KbTabBar *self, int by)
{
  int n = (int) self->open->len, at = tab_bar_place_of (self, current (self));
  if (n > 1 && at >= 0)
    kb_editor_state_set_asset (self->state,
                               g_array_index (self->open, KbId, (guint) (((at + by) % n + n) % n)));
}

gboolean
kb_tab_bar_close (KbTabBar *self)
{
  return close_tab (self, current (self));
}

void
kb_tab_bar_set_state (KbTabBar *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_tab_bar_changed));
}

static void
kb_tab_bar_dispose (GObject *object)
{
  KbTabBar *self = KB_TAB_BAR (object);
  g_clear_pointer (&self->open, g_array_unref);
  G_OBJECT_CLASS (kb_tab_bar_parent_class)->dispose (object);
}

static void
kb_tab_bar_class_init (KbTabBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_tab_bar_dispose;
}

static void
kb_tab_bar_init (KbTabBar *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  self->open = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->box);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self), scroller);
  gtk_widget_add_css_class (GTK_WIDGET (self), "kb-tabs");
  kb_name_widget (self->box, _("Open sprites"));
}

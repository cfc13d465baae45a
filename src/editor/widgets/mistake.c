/* SPDX-License-Identifier: MIT */
/* Marks entries with invalid text, and restores texts. */
#include "editor/widgets/widgets.h"

#include "editor/state/window.h"

#define POPOVER "kb-mistake"   /* the popover below the entry */
#define KEPT "kb-kept"         /* the text that Escape restores */

void
kb_mistake_mark (GtkWidget *entry, const char *text)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (entry);
  if (!text)
    {
      gtk_widget_remove_css_class (entry, "error");
      gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      return;
    }
  gtk_widget_add_css_class (entry, "error");
  gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_INVALID,
                               GTK_ACCESSIBLE_INVALID_TRUE, -1);
  /* Rows of newer versions of libadwaita describe what is in them by their subtitle. */
  gtk_accessible_reset_relation (accessible, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
on_mistake_leave (GtkEventControllerFocus *focus, GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
on_destroy (GtkWidget *entry, GtkWidget *popover)
{
  g_object_set_data (G_OBJECT (entry), POPOVER, NULL);
  gtk_widget_unparent (popover);
}

static GtkWidget *
popover_of (GtkWidget *entry)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (entry), POPOVER);
  if (popover)
    return popover;
  popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_label_new (NULL));
  gtk_widget_set_parent (popover, entry);
  kb_add_controller (entry, gtk_event_controller_focus_new (), popover, "leave",
                     G_CALLBACK (on_mistake_leave), NULL);
  g_signal_connect (entry, "destroy", G_CALLBACK (on_destroy), popover);
  g_object_set_data (G_OBJECT (entry), POPOVER, popover);
  return popover;
}

/* Losing the focus may be what finds the mistake; then no popover appears. */
static gboolean
show_later (gpointer data)
{
  GtkWidget *entry = data, *popover = g_object_get_data (G_OBJECT (entry), POPOVER);
  if (popover && gtk_widget_has_css_class (entry, "error") && gtk_widget_get_mapped (entry)
      && (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN))
    gtk_popover_popup (GTK_POPOVER (popover));
  return G_SOURCE_REMOVE;
}

void
kb_mistake_report (GtkWidget *entry, const char *text)
{
  GtkRoot *root = gtk_widget_get_root (entry);
  if (KB_IS_WINDOW (root) && (text || gtk_widget_has_css_class (entry, "error")))
    kb_editor_state_say (kb_window_get_state (KB_WINDOW (root)), "%s", text ? text : "");
  kb_mistake_mark (entry, text);
  /* It would cover the text */
  gtk_widget_set_has_tooltip (entry, !text && gtk_widget_get_tooltip_text (entry));
  if (!text)
    {
      if (g_object_get_data (G_OBJECT (entry), POPOVER))
        gtk_popover_popdown (GTK_POPOVER (popover_of (entry)));
      return;
    }
  gtk_label_set_label (GTK_LABEL (gtk_popover_get_child (GTK_POPOVER (popover_of (entry)))), text);
  g_idle_add_full (G_PRIORITY_DEFAULT, show_later, g_object_ref (entry), g_object_unref);
}

/* ---- texts that Escape restores ---- */

static gboolean
restore (GtkWidget *entry)
{
  if (!kb_text_is_changed (entry))
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (entry), g_object_get_data (G_OBJECT (entry), KEPT));
  gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
  return TRUE;
}

static gboolean
on_mistake_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType modifiers,
                GtkWidget *entry)
{
  return keyval == GDK_KEY_Escape && restore (entry);
}

gboolean
kb_text_take_back (GtkWindow *window)
{
  GtkWidget *entry = gtk_window_get_focus (window);
  while (entry && !(GTK_IS_EDITABLE (entry) && g_object_get_data (G_OBJECT (entry), KEPT)))
    entry = gtk_widget_get_parent (entry);
  return entry && restore (entry);
}

void
kb_text_keep (GtkWidget *entry)
{
  if (!g_object_get_data (G_OBJECT (entry), KEPT))
    kb_add_keys (entry, G_CALLBACK (on_mistake_key), entry);
  g_object_set_data_full (G_OBJECT (entry), KEPT,
                          g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))), g_free);
}

gboolean
kb_text_is_changed (GtkWidget *entry)
{
  return g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)),
                    g_object_get_data (G_OBJECT (entry), KEPT)) != 0;
}

gboolean
kb_text_keeps_keys (GtkWidget *within)
{
  GtkRoot *root = gtk_widget_get_root (within);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL,
            *spin = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_SPIN_BUTTON) : NULL;
  return spin ? kb_text_is_changed (spin) : GTK_IS_EDITABLE (focus);
}

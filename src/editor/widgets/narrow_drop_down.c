/* SPDX-License-Identifier: MIT */
/* Drop-downs with ellipsised labels, and rows of choices with whole ones. */
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"

#define LIST_CHARS 40

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = kb_label_new (NULL, NULL);
  if (chars)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), chars ? GPOINTER_TO_INT (chars) : -1);
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  gtk_label_set_label (GTK_LABEL (label), text);
  /* Sets the min width of the list: next to a narrow button, its texts would be ellipsised. */
  if (chars == NULL)
    return;
  if (GPOINTER_TO_INT (chars) == LIST_CHARS)
    gtk_label_set_width_chars (GTK_LABEL (label), (int) MIN (g_utf8_strlen (text, -1), LIST_CHARS));
  gtk_widget_set_tooltip_text (label,
                               g_utf8_strlen (text, -1) > GPOINTER_TO_INT (chars) ? text : NULL);
}

/* `chars`: at most so many are shown; 0: all. */
static GtkListItemFactory *
make_factory (int chars)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GINT_TO_POINTER (chars));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GINT_TO_POINTER (chars));
  return factory;
}

/* The text for no choice; GTK's own says that something is missing. */
static void
name_empty (GtkWidget *widget, const char *word)
{
  GtkWidget *empty =
    GTK_IS_STACK (widget) ? gtk_stack_get_child_by_name (GTK_STACK (widget), "empty") : NULL;
  if (GTK_IS_LABEL (empty))
    {
      gtk_label_set_label (GTK_LABEL (empty), word);
      gtk_widget_add_css_class (empty, "dim-label");
    }
  KB_EACH_CHILD (child, widget)
    name_empty (child, word);
}

void
kb_drop_down_make_narrow (GtkDropDown *drop_down, int chars)
{
  g_autoptr (GtkListItemFactory) button = make_factory (chars);
  g_autoptr (GtkListItemFactory) list = make_factory (LIST_CHARS);
  gtk_drop_down_set_factory (drop_down, button);
  gtk_drop_down_set_list_factory (drop_down, list);
  name_empty (GTK_WIDGET (drop_down), _("several"));
  kb_name_drop_down_button (drop_down);
}

void
kb_combo_row_make_wide (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) whole = make_factory (0);
  adw_combo_row_set_factory (row, whole);
}

void
kb_drop_down_set_names (GtkDropDown *drop_down, GtkStringList *names)
{
  GListModel *old = gtk_drop_down_get_model (drop_down);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (names));
  gboolean same = old && g_list_model_get_n_items (old) == n;
  for (guint i = 0; same && i < n; i++)
    same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (old), i),
                        gtk_string_list_get_string (names, i));
  if (!same)
    gtk_drop_down_set_model (drop_down, G_LIST_MODEL (names));
}

void
kb_drop_down_set_empty (GtkDropDown *drop_down, const char *word)
{
  name_empty (GTK_WIDGET (drop_down), word);
}

/* SPDX-License-Identifier: MIT */
/* Preloaded into the editor. At SIGUSR1 it writes what all windows show into the file KICKBOX_TEXTS, one text a line:
 * how it is cut, whether a tooltip has it whole, its type and place, the text. */
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdio.h>

typedef struct {
  FILE *file;
  GtkWidget *root;
  gboolean scrolled;
} Walk;

static void
write_text (const Walk *walk, GtkWidget *widget, const char *kind, const char *cut, const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "\n\t", ' ');
  GString *path = g_string_new (NULL);
  for (GtkWidget *above = widget; above; above = gtk_widget_get_parent (above))
    g_string_append_printf (path, "%s%s", path->len ? "<" : "", G_OBJECT_TYPE_NAME (above));
  gboolean tooltip = FALSE;
  for (GtkWidget *above = widget; above && !tooltip; above = gtk_widget_get_parent (above))
    tooltip = gtk_widget_get_has_tooltip (above);
  fprintf (walk->file, "%s\t%s\t%s\t%s\t%s\n", cut, tooltip ? "tooltip" : "-", kind, path->str, line);
  g_string_free (path, TRUE);
}

static const char *
find_cut (const Walk *walk, GtkWidget *widget)
{
  graphene_rect_t bounds;
  if (GTK_IS_LABEL (widget) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    return "ellipsis";
  if (walk->scrolled || !gtk_widget_compute_bounds (widget, walk->root, &bounds))
    return "-";
  const double width = gtk_widget_get_width (walk->root), height = gtk_widget_get_height (walk->root);
  return bounds.origin.x < -1 || bounds.origin.y < -1 || bounds.origin.x + bounds.size.width > width + 1
             || bounds.origin.y + bounds.size.height > height + 1
           ? "outside"
           : "-";
}

static void
visit (const Walk *walk, GtkWidget *widget)
{
  Walk inside = *walk;
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_child_visible (widget))
    return;
  if (GTK_IS_NATIVE (widget))
    inside = (Walk) { walk->file, widget, FALSE };
  inside.scrolled |= GTK_IS_SCROLLED_WINDOW (widget);
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)))
    write_text (walk, widget, "label", find_cut (walk, widget), gtk_label_get_text (GTK_LABEL (widget)));
  if (gtk_widget_get_tooltip_text (widget))
    write_text (walk, widget, "tooltip", find_cut (walk, widget), gtk_widget_get_tooltip_text (widget));
  if (GTK_IS_TEXT (widget) && gtk_text_get_placeholder_text (GTK_TEXT (widget)))
    write_text (walk, widget, "placeholder", "-", gtk_text_get_placeholder_text (GTK_TEXT (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    visit (&inside, child);
}

static gboolean
write_all (gpointer data)
{
  g_autofree char *fresh = g_strconcat (data, ".new", NULL);
  GListModel *windows = gtk_window_get_toplevels ();
  Walk walk = { fopen (fresh, "w"), NULL, FALSE };
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      if (GTK_IS_WINDOW (window) && gtk_widget_get_mapped (window) && gtk_window_get_title (GTK_WINDOW (window)))
        write_text (&walk, window, "title", "-", gtk_window_get_title (GTK_WINDOW (window)));
      visit (&walk, window);
    }
  fclose (walk.file);
  rename (fresh, data);
  return G_SOURCE_CONTINUE;
}

__attribute__ ((constructor)) static void
start (void)
{
  const char *path = g_getenv ("KICKBOX_TEXTS");
  if (path)
    g_unix_signal_add (SIGUSR1, write_all, g_strdup (path));
}

/* SPDX-License-Identifier: MIT */
/* The undo steps by name, newest on top; choosing one undoes or redoes up to it. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/edit.h"
#include "editor/panels/panels.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define MAX_SHOWN 200

static void
go_to (KbWindow *window, guint position)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  guint now;
  if (!document)
    return;
  kb_tools_rest (kb_editor_state_get_tools (state));
  g_strfreev (kb_document_history (document, &now));
  for (; now > position && kb_document_undo (document); now--)
    ;
  for (; now < position && kb_document_redo (document); now++)
    ;
  kb_editor_state_say (state, _("Step %u"), now);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, KbWindow *window)
{
  guint position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kb-position"));
  GtkWidget *dialog = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (list)));
  go_to (window, position);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The nodes of step `i` that its label does not name, and where they are. "legs, lead, fakir, frame
 * 3" or "2 shapes, fakir, frame 3"; over several frames, "fakir". A new string, empty if they were
 * deleted. */
static char *
history_list_place_of (KbDocument *document, const char *label, guint i)
{
  g_autoptr (GArray) nodes = kb_document_history_nodes (document, i);
  KbNode *node = NULL;
  KbFrame *frame = NULL;
  KbSprite *sprite = NULL;
  guint shapes = 0;
  gboolean one_frame = TRUE, one_sprite = TRUE;
  KB_EACH_ID (id, nodes)
    {
      KbNode *next = kb_document_node (document, id);
      if (!next)
        continue;
      shapes += kb_node_is (next, &kb_shape_kind);
      one_frame = one_frame && (!node || kb_node_frame (next) == frame);
      one_sprite = one_sprite && (!node || kb_node_sprite (next) == sprite);
      node = next;
      frame = kb_node_frame (next);
      sprite = kb_node_sprite (next);
    }
  frame = one_frame ? frame : NULL;
  sprite = one_sprite ? sprite : NULL;
  g_autofree char *what =
    shapes > 1 && frame ? g_strdup_printf (ngettext ("%u shape", "%u shapes", shapes), shapes)
    : nodes->len == 1 && (kb_node_is (node, &kb_shape_kind) || kb_node_is (node, &kb_point_kind))
      ? kb_thing_title (document, node)
      : NULL;
  guint index = 0;
  if (frame)
    kb_node_place (KB_NODE (frame), &index);
  g_autofree char *where = sprite && frame
                             ? g_strdup_printf (_("%s, frame %u"), sprite->name, index + 1)
                             : g_strdup (sprite ? sprite->name : "");
  if (!what || (shapes > 1 && strstr (label, what)))
    return g_steal_pointer (&where);
  return g_strconcat (what, *where ? ", " : "", where, NULL);
}

char *
kb_history_title (KbDocument *document, const char *step, guint i)
{
  g_autofree char *place = history_list_place_of (document, step, i);
  return *place ? g_strdup_printf (_("%s: %s"), step, place) : g_strdup (step);
}

static GtkWidget *
make_history_list_row (const char *label, guint position, guint now)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = kb_label_new (label, NULL),
            *mark = gtk_label_new (position == now ? _("now") : "");
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (mark, "dim-label");
  if (position > now)
    gtk_widget_add_css_class (text, "dim-label");
  kb_box_append (box, text, mark, NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_autofree char *name = g_strdup_printf (position == now  ? _("%s, now")
                                           : position > now ? _("%s, undone")
                                                            : "%s",
                                           label);
  kb_name_widget (row, name);
  g_object_set_data (G_OBJECT (row), "kb-position", GUINT_TO_POINTER (position));
  return row;
}

static gboolean
on_history_list_escape (GtkWidget *dialog, GVariant *arguments, gpointer data)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  return TRUE;
}

void
kb_dialog_history (KbWindow *window)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  guint now;
  g_auto (GStrv) labels = kb_document_history (document, &now);
  guint n = g_strv_length (labels), last = MIN (n, now + MAX_SHOWN / 2),
        first = last > MAX_SHOWN ? last - MAX_SHOWN : 0;
  struct { GtkWidget *list; } parts;
  const KbTemplateChild children[] = { { "list", 0 }, { NULL } };
  GtkWidget *dialog = adw_window_new (), *current = NULL;
  adw_window_set_content (ADW_WINDOW (dialog),
                          kb_template_build ("history", &parts, children, NULL));
  for (guint i = last + 1; i-- > first;)
    {
      g_autofree char *title =
        i ? kb_history_title (document, labels[i - 1], i - 1) : g_strdup (_("As opened"));
      GtkWidget *row = make_history_list_row (title, i, now);
      gtk_list_box_append (GTK_LIST_BOX (parts.list), row);
      current = i == now ? row : current;
    }
  gtk_window_set_title (GTK_WINDOW (dialog), _("History"));
  gtk_window_set_default_size (GTK_WINDOW (dialog), 380, 420);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (window));
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);

  GtkEventController *keys = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_callback_action_new (on_history_list_escape, NULL, NULL)));
  gtk_widget_add_controller (dialog, keys);
  g_signal_connect_object (parts.list, "row-activated", G_CALLBACK (on_row), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  if (current)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (parts.list), GTK_LIST_BOX_ROW (current));
      gtk_widget_grab_focus (current);
    }
}

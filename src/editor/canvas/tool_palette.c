/* SPDX-License-Identifier: MIT */
/* One toggle button a tool; they are tied to the window's action "tool". */
#include "editor/canvas/tool_palette.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/canvas/tool_options.h"

struct _KbToolPalette
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (KbToolPalette, kb_tool_palette, GTK_TYPE_BOX)

static GtkWidget *
make_button (KbEditorState *state, const KbTool *tool)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *tip = tool->key ? g_strdup_printf ("%s (%c)", _(tool->label), g_ascii_toupper (tool->key))
                                   : g_strdup (_(tool->label));
  gtk_button_set_icon_name (GTK_BUTTON (button), tool->icon);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  kb_name_widget (button, _(tool->label));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", tool->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.tool");
  g_signal_connect_object (button, "clicked", G_CALLBACK (kb_editor_state_grab_canvas), state, G_CONNECT_SWAPPED);
  return button;
}

void
kb_tool_palette_set_state (KbToolPalette *self, KbEditorState *state)
{
  for (guint i = 0; kb_tools[i]; i++)
    gtk_box_append (GTK_BOX (self), make_button (state, kb_tools[i]));
  gtk_box_append (GTK_BOX (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self), kb_tool_options_button_new (state));
}

static void
kb_tool_palette_class_init (KbToolPaletteClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
kb_tool_palette_init (KbToolPalette *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 2);
  gtk_widget_add_css_class (GTK_WIDGET (self), "kb-palette");
  kb_name_widget (self, _("Tools"));
}

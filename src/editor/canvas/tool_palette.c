/* SPDX-License-Identifier: MIT */
/* One toggle button for each tool, bound to the window's action "tool". */
#include "editor/canvas/canvas.h"

#include <glib/gi18n.h>

#include "editor/state/keys.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

struct _KbToolPalette
{
  GtkGrid parent_instance;

  GPtrArray *buttons;   /* borrowed, one for each tool, in the table's order */
  GtkWidget *zones;     /* borrowed */
  int columns;
};

G_DEFINE_FINAL_TYPE (KbToolPalette, kb_tool_palette, GTK_TYPE_GRID)

static GtkWidget *
make_tool_palette_button (KbEditorState *state, const KbTool *tool)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *tip =
    tool->key ? g_strdup_printf ("%s (%c)", _(tool->label), g_ascii_toupper (tool->key))
              : g_strdup (_(tool->label));
  gtk_button_set_icon_name (GTK_BUTTON (button), tool->icon);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  kb_name_widget (button, _(tool->label));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", tool->id);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.tool");
  g_signal_connect_object (button, "clicked", G_CALLBACK (kb_editor_state_grab_canvas), state,
                           G_CONNECT_SWAPPED);
  return button;
}

/* Switches between a frame's shapes and points, and its zones. */
static GtkWidget *
make_zones_button (void)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *tip = kb_keys_tooltip (kb_keys_find ("paint-zones"), _("Paint zones on frames"));
  gtk_button_set_icon_name (GTK_BUTTON (button), "kb-mask-symbolic");
  gtk_widget_set_tooltip_text (button, tip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  kb_name_widget (button, _("Paint zones on frames"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.paint-zones");
  return button;
}

/* Fills row after row with what is visible. */
static void
arrange (KbToolPalette *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  int at = 0;
  KB_EACH_CHILD (child, GTK_WIDGET (self))
    if (gtk_widget_get_visible (child))
      {
        g_object_set (gtk_layout_manager_get_layout_child (layout, child), "column",
                      at % self->columns, "row", at / self->columns, NULL);
        at++;
      }
}

void
kb_tool_palette_set_columns (KbToolPalette *self, int columns)
{
  self->columns = columns;
  arrange (self);
}

/* Shows the tools of the current mode. */
static void
show_tools (KbEditorState *state, guint flags, KbToolPalette *self)
{
  KbToolMode mode = kb_tools_mode (kb_editor_state_get_tools (state));
  for (guint i = 0; flags & (KB_CHANGE_TOOL | KB_CHANGE_DOCUMENT) && kb_tools[i]; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->buttons, i), kb_tool_fits (kb_tools[i], mode));
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE))
    gtk_widget_set_visible (self->zones, kb_editor_state_get_sprite (state) != NULL);
  if (flags & (KB_CHANGE_TOOL | KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE))
    arrange (self);
}

void
kb_tool_palette_set_state (KbToolPalette *self, KbEditorState *state)
{
  for (guint i = 0; kb_tools[i]; i++)
    {
      GtkWidget *button = make_tool_palette_button (state, kb_tools[i]);
      g_ptr_array_add (self->buttons, button);
      gtk_grid_attach (GTK_GRID (self), button, 0, (int) i, 1, 1);
    }
  g_signal_connect_object (state, "changed", G_CALLBACK (show_tools), self, 0);
  self->zones = make_zones_button ();
  gtk_grid_attach_next_to (GTK_GRID (self), self->zones, NULL, GTK_POS_BOTTOM, 1, 1);
  gtk_grid_attach_next_to (GTK_GRID (self), kb_tool_options_button_new (state), NULL,
                           GTK_POS_BOTTOM, 1, 1);
  arrange (self);
}

static void
kb_tool_palette_finalize (GObject *object)
{
  g_ptr_array_unref (KB_TOOL_PALETTE (object)->buttons);
  G_OBJECT_CLASS (kb_tool_palette_parent_class)->finalize (object);
}

static void
kb_tool_palette_class_init (KbToolPaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_tool_palette_finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
kb_tool_palette_init (KbToolPalette *self)
{
  self->buttons = g_ptr_array_new ();
  self->columns = 1;
  gtk_grid_set_row_spacing (GTK_GRID (self), 2);
  gtk_grid_set_column_spacing (GTK_GRID (self), 2);
  gtk_widget_add_css_class (GTK_WIDGET (self), "kb-palette");
  kb_name_widget (self, _("Tools"));
}

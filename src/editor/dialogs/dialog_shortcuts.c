/* SPDX-License-Identifier: MIT */
/* The shortcuts window, generated from the tables of actions and tools. */
#include <glib/gi18n.h>

#include "editor/dialogs/dialogs.h"
#include "editor/state/actions.h"
#include "editor/state/keys.h"

#define COLUMN_HEIGHT 14   /* shortcuts in a column */

/* Keys of the canvas, which are in no table. */
static const struct {
  const char *keys, *label;
} canvas_keys[] = {
  { "space", N_("Hold and drag to pan (or drag with the middle button)") },
  { "Alt_L", N_("Hold while dragging shapes or points: a copy is dragged") },
  { "Left Right", N_("Nudge the selection by one pixel") },
  { "<Shift>Left", N_("By eight pixels") },
  { "<Control>Left <Control>Right",
    N_("Make the selection smaller or larger, or move the polygon's corner") },
  { "<Alt>Left", N_("Move the drawing cursor (arrows alone, too, with nothing selected)") },
  { "Return", N_("Press and release at the drawing cursor") },
  { "BackSpace", N_("Undo a corner of the polygon") },
  { "Escape", N_("Stop drawing, then deselect") },
  { "z", N_("Hold to magnify around the pointer") },
  { "q", N_("Hold to ask the runtime: point, drag a move, with Shift a circle") },
  { "1...9", N_("Choose a class; with V give it to the selection") },
};

static void
add_shortcut (GString *xml, const char *keys, const char *label)
{
  g_autofree char *line = g_markup_printf_escaped (
    "<child><object class=\"GtkShortcutsShortcut\"><property name=\"accelerator\">%s</property>"
    "<property name=\"title\">%s</property></object></child>", keys, label);
  g_string_append (xml, line);
}

static void
begin_group (GString *xml, const char *title)
{
  g_autofree char *line = g_markup_printf_escaped (
    "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">%s</property>", title);
  g_string_append (xml, line);
}

static void
end_group (GString *xml)
{
  g_string_append (xml, "</object></child>");
}

static gboolean
is_listed (const KbAction *action)
{
  const char *keys[3];
  return action->section && kb_keys_of (action, keys);
}

/* Sections in the order of their first action, each once. */
static void
add_actions (GString *xml)
{
  const KbAction *first, *action;
  for (guint i = 0; (first = kb_action_at (i)); i++)
    {
      gboolean done = !is_listed (first);
      guint n = 0;
      for (guint j = 0; j < i && !done && (action = kb_action_at (j)); j++)
        done = is_listed (action) && g_str_equal (action->section, first->section);
      if (done)
        continue;
      begin_group (xml, _(first->section));
      for (guint j = i; (action = kb_action_at (j)); j++)
        if (is_listed (action) && g_str_equal (action->section, first->section))
          {
            const char *held[3] = { NULL };
            kb_keys_of (action, held);
            g_autofree char *keys = g_strjoinv (" ", (char **) held);
            if (n++ && n % COLUMN_HEIGHT == 1)   /* GTK does not split groups */
              {
                end_group (xml);
                begin_group (xml, _(first->section));
              }
            add_shortcut (xml, keys, _(action->label));
          }
      end_group (xml);
    }
}

/* A key may select a different tool in each mode. `flags`: the modes of these tools. */
static void
add_tools (GString *xml, const char *title, guint flags)
{
  begin_group (xml, title);
  for (guint i = 0; kb_tools[i]; i++)
    {
      char key[2] = { kb_tools[i]->key, 0 };
      if (kb_tools[i]->key && (kb_tools[i]->flags & KB_TOOL_KINDS) == flags)
        add_shortcut (xml, key, _(kb_tools[i]->label));
    }
  end_group (xml);
}

void
kb_dialog_shortcuts (KbWindow *window)
{
  g_autoptr (GString) xml =
    g_string_new ("<interface><object class=\"GtkShortcutsWindow\" id=\"window\"><property "
                  "name=\"modal\">1</property><child>"
                  "<object class=\"GtkShortcutsSection\" id=\"section\"><property "
                  "name=\"section-name\">all</property>"
                  "<property name=\"max-height\">1000</property>");
  add_tools (xml, _("Tools"), 0);
  add_tools (xml, _("Tools for zones"), KB_TOOL_PAINTS);
  add_tools (xml, _("Tools for tracks"), KB_TOOL_TRACKS);
  add_tools (xml, _("Tools for levels"), KB_TOOL_LEVELS);
  add_tools (xml, _("Tools for tiles"), KB_TOOL_TILES);
  add_tools (xml, _("Tools for heightmaps"), KB_TOOL_HEIGHTS);
  begin_group (xml, _("Canvas"));
  for (guint i = 0; i < G_N_ELEMENTS (canvas_keys); i++)
    add_shortcut (xml, canvas_keys[i].keys, _(canvas_keys[i].label));
  if (!kb_keys_is_changed (kb_keys_find ("lower")) && !kb_keys_is_changed (kb_keys_find ("raise")))
    add_shortcut (xml, "bracketleft bracketright",
                  _("Make the outline closer or looser; send backward, bring forward"));
  end_group (xml);
  add_actions (xml);
  g_string_append (xml, "</object></child></object></interface>");

  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GError) error = NULL;
  if (!gtk_builder_add_from_string (builder, xml->str, -1, &error))
    {
      kb_window_show_error (window, _("Shortcuts"), g_steal_pointer (&error));
      return;
    }
  GtkWindow *dialog = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  /* GTK distributes the groups to pages again for each one added, and mixes them up; so set this
   * only once. */
  g_object_set (gtk_builder_get_object (builder, "section"), "max-height", COLUMN_HEIGHT, NULL);
  gtk_window_set_transient_for (dialog, GTK_WINDOW (window));
  gtk_window_present (dialog);
}

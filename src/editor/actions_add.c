/* SPDX-License-Identifier: MIT */
/* Puts the table of actions on a window: GActions, keys, what is enabled. */
#include <glib/gi18n.h>

#include "editor/actions.h"
#include "editor/project_flow.h"

static void
on_activate (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbWindow *window = data;
  const KbAction *action = g_object_get_data (G_OBJECT (simple), "kb-action");
  if (action->run)
    action->run (window);
  else
    action->set (window, !action->get (window));
}

static void
on_change_state (GSimpleAction *simple, GVariant *value, gpointer data)
{
  const KbAction *action = g_object_get_data (G_OBJECT (simple), "kb-action");
  action->set (data, g_variant_get_boolean (value));
}

/* ---- actions with a parameter ---- */

static void
open_recent (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  kb_flow_open (data, g_variant_get_string (parameter, NULL));
}

static void
choose_tool (GSimpleAction *simple, GVariant *value, gpointer data)
{
  const KbTool *tool = kb_tool_by_id (g_variant_get_string (value, NULL));
  if (tool)
    kb_editor_state_choose_tool (kb_window_get_state (data), tool);
}

static void
choose_class (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbEditorState *state = kb_window_get_state (data);
  KbDocument *document = kb_editor_state_get_document (state);
  guint index = (guint) g_variant_get_int32 (parameter);
  if (!document || index >= kb_count (kb_document_project (document)->classes))
    return;
  KbClass *class = kb_class_at (kb_document_project (document), index);
  kb_editor_state_choose_class (state, class->node.id);
  kb_editor_state_say (state, _("Class: %s"), class->name);
}

/* ---- keys ---- */

static void
add_shortcut (GtkEventController *controller, const char *key, const char *action, GVariant *arguments)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string (key);
  g_return_if_fail (trigger != NULL);
  GtkShortcut *shortcut = gtk_shortcut_new (trigger, gtk_named_action_new (action));
  if (arguments)
    gtk_shortcut_set_arguments (shortcut, arguments);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
}

/* Keys that a text field may want for itself are looked at after the focused widget did. */
static void
add_typing_keys (KbWindow *window)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_BUBBLE);

  for (const KbAction *action = kb_actions; action->name; action++)
    {
      g_autofree char *name = g_strconcat ("win.", action->name, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (action->keys) && action->typing && action->keys[i]; i++)
        add_shortcut (controller, action->keys[i], name, NULL);
    }
  for (guint i = 0; kb_tools[i]; i++)
    {
      char key[2] = { kb_tools[i]->key, 0 };
      if (kb_tools[i]->key)
        add_shortcut (controller, key, "win.tool", g_variant_new_string (kb_tools[i]->id));
    }
  for (int i = 0; i < 10; i++)
    {
      g_autofree char *key = g_strdup_printf ("%d", (i + 1) % 10);
      g_autofree char *pad = g_strdup_printf ("KP_%d", (i + 1) % 10);
      add_shortcut (controller, key, "win.class", g_variant_new_int32 (i));
      add_shortcut (controller, pad, "win.class", g_variant_new_int32 (i));
    }
  gtk_widget_add_controller (GTK_WIDGET (window), controller);
}

static void
add_one (KbWindow *window, const KbAction *action)
{
  GSimpleAction *simple =
    action->run ? g_simple_action_new (action->name, NULL)
                : g_simple_action_new_stateful (action->name, NULL, g_variant_new_boolean (action->get (window)));
  g_object_set_data (G_OBJECT (simple), "kb-action", (gpointer) action);
  g_signal_connect (simple, "activate", G_CALLBACK (on_activate), window);
  if (action->set)
    g_signal_connect (simple, "change-state", G_CALLBACK (on_change_state), window);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (simple));
  g_object_unref (simple);

  if (!action->typing && action->keys[0])
    {
      GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
      g_autofree char *name = g_strconcat ("win.", action->name, NULL);
      const char *keys[] = { action->keys[0], action->keys[1], NULL };
      gtk_application_set_accels_for_action (application, name, keys);
    }
}

static void
add_with_parameter (KbWindow *window, GSimpleAction *simple, const char *signal, GCallback run)
{
  g_signal_connect (simple, signal, run, window);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (simple));
  g_object_unref (simple);
}

void
kb_actions_add (KbWindow *window)
{
  for (const KbAction *action = kb_actions; action->name; action++)
    add_one (window, action);
  add_with_parameter (window, g_simple_action_new ("open-recent", G_VARIANT_TYPE_STRING), "activate",
                      G_CALLBACK (open_recent));
  add_with_parameter (window, g_simple_action_new ("class", G_VARIANT_TYPE_INT32), "activate",
                      G_CALLBACK (choose_class));
  const char *tool = kb_editor_state_get_tools (kb_window_get_state (window))->tool->id;
  add_with_parameter (
    window, g_simple_action_new_stateful ("tool", G_VARIANT_TYPE_STRING, g_variant_new_string (tool)),
    "change-state", G_CALLBACK (choose_tool));
  add_typing_keys (window);
}

/* ---- what is possible ---- */

static guint
what_there_is (KbEditorState *state)
{
  guint there = 0, n_selected;
  KbDocument *document = kb_editor_state_get_document (state);
  if (!document)
    return 0;
  kb_editor_state_get_selection (state, &n_selected);
  there |= KB_WANTS_PROJECT;
  there |= kb_editor_state_get_sprite (state) ? KB_WANTS_SPRITE : 0;
  there |= kb_editor_state_get_frame (state) ? KB_WANTS_FRAME : 0;
  there |= kb_editor_state_get_animation (state) ? KB_WANTS_ANIMATION : 0;
  there |= kb_editor_state_get_class (state) ? KB_WANTS_CLASS : 0;
  there |= n_selected ? KB_WANTS_SELECTION : 0;
  there |= kb_document_undo_label (document) ? KB_WANTS_UNDO : 0;
  there |= kb_document_redo_label (document) ? KB_WANTS_REDO : 0;
  there |= kb_document_is_modified (document) ? KB_WANTS_CHANGES : 0;
  return there;
}

void
kb_actions_update (KbWindow *window, guint flags)
{
  if (!(flags & ~(guint) KB_CHANGE_POINTER))
    return;
  KbEditorState *state = kb_window_get_state (window);
  guint there = what_there_is (state);
  for (const KbAction *action = kb_actions; action->name; action++)
    {
      GAction *simple = g_action_map_lookup_action (G_ACTION_MAP (window), action->name);
      g_simple_action_set_enabled (G_SIMPLE_ACTION (simple), (action->wants & ~there) == 0);
      if (action->get)
        g_simple_action_set_state (G_SIMPLE_ACTION (simple), g_variant_new_boolean (action->get (window)));
    }
  GAction *tool = g_action_map_lookup_action (G_ACTION_MAP (window), "tool");
  g_simple_action_set_state (G_SIMPLE_ACTION (tool),
                             g_variant_new_string (kb_editor_state_get_tools (state)->tool->id));
}

char *
kb_actions_tooltip (const char *name)
{
  for (const KbAction *action = kb_actions; action->name; action++)
    if (g_str_equal (action->name, name))
      {
        guint keyval;
        GdkModifierType modifiers;
        if (!action->keys[0] || !gtk_accelerator_parse (action->keys[0], &keyval, &modifiers))
          return g_strdup (_(action->label));
        g_autofree char *key = gtk_accelerator_get_label (keyval, modifiers);
        return g_strdup_printf ("%s (%s)", _(action->label), key);
      }
  g_return_val_if_reached (NULL);
}

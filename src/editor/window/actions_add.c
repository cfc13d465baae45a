/* SPDX-License-Identifier: MIT */
/* Adds the table of actions to a window as GActions with keys, and enables what is possible. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"
#include "editor/canvas/canvas.h"
#include "editor/lists/lists.h"
#include "editor/paint/paint.h"
#include "editor/project/project_flow.h"
#include "editor/state/actions.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/widgets.h"
#include "tools/subject.h"

/* The window's controllers of keys */
#define TYPED_KEYS "kb-typed-keys"
#define OTHER_KEYS "kb-other-keys"

/* ---- samples ---- */

/* The sample projects, copied into the user's folder when first opened. */

const KbSample kb_samples[] = {
  { "dojo", N_("Dojo"), N_("Two fighters with hot spots, action points and shapes") },
  { "harbor", N_("Harbor"), N_("Masks to walk in and a track to race on") },
  { "temple", N_("Temple"), N_("A level of walls in a BSP") },
  { "yard", N_("Yard"), N_("Levels of tiles, hills, a maze and heights") },
  { "pinball", N_("Pinball"), N_("Levels of walls for balls that bounce") },
  { "course", N_("Course"), N_("Billiards, bricks, a shooting gallery, a hut, a ring") },
  { NULL },
};

static gboolean
copy_sample (const char *name, const char *folder, GError **error)
{
  g_autofree char *samples = kb_find_data ("kickbox/samples", "data/samples"),
                  *original = g_build_filename (samples ? samples : "", name, NULL);
  g_autoptr (KbDocument) document = kb_document_open (original, error);
  return document && kb_document_save_as (document, folder, error);
}

/* Opens the user's copy of a sample, after making it if there is none. */
static void
kb_flow_open_sample (KbWindow *window, const char *name)
{
  g_autofree char *folder =
    g_build_filename (g_get_user_data_dir (), "kickbox", "samples", name, NULL);
  g_autoptr (GError) error = NULL;
  if (g_file_test (folder, G_FILE_TEST_IS_DIR) || copy_sample (name, folder, &error))
    kb_flow_open (window, folder);
  else
    kb_window_show_error (window, _("The Sample Cannot Be Opened"), g_steal_pointer (&error));
}

/* ---- actions add ---- */

static void
on_actions_add_activate (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbWindow *window = data;
  const KbAction *action = g_object_get_data (G_OBJECT (simple), "kb-action");
  if (action->run)
    action->run (window);
  else if (action->run_with)
    action->run_with (window, action->with);
  else
    action->set (window, action->with, !action->get (window, action->with));
}

static void
on_change_state (GSimpleAction *simple, GVariant *value, gpointer data)
{
  const KbAction *action = g_object_get_data (G_OBJECT (simple), "kb-action");
  action->set (data, action->with, g_variant_get_boolean (value));
}

/* ---- what is possible ---- */

static guint
find_possible (KbEditorState *state)
{
  guint there = 0;
  KbDocument *document = kb_editor_state_get_document (state);
  if (!document)
    return 0;
  there |= KB_WANTS_PROJECT;
  there |= kb_editor_state_get_sprite (state) ? KB_WANTS_SPRITE : 0;
  there |= kb_editor_state_get_frame (state) ? KB_WANTS_FRAME : 0;
  there |= kb_editor_state_get_animation (state) ? KB_WANTS_ANIMATION : 0;
  there |= kb_editor_state_get_class (state) ? KB_WANTS_CLASS : 0;
  there |= kb_editor_state_get_asset (state) ? KB_WANTS_ASSET : 0;
  there |= kb_editor_state_has_canvas (state) ? KB_WANTS_CANVAS : 0;
  there |= kb_editor_state_get_painted (state) ? KB_WANTS_PAINTED : 0;
  there |=
    kb_editor_state_get_painted (state) && kb_editor_state_get_zone (state) ? KB_WANTS_ZONE : 0;
  there |= kb_editor_state_get_track (state) ? KB_WANTS_TRACK : 0;
  there |= kb_editor_state_get_level (state) ? KB_WANTS_LEVEL : 0;
  there |= kb_editor_state_get_layer (state) ? KB_WANTS_LAYER : 0;
  there |= kb_tools_mode (kb_editor_state_get_tools (state)) == KB_MODE_TILES ? KB_WANTS_TILES : 0;
  there |= kb_editor_state_get_band (state) ? KB_WANTS_BAND : 0;
  there |= kb_selection_count (kb_editor_state_get_tools (state)) ? KB_WANTS_SELECTION : 0;
  there |= there & (KB_WANTS_SELECTION | KB_WANTS_TILES) ? KB_WANTS_TURNABLE : 0;
  there |= there & (KB_WANTS_FRAME | KB_WANTS_LEVEL) ? KB_WANTS_PLAYABLE : 0;
  there |= there & (KB_WANTS_SELECTION | KB_WANTS_PAINTED) ? KB_WANTS_COPYABLE : 0;
  there |= kb_document_undo_label (document) || kb_tools_busy (kb_editor_state_get_tools (state))
             ? KB_WANTS_UNDO
             : 0;
  there |= kb_document_redo_label (document) ? KB_WANTS_REDO : 0;
  there |= kb_document_is_modified (document) ? KB_WANTS_CHANGES : 0;
  return there;
}

/* Says why the action is not possible now. */
static void
say_what_is_missing (KbEditorState *state, const KbAction *action)
{
  static const struct {
    guint wants;
    const char *text;
  } needs[] = {
    { KB_WANTS_PROJECT, N_("Open a project first") },
    { KB_WANTS_SPRITE | KB_WANTS_FRAME, N_("This key is for the frames of a sprite") },
    { KB_WANTS_TRACK, N_("This key is for tracks") },
    { KB_WANTS_LEVEL, N_("This key is for levels") },
    { KB_WANTS_PAINTED, N_("This key is for painted zones") },
    { KB_WANTS_LAYER | KB_WANTS_TILES, N_("This key is for the active layer of a level") },
    { KB_WANTS_SELECTION | KB_WANTS_TURNABLE | KB_WANTS_COPYABLE, N_("Select something first") },
    { KB_WANTS_CLASS, N_("Choose a class first") },
    { KB_WANTS_ZONE, N_("Choose a zone first") },
    { KB_WANTS_ANIMATION, N_("Choose an animation first") },
    { KB_WANTS_BAND, N_("Choose a band that is painted by hand first") },
  };
  const guint missing = action->wants & ~find_possible (state);
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (missing & needs[i].wants)
      {
        kb_editor_state_say (state, "%s", _(needs[i].text));
        return;
      }
}

/* ---- actions with a parameter ---- */

static void
open_recent (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  kb_flow_open (data, g_variant_get_string (parameter, NULL));
}

static void
open_sample (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  kb_flow_open_sample (data, g_variant_get_string (parameter, NULL));
}

static void
choose_tool (GSimpleAction *simple, GVariant *value, gpointer data)
{
  const KbTool *tool = kb_tool_by_id (g_variant_get_string (value, NULL));
  if (tool)
    kb_editor_state_take_tool (kb_window_get_state (data), tool);
}

/* A letter selects a tool of the current mode: shapes, zones, tracks, levels or tiles. Without one
 * it runs an action with that key, or selects a tool for another layer of the level. */
static void
choose_tool_by_key (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbEditorState *state = kb_window_get_state (data);
  const char *key = g_variant_get_string (parameter, NULL);
  const KbTool *tool = kb_tool_by_key (key[0], kb_tools_mode (kb_editor_state_get_tools (state)));
  const KbAction *action = tool ? NULL : kb_keys_action_of (key);
  gboolean acts = action && g_action_group_get_action_enabled (G_ACTION_GROUP (data), action->name);
  if (!tool && !acts)
    tool = kb_tool_by_key_elsewhere (kb_editor_state_get_tools (state), key[0]);
  if (tool && kb_editor_state_has_canvas (state))
    kb_editor_state_take_tool (state, tool);
  else if (acts)
    g_action_group_activate_action (G_ACTION_GROUP (data), action->name, NULL);
  else if (action)
    say_what_is_missing (state, action);
}

static void
choose_class (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbEditorState *state = kb_window_get_state (data);
  KbDocument *document = kb_editor_state_get_document (state);
  guint index = (guint) g_variant_get_int32 (parameter);
  if (kb_editor_state_get_painted (state))
    {
      kb_paint_choose_zone (data, index);
      return;
    }
  guint n = document ? kb_count (kb_document_project (document)->classes) : 0;
  if (document && n == 0)
    kb_editor_state_say (state, _("There are no classes yet: add one with + below “Classes”"));
  else if (index >= n)
    kb_editor_state_say (state,
                         ngettext ("No class has the number %u: there is %u",
                                   "No class has the number %u: there are %u", n),
                         index + 1, n);
  if (index >= n)
    return;
  KbClass *class = kb_class_at (kb_document_project (document), index);
  kb_editor_state_choose_class (state, class->node.id);
  const char *tool = kb_editor_state_get_tools (state)->gesture.tool->id;
  /* What is drawn on layers without parts has no class */
  gboolean classless = !kb_subject (kb_editor_state_get_tools (state))->members;
  if (classless || g_str_equal (tool, "select") || g_str_equal (tool, "level-select"))
    kb_editor_state_say (state, _("Class: %s"), class->name);
  else if (kb_editor_state_get_level (state))
    kb_editor_state_say (state, _("New parts get the class %s"), class->name);
  else if (kb_selection_count (kb_editor_state_get_tools (state)) > 0)
    kb_editor_state_say (state, _("Next shape: %s. Press V to change the selection's class"),
                         class->name);
  else
    kb_editor_state_say (state, _("Next shape: %s"), class->name);
}

/* Flips an on-off option; focuses the field of a number. */
static void
change_option (GSimpleAction *simple, GVariant *parameter, gpointer data)
{
  KbEditorState *state = kb_window_get_state (data);
  const KbToolOption *option = kb_tool_option_by_id (g_variant_get_string (parameter, NULL));
  if (!option)
    return;
  if (!kb_tool_option_is_switch (option))
    {
      kb_tool_options_show (state, option);
      return;
    }
  gboolean on = kb_tool_option_get (kb_editor_state_get_tools (state), option) == 0;
  kb_tool_options_set (state, option, on);
  kb_editor_state_say (state, on ? _("On: %s") : _("Off: %s"), _(option->label));
}

/* ---- keys ---- */

static void
add_shortcut (GtkEventController *controller, const char *key, GtkShortcutAction *action,
              GVariant *arguments)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (key), action);
  if (arguments)
    gtk_shortcut_set_arguments (shortcut, arguments);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
}

/* Whether it is the letter of a tool, in any mode. */
static gboolean
kb_keys_is_tool (const char *key)
{
  for (guint i = 0; kb_tools[i]; i++)
    if (key[0] == kb_tools[i]->key && !key[1])
      return TRUE;
  return FALSE;
}

/* Whether a text has a use for the key, at least a text that is not empty. */
static gboolean
is_for_texts (const char *key)
{
  static const char *const edits[] = { "<Control>a", "<Control>c", "<Control>v", "<Control>x",
                                       NULL };
  return kb_keys_is_typed (key) || g_strv_contains (edits, key);
}

static gboolean
on_action_key (GtkWidget *window, GVariant *arguments, gpointer action)
{
  gboolean possible = g_action_group_get_action_enabled (G_ACTION_GROUP (window),
                                                         ((const KbAction *) action)->name);
  if (possible)
    g_action_group_activate_action (G_ACTION_GROUP (window), ((const KbAction *) action)->name,
                                    NULL);
  else
    say_what_is_missing (kb_window_get_state (KB_WINDOW (window)), action);
  return possible;
}

/* Adds keys that wait for text input to one of the controllers. The others go to the
 * application. */
static void
add_action_keys (GtkEventController *typed, GtkEventController *others,
                 GtkApplication *application, const KbAction *action)
{
  g_autofree char *name = g_strconcat ("win.", action->name, NULL);
  const char *keys[3], *early[3] = { NULL };
  for (guint i = 0, n = kb_keys_of (action, keys), k = 0; i < n; i++)
    if (kb_keys_is_tool (keys[i]))
      continue;      /* choose_tool_by_key runs it */
    else if (action->typing || kb_keys_is_typed (keys[i]))
      add_shortcut (is_for_texts (keys[i]) ? typed : others, keys[i],
                    gtk_callback_action_new (on_action_key, (gpointer) action, NULL), NULL);
    else
      early[k++] = keys[i];
  if (!action->typing)
    gtk_application_set_accels_for_action (application, name, early);
}

/* While a text has the keyboard, a key for texts does nothing elsewhere, even if this text has no
 * use for it. */
static void
on_actions_add_focus (KbWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  gtk_event_controller_set_propagation_phase (
    g_object_get_data (G_OBJECT (window), TYPED_KEYS),
    GTK_IS_EDITABLE (focus) ? GTK_PHASE_NONE : GTK_PHASE_BUBBLE);
}

/* Keys that a text field may need run only after the focused widget has ignored them. */
static void
add_keys (KbWindow *window)
{
  GtkEventController *controller = gtk_shortcut_controller_new (),
                     *others = gtk_shortcut_controller_new ();
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    add_action_keys (controller, others, gtk_window_get_application (GTK_WINDOW (window)), action);
  for (char key[2] = "a"; key[0] <= 'z'; key[0]++)
    if (kb_keys_is_tool (key))
      add_shortcut (controller, key, gtk_named_action_new ("win.tool-key"),
                    g_variant_new_string (key));
  for (int i = 0; i < 10; i++)
    {
      g_autofree char *key = g_strdup_printf ("%d", (i + 1) % 10);
      g_autofree char *pad = g_strdup_printf ("KP_%d", (i + 1) % 10);
      add_shortcut (controller, key, gtk_named_action_new ("win.class"), g_variant_new_int32 (i));
      add_shortcut (controller, pad, gtk_named_action_new ("win.class"), g_variant_new_int32 (i));
    }
  gtk_widget_add_controller (GTK_WIDGET (window), controller);
  gtk_widget_add_controller (GTK_WIDGET (window), others);
  g_object_set_data (G_OBJECT (window), TYPED_KEYS, controller);
  g_object_set_data (G_OBJECT (window), OTHER_KEYS, others);
  on_actions_add_focus (window);
}

/* Actions are enabled when the main loop is idle. A key pressed right after a click or a release
 * would see the old state, so update it now. */
static gboolean
on_any_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type,
            KbWindow *window)
{
  kb_editor_state_flush (kb_window_get_state (window));
  kb_row_selection_note_key (GTK_WIDGET (window), keyval);
  return FALSE;
}

/* Replaces the key in brackets at the end of a tooltip by the current one. */
static void
update_tooltips (GtkWidget *widget)
{
  const char *name =
    GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  const char *tooltip = name ? gtk_widget_get_tooltip_text (widget) : NULL;
  const KbAction *action =
    tooltip && g_str_has_prefix (name, "win.") ? kb_keys_find (name + strlen ("win.")) : NULL;
  if (action && action->keys[0] && !g_object_get_data (G_OBJECT (widget), "kb-tooltip")
      && g_str_has_suffix (tooltip, ")"))
    {
      const char *bracket = g_strrstr (tooltip, " (");
      if (bracket)
        g_object_set_data_full (G_OBJECT (widget), "kb-tooltip",
                                g_strndup (tooltip, (gsize) (bracket - tooltip)), g_free);
    }
  const char *text = action ? g_object_get_data (G_OBJECT (widget), "kb-tooltip") : NULL;
  if (text)
    {
      g_autofree char *now = kb_keys_tooltip (action, text);
      gtk_widget_set_tooltip_text (widget, now);
    }
  KB_EACH_CHILD (child, widget)
    update_tooltips (child);
}

void
kb_actions_update_keys (KbWindow *window)
{
  gtk_widget_remove_controller (GTK_WIDGET (window),
                                g_object_get_data (G_OBJECT (window), TYPED_KEYS));
  gtk_widget_remove_controller (GTK_WIDGET (window),
                                g_object_get_data (G_OBJECT (window), OTHER_KEYS));
  add_keys (window);
  update_tooltips (GTK_WIDGET (window));
  kb_editor_state_touch (kb_window_get_state (window), KB_CHANGE_LISTS);
}

static void
add_one (KbWindow *window, const KbAction *action)
{
  GSimpleAction *simple =
    action->get ? g_simple_action_new_stateful (
      action->name, NULL, g_variant_new_boolean (action->get (window, action->with)))
                : g_simple_action_new (action->name, NULL);
  g_object_set_data (G_OBJECT (simple), "kb-action", (gpointer) action);
  g_signal_connect (simple, "activate", G_CALLBACK (on_actions_add_activate), window);
  if (action->set)
    g_signal_connect (simple, "change-state", G_CALLBACK (on_change_state), window);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (simple));
  g_object_unref (simple);
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
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    add_one (window, action);
  add_with_parameter (window, g_simple_action_new ("open-recent", G_VARIANT_TYPE_STRING),
                      "activate", G_CALLBACK (open_recent));
  add_with_parameter (window, g_simple_action_new ("open-sample", G_VARIANT_TYPE_STRING),
                      "activate", G_CALLBACK (open_sample));
  add_with_parameter (window, g_simple_action_new ("tool-key", G_VARIANT_TYPE_STRING), "activate",
                      G_CALLBACK (choose_tool_by_key));
  add_with_parameter (window, g_simple_action_new ("class", G_VARIANT_TYPE_INT32), "activate",
                      G_CALLBACK (choose_class));
  add_with_parameter (window, g_simple_action_new ("option", G_VARIANT_TYPE_STRING), "activate",
                      G_CALLBACK (change_option));
  const char *tool = kb_editor_state_get_tools (kb_window_get_state (window))->gesture.tool->id;
  add_with_parameter (
    window,
    g_simple_action_new_stateful ("tool", G_VARIANT_TYPE_STRING, g_variant_new_string (tool)),
    "change-state", G_CALLBACK (choose_tool));
  add_keys (window);
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (on_actions_add_focus), NULL);
  /* Before the application's shortcuts, whose controller was added first */
  kb_add_keys (window, G_CALLBACK (on_any_key), window);
  update_tooltips (GTK_WIDGET (window));
}

void
kb_actions_update (KbWindow *window, guint flags)
{
  KbEditorState *state = kb_window_get_state (window);
  if (!(flags & ~(guint) KB_CHANGE_POINTER))
    {
      /* A click may have begun something that can be undone. */
      GAction *undo = g_action_map_lookup_action (G_ACTION_MAP (window), "undo");
      g_simple_action_set_enabled (G_SIMPLE_ACTION (undo),
                                   (find_possible (state) & KB_WANTS_UNDO) != 0);
      return;
    }
  guint there = find_possible (state);
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    {
      GAction *simple = g_action_map_lookup_action (G_ACTION_MAP (window), action->name);
      g_simple_action_set_enabled (G_SIMPLE_ACTION (simple), (action->wants & ~there) == 0);
      if (action->get)
        g_simple_action_set_state (G_SIMPLE_ACTION (simple),
                                   g_variant_new_boolean (action->get (window, action->with)));
    }
  GAction *tool = g_action_map_lookup_action (G_ACTION_MAP (window), "tool");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (tool), (there & KB_WANTS_CANVAS) != 0);
  g_simple_action_set_state (
    G_SIMPLE_ACTION (tool),
    g_variant_new_string (kb_editor_state_get_tools (state)->gesture.tool->id));
}

/* SPDX-License-Identifier: MIT */
/* The command palette: type a few letters, Enter runs the command. Lists actions, tools and their
 * options, and the project's sprites, animations and classes. */
#include <glib/gi18n.h>

#include "editor/dialogs/dialogs.h"
#include "editor/state/actions.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/options.h"

#define COMMAND_PALETTE_MAX_SHOWN 250
#define MAX_LATELY 6
#define LATELY 40          /* rank points for each position among recent commands */
#define IMPOSSIBLE 900     /* a good match comes first even if it is not possible now */

typedef struct {
  char *label, *section, *keys;
  char *words;               /* further search words */
  char *action;              /* "win.save" */
  GVariant *target;          /* may be NULL */
  KbId node;                 /* without an action: the node to make current */
  enum { NO_STATE, OFF, ON } state;
  gboolean possible;
  /* Rank: as from kb_fuzzy_rank; score: with recent use and availability added */
  int rank, score;
  guint order, lately;       /* lately: MAX_LATELY for the last command used, 0 for one not used */
} Command;

typedef struct {
  KbWindow *window;          /* borrowed: the palette is transient for it and closes with it */
  GtkWidget *dialog, *search, *list, *scroller;
  GPtrArray *commands;
} Palette;

static void
command_free (gpointer data)
{
  Command *command = data;
  g_free (command->label);
  g_free (command->section);
  g_free (command->keys);
  g_free (command->words);
  g_free (command->action);
  g_clear_pointer (&command->target, g_variant_unref);
  g_free (command);
}

/* ---- recent commands: names of actions with their targets, newest first ---- */

static char *
command_palette_name_of (const char *action, GVariant *target)
{
  g_autofree char *printed = target ? g_variant_print (target, FALSE) : NULL;
  return g_strconcat (action, printed ? " " : NULL, printed, NULL);
}

static void
note_use (const char *action, GVariant *target)
{
  g_autofree char *kept = kb_settings_dup_string ("recent-commands"),
                  *name = command_palette_name_of (action, target);
  g_auto (GStrv) names = g_strsplit (kept ? kept : "", ";", -1);
  g_autoptr (GString) result = g_string_new (name);
  for (guint i = 0, n = 1; names[i] && n < MAX_LATELY; i++)
    if (*names[i] && !g_str_equal (names[i], name))
      {
        g_string_append_printf (result, ";%s", names[i]);
        n++;
      }
  kb_settings_set_string ("recent-commands", result->str);
}

static void
mark_lately (Palette *self)
{
  g_autofree char *kept = kb_settings_dup_string ("recent-commands");
  g_auto (GStrv) names = g_strsplit (kept ? kept : "", ";", -1);
  KB_EACH (Command, command, self->commands)
    {
      g_autofree char *name =
        command->action ? command_palette_name_of (command->action, command->target) : NULL;
      for (guint k = 0; name && names[k] && k < MAX_LATELY; k++)
        if (g_str_equal (names[k], name))
          command->lately = MAX_LATELY - k;
    }
}

static Command *
add_with_words (Palette *self, const char *section, const char *label, const char *words)
{
  Command *command =
    KB_NEW (Command, .section = g_strdup (section), .label = g_strdup (label),
            .words = kb_fuzzy_words (label, words), .possible = TRUE, .order = self->commands->len);
  g_ptr_array_add (self->commands, command);
  return command;
}

static Command *
add_command (Palette *self, const char *section, const char *label)
{
  return add_with_words (self, section, label, NULL);
}

static void
set_action (Command *command, const char *action, const char *target)
{
  command->action = g_strdup (action);
  command->target = g_variant_ref_sink (g_variant_new_string (target));
}

static void
add_command_palette_actions (Palette *self)
{
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    {
      if (g_str_equal (action->name, "command-palette"))
        continue;
      const char *section = action->section ? _(action->section) : _("Kickbox");
      Command *command =
        add_with_words (self, section, _(action->label), action->words ? _(action->words) : NULL);
      command->keys = kb_keys_text (action, " · ");
      command->action = g_strconcat ("win.", action->name, NULL);
      command->possible =
        g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action->name);
      command->state = !action->get                               ? NO_STATE
                       : action->get (self->window, action->with) ? ON
                                                                  : OFF;
    }
}

/* The mode of the tools, and whether tools can be used at all. */
static KbToolMode
mode_of (Palette *self, gboolean *possible)
{
  KbEditorState *state = kb_window_get_state (self->window);
  *possible = kb_editor_state_has_canvas (state);
  return kb_tools_mode (kb_editor_state_get_tools (state));
}

static void
add_tools (Palette *self)
{
  gboolean possible;
  KbToolMode mode = mode_of (self, &possible);
  for (guint i = 0; kb_tools[i]; i++)
    {
      if (!kb_tool_fits (kb_tools[i], mode))
        continue;
      Command *command = add_command (self, _("Tool"), _(kb_tools[i]->label));
      command->keys =
        kb_tools[i]->key ? g_strdup_printf ("%c", g_ascii_toupper (kb_tools[i]->key)) : NULL;
      set_action (command, "win.tool", kb_tools[i]->id);
      command->possible = possible;
    }
}

static gboolean
option_fits (const KbToolOption *option, const KbToolContext *tools)
{
  gboolean shapes = kb_tools_mode (tools) == KB_MODE_SHAPES;
  if (option->use == KB_FOR_HEIGHTS)
    return tools->shown.level_id != 0;
  return option->use == KB_FOR_TRACKS ? kb_tool_context_track (tools) != NULL
                                      : (option->use == KB_FOR_SHAPES) == shapes;
}

/* Except options that an action changes as well. */
static void
add_command_palette_options (Palette *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (kb_window_get_state (self->window));
  gboolean possible = kb_editor_state_has_canvas (kb_window_get_state (self->window));
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    if (option->command && option_fits (option, tools))
      {
        Command *command = add_command (self, _(option->group), _(option->command));
        set_action (command, "win.option", option->id);
        command->state = !kb_tool_option_is_switch (option)        ? NO_STATE
                         : kb_tool_option_get (tools, option) != 0 ? ON
                                                                   : OFF;
        command->possible = possible;
      }
}

static void
add_styles (Palette *self)
{
  static const struct { const char *id, *label; } styles[] = {
    { "light", N_("Light style") }, { "dark", N_("Dark style") }, { "system",
      N_("System style") },
  };
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    set_action (add_command (self, _("View"), _ (styles[i].label)), "app.style",
                styles[i].id);
}

static void
add_recent (Palette *self)
{
  g_auto (GStrv) recent = kb_settings_dup_recent ();
  for (guint i = 0; recent[i]; i++)
    {
      g_autofree char *folder = g_path_get_dirname (recent[i]),
                      *name = g_path_get_basename (folder);
      g_autofree char *label = g_strdup_printf (_("Open “%s”"), name);
      set_action (add_command (self, _("Recent project"), label), "win.open-recent",
                  recent[i]);
    }
}

static void
add_project (Palette *self)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  const KbProject *project = document ? kb_document_project (document) : NULL;
  if (project)
    KB_EACH (const KbSprite, sprite, project->sprites)
      {
        Command *command = add_command (self, _("Sprite"), sprite->name);
        command->node = sprite->node.id;
      }
  if (project)
    KB_EACH (const KbMask, mask, project->masks)
      add_command (self, _("Mask"), mask->name)->node = mask->node.id;
  if (project)
    KB_EACH (const KbTrack, track, project->tracks)
      add_command (self, _("Track"), track->name)->node = track->node.id;
  if (project)
    KB_EACH (const KbLevel, level, project->levels)
      add_command (self, _("Level"), level->name)->node = level->node.id;
  KbNode *painted = kb_editor_state_get_painted (kb_window_get_state (self->window));
  const GPtrArray *zones = painted ? kb_node_zones (painted) : NULL;
  if (zones)
    KB_EACH (const KbZone, zone, zones)
      add_command (self, _("Zone"), zone->name)->node = zone->node.id;
  KbSprite *sprite = kb_editor_state_get_sprite (kb_window_get_state (self->window));
  if (sprite)
    KB_EACH (const KbAnimation, animation, sprite->animations)
      add_command (self, _("Animation"), animation->name)->node = animation->node.id;
  KB_EACH_WHILE (project && !painted, const KbClass, known, project->classes)
    {
      Command *command = add_command (self, _("Class"), known->name);
      command->keys = known_at < 10 ? g_strdup_printf ("%u", (known_at + 1) % 10) : NULL;
      command->action = g_strdup ("win.class");
      command->target = g_variant_ref_sink (g_variant_new_int32 ((gint32) known_at));
    }
}

/* ---- the list ---- */

static int
by_score (gconstpointer a, gconstpointer b)
{
  const Command *one = *(Command *const *) a, *other = *(Command *const *) b;
  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;
  if (one->possible != other->possible)
    return one->possible ? -1 : 1;
  return one->order < other->order ? -1 : one->order > other->order;
}

static GtkWidget *
label (const char *text, const char *style, gboolean expand)
{
  GtkWidget *widget = kb_label_new (text, NULL);
  gtk_label_set_wrap (GTK_LABEL (widget), expand);
  gtk_widget_set_hexpand (widget, expand);
  gtk_widget_add_css_class (widget, style);
  return widget;
}

static GtkWidget *
make_command_palette_row (const Command *command)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_append (GTK_BOX (box), label (command->label, "kb-command", TRUE));
  gtk_box_append (GTK_BOX (box), label (command->section, "dim-label", FALSE));
  if (command->state != NO_STATE)
    gtk_box_append (GTK_BOX (box),
                    label (command->state == ON ? _("on") : _("off"), "kb-state", FALSE));
  if (command->keys && *command->keys)
    gtk_box_append (GTK_BOX (box), label (command->keys, "kb-key", FALSE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_sensitive (row, command->possible);
  g_autofree char *name =
    g_strconcat (command->label, ", ", command->section,
                 command->keys && *command->keys ? ", " : "", command->keys ? command->keys : "",
                 command->state == ON    ? _(", on")
                 : command->state == OFF ? _(", off")
                                         : "",
                 NULL);
  kb_name_widget (row, name);
  g_object_set_data (G_OBJECT (row), "kb-command", (gpointer) command);
  return row;
}

/* Matches a command's name, or its section and name: "tool box". */
static int
score (const Command *command)
{
  int rank = command->rank + (int) command->lately * LATELY;
  return command->possible || rank == 1 ? rank : MAX (rank - IMPOSSIBLE, 1);
}

static void
fill_command_palette (Palette *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkListBoxRow *old;
  int best = 0;
  KB_EACH (Command, command, self->commands)
    {
      command->rank = kb_fuzzy_rank (typed, command->label, command->section, command->words);
      command->score = score (command);
      best = MAX (best, command->rank);
    }
  KB_EACH (Command, command, self->commands)
    if (kb_fuzzy_is_worth (command->rank, best))
      g_ptr_array_add (found, command);
  g_ptr_array_sort (found, by_score);
  while ((old = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (old));
  for (guint i = 0; i < MIN (found->len, COMMAND_PALETTE_MAX_SHOWN); i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list),
                         make_command_palette_row (g_ptr_array_index (found, i)));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
  gtk_adjustment_set_value (
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

/* ---- running a command ---- */

typedef struct {
  KbWindow *window;
  char *action;
  GVariant *target;
  KbId node;
} Doing;

static void
doing_free (gpointer data)
{
  Doing *doing = data;
  g_object_unref (doing->window);
  g_free (doing->action);
  g_clear_pointer (&doing->target, g_variant_unref);
  g_free (doing);
}

static gboolean
do_it (gpointer data)
{
  Doing *doing = data;
  KbEditorState *state = kb_window_get_state (doing->window);
  kb_editor_state_grab_canvas (state);
  if (doing->action)
    note_use (doing->action, doing->target);
  if (doing->action)
    gtk_widget_activate_action_variant (GTK_WIDGET (doing->window), doing->action, doing->target);
  else
    kb_editor_state_reveal (state, doing->node);
  return G_SOURCE_REMOVE;
}

/* Closes the palette before the action, which may open a dialog or close the window. */
static void
run_chosen_row (Palette *self, GtkListBoxRow *row)
{
  const Command *command = row ? g_object_get_data (G_OBJECT (row), "kb-command") : NULL;
  if (!command || !command->possible)
    return;
  Doing *doing = g_new (Doing, 1);
  *doing = (Doing) { g_object_ref (self->window), g_strdup (command->action),
                     command->target ? g_variant_ref (command->target) : NULL, command->node };
  g_idle_add_full (G_PRIORITY_DEFAULT, do_it, doing, doing_free);
  gtk_window_destroy (GTK_WINDOW (self->dialog));
}

static void
on_command_palette_row (GtkListBox *list, GtkListBoxRow *row, Palette *self)
{
  run_chosen_row (self, row);
}

static void
on_command_palette_enter (GtkWidget *search, Palette *self)
{
  run_chosen_row (self, gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)));
}

static void
move (Palette *self, int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int index = row ? gtk_list_box_row_get_index (row) + by : 0;
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), MAX (index, 0));
  if (!next || !gtk_widget_get_sensitive (GTK_WIDGET (next)))
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), next);
  graphene_rect_t bounds;
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  if (gtk_widget_compute_bounds (GTK_WIDGET (next), self->list, &bounds))
    gtk_adjustment_clamp_page (place, (double) bounds.origin.y,
                               (double) (bounds.origin.y + bounds.size.height));
}

static gboolean
on_command_palette_key (GtkEventControllerKey *controller, guint keyval, guint keycode,
                        GdkModifierType state, Palette *self)
{
  switch (keyval)
    {
    case GDK_KEY_Down: move (self, 1); return TRUE;
    case GDK_KEY_Up: move (self, -1); return TRUE;
    case GDK_KEY_Page_Down: move (self, 8); return TRUE;
    case GDK_KEY_Page_Up: move (self, -8); return TRUE;
    case GDK_KEY_Escape: gtk_window_destroy (GTK_WINDOW (self->dialog)); return TRUE;
    default: return FALSE;
    }
}

/* ---- the window ---- */

static const KbTemplateChild command_palette_children[] = {
  KB_CHILD (Palette, search), KB_CHILD (Palette, list), KB_CHILD (Palette, scroller), { NULL },
};

static const KbTemplateCall command_palette_calls[] = {
  KB_CALL (on_command_palette_enter), KB_CALL (on_command_palette_row), { NULL },
};

void
kb_dialog_command_palette (KbWindow *window)
{
  Palette *self =
    KB_NEW (Palette, .window = window, .commands = g_ptr_array_new_with_free_func (command_free),
            .dialog = adw_window_new ());
  add_command_palette_actions (self);
  add_tools (self);
  add_command_palette_options (self);
  add_styles (self);
  add_recent (self);
  add_project (self);
  mark_lately (self);

  gtk_window_set_title (GTK_WINDOW (self->dialog), _("Commands"));
  gtk_window_set_transient_for (GTK_WINDOW (self->dialog), GTK_WINDOW (window));
  gtk_window_set_modal (GTK_WINDOW (self->dialog), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 520, 420);
  adw_window_set_content (
    ADW_WINDOW (self->dialog),
    kb_template_build ("command_palette", self, command_palette_children, command_palette_calls));
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), self->dialog);
  kb_add_keys (self->dialog, G_CALLBACK (on_command_palette_key), self);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (fill_command_palette), self);
  g_object_set_data_full (G_OBJECT (self->dialog), "kb-palette", self, g_free);
  g_object_set_data_full (G_OBJECT (self->dialog), "kb-commands", self->commands,
                          (GDestroyNotify) g_ptr_array_unref);
  fill_command_palette (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  gtk_widget_grab_focus (self->search);
}

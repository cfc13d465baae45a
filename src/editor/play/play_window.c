/* SPDX-License-Identifier: MIT */
/* The behaviour of the playtest's window. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "bake/outputs.h"
#include "document/files/files.h"
#include "editor/play/play_choice.h"
#include "editor/play/play_parts.h"
#include "editor/state/settings.h"
#include "editor/watch/play_bank.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "playtest/places.h"

#define KB_TYPE_PLAY_WINDOW (kb_play_window_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayWindow, kb_play_window, KB, PLAY_WINDOW, AdwWindow)

struct _KbPlayWindow
{
  AdwWindow parent_instance;

  /* Owned */
  KbEditorState *state;
  KbPlayBaker *baker;
  KbPlayBank *bank;          /* NULL until the first successful bake */
  KbPlayRun *run;
  KbPlayCanvas *canvas;
  GtkWidget *bar, *pause, *menu, *tools, *speed, *overlay, *scene;
  GtkWidget *scenes, *cast, *panel, *fight, *flap, *pages, *empty, *banner, *banner_text, *status,
    *baked;
  gint64 updated;            /* time of the panel's last update, microseconds */
  /* An asset that cannot be played, for which the user may have chosen another scene; 0: none */
  KbId no_use;
  gboolean follow, paused;
  gboolean here;             /* the next start is at `from` */
  kbx_vec from;
};

/* Callbacks of the parts, each with the window. */
typedef struct {
  void (*scene) (gpointer window);
  void (*cast) (gpointer window);
  void (*layers) (gpointer window);
  void (*cell) (guint row, guint column, gpointer window);
} KbPlayWindowCalls;

/* ---- play files ---- */

/* The dialogs that save and open recordings, and their errors. */

#define RECORDING "kb-recording"   /* of the dialog that saves one: its text when that was opened */

static void
show_play_window_error (GtkWindow *window, const char *heading, const GError *error)
{
  kb_question_show (window, (KbQuestion) { .heading = heading,
                                           .body = error->message,
                                           .answers = { { "close", _("_Close") } } });
}

static GtkFileChooserNative *
new_chooser (GtkWindow *window, const char *title, GtkFileChooserAction action, const char *accept)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, window, action, accept, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Recordings"));
  gtk_file_filter_add_pattern (filter, "*.tape");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  return chooser;
}

static void
on_play_window_save (gpointer window, char **paths, gpointer chooser)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
    kb_play_run_text_for (g_object_get_data (chooser, RECORDING), paths[0]);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  if (!kb_outputs_write (paths[0], bytes, &error))
    show_play_window_error (window, _("The recording was not saved"), error);
}

/* Saves the run so far under a name that it asks for. `project`: its path, for the command. */
static void
kb_play_ask_save (GtkWindow *window, KbPlayRun *run, const char *project)
{
  GtkFileChooserNative *chooser =
    new_chooser (window, _("Save Recording"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"));
  g_autofree char *name =
    g_strdup_printf ("%s.tape", kb_play_scene_of (kb_play_run_play (run))->name);
  /* The scene continues behind the dialog. */
  g_object_set_data_full (G_OBJECT (chooser), RECORDING, kb_play_run_text (run, project), g_free);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  kb_file_chooser_run (chooser, window, on_play_window_save, chooser);
}

/* ---- play window pages ---- */

/* The pages of the playtest's window next to or instead of a scene. */

/* Shows a line above the scene; NULL hides it. */
static void
kb_play_window_show_problem (KbPlayWindow *self, const char *text)
{
  gtk_widget_set_visible (self->banner, text != NULL);
  gtk_label_set_label (GTK_LABEL (self->banner_text), text ? text : "");
  gtk_widget_set_tooltip_text (self->banner_text, text);
}

/* "busy", "empty" or "play": the actions need a scene. */
static void
kb_play_window_show_page (KbPlayWindow *self, const char *name)
{
  static const char *const actions[] = { "play.paused", "play.step", "play.restart", "play.replay",
                                         "play.save",   "play.open", "play.zoom",    "play.layer",
                                         "play.follow", "play.panel" };
  const gboolean play = g_str_equal (name, "play");
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), name);
  gtk_widget_set_visible (self->scenes, play);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], play);
}

/* As plain text. */
static void
kb_play_window_show_empty (KbPlayWindow *self, const char *title, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty), markup);
  kb_play_window_show_page (self, "empty");
}

/* Ends the run because the current asset cannot be played. The user may choose another scene. */
static void
kb_play_window_show_no_use (KbPlayWindow *self, const char *name, const char *why)
{
  g_autofree char *title = g_strdup_printf (_("“%s” Cannot Be Played"), name);
  g_autofree char *text = g_strdup_printf (
    "%s\n%s", why, _("Choose a scene above to play something else of the project."));
  kb_play_run_stop (self->run);
  kb_play_window_show_problem (self, NULL);
  kb_play_window_show_empty (self, title, text);
  kb_play_scenes_show (self->scenes, &self->bank->bank, NULL);
  gtk_widget_set_visible (self->scenes, TRUE);
}

/* ---- play window parts ---- */

/* Builds the playtest's window, and its keys. */

static void
kb_play_window_add_bindings (GtkWidgetClass *class)
{
  static const struct { guint key; GdkModifierType modifiers; const char *action; } keys[] = {
    { GDK_KEY_Escape, 0, "play.leave" }, { GDK_KEY_F5, 0, "window.close" }, { GDK_KEY_w,
      GDK_CONTROL_MASK, "window.close" },
    { GDK_KEY_p, GDK_CONTROL_MASK, "play.paused" },
    { GDK_KEY_period, GDK_CONTROL_MASK, "play.step" }, { GDK_KEY_r, GDK_CONTROL_MASK,
      "play.restart" },
    { GDK_KEY_r, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "play.replay" }, { GDK_KEY_s, GDK_CONTROL_MASK,
      "play.save" },
    { GDK_KEY_o, GDK_CONTROL_MASK, "play.open" }, { GDK_KEY_f, GDK_CONTROL_MASK, "play.follow" },
    { GDK_KEY_F9, 0, "play.panel" }, { GDK_KEY_F11, 0, "play.full" },
  };
  static const struct { guint key; int steps; } zooms[] = {
    { GDK_KEY_plus, 1 }, { GDK_KEY_equal, 1 }, { GDK_KEY_KP_Add, 1 }, { GDK_KEY_minus, -1 },
      { GDK_KEY_KP_Subtract, -1 }, { GDK_KEY_0, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (class, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding_action (class, zooms[i].key, GDK_CONTROL_MASK, "play.zoom", "i",
                                         zooms[i].steps);
  for (guint i = 0; i < 10; i++)
    gtk_widget_class_add_binding_action (class, GDK_KEY_0 + (i + 1) % 10, GDK_ALT_MASK,
                                         "play.layer", "i", (int) i);
}

static void
kb_play_window_show_paused (KbPlayWindow *self)
{
  const char *name = self->paused ? _("Resume") : _("Pause");
  g_autofree char *tooltip = g_strdup_printf ("%s (P)", name);
  gtk_button_set_icon_name (GTK_BUTTON (self->pause),
                            self->paused ? "kb-play-symbolic" : "kb-pause-symbolic");
  gtk_widget_set_tooltip_text (self->pause, tooltip);
  kb_name_widget (self->pause, name);
}

/* The matrix takes a part of the scene's room. */
static void
update_room (KbPlayWindow *self)
{
  const int panel = adw_flap_get_reveal_flap (ADW_FLAP (self->flap)) ? KB_PLAY_PANEL_WIDTH : 0;
  const int width = gtk_widget_get_width (self->flap), height = gtk_widget_get_height (self->flap);
  if (width > panel && height > 0)
    kb_play_fight_set_room (self->fight, width - panel, height);
  kb_play_panel_set_height (self->panel, height);
}

static void
on_realize (KbPlayWindow *self)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)), "layout",
                           G_CALLBACK (update_room), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
kb_play_window_build (KbPlayWindow *self, const KbPlayWindowCalls *calls)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = kb_play_canvas_new (self->run);
  self->scenes = kb_play_scenes_new (calls->scene, self);
  self->cast = kb_play_cast_new (calls->cast, self);
  self->fight = kb_play_fight_new (calls->cell, self);
  self->panel = kb_play_panel_new (calls->layers, self);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->canvas));
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay),
                           kb_prober_card (kb_play_canvas_prober (self->canvas)));
  gtk_box_append (GTK_BOX (self->scene), self->fight);
  adw_flap_set_flap (ADW_FLAP (self->flap), self->panel);
  gtk_widget_set_hexpand (self->cast, TRUE);
  gtk_box_prepend (GTK_BOX (self->tools), self->cast);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (self->bar), self->scenes);
  kb_name_widget (self->speed, _("Speed"));
  kb_name_widget (self->menu, _("Playtest menu"));
  kb_name_inside (self->menu, GTK_TYPE_TOGGLE_BUTTON, _("Playtest menu"));
  g_signal_connect (self, "realize", G_CALLBACK (on_realize), NULL);
}

/* ---- size ---- */

/* Restores its size and panel. The first time, places it next to the editor's window. */
static void
kb_play_window_take_size (KbPlayWindow *self, GtkWindow *editor)
{
  int width = kb_settings_get_int ("play-width"), height = kb_settings_get_int ("play-height");
  const gboolean kept = width > 0 && height > 0;
  if (!kept)
    kb_play_fit (gtk_widget_get_width (GTK_WIDGET (editor)),
                 gtk_widget_get_height (GTK_WIDGET (editor)), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  g_object_set (self, "panel",
                kb_settings_get_boolean ("play-panel") && (kept || kb_play_fits_panel (width)),
                NULL);
}

static void
kb_play_window_keep_size (KbPlayWindow *self)
{
  int width, height;
  /* Also in full screen */
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  kb_settings_set_int ("play-width", CLAMP (width, 0, 16384));
  kb_settings_set_int ("play-height", CLAMP (height, 0, 16384));
  kb_settings_set_boolean ("play-panel", adw_flap_get_reveal_flap (ADW_FLAP (self->flap)));
}

/* ---- play window ---- */

#define PANEL_EVERY 66000   /* microseconds between updates; nobody reads faster */

G_DEFINE_FINAL_TYPE (KbPlayWindow, kb_play_window, ADW_TYPE_WINDOW)

enum { PROP_PAUSED = 1, PROP_FOLLOW, PROP_PANEL, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

/* ---- texts ---- */

static void
update_texts (KbPlayWindow *self)
{
  KbPlay *play = kb_play_run_play (self->run);
  if (!play)
    return;
  const guint n = kb_play_steps (play), left = kb_play_run_left (self->run);
  g_autofree char *text = g_strdup_printf (_("Step %u"), n),
                  *time = g_strdup_printf ("%.2f s", (double) n / KB_PLAY_RATE);
  g_autofree char *replay = left ? g_strdup_printf (_(" · replay, %u to go"), left) : g_strdup ("");
  const char *panel = self->flap && !adw_flap_get_reveal_flap (ADW_FLAP (self->flap))
                        ? _(" · F9: keys and more")
                        : "";
  g_autofree char *whole =
    g_strdup_printf ("%s · %s%s%s%s", text, time,
                     kb_play_run_is_paused (self->run) ? _(" · paused") : "", replay, panel);
  kb_play_panel_update (self->panel, play);
  kb_play_fight_update (self->fight, play, &self->bank->bank);
  if (g_str_equal (gtk_label_get_label (GTK_LABEL (self->status)), whole))
    return;
  gtk_label_set_label (GTK_LABEL (self->status), whole);
  kb_name_widget (self->status, text);
}

/* Updates the panel a dozen times a second while the scene runs, and at once when it is paused. */
static void
on_stepped (KbPlayWindow *self)
{
  const gint64 now = g_get_monotonic_time ();
  if (!self->paused && now - self->updated < PANEL_EVERY)
    return;
  self->updated = now;
  update_texts (self);
}

/* ---- the run ---- */

/* Call after a new scene, a new cast or a restart. */
static void
run_changed (KbPlayWindow *self)
{
  KbPlay *play = kb_play_run_play (self->run);
  kb_play_canvas_update (self->canvas);
  kb_play_scenes_show (self->scenes, &self->bank->bank, play ? kb_play_scene_of (play) : NULL);
  kb_play_cast_show (self->cast, &self->bank->bank, self->run);
  update_texts (self);
}

static gboolean
start_play_window (KbPlayWindow *self, const KbPlayScene *scene, const char *const *cast)
{
  KbPlayWhy why;
  KbPlay *play = kb_play_run_play (self->run);
  const gboolean other = !play || kb_play_scene_of (play) != scene;
  if (!kb_play_run_start (self->run, scene, &self->bank->bank, cast, &why))
    {
      kb_play_window_show_problem (self, why.text);
      return FALSE;
    }
  kb_play_set_kinds (kb_play_run_play (self->run), self->bank->kinds);
  kb_play_window_show_problem (self, NULL);
  kb_play_window_show_page (self, "play");
  if (other)
    {
      kb_play_panel_set_scene (self->panel, scene);
      kb_play_canvas_set_hidden (self->canvas, 0);
      kb_play_canvas_zoom_fit (self->canvas, TRUE);
    }
  run_changed (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  return TRUE;
}

static KbCastKind
kind_of (const KbNode *asset)
{
  static const struct { const KbKind *kind; KbCastKind cast; } casts[] = {
    { &kb_sprite_kind, KB_CAST_SPRITE },
    { &kb_mask_kind, KB_CAST_MASK },
    { &kb_track_kind, KB_CAST_TRACK },
    { &kb_level_kind, KB_CAST_LEVEL },
  };
  guint i = 0;
  while (casts[i].kind != asset->kind)
    i++;
  return casts[i].cast;
}

static const char *
play_window_name_of (const KbNode *asset)
{
  return *(char *const *) (const void *) ((const char *) asset
                                          + kb_kind_field (asset->kind, "name")->offset);
}

/* The missing parts of all scenes, as text for the user. Free it. */
static char *
kb_play_lacks_text (const kbx_bank *bank)
{
  GString *text = g_string_new (_("Make something to play with first:"));
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    {
      const char *lacks = kb_play_scene_lacks (scene, bank);
      g_string_append_printf (text, "\n%s – %s", _(scene->title), lacks ? _(lacks) : "");
    }
  return g_string_free (text, FALSE);
}

static void
start_first (KbPlayWindow *self)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  KbPlayChoice choice = kb_play_choose (&self->bank->bank, asset ? kind_of (asset) : KB_CAST_SPRITE,
                                        asset ? play_window_name_of (asset) : NULL);
  self->no_use = choice.why ? asset->id : 0;
  if (choice.scene && start_play_window (self, choice.scene, choice.cast) && self->here)
    {
      kb_play_run_start_at (self->run, &self->from);
      run_changed (self);
    }
  self->here = FALSE;
  if (choice.scene)
    return;
  if (choice.why && kb_play_any_suits (&self->bank->bank))
    kb_play_window_show_no_use (self, play_window_name_of (asset), _(choice.why));
  else
    {
      kb_play_run_stop (self->run);
      g_autofree char *text = kb_play_lacks_text (&self->bank->bank);
      kb_play_window_show_empty (self, _("Nothing to Play Yet"), text);
    }
}

static void
take_bank (KbPlayWindow *self, KbPlayBank *bank)
{
  g_autoptr (KbPlayBank) old = self->bank;
  KbPlayWhy why;
  if (old && kb_play_run_play (self->run) && !kb_play_run_change_bank (self->run, old, bank, &why))
    {
      kb_play_window_show_problem (self, why.text);
      kb_play_bank_free (bank);
      g_steal_pointer (&old);
      return;
    }
  self->bank = bank;
  kb_play_window_show_problem (self, NULL);
  kb_play_canvas_show (self->canvas, kb_editor_state_get_document (self->state), &bank->bank);
  if (kb_play_run_play (self->run))
    {
      kb_play_set_kinds (kb_play_run_play (self->run), bank->kinds);
      run_changed (self);
    }
  else
    start_first (self);
}

static void
on_play_window_baked (KbPlayBank *bank, const GError *error, double ms, gpointer data)
{
  KbPlayWindow *self = data;
  g_autofree char *text = NULL;
  if (bank)
    {
      if (self->bank)   /* the first bank contains no edit */
        text = g_strdup_printf (_("Last edit in play after %.0f ms"), ceil (ms));
      gtk_label_set_label (GTK_LABEL (self->baked), text ? text : "");
      take_bank (self, bank);
    }
  else if (self->bank)
    {
      text = g_strdup_printf (_("Continues without the last edits: %s"), error->message);
      kb_play_window_show_problem (self, text);
    }
  else
    kb_play_window_show_empty (self, _("The Project Cannot Be Played Yet"), error->message);
}

static void
forget_play_window (KbPlayWindow *self)
{
  kb_play_run_stop (self->run);
  kb_play_canvas_show (self->canvas, NULL, NULL);
  g_clear_pointer (&self->bank, kb_play_bank_free);
}

static void
on_state (KbEditorState *state, guint flags, KbPlayWindow *self)
{
  KbDocument *document = kb_editor_state_get_document (state);
  if (flags & KB_CHANGE_DOCUMENT)
    {
      forget_play_window (self);
      kb_play_window_show_page (self, "busy");
    }
  if (!document)
    gtk_window_destroy (GTK_WINDOW (self));
  else if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    {
      kb_play_canvas_show (self->canvas, document, self->bank ? &self->bank->bank : NULL);
      kb_play_baker_ask (self->baker, document);
    }
}

/* ---- user actions ---- */

/* What is being played, as far as another scene has roles for it. */
static void
keep_cast (const KbPlayWindow *self, const KbPlayScene *scene, const char **names)
{
  const kbx_bank *bank = &self->bank->bank;
  const KbPlay *play = kb_play_run_play (self->run);
  const KbRole *before = play ? kb_play_scene_of (play)->roles : NULL;
  for (guint32 r = 0; before && before[r].name; r++)
    {
      const guint32 index = kb_play_cast (play, r);
      const guint32 role = index == KBX_NONE
                             ? KBX_NONE
                             : kb_play_scene_role_for (scene, bank, before[r].kind, index);
      if (role != KBX_NONE && !names[role])
        names[role] = kb_cast_name (bank, before[r].kind, index);
    }
}

static void
on_scene (gpointer data)
{
  KbPlayWindow *self = data;
  const KbPlayScene *scene = kb_play_scenes_get (self->scenes);
  KbPlay *play = kb_play_run_play (self->run);
  const char *names[KB_PLAY_MOST_ROLES] = { NULL };
  if (scene && self->bank)
    keep_cast (self, scene, names);
  if (scene && self->bank && !start_play_window (self, scene, names))
    kb_play_scenes_show (self->scenes, &self->bank->bank, play ? kb_play_scene_of (play) : NULL);
}

static void
on_cast (gpointer data)
{
  KbPlayWindow *self = data;
  const char *names[KB_PLAY_MOST_ROLES];
  kb_play_cast_get (self->cast, names);
  if (self->bank && kb_play_run_play (self->run))
    start_play_window (self, kb_play_scene_of (kb_play_run_play (self->run)), names);
}

static void
on_layers (gpointer data)
{
  KbPlayWindow *self = data;
  kb_play_canvas_set_hidden (self->canvas, kb_play_panel_hidden (self->panel));
}

static void
on_play_window_speed (GtkDropDown *drop, GParamSpec *spec, KbPlayWindow *self)
{
  static const double speeds[] = { 1, 0.5, 0.25, 0.1 };
  kb_play_run_set_speed (
    self->run, speeds[MIN (gtk_drop_down_get_selected (drop), G_N_ELEMENTS (speeds) - 1)]);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
set_paused (KbPlayWindow *self, gboolean paused)
{
  self->paused = paused;
  kb_play_run_pause (self->run, paused);
  kb_play_window_show_paused (self);
  update_texts (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAUSED]);
}

static void
on_play_window_cell (guint row, guint column, gpointer data)
{
  KbPlayWindow *self = data;
  kb_play_fight_scrub (self->run, row, column);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  update_texts (self);
}

static void
act_step (GtkWidget *widget, const char *action, GVariant *parameter)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (widget);
  set_paused (self, TRUE);
  kb_play_run_step (self->run);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  update_texts (self);
}

static void
act_restart (GtkWidget *widget, const char *action, GVariant *parameter)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (widget);
  if (g_str_equal (action, "play.replay"))
    {
      kb_play_run_replay (self->run);
      set_paused (self, FALSE);
    }
  else
    kb_play_run_restart (self->run);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  update_texts (self);
}

static void
on_play_window_open (gpointer window, char **paths, gpointer data)
{
  KbPlayWindow *self = window;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  if (!kb_play_run_play (self->run))
    return;
  if (!kb_file_read (NULL, paths[0], KB_FILE_MAX, &text, &length, &error)
      || !kb_play_run_read (self->run, text, length, &error))
    {
      show_play_window_error (window, _("The recording cannot be replayed"), error);
      return;
    }
  set_paused (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
act_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (widget);
  if (!kb_play_run_play (self->run))
    return;
  if (g_str_equal (action, "play.save"))
    kb_play_ask_save (GTK_WINDOW (self), self->run,
                      kb_document_folder (kb_editor_state_get_document (self->state)));
  else
    kb_file_chooser_run (new_chooser (GTK_WINDOW (self), _("Replay a Recording"),
                                      GTK_FILE_CHOOSER_ACTION_OPEN, _("_Replay")),
                         self, on_play_window_open, NULL);
}

static void
act_full (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

/* Leaves full screen first, then closes the playtest. */
static void
act_leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_close (GTK_WINDOW (widget));
}

static void
act_zoom (GtkWidget *widget, const char *action, GVariant *parameter)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (widget);
  const int steps = g_variant_get_int32 (parameter);
  if (steps)
    kb_play_canvas_zoom_steps (self->canvas, steps);
  else
    kb_play_canvas_zoom_fit (self->canvas, FALSE);
}

static void
act_layer (GtkWidget *widget, const char *action, GVariant *parameter)
{
  kb_play_panel_toggle (KB_PLAY_WINDOW (widget)->panel, (guint) g_variant_get_int32 (parameter));
}

/* Keys that the scene does not use. */
static gboolean
on_play_window_key (KbPlayCanvas *canvas, guint value, KbPlayWindow *self)
{
  switch (gdk_keyval_to_lower (value))
    {
    case GDK_KEY_p: set_paused (self, !self->paused); return TRUE;
    case GDK_KEY_period: act_step (GTK_WIDGET (self), "play.step", NULL); return TRUE;
    case GDK_KEY_r: act_restart (GTK_WIDGET (self), "play.restart", NULL); return TRUE;
    default: return FALSE;
    }
}

/* ---- object ---- */

static void
kb_play_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (object);
  g_value_set_boolean (value, id == PROP_PAUSED ? self->paused
                              : id == PROP_FOLLOW
                                ? self->follow
                                : self->flap && adw_flap_get_reveal_flap (ADW_FLAP (self->flap)));
}

static void
kb_play_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (object);
  const gboolean on = g_value_get_boolean (value);
  if (id == PROP_PAUSED)
    set_paused (self, on);
  else if (id == PROP_PANEL)
    adw_flap_set_reveal_flap (ADW_FLAP (self->flap), on);
  else
    {
      self->follow = on;
      kb_play_canvas_set_follow (self->canvas, on);
    }
}

static void
kb_play_window_dispose (GObject *object)
{
  KbPlayWindow *self = KB_PLAY_WINDOW (object);
  g_clear_pointer (&self->baker, kb_play_baker_free);
  if (self->run && self->canvas)
    forget_play_window (self);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (kb_play_window_parent_class)->dispose (object);
  self->canvas = NULL;
}

static void
kb_play_window_finalize (GObject *object)
{
  kb_play_run_free (KB_PLAY_WINDOW (object)->run);
  G_OBJECT_CLASS (kb_play_window_parent_class)->finalize (object);
}

static const KbTemplateChild play_window_children[] = {
  KB_CHILD (KbPlayWindow, bar), KB_CHILD (KbPlayWindow, pause), KB_CHILD (KbPlayWindow, menu),
  KB_CHILD (KbPlayWindow, tools), KB_CHILD (KbPlayWindow, speed), KB_CHILD (KbPlayWindow, overlay),
  KB_CHILD (KbPlayWindow, scene), KB_CHILD (KbPlayWindow, flap), KB_CHILD (KbPlayWindow, pages),
  KB_CHILD (KbPlayWindow, empty), KB_CHILD (KbPlayWindow, banner),
  KB_CHILD (KbPlayWindow, banner_text), KB_CHILD (KbPlayWindow, status),
  KB_CHILD (KbPlayWindow, baked), { NULL },
};

static const KbTemplateCall play_window_calls[] = { KB_CALL (on_play_window_speed), { NULL } };

static void
kb_play_window_class_init (KbPlayWindowClass *klass)
{
  static const struct {
    const char *name, *parameter;
    GtkWidgetActionActivateFunc run;
  } actions[] = {
    { "play.step", NULL, act_step },
    { "play.restart", NULL, act_restart },
    { "play.replay", NULL, act_restart },
    { "play.save", NULL, act_file },
    { "play.open", NULL, act_file },
    { "play.full", NULL, act_full },
    { "play.leave", NULL, act_leave },
    { "play.zoom", "i", act_zoom },
    { "play.layer", "i", act_layer },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *class = GTK_WIDGET_CLASS (klass);
  kb_play_translate (gettext);
  object_class->get_property = kb_play_window_get_property;
  object_class->set_property = kb_play_window_set_property;
  object_class->dispose = kb_play_window_dispose;
  object_class->finalize = kb_play_window_finalize;
  properties[PROP_PAUSED] =
    g_param_spec_boolean ("paused", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_FOLLOW] =
    g_param_spec_boolean ("follow", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PANEL] =
    g_param_spec_boolean ("panel", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_install_property_action (class, "play.paused", "paused");
  gtk_widget_class_install_property_action (class, "play.follow", "follow");
  gtk_widget_class_install_property_action (class, "play.panel", "panel");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (class, actions[i].name, actions[i].parameter, actions[i].run);
  kb_template_bind (class, "play_window", play_window_children, play_window_calls);
  kb_play_window_add_bindings (class);
}

static void
kb_play_window_init (KbPlayWindow *self)
{
  const KbPlayWindowCalls window_calls = { on_scene, on_cast, on_layers, on_play_window_cell };
  self->run = kb_play_run_new ();
  self->baker = kb_play_baker_new (on_play_window_baked, self);
  self->follow = TRUE;
  kb_play_window_build (self, &window_calls);
  g_signal_connect_swapped (self->canvas, "stepped", G_CALLBACK (on_stepped), self);
  g_signal_connect (self->canvas, "key", G_CALLBACK (on_play_window_key), self);
}

/* ---- opening and closing ---- */

static void
close_with (gpointer data)
{
  g_autoptr (KbPlayWindow) self = data;
  if (self->flap)
    kb_play_window_keep_size (self);
  gtk_window_destroy (GTK_WINDOW (self));
}

static gboolean
on_play_window_close (KbPlayWindow *self, KbWindow *window)
{
  g_object_set_data (G_OBJECT (window), "kb-play", NULL);   /* closes the window */
  return TRUE;
}

/* Whether the current asset is already being played, or a scene chosen instead of it. */
static gboolean
plays_asset (KbPlayWindow *self)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  KbPlay *play = kb_play_run_play (self->run);
  const KbRole *roles = play ? kb_play_scene_of (play)->roles : NULL;
  for (guint r = 0; asset && roles && roles[r].name; r++)
    if (roles[r].kind == kind_of (asset)
        && g_strcmp0 (kb_play_run_cast_name (self->run, r), play_window_name_of (asset)) == 0)
      return TRUE;
  return !asset || (play && asset->id == self->no_use);
}

void
kb_play_window_show_here (KbWindow *window)
{
  const KbVec at = kb_editor_state_get_tools (kb_window_get_state (window))->pointer.at;
  kb_play_window_show (window);
  KbPlayWindow *self = g_object_get_data (G_OBJECT (window), "kb-play");
  self->from = (kbx_vec) { (float) at.x, (float) at.y };
  if (!self->bank)
    self->here = TRUE;
  else if (kb_play_run_play (self->run))
    {
      kb_play_run_start_at (self->run, &self->from);
      set_paused (self, FALSE);
      run_changed (self);
    }
}

void
kb_play_window_show (KbWindow *window)
{
  KbPlayWindow *self = g_object_get_data (G_OBJECT (window), "kb-play");
  if (!self)
    {
      self = g_object_new (KB_TYPE_PLAY_WINDOW, NULL);
      self->state = g_object_ref (kb_window_get_state (window));
      kb_play_window_take_size (self, GTK_WINDOW (window));
      kb_play_place (GTK_WINDOW (self), GTK_WINDOW (window));
      g_object_set_data_full (G_OBJECT (window), "kb-play", g_object_ref (self), close_with);
      g_signal_connect_object (self, "close-request", G_CALLBACK (on_play_window_close), window, 0);
      g_signal_connect_object (self->state, "changed", G_CALLBACK (on_state), self, 0);
      on_state (self->state, KB_CHANGE_DOCUMENT, self);
    }
  else if (self->bank && !plays_asset (self))
    start_first (self);
  gtk_window_present (GTK_WINDOW (self));
}

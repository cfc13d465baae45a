/* SPDX-License-Identifier: MIT */
/* The window: builds the panels, gives them the state, updates title and pages. */
#include "editor/state/window.h"

#include <glib/gi18n.h>

#include "document/document.h"
#include "editor/canvas/canvas.h"
#include "editor/canvas/prober.h"
#include "editor/classes/classes.h"
#include "editor/fields/fields.h"
#include "editor/film/filmstrip.h"
#include "editor/imports/imports.h"
#include "editor/level/panels.h"
#include "editor/lists/lists.h"
#include "editor/paint/paint.h"
#include "editor/panels/panels.h"
#include "editor/project/project_flow.h"
#include "editor/state/actions.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/track/tracks.h"
#include "editor/watch/level_canvas.h"
#include "editor/watch/level_watch.h"
#include "editor/watch/track_watch.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "editor/window/parts.h"

struct _KbWelcome
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *recent_group;
  GtkListBox *recent_list, *sample_list;

  char **recent;      /* owned; not shown yet */
};

G_DEFINE_FINAL_TYPE (KbWelcome, kb_welcome, ADW_TYPE_BIN)

/* A row that opens a project by an action of the window. */
static GtkWidget *
add_window_row (GtkListBox *list, const char *title, const char *subtitle, const char *action,
                const char *target)
{
  GtkWidget *row = adw_action_row_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", target);
  gtk_list_box_append (list, row);
  return row;
}

static void
show_recent (KbWelcome *self, char **files)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, child);

  for (guint i = 0; files[i]; i++)
    {
      g_autofree char *name = g_path_get_basename (files[i]);
      g_autofree char *folder = g_path_get_dirname (files[i]);
      g_autofree char *place = kb_place_short (folder);
      char *dot = strrchr (name, '.');
      if (dot)
        *dot = '\0';
      gboolean unsaved =
        kb_document_file_has_journal (files[i]) && !kb_document_file_recovers_nothing (files[i]);
      g_autofree char *subtitle =
        unsaved ? g_strdup_printf ("%s\n%s", _("Unsaved changes can be recovered"), place)
                : g_strdup (place);
      GtkWidget *row =
        add_window_row (self->recent_list, name, subtitle, "win.open-recent", files[i]);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), unsaved ? 2 : 1);
      if (unsaved)
        adw_action_row_set_icon_name (ADW_ACTION_ROW (row), "document-revert-symbolic");
    }
  gtk_widget_set_visible (self->recent_group, files[0] != NULL);
}

/* Checks for crash data only when the page is shown, because that opens projects. */
static void
kb_welcome_map (GtkWidget *widget)
{
  KbWelcome *self = KB_WELCOME (widget);
  g_auto (GStrv) files = g_steal_pointer (&self->recent);
  if (files)
    show_recent (self, files);
  GTK_WIDGET_CLASS (kb_welcome_parent_class)->map (widget);
}

/* Files, NULL-terminated. */
static void
kb_welcome_set_recent (KbWelcome *self, const char *const *files)
{
  g_strfreev (self->recent);
  self->recent = g_strdupv ((char **) files);
  g_auto (GStrv) now =
    gtk_widget_get_mapped (GTK_WIDGET (self)) ? g_steal_pointer (&self->recent) : NULL;
  if (now)
    show_recent (self, now);
}

static void
kb_welcome_finalize (GObject *object)
{
  g_strfreev (KB_WELCOME (object)->recent);
  G_OBJECT_CLASS (kb_welcome_parent_class)->finalize (object);
}

static const KbTemplateChild welcome_children[] = {
  KB_CHILD (KbWelcome, recent_group), KB_CHILD (KbWelcome, recent_list),
  KB_CHILD (KbWelcome, sample_list), { NULL },
};

static void
kb_welcome_class_init (KbWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->finalize = kb_welcome_finalize;
  widget_class->map = kb_welcome_map;
  kb_template_bind (widget_class, "welcome", welcome_children, NULL);
}

static void
kb_welcome_init (KbWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; kb_samples[i].name; i++)
    add_window_row (self->sample_list, _(kb_samples[i].title), _(kb_samples[i].description),
                    "win.open-sample", kb_samples[i].name);
}

#define WINDOW_LOW_HEIGHT 720     /* below: smaller tools, in two columns */
#define NARROW_WIDTH 900   /* below: less room around buttons */
#define WORDY_WIDTH 1100   /* below: a dot alone marks unsaved changes */

struct _KbWindow
{
  AdwApplicationWindow parent_instance;

  /* Template */
  AdwToastOverlay *toasts, *centre_toasts;
  AdwSplitButton *open_button;
  GtkWidget *undo_button, *redo_button;
  AdwWindowTitle *title;
  GtkStack *pages, *centre;
  GtkOverlay *canvas_overlay, *foot;
  GtkWidget *no_frames;
  KbWelcome *welcome;
  AdwStatusPage *opening;
  KbAssetsPanel *assets;
  KbItemPanel *classes, *zones, *surfaces;
  KbBandsPanel *bands;
  KbLayersPanel *layers;
  KbCanvas *canvas;
  KbToolPalette *palette;
  KbInspector *inspector;
  KbPaintPanel *paint;
  KbTrackPanel *track_panel;
  KbLevelPanel *level_panel;
  GtkStack *painting;       /* keeps the width of both pages, whatever the tool */
  GtkWidget *right;
  KbFilmstrip *filmstrip;
  KbStatusLine *status;
  KbTabBar *tabs;
  GtkPaned *left_pane, *right_pane;

  /* Owned */
  KbEditorState *state;
  KbThumbnails *thumbnails;
  KbPlayer *player;
  KbTrackWatch *track;
  KbLevelWatch *level;

  gboolean is_opening;
  gboolean closing;   /* unsaved changes were dealt with */
};

G_DEFINE_FINAL_TYPE (KbWindow, kb_window, ADW_TYPE_APPLICATION_WINDOW)

KbEditorState *
kb_window_get_state (KbWindow *self)
{
  return self->state;
}

KbToolContext *
kb_window_get_tools (KbWindow *self)
{
  return kb_editor_state_get_tools (self->state);
}

KbCanvas *
kb_window_get_canvas (KbWindow *self)
{
  return self->canvas;
}

KbFilmstrip *
kb_window_get_filmstrip (KbWindow *self)
{
  return self->filmstrip;
}

gboolean
kb_window_set_film_panel (KbWindow *self, GtkWidget *panel)
{
  return kb_filmstrip_set_panel (self->filmstrip, panel);
}

KbStatusLine *
kb_window_get_status_line (KbWindow *self)
{
  return self->status;
}

KbTabBar *
kb_window_get_tabs (KbWindow *self)
{
  return self->tabs;
}

KbThumbnails *
kb_window_get_thumbnails (KbWindow *self)
{
  return self->thumbnails;
}

/* ---- messages ---- */

AdwToastOverlay *
kb_window_get_toasts (KbWindow *self)
{
  return kb_window_get_toasts_of (self, kb_editor_state_get_document (self->state) != NULL);
}

AdwToastOverlay *
kb_window_get_toasts_of (KbWindow *self, gboolean canvas)
{
  return canvas ? self->centre_toasts : self->toasts;
}

void
kb_window_show_error (KbWindow *self, const char *heading, GError *error)
{
  g_autofree char *body = error ? kb_text_without_options (error->message) : NULL;
  kb_question_show (self, (KbQuestion) { .heading = heading,
                                         .body = body,
                                         .answers = { { "close", _("Close") } } });
  g_clear_error (&error);
}

static void
on_failure (KbEditorState *state, const char *text, KbWindow *self)
{
  kb_window_toast (self, "%s", text);
}

static void
on_undoable (KbEditorState *state, const char *text, KbWindow *self)
{
  kb_window_toast_undo (self, "%s", text);
}

/* ---- title, pages ---- */

void
kb_window_update_recent (KbWindow *self)
{
  g_auto (GStrv) recent = kb_settings_dup_recent ();
  g_autoptr (GMenu) menu = g_menu_new ();
  for (guint i = 0; recent[i]; i++)
    {
      g_autofree char *name = g_path_get_basename (recent[i]);
      g_autofree char *folder = g_path_get_dirname (recent[i]);
      g_autofree char *place = kb_place_short (folder);
      char *dot = strrchr (name, '.');
      if (dot)
        *dot = '\0';
      g_autofree char *label = g_strdup_printf ("%s — %s", name, place);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-recent", "s", recent[i]);
      g_menu_append_item (menu, item);
    }
  if (!recent[0])
    g_menu_append (menu, _("No recent projects"), "win.none");
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (menu));
  kb_welcome_set_recent (self->welcome, (const char *const *) recent);
}

/* "6 frames", "640 × 360", as a new string. */
static char *
describe_size (const KbNode *asset)
{
  int width, height;
  guint count;
  const KbLevel *level = kb_node_as (asset, &kb_level_kind);
  if (level)
    return kb_level_describe (level, &count);
  if (kb_node_size (asset, &width, &height))
    return g_strdup_printf ("%d × %d", width, height);
  guint n = kb_count (((const KbSprite *) asset)->frames);
  return g_strdup_printf (ngettext ("%u frame", "%u frames", n), n);
}

static void
update_title (KbWindow *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *asset = kb_editor_state_get_asset (self->state);
  if (!document)
    {
      adw_window_title_set_title (self->title, _("Kickbox"));
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), _("Kickbox"));
      return;
    }
  const char *project = kb_document_project (document)->name;
  gboolean modified = kb_document_is_modified (document),
           narrow = gtk_widget_get_width (GTK_WIDGET (self)) < WORDY_WIDTH;
  g_autoptr (GString) subtitle = g_string_new (asset ? project : NULL);
  g_autofree char *size = asset ? describe_size (asset) : NULL,
                  *title_of = asset ? kb_node_title (asset) : g_strdup (project);
  if (size)
    g_string_append_printf (subtitle, " · %s", size);
  if (modified && !narrow)
    g_string_append_printf (subtitle, "%s%s", asset ? " · " : "", _("unsaved changes"));
  g_autofree char *name = g_strconcat (modified ? "• " : "", title_of, NULL);
  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, subtitle->str);
  kb_set_tooltip (GTK_WIDGET (self->title), subtitle->str);
  g_autofree char *title =
    g_strdup_printf ("%s%s — %s", modified ? "• " : "", project, _("Kickbox"));
  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
set_css_class (KbWindow *self, const char *name, gboolean on)
{
  (on ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (GTK_WIDGET (self), name);
}

/* In a low window, everything stacked vertically is smaller; in a narrow one, what is in a row. */
static gboolean
adapt (gpointer data)
{
  KbWindow *self = data;
  int width, height;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (gtk_window_is_maximized (GTK_WINDOW (self)))
    {
      width = gtk_widget_get_width (GTK_WIDGET (self));
      height = gtk_widget_get_height (GTK_WIDGET (self));
    }
  set_css_class (self, "kb-low", height < WINDOW_LOW_HEIGHT);
  set_css_class (self, "kb-narrow", width < NARROW_WIDTH);
  kb_tool_palette_set_columns (self->palette, height < WINDOW_LOW_HEIGHT ? 2 : 1);
  update_title (self);
  return G_SOURCE_REMOVE;
}

/* Deferred: this may come in the middle of a layout, where GTK would take sizes of both styles and
 * end the program. */
static void
on_window_size (KbWindow *self)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, adapt, g_object_ref (self), g_object_unref);
}

/* The saved size, or less on a smaller screen. */
static void
set_first_size (KbWindow *self)
{
  GListModel *monitors = gdk_display_get_monitors (gtk_widget_get_display (GTK_WIDGET (self)));
  GdkRectangle screen = { 0, 0, 0, 0 };
  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, i);
      GdkRectangle one;
      gdk_monitor_get_geometry (monitor, &one);
      screen.width = MAX (screen.width, one.width);
      screen.height = MAX (screen.height, one.height);
    }
  int width = kb_settings_get_int ("window-width"), height = kb_settings_get_int ("window-height");
  gboolean large = screen.width && (width > screen.width || height > screen.height);
  gtk_window_set_default_size (GTK_WINDOW (self), large ? MIN (width, screen.width) : width,
                               large ? MIN (height, screen.height) : height);
  if (large || kb_settings_get_boolean ("window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
update_step_buttons (KbWindow *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const char *undo = document ? kb_document_undo_label (document) : NULL;
  const char *redo = document ? kb_document_redo_label (document) : NULL;
  g_autofree char *undo_step = undo ? g_strdup_printf (_("Undo: %s"), undo) : g_strdup (_("Undo"));
  g_autofree char *redo_step = redo ? g_strdup_printf (_("Redo: %s"), redo) : g_strdup (_("Redo"));
  g_autofree char *undo_text = kb_keys_tooltip (kb_keys_find ("undo"), undo_step);
  g_autofree char *redo_text = kb_keys_tooltip (kb_keys_find ("redo"), redo_step);
  gtk_widget_set_tooltip_text (self->undo_button, undo_text);
  gtk_widget_set_tooltip_text (self->redo_button, redo_text);
}

/* A sprite without frames offers to import pictures, and nothing that needs a frame. */
static void
show_no_frames (KbWindow *self, KbEditorState *state)
{
  gboolean has_canvas = kb_editor_state_has_canvas (state);
  gtk_widget_set_visible (self->no_frames, !has_canvas);
  gtk_widget_set_sensitive (GTK_WIDGET (self->palette), has_canvas);
}

/* Side panels by mode. Shapes and points: classes and inspector. Painting: zones or surfaces, and
 * the brush, or the track's panel with a tool for tracks. Levels: classes and the level's panel. */
static void
show_panels (KbWindow *self, KbEditorState *state)
{
  gboolean painted = kb_editor_state_get_painted (state) != NULL,
           has_asset = kb_editor_state_get_asset (state) != NULL;
  gtk_widget_set_visible (GTK_WIDGET (self->classes), !painted);
  gboolean level = kb_editor_state_get_level (state) != NULL,
           track = kb_editor_state_get_track (state) != NULL;
  gtk_widget_set_visible (GTK_WIDGET (self->zones), painted && !track);
  gtk_widget_set_visible (GTK_WIDGET (self->surfaces), painted && track);
  gtk_widget_set_visible (GTK_WIDGET (self->inspector), !painted && !level);
  gtk_widget_set_visible (GTK_WIDGET (self->level_panel), level);
  gboolean of_track =
    track && kb_editor_state_get_tools (state)->gesture.tool->flags & KB_TOOL_TRACKS;
  gtk_widget_set_visible (GTK_WIDGET (self->painting), painted);
  gtk_stack_set_visible_child (self->painting, of_track ? GTK_WIDGET (self->track_panel)
                                                        : GTK_WIDGET (self->paint));
  gtk_widget_set_visible (self->right, has_asset);
  gtk_widget_set_visible (GTK_WIDGET (self->filmstrip), kb_editor_state_get_sprite (state) != NULL);
}

static void
show_page (KbWindow *self)
{
  const char *without = self->is_opening ? "opening" : "welcome";
  gtk_stack_set_visible_child_name (
    self->pages, kb_editor_state_get_document (self->state) ? "project" : without);
}

void
kb_window_show_opening (KbWindow *self, const char *name)
{
  g_autofree char *title = name ? g_markup_printf_escaped (_("Opening %s…"), name) : g_strdup ("");
  self->is_opening = name != NULL;
  adw_status_page_set_title (self->opening, title);
  show_page (self);
}

static void
on_window_changed (KbEditorState *state, guint flags, KbWindow *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS))
    {
      gboolean has_asset = kb_editor_state_get_asset (state) != NULL;
      show_page (self);
      gtk_stack_set_visible_child_name (self->centre, has_asset ? "canvas" : "empty");
    }
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_TOOL
         | KB_CHANGE_FRAME))
    show_panels (self, state);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS))
    show_no_frames (self, state);
  /* Its numbers are those of the current frame, not of the proposal's. */
  if (flags & KB_CHANGE_PLAYBACK)
    gtk_widget_set_sensitive (self->right, !kb_editor_state_is_proposing (state));
  if (flags & KB_CHANGE_DOCUMENT)
    kb_editor_state_grab_canvas (state);
  if (flags & ~(guint) (KB_CHANGE_POINTER | KB_CHANGE_PLAYBACK | KB_CHANGE_VIEW))
    {
      update_title (self);
      update_step_buttons (self);
    }
  kb_actions_update (self, flags);
}

/* ---- closing ---- */

static void
keep_size (KbWindow *self)
{
  int width, height;
  gboolean maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  kb_settings_set_boolean ("window-maximized", maximized);
  if (maximized)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  kb_settings_set_int ("window-width", CLAMP (width, 600, 16384));
  kb_settings_set_int ("window-height", CLAMP (height, 400, 16384));
}

static void
close_now (KbWindow *self, gpointer data)
{
  self->closing = TRUE;
  keep_size (self);
  kb_flow_forget (self);
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
kb_window_close_request (GtkWindow *window)
{
  KbWindow *self = KB_WINDOW (window);
  if (!self->closing)
    kb_flow_guard (self, close_now, NULL, NULL);
  if (!self->closing)
    return TRUE;       /* waiting for an answer */
  return GTK_WINDOW_CLASS (kb_window_parent_class)->close_request (window);
}

/* ---- object ---- */

static void
kb_window_dispose (GObject *object)
{
  KbWindow *self = KB_WINDOW (object);
  g_clear_object (&self->player);
  G_OBJECT_CLASS (kb_window_parent_class)->dispose (object);
}

static void
kb_window_finalize (GObject *object)
{
  KbWindow *self = KB_WINDOW (object);
  g_clear_object (&self->thumbnails);
  g_clear_pointer (&self->track, kb_track_watch_free);
  g_clear_pointer (&self->level, kb_level_watch_free);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (kb_window_parent_class)->finalize (object);
}

static const KbTemplateChild window_children[] = {
  KB_CHILD (KbWindow, toasts), KB_CHILD (KbWindow, centre_toasts), KB_CHILD (KbWindow, foot),
  KB_CHILD (KbWindow, canvas_overlay), KB_CHILD (KbWindow, no_frames),
  KB_CHILD (KbWindow, open_button), KB_CHILD (KbWindow, undo_button),
  KB_CHILD (KbWindow, redo_button), KB_CHILD (KbWindow, title), KB_CHILD (KbWindow, pages),
  KB_CHILD (KbWindow, centre), KB_CHILD (KbWindow, welcome), KB_CHILD (KbWindow, opening),
  KB_CHILD (KbWindow, assets), KB_CHILD (KbWindow, classes), KB_CHILD (KbWindow, canvas),
  KB_CHILD (KbWindow, palette), KB_CHILD (KbWindow, inspector), KB_CHILD (KbWindow, paint),
  KB_CHILD (KbWindow, track_panel), KB_CHILD (KbWindow, level_panel),
  KB_CHILD (KbWindow, painting), KB_CHILD (KbWindow, right), KB_CHILD (KbWindow, zones),
  KB_CHILD (KbWindow, surfaces), KB_CHILD (KbWindow, bands), KB_CHILD (KbWindow, layers),
  KB_CHILD (KbWindow, filmstrip), KB_CHILD (KbWindow, status), KB_CHILD (KbWindow, tabs),
  KB_CHILD (KbWindow, left_pane), KB_CHILD (KbWindow, right_pane), { "page", 0 },
  { NULL },
};

static void
kb_window_class_init (KbWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = kb_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = kb_window_close_request;

  const GType types[] = { KB_TYPE_WELCOME, KB_TYPE_ASSETS_PANEL, KB_TYPE_CANVAS,
                          KB_TYPE_TOOL_PALETTE, KB_TYPE_INSPECTOR, KB_TYPE_PAINT_PANEL,
                          KB_TYPE_TRACK_PANEL, KB_TYPE_LEVEL_PANEL, KB_TYPE_ITEM_PANEL,
                          KB_TYPE_BANDS_PANEL, KB_TYPE_LAYERS_PANEL, KB_TYPE_FILMSTRIP,
                          KB_TYPE_STATUS_LINE, KB_TYPE_TAB_BAR, KB_TYPE_FIELD_GROUP,
                          KB_TYPE_ITEM_LIST, KB_TYPE_TILE_PALETTE, KB_TYPE_TILE_SHEET_VIEW,
                          KB_TYPE_END_FIELDS, KB_TYPE_WORLD_PANEL, KB_TYPE_LAYER_FIELDS,
                          KB_TYPE_PARTITION_PANEL };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_type_ensure (types[i]);
  kb_template_bind (widget_class, "window", window_children, NULL);
}

static void
kb_window_init (KbWindow *self)
{
  self->state = kb_editor_state_new ();
  self->thumbnails = kb_thumbnails_new (self->state);
  self->track = kb_track_watch_new (self->state, kb_track_compute, self);
  self->level = kb_level_watch_new (self->state);
  gtk_widget_init_template (GTK_WIDGET (self));

  kb_name_inside (GTK_WIDGET (self->open_button), GTK_TYPE_MENU_BUTTON, _("Recent projects"));
  kb_canvas_set_state (self->canvas, self->state);
  kb_canvas_set_cover (
    self->canvas, gtk_widget_get_ancestor (GTK_WIDGET (self->palette), GTK_TYPE_SCROLLED_WINDOW));
  kb_tool_palette_set_state (self->palette, self->state);
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self->palette), GTK_TYPE_OVERLAY);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), kb_tool_tolerance_new (self->state));
  kb_assets_panel_set_state (self->assets, self->state);
  kb_item_panel_set (self->classes, self->state, &kb_class_list);
  kb_item_panel_set (self->zones, self->state, &kb_zone_list);
  kb_item_panel_set (self->surfaces, self->state, &kb_surface_list);
  kb_bands_panel_set_state (self->bands, self->state);
  kb_layers_panel_set_state (self->layers, self->state);
  kb_inspector_set_state (self->inspector, self->state);
  kb_paint_panel_set_state (self->paint, self->state);
  kb_track_panel_set_state (self->track_panel, self->state);
  kb_level_panel_set_state (self->level_panel, self->state);
  kb_filmstrip_set_state (self->filmstrip, self->state, self->thumbnails);
  kb_status_line_set_state (self->status, self->state);
  kb_tab_bar_set_state (self->tabs, self->state);
  self->player = kb_player_new (self->state, GTK_WIDGET (self->canvas));

  gtk_overlay_add_overlay (self->foot, kb_journal_banner_new (self->state));
  gtk_overlay_add_overlay (self->canvas_overlay, kb_source_banner_new (self->state));
  gtk_overlay_add_overlay (self->canvas_overlay, kb_prober_card (kb_prober_new_of (
                                                   self->state, GTK_WIDGET (self->canvas))));
  kb_toasts_watch (self);
  kb_paint_jobs_watch (self);
  kb_around_accept_files (self);
  kb_autosave_new (self);
  kb_source_watch_new (self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (kb_flow_offer_reload), NULL);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (on_window_size), NULL);
  g_signal_connect (self, "notify::default-height", G_CALLBACK (on_window_size), NULL);
  g_signal_connect (self, "notify::maximized", G_CALLBACK (on_window_size), NULL);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (on_window_changed), self, 0);
  g_signal_connect_object (self->state, "failure", G_CALLBACK (on_failure), self, 0);
  g_signal_connect_object (self->state, "undoable", G_CALLBACK (on_undoable), self, 0);

  set_first_size (self);
}

KbWindow *
kb_window_new (GtkApplication *application)
{
  KbWindow *self = g_object_new (KB_TYPE_WINDOW, "application", application, NULL);
  kb_actions_add (self);
  kb_window_update_recent (self);
  kb_editor_state_touch (self->state, KB_CHANGE_ALL);
  kb_editor_state_flush (self->state);
  return self;
}

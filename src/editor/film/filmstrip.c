/* SPDX-License-Identifier: MIT */
/* The filmstrip: a list view with an item for each of the sprite's frames. */
#include "editor/film/filmstrip.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "editor/film/animations.h"
#include "editor/film/film_cell.h"
#include "editor/film/film_gaps.h"
#include "editor/film/frame_actions.h"
#include "editor/film/propagate_panel.h"
#include "editor/level/panels.h"
#include "editor/lists/item.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "operations/level/tilesets.h"

static const KbMenuEntry frame_items[] = {
  { N_("_Insert Empty Frame"), "win.insert-frame" },
  { N_("_Duplicate Frames"), "win.duplicate-frames" },
  { N_("Delete F_rames"), "win.delete-frames" },
  { N_("Move _Earlier"), "win.move-frames-earlier" },
  { N_("Move _Later"), "win.move-frames-later" },
  { NULL, NULL },
  { N_("Set D_uration"), "win.frame-duration" },
  { N_("New _Animation"), "win.new-animation" },
  { N_("_Begin Animation Here"), "win.animation-start" },
  { N_("E_nd Animation Here"), "win.animation-end" },
  { NULL, NULL },
  { N_("Shapes on _Many Frames…"), "win.annotate-frames" },
  { NULL, NULL },
  { N_("_Crop…"), "win.crop-frames" },
  { N_("_Trim Each"), "win.trim-frames" },
  { N_("Trim To_gether"), "win.trim-frames-together" },
  { N_("E_xtend…"), "win.extend-frames" },
  { N_("_Flip Left to Right"), "win.flip-frames-x" },
  { N_("Fli_p Upside Down"), "win.flip-frames-y" },
  { N_("_Scale…"), "win.scale-frames" },
  { N_("Place _Hot Spots…"), "win.place-hot-spots" },
  { NULL, NULL },
  { N_("C_ompare…"), "win.compare-frames" },
  { N_("Frame Da_ta…"), "win.frame-data" },
};

static const KbMenuEntry batch_items[] = {
  { N_("_Following Frames"), "win.apply-following" },
  { N_("_Selected Frames"), "win.apply-selected" },
  { N_("_All Frames"), "win.apply-all" },
  { N_("Fill In _Between"), "win.fill-between" },
  { NULL, NULL },
  { N_("Delete from F_ollowing Frames"), "win.delete-from-following" },
  { N_("Delete from S_elected Frames"), "win.delete-from-selected" },
  { N_("_Delete from All Frames"), "win.delete-from-all" },
  { NULL, NULL },
  { N_("Align by Frame _Corner (not Hot Spot)"), "win.relative-to-corner" },
};

/* Also the context menu. */
/* For the animation that "following" refers to; NULL: all frames of the sprite. */
static GMenuModel *
kb_film_menu_of_apply (const char *animation)
{
  KbMenuEntry items[G_N_ELEMENTS (batch_items)];
  memcpy (items, batch_items, sizeof items);
  if (!animation)
    return kb_menu_model_new (items, G_N_ELEMENTS (items));
  /* A single underscore would mark a mnemonic */
  g_auto (GStrv) parts = g_strsplit (animation, "_", -1);
  g_autofree char *name = g_strjoinv ("__", parts);
  g_autofree char *apply = g_strdup_printf (_("_Following Frames of “%s”"), name);
  g_autofree char *delete = g_strdup_printf (_("Delete from F_ollowing Frames of “%s”"), name);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (g_strcmp0 (items[i].action, "win.apply-following") == 0)
      items[i].label = apply;
    else if (g_strcmp0 (items[i].action, "win.delete-from-following") == 0)
      items[i].label = delete;
  return kb_menu_model_new (items, G_N_ELEMENTS (items));
}

/* ---- film sheet ---- */

/* The frames of a tileset as a grid, in place of the strip: rows as on its sheet. */

/* All borrowed: the filmstrip's own, set before kb_film_sheet_begin. */
typedef struct {
  KbEditorState *state;
  KbTileSheetView *sheet;
  GtkWidget *scroller, *strip;   /* of which one is shown */
  GtkToggleButton *toggle;       /* shown for tilesets */
  GtkWidget *menu;               /* of frames */
  gulong handler;
} KbFilmSheet;

static const KbTileset *
tileset_of (const KbProject *project, const KbSprite *sprite)
{
  KB_EACH (const KbLevel, level, project->levels)
    KB_EACH (KbTileset, tileset, level->tilesets)
      if (g_strcmp0 (tileset->sprite, sprite->name) == 0)
        return tileset;
  return NULL;
}

static void
show_filmstrip (KbFilmSheet *self, gboolean anew)
{
  const KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  const KbTileset *tileset =
    sprite && kb_count (sprite->frames)
      ? tileset_of (kb_document_project (kb_editor_state_get_document (self->state)), sprite)
      : NULL;
  gboolean grid = tileset && gtk_toggle_button_get_active (self->toggle);
  gtk_widget_set_visible (GTK_WIDGET (self->toggle), tileset != NULL);
  gtk_widget_set_visible (self->scroller, grid);
  gtk_widget_set_visible (self->strip, !grid);
  kb_tile_sheet_view_show (self->sheet, grid ? tileset : NULL, anew);
}

static void
on_sheet_changed (KbEditorState *state, guint flags, KbFilmSheet *self)
{
  guint lists = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES;
  if (flags & (lists | KB_CHANGE_FRAME))
    show_filmstrip (self, (flags & lists) != 0);
}

static void
on_filmstrip_toggled (GtkToggleButton *toggle, KbFilmSheet *self)
{
  show_filmstrip (self, TRUE);
}

static void
on_menu (GtkGestureClick *gesture, int n_press, double x, double y, KbFilmSheet *self)
{
  if (!kb_tile_sheet_view_pick (self->sheet, x, y))
    return;
  double at_x, at_y;
  GtkWidget *film = gtk_widget_get_parent (self->menu);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->sheet), film, x, y, &at_x, &at_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle) { (int) at_x, (int) at_y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Listens to the state, until the end. */
static void
kb_film_sheet_begin (KbFilmSheet *self)
{
  kb_add_click (self->sheet, GDK_BUTTON_SECONDARY, "pressed", G_CALLBACK (on_menu), self);
  kb_tile_sheet_view_choose_frames (self->sheet);
  kb_tile_sheet_view_set_state (self->sheet, self->state);
  kb_tile_sheet_view_fit_in (self->sheet, GTK_SCROLLED_WINDOW (self->scroller));
  g_signal_connect (self->toggle, "toggled", G_CALLBACK (on_filmstrip_toggled), self);
  self->handler = g_signal_connect (self->state, "changed", G_CALLBACK (on_sheet_changed), self);
}

/* ---- film sight ---- */

/* Scrolling the filmstrip. After a change, a list view knows the positions of its items only after
 * the next layout; earlier requests wait for it. */

#define LAYOUTS 2   /* the tick before the layout, and the one after it */

typedef struct {
  guint position, layouts, tick;
  gboolean changed;   /* since the last layout */
} FilmstripSight;

static void
scroll (GtkWidget *list, guint position)
{
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

static gboolean
on_filmstrip_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  FilmstripSight *sight = data;
  if (++sight->layouts < LAYOUTS)
    return G_SOURCE_CONTINUE;
  sight->tick = 0;
  sight->changed = FALSE;
  scroll (list, sight->position);
  return G_SOURCE_REMOVE;
}

static FilmstripSight *
sight_of (GtkWidget *list)
{
  FilmstripSight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!sight)
    {
      sight = g_new0 (FilmstripSight, 1);
      g_object_set_data_full (G_OBJECT (list), "kb-sight", sight, g_free);
    }
  return sight;
}

/* Call before changing the list: of its `n` items, `removed` are deleted from `first` on, and
 * others may be inserted there. Keeps the position of items before the change, else of those after
 * it. A list view alone would hold on to any item, even a deleted one. Call kb_film_show_item()
 * afterwards. Assumes items of equal width. */
static void
kb_film_change_items (GtkWidget *list, guint first, guint removed, guint n)
{
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (list));
  double width = across && n ? gtk_adjustment_get_upper (across) / n : 0;
  sight_of (list)->changed = TRUE;
  if (width < 1)
    return;
  double value = gtk_adjustment_get_value (across),
         end = value + gtk_adjustment_get_page_size (across);
  guint from = (guint) ceil (value / width), to = (guint) floor (end / width);
  /* Scrolling to an item in sight moves nothing, but fixes its position during the change. */
  if (first > from && from < to)
    scroll (list, MIN (first, to) - 1);
  else if (first + removed < to)
    scroll (list, MAX (first + removed, from));
}

/* Scrolls a list view just far enough to show the whole item: now, unless items have changed, and
 * again after the next layout. */
static void
kb_film_show_item (GtkWidget *list, guint position)
{
  FilmstripSight *sight = sight_of (list);
  sight->position = position;
  sight->layouts = 0;
  if (!sight->changed)
    scroll (list, position);
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (list, on_filmstrip_tick, sight, NULL);
}

/* ---- film options ---- */

/* The animation, the onion skin and the speed above the filmstrip. */

/* ---- animations ---- */

typedef struct {
  KbEditorState *state;
  GtkDropDown *animations;
  GtkMenuButton *edit;
  GArray *ids;          /* KbId, in the order of the rows */
  gboolean updating;
} Animations;

static void
fill_animations (Animations *self)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  guint n = sprite ? kb_count (sprite->animations) : 0;
  KbAnimation *current = kb_editor_state_get_animation (self->state);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_array_set_size (self->ids, 0);
  for (guint i = 0; i < n; i++)
    {
      gtk_string_list_append (names, kb_animation_at (sprite, i)->name);
      g_array_append_val (self->ids, kb_animation_at (sprite, i)->node.id);
    }
  if (n == 0)
    gtk_string_list_append (names, _("No animation"));
  self->updating = TRUE;
  kb_drop_down_set_names (self->animations, names);
  for (guint i = 0; i < n; i++)
    if (kb_animation_at (sprite, i) == current)
      gtk_drop_down_set_selected (self->animations, i);
  gtk_widget_set_sensitive (GTK_WIDGET (self->animations), n > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->edit), current != NULL);
  self->updating = FALSE;
}

static void
on_animation (GtkDropDown *drop_down, GParamSpec *pspec, Animations *self)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (self->updating || selected >= self->ids->len)
    return;
  kb_animation_choose (self->state, g_array_index (self->ids, KbId, selected));
}

static void
on_animations_changed (KbEditorState *state, guint flags, GtkDropDown *animations)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_ANIMATION
         | KB_CHANGE_VALUES))
    fill_animations (g_object_get_data (G_OBJECT (animations), "kb-animations"));
}

static void
make_editor (GtkMenuButton *button, gpointer data)
{
  gtk_menu_button_set_popover (button, kb_animation_editor_new_popover (data));
}

/* `edit` opens the editor of the current animation. */
static void
kb_film_options_animations (GtkDropDown *animations, GtkMenuButton *edit, KbEditorState *state)
{
  Animations *self = KB_NEW (Animations, .state = state, .animations = animations, .edit = edit,
                             .ids = g_array_new (FALSE, FALSE, sizeof (KbId)));
  g_object_set_data_full (G_OBJECT (animations), "kb-animations", self, g_free);
  g_object_set_data_full (G_OBJECT (animations), "kb-ids", self->ids,
                          (GDestroyNotify) g_array_unref);
  kb_drop_down_make_narrow (animations, 16);
  kb_name_widget (animations, _("Animation"));
  g_signal_connect (animations, "notify::selected", G_CALLBACK (on_animation), self);
  gtk_menu_button_set_create_popup_func (edit, make_editor, state, NULL);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_animations_changed), animations, 0);
}

/* ---- onion skin ---- */

typedef struct {
  KbEditorState *state;
  GtkLabel *label;
  GtkWidget *before, *after;
} Onion;

static void
on_onion (GtkWidget *number, double value, gpointer data)
{
  Onion *self = data;
  KbOnion onion = kb_editor_state_get_onion (self->state);
  if (number == self->before)
    onion.before = (int) value;
  else
    onion.after = (int) value;
  kb_editor_state_set_onion (self->state, onion);
}

static void
on_onion_changed (KbEditorState *state, guint flags, GtkMenuButton *button)
{
  Onion *self = g_object_get_data (G_OBJECT (button), "kb-onion");
  if (!(flags & KB_CHANGE_VIEW))
    return;
  KbOnion onion = kb_editor_state_get_onion (state);
  g_autofree char *text = g_strdup_printf ("%d · %d", onion.before, onion.after);
  gtk_label_set_label (self->label, text);
  kb_number_set (self->before, FALSE, onion.before);
  kb_number_set (self->after, FALSE, onion.after);
}

/* `label` is the button's text. */
static void
kb_film_options_onion (GtkMenuButton *button, GtkLabel *label, KbEditorState *state)
{
  GtkWidget *grid = gtk_grid_new (), *popover = gtk_popover_new ();
  Onion *self = KB_NEW (Onion, .state = state, .label = label);
  self->before = kb_number_new (_("Frames before"), 0, 4, 1, 0, on_onion, self);
  self->after = kb_number_new (_("Frames after"), 0, 4, 1, 0, on_onion, self);
  const char *texts[] = { _("Frames before"), _("Frames after") };
  GtkWidget *numbers[] = { self->before, self->after };
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *text = kb_label_new (texts[i], NULL);
      gtk_grid_attach (GTK_GRID (grid), text, 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), numbers[i], 1, i, 1, 1);
    }
  gtk_widget_add_css_class (grid, "kb-popover");
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  gtk_menu_button_set_popover (button, popover);
  g_object_set_data_full (G_OBJECT (button), "kb-onion", self, g_free);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_onion_changed), button, 0);
}

/* ---- speed ---- */

static const int filmstrip_speeds[] = { 25, 50, 100, 200 };

static void
on_speed (GtkDropDown *drop_down, GParamSpec *pspec, gpointer data)
{
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (selected < G_N_ELEMENTS (filmstrip_speeds))
    kb_settings_set_int ("playback-speed", filmstrip_speeds[selected]);
}

static void
kb_film_options_speed (GtkDropDown *speed)
{
  const char *names[] = { _("25 %"), _("50 %"), _("100 %"), _("200 %"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);
  int now = kb_settings_get_int ("playback-speed");
  gtk_drop_down_set_model (speed, G_LIST_MODEL (list));
  for (guint i = 0; i < G_N_ELEMENTS (filmstrip_speeds); i++)
    if (filmstrip_speeds[i] == now)
      gtk_drop_down_set_selected (speed, i);
  kb_drop_down_make_narrow (speed, 6);
  kb_name_widget (speed, _("Speed"));
  g_signal_connect (speed, "notify::selected", G_CALLBACK (on_speed), NULL);
}

/* ---- filmstrip ---- */

struct _KbFilmstrip
{
  GtkBox parent_instance;

  /* Template */
  GtkListView *list;
  GtkToggleButton *play;
  GtkLabel *onion_label;
  GtkMenuButton *onion_menu, *edit, *frames_menu, *apply_menu;
  GtkDropDown *animations, *speed;
  GtkStack *pages;
  GtkScrolledWindow *scroller, *sheet_scroller;
  KbTileSheetView *sheet;
  GtkToggleButton *grid;

  /* Owned */
  KbEditorState *state;
  KbThumbnails *thumbnails;
  GListStore *frames;             /* KbItem, in the sprite's order */
  GPtrArray *items;               /* items made last, by id */
  GtkMultiSelection *selection;
  GPtrArray *shown;               /* GtkListItem on screen, with a KbFilmCell each, borrowed */
  KbFilmBars *bars;
  KbFilmSheet tiles;
  GHashTable *faults, *gaps;      /* see kb_film_faults_new, kb_film_gaps_new */
  GtkWidget *menu;
  char *applies_to;               /* the animation named in the menu Copy to, or NULL */

  GtkWidget *propagate;           /* the page that replaces the frames */
  GtkWidget *panel;               /* a third page, set by kb_filmstrip_set_panel, may be NULL */
  gboolean updating, clicked;     /* clicked: the list itself changed the current frame */
  guint activated;
  guint last;                     /* index of the previous current frame */
  guint naming;   /* layouts since an animation was made whose name is still to be edited */
};

G_DEFINE_FINAL_TYPE (KbFilmstrip, kb_filmstrip, GTK_TYPE_BOX)

static KbId
filmstrip_frame_at (KbFilmstrip *self, guint position)
{
  return position < self->items->len ? kb_items_at (self->items, position)->id : 0;
}

/* ---- frames ---- */

/* Replaces only the frames that differ, so that the list keeps its scroll position. */
static void
fill_frames (KbFilmstrip *self, const KbSprite *sprite)
{
  GPtrArray *old = self->items, *items = kb_items_new ();
  if (sprite)
    KB_EACH (const KbFrame, frame, sprite->frames)
      kb_items_add (items, frame->node.id);
  KbItemsChange change = kb_items_compare (old, items);
  self->items = items;
  if (change.removed || change.added)
    {
      self->updating = TRUE;
      kb_film_change_items (GTK_WIDGET (self->list), change.first, change.removed, old->len);
      g_list_store_splice (self->frames, change.first, change.removed,
                           change.added ? items->pdata + change.first : NULL, change.added);
      self->updating = FALSE;
    }
  g_ptr_array_unref (old);
}

/* The list's selection follows the state. */
static void
select_frames (KbFilmstrip *self)
{
  guint n, current = (guint) MAX (kb_editor_state_get_frame_index (self->state), 0);
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  guint n_rows = self->items->len;
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_rows);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (chosen[i]));
  for (guint i = 0; i < n_rows && n > 1; i++)
    if (g_hash_table_contains (set, GUINT_TO_POINTER (filmstrip_frame_at (self, i))))
      gtk_bitset_add (selected, i);
  if (n_rows)
    gtk_bitset_add (selected, current);
  self->updating = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, all);
  /* Select through the list, so that Shift-click extends from here. */
  if (n <= 1 && current < n_rows)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.select-item", "(ubb)", current,
                                FALSE, FALSE);
  self->updating = FALSE;
  /* Show the next frame in the direction of travel too, but never scroll under the pointer that
   * just clicked. */
  guint shown = current;
  if (!self->clicked && current > self->last && current + 1 < n_rows)
    shown = current + 1;
  else if (!self->clicked && current < self->last && current > 0)
    shown = current - 1;
  if (current < n_rows)
    kb_film_show_item (GTK_WIDGET (self->list), shown);
  self->clicked = FALSE;
  self->last = current;
}

/* The state's selection follows the list. The current frame stays current while it is selected. */
static void
on_selection (GtkSelectionModel *model, guint position, guint n_items, KbFilmstrip *self)
{
  if (self->updating)
    return;
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (model);
  guint n = (guint) gtk_bitset_get_size (selected);
  int now = kb_editor_state_get_frame_index (self->state);
  if (n == 0)
    {
      select_frames (self);
      return;
    }
  g_autofree KbId *frames = g_new (KbId, n);
  guint current = gtk_bitset_get_nth (selected, 0);
  if (now >= 0 && gtk_bitset_contains (selected, (guint) now))
    current = (guint) now;
  for (guint i = 0; i < n; i++)
    frames[i] = filmstrip_frame_at (self, gtk_bitset_get_nth (selected, i));
  if (kb_editor_state_is_playing (self->state))
    kb_editor_state_set_playback (self->state, FALSE, 0);
  self->clicked = TRUE;
  kb_editor_state_set_frames (self->state, frames, n, filmstrip_frame_at (self, current));
  kb_frames_say_selected (self->state);
}

/* The cell is on screen. Frames before it may have been added or deleted since it was bound. */
static guint
position_of (KbFilmstrip *self, GtkWidget *cell)
{
  guint i = 0;
  while (gtk_list_item_get_child (g_ptr_array_index (self->shown, i)) != cell)
    i++;
  return gtk_list_item_get_position (g_ptr_array_index (self->shown, i));
}

static void
show_cell (KbFilmstrip *self, GtkListItem *item)
{
  guint position = gtk_list_item_get_position (item);
  kb_film_cell_show (KB_FILM_CELL (gtk_list_item_get_child (item)),
                     filmstrip_frame_at (self, position), position, self->bars, self->faults,
                     self->gaps);
}

static void
show_cells (KbFilmstrip *self)
{
  KB_EACH (GtkListItem, item, self->shown)
    show_cell (self, item);
}

static void
make_bars (KbFilmstrip *self, const KbFilmDrag *drag)
{
  KbFilmBars *old = self->bars;
  self->bars = kb_film_bars_new (kb_editor_state_get_sprite (self->state), drag);
  show_cells (self);
  kb_film_bars_free (old);
}

/* ---- signals of cells ---- */

static void
on_range (KbFilmCell *cell, const KbFilmDrag *drag, gboolean done, KbFilmstrip *self)
{
  if (!done)
    {
      make_bars (self, drag);
      return;
    }
  kb_animation_set_range (self->state, drag->animation, drag->first, drag->last, drag->new_first,
                          drag->new_last);
  make_bars (self, NULL);
}

static void
on_animation_menu (KbFilmCell *cell, KbId animation, int x, int y, KbFilmstrip *self)
{
  double list_x, list_y;
  gtk_widget_translate_coordinates (GTK_WIDGET (cell), GTK_WIDGET (self), x, y, &list_x, &list_y);
  kb_animation_popover_show (GTK_WIDGET (self), self->state,
                             &(GdkRectangle) { (int) list_x, (int) list_y, 1, 1 });
}

/* The duration applies to all selected frames if this frame is one of them. */
static void
on_filmstrip_duration (KbFilmCell *cell, int milliseconds, KbFilmstrip *self)
{
  KbId frame = kb_film_cell_get_frame (cell);
  guint n, i = 0;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  while (i < n && chosen[i] != frame)
    i++;
  if (i == n)
    kb_editor_state_set_frame (self->state, frame);
  if (!kb_frames_set_duration (self->state, milliseconds))
    {
      g_autofree char *text = kb_keys_write (
        _("A frame has its duration in an animation: make one with {new-animation}"));
      kb_editor_state_say (self->state, "%s", text);
    }
}

static KbFilmCell *
cell_at (KbFilmstrip *self, guint position)
{
  KB_EACH (GtkListItem, item, self->shown)
    {
      KbFilmCell *cell = KB_FILM_CELL (gtk_list_item_get_child (item));
      if (kb_film_cell_get_frame (cell) == filmstrip_frame_at (self, position))
        return cell;
    }
  return NULL;
}

static void
edit_duration (KbFilmstrip *self, guint position)
{
  KbFilmCell *cell = cell_at (self, position);
  if (cell)
    kb_film_cell_edit_duration (cell);
}

static gboolean
edit_later (gpointer data)
{
  KbFilmstrip *self = data;
  edit_duration (self, self->activated);
  return G_SOURCE_REMOVE;
}

/* A double click, or Enter in the list. After a click, the list moves the focus to the cell only
 * after this signal. */
static void
on_filmstrip_activate (GtkListView *list, guint position, KbFilmstrip *self)
{
  self->activated = position;
  g_idle_add_full (G_PRIORITY_DEFAULT, edit_later, g_object_ref (self), g_object_unref);
}

static void
on_cell_menu (GtkGestureClick *gesture, int n_press, double x, double y, KbFilmstrip *self)
{
  GtkWidget *card = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *cell = gtk_widget_get_ancestor (card, KB_TYPE_FILM_CELL);
  guint position = position_of (self, cell);
  double list_x, list_y;
  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), position))
    kb_editor_state_set_frame (self->state, filmstrip_frame_at (self, position));
  gtk_widget_translate_coordinates (card, GTK_WIDGET (self), x, y, &list_x, &list_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle) { (int) list_x, (int) list_y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_filmstrip_setup (GtkSignalListItemFactory *factory, GtkListItem *item, KbFilmstrip *self)
{
  GtkWidget *cell = kb_film_cell_new (self->state, self->thumbnails);
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_cell_menu), self, 0);
  gtk_widget_add_controller (kb_film_cell_get_card (KB_FILM_CELL (cell)),
                             GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (cell, "range", G_CALLBACK (on_range), self, 0);
  g_signal_connect_object (cell, "animation-menu", G_CALLBACK (on_animation_menu), self, 0);
  g_signal_connect_object (cell, "duration", G_CALLBACK (on_filmstrip_duration), self, 0);
  kb_film_drag_listen (KB_FILM_CELL (cell));
  gtk_list_item_set_child (item, cell);
}

static void
on_filmstrip_bind (GtkSignalListItemFactory *factory, GtkListItem *item, KbFilmstrip *self)
{
  g_ptr_array_add (self->shown, item);
  show_cell (self, item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, KbFilmstrip *self)
{
  if (self->shown)
    g_ptr_array_remove_fast (self->shown, item);
}

/* ---- for actions ---- */

gboolean
kb_filmstrip_set_panel (KbFilmstrip *self, GtkWidget *panel)
{
  GtkWidget *old = self->panel;
  self->panel = panel;
  kb_propagate_panel_end (KB_PROPAGATE_PANEL (self->propagate));
  if (panel)
    gtk_stack_add_child (self->pages, panel);
  if (panel)
    gtk_stack_set_visible_child (self->pages, panel);
  else
    gtk_stack_set_visible_child_name (self->pages, "film");
  if (old)
    gtk_stack_remove (self->pages, old);
  return old != NULL;
}

void
kb_filmstrip_propagate (KbFilmstrip *self, gboolean annotates)
{
  if (self->panel)
    kb_filmstrip_set_panel (self, NULL);
  if (kb_propagate_panel_begin (KB_PROPAGATE_PANEL (self->propagate), annotates))
    gtk_stack_set_visible_child (self->pages, self->propagate);
}

GtkWidget *
kb_filmstrip_get_propagate (KbFilmstrip *self)
{
  return self->propagate;
}

static void
on_propagate_closed (KbPropagatePanel *panel, KbFilmstrip *self)
{
  gtk_stack_set_visible_child_name (self->pages, "film");
}

void
kb_filmstrip_ask (KbFilmstrip *self, KbOperationType type)
{
  kb_frame_popover_show (GTK_WIDGET (self), GTK_WIDGET (self->frames_menu), self->state, type);
}

void
kb_filmstrip_edit_duration (KbFilmstrip *self)
{
  int index = kb_editor_state_get_frame_index (self->state);
  if (index >= 0)
    edit_duration (self, (guint) index);
}

void
kb_filmstrip_edit_animation (KbFilmstrip *self)
{
  graphene_rect_t bounds;
  if (gtk_widget_compute_bounds (GTK_WIDGET (self->animations), GTK_WIDGET (self), &bounds))
    kb_animation_popover_show (GTK_WIDGET (self), self->state,
                               &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                                                (int) bounds.size.width,
                                                (int) bounds.size.height });
}

/* A new animation is in the strip only after the next layout. */
static gboolean
name_when_placed (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  KbFilmstrip *self = KB_FILMSTRIP (widget);
  if (self->naming++ == 0)
    return G_SOURCE_CONTINUE;
  kb_filmstrip_edit_animation (self);
  return G_SOURCE_REMOVE;
}

void
kb_filmstrip_name_animation (KbFilmstrip *self)
{
  self->naming = 0;
  gtk_widget_add_tick_callback (GTK_WIDGET (self), name_when_placed, NULL, NULL);
}

/* ---- listening ---- */

/* Without frames the list keeps the height of a cell, so that nothing jumps. */
static void
keep_height (KbFilmstrip *self)
{
  int height;
  gtk_widget_get_size_request (GTK_WIDGET (self->scroller), NULL, &height);
  if (height > 0)
    return;
  g_autoptr (GtkWidget) list = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_widget_add_css_class (list, "kb-film");
  gtk_box_append (GTK_BOX (list), kb_film_cell_new (self->state, self->thumbnails));
  gtk_widget_measure (list, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->scroller), -1, height);
}

/* Puts the animation's name into the menu Copy to. */
static void
name_apply_menu (KbFilmstrip *self)
{
  KbAnimation *animation = kb_batch_animation (self->state);
  const char *name = animation ? animation->name : NULL;
  if (gtk_menu_button_get_menu_model (self->apply_menu) && g_strcmp0 (name, self->applies_to) == 0)
    return;
  g_free (self->applies_to);
  self->applies_to = g_strdup (name);
  g_autoptr (GMenuModel) menu = kb_film_menu_of_apply (name);
  gtk_menu_button_set_menu_model (self->apply_menu, menu);
}

static void
on_filmstrip_changed (KbEditorState *state, guint flags, KbFilmstrip *self)
{
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_ANIMATION
         | KB_CHANGE_VALUES))
    {
      KbFilmBars *old = self->bars;
      self->bars = kb_film_bars_new (sprite, NULL);
      fill_frames (self, sprite);
      if (sprite && kb_count (sprite->frames) == 0)
        keep_height (self);
      show_cells (self);
      kb_film_bars_free (old);
    }
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_PROBLEMS))
    {
      KbDocument *document = kb_editor_state_get_document (state);
      g_hash_table_unref (self->faults);
      g_hash_table_unref (self->gaps);
      self->faults = kb_film_faults_new (document, kb_editor_state_get_problems (state));
      self->gaps = kb_film_gaps_new (document ? kb_document_project (document) : NULL, sprite);
    }
  if (flags & (KB_CHANGE_PLAYBACK | KB_CHANGE_SPRITE | KB_CHANGE_PROBLEMS))
    show_cells (self);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS))
    select_frames (self);
  else if ((flags & KB_CHANGE_STEP) && kb_editor_state_get_frame_index (state) >= 0)
    kb_film_show_item (GTK_WIDGET (self->list), (guint) kb_editor_state_get_frame_index (state));
  if (flags & ~(guint) (KB_CHANGE_POINTER | KB_CHANGE_PLAYBACK | KB_CHANGE_VIEW))
    name_apply_menu (self);
  if (flags & KB_CHANGE_PLAYBACK)
    {
      gboolean playing = kb_editor_state_is_playing (state);
      gtk_button_set_icon_name (GTK_BUTTON (self->play),
                                playing ? "kb-pause-symbolic" : "kb-play-symbolic");
    }
}

void
kb_filmstrip_set_state (KbFilmstrip *self, KbEditorState *state, KbThumbnails *thumbnails)
{
  self->state = g_object_ref (state);
  self->thumbnails = g_object_ref (thumbnails);

  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_filmstrip_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_filmstrip_bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection), self,
                           0);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (on_filmstrip_activate), self, 0);
  kb_film_options_animations (self->animations, self->edit, state);
  kb_film_options_onion (self->onion_menu, self->onion_label, state);
  kb_film_options_speed (self->speed);
  self->propagate = kb_propagate_panel_new (state);
  gtk_stack_add_named (self->pages, self->propagate, "propagate");
  g_signal_connect_object (self->propagate, "closed", G_CALLBACK (on_propagate_closed), self, 0);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_filmstrip_changed), self, 0);
  self->tiles = (KbFilmSheet) { .state = self->state,
                                .sheet = self->sheet,
                                .scroller = GTK_WIDGET (self->sheet_scroller),
                                .strip = GTK_WIDGET (self->scroller),
                                .toggle = self->grid,
                                .menu = self->menu };
  kb_film_sheet_begin (&self->tiles);
}

/* ---- object ---- */

static void
make_menus (KbFilmstrip *self)
{
  g_autoptr (GMenuModel) frames = kb_menu_model_new (frame_items, G_N_ELEMENTS (frame_items));
  gtk_menu_button_set_menu_model (self->frames_menu, frames);
  self->menu = gtk_popover_menu_new_from_model (frames);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->menu), GTK_POS_TOP);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

static void
kb_filmstrip_dispose (GObject *object)
{
  KbFilmstrip *self = KB_FILMSTRIP (object);
  if (self->tiles.handler)
    g_clear_signal_handler (&self->tiles.handler, self->tiles.state);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->applies_to, g_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->frames);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->bars, kb_film_bars_free);
  g_clear_pointer (&self->faults, g_hash_table_unref);
  g_clear_pointer (&self->gaps, g_hash_table_unref);
  g_clear_object (&self->state);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (kb_filmstrip_parent_class)->dispose (object);
}

static const KbTemplateChild filmstrip_children[] = {
  KB_CHILD (KbFilmstrip, list), KB_CHILD (KbFilmstrip, play), KB_CHILD (KbFilmstrip, onion_label),
  KB_CHILD (KbFilmstrip, onion_menu), KB_CHILD (KbFilmstrip, animations),
  KB_CHILD (KbFilmstrip, edit), KB_CHILD (KbFilmstrip, speed), KB_CHILD (KbFilmstrip, pages),
  KB_CHILD (KbFilmstrip, scroller), KB_CHILD (KbFilmstrip, frames_menu),
  KB_CHILD (KbFilmstrip, apply_menu), KB_CHILD (KbFilmstrip, sheet),
  KB_CHILD (KbFilmstrip, sheet_scroller), KB_CHILD (KbFilmstrip, grid), { NULL },
};

static void
kb_filmstrip_class_init (KbFilmstripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_filmstrip_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "filmstrip", filmstrip_children, NULL);
}

static void
kb_filmstrip_init (KbFilmstrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->frames = g_list_store_new (KB_TYPE_ITEM);
  self->items = kb_items_new ();
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->frames)));
  self->shown = g_ptr_array_new ();
  self->bars = kb_film_bars_new (NULL, NULL);
  self->faults = kb_film_faults_new (NULL, NULL);
  self->gaps = kb_film_gaps_new (NULL, NULL);
  make_menus (self);
}

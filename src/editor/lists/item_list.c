/* SPDX-License-Identifier: MIT */
/* The list. Rows are made only for new ids, and filled after each change. Those of a long list are
 * made bit by bit, between redraws. */
#include "editor/lists/item_list.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

typedef struct {
  KbItemList *list; /* the owner */
  KbId dragged;     /* 0: none */
  /* The row with the drop line, or NULL. Only compared, and changed only while it is in the
   * list. */
  GtkListBoxRow *shown;
} Drag;

static void
show_place (Drag *drag, GtkListBoxRow *row, gboolean above)
{
  GtkListBox *box = kb_item_list_get_box (drag->list);
  GtkListBoxRow *each;
  for (int i = 0; (each = gtk_list_box_get_row_at_index (box, i)); i++)
    if (each == drag->shown)
      {
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-above");
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-below");
      }
  drag->shown = row;
  if (row)
    gtk_widget_add_css_class (GTK_WIDGET (row), above ? "kb-drop-above" : "kb-drop-below");
}

/* The row at a position in the list, and that position in the row, or NULL if there is none. */
static GtkListBoxRow *
item_drag_row_at (Drag *drag, double x, double y, double *row_x, double *row_y)
{
  GtkListBox *box = kb_item_list_get_box (drag->list);
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (box, (int) y);
  if (row)
    gtk_widget_translate_coordinates (GTK_WIDGET (box), GTK_WIDGET (row), x, y, row_x, row_y);
  return row;
}

/* ---- source ---- */

/* Draws the row on the window's background: without a compositor, transparent pixels would be
 * black. */
static GdkPaintable *
drag_item_list_picture (GtkWidget *row)
{
  g_autoptr (GdkPaintable) live = gtk_widget_paintable_new (row),
                           one = gdk_paintable_get_current_image (live);
  float width = (float) gdk_paintable_get_intrinsic_width (one),
        height = (float) gdk_paintable_get_intrinsic_height (one);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GdkRGBA ground = { 1, 1, 1, 1 };
  gtk_style_context_lookup_color (gtk_widget_get_style_context (row), "window_bg_color", &ground);
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_paintable_snapshot (one, snapshot, width, height);
  return gtk_snapshot_free_to_paintable (snapshot, &GRAPHENE_SIZE_INIT (width, height));
}

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, Drag *drag)
{
  KbEditorState *state = kb_item_list_get_state (drag->list);
  double row_x = 0, row_y = 0;
  GtkListBoxRow *row = item_drag_row_at (drag, x, y, &row_x, &row_y);
  KbId id = row ? kb_item_row_get_id (KB_ITEM_ROW (row)) : 0;
  drag->dragged = 0;
  if (!id || !kb_item_list_get_spec (drag->list)->drag->can_drag (state, id))
    return NULL;
  drag->dragged = id;
  g_autoptr (GdkPaintable) picture = drag_item_list_picture (GTK_WIDGET (row));
  gtk_drag_source_set_icon (source, picture, (int) row_x, (int) row_y);
  return gdk_content_provider_new_typed (KB_TYPE_EDITOR_STATE, state);
}

static void
on_end (GtkDragSource *source, GdkDrag *gdk_drag, gboolean delete_data, Drag *drag)
{
  drag->dragged = 0;
  show_place (drag, NULL, FALSE);
}

/* ---- target ---- */

/* The row under the pointer, if the item can be dropped above or below it. */
static GtkListBoxRow *
find_place (Drag *drag, double x, double y, gboolean *above)
{
  double row_x = 0, row_y = 0;
  GtkListBoxRow *row = item_drag_row_at (drag, x, y, &row_x, &row_y);
  if (!row || !drag->dragged)
    return NULL;
  *above = row_y < gtk_widget_get_height (GTK_WIDGET (row)) / 2.0;
  KbId id = kb_item_row_get_id (KB_ITEM_ROW (row));
  return kb_item_list_get_spec (drag->list)
             ->drag->can_drop (kb_item_list_get_state (drag->list), drag->dragged, id, *above)
           ? row
           : NULL;
}

static GdkDragAction
on_item_list_motion (GtkDropTarget *target, double x, double y, Drag *drag)
{
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, x, y, &above);
  show_place (drag, row, above);
  if (!row && drag->dragged)
    kb_editor_state_say (kb_item_list_get_state (drag->list), "%s",
                         _(kb_item_list_get_spec (drag->list)->drag->refusal));
  return row ? GDK_ACTION_MOVE : 0;
}

static void
on_item_list_leave (GtkDropTarget *target, Drag *drag)
{
  show_place (drag, NULL, FALSE);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, Drag *drag)
{
  KbEditorState *state = kb_item_list_get_state (drag->list);
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, x, y, &above);
  show_place (drag, NULL, FALSE);
  if (!row || g_value_get_object (value) != state) /* dragged from another window */
    return FALSE;
  kb_item_list_get_spec (drag->list)
    ->drag->drop (state, drag->dragged, kb_item_row_get_id (KB_ITEM_ROW (row)), above);
  return TRUE;
}

static void
free_drag (gpointer drag, GClosure *closure)
{
  g_free (drag);
}

/* For a list whose spec has a drag. */
static void
kb_item_drag_listen (KbItemList *list)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (KB_TYPE_EDITOR_STATE, GDK_ACTION_MOVE);
  GtkWidget *box = GTK_WIDGET (kb_item_list_get_box (list));
  Drag *drag = g_new0 (Drag, 1);
  drag->list = list;
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect_data (target, "drop", G_CALLBACK (on_drop), drag, free_drag, 0);
  kb_add_controller (box, source, drag, "prepare", G_CALLBACK (on_prepare), "drag-end",
                     G_CALLBACK (on_end), NULL);
  kb_add_controller (box, target, drag, "motion", G_CALLBACK (on_item_list_motion), "leave",
                     G_CALLBACK (on_item_list_leave), NULL);
}

enum { FIRST_ROWS = 100, MORE_ROWS = 400, FILL_MS = 250 };

struct _KbItemList
{
  AdwBin parent_instance;

  const KbItemListSpec *spec; /* NULL until set */
  GtkListBox *box;
  GtkWidget *menu; /* of the spec's actions, or NULL */
  gboolean updating;
  guint source; /* makes more rows, or 0 */
  guint later;  /* fills a long list after edits, or 0 */

  /* Owned */
  KbEditorState *state;
  GPtrArray *items; /* of the rows, in their order */
  GPtrArray *all;   /* those without a row too */
};

G_DEFINE_FINAL_TYPE (KbItemList, kb_item_list, ADW_TYPE_BIN)

KbEditorState *
kb_item_list_get_state (KbItemList *self)
{
  return self->state;
}

const KbItemListSpec *
kb_item_list_get_spec (KbItemList *self)
{
  return self->spec;
}

GtkListBox *
kb_item_list_get_box (KbItemList *self)
{
  return self->box;
}

static KbItemRow *
row_at (KbItemList *self, guint index)
{
  return KB_ITEM_ROW (gtk_list_box_get_row_at_index (self->box, (int) index));
}

/* ---- filling ---- */

/* Index of the focused row, or of the row with the focused widget, or -1 if none. */
static int
focused_row (KbItemList *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus ? gtk_widget_get_ancestor (focus, KB_TYPE_ITEM_ROW) : NULL;
  gboolean ours = row && gtk_widget_is_ancestor (row, GTK_WIDGET (self));
  return ours ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) : -1;
}

static void
replace_rows (KbItemList *self, const GPtrArray *items)
{
  KbItemsChange change = kb_items_compare (self->items, items);
  for (guint i = 0; i < change.removed; i++)
    gtk_list_box_remove (self->box, GTK_WIDGET (row_at (self, change.first)));
  for (guint i = 0; i < change.added; i++)
    gtk_list_box_insert (self->box, kb_item_row_new (self), (int) (change.first + i));
}

/* A heading above the first row of each group. The list shows its items already. */
static void
show_group (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const GPtrArray *items = ((const KbItemList *) data)->items;
  const guint i = (guint) gtk_list_box_row_get_index (row);
  const char *group = i < items->len ? kb_items_at (items, i)->group : NULL;
  GtkWidget *heading = NULL;
  if (group && (i == 0 || !g_str_equal (kb_items_at (items, i - 1)->group, group))
      && g_strcmp0 (kb_items_at (items, 0)->group, kb_items_at (items, items->len - 1)->group))
    heading = kb_label_new (group, "dim-label caption kb-group");
  gtk_list_box_row_set_header (row, heading);
}

/* Selects before it unselects: in single mode, GTK unselects the other row itself. */
static void
select_rows (KbItemList *self)
{
  for (int chosen = TRUE; chosen >= FALSE; chosen--)
    KB_EACH (const KbItem, item, self->items)
      {
        GtkListBoxRow *row = GTK_LIST_BOX_ROW (row_at (self, item_at));
        gboolean is_chosen = self->spec->is_chosen (self->state, item->id);
        if (is_chosen != chosen || gtk_list_box_row_is_selected (row) == chosen)
          continue;
        if (chosen)
          gtk_list_box_select_row (self->box, row);
        else
          gtk_list_box_unselect_row (self->box, row);
      }
}

static gboolean make_more (gpointer data);

/* Shows the first `n` of the items. */
static void
show_items (KbItemList *self, guint n)
{
  GPtrArray *items = kb_items_new ();
  for (guint i = 0; i < MIN (n, self->all->len); i++)
    g_ptr_array_add (items, g_object_ref (kb_items_at (self->all, i)));
  int focused = self->spec->is_chosen ? -1 : focused_row (self);
  self->updating = TRUE;
  replace_rows (self, items);
  g_ptr_array_unref (self->items);
  self->items = items;
  KB_EACH (KbItem, item, items)
    kb_item_row_show (row_at (self, item_at), item);
  gtk_list_box_invalidate_headers (self->box);
  gtk_widget_set_visible (GTK_WIDGET (self->box), items->len || !self->spec->hides);
  if (self->spec->is_chosen)
    select_rows (self);
  /* Keeps the focus at its index when its row was removed. */
  if (focused >= 0 && items->len && focused_row (self) < 0)
    gtk_widget_grab_focus (GTK_WIDGET (row_at (self, MIN ((guint) focused, items->len - 1))));
  self->updating = FALSE;
  if (items->len < self->all->len && !self->source)
    self->source = g_idle_add (make_more, self);
}

static gboolean
make_more (gpointer data)
{
  KbItemList *self = data;
  self->source = 0;
  show_items (self, self->items->len + MORE_ROWS);
  return G_SOURCE_REMOVE;
}

static void
fill_item_list (KbItemList *self)
{
  g_autoptr (GPtrArray) before = self->all;
  self->all = self->spec->items (self->state);
  if (self->spec->keep)
    self->spec->keep (self->state, before, self->all);
  show_items (self, MAX (self->items->len, FIRST_ROWS));
}

static void
forget_items (KbItemList *self)
{
  g_ptr_array_set_size (self->all, 0);
}

void
kb_item_list_update (KbItemList *self)
{
  if (self->state && gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_item_list (self);
}

static gboolean
fill_now (gpointer data)
{
  KbItemList *self = data;
  self->later = 0;
  kb_item_list_update (self);
  return G_SOURCE_REMOVE;
}

/* A drag changes values with each motion, and a long list takes longer than a redraw. */
static void
on_item_list_changed (KbEditorState *state, guint flags, KbItemList *self)
{
  const guint wanted = flags & self->spec->changes;
  if (wanted == KB_CHANGE_VALUES && self->all->len > FIRST_ROWS)
    self->later = self->later ? self->later : g_timeout_add (FILL_MS, fill_now, self);
  else if (wanted)
    kb_item_list_update (self);
}

/* ---- selection ---- */

static void
on_item_list_row_selected (GtkListBox *box, KbItemRow *row, KbItemList *self)
{
  if (row && self->state && !self->updating)
    self->spec->choose (self->state, kb_item_row_get_id (row));
}

/* A single row replaces the whole selection; several rows keep the selection of other lists. */
static void
on_rows_selected (GtkListBox *box, KbItemList *self)
{
  if (self->updating)
    return;
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  g_autoptr (GList) rows = gtk_list_box_get_selected_rows (box);
  if (rows && !rows->next)
    {
      self->spec->choose (self->state, kb_item_row_get_id (rows->data));
      return;
    }
  KB_EACH (const KbItem, item, self->items)
    {
      KbId id = item->id;
      if (gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (row_at (self, item_at)))
          != kb_selection_has (tools, id))
        kb_selection_toggle (tools, id);
    }
  kb_editor_state_touch (self->state, KB_CHANGE_SELECTION);
}

static void
on_activated (GtkListBox *box, KbItemRow *row, KbItemList *self)
{
  if (self->spec->activate)
    self->spec->activate (self->state, kb_item_row_get_id (row));
  else if (self->spec->look != KB_LOOK_BOXED)
    kb_editor_state_grab_canvas (self->state);
}

/* ---- renaming ---- */

gboolean
kb_item_list_rename_focused (KbWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  GtkWidget *row = focus ? gtk_widget_get_ancestor (focus, KB_TYPE_ITEM_ROW) : NULL;
  if (!row || !kb_item_row_get_list (KB_ITEM_ROW (row))->spec->rename)
    return FALSE;
  kb_item_row_get_list (KB_ITEM_ROW (row))->spec->rename (window,
                                                          kb_item_row_get_id (KB_ITEM_ROW (row)));
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, KbItemList *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->box, (int) y);
  if (row && n_press == 2)
    self->spec->rename (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                        kb_item_row_get_id (KB_ITEM_ROW (row)));
}


/* ---- context menu ---- */

GMenuModel *
kb_item_actions_menu (const KbItemAction *actions)
{
  GMenu *menu = g_menu_new ();
  for (; actions->label; actions++)
    g_menu_append (menu, _(actions->label), actions->action);
  return G_MENU_MODEL (menu);
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, KbItemList *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->box, (int) y);
  if (!row)
    return;
  gtk_list_box_select_row (self->box, row);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
make_item_list_menu (KbItemList *self)
{
  g_autoptr (GMenuModel) menu = kb_item_actions_menu (self->spec->actions);
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self->box));
  kb_add_click (self->box, GDK_BUTTON_SECONDARY, "released", G_CALLBACK (on_secondary), self);
}

/* ---- object ---- */

static void
set_placeholder (KbItemList *self)
{
  GtkWidget *label = kb_label_new (_(self->spec->empty), "dim-label");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label,
                            self->spec->look == KB_LOOK_BOXED ? "kb-row-hint" : "kb-placeholder");
  gtk_list_box_set_placeholder (self->box, label);
}

static void
set_style (KbItemList *self)
{
  GtkWidget *box = GTK_WIDGET (self->box);
  kb_name_widget (box, _(self->spec->title));
  if (self->spec->look == KB_LOOK_BOXED)
    {
      kb_add_css_classes (box, "boxed-list kb-rows");
      gtk_widget_set_overflow (box, GTK_OVERFLOW_HIDDEN);
    }
  else if (self->spec->look != KB_LOOK_POPOVER)
    {
      kb_add_css_classes (box, "navigation-sidebar kb-list");
    }
  gtk_list_box_set_selection_mode (self->box, self->spec->multiple    ? GTK_SELECTION_MULTIPLE
                                              : self->spec->is_chosen ? GTK_SELECTION_BROWSE
                                                                      : GTK_SELECTION_NONE);
  if (self->spec->empty)
    set_placeholder (self);
}

#define SIGHT_MARGIN 6 /* pixels of the list to show around its selected row */

/* Rows have their positions only after the next layout: wait for the tick before it and the one
 * after it. */
typedef struct {
  guint tick, layouts;
} ItemListSight;

static gboolean
on_item_list_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  ItemListSight *sight = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
  if (++sight->layouts < 2)
    return G_SOURCE_CONTINUE;
  sight->tick = 0;
  /* The list's own, and the one of several lists around that */
  for (GtkWidget *in = list; row && in; in = gtk_widget_get_parent (in))
    {
      graphene_rect_t box;
      GtkWidget *all = GTK_IS_VIEWPORT (in) ? gtk_viewport_get_child (GTK_VIEWPORT (in)) : NULL;
      if (all && gtk_widget_compute_bounds (GTK_WIDGET (row), all, &box))
        gtk_adjustment_clamp_page (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (in)),
                                   box.origin.y - SIGHT_MARGIN,
                                   box.origin.y + box.size.height + SIGHT_MARGIN);
    }
  return G_SOURCE_REMOVE;
}

static void
scroll_to_selected (GtkListBox *list)
{
  ItemListSight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!gtk_list_box_get_selected_row (list))
    return;
  sight->layouts = 0;
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (GTK_WIDGET (list), on_item_list_tick, sight, NULL);
}

/* Scrolls to the selected row when it changes or the list gets less room, but not after scrolling
 * by hand. The list must be in a scrolled window already. */
static void
kb_row_selection_keep_in_sight (GtkListBox *list)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_SCROLLED_WINDOW);
  g_object_set_data_full (G_OBJECT (list), "kb-sight", g_new0 (ItemListSight, 1), g_free);
  g_signal_connect (list, "row-selected", G_CALLBACK (scroll_to_selected), NULL);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                           "notify::page-size", G_CALLBACK (scroll_to_selected), list,
                           G_CONNECT_SWAPPED);
}

/* A list of which one row is chosen leaves the key to the canvas. */
static void
on_select_all (GtkWidget *box)
{
  gtk_widget_activate_action (box, "win.select-all", NULL);
}

void
kb_item_list_set (KbItemList *self, KbEditorState *state, const KbItemListSpec *spec)
{
  self->spec = spec;
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_item_list_changed));
  set_style (self);
  if (spec->look != KB_LOOK_BOXED && spec->is_chosen)
    {
      kb_row_selection_keep_on_tab (self->box);
      kb_row_selection_keep_in_sight (self->box);
    }
  if (spec->multiple)
    g_signal_connect (self->box, "selected-rows-changed", G_CALLBACK (on_rows_selected), self);
  else if (spec->choose)
    g_signal_connect (self->box, "row-selected", G_CALLBACK (on_item_list_row_selected), self);
  if (!spec->multiple)
    g_signal_connect (self->box, "select-all", G_CALLBACK (on_select_all), NULL);
  g_signal_connect (self->box, "row-activated", G_CALLBACK (on_activated), self);
  if (spec->actions)
    make_item_list_menu (self);
  if (spec->rename)
    kb_add_click (self->box, GDK_BUTTON_PRIMARY, "pressed", G_CALLBACK (on_pressed), self);
  if (spec->drag)
    kb_item_drag_listen (self);
  gtk_list_box_set_header_func (self->box, show_group, self, NULL);
  g_signal_connect (self, "map", G_CALLBACK (fill_item_list), NULL);
  if (spec->keep)
    g_signal_connect (self, "unmap", G_CALLBACK (forget_items), NULL);
}

static void
kb_item_list_dispose (GObject *object)
{
  KbItemList *self = KB_ITEM_LIST (object);
  self->updating = TRUE; /* destroying selected rows changes the selection */
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_handle_id (&self->later, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  G_OBJECT_CLASS (kb_item_list_parent_class)->dispose (object);
}

static void
kb_item_list_finalize (GObject *object)
{
  g_ptr_array_unref (KB_ITEM_LIST (object)->items);
  g_ptr_array_unref (KB_ITEM_LIST (object)->all);
  G_OBJECT_CLASS (kb_item_list_parent_class)->finalize (object);
}

static void
kb_item_list_class_init (KbItemListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_item_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = kb_item_list_finalize;
}

static void
kb_item_list_init (KbItemList *self)
{
  self->items = kb_items_new ();
  self->all = kb_items_new ();
  self->box = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->box), TRUE);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->box));
}

/* SPDX-License-Identifier: MIT */
/* The list. Rows are made only for new ids, and filled after each change. Those of a long list are
 * made bit by bit, between redraws. */
#include "editor/lists/item_list.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

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
fill (KbItemList *self)
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
    fill (self);
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
on_changed (KbEditorState *state, guint flags, KbItemList *self)
{
  const guint wanted = flags & self->spec->changes;
  if (wanted == KB_CHANGE_VALUES && self->all->len > FIRST_ROWS)
    self->later = self->later ? self->later : g_timeout_add (FILL_MS, fill_now, self);
  else if (wanted)
    kb_item_list_update (self);
}

/* ---- selection ---- */

static void
on_row_selected (GtkListBox *box, KbItemRow *row, KbItemList *self)
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
make_menu (KbItemList *self)
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
} Sight;

static gboolean
on_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  Sight *sight = data;
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
  Sight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!gtk_list_box_get_selected_row (list))
    return;
  sight->layouts = 0;
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (GTK_WIDGET (list), on_tick, sight, NULL);
}

/* Scrolls to the selected row when it changes or the list gets less room, but not after scrolling
 * by hand. The list must be in a scrolled window already. */
static void
kb_row_selection_keep_in_sight (GtkListBox *list)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_SCROLLED_WINDOW);
  g_object_set_data_full (G_OBJECT (list), "kb-sight", g_new0 (Sight, 1), g_free);
  g_signal_connect (list, "row-selected", G_CALLBACK (scroll_to_selected), NULL);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                           "notify::page-size", G_CALLBACK (scroll_to_selected), list,
                           G_CONNECT_SWAPPED);
}

void
kb_item_list_set (KbItemList *self, KbEditorState *state, const KbItemListSpec *spec)
{
  self->spec = spec;
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
  set_style (self);
  if (spec->look != KB_LOOK_BOXED && spec->is_chosen)
    {
      kb_row_selection_keep_on_tab (self->box);
      kb_row_selection_keep_in_sight (self->box);
    }
  if (spec->multiple)
    g_signal_connect (self->box, "selected-rows-changed", G_CALLBACK (on_rows_selected), self);
  else if (spec->choose)
    g_signal_connect (self->box, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect (self->box, "row-activated", G_CALLBACK (on_activated), self);
  if (spec->actions)
    make_menu (self);
  if (spec->rename)
    kb_add_click (self->box, GDK_BUTTON_PRIMARY, "pressed", G_CALLBACK (on_pressed), self);
  if (spec->drag)
    kb_item_drag_listen (self);
  gtk_list_box_set_header_func (self->box, show_group, self, NULL);
  g_signal_connect (self, "map", G_CALLBACK (fill), NULL);
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

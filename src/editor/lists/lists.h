/* SPDX-License-Identifier: MIT */
/* The rows of lists, their menus, and the panel around a list. */
#ifndef KB_EDITOR_LISTS_LISTS_H
#define KB_EDITOR_LISTS_LISTS_H

#include <gtk/gtk.h>

#include "editor/lists/item_list.h"
#include "editor/state/window.h"

/* A row of a KbItemList: a widget for each column of its list, filled from the row's item. */

#define KB_TYPE_ITEM_ROW (kb_item_row_get_type ())
G_DECLARE_FINAL_TYPE (KbItemRow, kb_item_row, KB, ITEM_ROW, GtkListBoxRow)

GtkWidget *kb_item_row_new (KbItemList *list);
void kb_item_row_show (KbItemRow *self, KbItem *item);
KbId kb_item_row_get_id (KbItemRow *self);
KbItem *kb_item_row_get_item (KbItemRow *self);
/* The list that the row was made for. */
KbItemList *kb_item_row_get_list (KbItemRow *self);
/* The row of a widget. A popover is in the row of its button. */
KbItemRow *kb_item_row_of (gpointer widget);
/* Whether the row is being filled: "toggled" and similar signals then do not come from the user. */
gboolean kb_item_row_is_filling (KbItemRow *self);
/* Sets accessible name and tooltip from `format`, with the item's name for %s. */
void kb_item_row_label (KbItemRow *self, GtkWidget *widget, const char *format);

/* Dragging rows to another position in their list. See KbItemDrag. */

/* A list in the side panel with its heading and an Add button, scrolled. */

#define KB_TYPE_ITEM_PANEL (kb_item_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbItemPanel, kb_item_panel, KB, ITEM_PANEL, AdwBin)

/* Call once, after construction. */
void kb_item_panel_set (KbItemPanel *self, KbEditorState *state, const KbItemListSpec *spec);

/* Menus of a row's button, made when it is clicked. */

/* A menu item; a click closes its menu, then runs it. */
#define KB_TYPE_MENU_ITEM (kb_menu_item_get_type ())
G_DECLARE_FINAL_TYPE (KbMenuItem, kb_menu_item, KB, MENU_ITEM, GtkButton)

typedef void (*KbMenuRun) (KbWindow *window, KbId id);
typedef void (*KbMenuRunWith) (KbWindow *window, KbId id, guint value);

/* Append to a menu, a vertical box. For items without a function, connect to "clicked". */
GtkWidget *kb_menu_add (GtkWidget *menu, const char *label, KbMenuRun run, KbId id);
GtkWidget *kb_menu_add_with (GtkWidget *menu, const char *label, KbMenuRunWith run, KbId id,
                             guint value);
guint kb_menu_item_get_value (KbMenuItem *self);
/* A checkable item, one of several. */
void kb_menu_add_choice (GtkWidget *menu, const char *label, gboolean chosen, KbMenuRunWith run,
                         KbId id, guint value);
void kb_menu_add_heading (GtkWidget *menu, const char *text);
void kb_menu_add_separator (GtkWidget *menu);
/* A part of the menu that scrolls above this height in pixels. */
GtkWidget *kb_menu_add_scrolled (GtkWidget *menu, int max_height);

void kb_row_menu_set (GtkMenuButton *button, GtkWidget *menu);

/* Folded lists and sections of the panels, by their titles in English; kept in the settings. */

gboolean kb_is_folded (const char *title);
void kb_set_folded (const char *title, gboolean folded);
/* Folds the section as it was left, and keeps what the user does with it. `title` is static. */
void kb_section_remember (GtkExpander *section, const char *title);

/* Keeps the selected row of a list box in sight, and selected when Tab moves the focus. */

/* Arrow keys, Enter and the mouse select; Tab does not change the selection. Call before anything
 * else is connected to "row-selected". */
void kb_row_selection_keep_on_tab (GtkListBox *list);
/* Call when a key is pressed in the window, before its widgets handle it. */
void kb_row_selection_note_key (GtkWidget *window, guint keyval);

/* Asks for the name of a list item: one to rename, or one to add (`node` 0), and for its size if it
 * has one. If the list does not allow the name, the dialog says why and stays open. A NULL `named`
 * sets the name of the node. */
typedef struct {
  KbId parent;
  const char *list;
  KbId node;
  int width, height;   /* 0: has no size */
} KbNameFor;
typedef void (*KbNamed) (KbWindow *window, const char *text, const KbNameFor *what);
void kb_dialog_name (KbWindow *window, const char *heading, const char *accept, const char *text,
                     KbNameFor what, KbNamed named);
/* Asks for a new name of an asset, a class, a zone, or a part of a track or level. */
void kb_dialog_rename (KbWindow *window, KbId id);

#endif

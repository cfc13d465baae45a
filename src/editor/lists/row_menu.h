/* SPDX-License-Identifier: MIT */
/* Menus of a row's button, made when it is clicked. */
#ifndef KB_ROW_MENU_H
#define KB_ROW_MENU_H

#include "editor/window.h"

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

/* Gives a button a menu, and hides its tooltip while that is open. */
void kb_row_menu_set (GtkMenuButton *button, GtkWidget *menu);
/* Hides the button's tooltip over its popover. */
void kb_menu_button_hush (GtkMenuButton *button);

#endif

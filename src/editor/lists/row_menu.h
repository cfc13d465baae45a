/* SPDX-License-Identifier: MIT */
/* Menus that a row's button opens, made when it is clicked. */
#ifndef KB_ROW_MENU_H
#define KB_ROW_MENU_H

#include "editor/window.h"

/* An item; a click closes its menu, then runs. */
#define KB_TYPE_MENU_ITEM (kb_menu_item_get_type ())
G_DECLARE_FINAL_TYPE (KbMenuItem, kb_menu_item, KB, MENU_ITEM, GtkButton)

typedef void (*KbMenuRun) (KbWindow *window, KbId id);
typedef void (*KbMenuRunWith) (KbWindow *window, KbId id, guint value);

/* Add to a menu, a vertical box. Items that run nothing are connected to by "clicked". */
GtkWidget *kb_menu_add (GtkWidget *menu, const char *label, KbMenuRun run, KbId id);
GtkWidget *kb_menu_add_with (GtkWidget *menu, const char *label, KbMenuRunWith run, KbId id,
                             guint value);
guint kb_menu_item_get_value (KbMenuItem *self);
/* One of several, with a check. */
void kb_menu_add_choice (GtkWidget *menu, const char *label, gboolean chosen, KbMenuRunWith run,
                         KbId id, guint value);
void kb_menu_add_heading (GtkWidget *menu, const char *text);
void kb_menu_add_separator (GtkWidget *menu);
/* A menu in the menu that scrolls when it is higher than so many pixels. */
GtkWidget *kb_menu_add_scrolled (GtkWidget *menu, int max_height);

/* Puts a menu on a button, whose tooltip is not shown while it is open. */
void kb_row_menu_set (GtkMenuButton *button, GtkWidget *menu);
/* The button's tooltip is not shown over its popover; for buttons that have both. */
void kb_menu_button_hush (GtkMenuButton *button);

#endif

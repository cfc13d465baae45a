/* SPDX-License-Identifier: MIT */
/* What rows that stand for classes and zones open: a menu of their own, and a choice of colours. */
#ifndef KB_OLD_ROW_MENU_H
#define KB_OLD_ROW_MENU_H

#include <gtk/gtk.h>

#include "document/node.h"
#include "editor/lists/row_menu.h"

/* An item of a popover's menu that stands for a node; `run` is called as of "clicked" with
 * `object`. */
GtkWidget *kb_menu_item_new (const char *label, KbId id, GCallback run, gpointer object);
/* Gives the same manner to a button that is already there. */
void kb_menu_item_make (GtkWidget *item, KbId id, GCallback run, gpointer object);
/* The node of an item that was clicked; its menu closes. */
KbId kb_menu_item_take (GtkButton *item);
/* Puts colours to choose from on a button that stands for a node; `chosen` is called at each
 * change, while `object` is there. Colours are 0xRRGGBBAA, without transparency. */
typedef void (*KbColourChosen) (gpointer object, KbId id, guint32 colour);
void kb_colour_popover_set (GtkMenuButton *button, KbId id, guint32 colour, KbColourChosen chosen,
                            gpointer object);

#endif

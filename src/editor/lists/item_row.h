/* SPDX-License-Identifier: MIT */
/* A row of a KbItemList: a widget for each column of its list, filled from the row's item. */
#ifndef KB_ITEM_ROW_H
#define KB_ITEM_ROW_H

#include <gtk/gtk.h>

#include "editor/lists/item_list.h"

#define KB_TYPE_ITEM_ROW (kb_item_row_get_type ())
G_DECLARE_FINAL_TYPE (KbItemRow, kb_item_row, KB, ITEM_ROW, GtkListBoxRow)

GtkWidget *kb_item_row_new (KbItemList *list);
void kb_item_row_show (KbItemRow *self, KbItem *item);
KbId kb_item_row_get_id (KbItemRow *self);
KbItem *kb_item_row_get_item (KbItemRow *self);
/* The list that the row was made for. */
KbItemList *kb_item_row_get_list (KbItemRow *self);
/* The row of a widget; a popover is in the row of its button. */
KbItemRow *kb_item_row_of (gpointer widget);
/* Whether the row is being filled: "toggled" and similar signals then do not come from the user. */
gboolean kb_item_row_is_filling (KbItemRow *self);
/* Sets accessible name and tooltip from `format`, with the item's name for %s. */
void kb_item_row_label (KbItemRow *self, GtkWidget *widget, const char *format);

#endif

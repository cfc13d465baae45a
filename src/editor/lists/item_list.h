/* SPDX-License-Identifier: MIT */
/* A list of what the project or the current asset has: classes, zones, layers, problems and so on.
 * Flow: the state says "changed" -> the spec describes everything as new items -> rows come and go
 * where ids differ -> every row shows its item -> the chosen rows are selected. A list that is not
 * in sight waits until it is. Each list is one constant KbItemListSpec. */
#ifndef KB_ITEM_LIST_H
#define KB_ITEM_LIST_H

#include <adwaita.h>

#include "editor/editor_state.h"
#include "editor/lists/item.h"

typedef struct _KbItemColumn KbItemColumn;

/* An item of a menu: a label and the action that it stands for. */
typedef struct {
  const char *label, *action;
} KbItemAction;

/* Rows that can be dragged to another place of their list. */
typedef struct {
  gboolean (*can_drag) (KbEditorState *state, KbId id);
  gboolean (*can_drop) (KbEditorState *state, KbId id, KbId other, gboolean above);
  void (*drop) (KbEditorState *state, KbId id, KbId other, gboolean above);
  const char *refusal; /* shown where it cannot be dropped */
} KbItemDrag;

typedef enum {
  KB_LOOK_SIDE_PANEL,
  KB_LOOK_COMPACT, /* in a side panel, with little room between the columns */
  KB_LOOK_BOXED,   /* in an inspector */
  KB_LOOK_POPOVER  /* of texts */
} KbItemLook;

typedef struct {
  const char *title;                          /* accessible name; heading of a KbItemPanel */
  const char *empty;                          /* placeholder; NULL: none */
  gboolean hides;                             /* while it is empty */
  const KbItemColumn *columns;                /* up to one without a type */
  guint changes;                              /* KbChange: what makes it out of date */
  GPtrArray *(*items) (KbEditorState *state); /* from kb_items_new() */

  /* Selection; without is_chosen nothing is selected, with multiple it is the tools' selection. */
  gboolean multiple;
  gboolean (*is_chosen) (KbEditorState *state, KbId id);
  void (*choose) (KbEditorState *state, KbId id);
  /* A click or Enter on a row; NULL: the canvas gets the keyboard. */
  void (*activate) (KbEditorState *state, KbId id);

  const KbItemAction *actions; /* context menu, up to one without a label; NULL: none */
  const KbItemDrag *drag;      /* NULL: rows stay where they are */
  KbItemLook look;

  /* Of a KbItemPanel: its height, and the button that adds an item by an action or a menu. */
  int min_height, max_height;
  const char *add, *add_tip, *add_action;
  const KbItemAction *add_menu;
} KbItemListSpec;

#define KB_TYPE_ITEM_LIST (kb_item_list_get_type ())
G_DECLARE_FINAL_TYPE (KbItemList, kb_item_list, KB, ITEM_LIST, AdwBin)

/* Once, when the list is in its scrolled window. The spec is borrowed. */
void kb_item_list_set (KbItemList *self, KbEditorState *state, const KbItemListSpec *spec);
GtkWidget *kb_item_list_new (KbEditorState *state, const KbItemListSpec *spec);

KbEditorState *kb_item_list_get_state (KbItemList *self);
const KbItemListSpec *kb_item_list_get_spec (KbItemList *self);
GtkListBox *kb_item_list_get_box (KbItemList *self);

/* A menu of actions, up to one without a label; a new reference. */
GMenuModel *kb_item_actions_menu (const KbItemAction *actions);

#endif

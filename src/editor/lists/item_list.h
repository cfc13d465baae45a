/* SPDX-License-Identifier: MIT */
/* A list of nodes of the project or the current asset: classes, zones, layers, problems and so on.
 * Each list is one constant KbItemListSpec.
 *
 * After "changed" of the state, the spec makes new items, rows are added and removed where ids
 * differ, and each row shows its item. A hidden list waits until it is shown. */
#ifndef KB_ITEM_LIST_H
#define KB_ITEM_LIST_H

#include <adwaita.h>

#include "editor/lists/item.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"

typedef struct _KbItemColumn KbItemColumn;

/* A menu item: label and action. */
typedef struct {
  const char *label, *action;
} KbItemAction;

/* How rows can be dragged within their list. */
typedef struct {
  gboolean (*can_drag) (KbEditorState *state, KbId id);
  gboolean (*can_drop) (KbEditorState *state, KbId id, KbId other, gboolean above);
  void (*drop) (KbEditorState *state, KbId id, KbId other, gboolean above);
  const char *refusal; /* message where it cannot be dropped */
} KbItemDrag;

typedef enum {
  KB_LOOK_SIDE_PANEL,
  KB_LOOK_COMPACT, /* for side panels, with little space between the columns */
  KB_LOOK_BOXED,   /* for inspectors */
  KB_LOOK_POPOVER  /* for popovers with texts */
} KbItemLook;

typedef struct {
  const char *title;                          /* accessible name, and heading of a KbItemPanel */
  const char *empty;                          /* placeholder, or NULL for none */
  gboolean hides;                             /* hide the list while it is empty */
  const KbItemColumn *columns;                /* ends with one without a type */
  guint changes;                              /* KbChange flags that require an update */
  GPtrArray *(*items) (KbEditorState *state); /* from kb_items_new() */
  /* Changes new items by those of the list since it was opened; may be NULL */
  void (*keep) (KbEditorState *state, const GPtrArray *before, GPtrArray *items);

  /* Selection. Without is_chosen, nothing is selected. With multiple, it is the tools'
   * selection. */
  gboolean multiple;
  gboolean (*is_chosen) (KbEditorState *state, KbId id);
  void (*choose) (KbEditorState *state, KbId id);
  /* Called for a click or Enter on a row. If NULL, that focuses the canvas. */
  void (*activate) (KbEditorState *state, KbId id);
  /* Asks for a new name, for a double click or F2 on a row. NULL: they do nothing here. */
  void (*rename) (KbWindow *window, KbId id);

  const KbItemAction *actions; /* context menu, ends with one without a label, or NULL for none */
  const KbItemDrag *drag;      /* NULL: rows cannot be dragged */
  KbItemLook look;

  /* For a KbItemPanel: its height, 0 for that of all its rows, and the action or menu of the
   * button that adds an item. */
  int min_height, max_height;
  const char *add, *add_tip, *add_action;
  const KbItemAction *add_menu;
} KbItemListSpec;

#define KB_TYPE_ITEM_LIST (kb_item_list_get_type ())
G_DECLARE_FINAL_TYPE (KbItemList, kb_item_list, KB, ITEM_LIST, AdwBin)

/* Call once, when the list is in its scrolled window. The spec is borrowed. */
void kb_item_list_set (KbItemList *self, KbEditorState *state, const KbItemListSpec *spec);

/* Shows the items again, after a change that no flag of the state reports. */
void kb_item_list_update (KbItemList *self);

KbEditorState *kb_item_list_get_state (KbItemList *self);
const KbItemListSpec *kb_item_list_get_spec (KbItemList *self);
GtkListBox *kb_item_list_get_box (KbItemList *self);

/* Renames the item of the row with the keyboard focus. FALSE: none can be renamed. */
gboolean kb_item_list_rename_focused (KbWindow *window);
/* A menu of actions, which end with one without a label, as a new reference. */
GMenuModel *kb_item_actions_menu (const KbItemAction *actions);

#endif

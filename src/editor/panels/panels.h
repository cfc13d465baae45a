/* SPDX-License-Identifier: MIT */
/* The side panels of sprites and projects. */
#ifndef KB_EDITOR_PANELS_PANELS_H
#define KB_EDITOR_PANELS_PANELS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "editor/editor_state.h"
#include "editor/lists/item_list.h"
#include "editor/window.h"

/* The lists of the project's sprites, masks, tracks and levels, with thumbnails of sprites. */

#define KB_TYPE_ASSETS_PANEL (kb_assets_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, KB, ASSETS_PANEL, AdwBin)

/* Call once, after construction. */
void kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state);

/* The project's classes: colour, name, kind, number key; a menu to change each. */

extern const KbItemListSpec kb_class_list;

/* Rows that edit the fields of one or more nodes of a kind, made from the kind's table of fields.
 * Edits apply to all nodes; where values differ, a dash is shown. */

#define KB_TYPE_FIELD_GROUP (kb_field_group_get_type ())
G_DECLARE_FINAL_TYPE (KbFieldGroup, kb_field_group, KB, FIELD_GROUP, GtkBox)

GtkWidget *kb_field_group_new (KbEditorState *state);
/* All nodes are of one kind. Rows are kept where possible. */
void kb_field_group_show (KbFieldGroup *self, const KbId *nodes, guint n);
/* Limits the rows to these fields, by name, ended by NULL; NULL: all that are not hidden.
 * Borrowed. */
void kb_field_group_only (KbFieldGroup *self, const char *const *fields);
/* The group's name; NULL: that of the kind. Borrowed. */
void kb_field_group_call (KbFieldGroup *self, const char *name);
/* Sets a field of all nodes in one step; takes the value. Merges with the previous step of the same
 * gesture (see kb_number_gesture; 0: never merges). */
void kb_field_group_set (KbFieldGroup *self, const KbField *field, json_t *value, guint gesture);

/* A row of a boxed list: label left, widgets right. */
GtkWidget *kb_field_row_new (const char *label, GtkWidget *const *widgets, guint n);

/* The action points and shapes of the current frame; their selection is that of the canvas. */

extern const KbItemListSpec kb_point_list;
extern const KbItemListSpec kb_shape_list;

/* The inspector: the current frame, its points and shapes, and the fields of the selection. */

#define KB_TYPE_INSPECTOR (kb_inspector_get_type ())
G_DECLARE_FINAL_TYPE (KbInspector, kb_inspector, KB, INSPECTOR, AdwBin)

void kb_inspector_set_state (KbInspector *self, KbEditorState *state);

/* The box for the inspectors of all assets. */

/* Fills a panel with a vertically scrolling box for headings, rows and lists; `name` is its
 * accessible name. */
GtkWidget *kb_inspector_box_new (AdwBin *panel, const char *name);

/* The list of problems, each with a button if it has an obvious fix. */

extern const KbItemListSpec kb_problem_list;
/* Applies all fixes that delete nothing; a message gives their number. */
void kb_problems_fix_all (KbEditorState *state);
/* Shows the next problem, wrapping at the ends. */
void kb_problems_go_on (KbEditorState *state, int by);

/* Edits of assets, frames and action points, one undo step each. */

/* Renames the current asset. */
void kb_asset_ask_name (KbWindow *window);
void kb_asset_delete (KbWindow *window);
/* Copies the current asset under another name and shows the copy. */
void kb_asset_run_duplicate (KbWindow *window);
/* Deletes the selected frames. */
void kb_frames_delete (KbEditorState *state);
/* Renames an action point on all frames of its sprite that have it; see tools/names.h. A
 * message gives their number. */
void kb_point_set_name (KbEditorState *state, KbId point, const char *name);

#endif

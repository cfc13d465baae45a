/* SPDX-License-Identifier: MIT */
/* The side panels of sprites and projects. */
#ifndef KB_EDITOR_PANELS_PANELS_H
#define KB_EDITOR_PANELS_PANELS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "document/document.h"
#include "editor/lists/item_list.h"
#include "editor/state/actions.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"

/* The lists of the project's sprites, masks, tracks and levels, with thumbnails of sprites. */

#define KB_TYPE_ASSETS_PANEL (kb_assets_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbAssetsPanel, kb_assets_panel, KB, ASSETS_PANEL, AdwBin)

/* Call once, after construction. */
void kb_assets_panel_set_state (KbAssetsPanel *self, KbEditorState *state);

/* The action points and shapes of the current frame; their selection is that of the canvas. */

extern const KbItemListSpec kb_point_list;
extern const KbItemListSpec kb_shape_list;

/* The inspector: the current frame, its points and shapes, and the fields of the selection. */

#define KB_TYPE_INSPECTOR (kb_inspector_get_type ())
G_DECLARE_FINAL_TYPE (KbInspector, kb_inspector, KB, INSPECTOR, AdwBin)

void kb_inspector_set_state (KbInspector *self, KbEditorState *state);

/* The events of the step that shows the current frame. */

#define KB_TYPE_EVENTS_PANEL (kb_events_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbEventsPanel, kb_events_panel, KB, EVENTS_PANEL, GtkBox)

/* The list of problems, each with a button if it has an obvious fix. */

extern const KbItemListSpec kb_problem_list;
/* Those of one check in one asset are a group: one row, one fix, one reason to ignore them. Arrays
 * of KbProblem *, which the state keeps; free them with g_ptr_array_unref. */
GPtrArray *kb_problem_group (KbEditorState *state, const KbProblem *problem);
/* The first of each group. */
GPtrArray *kb_problem_groups (KbEditorState *state);
/* "31 frames of fencer have no hot spot"; NULL for checks without such a text. A new string. */
char *kb_problem_group_title (KbDocument *document, const KbProblem *problem, guint n);
/* Whether the list leaves out those of other assets. */
void kb_problems_set_only_here (KbEditorState *state, gboolean only);
/* Applies all fixes that delete nothing. A message gives their number. */
void kb_problems_fix_all (KbEditorState *state);
/* Shows the next problem, wrapping at the ends. */
void kb_problems_go_on (KbEditorState *state, int by);

/* Edits of the current asset, one undo step each. */

extern const KbAction kb_asset_actions[];

/* first_steps.c: three hints; `once`: only if not seen before */
void kb_around_first_steps (KbWindow *window);
void kb_around_first_steps_once (KbWindow *window);
/* Hides the current hint, or FALSE if there was none. */
gboolean kb_around_end_first_steps (KbWindow *window);

/* history_list.c: undo steps by name, to jump to */
void kb_dialog_history (KbWindow *window);
/* A title for step `i` of the history: its name, `step`, with the nodes it concerned, if they still
 * exist. "Move box: legs, fakir, frame 3". A new string. */
char *kb_history_title (KbDocument *document, const char *step, guint i);

#endif

/* SPDX-License-Identifier: MIT */
/* What the editor shows of mazes, grounds and heightmaps beside their pictures. One a window, made
 * when it is first asked for. */
#ifndef KB_WORLDS_VIEW_H
#define KB_WORLDS_VIEW_H

#include <cairo.h>

#include "drawing/level_worlds.h"
#include "editor/editor_state.h"

/* Parts of mazes that cannot be reached are tinted. */
gboolean kb_worlds_view_get_parts (KbEditorState *state);
void kb_worlds_view_set_parts (KbEditorState *state, gboolean on);
/* Of the level's mazes, for KbLevelLook, as they are now; NULL while they are not shown. Borrowed
 * until the next call. */
GHashTable *kb_worlds_view_checks (KbEditorState *state);

/* Over the canvas: the altitudes' colours of the chosen heightmap. */
void kb_worlds_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);
/* "altitude 12.5 · slope 0.4", "hill · y 120 · slope 0.4" of what is under the pointer; a new
 * string, NULL: nothing of these. */
char *kb_worlds_view_describe (KbToolContext *tools);
/* A line or two about a maze, a ground or a heightmap; a new string. */
char *kb_worlds_view_facts (KbEditorState *state, const KbNode *layer);

#endif

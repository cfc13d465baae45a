/* SPDX-License-Identifier: MIT */
/* Extra views of mazes, grounds and heightmaps. One a window, made on first use. */
#ifndef KB_WORLDS_VIEW_H
#define KB_WORLDS_VIEW_H

#include <cairo.h>

#include "drawing/level_worlds.h"
#include "editor/editor_state.h"

/* Whether to tint parts of mazes that cannot be reached. */
gboolean kb_worlds_view_get_parts (KbEditorState *state);
void kb_worlds_view_set_parts (KbEditorState *state, gboolean on);
/* The current checks of the level's mazes, for KbLevelLook; NULL while they are not shown. Borrowed
 * until the next call. */
GHashTable *kb_worlds_view_checks (KbEditorState *state);

/* Draws the altitude colours of the active heightmap over the canvas. */
void kb_worlds_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);
/* What is under the pointer: "altitude 12.5 · slope 0.4", "hill · y 120 · slope 0.4"; a new string,
 * or NULL. */
char *kb_worlds_view_describe (KbToolContext *tools);
/* A line or two about a maze, a ground or a heightmap; a new string. */
char *kb_worlds_view_facts (KbEditorState *state, const KbNode *layer);

#endif

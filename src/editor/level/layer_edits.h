/* SPDX-License-Identifier: MIT */
/* Edits of a level's layers, of all kinds, and of its tilesets, one undo step each. */
#ifndef KB_LAYER_EDITS_H
#define KB_LAYER_EDITS_H

#include "editor/state/window.h"
#include "editor/watch/level_canvas.h"

void kb_layer_ask_name (KbWindow *window, KbId layer);
/* With what is painted on it; the copy becomes the active layer. */
void kb_layer_duplicate (KbWindow *window, KbId layer);
void kb_layer_delete (KbWindow *window, KbId layer);
/* Among layers of its kind, tile and image layers together; 1: nearer to the front. */
void kb_layer_move (KbEditorState *state, KbId layer, int by);
/* Next to another layer that it can be with, else nothing; behind a group means into it. */
gboolean kb_layer_can_move_beside (KbEditorState *state, KbId layer, KbId other,
                                   gboolean in_front);
void kb_layer_move_beside (KbEditorState *state, KbId layer, KbId other, gboolean in_front);
/* A new group with the layer; an empty one if it is no tile or image layer. */
void kb_layer_group (KbWindow *window, KbId layer);
/* Removes the group, or that of the layer, not its layers. */
void kb_layer_ungroup (KbWindow *window, KbId layer);

/* Marks that last until the editor closes; no undo steps. */
void kb_layer_set_mark (KbEditorState *state, KbId layer, KbToolMark mark, gboolean on);

/* The layers, front to back. The level itself represents its walls, areas and entities. KbNode*;
 * borrowed. */
GPtrArray *kb_layer_list (const KbLevel *level);

/* Runs the import of pictures for a sheet, then makes its sprite a tileset. */
void kb_tileset_import (KbWindow *window);

#endif

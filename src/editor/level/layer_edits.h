/* SPDX-License-Identifier: MIT */
/* What the editor does to the layers of a level - tile layers, mazes, grounds, heightmaps - and to
 * its tilesets: an undo step each. */
#ifndef KB_LAYER_EDITS_H
#define KB_LAYER_EDITS_H

#include "editor/window.h"

/* They become that which is worked on. */
void kb_layer_add_straight (KbWindow *window);
void kb_layer_add_isometric (KbWindow *window);

void kb_layer_ask_name (KbWindow *window, KbId layer);
void kb_layer_delete (KbWindow *window, KbId layer);
/* Among those of its kind; 1: nearer to the front. */
void kb_layer_move (KbEditorState *state, KbId layer, int by);
/* Next to another of its kind; else nothing happens. */
void kb_layer_move_beside (KbEditorState *state, KbId layer, KbId other, gboolean in_front);

/* What the editor remembers of layers while it runs; no undo steps. */
typedef enum { KB_LAYER_HIDDEN, KB_LAYER_LOCKED } KbLayerMark;
gboolean kb_layer_is_marked (KbEditorState *state, KbId layer, KbLayerMark mark);
void kb_layer_set_mark (KbEditorState *state, KbId layer, KbLayerMark mark, gboolean on);

/* Those that can be worked on, front to back: the level itself stands for its walls, areas and
 * entities. KbNode*; borrowed. */
GPtrArray *kb_layer_list (const KbLevel *level);

/* What there are some of on a level. */
typedef enum {
  KB_PART_WALLS,
  KB_PART_AREAS,
  KB_PART_ENTITIES,
  KB_PART_GROUND_POINTS,
  KB_PART_LAYERS,
  KB_PART_MAZES,
  KB_PART_GROUNDS,
  KB_PART_HEIGHTMAPS,
  KB_LEVEL_PARTS
} KbLevelPartIndex;
typedef struct {
  const KbKind *kind;
  /* Where in a KbLevel the list of them is; 0: these are no list of its own */
  gsize list;
  const char *one, *many;
} KbLevelPart;
extern const KbLevelPart kb_level_parts[KB_LEVEL_PARTS];
/* Points of the ground are not counted. */
void kb_level_count_parts (const KbLevel *level, guint counts[KB_LEVEL_PARTS]);
/* How many walls it has, where there are none of layers of a kind, areas or entities, and in words,
 * "3 walls"; a new string. */
char *kb_level_describe (const KbLevel *level, guint *count);

/* Actions, of the one that is worked on. */
void kb_layer_rename_current (KbWindow *window);
void kb_layer_delete_current (KbWindow *window);
void kb_layer_forward (KbWindow *window);
void kb_layer_backward (KbWindow *window);
void kb_layer_next (KbWindow *window);
void kb_layer_previous (KbWindow *window);
gboolean kb_layer_get_hidden (KbWindow *window);
void kb_layer_set_hidden (KbWindow *window, gboolean on);
gboolean kb_layer_get_locked (KbWindow *window);
void kb_layer_set_locked (KbWindow *window, gboolean on);
gboolean kb_layer_get_isometric (KbWindow *window);
void kb_layer_set_isometric (KbWindow *window, gboolean on);

/* Tilesets of the level that is shown. */
void kb_tileset_add_sprite (KbWindow *window, KbId sprite);
/* Cells that have its tiles keep them, as tiles that are not there; told. */
void kb_tileset_remove (KbWindow *window, KbId tileset);
/* A sheet is chosen and cut by the import of pictures; what it becomes is a tileset. */
void kb_tileset_import (KbWindow *window);

/* The stamp in the hand. */
void kb_stamp_flip_x (KbWindow *window);
void kb_stamp_flip_y (KbWindow *window);
void kb_stamp_transpose (KbWindow *window);

#endif

/* SPDX-License-Identifier: MIT */
/* Godot's sprites: godot.c reads frames and animations, godot_nodes.c the nodes of a scene and
 * their shapes, at any time of an animation. The first failure is kept and ends the import. */
#ifndef KB_INTERCHANGE_SHEETS_GODOT_H
#define KB_INTERCHANGE_SHEETS_GODOT_H

#include "interchange/sheets/sheets.h"

/* `sections`: of all files, see kb_godot_read. `nodes`: by their paths, "/Hit/Shape", the root "/".
 * `frames`: numbers by their contents. `tracks`: keys of the current animation, by
 * "/Hit/Shape:position". */
typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  json_t *sections, *nodes, *frames, *tracks;
  const json_t *sprite;    /* its node; NULL: there is no scene */
  guint n_steps, n_nodes;
  double time;             /* in the current animation, in s */
  GError *failure;
} KbGodot;

/* Reads the sections of another file, once. */
gboolean kb_godot_load (KbGodot *godot, const char *path, GError **error);
/* The section of a reference; of another file its resource. NULL if there is none. */
const json_t *kb_godot_follow (KbGodot *godot, const json_t *reference);
/* A property of a node as its track has it now, else as it is in `owner`, the node or a resource
 * of it. NULL: the default. */
const json_t *kb_godot_property (KbGodot *godot, const json_t *node, const json_t *owner,
                                 const char *name);
/* The same for numbers and vectors; tracks may change them steadily. */
KbVec kb_godot_vector (KbGodot *godot, const json_t *node, const json_t *owner, const char *name,
                       double x, double y);
/* The items of "Rect2(...)" and so on. */
const json_t *kb_godot_items (const json_t *value);

/* Fills `nodes`, and chooses the sprite if there are any. */
void kb_godot_collect_nodes (KbGodot *godot);
/* After the frames: counts the nodes and shapes that are left out. */
void kb_godot_lose_nodes (KbGodot *godot);
/* Adds the hot spot, shapes and action points as they are now. */
void kb_godot_add_marks (KbGodot *godot, KbImportFrame *frame);

#endif

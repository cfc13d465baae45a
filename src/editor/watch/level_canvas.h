/* SPDX-License-Identifier: MIT */
/* The canvas's picture of a level below the tools' drawing, and its texts in the status line. */
#ifndef KB_EDITOR_LEVEL_LEVEL_CANVAS_H
#define KB_EDITOR_LEVEL_LEVEL_CANVAS_H

#include <cairo.h>

#include "drawing/levels/level_worlds.h"
#include "editor/state/editor_state.h"
#include "editor/watch/level_watch.h"

/* Borrowed from the canvas. */
typedef struct {
  KbSurfaces *surfaces;
  KbLayers *layers;
  KbLabelMemory *labels;
  const KbStyle *style;
} KbLevelPaint;

/* Grid, picture, areas and walls are cached between redraws. Panning draws only the newly visible
 * part. */
void kb_level_canvas_draw (KbEditorState *state, cairo_t *cr, const KbLevelPaint *paint);

/* Plays animated tiles on the canvas. Redraws the level only when a frame changes. */

gboolean kb_level_play_get (KbEditorState *state);
/* Stops automatically when another level, or none, is shown. Turning it on shows a message if no
 * tile of the level is animated. */
void kb_level_play_set (KbEditorState *state, gboolean on);
/* Animation time to draw, in ms, or 0 for no animation. */
double kb_level_play_time (KbEditorState *state);

/* The moving parts of a partition's picture: the leaf under the pointer and the test move. */

/* Drawn over the level. Cost: the parts in sight after a change of the view, otherwise one
 * descent. */
void kb_partition_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);
/* The leaves that it marks: guint. Free it with g_array_unref. */
GArray *kb_partition_view_lit (KbEditorState *state);

/* Extra views of mazes, grounds and heightmaps. One a window, made on first use. */

/* Whether to tint parts of mazes that cannot be reached. */
gboolean kb_worlds_view_get_parts (KbEditorState *state);
void kb_worlds_view_set_parts (KbEditorState *state, gboolean on);
/* The current checks of the level's mazes, for KbLevelLook, or NULL while they are not shown.
 * Borrowed until the next call. */
GHashTable *kb_worlds_view_checks (KbEditorState *state);

/* Draws what the active layer shows over the canvas: the altitude colours of a heightmap. */
void kb_worlds_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style);
/* What is under the pointer: "altitude 12.5 · slope 0.4", "hill · y 120 · slope 0.4", as a new
 * string, or NULL. */
char *kb_worlds_view_describe (KbToolContext *tools);

/* The kinds of parts that a level has, one row each. */
typedef enum {
  KB_PART_WALLS,
  KB_PART_AREAS,
  KB_PART_ENTITIES,
  KB_PART_GROUND_POINTS,
  KB_PART_LAYERS,
  KB_PART_IMAGES,
  KB_PART_GROUPS,
  KB_PART_MAZES,
  KB_PART_GROUNDS,
  KB_PART_HEIGHTMAPS,
  KB_LEVEL_PARTS
} KbLevelPartIndex;
typedef struct {
  const KbKind *kind;
  /* Offset of their list in KbLevel, or 0 if they have no list of their own */
  gsize list;
  const char *one, *many;
  /* Layers: an icon, and N_() what it is. Walls have those of the level */
  const char *icon, *words;
  /* Describes a layer in a line or two, as a new string. NULL: nothing to say */
  char *(*facts) (KbEditorState *state, const KbNode *layer);
  /* Draws over the canvas while the layer is active. NULL: nothing to draw */
  void (*draw) (KbEditorState *state, cairo_t *cr, const KbStyle *style, const KbNode *layer);
  /* What of all of them is under the pointer, as a new string, or NULL. NULL: is not described */
  char *(*describe) (KbToolContext *tools);
} KbLevelPartRow;
extern const KbLevelPartRow kb_level_parts[KB_LEVEL_PARTS];
/* The row of a layer, or of a level. */
const KbLevelPartRow *kb_level_part (const KbNode *layer);
/* Does not count points of grounds. */
void kb_level_count_parts (const KbLevel *level, guint counts[KB_LEVEL_PARTS]);
/* Counts the walls, or the first other kind that the level has. Returns the number in words as a
 * new string: "3 walls". */
char *kb_level_describe (const KbLevel *level, guint *count);

/* For the rows of kb_level_parts. */
char *kb_maze_facts (KbEditorState *state, const KbNode *layer);

#endif

/* SPDX-License-Identifier: MIT */
/* New mazes and heightmaps of a level. Each is one or more edits within an open step. */
#ifndef KB_OPERATIONS_LEVEL_WORLDS_H
#define KB_OPERATIONS_LEVEL_WORLDS_H

#include "document/edit.h"
#include "document/shape.h"

#define KB_MOST_GENERATED_CELLS (4u << 20)   /* limit for a maze: it is one undo step */

typedef struct {
  gint width, height;    /* cells */
  gint cell;             /* pixels per side, for a new maze */
  gboolean random;       /* walls of kb_maze_generate, with the seed; else only the border */
  gint seed;
} KbMazeWish;

/* "maze 1", or the next name free in one of the level's lists; a new string. */
char *kb_level_free_name (const KbLevel *level, const char *list, const char *stem);

/* Its id; 0 and an error. `place` is the position of its top left. */
KbId kb_maze_add (KbDocument *document, KbId level, const char *class_name, KbPixel place,
                  const KbMazeWish *wish, GError **error);
/* The same maze with new walls and that many cells, from its first one on. */
gboolean kb_maze_remake (KbDocument *document, KbId maze, const KbMazeWish *wish, GError **error);

/* From its first sample to its last, in pixels of the level. */
KbBounds kb_heightmap_place (const KbHeightmap *map);
/* A position at which a new map hides no other: a step of the grid to the right of the last, at its
 * height; else (0, 0). */
KbVec kb_heightmap_free_place (const KbLevel *level);
/* From a grey PNG of 8 or 16 bits, at least 2 x 2, which is copied into the project unchanged;
 * named after the file. Altitudes from 0 to 100, 4 pixels between samples. Returns its id; 0 and an
 * error that names the file. */
KbId kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin,
                       GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* New mazes and heightmaps of a level. Each is an edit or several, within a step that is open. */
#ifndef KB_OPERATIONS_LEVEL_WORLDS_H
#define KB_OPERATIONS_LEVEL_WORLDS_H

#include "document/edit.h"
#include "document/shape.h"

#define KB_MOST_GENERATED_CELLS (4u << 20)   /* of a maze: it is one undo step */

typedef struct {
  gint width, height;    /* cells */
  gint cell;             /* pixels a side, of a new maze */
  gboolean random;       /* walls of kb_maze_generate, with the seed; else the border alone */
  gint seed;
} KbMazeWish;

/* "maze 1", or the next that is free in one of the level's lists; a new string. */
char *kb_level_free_name (const KbLevel *level, const char *list, const char *stem);

/* Its id; 0 and an error. The place is that of its top left. */
KbId kb_maze_add (KbDocument *document, KbId level, const char *class_name, KbPixel place,
                  const KbMazeWish *wish, GError **error);
/* The same maze with other walls, and as many cells as that: from its first one on. */
gboolean kb_maze_remake (KbDocument *document, KbId maze, const KbMazeWish *wish, GError **error);

/* From its first sample to its last, in pixels of the level. */
KbBounds kb_heightmap_place (const KbHeightmap *map);
/* Where a new one hides nothing of the others: a step of the grid to the right of the last of them,
 * as high as that; else (0, 0). */
KbVec kb_heightmap_free_place (const KbLevel *level);
/* From a grey PNG of 8 or 16 bits, at least 2 x 2, which is put into the project as it is; its name
 * is the file's. Altitudes from 0 to 100, 4 pixels from sample to sample. Its id; 0 and an error
 * that names the file. */
KbId kb_heightmap_add (KbDocument *document, KbId level, const char *path, KbVec origin,
                       GError **error);

#endif

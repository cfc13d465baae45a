/* SPDX-License-Identifier: MIT */
/* New mazes of a level, and free names. Each is one or more edits within an open step. */
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


#endif

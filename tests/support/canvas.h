/* SPDX-License-Identifier: MIT */
/* A document with a sprite of two frames, and a canvas on it that is driven by scripts of events. */
#ifndef KB_TEST_CANVAS_H
#define KB_TEST_CANVAS_H

#include "tools/tools.h"

#define SETUP "Setup"     /* the label of the only step in the history at the start */
#define SCALE 8.0

typedef struct {
  KbDocument *document;
  KbToolContext *context;
  KbId sprite, frames[2];
  guint n_redraws, n_selections, n_placed;
  char *status;
  gboolean ready;       /* the setup's step is closed */
  char *folder;         /* of the project, when it has pictures; else NULL */
} Canvas;

/* `classes` of them, "body" and "limb", without any shapes. Frames are 64 x 48; the first has its
 * hot spot at (20, 40), the second at (24, 44). */
Canvas *canvas_new (guint classes);
/* The same, both frames with a picture: a torso [24, 40) x [18, 34) with a hole of 4 x 4 in its middle,
 * a head [28, 36) x [10, 18) on it, and apart from these a fist [50, 54) x [20, 24). */
Canvas *canvas_new_with_picture (guint classes);
void canvas_free (Canvas *canvas);
KbFrame *canvas_frame (const Canvas *canvas);

/* Adds to the first frame, as part of the setup; before any gesture. */
KbId canvas_add_shape (Canvas *canvas, const char *class_name, const char *geometry);
KbId canvas_add_point (Canvas *canvas, const char *name, gint x, gint y);
/* Two zones, "cloth" and "skin", and a box of cloth [28, 36) x [20, 32) painted on the first frame, whose zones are what
 * the canvas works on from now on. */
void canvas_paint_frame (Canvas *canvas);
/* Shows a track instead: a curve through (10, 10), (40, 10), (40, 40) and (10, 40), the last with handles of (6, 4) each
 * way, and a check point from (20, 4) to (20, 16). */
void canvas_show_track (Canvas *canvas);

/* Shows a level instead, of the first class: a room of walls [8, 40] x [8, 40], a wall from (48, 8) to (48, 32), an entity at
 * (24, 24), and an area [48, 60] x [36, 46]. Its grid is 4. */
void canvas_show_level (Canvas *canvas);

/* Shows a level of tiles instead: a layer of 6 x 4 cells of 8 x 8 pixels, with a lift, of which [3, 5) x [1, 3) have the second
 * frame of the sprite, the tileset. */
void canvas_show_tiles (Canvas *canvas);

/* Shows a level with a heightmap instead: 64 x 64 samples, one per pixel from (0, 0), which slope up to the right but are level
 * from (48, 48) on. Its brush is 16 samples wide. */
void canvas_show_heights (Canvas *canvas);

/* The whole project as text. */
char *canvas_text (const Canvas *canvas);

/* One event a word: "p10,5" presses at (10, 5) of the picture, "d" is the press of a double click's
 * second half, "m" moves, "r" releases; "+s" "+c" "+a" after the place: with Shift, Control, Alt.
 * Keys: Enter Back Esc Del Left Right Up Down, with +s too. "t:box" chooses a tool,
 * "[" and "]" change its amount. */
void canvas_run (Canvas *canvas, const char *script);

#endif

/* SPDX-License-Identifier: MIT */
/* Room, sight and paths in a level. */
#ifndef KB_PLAYTEST_SCENES_WAYS_H
#define KB_PLAYTEST_SCENES_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "playtest/picture.h"
#include "runtime/kickbox.h"

/* Positions for a crowd: within a level, clear of its walls and of existing things. */

typedef struct {
  kbx_handle level;
  kbx_rect bounds;             /* limits the positions, in levels with walls only */
  const kbx_rect *taken;       /* boxes of existing things */
  uint32_t n_taken;
} KbRoom;

/* The part of a level that is visible from a point, drawn as a lit area. */

/* Adds the area visible from the circle's centre, within its radius, as a polygon in KB_SHOW_LIGHT.
 * Walls block sight as they block moving points: one-way ones only from their left. Method: cast
 * rays to each wall end, to where walls leave the circle, and just past both sides. Sort them by
 * angle, using exact signs of cross products. Cost: nine casts per near wall, and the sort. */
void kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level,
                           kbx_circle reach, const kbx_filter *filter);

/* Finds a path for a point within zones of a mask. */

/* The walkable area. */
typedef struct {
  kbx_handle mask;
  kbx_zone_set zones;
} KbFloor;

bool kb_floor_has (KbFloor floor, kbx_vec p);
/* Whether the whole closed segment is on the floor, pixel by pixel. */
bool kb_floor_free (KbFloor floor, kbx_vec from, kbx_vec to);

/* The centre of the grid cell on the floor that is nearest to `to`. Returns false if there is none.
 * Cost: linear in the cells, at most 16384. */
bool kb_floor_nearest (KbFloor floor, kbx_vec to, kbx_vec *found);

typedef struct {
  uint32_t count;      /* of points; 0: no path */
  bool reaches;        /* the path ends at `to`; else as near to it as possible */
  bool cut;            /* not all points fit: search again from the last one */
} KbZoneWay;

/* Finds points from `from`, not included, to `to`, each in sight of the one before. A start off the
 * floor first goes straight to it. Passages narrower than the grid may be missed: its step is 4
 * pixels, more for masks of more than 16384 such cells. Method: A* on the cells' centres with
 * integer costs (5 straight, 7 diagonal), then points that sight can skip are removed. Cost: at
 * most eight sight tests per cell. */
KbZoneWay kb_find_zone_way (KbFloor floor, kbx_vec from, kbx_vec to, kbx_vec *points,
                            uint32_t capacity);

/* A level seen from an eye in it: the walk through its partition, and what it shows. */

typedef struct {
  kbx_handle level;
  const kbx_filter *filter;    /* open doors */
  kbx_vec at, ahead;           /* a unit vector; the view opens by 45 degrees to each side */
  float eye;                   /* above the floor */
  float height;                /* of walls without a ceiling or a height of their own */
} KbEye;

/* In the order of the walk: all parts in view, and whether each is drawn: it is not wholly behind
 * closed ones. Free `parts`. */
typedef struct {
  kbx_wall_in_view *parts;
  bool *drawn;
  uint32_t n, n_drawn, n_nodes;
} KbWalkedView;

/* Adds the slabs to a picture, unless that is NULL. Cost: the question, two areas located for each
 * part drawn, and the closed intervals of the screen, at most 64. */
KbWalkedView kb_walk_view (const KbEye *eye, KbPlayPicture *picture);
void kb_walked_view_free (KbWalkedView *walked);

#endif

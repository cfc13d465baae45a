/* SPDX-License-Identifier: MIT */
/* A level seen from an eye in it, for the scene First person: the walk through its partition, and
 * what it shows. */
#ifndef KB_PLAYTEST_SCENES_FIRST_PERSON_H
#define KB_PLAYTEST_SCENES_FIRST_PERSON_H

#include "playtest/picture.h"

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

/* The floor under a position: the value `floor` of its area, else 0. */
float kb_floor_under (kbx_handle level, kbx_vec at);

#endif

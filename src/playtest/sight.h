/* SPDX-License-Identifier: MIT */
/* The part of a level that is visible from a point, drawn as a lit area. */
#ifndef KB_SIGHT_H
#define KB_SIGHT_H

#include "playtest/picture.h"

/* Adds the area visible from the circle's centre, within its radius, as a polygon in KB_SHOW_LIGHT.
 * Walls block sight as they block moving points: one-way ones only from their left. Method: cast
 * rays to each wall end, to where walls leave the circle, and just past both sides. Sort them by
 * angle, using exact signs of cross products. Cost: nine casts per near wall, and the sort. */
void kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level,
                           kbx_circle reach);

#endif

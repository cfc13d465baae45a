/* SPDX-License-Identifier: MIT */
/* What of a level is in sight of a place: a lit area, drawn. */
#ifndef KB_SIGHT_H
#define KB_SIGHT_H

#include "playtest/picture.h"

/* What can be seen from the circle's centre within its radius, as a polygon of KB_SHOW_LIGHT with a
 * colour. Walls stop a look as they stop a moving point: one-way ones from their left only. Cost:
 * nine casts for each wall near, and a sort of them. Method: a ray to each end of a wall, to each
 * place where one leaves the circle, and a hair to either side; in the order of their angles, which
 * the signs of cross products tell without rounding. */
void kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level,
                           kbx_circle reach);

#endif

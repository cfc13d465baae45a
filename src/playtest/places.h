/* SPDX-License-Identifier: MIT */
/* Where things are in a level: what several scenes ask. */
#ifndef KB_PLACES_H
#define KB_PLACES_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* For roles. */
bool kb_level_has_walls (const kbx_bank *bank, uint32_t level);
bool kb_level_has_tiles (const kbx_bank *bank, uint32_t level);
bool kb_level_has_maze (const kbx_bank *bank, uint32_t level);
bool kb_level_has_heights (const kbx_bank *bank, uint32_t level);

/* Round walls, tiles, mazes, grounds, heightmaps and entities; (0, 0) to (1, 1) where there is nothing. Cost: linear in the
 * walls and entities. */
kbx_rect kb_bank_level_bounds (const kbx_bank *bank, uint32_t level);

/* The place of the entity "start", or else "player"; without them the middle of the bounds. */
kbx_vec kb_bank_level_start (const kbx_bank *bank, uint32_t level);

/* A place for the circle that no wall reaches into: its own, or one near. False: there is none within 16 of its radii. */
bool kb_level_free_place (kbx_level level, kbx_circle body, kbx_vec *place);

/* A view of the bounds: all of them, or of what is longer than `most` pixels that much about p. */
kbx_rect kb_view_about (kbx_rect bounds, kbx_vec p, kbx_size most);

#endif

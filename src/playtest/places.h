/* SPDX-License-Identifier: MIT */
/* Where things are in a level: what several scenes ask. */
#ifndef KB_PLACES_H
#define KB_PLACES_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* For roles. */
bool kb_level_has_walls (const kbx_bank *bank, uint32_t level);
bool kb_level_has_floors (const kbx_bank *bank, uint32_t level);   /* straight tiles, or grounds */
bool kb_level_has_isometric (const kbx_bank *bank, uint32_t level);
bool kb_level_has_maze (const kbx_bank *bank, uint32_t level);
bool kb_level_has_heights (const kbx_bank *bank, uint32_t level);

/* Round walls, tiles, mazes, grounds, heightmaps and entities; (0, 0) to (1, 1) where there is
 * nothing. Cost: linear in the walls and entities. */
kbx_rect kb_bank_level_bounds (const kbx_bank *bank, uint32_t level);

/* The place of the entity "start", or else "player"; without them the middle of the bounds, and
 * false. */
bool kb_bank_level_find_start (const kbx_bank *bank, uint32_t level, kbx_vec *at);
kbx_vec kb_bank_level_start (const kbx_bank *bank, uint32_t level);

/* The place of the entity "goal"; false: there is none, and *at stays. */
bool kb_bank_level_find_goal (const kbx_bank *bank, uint32_t level, kbx_vec *at);

/* A view of the bounds: all of them, or of what is longer than `most` pixels that much about p. */
kbx_rect kb_view_about (kbx_rect bounds, kbx_vec p, kbx_size most);

#endif

/* SPDX-License-Identifier: MIT */
/* Positions in a level that several scenes need. */
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

/* Around walls, tiles, mazes, grounds, heightmaps and entities; (0, 0) to (1, 1) for an empty
 * level. Cost: linear in the walls and entities. */
kbx_rect kb_bank_level_bounds (const kbx_bank *bank, uint32_t level);

/* The position of the entity "start", or else "player"; without them the centre of the bounds, and
 * false. */
bool kb_bank_level_find_start (const kbx_bank *bank, uint32_t level, kbx_vec *at);
kbx_vec kb_bank_level_start (const kbx_bank *bank, uint32_t level);

/* The position of the entity "goal"; without one false, and *at is unchanged. */
bool kb_bank_level_find_goal (const kbx_bank *bank, uint32_t level, kbx_vec *at);

/* A view of the bounds: a side longer than `most` is cut to that length around p. */
kbx_rect kb_view_about (kbx_rect bounds, kbx_vec p, kbx_size most);

#endif

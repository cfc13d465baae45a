/* SPDX-License-Identifier: MIT */
/* Positions in a level that several scenes need. */
#ifndef KB_PLAYTEST_PLACES_H
#define KB_PLAYTEST_PLACES_H

#include <stdbool.h>

#include "playtest/play.h"
#include "runtime/kickbox.h"

/* For roles. */
bool kb_level_has_walls (const kbx_bank *bank, uint32_t level);
bool kb_level_has_start (const kbx_bank *bank, uint32_t level);
bool kb_level_has_straight (const kbx_bank *bank, uint32_t level);   /* straight tiles */
/* Whether something falls there: it has ground, slopes, or tiles that stop from above only. */
bool kb_level_has_falls (const kbx_bank *bank, uint32_t level);
/* Whether it is seen from above: nothing falls there. */
bool kb_level_is_plan (const kbx_bank *bank, uint32_t level);

/* Around walls, tiles, mazes, grounds, heightmaps and entities; (0, 0) to (1, 1) for an empty
 * level. Cost: linear in the walls and entities. */
kbx_rect kb_bank_level_bounds (const kbx_bank *bank, uint32_t level);
/* The same without empty cells at the borders of straight layers. Cost: linear in the cells too. */
kbx_rect kb_bank_level_painted_bounds (const kbx_bank *bank, uint32_t level);

/* The position of the entity "start", or else "player"; without them the centre of the bounds, and
 * false. */
bool kb_bank_level_find_start (const kbx_bank *bank, uint32_t level, kbx_vec *at);
kbx_vec kb_bank_level_start (const kbx_bank *bank, uint32_t level);

/* Where that entity faces: a unit vector; up the screen without one. */
kbx_vec kb_bank_level_start_direction (const kbx_bank *bank, uint32_t level);

/* A number of that entity, as kb_entity_number. */
float kb_bank_level_start_number (const kbx_bank *bank, uint32_t level, const char *key,
                                  float preset, float low, float high);

/* The position of the entity "goal"; without one false, and *at is unchanged. */
bool kb_bank_level_find_goal (const kbx_bank *bank, uint32_t level, kbx_vec *at);

/* An area's name, else that of its class. */
const char *kb_area_name (const kbx_bank *bank, uint32_t area);
/* Logs that the walker went from one area to another, and keeps the new one. */
void kb_enter_area (KbPlay *play, uint32_t *area, uint32_t now);

/* Walkers in a level: the box of a sprite's body around its hot spot, and free positions for it. */

/* For roles: some animation begins with a frame that has a hot spot, so tiles are excluded. */
bool kb_sprite_stands (const kbx_bank *bank, uint32_t sprite);

/* The body relative to the pixel of its hot spot, in the first frame of the idle animation (else
 * the sprite's first). It is the first shape of class "body", else the frame. Returns `otherwise`
 * for KBX_NONE or an empty box. It does not depend on the direction faced, so that turning never
 * pushes it into a wall. */
kbx_box kb_body_box (const kbx_bank *bank, uint32_t sprite, kbx_box otherwise);

/* A box of half the cell's smaller side, around a point. */
kbx_box kb_box_in_cell (kbx_size cell, kbx_point p);

/* Returns the whole pixels of a movement. The remainder is kept for the next step. */
int32_t kb_whole (float *rest, float way);

/* The position after a move, on the grid of 1/256 pixel. */
kbx_vec kb_after_move (kbx_vec from, kbx_move move);

/* Whether the scene's walker is free of solids after moving by `by`. */
typedef bool (*KbIsFree) (const KbPlay *play, kbx_point by);

/* Finds a short free offset in multiples of `step` pixels: (0, 0) if already free. Otherwise the
 * shortest free offset on the smallest square around it that has one, the uppermost of equals. If
 * none of the first 32 squares has one, tries steps of 4 times the size, up to 64 pixels. Returns
 * false, with *by unchanged, if these find none. */
bool kb_find_free (KbIsFree is_free, const KbPlay *play, int32_t step, kbx_point *by);
/* Moves the walker, which is at *at, next to solids that reach into it, if there is room within
 * 2048 pixels. Logs that; `format` gets its old position. */
void kb_make_free (KbPlay *play, KbIsFree is_free, const char *format, kbx_vec *at);
#define KB_WALL_IN_THE_WAY N_("a wall is at %g, %g: put next to it")
#define KB_SOLID_IN_THE_WAY N_("something solid is at %g, %g: put next to it")

#endif

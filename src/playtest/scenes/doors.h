/* SPDX-License-Identifier: MIT */
/* Doors: walls and tiles whose class is named "door" or "gate". A key opens and closes those near a
 * walker. Plain data, for the states of scenes. */
#ifndef KB_PLAYTEST_SCENES_DOORS_H
#define KB_PLAYTEST_SCENES_DOORS_H

#include "playtest/scene.h"

enum { KB_MOST_OPEN = 64, KB_MOST_DOOR_WALLS = 1 << 16 };

#define KB_DOOR_KEY { "door", N_("Open or close a door"), "f", "e" }

/* `index` of a wall; KBX_NONE for a tile, which has a cell. */
typedef struct { uint32_t layer, index; kbx_point cell; } KbDoor;

/* Sorted by layer, then row, then column. */
typedef struct {
  uint32_t n;
  KbDoor open[KB_MOST_OPEN];
} KbDoors;

/* Memory of a filter. */
typedef struct {
  kbx_filter filter;
  kbx_change changes[KB_MOST_OPEN];
  kbx_tile_change tiles[KB_MOST_OPEN];
  uint64_t removed[KB_MOST_DOOR_WALLS / 64];
} KbOpenDoors;

/* The filter of a level with these doors open, in `memory`. `layers`: as in kbx_filter. Nothing of
 * the class "step" stops. */
const kbx_filter *kb_doors_filter (const KbDoors *doors, const kbx_bank *bank, uint64_t layers,
                                   KbOpenDoors *memory);

/* Opens the doors that touch a circle of `reach` around the body, or closes them if all are open.
 * A door that touches the body stays open. Logs what it did. */
void kb_doors_use (KbPlay *play, KbDoors *doors, kbx_handle level, kbx_circle body, float reach);

/* Call when the bank has changed: forgets open doors that no longer exist. */
void kb_doors_bind (KbDoors *doors, kbx_handle level);

#endif

/* SPDX-License-Identifier: MIT */
/* Kickbox runtime: opens a bank in memory and answers a game's collision queries. kbx_bank_open
 * borrows the game's bytes and checks them once. From then on, handles name things in the bank, and
 * queries take a handle and a place. */

/* Headers, each self-contained:
 *   values.h     numbers, places, results.
 *   bank.h       banks, sprites, animations, frames and their shapes.
 *   shapes.h     shapes of the world: overlaps, casts, clips.
 *   contacts.h   how deep shapes overlap; bodies that bounce and rest.
 *   pixels.h     bitmaps, zone masks, tracks. */

/* For levels and three dimensions:
 *   layers.h     walls, mazes, tiles, grounds, heightmaps, each alone.
 *   levels.h     moves through all layers of a level.
 *   space.h      three dimensions.
 *   pack.h       makes levels while a game runs; not included here. */

/* docs/guarantees.md states the rules. In short: nothing allocates, keeps state or does I/O, except
 * functions ending in _file. Pixels are half-open, shapes closed. Answers are exact on a grid of
 * 1/256 pixel and the same on every machine. Bad input gives "no", with a status; a null handle is
 * empty; lists fill the caller's array and return their length. Each function states its cost. C11
 * and C++17; needs libc. -DKBX_PORTABLE omits code for specific processors. */
#ifndef KICKBOX_H
#define KICKBOX_H

/* The versions of this library, and of the banks it reads, even with a larger minor. */
#define KBX_VERSION_MAJOR 1
#define KBX_VERSION_MINOR 0
#define KBX_VERSION_PATCH 0
#define KBX_VERSION (KBX_VERSION_MAJOR * 10000 + KBX_VERSION_MINOR * 100 + KBX_VERSION_PATCH)
#define KBX_BANK_MAJOR 1
#define KBX_BANK_MINOR 0

#include "kickbox/values.h"
#include "kickbox/bank.h"
#include "kickbox/shapes.h"
#include "kickbox/contacts.h"
#include "kickbox/pixels.h"
#include "kickbox/layers.h"
#include "kickbox/levels.h"
#include "kickbox/space.h"

#endif

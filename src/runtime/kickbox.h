/* SPDX-License-Identifier: MIT */
/* Kickbox runtime: opens a bank in memory and answers a game's questions about its sprites.
 *
 * Flow: the game owns the bytes of a bank. kbx_bank_open borrows them and checks everything once;
 * from then on handles (kbx_sprite, kbx_animation, kbx_frame) name things inside the bank and
 * questions take a handle and a pose. kbx_bank_open_file does the same for a file.
 * Ownership: nothing here allocates, keeps global state or does I/O, except the two functions
 * that end in _file. The bytes and the kbx_bank itself must stay where they are while handles or
 * strings taken from them are in use. All functions may be called from several threads at once.
 *
 * Headers, each for itself:
 *   values.h     numbers, places, reports
 *   bank.h       banks, sprites, animations, frames and their shapes
 *   shapes.h     shapes of the world: overlaps, casts, clips
 *   contacts.h   how deep shapes overlap; bodies that bounce and rest
 *   pixels.h     bitmaps, zone masks, tracks
 *   levels.h     walls, mazes, tiles, grounds, heightmaps
 *   space.h      three dimensions
 *
 * Numbers
 * - x points right, y down, the origin is the top left pixel. Pixel i covers the reals [i, i+1).
 * - Boxes are half-open sets of whole pixels: neighbours that share an edge do not overlap.
 * - Circles, oriented boxes and polygons are closed sets on a grid of 1/256 pixel: touching counts.
 *     pixel against box                 the pixel lies in the half-open box
 *     pixel against another shape       the pixel's centre lies in the closed shape
 *     box against box                   they share a pixel
 *     box against another shape         the closed real rectangle [x0,x1] x [y0,y1] touches it
 *     other shapes                      the closed shapes touch
 * - All of these are decided in exact integers, with no epsilon, so every machine gives the same
 *   answer. Any int32 position is a valid pose; nothing overflows.
 * - Where an answer is a position in int32 and lies beyond it, it stays at the nearest int32.
 *
 * Poses
 * - A pose puts a frame's hot spot pixel on the world pixel (x, y). A frame without a hot spot uses
 *   its pixel (0, 0). flip_x and flip_y mirror about the centre of the hot spot pixel, as a blitter
 *   shows the mirrored picture: pixel p of an unflipped frame is at x + (p - hot), of a flipped one
 *   at x + (hot - p). Shapes, points and directions are those of the mirrored picture.
 *
 * Bad arguments
 * - A null handle (its bank is NULL), or one with an index beyond the bank, answers as something
 *   empty: no name (""), no shapes, nothing hit. So calls may be chained and the end checked:
 *     kbx_sprite_find_animation(kbx_bank_find_sprite(&bank, "boxer"), "punch")
 * - "Not found" is always a null handle, a false `found` or `hit`, or NULL where a text is asked.
 * - A list goes to an array of the caller's, with a capacity: what fits is written, and how many there are is returned. An array that
 *   is NULL has no capacity, whatever is told: it counts.
 * - Where a place is needed, as by all that end in _open, NULL is KBX_ERROR_ARGUMENT where the answer is or has a status, else 0.
 * - What ends in _open, and refuses, leaves the null handle.
 *
 * Cost
 * - Constant time unless a function's or its section's comment says otherwise.
 * - Every question ends: kbx_bank_open refuses banks whose questions would cost more than stated.
 *   A frame has at most 1,024 shapes, and 16,384 corners in all convex parts of them.
 *
 * C11 and C++17. Needs libc, and of libm the square root. GCC and Clang for x86-64 also take
 * __cpu_model from their own support library, to ask what the processor can do; with -DKBX_PORTABLE
 * they do not. */
#ifndef KICKBOX_H
#define KICKBOX_H

/* The version of this library, and as one number that grows with it, for #if. That of the bank format is another. */
#define KBX_VERSION_MAJOR 0
#define KBX_VERSION_MINOR 1
#define KBX_VERSION_PATCH 0
#define KBX_VERSION (KBX_VERSION_MAJOR * 10000 + KBX_VERSION_MINOR * 100 + KBX_VERSION_PATCH)

/* The version of the bank format that this library reads. A bank with a larger minor version opens;
 * one with another major version is refused. */
#define KBX_BANK_MAJOR 1
#define KBX_BANK_MINOR 0

#include "kickbox/values.h"
#include "kickbox/bank.h"
#include "kickbox/shapes.h"
#include "kickbox/contacts.h"
#include "kickbox/pixels.h"
#include "kickbox/levels.h"
#include "kickbox/space.h"

#endif

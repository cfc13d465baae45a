/* SPDX-License-Identifier: MIT */
/* Makes levels for bench_levels.cpp: the builders' headers are not for C++. */
#ifndef KB_BENCH_LEVELS_MAKER_H
#define KB_BENCH_LEVELS_MAKER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In 1/256 pixel. */
typedef struct { int32_t ax, ay, bx, by; } MakerWall;

/* A partition's bytes, g_free'd by the caller, and its numbers as text; `kind` below 0 is the bank's own choice. */
void *make_level (const MakerWall *walls, uint32_t n, int kind, size_t *size, char *text, size_t text_size);

/* The lines with one side of a map of Doom, the upper left corner of their box at 0, 0; g_free'd by the caller. NULL: there is no
 * such map, or no such file. */
MakerWall *read_map (const char *path, const char *name, uint32_t *n);

#ifdef __cplusplus
}
#endif

#endif

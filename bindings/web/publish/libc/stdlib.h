/* SPDX-License-Identifier: MIT */
/* What the playtest uses of <stdlib.h>. */
#ifndef KICKBOX_WEB_STDLIB_H
#define KICKBOX_WEB_STDLIB_H

#include <stddef.h>

#define abort() __builtin_trap ()

void *calloc (size_t count, size_t size);
void *realloc (void *old, size_t size);
void free (void *block);
void qsort (void *items, size_t count, size_t size, int (*compare) (const void *, const void *));

#endif

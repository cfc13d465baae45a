/* SPDX-License-Identifier: MIT */
/* Results of earlier work in the user's cache folder (kickbox/bake), found by a hash of all inputs.
 * Damaged entries count as missing; a folder that cannot be written is no error. All functions
 * except open and free may be called from several threads at once. */
#ifndef KB_BAKE_CACHE_H
#define KB_BAKE_CACHE_H

#include "bake/hash.h"

typedef struct KbCache KbCache;

/* NULL is a cache that stores nothing, and is valid for all functions. */
KbCache *kb_cache_open (void);
/* Deletes the least recently used entries until the rest takes at most a quarter of a gigabyte. */
void kb_cache_free (KbCache *cache);

void kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size);
/* The stored data in new bytes, or NULL. Aligned to 16 bytes. */
GBytes *kb_cache_get (KbCache *cache, KbHash key);

#endif

/* SPDX-License-Identifier: MIT */
/* Work done before, kept in the user's cache folder (kickbox/bake), found by a hash of all that it
 * was made from. Damaged or missing entries are as if never made; a folder that cannot be written
 * is no error. All functions but open and free may be called from several threads at once. */
#ifndef KB_BAKE_CACHE_H
#define KB_BAKE_CACHE_H

#include "bake/hash.h"

typedef struct KbCache KbCache;

/* NULL is a cache that keeps nothing, and may be given to all functions. */
KbCache *kb_cache_open (void);
/* Deletes what was used longest ago until the rest takes no more than a quarter of a gigabyte. */
void kb_cache_free (KbCache *cache);

void kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size);
/* What was put, in new bytes, or NULL. They begin at a multiple of 16 bytes. */
GBytes *kb_cache_get (KbCache *cache, KbHash key);

#endif

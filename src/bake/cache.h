/* SPDX-License-Identifier: MIT */
/* Work done before, kept in the user's cache folder (kickbox/bake), found by a hash of all that it
 * was made from. Damaged or missing entries are as if never made; a folder that cannot be written is
 * no error. All functions but open and free may be called from several threads at once. */
#ifndef KB_BAKE_CACHE_H
#define KB_BAKE_CACHE_H

#include "bake/hash.h"

typedef struct KbCache KbCache;

/* NULL is a cache that keeps nothing, and may be given to all functions. */
KbCache *kb_cache_open (void);
/* Deletes what was used longest ago until the rest takes no more than a quarter of a gigabyte. */
void kb_cache_free (KbCache *cache);

/* `note` is kept beside the data. */
void kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size, guint64 note);
/* Whether there seems to be such an entry, and its size; whether it is good shows when it is read. */
gboolean kb_cache_size (KbCache *cache, KbHash key, gsize *size);
/* The entry into data[0 .. size), if it has this very size and is what was put. */
gboolean kb_cache_read (KbCache *cache, KbHash key, void *data, gsize size, guint64 *note);
/* Both in one: new bytes, or NULL. */
GBytes *kb_cache_get (KbCache *cache, KbHash key);

#endif

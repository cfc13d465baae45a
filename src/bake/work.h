/* SPDX-License-Identifier: MIT */
/* Hashes, the cache of results, and work on all processors. */
#ifndef KB_BAKE_WORK_H
#define KB_BAKE_WORK_H

#include <glib.h>

#include "bake/bake.h"

/* A fast 128-bit hash that identifies contents (equal pictures, cached work). It protects against
 * accidents, not attackers. The same on every machine. */

typedef struct { guint64 a, b; } KbHash;

KbHash kb_hash_of (const void *data, gsize size);
/* Hash of an earlier hash and more bytes. */
KbHash kb_hash_more (KbHash hash, const void *data, gsize size);
/* At most 16 numbers. */
KbHash kb_hash_numbers (KbHash hash, const gint64 *numbers, gsize n);

/* 32 hex digits and NUL. */
void kb_hash_text (KbHash hash, char text[33]);

static inline gboolean
kb_hash_equal (KbHash x, KbHash y)
{
  return x.a == y.a && x.b == y.b;
}

/* For a GHashTable whose keys are KbHash *. */
guint kb_hash_key (gconstpointer hash);
gboolean kb_hash_key_equal (gconstpointer x, gconstpointer y);

/* Results of earlier work in the user's cache folder (kickbox/bake), found by a hash of all inputs.
 * Damaged entries count as missing. A folder that cannot be written is no error. All functions
 * except open and free may be called from several threads at once. */

typedef struct KbCache KbCache;

/* NULL is a cache that stores nothing, and is valid for all functions. */
KbCache *kb_cache_open (void);
/* Deletes the least recently used entries until the rest takes at most a quarter of a gigabyte. */
void kb_cache_free (KbCache *cache);

void kb_cache_put (KbCache *cache, KbHash key, const void *data, gsize size);
/* The stored data in new bytes, or NULL. Aligned to 16 bytes. */
GBytes *kb_cache_get (KbCache *cache, KbHash key);

/* Runs the same job for many indices, on all processors. */

/* Progress and cancellation of work: the calling thread's share of [from, to]. */
typedef struct KbWatch {
  KbBakeProgress progress;   /* or NULL */
  gpointer data;
  GCancellable *cancellable; /* or NULL */
} KbWatch;

typedef gboolean (*KbParallelJob) (guint index, gpointer data, GError **error);

/* Runs job (0 .. n - 1), started in this order, and returns when all have ended. After a failure or
 * a cancellation no further job starts. The error is that of the lowest index. The calling thread
 * works too, and reports the progress. */
gboolean kb_parallel (guint n, KbParallelJob job, gpointer data, const KbWatch *watch, double from,
                      double to, GError **error);

#endif

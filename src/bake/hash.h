/* SPDX-License-Identifier: MIT */
/* A fast 128-bit hash that identifies contents (equal pictures, cached work). It protects against
 * accidents, not attackers. The same on every machine. */
#ifndef KB_BAKE_HASH_H
#define KB_BAKE_HASH_H

#include <glib.h>

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

#endif

/* SPDX-License-Identifier: MIT */
/* XXH3 of 128 bits, with the hash before it as the seed. */
#include "bake/work.h"

#include <xxhash.h>

KbHash
kb_hash_more (KbHash hash, const void *data, gsize size)
{
  const XXH128_hash_t all = XXH3_128bits_withSeed (data, size, hash.a);
  return (KbHash) { all.low64 ^ hash.b, all.high64 };
}

KbHash
kb_hash_of (const void *data, gsize size)
{
  return kb_hash_more ((KbHash) { 0, 0 }, data, size);
}

KbHash
kb_hash_numbers (KbHash hash, const gint64 *numbers, gsize n)
{
  gint64 little[16];
  g_assert (n <= G_N_ELEMENTS (little));
  for (gsize i = 0; i < n; i++)
    little[i] = GINT64_TO_LE (numbers[i]);
  return kb_hash_more (hash, little, n * sizeof *little);
}

void
kb_hash_text (KbHash hash, char text[33])
{
  g_snprintf (text, 33, "%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x", hash.a, hash.b);
}

guint
kb_hash_key (gconstpointer hash)
{
  return (guint) ((const KbHash *) hash)->a;
}

gboolean
kb_hash_key_equal (gconstpointer x, gconstpointer y)
{
  return kb_hash_equal (*(const KbHash *) x, *(const KbHash *) y);
}

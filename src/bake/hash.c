/* SPDX-License-Identifier: MIT */
/* Four lanes of multiply and rotate over blocks of 32 bytes, then two different foldings. */
#include "bake/work.h"

#include <string.h>

#define K1 G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)
#define K2 G_GUINT64_CONSTANT (0xC2B2AE3D27D4EB4F)
#define K3 G_GUINT64_CONSTANT (0xD6E8FEB86659FD93)

static inline guint64
rotate (guint64 x, int n)
{
  return x << n | x >> (64 - n);
}

static inline guint64
word (const guint8 *p)
{
  guint64 x;
  memcpy (&x, p, 8);
  return GUINT64_FROM_LE (x);
}

static inline guint64
stir (guint64 lane, guint64 x)
{
  return rotate (lane + x * K2, 29) * K1;
}

static inline guint64
finish (guint64 x)
{
  x = (x ^ x >> 32) * K3;
  x = (x ^ x >> 29) * K2;
  return x ^ x >> 32;
}

KbHash
kb_hash_more (KbHash hash, const void *data, gsize size)
{
  const guint8 *p = data;
  guint64 lane[4] = { hash.a ^ K1, hash.b ^ K2, rotate (hash.a, 21) + K3,
                      rotate (hash.b, 43) + K1 };
  gsize left = size;
  for (; left >= 32; left -= 32, p += 32)
    for (int i = 0; i < 4; i++)
      lane[i] = stir (lane[i], word (p + 8 * i));

  guint8 tail[32] = { 0 };
  if (left)
    memcpy (tail, p, left);
  for (int i = 0; i < 4; i++)
    lane[i] = stir (lane[i], word (tail + 8 * i));

  guint64 a = finish (size), b = finish (size + K3);
  for (int i = 0; i < 4; i++)
    {
      a = finish (a ^ lane[i]) + K1;
      b = finish (b + rotate (lane[3 - i], 17)) ^ K2;
    }
  return (KbHash) { finish (a), finish (b) };
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

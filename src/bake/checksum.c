/* SPDX-License-Identifier: MIT */
/* CRC-32 eight bytes at a time by tables; Adler-32 with its remainders put off. */
#include "bake/checksum.h"

#include <string.h>

static inline guint32
read32 (const guint8 *p)
{
  guint32 x;
  memcpy (&x, p, 4);
  return GUINT32_FROM_LE (x);
}

guint32
kb_crc32 (guint32 crc, const guint8 *data, gsize size)
{
  static guint32 table[8][256];
  static gsize ready;
  if (g_once_init_enter (&ready))
    {
      for (guint i = 0; i < 256; i++)
        {
          guint32 x = i;
          for (guint k = 0; k < 8; k++)
            x = x >> 1 ^ (x & 1 ? 0xEDB88320u : 0);
          table[0][i] = x;
        }
      for (guint t = 1; t < 8; t++)
        for (guint i = 0; i < 256; i++)
          table[t][i] = table[t - 1][i] >> 8 ^ table[0][table[t - 1][i] & 255];
      g_once_init_leave (&ready, 1);
    }
  crc = ~crc;
  for (; size >= 8; size -= 8, data += 8)
    {
      guint32 x = crc ^ read32 (data), y = read32 (data + 4);
      crc = table[7][x & 255] ^ table[6][x >> 8 & 255] ^ table[5][x >> 16 & 255] ^ table[4][x >> 24]
        ^ table[3][y & 255] ^ table[2][y >> 8 & 255] ^ table[1][y >> 16 & 255] ^ table[0][y >> 24];
    }
  for (; size > 0; size--, data++)
    crc = crc >> 8 ^ table[0][(crc ^ *data) & 255];
  return ~crc;
}

#define ADLER 65521u

guint32
kb_adler32 (guint32 adler, const guint8 *data, gsize size)
{
  guint32 a = adler & 65535, b = adler >> 16;
  while (size)
    {
      /* So many bytes cannot overflow 32 bits. */
      gsize n = MIN (size, 5552);
      size -= n;
      for (; n > 0; n--, data++)
        {
          a += *data;
          b += a;
        }
      a %= ADLER;
      b %= ADLER;
    }
  return b << 16 | a;
}

guint32
kb_adler32_join (guint32 first, guint32 second, guint64 size)
{
  guint64 a1 = first & 65535, b1 = first >> 16, a2 = second & 65535, b2 = second >> 16, n = size % ADLER;
  /* The second sum started at a = 1 instead of a1: each of its bytes adds a1 - 1 once more to b. */
  guint64 a = (a1 + a2 + ADLER - 1) % ADLER;
  guint64 b = (b1 + b2 + n * (a1 + ADLER - 1)) % ADLER;
  return (guint32) (b << 16 | a);
}

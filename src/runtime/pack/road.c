/* SPDX-License-Identifier: MIT */
/* Converts 64 pixels at a time to a word of bits, whose changes are the borders. Most words have
 * equal bytes, which a few comparisons detect. */
#include "runtime/bits.h"
#include "runtime/pack/clearance.h"

/* ---- words ---- */

/* Bit i of the result: whether byte i is road. */
static uint64_t
kbx_word_of_bytes (const kbx_road *road, const uint8_t *bytes)
{
  uint8_t flags[KBX_ROAD_WORD];
  uint64_t word = 0;
  if (memcmp (bytes, bytes + 1, KBX_ROAD_WORD - 1) == 0)
    return road->is_road[bytes[0]] ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < KBX_ROAD_WORD; i++)
    flags[i] = road->is_road[bytes[i]];
  /* Byte i goes to bit 56 + i. */
  for (uint32_t i = 0; i < KBX_ROAD_WORD; i += 8)
    word |= kbx_load_u64 (flags + i) * UINT64_C (0x0102040810204080) >> 56 << i;
  return word;
}

/* The pixels from 64 * block on, up to the end of the row. */
static uint64_t
kbx_word_at (const kbx_road *road, uint32_t y, uint32_t block)
{
  const uint32_t left = road->width - block * KBX_ROAD_WORD,
                 n = left < KBX_ROAD_WORD ? left : KBX_ROAD_WORD;
  uint64_t inside = n == KBX_ROAD_WORD ? UINT64_MAX : (UINT64_C (1) << n) - 1;
  uint8_t rest[KBX_ROAD_WORD] = { 0 };
  if (road->tiles)
    {
      uint32_t columns = (road->width + KBX_ROAD_WORD - 1) / KBX_ROAD_WORD;
      const uint8_t *tile = road->tiles (road->picture, y / KBX_ROAD_WORD * columns + block);
      return kbx_word_of_bytes (road, tile + y % KBX_ROAD_WORD * KBX_ROAD_WORD) & inside;
    }
  const uint8_t *bytes = road->bytes + y * road->stride + block * KBX_ROAD_WORD;
  if (n == KBX_ROAD_WORD)
    return kbx_word_of_bytes (road, bytes);
  memcpy (rest, bytes, n);
  return kbx_word_of_bytes (road, rest) & inside;
}

uint32_t
kbx_road_row (const kbx_road *road, int32_t y, int32_t x0, int32_t x1, int16_t *borders)
{
  uint32_t n = 0;
  uint64_t before = 0; /* whether the pixel before is road: 0 or 1 */
  borders[n++] = -KBX_ROAD_FAR;
  if (y >= 0 && (uint32_t) y < road->height)
    {
      const int32_t begin = x0 > 0 ? x0 : 0,
                    end = x1 < (int32_t) road->width ? x1 : (int32_t) road->width;
      if (begin > 0 && begin < end
          && (kbx_word_at (road, (uint32_t) y, (uint32_t) begin / KBX_ROAD_WORD) & 1) != 0)
        {
          borders[n++] = -KBX_ROAD_FAR;
          before = 1;
        }
      for (int32_t x = begin; x < end; x += (int32_t) KBX_ROAD_WORD)
        {
          uint64_t word = kbx_word_at (road, (uint32_t) y, (uint32_t) x / KBX_ROAD_WORD);
          uint64_t changes = word ^ (word << 1 | before);
          before = word >> (KBX_ROAD_WORD - 1);
          /* Outside the picture is not road, which may add a change there */
          for (; changes; changes &= changes - 1)
            borders[n++] = (int16_t) (x + (int32_t) kbx_lowest_bit (changes));
        }
      if (before && end == (int32_t) road->width)
        borders[n++] = (int16_t) end;
    }
  borders[n++] = KBX_ROAD_FAR;
  borders[n++] = KBX_ROAD_FAR;
  return n;
}

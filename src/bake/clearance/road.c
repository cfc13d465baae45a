/* SPDX-License-Identifier: MIT */
/* 64 pixels at a time become a word of bits, whose changes are the borders. Bytes that are all the same, which is
 * most of them, are told by a few comparisons. */
#include "bake/clearance/road.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define WORD 64

static void
add_zones (KbRoad *road, const guint8 *road_zones, guint n)
{
  for (guint i = 0; i < n; i++)
    road->is_road[road_zones[i]] = 1;
}

static const guint8 *
tile_of_zones (gconstpointer picture, guint index)
{
  return kb_zones_tile (picture, index);
}

KbRoad
kb_road_of_zones (const KbZones *zones, const guint8 *road_zones, guint n)
{
  KbRoad road = { .width = kb_zones_width (zones), .height = kb_zones_height (zones), .tiles = tile_of_zones, .picture = zones };
  add_zones (&road, road_zones, n);
  return road;
}

KbRoad
kb_road_of_bytes (guint width, guint height, const guint8 *bytes, gsize stride, const guint8 *road_zones, guint n)
{
  KbRoad road = { .width = width, .height = height, .bytes = bytes, .stride = stride };
  add_zones (&road, road_zones, n);
  return road;
}

/* ---- words ---- */

/* Bit i of the answer: is byte i road? */
static guint64
word_of_bytes (const KbRoad *road, const guint8 *bytes)
{
  guint8 flags[WORD];
  guint64 word = 0;
#if defined(__SSE2__)
  const __m128i first = _mm_set1_epi8 ((char) bytes[0]);
  __m128i same = _mm_cmpeq_epi8 (first, _mm_loadu_si128 ((const __m128i *) (const void *) bytes));
  for (guint i = 16; i < WORD; i += 16)
    same = _mm_and_si128 (same, _mm_cmpeq_epi8 (first, _mm_loadu_si128 ((const __m128i *) (const void *) (bytes + i))));
  if (_mm_movemask_epi8 (same) == 0xffff)
    return road->is_road[bytes[0]] ? G_MAXUINT64 : 0;
  for (guint i = 0; i < WORD; i++)
    flags[i] = road->is_road[bytes[i]];
  for (guint i = 0; i < WORD; i += 16)
    {
      __m128i f = _mm_slli_epi16 (_mm_loadu_si128 ((const __m128i *) (const void *) (flags + i)), 7);
      word |= (guint64) _mm_movemask_epi8 (f) << i;
    }
#else
  if (memcmp (bytes, bytes + 1, WORD - 1) == 0)
    return road->is_road[bytes[0]] ? G_MAXUINT64 : 0;
  for (guint i = 0; i < WORD; i++)
    flags[i] = road->is_road[bytes[i]];
  for (guint i = 0; i < WORD; i++)
    word |= (guint64) flags[i] << i;
#endif
  return word;
}

/* Pixels 64 * block and on, up to the end of the row. */
static guint64
word_at (const KbRoad *road, guint y, guint block)
{
  guint n = MIN (WORD, road->width - block * WORD);
  guint64 inside = n == WORD ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n) - 1;
  guint8 rest[WORD] = { 0 };
  if (road->tiles)
    {
      guint columns = (road->width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
      const guint8 *tile = road->tiles (road->picture, y / KB_ZONES_TILE * columns + block);
      return word_of_bytes (road, tile + y % KB_ZONES_TILE * KB_ZONES_TILE) & inside;
    }
  const guint8 *bytes = road->bytes + y * road->stride + block * WORD;
  if (n == WORD)
    return word_of_bytes (road, bytes);
  memcpy (rest, bytes, n);
  return word_of_bytes (road, rest) & inside;
}

gboolean
kb_road_at (const KbRoad *road, gint x, gint y)
{
  if (x < 0 || y < 0 || (guint) x >= road->width || (guint) y >= road->height)
    return FALSE;
  return (word_at (road, (guint) y, (guint) x / WORD) >> (guint) x % WORD & 1) != 0;
}

guint
kb_road_row (const KbRoad *road, gint y, gint x0, gint x1, int16_t *borders)
{
  guint n = 0;
  guint64 before = 0; /* is the pixel before road? 0 or 1 */
  borders[n++] = -KB_ROAD_FAR;
  if (y >= 0 && (guint) y < road->height)
    {
      gint begin = MAX (x0, 0), end = MIN (x1, (gint) road->width);
      if (begin > 0 && begin < end && kb_road_at (road, begin, y))
        {
          borders[n++] = -KB_ROAD_FAR;
          before = 1;
        }
      for (gint x = begin; x < end; x += WORD)
        {
          guint64 word = word_at (road, (guint) y, (guint) x / WORD);
          guint64 changes = word ^ (word << 1 | before);
          before = word >> (WORD - 1);
          /* What is beyond the picture is not road, and changes there to it. */
          for (; changes; changes &= changes - 1)
            borders[n++] = (int16_t) (x + __builtin_ctzll (changes));
        }
      if (before && end == (gint) road->width)
        borders[n++] = (int16_t) end;
    }
  borders[n++] = KB_ROAD_FAR;
  borders[n++] = KB_ROAD_FAR;
  return n;
}

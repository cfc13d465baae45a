/* SPDX-License-Identifier: MIT */
/* Sets of pixels, one bit each. */
#include "operations/paint/private.h"

KbPixelSet *
kb_pixel_set_new (guint width, guint height)
{
  g_return_val_if_fail (
    width >= 1 && height >= 1 && width <= KB_MAX_ZONES_SIDE && height <= KB_MAX_ZONES_SIDE, NULL);
  KbPixelSet *set =
    KB_NEW (KbPixelSet, .width = width, .height = height, .words = (width + 63) / 64);
  set->bits = g_new0 (guint64, (gsize) set->words * height);
  return set;
}

KbPixelSet *
kb_pixel_set_copy (const KbPixelSet *set)
{
  KbPixelSet *copy = kb_pixel_set_new (set->width, set->height);
  memcpy (copy->bits, set->bits, (gsize) set->words * set->height * sizeof *set->bits);
  return copy;
}

void
kb_pixel_set_free (KbPixelSet *set)
{
  if (!set)
    return;
  g_free (set->bits);
  g_free (set);
}

guint
kb_pixel_set_width (const KbPixelSet *set)
{
  return set->width;
}

guint
kb_pixel_set_height (const KbPixelSet *set)
{
  return set->height;
}

gboolean
kb_pixel_set_has (const KbPixelSet *set, gint x, gint y)
{
  return x >= 0 && y >= 0 && (guint) x < set->width && (guint) y < set->height
         && (kb_set_row (set, (guint) y)[x / 64] >> x % 64 & 1);
}

gboolean
kb_pixel_set_box (const KbPixelSet *set, KbBox *box)
{
  gint left = G_MAXINT, right = 0, top = -1, bottom = 0;
  for (guint y = 0; y < set->height; y++)
    {
      const guint64 *row = kb_set_row (set, y);
      guint first = 0, last = set->words;
      while (first < last && !row[first])
        first++;
      if (first == last)
        continue;
      while (!row[last - 1])
        last--;
      left = MIN (left, (gint) first * 64 + __builtin_ctzll (row[first]));
      right = MAX (right, (gint) last * 64 - __builtin_clzll (row[last - 1]));
      top = top < 0 ? (gint) y : top;
      bottom = (gint) y + 1;
    }
  if (top >= 0)
    *box = (KbBox) { left, top, right - left, bottom - top };
  return top >= 0;
}

guint
kb_bits_next (const guint64 *row, guint from, guint limit, gboolean is_set)
{
  if (from >= limit)
    return limit;
  guint64 flip = is_set ? 0 : G_MAXUINT64,
          word = (row[from / 64] ^ flip) & G_MAXUINT64 << from % 64;
  for (guint i = from / 64;;)
    {
      if (word)
        return MIN (i * 64 + (guint) __builtin_ctzll (word), limit);
      if (++i * 64 >= limit)
        return limit;
      word = row[i] ^ flip;
    }
}

gboolean
kb_pixel_set_next_run (const KbPixelSet *set, gint y, gint from, gint *x0, gint *x1)
{
  if (y < 0 || (guint) y >= set->height)
    return FALSE;
  const guint64 *row = kb_set_row (set, (guint) y);
  guint start = kb_bits_next (row, (guint) MAX (from, 0), set->width, TRUE);
  if (start >= set->width)
    return FALSE;
  *x0 = (gint) start;
  *x1 = (gint) kb_bits_next (row, start, set->width, FALSE);
  return TRUE;
}

void
kb_set_run (KbPixelSet *set, guint y, guint x0, guint x1, gboolean in)
{
  guint64 *row = kb_set_row (set, y);
  for (guint i = x0 / 64; i * 64 < x1; i++)
    {
      guint64 range = kb_bit_range (MAX (x0, i * 64) - i * 64, MIN (x1 - i * 64, 64));
      row[i] = in ? row[i] | range : row[i] & ~range;
    }
}

void
kb_pixel_set_combine (KbPixelSet *set, const KbPixelSet *other, KbSetChange change)
{
  g_return_if_fail (set->width == other->width && set->height == other->height);
  for (gsize i = 0; i < (gsize) set->words * set->height; i++)
    switch (change)
      {
      case KB_SET_ADD: set->bits[i] |= other->bits[i]; break;
      case KB_SET_SUBTRACT: set->bits[i] &= ~other->bits[i]; break;
      case KB_SET_INTERSECT: set->bits[i] &= other->bits[i]; break;
      }
}

void
kb_pixel_set_invert (KbPixelSet *set)
{
  for (guint y = 0; y < set->height; y++)
    for (guint i = 0; i < set->words; i++)
      kb_set_row (set, y)[i] ^= kb_set_valid (set, i);
}

/* --- From pictures ---------------------------------------------------------------------------- */

guint64
kb_bytes_equal (const guint8 bytes[64], guint8 value)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101), low = ones * 0x7f;
  guint64 result = 0;
  for (guint i = 0; i < 8; i++)
    {
      guint64 eight;
      memcpy (&eight, bytes + 8 * i, 8);
      eight = GUINT64_FROM_LE (eight) ^ ones * value;
      /* The top bit of each zero byte, then those eight bits next to each other. */
      guint64 zero = ~(((eight & low) + low) | eight | low);
      result |= ((zero >> 7) * G_GUINT64_CONSTANT (0x0102040810204080) >> 56) << 8 * i;
    }
  return result;
}

KbPixelSet *
kb_pixel_set_of_zone (const KbZones *zones, guint8 zone)
{
  KbPixelSet *set = kb_pixel_set_new (kb_zones_width (zones), kb_zones_height (zones));
  for (guint y = 0; y < set->height; y++)
    for (guint i = 0; i < set->words; i++)
      {
        guint64 word = kb_zones_word (zones, i, y, zone) & kb_set_valid (set, i);
        if (word)   /* empty pages are never touched */
          kb_set_row (set, y)[i] = word;
      }
  return set;
}

KbPixelSet *
kb_pixel_set_of_alpha (const KbPicture *picture, guint alpha, guint width, guint height)
{
  KbPixelSet *set = kb_pixel_set_new (width, height);
  for (guint y = 0; y < MIN (height, picture->height); y++)
    for (guint x = 0; x < MIN (width, picture->width); x++)
      kb_set_row (set, y)[x / 64] |=
        (guint64) (kb_picture_pixel (picture, x, y)[3] >= MAX (alpha, 1)) << x % 64;
  return set;
}

/* (c * alpha + 127) / 255 of two channels at once, in bits 0 to 7 and 16 to 23: no sum reaches
 * 65535. */
static inline guint32
multiply_two (guint32 two, guint32 alpha)
{
  guint32 product = two * alpha + 0x7f007f;
  return (product + 0x10001 + (product >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
}

static inline void
multiply (const guint8 straight[4], guint8 rgba[4])
{
  guint32 rb = multiply_two (straight[0] | (guint32) straight[2] << 16, straight[3]);
  guint32 g = multiply_two (straight[1], straight[3]);
  rgba[0] = (guint8) rb;
  rgba[1] = (guint8) g;
  rgba[2] = (guint8) (rb >> 16);
  rgba[3] = straight[3];
}

KbLike
kb_like (const guint8 straight[4], guint tolerance)
{
  KbLike like = { .tolerance = (guint8) MIN (tolerance, 255) };
  for (guint i = 0; i < 4; i++)
    multiply (straight, like.rgba + 4 * i);
  return like;
}

guint64
kb_picture_word (const KbPicture *picture, guint word, guint y, const KbLike *like)
{
  guint8 pixels[256], over[256], differs[64], all[16];
  guint n =
    y < picture->height && word * 64 < picture->width ? MIN (64, picture->width - word * 64) : 0;
  const guint8 *from = n > 0 ? kb_picture_pixel (picture, word * 64, y) : NULL;
  memset (all, 255, sizeof all);
  if (n < 64)
    {
      memset (pixels, 0, sizeof pixels);
      if (n > 0)
        memcpy (pixels, from, 4 * n);
      from = pixels;
    }
  for (guint i = 0; i < 256; i += 16)
    for (guint c = 0; c < 16; c++)
      all[c] &= from[i + c];
  if ((all[3] & all[7] & all[11] & all[15]) != 255)
    {
      for (guint i = 0; i < 64; i++)
        multiply (from + 4 * i, pixels + 4 * i);
      from = pixels;
    }
  /* Four pixels at a time, as bytes; then a word per pixel */
  for (guint i = 0; i < 256; i += 16)
    for (guint c = 0; c < 16; c++)
      {
        guint8 a = from[i + c], b = like->rgba[c], more = MAX (a, b), less = MIN (a, b),
               most = like->tolerance;
        guint8 apart = (guint8) (more - less), beyond = MAX (apart, most);
        over[i + c] = beyond ^ most;
      }
  for (guint i = 0; i < 64; i++)
    {
      guint32 any;
      memcpy (&any, over + 4 * i, 4);
      differs[i] = any != 0;
    }
  return kb_bytes_equal (differs, 0);
}

/* SPDX-License-Identifier: MIT */
/* What the files of the paint operations share: bits and rows. */
#ifndef KB_PAINT_PRIVATE_H
#define KB_PAINT_PRIVATE_H

#include <string.h>

#include "operations/paint/paint.h"

/* Bit x % 64 of word x / 64 of a row is pixel x: a word is a row of a tile. Bits beyond the width
 * are 0. */
struct KbPixelSet {
  guint width, height;
  guint words;                 /* of a row */
  guint64 *bits;
};

static inline guint64 *
kb_set_row (const KbPixelSet *set, guint y)
{
  return set->bits + (gsize) y * set->words;
}

/* The pixels that a word of a row may have. */
static inline guint64
kb_set_valid (const KbPixelSet *set, guint word)
{
  return word + 1 < set->words || set->width % 64 == 0
           ? G_MAXUINT64
           : (G_GUINT64_CONSTANT (1) << set->width % 64) - 1;
}

/* Bits from a to b - 1 of a word; 0 <= a < b <= 64. */
static inline guint64
kb_bit_range (guint a, guint b)
{
  return (b - a == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << (b - a)) - 1) << a;
}

/* Pixels x0 to x1 - 1 within the set; x0 < x1. */
void kb_set_run (KbPixelSet *set, guint y, guint x0, guint x1, gboolean in);
/* The next bit in [from, limit) of a row that is set, or not set; `limit` when there is none. */
guint kb_bits_next (const guint64 *row, guint from, guint limit, gboolean is_set);

/* Those of a row that have a side on a pixel of the picture that is not in the set; FALSE: none. */
gboolean kb_set_edge_row (const KbPixelSet *set, guint y, guint64 *edge);

/* Which of 64 bytes are equal to a value. */
guint64 kb_bytes_equal (const guint8 bytes[64], guint8 value);
/* Which pixels of a row of a tile have a zone. */
static inline guint64
kb_zones_word (const KbZones *zones, guint word, guint y, guint8 zone)
{
  guint tile = y / KB_ZONES_TILE * kb_zones_columns (zones) + word;
  gint value = kb_zones_tile_value (zones, tile);
  if (value >= 0)
    return value == zone ? G_MAXUINT64 : 0;
  return kb_bytes_equal (kb_zones_tile (zones, tile) + y % KB_ZONES_TILE * KB_ZONES_TILE, zone);
}

/* A colour, multiplied by its alpha, to be compared with those of a picture. */
typedef struct {
  guint8 rgba[16];             /* four times */
  guint8 tolerance;
} KbLike;
KbLike kb_like (const guint8 straight[4], guint tolerance);
/* Which of the pixels 64 * word and on of row y are alike. Beyond the picture all are
 * transparent. */
guint64 kb_picture_word (const KbPicture *picture, guint word, guint y, const KbLike *like);

/* --- Rows: a shape of one run a row --- */

typedef struct {
  gint y;                      /* of the first */
  guint n;
  gint *x0, *x1;               /* x0 >= x1: nothing */
} KbRows;

KbRows kb_rows_new (gint y, guint n);
void kb_rows_clear (KbRows *rows);
/* Columns of a row of the ellipse in a box of w x h from (0, 0); FALSE: none. 1 <= w, h <=
 * 32768. */
gboolean kb_ellipse_row (guint w, guint h, guint row, gint *x0, gint *x1);

/* Pixels x0 <= x < x1 of a row, which may be anywhere. */
void kb_ink_span (const KbInk *ink, gint y, gint x0, gint x1);
void kb_ink_size (const KbInk *ink, guint *width, guint *height);

/* Called once in a while; FALSE: cancelled. */
static inline gboolean
kb_paint_goes_on (KbProgress progress, gpointer data, guint done, guint total)
{
  return !progress || progress (done, total, data);
}

static inline gint
kb_paint_near (gint v)
{
  return CLAMP (v, -KB_PAINT_FAR, KB_PAINT_FAR);
}

#endif

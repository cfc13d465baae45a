/* SPDX-License-Identifier: MIT */
/* Shared by the files of the paint operations: bits and rows. */
#ifndef KB_PAINT_PRIVATE_H
#define KB_PAINT_PRIVATE_H

#include <string.h>

#include "operations/paint/paint.h"

/* Bit x % 64 of word x / 64 of a row is pixel x: a word is a row of a tile. Bits past the width are
 * 0. */
struct KbPixelSet {
  guint width, height;
  guint words;                 /* per row */
  guint64 *bits;
};

static inline guint64 *
kb_set_row (const KbPixelSet *set, guint y)
{
  return set->bits + (gsize) y * set->words;
}

/* The bits of a word within the row. */
static inline guint64
kb_set_valid (const KbPixelSet *set, guint word)
{
  return word + 1 < set->words || set->width % 64 == 0
           ? G_MAXUINT64
           : (G_GUINT64_CONSTANT (1) << set->width % 64) - 1;
}

/* Bits from a to b - 1 of a word, for 0 <= a < b <= 64. */
static inline guint64
kb_bit_range (guint a, guint b)
{
  return (b - a == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << (b - a)) - 1) << a;
}

/* Sets pixels x0 to x1 - 1, within the set, for x0 < x1. */
void kb_set_run (KbPixelSet *set, guint y, guint x0, guint x1, gboolean in);
/* The next bit in [from, limit) of a row that is set, or not set. Returns `limit` if there
 * is none. */
guint kb_bits_next (const guint64 *row, guint from, guint limit, gboolean is_set);

/* The pixels of a row with a side on a pixel of the picture outside the set. Returns FALSE if there
 * is none. */
gboolean kb_set_edge_row (const KbPixelSet *set, guint y, guint64 *edge);

/* A bit for each of 64 bytes that equals the value. */
guint64 kb_bytes_equal (const guint8 bytes[64], guint8 value);
/* The pixels with a zone in a row of a tile. */
static inline guint64
kb_zones_word (const KbZones *zones, guint word, guint y, guint8 zone)
{
  guint tile = y / KB_ZONES_TILE * kb_zones_columns (zones) + word;
  gint value = kb_zones_tile_value (zones, tile);
  if (value >= 0)
    return value == zone ? G_MAXUINT64 : 0;
  return kb_bytes_equal (kb_zones_tile (zones, tile) + y % KB_ZONES_TILE * KB_ZONES_TILE, zone);
}

/* A colour, multiplied by its alpha, for comparing with pixels. */
typedef struct {
  guint8 rgba[16];             /* four times */
  guint8 tolerance;
} KbLike;
KbLike kb_like (const guint8 straight[4], guint tolerance);
/* The like pixels among 64 * word and on in row y. Outside the picture all are transparent. */
guint64 kb_picture_word (const KbPicture *picture, guint word, guint y, const KbLike *like);

/* --- Rows: a shape with one run per row --- */

typedef struct {
  gint y;                      /* of the first */
  guint n;
  gint *x0, *x1;               /* x0 >= x1: empty */
} KbRows;

KbRows kb_rows_new (gint y, guint n);
void kb_rows_clear (KbRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbRows, kb_rows_clear)
/* Columns of a row of the ellipse in a box of w x h from (0, 0). w and h are 1 to 32768. Returns
 * FALSE if there is none. */
gboolean kb_ellipse_row (guint w, guint h, guint row, gint *x0, gint *x1);

/* Pixels x0 <= x < x1 of a row, clipped to the picture. */
void kb_ink_span (const KbInk *ink, gint y, gint x0, gint x1);
void kb_ink_size (const KbInk *ink, guint *width, guint *height);

/* Called now and then. Returns FALSE if cancelled. */
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

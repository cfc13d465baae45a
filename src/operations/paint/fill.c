/* SPDX-License-Identifier: MIT */
/* Fills: runs of like pixels in a row, and the runs above and below that they touch. */
#include "operations/paint/flood.h"

/* --- Floods ----------------------------------------------------------------------------------- */

void
kb_flood_init (KbFlood *flood, guint width, guint height)
{
  *flood = (KbFlood) { .open = kb_pixel_set_new (width, height) };
}

void
kb_flood_clear (KbFlood *flood)
{
  kb_pixel_set_free (flood->open);
  g_free (flood->known);
  g_free (flood->stack);
}

static void
push (KbFlood *flood, guint y, guint x0, guint x1)
{
  if (y >= flood->open->height)   /* also above the first */
    return;
  if (flood->n == flood->room)
    {
      flood->room = MAX (2 * flood->room, 1024);
      flood->stack = g_renew (KbFloodRun, flood->stack, flood->room);
    }
  flood->stack[flood->n++] = (KbFloodRun) { y, x0, x1 };
}

/* The word with pixel x of row y. */
static inline guint64
look (KbFlood *flood, guint64 *row, guint y, guint x)
{
  gsize i = (gsize) y * flood->open->words + x / 64;
  if (flood->known && !flood->known[i])
    {
      flood->known[i] = 1;
      row[x / 64] = flood->find (flood, x / 64, y) & kb_set_valid (flood->open, x / 64);
    }
  else if (!flood->known && flood->find)
    return row[x / 64] & flood->find (flood, x / 64, y);
  return row[x / 64];
}

/* As kb_bits_next, for open pixels. */
static guint
next_bit (KbFlood *flood, guint64 *row, guint y, guint from, guint limit, gboolean is_set)
{
  guint64 flip = is_set ? 0 : G_MAXUINT64;
  while (from < limit)
    {
      guint64 word = (look (flood, row, y, from) ^ flip) & G_MAXUINT64 << from % 64;
      if (word)
        return MIN ((from & ~63u) + (guint) __builtin_ctzll (word), limit);
      from = (from & ~63u) + 64;
    }
  return limit;
}

/* The start of the run that contains pixel x. */
static guint
run_start (KbFlood *flood, guint64 *row, guint y, guint x)
{
  for (;;)
    {
      guint64 word = ~look (flood, row, y, x) & G_MAXUINT64 >> (63 - x % 64);
      if (word)
        return (x & ~63u) + 64 - (guint) __builtin_clzll (word);
      if (x < 64)
        return 0;
      x = (x & ~63u) - 1;
    }
}

gboolean
kb_flood_from (KbFlood *flood, guint x, guint y, gpointer data)
{
  flood->n = 0;
  push (flood, y, x, x + 1);
  while (flood->n > 0)
    {
      KbFloodRun at = flood->stack[--flood->n];
      guint64 *row = kb_set_row (flood->open, at.y);
      for (guint from = at.x0; (from = next_bit (flood, row, at.y, from, at.x1, TRUE)) < at.x1;)
        {
          guint start = from == at.x0 ? run_start (flood, row, at.y, from) : from;
          guint end = next_bit (flood, row, at.y, from, flood->open->width, FALSE);
          kb_set_run (flood->open, at.y, start, end, FALSE);
          if (!flood->found (at.y, start, end, data))
            return FALSE;
          push (flood, at.y - 1, start, end);
          push (flood, at.y + 1, start, end);
          from = end;
        }
    }
  return TRUE;
}

/* --- Likeness --------------------------------------------------------------------------------- */

#define REPORT_EVERY (1u << 20) /* pixels between two progress reports */

typedef struct {
  KbFlood flood;                /* must be first: find receives it */
  const KbZones *zones;
  const KbZones *under;         /* shown where nothing is painted; NULL: nothing */
  const KbPicture *picture;     /* NULL: only zones */
  gboolean stops;
  guint8 zone;                  /* of the clicked pixel; */
  KbLike like;                  /* its colour */
  KbPixelSet *result;
  KbProgress progress;
  gpointer data;
  guint done, reported, total;
} Fill;

/* The pixels that show the clicked zone. */
static guint64
find_zone (const Fill *fill, guint word, guint y)
{
  if (!fill->under)
    return kb_zones_word (fill->zones, word, y, fill->zone);
  const guint64 under = kb_zones_word (fill->zones, word, y, 0)
                        & kb_zones_word (fill->under, word, y, fill->zone);
  return fill->zone ? under | kb_zones_word (fill->zones, word, y, fill->zone) : under;
}

static guint64
find_alike (KbFlood *flood, guint word, guint y)
{
  const Fill *fill = (const Fill *) flood;
  guint64 open = G_MAXUINT64;
  if (fill->stops || !fill->picture)
    open = find_zone (fill, word, y);
  return open && fill->picture ? open & kb_picture_word (fill->picture, word, y, &fill->like)
                               : open;
}

static gboolean
add_done (Fill *fill, guint pixels)
{
  fill->done += pixels;
  if (fill->done - fill->reported < REPORT_EVERY)
    return TRUE;
  fill->reported = fill->done;
  return kb_paint_goes_on (fill->progress, fill->data, fill->done, fill->total);
}

static gboolean
fill_found_run (guint y, guint x0, guint x1, gpointer data)
{
  Fill *fill = data;
  kb_set_run (fill->result, y, x0, x1, TRUE);
  return add_done (fill, x1 - x0);
}

static gboolean
find_everywhere (Fill *fill)
{
  for (guint y = 0; y < fill->result->height; y++)
    {
      for (guint i = 0; i < fill->result->words; i++)
        {
          guint64 word = find_alike (&fill->flood, i, y) & kb_set_valid (fill->result, i);
          if (word)
            kb_set_row (fill->result, y)[i] = word;
        }
      if (!add_done (fill, fill->result->width))
        return FALSE;
    }
  return TRUE;
}

KbPixelSet *
kb_fill_find (const KbZones *zones, gint x, gint y, const KbFillOptions *options,
              KbProgress progress, gpointer data)
{
  static const guint8 nothing[4];
  guint width = kb_zones_width (zones), height = kb_zones_height (zones);
  const KbPicture *picture = options->picture;
  Fill fill = { .zones = zones,
                .under = options->under,
                .picture = picture,
                .stops = options->stops,
                .zone = kb_zones_at (zones, x, y),
                .result = kb_pixel_set_new (width, height),
                .progress = progress,
                .data = data,
                .total = width * height };
  if (x < 0 || y < 0 || (guint) x >= width || (guint) y >= height)
    return fill.result;
  if (!fill.zone && fill.under)
    fill.zone = kb_zones_at (fill.under, x, y);
  if (picture)
    fill.like = kb_like ((guint) x < picture->width && (guint) y < picture->height
                           ? kb_picture_pixel (picture, (guint) x, (guint) y)
                           : nothing,
                         options->tolerance);
  gboolean ok;
  if (options->everywhere)
    ok = find_everywhere (&fill);
  else
    {
      kb_flood_init (&fill.flood, width, height);
      fill.flood.known = g_new0 (guint8, (gsize) fill.result->words * height);
      fill.flood.find = find_alike;
      fill.flood.found = fill_found_run;
      ok = kb_flood_from (&fill.flood, (guint) x, (guint) y, &fill);
      kb_flood_clear (&fill.flood);
    }
  if (!ok || !kb_paint_goes_on (progress, data, fill.total, fill.total))
    g_clear_pointer (&fill.result, kb_pixel_set_free);
  return fill.result;
}

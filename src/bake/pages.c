/* SPDX-License-Identifier: MIT */
/* Bands of pages: drawn, filtered, compressed, cached, joined. */
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bake/gather.h"

/* ---- filter ---- */

/* The filters of PNG (specification, 9), and the choice for each row. */

/* Pictures with so few colours compress best unfiltered. */
#define FEW_COLOURS 256

static gboolean
has_few_colours (const guint8 *pixels, gsize n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint32 colour, last = 0;
  for (gsize i = 0; i < n && g_hash_table_size (seen) <= FEW_COLOURS; i++)
    {
      memcpy (&colour, pixels + 4 * i, 4);
      if (i == 0 || colour != last)
        g_hash_table_add (seen, GUINT_TO_POINTER (colour));
      last = colour;
    }
  return g_hash_table_size (seen) <= FEW_COLOURS;
}

static inline guint8
paeth (int a, int b, int c)
{
  int pa = abs (b - c), pb = abs (a - c), pc = abs (a + b - 2 * c);
  return (guint8) (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Filter type 1..4 (sub, up, average, Paeth) of one row; sub never uses `up`. */
static void
filter_row (guint type, const guint8 *row, const guint8 *up, gsize n, guint8 *out)
{
  switch (type)
    {
    case 1:
      memcpy (out, row, 4);
      for (gsize i = 4; i < n; i++)
        out[i] = (guint8) (row[i] - row[i - 4]);
      break;
    case 2:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - up[i]);
      break;
    case 3:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - ((i < 4 ? 0 : row[i - 4]) + up[i]) / 2);
      break;
    default:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - (i < 4 ? up[i] : paeth (row[i - 4], up[i], up[i - 4])));
    }
}

static guint64
roughness (const guint8 *row, gsize n)
{
  guint64 sum = 0;
  for (gsize i = 0; i < n; i++)
    sum += (guint64) abs ((gint8) row[i]);
  return sum;
}

/* RGBA rows without padding -> new memory of (4 * width + 1) * rows bytes. Each row gets the filter
 * with the smallest sum of absolute differences, or none in a picture with few colours. The first
 * row does not use the row above, which may change independently. */
static guint8 *
kb_filter_rows (const guint8 *pixels, guint width, guint rows)
{
  gsize n = 4 * (gsize) width;
  guint8 *out = g_malloc ((n + 1) * rows), *trial = g_malloc (n);
  gboolean plain = has_few_colours (pixels, (gsize) width * rows);
  for (guint y = 0; y < rows; y++)
    {
      const guint8 *row = pixels + n * y;
      guint8 *to = out + (n + 1) * y;
      to[0] = 0;
      memcpy (to + 1, row, n);
      if (plain)
        continue;
      guint64 best = roughness (row, n);
      for (guint type = 1; type <= (y == 0 ? 1u : 4u); type++)
        {
          filter_row (type, row, y == 0 ? NULL : row - n, n, trial);
          guint64 sum = roughness (trial, n);
          if (sum < best)
            {
              best = sum;
              to[0] = (guint8) type;
              memcpy (to + 1, trial, n);
            }
        }
    }
  g_free (trial);
  return out;
}

/* ---- pages ---- */

/* Increase with any change to the making of bands, or the cache would mix versions. */
#define BAND_VERSION 4
#define BAND_BYTES (256 * 1024)    /* raw, about */
/* Balances the size of a page's pictures against the export time. The zlib stream's header matches
 * this level. */
#define LEVEL 6
#define BATCH_BYTES (64 * 1024 * 1024)

typedef struct {
  guint page, y, rows;
  guint *items;          /* cutouts with pixels or border pixels in it, in the pack's order */
  guint n_items;
  KbHash key;
  guint32 adler;         /* of the unpacked data */
  GBytes *packed;        /* its PNG chunk */
} Band;

typedef struct {
  KbGather *gather;
  const KbPackItem *items;
  const KbPack *pack;
  KbBankPage *pages;
  GArray *bands;         /* Band, page by page from the top */
  const guint *todo;     /* indices of bands */
  gboolean png;          /* else raw RGBA */
} Maker;

static KbGathered *
cutout_at (const Maker *maker, guint i)
{
  return g_ptr_array_index (maker->gather->cutouts, i);
}

/* ---- list of bands ---- */

static void
band_clear (gpointer data)
{
  Band *band = data;
  g_free (band->items);
  g_clear_pointer (&band->packed, g_bytes_unref);
}

static void
add_band (Maker *maker, guint page, guint y, guint rows, const KbPackStrip *strip)
{
  Band band = { .page = page, .y = y, .rows = rows };
  gint64 size[] = { BAND_VERSION, maker->pack->pages[page].w, rows };
  band.key = kb_hash_numbers (kb_hash_of (zlibVersion (), strlen (zlibVersion ())), size,
                              G_N_ELEMENTS (size));
  if (strip)
    band.items = g_new (guint, strip->count);
  for (guint i = 0; strip && i < strip->count; i++)
    {
      guint index = maker->pack->order[strip->first + i];
      const KbPackItem *item = maker->items + index;
      if (item->y + item->h + item->border_y <= y || item->y - item->border_y >= y + rows)
        continue;
      const KbHash *hash = &cutout_at (maker, index)->part.hash;
      gint64 place[] = { item->x, (gint64) item->y - y, item->w,
                         item->h, item->border_x,       item->border_y };
      band.items[band.n_items++] = index;
      band.key =
        kb_hash_numbers (kb_hash_more (band.key, hash, sizeof *hash), place, G_N_ELEMENTS (place));
    }
  g_array_append_val (maker->bands, band);
}

static void
add_rows (Maker *maker, guint page, guint y, guint end, const KbPackStrip *strip)
{
  guint step = MAX (BAND_BYTES / (4 * maker->pack->pages[page].w), 16);
  for (; y < end; y += MIN (step, end - y))
    add_band (maker, page, y, MIN (step, end - y), strip);
}

/* ---- drawing ---- */

static void
draw_row (guint8 *row, const KbPackItem *item, const guint8 *pixels)
{
  guint8 *to = row + 4 * (gsize) (item->x - item->border_x);
  for (guint i = 0; i < item->border_x; i++, to += 4)
    memcpy (to, pixels, 4);
  memcpy (to, pixels, 4 * (gsize) item->w);
  to += 4 * (gsize) item->w;
  for (guint i = 0; i < item->border_x; i++, to += 4)
    memcpy (to, pixels + 4 * (gsize) (item->w - 1), 4);
}

/* `out` is cleared and has `stride` bytes per row; its first row is the band's. */
static void
draw_band (const Maker *maker, const Band *band, guint8 *out, gsize stride)
{
  for (guint i = 0; i < band->n_items; i++)
    {
      const KbPackItem *item = maker->items + band->items[i];
      const guint8 *pixels = cutout_at (maker, band->items[i])->pixels;
      guint first = MAX (item->y - item->border_y, band->y);
      guint end = MIN (item->y + item->h + item->border_y, band->y + band->rows);
      for (guint y = first; y < end; y++)
        {
          guint source = CLAMP (y, item->y, item->y + item->h - 1) - item->y;
          draw_row (out + stride * (y - band->y), item, pixels + 4 * (gsize) source * item->w);
        }
    }
}

/* ---- PNG ---- */

static gsize
filtered_size (const Maker *maker, const Band *band)
{
  return (4 * (gsize) maker->pack->pages[band->page].w + 1) * band->rows;
}

/* Begins a chunk of a PNG file; append its content, then end it. */
static gsize
begin_chunk (GByteArray *png, const char *type)
{
  gsize start = png->len;
  g_byte_array_append (png, (const guint8 *) "\0\0\0\0", 4);
  g_byte_array_append (png, (const guint8 *) type, 4);
  return start;
}

static void
end_chunk (GByteArray *png, gsize start)
{
  guint32 length = GUINT32_TO_BE ((guint32) (png->len - start - 8));
  memcpy (png->data + start, &length, 4);
  guint32 crc =
    GUINT32_TO_BE ((guint32) crc32 (0, png->data + start + 4, (uInt) (png->len - start - 4)));
  g_byte_array_append (png, (const guint8 *) &crc, 4);
}

void
kb_png_put_chunk (GByteArray *png, const char *type, const void *data, guint size)
{
  gsize start = begin_chunk (png, type);
  if (size)
    g_byte_array_append (png, data, size);
  end_chunk (png, start);
}

/* Appends blocks that are not final and end on a byte boundary, so that several bands form one
 * stream. */
static void
append_deflated (GByteArray *out, guint8 *data, gsize size)
{
  z_stream stream = { .next_in = data, .avail_in = (uInt) size };
  guint start = out->len;
  if (deflateInit2 (&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    g_error ("zlib: no memory");
  /* The flush needs a few more bytes */
  stream.avail_out = (uInt) deflateBound (&stream, size) + 16;
  g_byte_array_set_size (out, start + stream.avail_out);
  stream.next_out = out->data + start;
  deflate (&stream, Z_SYNC_FLUSH);
  g_byte_array_set_size (out, out->len - stream.avail_out);
  deflateEnd (&stream);
}

/* In the cache, the Adler-32 precedes the chunk. */
static gboolean
recall_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, index);
  g_autoptr (GBytes) cached =
    band->packed ? NULL : kb_cache_get (maker->gather->cache, band->key);
  const gsize size = cached ? g_bytes_get_size (cached) : 0, start = sizeof band->adler;
  if (size < start)
    return TRUE;
  memcpy (&band->adler, g_bytes_get_data (cached, NULL), start);
  band->packed = g_bytes_new_from_bytes (cached, start, size - start);
  return TRUE;
}

static gboolean
encode_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, maker->todo[index]);
  guint width = maker->pack->pages[band->page].w;
  g_autofree guint8 *pixels = g_malloc0 (4 * (gsize) width * band->rows);
  draw_band (maker, band, pixels, 4 * (gsize) width);
  g_autofree guint8 *filtered = kb_filter_rows (pixels, width, band->rows);
  gsize size = filtered_size (maker, band);
  const gsize head = sizeof band->adler;
  band->adler = (guint32) adler32 (1, filtered, (uInt) size);
  GByteArray *out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) &band->adler, head);
  gsize start = begin_chunk (out, "IDAT");
  append_deflated (out, filtered, size);
  end_chunk (out, start);
  kb_cache_put (maker->gather->cache, band->key, out->data, out->len);
  g_autoptr (GBytes) whole = g_byte_array_free_to_bytes (out);
  band->packed = g_bytes_new_from_bytes (whole, head, g_bytes_get_size (whole) - head);
  return TRUE;
}

static gboolean
copy_pages_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  const Band *band = &g_array_index (maker->bands, Band, maker->todo[index]);
  KbBankPage *page = &maker->pages[band->page];
  draw_band (maker, band, page->data + 4 * (gsize) page->w * band->y, 4 * (gsize) page->w);
  return TRUE;
}

/* Every band is an IDAT chunk. The zlib stream's header and trailer have chunks of their own. */
static gboolean
make_page (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  KbBankPage *page = &maker->pages[index];
  guint32 sides[2] = { GUINT32_TO_BE (page->w), GUINT32_TO_BE (page->h) }, adler = 1;
  guint8 head[13] = { [8] = 8, 6 };   /* 8 bits, RGBA */
  guint8 tail[6] = { 3 };             /* an empty final block, and the checksum */
  g_autoptr (GByteArray) png = g_byte_array_new ();
  memcpy (head, sides, 8);
  g_byte_array_append (png, (const guint8 *) "\x89PNG\r\n\x1A\n", 8);
  kb_png_put_chunk (png, "IHDR", head, sizeof head);
  kb_png_put_chunk (png, "IDAT", "\x78\x9C", 2);
  KB_EACH_IN (Band, band, maker->bands)
    {
      if (band->page != index)
        continue;
      g_byte_array_append (png, g_bytes_get_data (band->packed, NULL),
                           (guint) g_bytes_get_size (band->packed));
      adler = (guint32) adler32_combine (adler, band->adler, (z_off_t) filtered_size (maker, band));
      g_clear_pointer (&band->packed, g_bytes_unref);
    }
  adler = GUINT32_TO_BE (adler);
  memcpy (tail + 2, &adler, 4);
  kb_png_put_chunk (png, "IDAT", tail, sizeof tail);
  kb_png_put_chunk (png, "IEND", NULL, 0);
  page->data = g_byte_array_steal (png, &page->size);
  return TRUE;
}

/* ---- bands of objects ---- */

/* Whether the strip is the page of an object, which has each item where that has it. */
static gboolean
is_page (const Maker *maker, const KbPackStrip *strip, const KbSource *source)
{
  gboolean is = source->page->w == maker->pack->pages[strip->page].w;
  for (guint i = 0; i < strip->count && is; i++)
    {
      const guint index = maker->pack->order[strip->first + i];
      const KbPackItem *item = maker->items + index;
      const KbGathered *g = cutout_at (maker, index);
      is = &g_array_index (maker->gather->sources, KbSource, g->source) == source
           && item->x == g->part.x && item->y - strip->y == g->part.y;
    }
  return is;
}

/* Chunk `n` of a PNG file, from 0, or NULL. */
static GBytes *
png_chunk (const KbBankPage *page, guint n)
{
  for (gsize at = 8; page->size - at >= 12;)
    {
      guint32 length;
      memcpy (&length, page->data + at, sizeof length);
      length = GUINT32_FROM_BE (length);
      if (length > page->size - at - 12)
        return NULL;
      if (n-- == 0)
        return g_bytes_new_static (page->data + at, length + 12);
      at += length + 12;
    }
  return NULL;
}

/* Takes the bands of a strip, which end the list, from its object. The header and the start of the
 * data precede them. */
static void
take_bands (Maker *maker, const KbPackStrip *strip, guint first)
{
  if (!maker->png || !strip->own)
    return;
  const KbGathered *any = cutout_at (maker, maker->pack->order[strip->first]);
  const KbSource *source = &g_array_index (maker->gather->sources, KbSource, any->source);
  const guint n = maker->bands->len - first;
  if (!source->page || !source->adlers || n > source->n_bands || !is_page (maker, strip, source))
    return;
  for (guint i = 0; i < n; i++)
    {
      Band *band = &g_array_index (maker->bands, Band, first + i);
      band->packed = png_chunk (source->page, i + 2);
      band->adler = source->adlers[i];
    }
}

static void
list_bands (Maker *maker)
{
  for (guint page = 0; page < maker->pack->n_pages; page++)
    {
      guint y = 0, height = maker->pack->pages[page].h;
      for (guint s = 0; s < maker->pack->n_strips; s++)
        {
          const KbPackStrip *strip = maker->pack->strips + s;
          if (strip->page != page)
            continue;
          guint end = MIN (strip->y + strip->h, height), first = maker->bands->len;
          add_rows (maker, page, strip->y, end, strip);
          take_bands (maker, strip, first);
          y = end;
        }
      add_rows (maker, page, y, height, NULL);
    }
}

/* ---- everything ---- */

/* Marks the band's cutouts for loading. Returns the additional memory. */
static gsize
want_cutouts (const Maker *maker, const Band *band)
{
  gsize bytes = 0;
  for (guint i = 0; i < band->n_items; i++)
    {
      KbGathered *cutout = cutout_at (maker, band->items[i]);
      bytes += cutout->wanted ? 0 : 4 * (gsize) cutout->part.w * cutout->part.h;
      cutout->wanted = TRUE;
    }
  return bytes;
}

/* Frees the pixels of the wanted cutouts and clears their `wanted`. */
static void
kb_gather_unload (KbGather *gather)
{
  KB_EACH (KbGathered, g, gather->cutouts)
    {
      if (g->wanted)
        g_clear_pointer (&g->pixels, g_free);
      g->wanted = FALSE;
    }
}

/* Processes todo[0 .. n) in batches whose pixels fit into a budget. */
static gboolean
do_bands (Maker *maker, const guint *todo, guint n, KbParallelJob job, const KbWatch *watch,
          double from, double to, GError **error)
{
  for (guint first = 0, end = 0; first < n; first = end)
    {
      gsize bytes = 0;
      while (end < n && (bytes < BATCH_BYTES || end == first))
        bytes += want_cutouts (maker, &g_array_index (maker->bands, Band, todo[end++]));
      double at = from + (to - from) * first / n, until = from + (to - from) * end / n;
      maker->todo = todo + first;
      if (!kb_gather_load (maker->gather, watch, error)
          || !kb_parallel (end - first, job, maker, watch, at, until, error))
        return FALSE;
      kb_gather_unload (maker->gather);
    }
  return TRUE;
}

/* Makes all bands missing in the cache, and the pages. */
static gboolean
make_bands (Maker *maker, const KbWatch *watch, double from, double to, GError **error)
{
  const KbWatch quiet = { .cancellable = watch->cancellable };
  GArray *adlers = maker->gather->adlers;
  g_autofree guint *todo = g_new (guint, MAX (maker->bands->len, 1));
  guint n = 0;
  if (maker->png && !kb_parallel (maker->bands->len, recall_band, maker, &quiet, 0, 1, error))
    return FALSE;
  KB_EACH_IN (const Band, band, maker->bands)
    if (!band->packed)
      todo[n++] = band_at;
  if (!do_bands (maker, todo, n, maker->png ? encode_band : copy_pages_band, watch, from, to,
                 error))
    return FALSE;
  if (adlers)
    KB_EACH_IN (const Band, band, maker->bands)
      g_array_append_val (adlers, band->adler);
  return !maker->png || kb_parallel (maker->pack->n_pages, make_page, maker, &quiet, 0, 1, error);
}

gboolean
kb_make_pages (KbGather *gather, const KbPackItem *items, const KbPack *pack, gboolean png,
               KbBankPage *pages, const KbWatch *watch, double from, double to, GError **error)
{
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (Band));
  Maker maker = { gather, items, pack, pages, bands, .png = png };
  g_array_set_clear_func (bands, band_clear);
  for (guint i = 0; i < pack->n_pages; i++)
    {
      KbBankPage *page = &pages[i];
      *page = (KbBankPage) { .w = pack->pages[i].w, .h = pack->pages[i].h };
      if (png)
        continue;
      page->size = 4 * (gsize) page->w * page->h;
      page->data = calloc (page->size, 1);
      if (page->data)
        continue;
      return kb_fail (error, KB_ERROR_MACHINE, _("no memory for a page of %u x %u pixels"), page->w,
                      page->h);
    }
  list_bands (&maker);
  return make_bands (&maker, watch, from, to, error);
}

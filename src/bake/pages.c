/* SPDX-License-Identifier: MIT */
/* Bands: drawn, filtered, compressed, cached, put together. */
#include "bake/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zlib.h>

#include "bake/filter.h"

/* Any change of how a band is made needs a new number, or the cache would mix the two. */
#define BAND_VERSION 3
#define BAND_BYTES (256 * 1024)    /* raw, about */
/* The size of a page's pictures against the time of an export. The zlib stream's head is that of this level. */
#define LEVEL 6
/* An empty last block of a zlib stream. */
#define STREAM_END "\x03\x00"
#define STREAM_END_SIZE 2
/* Of a page's file, what is behind the bands: two chunks. */
#define PAGE_END (12 + STREAM_END_SIZE + 4 + 12)
#define BATCH_BYTES (64 * 1024 * 1024)

typedef struct {
  guint page, y, rows;
  guint *items;          /* cutouts that have pixels or border pixels in it, in the pack's order */
  guint n_items;
  KbHash key;
  GBytes *chunk;         /* its chunk of the PNG file, or NULL: the cache has it */
  gsize size;            /* of the chunk */
  guint32 adler;         /* of what it unpacks to; the cache has it as the chunk's note */
  guint8 *to;            /* where its chunk goes */
} Band;

typedef struct {
  KbGather *gather;
  const KbPackItem *items;
  const KbPack *pack;
  GArray *pages;         /* KbPage */
  GArray *bands;         /* Band, page by page from the top */
  const guint *todo;     /* indices of bands */
  gint lost;             /* atomic: what the cache seemed to have was gone or bad */
} Maker;

/* ---- which bands there are ---- */

static void
band_clear (gpointer data)
{
  Band *band = data;
  g_free (band->items);
  g_clear_pointer (&band->chunk, g_bytes_unref);
}

static void
add_band (Maker *maker, guint page, guint y, guint rows, const KbPackStrip *strip)
{
  Band band = { .page = page, .y = y, .rows = rows };
  gint64 size[] = { BAND_VERSION, maker->pack->pages[page].w, rows };
  band.key = kb_hash_numbers (kb_hash_of (zlibVersion (), strlen (zlibVersion ())), size, G_N_ELEMENTS (size));
  if (strip)
    band.items = g_new (guint, strip->count);
  for (guint i = 0; strip && i < strip->count; i++)
    {
      guint index = maker->pack->order[strip->first + i];
      const KbPackItem *item = maker->items + index;
      if (item->y + item->h + item->border_y <= y || item->y - item->border_y >= y + rows)
        continue;
      const KbCutout *cutout = &g_array_index (maker->gather->cutouts, KbCutout, index);
      gint64 place[] = { item->x, (gint64) item->y - y, item->w, item->h, item->border_x, item->border_y };
      band.items[band.n_items++] = index;
      band.key = kb_hash_numbers (kb_hash_more (band.key, &cutout->part.hash, sizeof cutout->part.hash), place,
                                  G_N_ELEMENTS (place));
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
          guint end = MIN (strip->y + strip->h, height);
          add_rows (maker, page, strip->y, end, strip);
          y = end;
        }
      add_rows (maker, page, y, height, NULL);
    }
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

/* `out` is cleared and has `stride` bytes a row; its first row is the band's. */
static void
draw_band (const Maker *maker, const Band *band, guint8 *out, gsize stride)
{
  for (guint i = 0; i < band->n_items; i++)
    {
      const KbPackItem *item = maker->items + band->items[i];
      const guint8 *pixels = g_array_index (maker->gather->cutouts, KbCutout, band->items[i]).pixels;
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

/* A chunk of a PNG file: what is appended in between is its content. */
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
  guint32 crc = GUINT32_TO_BE ((guint32) crc32 (0, png->data + start + 4, (uInt) (png->len - start - 4)));
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

/* Appends blocks that are not the last and end on a whole byte, so that those of several bands make one stream. */
static void
append_deflated (GByteArray *out, guint8 *data, gsize size)
{
  z_stream stream = { .next_in = data, .avail_in = (uInt) size };
  guint start = out->len;
  if (deflateInit2 (&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    g_error ("zlib: no memory");
  stream.avail_out = (uInt) deflateBound (&stream, size) + 16;   /* the flush takes some bytes more */
  g_byte_array_set_size (out, start + stream.avail_out);
  stream.next_out = out->data + start;
  deflate (&stream, Z_SYNC_FLUSH);
  g_byte_array_set_size (out, out->len - stream.avail_out);
  deflateEnd (&stream);
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
  band->adler = (guint32) adler32 (1, filtered, (uInt) size);
  GByteArray *out = g_byte_array_new ();
  gsize start = begin_chunk (out, "IDAT");
  append_deflated (out, filtered, size);
  end_chunk (out, start);
  band->size = out->len;
  kb_cache_put (maker->gather->cache, band->key, out->data, out->len, band->adler);
  band->chunk = g_byte_array_free_to_bytes (out);
  return TRUE;
}

static gboolean
copy_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  const Band *band = &g_array_index (maker->bands, Band, maker->todo[index]);
  KbPage *page = &g_array_index (maker->pages, KbPage, band->page);
  draw_band (maker, band, page->data + 4 * (gsize) page->w * band->y, 4 * (gsize) page->w);
  return TRUE;
}

static gboolean
place_chunk (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, index);
  guint64 note = 0;
  if (band->chunk)
    memcpy (band->to, g_bytes_get_data (band->chunk, NULL), band->size);
  else if (kb_cache_read (maker->gather->cache, band->key, band->to, band->size, &note))
    band->adler = (guint32) note;
  else
    g_atomic_int_set (&maker->lost, TRUE);
  g_clear_pointer (&band->chunk, g_bytes_unref);
  return TRUE;
}

/* In few large pieces where the system has them: thousands of small ones cost more than what is put in. */
static guint8 *
page_memory (gsize size)
{
#ifdef MADV_HUGEPAGE
  const gsize large = 2 * 1024 * 1024;
  void *memory;
  if (size >= 2 * large && posix_memalign (&memory, large, size) == 0)
    {
      madvise (memory, size / large * large, MADV_HUGEPAGE);
      return memory;
    }
#endif
  return g_malloc (size);
}

/* Every band is an IDAT chunk; the zlib stream's head and tail have chunks of their own, of one size
 * always. The bands' chunks are put in by place_chunk, what is behind them by finish_page. */
static void
begin_page (Maker *maker, guint index)
{
  const KbPackPage *size = maker->pack->pages + index;
  KbPage *page = &g_array_index (maker->pages, KbPage, index);
  guint32 sides[2] = { GUINT32_TO_BE (size->w), GUINT32_TO_BE (size->h) };
  guint8 head[13] = { [8] = 8, 6 };   /* 8 bits, RGBA */
  memcpy (head, sides, 8);
  g_autoptr (GByteArray) start = g_byte_array_new ();
  g_byte_array_append (start, (const guint8 *) "\x89PNG\r\n\x1A\n", 8);
  kb_png_put_chunk (start, "IHDR", head, sizeof head);
  kb_png_put_chunk (start, "IDAT", "\x78\x9C", 2);

  page->size = start->len + PAGE_END;
  for (guint i = 0; i < maker->bands->len; i++)
    if (g_array_index (maker->bands, Band, i).page == index)
      page->size += g_array_index (maker->bands, Band, i).size;
  free (page->data);
  page->data = page_memory (page->size);
  memcpy (page->data, start->data, start->len);
  guint8 *to = page->data + start->len;
  for (guint i = 0; i < maker->bands->len; i++)
    {
      Band *band = &g_array_index (maker->bands, Band, i);
      if (band->page != index)
        continue;
      band->to = to;
      to += band->size;
    }
}

static void
finish_page (const Maker *maker, guint index)
{
  const KbPage *page = &g_array_index (maker->pages, KbPage, index);
  guint32 adler = 1;
  for (guint i = 0; i < maker->bands->len; i++)
    {
      const Band *band = &g_array_index (maker->bands, Band, i);
      if (band->page == index)
        adler = (guint32) adler32_combine (adler, band->adler, (z_off_t) filtered_size (maker, band));
    }
  guint8 tail[STREAM_END_SIZE + 4];
  adler = GUINT32_TO_BE (adler);
  memcpy (tail, STREAM_END, STREAM_END_SIZE);
  memcpy (tail + STREAM_END_SIZE, &adler, 4);
  g_autoptr (GByteArray) end = g_byte_array_new ();
  kb_png_put_chunk (end, "IDAT", tail, sizeof tail);
  kb_png_put_chunk (end, "IEND", NULL, 0);
  g_assert (end->len == PAGE_END);
  memcpy (page->data + page->size - PAGE_END, end->data, PAGE_END);
}

/* ---- the whole ---- */

/* Works on todo[0 .. n) in batches whose pixels fit into a budget. */
static gboolean
do_bands (Maker *maker, const guint *todo, guint n, gboolean png, const KbWatch *watch, double from, double to,
          GError **error)
{
  GArray *cutouts = maker->gather->cutouts;
  g_autofree guint *last_use = g_new0 (guint, MAX (cutouts->len, 1));
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < g_array_index (maker->bands, Band, todo[i]).n_items; k++)
      last_use[g_array_index (maker->bands, Band, todo[i]).items[k]] = i;

  g_autofree guint *needed = g_new (guint, MAX (cutouts->len, 1));
  g_autofree guint *in_batch = g_new0 (guint, MAX (cutouts->len, 1));   /* end of the last batch that needs it */
  for (guint first = 0; first < n;)
    {
      gsize bytes = 0;
      guint end = first, n_needed = 0;
      while (end < n && (bytes < BATCH_BYTES || end == first))
        {
          const Band *band = &g_array_index (maker->bands, Band, todo[end++]);
          for (guint k = 0; k < band->n_items; k++)
            {
              guint index = band->items[k];
              if (in_batch[index] > first)
                continue;
              in_batch[index] = first + 1;
              needed[n_needed++] = index;
              bytes += 4 * (gsize) maker->items[index].w * maker->items[index].h;
            }
        }
      double at = from + (to - from) * first / n, until = from + (to - from) * end / n;
      maker->todo = todo + first;
      if (!kb_gather_load (maker->gather, needed, n_needed, watch, error)
          || !kb_parallel (end - first, png ? encode_band : copy_band, maker, watch, at, until, error))
        return FALSE;
      for (guint k = 0; k < n_needed; k++)
        if (last_use[needed[k]] < end)
          kb_cutout_unload (&g_array_index (cutouts, KbCutout, needed[k]));
      first = end;
    }
  return TRUE;
}

/* All bands, and the pages of them. `recall`: those that the cache has are not made. */
static gboolean
make_bands (Maker *maker, gboolean png, gboolean recall, const KbWatch *watch, double from, double to, GError **error)
{
  g_autofree guint *todo = g_new (guint, MAX (maker->bands->len, 1));
  guint n = 0;
  for (guint i = 0; i < maker->bands->len; i++)
    {
      Band *band = &g_array_index (maker->bands, Band, i);
      if (!png || !recall || !kb_cache_size (maker->gather->cache, band->key, &band->size)
          || band->size > 2 * filtered_size (maker, band) + 256)
        todo[n++] = i;
    }
  if (!do_bands (maker, todo, n, png, watch, from, to, error))
    return FALSE;
  if (!png)
    return TRUE;
  const KbWatch quiet = { .cancellable = watch->cancellable };
  for (guint i = 0; i < maker->pages->len; i++)
    begin_page (maker, i);
  if (!kb_parallel (maker->bands->len, place_chunk, maker, &quiet, 0, 1, error))
    return FALSE;
  for (guint i = 0; i < maker->pages->len; i++)
    finish_page (maker, i);
  return TRUE;
}

static void
page_clear (gpointer data)
{
  free (((KbPage *) data)->data);
}

GArray *
kb_make_pages (KbGather *gather, const KbPackItem *items, const KbPack *pack, gboolean png,
               const KbWatch *watch, double from, double to, GError **error)
{
  Maker maker = { .gather = gather, .items = items, .pack = pack };
  maker.pages = g_array_new (FALSE, TRUE, sizeof (KbPage));
  maker.bands = g_array_new (FALSE, FALSE, sizeof (Band));
  g_array_set_clear_func (maker.pages, page_clear);
  g_array_set_clear_func (maker.bands, band_clear);
  gboolean ok = TRUE;
  for (guint i = 0; i < pack->n_pages && ok; i++)
    {
      KbPage page = { pack->pages[i].w, pack->pages[i].h, NULL, 4 * (gsize) pack->pages[i].w * pack->pages[i].h };
      if (!png && !(page.data = calloc (page.size, 1)))
        {
          g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, "no memory for a page of %u x %u pixels", page.w, page.h);
          ok = FALSE;
        }
      g_array_append_val (maker.pages, page);
    }
  if (ok)
    list_bands (&maker);

  ok = ok && make_bands (&maker, png, TRUE, watch, from, to, error);
  if (ok && maker.lost)
    ok = make_bands (&maker, png, FALSE, watch, from, to, error);
  g_array_unref (maker.bands);
  if (!ok)
    g_clear_pointer (&maker.pages, g_array_unref);
  return maker.pages;
}

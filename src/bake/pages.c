/* SPDX-License-Identifier: MIT */
/* Bands: drawn, filtered, compressed, cached, put together. */
#include "bake/pages.h"

#include <stdlib.h>
#include <string.h>

#include "bake/checksum.h"
#include "bake/deflate.h"

/* Any change of how a band is made needs a new number, or the cache would mix the two. */
#define BAND_VERSION 2
#define BAND_HEAD 4
#define BAND_BYTES (256 * 1024)    /* raw, about */
#define BATCH_BYTES (64 * 1024 * 1024)
/* Pictures of so few colours compress best without a PNG filter. */
#define FEW_COLOURS 256

typedef struct {
  guint page, y, rows;
  guint *items;          /* cutouts that have pixels or border pixels in it, in the pack's order */
  guint n_items;
  KbHash key;
  GBytes *data;          /* its chunk of the PNG file behind the adler32 of what it unpacks to, BAND_HEAD bytes */
  guint8 *to;            /* where its chunk goes */
} Band;

typedef struct {
  KbGather *gather;
  const KbPackItem *items;
  const KbPack *pack;
  GArray *pages;         /* KbPage */
  GArray *bands;         /* Band, page by page from the top */
  const guint *todo;     /* indices of bands */
} Maker;

/* ---- which bands there are ---- */

static void
band_clear (gpointer data)
{
  Band *band = data;
  g_free (band->items);
  g_clear_pointer (&band->data, g_bytes_unref);
}

static void
add_band (Maker *maker, guint page, guint y, guint rows, const KbPackStrip *strip)
{
  Band band = { .page = page, .y = y, .rows = rows };
  gint64 size[] = { BAND_VERSION, maker->pack->pages[page].w, rows };
  band.key = kb_hash_numbers (kb_hash_of ("band", 4), size, G_N_ELEMENTS (size));
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
      band.key = kb_hash_numbers (kb_hash_more (band.key, &cutout->hash, sizeof cutout->hash), place,
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

static gboolean
has_few_colours (const guint8 *pixels, gsize n)
{
  enum { SLOTS = 2048 };
  guint32 table[SLOTS], last = 0, n_colours = 0;
  gboolean used[SLOTS] = { FALSE };
  for (gsize i = 0; i < n; i++)
    {
      guint32 colour;
      memcpy (&colour, pixels + 4 * i, 4);
      if (i > 0 && colour == last)
        continue;
      last = colour;
      guint slot = colour * 2654435761u >> 21;
      while (used[slot] && table[slot] != colour)
        slot = (slot + 1) % SLOTS;
      if (!used[slot])
        {
          used[slot] = TRUE;
          table[slot] = colour;
          if (++n_colours > FEW_COLOURS)
            return FALSE;
        }
    }
  return TRUE;
}

static inline guint8
paeth (int a, int b, int c)
{
  int pa = abs (b - c), pb = abs (a - c), pc = abs (a + b - 2 * c);
  return (guint8) (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Filter type 1..4 (sub, up, average, Paeth) of one row; `up` is never used by sub. */
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

/* Each row gets the filter with the least sum of absolute differences; the first row of a band may
 * not look up, for the band above may change. */
static guint8 *
filter_band (const guint8 *pixels, guint width, guint rows)
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
  guint32 crc = GUINT32_TO_BE (kb_crc32 (0, png->data + start + 4, png->len - start - 4));
  g_byte_array_append (png, (const guint8 *) &crc, 4);
}

static void
put_chunk (GByteArray *png, const char *type, const void *data, guint size)
{
  gsize start = begin_chunk (png, type);
  if (size)
    g_byte_array_append (png, data, size);
  end_chunk (png, start);
}

static gboolean
encode_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, maker->todo[index]);
  guint width = maker->pack->pages[band->page].w;
  g_autofree guint8 *pixels = g_malloc0 (4 * (gsize) width * band->rows);
  draw_band (maker, band, pixels, 4 * (gsize) width);
  g_autofree guint8 *filtered = filter_band (pixels, width, band->rows);
  gsize size = filtered_size (maker, band);
  guint32 adler = GUINT32_TO_LE (kb_adler32 (1, filtered, size));
  GByteArray *out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) &adler, BAND_HEAD);
  gsize start = begin_chunk (out, "IDAT");
  kb_deflate (out, filtered, size);
  end_chunk (out, start);
  band->data = g_byte_array_free_to_bytes (out);
  kb_cache_put (maker->gather->cache, band->key, g_bytes_get_data (band->data, NULL), g_bytes_get_size (band->data));
  return TRUE;
}

static gboolean
recall_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, index);
  band->data = kb_cache_get (maker->gather->cache, band->key);
  if (band->data && g_bytes_get_size (band->data) < BAND_HEAD)
    g_clear_pointer (&band->data, g_bytes_unref);
  return TRUE;
}

static gboolean
copy_band (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  const Band *band = &g_array_index (maker->bands, Band, maker->todo[index]);
  KbPage *page = &g_array_index (maker->pages, KbPage, band->page);
  draw_band (maker, band, page->rgba + 4 * (gsize) page->w * band->y, 4 * (gsize) page->w);
  return TRUE;
}

/* The bands' data is let go. */
static gboolean
copy_chunk (guint index, gpointer data, GError **error)
{
  Maker *maker = data;
  Band *band = &g_array_index (maker->bands, Band, index);
  gsize size;
  const guint8 *from = g_bytes_get_data (band->data, &size);
  memcpy (band->to, from + BAND_HEAD, size - BAND_HEAD);
  g_clear_pointer (&band->data, g_bytes_unref);
  return TRUE;
}

/* Every band is an IDAT chunk; the zlib stream's head and tail have chunks of their own. What is put
 * where the bands belong is left to copy_chunk. */
static void
lay_out_page (const Maker *maker, guint index)
{
  const KbPackPage *size = maker->pack->pages + index;
  KbPage *page = &g_array_index (maker->pages, KbPage, index);
  guint32 sides[2] = { GUINT32_TO_BE (size->w), GUINT32_TO_BE (size->h) }, adler = 1;
  guint8 head[13] = { [8] = 8, 6 };   /* 8 bits, RGBA */
  memcpy (head, sides, 8);
  g_autoptr (GByteArray) start = g_byte_array_new (), end = g_byte_array_new ();
  g_byte_array_append (start, (const guint8 *) "\x89PNG\r\n\x1A\n", 8);
  put_chunk (start, "IHDR", head, sizeof head);
  put_chunk (start, "IDAT", "\x78\x9C", 2);
  gsize total = start->len;
  for (guint i = 0; i < maker->bands->len; i++)
    {
      const Band *band = &g_array_index (maker->bands, Band, i);
      if (band->page != index)
        continue;
      guint32 own;
      memcpy (&own, g_bytes_get_data (band->data, NULL), BAND_HEAD);
      adler = kb_adler32_join (adler, GUINT32_FROM_LE (own), filtered_size (maker, band));
      total += g_bytes_get_size (band->data) - BAND_HEAD;
    }
  guint8 tail[KB_DEFLATE_END_SIZE + 4];
  adler = GUINT32_TO_BE (adler);
  memcpy (tail, KB_DEFLATE_END, KB_DEFLATE_END_SIZE);
  memcpy (tail + KB_DEFLATE_END_SIZE, &adler, 4);
  put_chunk (end, "IDAT", tail, sizeof tail);
  put_chunk (end, "IEND", NULL, 0);
  total += end->len;

  page->png = g_malloc (total);
  page->size = total;
  memcpy (page->png, start->data, start->len);
  memcpy (page->png + total - end->len, end->data, end->len);
  guint8 *to = page->png + start->len;
  for (guint i = 0; i < maker->bands->len; i++)
    {
      Band *band = &g_array_index (maker->bands, Band, i);
      if (band->page != index)
        continue;
      band->to = to;
      to += g_bytes_get_size (band->data) - BAND_HEAD;
    }
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

static void
page_clear (gpointer data)
{
  KbPage *page = data;
  free (page->png);
  free (page->rgba);
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
      KbPage page = { .w = pack->pages[i].w, .h = pack->pages[i].h };
      if (!png && !(page.rgba = calloc ((gsize) page.w * page.h, 4)))
        {
          g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, "no memory for a page of %u x %u pixels", page.w, page.h);
          ok = FALSE;
        }
      g_array_append_val (maker.pages, page);
    }
  if (ok)
    list_bands (&maker);

  g_autofree guint *todo = g_new (guint, MAX (maker.bands->len, 1));
  guint n = 0;
  const KbWatch quiet = { .cancellable = watch->cancellable };
  ok = ok && (!png || kb_parallel (maker.bands->len, recall_band, &maker, &quiet, 0, 1, error));
  for (guint i = 0; i < maker.bands->len; i++)
    if (!g_array_index (maker.bands, Band, i).data)
      todo[n++] = i;
  ok = ok && do_bands (&maker, todo, n, png, watch, from, to, error);
  for (guint i = 0; png && ok && i < pack->n_pages; i++)
    lay_out_page (&maker, i);
  ok = ok && (!png || kb_parallel (maker.bands->len, copy_chunk, &maker, &quiet, 0, 1, error));
  g_array_unref (maker.bands);
  if (!ok)
    g_clear_pointer (&maker.pages, g_array_unref);
  return maker.pages;
}

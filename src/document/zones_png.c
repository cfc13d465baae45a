/* SPDX-License-Identifier: MIT */
/* Painted pictures to and from indexed PNG files, row by row. */
#include "document/zones_png.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/document.h"
#include "document/picture.h"
#include "document/png_private.h"

#define RUNS_ONLY 3       /* Z_RLE of zlib.h: a quarter of the time, and smaller */
#define PATTERNS_LEVEL 3  /* the last level with patterns that takes no more time than runs */
#define MAX_PIXELS ((guint64) KB_MAX_ZONES_SIDE * KB_MAX_ZONES_SIDE)

/* Flat areas cost nothing, however large; interlaced files are fully unpacked first. */
static const KbPngLimits row_limits = { KB_MAX_ZONES_SIDE, MAX_PIXELS, MAX_PIXELS };
static const KbPngLimits plane_limits = { KB_MAX_ZONES_SIDE, KB_MAX_PICTURE_PIXELS,
                                          KB_MAX_EASY_PIXELS };

/* All variables that change between setjmp and longjmp are here, since locals would be lost. */
typedef struct {
  KbPngSource source;
  KbPngSink sink;
  png_structp png;
  png_infop info;
  guint8 *rows;          /* 64 of them, or all of an interlaced picture */
  KbZones *zones;
} Work;

/* --- Writing ---------------------------------------------------------------------------------- */

static gboolean
encode_rows (Work *work, const KbZones *zones, const KbZonesPalette *palette)
{
  png_color colours[256] = { { 0 } };
  png_byte transparent = 0;
  if (setjmp (png_jmpbuf (work->png)))
    return FALSE;
  kb_png_start_writing (work->png, work->info, &work->sink, kb_zones_width (zones),
                        kb_zones_height (zones), PNG_COLOR_TYPE_PALETTE);
  if (palette->patterns)
    png_set_compression_level (work->png, PATTERNS_LEVEL);
  else
    png_set_compression_strategy (work->png, RUNS_ONLY);
  for (guint i = 0; i < palette->n; i++)
    colours[i] = (png_color) { palette->colours[i] >> 16 & 255, palette->colours[i] >> 8 & 255,
                              palette->colours[i] & 255 };
  png_set_PLTE (work->png, work->info, colours, (int) palette->n);
  png_set_tRNS (work->png, work->info, &transparent, 1, NULL);
  png_write_info (work->png, work->info);
  guint width = kb_zones_width (zones);
  for (guint y = 0; y < kb_zones_height (zones); y++)
    {
      if (y % KB_ZONES_TILE == 0)
        kb_zones_copy (zones, 0, (gint) y, width, MIN (KB_ZONES_TILE, kb_zones_height (zones) - y),
                       work->rows, width);
      png_write_row (work->png, work->rows + (gsize) (y % KB_ZONES_TILE) * width);
    }
  png_write_end (work->png, NULL);
  return TRUE;
}

GBytes *
kb_zones_encode (const KbZones *zones, const KbZonesPalette *palette, GError **error)
{
  guint64 counts[256];
  KbZonesPalette all = *palette;
  kb_zones_counts (zones, counts);
  all.n = MAX (all.n, 1);
  /* Values without a zone are kept; grey has no meaning */
  for (guint i = palette->n; i < 256; i++)
    {
      all.colours[i] = 0x808080;
      if (counts[i])
        all.n = i + 1;
    }
  Work work = { .sink = { .bytes = g_byte_array_new () } };
  work.rows = g_try_malloc ((gsize) kb_zones_width (zones) * KB_ZONES_TILE);
  work.png = kb_png_writer_new (&work.sink);
  work.info = work.png ? png_create_info_struct (work.png) : NULL;
  gboolean ok = work.rows && work.info && encode_rows (&work, zones, &all);
  png_destroy_write_struct (&work.png, &work.info);
  g_free (work.rows);
  if (ok)
    return g_byte_array_free_to_bytes (work.sink.bytes);
  g_byte_array_unref (work.sink.bytes);
  kb_png_sink_error (&work.sink, error);
  return NULL;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
decode_palette (Work *work, KbZonesPalette *palette)
{
  png_colorp colours = NULL;
  int n = 0;
  png_get_PLTE (work->png, work->info, &colours, &n);
  *palette = (KbZonesPalette) { .n = (guint) CLAMP (n, 0, 256) };
  for (guint i = 0; i < palette->n; i++)
    palette->colours[i] =
      (guint32) colours[i].red << 16 | (guint32) colours[i].green << 8 | colours[i].blue;
}

static gboolean
decode_rows (Work *work, const KbPngHeader *header, KbZonesPalette *palette)
{
  if (setjmp (png_jmpbuf (work->png)))
    return FALSE;
  png_structp png = work->png;
  kb_png_start_reading (png, work->info, &work->source);
  png_set_packing (png);
  int passes = png_set_interlace_handling (png);
  png_read_update_info (png, work->info);
  if (png_get_rowbytes (png, work->info) != header->width
      || png_get_image_height (png, work->info) != header->height)
    png_error (png, "the rows have an unexpected form");
  if (palette)
    decode_palette (work, palette);
  work->rows = g_try_malloc ((gsize) header->width * (passes > 1 ? header->height : KB_ZONES_TILE));
  work->source.problem = NULL;
  if (!work->rows)
    return FALSE;
  work->zones = kb_zones_new (header->width, header->height, 0);
  for (int pass = 0; pass < passes; pass++)
    for (work->source.row = 0; work->source.row < header->height; work->source.row++)
      {
        guint y = work->source.row;
        gboolean is_last = y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == header->height - 1;
        guint8 *row = work->rows + (gsize) (passes > 1 ? y : y % KB_ZONES_TILE) * header->width;
        png_read_row (png, row, NULL);
        if (is_last && pass == passes - 1)
          work->zones =
            kb_zones_set_band (work->zones, y / KB_ZONES_TILE,
                               row - (gsize) (y % KB_ZONES_TILE) * header->width, header->width);
      }
  png_read_end (png, NULL);
  return TRUE;
}

/* Only the header shows which limits apply. */
static gboolean
check (const guint8 *data, gsize size, const char *name, const char *indices, KbPngHeader *header,
       GError **error)
{
  if (!kb_png_read_header (data, size, name, &row_limits, header, error))
    return FALSE;
  if (header->colour_type != PNG_COLOR_TYPE_PALETTE)
    return kb_png_fail (
      error, name, 25,
      _("this picture has no palette; expected an indexed PNG whose indices are %s"), indices);
  return kb_png_check (data, size, name, header->interlace ? &plane_limits : &row_limits, header,
                       error);
}

static KbZones *
decode (const guint8 *data, gsize size, const char *name, const char *indices,
        KbZonesPalette *palette, GError **error)
{
  KbPngHeader header;
  if (!check (data, size, name, indices, &header, error))
    return NULL;
  Work work = { .source = { .data = data, .size = size } };
  work.png = kb_png_reader_new (&work.source);
  work.info = work.png ? png_create_info_struct (work.png) : NULL;
  gboolean ok = work.info && decode_rows (&work, &header, palette);
  png_destroy_read_struct (&work.png, &work.info, NULL);
  g_free (work.rows);
  if (ok)
    return work.zones;
  kb_png_source_error (&work.source, name, &header, work.zones != NULL, error);
  kb_zones_unref (work.zones);
  return NULL;
}

KbZones *
kb_zones_decode (const guint8 *data, gsize size, const char *name, KbZonesPalette *palette,
                 GError **error)
{
  return decode (data, size, name, _("the zones"), palette, error);
}

KbZones *
kb_zones_read (const char *root, const char *path, const char *indices, KbZonesPalette *palette,
               char **sum, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &row_limits, &size, error);
  if (data && sum)
    *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data, size);
  return data ? decode ((const guint8 *) data, size, path, indices ? indices : _("the zones"),
                        palette, error)
              : NULL;
}

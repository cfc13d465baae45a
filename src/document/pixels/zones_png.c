/* SPDX-License-Identifier: MIT */
/* Painted pictures to and from indexed PNG files, row by row. */
#include "document/pixels/zones_files.h"

#include <glib/gi18n.h>
#include <string.h>
#include <zlib.h>

#include "document/pixels/picture.h"
#include "document/pixels/png_private.h"
#include "document/private.h"

#define RUNS_ONLY 3       /* Z_RLE of zlib.h: a quarter of the time, and smaller */
#define PATTERNS_LEVEL 3  /* the last level with patterns that takes no more time than runs */
#define CONFLICT_CHUNK "kbMC"  /* private, and not copied by programs that change the pixels */
#define CHUNK_AT 33             /* bytes: after the first chunk */
#define MAX_PIXELS ((guint64) KB_MAX_ZONES_SIDE * KB_MAX_ZONES_SIDE)

/* Flat areas cost nothing, however large; interlaced files are fully unpacked first. */
static const KbPngLimits row_limits = { KB_MAX_ZONES_SIDE, MAX_PIXELS, MAX_PIXELS };
static const KbPngLimits plane_limits = { KB_MAX_ZONES_SIDE, KB_MAX_PICTURE_PIXELS,
                                          KB_MAX_EASY_PIXELS };

typedef struct {
  const KbZones *zones;
  const KbZonesPalette *palette;
  guint8 *rows;          /* 64 of them */
} ZonesPngSource;

typedef struct {
  KbZones *zones;
  KbZonesPalette *palette;
  guint8 *rows;          /* 64 of them, or all of an interlaced picture */
} Target;

/* --- Writing ---------------------------------------------------------------------------------- */

static void
write_zone_rows (KbPngSink *sink, gconstpointer from)
{
  const ZonesPngSource *source = from;
  const KbZonesPalette *palette = source->palette;
  png_color colours[256] = { { 0 } };
  png_byte transparent = 0;
  guint width = kb_zones_width (source->zones), height = kb_zones_height (source->zones);
  kb_png_start_writing (sink, width, height, 8, PNG_COLOR_TYPE_PALETTE);
  if (palette->patterns)
    png_set_compression_level (sink->png, PATTERNS_LEVEL);
  else
    png_set_compression_strategy (sink->png, RUNS_ONLY);
  for (guint i = 0; i < palette->n; i++)
    colours[i] = (png_color) { palette->colours[i] >> 16 & 255, palette->colours[i] >> 8 & 255,
                              palette->colours[i] & 255 };
  png_set_PLTE (sink->png, sink->info, colours, (int) palette->n);
  png_set_tRNS (sink->png, sink->info, &transparent, 1, NULL);
  png_write_info (sink->png, sink->info);
  for (guint y = 0; y < height; y++)
    {
      if (y % KB_ZONES_TILE == 0)
        kb_zones_copy (source->zones, 0, (gint) y, width, MIN (KB_ZONES_TILE, height - y),
                       source->rows, width);
      png_write_row (sink->png, source->rows + (gsize) (y % KB_ZONES_TILE) * width);
    }
}

static GBytes *
encode_pixels (const KbZones *zones, const KbZonesPalette *palette, GError **error)
{
  guint64 counts[256];
  KbZonesPalette all = *palette;
  if (palette->grey)
    {
      g_autoptr (KbGrey) grey = kb_grey_from_zones (zones, error);
      return grey ? kb_grey_encode (grey, error) : NULL;
    }
  kb_zones_counts (zones, counts);
  all.n = MAX (all.n, 1);
  /* Values without a zone are kept; grey has no meaning */
  for (guint i = palette->n; i < 256; i++)
    {
      all.colours[i] = 0x808080;
      if (counts[i])
        all.n = i + 1;
    }
  g_autofree guint8 *rows = g_try_malloc ((gsize) kb_zones_width (zones) * KB_ZONES_TILE);
  if (rows)
    return kb_png_encode (write_zone_rows, &(ZonesPngSource) { zones, &all, rows }, error);
  return kb_fail_null (error, KB_ERROR_MACHINE, _("the PNG file could not be made: %s"),
                       _("not enough memory"));
}

/* Adds the chunk after the first one. */
GBytes *
kb_zones_encode (const KbZones *zones, const KbZonesPalette *palette, GError **error)
{
  g_autoptr (GBytes) pixels = encode_pixels (zones, palette, error);
  if (!pixels || !palette->conflict)
    return g_steal_pointer (&pixels);
  g_autoptr (GString) chunk = g_string_new (CONFLICT_CHUNK);
  kb_json_append (chunk, palette->conflict);
  const char *data = g_bytes_get_data (pixels, NULL);
  const guint32 length = GUINT32_TO_BE ((guint32) chunk->len - 4),
                sum = GUINT32_TO_BE (crc32 (0, (guint8 *) chunk->str, (uInt) chunk->len));
  g_string_prepend_len (chunk, (const char *) &length, 4);
  g_string_append_len (chunk, (const char *) &sum, 4);
  g_string_prepend_len (chunk, data, CHUNK_AT);
  g_string_append_len (chunk, data + CHUNK_AT, (gssize) g_bytes_get_size (pixels) - CHUNK_AT);
  return g_string_free_to_bytes (g_steal_pointer (&chunk));
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
decode_palette (KbPngSource *source, KbZonesPalette *palette)
{
  png_colorp colours = NULL;
  int n = 0;
  png_get_PLTE (source->png, source->info, &colours, &n);
  *palette = (KbZonesPalette) { .n = (guint) CLAMP (n, 0, 256) };
  for (guint i = 0; i < palette->n; i++)
    palette->colours[i] =
      (guint32) colours[i].red << 16 | (guint32) colours[i].green << 8 | colours[i].blue;
}

static gboolean
read_zone_rows (KbPngSource *source, const KbPngHeader *header, gpointer to)
{
  Target *target = to;
  png_set_packing (source->png);
  int passes = kb_png_start_rows (source, header, 1);
  gsize width = header->width;
  if (target->palette)
    decode_palette (source, target->palette);
  target->rows = g_try_malloc (width * (passes > 1 ? header->height : KB_ZONES_TILE));
  if (!target->rows)
    return FALSE;
  target->zones = kb_zones_new (header->width, header->height, 0);
  /* All passes but the last */
  kb_png_read_rows (source, header, passes - 1, target->rows);
  for (source->row = 0; source->row < header->height; source->row++)
    {
      guint y = source->row, in_band = y % KB_ZONES_TILE;
      guint8 *row = target->rows + (passes > 1 ? y : in_band) * width;
      png_read_row (source->png, row, NULL);
      if (in_band == KB_ZONES_TILE - 1 || y == header->height - 1)
        target->zones =
          kb_zones_set_band (target->zones, y / KB_ZONES_TILE, row - in_band * width, width);
    }
  return TRUE;
}

/* Only the header shows which limits apply. */
static gboolean
check_header (const guint8 *data, gsize size, const char *name, const char *indices,
              KbPngHeader *header, GError **error)
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
decode_zones_png (const guint8 *data, gsize size, const char *name, const char *indices,
                  KbZonesPalette *palette, GError **error)
{
  KbPngHeader header;
  if (!check_header (data, size, name, indices, &header, error))
    return NULL;
  Target target = { .palette = palette };
  if (!kb_png_decode (data, size, name, &header, read_zone_rows, &target, error))
    g_clear_pointer (&target.zones, kb_zones_unref);
  g_free (target.rows);
  return target.zones;
}

KbZones *
kb_zones_decode (const guint8 *data, gsize size, const char *name, KbZonesPalette *palette,
                 GError **error)
{
  return decode_zones_png (data, size, name, _("the zones"), palette, error);
}

KbZones *
kb_zones_read (const char *root, const char *path, const char *indices, KbZonesPalette *palette,
               char **sum, json_t **conflict, GError **error)
{
  gsize size;
  g_autofree char *data = kb_png_read_file (root, path, &row_limits, &size, error);
  if (data && sum)
    *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data, size);
  if (data && conflict && size > CHUNK_AT + 8
      && memcmp (data + CHUNK_AT + 4, CONFLICT_CHUNK, 4) == 0
      && !(*conflict = json_loadb (data + CHUNK_AT + 8, size - CHUNK_AT - 8,
                                   JSON_DISABLE_EOF_CHECK, NULL)))
    *conflict = json_object ();
  if (!data || !palette || !palette->grey)
    return data ? decode_zones_png ((const guint8 *) data, size, path,
                                    indices ? indices : _("the zones"), palette, error)
                : NULL;
  g_autoptr (KbGrey) grey = kb_grey_decode ((guint8 *) data, size, path, error);
  return grey ? kb_grey_to_zones (grey, error) : NULL;
}

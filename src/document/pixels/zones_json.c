/* SPDX-License-Identifier: MIT */
/* Tiles of painted pictures as JSON, packed. */
#include "document/pixels/zones_files.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "document/pixels/zones_private.h"
#include "document/private.h"

#define TILE_PIXELS (KB_ZONES_TILE * KB_ZONES_TILE)
#define MAX_PACKED (TILE_PIXELS + 64)   /* bytes of an incompressible tile, and a margin */
#define LEVEL 3                         /* a stroke is written while the user waits */

/* --- Writing ---------------------------------------------------------------------------------- */

static json_t *
pack_tile (GConverter *packer, const guint8 *pixels)
{
  guint8 packed[MAX_PACKED];
  gsize read, written;
  g_converter_reset (packer);
  if (g_converter_convert (packer, pixels, TILE_PIXELS, packed, sizeof packed,
                           G_CONVERTER_INPUT_AT_END, &read, &written, NULL)
      != G_CONVERTER_FINISHED)
    return NULL;
  g_autofree char *text = g_base64_encode (packed, written);
  return json_string_nocheck (text);
}

/* Pixels outside the picture are written as 0, so that the same picture has the same text. */
static void
add_tile (json_t *tiles, GConverter *packer, guint picture_width, guint picture_height, guint index,
          const guint8 *pixels, gint value)
{
  guint columns = (picture_width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  guint column = index % columns, row = index / columns;
  guint width = MIN (KB_ZONES_TILE, picture_width - column * KB_ZONES_TILE);
  guint height = MIN (KB_ZONES_TILE, picture_height - row * KB_ZONES_TILE);
  guint8 part[TILE_PIXELS];
  json_t *tile = NULL;
  if (value >= 0)
    tile = json_integer (value);
  else if (width == KB_ZONES_TILE && height == KB_ZONES_TILE)
    tile = pack_tile (packer, pixels);
  else
    {
      memset (part, 0, sizeof part);
      for (guint y = 0; y < height; y++)
        memcpy (part + y * KB_ZONES_TILE, pixels + y * KB_ZONES_TILE, width);
      tile = pack_tile (packer, part);
    }
  json_array_append_new (tiles, json_pack ("[iio]", (int) column, (int) row, tile));
}

json_t *
kb_zones_to_json (const KbZones *zones)
{
  g_autoptr (GConverter) packer =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, LEVEL));
  json_t *tiles = json_array ();
  for (guint i = 0; i < kb_zones_columns (zones) * kb_zones_rows (zones); i++)
    if (kb_zones_tile_value (zones, i) != 0)
      add_tile (tiles, packer, kb_zones_width (zones), kb_zones_height (zones), i,
                kb_zones_tile (zones, i), kb_zones_tile_value (zones, i));
  return json_pack ("{s[ii] so}", "size", (int) kb_zones_width (zones),
                    (int) kb_zones_height (zones), "tiles", tiles);
}

json_t *
kb_zones_patch_to_json (const KbZonesPatch *patch, gboolean after)
{
  g_autoptr (GConverter) packer =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, LEVEL));
  json_t *tiles = json_array ();
  guint width, height;
  kb_zones_patch_size (patch, &width, &height);
  for (guint i = 0; i < kb_zones_patch_length (patch); i++)
    {
      gint value;
      const guint8 *pixels = kb_zones_patch_pixels (patch, i, after, &value);
      add_tile (tiles, packer, width, height, kb_zones_patch_tile (patch, i), pixels, value);
    }
  return tiles;
}

static void
free_json (gpointer tiles)
{
  json_decref (tiles);
}

void
kb_zones_patch_pack (KbZonesPatch *patch)
{
  json_decref (kb_zones_patch_take (patch));
  kb_zones_patch_keep (patch, kb_zones_patch_to_json (patch, TRUE), free_json);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* `pixels` has space for one more than allowed. */
static gboolean
unpack_tile (GConverter *unpacker, const char *text, guint8 *pixels, gsize i, GError **error)
{
  gsize size, read = 0, written = 0;
  if (strlen (text) > MAX_PACKED * 2)
    return kb_input_error (error, _("tiles[%zu]: the packed tile is too long"), i);
  g_autofree guint8 *packed = g_base64_decode (text, &size);
  g_converter_reset (unpacker);
  if (size == 0
      || g_converter_convert (unpacker, packed, size, pixels, TILE_PIXELS + 1,
                              G_CONVERTER_INPUT_AT_END, &read, &written, NULL)
           != G_CONVERTER_FINISHED
      || written != TILE_PIXELS)
    return kb_input_error (error, _("tiles[%zu]: expected base64 of %d deflated bytes"), i,
                           TILE_PIXELS);
  return TRUE;
}

static gboolean
put_tile (KbZonesPainter *painter, GConverter *unpacker, const json_t *entry, gsize i,
          GError **error)
{
  const KbZones *zones = kb_zones_painter_zones (painter);
  const json_t *tile = json_array_get (entry, 2);
  json_int_t column = json_integer_value (json_array_get (entry, 0)),
             row = json_integer_value (json_array_get (entry, 1));
  guint8 pixels[TILE_PIXELS + 1];
  if (json_array_size (entry) != 3 || !json_is_integer (json_array_get (entry, 0))
      || !json_is_integer (json_array_get (entry, 1)))
    return kb_input_error (error, _("tiles[%zu]: expected [column, row, tile]"), i);
  if (column < 0 || row < 0 || column >= kb_zones_columns (zones) || row >= kb_zones_rows (zones))
    return kb_input_error (error, _("tiles[%zu]: the picture has %u x %u tiles"), i,
                           kb_zones_columns (zones), kb_zones_rows (zones));
  gint x = (gint) column * KB_ZONES_TILE, y = (gint) row * KB_ZONES_TILE;
  if (json_is_integer (tile) && json_integer_value (tile) >= 0 && json_integer_value (tile) <= 255)
    kb_zones_painter_box (painter, x, y, KB_ZONES_TILE, KB_ZONES_TILE,
                          (guint8) json_integer_value (tile));
  else if (!json_is_string (tile))
    return kb_input_error (
      error, _("tiles[%zu]: expected a value from 0 to 255 or a packed tile"), i);
  else if (!unpack_tile (unpacker, json_string_value (tile), pixels, i, error))
    return FALSE;
  else
    kb_zones_painter_copy_in (painter, x, y, KB_ZONES_TILE, KB_ZONES_TILE, pixels, NULL,
                              KB_ZONES_TILE);
  return TRUE;
}

gboolean
kb_zones_painter_put_json (KbZonesPainter *painter, const json_t *tiles, GError **error)
{
  g_autoptr (GConverter) unpacker =
    G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW));
  if (!json_is_array (tiles))
    return kb_input_error (error, _("tiles: expected [[column, row, tile], ...]"));
  for (gsize i = 0; i < json_array_size (tiles); i++)
    if (!put_tile (painter, unpacker, json_array_get (tiles, i), i, error))
      return FALSE;
  return TRUE;
}

static guint
read_side (const json_t *size, gsize i)
{
  const json_t *side = json_array_get (size, i);
  json_int_t number = json_is_integer (side) ? json_integer_value (side) : 0;
  return number >= 1 && number <= KB_MAX_ZONES_SIDE ? (guint) number : 0;
}

KbZones *
kb_zones_from_json (const json_t *value, GError **error)
{
  const json_t *size = json_object_get (value, "size"), *tiles = json_object_get (value, "tiles");
  guint width = read_side (size, 0), height = read_side (size, 1);
  if (!json_is_object (value) || json_array_size (size) != 2 || !width || !height)
    return kb_fail_null (
      error, KB_ERROR_INPUT,
      _("expected {\"size\": [w, h], \"tiles\": [...]}, with sides from 1 to %d pixels"),
      KB_MAX_ZONES_SIDE);
  g_autoptr (KbZones) zones = kb_zones_new (width, height, 0);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  if (tiles && !kb_zones_painter_put_json (painter, tiles, error))
    {
      kb_zones_painter_cancel (painter);
      return NULL;
    }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return patch ? kb_zones_apply (g_steal_pointer (&zones), patch, TRUE) : g_steal_pointer (&zones);
}

KbZones *
kb_zones_with_other (KbZones *zones, const json_t *value, GError **error)
{
  const json_t *tiles = json_object_get (value, "keep");
  g_autoptr (KbZones) other = kb_zones_from_json (value, error);
  if (!other || !tiles)
    return g_steal_pointer (&other);
  if (!kb_zones_same_size (zones, other))
    return kb_fail_null (error, KB_ERROR_INPUT, _("what is painted here has changed since"));
  g_autoptr (KbZones) all = kb_zones_new (kb_zones_width (zones), kb_zones_height (zones), 1);
  KbZonesPainter *keep = kb_zones_painter_new (all), *painter = kb_zones_painter_new (zones);
  const gboolean ok = kb_zones_painter_put_json (keep, tiles, error);
  KB_EACH_JSON (tile, ok ? tiles : NULL)
    {
      const gint x = (gint) json_integer_value (json_array_get (tile, 0)),
                 y = (gint) json_integer_value (json_array_get (tile, 1));
      const guint i = (guint) y * kb_zones_columns (zones) + (guint) x;
      kb_zones_painter_copy_in (painter, x * KB_ZONES_TILE, y * KB_ZONES_TILE, KB_ZONES_TILE,
                                KB_ZONES_TILE, kb_zones_tile (other, i),
                                kb_zones_painter_tile (keep, i), KB_ZONES_TILE);
    }
  kb_zones_painter_cancel (keep);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return !ok     ? NULL
         : patch ? kb_zones_apply (kb_zones_ref (zones), patch, TRUE)
                 : kb_zones_ref (zones);
}

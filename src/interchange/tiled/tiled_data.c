/* SPDX-License-Identifier: MIT */
/* CSV, XML, base64; zlib, gzip, Zstandard. */
#include "interchange/tiled/tiled_tree.h"

#include <glib/gi18n.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "document/edits/cells.h"
#include "interchange/formats.h"

#define STRIP_CELLS 65536    /* number of cells passed on at a time */

/* Collects rows in a strip, which is passed on when it is full. */
typedef struct {
  const KbTiledNode *node;
  KbTiledTake take;
  gpointer user;
  /* A row's tiles; wanted and size are bytes: all, and those so far, at most one more than
   * wanted */
  gsize width, wanted, size;
  gsize at, room;              /* bytes in the strip, and its capacity */
  guint32 *strip;              /* little endian; has one more cell, for an extra byte */
} Sink;

static gboolean
fail_count (const KbTiledNode *node, gsize n, gboolean more, gsize got, GError **error)
{
  return more ? kb_tiled_fail (
           node, NULL, error,
           _("there are more than the %zu tiles of its size"), n)
              : kb_tiled_fail (node, NULL, error,
                               ngettext ("there is %zu tile, expected %zu by its size",
                                         "there are %zu tiles, expected %zu by its size",
                                         got),
                               got, n);
}

static gboolean
is_over (const Sink *sink)
{
  return sink->size > sink->wanted;
}

/* Where the next bytes go, and how many. If all wanted bytes are there, one, to detect extra
 * bytes. */
static guint8 *
next_room (Sink *sink, gsize *n)
{
  *n = sink->size < sink->wanted ? MIN (sink->room - sink->at, sink->wanted - sink->size) : 1;
  return (guint8 *) sink->strip + sink->at;
}

/* Notes that n bytes were written there. */
static gboolean
note_written (Sink *sink, gsize n, GError **error)
{
  sink->size += n;
  sink->at += n;
  if (is_over (sink) || !sink->at || (sink->at < sink->room && sink->size < sink->wanted))
    return TRUE;
  const gsize cells = sink->at / 4, row = (sink->size - sink->at) / 4 / sink->width;
  for (gsize i = 0; i < cells; i++)
    sink->strip[i] = GUINT32_FROM_LE (sink->strip[i]);
  sink->at = 0;
  return sink->take (sink->user, (guint) row, (guint) (cells / sink->width), sink->strip, error);
}

/* Checks the number of tiles. */
static gboolean
check_cell_count (const Sink *sink, gboolean ok, GError **error)
{
  return ok
         && (sink->size == sink->wanted
             || fail_count (sink->node, sink->wanted / 4, is_over (sink), sink->size / 4, error));
}

/* Reads zlib or gzip, detected from the stream. */
static gboolean
inflate_tiles (Sink *sink, const guint8 *packed, gsize length, GError **error)
{
  z_stream stream = { .next_in = (Bytef *) packed, .avail_in = (uInt) MIN (length, G_MAXUINT32) };
  int status = inflateInit2 (&stream, 15 + 32);
  gboolean ok = status == Z_OK;
  while (ok && status == Z_OK && !is_over (sink))
    {
      gsize room;
      stream.next_out = next_room (sink, &room);
      stream.avail_out = (uInt) room;
      status = inflate (&stream, Z_NO_FLUSH);
      ok = note_written (sink, room - stream.avail_out, error);
    }
  if (ok && status != Z_STREAM_END && !is_over (sink))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"),
                        stream.msg ? stream.msg : zError (status));
  else if (ok && !is_over (sink) && stream.avail_in)
    ok = kb_tiled_fail (sink->node, NULL, error, _("bytes after the packed tiles: %u"),
                        stream.avail_in);
  inflateEnd (&stream);
  return check_cell_count (sink, ok, error);
}

static gboolean
unzstd_tiles (Sink *sink, const guint8 *packed, gsize length, GError **error)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  ZSTD_inBuffer in = { packed, length, 0 };
  gsize status = 1, before;
  gboolean ok = stream != NULL, moved = TRUE;
  while (ok && status && !ZSTD_isError (status) && !is_over (sink) && moved)
    {
      gsize room;
      ZSTD_outBuffer out = { .dst = next_room (sink, &room) };
      out.size = room;
      before = in.pos;
      status = ZSTD_decompressStream (stream, &out, &in);
      moved = in.pos > before || out.pos > 0;
      ok = note_written (sink, out.pos, error);
    }
  if (ok && ZSTD_isError (status))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"),
                        ZSTD_getErrorName (status));
  else if (ok && status && !is_over (sink))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"),
                        _("the end is missing"));
  else if (ok && !is_over (sink) && in.pos < in.size)
    ok = kb_tiled_fail (sink->node, NULL, error, _("bytes after the packed tiles: %u"),
                        (guint) (in.size - in.pos));
  ZSTD_freeDStream (stream);
  return check_cell_count (sink, ok, error);
}

static gboolean
copy_tiles (Sink *sink, const guint8 *plain, gsize length, GError **error)
{
  gboolean ok = TRUE;
  if (length != sink->wanted)
    return fail_count (sink->node, sink->wanted / 4, length > sink->wanted, length / 4, error);
  while (ok && sink->size < sink->wanted)
    {
      gsize room;
      guint8 *to = next_room (sink, &room);
      memcpy (to, plain + sink->size, room);
      ok = note_written (sink, room, error);
    }
  return ok;
}

static const struct {
  const char *name;
  gboolean (*unpack) (Sink *sink, const guint8 *packed, gsize length, GError **error);
} packings[] = {
  { "", copy_tiles }, { "zlib", inflate_tiles }, { "gzip", inflate_tiles }, { "zstd", unzstd_tiles }
};

/* Decodes strictly; NULL and an error for other text. GLib's decoder skips bytes that it does not
 * know. */
static guint8 *
from_base64 (const KbTiledNode *node, gsize *length, GError **error)
{
  const char *text = node->text ? node->text->str : "";
  g_autoptr (GString) clean = g_string_sized_new (node->text ? node->text->len : 1);
  gboolean ended = FALSE;
  for (const char *p = text; *p; p++)
    {
      if (g_ascii_isspace (*p))
        continue;
      ended |= *p == '=';
      if (!(g_ascii_isalnum (*p) || *p == '+' || *p == '/' || *p == '=') || (ended && *p != '='))
        return kb_null (
          kb_tiled_fail (node, NULL, error, _("byte %u is not base64"), (guint) (p - text)));
      g_string_append_c (clean, *p);
    }
  if (clean->len % 4)
    return kb_null (kb_tiled_fail (node, NULL, error,
                                   _("the base64 is cut off: its length is no multiple of 4")));
  *length = 0;
  return clean->len ? g_base64_decode (clean->str, length) : g_malloc0 (1);
}

static gboolean
read_base64 (Sink *sink, const KbTiledNode *data, GError **error)
{
  const char *compression = kb_tiled_get (data, "compression");
  guint packing = 0;
  while (packing < G_N_ELEMENTS (packings)
         && strcmp (packings[packing].name, compression ? compression : "") != 0)
    packing++;
  if (packing == G_N_ELEMENTS (packings))
    return kb_tiled_fail (data, "compression", error,
                          _("'%.40s' is unknown; expected zlib, gzip or zstd"), compression);
  gsize length;
  g_autofree guint8 *packed = from_base64 (sink->node, &length, error);
  return packed && packings[packing].unpack (sink, packed, length, error);
}

/* Adds a wanted tile. */
static gboolean
put_tile (Sink *sink, guint32 tile, GError **error)
{
  gsize room;
  guint8 *to = next_room (sink, &room);
  tile = GUINT32_TO_LE (tile);
  memcpy (to, &tile, sizeof tile);
  return note_written (sink, sizeof tile, error);
}

static gboolean
read_csv (Sink *sink, GError **error)
{
  const KbTiledNode *node = sink->node;
  const char *text = node->text ? node->text->str : "", *p = text + strspn (text, " \t\r\n");
  gsize n = 0;
  for (; *p && n <= sink->wanted / 4; n++)
    {
      char *end;
      guint64 gid = g_ascii_isdigit (*p) ? g_ascii_strtoull (p, &end, 10) : G_MAXUINT64;
      if (gid > G_MAXUINT32)
        return kb_tiled_fail (node, NULL, error,
                              _("tile %u: expected a whole number of 32 bits, got '%.*s'"),
                              (guint) n, (int) MIN (strcspn (p, ", \t\r\n"), 20), p);
      if (n < sink->wanted / 4 && !put_tile (sink, (guint32) gid, error))
        return FALSE;
      p = end + strspn (end, " \t\r\n");
      if (*p != ',' && *p)
        return kb_tiled_fail (node, NULL, error, _("tile %u: expected a comma, got '%.*s'"),
                              (guint) n + 1, (int) MIN (strcspn (p, ", \t\r\n"), 20), p);
      p += *p == ',';
      p += strspn (p, " \t\r\n");
    }
  return n == sink->wanted / 4
         || fail_count (node, sink->wanted / 4, n > sink->wanted / 4, n, error);
}

static gboolean
read_listed (Sink *sink, GError **error)
{
  const GArray *tiles = sink->node->tiles;
  gboolean ok = TRUE;
  if (!tiles || tiles->len != sink->wanted / 4)
    return fail_count (sink->node, sink->wanted / 4, tiles && tiles->len > sink->wanted / 4,
                       tiles ? tiles->len : 0, error);
  for (guint i = 0; ok && i < tiles->len; i++)
    ok = put_tile (sink, g_array_index (tiles, guint32, i), error);
  return ok;
}

gboolean
kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, guint width, guint height,
                     KbTiledTake take, gpointer user, GError **error)
{
  const char *encoding = kb_tiled_get (data, "encoding");
  const gsize rows = MAX (STRIP_CELLS / width, 1);
  Sink sink = { .node = node,
                .take = take,
                .user = user,
                .width = width,
                .wanted = (gsize) width * height * 4,
                .room = MIN (rows, height) * width * 4 };
  gboolean ok;
  sink.strip = g_malloc (sink.room + sizeof (guint32));
  if (node->tiles || !encoding || !*encoding)
    ok = read_listed (&sink, error);
  else if (strcmp (encoding, "csv") == 0)
    ok = read_csv (&sink, error);
  else if (strcmp (encoding, "base64") == 0)
    ok = read_base64 (&sink, data, error);
  else
    ok = kb_tiled_fail (data, "encoding", error, _("'%.40s' is unknown; expected csv or base64"),
                        encoding);
  g_free (sink.strip);
  return ok;
}

/* --- How many --------------------------------------------------------------------------------- */

gboolean
kb_tiled_has_tiles (const KbTiledNode *data)
{
  return data->tiles || data->text || kb_tiled_get (data, "encoding");
}

static gboolean
count_map_cells (const KbTiledNode *node, const gint *width, const gint *height, gsize most,
             gsize *n, GError **error)
{
  gint w, h;
  if (!kb_tiled_int (node, "width", 1, KB_MAX_CELLS, width, &w, error)
      || !kb_tiled_int (node, "height", 1, KB_MAX_CELLS, height, &h, error))
    return FALSE;
  const gsize cells = (gsize) w * (gsize) h;
  if (cells > most - *n)
    return kb_tiled_fail (node, NULL, error, _("the layers have more than %u cells"), (guint) most);
  *n += cells;
  return TRUE;
}

gboolean
kb_tiled_count_cells (const KbTiledNode *parent, gint width, gint height, gsize most, gsize *n,
                      GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; ok && i < kb_tiled_n (parent); i++)
    {
      const KbTiledNode *node = kb_tiled_at (parent, i);
      const KbTiledNode *data = kb_tiled_is (node, "layer") ? kb_tiled_child (node, "data") : NULL;
      const gsize before = *n;
      if (kb_tiled_is (node, "group"))
        ok = kb_tiled_count_cells (node, width, height, most, n, error);
      for (guint k = 0; data && ok && k < kb_tiled_n (data); k++)
        if (kb_tiled_is (kb_tiled_at (data, k), "chunk"))
          ok = count_map_cells (kb_tiled_at (data, k), NULL, NULL, most, n, error);
      if (data && ok && *n == before && kb_tiled_has_tiles (data))
        ok = count_map_cells (node, &width, &height, most, n, error);
    }
  return ok;
}

/* SPDX-License-Identifier: MIT */
/* CSV, XML, base64; zlib, gzip, Zstandard. */
#include "interchange/tiled_data.h"

#include <glib/gi18n.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "interchange/formats.h"

#define BLOCK ((gsize) 1 << 16)

/* What comes out, up to one byte more than there should be. */
typedef struct {
  const KbTiledNode *node;
  gsize wanted, size, room;
  guint8 *bytes;
} Sink;

static gboolean
fail_count (const KbTiledNode *node, gsize n, gboolean more, gsize got, GError **error)
{
  return more ? kb_tiled_fail (node, NULL, error, _("there are more than the %" G_GSIZE_FORMAT " tiles that its size tells"), n)
              : kb_tiled_fail (node, NULL, error,
                               ngettext ("there is %" G_GSIZE_FORMAT " tile, expected %" G_GSIZE_FORMAT " by its size",
                                         "there are %" G_GSIZE_FORMAT " tiles, expected %" G_GSIZE_FORMAT " by its size", got), got, n);
}

/* Room for more bytes; FALSE where there is none. */
static gboolean
make_room (Sink *sink, GError **error)
{
  if (sink->size < sink->room)
    return TRUE;
  gsize room = MIN (sink->wanted + 1, MAX (sink->room * 2, BLOCK));
  guint8 *bytes = g_try_realloc (sink->bytes, room);
  if (!bytes)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, _("%s: there is not enough memory"), kb_tiled_path (sink->node));
      return FALSE;
    }
  sink->bytes = bytes;
  sink->room = room;
  return TRUE;
}

static gboolean
is_over (const Sink *sink)
{
  return sink->size > sink->wanted;
}

/* Of the size that they should be, or an error. */
static guint8 *
finish (Sink *sink, gboolean ok, GError **error)
{
  if (ok && sink->size != sink->wanted)
    ok = fail_count (sink->node, sink->wanted / 4, is_over (sink), sink->size / 4, error);
  if (!ok)
    g_clear_pointer (&sink->bytes, g_free);
  return sink->bytes;
}

/* Either of both: the stream itself tells. */
static guint8 *
inflate_tiles (Sink *sink, const guint8 *packed, gsize length, GError **error)
{
  z_stream stream = { .next_in = (Bytef *) packed, .avail_in = (uInt) MIN (length, G_MAXUINT32) };
  int status = inflateInit2 (&stream, 15 + 32);
  gboolean ok = status == Z_OK;
  while (ok && status == Z_OK && !is_over (sink) && (ok = make_room (sink, error)))
    {
      gsize room = MIN (sink->room - sink->size, (gsize) G_MAXINT);
      stream.next_out = sink->bytes + sink->size;
      stream.avail_out = (uInt) room;
      status = inflate (&stream, Z_NO_FLUSH);
      sink->size += room - stream.avail_out;
    }
  if (ok && status != Z_STREAM_END && !is_over (sink))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"),
                        stream.msg ? stream.msg : zError (status));
  else if (ok && !is_over (sink) && stream.avail_in)
    ok = kb_tiled_fail (sink->node, NULL, error, _("there are %u bytes behind the packed tiles"), stream.avail_in);
  inflateEnd (&stream);
  return finish (sink, ok, error);
}

static guint8 *
unzstd_tiles (Sink *sink, const guint8 *packed, gsize length, GError **error)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  ZSTD_inBuffer in = { packed, length, 0 };
  gsize status = 1, before;
  gboolean ok = stream != NULL, moved = TRUE;
  while (ok && status && !ZSTD_isError (status) && !is_over (sink) && moved && (ok = make_room (sink, error)))
    {
      ZSTD_outBuffer out = { sink->bytes, sink->room, sink->size };
      before = in.pos;
      status = ZSTD_decompressStream (stream, &out, &in);
      moved = in.pos > before || out.pos > sink->size;
      sink->size = out.pos;
    }
  if (ok && ZSTD_isError (status))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"), ZSTD_getErrorName (status));
  else if (ok && status && !is_over (sink))
    ok = kb_tiled_fail (sink->node, NULL, error, _("the packed tiles are damaged or cut off: %s"), _("the end is missing"));
  else if (ok && !is_over (sink) && in.pos < in.size)
    ok = kb_tiled_fail (sink->node, NULL, error, _("there are %u bytes behind the packed tiles"), (guint) (in.size - in.pos));
  ZSTD_freeDStream (stream);
  return finish (sink, ok, error);
}

static guint8 *
copy_tiles (Sink *sink, const guint8 *plain, gsize length, GError **error)
{
  sink->size = length;
  if (length == sink->wanted)
    sink->bytes = g_memdup2 (plain, length);
  return finish (sink, TRUE, error);
}

static const struct {
  const char *name;
  guint8 *(*unpack) (Sink *sink, const guint8 *packed, gsize length, GError **error);
} packings[] = { { "", copy_tiles }, { "zlib", inflate_tiles }, { "gzip", inflate_tiles }, { "zstd", unzstd_tiles } };

/* The bytes; NULL and an error for what is no base64. GLib's own reading passes over what it does not know. */
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
        {
          kb_tiled_fail (node, NULL, error, _("byte %u is not base64"), (guint) (p - text));
          return NULL;
        }
      g_string_append_c (clean, *p);
    }
  if (clean->len % 4)
    {
      kb_tiled_fail (node, NULL, error, _("the base64 is cut off: its length is no multiple of 4"));
      return NULL;
    }
  *length = 0;
  return clean->len ? g_base64_decode (clean->str, length) : g_malloc0 (1);
}

static guint32 *
read_base64 (const KbTiledNode *data, const KbTiledNode *node, gsize n, GError **error)
{
  const char *compression = kb_tiled_get (data, "compression");
  guint packing = 0;
  while (packing < G_N_ELEMENTS (packings) && strcmp (packings[packing].name, compression ? compression : "") != 0)
    packing++;
  if (packing == G_N_ELEMENTS (packings))
    {
      kb_tiled_fail (data, "compression", error, _("'%.40s' is unknown; expected zlib, gzip or zstd"), compression);
      return NULL;
    }
  gsize length;
  g_autofree guint8 *packed = from_base64 (node, &length, error);
  Sink sink = { .node = node, .wanted = n * 4 };
  guint8 *bytes = packed ? packings[packing].unpack (&sink, packed, length, error) : NULL;
  guint32 *tiles = (guint32 *) (gpointer) bytes;
  for (gsize i = 0; tiles && i < n; i++)
    tiles[i] = GUINT32_FROM_LE (tiles[i]);
  return tiles;
}

static guint32 *
read_csv (const KbTiledNode *node, gsize n, GError **error)
{
  const char *text = node->text ? node->text->str : "", *p = text + strspn (text, " \t\r\n");
  g_autoptr (GArray) tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  while (*p && tiles->len <= n)
    {
      char *end;
      guint64 gid = g_ascii_isdigit (*p) ? g_ascii_strtoull (p, &end, 10) : G_MAXUINT64;
      guint32 tile = (guint32) gid;
      if (gid > G_MAXUINT32)
        {
          kb_tiled_fail (node, NULL, error, _("tile %u: expected a whole number of 32 bits, got '%.*s'"), tiles->len,
                         (int) MIN (strcspn (p, ", \t\r\n"), 20), p);
          return NULL;
        }
      g_array_append_val (tiles, tile);
      p = end + strspn (end, " \t\r\n");
      if (*p != ',' && *p)
        {
          kb_tiled_fail (node, NULL, error, _("tile %u: expected a comma, got '%.*s'"), tiles->len,
                         (int) MIN (strcspn (p, ", \t\r\n"), 20), p);
          return NULL;
        }
      p += *p == ',';
      p += strspn (p, " \t\r\n");
    }
  if (tiles->len == n)
    return g_array_steal (tiles, NULL);
  fail_count (node, n, tiles->len > n, tiles->len, error);
  return NULL;
}

guint32 *
kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, gsize n, GError **error)
{
  const char *encoding = kb_tiled_get (data, "encoding");
  gsize listed = node->tiles ? node->tiles->len : 0;
  if (node->tiles && listed == n)
    return g_memdup2 (node->tiles->data, n * sizeof (guint32));
  if (node->tiles || !encoding || !*encoding)
    {
      fail_count (node, n, listed > n, listed, error);
      return NULL;
    }
  if (strcmp (encoding, "csv") == 0)
    return read_csv (node, n, error);
  if (strcmp (encoding, "base64") == 0)
    return read_base64 (data, node, n, error);
  kb_tiled_fail (data, "encoding", error, _("'%.40s' is unknown; expected csv or base64"), encoding);
  return NULL;
}

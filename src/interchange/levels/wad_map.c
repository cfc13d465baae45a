/* SPDX-License-Identifier: MIT */
/* Reads one map of a WAD, by a table of its lumps. Each is a list of records of one size. Hexen's
 * format has longer records of lines and things; wad_text.c reads UDMF. */
#include "interchange/levels/wad_private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "interchange/formats.h"

/* Per map: it has at most 11, and other programs may append as many again */
#define MOST_LUMPS 16

typedef enum { VERTICES, SECTORS, SIDES, LINES, THINGS, SEGS, LEAVES, NODES, N_LISTS } List;

typedef struct {
  const KbWad *wad;
  KbWadMap *map;
  const KbWadLump *lumps[N_LISTS];   /* or NULL */
  const KbWadLump *text;             /* of UDMF; or NULL */
  gboolean hexen;
  List list;                         /* the list being read, and the position in it */
  gsize at;
} Reader;

static guint
load_u16 (const guint8 *p)
{
  return p[0] | (guint) p[1] << 8;
}

static gint
load_i16 (const guint8 *p)
{
  return (gint16) load_u16 (p);
}

/* --- Records ---------------------------------------------------------------------------------- */

static gboolean
fail_record (const Reader *reader, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail_record (const Reader *reader, GError **error, const char *format, ...)
{
  const KbWadLump *lump = reader->lumps[reader->list];
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return kb_import_fail (error, reader->wad->path,
                         _("byte %zu: %s of the map %s: %s"),
                         lump->offset + reader->at, lump->name, reader->map->name, what);
}

static gboolean
check_index (const Reader *reader, const char *what, guint index, guint n, GError **error)
{
  return index < n || fail_record (reader, error, _("%s %u of %u"), what, index, n);
}

static gboolean
read_vertex (Reader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
{
  reader->map->vertices[i] = (KbWadVertex) { load_i16 (p), load_i16 (p + 2) };
  return TRUE;
}

static gboolean
read_sector (Reader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
{
  KbWadSector *sector = &reader->map->sectors[i];
  *sector = (KbWadSector) { .floor = load_i16 (p),
                           .ceiling = load_i16 (p + 2),
                           .light = load_i16 (p + 20),
                           .special = load_u16 (p + 22),
                           .tag = load_u16 (p + 24) };
  kb_wad_name (p + 4, sector->floor_picture);
  kb_wad_name (p + 12, sector->ceiling_picture);
  return TRUE;
}

static gboolean
read_side (Reader *reader, const guint8 *p, guint i, GError **error)
{
  KbWadSide *side = &reader->map->sides[i];
  *side = (KbWadSide) { .x = load_i16 (p), .y = load_i16 (p + 2), .sector = load_u16 (p + 28) };
  kb_wad_name (p + 4, side->upper);
  kb_wad_name (p + 12, side->lower);
  kb_wad_name (p + 20, side->middle);
  return check_index (reader, _("sector"), side->sector, reader->map->n_sectors, error);
}

static guint
load_side (const guint8 *p)
{
  return load_u16 (p) == 0xffff ? KB_WAD_NONE : load_u16 (p);
}

static gboolean
read_line (Reader *reader, const guint8 *p, guint i, GError **error)
{
  const KbWadMap *map = reader->map;
  const guint8 *sides = p + (reader->hexen ? 12 : 10);
  KbWadLine line = { load_u16 (p), load_u16 (p + 2), load_u16 (p + 4),
                     reader->hexen ? p[6] : load_u16 (p + 6), reader->hexen ? 0 : load_u16 (p + 8),
                     load_side (sides), load_side (sides + 2) };
  map->lines[i] = line;
  return check_index (reader, _("vertex"), line.from, map->n_vertices, error)
         && check_index (reader, _("vertex"), line.to, map->n_vertices, error)
         && (line.right == KB_WAD_NONE
             || check_index (reader, _("side"), line.right, map->n_sides, error))
         && (line.left == KB_WAD_NONE
             || check_index (reader, _("side"), line.left, map->n_sides, error));
}

static gboolean
read_thing (Reader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
{
  if (reader->hexen)
    {
      kb_messages_lose (reader->map->losses, "thing.id", load_u16 (p) != 0);
      kb_messages_lose (reader->map->losses, "thing.special", p[14] != 0);
      reader->map->things[i] = (KbWadThing) { load_i16 (p + 2), load_i16 (p + 4), load_i16 (p + 8),
                                             load_u16 (p + 10), load_u16 (p + 12) };
      return TRUE;
    }
  reader->map->things[i] = (KbWadThing) { load_i16 (p), load_i16 (p + 2), load_i16 (p + 4),
                                         load_u16 (p + 6), load_u16 (p + 8) };
  return TRUE;
}

static gboolean
read_seg (Reader *reader, const guint8 *p, guint i, GError **error)
{
  const KbWadMap *map = reader->map;
  KbWadSeg seg = { load_u16 (p), load_u16 (p + 2), load_u16 (p + 6), load_u16 (p + 8) };
  map->segs[i] = seg;
  return check_index (reader, _("vertex"), seg.from, map->n_vertices, error)
         && check_index (reader, _("vertex"), seg.to, map->n_vertices, error)
         && check_index (reader, _("line"), seg.line, map->n_lines, error)
         && check_index (reader, _("side"), seg.side, 2, error);
}

static gboolean
read_leaf (Reader *reader, const guint8 *p, guint i, GError **error)
{
  KbWadLeaf leaf = { load_u16 (p), load_u16 (p + 2) };
  reader->map->leaves[i] = leaf;
  return leaf.n == 0
         || check_index (reader, _("seg"), leaf.first + leaf.n - 1, reader->map->n_segs, error);
}

static gboolean
check_child (const Reader *reader, guint child, guint i, GError **error)
{
  return child & KB_WAD_LEAF
           ? check_index (reader, _("leaf"), child & ~KB_WAD_LEAF, reader->map->n_leaves, error)
           : check_index (reader, _("node before it"), child, i, error);
}

static gboolean
read_node (Reader *reader, const guint8 *p, guint i, GError **error)
{
  KbWadNode node = { load_i16 (p),     load_i16 (p + 2),  load_i16 (p + 4),
                     load_i16 (p + 6), load_u16 (p + 24), load_u16 (p + 26) };
  reader->map->nodes[i] = node;
  return check_child (reader, node.right, i, error) && check_child (reader, node.left, i, error);
}

/* In reading order: records that others point to come first. */
static const struct {
  const char *name;
  guint record, hexen;       /* sizes in bytes */
  gsize item, list, count;   /* size of a struct; offsets in KbWadMap */
  gboolean (*read) (Reader *reader, const guint8 *p, guint i, GError **error);
} lists[N_LISTS] = {
#define LIST(name, record, hexen, list, read) \
  { name, record, hexen, sizeof *((KbWadMap *) 0)->list, G_STRUCT_OFFSET (KbWadMap, list), \
    G_STRUCT_OFFSET (KbWadMap, n_##list), read }
  LIST ("VERTEXES", 4, 4, vertices, read_vertex),
  LIST ("SECTORS", 26, 26, sectors, read_sector),
  LIST ("SIDEDEFS", 30, 30, sides, read_side),
  LIST ("LINEDEFS", 14, 16, lines, read_line),
  LIST ("THINGS", 10, 20, things, read_thing),
  LIST ("SEGS", 12, 12, segs, read_seg),
  LIST ("SSECTORS", 4, 4, leaves, read_leaf),
  LIST ("NODES", 28, 28, nodes, read_node),
#undef LIST
};

/* --- Lumps ------------------------------------------------------------------------------------ */

/* Reports a missing lump, at the lump that may be it: one unknown to maps, else the map's own. */
static gboolean
fail_missing (const Reader *reader, const char *missing, const KbWadLump *map,
              const KbWadLump *unknown, GError **error)
{
  if (unknown)
    return kb_import_fail (
      error, reader->wad->path,
      _("byte %zu: the map %s: there is no lump %s; %s, which is there, is none of a map"),
      unknown->entry, map->name, missing, unknown->name);
  return kb_import_fail (error, reader->wad->path,
                         _("byte %zu: the map %s: there is no lump %s"),
                         map->entry, map->name, missing);
}

/* Finds the lumps up to the next map, or to a repeated one. Unknown lumps may be between them. */
static gboolean
find_lumps (Reader *reader, guint start, guint end, GError **error)
{
  const GArray *lumps = reader->wad->lumps;
  const KbWadLump *unknown = NULL;
  for (guint i = start + 1; i < MIN (end, start + 1 + MOST_LUMPS); i++)
    {
      const KbWadLump *lump = &g_array_index (lumps, KbWadLump, i);
      guint list = 0;
      if (!kb_wad_is_map_lump (lump->name))
        {
          unknown = unknown ? unknown : lump;
          continue;
        }
      if (strcmp (lump->name, "TEXTMAP") == 0)
        {
          reader->text = lump;
          return TRUE;
        }
      reader->hexen |= strcmp (lump->name, "BEHAVIOR") == 0;
      while (list < N_LISTS && strcmp (lists[list].name, lump->name) != 0)
        list++;
      if (list < N_LISTS && reader->lumps[list])
        break;
      if (list < N_LISTS)
        reader->lumps[list] = lump;
    }
  for (guint list = 0; list <= THINGS; list++)
    if (!reader->lumps[list])
      return fail_missing (reader, lists[list].name, &g_array_index (lumps, KbWadLump, start),
                           unknown, error);
  return TRUE;
}

static gboolean
read_list (Reader *reader, List list, GError **error)
{
  const KbWadLump *lump = reader->lumps[list];
  guint record = reader->hexen ? lists[list].hexen : lists[list].record;
  reader->list = list;
  reader->at = 0;
  if (lump->size % record)
    return fail_record (
      reader, error, _("%zu bytes are not a whole number of records of %u bytes"),
      lump->size, record);
  guint n = (guint) (lump->size / record);
  G_STRUCT_MEMBER (gpointer, reader->map, lists[list].list) = g_malloc0_n (n + 1, lists[list].item);
  for (guint i = 0; i < n; i++, reader->at += record)
    if (!lists[list].read (reader, reader->wad->data + lump->offset + reader->at, i, error))
      return FALSE;
  G_STRUCT_MEMBER (guint, reader->map, lists[list].count) = n;
  return TRUE;
}

/* Other programs leave the lumps of the tree empty, or store their own: "XNOD", "xNd4", "gNd2". */
static gboolean
has_tree (const Reader *reader)
{
  for (guint list = SEGS; list < N_LISTS; list++)
    {
      const KbWadLump *lump = reader->lumps[list];
      const char *start = lump ? (const char *) reader->wad->data + lump->offset : NULL;
      if (!lump || lump->size < 4 || strncmp (start + 1, "NOD", 3) == 0
          || strncmp (start + 1, "GLN", 3) == 0 || strncmp (start, "xNd", 3) == 0
          || strncmp (start, "gNd", 3) == 0)
        return FALSE;
    }
  return TRUE;
}

KbWadMap *
kb_wad_map_read (const KbWad *wad, guint index, gboolean tree, GError **error)
{
  Reader reader = { .wad = wad, .map = g_new0 (KbWadMap, 1) };
  *reader.map = (KbWadMap){ .name = g_strdup (kb_wad_map_name (wad, index)),
                            .unit = 1,
                            .losses = kb_messages_new () };
  guint end =
    index + 1 < wad->maps->len ? g_array_index (wad->maps, guint, index + 1) : wad->lumps->len;
  gboolean ok = find_lumps (&reader, g_array_index (wad->maps, guint, index), end, error);
  reader.map->zdoom_sectors = reader.map->other_things = reader.hexen;
  if (ok && reader.text)
    ok = kb_wad_text_read (wad, reader.text, reader.map, error);
  guint n_lists = reader.text ? 0 : tree && ok && has_tree (&reader) ? N_LISTS : SEGS;
  for (guint list = 0; ok && list < n_lists; list++)
    ok = read_list (&reader, (List) list, error);
  if (!ok)
    g_clear_pointer (&reader.map, kb_wad_map_free);
  return reader.map;
}

void
kb_wad_map_free (KbWadMap *map)
{
  if (!map)
    return;
  for (guint list = 0; list < N_LISTS; list++)
    g_free (G_STRUCT_MEMBER (gpointer, map, lists[list].list));
  g_ptr_array_unref (map->losses);
  g_free (map->name);
  g_free (map);
}

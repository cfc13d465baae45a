/* SPDX-License-Identifier: MIT */
/* Reads one map of a WAD, by a table of its lumps. Each is a list of records of one size. Hexen's
 * format has longer records of lines and things; wad_map.c reads UDMF. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/levels/wad_private.h"
#include "interchange/readers/readers.h"

/* ---- wad text ---- */

/* Reads a map in UDMF, which is text: "vertex { x = 1.5; y = -8.0; }". Blocks of a kind are
 * numbered in their order, and may be named before they come. Fields without a use are counted by
 * name. */

#define UNIT 256
#define WAD_MOST_KINDS 100           /* of fields that are left out */
#define MOST_BLOCKS (1u << 21)   /* of a kind */
#define FARTHEST 32768           /* coordinate, in pixels */
#define WAD_WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.+-"

typedef enum { WAD_VERTEX, SECTOR, WAD_SIDE, WAD_LINE, THING, N_BLOCKS } Block;

/* How a field's value is stored. SET and CLEAR change bits of a number. */
typedef enum { COORDINATE, NUMBER, PICTURE, SET, CLEAR } Use;

typedef struct {
  const char *name;
  Use use;
  gboolean needed;
  gsize offset;          /* in the block's struct */
  guint bits;
} Field;

/* The current token is at `token`: a name 'a', a number '0', a text '"', a character, or 0. The
 * text ends with a NUL. */
typedef struct {
  const char *path, *start, *token, *next;
  char type;
  KbWadMap *map;
  GArray *lists[N_BLOCKS], *places[N_BLOCKS];   /* the structs, and gsize: their positions */
} WadMapText;

#define WAD_AT(type, member) G_STRUCT_OFFSET (type, member)

static const Field vertex_fields[] = {
  { "x", COORDINATE, TRUE, WAD_AT (KbWadVertex, x), 0 },
  { "y", COORDINATE, TRUE, WAD_AT (KbWadVertex, y), 0 },
  { NULL },
};

static const Field sector_fields[] = {
  { "texturefloor", PICTURE, FALSE, WAD_AT (KbWadSector, floor_picture), 0 },
  { "textureceiling", PICTURE, FALSE, WAD_AT (KbWadSector, ceiling_picture), 0 },
  { "heightfloor", NUMBER, FALSE, WAD_AT (KbWadSector, floor), 0 },
  { "heightceiling", NUMBER, FALSE, WAD_AT (KbWadSector, ceiling), 0 },
  { "lightlevel", NUMBER, FALSE, WAD_AT (KbWadSector, light), 0 },
  { "special", NUMBER, FALSE, WAD_AT (KbWadSector, special), 0 },
  { "id", NUMBER, FALSE, WAD_AT (KbWadSector, tag), 0 },
  { "damageamount", NUMBER, FALSE, WAD_AT (KbWadSector, damage), 0 },
  { NULL },
};

static const Field side_fields[] = {
  { "sector", NUMBER, TRUE, WAD_AT (KbWadSide, sector), 0 },
  { "texturetop", PICTURE, FALSE, WAD_AT (KbWadSide, upper), 0 },
  { "texturebottom", PICTURE, FALSE, WAD_AT (KbWadSide, lower), 0 },
  { "texturemiddle", PICTURE, FALSE, WAD_AT (KbWadSide, middle), 0 },
  { NULL },
};

static const Field line_fields[] = {
  { "v1", NUMBER, TRUE, WAD_AT (KbWadLine, from), 0 },
  { "v2", NUMBER, TRUE, WAD_AT (KbWadLine, to), 0 },
  { "sidefront", NUMBER, TRUE, WAD_AT (KbWadLine, right), 0 },
  { "sideback", NUMBER, FALSE, WAD_AT (KbWadLine, left), 0 },
  { "special", NUMBER, FALSE, WAD_AT (KbWadLine, special), 0 },
  { "blocking", SET, FALSE, WAD_AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockplayers", SET, FALSE, WAD_AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockeverything", SET, FALSE, WAD_AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockmonsters", SET, FALSE, WAD_AT (KbWadLine, flags), KB_WAD_BLOCKS_MONSTERS },
  { "twosided", SET, FALSE, WAD_AT (KbWadLine, flags), KB_WAD_TWO_SIDED },
  { NULL },
};

/* Flags as in Doom's own format: skills, ambush, and those that take a thing out of a game. */
static const Field thing_fields[] = {
  { "x", COORDINATE, TRUE, WAD_AT (KbWadThing, x), 0 },
  { "y", COORDINATE, TRUE, WAD_AT (KbWadThing, y), 0 },
  { "type", NUMBER, TRUE, WAD_AT (KbWadThing, type), 0 },
  { "angle", NUMBER, FALSE, WAD_AT (KbWadThing, angle), 0 },
  { "skill1", SET, FALSE, WAD_AT (KbWadThing, flags), 1 },
  { "skill2", SET, FALSE, WAD_AT (KbWadThing, flags), 1 },
  { "skill3", SET, FALSE, WAD_AT (KbWadThing, flags), 2 },
  { "skill4", SET, FALSE, WAD_AT (KbWadThing, flags), 4 },
  { "skill5", SET, FALSE, WAD_AT (KbWadThing, flags), 4 },
  { "ambush", SET, FALSE, WAD_AT (KbWadThing, flags), 8 },
  { "single", CLEAR, FALSE, WAD_AT (KbWadThing, flags), 16 },
  { "dm", CLEAR, FALSE, WAD_AT (KbWadThing, flags), 32 },
  { "coop", CLEAR, FALSE, WAD_AT (KbWadThing, flags), 64 },
  { NULL },
};

static const struct {
  const char *name;
  const Field *fields;
  gsize size, list, count;   /* of a struct; offsets in KbWadMap */
  gconstpointer start;       /* a struct without fields */
} blocks[N_BLOCKS] = {
#define BLOCK(name, fields, list, ...)                                                             \
  {                                                                                                \
    name, fields, sizeof *((KbWadMap *) 0)->list, WAD_AT (KbWadMap, list),                         \
      WAD_AT (KbWadMap, n_##list), __VA_ARGS__                                                     \
  }
  [WAD_VERTEX] = BLOCK ("vertex", vertex_fields, vertices, &(const KbWadVertex) { 0, 0 }),
  [SECTOR] = BLOCK ("sector", sector_fields, sectors, &(const KbWadSector) { .special = 0 }),
  [WAD_SIDE] = BLOCK ("sidedef", side_fields, sides, &(const KbWadSide) { .x = 0 }),
  [WAD_LINE] = BLOCK ("linedef", line_fields, lines, &(const KbWadLine) { .left = KB_WAD_NONE }),
  [THING] = BLOCK ("thing", thing_fields, things, &(const KbWadThing) { .flags = 16 | 32 | 64 }),
#undef BLOCK
};

/* Numbers of blocks in other blocks. */
static const struct { Block block; gsize offset; Block to; gboolean optional; } wad_map_links[] = {
  { WAD_SIDE, WAD_AT (KbWadSide, sector), SECTOR, FALSE }, { WAD_LINE, WAD_AT (KbWadLine, from),
    WAD_VERTEX, FALSE },
  { WAD_LINE, WAD_AT (KbWadLine, to), WAD_VERTEX, FALSE },     { WAD_LINE,
    WAD_AT (KbWadLine, right), WAD_SIDE, TRUE },
  { WAD_LINE, WAD_AT (KbWadLine, left), WAD_SIDE, TRUE },
};

/* --- Tokens ----------------------------------------------------------------------------------- */

#define fail_at(text, at, error, ...)                                                              \
  kb_import_fail_at (error, kb_text_place ((text)->path, (text)->start, at), __VA_ARGS__)

/* Comments are skipped like space. A text ends with its quote, if it has one. */
static void
read_token (WadMapText *text)
{
  const char *at = text->next, *close, *before;
  do
    {
      before = at;
      at += strspn (at, " \t\r\n\f\v");
      close = g_str_has_prefix (at, "/*") ? strstr (at + 2, "*/") : NULL;
      if (close)
        at = close + 2;
      else if (g_str_has_prefix (at, "//"))
        at += strcspn (at, "\n");
    }
  while (at != before);
  text->token = at;
  text->type = g_ascii_isalpha (*at) || *at == '_' ? 'a'
               : *at && strchr (WAD_WORD, *at)     ? '0'
                                                   : *at;
  text->next = at + (text->type == 'a' || text->type == '0' ? strspn (at, WAD_WORD) : *at != 0);
  if (text->type == '"')
    {
      while (*text->next && *text->next != '"')
        text->next += *text->next == '\\' && text->next[1] ? 2 : 1;
      text->next += *text->next != 0;
    }
}

static gboolean
read_char (WadMapText *text, char c, GError **error)
{
  if (text->type != c)
    return fail_at (text, text->token, error, text->type ? _("expected '%c'")
                                                          : _("expected '%c', and here is the end"),
                    c);
  read_token (text);
  return TRUE;
}

static gboolean
is_word (const WadMapText *text, const char *word)
{
  return (gsize) (text->next - text->token) == strlen (word)
         && g_ascii_strncasecmp (text->token, word, strlen (word)) == 0;
}

/* --- Values ----------------------------------------------------------------------------------- */

static gboolean
read_wad_map_number (const WadMapText *text, double limit, double *number, GError **error)
{
  char *end = NULL;
  *number = text->type == '0' ? g_ascii_strtod (text->token, &end) : 0;
  return (end == text->next && fabs (*number) <= limit)
         || fail_at (text, text->token, error, _("expected a number from %.0f to %.0f"), -limit,
                     limit);
}

static gboolean
store_value (WadMapText *text, const Field *field, void *item, GError **error)
{
  gpointer to = (char *) item + field->offset;
  gboolean coordinate = field->use == COORDINATE, yes = is_word (text, "true");
  double number = 0;
  if (field->use == PICTURE)
    {
      g_autofree char *padded = g_strndup (text->token + 1, 8);
      padded[CLAMP (text->next - text->token - 2, 0, 8)] = '\0';
      kb_wad_name ((const guint8 *) padded, to);
      return text->type == '"'
             || fail_at (text, text->token, error, _("expected a text in quotes"));
    }
  if (field->use == SET || field->use == CLEAR)
    {
      guint *flags = to;
      *flags = yes == (field->use == SET) ? *flags | field->bits : *flags & ~field->bits;
      return yes || is_word (text, "false")
             || fail_at (text, text->token, error, _("expected true or false"));
    }
  if (!read_wad_map_number (text, coordinate ? FARTHEST : G_MAXINT, &number, error))
    return FALSE;
  *(gint *) to = (gint) round (coordinate ? number * UNIT : number);
  return TRUE;
}

/* Counts a field without a use, unless it has the value of one that is not there. */
static void
lose_field (const WadMapText *text, const char *block, const char *name, gsize length)
{
  g_autofree char *what = g_strdup_printf ("%s.%.*s", block, (int) MIN (length, 40), name),
                  *lower = g_ascii_strdown (what, -1);
  if (!is_word (text, "false") && !is_word (text, "0") && !is_word (text, "0.0")
      && !is_word (text, "\"\""))
    kb_messages_lose (text->map->losses,
                      text->map->losses->len < WAD_MOST_KINDS ? lower : _("other fields"), 1);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Which games' numbers the map has. */
static void
read_namespace (WadMapText *text)
{
  text->map->zdoom_sectors = !is_word (text, "\"doom\"") && !is_word (text, "\"heretic\"")
                             && !is_word (text, "\"strife\"")
                             && !is_word (text, "\"zdoomtranslated\"");
  text->map->other_things = is_word (text, "\"heretic\"") || is_word (text, "\"hexen\"")
                            || is_word (text, "\"strife\"");
}

/* The field of the current token, or of the whole map without `item`. */
static gboolean
read_field (WadMapText *text, Block block, gpointer item, guint *seen, GError **error)
{
  const Field *field = item && block < N_BLOCKS ? blocks[block].fields : NULL;
  const char *name = text->token;
  const gsize length = (gsize) (text->next - name);
  const gboolean names_game = !item && is_word (text, "namespace");
  while (field && field->name && !is_word (text, field->name))
    field++;
  read_token (text);
  if (!read_char (text, '=', error))
    return FALSE;
  if (!text->type || !strchr ("a0\"", text->type) || (text->type == '"' && text->next[-1] != '"'))
    return fail_at (text, text->token, error, _("expected a value"));
  if (names_game)
    read_namespace (text);
  else if (field && !field->name)
    lose_field (text, blocks[block].name, name, length);
  else if (field && !store_value (text, field, item, error))
    return FALSE;
  if (field)
    *seen |= 1u << (field - blocks[block].fields);
  read_token (text);
  return read_char (text, ';', error);
}

/* The rest of a block, from the character after its name. Unknown blocks are skipped. */
static gboolean
read_wad_map_block (WadMapText *text, const char *name, Block block, GError **error)
{
  const gsize place = (gsize) (name - text->start);
  const gboolean known = block < N_BLOCKS;
  g_autofree gpointer item = known ? g_memdup2 (blocks[block].start, blocks[block].size)
                                   : g_malloc0 (1);
  guint seen = 0;
  read_token (text);
  while (text->type == 'a')
    if (!read_field (text, block, item, &seen, error))
      return FALSE;
  if (!read_char (text, '}', error))
    return FALSE;
  for (guint i = 0; known && blocks[block].fields[i].name; i++)
    if (blocks[block].fields[i].needed && !(seen >> i & 1))
      return fail_at (text, name, error, _("a %s without %s"), blocks[block].name,
                      blocks[block].fields[i].name);
  if (known && text->lists[block]->len == MOST_BLOCKS)
    return fail_at (text, name, error, _("more than %u times %s"), MOST_BLOCKS,
                    blocks[block].name);
  if (known)
    {
      g_array_append_vals (text->lists[block], item, 1);
      g_array_append_val (text->places[block], place);
    }
  else
    kb_messages_lose (text->map->losses, _("other blocks"), 1);
  return TRUE;
}

static gboolean
read_blocks (WadMapText *text, GError **error)
{
  for (read_token (text); text->type;)
    {
      const char *name = text->token;
      const WadMapText before = *text;
      guint block = 0;
      while (block < N_BLOCKS && !is_word (text, blocks[block].name))
        block++;
      if (text->type != 'a')
        return fail_at (text, name, error,
                        _("expected a block, such as vertex { x = 0; y = 0; }"));
      read_token (text);
      if (text->type != '{')
        *text = before;
      if (!(text->type == '{' ? read_wad_map_block (text, name, (Block) block, error)
                              : read_field (text, N_BLOCKS, NULL, NULL, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_links (const WadMapText *text, GError **error)
{
  for (guint l = 0; l < G_N_ELEMENTS (wad_map_links); l++)
    for (guint i = 0; i < text->lists[wad_map_links[l].block]->len; i++)
      {
        const char *item =
          text->lists[wad_map_links[l].block]->data + i * blocks[wad_map_links[l].block].size;
        const guint to = *(const guint *) (gconstpointer) (item + wad_map_links[l].offset),
                    n = text->lists[wad_map_links[l].to]->len;
        if (to >= n && !(wad_map_links[l].optional && to == KB_WAD_NONE))
          return fail_at (
            text, text->start + g_array_index (text->places[wad_map_links[l].block], gsize, i),
            error, _("%s %d of %u"), blocks[wad_map_links[l].to].name, (gint) to, n);
      }
  return TRUE;
}

/* Fills the map from a lump TEXTMAP. */
static gboolean
kb_wad_text_read (const KbWad *wad, const KbWadLump *lump, KbWadMap *map, GError **error)
{
  g_autofree char *start = g_strndup ((const char *) wad->data + lump->offset, lump->size),
                  *path = g_strdup_printf (_("%s: TEXTMAP of the map %s"), wad->path, map->name);
  WadMapText text = { .path = path, .start = start, .next = start, .map = map };
  map->unit = UNIT;
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      text.lists[i] = g_array_new (FALSE, TRUE, (guint) blocks[i].size);
      text.places[i] = g_array_new (FALSE, FALSE, sizeof (gsize));
    }
  gboolean ok = read_blocks (&text, error) && check_links (&text, error)
                && (text.token == start + lump->size
                    || fail_at (&text, text.token, error, _("expected text, and here is a 0")));
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      G_STRUCT_MEMBER (guint, map, blocks[i].count) = text.lists[i]->len;
      G_STRUCT_MEMBER (gpointer, map, blocks[i].list) = g_array_free (text.lists[i], FALSE);
      g_array_unref (text.places[i]);
    }
  return ok;
}

/* ---- wad map ---- */

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
} WadMapReader;

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

static gboolean fail_record (const WadMapReader *reader, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

static gboolean
fail_record (const WadMapReader *reader, GError **error, const char *format, ...)
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
check_index (const WadMapReader *reader, const char *what, guint index, guint n, GError **error)
{
  return index < n || fail_record (reader, error, _("%s %u of %u"), what, index, n);
}

static gboolean
read_vertex (WadMapReader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
{
  reader->map->vertices[i] = (KbWadVertex) { load_i16 (p), load_i16 (p + 2) };
  return TRUE;
}

static gboolean
read_sector (WadMapReader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
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
read_side (WadMapReader *reader, const guint8 *p, guint i, GError **error)
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
read_wad_map_line (WadMapReader *reader, const guint8 *p, guint i, GError **error)
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
read_thing (WadMapReader *reader, const guint8 *p, guint i, G_GNUC_UNUSED GError **error)
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
read_seg (WadMapReader *reader, const guint8 *p, guint i, GError **error)
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
read_leaf (WadMapReader *reader, const guint8 *p, guint i, GError **error)
{
  KbWadLeaf leaf = { load_u16 (p), load_u16 (p + 2) };
  reader->map->leaves[i] = leaf;
  return leaf.n == 0
         || check_index (reader, _("seg"), leaf.first + leaf.n - 1, reader->map->n_segs, error);
}

static gboolean
check_child (const WadMapReader *reader, guint child, guint i, GError **error)
{
  return child & KB_WAD_LEAF
           ? check_index (reader, _("leaf"), child & ~KB_WAD_LEAF, reader->map->n_leaves, error)
           : check_index (reader, _("node before it"), child, i, error);
}

static gboolean
read_node (WadMapReader *reader, const guint8 *p, guint i, GError **error)
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
  gboolean (*read) (WadMapReader *reader, const guint8 *p, guint i, GError **error);
} wad_map_lists[N_LISTS] = {
#define LIST(name, record, hexen, list, read) \
  { name, record, hexen, sizeof *((KbWadMap *) 0)->list, G_STRUCT_OFFSET (KbWadMap, list), \
    G_STRUCT_OFFSET (KbWadMap, n_##list), read }
  LIST ("VERTEXES", 4, 4, vertices, read_vertex),
  LIST ("SECTORS", 26, 26, sectors, read_sector),
  LIST ("SIDEDEFS", 30, 30, sides, read_side),
  LIST ("LINEDEFS", 14, 16, lines, read_wad_map_line),
  LIST ("THINGS", 10, 20, things, read_thing),
  LIST ("SEGS", 12, 12, segs, read_seg),
  LIST ("SSECTORS", 4, 4, leaves, read_leaf),
  LIST ("NODES", 28, 28, nodes, read_node),
#undef LIST
};

/* --- Lumps ------------------------------------------------------------------------------------ */

/* Reports a missing lump, at the lump that may be it: one unknown to maps, else the map's own. */
static gboolean
fail_missing (const WadMapReader *reader, const char *missing, const KbWadLump *map,
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
find_lumps (WadMapReader *reader, guint start, guint end, GError **error)
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
      while (list < N_LISTS && strcmp (wad_map_lists[list].name, lump->name) != 0)
        list++;
      if (list < N_LISTS && reader->lumps[list])
        break;
      if (list < N_LISTS)
        reader->lumps[list] = lump;
    }
  for (guint list = 0; list <= THINGS; list++)
    if (!reader->lumps[list])
      return fail_missing (reader, wad_map_lists[list].name,
                           &g_array_index (lumps, KbWadLump, start), unknown, error);
  return TRUE;
}

static gboolean
read_wad_map_list (WadMapReader *reader, List list, GError **error)
{
  const KbWadLump *lump = reader->lumps[list];
  guint record = reader->hexen ? wad_map_lists[list].hexen : wad_map_lists[list].record;
  reader->list = list;
  reader->at = 0;
  if (lump->size % record)
    return fail_record (
      reader, error, ngettext ("%zu byte is not a whole number of records of %u bytes",
                               "%zu bytes are not a whole number of records of %u bytes",
                               lump->size),
      lump->size, record);
  guint n = (guint) (lump->size / record);
  G_STRUCT_MEMBER (gpointer, reader->map, wad_map_lists[list].list) =
    g_malloc0_n (n + 1, wad_map_lists[list].item);
  for (guint i = 0; i < n; i++, reader->at += record)
    if (!wad_map_lists[list].read (reader, reader->wad->data + lump->offset + reader->at, i, error))
      return FALSE;
  G_STRUCT_MEMBER (guint, reader->map, wad_map_lists[list].count) = n;
  return TRUE;
}

/* Other programs leave the lumps of the tree empty, or store their own: "XNOD", "xNd4", "gNd2". */
static gboolean
has_tree (const WadMapReader *reader)
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
  WadMapReader reader = { .wad = wad, .map = g_new0 (KbWadMap, 1) };
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
    ok = read_wad_map_list (&reader, (List) list, error);
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
    g_free (G_STRUCT_MEMBER (gpointer, map, wad_map_lists[list].list));
  g_ptr_array_unref (map->losses);
  g_free (map->name);
  g_free (map);
}

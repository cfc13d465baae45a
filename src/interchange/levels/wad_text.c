/* SPDX-License-Identifier: MIT */
/* Reads a map in UDMF, which is text: "vertex { x = 1.5; y = -8.0; }". Blocks of a kind are
 * numbered in their order, and may be named before they come. Fields without a use are counted by
 * name. */
#include "interchange/levels/wad_private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/readers/readers.h"

#define UNIT 256
#define MOST_KINDS 100           /* of fields that are left out */
#define MOST_BLOCKS (1u << 21)   /* of a kind */
#define FARTHEST 32768           /* coordinate, in pixels */
#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.+-"

typedef enum { VERTEX, SECTOR, SIDE, LINE, THING, N_BLOCKS } Block;

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
} Text;

#define AT(type, member) G_STRUCT_OFFSET (type, member)

static const Field vertex_fields[] = {
  { "x", COORDINATE, TRUE, AT (KbWadVertex, x), 0 },
  { "y", COORDINATE, TRUE, AT (KbWadVertex, y), 0 },
  { NULL },
};

static const Field sector_fields[] = {
  { "texturefloor", PICTURE, FALSE, AT (KbWadSector, floor_picture), 0 },
  { "textureceiling", PICTURE, FALSE, AT (KbWadSector, ceiling_picture), 0 },
  { "heightfloor", NUMBER, FALSE, AT (KbWadSector, floor), 0 },
  { "heightceiling", NUMBER, FALSE, AT (KbWadSector, ceiling), 0 },
  { "lightlevel", NUMBER, FALSE, AT (KbWadSector, light), 0 },
  { "special", NUMBER, FALSE, AT (KbWadSector, special), 0 },
  { "id", NUMBER, FALSE, AT (KbWadSector, tag), 0 },
  { "damageamount", NUMBER, FALSE, AT (KbWadSector, damage), 0 },
  { NULL },
};

static const Field side_fields[] = {
  { "sector", NUMBER, TRUE, AT (KbWadSide, sector), 0 },
  { "texturetop", PICTURE, FALSE, AT (KbWadSide, upper), 0 },
  { "texturebottom", PICTURE, FALSE, AT (KbWadSide, lower), 0 },
  { "texturemiddle", PICTURE, FALSE, AT (KbWadSide, middle), 0 },
  { NULL },
};

static const Field line_fields[] = {
  { "v1", NUMBER, TRUE, AT (KbWadLine, from), 0 },
  { "v2", NUMBER, TRUE, AT (KbWadLine, to), 0 },
  { "sidefront", NUMBER, TRUE, AT (KbWadLine, right), 0 },
  { "sideback", NUMBER, FALSE, AT (KbWadLine, left), 0 },
  { "special", NUMBER, FALSE, AT (KbWadLine, special), 0 },
  { "blocking", SET, FALSE, AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockplayers", SET, FALSE, AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockeverything", SET, FALSE, AT (KbWadLine, flags), KB_WAD_BLOCKS },
  { "blockmonsters", SET, FALSE, AT (KbWadLine, flags), KB_WAD_BLOCKS_MONSTERS },
  { "twosided", SET, FALSE, AT (KbWadLine, flags), KB_WAD_TWO_SIDED },
  { NULL },
};

/* Flags as in Doom's own format: skills, ambush, and those that take a thing out of a game. */
static const Field thing_fields[] = {
  { "x", COORDINATE, TRUE, AT (KbWadThing, x), 0 },
  { "y", COORDINATE, TRUE, AT (KbWadThing, y), 0 },
  { "type", NUMBER, TRUE, AT (KbWadThing, type), 0 },
  { "angle", NUMBER, FALSE, AT (KbWadThing, angle), 0 },
  { "skill1", SET, FALSE, AT (KbWadThing, flags), 1 },
  { "skill2", SET, FALSE, AT (KbWadThing, flags), 1 },
  { "skill3", SET, FALSE, AT (KbWadThing, flags), 2 },
  { "skill4", SET, FALSE, AT (KbWadThing, flags), 4 },
  { "skill5", SET, FALSE, AT (KbWadThing, flags), 4 },
  { "ambush", SET, FALSE, AT (KbWadThing, flags), 8 },
  { "single", CLEAR, FALSE, AT (KbWadThing, flags), 16 },
  { "dm", CLEAR, FALSE, AT (KbWadThing, flags), 32 },
  { "coop", CLEAR, FALSE, AT (KbWadThing, flags), 64 },
  { NULL },
};

static const struct {
  const char *name;
  const Field *fields;
  gsize size, list, count;   /* of a struct; offsets in KbWadMap */
  gconstpointer start;       /* a struct without fields */
} blocks[N_BLOCKS] = {
#define BLOCK(name, fields, list, ...) \
  { name, fields, sizeof *((KbWadMap *) 0)->list, AT (KbWadMap, list), AT (KbWadMap, n_##list), \
    __VA_ARGS__ }
  [VERTEX] = BLOCK ("vertex", vertex_fields, vertices, &(const KbWadVertex) { 0, 0 }),
  [SECTOR] = BLOCK ("sector", sector_fields, sectors, &(const KbWadSector) { .special = 0 }),
  [SIDE] = BLOCK ("sidedef", side_fields, sides, &(const KbWadSide) { .x = 0 }),
  [LINE] = BLOCK ("linedef", line_fields, lines, &(const KbWadLine) { .left = KB_WAD_NONE }),
  [THING] = BLOCK ("thing", thing_fields, things, &(const KbWadThing) { .flags = 16 | 32 | 64 }),
#undef BLOCK
};

/* Numbers of blocks in other blocks. */
static const struct { Block block; gsize offset; Block to; gboolean optional; } links[] = {
  { SIDE, AT (KbWadSide, sector), SECTOR, FALSE }, { LINE, AT (KbWadLine, from), VERTEX, FALSE },
  { LINE, AT (KbWadLine, to), VERTEX, FALSE },     { LINE, AT (KbWadLine, right), SIDE, TRUE },
  { LINE, AT (KbWadLine, left), SIDE, TRUE },
};

/* --- Tokens ----------------------------------------------------------------------------------- */

#define fail_at(text, at, error, ...)                                                              \
  kb_import_fail_at (error, kb_text_place ((text)->path, (text)->start, at), __VA_ARGS__)

/* Comments are skipped like space. A text ends with its quote, if it has one. */
static void
read_token (Text *text)
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
  text->type = g_ascii_isalpha (*at) || *at == '_' ? 'a' : *at && strchr (WORD, *at) ? '0' : *at;
  text->next = at + (text->type == 'a' || text->type == '0' ? strspn (at, WORD) : *at != 0);
  if (text->type == '"')
    {
      while (*text->next && *text->next != '"')
        text->next += *text->next == '\\' && text->next[1] ? 2 : 1;
      text->next += *text->next != 0;
    }
}

static gboolean
read_char (Text *text, char c, GError **error)
{
  if (text->type != c)
    return fail_at (text, text->token, error, text->type ? _("expected '%c'")
                                                          : _("expected '%c', and here is the end"),
                    c);
  read_token (text);
  return TRUE;
}

static gboolean
is_word (const Text *text, const char *word)
{
  return (gsize) (text->next - text->token) == strlen (word)
         && g_ascii_strncasecmp (text->token, word, strlen (word)) == 0;
}

/* --- Values ----------------------------------------------------------------------------------- */

static gboolean
read_number (const Text *text, double limit, double *number, GError **error)
{
  char *end = NULL;
  *number = text->type == '0' ? g_ascii_strtod (text->token, &end) : 0;
  return (end == text->next && fabs (*number) <= limit)
         || fail_at (text, text->token, error, _("expected a number from %.0f to %.0f"), -limit,
                     limit);
}

static gboolean
store_value (Text *text, const Field *field, void *item, GError **error)
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
  if (!read_number (text, coordinate ? FARTHEST : G_MAXINT, &number, error))
    return FALSE;
  *(gint *) to = (gint) round (coordinate ? number * UNIT : number);
  return TRUE;
}

/* Counts a field without a use, unless it has the value of one that is not there. */
static void
lose_field (const Text *text, const char *block, const char *name, gsize length)
{
  g_autofree char *what = g_strdup_printf ("%s.%.*s", block, (int) MIN (length, 40), name),
                  *lower = g_ascii_strdown (what, -1);
  if (!is_word (text, "false") && !is_word (text, "0") && !is_word (text, "0.0")
      && !is_word (text, "\"\""))
    kb_messages_lose (text->map->losses,
                      text->map->losses->len < MOST_KINDS ? lower : _("other fields"), 1);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Which games' numbers the map has. */
static void
read_namespace (Text *text)
{
  text->map->zdoom_sectors = !is_word (text, "\"doom\"") && !is_word (text, "\"heretic\"")
                             && !is_word (text, "\"strife\"")
                             && !is_word (text, "\"zdoomtranslated\"");
  text->map->other_things = is_word (text, "\"heretic\"") || is_word (text, "\"hexen\"")
                            || is_word (text, "\"strife\"");
}

/* The field of the current token, or of the whole map without `item`. */
static gboolean
read_field (Text *text, Block block, gpointer item, guint *seen, GError **error)
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
read_block (Text *text, const char *name, Block block, GError **error)
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
read_blocks (Text *text, GError **error)
{
  for (read_token (text); text->type;)
    {
      const char *name = text->token;
      const Text before = *text;
      guint block = 0;
      while (block < N_BLOCKS && !is_word (text, blocks[block].name))
        block++;
      if (text->type != 'a')
        return fail_at (text, name, error,
                        _("expected a block, such as vertex { x = 0; y = 0; }"));
      read_token (text);
      if (text->type != '{')
        *text = before;
      if (!(text->type == '{' ? read_block (text, name, (Block) block, error)
                              : read_field (text, N_BLOCKS, NULL, NULL, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_links (const Text *text, GError **error)
{
  for (guint l = 0; l < G_N_ELEMENTS (links); l++)
    for (guint i = 0; i < text->lists[links[l].block]->len; i++)
      {
        const char *item =
          text->lists[links[l].block]->data + i * blocks[links[l].block].size;
        const guint to = *(const guint *) (gconstpointer) (item + links[l].offset),
                    n = text->lists[links[l].to]->len;
        if (to >= n && !(links[l].optional && to == KB_WAD_NONE))
          return fail_at (text,
                          text->start + g_array_index (text->places[links[l].block], gsize, i),
                          error, _("%s %d of %u"), blocks[links[l].to].name, (gint) to, n);
      }
  return TRUE;
}

gboolean
kb_wad_text_read (const KbWad *wad, const KbWadLump *lump, KbWadMap *map, GError **error)
{
  g_autofree char *start = g_strndup ((const char *) wad->data + lump->offset, lump->size),
                  *path = g_strdup_printf (_("%s: TEXTMAP of the map %s"), wad->path, map->name);
  Text text = { .path = path, .start = start, .next = start, .map = map };
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

/* SPDX-License-Identifier: MIT */
/* A WAD with a map of ZDoom's UDMF for each level. Areas are sectors, and what is outside of them
 * is the first one. Values are fields with `user_` before their names, except those of UDMF. ZNODES
 * has GL nodes in the form XGL3. Source: udmf.txt and udmf_zdoom.txt of ZDoom's specifications. */
#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/each.h"
#include "exporters/exporters.h"
#include "exporters/udmf.h"

/* ---- udmf lines ---- */

/* Cuts the lines of a map at each other, and at points so near that no place would be between.
 * Source: Halperin, Packer: Iterated snap rounding, 2002. Rounding a crossing may move a line over
 * another, so all is done again until nothing is cut. */

#define MOST_ROUNDS 100
#define MOST_CUTS 32768 /* of all lines; that many take seconds */

typedef struct {
  guint line;
  double along; /* from the line's start, times its length */
  KbVec at;
} Cut;

static double
cross (KbVec o, KbVec a, KbVec b)
{
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static double
along (const KbUdmfLine *line, KbVec p)
{
  return (p.x - line->a.x) * (line->b.x - line->a.x) + (p.y - line->a.y) * (line->b.y - line->a.y);
}

static int
compare_points (KbVec a, KbVec b)
{
  return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

/* Of equal lines that which stops comes first, and of these the first wall. */
static int
compare_lines (gconstpointer x, gconstpointer y)
{
  const KbUdmfLine *a = x, *b = y;
  int order = compare_points (a->a, b->a);
  order = order ? order : compare_points (a->b, b->b);
  order = order ? order : b->stops - a->stops;
  return order ? order : (a->wall < 0) - (b->wall < 0) + (a->wall > b->wall) - (a->wall < b->wall);
}

static int
compare_cuts (gconstpointer x, gconstpointer y)
{
  const Cut *a = x, *b = y;
  return a->line != b->line ? (a->line < b->line ? -1 : 1)
                            : (a->along > b->along) - (a->along < b->along);
}

/* Neither its start nor its end. */
static void
add_cut (GArray *cuts, const GArray *lines, guint line, KbVec at)
{
  const KbUdmfLine *cut = &g_array_index (lines, KbUdmfLine, line);
  if (compare_points (at, cut->a) && compare_points (at, cut->b))
    g_array_append_val (cuts, ((Cut){ line, along (cut, at), at }));
}

/* Within half a step of the grid, between its ends. */
static gboolean
is_on (const KbUdmfLine *line, KbVec p)
{
  const double at = along (line, p), end = along (line, line->b);
  return fabs (cross (line->a, line->b, p)) <= sqrt (end) / 512 && at > 0 && at < end;
}

static void
cut_pair (GArray *cuts, const GArray *lines, guint i, guint k)
{
  const KbUdmfLine *p = &g_array_index (lines, KbUdmfLine, i),
                   *q = &g_array_index (lines, KbUdmfLine, k);
  const double a = cross (p->a, p->b, q->a), b = cross (p->a, p->b, q->b),
               c = cross (q->a, q->b, p->a), d = cross (q->a, q->b, p->b);
  if (((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0)))
    {
      const double t = c / (c - d);
      const KbVec at = kb_vec_to_grid (
        (KbVec) { p->a.x + (p->b.x - p->a.x) * t, p->a.y + (p->b.y - p->a.y) * t });
      add_cut (cuts, lines, i, at);
      add_cut (cuts, lines, k, at);
      return;
    }
  for (guint end = 0; end < 2; end++)
    {
      if (is_on (p, end ? q->b : q->a))
        add_cut (cuts, lines, i, end ? q->b : q->a);
      if (is_on (q, end ? p->b : p->a))
        add_cut (cuts, lines, k, end ? p->b : p->a);
    }
}

/* A part of a line, unless it has no length. */
static void
add_part (GArray *parts, const KbUdmfLine *line, KbVec a, KbVec b)
{
  KbUdmfLine part = *line;
  const int order = compare_points (a, b);
  part.a = order < 0 ? a : b;
  part.b = order < 0 ? b : a;
  if (order)
    g_array_append_val (parts, part);
}

/* Replaces the lines by their parts, each once, in order. */
static void
take_parts (GArray *lines, GArray *cuts)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (KbUdmfLine));
  guint at = 0;
  g_array_sort (cuts, compare_cuts);
  KB_EACH_IN (const KbUdmfLine, line, lines)
    {
      KbVec start = line->a;
      for (; at < cuts->len && g_array_index (cuts, Cut, at).line == line_at; at++)
        {
          add_part (parts, line, start, g_array_index (cuts, Cut, at).at);
          start = g_array_index (cuts, Cut, at).at;
        }
      add_part (parts, line, start, line->b);
    }
  g_array_sort (parts, compare_lines);
  g_array_set_size (lines, 0);
  KB_EACH_IN (const KbUdmfLine, part, parts)
    if (part_at == 0 || compare_points (part->a, part[-1].a)
        || compare_points (part->b, part[-1].b))
      g_array_append_vals (lines, part, 1);
}

/* Cuts lines where they meet, and rounds the points to the grid. Of equal ones the first stays that
 * stops. Cost: the pairs of lines whose boxes overlap in x; again as long as rounding makes new
 * crossings. FALSE: there are too many, for which time and memory would grow without a limit. */
static gboolean
kb_udmf_cut_lines (GArray *lines)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (Cut));
  guint rounds = 0;
  do
    {
      take_parts (lines, cuts);
      g_array_set_size (cuts, 0);
      KB_EACH_IN_WHILE (cuts->len <= MOST_CUTS, const KbUdmfLine, line, lines)
        for (guint k = line_at + 1; k < lines->len; k++)
          {
            const KbUdmfLine *other = &g_array_index (lines, KbUdmfLine, k);
            if (other->a.x > line->b.x)
              break;
            if (MAX (line->a.y, line->b.y) >= MIN (other->a.y, other->b.y)
                && MAX (other->a.y, other->b.y) >= MIN (line->a.y, line->b.y))
              cut_pair (cuts, lines, line_at, k);
          }
    }
  while (cuts->len && cuts->len <= MOST_CUTS && ++rounds < MOST_ROUNDS);
  return cuts->len <= MOST_CUTS;
}

/* ---- export udmf ---- */

#define MARGIN 64.0   /* of the frame, in pixels */
#define LIMIT 32000   /* a map reaches up to 32767 */
#define MAP_SPOT 9001 /* a thing that only marks a place */
#define ALL_SKILLS 7

static KbVec
place_of (const json_t *at)
{
  KbVec place;
  kb_export_read_pair (at, &place.x, &place.y);
  return (KbVec){ place.x, 0 - place.y };
}

/* ---- text ---- */

/* Takes the fields. */
static void
add_block (GString *text, const char *kind, json_t *fields)
{
  g_string_append_printf (text, "%s {", kind);
  KB_EACH_MEMBER (key, value, fields)
    {
      g_autofree char *shown = json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
      g_string_append_printf (text, " %s = %s;", key, shown);
    }
  g_string_append (text, " }\n");
  json_decref (fields);
}

/* The kinds of blocks that values become fields of, and the types of fields. */
typedef enum { LINE = 1, SECTOR = 2, THING = 4 } Block;
typedef enum { INTEGER, EXPORT_UDMF_TEXT, FLAG } ExportUdmfFieldType;

static const struct {
  const char *key;
  guint blocks;
  ExportUdmfFieldType type;
} udmf_fields[] = {
  { "angle", THING, INTEGER },
  { "arg0", LINE | THING, INTEGER },
  { "arg1", LINE | THING, INTEGER },
  { "arg2", LINE | THING, INTEGER },
  { "arg3", LINE | THING, INTEGER },
  { "arg4", LINE | THING, INTEGER },
  { "blocksound", LINE, FLAG },
  { "damageamount", SECTOR, INTEGER },
  { "heightceiling", SECTOR, INTEGER },
  { "heightfloor", SECTOR, INTEGER },
  { "id", LINE | SECTOR | THING, INTEGER },
  { "lightlevel", SECTOR, INTEGER },
  { "special", LINE | SECTOR | THING, INTEGER },
  { "textureceiling", SECTOR, EXPORT_UDMF_TEXT },
  { "texturefloor", SECTOR, EXPORT_UDMF_TEXT },
  { "type", THING, INTEGER },
};

/* A whole number, also one that is a text. */
static gboolean
read_integer (const json_t *value, gint64 *number)
{
  const char *text = json_string_value (value);
  const double real = json_number_value (value);
  *number = (gint64) CLAMP (real, G_MININT32, G_MAXINT32);
  return text ? g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, number, NULL)
              : json_is_number (value) && (double) *number == real;
}

/* What a value sets of a block: a new reference, or NULL if no field has that name and type. */
static json_t *
udmf_field (const char *key, const json_t *value, Block block)
{
  gint64 number;
  for (guint i = 0; i < G_N_ELEMENTS (udmf_fields); i++)
    if (strcmp (udmf_fields[i].key, key) == 0 && udmf_fields[i].blocks & block)
      switch (udmf_fields[i].type)
        {
        case INTEGER:
          return read_integer (value, &number) ? json_integer (number) : NULL;
        case EXPORT_UDMF_TEXT:
          return json_is_string (value) ? json_incref ((json_t *) value) : NULL;
        case FLAG:
          return json_is_boolean (value) ? json_incref ((json_t *) value) : NULL;
        }
  return NULL;
}

/* Import calls two fields of a sector by shorter names, for where the longer one is not used. */
static const char *
field_name (const char *key, const json_t *values, Block block)
{
  const gboolean floor = strcmp (key, "floor") == 0, ceiling = strcmp (key, "ceiling") == 0;
  const char *longer = floor ? "heightfloor" : ceiling ? "heightceiling" : key;
  return block == SECTOR && !json_object_get (values, longer) ? longer : key;
}

/* The class, the name and the values of something. UDMF does not tell capital letters from small
 * ones. */
static void
set_fields (const KbExport *of, json_t *fields, const json_t *item, Block block)
{
  static const char *const own[] = { "class", "name", NULL };
  json_auto_t *values = kb_export_values (of, item, own), *taken = json_object ();
  g_autoptr (GHashTable) lower = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH_MEMBER (key, value, values)
    json_object_set_new (taken, key, json_false ());
  KB_EACH_MEMBER (key, value, values)
    {
      const gboolean is_text = json_is_object (value) || json_is_string (value);
      const char *name_of_field = field_name (key, values, block);
      g_autofree char *text = kb_export_value_text (value),
                      *plain = kb_export_plain_text (of, text);
      json_auto_t *shown = is_text ? json_string (plain) : json_incref (value),
                  *field =
                    udmf_field (name_of_field, json_is_object (value) ? value : shown, block);
      g_autofree char *user = NULL;
      for (gboolean is_free = field != NULL; !is_free;)
        {
          json_auto_t *name = kb_export_identifier (of, taken, key);
          const char *made = kb_export_note_name (of, key, json_string_value (name));
          g_autofree char *low = g_ascii_strdown (made, -1);
          g_free (user);
          user = g_strconcat ("user_", made, NULL);
          is_free = (strcmp (key, low) == 0 || !g_strv_contains (own, low))
                    && g_hash_table_add (lower, g_steal_pointer (&low));
        }
      json_object_set (fields, field ? name_of_field : user, field ? field : shown);
    }
}

/* ---- the map ---- */

/* A level that becomes a map. */
typedef struct {
  const KbExport *of;
  const json_t *json;
  KbUdmfMap *map;
  GArray *entities;      /* KbVec */
  guint *points;         /* the new number of each point, from 1; 0: not used */
  guint n_points, n_own; /* used ones; first the ends of lines */
  guint *leaves;         /* the new number of each leaf, from 1; 0: nothing is there */
} Map;

static void
add_export_udmf_line (GArray *lines, KbVec a, KbVec b, gint wall, gboolean stops)
{
  const KbUdmfLine line = { .a = a, .b = b, .wall = wall, .stops = stops };
  g_array_append_val (lines, line);
}

/* Round everything. FALSE: that is too far. */
static gboolean
add_export_udmf_frame (GArray *lines, const GArray *entities)
{
  KbVec lo = { HUGE_VAL, HUGE_VAL }, hi = { -HUGE_VAL, -HUGE_VAL };
  const guint n = lines->len * 2 + entities->len;
  for (guint i = 0; i < n; i++)
    {
      const KbUdmfLine *line =
        i < lines->len * 2 ? &g_array_index (lines, KbUdmfLine, i / 2) : NULL;
      const KbVec p = !line   ? g_array_index (entities, KbVec, i - lines->len * 2)
                      : i % 2 ? line->b
                              : line->a;
      lo = (KbVec){ MIN (lo.x, floor (p.x)), MIN (lo.y, floor (p.y)) };
      hi = (KbVec){ MAX (hi.x, ceil (p.x)), MAX (hi.y, ceil (p.y)) };
    }
  if (n == 0)
    lo = hi = (KbVec){ 0, 0 };
  lo = (KbVec){ lo.x - MARGIN, lo.y - MARGIN };
  hi = (KbVec){ hi.x + MARGIN, hi.y + MARGIN };
  const KbVec corners[] = { lo, { lo.x, hi.y }, hi, { hi.x, lo.y } };
  for (guint i = 0; i < 4; i++)
    add_export_udmf_line (lines, corners[i], corners[(i + 1) % 4], KB_UDMF_FRAME, TRUE);
  return MIN (lo.x, lo.y) > -LIMIT && MAX (hi.x, hi.y) < LIMIT;
}

/* Only walls of the class `step` stop nobody, as when a WAD is imported. NULL: see `reason`. */
static KbUdmfMap *
make_export_udmf_map (const json_t *json, const KbBankLevel *level, GArray *entities,
                      KbBankError *reason)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (KbUdmfLine));
  KB_EACH_JSON (wall, json_object_get (json, "walls"))
    add_export_udmf_line (
      lines, place_of (json_object_get (wall, "a")), place_of (json_object_get (wall, "b")),
      (gint) wall_at, g_strcmp0 (json_string_value (json_object_get (wall, "class")), "step") != 0);
  KB_EACH_JSON (area, json_object_get (json, "areas"))
    KB_EACH_JSON (edge, json_object_get (area, "edges"))
      add_export_udmf_line (lines, place_of (json_object_get (edge, "a")),
                            place_of (json_object_get (edge, "b")), KB_UDMF_EDGE, FALSE);
  KB_EACH_JSON (entity, json_object_get (json, "entities"))
    {
      const KbVec at = place_of (json_object_get (entity, "at"));
      g_array_append_val (entities, at);
    }
  if (!add_export_udmf_frame (lines, entities))
    g_snprintf (reason->message, sizeof reason->message,
                _("the level '%s' reaches further than %d pixels, too far for a map of Doom"),
                level->name, LIMIT);
  else if (!kb_udmf_cut_lines (lines))
    g_snprintf (reason->message, sizeof reason->message,
                _("the walls and areas of the level '%s' cross each other too often; expected up "
                   "to %d crossings"),
                level->name, MOST_CUTS / 2);
  if (*reason->message)
    return NULL;
  KbUdmfMap *map = kb_udmf_divide (lines);
  kb_udmf_make_segs (map, (kbx_handle){ .data = level->bytes, .kind = KBX_WALLS },
                     (const KbVec *) (void *) entities->data, entities->len);
  return map;
}

static gboolean
is_used (const KbUdmfLine *line)
{
  return line->areas[0] != KB_UDMF_NONE || line->areas[1] != KB_UDMF_NONE;
}

/* A line turns round if nothing is on its right. */
static guint
is_turned (const KbUdmfLine *line)
{
  return line->areas[0] == KB_UDMF_NONE;
}

static void
number_point (Map *of, guint point)
{
  if (!of->points[point])
    of->points[point] = ++of->n_points;
}

static void
number_all (Map *of)
{
  guint n_leaves = 0;
  of->points = g_new0 (guint, of->map->points->len);
  of->leaves = g_new0 (guint, of->map->leaves->len);
  KB_EACH_IN (const KbUdmfLine, line, of->map->lines)
    if (is_used (line))
      {
        number_point (of, line->from);
        number_point (of, line->to);
      }
  of->n_own = of->n_points;
  KB_EACH_IN (const KbUdmfLeaf, leaf, of->map->leaves)
    if (leaf->area != KB_UDMF_NONE)
      {
        of->leaves[leaf_at] = ++n_leaves;
        for (guint i = 0; i < leaf->n; i++)
          number_point (of, g_array_index (of->map->segs, KbUdmfSeg, leaf->first + i).from);
      }
}

/* The used points by their new numbers. */
static KbVec *
list_export_udmf_points (const Map *of)
{
  KbVec *points = g_new (KbVec, of->n_points + 1);
  KB_EACH_IN (const KbVec, point, of->map->points)
    if (of->points[point_at])
      points[of->points[point_at] - 1] = *point;
  return points;
}

/* ---- TEXTMAP ---- */

/* A side with a texture where something stops. Its number. */
static guint
add_side (GString *sides, guint *n_sides, guint sector, const char *texture)
{
  add_block (sides, "sidedef",
             json_pack ("{sI ss*}", "sector", (json_int_t) sector, "texturemiddle", texture));
  return (*n_sides)++;
}

static void
add_lines (GString *text, const Map *of)
{
  g_autoptr (GString) sides = g_string_new (NULL);
  const json_t *walls = kb_export_walls (of->json);
  guint n_sides = 0;
  KB_EACH_IN (const KbUdmfLine, line, of->map->lines)
    if (is_used (line))
      {
        const guint turned = is_turned (line), front = line->areas[turned],
                    back = line->areas[!turned];
        const gboolean has_back = back != KB_UDMF_NONE;
        const char *texture = !has_back ? "STARTAN2" : line->stops ? "MIDGRATE" : NULL;
        json_t *fields = json_pack (
          "{sI sI sI}", "v1", (json_int_t) of->points[turned ? line->to : line->from] - 1, "v2",
          (json_int_t) of->points[turned ? line->from : line->to] - 1, "sidefront",
          (json_int_t) add_side (sides, &n_sides, front, texture));
        json_object_update_new (
          fields,
          json_pack ("{so* so* so*}", "sideback",
                     has_back ? json_integer (add_side (sides, &n_sides, back, texture)) : NULL,
                     "twosided", has_back ? json_true () : NULL, "blocking",
                     line->stops || !has_back ? json_true () : NULL));
        if (line->wall >= 0)
          set_fields (of->of, fields, json_array_get (walls, (size_t) line->wall), LINE);
        add_block (text, "linedef", fields);
      }
  g_string_append (text, sides->str);
}

/* A sector of a class as import makes it of one: damage, secret or liquid. */
static void
add_sector (GString *text, const KbExport *of, const json_t *area)
{
  const char *class_name = json_string_value (json_object_get (area, "class"));
  const gboolean is_liquid = g_strcmp0 (class_name, "liquid") == 0;
  json_t *fields = json_pack (
    "{si si si ss ss so* so*}", "heightfloor", 0, "heightceiling", 128, "lightlevel", 192,
    "texturefloor", is_liquid ? "FWATER1" : "FLOOR0_1", "textureceiling", "CEIL1_1", "damageamount",
    g_strcmp0 (class_name, "damage") == 0 ? json_integer (10) : NULL, "special",
    g_strcmp0 (class_name, "secret") == 0 ? json_integer (0x400) : NULL);
  if (area)
    set_fields (of, fields, area, SECTOR);
  add_block (text, "sector", fields);
}

/* With the value `flags` as in Doom's own format, from import: difficulties, deaf, and in which
 * games it is not. */
static void
add_thing (GString *text, const KbExport *of, const json_t *entity, KbVec at)
{
  static const struct {
    guint bit;
    const char *field;
  } flags[] = {
    { 1, "skill1" }, { 1, "skill2" },  { 2, "skill3" }, { 4, "skill4" }, { 4, "skill5" },
    { 8, "ambush" }, { 16, "single" }, { 32, "dm" },    { 64, "coop" },
  };
  const json_t *direction = json_object_get (entity, "direction"),
               *value = json_object_get (json_object_get (entity, "values"), "flags");
  gint64 set = ALL_SKILLS;
  const gboolean has_flags = value && read_integer (value, &set);
  json_t *fields = json_pack (
    "{sf sf si si}", "x", at.x, "y", at.y, "angle",
    json_is_array (direction) ? (360 - (gint) round (kb_export_degrees (direction))) % 360 : 0,
    "type", MAP_SPOT);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (!((has_flags ? set : ALL_SKILLS) & flags[i].bit) == (flags[i].bit >= 16))
      json_object_set_new (fields, flags[i].field, json_true ());
  set_fields (of, fields, entity, THING);
  if (has_flags)
    json_object_del (fields, "user_flags");
  add_block (text, "thing", fields);
}

/* Sectors are 0 and the areas in order, also those that no side has. */
static GBytes *
make_text (const Map *of)
{
  GString *text = g_string_new ("// " KB_EXPORT_MARK "\nnamespace = \"zdoom\";\n");
  g_autofree KbVec *points = list_export_udmf_points (of);
  for (guint i = 0; i < of->n_own; i++)
    add_block (text, "vertex", json_pack ("{sf sf}", "x", points[i].x, "y", points[i].y));
  add_lines (text, of);
  add_sector (text, of->of, NULL);
  KB_EACH_JSON (area, json_object_get (of->json, "areas"))
    add_sector (text, of->of, area);
  KB_EACH_JSON (entity, json_object_get (of->json, "entities"))
    add_thing (text, of->of, entity, g_array_index (of->entities, KbVec, entity_at));
  return g_string_free_to_bytes (text);
}

/* ---- ZNODES ---- */

static void
add_u32 (GByteArray *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
add_fixed (GByteArray *bytes, double value)
{
  add_u32 (bytes, (guint32) (gint32) lround (value * 65536));
}

/* In whole pixels: top, bottom, left, right. */
typedef struct {
  KbVec lo, hi;
} Box;

static void
add_box (GByteArray *bytes, Box box)
{
  const double sides[] = { ceil (box.hi.y), floor (box.lo.y), floor (box.lo.x), ceil (box.hi.x) };
  for (guint i = 0; i < 4; i++)
    {
      const guint16 side = GUINT16_TO_LE ((guint16) (gint16) sides[i]);
      g_byte_array_append (bytes, (const guint8 *) &side, sizeof side);
    }
}

static Box
box_of_leaf (const KbUdmfMap *map, const KbUdmfLeaf *leaf)
{
  Box box = { { HUGE_VAL, HUGE_VAL }, { -HUGE_VAL, -HUGE_VAL } };
  KB_EACH_IN (const KbUdmfCorner, corner, leaf->corners)
    {
      const KbVec p = g_array_index (map->points, KbVec, corner->point);
      box.lo = (KbVec){ MIN (box.lo.x, p.x), MIN (box.lo.y, p.y) };
      box.hi = (KbVec){ MAX (box.hi.x, p.x), MAX (box.hi.y, p.y) };
    }
  return box;
}

static void
add_export_udmf_segs (GByteArray *bytes, const Map *of)
{
  const KbUdmfMap *map = of->map;
  g_autofree guint *segs = g_new0 (guint, map->segs->len + 1),
                   *lines = g_new0 (guint, map->lines->len + 1);
  guint n = 0, n_leaves = 0;
  KB_EACH_IN (const KbUdmfLine, line, map->lines)
    lines[line_at + 1] = lines[line_at] + is_used (line);
  KB_EACH_IN (const KbUdmfSeg, seg, map->segs)
    segs[seg_at] = of->leaves[seg->leaf] ? n++ : KB_UDMF_NONE;
  for (guint i = 0; i < map->leaves->len; i++)
    n_leaves += of->leaves[i] > 0;
  add_u32 (bytes, n_leaves);
  KB_EACH_IN (const KbUdmfLeaf, leaf, map->leaves)
    if (of->leaves[leaf_at])
      add_u32 (bytes, leaf->n);
  add_u32 (bytes, n);
  KB_EACH_IN (const KbUdmfSeg, seg, map->segs)
    if (of->leaves[seg->leaf])
      {
        const gboolean is_line = seg->line != KB_UDMF_NONE;
        const guint8 side =
          is_line && seg->left != is_turned (&g_array_index (map->lines, KbUdmfLine, seg->line));
        add_u32 (bytes, of->points[seg->from] - 1);
        add_u32 (bytes, seg->partner == KB_UDMF_NONE ? KB_UDMF_NONE : segs[seg->partner]);
        add_u32 (bytes, is_line ? lines[seg->line] : KB_UDMF_NONE);
        g_byte_array_append (bytes, &side, 1);
      }
}

/* A child as it is in the file, and its box. */
typedef struct {
  guint number; /* KB_UDMF_NONE: nothing is there */
  Box box;
} Child;

static Child
child_of (const Map *of, const Child *nodes, guint child)
{
  const guint leaf = child & ~KB_UDMF_LEAF;
  if (!(child & KB_UDMF_LEAF))
    return nodes[child];
  return (Child){ of->leaves[leaf] ? KB_UDMF_LEAF | (of->leaves[leaf] - 1) : KB_UDMF_NONE,
                  box_of_leaf (of->map, &g_array_index (of->map->leaves, KbUdmfLeaf, leaf)) };
}

/* A node with nothing on one side is its other child. */
static void
add_nodes (GByteArray *bytes, const Map *of)
{
  g_autofree Child *nodes = g_new (Child, of->map->nodes->len + 1);
  g_autoptr (GByteArray) list = g_byte_array_new ();
  guint n = 0;
  KB_EACH_IN (const KbUdmfNode, node, of->map->nodes)
    {
      const KbUdmfStraight *line =
        &g_array_index (of->map->straights, KbUdmfStraight, node->straight);
      const Child right = child_of (of, nodes, node->right),
                  left = child_of (of, nodes, node->left);
      nodes[node_at] = right.number == KB_UDMF_NONE ? left : right;
      if (right.number == KB_UDMF_NONE || left.number == KB_UDMF_NONE)
        continue;
      nodes[node_at] =
        (Child){ n++,
                 { { MIN (right.box.lo.x, left.box.lo.x), MIN (right.box.lo.y, left.box.lo.y) },
                   { MAX (right.box.hi.x, left.box.hi.x), MAX (right.box.hi.y, left.box.hi.y) } } };
      add_fixed (list, line->at.x);
      add_fixed (list, line->at.y);
      add_fixed (list, line->way.x);
      add_fixed (list, line->way.y);
      add_box (list, right.box);
      add_box (list, left.box);
      add_u32 (list, right.number);
      add_u32 (list, left.number);
    }
  add_u32 (bytes, n);
  g_byte_array_append (bytes, list->data, list->len);
}

static GBytes *
make_nodes (const Map *of)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree KbVec *points = list_export_udmf_points (of);
  g_byte_array_append (bytes, (const guint8 *) "XGL3", 4);
  add_u32 (bytes, of->n_own);
  add_u32 (bytes, of->n_points - of->n_own);
  for (guint i = of->n_own; i < of->n_points; i++)
    {
      add_fixed (bytes, points[i].x);
      add_fixed (bytes, points[i].y);
    }
  add_export_udmf_segs (bytes, of);
  add_nodes (bytes, of);
  return g_byte_array_free_to_bytes (bytes);
}

/* ---- the WAD ---- */

/* The name of a level in capitals, or NULL if it does not fit. */
static char *
own_name (const char *level)
{
  g_autofree char *name = g_ascii_strup (level, -1);
  return *name && strlen (name) <= 8 && !name[strspn (name, G_CSET_A_2_Z G_CSET_DIGITS "_-")]
           ? g_steal_pointer (&name)
           : NULL;
}

/* The names of the maps: those of the levels that fit, and for others MAP01 by number. */
static GPtrArray *
name_maps (const KbExport *of)
{
  const KbBankContent *content = of->content;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < content->n_levels; i++)
    {
      char *name = own_name (content->levels[i].name);
      g_ptr_array_add (names, name);
      if (name)
        g_hash_table_add (taken, name);
    }
  for (guint i = 0; i < content->n_levels; i++)
    {
      char *name = NULL;
      if (names->pdata[i])
        continue;
      for (guint number = i + 1; !name || g_hash_table_contains (taken, name); number++)
        {
          g_free (name);
          name = g_strdup_printf ("MAP%02u", number);
        }
      g_hash_table_add (taken, names->pdata[i] = name);
      kb_export_note_name (of, content->levels[i].name, name);
    }
  return names;
}

/* A lump of the directory; its bytes go to the file. */
static void
add_lump (GByteArray *file, GByteArray *directory, const char *name, GBytes *bytes)
{
  char padded[8] = "";
  gsize size = 0;
  const guint8 *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  memcpy (padded, name, strlen (name));
  add_u32 (directory, 12 + file->len);
  add_u32 (directory, (guint) size);
  g_byte_array_append (directory, (const guint8 *) padded, sizeof padded);
  g_byte_array_append (file, data, (guint) size);
  g_bytes_unref (bytes);
}

static void
add_level (const KbExport *of, guint level, const char *name, GByteArray *file,
           GByteArray *directory, KbBankError *reason)
{
  json_auto_t *json = json_deep_copy (json_array_get (of->levels, level));
  Map map = { .of = of, .json = json, .entities = g_array_new (FALSE, FALSE, sizeof (KbVec)) };
  map.map = make_export_udmf_map (json, of->content->levels + level, map.entities, reason);
  if (map.map)
    {
      number_all (&map);
      add_lump (file, directory, name, g_bytes_new (NULL, 0));
      add_lump (file, directory, "TEXTMAP", make_text (&map));
      add_lump (file, directory, "ZNODES", make_nodes (&map));
      add_lump (file, directory, "ENDMAP", g_bytes_new (NULL, 0));
      kb_udmf_map_free (map.map);
    }
  g_array_unref (map.entities);
  g_free (map.points);
  g_free (map.leaves);
}

static GBytes *
make_wad (const KbExport *of, KbBankError *reason)
{
  g_autoptr (GByteArray) head = g_byte_array_new (), directory = g_byte_array_new (),
                         file = g_byte_array_new ();
  g_autoptr (GPtrArray) names = name_maps (of);
  if (names->len == 0)
    g_strlcpy (reason->message, _("there are no levels, and each map of Doom is one"),
               sizeof reason->message);
  KB_EACH_WHILE (!*reason->message, void, item, names)
    add_level (of, item_at, item, file, directory, reason);
  if (*reason->message)
    return NULL;
  g_byte_array_append (head, (const guint8 *) "PWAD", 4);
  add_u32 (head, directory->len / 16);
  add_u32 (head, 12 + file->len);
  g_byte_array_prepend (file, head->data, head->len);
  g_byte_array_append (file, directory->data, directory->len);
  return g_byte_array_free_to_bytes (g_steal_pointer (&file));
}

static void
list_export_udmf_losses (const KbBankContent *content, KbExportLose lose, GPtrArray *messages)
{
  guint sides = 0, values = 0, sprites = 0;
  for (guint i = 0; i < content->n_levels; i++)
    {
      const KbBankLevel *level = content->levels + i;
      const kbx_handle walls = { .data = level->bytes, .kind = KBX_WALLS };
      values += level->n_values;
      for (guint k = 0; k < kbx_info (walls).walls; k++)
        sides += kbx_walls_wall (walls, k).one_way;
      for (guint k = 0; k < level->n_entities; k++)
        sprites += level->entities[k].sprite != NULL;
    }
  lose (messages, _("sides from which walls stop nobody"), sides);
  lose (messages, _("values of levels"), values);
  lose (messages, _("sprites of entities"), sprites);
}

const KbExporter kb_exporter_udmf = {
  .ending = ".wad",
  .holds = KB_HOLDS (LEVELS) | KB_HOLDS (WALLS) | KB_HOLDS (AREAS) | KB_HOLDS (ENTITIES),
  .is_engine = TRUE,
  .make_bytes = make_wad,
  .list_losses = list_export_udmf_losses,
};

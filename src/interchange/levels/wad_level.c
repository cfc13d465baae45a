/* SPDX-License-Identifier: MIT */
/* Doom's maps as levels. One unit is one pixel, with y pointing down. One-sided lines become walls
 * of the class "wall"; two-sided ones that block everybody become "barrier", and others "step".
 * Sectors become areas: "damage" or "secret" by their effect, "liquid" by their floor, else
 * "floor". Things become entities by the table in wad_level.c. Others get the class "thing". */
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/levels/level_file.h"
#include "interchange/levels/wad.h"
#include "interchange/levels/wad_private.h"

/* ---- outlines of sectors ---- */

/* Each line is an edge of the sector on its right, and reversed one of that on its left. Lines with
 * the same sector on both sides are ignored. If at each vertex as many edges of a sector begin as
 * end, they form rings. Paths from vertices where more begin are traced first: they end where more
 * end, and the rest is closed. */

typedef struct {
  guint sector;
  KbWadVertex from, to;
  guint line;
  gboolean used;
} WadLevelEdge;

typedef struct {
  GArray *edges;      /* Edge, by sector and then by start */
  guint *first;       /* of each sector, and one past the last */
} KbWadRings;

static int
compare_wad_level_places (KbWadVertex a, KbWadVertex b)
{
  return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

static int
compare_edges (gconstpointer x, gconstpointer y)
{
  const WadLevelEdge *a = x, *b = y;
  if (a->sector != b->sector)
    return a->sector < b->sector ? -1 : 1;
  int order = compare_wad_level_places (a->from, b->from);
  return order ? order : a->line < b->line ? -1 : a->line > b->line;
}

static void
add_edge (KbWadRings *rings, const KbWadMap *map, guint line, gboolean right)
{
  const KbWadLine *l = &map->lines[line];
  guint side = right ? l->right : l->left, other = right ? l->left : l->right;
  if (side == KB_WAD_NONE
      || (other != KB_WAD_NONE && map->sides[side].sector == map->sides[other].sector))
    return;
  WadLevelEdge edge = { map->sides[side].sector, map->vertices[right ? l->from : l->to],
                        map->vertices[right ? l->to : l->from], line, FALSE };
  if (compare_wad_level_places (edge.from, edge.to) != 0)
    g_array_append_val (rings->edges, edge);
}

/* The map must outlive it. Cost: n log n. */
static KbWadRings *
kb_wad_rings_new (const KbWadMap *map)
{
  KbWadRings *rings =
    KB_NEW (KbWadRings, .edges = g_array_new (FALSE, FALSE, sizeof (WadLevelEdge)),
            .first = g_new0 (guint, (gsize) map->n_sectors + 1));
  for (guint i = 0; i < map->n_lines; i++)
    {
      add_edge (rings, map, i, TRUE);
      add_edge (rings, map, i, FALSE);
    }
  g_array_sort (rings->edges, compare_edges);
  for (guint s = 0, e = 0; s <= map->n_sectors; s++)
    {
      while (e < rings->edges->len && g_array_index (rings->edges, WadLevelEdge, e).sector < s)
        e++;
      rings->first[s] = e;
    }
  return rings;
}

static void
kb_wad_rings_free (KbWadRings *rings)
{
  g_array_unref (rings->edges);
  g_free (rings->first);
  g_free (rings);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWadRings, kb_wad_rings_free)

static WadLevelEdge *
edge_at (const KbWadRings *rings, guint i)
{
  return &g_array_index (rings->edges, WadLevelEdge, i);
}

/* The sector's first edge that begins at the vertex, or one past its last edge. */
static guint
find_place (const KbWadRings *rings, guint sector, KbWadVertex place)
{
  guint lo = rings->first[sector], hi = rings->first[sector + 1];
  while (lo < hi)
    {
      guint middle = lo + (hi - lo) / 2;
      if (compare_wad_level_places (edge_at (rings, middle)->from, place) < 0)
        lo = middle + 1;
      else
        hi = middle;
    }
  return lo;
}

static gint64
cross (KbWadVertex a, KbWadVertex b)
{
  return (gint64) a.x * b.y - (gint64) a.y * b.x;
}

/* Which comes first when turning counter-clockwise from `back`? `back` itself comes last. */
static gboolean
is_before (KbWadVertex back, KbWadVertex a, KbWadVertex b)
{
  gint64 of_a = cross (back, a), of_b = cross (back, b);
  gint64 dot_a = (gint64) back.x * a.x + (gint64) back.y * a.y,
         dot_b = (gint64) back.x * b.x + (gint64) back.y * b.y;
  gint half_a = of_a > 0    ? 0
                : of_a < 0  ? 2
                : dot_a < 0 ? 1
                            : 3,
       half_b = of_b > 0    ? 0
                : of_b < 0  ? 2
                : dot_b < 0 ? 1
                            : 3;
  return half_a != half_b ? half_a < half_b : cross (a, b) > 0;
}

/* The unused edge that continues this one with the sharpest turn to the right, or NULL. */
static WadLevelEdge *
next_edge (const KbWadRings *rings, const WadLevelEdge *edge)
{
  KbWadVertex back = { edge->from.x - edge->to.x, edge->from.y - edge->to.y }, best_way = { 0, 0 };
  WadLevelEdge *best = NULL;
  for (guint i = find_place (rings, edge->sector, edge->to); i < rings->first[edge->sector + 1];
       i++)
    {
      WadLevelEdge *next = edge_at (rings, i);
      KbWadVertex way = { next->to.x - next->from.x, next->to.y - next->from.y };
      if (compare_wad_level_places (next->from, edge->to) != 0)
        break;
      if (!next->used && (!best || is_before (back, way, best_way)))
        {
          best = next;
          best_way = way;
        }
    }
  return best;
}

/* Follows edges from an unused one back to its start; with `open`, as far as they go. If they do
 * not return, NULL, and `at` is the end. */
static GArray *
trace (const KbWadRings *rings, WadLevelEdge *edge, gboolean open, KbWadVertex *at)
{
  g_autoptr (GArray) ring = g_array_new (FALSE, FALSE, sizeof (KbWadVertex));
  KbWadVertex start = edge->from;
  for (WadLevelEdge *next = edge; next; next = next_edge (rings, edge))
    {
      edge = next;
      edge->used = TRUE;
      g_array_append_val (ring, edge->from);
      if (!open && compare_wad_level_places (edge->to, start) == 0)
        return g_steal_pointer (&ring);
    }
  *at = edge->to;
  return NULL;
}

static int
compare_vertices (gconstpointer a, gconstpointer b)
{
  return compare_wad_level_places (*(const KbWadVertex *) a, *(const KbWadVertex *) b);
}

/* Counts the sorted ends equal to this vertex; `e` moves past them. */
static guint
count_ends (const KbWadVertex *ends, guint n, guint *e, KbWadVertex place)
{
  guint count = 0;
  while (*e < n && compare_wad_level_places (ends[*e], place) < 0)
    (*e)++;
  for (; *e < n && compare_wad_level_places (ends[*e], place) == 0; (*e)++)
    count++;
  return count;
}

/* Removes the paths from vertices where more edges begin than end. */
static gboolean
take_open (KbWadRings *rings, guint sector, KbWadVertex *at)
{
  guint first = rings->first[sector], n = rings->first[sector + 1] - first;
  g_autofree KbWadVertex *ends = g_new (KbWadVertex, (gsize) n + 1);
  gboolean open = FALSE;
  for (guint i = 0; i < n; i++)
    ends[i] = edge_at (rings, first + i)->to;
  qsort (ends, n, sizeof *ends, compare_vertices);
  for (guint i = 0, e = 0, run; i < n; i += run)
    {
      KbWadVertex place = edge_at (rings, first + i)->from;
      for (run = 0;
           i + run < n
           && compare_wad_level_places (edge_at (rings, first + i + run)->from, place) == 0;)
        run++;
      guint ending = count_ends (ends, n, &e, place);
      guint needed = run > ending ? run - ending : 0;
      open |= needed > 0;
      for (guint k = i; needed && k < i + run; k++)
        if (!edge_at (rings, first + k)->used)
          {
            trace (rings, edge_at (rings, first + k), TRUE, at);
            needed--;
          }
    }
  return open;
}

/* Call once per sector. Returns its closed rings, arrays of KbWadVertex with the sector on the
 * right; rings that touch in a point are separate. `open`: an outline is not closed, and ends
 * `at`. */
static GPtrArray *
kb_wad_rings_of_sector (KbWadRings *rings, guint sector, gboolean *open, KbWadVertex *at)
{
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  *at = (KbWadVertex) { 0, 0 };
  *open = take_open (rings, sector, at);
  for (guint i = rings->first[sector]; i < rings->first[sector + 1]; i++)
    {
      GArray *ring = edge_at (rings, i)->used ? NULL : trace (rings, edge_at (rings, i), FALSE, at);
      if (ring && ring->len >= 3)
        g_ptr_array_add (result, ring);
      else if (ring)
        g_array_unref (ring);
    }
  return result;
}

/* ---- wad things ---- */

/* The things of Doom that a game is likely to need: player starts, monsters, pickups. */

#define WAD_START "start"
#define MONSTER "monster"
#define ITEM "item"

static const KbWadThingType wad_level_types[] = {
  { 1, WAD_START, "player 1" }, { 2, WAD_START, "player 2" }, { 3, WAD_START, "player 3" }, { 4,
    WAD_START,
    "player 4" },
  { 11, WAD_START, "deathmatch" },
  { 14, WAD_START, "teleport" },
  { 5, ITEM, "blue keycard" }, { 6, ITEM, "yellow keycard" }, { 13, ITEM, "red keycard" }, { 38,
    ITEM, "red skull" },
  { 39, ITEM, "yellow skull" }, { 40, ITEM, "blue skull" },
  { 82, ITEM, "super shotgun" }, { 2001, ITEM, "shotgun" }, { 2002, ITEM, "chaingun" }, { 2003,
    ITEM, "rocket launcher" },
  { 2004, ITEM, "plasma rifle" }, { 2005, ITEM, "chainsaw" }, { 2006, ITEM, "BFG" },
  { 8, ITEM, "backpack" }, { 17, ITEM, "cell pack" }, { 2007, ITEM, "clip" }, { 2008, ITEM,
    "shells" }, { 2010, ITEM, "rocket" },
  { 2046, ITEM, "rockets" }, { 2047, ITEM, "cell" }, { 2048, ITEM, "bullets" }, { 2049, ITEM,
    "shell box" },
  { 83, ITEM, "megasphere" }, { 2011, ITEM, "stimpack" }, { 2012, ITEM, "medikit" }, { 2013, ITEM,
    "soulsphere" },
  { 2014, ITEM, "health bonus" }, { 2015, ITEM, "armour bonus" }, { 2018, ITEM, "green armour" },
    { 2019, ITEM, "blue armour" },
  { 2022, ITEM, "invulnerability" }, { 2023, ITEM, "berserk" }, { 2024, ITEM, "invisibility" },
    { 2025, ITEM, "radiation suit" },
  { 2026, ITEM, "map" }, { 2045, ITEM, "light goggles" },
  { 7, MONSTER, "spider mastermind" }, { 9, MONSTER, "shotgun guy" }, { 16, MONSTER, "cyberdemon" },
    { 58, MONSTER, "spectre" },
  { 64, MONSTER, "arch-vile" }, { 65, MONSTER, "chaingun guy" }, { 66, MONSTER, "revenant" }, { 67,
    MONSTER, "mancubus" },
  { 68, MONSTER, "arachnotron" }, { 69, MONSTER, "hell knight" }, { 71, MONSTER, "pain elemental" },
    { 72, MONSTER, "keen" },
  { 84, MONSTER, "wolfenstein SS" }, { 88, MONSTER, "boss brain" }, { 89, MONSTER, "boss shooter" },
    { 3001, MONSTER, "imp" },
  { 3002, MONSTER, "demon" }, { 3003, MONSTER, "baron of hell" }, { 3004, MONSTER, "zombieman" },
    { 3005, MONSTER, "cacodemon" },
  { 3006, MONSTER, "lost soul" },
};

/* NULL for the many types that are not in the table. `only_starts`: of a game other than Doom. */
static const KbWadThingType *
kb_wad_thing_type (guint type, gboolean only_starts)
{
  for (guint i = 0; i < G_N_ELEMENTS (wad_level_types); i++)
    if (wad_level_types[i].type == type
        && (!only_starts || wad_level_types[i].class_name[0] == WAD_START[0]))
      return &wad_level_types[i];
  return NULL;
}

/* ---- wad level ---- */

#define WAD_MOST_MESSAGES 10      /* of one kind */
#define STEP_COLOUR 0xb5835aff  /* of a floor that changes, on Doom's own map */

typedef struct {
  KbLevelFile *file;
  const KbWadMap *map;
  KbFileLevel *level;
} WadLevelReader;

static KbVec
map_vertex (const WadLevelReader *reader, KbWadVertex v)
{
  return (KbVec) { (double) v.x / reader->map->unit, v.y ? (double) -v.y / reader->map->unit : 0 };
}

/* The floors on both sides of a line. The front is the line's right side in Doom, and where
 * det(AB, AP) > 0 with y down. */
static json_t *
floors_of (const KbWadMap *map, const KbWadLine *line)
{
  return json_pack ("{so so}", "floor_back",
                    json_sprintf ("%d", map->sectors[map->sides[line->left].sector].floor),
                    "floor_front",
                    json_sprintf ("%d", map->sectors[map->sides[line->right].sector].floor));
}

static void
add_wad_level_walls (WadLevelReader *reader)
{
  const KbWadMap *map = reader->map;
  kb_level_file_class (reader->file, "wall", 0);
  for (guint i = 0; i < map->n_lines; i++)
    {
      const KbWadLine *line = &map->lines[i];
      KbVec a = map_vertex (reader, map->vertices[line->from]),
            b = map_vertex (reader, map->vertices[line->to]);
      gboolean two_sided = line->left != KB_WAD_NONE && line->right != KB_WAD_NONE,
               step = two_sided && !(line->flags & KB_WAD_BLOCKS);
      const char *class_name = step ? "step" : two_sided ? "barrier" : "wall";
      if (a.x == b.x && a.y == b.y)
        {
          kb_messages_lose (reader->level->messages, _("lines without length"), 1);
          continue;
        }
      kb_file_level_add_wall (
        reader->level, a, b,
        kb_level_file_class (reader->file, class_name, step ? STEP_COLOUR : 0));
      if (two_sided)
        g_array_index (reader->level->walls, KbFileWall, reader->level->walls->len - 1).values =
          floors_of (map, line);
      kb_messages_lose (reader->level->messages, _("flags of lines that stop only monsters"),
                        step && line->flags & KB_WAD_BLOCKS_MONSTERS);
    }
}

/* Doom's own numbers, or ZDoom's, which have bits for damage and secrets. */
static const char *
sector_class (const KbWadMap *map, const KbWadSector *sector)
{
  static const guint damage[][13] = {
    { 4, 5, 7, 11, 16 }, { 68, 69, 71, 75, 80, 82, 83, 84, 85, 104, 105, 115, 116 },
  };
  const guint special = map->zdoom_sectors ? sector->special & 0xff : sector->special;
  static const char *const liquids[] = { "FWATER", "NUKAGE", "SLIME0", "LAVA", "BLOOD" };
  for (guint i = 0; i < G_N_ELEMENTS (*damage); i++)
    if (special && special == damage[map->zdoom_sectors][i])
      return "damage";
  if (sector->damage > 0 || (map->zdoom_sectors && sector->special & 0x300))
    return "damage";
  if (map->zdoom_sectors ? sector->special & 0x400 : special == 9)
    return "secret";
  for (guint i = 0; i < G_N_ELEMENTS (liquids); i++)
    if (g_str_has_prefix (sector->floor_picture, liquids[i]))
      return "liquid";
  return "floor";
}

/* An open sky has no ceiling. */
static json_t *
heights_of (const KbWadSector *sector)
{
  g_autofree char *floor = g_strdup_printf ("%d", sector->floor),
                  *ceiling = g_strdup_printf ("%d", sector->ceiling);
  const gboolean sky = g_str_has_prefix (sector->ceiling_picture, "F_SKY");
  return json_pack ("{ssss*}", "floor", floor, "ceiling", sky ? NULL : ceiling);
}

static void
add_rings (const WadLevelReader *reader, json_t *area, const GPtrArray *rings)
{
  KB_EACH (const GArray, ring, rings)
    {
      g_autofree KbVec *points = g_new (KbVec, ring->len);
      KB_EACH_IN (const KbWadVertex, vertex, ring)
        points[vertex_at] = map_vertex (reader, *vertex);
      kb_file_area_add_ring (area, points, ring->len);
    }
}

static void
add_areas (WadLevelReader *reader)
{
  const KbWadMap *map = reader->map;
  guint n_faults = 0;
  g_autoptr (KbWadRings) rings = kb_wad_rings_new (map);
  for (guint s = 0; s < map->n_sectors; s++)
    {
      KbWadVertex at;
      gboolean open;
      g_autoptr (GPtrArray) of_sector = kb_wad_rings_of_sector (rings, s, &open, &at);
      g_autofree char *name = g_strdup_printf ("sector %u", s);
      if (of_sector->len)
        {
          json_t *area = kb_file_level_add_area (
            reader->level, name,
            kb_level_file_class (reader->file, sector_class (map, &map->sectors[s]), 0));
          json_object_set_new (area, "values", heights_of (&map->sectors[s]));
          add_rings (reader, area, of_sector);
        }
      if ((!open && of_sector->len) || ++n_faults > WAD_MOST_MESSAGES)
        continue;
      if (open)
        kb_messages_add (reader->level->messages,
                         of_sector->len ? _("%s: what is not closed at (%g, %g) is left out")
                                        : _("%s: not closed at (%g, %g), no area"),
                         name, map_vertex (reader, at).x, map_vertex (reader, at).y);
      else
        kb_messages_add (reader->level->messages, _("%s: nothing goes round it, no area"),
                               name);
    }
  kb_messages_lose (reader->level->messages, _("more such sectors"),
                    MAX (n_faults, WAD_MOST_MESSAGES) - WAD_MOST_MESSAGES);
}

static void
add_entities (WadLevelReader *reader)
{
  for (guint i = 0; i < reader->map->n_things; i++)
    {
      const KbWadThing *thing = &reader->map->things[i];
      const KbWadThingType *type = kb_wad_thing_type (thing->type, reader->map->other_things);
      g_autofree char *name = g_strdup_printf ("thing %u", thing->type),
                      *number = g_strdup_printf ("%u", thing->type);
      g_autofree char *flags = g_strdup_printf ("%u", thing->flags);
      kb_file_level_add_entity (
        reader->level, type ? type->name : name,
        kb_level_file_class (reader->file, type ? type->class_name : "thing", 0),
        map_vertex (reader, (KbWadVertex) { thing->x, thing->y }),
        kb_file_direction (-(double) thing->angle),
        json_pack ("{ssss}", "flags", flags, "type", number));
    }
}

static gboolean
read_map (KbLevelFile *file, const KbWad *wad, guint index, GError **error)
{
  g_autoptr (KbWadMap) map = kb_wad_map_read (wad, index, FALSE, error);
  if (!map)
    return FALSE;
  if (map->n_lines > KB_MAX_WALLS)
    return kb_import_fail (error, file->path, _("the map %s: %u lines; expected at most %u"),
                           map->name, map->n_lines, KB_MAX_WALLS);
  WadLevelReader reader = { file, map, kb_level_file_add (file, map->name) };
  add_wad_level_walls (&reader);
  add_areas (&reader);
  add_entities (&reader);
  kb_messages_copy (reader.level->messages, map->losses, NULL);
  return TRUE;
}

static gboolean
fail_map (const KbWad *wad, const char *path, const char *map, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < kb_wad_map_count (wad); i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", kb_wad_map_name (wad, i));
  return names->len ? kb_import_fail (
           error, path, _("there is no map '%s' in it; expected one of %s"), map, names->str)
                    : kb_import_fail (error, path, _("there are no maps in it"));
}

static gboolean
read_wad (KbLevelFile *file, const char *data, gsize size, const char *name, GError **error)
{
  g_autoptr (KbWad) wad = kb_wad_parse (file->path, data, size, error);
  if (!wad)
    return FALSE;
  gint only = name ? kb_wad_find_map (wad, name) : -1;
  if ((name && only < 0) || kb_wad_map_count (wad) == 0)
    return fail_map (wad, file->path, name, error);
  kb_messages_add (file->messages, _("pictures, light, and what lines do, are left out"));
  for (guint i = 0; i < kb_wad_map_count (wad); i++)
    {
      const char *map = kb_wad_map_name (wad, i);
      GError *fault = NULL;
      if (name && i != (guint) only)
        continue;
      if (kb_wad_find_map (wad, map) != (gint) i)
        kb_messages_add (
          file->messages, _("%s is there more than once; the last one is taken, as Doom does"),
          map);
      else if (!read_map (file, wad, i, &fault))
        kb_level_file_fault (file, fault);
    }
  return kb_level_file_has_levels (file, error);
}

static KbFit
recognise_wad (const KbImportHead *head)
{
  return kb_wad_is_ours (head->start, head->size) ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_wad = {
  .name = "wad",
  .label = N_("Maps of Doom"),
  .noun = N_("a WAD of Doom"),
  .expected = N_("a WAD of Doom, which starts with IWAD or PWAD"),
  .makes = KB_IMPORT_LEVEL,
  .patterns = (const char *const[]) { "*.wad", NULL },
  .mime_types = (const char *const[]) { "application/x-doom-wad", NULL },
  .options = (const char *const[]) { "map", NULL },
  .recognise = recognise_wad,
  .read_level = read_wad,
};

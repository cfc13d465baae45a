/* SPDX-License-Identifier: MIT */
/* Doom's maps as levels. One unit is one pixel, with y pointing down. One-sided lines become walls
 * of the class "wall"; two-sided ones that block everybody become "barrier", and others "step".
 * Sectors become areas: "damage" or "secret" by their effect, "liquid" by their floor, else
 * "floor". Things become entities by the table in wad_level.c. Others get the class "thing". */
#include <glib/gi18n.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/levels/level_file.h"
#include "interchange/levels/wad.h"
#include "interchange/levels/wad_private.h"

/* ---- wad things ---- */

/* The things of Doom that a game is likely to need: player starts, monsters, pickups. */

#define START "start"
#define MONSTER "monster"
#define ITEM "item"

static const KbWadThingType types[] = {
  { 1, START, "player 1" }, { 2, START, "player 2" }, { 3, START, "player 3" }, { 4, START,
    "player 4" },
  { 11, START, "deathmatch" },
  { 14, START, "teleport" },
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
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type && (!only_starts || types[i].class_name[0] == START[0]))
      return &types[i];
  return NULL;
}

/* ---- wad level ---- */

#define MOST_MESSAGES 10      /* of one kind */
#define STEP_COLOUR 0xb5835aff  /* of a floor that changes, on Doom's own map */

typedef struct {
  KbLevelFile *file;
  const KbWadMap *map;
  KbFileLevel *level;
} Reader;

static KbVec
place (const Reader *reader, KbWadVertex v)
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
add_walls (Reader *reader)
{
  const KbWadMap *map = reader->map;
  kb_level_file_class (reader->file, "wall", 0);
  for (guint i = 0; i < map->n_lines; i++)
    {
      const KbWadLine *line = &map->lines[i];
      KbVec a = place (reader, map->vertices[line->from]),
            b = place (reader, map->vertices[line->to]);
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
add_rings (const Reader *reader, json_t *area, const GPtrArray *rings)
{
  KB_EACH (const GArray, ring, rings)
    {
      g_autofree KbVec *points = g_new (KbVec, ring->len);
      KB_EACH_IN (const KbWadVertex, vertex, ring)
        points[vertex_at] = place (reader, *vertex);
      kb_file_area_add_ring (area, points, ring->len);
    }
}

static void
add_areas (Reader *reader)
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
      if ((!open && of_sector->len) || ++n_faults > MOST_MESSAGES)
        continue;
      if (open)
        kb_messages_add (reader->level->messages,
                               of_sector->len ? _("%s: what is not closed at (%g, %g) is left out")
                                              : _("%s: not closed at (%g, %g), no area"),
                               name, place (reader, at).x, place (reader, at).y);
      else
        kb_messages_add (reader->level->messages, _("%s: nothing goes round it, no area"),
                               name);
    }
  kb_messages_lose (reader->level->messages, _("more such sectors"),
                    MAX (n_faults, MOST_MESSAGES) - MOST_MESSAGES);
}

static void
add_entities (Reader *reader)
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
        place (reader, (KbWadVertex) { thing->x, thing->y }),
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
  Reader reader = { file, map, kb_level_file_add (file, map->name) };
  add_walls (&reader);
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

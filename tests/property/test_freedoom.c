/* SPDX-License-Identifier: MIT */
/* The maps of Freedoom as levels: every partition against all walls one by one, bit for bit; walks that never leave; areas
 * against the maps' own trees. With KICKBOX_SOAK 10,000 moves a map, and 10,000,000 steps. */
#include "tests/support/freedoom.h"
#include "tests/support/level_peers.h"
#include "tests/support/level_walks.h"
#include "tests/support/seed.h"

/* Under a sanitizer of a quarter of the maps alone; see kit_rounds. */
#define MOVES 300

/* --- Moves ------------------------------------------------------------------------------------ */

static void
compare_map (const FreedoomMap *map, gpointer data)
{
  guint border;
  if (++*(guint *) data > kit_rounds (68))
    return;
  Soup soup = { freedoom_walls (map, &border), 0 };
  KitWalls input = soup_input (&soup);
  Built built[VARIANTS];
  g_autofree guint64 *doors = g_new (guint64, soup.walls->len / 64 + 1);
  for (guint i = 0; i <= soup.walls->len / 64; i++)
    doors[i] = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
  soup.size = 4096 * 256;
  build_all (&input, built);
  compare_casts (&soup, built, kit_is_soak () ? 10000 : MOVES, doors);
  free_all (built);
  soup_free (&soup);
}

static void
test_moves (void)
{
  guint n = 0;
  if (freedoom_each (compare_map, &n))
    g_assert_cmpuint (n, ==, 68);
}

/* --- Walks ------------------------------------------------------------------------------------ */

typedef struct {
  guint sealed;
  gint64 moves[BOUNCE + 1];
} Walks;

/* Does an even number of the border's walls end in each place? */
static gboolean
is_sealed (const Room *room)
{
  g_autoptr (GHashTable) odd = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < room->border; i++)
    {
      KitEdge e = g_array_index (room->walls, KitWall, i).edge;
      gint64 ends[] = { e.ax * G_GINT64_CONSTANT (4294967296) + e.ay, e.bx * G_GINT64_CONSTANT (4294967296) + e.by };
      for (guint end = 0; end < 2; end++)
        if (!g_hash_table_remove (odd, &ends[end]))
          g_hash_table_add (odd, g_memdup2 (&ends[end], sizeof ends[end]));
    }
  return g_hash_table_size (odd) == 0;
}

static KbVec
point_of (const json_t *pair)
{
  return (KbVec) { json_number_value (json_array_get (pair, 0)), json_number_value (json_array_get (pair, 1)) };
}

/* From where things stand. */
static void
walk_map (const FreedoomMap *map, gpointer data)
{
  Walks *walks = data;
  Room room = { NULL, 0, NULL, { NULL } };
  room.walls = freedoom_walls (map, &room.border);
  if (is_sealed (&room))
    {
      gint64 wanted = (kit_is_soak () ? 10000000 : 100000) / (BOUNCE + 1) / 60;
      room_finish (&room, (kbx_partition) (walks->sealed % 4));
      for (guint manner = 0; manner <= BOUNCE; manner++)
        {
          gint64 done = 0;
          for (guint tries = 0; done < wanted && tries < 1000; tries++)
            {
              const json_t *entities = map->level->entities;
              KbVec at = point_of (json_object_get (json_array_get (entities, (guint) number (0, json_array_size (entities) - 1)), "at"));
              done += walk (&room, (kbx_vec) { (float) at.x, (float) at.y }, (Manner) manner, MIN (wanted - done, 100));
            }
          walks->moves[manner] += done;
        }
      walks->sealed++;
      g_bytes_unref (room.bytes);
    }
  g_array_unref (room.walls);
}

static void
test_walks (void)
{
  Walks walks = { 0 };
  if (!freedoom_each (walk_map, &walks))
    return;
  g_test_message ("%u maps are sealed", walks.sealed);
  g_assert_cmpuint (walks.sealed, >=, 60);
  for (guint manner = 0; manner <= BOUNCE; manner++)
    g_assert_cmpint (walks.moves[manner], >=, (kit_is_soak () ? 10000000 : 100000) / (BOUNCE + 1));
}

/* --- Areas ------------------------------------------------------------------------------------ */

typedef struct { guint points, other; } Agreement;

/* 1 in the front, -1 behind: where the segment from `from` on has the point on its right, or not. Doom's y, in 1/256. */
static gint
side_of (gint64 x, gint64 y, gint64 dx, gint64 dy, gint64 px, gint64 py)
{
  gint64 turn = dx * (py - 256 * y) - dy * (px - 256 * x);
  return turn < 0 ? 1 : -1;
}

/* The sector of the leaf that the map's own tree has for the point; -1 where that lies beyond one of the leaf's segs, within a
 * unit: the corners of leaves are rounded, and there need not be a leaf. */
static gint
sector_by_tree (const KbWadMap *map, gint64 px, gint64 py)
{
  guint child = map->n_nodes - 1;
  while (!(child & KB_WAD_LEAF))
    {
      const KbWadNode *node = &map->nodes[child];
      child = side_of (node->x, node->y, node->dx, node->dy, px, py) > 0 ? node->right : node->left;
    }
  const KbWadLeaf *leaf = &map->leaves[child & ~KB_WAD_LEAF];
  for (guint i = leaf->first; i < leaf->first + leaf->n; i++)
    {
      KbWadVertex a = map->vertices[map->segs[i].from], b = map->vertices[map->segs[i].to];
      gint64 dx = b.x - a.x, dy = b.y - a.y, turn = dx * (py - 256 * a.y) - dy * (px - 256 * a.x);
      if (turn > -256 * (ABS (dx) + ABS (dy)))
        return -1;
    }
  const KbWadSeg *seg = &map->segs[leaf->first];
  guint side = seg->side ? map->lines[seg->line].left : map->lines[seg->line].right;
  return leaf->n && side != KB_WAD_NONE ? (gint) map->sides[side].sector : -1;
}

static GArray *
area_edges (const json_t *area)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (KitEdge));
  size_t i, p;
  json_t *ring, *point;
  json_array_foreach (json_object_get (area, "rings"), i, ring)
    json_array_foreach (ring, p, point)
      {
        KbVec a = point_of (point), b = point_of (json_array_get (ring, (p + 1) % json_array_size (ring)));
        KitEdge edge = { freedoom_number (a.x), freedoom_number (a.y), freedoom_number (b.x), freedoom_number (b.y) };
        g_array_append_val (edges, edge);
      }
  return edges;
}

static void
ask_areas (const FreedoomMap *map, kbx_handle level, Agreement *agreement)
{
  guint asked = kit_is_soak () ? 100000 : 2000;
  for (guint i = 0; i < asked; i++)
    {
      KbWadVertex near = map->map->vertices[number (0, map->map->n_vertices - 1)];
      gint64 x = 256 * near.x + number (-128 * 256, 128 * 256), y = 256 * near.y + number (-128 * 256, 128 * 256);
      gint sector = sector_by_tree (map->map, x, y);
      KitPlace place = kit_level_at (level, (kbx_vec) { (float) x / 256, (float) -y / 256 });
      if (sector < 0)
        continue;
      const json_t *area = place.area == KBX_NONE ? NULL : json_array_get (map->level->areas, place.area);
      g_autofree char *name = g_strdup_printf ("sector %d", sector);
      agreement->points++;
      agreement->other += g_strcmp0 (json_string_value (json_object_get (area, "name")), name) != 0;
    }
}

static void
locate_map (const FreedoomMap *map, gpointer data)
{
  guint border, n = (guint) json_array_size (map->level->areas);
  g_autoptr (GArray) walls = freedoom_walls (map, &border);
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree KitArea *areas = g_new (KitArea, n + 1);
  for (guint i = 0; i < n; i++)
    {
      GArray *of_area = area_edges (json_array_get (map->level->areas, i));
      areas[i] = (KitArea) { (const KitEdge *) (gpointer) of_area->data, of_area->len };
      g_ptr_array_add (edges, of_area);
    }
  KitWalls input = { (const KitWall *) (gpointer) walls->data, walls->len, areas, n };
  KitDivision settings = { .kind = (kbx_partition) (n % 4) };
  g_autoptr (GBytes) bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
  Agreement of_map = { 0, 0 }, *all = data;
  kbx_handle level;
  g_assert_cmpint (kbx_open (&level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  ask_areas (map, level, &of_map);
  g_test_message ("%s: %u of %u points in other sectors", map->level->name, of_map.other, of_map.points);
  all->points += of_map.points;
  all->other += of_map.other;
}

static void
test_areas (void)
{
  Agreement all = { 0, 0 };
  if (!freedoom_each (locate_map, &all))
    return;
  g_test_message ("%u of %u points in other sectors", all.other, all.points);
  g_assert_cmpuint (all.points, >, 40000);
  g_assert_cmpuint (all.other, <, all.points / 1000);
}

KIT_PROGRAM (freedoom)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/freedoom/moves", test_moves);
  g_test_add_func ("/freedoom/walks", test_walks);
  g_test_add_func ("/freedoom/areas", test_areas);
  return g_test_run ();
}

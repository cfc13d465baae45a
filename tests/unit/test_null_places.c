/* SPDX-License-Identifier: MIT */
/* NULL where a function of kickbox.h writes: an array without a place counts and writes nothing, an open without one refuses. A table of
 * each; kickbox.h itself is looked through for what the tables lack. */
#include "runtime/kickbox.h"
#include "runtime/kickbox/pack.h"
#include "tests/support/seed.h"
#include "tests/support/places.h"

#include <string.h>

#define ROOM 64
#define OTHER 0xa5

static struct { kbx_bank shapes, tracks, worlds; } banks;

static void
open_bank (kbx_bank *bank, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/tests/golden/bank/v1/%s/bank.kbx", g_getenv ("KICKBOX_SOURCE"), name);
  g_assert_cmpint (kbx_bank_open_file (bank, path, NULL), ==, KBX_OK);
}

/* ---- arrays ---- */

static const kbx_place nowhere = PLACE (0, 0, false, false);
static const kbx_place unturned = { 0, 0, { 1, 0 }, 1, false, false }; /* not upright: between pixels */
static const kbx_rect wide = { { -200, -200 }, { 200, 200 } };

static kbx_handle frame (void) { return kbx_item (kbx_bank_find (&banks.shapes, KBX_SPRITE, "vampire"), KBX_FRAME, 1); }
static kbx_handle level (void) { return kbx_bank_find (&banks.worlds, KBX_LEVEL, "yard"); }
static kbx_handle layer (void) { return kbx_item (kbx_bank_find (&banks.worlds, KBX_LEVEL, "yard"), KBX_TILES, 0); }
static kbx_vec v (float x, float y) { return (kbx_vec) { x, y }; }

static size_t
hit_point (void *to, size_t room)
{
  return kbx_frame_touching (frame (), nowhere, kbx_shape_point (middle_of ((kbx_point) { 8, -70 })), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
hit_box (void *to, size_t room)
{
  return kbx_frame_touching (frame (), nowhere, kbx_shape_box ((kbx_box) { -200, -200, 200, 200 }), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
hit_circle (void *to, size_t room)
{
  return kbx_frame_touching (frame (), nowhere, kbx_shape_circle (v (0, 0), 200), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
overlaps (void *to, size_t room)
{
  return kbx_frames_overlap (frame (), nowhere, KBX_ALL_CLASSES, frame (), nowhere, KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t outline (void *to, size_t room) { return kbx_frame_outline (frame (), nowhere, 0, KBX_NONE, to, (uint32_t) room); }
static size_t part (void *to, size_t room) { return kbx_frame_outline (frame (), nowhere, 4, 0, to, (uint32_t) room); }

static size_t
turned_point (void *to, size_t room)
{
  return kbx_frame_touching (frame (), unturned, kbx_shape_point (v (8.5f, -69.5f)), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
turned_rect (void *to, size_t room)
{
  return kbx_frame_touching (frame (), unturned, shape_of_rect (wide), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
turned_circle (void *to, size_t room)
{
  return kbx_frame_touching (frame (), unturned, shape_of_circle ((kbx_circle) { { 0, 0 }, 200 }), KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t
turned_overlaps (void *to, size_t room)
{
  return kbx_frames_overlap (frame (), unturned, KBX_ALL_CLASSES, frame (), unturned, KBX_ALL_CLASSES, to, (uint32_t) room);
}

static size_t turned_outline (void *to, size_t room) { return kbx_frame_outline (frame (), unturned, 0, KBX_NONE, to, (uint32_t) room); }
static size_t turned_part (void *to, size_t room) { return kbx_frame_outline (frame (), unturned, 4, 0, to, (uint32_t) room); }

static size_t
many_boxes (void *to, size_t room)
{
  kbx_box boxes[40];
  for (int i = 0; i < 40; i++)
    boxes[i] = (kbx_box) { i, i, i + 3, i + 3 };
  return kbx_boxes_touching ((kbx_box) { 0, 0, 38, 38 }, boxes, 40, to, (uint32_t) room);
}

static size_t
own_corners (void *to, size_t room)
{
  return kbx_corners (kbx_shape_rect (v (0, 0), v (3, 4)), to, (uint32_t) room);
}

static size_t
overlap_many (void *to, size_t room)
{
  kbx_shape shapes[40];
  for (int i = 0; i < 40; i++)
    shapes[i] = kbx_shape_circle (v ((float) i, 0), 2);
  return kbx_overlap_many (kbx_shape_rect (v (0, 0), v (38, 38)), shapes, 40, to, (uint32_t) room);
}

static size_t
index_pairs (void *to, size_t room)
{
  kbx_rect bounds[8];
  uint32_t order[8] = { 0 };
  for (uint32_t i = 0; i < 8; i++)
    bounds[i] = (kbx_rect) { { (float) i, 0 }, { (float) i + 2, 2 } };
  return kbx_pairs (bounds, 8, order, to, (uint32_t) room);
}

static size_t
offset_curve (void *to, size_t room)
{
  static const kbx_vec course[4] = { { 0, 0 }, { 50, 0 }, { 50, 40 }, { 0, 40 } };
  return kbx_offset_curve (course, 4, true, -8, to, (uint32_t) room);
}

static const uint8_t picture[8] = { 1, 0, 1, 1, 0, 1, 1, 0 };
static size_t pack_bitmap (void *to, size_t room) { return kbx_bitmap_pack (&(kbx_bitmap_plan) { picture, 1, 4, 4, 2, 1 }, NULL, 0, to, room, NULL); }
static size_t pack_mask (void *to, size_t room) { return kbx_mask_pack (&(kbx_mask_plan) { picture, 4, 4, 2 }, NULL, 0, to, room, NULL); }
static size_t gates (void *to, size_t room) { return kbx_track_gates (kbx_bank_find (&banks.tracks, KBX_TRACK, "lane"), to, (uint32_t) room); }

static const kbx_shape disc = { KBX_SHAPE_CIRCLE, false, { .circle = { { 20, 10 }, 2 } } };

static size_t
moved (kbx_manner manner, void *to, size_t room)
{
  const kbx_motion motion = { .manner = manner, .bounce = 1 };
  const kbx_move move = kbx_level_move (level (), disc, v (22, -9), motion, NULL, to, (uint32_t) room);
  g_assert_cmpint (move.status, ==, KBX_OK);
  return move.touched;
}

static size_t slide (void *to, size_t room) { return moved (KBX_SLIDE, to, room); }
static size_t bounce (void *to, size_t room) { return moved (KBX_BOUNCE, to, room); }
static size_t near_disc (void *to, size_t room) { return kbx_level_touching (level (), kbx_shape_circle (v (9, 9), 20), NULL, to, (uint32_t) room); }
static size_t near_box (void *to, size_t room) { return kbx_level_touching (level (), shape_of_rect (wide), NULL, to, (uint32_t) room); }

static size_t
walls_nodes (void *to, size_t room)
{
  return kbx_walls_nodes (kbx_item (level (), KBX_WALLS, 0), v (20, 10), v (2, -19), to, (uint32_t) room, NULL);
}

static size_t node_cell (void *to, size_t room) { return kbx_walls_node (level (), 0, wide, to, (uint32_t) room).corner_count; }

static size_t
in_view (void *to, size_t room)
{
  return kbx_walls_in_view (level (), v (20, 10), v (0, 0), v (0, 0), NULL, to, (uint32_t) room);
}

static size_t neighbours (void *to, size_t room) { return kbx_cell_neighbours (layer (), (kbx_point) { 0, 0 }, to, (uint32_t) room); }
static size_t cell_corners (void *to, size_t room) { return kbx_cell_corners (layer (), (kbx_point) { 0, 0 }, to, (uint32_t) room); }

static size_t
cells_crossed (void *to, size_t room)
{
  const kbx_handle maze = kbx_item (kbx_bank_find (&banks.worlds, KBX_LEVEL, "yard"), KBX_MAZE, 0);
  const kbx_box area = kbx_info (maze).bounds;
  return kbx_maze_cells_crossed (maze, v ((float) area.x0, (float) area.y0), v ((float) area.x1, (float) area.y1), to, (uint32_t) room);
}

static size_t
tile_cells (void *to, size_t room)
{
  const kbx_box all = kbx_info (layer ()).bounds;
  return kbx_tiles_cells (layer (), (kbx_box) { all.x0, all.y0, all.x0 + 96, all.y1 }, to, (uint32_t) room);
}

static size_t visible (void *to, size_t room) { return kbx_tiles_visible (layer (), (kbx_rect) { { -60, -60 }, { 60, 60 } }, to, (uint32_t) room); }

static size_t
shapes_in_box (void *to, size_t room)
{
  return kbx_tiles_touching (layer (), kbx_shape_box (kbx_info (layer ()).bounds), KBX_ALL_CLASSES, to, (uint32_t) room);
}

/* A pixel that every flip of the shape has, of the first cell with one. */
static size_t
shapes_at (void *to, size_t room)
{
  kbx_thing first;
  kbx_box cell;
  g_assert_cmpuint (shapes_in_box (&first, 1), >, 0);
  cell = kbx_cell_box (layer (), first.cell);
  return kbx_tiles_touching (layer (), kbx_shape_point (v ((float) cell.x0 + 9, (float) cell.y0 + 9)), KBX_ALL_CLASSES, to, (uint32_t) room);
}

/* ---- packing ---- */

static uint64_t work[1 << 16];

static size_t
pack_maze (void *to, size_t room)
{
  static const uint8_t edges[9] = { 3, 2, 1, 1, 2, 1, 2, 2, 0 };
  const kbx_maze_plan plan = { .cell_w = 8, .cell_h = 8, .columns = 2, .rows = 2, .edges = edges, .stride = 3 };
  return kbx_maze_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_ground (void *to, size_t room)
{
  static const kbx_ground_point points[3] = { { 0, 5, false }, { 9, 2, false }, { 20, 8, true } };
  const kbx_ground_plan plan = { .points = points, .count = 3 };
  return kbx_ground_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_heightmap (void *to, size_t room)
{
  static const uint16_t samples[6] = { 0, 9, 70, 500, 65535, 4 };
  const kbx_heightmap_plan plan = { .samples = samples, .stride = 3, .columns = 3, .rows = 2, .cell = 4, .high = 9 };
  return kbx_heightmap_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_tiles (void *to, size_t room)
{
  static const uint32_t cells[4] = { 1, 0, 1 | KBX_CELL_FLIP_X, 1 };
  static const kbx_tile_plan tile = { .number = 1, .kind = KBX_TILE_FULL };
  const kbx_tiles_plan plan = { .cell_w = 8, .cell_h = 8, .columns = 2, .rows = 2, .tiles = &tile, .tile_count = 1, .cells = cells };
  return kbx_tiles_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_track (void *to, size_t room)
{
  const kbx_track_plan plan = { .w = 4, .h = 2, .road = picture, .stride = 4, .max_clearance = 3 };
  return kbx_track_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_walls (void *to, size_t room)
{
  static const kbx_wall walls[2] = { { .segment = { { 0, 0 }, { 9, 0 } } }, { .segment = { { 9, 0 }, { 9, 9 } } } };
  const kbx_walls_plan plan = { .walls = walls, .wall_count = 2 };
  return kbx_walls_pack (&plan, work, sizeof work, to, room, NULL);
}

static size_t
pack_soup (void *to, size_t room)
{
  static const kbx_vec3 corners[4] = { { 0, 0, 0 }, { 9, 0, 0 }, { 9, 9, 0 }, { 0, 9, 0 } };
  const kbx_shape3 polygons[2] = { kbx_shape3_polygon (corners, 4, false), kbx_shape3_polygon (corners, 3, true) };
  const kbx_soup_plan plan = { polygons, NULL, 2 };
  return kbx_soup_pack (&plan, work, sizeof work, to, room, NULL);
}

static kbx_handle
soup (void)
{
  static uint8_t bytes[1000];
  kbx_handle soup;
  g_assert_cmpint (kbx_open (&soup, KBX_SOUP, bytes, pack_soup (bytes, sizeof bytes), NULL), ==, KBX_OK);
  return soup;
}

static size_t
events (void *to, size_t room)
{
  kbx_handle sprite = kbx_bank_find (&banks.shapes, KBX_SPRITE, "Vampire");
  return kbx_animation_events (kbx_find (sprite, KBX_ANIMATION, "walk"), -1, 60000, to, (uint32_t) room);
}

static size_t soup_polygon (void *to, size_t room) { return kbx_soup_polygon (soup (), 0, to, (uint32_t) room); }

static size_t
soup_touching (void *to, size_t room)
{
  const kbx_box3 box = { { -1, -1, -1 }, { 1, 1, 1 } };
  return kbx_soup_touching (soup (), box, KBX_ALL_CLASSES, NULL, to, (uint32_t) room);
}

static const struct {
  const char *name;
  size_t (*ask) (void *to, size_t room);
  size_t element;
} lists[] = {
  { "kbx_frame_touching", hit_point, sizeof (kbx_thing) },
  { "kbx_frame_touching", hit_box, sizeof (kbx_thing) },
  { "kbx_frame_touching", hit_circle, sizeof (kbx_thing) },
  { "kbx_frames_overlap", overlaps, sizeof (kbx_pair) },
  { "kbx_animation_events", events, sizeof (kbx_handle) },
  { "kbx_frame_outline", outline, sizeof (kbx_vec) },
  { "kbx_frame_outline", part, sizeof (kbx_vec) },
  { "kbx_boxes_touching", many_boxes, sizeof (uint32_t) },
  { "kbx_corners", own_corners, sizeof (kbx_vec) },
  { "kbx_overlap_many", overlap_many, sizeof (uint32_t) },
  { "kbx_pairs", index_pairs, sizeof (kbx_pair) },
  { "kbx_offset_curve", offset_curve, sizeof (kbx_vec) },
  { "kbx_frame_touching", turned_point, sizeof (kbx_thing) },
  { "kbx_frame_touching", turned_rect, sizeof (kbx_thing) },
  { "kbx_frame_touching", turned_circle, sizeof (kbx_thing) },
  { "kbx_frames_overlap", turned_overlaps, sizeof (kbx_pair) },
  { "kbx_frame_outline", turned_outline, sizeof (kbx_vec) },
  { "kbx_frame_outline", turned_part, sizeof (kbx_vec) },
  { "kbx_bitmap_pack", pack_bitmap, 1 },
  { "kbx_mask_pack", pack_mask, 1 },
  { "kbx_soup_pack", pack_soup, 1 },
  { "kbx_maze_pack", pack_maze, 1 },
  { "kbx_ground_pack", pack_ground, 1 },
  { "kbx_heightmap_pack", pack_heightmap, 1 },
  { "kbx_tiles_pack", pack_tiles, 1 },
  { "kbx_track_pack", pack_track, 1 },
  { "kbx_walls_pack", pack_walls, 1 },
  { "kbx_soup_polygon", soup_polygon, sizeof (kbx_vec3) },
  { "kbx_soup_touching", soup_touching, sizeof (uint32_t) },
  { "kbx_track_gates", gates, sizeof (kbx_segment) },
  { "kbx_level_move", slide, sizeof (kbx_hit) },
  { "kbx_level_move", bounce, sizeof (kbx_hit) },
  { "kbx_level_touching", near_disc, sizeof (kbx_thing) },
  { "kbx_level_touching", near_box, sizeof (kbx_thing) },
  { "kbx_walls_nodes", walls_nodes, sizeof (uint32_t) },
  { "kbx_walls_node", node_cell, sizeof (kbx_vec) },
  { "kbx_walls_in_view", in_view, sizeof (kbx_wall_in_view) },
  { "kbx_cell_neighbours", neighbours, sizeof (kbx_point) },
  { "kbx_cell_corners", cell_corners, sizeof (kbx_vec) },
  { "kbx_maze_cells_crossed", cells_crossed, sizeof (kbx_point) },
  { "kbx_tiles_cells", tile_cells, sizeof (kbx_point) },
  { "kbx_tiles_visible", visible, sizeof (kbx_point) },
  { "kbx_tiles_touching", shapes_at, sizeof (kbx_thing) },
  { "kbx_tiles_touching", shapes_in_box, sizeof (kbx_thing) },
};

/* The same count whatever there is room for, and nothing written beyond it. */
static void
test_list (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data), element = lists[i].element, count = lists[i].ask (NULL, 0);
  g_autofree uint8_t *array = NULL;
  g_assert_cmpuint (count, >, 0);
  g_assert_cmpuint (lists[i].ask (NULL, ROOM), ==, count);
  g_assert_cmpuint (lists[i].ask (NULL, 1), ==, count);
  array = g_malloc ((count + 1) * element);
  for (size_t room = 0; room <= count + 1; room++)
    {
      memset (array, OTHER, (count + 1) * element);
      g_assert_cmpuint (lists[i].ask (array, room), ==, count);
      for (size_t at = MIN (room, count) * element; at < (count + 1) * element; at++)
        g_assert_cmpuint (array[at], ==, OTHER);
    }
}

/* ---- opens ---- */

static const uint8_t none[64];

static const struct {
  const char *name;
  kbx_kind kind; /* KBX_NOTHING: a bank, by its bytes; KBX_PAGE: by its file */
} opens[] = {
  { "bank", KBX_NOTHING }, { "bank_file", KBX_PAGE }, { "bitmap", KBX_BITMAP }, { "mask", KBX_MASK }, { "track", KBX_TRACK },
  { "walls", KBX_WALLS }, { "maze", KBX_MAZE }, { "tiles", KBX_TILES }, { "ground", KBX_GROUND }, { "heightmap", KBX_HEIGHTMAP },
  { "soup", KBX_SOUP },
};

typedef struct {
  kbx_bank bank;
  kbx_handle handle;
} Opened;

static kbx_status
open_it (gsize i, Opened *to, const void *bytes, kbx_error *error)
{
  kbx_bank *bank = to ? &to->bank : NULL;
  if (opens[i].kind == KBX_NOTHING)
    return kbx_bank_open (bank, bytes, sizeof none, error);
  if (opens[i].kind == KBX_PAGE)
    return kbx_bank_open_file (bank, bytes == NULL ? NULL : "/nowhere/bank.kbx", error);
  return kbx_open (to ? &to->handle : NULL, opens[i].kind, bytes, sizeof none, error);
}

static void
assert_closed (gsize i, const Opened *to)
{
  if (opens[i].kind == KBX_NOTHING || opens[i].kind == KBX_PAGE)
    g_assert_null (to->bank.data);
  else
    g_assert_true (to->handle.data == NULL && to->handle.kind == KBX_NOTHING);
}

/* Without a place, without bytes, and with bytes that are refused: the handle is the null one. */
static void
test_open (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  kbx_error error;
  Opened to;
  for (int with_bytes = 0; with_bytes < 2; with_bytes++)
    for (int with_error = 0; with_error < 2; with_error++)
      {
        memset (&error, OTHER, sizeof error);
        g_assert_cmpint (open_it (i, NULL, with_bytes ? none : NULL, with_error ? &error : NULL), ==, KBX_ERROR_ARGUMENT);
        if (with_error)
          {
            g_assert_cmpint (error.status, ==, KBX_ERROR_ARGUMENT);
            g_assert_cmpstr (error.message, !=, "");
          }
      }
  memset (&to, OTHER, sizeof to);
  g_assert_cmpint (open_it (i, &to, NULL, &error), ==, KBX_ERROR_ARGUMENT);
  assert_closed (i, &to);
  memset (&to, OTHER, sizeof to);
  g_assert_cmpint (open_it (i, &to, none, NULL), !=, KBX_OK);
  assert_closed (i, &to);
}

/* ---- the tables ---- */

static bool
is_reported (const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (lists); i++)
    if (strcmp (lists[i].name, name) == 0)
      return true;
  return false;
}

/* Each function of the headers with a capacity. */
static void
test_tables (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("KICKBOX_SOURCE"), "src", "runtime", "kickbox", NULL);
  g_autoptr (GRegex) regex = g_regex_new ("^KBX_API [^;]*?(kbx_\\w+) \\(([^;]*)\\);", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  size_t found = 0;
  for (const char *file = g_dir_read_name (dir); file; file = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, file, NULL), *text = NULL;
      g_autoptr (GMatchInfo) match = NULL;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
        {
          g_autofree char *name = g_match_info_fetch (match, 1), *arguments = g_match_info_fetch (match, 2);
          if (strstr (arguments, "capacity") == NULL)
            continue;
          found++;
          if (!is_reported (name))
            g_error ("%s is in no table of this test", name);
        }
    }
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  for (size_t i = 0; i < G_N_ELEMENTS (lists); i++)
    g_hash_table_add (names, (gpointer) lists[i].name);
  g_assert_cmpuint (found, ==, g_hash_table_size (names));
}

KIT_PROGRAM (null_places)
{
  kit_test_init (&argc, &argv);
  open_bank (&banks.shapes, "every-kind");
  open_bank (&banks.tracks, "tracks");
  open_bank (&banks.worlds, "worlds");
  g_test_add_func ("/null-places/tables", test_tables);
  for (size_t i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *path = g_strdup_printf ("/null-places/%s/%u", lists[i].name, (guint) i);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_list);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (opens); i++)
    {
      g_autofree char *path = g_strconcat ("/null-places/", opens[i].name, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_open);
    }
  return g_test_run ();
}

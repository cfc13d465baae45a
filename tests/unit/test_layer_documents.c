/* SPDX-License-Identifier: MIT */
/* Tilesets, tile layers, mazes, grounds and heightmaps of levels in a document: fields, edits, files, problems, journal. */
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/names.h"
#include "tests/support/looks.h"
#include "tests/support/painted_kit.h"
#include "tests/support/png_writer.h"
#include "tests/support/seed.h"

static const char level_text[] =
  "{\"insert\": \"levels\", \"value\": {\"name\": \"cave\","
  " \"tilesets\": [{\"number\": 2, \"sprite\": \"fakir\"}],"
  " \"layers\": [{\"name\": \"back\", \"cell\": [32, 40], \"width\": 40, \"height\": 30},"
  "  {\"name\": \"roof\", \"cell\": [32, 16], \"origin\": [-8, 9], \"first\": [-20, 5], \"width\": 3, \"height\": 2,"
  "   \"axis_i\": [16, 8], \"axis_j\": [-16, 8], \"lift\": 4.5, \"opacity\": 50}],"
  " \"mazes\": [{\"name\": \"halls\", \"class\": \"head\", \"cell\": [24, 24], \"width\": 12, \"height\": 9, \"first\": [-1, -2]}],"
  " \"grounds\": [{\"name\": \"hill\", \"class\": \"head\", \"slope_limit\": 1.3, \"points\": ["
  "   {\"at\": [0, 90]}, {\"at\": [50.5, 60], \"flat\": true}, {\"at\": [80, 60]}]},"
  "  {\"name\": \"ramp\", \"class\": \"head\", \"spline\": \"clamped\", \"start_slope\": -0.3, \"end_slope\": 1,"
  "   \"points\": [{\"at\": [0, 9]}, {\"at\": [9, 0]}]}],"
  " \"heightmaps\": [{\"name\": \"land\", \"cell\": 2.5, \"low\": -10, \"high\": 300, \"origin\": [4, 4]}]}}";

static KbLevel *
cave (Fixture *fixture)
{
  return kb_level_at (kb_document_project (fixture->document), 0);
}

static void
set_up_level (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, level_text);
}

static void
test_fields (Fixture *fixture, gconstpointer data)
{
  const KbLevel *level = cave (fixture);
  const KbLayer *back = kb_level_find_layer (level, "back"), *roof = kb_level_find_layer (level, "roof");
  const KbMaze *maze = kb_maze_at (level, 0);
  const KbGroundLine *hill = kb_ground_at (level, 0), *ramp = kb_ground_at (level, 1);
  const KbHeightmap *map = kb_heightmap_at (level, 0);
  KbVec i, j;
  gint width, height;
  g_assert_true (kb_level_find_tileset (level, 2) == kb_tileset_at (level, 0) && !kb_level_find_tileset (level, 1));
  g_assert_true (kb_level_tileset_sprite (kb_document_project (fixture->document), level, 2));
  g_assert_true (back->lasting_id == 1 && roof->lasting_id == 2 && maze->lasting_id == 1);
  g_assert_true (back->look.opacity == 100 && back->lift == 0 && back->first.x == 0 && roof->first.x == -20 && roof->lift == 4.5);
  kb_layer_axes (back, &i, &j);
  g_assert_true (i.x == 32 && i.y == 0 && j.x == 0 && j.y == 40);
  kb_layer_axes (roof, &i, &j);
  g_assert_true (i.x == 16 && i.y == 8 && j.x == -16 && j.y == 8);
  g_assert_true (kb_node_size (&back->node, &width, &height) && width == 80 && height == 60);
  g_assert_true (kb_node_size (&maze->node, &width, &height) && width == 13 && height == 10);
  g_assert_true (hill->spline == KB_SPLINE_NATURAL && hill->slope_limit == 1.3 && hill->points->len == 3);
  g_assert_true (kb_ground_point_at (hill, 1)->flat && kb_ground_point_at (hill, 1)->at.x == 50.5 && !kb_ground_point_at (hill, 0)->flat);
  g_assert_true (ramp->spline == KB_SPLINE_CLAMPED && ramp->start_slope == -0.3 && ramp->end_slope == 1);
  g_assert_true (map->cell == 2.5 && map->low == -10 && map->high == 300 && map->origin.x == 4);
  g_autofree char *path = kb_node_path (&kb_ground_point_at (ramp, 1)->node), *title = kb_node_title (&back->node);
  g_assert_cmpstr (path, ==, "levels[0].grounds[1].points[1]");
  g_assert_cmpstr (title, ==, "back");

  must_apply (fixture->document, "{\"insert\": \"levels[0].tilesets\", \"value\": {\"sprite\": \"boxer\"}}");
  g_assert_cmpint (kb_tileset_at (level, 1)->number, ==, 1);
  must_apply (fixture->document, "{\"insert\": \"levels[0].layers\", \"at\": 0, \"value\": {\"name\": \"sky\", \"cell\": [1, 1024], \"width\": 1, \"height\": 8192}}");
  g_assert_cmpint (kb_layer_at (level, 0)->lasting_id, ==, 3);

  refuse (fixture, "{\"insert\": \"levels[0].tilesets\", \"value\": {\"number\": 2, \"sprite\": \"fakir\"}}", "'2' is taken by another tileset");
  refuse (fixture, "{\"insert\": \"levels[0].tilesets\", \"value\": {\"number\": 32, \"sprite\": \"fakir\"}}", "from 1 to 31");
  must_apply (fixture->document, "{\"set\": \"levels[0].tilesets[1].offset\", \"value\": [-4096, 16]}");
  g_assert_true (kb_tileset_at (level, 1)->offset.x == -4096 && kb_tileset_at (level, 1)->offset.y == 16 && !kb_tileset_at (level, 0)->offset.set);
  refuse (fixture, "{\"set\": \"levels[0].tilesets[1].offset\", \"value\": [0, 4097]}", "from -4096 to 4096");
  g_assert_true (kb_document_undo (fixture->document) && !kb_tileset_at (level, 1)->offset.set);
  g_assert_true (kb_document_redo (fixture->document) && kb_tileset_at (level, 1)->offset.y == 16);
  refuse (fixture, "{\"set\": \"levels[0].layers[1].name\", \"value\": \"roof\"}", "another layer is called 'roof'");
  refuse (fixture, "{\"set\": \"levels[0].layers[1].width\", \"value\": 8193}", "from 1 to 8192");
  refuse (fixture, "{\"set\": \"levels[0].layers[1].cell\", \"value\": [0, 4]}", "from 1 to 1024");
  refuse (fixture, "{\"set\": \"levels[0].layers[1].cell\", \"value\": null}", "cell: is missing");
  refuse (fixture, "{\"set\": \"levels[0].layers[1].first\", \"value\": [65537, 0]}", "from -65536 to 65536");
  refuse (fixture, "{\"set\": \"levels[0].mazes[0].height\", \"value\": 8192}", "from 1 to 8191");
  refuse (fixture, "{\"set\": \"levels[0].mazes[0].class\", \"value\": \"lava\"}", "there is no class 'lava'");
  refuse (fixture, "{\"set\": \"levels[0].grounds[0].spline\", \"value\": \"cubic\"}", "expected one of natural, clamped, monotone");
  refuse (fixture, "{\"set\": \"levels[0].grounds[0].slope_limit\", \"value\": -1}", "expected a number from 0 to 4096");
  refuse (fixture, "{\"set\": \"levels[0].heightmaps[0].cell\", \"value\": 0}", "expected a number from 0.00390625");
}

static void
test_tiles (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbFrame *frame = kb_frame_at (kb_sprite_at (kb_document_project (document), 0), 0);
  g_autofree char *before = text_of (document);
  g_assert_true (frame->collision == KB_COLLISION_SHAPES && !frame->collision_class && frame->heights.n == 0);
  must_apply (document, "{\"set\": \"sprites[0].frames[0].collision\", \"value\": \"heights\"}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].collision_class\", \"value\": \"head\"}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].heights\", \"value\": [0, 1, 2, 3]}");
  g_assert_true (frame->collision == KB_COLLISION_HEIGHTS && frame->collision_class && frame->heights.n == 4 && frame->heights.v[3] == 3);
  KbDocument *copy = kb_document_snapshot (document);
  refuse (fixture, "{\"set\": \"sprites[0].frames[0].heights\", \"value\": [0, 1.5]}", "heights[1]: expected a whole number from 0 to 16384, got 1.5");
  refuse (fixture, "{\"set\": \"sprites[0].frames[0].heights\", \"value\": [-1]}", "heights[0]: expected a whole number");
  refuse (fixture, "{\"set\": \"sprites[0].frames[0].heights\", \"value\": 3}", "expected an array of whole numbers, got a whole number");
  refuse (fixture, "{\"set\": \"sprites[0].frames[0].collision\", \"value\": \"slope\"}", "expected one of shapes, full, left");
  refuse (fixture, "{\"remove\": \"classes['head']\"}", "1 shape still has the class 'head'");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].heights\", \"value\": null}");
  g_assert_true (frame->heights.n == 0 && !frame->heights.v);
  g_assert_cmpuint (kb_frame_at (kb_sprite_at (kb_document_project (copy), 0), 0)->heights.n, ==, 4);
  kb_document_free (copy);
  must_apply (document, "{\"set\": \"sprites[0].frames[0].collision_class\", \"value\": null}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].collision\", \"value\": \"shapes\"}");
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);
}

/* --- Cells ------------------------------------------------------------------------------------- */

static void
paint_cells (Fixture *fixture, guint layer, gint column, gint row, guint32 cell)
{
  g_autoptr (GError) error = NULL;
  KbId id = kb_layer_at (cave (fixture), layer)->node.id;
  KbZonesPainter *painter = kb_document_painter (fixture->document, id, "cells", &error);
  kb_cells_painter_put (painter, column, row, cell);
  kb_document_paint_end (fixture->document, id, "cells", painter, "Stamp", &error);
  g_assert_no_error (error);
}

static void
paint_edges (Fixture *fixture, gint column, gint row, guint8 edges)
{
  g_autoptr (GError) error = NULL;
  KbId id = kb_maze_at (cave (fixture), 0)->node.id;
  KbZonesPainter *painter = kb_document_painter (fixture->document, id, "edges", &error);
  kb_zones_painter_box (painter, column, row, 1, 1, edges);
  kb_document_paint_end (fixture->document, id, "edges", painter, NULL, &error);
  g_assert_no_error (error);
}

static void
test_cells (Fixture *fixture, gconstpointer data)
{
  const KbLayer *roof = kb_layer_at (cave (fixture), 1);
  const KbMaze *maze = kb_maze_at (cave (fixture), 0);
  KbCell cell = { .frame = 0x1234, .tileset = 31, .flip_y = TRUE, .diagonal = TRUE, .height = 0xab };
  guint32 packed = kb_cell_pack (&cell);
  g_assert_cmphex (packed, ==, 0xabdf1234);
  KbCell back = kb_cell_unpack (packed);
  g_assert_true (back.frame == 0x1234 && back.tileset == 31 && !back.flip_x && back.flip_y && back.diagonal && back.height == 0xab);
  g_assert_cmphex (kb_cell_pack (&(KbCell) { .tileset = 3, .height = 9 }), ==, 0);

  /* Each cell has 2 x 2 pixels, lowest byte first. */
  paint_cells (fixture, 1, 2, 1, packed);
  g_assert_cmphex (kb_layer_cell_at (roof, -18, 6), ==, packed);
  g_assert_cmphex (kb_zones_at (roof->cells.zones, 4, 2), ==, 0x34);
  g_assert_cmphex (kb_zones_at (roof->cells.zones, 5, 2), ==, 0x12);
  g_assert_cmphex (kb_zones_at (roof->cells.zones, 4, 3), ==, 0xdf);
  g_assert_cmphex (kb_zones_at (roof->cells.zones, 5, 3), ==, 0xab);
  g_assert_cmphex (kb_layer_cell_at (roof, -17, 6) | kb_layer_cell_at (roof, -18, 7) | kb_layer_cell_at (roof, G_MININT, G_MAXINT), ==, 0);
  g_assert_cmpstr (kb_document_undo_label (fixture->document), ==, "Stamp");

  /* The border: what lies beyond it is none of the maze's. */
  paint_edges (fixture, 12, 3, 3);
  paint_edges (fixture, 4, 9, 3);
  paint_edges (fixture, 0, 0, 2);
  g_assert_cmpuint (kit_maze_edges (maze, 11, 1), ==, KB_EDGE_LEFT);
  g_assert_cmpuint (kit_maze_edges (maze, 3, 7), ==, KB_EDGE_TOP);
  g_assert_cmpuint (kit_maze_edges (maze, -1, -2), ==, KB_EDGE_TOP);
  g_assert_cmpuint (kit_maze_edges (maze, -2, -2) | kit_maze_edges (maze, 12, 1), ==, 0);

  /* A new size cuts off at the right and below, undo brings it back. */
  must_apply (fixture->document, "{\"set\": \"levels[0].layers[1].width\", \"value\": 2}");
  g_assert_cmpuint (kb_zones_width (roof->cells.zones), ==, 4);
  g_assert_cmphex (kb_layer_cell_at (roof, -18, 6), ==, 0);
  must_apply (fixture->document, "{\"undo\": true}");
  g_assert_cmphex (kb_layer_cell_at (roof, -18, 6), ==, packed);
  must_apply (fixture->document, "{\"set\": \"levels[0].mazes[0].height\", \"value\": 20}");
  g_assert_cmpuint (kb_zones_height (maze->edges.zones), ==, 21);
}

static guint64
count_tiles (const KbLayer *layer)
{
  guint64 n = 0;
  for (gint y = 0; y < layer->height; y++)
    for (gint x = 0; x < layer->width; x++)
      n += !kb_cell_is_empty (kb_layer_cell_at (layer, layer->first.x + x, layer->first.y + y));
  return n;
}

static guint64
count_walls (const KbMaze *maze)
{
  guint64 n = 0;
  for (gint y = 0; y <= maze->height; y++)
    for (gint x = 0; x <= maze->width; x++)
      {
        guint edges = kit_maze_edges (maze, maze->first.x + x, maze->first.y + y);
        n += (edges & KB_EDGE_LEFT) / KB_EDGE_LEFT + (edges & KB_EDGE_TOP) / KB_EDGE_TOP;
      }
  return n;
}

/* What is told beforehand is what then is missing. */
static void
test_cut (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbLayer *back = kb_layer_at (cave (fixture), 0);
  const KbMaze *maze = kb_maze_at (cave (fixture), 0);
  GRand *random = g_rand_new_with_seed (31);
  g_assert_cmpuint (kb_cells_beyond (&back->node, &(KbCellBox) { 0, 0, 1, 1 }), ==, 0);
  for (guint n = 0; n < 60; n++)
    paint_cells (fixture, 0, g_rand_int_range (random, 0, 40), g_rand_int_range (random, 0, 30), 0x20001u);
  for (gint y = 0; y < 10; y++)
    for (gint x = 0; x < 13; x++)
      paint_edges (fixture, x, y, (guint8) (g_rand_int_range (random, 0, 4) & (x < 12 ? 3 : KB_EDGE_LEFT) & (y < 9 ? 3 : KB_EDGE_TOP)));
  for (guint n = 0; n < 60; n++)
    {
      KbCellBox box = { g_rand_int_range (random, -9, 20), g_rand_int_range (random, -9, 20), g_rand_int_range (random, 1, 40), g_rand_int_range (random, 1, 40) };
      guint64 tiles = count_tiles (back), walls = count_walls (maze);
      guint64 no_tiles = kb_cells_beyond (&back->node, &box), no_walls = kb_cells_beyond (&maze->node, &box);
      g_assert_true (kb_document_set_bounds (document, back->node.id, box.i, box.j, box.width, box.height, NULL));
      g_assert_true (kb_document_set_bounds (document, maze->node.id, box.i, box.j, box.width, box.height, NULL));
      g_assert_cmpuint (count_tiles (back), ==, tiles - no_tiles);
      g_assert_cmpuint (count_walls (maze), ==, walls - no_walls);
      must_apply (document, "{\"undo\": true}");
      must_apply (document, "{\"undo\": true}");
    }
  g_rand_free (random);
}

/* Other bounds: each cell keeps its place; undo brings back what was cut off; bounds that leave all are as cheap in the
 * journal as their line. */
static void
test_bounds (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbLayer *back = kb_layer_at (cave (fixture), 0);
  const KbMaze *maze = kb_maze_at (cave (fixture), 0);
  GRand *random = g_rand_new_with_seed (7);
  guint32 plain[30][40];
  for (gint y = 0; y < 30; y++)
    for (gint x = 0; x < 40; x++)
      paint_cells (fixture, 0, x, y, plain[y][x] = 0x20000u + (guint32) (y * 40 + x));
  paint_edges (fixture, 11, 8, 3);
  paint_edges (fixture, 12, 8, 1);
  g_autofree char *before = text_of (document);
  for (guint n = 0; n < 40; n++)
    {
      gint i = g_rand_int_range (random, -70, 30), j = g_rand_int_range (random, -70, 30);
      gint w = g_rand_int_range (random, 1, 110), h = g_rand_int_range (random, 1, 110);
      if (n % 4 == 0)
        i = -64, j = -32, w = 140, h = 90;
      g_assert_true (kb_document_set_bounds (document, back->node.id, i, j, w, h, NULL));
      KbCellBox is = kb_layer_bounds (back);
      g_assert_true (is.i == i && is.j == j && is.width == w && is.height == h);
      g_assert_cmpuint (kb_zones_width (back->cells.zones), ==, (guint) w * 2);
      guint64 counts[256], found[256] = { 0 };
      for (gint y = j - 1; y <= j + h; y++)
        for (gint x = i - 1; x <= i + w; x++)
          {
            gboolean has = x >= MAX (i, 0) && y >= MAX (j, 0) && x < MIN (i + w, 40) && y < MIN (j + h, 30);
            g_assert_cmphex (kb_layer_cell_at (back, x, y), ==, has ? plain[y][x] : 0);
          }
      kb_zones_counts (back->cells.zones, counts);
      for (gint y = 0; y < h * 2; y++)
        for (gint x = 0; x < w * 2; x++)
          found[kb_zones_at (back->cells.zones, x, y)]++;
      g_assert_cmpmem (counts, sizeof counts, found, sizeof found);
      must_apply (document, "{\"undo\": true}");
    }
  g_rand_free (random);
  must_apply (document, "{\"bounds\": \"levels[0].mazes[0]\", \"cells\": [-3, -2, 20, 8]}");
  g_assert_cmpuint (kit_maze_edges (maze, 10, 6), ==, KB_EDGE_TOP);   /* on the border now */
  g_assert_cmpuint (kit_maze_edges (maze, 11, 6), ==, 0);
  must_apply (document, "{\"undo\": true}");
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);
  refuse (fixture, "{\"bounds\": \"levels[0].mazes[0]\", \"cells\": [0, 0, 8192, 1]}", "mazes[0].width: expected a whole number from 1 to 8191, got 8192");
  refuse (fixture, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 0, 1]}", "layers[0].width: expected a whole number from 1");
  refuse (fixture, "{\"bounds\": \"levels[0].layers[0]\", \"cells\": [0, 0, 1]}", "cells: expected [i, j, width, height]");
  refuse (fixture, "{\"bounds\": \"levels[0]\", \"cells\": [0, 0, 1, 1]}", "a level has no bounds");
}

/* Boxes and copies against one cell at a time, beyond the layer's sides too. */
static void
test_writers (Fixture *fixture, gconstpointer data)
{
  enum { W = 70, H = 50 };
  GRand *random = g_rand_new_with_seed (20261121);
  g_autoptr (KbZones) zones = kb_zones_new (2 * W, 2 * H, 0);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  guint32 plain[H][W] = { { 0 } };
  for (guint n = 0; n < 400; n++)
    {
      gint x = g_rand_int_range (random, -9, W + 5), y = g_rand_int_range (random, -9, H + 5);
      gint w = g_rand_int_range (random, 1, 45), h = g_rand_int_range (random, 1, 40);
      guint32 cell = g_rand_int (random) % 3 ? g_rand_int (random) : 0;
      guint32 cells[40 * 45];
      guint8 keep[40 * 45];
      guint how = g_rand_int (random) % 4;
      for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
        {
          cells[i] = how == 0 ? cell : g_rand_int (random) % 1000;
          keep[i] = g_rand_int (random) % 2;
        }
      if (how == 3)
        w = h = 1;
      if (how == 0)
        kb_cells_painter_box (painter, x, y, w, h, cell);
      else if (how == 3)
        kb_cells_painter_put (painter, x, y, cells[0]);
      else
        kb_cells_painter_copy_in (painter, x, y, (guint) w, (guint) h, cells, how == 1 ? keep : NULL, 45);
      for (gint v = 0; v < h; v++)
        for (gint u = 0; u < w; u++)
          if (x + u >= 0 && y + v >= 0 && x + u < W && y + v < H && !(how == 1 && keep[v * 45 + u]))
            plain[y + v][x + u] = cells[v * 45 + u];
    }
  for (gint y = -1; y <= H; y++)
    for (gint x = -1; x <= W; x++)
      g_assert_cmphex (kb_cells_painter_at (painter, x, y), ==, x < 0 || y < 0 || x == W || y == H ? 0 : plain[y][x]);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  zones = kb_zones_apply (g_steal_pointer (&zones), patch, TRUE);
  guint32 copy[(H + 2) * (W + 3)];
  kb_cells_copy (zones, -1, -1, W + 2, H + 2, copy, W + 3);
  for (gint y = -1; y <= H; y++)
    for (gint x = -1; x <= W; x++)
      {
        g_assert_cmphex (kb_cells_at (zones, x, y), ==, x < 0 || y < 0 || x == W || y == H ? 0 : plain[y][x]);
        g_assert_cmphex (copy[(y + 1) * (W + 3) + x + 1], ==, kb_cells_at (zones, x, y));
      }
  g_rand_free (random);
}

/* --- Files ------------------------------------------------------------------------------------- */

static gboolean
is_there (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  paint_cells (fixture, 1, 0, 0, 0x20001);
  paint_edges (fixture, 1, 1, 3);
  g_autofree char *before = text_of (document);
  save (fixture);
  g_assert_false (is_there (fixture, "layers/cave/1.png"));
  g_assert_true (is_there (fixture, "layers/cave/2.png") && is_there (fixture, "mazes/cave/1.png"));
  open_again (fixture);
  g_autofree char *after = text_of (fixture->document);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (kb_document_is_modified (fixture->document));

  /* They go along with the level's name, and with the level. */
  must_apply (fixture->document, "{\"set\": \"levels[0].name\", \"value\": \"mine\"}");
  save (fixture);
  g_assert_false (is_there (fixture, "layers/cave") || is_there (fixture, "mazes/cave"));
  g_assert_true (is_there (fixture, "layers/mine/2.png") && is_there (fixture, "mazes/mine/1.png"));
  open_again (fixture);
  must_apply (fixture->document, "{\"remove\": \"levels[0]\"}");
  save (fixture);
  g_assert_false (is_there (fixture, "layers/mine") || is_there (fixture, "mazes/mine") || is_there (fixture, "levels/mine.json"));
  must_apply (fixture->document, "{\"undo\": true}");
  save (fixture);
  open_again (fixture);
  g_assert_cmphex (kb_layer_cell_at (kb_layer_at (cave (fixture), 1), -20, 5), ==, 0x20001);
  g_assert_cmpuint (kit_maze_edges (kb_maze_at (cave (fixture), 0), 0, -1), ==, 3);

  /* Two people's layers of one number: the later gets the next. */
  write_text (fixture->folder, "levels/mine.json", "{\"kickbox\": \"level\", \"format\": 1, \"layers\": ["
              "{\"id\": 2, \"name\": \"a\", \"cell\": [8, 8], \"width\": 3, \"height\": 2, \"cells\": true},"
              "{\"id\": 2, \"name\": \"b\", \"cell\": [8, 8], \"width\": 3, \"height\": 2}]}");
  open_again (fixture);
  const KbLevel *level = cave (fixture);
  static const char *const renumbered[] = { "renumbered", NULL };
  g_autofree char *reported = problems_among (fixture, renumbered);
  g_assert_cmpstr (reported, ==, "renumbered");
  g_assert_true (kb_layer_at (level, 0)->lasting_id == 2 && kb_layer_at (level, 1)->lasting_id == 3);
  g_assert_cmphex (kb_layer_cell_at (kb_layer_at (level, 0), 0, 0), ==, 0x20001);
}

/* Lists and the removal of classes count the same. */
static void
check_uses (Fixture *fixture)
{
  const KbProject *project = kb_document_project (fixture->document);
  g_autofree KbClassUses *uses = kb_document_class_uses (fixture->document);
  guint last = kb_count (project->classes) - 1;
  g_assert_cmpstr (kb_class_at (project, last)->name, ==, "rock");
  g_assert_cmpuint (uses[last].shapes, ==, 0);
  g_assert_cmpuint (uses[last].others, ==, 3);
  for (guint i = 0; i <= last; i++)
    {
      const char *name = kb_class_at (project, i)->name;
      g_autofree char *line = g_strdup_printf ("{\"remove\": \"classes['%s']\"}", name);
      guint n = uses[i].shapes ? uses[i].shapes : uses[i].others;
      g_autofree char *count = g_strdup_printf ("%u %s", n, uses[i].shapes ? "shape" : "thing");
      if (n)
        refuse (fixture, line, count);
      else
        {
          must_apply (fixture->document, line);
          must_apply (fixture->document, "{\"undo\": true}");
        }
    }
}

static void
test_references (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  g_autofree char *before = text_of (document);
  must_apply (document, "{\"set\": \"sprites['fakir'].name\", \"value\": \"rocks\"}");
  g_assert_cmpstr (kb_tileset_at (cave (fixture), 0)->sprite, ==, "rocks");
  must_apply (document, "{\"undo\": true}");
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);
  must_apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"rock\", \"colour\": \"#112233\"}}");
  must_apply (document, "{\"set\": \"levels[0].mazes[0].class\", \"value\": \"rock\"}");
  must_apply (document, "{\"set\": \"sprites[0].frames[0].collision_class\", \"value\": \"rock\"}");
  refuse (fixture, "{\"remove\": \"classes['rock']\"}", "2 things on levels or tiles still have the class 'rock'");
  must_apply (document, "{\"insert\": \"levels[0].grounds\", \"value\": {\"name\": \"ridge\", \"class\": \"rock\", \"points\": [{\"at\": [0, 0]}, {\"at\": [9, 0]}]}}");
  check_uses (fixture);
}

/* --- Problems ---------------------------------------------------------------------------------- */

static void
check_problems (Fixture *fixture, const char *expected)
{
  static const char *const other[] = { "no-picture", "no-hot-spot", "renumbered", "empty-class", NULL };
  g_autofree char *found = problems_beside (fixture, other);
  g_assert_cmpstr (found, ==, expected);
}

/* 3 x 2 pixels of 16 bits. */
static void
put_map (Fixture *fixture, const char *name, int colour_type)
{
  static const guint16 samples[18] = { 0, 1, 256, 65535, 300, 7 };
  const PngSpec spec = { colour_type, 16, PNG_INTERLACE_NONE, 3, 2, samples, NULL, 0, NULL, 0, NULL };
  g_autoptr (GByteArray) png = png_write (&spec);
  g_autofree char *folder = g_build_filename (fixture->folder, "pictures", NULL), *file = g_build_filename ("pictures", name, NULL);
  g_mkdir_with_parents (folder, 0755);
  put_file (fixture, file, png->data, png->len);
}

static void
test_problems (Fixture *fixture, gconstpointer data)
{
#define L "levels[0]."
#define SET(path, value) "{\"set\": \"" path "\", \"value\": " value "}"
#define F "sprites[0].frames[0]"
  static const struct { const char *edit, *expected; } cases[] = {
    { SET (L "tilesets[0].sprite", "\"ghost\""), L "tilesets[0] tileset-sprite" },
    { SET (L "layers[0].axis_i", "[4, 2]"), L "layers[0] layer-axes" },
    { SET (L "layers[1].axis_j", "[-32, -16]"), L "layers[1] layer-axes" },
    { SET (L "layers[1].axis_j", "[-32, -16.00390625]"), "" },
    { SET (L "layers[1].axis_j", "[0, 0]"), L "layers[1] layer-axes" },
    { SET (L "grounds[0].points[1].at", "[0, 3]"), L "grounds[0].points[1] ground-order" },
    { SET (L "grounds[0].points[2].at", "[50.25, 3]"), L "grounds[0].points[2] ground-order" },
    { "{\"remove\": \"" L "grounds[1].points[0]\"}", L "grounds[1] ground-points" },
    { SET (L "heightmaps[0].low", "300"), L "heightmaps[0] heightmap-range" },
    { SET (L "heightmaps[0].picture", "null"), L "heightmaps[0] heightmap-picture" },
    { SET (F ".collision", "\"full\""), F " no-tile-class" },
    { "{\"step\": \"x\", \"edits\": [" SET (F ".collision", "\"heights\"") "," SET (F ".collision_class", "\"head\"") "]}", F " no-heights" },
    { SET (F ".heights", "[1, 2]"), F " heights-width" },
    { "{\"paint\": \"" L "mazes[0].edges\", \"tiles\": [[0, 0, 4]]}", L "mazes[0] maze-edges" },
    { SET (L "mazes[0].edges", "{\"size\": [12, 10], \"tiles\": [[0, 0, 1]]}"), L "mazes[0] painting-size" },
    { SET (L "layers[0].cells", "{\"size\": [80, 58], \"tiles\": []}"), L "layers[0] painting-size" },
    { "{\"paint\": \"" L "layers[0].cells\", \"tiles\": [[0, 0, 1]]}", L "layers[0] missing-tile" },
    { SET (L "heightmaps[0].picture", "{\"file\": \"red.png\", \"rect\": [0, 0, 3, 2]}"), L "heightmaps[0] heightmap-grey" },
    { SET (L "heightmaps[0].picture", "{\"file\": \"glass.png\", \"rect\": [0, 0, 3, 2]}"), L "heightmaps[0] heightmap-grey" },
    { SET (L "heightmaps[0].picture", "{\"file\": \"land.png\", \"rect\": [0, 0, 1, 2]}"), L "heightmaps[0] heightmap-size" },
    { SET (L "heightmaps[0].picture", "{\"file\": \"land.png\", \"rect\": [1, 0, 3, 2]}"), L "heightmaps[0] bad-rectangle" },
  };
  put_map (fixture, "land.png", PNG_COLOR_TYPE_GRAY);
  put_map (fixture, "red.png", PNG_COLOR_TYPE_RGB);
  put_map (fixture, "glass.png", PNG_COLOR_TYPE_GRAY_ALPHA);
  must_apply (fixture->document, SET (L "heightmaps[0].picture", "{\"file\": \"land.png\", \"rect\": [0, 0, 3, 2]}"));
  check_problems (fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      must_apply (fixture->document, cases[i].edit);
      check_problems (fixture, cases[i].expected);
      must_apply (fixture->document, "{\"undo\": true}");
      check_problems (fixture, "");
    }
}

static void
test_journal (Fixture *fixture, gconstpointer data)
{
  static const char *const lines[] = {
    "{\"insert\": \"levels[0].layers\", \"at\": 1, \"value\": {\"name\": \"mid\", \"cell\": [8, 8], \"width\": 9, \"height\": 9}}",
    "{\"insert\": \"levels[0].tilesets\", \"value\": {\"sprite\": \"fakir\"}}",
    "{\"paint\": \"levels[0].layers[1].cells\", \"tiles\": [[0, 0, 1]]}", "{\"undo\": true}", "{\"redo\": true}",
    "{\"set\": \"levels[0].layers[1].height\", \"value\": 40}", "{\"undo\": true}",
    "{\"bounds\": \"levels[0].layers[1]\", \"cells\": [-32, 0, 64, 64]}", "{\"undo\": true}", "{\"redo\": true}",
    "{\"bounds\": \"levels[0].layers[1]\", \"cells\": [3, 1, 2, 64]}", "{\"undo\": true}", "{\"redo\": true}",
    "{\"bounds\": \"levels[0].layers[1]\", \"cells\": [3, 1, 2, 64], \"value\": {\"size\": [4, 128], \"tiles\": [[0, 0, 1]]}}",
    "{\"undo\": true}", "{\"redo\": true}",
    "{\"bounds\": \"levels[0].mazes[0]\", \"cells\": [0, 0, 8, 9]}",
    "{\"set\": \"sprites[0].frames[1].heights\", \"value\": [1, 2, 3]}",
    "{\"set\": \"sprites['fakir'].name\", \"value\": \"rocks\"}", "{\"undo\": true}", "{\"redo\": true}",
    "{\"insert\": \"levels[0].grounds[0].points\", \"at\": 1, \"value\": {\"at\": [20, 20], \"flat\": true}}",
    "{\"set\": \"levels[0].name\", \"value\": \"mine\"}", "{\"move\": \"levels[0].layers[1]\", \"to\": 0}",
    "{\"remove\": \"levels[0].layers[0]\"}", "{\"undo\": true}", "{\"remove\": \"levels[0]\"}", "{\"undo\": true}",
  };
  save (fixture);
  g_autoptr (GError) error = NULL;
  kb_document_keep_journal (fixture->document, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      must_apply (fixture->document, lines[i]);
      check_replay (fixture);
    }
}

/* --- Strokes in words -------------------------------------------------------------------------- */

static char *
last_line (Fixture *fixture)
{
  g_autofree char *path = g_strconcat (kb_document_file (fixture->document), "-journal", NULL), *text = NULL;
  g_file_get_contents (path, &text, NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  return g_strdup (lines[g_strv_length (lines) - 2]);
}

static void
assert_last (Fixture *fixture, const char *part)
{
  g_autofree char *line = last_line (fixture);
  if (!strstr (line, part))
    g_error ("%s not in %s", part, line);
}

/* What is painted is in the journal as a person would write it, there and back; what is written so is painted. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  static const char *const wrong[] = {
    "[[0, 0]]", "rows[0]: expected [column, row", "[[0, 0, \"-\"], [40, 0, \"-\"]]", "rows[1]: 40 x 30 cells", "[[0, 30, \"-\"]]", "40 x 30",
    "[[-1, 0, \"-\"]]", "40 x 30", "[[39, 0, \"-*2\"]]", "'-*2' is no run of cells, or ends past", "[[0, 0, \"32:1\"]]", "'32:1'",
    "[[0, 0, \"1:65536\"]]", "'1:65536'", "[[0, 0, \"1:2xd\"]]", "'1:2xd'", "[[0, 0, \"1:2+256\"]]", "'1:2+256'", "[[0, 0, \"1:2*\"]]", "'1:2*'",
    "[[0, 0, \"1:2*99999999999\"]]", "'1:2*99999999999'", "[[0, 0, \"l\"]]", "'l'", "3", "rows: expected [[column",
  };
  const KbLayer *back = kb_layer_at (cave (fixture), 0);
  save (fixture);
  g_autoptr (GError) error = NULL;
  kb_document_keep_journal (fixture->document, &error);
  g_assert_no_error (error);
  must_apply (fixture->document, "{\"paint\": \"levels[0].layers[0].cells\", \"rows\": [[30, 2, \"2:15*4 - 2:16dxy+200 2:7y\"], [5, 29, \"2:1\"]]}");
  g_assert_cmphex (kb_layer_cell_at (back, 33, 2), ==, 0x2000f);
  g_assert_cmphex (kb_layer_cell_at (back, 34, 2), ==, 0);
  g_assert_cmphex (kb_layer_cell_at (back, 35, 2), ==, 0xc8e20010);
  assert_last (fixture, "\"rows\":[[30,2,\"2:15*4\"],[35,2,\"2:16dxy+200 2:7y\"],[5,29,\"2:1\"]]");   /* over the seam of two blocks */
  must_apply (fixture->document, "{\"undo\": true}");
  assert_last (fixture, "\"rows\":[[30,2,\"-*4\"],[35,2,\"-*2\"],[5,29,\"-\"]]");
  must_apply (fixture->document, "{\"paint\": \"levels[0].mazes[0].edges\", \"rows\": [[0, 0, \"t*3 lt - l 7\"], [12, 9, \"-\"]]}");
  g_assert_cmpuint (kit_maze_edges (kb_maze_at (cave (fixture), 0), 2, -2), ==, KB_EDGE_LEFT | KB_EDGE_TOP);
  assert_last (fixture, "[[0,0,\"t*3 lt\"],[5,0,\"l 7\"]]");
  check_replay (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i += 2)
    {
      g_autofree char *line = g_strdup_printf ("{\"paint\": \"levels[0].layers[0].cells\", \"rows\": %s}", wrong[i]);
      refuse (fixture, line, wrong[i + 1]);
    }
  refuse (fixture, "{\"paint\": \"sprites[0].frames[0].pixels\", \"rows\": []}", "only cells of layers");
  /* So much is packed. */
  must_apply (fixture->document, "{\"insert\": \"levels[0].layers\", \"at\": 0, \"value\": {\"name\": \"big\", \"cell\": [8, 8], \"width\": 300, \"height\": 300}}");
  KbZonesPainter *painter = kb_document_painter (fixture->document, kb_layer_at (cave (fixture), 0)->node.id, "cells", &error);
  kb_cells_painter_box (painter, 0, 0, 300, 300, 0x20001);
  kb_document_paint_end (fixture->document, kb_layer_at (cave (fixture), 0)->node.id, "cells", painter, NULL, &error);
  assert_last (fixture, "\"tiles\":");
  check_replay (fixture);
}

static void
test_random_rows (Fixture *fixture, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (11);
  g_autoptr (GError) error = NULL;
  save (fixture);
  kb_document_keep_journal (fixture->document, &error);
  g_assert_no_error (error);
  for (guint n = 0; n < 30; n++)
    {
      const KbNode *node = n % 3 ? &kb_layer_at (cave (fixture), 0)->node : &kb_maze_at (cave (fixture), 0)->node;
      const char *field = n % 3 ? "cells" : "edges";
      KbZonesPainter *painter = kb_document_painter (fixture->document, node->id, field, &error);
      for (guint k = 0; k < 400; k++)
        {
          gint x = g_rand_int_range (random, -2, 42), y = g_rand_int_range (random, -2, 32);
          if (n % 3)
            kb_cells_painter_put (painter, x, y, n % 2 ? g_rand_int (random) : 0x20001u + (guint32) (x / 9));
          else
            kb_zones_painter_box (painter, x % 13, y % 10, 1, 1, (guint8) g_rand_int_range (random, 0, n ? 4 : 256));
        }
      kb_document_paint_end (fixture->document, node->id, field, painter, NULL, &error);
      assert_last (fixture, "\"rows\"");
      if (n % 5 == 2)
        must_apply (fixture->document, "{\"undo\": true}");
      check_replay (fixture);
    }
  g_rand_free (random);
}

/* Another picture in the place of cells: what is told is what they are, and not masks' zones. */
static void
test_other_pictures (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, "{\"step\": \"Paint\", \"edits\": ["
                                 SET (L "layers[0].cells", "{\"size\": [80, 60], \"tiles\": [[0, 0, 1]]}") ","
                                 SET (L "mazes[0].edges", "{\"size\": [13, 10], \"tiles\": [[0, 0, 1]]}") "]}");
  save (fixture);
  put_map (fixture, "grey.png", PNG_COLOR_TYPE_GRAY);
  g_autofree char *grey = g_build_filename (fixture->folder, "pictures", "grey.png", NULL), *bytes = NULL;
  gsize length;
  g_assert_true (g_file_get_contents (grey, &bytes, &length, NULL));
  put_file (fixture, "layers/cave/1.png", (const guint8 *) bytes, length);
  put_file (fixture, "mazes/cave/1.png", (const guint8 *) bytes, length);
  open_again (fixture);
  g_assert_nonnull (strstr (kb_layer_at (cave (fixture), 0)->cells.fault, "an indexed PNG whose indices are the tiles of the layer's cells"));
  g_assert_nonnull (strstr (kb_maze_at (cave (fixture), 0)->edges.fault, "an indexed PNG whose indices are the walls of the maze's cells"));
}

KIT_PROGRAM (layer_documents)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/layer-documents/fields", Fixture, NULL, set_up_level, test_fields, tear_down);
  g_test_add ("/layer-documents/tiles", Fixture, NULL, set_up_level, test_tiles, tear_down);
  g_test_add ("/layer-documents/cells", Fixture, NULL, set_up_level, test_cells, tear_down);
  g_test_add ("/layer-documents/bounds", Fixture, NULL, set_up_level, test_bounds, tear_down);
  g_test_add ("/layer-documents/cut", Fixture, NULL, set_up_level, test_cut, tear_down);
  g_test_add ("/layer-documents/writers", Fixture, NULL, set_up_level, test_writers, tear_down);
  g_test_add ("/layer-documents/files", Fixture, NULL, set_up_level, test_files, tear_down);
  g_test_add ("/layer-documents/references", Fixture, NULL, set_up_level, test_references, tear_down);
  g_test_add ("/layer-documents/problems", Fixture, NULL, set_up_level, test_problems, tear_down);
  g_test_add ("/layer-documents/other-pictures", Fixture, NULL, set_up_level, test_other_pictures, tear_down);
  g_test_add ("/layer-documents/journal", Fixture, NULL, set_up_level, test_journal, tear_down);
  g_test_add ("/layer-documents/rows", Fixture, NULL, set_up_level, test_rows, tear_down);
  g_test_add ("/layer-documents/random-rows", Fixture, NULL, set_up_level, test_random_rows, tear_down);
  return g_test_run ();
}

/* SPDX-License-Identifier: MIT */
/* Layers of tiles against their pixels one by one: all kinds, flips and transposes, at negative places and over the borders. */
#include "tests/support/random_tiles.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

static GRand *numbers;

static gint among (gint low, gint high) { return g_rand_int_range (numbers, low, high); }

/* A layer of random size; at times larger than a block, or with blocks that are alike. */
static KitTiles *
some_layer (guint round)
{
  guint columns = round % 4 == 0 ? (guint) among (30, 100) : (guint) among (1, 9), rows = round % 4 == 0 ? (guint) among (30, 70) : (guint) among (1, 9);
  return kit_tiles_random (numbers, columns, rows, (guint) (round % 3 == 0 ? 1 : among (5, 90)));
}

/* Pixels of the layer and a few around. */
static kbx_box
around (const KitTiles *t)
{
  kbx_box box = kbx_info (t->layer).bounds;
  return (kbx_box) { box.x0 - 9, box.y0 - 9, box.x1 + 9, box.y1 + 9 };
}

static void
test_pixels (void)
{
  for (guint round = 0; kit_goes_on (round, 60); round++)
    {
      KitTiles *t = some_layer (round);
      kbx_box box = around (t);
      kbx_class_set classes = round % 2 ? KBX_ALL_CLASSES : (kbx_class_set) among (0, 8);
      for (gint y = box.y0; y < box.y1; y++)
        for (gint x = box.x0; x < box.x1; x++)
          {
            kbx_tile shown = kbx_tiles_tile (t->layer, kbx_cell_of (t->layer, (kbx_point) { x, y }));
            guint32 cell;
            gint px, py;
            const kbx_tile_plan *tile = kit_tiles_look (t, x, y, &cell, &px, &py);
            g_assert_cmpint (kit_tiles_solid_at (t->layer, (kbx_point) { x, y }, classes), ==, kit_tiles_solid (t, x, y, classes));
            g_assert_cmpint (shown.found, ==, tile != NULL);
            if (!tile)
              continue;
            g_assert_cmpuint (shown.sprite, ==, tile->sprite);
            g_assert_cmpuint (shown.frame, ==, tile->frame);
            g_assert_cmpuint (shown.class_index, ==, tile->class_index);
            g_assert_cmpuint (shown.height, ==, cell >> 24);
            g_assert_true (shown.offset.x == tile->offset.x && shown.offset.y == tile->offset.y);
            g_assert_cmpuint ((shown.flip_x ? 1u : 0) | (shown.flip_y ? 2u : 0) | (shown.transposed ? 4u : 0), ==, cell >> 21 & 7);
          }
      kit_tiles_free (t);
    }
}

static void
test_boxes (void)
{
  for (guint round = 0; kit_goes_on (round, 200); round++)
    {
      KitTiles *t = some_layer (round);
      kbx_box area = around (t);
      for (guint k = 0; k < 40; k++)
        {
          gint x = among (area.x0, area.x1), y = among (area.y0, area.y1);
          kbx_box box = { x, y, x + among (0, 30), y + among (0, 30) };
          kbx_point cells[1000];
          kbx_class_set classes = (kbx_class_set) among (0, 8);
          uint32_t count = kbx_tiles_cells (t->layer, box, cells, 1000), wanted = 0;
          gboolean solid = FALSE;
          for (gint py = box.y0; py < box.y1; py++)
            for (gint px = box.x0; px < box.x1; px++)
              {
                kbx_point cell = kbx_cell_of (t->layer, (kbx_point) { px, py });
                kbx_box pixels = kbx_cell_box (t->layer, cell);
                solid = solid || kit_tiles_solid (t, px, py, classes);
                g_assert_true (kbx_box_contains (pixels, (kbx_point) { px, py }));
                if (px != MAX (box.x0, pixels.x0) || py != MAX (box.y0, pixels.y0) || !kbx_tiles_tile (t->layer, cell).found)
                  continue;
                g_assert_cmpuint (wanted, <, count);
                g_assert_cmpint (cells[wanted].x, ==, cell.x);
                g_assert_cmpint (cells[wanted++].y, ==, cell.y);
              }
          g_assert_cmpuint (count, ==, wanted);
          g_assert_cmpint (kit_tiles_solid_in_box (t->layer, box, classes), ==, solid);
        }
      kit_tiles_free (t);
    }
}

KIT_PROGRAM (tiles_random)
{
  int result;
  kit_test_init (&argc, &argv);
  numbers = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_test_add_func ("/tiles/pixels", test_pixels);
  g_test_add_func ("/tiles/boxes", test_boxes);
  result = g_test_run ();
  g_rand_free (numbers);
  return result;
}

/* SPDX-License-Identifier: MIT */
/* Shapes of tiles, against the same shapes in frames that lie as the cells have them: a transposed frame is made as one of its
 * own, and a pose mirrors it and puts it where the cell's picture is. Each cell of the layer is asked. */
#include "bake/convert.h"
#include "tests/support/bank_maker.h"
#include "tests/support/seed.h"

#include <math.h>

enum { FRAMES = 5, CLASSES = 3, MOST = 200 };

static GRand *numbers;

static gint among (gint low, gint high) { return g_rand_int_range (numbers, low, high); }

/* ---- frames: 0 to FRAMES - 1, and the same transposed ---- */

static void
add_shape (KbBankFrame *frame, KbBankFrame *transposed)
{
  const uint32_t class_index = (uint32_t) among (0, CLASSES);
  const gint x = among (-6, 20), y = among (-6, 20);
  if (among (0, 3) == 0)
    {
      const gint w = among (1, 12), h = among (1, 12);
      kb_maker_box (frame, class_index, x, y, w, h);
      kb_maker_box (transposed, class_index, y, x, h, w);
    }
  else if (among (0, 2))
    {
      const gint radius = among (100, 2000);
      kb_maker_circle (frame, class_index, x * 256 + 77, y * 256, radius);
      kb_maker_circle (transposed, class_index, y * 256, x * 256 + 77, radius);
    }
  else
    {
      const KbBankVertex corners[] = { { x * 256, y * 256 + 50 }, { x * 256 + among (500, 3000), y * 256 + 9 }, { x * 256 + 300, y * 256 + among (500, 3000) } };
      const KbBankVertex swapped[] = { { corners[0].y, corners[0].x }, { corners[1].y, corners[1].x }, { corners[2].y, corners[2].x } };
      kb_maker_polygon (frame, class_index, corners, 3);
      kb_maker_polygon (transposed, class_index, swapped, 3);
    }
}

static uint8_t *
make_bank (size_t *size)
{
  static const char *const names[CLASSES] = { "fire", "grass", "water" };
  KbBankContent content = { 0 };
  for (guint i = 0; i < CLASSES; i++)
    kb_maker_class (&content, names[i], 0xff0000ff + i);
  KbBankSprite *sprite = kb_maker_sprite (&content, "set");
  for (guint transposed = 0; transposed < 2; transposed++)
    for (guint i = 0; i < FRAMES; i++)
      {
        const uint32_t w = 8 + 3 * i, h = 20 - 2 * i, x = i, y = 2 * i;
        kb_maker_frame (sprite, "f", transposed ? h : w, transposed ? w : h, (int32_t) (transposed ? y : x), (int32_t) (transposed ? x : y));
      }
  for (guint i = 0; i + 1 < FRAMES; i++)   /* the last has none */
    for (gint n = among (1, 5); n > 0; n--)
      add_shape (&sprite->frames[i], &sprite->frames[FRAMES + i]);
  uint8_t *bytes = kb_maker_write (&content, size);
  kb_bank_content_clear (&content);
  return bytes;
}

/* ---- the layer ---- */

static GBytes *
make_layer (gboolean isometric)
{
  const guint columns = (guint) among (1, 12), rows = (guint) among (1, 12);
  kbx_tile_plan tiles[FRAMES + 1];
  g_autofree guint32 *cells = g_new0 (guint32, columns * rows);
  g_autoptr (GError) error = NULL;
  const guint16 heights[16] = { 3, 4 };
  for (guint i = 0; i <= FRAMES; i++)   /* the last of them is solid: its frame's shapes do not count */
    tiles[i] = (kbx_tile_plan) { i + 1, i < FRAMES ? KBX_TILE_NOT_SOLID : KBX_TILE_FULL, KBX_NONE, 0, i < FRAMES ? i : 0, heights, { among (-9, 9), among (-9, 9) } };
  for (guint k = 0; k < columns * rows; k++)
    cells[k] = among (0, 3) ? (guint) among (1, FRAMES + 2) | (guint) among (0, 8) << 21 | (guint) (isometric ? among (0, 4) : 0) << KBX_CELL_HEIGHT_SHIFT : 0;
  kbx_tiles_plan input = { 16, 16, { among (-50, 50), among (-50, 50) }, { among (-5, 5), among (-5, 5) }, columns, rows, { 0 }, { 0 }, 0, tiles, FRAMES + 1, cells };
  if (isometric)
    {
      input.axis_i.x = among (1000, 3000);
      input.axis_i.y = among (-900, 1500);
      input.axis_j.x = -among (1000, 3000);
      input.axis_j.y = 2000;
      input.lift = among (-900, 900);
    }
  GBytes *bytes = kb_pack_tiles (&input, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

/* ---- what is expected ---- */

static kbx_thing
expect (const kbx_bank *bank, kbx_handle tiles, kbx_point cell, kbx_box box, gboolean is_point, kbx_class_set classes)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  if (!tile.found || tile.kind != KBX_TILE_NOT_SOLID)
    return (kbx_thing) { 0 };
  const kbx_handle frame = kbx_item (kbx_bank_item (bank, KBX_SPRITE, 0), KBX_FRAME, tile.frame + (tile.transposed ? FRAMES : 0));
  const kbx_size size = kbx_info (frame).size;
  const kbx_point at = kbx_tiles_picture_at (tiles, cell, size), hot = kbx_info (frame).hot_spot;
  const kbx_place pose = kbx_at_flipped (at.x + (tile.flip_x ? (int32_t) size.w - 1 - hot.x : hot.x), at.y + (tile.flip_y ? (int32_t) size.h - 1 - hot.y : hot.y), tile.flip_x, tile.flip_y);
  return is_point ? kbx_frame_at (frame, pose, (kbx_point) { box.x0, box.y0 }, classes) : kbx_frame_hit (frame, pose, kbx_shape_box (box), classes);
}

static guint
check (const kbx_bank *bank, kbx_handle tiles, kbx_box box, gboolean is_point, kbx_class_set classes)
{
  const kbx_about info = kbx_info (tiles);
  const kbx_rect everywhere = { { -100000, -100000 }, { 100000, 100000 } };
  const kbx_shape shape = is_point ? kbx_shape_point ((kbx_vec) { (float) box.x0, (float) box.y0 }) : kbx_shape_box (box);
  kbx_thing found[MOST];
  kbx_point cells[MOST];
  tiles.bank = bank;
  const uint32_t n = kbx_tiles_touching (tiles, shape, classes, found, MOST);
  const kbx_shape rect = kbx_shape_rect ((kbx_vec) { (float) box.x0, (float) box.y0 }, (kbx_vec) { (float) box.x1 - 0.5f, (float) box.y1 - 0.5f });
  if (!is_point && box.x0 < box.x1 && box.y0 < box.y1 && box.x0 > -65536 && box.x1 < 65536 && box.y0 > -65536 && box.y1 < 65536)
    g_assert_cmpuint (kbx_tiles_touching (tiles, rect, classes, NULL, 0), ==, n);
  const uint32_t all = kbx_tiles_visible (tiles, everywhere, cells, MOST);
  uint32_t k = 0;
  g_assert_true (info.columns * info.rows <= MOST && n <= MOST);
  for (uint32_t c = 0; c < all; c++)
    {
      const kbx_thing hit = expect (bank, tiles, cells[c], box, is_point, classes);
      if (!hit.hit)
        continue;
      g_assert_cmpuint (k, <, n);
      g_assert_true (found[k].cell.x == cells[c].x && found[k].cell.y == cells[c].y);
      g_assert_cmpuint (found[k].index, ==, hit.index);
      g_assert_cmpuint (found[k].class_index, ==, hit.class_index);
      g_assert_true (found[k].kind == KBX_SHAPE && found[k].layer == 0);
      k++;
    }
  g_assert_cmpuint (k, ==, n);
  g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_box (box), classes, NULL, 0), ==, is_point ? 0 : n);
  return n;
}

static void
test_random (gconstpointer isometric)
{
  guint hits = 0, asked = 0;
  for (guint round = 0; kit_goes_on (round, 200); round++)
    {
      size_t size;
      uint8_t *bytes = make_bank (&size);
      g_autoptr (GBytes) layer = make_layer (isometric != NULL);
      kbx_bank bank;
      kbx_handle tiles;
      g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
      g_assert_cmpint (kbx_open (&tiles, KBX_TILES, g_bytes_get_data (layer, NULL), g_bytes_get_size (layer), NULL), ==, KBX_OK);
      for (guint n = 0; n < 100; n++, asked++)
        {
          const kbx_about info = kbx_info (tiles);
          const kbx_point cell = { info.first.x + among (-1, (gint) info.columns + 1), info.first.y + among (-1, (gint) info.rows + 1) };
          const kbx_point near_by = kbx_tiles_picture_at (tiles, cell, (kbx_size) { 16, 16 });
          const gint x = near_by.x + among (-20, 30), y = near_by.y + among (-20, 30);
          const gboolean is_point = n % 2 == 0;
          const kbx_box box = { x, y, is_point ? x : x + among (1, 30), is_point ? y : y + among (1, 30) };
          hits += check (&bank, tiles, box, is_point, n % 3 ? KBX_ALL_CLASSES : (kbx_class_set) among (0, 8)) > 0;
        }
      free (bytes);
    }
  g_assert_cmpuint (hits, >, asked / 20);
}

/* What is beyond all numbers, and what there is not. */
static void
test_ends (void)
{
  size_t size;
  uint8_t *bytes = make_bank (&size);
  g_autoptr (GBytes) layer = make_layer (FALSE);
  const kbx_box all = { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };
  const kbx_handle none = { NULL };
  kbx_bank bank;
  kbx_handle tiles;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpint (kbx_open (&tiles, KBX_TILES, g_bytes_get_data (layer, NULL), g_bytes_get_size (layer), NULL), ==, KBX_OK);
  check (&bank, tiles, all, FALSE, KBX_ALL_CLASSES);
  check (&bank, tiles, (kbx_box) { INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN }, TRUE, KBX_ALL_CLASSES);
  g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_point ((kbx_vec) { NAN, 0 }), KBX_ALL_CLASSES, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_circle ((kbx_vec) { 0, 0 }, 4), KBX_ALL_CLASSES, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_tiles_touching (none, kbx_shape_box (all), KBX_ALL_CLASSES, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_box (all), KBX_ALL_CLASSES, NULL, 0), ==, 0);
  g_assert_cmpuint (kbx_tiles_touching (tiles, kbx_shape_box ((kbx_box) { 5, 5, 5, 9 }), KBX_ALL_CLASSES, NULL, 0), ==, 0);
  free (bytes);
}

KIT_PROGRAM (tile_shapes)
{
  kit_test_init (&argc, &argv);
  numbers = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_test_add_data_func ("/tile-shapes/straight", NULL, test_random);
  g_test_add_data_func ("/tile-shapes/isometric", "", test_random);
  g_test_add_func ("/tile-shapes/ends", test_ends);
  int status = g_test_run ();
  g_rand_free (numbers);
  return status;
}

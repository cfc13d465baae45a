/* SPDX-License-Identifier: MIT */
/* Opens the input as a layer of tiles and asks everything: whatever the bytes say, every answer is sound and comes soon. */
#include "tests/fuzz/expect.h"
#include "tests/support/layer_kit.h"

static void
ask (kbx_handle tiles, kbx_point p)
{
  const kbx_box box = { p.x - 9, p.y - 9, p.x + 9, p.y + 9 };
  kbx_tile tile = kbx_tiles_tile (tiles, kbx_cell_of (tiles, p));
  kbx_point cells[4];
  expect (!tile.found || kbx_tiles_cells (tiles, box, cells, 4) > 0);
  expect (!kit_tiles_solid_at (tiles, p, KBX_ALL_CLASSES) || kit_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES));
  expect (!kit_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES) || kbx_tiles_cells (tiles, box, NULL, 0) > 0);
}

/* What stops before a tile shares no solid pixel afterwards. */
static void
move (kbx_handle tiles, kbx_point p, int32_t k)
{
  const kbx_box box = { p.x - 5, p.y - 5, p.x + 5, p.y + 5 };
  const kbx_point way = { (k % 5 - 2) * 40, (k % 7 - 3) * 30 };
  const KitTilesWalk walk = { 3, 3, k % 2 == 0, KBX_ALL_CLASSES };
  KitTilesTrace trace = kit_tiles_trace_box (tiles, box, way, KBX_ALL_CLASSES);
  KitTilesMove moved = kit_tiles_move_box (tiles, box, way, walk);
  const kbx_box stop = { box.x0 + trace.moved.x, box.y0 + trace.moved.y, box.x1 + trace.moved.x, box.y1 + trace.moved.y };
  const kbx_box to = { box.x0 + moved.moved.x, box.y0 + moved.moved.y, box.x1 + moved.moved.x, box.y1 + moved.moved.y };
  expect (trace.started_inside == kit_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES) && moved.started_inside == trace.started_inside);
  expect (trace.started_inside || !kit_tiles_solid_in_box (tiles, stop, KBX_ALL_CLASSES));
  expect (moved.started_inside || !kit_tiles_solid_in_box (tiles, to, KBX_ALL_CLASSES));
}

static void
look (kbx_handle tiles, kbx_point p, int32_t k)
{
  const kbx_vec from = { (float) p.x, (float) p.y + 0.5f }, to = { (float) (p.x + (k % 5 - 2) * 900), (float) (p.y + (k % 7 - 3) * 700) };
  const kbx_rect screen = { { from.x - 40, from.y - 40 }, from };
  kbx_hit hit = kit_tiles_ray (tiles, from, to, KBX_ALL_CLASSES);
  expect (!hit.hit || kbx_tiles_tile (tiles, hit.cell).found);
  expect (hit.status != KBX_OK || hit.started_inside == kit_tiles_solid_at (tiles, p, KBX_ALL_CLASSES));
  kbx_tiles_from_screen (tiles, from, &(kbx_vec) { 0, 0 }, NULL);
  kbx_tiles_to_screen (tiles, from, 2);
  kbx_tiles_visible (tiles, screen, NULL, 0);
  kbx_tiles_picture_at (tiles, kbx_cell_of (tiles, p), (kbx_size) { 16, 16 });
  kbx_tiles_box_in_frame (tiles, kbx_cell_of (tiles, p), (kbx_box) { p.x, p.y, p.x + 9, p.y + 1 }, (kbx_size) { 16, 9 });
  expect (kbx_tiles_touching (tiles, kbx_shape_point (from), KBX_ALL_CLASSES, NULL, 0) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_handle tiles;
  kbx_about info;
  kbx_error error;

  if (kbx_open (&tiles, KBX_TILES, data, size, &error) != KBX_OK)
    return expect_refused (size, error, tiles.data);
  fuzz_accept ();
  info = kbx_info (tiles);
  expect (info.bounds.x0 < info.bounds.x1 && info.bounds.y0 < info.bounds.y1);
  for (int32_t k = 0; k < 64; k++)
    {
      const int64_t w = (int64_t) info.bounds.x1 - info.bounds.x0 + 2, h = (int64_t) info.bounds.y1 - info.bounds.y0 + 2;
      const kbx_point p = { (int32_t) (info.bounds.x0 - 1 + w * (k % 8) / 8), (int32_t) (info.bounds.y0 - 1 + h * (k / 8) / 8) };
      ask (tiles, p);
      move (tiles, p, k);
      look (tiles, p, k);
    }
  return 0;
}

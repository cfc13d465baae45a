/* SPDX-License-Identifier: MIT */
/* Opens the input as a layer of tiles and asks everything: whatever the bytes say, every answer is sound and comes soon. */
#include "runtime/kickbox.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
expect (bool right)
{
  if (!right)
    abort ();
}

static void
ask (kbx_tiles tiles, kbx_point p)
{
  const kbx_box box = { p.x - 9, p.y - 9, p.x + 9, p.y + 9 };
  kbx_tile tile = kbx_tiles_at (tiles, p);
  kbx_tile_cell cells[4];
  expect (!tile.found || kbx_tiles_cells (tiles, box, cells, 4) > 0);
  expect (!kbx_tiles_solid_at (tiles, p, KBX_ALL_CLASSES) || kbx_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES));
  expect (!kbx_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES) || kbx_tiles_cells (tiles, box, NULL, 0) > 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  kbx_tiles tiles;
  kbx_tiles_info info;
  kbx_error error;

  if (kbx_tiles_open (&tiles, data, size, &error) != KBX_OK)
    {
      expect (error.offset <= size && error.message != NULL && tiles.bytes == NULL);
      return 0;
    }
  info = kbx_tiles_describe (tiles);
  expect (info.box.x0 < info.box.x1 && info.box.y0 < info.box.y1);
  for (int32_t k = 0; k < 64; k++)
    {
      const int64_t w = (int64_t) info.box.x1 - info.box.x0 + 2, h = (int64_t) info.box.y1 - info.box.y0 + 2;
      const kbx_point p = { (int32_t) (info.box.x0 - 1 + w * (k % 8) / 8), (int32_t) (info.box.y0 - 1 + h * (k / 8) / 8) };
      ask (tiles, p);
    }
  return 0;
}

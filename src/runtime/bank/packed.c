/* SPDX-License-Identifier: MIT */
/* Opens bytes that a game packed, or read from a file of its own. */
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/levels/level_check.h"
#include "runtime/masks/bitmap.h"
#include "runtime/masks/zones.h"
#include "runtime/mazes/maze.h"
#include "runtime/solids/soup.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/tracks/track_check.h"
#include "runtime/bank/verify.h"

static const struct {
  kbx_kind kind;
  kbx_status (*check) (kbx_trouble *trouble, const uint8_t *p, size_t size);
} kbx_packed[] = { { KBX_BITMAP, kbx_check_bitmap }, { KBX_MASK, kbx_check_mask },
                   { KBX_TRACK, kbx_check_track },   { KBX_WALLS, kbx_check_level },
                   { KBX_TILES, kbx_check_tiles },   { KBX_MAZE, kbx_check_maze },
                   { KBX_GROUND, kbx_check_ground }, { KBX_HEIGHTMAP, kbx_check_heightmap },
                   { KBX_SOUP, kbx_check_soup } };

KBX_API kbx_status
kbx_open (kbx_handle *handle, kbx_kind kind, const void *bytes, size_t size, kbx_error *error)
{
  kbx_trouble trouble = { 0, KBX_N_ ("no kind that can be opened") };
  kbx_status status = KBX_ERROR_ARGUMENT;
  if (handle == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "no place for the handle");
  memset (handle, 0, sizeof *handle);
  handle->index = KBX_NONE;
  for (size_t i = 0; i < sizeof kbx_packed / sizeof kbx_packed[0]; i++)
    if (kbx_packed[i].kind == kind && bytes == NULL)
      trouble.message = "no data";
    else if (kbx_packed[i].kind == kind)
      status = kbx_packed[i].check (&trouble, (const uint8_t *) bytes, size);
  if (status != KBX_OK)
    return kbx_fail (error, status, trouble.offset, "", trouble.message);
  handle->data = bytes;
  handle->kind = kind;
  const uint8_t *walls = (const uint8_t *) bytes;
  if (kind == KBX_WALLS && size - kbx_load_u32 (walls) >= KBX_LEVEL_BOX
      && kbx_rect_stored (walls + kbx_load_u32 (walls), kbx_walls_bounds (walls)))
    handle->index = KBX_LEVEL_BOXED;
  return KBX_OK;
}

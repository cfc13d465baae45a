/* SPDX-License-Identifier: MIT */
/* Shapes of tiles: what is asked is brought into the frame that a cell shows, flips undone, and asked there. */
#include "runtime/tiles/tiles.h"

/* A picture as it lies: where its top left pixel is, and how large it is. */
typedef struct { int64_t x, y, w, h; } kbx_tiles_lying;

static kbx_tiles_lying
kbx_tiles_lie (kbx_tiles tiles, kbx_tile_cell cell, const kbx_tile *tile, kbx_size frame)
{
  const kbx_size size = { tile->transposed ? frame.h : frame.w, tile->transposed ? frame.w : frame.h };
  const kbx_point at = kbx_tiles_picture_at (tiles, cell, size);
  kbx_tiles_lying lying;
  lying.x = at.x;
  lying.y = at.y;
  lying.w = size.w;
  lying.h = size.h;
  return lying;
}

KBX_API kbx_box
kbx_tiles_box_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_box box, kbx_size frame)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  const kbx_tiles_lying lying = kbx_tiles_lie (tiles, cell, &tile, frame);
  const int64_t x0 = box.x0 - lying.x, x1 = box.x1 - lying.x, y0 = box.y0 - lying.y, y1 = box.y1 - lying.y;
  const int64_t u0 = tile.flip_x ? lying.w - x1 : x0, u1 = tile.flip_x ? lying.w - x0 : x1;
  const int64_t v0 = tile.flip_y ? lying.h - y1 : y0, v1 = tile.flip_y ? lying.h - y0 : y1;
  kbx_box own;
  own.x0 = kbx_clamp (tile.transposed ? v0 : u0);
  own.y0 = kbx_clamp (tile.transposed ? u0 : v0);
  own.x1 = kbx_clamp (tile.transposed ? v1 : u1);
  own.y1 = kbx_clamp (tile.transposed ? u1 : v1);
  return own;
}

KBX_API kbx_point
kbx_tiles_point_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_point p, kbx_size frame)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  const kbx_tiles_lying lying = kbx_tiles_lie (tiles, cell, &tile, frame);
  const int64_t x = p.x - lying.x, y = p.y - lying.y;
  const int64_t u = tile.flip_x ? lying.w - 1 - x : x, v = tile.flip_y ? lying.h - 1 - y : y;
  kbx_point own;
  own.x = kbx_clamp (tile.transposed ? v : u);
  own.y = kbx_clamp (tile.transposed ? u : v);
  return own;
}

/* ---- all around a place ---- */

typedef struct {
  const kbx_bank *bank;
  kbx_tiles tiles;
  bool is_point;
  kbx_box box;              /* of a point: its pixel */
  kbx_class_set classes;
  kbx_tile_shape *shapes;
  uint32_t capacity, count;
} kbx_tiles_asked;

static int64_t kbx_tiles_most (int64_t a, int64_t b) { return a > b ? a : b; }

/* How far from its cell's least box, any way, a shape of those classes reaches, in pixels; -1: no tile has one. */
static int64_t
kbx_tiles_shapes_reach (const kbx_tiles_asked *asked, const kbx_tiles_view *v)
{
  int64_t reach = -1;
  for (uint32_t i = 1; i < v->tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (v, i);
      const kbx_point offset = kbx_tiles_offset (v, entry);
      kbx_tile tile;
      kbx_frame frame;
      kbx_size size;
      kbx_box box;
      memset (&tile, 0, sizeof tile);
      tile.found = true;
      tile.sprite = kbx_load_u32 (entry + 8);
      tile.frame = kbx_load_u32 (entry + 12);
      frame = kbx_bank_tile_frame (asked->bank, tile);
      if (entry[0] != KBX_TILE_NOT_SOLID || (kbx_frame_classes (frame) & asked->classes) == 0)
        continue;
      size = kbx_frame_size (frame);
      box = kbx_frame_class_box (frame, kbx_frame_own_pose (frame), asked->classes);
      /* Of the frame, and beyond it on any side, however it is turned. */
      reach = kbx_tiles_most (reach, kbx_tiles_most (size.w, size.h) + kbx_tiles_most (kbx_tiles_most (0 - (int64_t) box.x0, 0 - (int64_t) box.y0),
                                                                                       kbx_tiles_most (kbx_tiles_most (box.x1, box.y1), 0))
                                         + kbx_tiles_most (offset.x < 0 ? 0 - offset.x : offset.x, offset.y < 0 ? 0 - offset.y : offset.y));
    }
  return reach;
}

static kbx_hit
kbx_tiles_hit_shape (const kbx_tiles_asked *asked, kbx_tile_cell cell, kbx_frame frame)
{
  const kbx_size size = kbx_frame_size (frame);
  const kbx_pose own = kbx_frame_own_pose (frame);
  const kbx_point p = { asked->box.x0, asked->box.y0 };
  if (asked->is_point)
    return kbx_frame_hit_point (frame, own, kbx_tiles_point_in_frame (asked->tiles, cell, p, size), asked->classes);
  return kbx_frame_hit_box (frame, own, kbx_tiles_box_in_frame (asked->tiles, cell, asked->box, size), asked->classes);
}

static void
kbx_tiles_ask_cell (kbx_tile_cell cell, void *data)
{
  kbx_tiles_asked *asked = (kbx_tiles_asked *) data;
  const kbx_tile tile = kbx_tiles_tile (asked->tiles, cell);
  const kbx_frame frame = kbx_bank_tile_frame (asked->bank, tile);
  kbx_hit hit;
  if (tile.kind != KBX_TILE_NOT_SOLID || (kbx_frame_classes (frame) & asked->classes) == 0)
    return;
  hit = kbx_tiles_hit_shape (asked, cell, frame);
  if (!hit.hit)
    return;
  if (asked->count < asked->capacity && asked->shapes != NULL)
    {
      kbx_tile_shape *shape = &asked->shapes[asked->count];
      shape->cell = cell;
      shape->shape = hit.shape;
      shape->class_index = hit.class_index;
    }
  asked->count++;
}

static uint32_t
kbx_tiles_ask_shapes (kbx_tiles_asked *asked)
{
  kbx_tiles_view v;
  kbx_area around;
  int64_t reach;
  if (asked->tiles.bytes == NULL || asked->bank == NULL)
    return 0;
  kbx_read_tiles ((const uint8_t *) asked->tiles.bytes, &v);
  reach = kbx_tiles_shapes_reach (asked, &v);
  if (reach < 0)
    return 0;
  around.x0 = (asked->box.x0 - reach) * KBX_GRID;
  around.y0 = (asked->box.y0 - reach) * KBX_GRID;
  around.x1 = (asked->box.x1 + reach) * KBX_GRID;
  around.y1 = (asked->box.y1 + reach) * KBX_GRID;
  kbx_tiles_each_near (asked->tiles, around, kbx_tiles_ask_cell, asked);
  return asked->count;
}

KBX_API uint32_t
kbx_tiles_shapes_at (const kbx_bank *bank, kbx_tiles tiles, kbx_point p, kbx_class_set classes, kbx_tile_shape *shapes, uint32_t capacity)
{
  kbx_tiles_asked asked = { bank, tiles, true, { p.x, p.y, p.x, p.y }, classes, shapes, capacity, 0 };
  return kbx_tiles_ask_shapes (&asked);
}

KBX_API uint32_t
kbx_tiles_shapes_in_box (const kbx_bank *bank, kbx_tiles tiles, kbx_box box, kbx_class_set classes, kbx_tile_shape *shapes, uint32_t capacity)
{
  kbx_tiles_asked asked = { bank, tiles, false, box, classes, shapes, capacity, 0 };
  return box.x0 < box.x1 && box.y0 < box.y1 ? kbx_tiles_ask_shapes (&asked) : 0;
}

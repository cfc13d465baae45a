/* SPDX-License-Identifier: MIT */
/* Shapes of tiles: converts a query to the frame that a cell shows, with its flips undone, and
 * queries that. */
#include "runtime/kit.h"
#include "runtime/tiles/tiles_near.h"

/* Converts screen pixels to pixels of the frame of this size: the picture is mirrored, and before
 * that transposed. */
static kbx_area
kbx_tiles_area_of (const kbx_tiles_screen *s, kbx_point cell, const kbx_tile *tile, kbx_area area,
                   kbx_size frame)
{
  const kbx_size lying = { tile->transposed ? frame.h : frame.w,
                           tile->transposed ? frame.w : frame.h };
  const kbx_point at = kbx_tiles_picture_of (s, cell, tile, lying);
  const int64_t x0 = area.x0 - at.x, x1 = area.x1 - at.x, y0 = area.y0 - at.y, y1 = area.y1 - at.y;
  const int64_t u0 = tile->flip_x ? lying.w - x1 : x0, u1 = tile->flip_x ? lying.w - x0 : x1;
  const int64_t v0 = tile->flip_y ? lying.h - y1 : y0, v1 = tile->flip_y ? lying.h - y0 : y1;
  const kbx_area own = { u0, v0, u1, v1 }, transposed = { v0, u0, v1, u1 };
  return tile->transposed ? transposed : own;
}

KBX_API kbx_box
kbx_tiles_box_in_frame (kbx_handle tiles, kbx_point cell, kbx_box box, kbx_size frame)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  const kbx_area own = { box.x0, box.y0, box.x1, box.y1 };
  kbx_tiles_screen s;
  return kbx_tiles_read_screen (tiles, &s)
           ? kbx_area_box (kbx_tiles_area_of (&s, cell, &tile, own, frame))
           : box;
}

/* ---- the cells around a position ---- */

typedef struct {
  kbx_handle tiles;
  bool is_point;
  kbx_box box;              /* for a point: its pixel */
  kbx_class_set classes;
  kbx_thing *things;
  uint32_t capacity, count;
  kbx_tiles_screen screen;
} kbx_tiles_asked;

/* The frame with shapes of those classes. The null handle if there is none. */
static kbx_handle
kbx_tiles_frame_asked (const kbx_tiles_asked *asked, const kbx_tile *tile)
{
  const kbx_handle frame = kbx_tile_frame (asked->tiles, *tile);
  const bool counts = tile->kind == KBX_TILE_NOT_SOLID && frame.bank != NULL &&
                      (kbx_read_fram (frame.bank, frame.index).classes & asked->classes) != 0;
  return counts ? frame : kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
}

/* How far a shape can extend; -1: no tile has one of those classes. */
static int64_t
kbx_tiles_shapes_reach (const kbx_tiles_asked *asked)
{
  int64_t most = -1;
  for (uint32_t i = 1; i < asked->screen.view.tile_count; i++)
    {
      const kbx_tile tile = kbx_tiles_read (&asked->screen.view, i);
      const kbx_handle frame = kbx_tiles_frame_asked (asked, &tile);
      if (frame.bank == NULL)
        continue;
      int64_t reach = kbx_tiles_reach_of (
        kbx_frame_size (frame), kbx_frame_box (frame, kbx_own_place (frame), KBX_ALL_CLASSES),
        tile.offset);
      most = reach > most ? reach : most;
    }
  return most;
}

/* A cell without a shape there answers with the bounds of all its shapes. */
static kbx_thing
kbx_tiles_hit_shape (const kbx_tiles_asked *asked, kbx_point cell, const kbx_tile *tile,
                     kbx_handle frame)
{
  const kbx_place own = kbx_own_place (frame);
  const int64_t pixel = asked->is_point;
  const kbx_area wanted = { asked->box.x0, asked->box.y0, asked->box.x1 + pixel,
                            asked->box.y1 + pixel };
  const kbx_area area =
    kbx_tiles_area_of (&asked->screen, cell, tile, wanted, kbx_frame_size (frame));
  const kbx_box box = kbx_area_box (area);
  const kbx_point p = { box.x0, box.y0 };
  return asked->is_point ? kbx_frame_at (frame, own, p, asked->classes)
                         : kbx_frame_hit (frame, own, kbx_shape_box (box), asked->classes);
}

static void
kbx_tiles_ask_cell (kbx_point cell, uint32_t index, void *data)
{
  kbx_tiles_asked *asked = (kbx_tiles_asked *) data;
  const kbx_tile tile = kbx_tiles_read (&asked->screen.view, index);
  const kbx_handle frame = kbx_tiles_frame_asked (asked, &tile);
  if (frame.bank == NULL)
    return;
  kbx_thing hit = kbx_tiles_hit_shape (asked, cell, &tile, frame);
  hit.cell = cell;
  if (hit.hit && asked->count < asked->capacity && asked->things != NULL)
    asked->things[asked->count] = hit;
  asked->count += hit.hit;
}

static uint32_t
kbx_tiles_ask_shapes (kbx_tiles_asked *asked)
{
  const int64_t reach = kbx_tiles_shapes_reach (asked);
  const kbx_area around = { (asked->box.x0 - reach) * KBX_GRID, (asked->box.y0 - reach) * KBX_GRID,
                            (asked->box.x1 + reach) * KBX_GRID,
                            (asked->box.y1 + reach) * KBX_GRID };
  if (reach >= 0)
    kbx_tiles_each_near (&asked->screen, around, kbx_tiles_ask_cell, asked);
  return asked->count;
}

KBX_API uint32_t
kbx_tiles_touching (kbx_handle tiles, kbx_shape shape, kbx_class_set classes, kbx_thing *things,
                    uint32_t capacity)
{
  kbx_tiles_asked asked = KBX_ZEROS;
  kbx_rect_to_pixels (&shape);
  asked.tiles = tiles;
  asked.classes = classes;
  asked.things = things;
  asked.capacity = capacity;
  asked.is_point = shape.kind == KBX_SHAPE_POINT;
  if (asked.is_point)
    {
      const kbx_point p = kbx_pixel_of (shape.as.point);
      const kbx_box pixel = { p.x, p.y, p.x, p.y };
      if (!kbx_float_within (shape.as.point.x, 2147483648.0f)
          || !kbx_float_within (shape.as.point.y, 2147483648.0f))
        return 0;
      asked.box = pixel;
    }
  else if (shape.kind == KBX_SHAPE_BOX && shape.as.box.x0 < shape.as.box.x1
           && shape.as.box.y0 < shape.as.box.y1)
    asked.box = shape.as.box;
  else
    return 0;
  return kbx_tiles_read_screen (tiles, &asked.screen) ? kbx_tiles_ask_shapes (&asked) : 0;
}

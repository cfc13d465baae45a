/* SPDX-License-Identifier: MIT */
/* Opens bytes that a game packed, or read from a file of its own. */
#include "runtime/grounds/ground.h"

#include "runtime/bank/verify.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/levels/level_check.h"
#include "runtime/masks/bitmap.h"
#include "runtime/masks/zones.h"
#include "runtime/mazes/maze.h"
#include "runtime/solids/solids.h"
#include "runtime/solids/soup.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/tracks/track_check.h"

static kbx_status
kbx_check_soup_polygons (kbx_trouble *trouble, const uint8_t *p, const kbx_soup_view *v)
{
  for (uint32_t i = 0; i <= v->polygon_count; i++)
    {
      const uint8_t *at = v->firsts + (size_t) i * 4;
      const uint32_t first = kbx_load_u32 (at), size = i > 0 ? first - kbx_load_u32 (at - 4) : 3;
      if (first > v->corner_count || (i == 0 && first != 0) || size < 3 || size > KBX_SOUP_CORNERS)
        return kbx_trouble_at (trouble, KBX_ERROR_REFERENCE, (uint64_t) (at - p),
                               "expected 3 to 64 corners more than before");
    }
  if (kbx_load_u32 (v->firsts + (size_t) v->polygon_count * 4) != v->corner_count)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 8,
                           "expected as many corners as polygons have");
  for (uint32_t i = 0; i < v->polygon_count; i++)
    if ((kbx_load_u32 (v->tags + (size_t) i * 4) & ~(KBX_SOUP_ONE_WAY | (KBX_MAX_CLASSES - 1))) !=
        0)
      return kbx_trouble_at (trouble, KBX_ERROR_VALUE, (uint64_t) (v->tags - p) + (uint64_t) i * 4,
                             "expected a class from 0 to 63");
  for (size_t i = 0; i < (size_t) v->corner_count * 3; i++)
    if (!kbx_coordinate_valid (kbx_load_f32 (v->corners + i * 4)))
      return kbx_trouble_at (trouble, KBX_ERROR_VALUE, (uint64_t) (v->corners - p) + i * 4,
                             "expected a coordinate within the world");
  return KBX_OK;
}

static kbx_status
kbx_check_soup_leaf (kbx_trouble *trouble, const uint8_t *p, const kbx_soup_view *v, uint32_t first,
                     uint32_t count)
{
  for (uint32_t k = 0; k < count; k++)
    {
      const uint8_t *at = v->entries + ((size_t) first + k) * 4;
      const uint32_t polygon = kbx_load_u32 (at);
      if (polygon >= v->polygon_count || (k > 0 && polygon <= kbx_load_u32 (at - 4)))
        return kbx_trouble_at (trouble, KBX_ERROR_ORDER, (uint64_t) (at - p),
                               "expected polygons of the soup by rising number");
    }
  return KBX_OK;
}

/* Children follow the children of earlier nodes, so all nodes form one tree. `level_end` is the end
 * of the current level's nodes. */
static kbx_status
kbx_check_soup_nodes (kbx_trouble *trouble, const uint8_t *p, const kbx_soup_view *v)
{
  uint32_t next_child = 1, next_entry = 0, depth = 0, level_end = 1;

  for (uint32_t i = 0; i < v->node_count; i++)
    {
      const uint8_t *at = v->nodes + (size_t) i * 8;
      const uint32_t first = kbx_load_u32 (at), count = kbx_load_u32 (at + 4);
      const uint64_t offset = (uint64_t) (at - p);
      if (i == next_child)
        return kbx_trouble_at (trouble, KBX_ERROR_ORDER, offset,
                               "expected no node that is nobody's child");
      if (i == level_end)
        {
          depth++;
          level_end = next_child;
        }
      if (count == KBX_SOUP_INNER)
        {
          if (first != next_child || v->node_count - first < 8 || depth == KBX_SOUP_DEPTH)
            return kbx_trouble_at (
                trouble, KBX_ERROR_REFERENCE, offset,
                "expected the next eight nodes, and 12 levels below the root at most");
          next_child += 8;
          continue;
        }
      if (first != next_entry || count > v->entry_count - next_entry)
        return kbx_trouble_at (trouble, KBX_ERROR_REFERENCE, offset, "expected the next entries");
      const kbx_status status = kbx_check_soup_leaf (trouble, p, v, first, count);
      if (status != KBX_OK)
        return status;
      next_entry += count;
    }
  return next_child == v->node_count && next_entry == v->entry_count
             ? KBX_OK
             : kbx_trouble_at (trouble, KBX_ERROR_VALUE, 12,
                               "expected as many nodes and entries as the tree has");
}

/* Whether bytes are a soup. soup_open.c */
static kbx_status
kbx_check_soup (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  kbx_soup_view v;

  if (size < KBX_SOUP_HEADER)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size, "the data ends within the header");
  kbx_status status = kbx_check_blob_size (trouble, p, size, kbx_read_soup (p, &v));
  if (status != KBX_OK)
    return status;
  if (v.polygon_count > KBX_SOUP_MOST || v.node_count == 0)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 4,
                           "expected at most 2^24 polygons, and a root");
  for (uint32_t i = 20; i < 36; i += 4)
    if (!kbx_float_within (kbx_load_f32 (p + i), 2 * KBX_WORLD_LIMIT) ||
        (i == 32 && kbx_load_f32 (p + i) <= 0))
      return kbx_trouble_at (trouble, KBX_ERROR_VALUE, i, "expected a cube about the polygons");
  if (kbx_load_u32 (p + 36) != 0)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 36, "expected 0");
  status = kbx_check_soup_polygons (trouble, p, &v);
  return status == KBX_OK ? kbx_check_soup_nodes (trouble, p, &v) : status;
}

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

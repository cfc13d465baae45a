/* SPDX-License-Identifier: MIT */
/* Bounds, starts, free positions. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

bool
kb_level_has_walls (const kbx_bank *bank, uint32_t level)
{
  return kbx_info (kbx_bank_item (bank, KBX_LEVEL, level)).walls > 0;
}

bool
kb_level_has_straight (const kbx_bank *bank, uint32_t level)
{
  const KbSolids solids = { bank, level };
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES); i++)
    if (kb_solids_layer (&solids, i).data)
      return true;
  return false;
}

/* Whether a layer has a tile that only makes sense where things fall. Cost: linear in its cells. */
static bool
has_falling_tiles (kbx_handle tiles)
{
  const kbx_box all = kbx_info (tiles).bounds;
  const uint32_t count = kbx_tiles_cells (tiles, all, NULL, 0);
  kbx_point *cells = kb_take_zeroed ((size_t) count * sizeof *cells);
  bool found = false;
  kbx_tiles_cells (tiles, all, cells, count);
  for (uint32_t i = 0; i < count && !found; i++)
    {
      const kbx_tile_kind kind = kbx_tiles_tile (tiles, cells[i]).kind;
      found = kind == KBX_TILE_ONE_WAY_TOP || kind == KBX_TILE_HEIGHTS_BOTTOM;
    }
  free (cells);
  return found;
}

bool
kb_level_has_falls (const kbx_bank *bank, uint32_t level)
{
  const KbSolids solids = { bank, level };
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  bool found = kbx_count (handle, KBX_GROUND) > 0;
  for (uint32_t i = 0; i < kbx_count (handle, KBX_TILES) && !found; i++)
    {
      const kbx_handle tiles = kb_solids_layer (&solids, i);
      found = tiles.data && has_falling_tiles (tiles);
    }
  return found;
}

bool
kb_level_is_plan (const kbx_bank *bank, uint32_t level)
{
  return !kb_level_has_falls (bank, level);
}

/* ---- bounds ---- */

static void
include_point (kbx_rect *bounds, float x, float y)
{
  bounds->min = (kbx_vec) { fminf (bounds->min.x, x), fminf (bounds->min.y, y) };
  bounds->max = (kbx_vec) { fmaxf (bounds->max.x, x), fmaxf (bounds->max.y, y) };
}

static void
include_rect (kbx_rect *bounds, kbx_rect rect)
{
  include_point (bounds, rect.min.x, rect.min.y);
  include_point (bounds, rect.max.x, rect.max.y);
}

/* The stored cells of a straight layer without its outer rows and columns that are empty. Cost:
 * linear in the cells. */
static kbx_box
painted_box (kbx_handle tiles)
{
  const int32_t w = (int32_t) kbx_info (tiles).cell.w, h = (int32_t) kbx_info (tiles).cell.h;
  kbx_box box = kbx_info (tiles).bounds;
  if (!kbx_tiles_cells (tiles, box, NULL, 0))
    return (kbx_box) { 0, 0, 0, 0 };
  while (!kbx_tiles_cells (tiles, (kbx_box) { box.x0, box.y0, box.x1, box.y0 + h }, NULL, 0))
    box.y0 += h;
  while (!kbx_tiles_cells (tiles, (kbx_box) { box.x0, box.y1 - h, box.x1, box.y1 }, NULL, 0))
    box.y1 -= h;
  while (!kbx_tiles_cells (tiles, (kbx_box) { box.x0, box.y0, box.x0 + w, box.y1 }, NULL, 0))
    box.x0 += w;
  while (!kbx_tiles_cells (tiles, (kbx_box) { box.x1 - w, box.y0, box.x1, box.y1 }, NULL, 0))
    box.x1 -= w;
  return box;
}

/* Adds the screen area of the cells: a straight layer's box, or the screen corners of an isometric
 * one. */
static void
include_tiles (kbx_rect *bounds, kbx_handle tiles, kbx_box box)
{
  for (int corner = 0; corner < 4 && box.x0 < box.x1 && box.y0 < box.y1; corner++)
    {
      const kbx_vec p = { (float) (corner & 1 ? box.x1 : box.x0),
                          (float) (corner & 2 ? box.y1 : box.y0) };
      const kbx_vec seen = kbx_tiles_to_screen (tiles, p, 0);
      include_point (bounds, seen.x, seen.y);
    }
}

static void
include_ground (kbx_rect *bounds, kbx_handle ground)
{
  kbx_about about = kbx_info (ground);
  for (int i = 0; i <= 64; i++)
    {
      float x = about.left + (about.right - about.left) * (float) i / 64;
      include_point (bounds, x, kbx_ground_at (ground, x).y);
    }
}

static void
include_layers (kbx_rect *bounds, const kbx_bank *bank, uint32_t level, bool painted)
{
  const KbSolids straight = { bank, level };
  const kbx_handle whole = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t i = 0; i < kbx_info (whole).layers; i++)
    {
      const kbx_handle layer = kbx_level_layer (whole, i);
      if (layer.kind == KBX_GROUND)
        include_ground (bounds, layer);
      else if (layer.kind == KBX_TILES) /* they follow the walls, layer 0 */
        include_tiles (bounds, layer,
                       painted && kb_solids_layer (&straight, i - 1).data
                         ? painted_box (layer)
                         : kbx_info (layer).bounds);
      else if (layer.kind == KBX_MAZE || kbx_info (layer).walls > 0)
        include_rect (bounds, kbx_level_bounds (layer));
    }
  for (uint32_t i = 0; i < kbx_count (whole, KBX_HEIGHTMAP); i++)
    include_rect (bounds, kbx_info (kbx_item (whole, KBX_HEIGHTMAP, i)).area);
}

static kbx_rect
bounds_of (const kbx_bank *bank, uint32_t index, bool painted)
{
  kbx_handle level = kbx_bank_item (bank, KBX_LEVEL, index);
  kbx_rect bounds = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
  for (uint32_t i = 0; i < kbx_count (level, KBX_ENTITY); i++)
    {
      kbx_vec at = kbx_info (kbx_item (level, KBX_ENTITY, i)).position;
      include_point (&bounds, at.x, at.y);
    }
  include_layers (&bounds, bank, index, painted);
  if (!(bounds.min.x <= bounds.max.x))
    return (kbx_rect) { { 0, 0 }, { 1, 1 } };
  return bounds;
}

kbx_rect
kb_bank_level_bounds (const kbx_bank *bank, uint32_t level)
{
  return bounds_of (bank, level, false);
}

kbx_rect
kb_bank_level_painted_bounds (const kbx_bank *bank, uint32_t level)
{
  return bounds_of (bank, level, true);
}

/* The entity "start", or else "player" or Doom's "player 1"; KBX_NONE: none. */
static uint32_t
find_start (const kbx_bank *bank, uint32_t level)
{
  static const char *const names[] = { "start", "player", "player 1" };
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t n = 0; n < sizeof names / sizeof *names; n++)
    for (uint32_t i = 0; i < kbx_count (handle, KBX_ENTITY); i++)
      if (strcmp (kbx_name (kbx_item (handle, KBX_ENTITY, i)), names[n]) == 0)
        return i;
  return KBX_NONE;
}

bool
kb_level_has_start (const kbx_bank *bank, uint32_t level)
{
  return find_start (bank, level) != KBX_NONE;
}

bool
kb_bank_level_find_start (const kbx_bank *bank, uint32_t level, kbx_vec *at)
{
  const uint32_t found = find_start (bank, level);
  const kbx_rect bounds = kb_bank_level_bounds (bank, level);
  *at = (kbx_vec) { (bounds.min.x + bounds.max.x) / 2, (bounds.min.y + bounds.max.y) / 2 };
  if (found != KBX_NONE)
    *at = kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, found)).position;
  return found != KBX_NONE;
}

kbx_vec
kb_bank_level_start_direction (const kbx_bank *bank, uint32_t level)
{
  const uint32_t found = find_start (bank, level);
  const kbx_vec faced =
    kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, found)).direction;
  return faced.x != 0 || faced.y != 0 ? faced : (kbx_vec) { 0, -1 };
}

float
kb_bank_level_start_number (const kbx_bank *bank, uint32_t level, const char *key, float preset,
                            float low, float high)
{
  const uint32_t found = find_start (bank, level);
  return found == KBX_NONE ? preset
                           : kb_entity_number (bank, level, found, key, preset, low, high);
}

kbx_vec
kb_bank_level_start (const kbx_bank *bank, uint32_t level)
{
  kbx_vec at;
  kb_bank_level_find_start (bank, level, &at);
  return at;
}

bool
kb_bank_level_find_goal (const kbx_bank *bank, uint32_t level, kbx_vec *at)
{
  const kbx_about goal =
    kbx_info (kbx_find (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, "goal"));
  if (goal.found)
    *at = goal.position;
  return goal.found;
}

const char *
kb_area_name (const kbx_bank *bank, uint32_t area)
{
  const kbx_handle found = kbx_bank_item (bank, KBX_AREA, area);
  return *kbx_name (found)
           ? kbx_name (found)
           : kbx_name (kbx_bank_item (bank, KBX_CLASS, kbx_info (found).class_index));
}

void
kb_enter_area (KbPlay *play, uint32_t *area, uint32_t now)
{
  const char *left = *area == KBX_NONE ? NULL : kb_area_name (play->bank, *area);
  if (now == *area)
    return;
  if (now == KBX_NONE)
    kb_play_say (play, N_("left %s"), left);
  else if (left)
    kb_play_say (play, N_("left %.40s, entered %.40s"), left, kb_area_name (play->bank, now));
  else
    kb_play_say (play, N_("entered %s"), kb_area_name (play->bank, now));
  *area = now;
}

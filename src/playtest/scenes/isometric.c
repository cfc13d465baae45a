/* SPDX-License-Identifier: MIT */
/* Isometric: a walker on the tiles of an isometric layer. It moves in the layer's own frame, where
 * tiles are boxes of pixels, and is drawn in screen coordinates. The layers that share the frame of
 * the first isometric one form the floor. Others are pictures. */
#include <math.h>
#include <string.h>

#include "playtest/actor.h"
#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

enum { ISOMETRIC_ROLE_LEVEL, ISOMETRIC_ROLE_WALKER };
enum {
  ISOMETRIC_KEY_LEFT,
  ISOMETRIC_KEY_RIGHT,
  ISOMETRIC_KEY_UP,
  ISOMETRIC_KEY_DOWN,
  ISOMETRIC_KEY_RUN
};
/* Units of height climbed in one step; cells searched in a layer */
enum { STEP_UP = 1, MOST_CELLS = 512 };

typedef struct {
  kbx_box body;           /* in the frame */
  kbx_vec rest;           /* sub-pixel remainder, in the frame */
  /* Its hot spot is the body's centre on the screen; valid without a sprite too */
  KbActor walker;
  uint32_t height;        /* of the floor, in units */
  kbx_point stopped;      /* 1 or -1 along x and y of the frame */
  bool sees;              /* the pointer is in sight */
  uint32_t area;          /* in the bank; KBX_NONE */
} IsometricState;

static const float isometric_walking = 1.5f, running = 3;   /* screen pixels per step */

static bool
kb_level_has_isometric (const kbx_bank *bank, uint32_t level)
{
  return kb_bank_level_isometric (bank, level).data != NULL;
}

static const KbRole isometric_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_isometric,
    N_("a level with isometric tiles") },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey isometric_keys[] = {
  KB_WAY_KEYS, KB_RUN_KEY, { NULL },
};

/* ---- the frame ---- */

static uint32_t
the_level (const KbPlay *play)
{
  return play->cast[ISOMETRIC_ROLE_LEVEL];
}

static KbSolids
the_solids (const KbPlay *play)
{
  return (KbSolids) { play->bank, the_level (play),
                     kb_bank_level_isometric (play->bank, the_level (play)) };
}

static kbx_vec
middle_of (kbx_box box)
{
  return (kbx_vec) { (float) (box.x0 + box.x1) / 2, (float) (box.y0 + box.y1) / 2 };
}

static kbx_point
cell_of (const KbPlay *play, const IsometricState *state)
{
  return kbx_cell_of (the_solids (play).frame, kbx_pixel_of (middle_of (state->body)));
}

/* Converts a screen vector to the frame, by the inverse matrix. */
static kbx_vec
to_frame (const kbx_about *info, kbx_vec way)
{
  const kbx_vec i = info->axis_i, j = info->axis_j;
  const float det = i.x * j.y - i.y * j.x;
  const kbx_vec cells = { (way.x * j.y - way.y * j.x) / det, (way.y * i.x - way.x * i.y) / det };
  return (kbx_vec) { cells.x * (float) info->cell.w, cells.y * (float) info->cell.h };
}

static kbx_vec
on_screen (const KbPlay *play, kbx_vec p)
{
  const IsometricState *state = play->state;
  return kbx_tiles_to_screen (the_solids (play).frame, p, (float) state->height);
}

static kbx_vec
seen_at (const KbPlay *play, const IsometricState *state)
{
  const kbx_vec p = middle_of (state->body);
  return on_screen (play, (kbx_vec) { p.x + state->rest.x, p.y + state->rest.y });
}

/* The stored cells of all layers of the frame. The walker cannot leave them. */
static kbx_box
whole_floor (const KbSolids *solids)
{
  kbx_box all = kbx_info (solids->frame).bounds;
  for (uint32_t i = 0;
       i < kbx_count (kbx_bank_item (solids->bank, KBX_LEVEL, solids->level), KBX_TILES); i++)
    {
      const kbx_handle tiles = kb_solids_layer (solids, i);
      const kbx_box box = kbx_info (tiles).bounds;
      if (!tiles.data)
        continue;
      all = (kbx_box) { box.x0 < all.x0 ? box.x0 : all.x0, box.y0 < all.y0 ? box.y0 : all.y0,
                        box.x1 > all.x1 ? box.x1 : all.x1, box.y1 > all.y1 ? box.y1 : all.y1 };
    }
  return all;
}

/* The tile under the walker when it comes from a height: the highest non-solid one that it can step
 * on, else the lowest. Of equals, the one drawn last. Not found: a hole at floor height. */
static kbx_tile
floor_at (const KbSolids *solids, kbx_point cell, uint32_t from)
{
  kbx_tile best = { .found = false };
  for (uint32_t i = 0;
       i < kbx_count (kbx_bank_item (solids->bank, KBX_LEVEL, solids->level), KBX_TILES); i++)
    {
      const kbx_tile tile = kbx_tiles_tile (kb_solids_layer (solids, i), cell);
      const bool in_reach = tile.height <= from + STEP_UP,
                 best_in_reach = best.height <= from + STEP_UP;
      if (!tile.found || tile.kind != KBX_TILE_NOT_SOLID)
        continue;
      if (!best.found
          || (in_reach ? !best_in_reach || tile.height >= best.height
                       : !best_in_reach && tile.height <= best.height))
        best = tile;
    }
  return best;
}

/* ---- the start ---- */

static bool
isometric_fits_at (const KbPlay *play, kbx_point by)
{
  const KbSolids solids = the_solids (play);
  const kbx_box floor = whole_floor (&solids),
                at = kbx_box_moved (((const IsometricState *) play->state)->body, by);
  return at.x0 >= floor.x0 && at.y0 >= floor.y0 && at.x1 <= floor.x1 && at.y1 <= floor.y1
         && kb_solids_free (&solids, at);
}

static void
make_free (KbPlay *play, IsometricState *state)
{
  kbx_point by = { 0, 0 };
  if (!kb_find_free (isometric_fits_at, play, 4, &by) || (by.x == 0 && by.y == 0))
    return;
  const kbx_point cell = cell_of (play, state);
  kb_play_say (play, N_("cell %d, %d is not free: put next to it"), cell.x, cell.y);
  state->body = kbx_box_moved (state->body, by);
}

static void
stand (KbPlay *play, IsometricState *state)
{
  const KbSolids solids = the_solids (play);
  state->height = floor_at (&solids, cell_of (play, state), state->height).height;
  state->walker.at = seen_at (play, state);
}

/* Areas are where the screen shows them, as in the editor. */
static uint32_t
area_now (const KbPlay *play, const IsometricState *state)
{
  return kbx_level_at (kbx_bank_item (play->bank, KBX_LEVEL, the_level (play)), state->walker.at,
                       NULL).index;
}

/* Call when the bank has changed: cells may be larger, or solid at the walker's position. */
static void
bind_isometric (KbPlay *play)
{
  IsometricState *state = play->state;
  const kbx_about info = kbx_info (the_solids (play).frame);
  state->body = kb_box_in_cell (info.cell, kbx_pixel_of (middle_of (state->body)));
  make_free (play, state);
  kb_actor_bind (&state->walker, play->bank, play->cast[ISOMETRIC_ROLE_WALKER]);
  stand (play, state);
  state->area = area_now (play, state);
}

static int32_t
isometric_within (int32_t v, int32_t low, int32_t high)
{
  return v < low ? low : v > high ? high : v;
}

/* Starts in the cell of the start position or the nearest existing one; without a start, in the
 * middle of all cells. */
static void
start_isometric (KbPlay *play)
{
  IsometricState *state = play->state;
  const KbSolids solids = the_solids (play);
  const kbx_box floor = whole_floor (&solids);
  kbx_vec at;
  const bool found =
    kb_bank_level_find_start (play->bank, the_level (play), &at) || play->has_from;
  at = kb_start_of (play, at);
  if (!found || kbx_tiles_from_screen (solids.frame, at, &at, NULL) != KBX_OK)
    at = middle_of (floor);
  const kbx_point p = kbx_pixel_of (at);
  const kbx_point inside = { isometric_within (p.x, floor.x0, floor.x1 - 1),
                             isometric_within (p.y, floor.y0, floor.y1 - 1) };
  state->body = kb_box_in_cell (kbx_info (solids.frame).cell, inside);
  state->walker = kb_actor_begin (
    play->cast[ISOMETRIC_ROLE_WALKER],
    kb_find_animation (play->bank, play->cast[ISOMETRIC_ROLE_WALKER], KB_IDLE_NAMES, true),
    (kbx_vec){ 0, 0 }, false);
  make_free (play, state);
  stand (play, state);
  state->area = area_now (play, state);
}

/* ---- steps ---- */

/* The hit next to the body on that side. */
static kbx_hit
touch_side (const KbSolids *solids, kbx_box body, kbx_point side)
{
  return kb_solids_cast (solids, kbx_shape_box (body), (kbx_vec){ (float) side.x, (float) side.y });
}

/* Stopped on a side, along x or y. `already`: it was stopped before and that is logged. */
static bool
is_stopped (KbPlay *play, IsometricState *state, kbx_box floor, kbx_point side, bool already)
{
  const KbSolids solids = the_solids (play);
  const kbx_box next = kbx_box_moved (state->body, side);
  const kbx_hit trace = touch_side (&solids, state->body, side);
  if (trace.hit && trace.class_index != KBX_NONE && !already)
    kb_play_say_seldom (play, N_("%s stops it at cell %d, %d"),
                        kbx_name (kbx_bank_item (play->bank, KBX_CLASS, trace.class_index)),
                        trace.cell.x, trace.cell.y);
  return trace.hit || next.x0 < floor.x0 || next.y0 < floor.y0 || next.x1 > floor.x1
         || next.y1 > floor.y1;
}

static int32_t
isometric_sign (float v)
{
  return (v > 0) - (v < 0);
}

static void
walk_isometric (KbPlay *play, IsometricState *state, kbx_vec way)
{
  const KbSolids solids = the_solids (play);
  const kbx_box floor = whole_floor (&solids), body = state->body;
  const kbx_point before = state->stopped;
  const kbx_point move = {
    isometric_within (kb_whole (&state->rest.x, way.x), floor.x0 - body.x0, floor.x1 - body.x1),
    isometric_within (kb_whole (&state->rest.y, way.y), floor.y0 - body.y0, floor.y1 - body.y1)
  };
  state->body = kbx_box_moved (
    body, kb_solids_move (&solids, body, move, (kbx_motion) { KBX_WALK }, false).moved);
  state->stopped = (kbx_point) { isometric_sign (way.x), isometric_sign (way.y) };
  if (!is_stopped (play, state, floor, (kbx_point){ state->stopped.x, 0 },
                   before.x == state->stopped.x))
    state->stopped.x = 0;
  if (!is_stopped (play, state, floor, (kbx_point){ 0, state->stopped.y },
                   before.y == state->stopped.y))
    state->stopped.y = 0;
  state->rest =
    (kbx_vec) { state->stopped.x ? 0 : state->rest.x, state->stopped.y ? 0 : state->rest.y };
}

/* Where the straight line along the floor to the pointer ends, in the frame: at the pointer or at
 * an obstacle. */
static kbx_vec
trace_isometric_sight (const KbPlay *play, const IsometricState *state, kbx_vec pointer, bool *sees)
{
  const KbSolids solids = the_solids (play);
  const float raised = kbx_info (solids.frame).lift * (float) state->height;
  kbx_vec to = { 0, 0 };
  kbx_tiles_from_screen (solids.frame, (kbx_vec) { pointer.x, pointer.y + raised }, &to, NULL);
  const kbx_vec from = middle_of (state->body);
  const kbx_hit hit =
    kb_solids_cast (&solids, kbx_shape_point (from), (kbx_vec) { to.x - from.x, to.y - from.y });
  *sees = !hit.hit;
  return hit.hit ? hit.point : to;
}

static void
step_isometric (KbPlay *play, const KbPlayInput *input)
{
  IsometricState *state = play->state;
  const float x = kb_axis (input, ISOMETRIC_KEY_LEFT, ISOMETRIC_KEY_RIGHT),
              y = kb_axis (input, ISOMETRIC_KEY_UP, ISOMETRIC_KEY_DOWN);
  const float speed = (kb_held (input, ISOMETRIC_KEY_RUN) ? running : isometric_walking)
                      * (x != 0 && y != 0 ? 0.70710678f : 1);
  const kbx_about info = kbx_info (the_solids (play).frame);
  const uint32_t before = state->height;
  walk_isometric (play, state, to_frame (&info, (kbx_vec){ speed * x, speed * y }));
  stand (play, state);
  const kbx_point cell = cell_of (play, state);
  if (state->height != before)
    kb_play_say (play,
                 state->height > before ? N_("up to %u at cell %d, %d")
                                        : N_("down to %u at cell %d, %d"),
                 state->height, cell.x, cell.y);
  kb_enter_area (play, &state->area, area_now (play, state));
  trace_isometric_sight (play, state, input->pointer, &state->sees);
  kb_actor_walk (&state->walker, play->bank, (kbx_vec){ x, y }, kb_held (input, ISOMETRIC_KEY_RUN));
}

static kbx_handle
frame_of (const KbPlay *play, const kbx_tile *tile)
{
  const kbx_handle sprite = kbx_bank_item (play->bank, KBX_SPRITE, tile->sprite);
  return tile->found ? kbx_item (sprite, KBX_FRAME, tile->frame) : (kbx_handle) { NULL, 0 };
}

static void
report_isometric (const KbPlay *play, KbReporter *reporter)
{
  const IsometricState *state = play->state;
  const KbSolids solids = the_solids (play);
  const kbx_point cell = cell_of (play, state);
  const kbx_tile on = floor_at (&solids, cell, state->height);
  kb_report_point (reporter, NC_ ("value", "at"), state->walker.at);
  kb_report_point (reporter, NC_ ("value", "place"), middle_of (state->body));
  kb_report_point (reporter, NC_ ("value", "rest"), state->rest);
  kb_report_point (reporter, NC_ ("value", "cell"), (kbx_vec){ (float) cell.x, (float) cell.y });
  reporter->number (reporter, NC_ ("value", "height"), state->height);
  reporter->text (reporter, NC_ ("value", "on"), on.found ? kbx_name (frame_of (play, &on)) : NULL);
  kb_report_point (reporter, NC_ ("value", "stopped"),
                   (kbx_vec){ (float) state->stopped.x, (float) state->stopped.y });
  reporter->flag (reporter, NC_ ("value", "sees_pointer"), state->sees);
  reporter->text (reporter, NC_ ("value", "area"),
                  state->area == KBX_NONE ? NULL : kb_area_name (play->bank, state->area));
  if (state->walker.sprite != KBX_NONE)
    kb_actor_report (&state->walker, play->bank, reporter, NC_ ("value", "walker"));
}

/* ---- drawing ---- */

static KbPlaySight
view_isometric (const KbPlay *play)
{
  const KbSolids solids = the_solids (play);
  kbx_rect bounds = kb_bank_level_bounds (play->bank, the_level (play));
  /* Bounds are floors only: add a storey above for each layer */
  bounds.min.y -=
    fabsf (kbx_info (solids.frame).lift)
    * (float) kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, the_level (play)), KBX_TILES);
  return (KbPlaySight) { bounds, ((const IsometricState *) play->state)->walker.at, { 640, 480 } };
}

static KbPlayItem *
draw_box (const KbPlay *play, KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
          kbx_rect box)
{
  const kbx_vec right = { box.max.x, box.min.y }, left = { box.min.x, box.max.y };
  const kbx_vec corners[] = { on_screen (play, box.min), on_screen (play, right),
                              on_screen (play, box.max), on_screen (play, left) };
  return kb_picture_add_points (picture, KB_ITEM_POLYGON, layer, colour, corners, 4);
}

/* Draws the cells that the body is in. */
static void
draw_cells (const KbPlay *play, const IsometricState *state, KbPlayPicture *picture)
{
  const kbx_handle frame = the_solids (play).frame;
  const kbx_point first = kbx_cell_of (frame, (kbx_point) { state->body.x0, state->body.y0 });
  const kbx_point last = kbx_cell_of (frame, (kbx_point){ state->body.x1 - 1, state->body.y1 - 1 });
  for (int32_t j = first.y; j <= last.y; j++)
    for (int32_t i = first.x; i <= last.x; i++)
      draw_box (play, picture, KB_SHOW_AREAS, 0,
                kbx_bounds (kbx_shape_box (kbx_cell_box (frame, (kbx_point) { i, j }))));
}

static void
draw_touched (const KbPlay *play, const IsometricState *state, KbPlayPicture *picture)
{
  const KbSolids solids = the_solids (play);
  const kbx_point sides[] = { { state->stopped.x, 0 }, { 0, state->stopped.y } };
  for (uint32_t k = 0; k < 2; k++)
    {
      const kbx_hit trace = touch_side (&solids, state->body, sides[k]);
      if (trace.hit)
        {
          const kbx_box cell = kbx_cell_box (solids.frame, trace.cell);
          draw_box (play, picture, KB_SHOW_CONTACTS, 0, kbx_bounds (kbx_shape_box (cell)))->flash =
            true;
        }
    }
}

/* 1 if [from, to) is past [low, high) in the direction drawn later, -1 if before it, 0 if they
 * overlap. */
static int32_t
order_of_ranges (int32_t from, int32_t to, int32_t low, int32_t high, int32_t later)
{
  return from >= high ? later : to <= low ? -later : 0;
}

/* A cell's tile is in front of the body if it is further down the screen. In a cell that contains
 * the body, the higher one is. */
static bool
is_in_front (const KbPlay *play, const IsometricState *state, const kbx_about *info, kbx_box cell,
             uint32_t height)
{
  const kbx_vec down = to_frame (info, (kbx_vec) { 0, 1 });
  const int32_t x =
    order_of_ranges (cell.x0, cell.x1, state->body.x0, state->body.x1, isometric_sign (down.x));
  const int32_t y =
    order_of_ranges (cell.y0, cell.y1, state->body.y0, state->body.y1, isometric_sign (down.y));
  if (x + y != 0)
    return x + y > 0;
  return x == 0
           ? height > state->height
           : on_screen (play, middle_of (cell)).y > on_screen (play, middle_of (state->body)).y;
}

/* The current frame of an animated tile: from the first animation of its sprite that begins with
 * it. */
static kbx_handle
shown_by (const KbPlay *play, const kbx_tile *tile)
{
  const kbx_handle frame = frame_of (play, tile);
  for (uint32_t i = 0;
       i < kbx_count (kbx_bank_item (play->bank, KBX_SPRITE, tile->sprite), KBX_ANIMATION); i++)
    if (kb_animation_frame (play->bank, tile->sprite, i, 0).index == frame.index)
      {
        KbActor tiles = kb_actor_begin (tile->sprite, i, (kbx_vec) { 0, 0 }, false);
        tiles.clock = play->steps;
        return kb_actor_shown (&tiles, play->bank).frame;
      }
  return frame;
}

/* Draws a cell's tile again where it overlaps the walker's picture. A transposed tile stays behind:
 * poses can only mirror. */
static void
draw_tile (const KbPlay *play, KbPlayPicture *picture, kbx_handle tiles, kbx_point cell,
           kbx_box walker)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  const kbx_handle frame = shown_by (play, &tile);
  kbx_place pose = kbx_at_flipped (0, 0, tile.flip_x, tile.flip_y);
  const kbx_box area = kbx_frame_area (frame, pose);
  const kbx_size size = { (uint32_t) (area.x1 - area.x0), (uint32_t) (area.y1 - area.y0) };
  const kbx_point at = kbx_tiles_picture_at (tiles, cell, size);
  pose = kbx_at_flipped (at.x - area.x0, at.y - area.y0, tile.flip_x, tile.flip_y);
  if (tile.transposed || !kbx_boxes_overlap (kbx_frame_area (frame, pose), walker))
    return;
  KbPlayItem *item = kb_picture_add (picture, KB_ITEM_FRAME, KB_SHOW_PICTURES, 0);
  item->frame = frame.index;
  item->pose = pose;
}

/* Draws the tiles in front of the walker, layer by layer in drawing order, except the flat floor of
 * the lowest layer. */
static void
draw_in_front (const KbPlay *play, const IsometricState *state, KbPlayPicture *picture,
               kbx_box walker)
{
  const KbSolids solids = the_solids (play);
  bool lowest = true;
  for (uint32_t i = 0;
       i < kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, the_level (play)), KBX_TILES); i++)
    {
      const kbx_handle tiles = kb_solids_layer (&solids, i);
      const kbx_about info = kbx_info (tiles);
      const float wide = fabsf (info.axis_i.x) + fabsf (info.axis_j.x),
                  high = fabsf (info.axis_i.y) + fabsf (info.axis_j.y);
      kbx_rect near = kbx_bounds (kbx_shape_box (walker));
      kbx_point cells[MOST_CELLS];
      near = (kbx_rect) { { near.min.x - wide, near.min.y - high },
                         { near.max.x + wide, near.max.y + 4 * high } };
      const uint32_t n = kbx_tiles_visible (tiles, near, cells, MOST_CELLS);
      for (uint32_t k = 0; k < n && k < MOST_CELLS; k++)
        {
          const kbx_tile tile = kbx_tiles_tile (tiles, cells[k]);
          const bool stands =
            !lowest || tile.kind != KBX_TILE_NOT_SOLID || tile.height > state->height;
          if (stands
              && is_in_front (play, state, &info, kbx_cell_box (tiles, cells[k]), tile.height))
            draw_tile (play, picture, tiles, cells[k], walker);
        }
      lowest = lowest && !tiles.data;
    }
}

static void
draw_isometric (const KbPlay *play, KbPlayPicture *picture)
{
  const IsometricState *state = play->state;
  bool sees;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, the_level (play));
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, the_level (play));
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_POINTS, the_level (play));
  draw_cells (play, state, picture);
  if (state->walker.sprite != KBX_NONE)
    {
      const kbx_handle frame = kb_actor_shown (&state->walker, play->bank).frame;
      kb_actor_draw (&state->walker, play->bank, picture, 0);
      draw_in_front (play, state, picture, kbx_frame_area (frame, kb_actor_pose (&state->walker)));
    }
  draw_touched (play, state, picture);
  draw_box (play, picture, KB_SHOW_BODIES, 0, kbx_bounds (kbx_shape_box (state->body)));
  const kbx_vec end = trace_isometric_sight (play, state, play->before.pointer, &sees);
  kb_picture_add_look (picture, on_screen (play, middle_of (state->body)), on_screen (play, end),
                       sees);
}

const KbPlayScene kb_scene_isometric = {
  .name = "isometric",
  .title = N_("Isometric"),
  .summary = N_("A walker on the isometric tiles of a level"),
  .roles = isometric_roles,
  .keys = isometric_keys,
  .pointer = N_("The walker looks there"),
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_SHAPES
            | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS,
  .state_size = sizeof (IsometricState),
  .start = start_isometric,
  .bind = bind_isometric,
  .step = step_isometric,
  .report = report_isometric,
  .draw = draw_isometric,
  .view = view_isometric,
};

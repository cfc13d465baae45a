/* SPDX-License-Identifier: MIT */
/* Top-down: a walker seen from above on the straight tiles of a level. It moves in eight directions
 * and slides along solid tiles, walls and mazes; grounds do not count, and nothing falls. */
#include <math.h>

#include "playtest/actor.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/body.h"
#include "playtest/solids.h"

enum { TOP_DOWN_ROLE_LEVEL, TOP_DOWN_ROLE_WALKER };
enum {
  TOP_DOWN_KEY_LEFT,
  TOP_DOWN_KEY_RIGHT,
  TOP_DOWN_KEY_UP,
  KEY_DOWN,
  TOP_DOWN_KEY_RUN,
  TOP_DOWN_KEY_DOOR
};

typedef struct {
  kbx_rect world;         /* what is painted, which the walker does not leave */
  KbBody body;
  KbActor walker;         /* its hot spot at the body's centre; valid without a sprite too */
  kbx_vec facing;         /* the last direction of a move */
  uint32_t touched;       /* the class of what stopped it; KBX_NONE */
  bool stopped, at_goal;
} TopDownState;

/* In cells: the radius, and pixels per step. */
static const float share_radius = 0.375f, share_walk = 0.1f, run_factor = 2;
static const float plain_cell = 16, longest_radius = 48, top_down_door_reach = 1.5f;

static const KbRole top_down_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_straight,
    N_("a level with straight tiles"), kb_level_is_plan },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey top_down_keys[] = {
  KB_WAY_KEYS, KB_RUN_KEY, KB_DOOR_KEY, { NULL },
};

/* ---- the level ---- */

static KbSolids
top_down_the_solids (const KbPlay *play)
{
  return (KbSolids) { play->bank, play->cast[TOP_DOWN_ROLE_LEVEL] };
}

/* Bits of the level's layers that stop the walker: walls, straight tiles and mazes. */
static uint64_t
solid_layers (const KbPlay *play)
{
  const KbSolids solids = top_down_the_solids (play);
  const uint32_t tiles = kbx_count (kb_cast_level (play), KBX_TILES),
                 mazes = kbx_count (kb_cast_level (play), KBX_MAZE);
  uint64_t layers = 1;
  for (uint32_t i = 0; i < tiles + mazes && i < 63; i++)
    if (i >= tiles || kb_solids_layer (&solids, i).data)
      layers |= UINT64_C (2) << i;
  return layers;
}

/* The side of a cell of the first straight layer. */
static float
top_down_cell_of (const KbPlay *play)
{
  const KbSolids solids = top_down_the_solids (play);
  for (uint32_t i = 0; i < kbx_count (kb_cast_level (play), KBX_TILES); i++)
    {
      const kbx_handle tiles = kb_solids_layer (&solids, i);
      const kbx_size cell = kbx_info (tiles).cell;
      if (tiles.data && cell.w && cell.h)
        return (float) (cell.w < cell.h ? cell.w : cell.h);
    }
  return plain_cell;
}

static float
top_down_radius_of (const KbPlay *play)
{
  const float radius = floorf (top_down_cell_of (play) * share_radius);
  return kb_bank_level_start_number (play->bank, play->cast[TOP_DOWN_ROLE_LEVEL], "radius",
                                     fminf (fmaxf (radius, 2), longest_radius), 1, 512);
}

/* The position in the world nearest to p. */
static kbx_vec
kept_in (const TopDownState *state, kbx_vec p)
{
  const kbx_rect world = state->world;
  const float r = state->body.circle.radius;
  if (world.max.x - world.min.x < 2 * r || world.max.y - world.min.y < 2 * r)
    return p;
  return (kbx_vec) { fminf (fmaxf (p.x, world.min.x + r), world.max.x - r),
                    fminf (fmaxf (p.y, world.min.y + r), world.max.y - r) };
}

/* ---- the start ---- */

static bool
top_down_fits_at (const KbPlay *play, kbx_point by)
{
  const TopDownState *state = play->state;
  const kbx_vec c = state->body.circle.centre, to = { c.x + (float) by.x, c.y + (float) by.y },
                kept = kept_in (state, to);
  return kept.x == to.x && kept.y == to.y && kb_body_fits (&state->body, play, by);
}

static void
make_top_down_free (KbPlay *play, TopDownState *state)
{
  kbx_vec *at = &state->body.circle.centre;
  *at = kept_in (state, *at);
  kb_make_free (play, top_down_fits_at, KB_SOLID_IN_THE_WAY, at);
}

static void
bind_top_down (KbPlay *play)
{
  TopDownState *state = play->state;
  state->world = kb_bank_level_painted_bounds (play->bank, play->cast[TOP_DOWN_ROLE_LEVEL]);
  state->body.circle.radius = top_down_radius_of (play);
  state->body.layers = solid_layers (play);
  kb_body_bind (&state->body, play);
  make_top_down_free (play, state);
  kb_body_bind (&state->body, play);
  if (state->touched >= kbx_bank_count (play->bank, KBX_CLASS))
    state->touched = KBX_NONE;
  kb_actor_bind (&state->walker, play->bank, play->cast[TOP_DOWN_ROLE_WALKER]);
  state->walker.at = state->body.circle.centre;
}

static void
start_top_down (KbPlay *play)
{
  TopDownState *state = play->state;
  const uint32_t walker = play->cast[TOP_DOWN_ROLE_WALKER];
  state->body.circle.centre =
    kb_start_of (play, kb_bank_level_start (play->bank, play->cast[TOP_DOWN_ROLE_LEVEL]));
  state->touched = KBX_NONE;
  state->facing = (kbx_vec) { 0, 1 };
  state->walker = kb_actor_begin (
    walker, kb_find_animation (play->bank, walker, KB_IDLE_NAMES, true),
    state->body.circle.centre, false);
  bind_top_down (play);
}

/* ---- steps ---- */

static void
walk_top_down (KbPlay *play, TopDownState *state, kbx_vec way, bool runs)
{
  const float walking =
    kb_bank_level_start_number (play->bank, play->cast[TOP_DOWN_ROLE_LEVEL], "speed",
                                top_down_cell_of (play) * share_walk, 0, 64);
  const float speed = walking * (runs ? run_factor : 1)
                      * (way.x != 0 && way.y != 0 ? 0.70710678f : 1);
  kbx_hit touch;
  const kbx_move move =
    kb_body_move (&state->body, play, (kbx_vec) { speed * way.x, speed * way.y }, &touch);
  state->body.circle.centre = kept_in (state, state->body.circle.centre);
  state->facing = way;
  state->stopped = move.touched > 0;
  state->touched = move.touched ? touch.class_index : KBX_NONE;
  if (move.started_inside)
    make_top_down_free (play, state);
}

static void
look_top_down_for_goal (KbPlay *play, TopDownState *state)
{
  kbx_vec goal;
  const bool there =
    kb_bank_level_find_goal (play->bank, play->cast[TOP_DOWN_ROLE_LEVEL], &goal)
    && kbx_contains (
      kbx_shape_circle (state->body.circle.centre, 2 * state->body.circle.radius), goal);
  if (there && !state->at_goal)
    kb_play_say (play, N_("reached the goal after %.2f s"), play->steps / (double) KB_PLAY_RATE);
  state->at_goal = there;
}

static void
step_top_down (KbPlay *play, const KbPlayInput *input)
{
  TopDownState *state = play->state;
  const kbx_vec way = { kb_axis (input, TOP_DOWN_KEY_LEFT, TOP_DOWN_KEY_RIGHT),
                        kb_axis (input, TOP_DOWN_KEY_UP, KEY_DOWN) };
  const bool runs = kb_held (input, TOP_DOWN_KEY_RUN);
  if (kb_pressed (play, input, TOP_DOWN_KEY_DOOR))
    kb_body_use_doors (&state->body, play, top_down_door_reach * top_down_cell_of (play));
  kb_body_push (&state->body, play);
  state->body.circle.centre = kept_in (state, state->body.circle.centre);
  if (way.x != 0 || way.y != 0)
    walk_top_down (play, state, way, runs);
  else
    {
      state->stopped = false;
      state->touched = KBX_NONE;
    }
  state->walker.at = state->body.circle.centre;
  kb_actor_walk (&state->walker, play->bank, way, runs);
  kb_body_locate (&state->body, play);
  look_top_down_for_goal (play, state);
}

/* ---- values and drawing ---- */

static void
report_top_down (const KbPlay *play, KbReporter *reporter)
{
  const TopDownState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), state->body.circle.centre);
  kb_report_point (reporter, NC_ ("value", "facing"), state->facing);
  reporter->number (reporter, NC_ ("value", "radius"), (double) state->body.circle.radius);
  kb_body_report_area (&state->body, play, reporter);
  reporter->flag (reporter, NC_ ("value", "stopped"), state->stopped);
  reporter->text (reporter, NC_ ("value", "stopped_by"),
                  state->touched == KBX_NONE
                    ? NULL
                    : kbx_name (kbx_bank_item (play->bank, KBX_CLASS, state->touched)));
  reporter->flag (reporter, NC_ ("value", "goal"), state->at_goal);
  kb_body_report_level (&state->body, play, reporter);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_report (&state->walker, play->bank, reporter, NC_ ("value", "walker"));
}

/* About 24 by 16 cells, so that a cell can be recognized. */
static KbPlaySight
view_top_down (const KbPlay *play)
{
  const TopDownState *state = play->state;
  const uint32_t cell = (uint32_t) top_down_cell_of (play);
  return (KbPlaySight) { state->world, state->body.circle.centre, { 24 * cell, 16 * cell } };
}

/* Without a sprite: a disc that shows where it faces. */
static void
draw_walker (const KbPlay *play, const TopDownState *state, KbPlayPicture *picture)
{
  const kbx_circle body = state->body.circle;
  if (state->walker.sprite != KBX_NONE)
    {
      kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, body)->faint = true;
      kb_actor_draw (&state->walker, play->bank, picture, 0);
      return;
    }
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, body);
  kb_picture_add_facing (picture, body, state->facing);
}

static void
draw_top_down (const KbPlay *play, KbPlayPicture *picture)
{
  const TopDownState *state = play->state;
  const uint32_t level = play->cast[TOP_DOWN_ROLE_LEVEL];
  const kbx_circle body = state->body.circle;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_SOLID, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_POINTS, level);
  kb_picture_add_walls (picture, play->bank, level, KBX_NONE);
  kb_body_draw_level (&state->body, play, picture);
  draw_walker (play, state, picture);
  if (state->body.area != KBX_NONE)
    kb_picture_add_text (picture, KB_SHOW_NAMES, 0,
                         (kbx_vec) { body.centre.x, body.centre.y + 2 * body.radius },
                         kb_area_name (play->bank, state->body.area));
}

const KbPlayScene kb_scene_top_down = {
  .name = "top-down",
  .title = N_("Top-down"),
  .summary = N_("A walker seen from above, on the tiles of a level, among walls, areas and doors"),
  .roles = top_down_roles,
  .keys = top_down_keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_SOLID | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES
            | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (TopDownState),
  .start = start_top_down,
  .bind = bind_top_down,
  .step = step_top_down,
  .report = report_top_down,
  .draw = draw_top_down,
  .view = view_top_down,
};

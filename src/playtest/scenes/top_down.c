/* SPDX-License-Identifier: MIT */
/* Top-down: a walker seen from above on the straight tiles of a level. It moves in eight directions
 * and slides along solid tiles, walls and mazes; grounds do not count, and nothing falls. */
#include <math.h>

#include "playtest/actor.h"
#include "playtest/lifts.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/doors.h"
#include "playtest/solids.h"

enum { ROLE_LEVEL, ROLE_WALKER };
enum { KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_RUN, KEY_DOOR };

typedef struct {
  kbx_rect world;         /* what is painted, which the walker does not leave */
  kbx_circle body;
  KbActor walker;         /* its hot spot at the body's centre; valid without a sprite too */
  kbx_vec facing;         /* the last direction of a move */
  KbDoors doors;
  KbLifts lifts;
  uint32_t area;          /* in the bank; KBX_NONE */
  uint32_t touched;       /* the class of what stopped it; KBX_NONE */
  bool stopped, at_goal;
} State;

/* In cells: the radius, and pixels per step. */
static const float share_radius = 0.375f, share_walk = 0.1f, run_factor = 2;
static const float plain_cell = 16, longest_radius = 48, door_reach = 1.5f;

static const KbRole roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_straight,
    N_("a level with straight tiles") },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey keys[] = {
  KB_WAY_KEYS, KB_RUN_KEY, KB_DOOR_KEY, { NULL },
};

/* ---- the level ---- */

static kbx_handle
the_level (const KbPlay *play)
{
  return kbx_bank_item (play->bank, KBX_LEVEL, play->cast[ROLE_LEVEL]);
}

static KbSolids
the_solids (const KbPlay *play)
{
  return (KbSolids) { play->bank, play->cast[ROLE_LEVEL] };
}

/* Bits of the level's layers that stop the walker: walls, straight tiles and mazes. */
static uint64_t
solid_layers (const KbPlay *play)
{
  const KbSolids solids = the_solids (play);
  const uint32_t tiles = kbx_count (the_level (play), KBX_TILES),
                 mazes = kbx_count (the_level (play), KBX_MAZE);
  uint64_t layers = 1;
  for (uint32_t i = 0; i < tiles + mazes && i < 63; i++)
    if (i >= tiles || kb_solids_layer (&solids, i).data)
      layers |= UINT64_C (2) << i;
  return layers;
}

/* The side of a cell of the first straight layer. */
static float
cell_of (const KbPlay *play)
{
  const KbSolids solids = the_solids (play);
  for (uint32_t i = 0; i < kbx_count (the_level (play), KBX_TILES); i++)
    {
      const kbx_handle tiles = kb_solids_layer (&solids, i);
      const kbx_size cell = kbx_info (tiles).cell;
      if (tiles.data && cell.w && cell.h)
        return (float) (cell.w < cell.h ? cell.w : cell.h);
    }
  return plain_cell;
}

static float
radius_of (const KbPlay *play)
{
  const float radius = floorf (cell_of (play) * share_radius);
  return kb_bank_level_start_number (play->bank, play->cast[ROLE_LEVEL], "radius",
                                     fminf (fmaxf (radius, 2), longest_radius), 1, 512);
}

static kbx_vec
kept_in (const KbPlay *play, kbx_circle body)
{
  const kbx_rect world = ((const State *) play->state)->world;
  const float r = body.radius;
  if (world.max.x - world.min.x < 2 * r || world.max.y - world.min.y < 2 * r)
    return body.centre;
  return (kbx_vec) { fminf (fmaxf (body.centre.x, world.min.x + r), world.max.x - r),
                    fminf (fmaxf (body.centre.y, world.min.y + r), world.max.y - r) };
}

/* ---- the start ---- */

static bool
fits_at (const KbPlay *play, kbx_point by)
{
  const State *state = play->state;
  const kbx_circle body = { { state->body.centre.x + (float) by.x,
                             state->body.centre.y + (float) by.y },
                           state->body.radius };
  const kbx_vec kept = kept_in (play, body);
  return kept.x == body.centre.x && kept.y == body.centre.y
         && kb_doors_fit (&state->doors, play->bank, the_level (play), solid_layers (play),
                          state->body, by);
}

static void
make_free (KbPlay *play)
{
  State *state = play->state;
  state->body.centre = kept_in (play, state->body);
  kb_make_free (play, fits_at, "something solid", &state->body.centre);
}

static void
bind (KbPlay *play)
{
  State *state = play->state;
  state->world = kb_bank_level_painted_bounds (play->bank, play->cast[ROLE_LEVEL]);
  state->body.radius = radius_of (play);
  kb_doors_bind (&state->doors, the_level (play));
  kb_lifts_bind (&state->lifts, play->bank, play->cast[ROLE_LEVEL]);
  make_free (play);
  state->area = kbx_level_at (the_level (play), state->body.centre, NULL).index;
  if (state->touched >= kbx_bank_count (play->bank, KBX_CLASS))
    state->touched = KBX_NONE;
  kb_actor_bind (&state->walker, play->bank, play->cast[ROLE_WALKER]);
  state->walker.at = state->body.centre;
}

static void
start (KbPlay *play)
{
  State *state = play->state;
  const uint32_t walker = play->cast[ROLE_WALKER];
  state->body.centre =
    kb_start_of (play, kb_bank_level_start (play->bank, play->cast[ROLE_LEVEL]));
  state->touched = KBX_NONE;
  state->facing = (kbx_vec) { 0, 1 };
  state->walker = kb_actor_begin (
    walker, kb_find_animation (play->bank, walker, KB_IDLE_NAMES, true), state->body.centre, false);
  bind (play);
}

/* ---- steps ---- */

static void
take_lifts (KbPlay *play)
{
  State *state = play->state;
  KbOpenDoors memory;
  if (!state->lifts.n)
    return;
  const kbx_vec by = kb_lifts_push (
    play, &state->lifts, the_level (play),
    kb_doors_filter (&state->doors, play->bank, solid_layers (play), &memory),
    kbx_shape_circle (state->body.centre, state->body.radius), NULL);
  state->body.centre.x += by.x;
  state->body.centre.y += by.y;
  state->body.centre = kept_in (play, state->body);
}

static void
walk (KbPlay *play, kbx_vec way, bool runs)
{
  State *state = play->state;
  KbOpenDoors memory;
  KbLiftLayers layers;
  const kbx_shape body = kbx_shape_circle (state->body.centre, state->body.radius);
  kb_doors_filter (&state->doors, play->bank, solid_layers (play), &memory);
  const kbx_handle solid =
    kb_lifts_level (&state->lifts, play->steps,
                    kb_lifts_touching (&state->lifts, play->steps, body), the_level (play),
                    &memory.filter, &layers);
  const float walking = kb_bank_level_start_number (play->bank, play->cast[ROLE_LEVEL], "speed",
                                                    cell_of (play) * share_walk, 0, 64);
  const float speed = walking * (runs ? run_factor : 1)
                      * (way.x != 0 && way.y != 0 ? 0.70710678f : 1);
  kbx_hit touch;
  const kbx_move move =
    kbx_level_move (solid, body, (kbx_vec) { speed * way.x, speed * way.y },
                    (kbx_motion) { KBX_SLIDE }, &memory.filter, &touch, 1);
  if (move.status == KBX_OK)
    state->body.centre = kb_after_move (state->body.centre, move);
  state->body.centre = kept_in (play, state->body);
  state->facing = way;
  state->stopped = move.touched > 0;
  state->touched = move.touched ? touch.class_index : KBX_NONE;
  if (move.started_inside)
    make_free (play);
}

static void
look_for_goal (KbPlay *play)
{
  State *state = play->state;
  kbx_vec goal;
  const bool there =
    kb_bank_level_find_goal (play->bank, play->cast[ROLE_LEVEL], &goal)
    && kbx_contains (kbx_shape_circle (state->body.centre, 2 * state->body.radius), goal);
  if (there && !state->at_goal)
    kb_play_say (play, "reached the goal after %.2f s", play->steps / (double) KB_PLAY_RATE);
  state->at_goal = there;
}

static void
step (KbPlay *play, const KbPlayInput *input)
{
  State *state = play->state;
  const kbx_vec way = { kb_axis (input, KEY_LEFT, KEY_RIGHT), kb_axis (input, KEY_UP, KEY_DOWN) };
  const bool runs = kb_held (input, KEY_RUN);
  if (kb_pressed (play, input, KEY_DOOR))
    kb_doors_use (play, &state->doors, the_level (play), state->body,
                  state->body.radius + door_reach * cell_of (play));
  take_lifts (play);
  if (way.x != 0 || way.y != 0)
    walk (play, way, runs);
  else
    {
      state->stopped = false;
      state->touched = KBX_NONE;
    }
  state->walker.at = state->body.centre;
  kb_actor_walk (&state->walker, play->bank, way, runs);
  kb_enter_area (play, &state->area,
                 kbx_level_at (the_level (play), state->body.centre, NULL).index);
  look_for_goal (play);
}

/* ---- values and drawing ---- */

static const char *
class_name (const KbPlay *play, uint32_t index)
{
  return index == KBX_NONE ? NULL : kbx_name (kbx_bank_item (play->bank, KBX_CLASS, index));
}

static void
report (const KbPlay *play, KbReporter *reporter)
{
  const State *state = play->state;
  kb_report_point (reporter, "at", state->body.centre);
  kb_report_point (reporter, "facing", state->facing);
  reporter->number (reporter, "radius", (double) state->body.radius);
  reporter->text (reporter, "area",
                  state->area == KBX_NONE ? NULL : kb_area_name (play->bank, state->area));
  reporter->flag (reporter, "stopped", state->stopped);
  reporter->text (reporter, "stopped_by", class_name (play, state->touched));
  reporter->flag (reporter, "goal", state->at_goal);
  kb_doors_report (&state->doors, reporter);
  kb_lifts_report (&state->lifts, play->steps, reporter);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_report (&state->walker, play->bank, reporter, "walker");
}

/* About 24 by 16 cells, so that a cell can be recognized. */
static KbPlaySight
view (const KbPlay *play)
{
  const State *state = play->state;
  const uint32_t cell = (uint32_t) cell_of (play);
  return (KbPlaySight) { state->world, state->body.centre, { 24 * cell, 16 * cell } };
}

/* Without a sprite: a disc that shows where it faces. */
static void
draw_walker (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  const kbx_circle body = state->body;
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
draw (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  const uint32_t level = play->cast[ROLE_LEVEL];
  const kbx_vec c = state->body.centre;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_SOLID, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, level);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_POINTS, level);
  kb_picture_add_walls (picture, play->bank, level, KBX_NONE);
  kb_doors_draw (&state->doors, the_level (play), picture);
  kb_lifts_draw (&state->lifts, play, picture);
  draw_walker (play, picture);
  if (state->area != KBX_NONE)
    kb_picture_add_text (picture, KB_SHOW_NAMES, 0,
                         (kbx_vec) { c.x, c.y + 2 * state->body.radius },
                         kb_area_name (play->bank, state->area));
}

const KbPlayScene kb_scene_top_down = {
  .name = "top-down",
  .title = N_("Top-down"),
  .summary = N_("A walker seen from above, on the tiles of a level, among walls, areas and doors"),
  .roles = roles,
  .keys = keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_SOLID | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES
            | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (State),
  .start = start,
  .bind = bind,
  .step = step,
  .report = report,
  .draw = draw,
  .view = view,
};

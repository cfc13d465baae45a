/* SPDX-License-Identifier: MIT */
/* Run and jump: a box on the tiles and grounds of a level, with a sprite on it. */
#include <math.h>
#include <string.h>

#include "playtest/actor.h"
#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

enum { RUN_ROLE_LEVEL, ROLE_RUNNER };
enum { RUN_KEY_LEFT, RUN_KEY_RIGHT, KEY_JUMP, RUN_KEY_DOWN };

/* Pixels, and pixels per step (squared). */
static const float run_fastest = 2.25f, faster_on_floor = 0.25f, faster_in_air = 0.15f,
                   slower = 0.35f;
static const float leap = 5.4f, pull_held = 0.22f, pull = 0.5f, fastest_fall = 6, slide_down = 0.3f;
enum { COYOTE = 7, BUFFER = 7 };   /* the step itself and six more */
enum { RUN_STEP_UP = 3, STEP_DOWN = 3, OUT = 64, FAR_GROUND = 4, LONG_AIR = 6, COLUMNS = 64 };

static const kbx_box plain_body = { -6, -23, 6, 1 };

typedef struct {
  /* At the pixel of the hot spot; the runner's position even without a sprite */
  KbActor actor;
  kbx_box about;          /* the body relative to it */
  kbx_vec speed, rest;    /* pixels per step; sub-pixel remainder */
  bool stands, steep;
  uint32_t ground;        /* that it stands on; KBX_NONE on tiles and in the air */
  uint32_t class_index;   /* of the floor; KBX_NONE */
  uint32_t coyote;        /* steps left in which it may still jump after leaving the floor */
  uint32_t buffer;        /* steps left in which a jump key press still takes effect */
  uint32_t air;           /* steps since it last stood */
  bool at_goal;
  uint32_t falls;         /* out of the level */
  KbLifts lifts;
  uint32_t through;       /* bits of the lifts that reach into it: they pass through it */
} RunState;

static bool
kb_level_has_floors (const kbx_bank *bank, uint32_t level)
{
  return kb_level_has_straight (bank, level)
         || kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_GROUND) > 0;
}

static const KbRole run_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_floors,
    N_("a level with tiles or ground"), kb_level_has_falls },
  { "runner", N_("Runner"), KB_CAST_SPRITE, false, kb_sprite_stands,
    N_("a sprite with a hot spot and an animation") },
  { NULL },
};

static const KbPlayKey run_keys[] = {
  { "left", N_("Left"), "Left", "a" }, { "right", N_("Right"), "Right", "d" },
  { "jump", N_("Jump"), "Up", "space" }, { "down", N_("Down"), "Down", "s" },
  { NULL },
};

/* ---- position ---- */

static uint32_t
run_the_level (const KbPlay *play)
{
  return play->cast[RUN_ROLE_LEVEL];
}

static KbSolids
run_the_solids (const KbPlay *play, const RunState *state)
{
  return (KbSolids) { play->bank, run_the_level (play), { NULL }, &state->lifts, play->steps,
                     state->through };
}

static kbx_box
body_at (const RunState *state)
{
  return kbx_box_moved (state->about,
                        (kbx_point) { (int32_t) state->actor.at.x, (int32_t) state->actor.at.y });
}

static void
move_run_by (RunState *state, kbx_point by)
{
  state->actor.at.x += (float) by.x;
  state->actor.at.y += (float) by.y;
}

static kbx_vec
foot_of (kbx_box box)
{
  return kbx_foot (kbx_bounds (kbx_shape_box (box)));
}

static bool
run_fits_at (const KbPlay *play, kbx_point by)
{
  const KbSolids solids = { play->bank, run_the_level (play), { NULL }, NULL, 0, 0 };
  return kb_solids_free (&solids, kbx_box_moved (body_at (play->state), by));
}

/* The way down from its foot to a floor; far if there is none within `far` pixels. It passes
 * walls, the first layer. */
static float
fall_of (const KbPlay *play, float far)
{
  kbx_filter filter = kbx_all_solid ();
  filter.layers = ~UINT64_C (1);
  const kbx_hit floor =
    kbx_level_cast (kb_cast_level (play), kbx_shape_point (foot_of (body_at (play->state))),
                    (kbx_vec) { 0, far }, &filter);
  return floor.hit && !floor.started_inside ? floor.fraction * far : INFINITY;
}

/* In a level without a start: if no floor is below it, moves it onto the first floor from the top,
 * in the nearest column that has one. */
static void
find_floor (KbPlay *play)
{
  RunState *state = play->state;
  const kbx_rect all = kb_bank_level_bounds (play->bank, run_the_level (play));
  const kbx_vec middle = state->actor.at;
  const float far = all.max.y - all.min.y + 1, column = (all.max.x - all.min.x) / COLUMNS;
  for (int32_t i = 1; i <= COLUMNS && fall_of (play, far) == INFINITY; i++)
    state->actor.at =
      (kbx_vec) { floorf (middle.x + (float) (i / 2 * (i % 2 ? 1 : -1)) * column),
                  floorf (all.min.y) - (float) state->about.y1 };
  if (fall_of (play, far) == INFINITY)
    state->actor.at = middle;
  else if (state->actor.at.y != middle.y)
    state->actor.at.y += floorf (fall_of (play, far)) - 1;
}

static void
to_start (KbPlay *play, RunState *state)
{
  const kbx_vec at = kb_start_of (play, kb_bank_level_start (play->bank, run_the_level (play)));
  state->actor.at = (kbx_vec) { floorf (at.x), floorf (at.y) };
  state->actor.mirrored = false;
  state->speed = state->rest = (kbx_vec) { 0, 0 };
  state->stands = state->steep = state->at_goal = false;
  state->ground = state->class_index = KBX_NONE;
  state->coyote = state->buffer = state->air = 0;
  kb_make_free (play, run_fits_at, KB_SOLID_IN_THE_WAY, &state->actor.at);
  if (!play->has_from && !kb_level_has_start (play->bank, run_the_level (play)))
    find_floor (play);
}

static void
start_run (KbPlay *play)
{
  RunState *state = play->state;
  const uint32_t runner = play->cast[ROLE_RUNNER];
  state->about = kb_body_box (play->bank, runner, plain_body);
  state->actor = kb_actor_begin (runner, KBX_NONE, (kbx_vec) { 0, 0 }, false);
  kb_lifts_bind (&state->lifts, play->bank, run_the_level (play));
  to_start (play, state);
}

/* ---- grounds ---- */

/* How far down the box must move to stand on a ground; far if there is none. */
static int32_t
down_to_ground (kbx_handle ground, kbx_box box, int32_t x)
{
  const float y = kbx_ground_at (ground, foot_of (box).x + (float) x).y;
  return fabsf (y) < KBX_WORLD_LIMIT ? (int32_t) floorf (y) - box.y1 : INT32_MAX;
}

/* Moves a pixel along the ground under it. Returns false if blocked, or too steep uphill. */
static bool
walk_pixel (KbPlay *play, RunState *state, int32_t x)
{
  const KbSolids solids = run_the_solids (play, state);
  const kbx_handle ground = kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                                      KBX_GROUND, state->ground);
  const kbx_box body = body_at (state);
  const int32_t down = down_to_ground (ground, body, x);
  if (down > FAR_GROUND)
    {
      /* The ground ends or drops away */
      const bool free = kb_solids_free (&solids, kbx_box_moved (body, (kbx_point) { x, 0 }));
      move_run_by (state, (kbx_point) { free ? x : 0, 0 });
      state->stands = false;
      return free;
    }
  const float next = foot_of (body).x + (float) x;
  const bool uphill = kbx_ground_at (ground, next).slope * (float) x < 0;
  if (down < -FAR_GROUND || (uphill && kbx_ground_at (ground, next).too_steep))
    return false;
  if (!kb_solids_free (&solids, kbx_box_moved (body, (kbx_point) { x, down })))
    return false;
  move_run_by (state, (kbx_point) { x, down });
  return true;
}

/* Stands on a ground: stores its class, and whether it slides. */
static void
stand_on_ground (KbPlay *play, RunState *state, uint32_t i)
{
  const kbx_handle ground =
    kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND, i);
  const bool steep = kbx_ground_at (ground, foot_of (body_at (state)).x).too_steep;
  state->ground = i;
  state->stands = true;
  state->class_index = kbx_info (ground).class_index;
  if (steep && !state->steep)
    kb_play_say (play, N_("slides: %s is too steep"),
                 kbx_name (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                                     KBX_GROUND, i)));
  state->steep = steep;
}

/* Lands on the first ground that the foot crosses on its path, and moves onto it. */
static bool
land_on_ground (KbPlay *play, RunState *state, kbx_vec from)
{
  const KbSolids solids = run_the_solids (play, state);
  const kbx_vec to = foot_of (body_at (state)), move = { to.x - from.x, to.y - from.y };
  uint32_t first = KBX_NONE;
  float least = 2;
  for (uint32_t i = 0;
       i < kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND); i++)
    {
      const kbx_hit sweep = kbx_level_cast (
        kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND, i),
        kbx_shape_point (from), move, NULL);
      if (!sweep.hit || sweep.started_inside || !(sweep.normal.y < 0) || sweep.fraction >= least)
        continue;
      least = sweep.fraction;
      first = i;
    }
  if (first == KBX_NONE)
    return false;
  const int32_t up = down_to_ground (
    kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND, first),
    body_at (state), 0);
  if (up > 0 || !kb_solids_free (&solids, kbx_box_moved (body_at (state), (kbx_point) { 0, up })))
    return false;
  move_run_by (state, (kbx_point) { 0, up });
  stand_on_ground (play, state, first);
  return true;
}

/* Lets lifts carry and push it. What stands on a ground stays on it, or is lifted off. */
static void
take_lifts (KbPlay *play, RunState *state)
{
  const KbSolids solids = run_the_solids (play, state);
  const kbx_box body = body_at (state);
  const kbx_vec way =
    kb_solids_push (play, &solids, body, state->stands && state->ground == KBX_NONE);
  const kbx_point by = { (int32_t) way.x, (int32_t) way.y };
  move_run_by (state, by);
  state->through =
    kb_lifts_touching (&state->lifts, play->steps, kbx_shape_box (body_at (state)));
  if (by.x == 0 && by.y == 0)
    return;
  if (state->ground == KBX_NONE)
    land_on_ground (play, state, foot_of (body));
  else
    {
      const int32_t down =
        down_to_ground (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                                  KBX_GROUND, state->ground),
                        body_at (state), 0);
      if (down > FAR_GROUND || (down > 0 && by.y < 0))
        {
          state->ground = KBX_NONE;
          state->steep = false;
        }
      else if (down < -FAR_GROUND || !run_fits_at (play, (kbx_point) { 0, down }))
        move_run_by (state, (kbx_point) { -by.x, -by.y });
      else
        move_run_by (state, (kbx_point) { 0, down });
    }
  state->through =
    kb_lifts_touching (&state->lifts, play->steps, kbx_shape_box (body_at (state)));
}

/* Call when the bank has changed: takes the sprite's new body and the new ground. */
static void
bind_run (KbPlay *play)
{
  RunState *state = play->state;
  const uint32_t runner = play->cast[ROLE_RUNNER];
  state->about = kb_body_box (play->bank, runner, plain_body);
  kb_actor_bind (&state->actor, play->bank, runner);
  kb_lifts_bind (&state->lifts, play->bank, run_the_level (play));
  if (state->class_index >= kbx_bank_count (play->bank, KBX_CLASS))
    state->class_index = KBX_NONE;
  if (state->ground != KBX_NONE
      && state->ground
           >= kbx_count (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND))
    {
      state->ground = KBX_NONE;
      state->stands = state->steep = false;
    }
  if (state->ground != KBX_NONE)
    {
      const int32_t down =
        down_to_ground (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                                  KBX_GROUND, state->ground),
                        body_at (state), 0);
      move_run_by (state, (kbx_point) { 0, down == INT32_MAX ? 0 : down });
    }
  kb_make_free (play, run_fits_at, KB_SOLID_IN_THE_WAY, &state->actor.at);
}

/* ---- moving ---- */

static void
say_landing (KbPlay *play, const RunState *state)
{
  const char *name = state->class_index == KBX_NONE
                       ? kb_play_word (N_("tiles"))
                       : kbx_name (kbx_bank_item (play->bank, KBX_CLASS, state->class_index));
  if (state->air > LONG_AIR)
    kb_play_say (play, N_("landed on %s at %g, %g"), name, (double) state->actor.at.x,
                 (double) state->actor.at.y);
}

static void
accelerate (RunState *state, const KbPlayInput *input)
{
  const float axis = kb_axis (input, RUN_KEY_LEFT, RUN_KEY_RIGHT),
              more = state->stands ? faster_on_floor : faster_in_air;
  if (axis != 0)
    state->speed.x = fminf (fmaxf (state->speed.x + axis * more, -run_fastest), run_fastest);
  else if (state->stands)
    state->speed.x = state->speed.x > slower    ? state->speed.x - slower
                     : state->speed.x < -slower ? state->speed.x + slower
                                                : 0;
  if (axis != 0)
    state->actor.mirrored = axis < 0;
}

/* Steep ground carries it down, whatever keys are held. */
static void
slide_run (KbPlay *play, RunState *state)
{
  const float slope =
    kbx_ground_at (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                             KBX_GROUND, state->ground),
                   foot_of (body_at (state)).x)
      .slope;
  state->speed.x = fminf (
    fmaxf (state->speed.x + (slope < 0 ? -slide_down : slide_down), -run_fastest), run_fastest);
}

/* Returns true if it drops through one-way tiles. */
static bool
jump (KbPlay *play, const KbPlayInput *input)
{
  RunState *state = play->state;
  state->coyote = state->stands && !state->steep ? COYOTE : state->coyote - (state->coyote > 0);
  state->buffer = kb_pressed (play, input, KEY_JUMP) ? BUFFER : state->buffer - (state->buffer > 0);
  if (!state->buffer || !state->coyote)
    return false;
  state->buffer = state->coyote = 0;
  if (kb_held (input, RUN_KEY_DOWN) && state->stands && state->ground == KBX_NONE)
    {
      state->stands = false;
      return true;
    }
  state->speed.y = -leap;
  state->rest.y = 0;
  state->stands = state->steep = false;
  state->ground = KBX_NONE;
  return false;
}

static void
walk_on_ground (KbPlay *play, RunState *state)
{
  const uint32_t ground = state->ground;
  const int32_t x = kb_whole (&state->rest.x, state->speed.x);
  for (int32_t left = x < 0 ? -x : x; left > 0 && state->stands; left--)
    if (!walk_pixel (play, state, x < 0 ? -1 : 1))
      {
        state->speed.x = state->rest.x = 0;
        break;
      }
  if (state->stands)
    stand_on_ground (play, state, ground);
  else
    {
      state->ground = KBX_NONE;
      state->steep = false;
    }
}

static void
walk_on_tiles (KbPlay *play, RunState *state, const KbPlayInput *input, bool drop)
{
  const KbSolids solids = run_the_solids (play, state);
  const kbx_vec from = foot_of (body_at (state));
  const kbx_motion walk = { .manner = KBX_WALK, .step_up = RUN_STEP_UP, .step_down = STEP_DOWN };
  const bool stood = state->stands;
  if (!stood)
    state->speed.y =
      fminf (state->speed.y + (kb_held (input, KEY_JUMP) && state->speed.y < 0 ? pull_held : pull),
             fastest_fall);
  const int32_t x = kb_whole (&state->rest.x, state->speed.x),
                y = stood || drop ? 1 : kb_whole (&state->rest.y, state->speed.y);
  const KbSolidsMove move =
    kb_solids_move (&solids, body_at (state), (kbx_point) { x, y }, walk, drop);
  move_run_by (state, move.moved);
  if (move.left || move.right)
    state->speed.x = state->rest.x = 0;
  if (move.ceiling)
    state->speed.y = state->rest.y = 0;
  state->stands = move.floor && y >= 0 && !(state->speed.y < 0);
  state->class_index = state->stands ? move.class_index : KBX_NONE;
  state->ground = KBX_NONE;
  state->steep = false;
  if (!drop)
    land_on_ground (play, state, from);
}

static void
choose_animation (KbPlay *play, RunState *state, bool pushes)
{
  const char *names = !state->stands
                        ? (state->speed.y < 0 ? "jump|leap|run" : "fall|drop|jump|idle")
                      : (state->speed.x != 0 || pushes) && !state->steep ? "run|walk"
                                                                         : "idle|stand|wait";
  if (state->actor.sprite == KBX_NONE)
    return;
  kb_actor_keep (&state->actor, kb_find_animation (play->bank, state->actor.sprite, names, true));
  kb_actor_tick (&state->actor);
}

/* ---- what it touches ---- */

static void
look_for_goal (KbPlay *play, RunState *state)
{
  kbx_vec goal;
  const bool there = kb_bank_level_find_goal (play->bank, run_the_level (play), &goal)
                     && kbx_overlap (kbx_shape_box (body_at (state)), kbx_shape_circle (goal, 0));
  if (there && !state->at_goal)
    kb_play_say (play, N_("reached the goal after %.2f s"), play->steps / (double) KB_PLAY_RATE);
  state->at_goal = there;
}

static void
look_for_edge (KbPlay *play, RunState *state)
{
  const kbx_rect bounds = kb_bank_level_bounds (play->bank, run_the_level (play));
  if ((float) body_at (state).y0 < bounds.max.y + OUT)
    return;
  kb_play_say (play, N_("fell out of the level at x %g; restarted"), (double) state->actor.at.x);
  state->falls++;
  to_start (play, state);
}

static void
step_run (KbPlay *play, const KbPlayInput *input)
{
  RunState *state = play->state;
  take_lifts (play, state);
  const bool drop = jump (play, input);
  if (state->steep)
    slide_run (play, state);
  else
    accelerate (state, input);
  if (state->stands && state->ground != KBX_NONE)
    walk_on_ground (play, state);
  else
    walk_on_tiles (play, state, input, drop);
  if (state->stands)
    {
      say_landing (play, state);
      state->speed.y = state->rest.y = 0;
    }
  state->air = state->stands ? 0 : state->air + 1;
  choose_animation (play, state, kb_axis (input, RUN_KEY_LEFT, RUN_KEY_RIGHT) != 0);
  look_for_goal (play, state);
  look_for_edge (play, state);
}

/* ---- values and drawing ---- */

static void
report_run (const KbPlay *play, KbReporter *reporter)
{
  const RunState *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), state->actor.at);
  kb_report_point (reporter, NC_ ("value", "speed"), state->speed);
  kb_report_point (reporter, NC_ ("value", "rest"), state->rest);
  reporter->flag (reporter, NC_ ("value", "stands"), state->stands);
  reporter->text (reporter, NC_ ("value", "on"),
                  state->class_index == KBX_NONE
                    ? NULL
                    : kbx_name (kbx_bank_item (play->bank, KBX_CLASS, state->class_index)));
  reporter->text (
    reporter, NC_ ("value", "ground"),
    state->ground == KBX_NONE
      ? NULL
      : kbx_name (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)), KBX_GROUND,
                            state->ground)));
  reporter->flag (reporter, NC_ ("value", "slides"), state->steep);
  reporter->number (reporter, NC_ ("value", "coyote"), state->coyote);
  reporter->number (reporter, NC_ ("value", "buffer"), state->buffer);
  reporter->number (reporter, NC_ ("value", "air"), state->air);
  reporter->flag (reporter, NC_ ("value", "goal"), state->at_goal);
  reporter->number (reporter, NC_ ("value", "falls"), state->falls);
  kb_lifts_report (&state->lifts, play->steps, reporter);
  kb_actor_report (&state->actor, play->bank, reporter, NC_ ("value", "runner"));
}

static KbPlaySight
view_run (const KbPlay *play)
{
  return (KbPlaySight) { kb_bank_level_bounds (play->bank, run_the_level (play)),
                         foot_of (body_at (play->state)),
                         { 256, 200 } };
}

static void
draw_run (const KbPlay *play, KbPlayPicture *picture)
{
  const RunState *state = play->state;
  const kbx_rect body = kbx_bounds (kbx_shape_box (body_at (state)));
  const kbx_vec foot = kbx_foot (body);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, run_the_level (play));
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_SOLID, run_the_level (play));
  kb_lifts_draw (&state->lifts, play, picture);
  kb_picture_add_entity (picture, play->bank, run_the_level (play), "start");
  kb_picture_add_entity (picture, play->bank, run_the_level (play), "goal");
  if (state->actor.sprite != KBX_NONE)
    kb_actor_draw (&state->actor, play->bank, picture, 0);
  kb_picture_add_box (picture, KB_SHOW_BODIES, 0, body)->faint = true;   /* contains the runner */
  if (!state->stands)
    return;
  kbx_vec normal = { 0, -1 };
  if (state->ground != KBX_NONE)
    normal = kbx_ground_at (kbx_item (kbx_bank_item (play->bank, KBX_LEVEL, run_the_level (play)),
                                      KBX_GROUND, state->ground),
                            foot.x)
               .normal;
  const kbx_vec arrow[] = { foot, { foot.x + 16 * normal.x, foot.y + 16 * normal.y } };
  kb_picture_add_line (picture, KB_SHOW_CONTACTS, 0, (kbx_vec){ body.min.x, body.max.y }, body.max);
  kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_CONTACTS, 0, arrow, 2);
}

const KbPlayScene kb_scene_run = {
  .name = "run-and-jump",
  .title = N_("Run and jump"),
  .summary = N_("A runner on the tiles and grounds of a level"),
  .roles = run_roles,
  .keys = run_keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_SOLID | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (RunState),
  .start = start_run,
  .bind = bind_run,
  .step = step_run,
  .report = report_run,
  .draw = draw_run,
  .view = view_run,
};

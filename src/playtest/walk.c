/* SPDX-License-Identifier: MIT */
/* Walk: a circle among the walls of a level, which slides along them. */
#include "playtest/places.h"
#include "playtest/scene.h"

enum { ROLE_LEVEL };
enum { KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN };

typedef struct {
  kbx_circle body;
  uint32_t area;          /* of the level; KBX_NONE */
  uint32_t touched;       /* a wall; KBX_NONE */
} State;

static const float speed = 2;   /* pixels a step */

static const KbRole roles[] = {
  { "level", "Level", KB_CAST_LEVEL, true, kb_level_has_walls, "a level with walls" },
  { NULL },
};

static const KbPlayKey keys[] = {
  { "left", "Left", "Left", "a" }, { "right", "Right", "Right", "d" }, { "up", "Up", "Up", "w" }, { "down", "Down", "Down", "s" },
  { NULL },
};

static uint32_t
area_at (const KbPlay *play, kbx_vec p)
{
  return kbx_level_locate (kbx_bank_level (play->bank, play->cast[ROLE_LEVEL]), p).area;
}

static void
bind (KbPlay *play)
{
  State *state = play->state;
  state->touched = KBX_NONE;
  state->area = area_at (play, state->body.centre);
}

static void
start (KbPlay *play)
{
  State *state = play->state;
  state->body = (kbx_circle) { kb_bank_level_start (play->bank, play->cast[ROLE_LEVEL]), 8 };
  bind (play);
}

static void
step (KbPlay *play, const KbPlayInput *input)
{
  State *state = play->state;
  kbx_level level = kbx_bank_level (play->bank, play->cast[ROLE_LEVEL]);
  kbx_vec to = { state->body.centre.x + speed * kb_axis (input, KEY_LEFT, KEY_RIGHT),
                 state->body.centre.y + speed * kb_axis (input, KEY_UP, KEY_DOWN) };
  uint32_t wall = KBX_NONE;
  kbx_level_move move = kbx_level_slide (level, state->body, to, kbx_all_walls (), &wall, 1);
  state->body.centre = move.centre;
  state->touched = move.touched ? wall : KBX_NONE;
  uint32_t area = area_at (play, state->body.centre);
  if (area != state->area && area != KBX_NONE)
    kb_play_say (play, "entered %s", kbx_bank_area (play->bank, play->cast[ROLE_LEVEL], area).name);
  state->area = area;
}

static void
tell (const KbPlay *play, KbTeller *teller)
{
  const State *state = play->state;
  kb_tell_point (teller, "at", state->body.centre);
  teller->text (teller, "area",
                state->area == KBX_NONE ? NULL : kbx_bank_area (play->bank, play->cast[ROLE_LEVEL], state->area).name);
  teller->number (teller, "wall", state->touched == KBX_NONE ? -1 : (double) state->touched);
}

static kbx_rect
view (const KbPlay *play)
{
  return kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]);
}

static void
draw (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[ROLE_LEVEL], view (play), state->touched);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->body);
}

const KbPlayScene kb_scene_walk = {
  .name = "walk", .title = "Walk", .summary = "A circle slides along the walls of a level",
  .roles = roles, .keys = keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_WALLS | 1 << KB_SHOW_BODIES,
  .state_size = sizeof (State),
  .start = start, .bind = bind, .step = step, .tell = tell, .draw = draw, .view = view,
};

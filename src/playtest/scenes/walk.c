/* SPDX-License-Identifier: MIT */
/* Walk: a circle among the walls of a level, which slides along them and lights the visible area; a
 * sprite stands on it. */
#include "playtest/actor.h"
#include "playtest/lifts.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/doors.h"
#include "playtest/scenes/ways.h"

enum { ROLE_LEVEL, ROLE_WALKER };
enum { KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_RUN, KEY_DOOR };

typedef struct {
  kbx_circle body;
  KbActor walker;         /* its hot spot at the body's centre; valid without a sprite too */
  KbDoors doors;          /* walls that are open now */
  KbLifts lifts;
  uint32_t area;          /* in the bank; KBX_NONE */
  uint32_t touched;       /* a wall; KBX_NONE */
  bool sees;              /* the pointer is in sight */
} State;

static const float plain_speed = 2;            /* pixels per step; running is twice that */
static const float sight = 180;                /* pixels */
static const float plain_radius = 8, door_reach = 32;

static const KbRole roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_walls, N_("a level with walls") },
  KB_WALKER_ROLE,
  { NULL },
};

static const KbPlayKey keys[] = {
  KB_WAY_KEYS, KB_RUN_KEY, KB_DOOR_KEY, { NULL },
};

static kbx_handle
the_level (const KbPlay *play)
{
  return kbx_bank_item (play->bank, KBX_LEVEL, play->cast[ROLE_LEVEL]);
}

typedef struct {
  KbOpenDoors doors;
  KbLiftLayers lifts;
} Memory;

/* The walls, and the lifts that do not reach into the walker; with the filter of the doors. */
static kbx_handle
solid_now (const KbPlay *play, Memory *memory)
{
  const State *state = play->state;
  const uint32_t through =
    kb_lifts_touching (&state->lifts, play->steps,
                       kbx_shape_circle (state->body.centre, state->body.radius));
  kb_doors_filter (&state->doors, play->bank, 1, &memory->doors);
  return kb_lifts_level (&state->lifts, play->steps, through,
                         kbx_level_layer (the_level (play), 0), &memory->doors.filter,
                         &memory->lifts);
}

static uint32_t
area_at (const KbPlay *play, kbx_vec p)
{
  return kbx_level_at (the_level (play), p, NULL).index;
}

/* A value of the start entity. */
static float
radius_of (const KbPlay *play)
{
  return kb_bank_level_start_number (play->bank, play->cast[ROLE_LEVEL], "radius", plain_radius,
                                     0.5f, 512);
}

static void
bind (KbPlay *play)
{
  State *state = play->state;
  state->body.radius = radius_of (play);
  if (state->touched >= kbx_info (the_level (play)).walls)
    state->touched = KBX_NONE;
  kb_doors_bind (&state->doors, the_level (play));
  kb_lifts_bind (&state->lifts, play->bank, play->cast[ROLE_LEVEL]);
  state->area = area_at (play, state->body.centre);
  kb_actor_bind (&state->walker, play->bank, play->cast[ROLE_WALKER]);
}

static bool
fits_at (const KbPlay *play, kbx_point by)
{
  const State *state = play->state;
  return kb_doors_fit (&state->doors, play->bank, kbx_level_layer (the_level (play), 0), 1,
                       state->body, by);
}

static void
start (KbPlay *play)
{
  State *state = play->state;
  state->body = (kbx_circle) {
    kb_start_of (play, kb_bank_level_start (play->bank, play->cast[ROLE_LEVEL])), 0
  };
  state->touched = KBX_NONE;
  state->body.radius = radius_of (play);
  kb_make_free (play, fits_at, "a wall", &state->body.centre);
  state->walker = kb_actor_begin (
    play->cast[ROLE_WALKER],
    kb_find_animation (play->bank, play->cast[ROLE_WALKER], KB_IDLE_NAMES, true),
    state->body.centre, false);
  bind (play);
}

static void
step (KbPlay *play, const KbPlayInput *input)
{
  State *state = play->state;
  const float x = kb_axis (input, KEY_LEFT, KEY_RIGHT), y = kb_axis (input, KEY_UP, KEY_DOWN);
  const float walking =
    kb_bank_level_start_number (play->bank, play->cast[ROLE_LEVEL], "speed", plain_speed, 0, 64);
  const float speed =
    (kb_held (input, KEY_RUN) ? 2 * walking : walking) * (x != 0 && y != 0 ? 0.70710678f : 1);
  const kbx_handle walls = kbx_level_layer (the_level (play), 0);
  Memory memory;
  kbx_hit touch;
  if (kb_pressed (play, input, KEY_DOOR))
    kb_doors_use (play, &state->doors, walls, state->body,
                  state->body.radius + door_reach);
  const kbx_vec pushed =
    kb_lifts_push (play, &state->lifts, walls,
                   kb_doors_filter (&state->doors, play->bank, 1, &memory.doors),
                   kbx_shape_circle (state->body.centre, state->body.radius), NULL);
  state->body.centre.x += pushed.x;
  state->body.centre.y += pushed.y;
  const kbx_vec to = { state->body.centre.x + speed * x, state->body.centre.y + speed * y };
  kbx_handle solid = solid_now (play, &memory);
  const kbx_filter *filter = &memory.doors.filter;
  kbx_move move =
    kbx_level_move (solid, kbx_shape_circle (state->body.centre, state->body.radius),
                    (kbx_vec) { to.x - state->body.centre.x, to.y - state->body.centre.y },
                    (kbx_motion) { KBX_SLIDE }, filter, &touch, 1);
  if (move.status == KBX_OK)
    state->body.centre = kb_after_move (state->body.centre, move);
  state->touched = move.touched && touch.kind == KBX_WALLS ? touch.index : KBX_NONE;
  if (move.started_inside)
    kb_make_free (play, fits_at, "a wall", &state->body.centre);
  state->walker.at = state->body.centre;
  kb_actor_walk (&state->walker, play->bank, (kbx_vec) { x, y }, kb_held (input, KEY_RUN));
  kb_enter_area (play, &state->area, area_at (play, state->body.centre));
  solid = solid_now (play, &memory);
  state->sees = kbx_level_sees (solid, state->body.centre, input->pointer, filter);
}

static void
report (const KbPlay *play, KbReporter *reporter)
{
  const State *state = play->state;
  const bool touched = state->touched != KBX_NONE;
  const uint32_t of_class =
    touched ? kbx_walls_wall (the_level (play), state->touched).class_index : KBX_NONE;
  kb_report_point (reporter, "at", state->body.centre);
  reporter->text (reporter, "area",
                  state->area == KBX_NONE ? NULL : kb_area_name (play->bank, state->area));
  reporter->number (reporter, "wall", touched ? (double) state->touched : -1);
  reporter->text (reporter, "wall_class",
                  touched ? kbx_name (kbx_bank_item (play->bank, KBX_CLASS, of_class)) : NULL);
  reporter->flag (reporter, "sees_pointer", state->sees);
  kb_doors_report (&state->doors, reporter);
  kb_lifts_report (&state->lifts, play->steps, reporter);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_report (&state->walker, play->bank, reporter, "walker");
}

static KbPlaySight
view (const KbPlay *play)
{
  return (KbPlaySight) { kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]),
                         ((const State *) play->state)->body.centre,
                         { 720, 480 } };
}

/* The partition nodes visited by the line of sight to the pointer: their lines, and the cells of
 * leaves. */
static void
draw_nodes (const KbPlay *play, KbPlayPicture *picture)
{
  enum { MOST = 512 };
  const State *state = play->state;
  const kbx_rect within = kb_play_world (play);
  const kbx_vec from = state->body.centre, to = play->before.pointer,
                way = { to.x - from.x, to.y - from.y };
  uint32_t nodes[MOST];
  const uint32_t n = kbx_walls_nodes (the_level (play), state->body.centre, way, nodes, MOST, NULL);
  for (uint32_t i = 0; i < n && i < MOST; i++)
    {
      kbx_vec corners[KBX_CELL_CORNERS];
      const kbx_walls_part node =
        kbx_walls_node (the_level (play), nodes[i], within, corners, KBX_CELL_CORNERS);
      if (node.leaf && node.corner_count)
        kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_NODES, 0, corners,
                               node.corner_count);
      else if (!node.leaf)
        kb_picture_add_line (picture, KB_SHOW_NODES, 0, node.line.a, node.line.b)->faint =
          node.depth > 3;
    }
}

/* The line of sight to the pointer, or to the wall that blocks it. */
static void
draw_look (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  const kbx_vec from = state->body.centre, to = play->before.pointer;
  Memory memory;
  const kbx_handle solid = solid_now (play, &memory);
  const kbx_hit first =
    kbx_level_cast (solid, kbx_shape_point (from),
                    (kbx_vec) { to.x - from.x, to.y - from.y }, &memory.doors.filter);
  kb_picture_add_look (picture, from, first.hit ? first.point : to, state->sees);
}

/* Below the body, clear of the picture. */
static void
draw_area_name (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  const kbx_vec at = { state->body.centre.x, state->body.centre.y + 2.5f * state->body.radius };
  const kbx_handle area = kbx_bank_item (play->bank, KBX_AREA, state->area);
  if (area.kind != KBX_NOTHING)
    kb_picture_add_text (
      picture, KB_SHOW_NAMES,
      kbx_info (kbx_bank_item (play->bank, KBX_CLASS, kbx_info (area).class_index)).colour, at,
      kb_area_name (play->bank, state->area));
}

static void
draw (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  Memory memory;
  const kbx_handle solid = solid_now (play, &memory);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[ROLE_LEVEL]);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, play->cast[ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[ROLE_LEVEL], state->touched);
  kb_doors_draw (&state->doors, the_level (play), picture);
  kb_lifts_draw (&state->lifts, play, picture);
  kb_picture_add_light (picture, 0, solid, (kbx_circle) { state->body.centre, sight },
                        &memory.doors.filter);
  draw_nodes (play, picture);
  draw_look (play, picture);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->body);
  if (state->walker.sprite != KBX_NONE)
    kb_actor_draw (&state->walker, play->bank, picture, 0);
  draw_area_name (play, picture);
}

const KbPlayScene kb_scene_walk = {
  .name = "walk",
  .title = N_("Walk"),
  .summary = N_("A circle slides along the walls of a level and sees what is in sight"),
  .roles = roles,
  .keys = keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_BODIES
            | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NODES | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (State),
  .start = start,
  .bind = bind,
  .step = step,
  .report = report,
  .draw = draw,
  .view = view,
};

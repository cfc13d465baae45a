/* SPDX-License-Identifier: MIT */
/* First person: a walker among the walls of a level. The view is drawn front to back by the level's
 * partition. It is next to the map, on which the walk through the partition is lit. */
#include <math.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/scenes/body.h"
#include "playtest/scenes/ways.h"
#include "playtest/things.h"

enum { ROLE_LEVEL };
enum {
  KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_STRAFE_LEFT, KEY_STRAFE_RIGHT, KEY_RUN, KEY_DOOR
};
enum { MOST_STANDING = 256 };

typedef struct {
  KbBody body;
  kbx_vec ahead;          /* a unit vector */
  uint32_t touched;       /* a wall; KBX_NONE */
  uint32_t in_view, drawn, nodes;   /* parts of walls; leaves or cells that list them */
} State;

static const float plain_speed = 2;                 /* pixels per step; running is twice that */
static const float turn = 0.05f;                    /* radians per step */
static const float plain_radius = 8, door_reach = 32;
static const float eyes = 2.5f, tall = 6;           /* radii of the body */
static const float dim = 60;                        /* radii; the distance of half the light */

static const KbRole roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_walls, N_("a level with walls"),
    kb_level_has_start },
  { NULL },
};

static const KbPlayKey keys[] = {
  { "left", N_("Turn left"), "Left", NULL },
  { "right", N_("Turn right"), "Right", NULL },
  { "up", N_("Forward"), "Up", "w" },
  { "down", N_("Back"), "Down", "s" },
  { "strafe-left", N_("Step to the left"), "a", NULL },
  { "strafe-right", N_("Step to the right"), "d", NULL },
  KB_RUN_KEY,
  { "door", N_("Open or close a door"), "f", "space" },
  { NULL },
};

/* A value of the start entity. */
static float
start_number (const KbPlay *play, const char *key, float preset, float low, float high)
{
  return kb_bank_level_start_number (play->bank, play->cast[ROLE_LEVEL], key, preset, low, high);
}

static KbEye
eye_of (const KbPlay *play, KbOpenDoors *memory)
{
  const State *state = play->state;
  const float radius = state->body.circle.radius;
  kb_doors_filter (&state->body.doors, play->bank, 1, memory);
  memory->filter.classes = KBX_ALL_CLASSES;
  return (KbEye) { kb_cast_level (play), &memory->filter, state->body.circle.centre, state->ahead,
                  start_number (play, "eye", eyes * radius, 0, 4096),
                  start_number (play, "height", tall * radius, 1, 4096) };
}

static void
look (KbPlay *play)
{
  State *state = play->state;
  KbOpenDoors memory;
  const KbEye eye = eye_of (play, &memory);
  KbWalkedView walked = kb_walk_view (&eye, NULL);
  state->in_view = walked.n;
  state->drawn = walked.n_drawn;
  state->nodes = walked.n_nodes;
  kb_walked_view_free (&walked);
}

static void
bind (KbPlay *play)
{
  State *state = play->state;
  state->body.layers = 1;
  state->body.circle.radius = start_number (play, "radius", plain_radius, 0.5f, 512);
  if (state->touched >= kbx_info (kb_cast_level (play)).walls)
    state->touched = KBX_NONE;
  kb_body_bind (&state->body, play);
  look (play);
}

static bool
fits_at (const KbPlay *play, kbx_point by)
{
  return kb_body_fits (&((const State *) play->state)->body, play, by);
}

static void
start (KbPlay *play)
{
  State *state = play->state;
  state->body.circle.centre =
    kb_start_of (play, kb_bank_level_start (play->bank, play->cast[ROLE_LEVEL]));
  state->ahead = kb_bank_level_start_direction (play->bank, play->cast[ROLE_LEVEL]);
  state->touched = KBX_NONE;
  bind (play);
  kb_make_free (play, fits_at, KB_WALL_IN_THE_WAY, &state->body.circle.centre);
  bind (play);
}

static void
step (KbPlay *play, const KbPlayInput *input)
{
  State *state = play->state;
  const float onward = kb_axis (input, KEY_DOWN, KEY_UP),
              aside = kb_axis (input, KEY_STRAFE_LEFT, KEY_STRAFE_RIGHT);
  const float speed = start_number (play, "speed", plain_speed, 0, 64)
                      * (kb_held (input, KEY_RUN) ? 2 : 1)
                      * (onward != 0 && aside != 0 ? 0.70710678f : 1);
  kbx_hit touch;
  state->ahead = kb_turned (state->ahead, turn * kb_axis (input, KEY_LEFT, KEY_RIGHT));
  if (kb_pressed (play, input, KEY_DOOR))
    kb_body_use_doors (&state->body, play, door_reach);
  kb_body_push (&state->body, play);
  const kbx_vec a = state->ahead, way = { speed * (a.x * onward - a.y * aside),
                                          speed * (a.y * onward + a.x * aside) };
  const kbx_move move = kb_body_move (&state->body, play, way, &touch);
  state->touched = move.touched && touch.kind == KBX_WALLS ? touch.index : KBX_NONE;
  if (move.started_inside)
    kb_make_free (play, fits_at, KB_WALL_IN_THE_WAY, &state->body.circle.centre);
  kb_body_locate (&state->body, play);
  look (play);
}

static void
report (const KbPlay *play, KbReporter *reporter)
{
  const State *state = play->state;
  kb_report_point (reporter, NC_ ("value", "at"), state->body.circle.centre);
  kb_report_point (reporter, NC_ ("value", "ahead"), state->ahead);
  kb_body_report_area (&state->body, play, reporter);
  reporter->number (reporter, NC_ ("value", "wall"),
                    state->touched == KBX_NONE ? -1 : (double) state->touched);
  reporter->number (reporter, NC_ ("value", "in_view"), state->in_view);
  reporter->number (reporter, NC_ ("value", "drawn"), state->drawn);
  reporter->number (reporter, NC_ ("value", "leaves"), state->nodes);
  kb_body_report_level (&state->body, play, reporter);
}

/* ---- the picture ---- */

/* To the left of the map and twice as high, or above it and as wide: where it is larger. */
static kbx_rect
screen_of (const KbPlay *play)
{
  const kbx_rect map = kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]);
  const float w = map.max.x - map.min.x, h = map.max.y - map.min.y, gap = (w + h) / 50,
              aspect = play->aspect > 0 ? play->aspect : 1.6f, left = map.min.x - gap,
              low = map.min.y - 3 * gap, beside = fminf (aspect / (w + gap + 3.2f * h), 0.5f / h),
              above = fminf (aspect / w, 1 / (h + 3 * gap + w / 1.6f));
  if (above * w > beside * 3.2f * h)
    return (kbx_rect) { { map.min.x, low - w / 1.6f }, { map.max.x, low } };
  return (kbx_rect) { { left - 3.2f * h, map.min.y }, { left, map.min.y + 2 * h } };
}

static KbPlaySight
view (const KbPlay *play)
{
  const kbx_rect screen = screen_of (play);
  kbx_rect all = kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]);
  all.min = (kbx_vec) { fminf (all.min.x, screen.min.x), fminf (all.min.y, screen.min.y) };
  all.max = (kbx_vec) { fmaxf (all.max.x, screen.max.x), fmaxf (all.max.y, screen.max.y) };
  return (KbPlaySight) { all, ((const State *) play->state)->body.circle.centre, { 0, 0 } };
}

/* From yellow to a dark red, by the order of the walk. */
static uint32_t
order_colour (uint32_t i, uint32_t n)
{
  const float t = 1 - (float) i / (float) n;
  return (uint32_t) (80 + 175 * t) << 24 | (uint32_t) (20 + 190 * t * t) << 16 | 0x30ff;
}

/* What is seen: the leaves in the order of the walk, nearer ones brighter; then the walls that are
 * drawn. */
static void
draw_walk (const KbPlay *play, const KbWalkedView *walked, KbPlayPicture *picture)
{
  const kbx_rect within = kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]);
  for (uint32_t i = 0, order = 0; i < walked->n; i++)
    {
      const uint32_t node = walked->parts[i].node;
      kbx_vec corners[KBX_CELL_CORNERS];
      if (i > 0 && node == walked->parts[i - 1].node)
        continue;
      const kbx_walls_part leaf =
        kbx_walls_node (kb_cast_level (play), node, within, corners, KBX_CELL_CORNERS);
      if (leaf.corner_count)
        kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_LIGHT,
                               order_colour (order++, walked->n_nodes), corners,
                               leaf.corner_count);
    }
  for (uint32_t i = 0; i < walked->n; i++)
    if (walked->drawn[i])
      kb_picture_add_line (picture, KB_SHOW_LIGHT, 0xffffffffu, walked->parts[i].part.a,
                           walked->parts[i].part.b);
}

static void
draw_cone (const KbEye *eye, kbx_rect map, KbPlayPicture *picture)
{
  const kbx_vec a = eye->ahead, sides[2] = { { a.x + a.y, a.y - a.x }, { a.x - a.y, a.y + a.x } };
  const float far = (map.max.x - map.min.x + map.max.y - map.min.y) / 6;
  for (int i = 0; i < 2; i++)
    kb_picture_add_line (picture, KB_SHOW_BODIES, 0, eye->at,
                         (kbx_vec) { eye->at.x + far * sides[i].x, eye->at.y + far * sides[i].y });
}

static int
compare_standing (const void *a, const void *b)
{
  const KbPlaySlab *p = a, *q = b;
  const float p_twice = p->a.y + p->b.y, q_twice = q->a.y + q->b.y;
  return (p_twice < q_twice) - (p_twice > q_twice);
}

/* Upright across the view, with the hot spot on the floor; without one the lowest row, in the
 * middle. */
static KbPlaySlab
standing_slab (kbx_about entity, kbx_vec at, float floor)
{
  const kbx_about frame = kbx_info (entity.frame);
  const float w = (float) frame.size.w, h = (float) frame.size.h,
              x = frame.has_hot_spot ? (float) frame.hot_spot.x + 0.5f : w / 2,
              left = at.x - (entity.flip_x ? w - x : x),
              low = floor - (frame.has_hot_spot ? h - 1 - (float) frame.hot_spot.y : 0);
  return (KbPlaySlab) { .a = { left, at.y }, .b = { left + w, at.y }, .floor = low,
                       .ceiling = low + h, .stands = true, .flip = entity.flip_x,
                       .frame = entity.frame.index };
}

/* The pictures of entities in view, and lifts, the farthest first. */
static void
draw_standing (const KbPlay *play, const KbEye *eye, KbPlayPicture *picture)
{
  const kbx_handle level = kb_cast_level (play);
  const KbLifts *lifts = &((const State *) play->state)->body.lifts;
  const float base = kb_floor_under (level, eye->at) + eye->eye;
  KbPlaySlab standing[MOST_STANDING];
  uint32_t n = 0;
  for (uint32_t i = 0; i < lifts->n; i++)
    n += kb_view_box (eye, kb_lift_box (lifts->lifts + i, play->steps),
                      kbx_info (kbx_bank_item (play->bank, KBX_CLASS,
                                               lifts->lifts[i].class_index)).colour,
                      standing + n);
  for (uint32_t i = 0; i < kbx_count (level, KBX_ENTITY) && n < MOST_STANDING; i++)
    {
      const kbx_about entity = kbx_info (kbx_item (level, KBX_ENTITY, i));
      const kbx_vec at = kb_from_eye (eye, entity.position);
      if (entity.frame.kind == KBX_NOTHING || at.y < eye->eye / 4)
        continue;
      standing[n] =
        standing_slab (entity, at, kb_floor_under (level, entity.position) - base);
      n += standing[n].b.x > -at.y && standing[n].a.x < at.y;
    }
  qsort (standing, n, sizeof *standing, compare_standing);
  for (uint32_t i = 0; i < n; i++)
    *kb_picture_add_slab (picture) = standing[i];
}

static void
draw (const KbPlay *play, KbPlayPicture *picture)
{
  const State *state = play->state;
  const kbx_rect screen = screen_of (play),
                 map = kb_bank_level_bounds (play->bank, play->cast[ROLE_LEVEL]);
  const kbx_vec corners[2] = { screen.min, screen.max };
  KbOpenDoors memory;
  const KbEye eye = eye_of (play, &memory);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[ROLE_LEVEL]);
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_AREAS, play->cast[ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[ROLE_LEVEL], state->touched);
  KbWalkedView walked = kb_walk_view (&eye, picture);
  draw_standing (play, &eye, picture);
  draw_walk (play, &walked, picture);
  kb_body_draw_level (&state->body, play, picture);
  draw_cone (&eye, map, picture);
  kb_picture_add_circle (picture, KB_SHOW_BODIES, 0, state->body.circle);
  kb_picture_add_facing (picture, state->body.circle, state->ahead);
  kb_picture_add_points (picture, KB_ITEM_VIEW, KB_SHOW_PICTURES, 0, corners, 2)->radius =
    dim * state->body.circle.radius;
  kb_walked_view_free (&walked);
}

const KbPlayScene kb_scene_first_person = {
  .name = "first-person",
  .title = N_("First person"),
  .summary = N_("A walled level seen by a walker, drawn front to back by its partition"),
  .roles = roles,
  .keys = keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_AREAS | 1 << KB_SHOW_LIGHT | 1 << KB_SHOW_WALLS
            | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS,
  .state_size = sizeof (State),
  .start = start,
  .bind = bind,
  .step = step,
  .report = report,
  .draw = draw,
  .view = view,
};

/* SPDX-License-Identifier: MIT */
/* Bounce: balls, boxes and crates among the walls of a level, with bumpers, flippers, paddles,
 * bricks and targets. Enough for pinball, billiards, a stack that comes to rest, a ball between two
 * paddles or below bricks, a shooting gallery, a crowd. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/report.h"
#include "playtest/scene.h"
#include "playtest/scenes/ways.h"
#include "playtest/things.h"

/* ---- which things touch, kept between substeps so that stacks come to rest ---- */

/* Pairs come from sorting along x. Contacts and impulses are the runtime's (kbx_collide,
 * kbx_solve). */
enum {
  KB_MOST_THINGS = 2048,
  KB_MOST_TOUCHES = 12288,
  KB_TOUCH_SLOTS = 32768, /* a power of two, well above KB_MOST_TOUCHES */
  KB_WALL_CLASSES = 64
};

#define KB_TOUCH_WALL UINT32_C (0x80000000)   /* plus a wall's index, for `b` */

typedef struct {
  uint32_t a, b;           /* things; b may be a wall */
  bool is_new;
} KbTouch;

/* Plain data, all zero: nothing touches. */
typedef struct {
  KbTouch touches[2][KB_MOST_TOUCHES];
  kbx_body_pair pairs[2][KB_MOST_TOUCHES];   /* of the touches */
  /* The things while they push; then one for the walls of each class */
  kbx_body bodies[KB_MOST_THINGS + KB_WALL_CLASSES];
  uint32_t n[2], now;      /* which of the two is current */
  uint16_t slots[KB_TOUCH_SLOTS];   /* previous touches: 1 + index, by hash */
  uint16_t order[KB_MOST_THINGS];   /* things sorted by their left ends */
  uint32_t n_ordered;
  kbx_rect bounds[KB_MOST_THINGS];
  uint32_t lost;           /* pairs that did not fit */
} KbTouches;

/* ---- touches of the previous substep ---- */

static uint32_t
slot_of (uint32_t a, uint32_t b)
{
  uint64_t mixed =
    (uint64_t) a * UINT64_C (0x9E3779B97F4A7C15) + (uint64_t) b * UINT64_C (0xC2B2AE3D27D4EB4F);
  return (uint32_t) (mixed >> 40) % KB_TOUCH_SLOTS;
}

static void
remember (KbTouches *touches)
{
  memset (touches->slots, 0, sizeof touches->slots);
  const KbTouch *of = touches->touches[touches->now];
  for (uint32_t i = 0; i < touches->n[touches->now]; i++)
    {
      uint32_t slot = slot_of (of[i].a, of[i].b);
      while (touches->slots[slot])
        slot = (slot + 1) % KB_TOUCH_SLOTS;
      touches->slots[slot] = (uint16_t) (i + 1);
    }
  touches->now ^= 1;
  touches->n[touches->now] = 0;
}

static const kbx_body_pair *
before (const KbTouches *touches, uint32_t a, uint32_t b)
{
  const KbTouch *of = touches->touches[touches->now ^ 1];
  for (uint32_t slot = slot_of (a, b); touches->slots[slot]; slot = (slot + 1) % KB_TOUCH_SLOTS)
    {
      const uint32_t i = touches->slots[slot] - 1u;
      if (of[i].a == a && of[i].b == b)
        return touches->pairs[touches->now ^ 1] + i;
    }
  return NULL;
}

/* ---- current touches ---- */

static void
add_bounce (KbTouches *touches, uint32_t a, uint32_t b, uint32_t body, kbx_manifold manifold)
{
  uint32_t *n = &touches->n[touches->now];
  if (!manifold.hit)
    return;
  if (*n == KB_MOST_TOUCHES)
    {
      touches->lost++;
      return;
    }
  const kbx_body_pair *old = before (touches, a, b);
  kbx_body_pair *pair = touches->pairs[touches->now] + *n;
  touches->touches[touches->now][(*n)++] = (KbTouch) { a, b, !old };
  *pair = old ? *old : (kbx_body_pair) { 0 };
  pair->first = a;
  pair->second = body;
  pair->manifold = manifold;
}

/* Paddles handle balls themselves (bounce.c). */
static bool
meets (const KbThing *a, const KbThing *b)
{
  return (kb_thing_moves (a) || kb_thing_moves (b)) && a->kind != KB_THING_PADDLE
         && b->kind != KB_THING_PADDLE && !a->gone && !b->gone;
}

/* By their left ends, then by index: nearly sorted from step to step. */
static void
sort (KbTouches *touches, const KbThing *things, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    touches->bounds[i] = kb_thing_bounds (things + i);
  if (touches->n_ordered != n)
    for (uint32_t i = 0; i < n; i++)
      touches->order[i] = (uint16_t) i;
  touches->n_ordered = n;
  for (uint32_t i = 1; i < n; i++)
    {
      uint16_t moved = touches->order[i];
      float x = touches->bounds[moved].min.x;
      uint32_t k = i;
      for (; k > 0; k--)
        {
          uint16_t left = touches->order[k - 1];
          if (touches->bounds[left].min.x < x || (touches->bounds[left].min.x == x && left < moved))
            break;
          touches->order[k] = left;
        }
      touches->order[k] = moved;
    }
}

static void
find_pairs (KbTouches *touches, const KbThing *things, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t first = touches->order[i];
      const kbx_rect *box = touches->bounds + first;
      for (uint32_t k = i + 1; k < n && touches->bounds[touches->order[k]].min.x <= box->max.x; k++)
        {
          uint32_t second = touches->order[k];
          uint32_t a = first < second ? first : second, b = first < second ? second : first;
          if (touches->bounds[second].min.y <= box->max.y
              && touches->bounds[second].max.y >= box->min.y && meets (things + a, things + b))
            add_bounce (touches, a, b, b,
                        kbx_collide (kb_thing_shape (things + a), kb_thing_shape (things + b)));
        }
    }
}

/* A wall is a box without thickness. A one-way wall lets things through whose centre is behind
 * it. */
static void
find_walls (KbTouches *touches, const KbThing *things, uint32_t i, kbx_handle level)
{
  enum { BOUNCE_MOST = 64 };
  kbx_thing walls[BOUNCE_MOST];
  const KbThing *thing = things + i;
  uint32_t n = kbx_level_touching (kbx_level_layer (level, 0),
                                   kbx_shape_rect (touches->bounds[i].min, touches->bounds[i].max),
                                   NULL, walls, BOUNCE_MOST);
  for (uint32_t k = 0; k < n && k < BOUNCE_MOST; k++)
    {
      kbx_wall wall = kbx_walls_wall (level, walls[k].index);
      kbx_vec a = wall.segment.a, b = wall.segment.b, middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
      float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf (dx * dx + dy * dy);
      const kbx_shape flat =
        kbx_shape_obb (middle, (kbx_vec) { dx / length, dy / length }, length, 0);
      if (wall.one_way && kbx_line_side (wall.segment, thing->body.position) <= 0)
        continue;
      add_bounce (touches, i, KB_TOUCH_WALL | walls[k].index, KB_MOST_THINGS + wall.class_index,
                  kbx_collide (kb_thing_shape (thing), flat));
    }
}

/* Finds all pairs that touch now, in an order that depends only on the things. Cost: n log n, plus
 * the pairs that overlap in x. */
static void
kb_touches_find (KbTouches *touches, KbThing *things, uint32_t n, kbx_handle level)
{
  remember (touches);
  sort (touches, things, n);
  find_pairs (touches, things, n);
  if (kbx_info (level).walls)
    for (uint32_t i = 0; i < n; i++)
      if (kb_thing_moves (things + i))
        find_walls (touches, things, i, level);
}

enum { BOUNCE_ROLE_LEVEL };

typedef struct {
  uint32_t n_things;
  uint32_t held;             /* the thing dragged by the pointer; KBX_NONE */
  uint32_t left_out;         /* for lack of room */
  uint32_t hits, missed;     /* bumper hits; balls that paddles missed */
  kbx_vec gravity;
  kbx_rect bounds;
  kbx_body walls[KB_WALL_CLASSES]; /* the materials of their classes */
  KbThing things[KB_MOST_THINGS];
  KbTouches touches;
} KbBounce;

static inline kbx_vec
kb_further (kbx_vec from, kbx_vec way, float much)
{
  return (kbx_vec) { from.x + way.x * much, from.y + way.y * much };
}

/* ---- bounce picture ---- */

/* Draws the bounce: things at their positions, and their contacts. */

static void
draw_thing (const KbPlay *play, KbPlayPicture *picture, const KbThing *thing)
{
  uint32_t colour = kbx_info (kbx_bank_item (play->bank, KBX_CLASS, thing->class_index)).colour;
  if (kb_thing_is_round (thing))
    {
      const kbx_circle disc = { thing->body.position, thing->w / 2 };
      kb_picture_add_circle (picture, KB_SHOW_BODIES, colour, disc);
      if (thing->kind == KB_THING_BALL)
        kb_picture_add_line (picture, KB_SHOW_BODIES, colour, disc.centre,
                             kb_further (disc.centre, thing->axis, disc.radius));
      return;
    }
  kbx_obb box = kb_thing_box (thing);
  const kbx_vec down = { 0 - box.axis.y, box.axis.x };
  const kbx_vec left = kb_further (box.centre, box.axis, -box.w / 2),
                right = kb_further (box.centre, box.axis, box.w / 2);
  const kbx_vec corners[] = { kb_further (left, down, -box.h / 2),
                              kb_further (right, down, -box.h / 2),
                              kb_further (right, down, box.h / 2),
                              kb_further (left, down, box.h / 2) };
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_BODIES, colour, corners, 4);
}

/* Contacts are drawn from the fixed thing towards the moving one; of two moving ones, towards the
 * later one in the level. */
static bool
from_second (const KbBounce *state, const KbTouch *touch)
{
  return touch->b & KB_TOUCH_WALL || !kb_thing_moves (state->things + touch->b);
}

static const KbTouch *
kb_touches_now (const KbTouches *touches, const kbx_body_pair **pairs, uint32_t *n)
{
  *pairs = touches->pairs[touches->now];
  *n = touches->n[touches->now];
  return touches->touches[touches->now];
}

/* The scene's draw function. */
static void
kb_bounce_draw (const KbPlay *play, KbPlayPicture *picture)
{
  const KbBounce *state = play->state;
  uint32_t n;
  kb_picture_add_asset (picture, KB_ITEM_LEVEL, KB_SHOW_PICTURES, play->cast[BOUNCE_ROLE_LEVEL]);
  kb_picture_add_walls (picture, play->bank, play->cast[BOUNCE_ROLE_LEVEL], KBX_NONE);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (!state->things[i].gone)
      draw_thing (play, picture, state->things + i);
  const kbx_body_pair *pairs;
  const KbTouch *touches = kb_touches_now (&state->touches, &pairs, &n);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t p = 0; p < pairs[i].manifold.count; p++)
      {
        const kbx_vec at = pairs[i].manifold.points[p];
        const kbx_vec arrow[] = { at, kb_further (at, pairs[i].manifold.normal,
                                                  from_second (state, touches + i) ? -6 : 6) };
        kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_CONTACTS, 0, arrow, 2);
      }
}

/* ---- bounce ---- */

#define RIM 16.0f   /* pixels of the level */

enum {
  BOUNCE_KEY_LEFT,
  BOUNCE_KEY_RIGHT,
  BOUNCE_KEY_UP,
  BOUNCE_KEY_DOWN,
  KEY_LEFT_UP,
  KEY_LEFT_DOWN,
  KEY_LAUNCH,
  KEY_NUDGE
};
enum { PARTS = 4, PASSES = 4, MOST_SWING = 14 };

static const float bounce_part = 1.0f / PARTS;
static const float bounce_fastest = 24;         /* pixels per step */
static const float paddle_speed = 4;
static const float launched = 12;
static const float swing = 0.07f;        /* of a flipper in a substep: 4 degrees */

static const KbRole bounce_roles[] = {
  { "level", N_("Level"), KB_CAST_LEVEL, true, kb_level_has_things,
    N_("a level with an entity called ball, target, box, crate or crowd") },
  { NULL },
};

static const KbPlayKey bounce_keys[] = {
  { "left", N_("Left flipper, or paddle left"), "Left", NULL },
  { "right", N_("Right flipper, or paddle right"), "Right", NULL },
  { "up", N_("Right paddle up"), "Up", NULL }, { "down", N_("Right paddle down"), "Down", NULL },
  { "left-up", N_("Left paddle up"), "w", NULL }, { "left-down", N_("Left paddle down"), "s",
    NULL },
  { "launch", N_("Launch things at their start"), "space", NULL }, { "nudge", N_("Nudge"), "n",
    NULL },
  { NULL },
};

/* Turns it from rest by its number of substeps. */
static void
turn_flipper (KbThing *flipper)
{
  float way = flipper->home_axis.x >= 0 ? -swing : swing;   /* up */
  flipper->axis = flipper->home_axis;
  for (int32_t i = 0; i < flipper->swung; i++)
    flipper->axis = kb_turned (flipper->axis, way);
}

/* Freely moving things keep the run's state; everything else takes the level's. Flippers stay
 * raised as far, and paddles the level did not move stay as far along. */
static void
carry_on (KbThing *thing, const KbThing *old)
{
  thing->area = old->area;
  thing->swung = old->swung;
  thing->still = old->still;
  thing->gone = old->gone;
  thing->body.velocity = old->body.velocity;
  thing->body.angular_velocity = old->body.angular_velocity;
  if (thing->kind == KB_THING_FLIPPER)
    turn_flipper (thing);
  else if (kb_thing_moves (old))
    {
      thing->axis = old->axis;
      thing->body.position = old->body.position;
    }
  else if (thing->kind == KB_THING_PADDLE && thing->home.x == old->home.x
           && thing->home.y == old->home.y && thing->axis.x == old->axis.x)
    thing->body.position = old->body.position;
}

/* The values of a class are those of each of its walls. */
static void
read_walls (KbPlay *play)
{
  kbx_body *walls = ((KbBounce *) play->state)->walls;
  const kbx_handle level = kb_cast_level (play);
  for (uint32_t i = 0; i < KB_WALL_CLASSES; i++)
    walls[i] = (kbx_body) { .restitution = 1, .friction = 0.6f };
  for (uint32_t i = 0; i < kbx_info (level).walls; i++)
    {
      const kbx_handle wall = kbx_item (level, KBX_WALL, i);
      kbx_body *body = &walls[kbx_walls_wall (level, i).class_index];
      body->restitution = kb_number_of (wall, "restitution", body->restitution, 0, 1);
      body->friction = kb_number_of (wall, "friction", body->friction, 0, 4);
    }
}

/* Gravity in pixels per step squared: the direction of the entity "gravity" times its "strength";
 * without one, downward. */
static kbx_vec
kb_gravity_of (const kbx_bank *bank, uint32_t level)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ENTITY); i++)
    {
      const kbx_handle entity = kbx_item (handle, KBX_ENTITY, i);
      const kbx_vec down = kbx_info (entity).direction;
      float strength = kb_entity_number (bank, level, i, "strength", 0.1f, 0, 4);
      if (kb_entity_is_called (bank, entity, "gravity"))
        return (kbx_vec) { down.x * strength, down.y * strength };
    }
  return (kbx_vec) { 0, 0.1f };
}

static void
bind_bounce (KbPlay *play)
{
  KbBounce *state = play->state;
  KbThing *things = kb_take_zeroed (KB_MOST_THINGS * sizeof *things);
  uint32_t left_out,
    n = kb_things_of (play->bank, play->cast[BOUNCE_ROLE_LEVEL], things, KB_MOST_THINGS, &left_out),
    held = KBX_NONE;
  if (left_out && left_out != state->left_out)
    kb_play_say_seldom (play, N_("%u begin, for %u more there is no room"), n, left_out);
  state->left_out = left_out;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t tried = 0; tried < state->n_things; tried++)
      {
        /* Nearly always at the same index */
        const uint32_t was = (i + tried) % state->n_things;
        const KbThing *old = state->things + was;
        if (old->id != things[i].id || old->kind != things[i].kind)
          continue;
        carry_on (things + i, old);
        if (state->held == was)
          held = i;
        break;
      }
  if (n)
    memcpy (state->things, things, n * sizeof *things);
  free (things);
  if (state->n_things != n)
    memset (&state->touches, 0, sizeof state->touches);   /* indices have changed meaning */
  state->n_things = n;
  state->held = held;
  state->gravity = kb_gravity_of (play->bank, play->cast[BOUNCE_ROLE_LEVEL]);
  state->bounds = kb_bank_level_bounds (play->bank, play->cast[BOUNCE_ROLE_LEVEL]);
  read_walls (play);
}

static void
start_bounce (KbPlay *play)
{
  bind_bounce (play);
}

static const char *
bounce_name_of (const KbThing *thing)
{
  static const char *const words[KB_THING_KINDS] = { "ball",   "target", "box",     "crate",
                                                     "bumper", "paddle", "flipper", "brick" };
  return words[thing->kind];
}

/* ---- controlled things ---- */

static void
steer_flipper (KbThing *flipper, const KbPlayInput *input)
{
  bool left = flipper->home_axis.x >= 0;   /* extends to the right of its pivot: the left one */
  int32_t to = kb_held (input, left ? BOUNCE_KEY_LEFT : BOUNCE_KEY_RIGHT) ? 1 : -1;
  int32_t next = flipper->swung + to;
  float way = left ? -swing : swing;       /* up */
  flipper->body.angular_velocity = 0;
  if (next < 0 || next > MOST_SWING)
    return;
  flipper->swung = next;
  turn_flipper (flipper);
  flipper->body.angular_velocity = (float) to * way * PARTS;   /* per step */
}

enum {
  BOTH_SIDES = 1 << BOUNCE_KEY_LEFT | 1 << BOUNCE_KEY_RIGHT,
  BOTH_OF_LEFT = 1 << KEY_LEFT_UP | 1 << KEY_LEFT_DOWN,
  BOTH_OF_RIGHT = 1 << BOUNCE_KEY_UP | 1 << BOUNCE_KEY_DOWN,
};

/* The keys that move a thing. */
static uint64_t
keys_of (const KbThing *thing)
{
  const bool right = thing->home_axis.x < 0;
  if (thing->kind == KB_THING_FLIPPER)
    return 1 << (right ? BOUNCE_KEY_RIGHT : BOUNCE_KEY_LEFT);
  if (thing->kind == KB_THING_PADDLE)
    return thing->axis.x == 0 ? BOTH_SIDES : thing->axis.x > 0 ? BOTH_OF_LEFT : BOTH_OF_RIGHT;
  return kb_thing_moves (thing)
           ? 1 << KEY_NUDGE
               | (thing->home_velocity.x != 0 || thing->home_velocity.y != 0) << KEY_LAUNCH
           : 0;
}

static uint64_t
bounce_keys_of_use (const KbPlay *play)
{
  const KbBounce *state = play->state;
  uint64_t used = 0;
  for (uint32_t i = 0; i < state->n_things; i++)
    used |= keys_of (state->things + i);
  return used;
}

/* Moves it along its line, within the level. */
static void
steer_paddle (const KbBounce *state, KbThing *paddle, const KbPlayInput *input)
{
  bool upright = paddle->axis.x != 0;
  float way = !upright             ? kb_axis (input, BOUNCE_KEY_LEFT, BOUNCE_KEY_RIGHT)
              : paddle->axis.x > 0 ? kb_axis (input, KEY_LEFT_UP, KEY_LEFT_DOWN)
                                   : kb_axis (input, BOUNCE_KEY_UP, BOUNCE_KEY_DOWN);
  kbx_vec *at = &paddle->body.position;
  float half = paddle->w / 2;
  float *along = upright ? &at->y : &at->x;
  float low = (upright ? state->bounds.min.y : state->bounds.min.x) + half;
  float high = (upright ? state->bounds.max.y : state->bounds.max.x) - half;
  float to = *along + way * paddle_speed * bounce_part;
  to = to < low ? low : to > high ? high : to;
  paddle->body.velocity =
    upright ? (kbx_vec) { 0, (to - *along) * PARTS } : (kbx_vec) { (to - *along) * PARTS, 0 };
  *along = to;
}

/* Removes a brick or a target. */
static void
hit (KbPlay *play, KbThing *thing)
{
  KbBounce *state = play->state;
  thing->gone = true;
  state->hits++;
  kb_play_say (play, N_("%s hit at %d, %d"), bounce_name_of (thing),
               (int) floorf (thing->body.position.x), (int) floorf (thing->body.position.y));
}

/* A click hits a target. Other things can be dragged. */
static void
take_hold (KbPlay *play, KbBounce *state, const KbPlayInput *input)
{
  if (!input->press)
    state->held = KBX_NONE;
  for (uint32_t i = 0; input->press && !play->before.press && i < state->n_things; i++)
    {
      KbThing *thing = state->things + i;
      if (!kb_thing_moves (thing) || !kbx_contains (kb_thing_shape (thing), input->pointer))
        continue;
      if (thing->kind == KB_THING_TARGET)
        hit (play, thing);
      else
        state->held = i;
    }
}

/* Once per step: the keys just pressed. */
static void
push_by_keys (KbPlay *play, KbBounce *state, const KbPlayInput *input)
{
  bool launches = kb_pressed (play, input, KEY_LAUNCH),
       nudges = kb_pressed (play, input, KEY_NUDGE);
  for (uint32_t i = 0; i < state->n_things && (launches || nudges); i++)
    {
      KbThing *thing = state->things + i;
      if (!kb_thing_moves (thing) || thing->kind == KB_THING_TARGET)
        continue;
      if (nudges)
        thing->body.velocity =
          (kbx_vec) { thing->body.velocity.x + (i % 2 ? 1.5f : -1.5f), thing->body.velocity.y - 2 };
      float aside = fabsf (thing->body.position.x - thing->home.x)
                    + fabsf (thing->body.position.y - thing->home.y);
      float speed = fabsf (thing->home_velocity.x) + fabsf (thing->home_velocity.y);
      if (launches && speed > 0 && aside < 2 * thing->w)
        {
          thing->body.velocity = (kbx_vec) { thing->home_velocity.x / speed * launched,
                                            thing->home_velocity.y / speed * launched };
          kb_play_say_seldom (play, N_("%s launched"), bounce_name_of (thing));
        }
    }
  if (state->held < state->n_things)
    {
      KbThing *thing = state->things + state->held;
      thing->body.velocity = (kbx_vec) { (input->pointer.x - thing->body.position.x) / 4,
                                        (input->pointer.y - thing->body.position.y) / 4 };
    }
}

/* ---- substeps ---- */

static void
limit_speed (kbx_body *body)
{
  float speed = sqrtf (body->velocity.x * body->velocity.x + body->velocity.y * body->velocity.y);
  if (speed > bounce_fastest)
    body->velocity = (kbx_vec){ body->velocity.x / speed * bounce_fastest,
                                body->velocity.y / speed * bounce_fastest };
  body->angular_velocity = body->angular_velocity > 1    ? 1
                           : body->angular_velocity < -1 ? -1
                                                         : body->angular_velocity;
}

/* The speed gravity adds in a substep. */
static float
weight_of (const KbBounce *state)
{
  return sqrtf (state->gravity.x * state->gravity.x + state->gravity.y * state->gravity.y)
         * bounce_part;
}

/* The speed of its fastest point. */
static float
speed_of (const KbThing *thing)
{
  const kbx_vec v = thing->body.velocity;
  return sqrtf (v.x * v.x + v.y * v.y)
         + fabsf (thing->body.angular_velocity) * (thing->w + thing->h) / 2;
}

/* The speed that decides whether it rests: its weight, or where nothing falls and drag slows it, a
 * small one; otherwise 0, as it never rests. */
static float
rest_speed (const KbBounce *state, const KbThing *thing)
{
  const float weight = weight_of (state);
  return weight > 0 || thing->drag == 0 ? weight : 0.05f;
}

/* A resting thing stays still until more than two fifths of its weight is unbalanced after all
 * pushes. Then its support has gone, or something hits it. */
static void
hold_still (const KbBounce *state, KbThing *thing)
{
  if (thing->still < KB_THING_RESTS)
    return;
  if (speed_of (thing) > 0.4f * rest_speed (state, thing))
    {
      thing->still = 0;
      return;
    }
  thing->body.velocity = (kbx_vec) { 0, 0 };
  thing->body.angular_velocity = 0;
}

/* Once per step: drag, then whether it is slow, moving by less than a fifth of its weight. */
static void
count_still (const KbBounce *state, KbThing *thing, bool held)
{
  const float limit = rest_speed (state, thing);
  thing->body.velocity.x *= 1 - thing->drag;
  thing->body.velocity.y *= 1 - thing->drag;
  thing->body.angular_velocity *= 1 - thing->drag;
  if (held || limit == 0 || speed_of (thing) > 0.2f * limit)
    thing->still = 0;
  else if (thing->still < KB_THING_RESTS)
    thing->still++;
}

/* The ball as a rectangle, the paddle as its line: returned or missed. */
static void
play_paddle (KbPlay *play, KbBounce *state, KbThing *ball, const KbThing *paddle)
{
  bool upright = paddle->axis.x != 0;
  kbx_vec at = paddle->body.position,
          move = { (ball->body.velocity.x - paddle->body.velocity.x) * bounce_part,
                   (ball->body.velocity.y - paddle->body.velocity.y) * bounce_part };
  float middle = upright ? at.y : at.x;
  const float from = middle - paddle->w / 2, to = middle + paddle->w / 2;
  const kbx_side sideways = paddle->axis.x < 0 ? KBX_LEFT : KBX_RIGHT;
  const kbx_side facing = upright ? sideways : paddle->axis.y < 0 ? KBX_TOP : KBX_BOTTOM;
  const kbx_segment face = upright ? (kbx_segment) { { at.x, from }, { at.x, to } }
                                   : (kbx_segment) { { from, at.y }, { to, at.y } };
  float where;
  kbx_hit hit = kbx_paddle_cast (kb_thing_bounds (ball), move, face, facing, &where);
  if (hit.status != KBX_OK || (!hit.hit && hit.fraction == 1))
    return;
  if (!hit.hit)
    {
      state->missed++;
      static const char *const places[] = {
        [KBX_LEFT] = N_("the right paddle missed"), [KBX_RIGHT] = N_("the left paddle missed"),
        [KBX_TOP] = N_("the lower paddle missed"), [KBX_BOTTOM] = N_("the upper paddle missed")
      };
      kb_play_say_seldom (play, "%s", kb_play_word (places[facing]));
      return;
    }
  kbx_vec thrown = kbx_bounce (ball->body.velocity, hit.normal, 1.05f);
  ball->body.velocity =
    kb_further (thrown, upright ? (kbx_vec) { 0, 1.5f } : (kbx_vec) { 1.5f, 0 }, where);
  ball->body.position = kb_further (ball->body.position, move, hit.fraction);
  kb_play_say (play, N_("the paddle returns the %s, %+.2f"), bounce_name_of (ball), (double) where);
}

/* Its centre never crosses a wall, however fast it moves. */
static void
move_thing (KbPlay *play, KbBounce *state, KbThing *thing)
{
  kbx_body *body = &thing->body;
  limit_speed (body);
  hold_still (state, thing);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (state->things[i].kind == KB_THING_PADDLE)
      play_paddle (play, state, thing, state->things + i);
  if (thing->still == KB_THING_RESTS && body->velocity.x == 0 && body->velocity.y == 0)
    return;
  const kbx_vec to = kb_further (body->position, body->velocity, bounce_part),
                way = { to.x - body->position.x, to.y - body->position.y };
  const float core = (thing->w < thing->h ? thing->w : thing->h) / 4;
  const kbx_handle walls = kbx_level_layer (kb_cast_level (play), 0);
  kbx_move move = { .status = KBX_ERROR_ARGUMENT };
  if (kbx_info (walls).walls)
    move = kbx_level_move (walls, kbx_shape_circle (body->position, core), way,
                           (kbx_motion) { KBX_STOP }, NULL, NULL, 0);
  /* Pressed into a wall: its centre must still stay on its side */
  if (move.status == KBX_OK && move.started_inside)
    move = kbx_level_move (walls, kbx_shape_point (body->position), way, (kbx_motion) { KBX_STOP },
                           NULL, NULL, 0);
  if (move.status == KBX_OK && move.hit && !move.started_inside)
    {
      body->position = kb_after_move (body->position, move);
      body->velocity =
        kbx_bounce (body->velocity, move.normal,
                    fminf (body->restitution, state->walls[move.class_index].restitution));
    }
  else
    body->position = to;
  if (thing->kind != KB_THING_BOX)
    thing->axis = kb_turned (thing->axis, body->angular_velocity * bounce_part);
  else
    body->angular_velocity = 0;
}

/* Logs the areas that balls enter. Returns the class of the one just entered. */
static const char *
enters (KbPlay *play, KbThing *thing)
{
  const kbx_handle found = kbx_level_at (kb_cast_level (play), thing->body.position, NULL);
  if (found.index == thing->area)
    return "";
  thing->area = found.index;
  if (found.kind == KBX_NOTHING)
    return "";
  const char *class_name =
    kbx_name (kbx_bank_item (play->bank, KBX_CLASS, kbx_info (found).class_index));
  kb_play_say_seldom (play, N_("%s in %s"), bounce_name_of (thing),
                      *kbx_name (found) ? kbx_name (found) : class_name);
  return class_name;
}

static void
go_home (KbThing *thing)
{
  thing->area = KBX_NONE;
  thing->still = 0;
  thing->gone = false;
  thing->body.position = thing->home;
  thing->body.velocity = thing->home_velocity;
  thing->body.angular_velocity = 0;
  thing->axis = thing->home_axis;
}

/* Returns things that left the level or were drained to their start. A ball that can go stays in a
 * pocket. */
static void
bring_back (KbPlay *play, KbBounce *state, KbThing *thing)
{
  kbx_vec p = thing->body.position;
  const float beyond = 64;
  const char *in = thing->kind == KB_THING_BALL ? enters (play, thing) : "";
  const bool pocketed = strcmp (in, "pocket") == 0;
  thing->gone = pocketed && thing->can_go;
  state->hits += thing->gone;
  if (thing->gone
      || (!pocketed && strcmp (in, "drain") != 0 && p.x >= state->bounds.min.x - beyond
          && p.x <= state->bounds.max.x + beyond && p.y >= state->bounds.min.y - beyond
          && p.y <= state->bounds.max.y + beyond))
    return;
  go_home (thing);
  kb_play_say_seldom (play, N_("%s out, back to its place"), bounce_name_of (thing));
}

/* When all that can go are gone, they and the balls start again. */
static void
begin_round (KbPlay *play, KbBounce *state)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < state->n_things; i++)
    {
      if (state->things[i].can_go && !state->things[i].gone)
        return;
      n += state->things[i].gone;
    }
  for (uint32_t i = 0; n > 0 && i < state->n_things; i++)
    if (state->things[i].can_go || state->things[i].kind == KB_THING_BALL)
      go_home (state->things + i);
  if (n > 0)
    kb_play_say (play, N_("all %u hit, next round"), n);
}

/* Bumpers kick whatever touches them. Balls remove bricks. */
static void
kick (KbPlay *play)
{
  KbBounce *state = play->state;
  uint32_t n;
  const kbx_body_pair *pairs;
  const KbTouch *touches = kb_touches_now (&state->touches, &pairs, &n);
  for (uint32_t i = 0; i < n; i++)
    {
      if (!touches[i].is_new || touches[i].b & KB_TOUCH_WALL)
        continue;
      KbThing *a = state->things + touches[i].a, *b = state->things + touches[i].b;
      if (a->kind == KB_THING_BALL && b->kind == KB_THING_BRICK && !b->gone)
        hit (play, b);
      if (b->kind == KB_THING_BALL && a->kind == KB_THING_BRICK && !a->gone)
        hit (play, a);
      KbThing *bumper = a->kind == KB_THING_BUMPER ? a : b, *thing = bumper == a ? b : a;
      float way = bumper == a ? bumper->kick : -bumper->kick;
      if (bumper->kind != KB_THING_BUMPER || !kb_thing_moves (thing))
        continue;
      thing->body.velocity = kb_further (thing->body.velocity, pairs[i].manifold.normal, way);
      state->hits++;
      kb_play_say_seldom (play, N_("%s hits a bumper at %d, %d"), bounce_name_of (thing),
                          (int) floorf (pairs[i].manifold.points[0].x),
                          (int) floorf (pairs[i].manifold.points[0].y));
    }
}

/* Rolling resistance: brakes a ball's relative rotation as if the push came from `roll` of its
 * radius ahead, and never reverses it. The contact's own friction takes the rest of the speed. */
static void
brake_rolling (const kbx_body_pair *pair, const KbThing *things, kbx_body *bodies)
{
  static const float roll = 0.01f;
  const bool wall = pair->second >= KB_MOST_THINGS;
  const KbThing *const a = things + pair->first, *const b = wall ? a : things + pair->second;
  kbx_body *first = bodies + pair->first, *second = bodies + pair->second;
  const bool rolls_a = a->kind == KB_THING_BALL, rolls_b = !wall && b->kind == KB_THING_BALL;
  const float inverse = first->inverse_inertia + second->inverse_inertia;
  const float turning = second->angular_velocity - first->angular_velocity;
  if (!(rolls_a || rolls_b) || inverse == 0 || turning == 0)
    return;
  const float radius = (rolls_a && rolls_b ? fminf (a->w, b->w) : rolls_a ? a->w : b->w) / 2;
  const float most = roll * radius * pair->impulse.normal, needed = turning / inverse;
  const float much = needed > most ? most : needed < -most ? -most : needed;
  first->angular_velocity += much * first->inverse_inertia;
  second->angular_velocity -= much * second->inverse_inertia;
}

/* Applies their impulses: `passes` over all, in substeps of `step`. Also pushes things out of each
 * other. `walls`: the material of each class of walls. */
static void
kb_touches_push (KbTouches *touches, KbThing *things, uint32_t n,
                 const kbx_body walls[KB_WALL_CLASSES], float step, float rest_speed,
                 uint32_t passes)
{
  const kbx_settling settling = { step, 0.2f, 0.05f, rest_speed };
  kbx_body_pair *pairs = touches->pairs[touches->now];
  kbx_body *bodies = touches->bodies;
  for (uint32_t i = 0; i < n; i++)
    bodies[i] = things[i].body;
  memcpy (bodies + KB_MOST_THINGS, walls, KB_WALL_CLASSES * sizeof *walls);
  kbx_solve (bodies, KB_MOST_THINGS + KB_WALL_CLASSES, pairs, touches->n[touches->now], &settling,
             passes);
  for (uint32_t i = 0; i < touches->n[touches->now]; i++)
    brake_rolling (pairs + i, things, bodies);
  for (uint32_t i = 0; i < n; i++)
    things[i].body = bodies[i];
}

static void
play_part (KbPlay *play, KbBounce *state, const KbPlayInput *input)
{
  for (uint32_t i = 0; i < state->n_things; i++)
    {
      KbThing *thing = state->things + i;
      if (thing->kind == KB_THING_FLIPPER)
        steer_flipper (thing, input);
      else if (thing->kind == KB_THING_PADDLE)
        steer_paddle (state, thing, input);
      else if (kb_thing_moves (thing) && i != state->held)
        thing->body.velocity = kb_further (thing->body.velocity, state->gravity, bounce_part);
    }
  kb_touches_find (&state->touches, state->things, state->n_things, kb_cast_level (play));
  kb_touches_push (&state->touches, state->things, state->n_things, state->walls, bounce_part,
                   3 * weight_of (state) + 0.01f, PASSES);
  kick (play);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (kb_thing_moves (state->things + i))
      move_thing (play, state, state->things + i);
}

static void
step_bounce (KbPlay *play, const KbPlayInput *input)
{
  KbBounce *state = play->state;
  take_hold (play, state, input);
  push_by_keys (play, state, input);
  for (uint32_t p = 0; p < PARTS; p++)
    play_part (play, state, input);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (kb_thing_moves (state->things + i))
      {
        count_still (state, state->things + i, i == state->held);
        bring_back (play, state, state->things + i);
      }
  begin_round (play, state);
}

/* ---- values ---- */

/* For each: [x, y, velocity x, y, axis x, y, angular velocity, number of slow steps]. */
static void
report_bounce (const KbPlay *play, KbReporter *reporter)
{
  const KbBounce *state = play->state;
  const kbx_body_pair *pairs;
  uint32_t n;
  float fast = 0;
  kb_touches_now (&state->touches, &pairs, &n);
  reporter->number (reporter, NC_ ("value", "touches"), n);
  reporter->number (reporter, NC_ ("value", "bumped"), state->hits);
  reporter->number (reporter, NC_ ("value", "missed"), state->missed);
  for (uint32_t i = 0; i < state->n_things; i++)
    if (kb_thing_moves (state->things + i))
      fast = fmaxf (fast, fabsf (state->things[i].body.velocity.x)
                            + fabsf (state->things[i].body.velocity.y));
  reporter->number (reporter, NC_ ("value", "fastest"), (double) fast);
  reporter->open (reporter, NC_ ("value", "things"));
  for (uint32_t i = 0; i < state->n_things; i++)
    {
      const KbThing *thing = state->things + i;
      const float values[] = {
        thing->body.position.x,       thing->body.position.y, thing->body.velocity.x,
        thing->body.velocity.y,       thing->axis.x,          thing->axis.y,
        thing->body.angular_velocity, thing->gone ? -1 : (float) thing->still
      };
      reporter->open (reporter, NULL);
      for (uint32_t v = 0; v < sizeof values / sizeof *values; v++)
        reporter->number (reporter, NULL, (double) values[v]);
      reporter->close (reporter);
    }
  reporter->close (reporter);
}

/* With a margin: walls have a thickness in pictures. */
static KbPlaySight
view_bounce (const KbPlay *play)
{
  const kbx_rect bounds = ((const KbBounce *) play->state)->bounds;
  return (KbPlaySight) { .world = { { bounds.min.x - RIM, bounds.min.y - RIM },
                                    { bounds.max.x + RIM, bounds.max.y + RIM } } };
}

const KbPlayScene kb_scene_bounce = {
  .name = "bounce",
  .title = N_("Bounce"),
  .summary =
    N_("Balls, boxes and crates fall, roll, bounce and come to rest. A click hits a target"),
  .roles = bounce_roles,
  .keys = bounce_keys,
  .pointer = N_("A click hits a target or picks up a thing"),
  .layers =
    1 << KB_SHOW_PICTURES | 1 << KB_SHOW_WALLS | 1 << KB_SHOW_BODIES | 1 << KB_SHOW_CONTACTS,
  .state_size = sizeof (KbBounce),
  .start = start_bounce,
  .bind = bind_bounce,
  .step = step_bounce,
  .report = report_bounce,
  .draw = kb_bounce_draw,
  .view = view_bounce,
  .keys_of_use = bounce_keys_of_use,
};

/* SPDX-License-Identifier: MIT */
/* Converts entities to bodies, by a table of kinds. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/report.h"
#include "playtest/scenes/ways.h"
#include "playtest/things.h"

enum { THINGS_FAR = 64, WIDE = 2 * THINGS_FAR + 1, CELLS = WIDE * WIDE };

typedef struct {
  const KbRoom *room;
  kbx_vec at;
  float pitch;
  bool walls, seed_is_clear;   /* every cell reached is clear, except perhaps the seed */
  uint8_t reached[CELLS];
  uint16_t queue[CELLS];
  uint32_t n_queue;
} Flood;

static kbx_vec
centre_of (const Flood *flood, uint32_t cell)
{
  const float i = (float) ((int32_t) (cell % WIDE) - THINGS_FAR),
              j = (float) ((int32_t) (cell / WIDE) - THINGS_FAR);
  return (kbx_vec) { flood->at.x + i * flood->pitch, flood->at.y + j * flood->pitch };
}

static bool
gets_through (const Flood *flood, kbx_vec from, kbx_vec to)
{
  const kbx_hit hit = kbx_level_cast (kbx_level_layer (flood->room->level, 0),
                                      kbx_shape_circle (from, flood->pitch / 2),
                                      (kbx_vec) { to.x - from.x, to.y - from.y }, NULL);
  return hit.status == KBX_OK && !hit.hit;
}

static bool
is_clear (const Flood *flood, kbx_vec p)
{
  return !flood->walls || gets_through (flood, p, p);
}

/* From a seed too near to a wall, along a line of sight. */
static bool
leads_to (const Flood *flood, bool from_clear, kbx_vec from, kbx_vec to)
{
  const kbx_rect bounds = flood->room->bounds;
  if (!flood->walls)
    return true;
  if (to.x < bounds.min.x || to.x > bounds.max.x || to.y < bounds.min.y || to.y > bounds.max.y)
    return false;
  return from_clear ? gets_through (flood, from, to)
                    : kbx_level_sees (kbx_level_layer (flood->room->level, 0), from, to, NULL)
                        && is_clear (flood, to);
}

static bool
is_taken (const Flood *flood, kbx_vec p)
{
  const float half = flood->pitch / 2;
  for (uint32_t i = 0; i < flood->room->n_taken; i++)
    {
      const kbx_rect *taken = flood->room->taken + i;
      if (p.x + half > taken->min.x && p.x - half < taken->max.x && p.y + half > taken->min.y
          && p.y - half < taken->max.y)
        return true;
    }
  return false;
}

static void
reach_beside (Flood *flood, uint32_t cell, bool clear)
{
  static const int32_t besides[8][2] = { { -1, 0 },  { 1, 0 },  { 0, -1 }, { 0, 1 },
                                         { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
  for (uint32_t k = 0; k < 8; k++)
    {
      const int32_t i = (int32_t) (cell % WIDE) + besides[k][0],
                    j = (int32_t) (cell / WIDE) + besides[k][1];
      if (i < 0 || j < 0 || i >= WIDE || j >= WIDE)
        continue;
      const uint32_t next = (uint32_t) (j * WIDE + i);
      if (flood->reached[next]
          || !leads_to (flood, clear, centre_of (flood, cell), centre_of (flood, next)))
        continue;
      flood->reached[next] = 1;
      flood->queue[flood->n_queue++] = (uint16_t) next;
    }
}

/* Finds up to `wanted` positions in a grid of `pitch` pixels: `at`, then those in growing squares
 * around it, at most 64 rows away. A path that crosses no wall leads from `at` to each, so all are
 * on the same side of the walls. Paths may cross taken boxes. Half a pitch around each is free.
 * Returns the number found. Cost: one or two traces per position. */
static uint32_t
kb_find_room (const KbRoom *room, kbx_vec at, float pitch, kbx_vec *places, uint32_t wanted)
{
  const uint32_t seed = THINGS_FAR * WIDE + THINGS_FAR;
  Flood flood;
  uint32_t n = 0;
  flood.room = room;
  flood.at = at;
  flood.pitch = pitch;
  flood.walls = kbx_info (room->level).walls > 0;
  memset (flood.reached, 0, sizeof flood.reached);
  flood.reached[seed] = 1;
  flood.queue[0] = seed;
  flood.n_queue = 1;
  flood.seed_is_clear = is_clear (&flood, at);
  for (uint32_t done = 0; done < flood.n_queue && n < wanted; done++)
    {
      const kbx_vec p = centre_of (&flood, flood.queue[done]);
      const bool clear = done > 0 || flood.seed_is_clear;
      if (clear && !is_taken (&flood, p))
        places[n++] = p;
      reach_beside (&flood, flood.queue[done], clear);
    }
  return n;
}

#define MOST_OF_A_CROWD 2000.0f

/* Defaults for the values that an entity does not set. */
static const struct {
  const char *word;
  bool round;
  float size;             /* diameter; both sides; length */
  float mass;             /* per 100 square pixels; 0: fixed */
  float restitution, friction;
} things_kinds[KB_THING_KINDS] = {
  [KB_THING_BALL] = { "ball", true, 16, 1, 0.6f, 0.3f },
  [KB_THING_TARGET] = { "target", true, 16, 1, 1, 0 },
  [KB_THING_BOX] = { "box", false, 16, 1, 0, 0.6f },
  [KB_THING_CRATE] = { "crate", false, 16, 1, 0, 0.6f },
  [KB_THING_BUMPER] = { "bumper", true, 32, 0, 0.9f, 0 },
  [KB_THING_PADDLE] = { "paddle", false, 40, 0, 1, 0 },
  [KB_THING_FLIPPER] = { "flipper", false, 40, 0, 0.4f, 0.2f },
  [KB_THING_BRICK] = { "brick", false, 16, 0, 1, 0 },
};

/* ---- entities ---- */

/* Whether its first word is this one. */
static bool
is_named (kbx_handle entity, const char *word)
{
  const char *name = kbx_name (entity);
  size_t n = strlen (word);
  return strncmp (name, word, n) == 0 && (name[n] == '\0' || strchr (" -_0123456789", name[n]));
}

bool
kb_entity_is_called (const kbx_bank *bank, kbx_handle entity, const char *word)
{
  return is_named (entity, word)
         || strcmp (kbx_name (kbx_bank_item (bank, KBX_CLASS, kbx_info (entity).class_index)), word)
              == 0;
}

/* Its name takes precedence over its class. */
static uint32_t
kind_of (const kbx_bank *bank, kbx_handle entity)
{
  for (uint32_t kind = 0; kind < KB_THING_KINDS; kind++)
    if (is_named (entity, things_kinds[kind].word))
      return kind;
  uint32_t kind = 0;
  while (kind < KB_THING_KINDS && !kb_entity_is_called (bank, entity, things_kinds[kind].word))
    kind++;
  return is_named (entity, "gravity") || is_named (entity, "crowd") ? KB_THING_KINDS : kind;
}

static uint32_t
crowd_count (const kbx_bank *bank, uint32_t level, uint32_t i)
{
  const kbx_handle entity = kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, i);
  return kb_entity_is_called (bank, entity, "crowd")
           ? (uint32_t) kb_entity_number (bank, level, i, "count", 100, 0, MOST_OF_A_CROWD)
           : 0;
}

bool
kb_level_has_things (const kbx_bank *bank, uint32_t level)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ENTITY); i++)
    if (kind_of (bank, kbx_item (handle, KBX_ENTITY, i)) <= KB_THING_CRATE
        || crowd_count (bank, level, i))
      return true;
  return false;
}

/* ---- bodies ---- */

static uint64_t
id_of (const char *name, uint32_t number)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  for (const char *c = name; *c; c++)
    hash = (hash ^ (unsigned char) *c) * UINT64_C (1099511628211);
  return (hash ^ number) * UINT64_C (1099511628211);
}

/* The four directions that a paddle can face. */
static kbx_vec
nearest_side (kbx_vec direction)
{
  if (fabsf (direction.x) >= fabsf (direction.y))
    return (kbx_vec) { direction.x < 0 ? -1 : 1, 0 };
  return (kbx_vec) { 0, direction.y < 0 ? -1 : 1 };
}

static void
read_sizes (KbThing *thing, const kbx_bank *bank, uint32_t level, uint32_t i)
{
  float size = kb_entity_number (bank, level, i, "size", things_kinds[thing->kind].size, 2, 2048);
  if (things_kinds[thing->kind].round)
    thing->w = thing->h = 2 * kb_entity_number (bank, level, i, "radius", size / 2, 1, 1024);
  else if (thing->kind == KB_THING_PADDLE || thing->kind == KB_THING_FLIPPER)
    {
      thing->w = kb_entity_number (bank, level, i, "length", size, 4, 2048);
      thing->h = 2 * kb_entity_number (bank, level, i, "radius", 4, 0.5f, 256);
    }
  else
    {
      thing->w = kb_entity_number (bank, level, i, "width", size, 2, 2048);
      thing->h = kb_entity_number (bank, level, i, "height", size, 2, 2048);
    }
}

static void
read_mass (KbThing *thing, const kbx_bank *bank, uint32_t level, uint32_t i)
{
  kbx_body *body = &thing->body;
  float mass = things_kinds[thing->kind].mass * thing->w * thing->h / 100;
  body->restitution =
    kb_entity_number (bank, level, i, "restitution", things_kinds[thing->kind].restitution, 0, 1);
  body->friction =
    kb_entity_number (bank, level, i, "friction", things_kinds[thing->kind].friction, 0, 4);
  thing->drag = kb_entity_number (bank, level, i, "drag", 0, 0, 1);
  if (mass == 0)
    return;
  mass = kb_entity_number (bank, level, i, "mass", mass, 0.01f, 1e6f);
  body->inverse_mass = kbx_inverse (mass);
  if (thing->kind == KB_THING_BALL || thing->kind == KB_THING_CRATE)
    body->inverse_inertia = kbx_inverse (kbx_inertia (kb_thing_shape (thing), mass));
}

/* Makes `entity` a thing of `kind`, `number` of its crowd, moved by `aside`. */
static KbThing
make_thing (const kbx_bank *bank, uint32_t level, uint32_t i, uint32_t kind, uint32_t number,
            kbx_vec aside)
{
  const kbx_handle handle = kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, i);
  const kbx_about entity = kbx_info (handle);
  const char *name = kbx_name (handle);
  KbThing thing = { .id = id_of (*name ? name : "thing", *name ? number : number + 65536 * i),
                    .kind = kind,
                    .class_index = entity.class_index,
                    .area = KBX_NONE };
  bool turned = entity.direction.x != 0 || entity.direction.y != 0;
  float speed = kb_entity_number (bank, level, i, "speed", 2, 0, 24);
  thing.axis = turned && kind >= KB_THING_CRATE ? entity.direction : (kbx_vec) { 1, 0 };
  if (kind == KB_THING_PADDLE)
    thing.axis = nearest_side (turned ? entity.direction : (kbx_vec) { 1, 0 });
  read_sizes (&thing, bank, level, i);
  read_mass (&thing, bank, level, i);
  thing.kick = kind == KB_THING_BUMPER ? kb_entity_number (bank, level, i, "kick", 3, 0, 24) : 0;
  thing.home = (kbx_vec) { entity.position.x + aside.x, entity.position.y + aside.y };
  thing.home_axis = thing.axis;
  if (kind <= KB_THING_BOX)
    thing.home_velocity = (kbx_vec) { entity.direction.x * speed, entity.direction.y * speed };
  thing.can_go = kind == KB_THING_BRICK || kind == KB_THING_TARGET;
  thing.body.position = thing.home;
  thing.body.velocity = thing.home_velocity;
  return thing;
}

/* ---- crowds ---- */

/* Each defaults to the other. */
static void
crowd_sizes (const kbx_bank *bank, uint32_t level, uint32_t i, float *diameter, float *side)
{
  /* 0: not set */
  const float radius = kb_entity_number (bank, level, i, "radius", 0, 0, 128);
  *side = kb_entity_number (bank, level, i, "size", radius > 0 ? 2 * radius : 8, 2, 256);
  *diameter = radius > 1 ? 2 * radius : radius > 0 ? 2 : *side;
}

/* Every third thing is a box, every sixth a crate. */
static uint32_t
make_crowd (const kbx_bank *bank, uint32_t level, uint32_t i, const KbRoom *room, KbThing *things,
            uint32_t wanted)
{
  const kbx_vec at =
    kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, i)).position;
  kbx_vec *places = kb_take_zeroed ((wanted + 1) * sizeof *places);
  float diameter, side;
  crowd_sizes (bank, level, i, &diameter, &side);
  const uint32_t n = kb_find_room (room, at, fmaxf (diameter, side) + 2, places, wanted);
  for (uint32_t k = 0; k < n; k++)
    {
      const uint32_t kind = k % 3 ? KB_THING_BALL : k % 6 ? KB_THING_CRATE : KB_THING_BOX;
      things[k] =
        make_thing (bank, level, i, kind, k, (kbx_vec) { places[k].x - at.x, places[k].y - at.y });
      things[k].w = things[k].h = kind == KB_THING_BALL ? diameter : side;
      read_mass (things + k, bank, level, i);
    }
  free (places);
  return n;
}

/* The boxes of all things outside crowds, so that crowds keep clear of them; and room for
 * `more`. */
static kbx_rect *
collect_boxes (const kbx_bank *bank, uint32_t level, uint32_t more, uint32_t *n)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  const uint32_t entities = kbx_count (handle, KBX_ENTITY);
  kbx_rect *taken = kb_take_zeroed ((entities + more) * sizeof *taken);
  *n = 0;
  for (uint32_t i = 0; i < entities; i++)
    {
      const uint32_t kind = kind_of (bank, kbx_item (handle, KBX_ENTITY, i));
      if (kind == KB_THING_KINDS)
        continue;
      const KbThing thing = make_thing (bank, level, i, kind, 0, (kbx_vec) { 0, 0 });
      taken[(*n)++] = kb_thing_bounds (&thing);
    }
  return taken;
}

static bool
has_pockets (kbx_handle level)
{
  for (uint32_t i = 0; i < kbx_count (level, KBX_AREA); i++)
    {
      const uint32_t of = kbx_info (kbx_item (level, KBX_AREA, i)).class_index;
      if (strcmp (kbx_name (kbx_bank_item (level.bank, KBX_CLASS, of)), "pocket") == 0)
        return true;
    }
  return false;
}

/* Pockets keep the balls that nothing launches. */
static void
take_balls (KbThing *things, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    things[i].can_go |= things[i].kind == KB_THING_BALL && things[i].home_velocity.x == 0
                        && things[i].home_velocity.y == 0;
}

uint32_t
kb_things_of (const kbx_bank *bank, uint32_t level, KbThing *things, uint32_t capacity,
              uint32_t *left_out)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  uint32_t n = 0, n_taken;
  kbx_rect *taken = collect_boxes (bank, level, capacity, &n_taken);
  const kbx_rect bounds = kb_bank_level_bounds (bank, level);
  *left_out = 0;
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ENTITY); i++)
    {
      const uint32_t kind = kind_of (bank, kbx_item (handle, KBX_ENTITY, i)),
                     count = crowd_count (bank, level, i);
      const KbRoom room = { handle, bounds, taken, n_taken };
      const uint32_t most = count < capacity - n ? count : capacity - n;
      const uint32_t made = most ? make_crowd (bank, level, i, &room, things + n, most) : 0;
      for (uint32_t k = n; k < n + made; k++)
        taken[n_taken++] = kb_thing_bounds (things + k);
      n += made;
      *left_out += count - made;
      if (kind < KB_THING_KINDS && n < capacity)
        things[n++] = make_thing (bank, level, i, kind, 0, (kbx_vec) { 0, 0 });
      else if (kind < KB_THING_KINDS)
        ++*left_out;
    }
  free (taken);
  if (has_pockets (handle))
    take_balls (things, n);
  return n;
}

/* ---- shapes ---- */

bool
kb_thing_is_round (const KbThing *thing)
{
  return things_kinds[thing->kind].round;
}

bool
kb_thing_moves (const KbThing *thing)
{
  return thing->kind <= KB_THING_CRATE && !thing->gone;
}

/* A paddle is perpendicular to the direction it faces. A flipper extends from its pivot. */
kbx_obb
kb_thing_box (const KbThing *thing)
{
  kbx_obb box = { thing->body.position, thing->axis, thing->w, thing->h };
  if (thing->kind == KB_THING_FLIPPER)
    box.centre = (kbx_vec) { box.centre.x + thing->axis.x * thing->w / 2,
                            box.centre.y + thing->axis.y * thing->w / 2 };
  if (thing->kind == KB_THING_PADDLE)
    {
      box.centre = (kbx_vec) { box.centre.x - thing->axis.x * thing->h / 2,
                              box.centre.y - thing->axis.y * thing->h / 2 };
      box.axis = (kbx_vec) { -thing->axis.y, thing->axis.x };
    }
  return box;
}

kbx_shape
kb_thing_shape (const KbThing *thing)
{
  const kbx_obb box = kb_thing_box (thing);
  return kb_thing_is_round (thing) ? kbx_shape_circle (thing->body.position, thing->w / 2)
                                   : kbx_shape_obb (box.centre, box.axis, box.w, box.h);
}

kbx_rect
kb_thing_bounds (const KbThing *thing)
{
  kbx_obb box = kb_thing_box (thing);
  float x = kb_thing_is_round (thing)
              ? thing->w / 2
              : (fabsf (box.axis.x) * box.w + fabsf (box.axis.y) * box.h) / 2;
  float y = kb_thing_is_round (thing)
              ? thing->h / 2
              : (fabsf (box.axis.y) * box.w + fabsf (box.axis.x) * box.h) / 2;
  return (kbx_rect) { { box.centre.x - x, box.centre.y - y },
                     { box.centre.x + x, box.centre.y + y } };
}

kbx_vec
kb_turned (kbx_vec axis, float a)
{
  float t = a / 2, c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
  kbx_vec turned = { axis.x * c - axis.y * s, axis.x * s + axis.y * c };
  float length = sqrtf (turned.x * turned.x + turned.y * turned.y);
  return (kbx_vec) { turned.x / length, turned.y / length };
}

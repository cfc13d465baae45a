/* SPDX-License-Identifier: MIT */
/* What a level has for Bounce: its entities as bodies.
 *
 * The first word of an entity's name tells what it is, or the name of its class: "ball 2" is a
 * ball. Its values, which may be left out: radius, size (of both sides) or width and height, mass,
 * restitution, friction, speed (with its direction), kick (bumpers), length and radius, half the
 * thickness (flippers, paddles); of a crowd count, radius of its balls and size of the rest. */
#ifndef KB_THINGS_H
#define KB_THINGS_H

#include "runtime/kickbox.h"

typedef enum {
  KB_THING_BALL,      /* rolls */
  KB_THING_BOX,       /* does not turn */
  KB_THING_CRATE,     /* a box that turns */
  KB_THING_BUMPER,    /* a disc that stays, and kicks */
  KB_THING_PADDLE,    /* moves along its line */
  KB_THING_FLIPPER,   /* turns about its end while its key is held */
  KB_THING_KINDS
} KbThingKind;

enum { KB_THING_RESTS = 30 };

typedef struct {
  /* Of its name and of which one of a crowd it is: the same after an edit */
  uint64_t id;
  uint32_t kind;          /* KbThingKind */
  uint32_t class_index;
  kbx_body body;          /* pixels and steps; a flipper's position is its pivot */
  kbx_vec axis;           /* unit vector along the width */
  float w, h;             /* whole; of discs the diameter */
  kbx_vec home, home_axis, home_velocity;
  float kick;
  int32_t swung;          /* of a flipper: short steps up from its rest */
  uint32_t still;         /* steps that it was slow for, up to KB_THING_RESTS: then it rests */
  uint32_t area;          /* of the bank, that the middle of a ball is in; KBX_NONE */
} KbThing;

bool kb_level_has_things (const kbx_bank *bank, uint32_t level);

/* Up to `capacity`, in the order of the entities, as they are at the start, and how many;
 * `left_out`: for how many more there is no room, there or in the level (room.h). */
uint32_t kb_things_of (const kbx_bank *bank, uint32_t level, KbThing *things, uint32_t capacity,
                       uint32_t *left_out);

/* What pulls, in pixels a step squared: the direction of the entity "gravity" times its "strength";
 * without one down. */
kbx_vec kb_gravity_of (const kbx_bank *bank, uint32_t level);

bool kb_thing_is_round (const KbThing *thing);
bool kb_thing_moves (const KbThing *thing);     /* freely */
kbx_circle kb_thing_circle (const KbThing *thing);
kbx_obb kb_thing_box (const KbThing *thing);
kbx_shape kb_thing_shape (const KbThing *thing); /* one of these */
kbx_rect kb_thing_bounds (const KbThing *thing);
/* Turned by the small angle a, clockwise on the screen; exact rotation by 2 atan (a / 2). */
kbx_vec kb_turned (kbx_vec axis, float a);

#endif

/* SPDX-License-Identifier: MIT */
/* The entities of a level as the bodies of Bounce. The first word of an entity's name, or its
 * class's name, gives its kind: "ball 2" is a ball. Optional values: radius, size (both sides) or
 * width and height, speed (with its direction), kick (bumpers). Materials: mass, restitution,
 * friction, drag (the share of its speed lost in a step). Flippers and paddles: length, and radius,
 * half their thickness. Crowds: count, radius of the balls, size of the rest. */
#ifndef KB_THINGS_H
#define KB_THINGS_H

#include "runtime/kickbox.h"

typedef enum {
  KB_THING_BALL,      /* rolls */
  KB_THING_TARGET,    /* a disc that a click removes */
  KB_THING_BOX,       /* does not turn */
  KB_THING_CRATE,     /* a box that turns */
  KB_THING_BUMPER,    /* a fixed disc that kicks */
  KB_THING_PADDLE,    /* moves along its line */
  KB_THING_FLIPPER,   /* turns about its end while its key is held */
  KB_THING_BRICK,     /* a fixed box that a ball removes */
  KB_THING_KINDS
} KbThingKind;

enum { KB_THING_RESTS = 30 };

typedef struct {
  /* From its name and its number in a crowd: the same after an edit */
  uint64_t id;
  uint32_t kind;          /* KbThingKind */
  uint32_t class_index;
  kbx_body body;          /* pixels and steps; a flipper's position is its pivot */
  kbx_vec axis;           /* unit vector along the width */
  float w, h;             /* full size; the diameter of discs */
  kbx_vec home, home_axis, home_velocity;
  float kick, drag;
  int32_t swung;          /* substeps that a flipper is raised */
  uint32_t still;         /* the number of slow steps, up to KB_THING_RESTS: then it rests */
  bool can_go, gone;      /* `gone` things come back when all that can go are gone */
  uint32_t area;          /* in the bank, that contains a ball's centre; KBX_NONE */
} KbThing;

/* Whether the first word of its name, or its class, is this word. */
bool kb_entity_is_called (const kbx_bank *bank, kbx_handle entity, const char *word);

bool kb_level_has_things (const kbx_bank *bank, uint32_t level);

/* Writes up to `capacity` things in the order of the entities, as at the start, and returns their
 * number. `left_out`: how many more lack room, in the array or in the level (room.h). */
uint32_t kb_things_of (const kbx_bank *bank, uint32_t level, KbThing *things, uint32_t capacity,
                       uint32_t *left_out);

bool kb_thing_is_round (const KbThing *thing);
bool kb_thing_moves (const KbThing *thing);     /* freely, and is not gone */
kbx_obb kb_thing_box (const KbThing *thing);
kbx_shape kb_thing_shape (const KbThing *thing); /* one of these */
kbx_rect kb_thing_bounds (const KbThing *thing);
/* Turned by the small angle a, clockwise on the screen; exact rotation by 2 atan (a / 2). */
kbx_vec kb_turned (kbx_vec axis, float a);

#endif

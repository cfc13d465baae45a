/* SPDX-License-Identifier: MIT */
/* The state shared by the files of the bounce. */
#ifndef KB_BOUNCE_PRIVATE_H
#define KB_BOUNCE_PRIVATE_H

#include "playtest/scene.h"
#include "playtest/touches.h"

enum { ROLE_LEVEL };

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

/* The scene's draw function. */
void kb_bounce_draw (const KbPlay *play, KbPlayPicture *picture);

#endif

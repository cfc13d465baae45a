/* SPDX-License-Identifier: MIT */
/* Fighters keep apart: their bodies do not overlap along the floor. */
#include "playtest/fight/fight_private.h"

typedef struct { float left, right; bool found; } Body;   /* from the hot spot */

static void
include_box (Body *body, kbx_box box)
{
  const float left = (float) box.x0, right = (float) box.x1;
  body->left = body->found && body->left < left ? body->left : left;
  body->right = body->found && body->right > right ? body->right : right;
  body->found = true;
}

/* The pushing shapes of the current frame. If it has none, those of the first idle frame; else
 * everything that can be struck there, else its picture. With all struck shapes, standing fighters
 * do not overlap. A strike that extends past its own guard then reaches the other at minimum
 * distance. */
static Body
body_of_fighter (const KbPlay *play, uint32_t f, KbHitRules rules)
{
  const KbFight *state = play->state;
  const KbActor *actor = &state->fighters[f].actor;
  const kbx_handle shown = kb_actor_shown (actor, play->bank).frame;
  const kbx_handle idle =
    kb_animation_frame (play->bank, actor->sprite, kb_fight_idle (play, f), 0);
  const kbx_place pose = kbx_at_flipped (0, 0, actor->mirrored, false);
  const struct { kbx_handle frame; kbx_class_set classes; } tries[] = {
    { shown, rules.push }, { idle, rules.push }, { idle, rules.struck },
  };
  Body body = { 0, 0, false };
  for (size_t i = 0; i < sizeof tries / sizeof *tries && !body.found; i++)
    if (kbx_info (tries[i].frame).classes & tries[i].classes)
      include_box (&body, kbx_frame_box (tries[i].frame, pose, tries[i].classes));
  if (!body.found && idle.bank)
    include_box (&body, kbx_frame_area (idle, pose));
  return body;
}

/* Moves f as far as the stage allows. Returns the distance moved. */
static float
push (KbFight *state, uint32_t f, float by)
{
  float *x = &state->fighters[f].actor.at.x;
  const float before = *x;
  kb_fight_move (state, f, by);
  return *x - before;
}

void
kb_fight_push_apart (KbPlay *play, KbHitRules rules)
{
  KbFight *state = play->state;
  const KbActor *a = &state->fighters[ROLE_A].actor, *b = &state->fighters[ROLE_B].actor;
  const Body left = body_of_fighter (play, ROLE_A, rules),
             right = body_of_fighter (play, ROLE_B, rules);
  const float deep = a->at.x + left.right - (b->at.x + right.left), most = 4 * (float) state->speed,
              by = deep < most ? deep : most;
  if (!left.found || !right.found || !(by > 0))
    return;
  const float done = push (state, ROLE_B, by / 2);
  const float rest = by - done + push (state, ROLE_A, done - by);
  push (state, ROLE_B, rest);
}

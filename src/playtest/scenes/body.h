/* SPDX-License-Identifier: MIT */
/* A round body on foot in the level of the first role: it slides along what is solid, opens doors,
 * and lifts push it. Plain data, for the states of scenes. */
#ifndef KB_PLAYTEST_SCENES_BODY_H
#define KB_PLAYTEST_SCENES_BODY_H

#include "playtest/lifts.h"
#include "playtest/scenes/doors.h"

typedef struct {
  kbx_circle circle;
  uint64_t layers;        /* the level's solid ones, as in kbx_filter */
  KbDoors doors;          /* those that are open now */
  KbLifts lifts;
  uint32_t area;          /* in the bank; KBX_NONE */
  uint32_t wall;          /* that it touched in its last step; KBX_NONE */
} KbBody;

/* What is solid for a body in a step: the level without open doors, with lifts. */
typedef struct {
  kbx_handle level;
  KbOpenDoors doors;      /* with the filter */
  KbLiftLayers lifts;
} KbBodySolid;

/* Call at the start and when the bank has changed, with the circle and the layers set. */
void kb_body_bind (KbBody *body, const KbPlay *play);

/* Whether it is free when moved by `by`; lifts do not count. */
bool kb_body_fits (const KbBody *body, const KbPlay *play, kbx_point by);

/* In `solid`. Lifts that reach into the body are left out. */
void kb_body_solid (const KbBody *body, const KbPlay *play, KbBodySolid *solid);

void kb_body_use_doors (KbBody *body, KbPlay *play, float reach);

/* Moves it with the lifts of this step. */
void kb_body_push (KbBody *body, KbPlay *play);

/* Moves it by `way`, sliding. *touch is what it touched first, if anything. */
kbx_move kb_body_move (KbBody *body, const KbPlay *play, kbx_vec way, kbx_hit *touch);

/* Of scenes among walls: sets the body at its start, or after a change of the bank, and a whole
 * step of it. `uses`: it opens and closes doors near it. */
void kb_body_begin (KbBody *body, KbPlay *play);
void kb_body_bind_to_walls (KbBody *body, const KbPlay *play);
void kb_body_step (KbBody *body, KbPlay *play, bool uses, kbx_vec way);

/* Looks up its area; logs a change. */
void kb_body_locate (KbBody *body, KbPlay *play);

void kb_body_report_area (const KbBody *body, const KbPlay *play, KbReporter *reporter);

/* Open doors and lifts, if there are any. */
void kb_body_report_level (const KbBody *body, const KbPlay *play, KbReporter *reporter);
void kb_body_draw_level (const KbBody *body, const KbPlay *play, KbPlayPicture *picture);

#endif

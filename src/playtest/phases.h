/* SPDX-License-Identifier: MIT */
/* The phases of an animation in a fight: the frames before it can hit, those that hit, and those
 * after. */
#ifndef KB_PHASES_H
#define KB_PHASES_H

#include <stdbool.h>
#include <stdint.h>

#include "playtest/hits.h"

typedef enum {
  KB_PHASE_NONE,        /* in an animation in which nothing hits */
  KB_PHASE_START_UP,    /* before the first active frame */
  KB_PHASE_ACTIVE,      /* has an action point, or a shape of a hitting class */
  KB_PHASE_GAP,         /* between active frames, not active itself */
  KB_PHASE_RECOVERY,    /* after the last active frame */
  KB_PHASES
} KbPhase;

typedef struct {
  uint32_t frames[KB_PHASES];   /* the number of steps in each phase */
  uint32_t ms[KB_PHASES];       /* their durations; in one run from first to last step */
  uint32_t first, last;         /* active steps; KBX_NONE if there is none */
} KbPhases;

/* `hitting`: classes whose shapes make a frame active; with 0, only action points do. Cost: linear
 * in the steps and their shapes. */
KbPhases kb_phases_of (kbx_handle animation, kbx_class_set hitting);
/* The phase of a step, from the result of kb_phases_of for the same animation and classes. */
KbPhase kb_phase_of_step (kbx_handle animation, kbx_class_set hitting, const KbPhases *phases,
                          uint32_t step);
/* "start-up"; "" for KB_PHASE_NONE. */
const char *kb_phase_name (KbPhase phase);

/* The classes for kb_phases_of: the hitting ones if known, else 0. */
kbx_class_set kb_phases_hitting (KbHitRules rules);

#endif

/* SPDX-License-Identifier: MIT */
/* Phases of animations, from the action points and shapes of their frames. */
#include "playtest/fight/fight.h"
#include "playtest/scene.h"

static bool
is_active (kbx_handle animation, kbx_class_set hitting, uint32_t step)
{
  kbx_handle frame = kbx_animation_step (animation, step).frame;
  return kbx_count (frame, KBX_ACTION) > 0 || (kbx_info (frame).classes & hitting);
}

KbPhase
kb_phase_of_step (kbx_handle animation, kbx_class_set hitting, const KbPhases *phases,
                  uint32_t step)
{
  if (phases->first == KBX_NONE)
    return KB_PHASE_NONE;
  if (step < phases->first)
    return KB_PHASE_START_UP;
  if (step > phases->last)
    return KB_PHASE_RECOVERY;
  return is_active (animation, hitting, step) ? KB_PHASE_ACTIVE : KB_PHASE_GAP;
}

KbPhases
kb_phases_of (kbx_handle animation, kbx_class_set hitting)
{
  const uint32_t count = kbx_info (animation).steps;
  KbPhases phases = { .first = KBX_NONE, .last = KBX_NONE };
  for (uint32_t i = 0; i < count; i++)
    if (is_active (animation, hitting, i))
      {
        phases.first = phases.first == KBX_NONE ? i : phases.first;
        phases.last = i;
      }
  for (uint32_t i = 0; i < count; i++)
    {
      const KbPhase phase = kb_phase_of_step (animation, hitting, &phases, i);
      phases.frames[phase]++;
      phases.ms[phase] += kbx_animation_step (animation, i).duration_ms;
    }
  return phases;
}

const char *
kb_phase_name (KbPhase phase)
{
  static const char *const names[KB_PHASES] = { "", N_("start-up"), N_("active"), N_("between"),
                                               N_("recovery") };
  return phase < KB_PHASES ? names[phase] : "";
}

kbx_class_set
kb_phases_hitting (KbHitRules rules)
{
  return rules.known ? rules.hitting : 0;
}

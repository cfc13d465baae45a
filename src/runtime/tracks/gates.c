/* SPDX-License-Identifier: MIT */
/* Check points and laps: which gates a move crosses, in order. Decided by signs of determinants without rounding. */
#include "runtime/rays.h"

static bool
kbx_crossing_valid (kbx_segment gate, kbx_vec from, kbx_vec to)
{
  return kbx_segment_valid (gate) && kbx_vecs_valid (from, to);
}

/* How far p is beyond the gate's line, times the gate's length. Exact on the grid. */
static double
kbx_beyond_gate (kbx_segment gate, kbx_vec p)
{
  return -kbx_cross (kbx_from_to (gate.a, gate.b), kbx_from_to (gate.a, p));
}

static bool
kbx_is_beyond (kbx_segment gate, kbx_vec p)
{
  return kbx_cross_sign (kbx_from_to (gate.a, gate.b), kbx_from_to (gate.a, p)) < 0;
}

KBX_API int
kbx_gate_crossed (kbx_segment gate, kbx_vec from, kbx_vec to)
{
  kbx_wide_vec move = kbx_from_to (from, to);
  bool before, after;
  if (!kbx_crossing_valid (gate, from, to))
    return 0;
  before = kbx_is_beyond (gate, from);
  after = kbx_is_beyond (gate, to);
  if (before == after || kbx_cross_sign (move, kbx_from_to (from, gate.a)) * kbx_cross_sign (move, kbx_from_to (from, gate.b)) > 0)
    return 0;
  return after ? 1 : -1;
}

KBX_API kbx_gates_passed
kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap, kbx_vec from, kbx_vec to)
{
  kbx_gates_passed passed;
  double done = 0, whole = 1; /* the last crossing was at this fraction of the move */
  memset (&passed, 0, sizeof passed);
  passed.status = KBX_ERROR_ARGUMENT;
  if (gates == NULL || lap == NULL || lap->next >= count || !kbx_vecs_valid (from, to))
    return passed;
  for (uint32_t i = 0; i < count; i++)
    if (!kbx_segment_valid (gates[i]))
      return passed;
  passed.status = KBX_OK;
  while (passed.count < count && kbx_gate_crossed (gates[lap->next], from, to) > 0)
    {
      kbx_segment gate = gates[lap->next];
      double before = -kbx_beyond_gate (gate, from), after = kbx_beyond_gate (gate, to);
      if (kbx_compare_products (before, whole, done, before + after) < 0)
        break;
      done = before;
      whole = before + after;
      passed.count++;
      passed.fraction = (float) (done / whole + 0.0);
      lap->laps += lap->next == 0;
      lap->next = lap->next + 1 == count ? 0 : lap->next + 1;
    }
  return passed;
}

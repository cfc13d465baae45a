/* SPDX-License-Identifier: MIT */
/* Check points and laps: the gates that a move crosses, in order, decided by exact signs of
 * determinants. */
#include "runtime/moves/rays.h"

/* How far p is past the gate's line, times the gate's length. Exact on the grid. */
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
  if (!kbx_segment_valid (gate) || !kbx_vecs_valid (from, to))
    return 0;
  const bool before = kbx_is_beyond (gate, from);
  const bool after = kbx_is_beyond (gate, to);
  if (before == after
      || kbx_cross_sign (move, kbx_from_to (from, gate.a))
             * kbx_cross_sign (move, kbx_from_to (from, gate.b))
           > 0)
    return 0;
  return after ? 1 : -1;
}

KBX_API kbx_status
kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap, kbx_vec from, kbx_vec to)
{
  double done = 0, whole = 1; /* the fraction of the move at the last crossing */
  if (gates == NULL || lap == NULL || lap->next >= count || !kbx_vecs_valid (from, to))
    return KBX_ERROR_ARGUMENT;
  for (uint32_t i = 0; i < count; i++)
    if (!kbx_segment_valid (gates[i]))
      return KBX_ERROR_ARGUMENT;
  lap->passed = 0;
  lap->fraction = 0;
  while (lap->passed < count && kbx_gate_crossed (gates[lap->next], from, to) > 0)
    {
      kbx_segment gate = gates[lap->next];
      double before = -kbx_beyond_gate (gate, from), after = kbx_beyond_gate (gate, to);
      if (kbx_compare_products (before, whole, done, before + after) < 0)
        break;
      done = before;
      whole = before + after;
      lap->passed++;
      lap->fraction = (float) (done / whole + 0.0);
      lap->laps += lap->next == 0;
      lap->next = lap->next + 1 == count ? 0 : lap->next + 1;
    }
  return KBX_OK;
}

/* The distance from p to the nearest point of a gate. */
static double
kbx_gate_distance (kbx_segment gate, kbx_vec p)
{
  const kbx_wide_vec along = kbx_from_to (gate.a, gate.b), to = kbx_from_to (gate.a, p);
  const double whole = kbx_dot (along, along), part = whole > 0 ? kbx_dot (along, to) / whole : 0;
  const double share = part < 0 ? 0 : part > 1 ? 1 : part;
  const kbx_wide_vec off = kbx_wide_minus (to, kbx_wide_times (along, share));
  return sqrt (kbx_dot (off, off));
}

KBX_API float
kbx_lap_progress (const kbx_segment *gates, uint32_t count, const kbx_lap *lap, kbx_vec p)
{
  if (gates == NULL || lap == NULL || count < 2 || lap->next >= count || lap->laps == 0
      || !kbx_vec_valid (p))
    return 0;
  const uint32_t last = lap->next == 0 ? count - 1 : lap->next - 1;
  if (!kbx_segment_valid (gates[last]) || !kbx_segment_valid (gates[lap->next]))
    return 0;
  const double behind = kbx_gate_distance (gates[last], p);
  const double ahead = kbx_gate_distance (gates[lap->next], p);
  return (float) ((last + (behind > 0 ? behind / (behind + ahead) : 0)) / count);
}

/* SPDX-License-Identifier: MIT */
/* The things that a shape touches in all layers, and the way out of solid things. */
#include "runtime/levels/level.h"
#include "runtime/levels/motion.h"

KBX_INTERNAL void
kbx_found_add (kbx_found *found, uint32_t index, uint32_t class_index, kbx_point cell)
{
  if (found->count < found->capacity)
    {
      kbx_thing *thing = &found->things[found->count];
      *thing = KBX_LITERAL (kbx_thing){ KBX_OK, true,        found->kind, found->layer,
                                        index,  class_index, cell };
    }
  found->count++;
}

KBX_INTERNAL uint32_t
kbx_quest_touching (kbx_quest *quest, kbx_thing *things, uint32_t capacity)
{
  static kbx_touch_func *const touch[] = { kbx_walls_touched, kbx_tiles_touched, kbx_maze_touched,
                                           kbx_ground_touched };
  kbx_found found;
  found.things = things;
  found.capacity = things == NULL ? 0 : capacity;
  found.count = 0;
  for (uint32_t i = 0; i < quest->layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&quest->layers, i);
      if (layer.bytes == NULL || !kbx_layer_counts (quest->filter, i) || layer.kind < KBX_WALLS
          || layer.kind > KBX_GROUND)
        continue;
      quest->probe.change = kbx_layer_change (quest->filter, i);
      found.kind = (kbx_kind) layer.kind;
      found.layer = i;
      touch[layer.kind - KBX_WALLS] (layer.bytes, &quest->probe, &found);
    }
  return found.count;
}

/* ---- the way out ---- */

static bool
kbx_quest_free (kbx_quest *quest, kbx_wide_vec at)
{
  const kbx_probe before = quest->probe;
  bool inside;
  kbx_quest_shift (quest, at);
  quest->probe.move = kbx_wide_make (0, 0);
  inside = kbx_quest_run (quest, KBX_NONE).met.inside;
  quest->probe.lo = before.lo;
  quest->probe.hi = before.hi;
  return !inside;
}

/* Up first: a standing mover is stuck in the floor most often. */
static const int8_t kbx_ways_out[8][2] = { { 0, -1 }, { 1, 0 },   { -1, 0 }, { 0, 1 },
                                           { 1, -1 }, { -1, -1 }, { 1, 1 },  { -1, 1 } };

static kbx_wide_vec
kbx_way_out (int direction, int64_t steps, double unit)
{
  return kbx_wide_make (kbx_ways_out[direction][0] * (double) steps / unit,
                        kbx_ways_out[direction][1] * (double) steps / unit);
}

/* Whole pixels up to here are all tried: between what is on whole pixels, a mover may just fit. */
#define KBX_WHOLE_WAYS 64

/* The next distance to try, in steps: a thirty-second longer. */
static int64_t
kbx_longer_way (int64_t steps, int64_t unit)
{
  const int64_t longer = steps + 1 + steps / 32, whole = (steps / unit + 1) * unit;
  return whole <= KBX_WHOLE_WAYS * unit && whole < longer ? whole : longer;
}

/* In one direction, up to `most` steps. Before the first distance that is free, a binary search
 * between it and the last blocked one. Returns the steps, or 0 for no way. */
static int64_t
kbx_quest_way_out (kbx_quest *quest, int direction, int64_t most)
{
  const double unit = kbx_probe_unit (&quest->probe);
  int64_t low = 0, high = 1;
  while (low < most && !kbx_quest_free (quest, kbx_way_out (direction, high, unit)))
    {
      low = high;
      high = kbx_longer_way (high, (int64_t) unit);
      high = high < most ? high : most;
    }
  while (low < most && high - low > 1)
    {
      const int64_t middle = (low + high) / 2;
      if (kbx_quest_free (quest, kbx_way_out (direction, middle, unit)))
        high = middle;
      else
        low = middle;
    }
  return low < most ? high : 0;
}

/* The shortest of the ways in all directions; of equal ones the first. */
KBX_INTERNAL bool
kbx_quest_unstick (kbx_quest *quest, double reach, kbx_wide_vec *out)
{
  const double unit = kbx_probe_unit (&quest->probe), diagonal = kbx_root (2);
  double least = reach;
  bool found = false;
  for (int i = 0; i < 8; i++)
    {
      const double step = (i < 4 ? 1 : diagonal) / unit;
      const int64_t steps = kbx_quest_way_out (quest, i, (int64_t) (least / step));
      if (steps == 0 || (found && (double) steps * step >= least))
        continue;
      found = true;
      least = (double) steps * step;
      *out = kbx_way_out (i, steps, unit);
    }
  return found;
}

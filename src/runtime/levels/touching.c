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

/* Tries growing distances in eight directions. In the first free direction, a binary search between
 * the last blocked and the free distance finds the shortest. */
KBX_INTERNAL bool
kbx_quest_unstick (kbx_quest *quest, double reach, kbx_wide_vec *out)
{
  const double unit = kbx_probe_unit (&quest->probe);
  const int64_t most = (int64_t) (reach * unit);
  int64_t last = 0;
  for (int64_t far = 1; last < most; last = far, far += 1 + far / 8)
    {
      far = far < most ? far : most;
      for (int i = 0; i < 8; i++)
        {
          int64_t low = last, high = far;
          *out = kbx_wide_make (kbx_ways_out[i][0] * (double) far / unit,
                                kbx_ways_out[i][1] * (double) far / unit);
          if (!kbx_quest_free (quest, *out))
            continue;
          while (high - low > 1)
            {
              const int64_t middle = (low + high) / 2;
              const kbx_wide_vec at = kbx_wide_make (kbx_ways_out[i][0] * (double) middle / unit,
                                                     kbx_ways_out[i][1] * (double) middle / unit);
              if (kbx_quest_free (quest, at))
                high = middle;
              else
                low = middle;
            }
          *out = kbx_wide_make (kbx_ways_out[i][0] * (double) high / unit,
                                kbx_ways_out[i][1] * (double) high / unit);
          return true;
        }
    }
  return false;
}

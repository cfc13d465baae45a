/* SPDX-License-Identifier: MIT */
/* Finds which of many bounds touch: sort and sweep (Baraff 1992). */
#include "runtime/pairs/convex.h"

/* By their left sides, then by index. */
static inline bool
kbx_goes_first (const void *data, uint32_t a, uint32_t b)
{
  const kbx_rect *bounds = (const kbx_rect *) data;
  return bounds[a].min.x < bounds[b].min.x || (bounds[a].min.x == bounds[b].min.x && a < b);
}

static void
kbx_sink (uint32_t *order, uint32_t at, uint32_t count, kbx_before *before, const void *data)
{
  const uint32_t moved = order[at];

  while (2 * (uint64_t) at + 1 < count)
    {
      uint32_t child = 2 * at + 1;
      child += child + 1 < count && before (data, order[child], order[child + 1]);
      if (!before (data, moved, order[child]))
        break;
      order[at] = order[child];
      at = child;
    }
  order[at] = moved;
}

KBX_INTERNAL void
kbx_sort_heap (uint32_t *order, uint32_t count, kbx_before *before, const void *data)
{
  for (uint32_t i = count / 2; i-- > 0;)
    kbx_sink (order, i, count, before, data);
  for (uint32_t i = count; i-- > 1;)
    {
      const uint32_t last = order[i];
      order[i] = order[0];
      order[0] = last;
      kbx_sink (order, 0, i, before, data);
    }
}

/* By insertion, which is fastest if little changed since the last step; else by a heap. */
static void
kbx_sort_order (const kbx_rect *bounds, uint32_t *order, uint32_t count)
{
  uint64_t left = 8 * (uint64_t) count;

  for (uint32_t i = 1; i < count; i++)
    {
      const uint32_t moved = order[i];
      uint32_t k = i;
      for (; k > 0 && left > 0 && kbx_goes_first (bounds, moved, order[k - 1]); k--, left--)
        order[k] = order[k - 1];
      order[k] = moved;
      if (left == 0)
        {
          kbx_sort_heap (order, count, kbx_goes_first, bounds);
          return;
        }
    }
}

/* Moves the indices of bad bounds to the end. Returns how many are good. */
static uint32_t
kbx_valid_first (const kbx_rect *bounds, uint32_t *order, uint32_t count)
{
  for (uint32_t i = 0; i < count;)
    if (kbx_rect_valid (bounds[order[i]]))
      i++;
    else
      {
        const uint32_t bad = order[i];
        order[i] = order[--count];
        order[count] = bad;
      }
  return count;
}

/* Sets the order to 0, 1, 2, ... unless it may be one of these indices already. */
static void
kbx_order_all (uint32_t *order, uint32_t count)
{
  uint64_t sum = 0, squares = 0;
  bool good = true;

  for (uint32_t i = 0; i < count; i++)
    {
      good &= order[i] < count;
      sum += order[i] - (uint64_t) i;
      squares += (uint64_t) order[i] * order[i] - (uint64_t) i * i;
    }
  if (good && sum == 0 && squares == 0)
    return;
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
}

KBX_API uint32_t
kbx_pairs (const kbx_rect *bounds, uint32_t count, uint32_t *order, kbx_pair *pairs,
           uint32_t capacity)
{
  uint32_t found = 0;

  if (bounds == NULL || order == NULL)
    return 0;
  kbx_order_all (order, count);
  count = kbx_valid_first (bounds, order, count);
  kbx_sort_order (bounds, order, count);
  for (uint32_t i = 0; i < count; i++)
    {
      const uint32_t a = order[i];
      const kbx_rect own = bounds[a];
      for (uint32_t k = i + 1; k < count; k++)
        {
          const uint32_t b = order[k];
          const kbx_rect *other = &bounds[b];
          if (other->min.x > own.max.x)
            break;
          if ((own.min.y > other->max.y) | (other->min.y > own.max.y))
            continue;
          if (pairs != NULL && found < capacity)
            {
              pairs[found].a = a < b ? a : b;
              pairs[found].b = a < b ? b : a;
              pairs[found].class_a = pairs[found].class_b = KBX_NONE;
            }
          found++;
        }
    }
  return found;
}

/* SPDX-License-Identifier: MIT */
/* Pairs by sorting, contacts by the runtime. */
#include <math.h>
#include <string.h>

#include "playtest/touches.h"

/* ---- touches of the previous substep ---- */

static uint32_t
slot_of (uint32_t a, uint32_t b)
{
  uint64_t mixed =
    (uint64_t) a * UINT64_C (0x9E3779B97F4A7C15) + (uint64_t) b * UINT64_C (0xC2B2AE3D27D4EB4F);
  return (uint32_t) (mixed >> 40) % KB_TOUCH_SLOTS;
}

static void
remember (KbTouches *touches)
{
  memset (touches->slots, 0, sizeof touches->slots);
  const KbTouch *of = touches->touches[touches->now];
  for (uint32_t i = 0; i < touches->n[touches->now]; i++)
    {
      uint32_t slot = slot_of (of[i].a, of[i].b);
      while (touches->slots[slot])
        slot = (slot + 1) % KB_TOUCH_SLOTS;
      touches->slots[slot] = (uint16_t) (i + 1);
    }
  touches->now ^= 1;
  touches->n[touches->now] = 0;
}

static const kbx_body_pair *
before (const KbTouches *touches, uint32_t a, uint32_t b)
{
  const KbTouch *of = touches->touches[touches->now ^ 1];
  for (uint32_t slot = slot_of (a, b); touches->slots[slot]; slot = (slot + 1) % KB_TOUCH_SLOTS)
    {
      const uint32_t i = touches->slots[slot] - 1u;
      if (of[i].a == a && of[i].b == b)
        return touches->pairs[touches->now ^ 1] + i;
    }
  return NULL;
}

/* ---- current touches ---- */

static void
add (KbTouches *touches, uint32_t a, uint32_t b, uint32_t body, kbx_manifold manifold)
{
  uint32_t *n = &touches->n[touches->now];
  if (!manifold.hit)
    return;
  if (*n == KB_MOST_TOUCHES)
    {
      touches->lost++;
      return;
    }
  const kbx_body_pair *old = before (touches, a, b);
  kbx_body_pair *pair = touches->pairs[touches->now] + *n;
  touches->touches[touches->now][(*n)++] = (KbTouch) { a, b, !old };
  *pair = old ? *old : (kbx_body_pair) { 0 };
  pair->first = a;
  pair->second = body;
  pair->manifold = manifold;
}

/* Paddles handle balls themselves (bounce.c). */
static bool
meets (const KbThing *a, const KbThing *b)
{
  return (kb_thing_moves (a) || kb_thing_moves (b)) && a->kind != KB_THING_PADDLE
         && b->kind != KB_THING_PADDLE && !a->gone && !b->gone;
}

/* By their left ends, then by index: nearly sorted from step to step. */
static void
sort (KbTouches *touches, const KbThing *things, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    touches->bounds[i] = kb_thing_bounds (things + i);
  if (touches->n_ordered != n)
    for (uint32_t i = 0; i < n; i++)
      touches->order[i] = (uint16_t) i;
  touches->n_ordered = n;
  for (uint32_t i = 1; i < n; i++)
    {
      uint16_t moved = touches->order[i];
      float x = touches->bounds[moved].min.x;
      uint32_t k = i;
      for (; k > 0; k--)
        {
          uint16_t left = touches->order[k - 1];
          if (touches->bounds[left].min.x < x || (touches->bounds[left].min.x == x && left < moved))
            break;
          touches->order[k] = left;
        }
      touches->order[k] = moved;
    }
}

static void
find_pairs (KbTouches *touches, const KbThing *things, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t first = touches->order[i];
      const kbx_rect *box = touches->bounds + first;
      for (uint32_t k = i + 1; k < n && touches->bounds[touches->order[k]].min.x <= box->max.x; k++)
        {
          uint32_t second = touches->order[k];
          uint32_t a = first < second ? first : second, b = first < second ? second : first;
          if (touches->bounds[second].min.y <= box->max.y
              && touches->bounds[second].max.y >= box->min.y && meets (things + a, things + b))
            add (touches, a, b, b,
                 kbx_collide (kb_thing_shape (things + a), kb_thing_shape (things + b)));
        }
    }
}

/* A wall is a box without thickness. A one-way wall lets things through whose centre is behind
 * it. */
static void
find_walls (KbTouches *touches, const KbThing *things, uint32_t i, kbx_handle level)
{
  enum { MOST = 64 };
  kbx_thing walls[MOST];
  const KbThing *thing = things + i;
  uint32_t n = kbx_level_touching (kbx_level_layer (level, 0),
                                   kbx_shape_rect (touches->bounds[i].min, touches->bounds[i].max),
                                   NULL, walls, MOST);
  for (uint32_t k = 0; k < n && k < MOST; k++)
    {
      kbx_wall wall = kbx_walls_wall (level, walls[k].index);
      kbx_vec a = wall.segment.a, b = wall.segment.b, middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
      float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf (dx * dx + dy * dy);
      const kbx_shape flat =
        kbx_shape_obb (middle, (kbx_vec) { dx / length, dy / length }, length, 0);
      if (wall.one_way && kbx_line_side (wall.segment, thing->body.position) <= 0)
        continue;
      add (touches, i, KB_TOUCH_WALL | walls[k].index, KB_MOST_THINGS + wall.class_index,
           kbx_collide (kb_thing_shape (thing), flat));
    }
}

void
kb_touches_find (KbTouches *touches, KbThing *things, uint32_t n, kbx_handle level)
{
  remember (touches);
  sort (touches, things, n);
  find_pairs (touches, things, n);
  if (kbx_info (level).walls)
    for (uint32_t i = 0; i < n; i++)
      if (kb_thing_moves (things + i))
        find_walls (touches, things, i, level);
}

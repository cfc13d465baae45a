/* SPDX-License-Identifier: MIT */
/* Hits between two frames, by the runtime's queries. In a pair of shapes either may be the one that
 * hits. */
#include <stdio.h>
#include <string.h>

#include "playtest/fight/hits.h"

/* The classes of a set whose name contains one of the words. The list ends with NULL. */
static kbx_class_set
named (const kbx_bank *bank, kbx_class_set among, const char *const *words)
{
  kbx_class_set found = 0;
  for (uint32_t c = 0; c < kbx_bank_count (bank, KBX_CLASS); c++)
    for (const char *const *word = words; *word; word++)
      if (strstr (kbx_name (kbx_bank_item (bank, KBX_CLASS, c)), *word))
        found |= kbx_class_bit (c);
  return found & among;
}

KbHitRules
kb_hit_rules (const kbx_bank *bank, KbPlayKinds kinds)
{
  static const char *const hit_words[] = { "hit", "attack", "strike", "blow", "weapon", NULL },
                           *const push_words[] = { "push", NULL };
  const uint32_t count = kbx_bank_count (bank, KBX_CLASS);
  const kbx_class_set all = count < KBX_MAX_CLASSES ? (UINT64_C (1) << count) - 1 : KBX_ALL_CLASSES;
  const kbx_class_set plain = all & ~(kinds.hit | kinds.hurt | kinds.push);
  KbHitRules rules = { .hitting = kinds.hit & all,
                       .struck = kinds.hurt & all,
                       .push = kinds.push & all };
  if (!rules.push)
    rules.push = named (bank, plain, push_words);
  if (!rules.hitting)
    rules.hitting = named (bank, plain & ~rules.push, hit_words);
  if (!rules.struck)
    rules.struck = all & ~(rules.hitting | rules.push);
  rules.known = rules.hitting && rules.struck;
  if (!rules.known)
    rules.hitting = rules.struck = all & ~rules.push;
  return rules;
}

void
kb_class_names (const kbx_bank *bank, kbx_class_set classes, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (uint32_t c = 0; c < kbx_bank_count (bank, KBX_CLASS); c++)
    {
      const char *name = kbx_name (kbx_bank_item (bank, KBX_CLASS, c));
      if (!(classes & kbx_class_bit (c)))
        continue;
      if (used + strlen (name) + sizeof ", …" > size)
        {
          snprintf (text + used, size - used, "…");
          return;
        }
      used += (size_t) snprintf (text + used, size - used, "%s%s", used ? ", " : "", name);
    }
}

typedef struct {
  KbHit *hits;
  uint32_t capacity, count;
} Found;

static void
put_hits (Found *found, KbHit hit)
{
  if (found->count < found->capacity)
    found->hits[found->count] = hit;
  found->count++;
}

/* `from` strikes `to`; `back`: b strikes a. */
static void
find_strikes (Found *found, KbPosed from, KbPosed to, kbx_class_set struck, bool back)
{
  for (uint32_t i = 0; i < kbx_count (from.frame, KBX_ACTION); i++)
    {
      kbx_hit hit =
        kbx_strike (from.frame, from.pose, kbx_name (kbx_item (from.frame, KBX_ACTION, i)),
                    to.frame, to.pose, struck);
      if (!hit.hit)
        continue;
      KbHit strike = { .kind = back ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES,
                       .point = i,
                       .shape_a = KBX_NONE,
                       .shape_b = KBX_NONE,
                       .class_a = KBX_NONE,
                       .class_b = KBX_NONE,
                       .at = kbx_frame_action_at (from.frame, from.pose, i).pixel };
      *(back ? &strike.shape_a : &strike.shape_b) = hit.index;
      *(back ? &strike.class_a : &strike.class_b) = hit.class_index;
      put_hits (found, strike);
    }
}

static bool
counts (KbHitRules rules, uint32_t class_a, uint32_t class_b)
{
  const kbx_class_set a = kbx_class_bit (class_a), b = kbx_class_bit (class_b);
  return (a & rules.hitting && b & rules.struck) || (a & rules.struck && b & rules.hitting);
}

static int32_t
middle (int32_t low, int32_t high)
{
  return (int32_t) (((int64_t) low + high) / 2);
}

kbx_box
kb_shared_box (kbx_box a, kbx_box b)
{
  return (kbx_box) { a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                     a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1 };
}

static kbx_point
shared_middle (kbx_box a, kbx_box b)
{
  const kbx_box shared = kb_shared_box (a, b);
  return (kbx_point) { middle (shared.x0, shared.x1), middle (shared.y0, shared.y1) };
}

static void
find_shapes (Found *found, KbPosed a, KbPosed b, KbHitRules rules)
{
  kbx_pair room[KB_HITS_MOST_PAIRS];
  const uint32_t all = kbx_frames_overlap (a.frame, a.pose, KBX_ALL_CLASSES, b.frame, b.pose,
                                           KBX_ALL_CLASSES, room, KB_HITS_MOST_PAIRS);
  for (uint32_t i = 0; i < all && i < KB_HITS_MOST_PAIRS; i++)
    {
      if (counts (rules, room[i].class_a, room[i].class_b))
        put_hits (found, (KbHit){ .kind = KB_HIT_SHAPES,
                                  .point = KBX_NONE,
                                  .shape_a = room[i].a,
                                  .shape_b = room[i].b,
                                  .class_a = room[i].class_a,
                                  .class_b = room[i].class_b,
                                  .at = shared_middle (
                                    kbx_frame_shape (a.frame, a.pose, room[i].a).bounds,
                                    kbx_frame_shape (b.frame, b.pose, room[i].b).bounds) });
    }
}

uint32_t
kb_find_hits (KbPosed a, KbPosed b, KbHitRules rules, KbHit *hits, uint32_t capacity)
{
  Found found = { hits, capacity, 0 };
  find_strikes (&found, a, b, rules.struck, false);
  find_strikes (&found, b, a, rules.struck, true);
  find_shapes (&found, a, b, rules);
  const uint32_t area = kbx_pixels_area (a.frame, a.pose, b.frame, b.pose);
  if (area)
    put_hits (&found, (KbHit) { .kind = KB_HIT_PIXELS,
                               .point = KBX_NONE,
                               .shape_a = KBX_NONE,
                               .shape_b = KBX_NONE,
                               .class_a = KBX_NONE,
                               .class_b = KBX_NONE,
                               .area = area,
                               .at = kbx_pixels_first (a.frame, a.pose, b.frame, b.pose).p });
  return found.count;
}

uint8_t
kb_hit_kinds (KbPosed a, KbPosed b, KbHitRules rules)
{
  Found a_strikes = { NULL, 0, 0 }, b_strikes = { NULL, 0, 0 };
  find_strikes (&a_strikes, a, b, rules.struck, false);
  find_strikes (&b_strikes, b, a, rules.struck, true);
  const bool shapes =
    kbx_frames_touch (a.frame, a.pose, rules.hitting, b.frame, b.pose, rules.struck)
    || kbx_frames_touch (a.frame, a.pose, rules.struck, b.frame, b.pose, rules.hitting);
  const bool pixels = kbx_pixels_overlap (a.frame, a.pose, b.frame, b.pose);
  return (uint8_t) ((a_strikes.count > 0) << KB_HIT_A_STRIKES
                    | (b_strikes.count > 0) << KB_HIT_B_STRIKES | shapes << KB_HIT_SHAPES
                    | pixels << KB_HIT_PIXELS);
}

/* SPDX-License-Identifier: MIT */
/* Who hits whom in a fight: what is struck flashes, and each hit is logged once, when it begins. */
#include <stdio.h>

#include "playtest/fight_private.h"

enum {
  FORGET = 30,             /* steps without a hit after which it counts as a new one */
  FLASH = 18,              /* steps */
};

/* ---- the memory of hits ---- */

typedef enum { TOLD_A_STRIKES = 1, TOLD_B_STRIKES, TOLD_SHAPES, TOLD_PIXELS } ToldKind;

/* A strike, by a point or a shape, is one for each class that is struck. */
static uint32_t
key_of (ToldKind kind, uint32_t class_a, uint32_t class_b)
{
  return (class_a & 63) << 9 | (class_b & 63) << 3 | (uint32_t) kind;
}

static ToldKind
kind_of (KbTold told)
{
  return (ToldKind) (told.key & 7);
}

static uint32_t
strike_key (uint32_t from, uint32_t class_index)
{
  return key_of (from == ROLE_A ? TOLD_A_STRIKES : TOLD_B_STRIKES, class_index, 0);
}

void
kb_fight_forget_strike (KbFight *state, uint32_t f)
{
  for (uint32_t i = 0; i < MOST_TOLD; i++)
    if (kind_of (state->told[i]) == (f == ROLE_A ? TOLD_A_STRIKES : TOLD_B_STRIKES)
        || kind_of (state->told[i]) == TOLD_SHAPES)
      state->told[i].key = 0;
}

/* While it lasts, for some steps after it, during a strike, and as long as both only repeat what
 * they do. */
static bool
is_kept (const KbFight *state, KbTold told, uint32_t steps)
{
  const bool a = state->fighters[ROLE_A].strikes, b = state->fighters[ROLE_B].strikes;
  const ToldKind kind = kind_of (told);
  return steps - told.seen <= FORGET || state->changed <= told.seen
         || (kind == TOLD_A_STRIKES ? a : kind == TOLD_B_STRIKES ? b : a || b);
}

/* False where the hit is known already. Where there is no room, what was seen longest ago gives
 * way. */
static bool
is_news (KbPlay *play, uint32_t key)
{
  KbFight *state = play->state;
  KbTold *place = state->told;
  for (uint32_t i = 0; i < MOST_TOLD; i++)
    {
      KbTold *told = state->told + i;
      if (told->key == key)
        {
          told->seen = play->steps;
          return false;
        }
      if (place->key && (!told->key || told->seen < place->seen))
        place = told;
    }
  *place = (KbTold) { key, play->steps };
  return true;
}

/* ---- hits ---- */

/* "boxer punch 3"; where both are the same sprite "a: boxer punch 3". */
static void
describe (const KbPlay *play, uint32_t f, char *text, size_t size)
{
  const KbFight *state = play->state;
  const size_t used = play->cast[ROLE_A] == play->cast[ROLE_B]
                        ? (size_t) snprintf (text, size, "%s: ", play->scene->roles[f].name)
                        : 0;
  kb_actor_describe (&state->fighters[f].actor, play->bank, text + used, size - used);
}

static const char *
name_of (const KbPlay *play, uint32_t f)
{
  if (play->cast[ROLE_A] == play->cast[ROLE_B])
    return play->scene->roles[f].name;
  return kbx_name (kbx_bank_item (play->bank, KBX_SPRITE, play->cast[f]));
}

static void
flash (KbFight *state, uint32_t f, uint32_t class_index)
{
  KbFighter *fighter = state->fighters + f;
  fighter->flash = (fighter->flash_left ? fighter->flash : 0) | kbx_class_bit (class_index);
  fighter->flash_left = FLASH;
}

/* `what` strikes: the name of a point, or "hit on" for a shape of that class. */
static void
take_strike (KbPlay *play, uint32_t from, const char *what, uint32_t struck, kbx_point at)
{
  const uint32_t to = from == ROLE_A ? ROLE_B : ROLE_A;
  char who[80];
  flash (play->state, to, struck);
  if (!is_news (play, strike_key (from, struck)))
    return;
  describe (play, from, who, sizeof who);
  kb_play_say (play, "%s: %s %s's %s at %d, %d", who, what, name_of (play, to),
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, struck)), at.x, at.y);
}

static void
take_point (KbPlay *play, KbHit hit, uint32_t from)
{
  char what[60];
  snprintf (what, sizeof what, "%s hits",
            kbx_name (kbx_item (kb_fight_posed (play, from).frame, KBX_ACTION, hit.point)));
  take_strike (play, from, what, from == ROLE_A ? hit.class_b : hit.class_a, hit.at);
}

/* Where it is known which classes hit, a shape of those strikes as a point does. */
static void
take_shapes (KbPlay *play, KbHit hit, KbHitRules rules)
{
  const uint32_t classes[FIGHTERS] = { hit.class_a, hit.class_b };
  char a[60], b[50];
  for (uint32_t from = 0; rules.known && from < FIGHTERS; from++)
    if (kbx_class_bit (classes[from]) & rules.hitting
        && kbx_class_bit (classes[1 - from]) & rules.struck)
      {
        snprintf (a, sizeof a, "%s on",
                  kbx_name (kbx_bank_item (play->bank, KBX_CLASS, classes[from])));
        take_strike (play, from, a, classes[1 - from], hit.at);
      }
  if (rules.known || !is_news (play, key_of (TOLD_SHAPES, hit.class_a, hit.class_b)))
    return;
  describe (play, ROLE_A, a, sizeof a);
  describe (play, ROLE_B, b, sizeof b);
  kb_play_say (play, "%s and %s: %s on %s at %d, %d", a, b,
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, hit.class_a)),
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, hit.class_b)), hit.at.x, hit.at.y);
  flash (play->state, ROLE_B, hit.class_b);
  flash (play->state, ROLE_A, hit.class_a);
}

static void
take_pixels (KbPlay *play, KbHit hit)
{
  KbFight *state = play->state;
  char a[50], b[50];
  state->area = hit.area;
  if (!is_news (play, key_of (TOLD_PIXELS, 0, 0)))
    return;
  describe (play, ROLE_A, a, sizeof a);
  describe (play, ROLE_B, b, sizeof b);
  kb_play_say (play, "%s and %s: %u %s, first at %d, %d", a, b, hit.area,
               hit.area == 1 ? "pixel meets" : "pixels meet", hit.at.x, hit.at.y);
}

void
kb_fight_take_hits (KbPlay *play, KbHitRules rules)
{
  KbFight *state = play->state;
  KbHit hits[MOST_HITS];
  const uint32_t all = kb_find_hits (kb_fight_posed (play, ROLE_A), kb_fight_posed (play, ROLE_B),
                                     rules, hits, MOST_HITS);
  state->kinds = 0;
  state->area = 0;
  for (uint32_t i = 0; i < MOST_TOLD; i++)
    if (state->told[i].key && !is_kept (state, state->told[i], play->steps))
      state->told[i].key = 0;
  for (uint32_t i = 0; i < all && i < MOST_HITS; i++)
    {
      state->kinds |= (uint8_t) (1 << hits[i].kind);
      if (hits[i].kind == KB_HIT_SHAPES)
        take_shapes (play, hits[i], rules);
      else if (hits[i].kind == KB_HIT_PIXELS)
        take_pixels (play, hits[i]);
      else
        take_point (play, hits[i], hits[i].kind == KB_HIT_A_STRIKES ? ROLE_A : ROLE_B);
    }
}

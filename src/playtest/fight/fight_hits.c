/* SPDX-License-Identifier: MIT */
/* Finds the hits in a fight: struck fighters flash, and each hit is logged once, when it begins. */
#include <stdio.h>

#include "playtest/fight/fight_private.h"

enum {
  FORGET = 30,             /* steps without a hit after which it is new again */
  FLASH = 18,              /* steps */
};

/* ---- the memory of hits ---- */

typedef enum { LOG_A_STRIKES = 1, LOG_B_STRIKES, LOG_SHAPES, LOG_PIXELS } LogKind;

/* A strike, by a point or a shape, counts once for each class struck. */
static uint32_t
key_of (LogKind kind, uint32_t class_a, uint32_t class_b)
{
  return (class_a & 63) << 9 | (class_b & 63) << 3 | (uint32_t) kind;
}

static LogKind
kind_of (KbLoggedHit logged)
{
  return (LogKind) (logged.key & 7);
}

void
kb_fight_forget_strike (KbFight *state, uint32_t f)
{
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    if (kind_of (state->logged[i]) == (f == ROLE_A ? LOG_A_STRIKES : LOG_B_STRIKES)
        || kind_of (state->logged[i]) == LOG_SHAPES)
      state->logged[i].key = 0;
}

/* Kept while the hit lasts, for some steps after it, during a strike, and while both fighters only
 * repeat. */
static bool
is_kept (const KbFight *state, KbLoggedHit logged, uint32_t steps)
{
  const bool a = state->fighters[ROLE_A].strikes, b = state->fighters[ROLE_B].strikes;
  const LogKind kind = kind_of (logged);
  return steps - logged.seen <= FORGET || state->changed <= logged.seen
         || (kind == LOG_A_STRIKES ? a : kind == LOG_B_STRIKES ? b : a || b);
}

/* Returns false if the hit is known already. When full, replaces the one seen longest ago. */
static bool
is_news (KbPlay *play, uint32_t key)
{
  KbFight *state = play->state;
  KbLoggedHit *place = state->logged;
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    {
      KbLoggedHit *logged = state->logged + i;
      if (logged->key == key)
        {
          logged->seen = play->steps;
          return false;
        }
      if (place->key && (!logged->key || logged->seen < place->seen))
        place = logged;
    }
  *place = (KbLoggedHit) { key, play->steps };
  return true;
}

/* ---- hits ---- */

/* "boxer punch 3"; "a: boxer punch 3" when both are the same sprite. */
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

/* `what` is the name of a point, or "hit on" for a shape of that class. */
static void
log_strike (KbPlay *play, uint32_t from, const char *what, uint32_t struck, kbx_point at)
{
  const uint32_t to = from == ROLE_A ? ROLE_B : ROLE_A;
  char who[80];
  flash (play->state, to, struck);
  if (!is_news (play, key_of (from == ROLE_A ? LOG_A_STRIKES : LOG_B_STRIKES, struck, 0)))
    return;
  describe (play, from, who, sizeof who);
  kb_play_say (play, N_("%s: %s %s's %s at %d, %d"), who, what, name_of (play, to),
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, struck)), at.x, at.y);
}

static void
log_point (KbPlay *play, KbHit hit, uint32_t from)
{
  char what[60];
  snprintf (what, sizeof what, kb_play_word (N_("%s hits")),
            kbx_name (kbx_item (kb_fight_posed (play, from).frame, KBX_ACTION, hit.point)));
  log_strike (play, from, what, from == ROLE_A ? hit.class_b : hit.class_a, hit.at);
}

/* When the hitting classes are known, their shapes strike as points do. */
static void
log_shapes (KbPlay *play, KbHit hit, KbHitRules rules)
{
  const uint32_t classes[FIGHTERS] = { hit.class_a, hit.class_b };
  char a[60], b[50];
  for (uint32_t from = 0; rules.known && from < FIGHTERS; from++)
    if (kbx_class_bit (classes[from]) & rules.hitting
        && kbx_class_bit (classes[1 - from]) & rules.struck)
      {
        snprintf (a, sizeof a, kb_play_word (N_("%s on")),
                  kbx_name (kbx_bank_item (play->bank, KBX_CLASS, classes[from])));
        log_strike (play, from, a, classes[1 - from], hit.at);
      }
  if (rules.known || !is_news (play, key_of (LOG_SHAPES, hit.class_a, hit.class_b)))
    return;
  describe (play, ROLE_A, a, sizeof a);
  describe (play, ROLE_B, b, sizeof b);
  kb_play_say (play, N_("%s and %s: %s on %s at %d, %d"), a, b,
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, hit.class_a)),
               kbx_name (kbx_bank_item (play->bank, KBX_CLASS, hit.class_b)), hit.at.x, hit.at.y);
  flash (play->state, ROLE_B, hit.class_b);
  flash (play->state, ROLE_A, hit.class_a);
}

static void
log_pixels (KbPlay *play, KbHit hit)
{
  KbFight *state = play->state;
  char a[50], b[50];
  state->area = hit.area;
  if (!is_news (play, key_of (LOG_PIXELS, 0, 0)))
    return;
  describe (play, ROLE_A, a, sizeof a);
  describe (play, ROLE_B, b, sizeof b);
  kb_play_say (play,
               hit.area == 1 ? N_("%s and %s: %u pixel meets, first at %d, %d")
                             : N_("%s and %s: %u pixels meet, first at %d, %d"),
               a, b, hit.area, hit.at.x, hit.at.y);
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
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    if (state->logged[i].key && !is_kept (state, state->logged[i], play->steps))
      state->logged[i].key = 0;
  for (uint32_t i = 0; i < all && i < MOST_HITS; i++)
    {
      state->kinds |= (uint8_t) (1 << hits[i].kind);
      if (hits[i].kind == KB_HIT_SHAPES)
        log_shapes (play, hits[i], rules);
      else if (hits[i].kind == KB_HIT_PIXELS)
        log_pixels (play, hits[i]);
      else
        log_point (play, hits[i], hits[i].kind == KB_HIT_A_STRIKES ? ROLE_A : ROLE_B);
    }
}

/* SPDX-License-Identifier: MIT */
/* Fight: two sprites face each other. They strike by action points, by shapes of classes and by
 * pixels. Each hit is logged when it begins. */
#include <math.h>
#include <stdio.h>

#include "playtest/fight/fight_private.h"

enum { ACTS = 6 };   /* animations by key */
enum { KEY_LEFT, KEY_RIGHT, KEY_ACT, KEYS_EACH = KEY_ACT + ACTS };   /* a's keys; b's follow */
enum { KEY_A_NEXT = FIGHTERS * KEYS_EACH, KEY_A_BACK, KEY_B_NEXT, KEY_B_BACK, KEY_GO, KEY_HOLD };

enum { FIRST_REPEAT = 24, REPEAT = 6 };   /* steps, while a frame-stepping key is held */

/* Fighters need a hot spot; tiles have none. */
static bool
stands (const kbx_bank *bank, uint32_t index)
{
  return kbx_info (kbx_item (kbx_bank_item (bank, KBX_SPRITE, index), KBX_FRAME, 0)).has_hot_spot;
}

static const KbRole roles[] = {
  { "a", N_("Left"), KB_CAST_SPRITE, true, stands, N_("a sprite with a hot spot") },
  { "b", N_("Right"), KB_CAST_SPRITE, true, stands, N_("a sprite with a hot spot") },
  { NULL },
};

static const KbPlayKey keys[] = {
  { "a-left", N_("Left: left"), "a", NULL }, { "a-right", N_("Left: right"), "d", NULL },
  { "a-1", N_("Left: %s"), "1", NULL }, { "a-2", N_("Left: %s"), "2", NULL },
  { "a-3", N_("Left: %s"), "3", NULL }, { "a-4", N_("Left: %s"), "4", NULL },
  { "a-5", N_("Left: %s"), "5", NULL }, { "a-6", N_("Left: %s"), "6", NULL },
  { "b-left", N_("Right: left"), "j", NULL }, { "b-right", N_("Right: right"), "l", NULL },
  { "b-1", N_("Right: %s"), "7", "KP_1" }, { "b-2", N_("Right: %s"), "8", "KP_2" },
  { "b-3", N_("Right: %s"), "9", "KP_3" }, { "b-4", N_("Right: %s"), "u", "KP_4" },
  { "b-5", N_("Right: %s"), "i", "KP_5" }, { "b-6", N_("Right: %s"), "o", "KP_6" },
  { "a-next", N_("Left: next frame"), "Right", NULL },
  { "a-back", N_("Left: one back"), "Left", NULL },
  { "b-next", N_("Right: next frame"), "Up", NULL },
  { "b-back", N_("Right: one back"), "Down", NULL },
  { "go", N_("Both go on"), "g", "Return" },
  { "hold", N_("Both held in steps x and y of the pointer"), NULL, NULL },
  { NULL },
};

/* ---- the fighters' animations ---- */

uint32_t
kb_fight_idle (const KbPlay *play, uint32_t f)
{
  return kb_find_animation (play->bank, play->cast[f], "idle|stand|wait|rest", true);
}

static uint32_t
walk_of (const KbPlay *play, uint32_t f)
{
  uint32_t walk = kb_find_animation (play->bank, play->cast[f], "walk|run|move", false);
  return walk == KBX_NONE ? kb_fight_idle (play, f) : walk;
}

/* The animation number `act`, in the artist's order, leaving out idle and walk; or KBX_NONE. */
static uint32_t
act_of (const KbPlay *play, uint32_t f, uint32_t act)
{
  const uint32_t idle = kb_fight_idle (play, f), walk = walk_of (play, f);
  const uint32_t count =
    kbx_count (kbx_bank_item (play->bank, KBX_SPRITE, play->cast[f]), KBX_ANIMATION);
  for (uint32_t i = 0; i < count; i++)
    if (i != idle && i != walk && act-- == 0)
      return i;
  return KBX_NONE;
}

/* The animation has been shown once. A ping-pong one forth and back. */
static bool
is_over (const KbPlay *play, const KbActor *actor)
{
  kbx_handle animation = kbx_item (kbx_bank_item (play->bank, KBX_SPRITE, actor->sprite),
                                   KBX_ANIMATION, actor->animation);
  const uint32_t count = kbx_info (animation).steps;
  int64_t ms = kbx_info (animation).duration_ms;
  if (kbx_info (animation).loop == KBX_LOOP_PING_PONG && count > 1)
    ms += ms - kbx_animation_step (animation, 0).duration_ms
          - kbx_animation_step (animation, count - 1).duration_ms;
  return actor->frozen == KBX_NONE && (int64_t) actor->clock * 1000 / KB_PLAY_RATE >= ms;
}

/* ---- start ---- */

/* The largest extents above and below the hot spots, and the greatest width. */
static int32_t
measure (const KbPlay *play, kbx_box *stage)
{
  int64_t width = 0;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    {
      kbx_handle sprite = kbx_bank_item (play->bank, KBX_SPRITE, play->cast[f]);
      for (uint32_t i = 0; i < kbx_count (sprite, KBX_FRAME); i++)
        {
          kbx_box area = kbx_frame_area (kbx_item (sprite, KBX_FRAME, i), kbx_at (0, 0));
          const int64_t w = (int64_t) area.x1 - area.x0;
          width = w > width ? w : width;
          stage->y0 = area.y0 < stage->y0 ? area.y0 : stage->y0;
          stage->y1 = area.y1 > stage->y1 ? area.y1 : stage->y1;
        }
    }
  return (int32_t) (width < 16 ? 16 : width);
}

static void
start (KbPlay *play)
{
  KbFight *state = play->state;
  const int32_t width = measure (play, &state->stage);
  state->stage.x0 = -(width * 5 / 4);
  state->stage.x1 = width * 5 / 4;
  state->speed = width < 40 ? 1 : width / 40;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    {
      const kbx_vec at = { (float) (f == ROLE_A ? -(width * 3 / 8) : width * 3 / 8), 0 };
      state->fighters[f].actor =
        kb_actor_begin (play->cast[f], kb_fight_idle (play, f), at, f == ROLE_B);
    }
}

static void
bind (KbPlay *play)
{
  KbFight *state = play->state;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_bind (&state->fighters[f].actor, play->bank, play->cast[f]);
}

KbHitRules
kb_fight_rules (const KbPlay *play)
{
  return kb_hit_rules (play->bank, play->kinds);
}

KbPosed
kb_fight_posed (const KbPlay *play, uint32_t f)
{
  const KbFight *state = play->state;
  const KbActor *actor = &state->fighters[f].actor;
  return (KbPosed) { kb_actor_shown (actor, play->bank).frame, kb_actor_pose (actor) };
}

/* ---- steps ---- */

/* Collects the held keys of f. Returns the first animation whose key was just pressed, or
 * KBX_NONE. */
static uint32_t
act_pressed (const KbPlay *play, const KbPlayInput *input, uint32_t f)
{
  for (uint32_t act = 0; act < ACTS; act++)
    if (kb_pressed (play, input, f * KEYS_EACH + KEY_ACT + act))
      return act_of (play, f, act);
  return KBX_NONE;
}

void
kb_fight_move (KbFight *state, uint32_t f, float by)
{
  float *x = &state->fighters[f].actor.at.x;
  *x += by;
  *x = *x < (float) state->stage.x0   ? (float) state->stage.x0
       : *x > (float) state->stage.x1 ? (float) state->stage.x1
                                      : *x;
}

static void
step_fighter (KbPlay *play, const KbPlayInput *input, uint32_t f)
{
  KbFight *state = play->state;
  KbFighter *fighter = state->fighters + f;
  const float way = kb_axis (input, f * KEYS_EACH + KEY_LEFT, f * KEYS_EACH + KEY_RIGHT);
  const uint32_t act = act_pressed (play, input, f);
  fighter->flash_left -= fighter->flash_left > 0;
  if (act != KBX_NONE)
    {
      kb_actor_play (&fighter->actor, act);
      fighter->strikes = true;
      kb_fight_forget_strike (state, f);
      return;
    }
  kb_actor_tick (&fighter->actor);
  if (fighter->actor.frozen != KBX_NONE)
    {
      kb_fight_move (state, f, way);
      return;
    }
  if (fighter->strikes && !is_over (play, &fighter->actor))
    return;
  fighter->strikes = false;
  kb_actor_keep (&fighter->actor, way != 0 ? walk_of (play, f) : kb_fight_idle (play, f));
  kb_fight_move (state, f, way * (float) state->speed);
}

/* Freezes both, so that one stays while the user steps through the other's frames. Runs before they
 * move, so that they stop at once. */
static void
step_frames (KbPlay *play, const KbPlayInput *input)
{
  KbFight *state = play->state;
  const int by[FIGHTERS] = { (int) kb_axis (input, KEY_A_BACK, KEY_A_NEXT),
                             (int) kb_axis (input, KEY_B_BACK, KEY_B_NEXT) };
  if (!by[ROLE_A] && !by[ROLE_B])
    {
      state->held = 0;
      return;
    }
  const uint32_t held = state->held++;
  if (held != 0 && (held < FIRST_REPEAT || (held - FIRST_REPEAT) % REPEAT != 0))
    return;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_freeze (&state->fighters[f].actor, play->bank, by[f]);
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    if (play->steps - state->logged[i].seen > 1)
      state->logged[i].key = 0;
}

static void
hold_at (KbPlay *play, uint32_t f, int64_t wanted)
{
  KbFighter *fighter = ((KbFight *) play->state)->fighters + f;
  KbActor *actor = &fighter->actor;
  const int64_t count = kb_animation_length (play->bank, actor->sprite, actor->animation),
                last = count > 0 ? count - 1 : 0;
  fighter->flash_left = 0;   /* from earlier steps */
  wanted = wanted < 0 ? 0 : wanted > last ? last : wanted;
  kb_actor_freeze (actor, play->bank,
                   (int) (wanted - (int64_t) kb_actor_shown (actor, play->bank).step));
}

void
kb_fight_hold (KbPlay *play, uint32_t step_a, uint32_t step_b)
{
  KbFight *state = play->state;
  if (!kb_fight_actor (play, 0))
    return;
  hold_at (play, ROLE_A, step_a);
  hold_at (play, ROLE_B, step_b);
  const KbPosed a = kb_fight_posed (play, ROLE_A), b = kb_fight_posed (play, ROLE_B);
  state->kinds = kb_hit_kinds (a, b, kb_fight_rules (play));
  state->area = kbx_pixels_area (a.frame, a.pose, b.frame, b.pose);
}

static void
say_rules (KbPlay *play, KbHitRules rules)
{
  char hitting[42], struck[50], text[120];
  kb_class_names (play->bank, rules.hitting, hitting, sizeof hitting);
  kb_class_names (play->bank, rules.struck, struck, sizeof struck);
  snprintf (text, sizeof text, kb_play_word (N_("Classes that hit: %s; hurt: %s")), hitting,
            struck);
  kb_play_say_rule (
    play, rules.known
            ? text
            : kb_play_word (N_("Every class hits every class: none is of the kind hit")));
}

/* Keeps a left of b: two playing fighters push each other; a frozen one does not move. */
static void
keep_apart (KbPlay *play, KbHitRules rules, const KbActor *before)
{
  KbFight *state = play->state;
  KbActor *actors[FIGHTERS] = { &state->fighters[ROLE_A].actor, &state->fighters[ROLE_B].actor };
  if (actors[ROLE_A]->frozen == KBX_NONE && actors[ROLE_B]->frozen == KBX_NONE)
    kb_fight_push_apart (play, rules);
  for (uint32_t f = 0; f < FIGHTERS && actors[ROLE_A]->at.x > actors[ROLE_B]->at.x; f++)
    actors[f]->at = before[f].at;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    if (actors[f]->at.x != before[f].at.x || actors[f]->animation != before[f].animation)
      state->changed = play->steps;
}

static void
step (KbPlay *play, const KbPlayInput *input)
{
  KbFight *state = play->state;
  const KbHitRules rules = kb_fight_rules (play);
  const KbActor before[FIGHTERS] = { state->fighters[ROLE_A].actor, state->fighters[ROLE_B].actor };
  if (play->steps == 1)
    say_rules (play, rules);
  step_frames (play, input);
  if (kb_held (input, KEY_HOLD))
    {
      hold_at (play, ROLE_A, (int64_t) input->pointer.x);
      hold_at (play, ROLE_B, (int64_t) input->pointer.y);
    }
  if (kb_pressed (play, input, KEY_GO))
    for (uint32_t f = 0; f < FIGHTERS; f++)
      kb_actor_thaw (&state->fighters[f].actor, play->bank);
  for (uint32_t f = 0; f < FIGHTERS; f++)
    step_fighter (play, input, f);
  keep_apart (play, rules, before);
  kb_fight_take_hits (play, rules);
}

/* ---- values ---- */

static void
report (const KbPlay *play, KbReporter *reporter)
{
  const KbFight *state = play->state;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_report (&state->fighters[f].actor, play->bank, reporter, roles[f].name);
  reporter->number (
    reporter, NC_ ("value", "distance"),
    (double) (state->fighters[ROLE_B].actor.at.x - state->fighters[ROLE_A].actor.at.x));
  reporter->flag (reporter, NC_ ("value", "a_strikes_b"), state->kinds >> KB_HIT_A_STRIKES & 1);
  reporter->flag (reporter, NC_ ("value", "b_strikes_a"), state->kinds >> KB_HIT_B_STRIKES & 1);
  reporter->flag (reporter, NC_ ("value", "shapes"), state->kinds >> KB_HIT_SHAPES & 1);
  reporter->number (reporter, NC_ ("value", "pixels"), state->area);
  reporter->open (reporter, NC_ ("value", "playing"));
  for (uint32_t f = 0; f < FIGHTERS; f++)
    reporter->flag (reporter, NULL, state->fighters[f].strikes);
  reporter->close (reporter);
  reporter->open (reporter, NC_ ("value", "told"));
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    if (state->logged[i].key)
      {
        reporter->number (reporter, NULL, state->logged[i].key);
        reporter->number (reporter, NULL, play->steps - state->logged[i].seen);
      }
  reporter->number (reporter, NULL, state->held);
  reporter->number (reporter, NULL, play->steps - state->changed);
  reporter->close (reporter);
}

const KbActor *
kb_fight_actor (const KbPlay *play, uint32_t fighter)
{
  const KbFight *state = play->state;
  return play->scene == &kb_scene_fight && fighter < FIGHTERS ? &state->fighters[fighter].actor
                                                              : NULL;
}

/* Both fighters with room for a blow on each side, within the stage. */
static KbPlaySight
view (const KbPlay *play)
{
  const KbFight *state = play->state;
  const kbx_box stage = state->stage;
  const float width = (float) (stage.x1 - stage.x0), room = width / 5, margin = width / 16;
  const float a = state->fighters[ROLE_A].actor.at.x, b = state->fighters[ROLE_B].actor.at.x;
  const float left = fminf (a, b) - room, right = fmaxf (a, b) + room;
  return (KbPlaySight) {
    .world = { { fmaxf (left, (float) stage.x0) - margin, (float) stage.y0 - margin },
               { fminf (right, (float) stage.x1) + margin,
                 (float) (stage.y1 > 0 ? stage.y1 : 0) + margin } }
  };
}

/* The fighter and animation (or KBX_NONE) that a key plays. Returns false if the key plays none. */
static bool
animation_of_key (const KbPlay *play, uint32_t key, uint32_t *f, uint32_t *animation)
{
  *f = key / KEYS_EACH;
  if (*f >= FIGHTERS || key % KEYS_EACH < KEY_ACT)
    return false;
  *animation = act_of (play, *f, key % KEYS_EACH - KEY_ACT);
  return true;
}

/* All keys except those of missing animations. */
static uint64_t
keys_of_use (const KbPlay *play)
{
  uint64_t used = UINT64_MAX;
  uint32_t f, animation;
  for (uint32_t key = 0; key < FIGHTERS * KEYS_EACH; key++)
    if (animation_of_key (play, key, &f, &animation) && animation == KBX_NONE)
      used &= ~(UINT64_C (1) << key);
  return used;
}

static const char *
key_about (const KbPlay *play, uint32_t key)
{
  uint32_t f, animation;
  if (!animation_of_key (play, key, &f, &animation))
    return NULL;
  return kbx_name (
    kbx_item (kbx_bank_item (play->bank, KBX_SPRITE, play->cast[f]), KBX_ANIMATION, animation));
}

const KbPlayScene kb_scene_fight = {
  .name = "fight",
  .title = N_("Fight"),
  .summary = N_("Two sprites face each other: who hits whom, and where"),
  .roles = roles,
  .keys = keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_PIXELS
            | 1 << KB_SHOW_WALLS | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (KbFight),
  .start = start,
  .bind = bind,
  .step = step,
  .report = report,
  .draw = kb_fight_draw,
  .view = view,
  .keys_of_use = keys_of_use,
  .key_about = key_about,
};

/* SPDX-License-Identifier: MIT */
/* Fight: two sprites face each other. They strike by action points, by shapes of classes and by
 * pixels. Each hit is logged when it begins. */
#include "playtest/fight/fight.h"

#include <math.h>
#include <stdio.h>

#include "playtest/scene.h"

enum { ROLE_A, ROLE_B, FIGHTERS };
enum { MAX_LOGGED = 48, MOST_HITS = 160 };

typedef struct {
  KbActor actor;
  bool strikes;            /* plays an animation started by a key */
  uint64_t flash;          /* classes that were struck */
  uint32_t flash_left;     /* steps */
} KbFighter;

/* A logged hit. `key` identifies it; 0: no hit. `seen`: the last step with it. */
typedef struct { uint32_t key, seen; } KbLoggedHit;

typedef struct {
  KbFighter fighters[FIGHTERS];
  KbLoggedHit logged[MAX_LOGGED];
  uint32_t held;           /* for how many steps the frame-stepping keys have been down */
  uint8_t kinds;           /* current hits: bits 1 << KbHitKind */
  uint32_t area;           /* overlapping pixels */
  uint32_t changed;        /* the last step in which a fighter moved or began an animation */
  /* Hot spots stay in x0 to x1; pictures extend from y0 to y1 */
  kbx_box stage;
  int32_t speed;           /* pixels per step */
} KbFight;

/* ---- fight bodies ---- */

/* Fighters keep apart: their bodies do not overlap along the floor. */

typedef struct { float left, right; bool found; } Body;   /* from the hot spot */

static void
include_box (Body *body, kbx_box box)
{
  const float left = (float) box.x0, right = (float) box.x1;
  body->left = body->found && body->left < left ? body->left : left;
  body->right = body->found && body->right > right ? body->right : right;
  body->found = true;
}

/* The animation for standing. */
static uint32_t
kb_fight_idle (const KbPlay *play, uint32_t f)
{
  return kb_find_animation (play->bank, play->cast[f], "idle|stand|wait|rest", true);
}

/* The pushing shapes of the current frame. If it has none, those of the first idle frame; else
 * everything that can be struck there, else its picture. With all struck shapes, standing fighters
 * do not overlap. A strike that extends past its own guard then reaches the other at minimum
 * distance. */
static Body
body_of_fighter (const KbPlay *play, const KbFight *state, uint32_t f, KbHitRules rules)
{
  const KbActor *actor = &state->fighters[f].actor;
  const kbx_handle shown = kb_actor_shown (actor, play->bank).frame;
  const kbx_handle idle =
    kb_animation_frame (play->bank, actor->sprite, kb_fight_idle (play, f), 0);
  const kbx_place pose = kbx_at_flipped (0, 0, actor->mirrored, false);
  const struct { kbx_handle frame; kbx_class_set classes; } tries[] = {
    { shown, rules.push }, { idle, rules.push }, { idle, rules.struck },
  };
  Body body = { 0, 0, false };
  for (size_t i = 0; i < sizeof tries / sizeof *tries && !body.found; i++)
    if (kbx_info (tries[i].frame).classes & tries[i].classes)
      include_box (&body, kbx_frame_box (tries[i].frame, pose, tries[i].classes));
  if (!body.found && idle.bank)
    include_box (&body, kbx_frame_area (idle, pose));
  return body;
}

static void
kb_fight_move (KbFight *state, uint32_t f, float by)
{
  float *x = &state->fighters[f].actor.at.x;
  *x += by;
  *x = *x < (float) state->stage.x0   ? (float) state->stage.x0
       : *x > (float) state->stage.x1 ? (float) state->stage.x1
                                      : *x;
}

/* Moves f as far as the stage allows. Returns the distance moved. */
static float
push_fight (KbFight *state, uint32_t f, float by)
{
  float *x = &state->fighters[f].actor.at.x;
  const float before = *x;
  kb_fight_move (state, f, by);
  return *x - before;
}

/* Separates overlapping bodies: each moves half, up to twice its walking speed; at the end of the
 * stage, only the other one moves. */
static void
kb_fight_push_apart (KbPlay *play, KbFight *state, KbHitRules rules)
{
  const KbActor *a = &state->fighters[ROLE_A].actor, *b = &state->fighters[ROLE_B].actor;
  const Body left = body_of_fighter (play, state, ROLE_A, rules),
             right = body_of_fighter (play, state, ROLE_B, rules);
  const float deep = a->at.x + left.right - (b->at.x + right.left), most = 4 * (float) state->speed,
              by = deep < most ? deep : most;
  if (!left.found || !right.found || !(by > 0))
    return;
  const float done = push_fight (state, ROLE_B, by / 2);
  const float rest = by - done + push_fight (state, ROLE_A, done - by);
  push_fight (state, ROLE_B, rest);
}

/* ---- fight picture ---- */

/* Draws a fight: the stage, both fighters, overlapping pixels, hits. */

/* The current frame and pose of fighter f. */
static KbPosed
kb_fight_posed (const KbPlay *play, uint32_t f)
{
  const KbFight *state = play->state;
  const KbActor *actor = &state->fighters[f].actor;
  return (KbPosed) { kb_actor_shown (actor, play->bank).frame, kb_actor_pose (actor) };
}

static uint64_t
struck_shapes (const KbPlay *play, const KbFight *state, uint32_t f, const KbHit *hits,
               uint32_t n_hits)
{
  kbx_handle frame = kb_fight_posed (play, f).frame;
  const kbx_class_set classes = state->fighters[f].flash_left ? state->fighters[f].flash : 0;
  uint64_t struck = 0;
  for (uint32_t i = 0; i < 64 && i < kbx_count (frame, KBX_SHAPE); i++)
    if (kbx_class_bit (kbx_info (kbx_item (frame, KBX_SHAPE, i)).class_index) & classes)
      struck |= UINT64_C (1) << i;
  for (uint32_t i = 0; i < n_hits; i++)
    {
      const bool of_f = hits[i].kind == (f == ROLE_A ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES);
      const uint32_t shape = f == ROLE_A ? hits[i].shape_a : hits[i].shape_b;
      if (of_f && shape < 64)
        struck |= UINT64_C (1) << shape;
    }
  return struck;
}

/* "kick 4 of 7, active" above the head. */
static void
draw_name (const KbPlay *play, const KbFight *state, KbPlayPicture *picture, uint32_t f)
{
  const KbActor *actor = &state->fighters[f].actor;
  const KbActorShown shown = kb_actor_shown (actor, play->bank);
  const kbx_class_set hitting = kb_phases_hitting (kb_fight_rules (play));
  kbx_handle animation = kbx_item (kbx_bank_item (play->bank, KBX_SPRITE, actor->sprite),
                                   KBX_ANIMATION, actor->animation);
  const KbPhases phases = kb_phases_of (animation, hitting);
  const char *phase = kb_phase_name (kb_phase_of_step (animation, hitting, &phases, shown.step));
  const kbx_vec at = { actor->at.x, (float) state->stage.y0 - 6 };
  char text[60];
  if (shown.step == KBX_NONE)
    return;
  /* Translators: as "kick 4 of 7, active (held)". The first two, and the last three, may be empty:
   * an animation, a space, a step, the number of steps, a comma, a phase, "(held)". */
  snprintf (text, sizeof text, kb_play_word (N_("%s%s%u of %u%s%s%s")), kbx_name (animation),
            *kbx_name (animation) ? " " : "", shown.step + 1,
            kb_animation_length (play->bank, actor->sprite, actor->animation), *phase ? ", " : "",
            *phase ? kb_play_word (phase) : "",
            actor->frozen == KBX_NONE ? "" : kb_play_word (N_(" (held)")));
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0, at, text);
}

/* Draws the pixels that overlap, a box for each run in a row. For very large pictures, only the
 * area where they may overlap. */
static void
draw_pixels (KbPlayPicture *picture, KbPosed a, KbPosed b)
{
  const kbx_box both =
    kb_shared_box (kbx_frame_area (a.frame, a.pose), kbx_frame_area (b.frame, b.pose));
  const uint32_t colour = 0xff3b6fff;
  if (both.x1 <= both.x0 || both.y1 <= both.y0
      || !kbx_pixels_overlap (a.frame, a.pose, b.frame, b.pose))
    return;
  if ((int64_t) (both.x1 - both.x0) * (both.y1 - both.y0) > 1 << 16)
    {
      kb_picture_add_box (picture, KB_SHOW_PIXELS, colour, kbx_bounds (kbx_shape_box (both)));
      return;
    }
  for (int32_t y = both.y0; y < both.y1; y++)
    for (int32_t x = both.x0, from = x; x <= both.x1; x++)
      {
        const kbx_point at = { x, y };
        if (x < both.x1 && kbx_pixel_at (a.frame, a.pose, at) && kbx_pixel_at (b.frame, b.pose, at))
          continue;
        if (x > from)
          kb_picture_add_box (
            picture, KB_SHOW_PIXELS, colour,
            (kbx_rect) { { (float) from, (float) y }, { (float) x, (float) (y + 1) } });
        from = x + 1;
      }
}

static void
draw_hits (KbPlayPicture *picture, const KbHit *hits, uint32_t n_hits)
{
  for (uint32_t i = 0; i < n_hits; i++)
    {
      const kbx_vec at = { (float) hits[i].at.x + 0.5f, (float) hits[i].at.y + 0.5f };
      if (hits[i].kind == KB_HIT_A_STRIKES || hits[i].kind == KB_HIT_B_STRIKES)
        kb_picture_add_circle (picture, KB_SHOW_CONTACTS, 0, (kbx_circle) { at, 4 })->flash = true;
      else if (hits[i].kind == KB_HIT_SHAPES)
        kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_CONTACTS, 0, &at, 1);
    }
}

/* The scene's draw function. */
static void
kb_fight_draw (const KbPlay *play, KbPlayPicture *picture)
{
  const KbFight *state = play->state;
  const KbPosed a = kb_fight_posed (play, ROLE_A), b = kb_fight_posed (play, ROLE_B);
  const float left = (float) state->stage.x0, right = (float) state->stage.x1;
  KbHit hits[MOST_HITS];
  uint32_t n_hits = kb_find_hits (a, b, kb_fight_rules (play), hits, MOST_HITS);
  n_hits = n_hits < MOST_HITS ? n_hits : MOST_HITS;
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { left, 0 }, (kbx_vec) { right, 0 });
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { left, 0 },
                       (kbx_vec) { left, (float) state->stage.y0 });
  kb_picture_add_line (picture, KB_SHOW_WALLS, 0, (kbx_vec) { right, 0 },
                       (kbx_vec) { right, (float) state->stage.y0 });
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_draw (&state->fighters[f].actor, play->bank, picture,
                   struck_shapes (play, state, f, hits, n_hits));
  draw_pixels (picture, a, b);
  draw_hits (picture, hits, n_hits);
  for (uint32_t f = 0; f < FIGHTERS; f++)
    draw_name (play, state, picture, f);
}

/* ---- fight hits ---- */

/* Finds the hits in a fight: struck fighters flash, and each hit is logged once, when it begins. */

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
fight_kind_of (KbLoggedHit logged)
{
  return (LogKind) (logged.key & 7);
}

/* A strike of fighter f begins: its hits are logged again. */
static void
kb_fight_forget_strike (KbFight *state, uint32_t f)
{
  for (uint32_t i = 0; i < MAX_LOGGED; i++)
    if (fight_kind_of (state->logged[i]) == (f == ROLE_A ? LOG_A_STRIKES : LOG_B_STRIKES)
        || fight_kind_of (state->logged[i]) == LOG_SHAPES)
      state->logged[i].key = 0;
}

/* Kept while the hit lasts, for some steps after it, during a strike, and while both fighters only
 * repeat. */
static bool
is_kept (const KbFight *state, KbLoggedHit logged, uint32_t steps)
{
  const bool a = state->fighters[ROLE_A].strikes, b = state->fighters[ROLE_B].strikes;
  const LogKind kind = fight_kind_of (logged);
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
log_pixels (KbPlay *play, KbFight *state, KbHit hit)
{
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

/* Finds the hits of this step and logs the new ones. */
static void
kb_fight_take_hits (KbPlay *play, KbFight *state, KbHitRules rules)
{
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
        log_pixels (play, state, hits[i]);
      else
        log_point (play, hits[i], hits[i].kind == KB_HIT_A_STRIKES ? ROLE_A : ROLE_B);
    }
}

/* ---- fight ---- */

enum { ACTS = 6 };   /* animations by key */
enum {
  FIGHT_KEY_LEFT,
  FIGHT_KEY_RIGHT,
  KEY_ACT,
  KEYS_EACH = KEY_ACT + ACTS
}; /* a's keys; b's follow */
enum { KEY_A_NEXT = FIGHTERS * KEYS_EACH, KEY_A_BACK, KEY_B_NEXT, KEY_B_BACK, KEY_GO, KEY_HOLD };

enum { FIRST_REPEAT = 24, REPEAT = 6 };   /* steps, while a frame-stepping key is held */

/* Fighters need a hot spot; tiles have none. */
static bool
stands (const kbx_bank *bank, uint32_t index)
{
  return kbx_info (kbx_item (kbx_bank_item (bank, KBX_SPRITE, index), KBX_FRAME, 0)).has_hot_spot;
}

static const KbRole fight_roles[] = {
  { "a", N_("Left"), KB_CAST_SPRITE, true, stands, N_("a sprite with a hot spot") },
  { "b", N_("Right"), KB_CAST_SPRITE, true, stands, N_("a sprite with a hot spot") },
  { NULL },
};

static const KbPlayKey fight_keys[] = {
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
start_fight (KbPlay *play)
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
bind_fight (KbPlay *play)
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

static void
step_fighter (KbPlay *play, KbFight *state, const KbPlayInput *input, uint32_t f)
{
  KbFighter *fighter = state->fighters + f;
  const float way =
    kb_axis (input, f * KEYS_EACH + FIGHT_KEY_LEFT, f * KEYS_EACH + FIGHT_KEY_RIGHT);
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
step_frames (KbPlay *play, KbFight *state, const KbPlayInput *input)
{
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
keep_apart (KbPlay *play, KbFight *state, KbHitRules rules, const KbActor *before)
{
  KbActor *actors[FIGHTERS] = { &state->fighters[ROLE_A].actor, &state->fighters[ROLE_B].actor };
  if (actors[ROLE_A]->frozen == KBX_NONE && actors[ROLE_B]->frozen == KBX_NONE)
    kb_fight_push_apart (play, state, rules);
  for (uint32_t f = 0; f < FIGHTERS && actors[ROLE_A]->at.x > actors[ROLE_B]->at.x; f++)
    actors[f]->at = before[f].at;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    if (actors[f]->at.x != before[f].at.x || actors[f]->animation != before[f].animation)
      state->changed = play->steps;
}

static void
step_fight (KbPlay *play, const KbPlayInput *input)
{
  KbFight *state = play->state;
  const KbHitRules rules = kb_fight_rules (play);
  const KbActor before[FIGHTERS] = { state->fighters[ROLE_A].actor, state->fighters[ROLE_B].actor };
  if (play->steps == 1)
    say_rules (play, rules);
  step_frames (play, state, input);
  if (kb_held (input, KEY_HOLD))
    {
      hold_at (play, ROLE_A, (int64_t) input->pointer.x);
      hold_at (play, ROLE_B, (int64_t) input->pointer.y);
    }
  if (kb_pressed (play, input, KEY_GO))
    for (uint32_t f = 0; f < FIGHTERS; f++)
      kb_actor_thaw (&state->fighters[f].actor, play->bank);
  for (uint32_t f = 0; f < FIGHTERS; f++)
    step_fighter (play, state, input, f);
  keep_apart (play, state, rules, before);
  kb_fight_take_hits (play, state, rules);
}

/* ---- values ---- */

static void
report_fight (const KbPlay *play, KbReporter *reporter)
{
  const KbFight *state = play->state;
  for (uint32_t f = 0; f < FIGHTERS; f++)
    kb_actor_report (&state->fighters[f].actor, play->bank, reporter, fight_roles[f].name);
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
view_fight (const KbPlay *play)
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
  .roles = fight_roles,
  .keys = fight_keys,
  .layers = 1 << KB_SHOW_PICTURES | 1 << KB_SHOW_SHAPES | 1 << KB_SHOW_POINTS | 1 << KB_SHOW_PIXELS
            | 1 << KB_SHOW_WALLS | 1 << KB_SHOW_CONTACTS | 1 << KB_SHOW_NAMES,
  .state_size = sizeof (KbFight),
  .start = start_fight,
  .bind = bind_fight,
  .step = step_fight,
  .report = report_fight,
  .draw = kb_fight_draw,
  .view = view_fight,
  .keys_of_use = keys_of_use,
  .key_about = key_about,
};
